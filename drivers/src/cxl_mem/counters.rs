//! A reading of the device's counters.

use super::Capabilities;
use emberlane_registers::{Register, cxl_mem as registers};

/// What the counters read at one moment, in the order of the register table.
///
/// Their names are the registers' names in lower case (`busy_cycles`, `channel_0_reads`, ...). Channels that the device
/// does not have are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counters {
    values: Vec<(&'static Register, u64)>,
}

impl Counters {
    /// The counters of a device: the end of the register table, from `CYCLES` on.
    pub(super) fn registers(capabilities: &Capabilities) -> impl Iterator<Item = &'static Register> {
        let first_absent = registers::channel_reads(u64::from(capabilities.channels));
        registers::REGISTERS
            .iter()
            .filter(move |register| register.offset >= registers::CYCLES.offset && register.offset < first_absent)
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    fn capabilities(channels: u32) -> Capabilities {
        Capabilities {
            version: (1, 0),
            channels,
            longest_vector: 256,
            persistent_bytes: 1 << 40,
            scratchpad_base: 1 << 51,
            scratchpad_bytes: 1 << 32,
        }
    }

    fn reading(channels: u32, first: u64) -> Counters {
        Counters::new(Counters::registers(&capabilities(channels)).zip(first..).collect())
    }

    #[test]
    fn names_come_from_the_table_and_absent_channels_are_left_out() {
        let names: Vec<String> = reading(1, 0).iter().map(|(name, _)| name).collect();
        assert_eq!(names.first().map(String::as_str), Some("cycles"));
        assert_eq!(names.last().map(String::as_str), Some("channel_0_writes"));
        assert_eq!(reading(4, 0).iter().last().unwrap().0, "channel_3_writes");
    }

    #[test]
    fn differences_are_taken_counter_by_counter() {
        let difference = reading(2, 105).since(&reading(2, 5));
        assert!(difference.iter().all(|(_, value)| value == 100));
        assert_eq!(difference.get(&registers::LOOKUPS), Some(100));
        assert_eq!(difference.get(&registers::STATUS), None);
    }
}
