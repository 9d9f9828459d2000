//! Where things lie.

use emberlane_registers::Register;
use emberlane_registers::cxl::LINE_BYTES;
use emberlane_registers::smartssd::{self as registers, SSD_VECTOR_BITS};

use super::error::SmartSsdError;

/// What a device was built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Banks of a side of the kernel.
    pub banks: usize,
    /// FP32 elements of an EV.
    pub elements: usize,
    /// Bytes of the FPGA's DRAM.
    pub dram_bytes: u64,
}

impl Capabilities {
    /// Bytes of an EV.
    #[must_use]
    pub const fn vector_bytes(&self) -> u64 {
        4 * self.elements as u64
    }

    /// Lines of an EV: what a port of the device's memory carries in as many cycles.
    #[must_use]
    pub const fn vector_lines(&self) -> u64 {
        self.vector_bytes() / LINE_BYTES
    }
}

/// Where TX buffers, cache, EVs and mailbox lie. It stays as it is while the device is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// HPA of the TX buffers.
    pub hdm_base: u64,
    /// Bytes of a TX buffer: room for the outputs of an iteration.
    pub tx_bytes: u64,
    /// Device physical address of the embedding cache, behind the TX buffers.
    pub cache_base: u64,
    /// EVs of the cache.
    pub cache_vectors: u32,
    /// Address of EV 0 on the SSD.
    pub ssd_base: u64,
    /// EVs of the SSD.
    pub ssd_vectors: u64,
    /// HPA of the mailbox.
    pub mailbox_base: u64,
    /// Lines of the mailbox, a power of two: so a line keeps its place when its number wraps.
    pub mailbox_lines: u32,
}

/// The error that a register would be set to what it cannot hold.
pub(super) fn wrong(register: &'static Register, value: u64, problem: impl Into<String>) -> SmartSsdError {
    SmartSsdError::Setting { register: register.name, value, problem: problem.into() }
}

/// Whether an HPA can be one, and is the address of a line.
pub(super) fn check_line_address(register: &'static Register, address: u64) -> Result<(), SmartSsdError> {
    if !address.is_multiple_of(LINE_BYTES) {
        return Err(wrong(register, address, format!("take a multiple of {LINE_BYTES}")));
    }
    if address & !register.mask() != 0 {
        return Err(wrong(register, address, format!("take an address of {} bits", register.width)));
    }
    Ok(())
}

impl Configuration {
    /// The settings, if the device would take them.
    pub(super) fn settings(&self, capabilities: &Capabilities) -> Result<[(&'static Register, u64); 8], SmartSsdError> {
        let Self { hdm_base, tx_bytes, cache_base, cache_vectors, ssd_base, ssd_vectors, mailbox_base, mailbox_lines } =
            *self;
        let (bytes, dram) = (capabilities.vector_bytes(), capabilities.dram_bytes);
        check_line_address(&registers::HDM_BASE, hdm_base)?;
        check_line_address(&registers::MAILBOX_BASE, mailbox_base)?;
        for (register, value) in
            [(&registers::TX_BYTES, tx_bytes), (&registers::CACHE_BASE, cache_base), (&registers::SSD_BASE, ssd_base)]
        {
            if !value.is_multiple_of(bytes) {
                return Err(wrong(register, value, format!("take a multiple of {bytes}, the bytes of an EV")));
            }
        }
        if ssd_base & !registers::SSD_BASE.mask() != 0 {
            let problem = format!("take an address of {} bits", registers::SSD_BASE.width);
            return Err(wrong(&registers::SSD_BASE, ssd_base, problem));
        }
        if tx_bytes & !registers::TX_BYTES.mask() != 0 || tx_bytes.saturating_mul(2) > dram {
            return Err(wrong(
                &registers::TX_BYTES,
                tx_bytes,
                format!("two TX buffers of so many bytes are more than the DRAM's {dram:#x}; take smaller ones"),
            ));
        }
        if cache_base < 2 * tx_bytes {
            let problem = format!("the TX buffers end at {:#x}; let the cache begin there", 2 * tx_bytes);
            return Err(wrong(&registers::CACHE_BASE, cache_base, problem));
        }
        if cache_base > registers::CACHE_BASE.mask() {
            return Err(wrong(&registers::CACHE_BASE, cache_base, format!("the DRAM has {dram:#x} bytes")));
        }
        let room = dram.saturating_sub(cache_base) / bytes;
        if u64::from(cache_vectors) > room {
            let problem = format!("from {cache_base:#x} on, the DRAM holds {room} EVs; take no more");
            return Err(wrong(&registers::CACHE_VECTORS, cache_vectors.into(), problem));
        }
        let end = ssd_vectors.checked_mul(bytes).and_then(|length| ssd_base.checked_add(length));
        if ssd_vectors > 1 << SSD_VECTOR_BITS || end.is_none() {
            let problem = format!("movements number {} EVs, within 64 bits of address", 1u64 << SSD_VECTOR_BITS);
            return Err(wrong(&registers::SSD_VECTORS, ssd_vectors, problem));
        }
        if !mailbox_lines.is_power_of_two() {
            return Err(wrong(&registers::MAILBOX_LINES, mailbox_lines.into(), "take a power of two"));
        }
        let end = mailbox_base + u64::from(mailbox_lines) * LINE_BYTES;
        if end > registers::MAILBOX_BASE.mask() {
            return Err(wrong(&registers::MAILBOX_LINES, mailbox_lines.into(), "the mailbox leaves host memory"));
        }
        Ok([
            (&registers::TX_BYTES, tx_bytes),
            (&registers::CACHE_BASE, cache_base),
            (&registers::CACHE_VECTORS, cache_vectors.into()),
            (&registers::SSD_BASE, ssd_base),
            (&registers::SSD_VECTORS, ssd_vectors),
            (&registers::MAILBOX_BASE, mailbox_base),
            (&registers::MAILBOX_LINES, mailbox_lines.into()),
            // Bit 0: the TX buffers are served, now that they are where they belong.
            (&registers::HDM_BASE, hdm_base | 1),
        ])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILT: Capabilities = Capabilities { banks: 2, elements: 16, dram_bytes: registers::DRAM_BYTES };

    #[test]
    fn settings_that_do_not_fit_are_named() {
        let right = Configuration {
            hdm_base: 1 << 40,
            tx_bytes: 1 << 12,
            cache_base: 1 << 13,
            cache_vectors: 100,
            ssd_base: 0,
            ssd_vectors: 1000,
            mailbox_base: 1 << 20,
            mailbox_lines: 8,
        };
        assert!(right.settings(&BUILT).is_ok());
        let wrong = [
            ("HDM_BASE", Configuration { hdm_base: 1, ..right }),
            ("HDM_BASE", Configuration { hdm_base: 1 << 52, ..right }),
            ("MAILBOX_BASE", Configuration { mailbox_base: 32, ..right }),
            ("TX_BYTES", Configuration { tx_bytes: 100, ..right }),
            ("TX_BYTES", Configuration { tx_bytes: 1 << 32, ..right }),
            ("TX_BYTES", Configuration { tx_bytes: 1 << 63, ..right }),
            ("CACHE_BASE", Configuration { cache_base: (1 << 13) - 64, ..right }),
            ("CACHE_BASE", Configuration { cache_base: 1 << 40, ..right }),
            ("CACHE_VECTORS", Configuration { cache_vectors: u32::MAX, ..right }),
            ("SSD_BASE", Configuration { ssd_base: 8, ..right }),
            ("SSD_VECTORS", Configuration { ssd_vectors: (1 << 40) + 1, ..right }),
            ("SSD_BASE", Configuration { ssd_base: !63, ..right }),
            ("MAILBOX_LINES", Configuration { mailbox_lines: 0, ..right }),
            ("MAILBOX_LINES", Configuration { mailbox_lines: 6, ..right }),
            ("MAILBOX_LINES", Configuration { mailbox_base: (1 << 52) - 64, ..right }),
        ];
        for (name, configuration) in wrong {
            let error = configuration.settings(&BUILT).expect_err(name).to_string();
            assert!(error.starts_with(&format!("{name} would be ")), "{name}: {error}");
        }
    }
}
