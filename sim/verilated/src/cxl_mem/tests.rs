//! What holds for the RTL device whatever jobs it runs; jobs are tested through the driver, in the workspace's `tests`.

use emberlane_registers::Access;
use emberlane_registers::cxl_mem::{
    BAG_COUNT, CAPABILITIES, CHANNELS, CYCLES, DATA_BASE, DOORBELL, IDENTITY, IDENTITY_VALUE, PERSISTENT_BYTES,
    REGISTERS,
};
use proptest::prelude::*;

use super::*;

fn device(channels: usize, profile: StallProfile, seed: u64) -> RtlCxlMem {
    RtlCxlMem::builder().channels(channels).stalls(profile).seed(seed).build().unwrap()
}

#[test]
fn both_designs_say_what_they_are() {
    for channels in [1, 4] {
        for profile in [StallProfile::None, StallProfile::Random, StallProfile::Heavy] {
            let mut device = device(channels, profile, 3);
            assert_eq!(device.mmio_read(IDENTITY.offset).unwrap(), IDENTITY_VALUE);
            let capabilities = device.mmio_read(CAPABILITIES.offset).unwrap();
            assert_eq!(CHANNELS.get(capabilities), channels as u64);
            assert_eq!(device.mmio_read(PERSISTENT_BYTES.offset).unwrap(), channels as u64 * CHANNEL_BYTES);
        }
    }
}

#[test]
fn settings_keep_their_bits() {
    let mut device = device(1, StallProfile::Random, 11);
    let settings = || REGISTERS.iter().filter(|register| register.access == Access::ReadWrite);
    let value = |offset: u64| 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(offset + 1);
    for register in settings() {
        assert_eq!(device.mmio_read(register.offset).unwrap(), register.reset, "{}", register.name);
        device.mmio_write(register.offset, value(register.offset)).unwrap();
    }
    for register in settings() {
        let read = device.mmio_read(register.offset).unwrap();
        assert_eq!(read, value(register.offset) & register.mask(), "{}", register.name);
    }
}

#[test]
fn offsets_without_a_register_are_refused() {
    let mut device = device(1, StallProfile::None, 0);
    // Past the registers, and misaligned.
    for offset in [MAP.bytes, u64::MAX, 4, DATA_BASE.offset + 1] {
        assert!(matches!(device.mmio_read(offset), Err(TransportError::NoRegister { .. })), "read {offset:#x}");
        assert!(matches!(device.mmio_write(offset, 1), Err(TransportError::NoRegister { .. })), "write {offset:#x}");
    }
    // Inside the region, where no register is.
    assert_eq!(device.mmio_read(0xff8).unwrap(), 0);
    assert!(matches!(device.mmio_write(0xff8, 1), Err(TransportError::NoRegister { .. })));
    assert_eq!(device.mmio_read(IDENTITY.offset).unwrap(), IDENTITY_VALUE, "the device goes on");
}

#[test]
fn time_passes_where_the_clock_runs() {
    let mut device = device(1, StallProfile::None, 0);
    let start = device.cycles();
    assert_eq!(device.time(), start * 4000);
    device.memory_write(0, &[1; 100_000]).unwrap();
    assert_eq!(device.cycles(), start);
    let first = device.mmio_read(CYCLES.offset).unwrap();
    let begin = device.cycles();
    device.run(1000).unwrap();
    let second = device.mmio_read(CYCLES.offset).unwrap();
    // The two reads take equally long.
    assert_eq!(second - first, device.cycles() - begin);
    assert!(matches!(device.wait_interrupt(50), Err(TransportError::Timeout { cycles: 50, .. })));
}

#[test]
fn the_same_seed_gives_the_same_cycles() {
    let run = |seed| {
        let mut device = device(4, StallProfile::Heavy, seed);
        for value in 0..50 {
            device.mmio_write(BAG_COUNT.offset, value).unwrap();
            assert_eq!(device.mmio_read(BAG_COUNT.offset).unwrap(), value);
        }
        device.cycles()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn a_bad_number_of_channels_names_the_good_ones() {
    let error = RtlCxlMem::builder().channels(3).build().err().unwrap();
    assert_eq!(error.to_string(), "there is no CXL-MEM with 3 channels; there are designs with 4 and 1");
}

#[test]
fn memory_ends_where_the_registers_say() {
    let mut device = device(4, StallProfile::None, 0);
    let bytes = 4 * CHANNEL_BYTES;
    let scratchpad = SCRATCHPAD_BASE + SCRATCHPAD_BYTES;
    for (end, base) in [(bytes, 0), (scratchpad, SCRATCHPAD_BASE)] {
        device.memory_write(end - 3, &[7; 3]).unwrap();
        device.memory_write(end, &[]).unwrap();
        assert!(matches!(device.memory_write(end - 3, &[7; 4]), Err(TransportError::NoMemory { .. })));
        assert!(matches!(device.memory_read(end, &mut [0]), Err(TransportError::NoMemory { .. })));
        device.memory_read(base, &mut [0]).unwrap();
    }
    assert!(device.memory_read(SCRATCHPAD_BASE - 1, &mut [0]).is_err());
    assert!(device.memory_read(u64::MAX, &mut [0; 64]).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Device addresses interleave over the channels at 256 bytes, and what is written is read back.
    #[test]
    fn memory_is_interleaved(channels in prop_oneof![Just(1usize), Just(4)], address in 0u64..1 << 39, length in 1usize..3000) {
        let mut device = device(channels, StallProfile::None, 0);
        let bytes: Vec<u8> = (0..length).map(|index| (index * 7 + index / 256) as u8).collect();
        device.memory_write(address, &bytes).unwrap();
        let mut back = vec![0; length];
        device.memory_read(address, &mut back).unwrap();
        prop_assert_eq!(&back, &bytes);
        for (index, byte) in bytes.iter().enumerate() {
            let at = address + index as u64;
            let mut there = [0];
            let channel = at / 256 % channels as u64;
            device.channels[channel as usize].memory.read(at / 256 / channels as u64 * 256 + at % 256, &mut there);
            prop_assert_eq!(there[0], *byte);
        }
    }
}

#[test]
fn a_waveform_covers_its_window_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let size = |cycles: Range<u64>| {
        let path = folder.path().join(format!("{}_{}.fst", cycles.start, cycles.end));
        let mut device = RtlCxlMem::builder().channels(1).waveform(&path, cycles).build().unwrap();
        device.run(3000).unwrap();
        drop(device);
        std::fs::metadata(&path).unwrap().len()
    };
    let (none, some, many) = (size(5000..6000), size(100..200), size(100..2000));
    assert_eq!(none, 0);
    assert!(some > 0 && many > some, "{some} {many}");
    let error = RtlCxlMem::builder().channels(1).waveform(folder.path().join("no/such/folder"), 0..1).build();
    assert!(matches!(error, Err(BuildError::Model(ModelError::Waveform { .. }))));
}

#[test]
fn devices_do_not_disturb_each_other() {
    let mut devices: Vec<_> = (0..3).map(|seed| device(1, StallProfile::Random, seed)).collect();
    for (value, device) in devices.iter_mut().enumerate() {
        device.mmio_write(DATA_BASE.offset, value as u64 * 64).unwrap();
        device.memory_write(0, &[value as u8]).unwrap();
    }
    devices.remove(1);
    for (value, device) in [0, 2].into_iter().zip(&mut devices) {
        assert_eq!(device.mmio_read(DATA_BASE.offset).unwrap(), value * 64);
        let mut byte = [0];
        device.memory_read(0, &mut byte).unwrap();
        assert_eq!(u64::from(byte[0]), value);
    }
}

#[test]
fn a_doorbell_that_means_nothing_raises_the_interrupt() {
    let mut device = device(1, StallProfile::Random, 5);
    device.mmio_write(DOORBELL.offset, 99).unwrap();
    device.wait_interrupt(10_000).unwrap();
    assert!(device.interrupt());
}

#[test]
fn a_reset_clears_registers_and_keeps_memory() {
    let mut device = device(1, StallProfile::Random, 6);
    device.mmio_write(DATA_BASE.offset, 4096).unwrap();
    device.mmio_write(DOORBELL.offset, 99).unwrap();
    device.wait_interrupt(10_000).unwrap();
    device.memory_write(100, &[1, 2, 3]).unwrap();
    device.reset().unwrap();
    assert!(!device.interrupt());
    assert_eq!(device.mmio_read(DATA_BASE.offset).unwrap(), DATA_BASE.reset);
    let mut bytes = [0; 3];
    device.memory_read(100, &mut bytes).unwrap();
    assert_eq!(bytes, [1, 2, 3]);
}

/// The monitors that are bound to the design see what its bench does, too.
#[test]
fn a_rule_of_a_bus_that_is_broken_is_an_error_that_says_which() {
    let mut model = crate::Model::new("cxl_mem_c1", 7).unwrap();
    let input = |model: &crate::Model, name: &str, width: u32| model.input(name, width).unwrap();
    let (reset, valid) = (input(&model, "reset", 1), input(&model, "cxl_mem_m2s_req_valid", 1));
    let opcode = input(&model, "cxl_mem_m2s_req_opcode", 4);
    model.set(reset, 1);
    for _ in 0..32 {
        model.step().unwrap();
    }
    model.set(reset, 0);
    model.set(opcode, 5);
    model.step().unwrap();
    model.set(valid, 1);
    let error = model.step().unwrap_err().to_string();
    let expected = "monitor cxl_mem.M2S Req, cycle 33: OPCODE: expected an opcode that is not reserved, found 5";
    assert!(error.contains(expected), "{error}");
}
