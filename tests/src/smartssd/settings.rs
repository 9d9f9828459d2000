//! Settings that a host writes while an iteration is under way.

use super::{Bench, Size, Trainer};
use emberlane_drivers::TransportError;
use emberlane_drivers::smartssd::{MovementPlan, SmartSsd};
use emberlane_registers::Register;
use emberlane_registers::smartssd::{self as registers, BUSY, Command, DONE, FAILED, NEW_BUFFER};

/// Cycles in which an iteration of nothing ends.
const CYCLES: u64 = 10_000;

/// While an iteration is under way the host reads the outputs of the one before where they were when the doorbell rang,
/// whatever it writes to the settings of the next one; when none is under way, where the settings say.
///
/// # Panics
/// If not.
pub fn buffers_stay<T: Bench>(device: T, seed: u64, size: Size) {
    let mut trainer = Trainer::new(device, seed, size);
    trainer.train(3);
    trainer.end_iteration();
    let expected = trainer.attempt(SmartSsd::outputs);
    let next_plan = trainer.device.posted() + 1;
    let configuration = *trainer.device.configuration();
    let bytes = 4 * expected.len();
    let bench = trainer.bench();
    let write = |bench: &mut T, register: &Register, value| {
        bench.mmio_write(register.offset, value).expect("a register");
    };
    let status = |bench: &mut T| bench.mmio_read(registers::STATUS.offset).expect("a register");
    // What was written last is the old buffer from the doorbell on.
    let old = NEW_BUFFER.get(status(bench)) * configuration.tx_bytes;
    let outputs = |bench: &mut T| -> Result<Vec<u32>, TransportError> {
        let mut found = vec![0; bytes];
        bench.memory_read(old, &mut found)?;
        Ok(found.chunks(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect())
    };
    // An iteration of nothing that waits for movements that nobody has posted.
    let nothing =
        [&registers::LOADS_WORDS, &registers::FORWARD_WORDS, &registers::BACKWARD_WORDS, &registers::MOVES_WORDS];
    for register in nothing.into_iter().chain([&registers::BAGS, &registers::GRADIENTS]) {
        write(bench, register, 0);
    }
    write(bench, &registers::PLAN, next_plan.into());
    write(bench, &registers::DOORBELL, Command::Iterate as u64);
    assert_eq!(BUSY.get(status(bench)), 1);
    // Smaller, larger than the DRAM has room for, and no multiple of an EV.
    for bytes in [0, 64, 1 << 31, 33] {
        write(bench, &registers::TX_BYTES, bytes);
        assert_eq!(outputs(bench).expect("buffers that are served"), expected, "TX_BYTES {bytes}");
    }
    write(bench, &registers::TX_BYTES, configuration.tx_bytes);
    let plan = trainer.device.post(&MovementPlan::default()).expect("a mailbox with room");
    assert_eq!(plan, next_plan);
    trainer.device.wait_for_plan(plan, CYCLES).unwrap_or_else(|error| panic!("{error}"));
    let bench = trainer.bench();
    bench.wait_interrupt(CYCLES).expect("nothing to do is done soon");
    assert_eq!((DONE.get(status(bench)), FAILED.get(status(bench))), (1, 0));
    assert_eq!(outputs(bench).expect("buffers that are served"), expected);
    for bytes in [0, 1 << 31] {
        write(bench, &registers::TX_BYTES, bytes);
        let error = outputs(bench).expect_err("no buffers");
        assert!(matches!(error, TransportError::NoMemory { .. }), "TX_BYTES {bytes}: {error}");
    }
}
