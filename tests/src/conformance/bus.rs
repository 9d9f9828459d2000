//! Registers and memory as the host sees them, without a job.

use super::discover;
use emberlane_drivers::{Command, CxlMem, ErrorCode, Transport, TransportError};
use emberlane_registers::{Access, REGISTER_BYTES, cxl_mem as registers};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Cycles after which an interrupt that should not come has not come.
const QUIET_CYCLES: u64 = 200;

/// Reads and writes every register, and memory up to its edges.
///
/// # Panics
/// Where the device differs from the register table or the memory map.
pub fn bus<T: Transport>(transport: T, seed: u64) {
    let mut device = discover(transport);
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    settings(&mut device, &mut random);
    fixed_registers(&mut device);
    absent_registers(&mut device, &mut random);
    doorbells(&mut device);
    memory(&mut device, &mut random);
}

/// What a setting was written with, cut to its width, is what it reads.
fn settings<T: Transport>(device: &mut CxlMem<T>, random: &mut Pcg64Mcg) {
    let settings = || registers::REGISTERS.iter().filter(|register| register.access == Access::ReadWrite);
    for _ in 0..4 {
        let values: Vec<u64> = settings().map(|_| random.random()).collect();
        for (register, &value) in settings().zip(&values) {
            device.transport_mut().mmio_write(register.offset, value).expect(register.name);
        }
        for (register, value) in settings().zip(values) {
            let found = device.transport_mut().mmio_read(register.offset).expect(register.name);
            assert_eq!(found, value & register.mask(), "{}", register.name);
        }
    }
}

/// Read-only registers hold their value against a write; write-only ones read zero.
fn fixed_registers<T: Transport>(device: &mut CxlMem<T>) {
    let present = registers::channel_reads(u64::from(device.capabilities().channels));
    for register in registers::REGISTERS.iter().filter(|register| register.offset < present) {
        let transport = device.transport_mut();
        match register.access {
            Access::ReadOnly => {
                let before = transport.mmio_read(register.offset).expect(register.name);
                no_register(transport.mmio_write(register.offset, !before), register.name);
                let after = transport.mmio_read(register.offset).expect(register.name);
                // Only this one moves by itself.
                if register.offset != registers::CYCLES.offset {
                    assert_eq!(after, before, "{} took a write", register.name);
                }
            }
            Access::WriteOnly => {
                assert_eq!(transport.mmio_read(register.offset).expect(register.name), 0, "{}", register.name);
            }
            Access::ReadWrite => {}
        }
    }
}

/// Where there is no register, nothing takes a write, and a read of a whole place gives zero.
fn absent_registers<T: Transport>(device: &mut CxlMem<T>, random: &mut Pcg64Mcg) {
    let channels = u64::from(device.capabilities().channels);
    let present = |offset| offset < registers::channel_reads(channels) && registers::MAP.at(offset).is_some();
    let misaligned = (0..64).map(|_| random.random_range(0..registers::MAP.bytes));
    let aligned = (0..registers::MAP.bytes).step_by(REGISTER_BYTES as usize);
    let beyond = [registers::MAP.bytes, registers::MAP.bytes + registers::STATUS.offset, u64::MAX - 7];
    for offset in misaligned.chain(aligned).chain(beyond).filter(|&offset| !present(offset)) {
        let read = device.transport_mut().mmio_read(offset);
        if registers::MAP.has_place(offset) {
            assert_eq!(read.expect("a place in the registers"), 0, "{offset:#x}");
        } else {
            no_register(read, &format!("{offset:#x}"));
        }
        no_register(device.transport_mut().mmio_write(offset, 1), &format!("{offset:#x}"));
    }
}

fn no_register<V: std::fmt::Debug>(result: Result<V, TransportError>, what: &str) {
    assert!(matches!(result, Err(TransportError::NoRegister { .. })), "{what}: {result:?}");
}

/// A doorbell that is no command fails; while that is not cleared, every doorbell is ignored.
fn doorbells<T: Transport>(device: &mut CxlMem<T>) {
    let transport = device.transport_mut();
    let mut read =
        |register: &emberlane_registers::Register| transport.mmio_read(register.offset).expect(register.name);
    assert_eq!(read(&registers::STATUS), 0);
    let quiet = |transport: &mut T| {
        let waited = transport.wait_interrupt(QUIET_CYCLES);
        assert!(matches!(waited, Err(TransportError::Timeout { .. })), "{waited:?}");
    };
    quiet(device.transport_mut());
    // Only the low bits within the register's width count.
    let above = Command::ALL.len() as u64 + 1;
    for (written, position) in [(0, 0), (above, above), (0xff, 0xff), (0x1234_5678_0000_ff77, 0x77)] {
        let transport = device.transport_mut();
        let state = |transport: &mut T| {
            [registers::STATUS, registers::ERROR, registers::ERROR_POSITION]
                .map(|register| transport.mmio_read(register.offset).expect(register.name))
        };
        let failed = [registers::FAILED.place(1), ErrorCode::UnknownCommand as u64, position];
        transport.mmio_write(registers::DOORBELL.offset, written).expect("DOORBELL");
        transport.wait_interrupt(QUIET_CYCLES).expect("a failure interrupts");
        assert_eq!(state(transport), failed, "doorbell {written:#x}");
        for ignored in [1, 2, 3, 4, 5, 6, 99] {
            transport.mmio_write(registers::DOORBELL.offset, ignored).expect("DOORBELL");
            assert_eq!(state(transport), failed, "doorbell {ignored} after a failure");
        }
        transport.mmio_write(registers::CLEAR.offset, registers::CLEAR_COUNTERS.place(1)).expect("CLEAR");
        assert_eq!(state(transport), failed, "clearing counters clears no failure");
        transport.mmio_write(registers::CLEAR.offset, registers::CLEAR_STATUS.place(1)).expect("CLEAR");
        assert_eq!(state(transport), [0; 3], "after clear");
        quiet(transport);
    }
}

/// Memory keeps what it is given, up to its edges and across channels; beyond them there is none.
fn memory<T: Transport>(device: &mut CxlMem<T>, random: &mut Pcg64Mcg) {
    let capabilities = *device.capabilities();
    let (base, bytes) = (capabilities.scratchpad_base, capabilities.scratchpad_bytes);
    let transport = device.transport_mut();
    let mut written = Vec::new();
    let edges = [(0, 3000), (capabilities.persistent_bytes - 3000, 3000), (base, 3000), (base + bytes - 3000, 3000)];
    let inside = (0..20).map(|_| (random.random_range(1 << 20..capabilities.persistent_bytes - (1 << 20)), 1500));
    for (address, length) in edges.into_iter().chain(inside) {
        let pattern: Vec<u8> = (0..length).map(|at| (address + at * 7) as u8 ^ (at >> 8) as u8).collect();
        transport.memory_write(address, &pattern).expect("inside memory");
        written.push((address, pattern));
    }
    for (address, pattern) in written {
        let mut found = vec![0; pattern.len()];
        transport.memory_read(address, &mut found).expect("inside memory");
        assert_eq!(found, pattern, "at DPA {address:#x}");
    }
    for (address, length) in [
        (capabilities.persistent_bytes, 1),
        (capabilities.persistent_bytes - 10, 11),
        (base - 1, 2),
        (base + bytes - 5, 6),
        (base + bytes, 1),
        (u64::MAX - 3, 8),
    ] {
        let mut buffer = vec![0; length];
        let read = transport.memory_read(address, &mut buffer);
        assert!(matches!(read, Err(TransportError::NoMemory { .. })), "{address:#x}, {length} bytes: {read:?}");
        let write = transport.memory_write(address, &buffer);
        assert!(matches!(write, Err(TransportError::NoMemory { .. })), "{address:#x}, {length} bytes: {write:?}");
    }
}
