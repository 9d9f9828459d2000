//! A reading of a device's counters.

use emberlane_registers::Register;

/// What the counters read at one moment, in the order of the register table.
///
/// Their names are the registers' names in lower case (`busy_cycles`, `channel_0_reads`, ...). Channels that the device
/// does not have are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    values: Vec<(&'static Register, u64)>,
}

impl Counters {
    pub(crate) fn new(values: Vec<(&'static Register, u64)>) -> Self {
        Self { values }
    }

    /// Names and values.
    pub fn iter(&self) -> impl Iterator<Item = (String, u64)> + '_ {
        self.values.iter().map(|(register, value)| (register.name.to_ascii_lowercase(), *value))
    }

    /// The value of one counter; `None` if the register is no counter of this device.
    #[must_use]
    pub fn get(&self, register: &Register) -> Option<u64> {
        self.values.iter().find(|(each, _)| each.offset == register.offset).map(|&(_, value)| value)
    }

    /// What was counted between `earlier` and this reading of the same device. Wraps as the hardware does.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let difference = |&(register, value): &(&'static Register, u64)| {
            (register, value.wrapping_sub(earlier.get(register).unwrap_or(0)))
        };
        Self { values: self.values.iter().map(difference).collect() }
    }
}
