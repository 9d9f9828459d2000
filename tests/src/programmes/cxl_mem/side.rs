//! What a programme needs of a device besides its messages.

use emberlane_drivers::Transport;
use emberlane_models::{
    cxl::{CxlMemEndpoint, ReferenceEndpoint},
    job_time::JobTime,
    media,
};
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::cxl_mem::{CAPABILITIES, CHANNELS};
use std::ops::Range;

/// A device at the end of a link that can be reset, and whose memories can be made to fail if they can.
pub trait Side: CxlMemEndpoint + Sized {
    /// The device after a reset, with its memory as it is; `alone`: its memories answer what they were asked before, if they can.
    ///
    /// # Errors
    /// A rule that is broken in reset.
    fn reset(self, alone: bool) -> Result<Self, String>;

    /// From now on reads, or writes, of these bytes fail, if the memory can.
    fn fail(&mut self, addresses: Range<u64>, writes: bool);

    /// Nothing fails any more.
    fn heal(&mut self);
}

/// A device fresh from reset with the memory of another.
fn fresh(old: &mut ReferenceCxlMem) -> ReferenceCxlMem {
    let capabilities = old.mmio_read(CAPABILITIES.offset).expect("every device says what it has");
    let mut new = ReferenceCxlMem::new(CHANNELS.get(capabilities) as u32).expect("as many as before");
    for range in old.written() {
        let mut bytes = vec![0; (range.end - range.start) as usize];
        old.memory_read(range.start, &mut bytes).expect("it was written");
        new.memory_write(range.start, &bytes).expect("it was written");
    }
    new
}

impl Side for ReferenceEndpoint {
    fn reset(mut self, _alone: bool) -> Result<Self, String> {
        let is_model = self.name().contains("model");
        let (bar, device) = (self.bar(), fresh(self.device()));
        let channels = (self.persistent_bytes() / emberlane_registers::cxl_mem::CHANNEL_BYTES) as u32;
        if is_model {
            return Ok(Self::with_model(device, bar));
        }
        let medium = media::preset("trainingcxl").map_err(|error| error.to_string())?;
        Ok(Self::new(device, bar, JobTime::new(channels, medium)))
    }

    fn fail(&mut self, _addresses: Range<u64>, _writes: bool) {}

    fn heal(&mut self) {}
}

#[cfg(feature = "verilated")]
impl Side for emberlane_verilated::RtlEndpoint {
    fn reset(self, alone: bool) -> Result<Self, String> {
        let bar = self.bar();
        let mut device = self.into_device();
        let done = if alone { device.reset_alone() } else { device.reset() };
        done.map_err(|error| error.to_string())?;
        Ok(Self::new(device, bar))
    }

    fn fail(&mut self, addresses: Range<u64>, writes: bool) {
        use emberlane_verilated::axi::Faulty;
        let faulty = if writes { Faulty::Writes } else { Faulty::Reads };
        self.device().inject_error(addresses, faulty).expect("inside memory");
    }

    fn heal(&mut self) {
        self.device().clear_errors();
    }
}
