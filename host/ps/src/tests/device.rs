//! A shard in a CXL-MEM: its log loses no batch but the last, wherever power is lost.

use emberlane_drivers::Transport;
use emberlane_experiment::Optimizer;
use emberlane_reference::ReferenceCxlMem;

use super::plain::{Share, batch, plain, state, step, tables};
use crate::{CxlMemShard, ShardStore, Tables};

const BATCHES: u64 = 8;
const RANKS: usize = 2;
const SEED: u64 = 31;

/// Vectors of a device are whole lines.
fn of_lines() -> Tables {
    let tables = tables(Optimizer::Sgd);
    Tables::new(11, tables.rows(), 16, tables.step())
}

fn open(device: ReferenceCxlMem) -> CxlMemShard {
    CxlMemShard::open(device, of_lines()).unwrap()
}

#[test]
fn a_device_has_the_plain_bits() {
    let states = plain(&of_lines(), SEED, BATCHES, RANKS);
    let mut shard = open(ReferenceCxlMem::new(2).unwrap());
    assert_eq!(state(&shard).unwrap(), states[0]);
    for number in 1..=BATCHES {
        step(&mut shard, number, &batch(&of_lines(), SEED, number, RANKS), false).unwrap();
        assert_eq!(state(&shard).unwrap(), states[number as usize], "after batch {number}");
    }
    let error = CxlMemShard::open(shard.into_device(), tables(Optimizer::Adagrad)).unwrap_err().to_string();
    assert!(error.contains("sgd"), "{error}");
}

/// Every write of a batch may be the last. Who keeps the pushes of two batches goes on to the bits of a run that never failed.
#[test]
fn no_batch_but_the_last_is_lost() {
    let states = plain(&of_lines(), SEED, BATCHES, RANKS);
    let mut shard = open(ReferenceCxlMem::new(2).unwrap());
    let mut cuts = 0;
    for number in 1..=BATCHES {
        let before = shard.transport(|device| {
            let before = device.clone();
            device.record_writes();
            before
        });
        step(&mut shard, number, &batch(&of_lines(), SEED, number, RANKS), false).unwrap();
        let writes = shard.transport(|device| device.take_writes());
        for count in 0..=writes.len() {
            let mut memory = before.clone();
            for write in &writes[..count] {
                memory.memory_write(write.address, &write.bytes).unwrap();
            }
            let mut shard = open(memory);
            let found = shard.applied();
            // A batch that changes nothing has no log.
            let changes = |number: &u64| batch(&of_lines(), SEED, *number, RANKS).iter().any(Share::changes);
            let lost = (found + 1..number).filter(changes).count();
            assert!(lost <= 1, "batch {number}, {count} writes: it went back to {found}");
            assert_eq!(state(&shard).unwrap(), states[found as usize], "batch {number}, {count} writes");
            for number in found + 1..=BATCHES {
                step(&mut shard, number, &batch(&of_lines(), SEED, number, RANKS), false).unwrap();
            }
            assert_eq!(state(&shard).unwrap(), states[BATCHES as usize], "batch {number}, {count} writes");
            cuts += 1;
        }
    }
    assert!(cuts > 100, "{cuts}");
}
