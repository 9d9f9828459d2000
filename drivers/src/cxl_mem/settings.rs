//! What the settings of a device hold.

use emberlane_registers::{REGISTER_BYTES, Register, cxl_mem as registers};

use super::write_list::WriteList;

/// What each register was last written with, so that a job writes only what changed.
#[derive(Debug)]
pub(super) struct Settings {
    written: Vec<Option<u64>>,
}

fn slot(offset: u64) -> usize {
    (offset / REGISTER_BYTES) as usize
}

impl Settings {
    /// Nothing is known.
    pub(super) fn unknown() -> Self {
        Self { written: vec![None; slot(registers::MAP.bytes)] }
    }

    /// Sets a register, unless it holds `value`; says whether it did not.
    pub(super) fn set(&mut self, register: &Register, value: u64, list: &mut WriteList) -> bool {
        let written = self.written.get_mut(slot(register.offset));
        if written.as_deref() == Some(&Some(value)) {
            return false;
        }
        list.register(register, value);
        if let Some(written) = written {
            *written = Some(value);
        }
        true
    }

    /// What a register was last written with; 0 where that is not known.
    pub(super) fn last(&self, register: &Register) -> u64 {
        self.written.get(slot(register.offset)).copied().flatten().unwrap_or(0)
    }

    /// A register may hold anything.
    pub(super) fn forget(&mut self, offset: u64) {
        if let Some(written) = self.written.get_mut(slot(offset)) {
            *written = None;
        }
    }
}
