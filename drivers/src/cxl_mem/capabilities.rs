//! What a device was built with.

use emberlane_registers::cxl_mem::{LINE_BYTES, LINE_ELEMENTS, MAX_CHANNELS, MAX_VECTOR_LENGTH, MIN_VECTOR_LENGTH};

/// What a device was built with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// Interface version: major, minor.
    pub version: (u32, u32),
    /// Memory channels.
    pub channels: u32,
    /// Longest vector, FP32 elements.
    pub longest_vector: u32,
    /// Bytes of persistent memory, from DPA 0.
    pub persistent_bytes: u64,
    /// DPA of the scratchpad.
    pub scratchpad_base: u64,
    /// Bytes of scratchpad.
    pub scratchpad_bytes: u64,
}

impl Capabilities {
    /// Whether such a device can be; if not, what cannot be about it.
    pub(super) fn check(&self) -> Result<(), String> {
        let Capabilities { channels, longest_vector, persistent_bytes, scratchpad_base, scratchpad_bytes, .. } = *self;
        if channels == 0 || u64::from(channels) > MAX_CHANNELS {
            return Err(format!("{channels} memory channels"));
        }
        let length = u64::from(longest_vector);
        if !length.is_multiple_of(LINE_ELEMENTS) || !(MIN_VECTOR_LENGTH..=MAX_VECTOR_LENGTH).contains(&length) {
            return Err(format!("a longest vector of {longest_vector} elements"));
        }
        let end = scratchpad_base.checked_add(scratchpad_bytes);
        if !scratchpad_base.is_multiple_of(LINE_BYTES) || scratchpad_base < persistent_bytes || end.is_none() {
            return Err(format!(
                "{persistent_bytes} bytes of persistent memory and {scratchpad_bytes} bytes of scratchpad at DPA {scratchpad_base:#x}"
            ));
        }
        Ok(())
    }
}
