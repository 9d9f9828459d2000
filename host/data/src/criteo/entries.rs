//! Records in few bytes, for the cache.
//!
//! An entry is a byte of flags, two masks of the fields that are there, the integers as variable-length numbers and the
//! categories as 32 bits each; or [`LEFT_OUT`] and how many malformed lines were left out there.

use emberlane_experiment::{CRITEO_CATEGORIES, CRITEO_INTEGERS};

use super::reader::Item;
use super::record::CriteoRecord;

const CLICK: u8 = 1;
const NUMBERED: u8 = 2;
const PADDED: u8 = 4;
const LEFT_OUT: u8 = 0xff;

/// Appends a record.
pub(super) fn push_record(bytes: &mut Vec<u8>, record: &CriteoRecord, padded: bool) {
    let flag = |set: bool, flag: u8| if set { flag } else { 0 };
    bytes.push(flag(record.click, CLICK) | flag(record.numbered, NUMBERED) | flag(padded, PADDED));
    bytes.extend((mask(record.integers.iter().map(Option::is_some)) as u16).to_le_bytes());
    bytes.extend(mask(record.categories.iter().map(Option::is_some)).to_le_bytes());
    for integer in record.integers.iter().flatten() {
        // Small numbers of either sign become small numbers.
        push_number(bytes, ((integer << 1) ^ (integer >> 63)).cast_unsigned());
    }
    record.categories.iter().flatten().for_each(|category| bytes.extend(category.to_le_bytes()));
}

/// Appends how many malformed lines were left out.
pub(super) fn push_left_out(bytes: &mut Vec<u8>, lines: u64) {
    bytes.push(LEFT_OUT);
    push_number(bytes, lines);
}

fn mask(bits: impl Iterator<Item = bool>) -> u32 {
    bits.enumerate().map(|(bit, is_set)| u32::from(is_set) << bit).sum()
}

fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes the entry in front of `bytes`; `None`: it is none.
pub(super) fn take(bytes: &mut &[u8]) -> Option<Item> {
    let flags = take_bytes::<1>(bytes)?[0];
    if flags == LEFT_OUT {
        return Some(Item::LeftOut(take_number(bytes)?));
    }
    let integers_there = u16::from_le_bytes(take_bytes(bytes)?);
    let categories_there = u32::from_le_bytes(take_bytes(bytes)?);
    let mut integers = [None; CRITEO_INTEGERS];
    for (i, integer) in integers.iter_mut().enumerate() {
        if integers_there >> i & 1 == 1 {
            let number = take_number(bytes)?;
            *integer = Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed());
        }
    }
    let mut categories = [None; CRITEO_CATEGORIES];
    for (i, category) in categories.iter_mut().enumerate() {
        if categories_there >> i & 1 == 1 {
            *category = Some(u32::from_le_bytes(take_bytes(bytes)?));
        }
    }
    let record = CriteoRecord { click: flags & CLICK != 0, integers, categories, numbered: flags & NUMBERED != 0 };
    Some(Item::Record { record, padded: flags & PADDED != 0 })
}

fn take_bytes<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let [byte] = take_bytes(bytes)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn entries_come_back(
            click: bool,
            numbered: bool,
            padded: bool,
            integers: [Option<i64>; CRITEO_INTEGERS],
            categories: [Option<u32>; CRITEO_CATEGORIES],
            lines: u64,
        ) {
            let record = CriteoRecord { click, integers, categories, numbered };
            let mut bytes = Vec::new();
            push_left_out(&mut bytes, lines);
            push_record(&mut bytes, &record, padded);
            let mut left = &*bytes;
            let is_left_out = matches!(take(&mut left), Some(Item::LeftOut(found)) if found == lines);
            prop_assert!(is_left_out);
            let Some(Item::Record { record: found, padded: found_padded }) = take(&mut left) else { panic!("no record") };
            prop_assert_eq!((found, found_padded), (record, padded));
            prop_assert!(left.is_empty());
        }

        #[test]
        fn nothing_is_read_behind_the_end(bytes: Vec<u8>) {
            let mut left = &*bytes;
            while !left.is_empty() && take(&mut left).is_some() {}
        }
    }
}
