//! Counters of a device.

use super::*;
use crate::counters::Counters;

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
    Counters::new(device::counters(&capabilities(channels)).zip(first..).collect())
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
