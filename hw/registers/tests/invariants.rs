//! What every register map has to keep to.

use emberlane_registers::{
    Access, REGISTER_BYTES,
    cxl_mem::{self, Command, ErrorCode, Pooling},
    export::DEVICES,
};
use std::collections::HashSet;

fn is_upper_snake(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

#[test]
fn offsets_ascend_are_aligned_and_lie_in_the_region() {
    for device in DEVICES {
        let map = device.map;
        assert!(map.bytes.is_power_of_two(), "{}", map.name);
        for register in map.registers {
            assert!(register.offset.is_multiple_of(REGISTER_BYTES), "{}", register.name);
            assert!(register.offset + REGISTER_BYTES <= map.bytes, "{}", register.name);
        }
        for pair in map.registers.windows(2) {
            assert!(pair[0].offset + REGISTER_BYTES <= pair[1].offset, "{} and {}", pair[0].name, pair[1].name);
        }
    }
}

#[test]
fn names_are_upper_snake_and_unique() {
    for device in DEVICES {
        let mut names = HashSet::new();
        for register in device.map.registers {
            assert!(is_upper_snake(register.name), "{}", register.name);
            assert!(names.insert(register.name), "{} is there twice", register.name);
            assert!(!register.description.is_empty(), "{}", register.name);
            let mut fields = HashSet::new();
            for field in register.fields {
                assert!(is_upper_snake(field.name), "{}.{}", register.name, field.name);
                assert!(fields.insert(field.name), "{}.{} is there twice", register.name, field.name);
                assert!(!field.description.is_empty(), "{}.{}", register.name, field.name);
            }
        }
    }
}

#[test]
fn widths_hold_fields_and_reset_values() {
    for register in DEVICES.iter().flat_map(|device| device.map.registers) {
        assert!((1..=64).contains(&register.width), "{}", register.name);
        assert_eq!(register.reset & !register.mask(), 0, "{}: reset value", register.name);
        if register.access == Access::WriteOnly {
            assert_eq!(register.reset, 0, "{} reads as zero", register.name);
        }
        let mut used = 0u64;
        for field in register.fields {
            assert!(field.width >= 1 && field.lsb + field.width <= register.width, "{}.{}", register.name, field.name);
            let bits = field.place(u64::MAX);
            assert_eq!(bits.count_ones(), field.width, "{}.{}", register.name, field.name);
            assert_eq!(used & bits, 0, "{}.{} overlaps another field", register.name, field.name);
            assert_eq!(field.get(bits), u64::MAX >> (64 - field.width), "{}.{}", register.name, field.name);
            used |= bits;
        }
    }
}

#[test]
fn registers_are_found_by_offset_and_by_name() {
    for device in DEVICES {
        for register in device.map.registers {
            assert_eq!(device.map.at(register.offset), Some(register));
            assert_eq!(device.map.at(register.offset + 1), None);
            assert_eq!(device.map.named(register.name), Some(register));
        }
        assert_eq!(device.map.at(device.map.bytes), None);
        assert_eq!(device.map.named("NO_SUCH_REGISTER"), None);
    }
}

#[test]
fn numbers_with_a_name_fit_their_register_and_are_apart() {
    for enumeration in DEVICES.iter().flat_map(|device| device.enumerations) {
        let register = enumeration.register;
        let mut seen = HashSet::new();
        for value in enumeration.values {
            assert_eq!(value.value & !register.mask(), 0, "{}: {}", register.name, value.name);
            assert!(seen.insert(value.value), "{}: {} is there twice", register.name, value.value);
            assert!(!value.description.is_empty(), "{}: {}", register.name, value.name);
        }
    }
}

#[test]
fn enumerations_of_cxl_mem_convert_both_ways() {
    assert!(ErrorCode::ALL.iter().all(|&code| ErrorCode::from_value(code as u64) == Some(code)));
    assert!(Command::ALL.iter().all(|&command| Command::from_value(command as u64) == Some(command)));
    assert!(Pooling::ALL.iter().all(|&pooling| Pooling::from_value(pooling as u64) == Some(pooling)));
    // Zero is no error, and no command.
    assert_eq!((ErrorCode::from_value(0), Command::from_value(0)), (None, None));
    assert_eq!(ErrorCode::from_value(ErrorCode::ALL.len() as u64 + 1), None);
}

#[test]
fn every_channel_has_its_counters() {
    for channel in 0..cxl_mem::MAX_CHANNELS {
        let name = |offset| cxl_mem::MAP.at(offset).map(|register| register.name);
        assert_eq!(name(cxl_mem::channel_reads(channel)), Some(format!("CHANNEL_{channel}_READS").as_str()));
        assert_eq!(name(cxl_mem::channel_writes(channel)), Some(format!("CHANNEL_{channel}_WRITES").as_str()));
    }
    assert_eq!(cxl_mem::MAP.at(cxl_mem::channel_reads(cxl_mem::MAX_CHANNELS)), None);
}

#[test]
fn the_identity_spells_the_device() {
    assert_eq!(&cxl_mem::IDENTITY_VALUE.to_be_bytes(), b"EMBERCXL");
}
