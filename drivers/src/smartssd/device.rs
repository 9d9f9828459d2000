//! The device: found, configured and asked.

use emberlane_registers::Access;
use emberlane_registers::kernel_plan::MAX_BANKS;
use emberlane_registers::smartssd::{
    self as registers, AGENT_BUSY, AGENT_FAILED, BANKS, BUSY, CLEAR_COUNTERS, CLEAR_STATUS, COUNT_CYCLES,
    COUNTED_VECTORS, ELEMENTS, IDENTITY_VALUE, VERSION_VALUE,
};

use super::configuration::{Capabilities, Configuration, wrong};
use super::error::{KernelFailure, SmartSsdError};
use super::iteration::Iteration;
use super::mailbox::Mailbox;
use super::transport::{SmartSsdTransport, read};
use super::work::Work;
use crate::counters::Counters;
use crate::identity;
use crate::transport::TransportError;

/// Cycles between two looks at what raises no interrupt, or keeps it high.
pub(super) const POLL_CYCLES: u64 = 64;

/// An iteration that has begun.
#[derive(Clone, Debug)]
pub(super) struct UnderWay {
    /// What is left of it since it began or was resumed.
    pub(super) iteration: Iteration,
    /// Words of each program that were done before, waits included.
    pub(super) dropped: [usize; 4],
    /// Why it was stopped, if it was.
    pub(super) stopped: Option<KernelFailure>,
}

/// A SmartSSD behind a [`SmartSsdTransport`].
///
/// [`open`](Self::open) it, then for each iteration [`post`](Self::post) the movements that it needs,
/// [`wait_for_plan`](Self::wait_for_plan), [`synchronise`](Self::synchronise), [`begin`](Self::begin) and
/// [`finish`](Self::finish). Between `begin` and `finish` the movements of the next iteration may be posted, if they touch
/// no EV of the cache that this one uses, and [`outputs`](Self::outputs) reads those of the iteration before.
///
/// An error loses nothing: what was late is waited for again, [`retry_movements`](Self::retry_movements) lets the cache agent
/// go on, and [`resume`](Self::resume) an iteration that was stopped.
#[derive(Debug)]
pub struct SmartSsd<T> {
    pub(super) transport: T,
    pub(super) capabilities: Capabilities,
    pub(super) configuration: Configuration,
    pub(super) mailbox: Mailbox,
    /// Number of the last plan that was posted.
    pub(super) posted: u32,
    pub(super) under_way: Option<UnderWay>,
    /// The TX buffer of the iteration that ended last, and its outputs.
    pub(super) outputs: Option<(u64, u32)>,
}

impl<T: SmartSsdTransport> SmartSsd<T> {
    /// Finds a SmartSSD behind `transport`, and tells it where things lie. Plans go on from the last one that is done.
    ///
    /// # Errors
    /// Something else than a SmartSSD, or one that this driver does not know; settings that it cannot take; something that
    /// an earlier user has left under way; those of the transport.
    pub fn open(mut transport: T, configuration: Configuration) -> Result<Self, SmartSsdError> {
        let capabilities = discover(&mut transport)?;
        let settings = configuration.settings(&capabilities)?;
        let in_use = |what: String| Err(SmartSsdError::InUse { what });
        let status = read(&mut transport, &registers::STATUS)?;
        if BUSY.get(status) == 1 {
            return in_use("an iteration is under way".to_owned());
        }
        let [head, tail] =
            [&registers::MAILBOX_HEAD, &registers::MAILBOX_TAIL].map(|register| read(&mut transport, register));
        let (head, tail) = (head? as u32, tail? as u32);
        if head != tail || AGENT_BUSY.get(status) == 1 || AGENT_FAILED.get(status) == 1 {
            return in_use(format!("{} lines of its mailbox are not done", tail.wrapping_sub(head)));
        }
        let of_mailbox = [registers::MAILBOX_BASE.offset, registers::MAILBOX_LINES.offset];
        for (register, value) in settings.into_iter().filter(|(register, _)| of_mailbox.contains(&register.offset)) {
            if tail != 0 && read(&mut transport, register)? != value {
                return in_use(format!("its mailbox has begun, so {} stays as it is", register.name));
            }
        }
        for (register, value) in settings {
            transport.mmio_write(register.offset, value)?;
        }
        transport.mmio_write(registers::CLEAR.offset, CLEAR_STATUS.place(1))?;
        let posted = read(&mut transport, &registers::PLANS_DONE)? as u32;
        let mailbox = Mailbox::new(configuration.mailbox_base, configuration.mailbox_lines, tail);
        Ok(Self { transport, capabilities, configuration, mailbox, posted, under_way: None, outputs: None })
    }

    /// What the device was built with.
    #[must_use]
    pub fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    /// Where things lie.
    #[must_use]
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// What the device is reached through.
    #[must_use]
    pub fn transport(&self) -> &T {
        &self.transport
    }

    /// What the device is reached through, to be used beside the driver.
    pub fn transport_mut(&mut self) -> &mut T {
        &mut self.transport
    }

    /// Gives the transport back.
    pub fn into_transport(self) -> T {
        self.transport
    }

    /// Reads every counter, but for those of single EVs.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn counters(&mut self) -> Result<Counters, SmartSsdError> {
        let counters = registers::REGISTERS.iter().filter(|register| {
            (registers::CYCLES.offset..registers::VECTOR_USES.offset).contains(&register.offset)
                && register.access == Access::ReadOnly
        });
        let mut values = Vec::new();
        for register in counters {
            values.push((register, read(&mut self.transport, register)?));
        }
        Ok(Counters::new(values))
    }

    /// Sets every counter to zero.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn clear_counters(&mut self) -> Result<(), SmartSsdError> {
        Ok(self.transport.mmio_write(registers::CLEAR.offset, CLEAR_COUNTERS.place(1))?)
    }

    /// What kernel and cache agent have done since the counters were cleared.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn work(&mut self) -> Result<Work, SmartSsdError> {
        let counters = self.counters()?;
        let value = |register| counters.get(register).unwrap_or(0);
        Ok(Work {
            kernel_cycles: value(&registers::KERNEL_CYCLES),
            agent_cycles: value(&registers::AGENT_CYCLES),
            evicted_vectors: value(&registers::VECTORS_EVICTED),
            loaded_vectors: value(&registers::VECTORS_LOADED),
            read_vectors: value(&registers::VECTORS_READ),
            written_vectors: value(&registers::VECTORS_WRITTEN),
            outputs: value(&registers::OUTPUTS_WRITTEN),
        })
    }

    /// How often the kernel has read or written an EV of the cache since it was loaded, at most 65,535. `None` if it is not counted:
    /// only the first [`COUNTED_VECTORS`] are.
    ///
    /// # Errors
    /// Those of the transport.
    pub fn uses(&mut self, vector: u32) -> Result<Option<u16>, SmartSsdError> {
        if u64::from(vector) >= COUNTED_VECTORS {
            return Ok(None);
        }
        self.transport.mmio_write(registers::COUNT_INDEX.offset, vector.into())?;
        match self.transport.wait_interrupt(COUNT_CYCLES) {
            // It was there already, and nothing was waited for: accesses take time, too.
            Ok(()) => {
                for _ in 0..COUNT_CYCLES {
                    read(&mut self.transport, &registers::STATUS)?;
                }
            }
            Err(TransportError::Timeout { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(Some(read(&mut self.transport, &registers::VECTOR_USES)? as u16))
    }

    /// Device time in picoseconds; 0 for a device that has no time.
    #[must_use]
    pub fn time(&self) -> u64 {
        self.transport.time()
    }
}

/// What the device was built with, if it is one that this driver can work with.
fn discover<T: SmartSsdTransport>(transport: &mut T) -> Result<Capabilities, SmartSsdError> {
    let (identity, version) = ((&registers::IDENTITY, IDENTITY_VALUE), (&registers::VERSION, VERSION_VALUE));
    identity::check::<_, SmartSsdError>(transport, "SmartSSD", identity, version)?;
    let value = read(transport, &registers::CAPABILITIES)?;
    let (banks, elements) = (BANKS.get(value) as usize, ELEMENTS.get(value) as usize);
    if !(1..=MAX_BANKS).contains(&banks) {
        return Err(SmartSsdError::Capabilities { value, what: format!("{banks} banks") });
    }
    // An EV is whole lines, and a power of two of them.
    if elements < 16 || !elements.is_power_of_two() {
        return Err(SmartSsdError::Capabilities { value, what: format!("EVs of {elements} elements") });
    }
    let dram_bytes = read(transport, &registers::DRAM_SIZE)?;
    if dram_bytes == 0 {
        return Err(wrong(&registers::DRAM_SIZE, 0, "the device reports no DRAM"));
    }
    Ok(Capabilities { banks, elements, dram_bytes })
}
