//! A shard in a CXL-MEM: its log loses no batch but the last, wherever power is lost.

use emberlane_drivers::Transport;
use emberlane_experiment::{Optimizer, PoolDurability};
use emberlane_reference::ReferenceCxlMem;

use super::plain::{Share, all_keys, batch, plain, state, step, tables};
use crate::pool::Identity;
use crate::{CxlMemShard, Key, ShardStore, Tables, device_in_file};

const BATCHES: u64 = 8;
const RANKS: usize = 2;
const SEED: u64 = 31;

/// Vectors of a device are whole lines.
fn of_lines() -> Tables {
    let tables = tables(Optimizer::Sgd);
    Tables::new(11, tables.rows(), 16, tables.step())
}

fn open(device: ReferenceCxlMem) -> CxlMemShard<ReferenceCxlMem> {
    CxlMemShard::open(device, of_lines(), 0, 1).unwrap()
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
    let error = CxlMemShard::open(shard.into_device(), tables(Optimizer::Adagrad), 0, 1).unwrap_err().to_string();
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

/// As a state that is gone on from does: rows are written whole, and a batch that is cut off while it writes them is undone.
#[test]
fn rows_are_replaced_and_the_replacement_is_undone() {
    let mut shard = open(ReferenceCxlMem::new(2).unwrap());
    step(&mut shard, 1, &batch(&of_lines(), SEED, 1, RANKS), false).unwrap();
    let keys = [Key::new(0, 3), Key::new(1, 0), Key::new(1, 29)];
    let before = state(&shard).unwrap();
    let mut rows = vec![0.0; keys.len() * 16];
    shard.pull_rows(2, &keys, &mut rows).unwrap();
    shard.maintain(2).unwrap();
    let memory = shard.transport(|device| {
        let memory = device.clone();
        device.record_writes();
        memory
    });
    let new: Vec<f32> = (0..rows.len()).map(|number| number as f32 - 0.5).collect();
    shard.replace(2, &keys, &new, false).unwrap();
    shard.read(&keys, &mut rows).unwrap();
    assert_eq!((rows, shard.applied(), shard.checkpoints().done()), (new, 2, 1));
    let writes = shard.transport(|device| device.take_writes());
    for count in 0..=writes.len() {
        let mut memory = memory.clone();
        writes[..count].iter().for_each(|write| memory.memory_write(write.address, &write.bytes).unwrap());
        let shard = open(memory);
        assert!(shard.applied() == 1 && state(&shard).unwrap() == before || shard.applied() == 0, "{count} writes");
    }
}

/// Each shard has the rows of its own alone.
#[test]
fn shards_share_the_rows() {
    let device = || ReferenceCxlMem::new(1).unwrap();
    let [one, other] = [0, 1].map(|shard| CxlMemShard::open(device(), of_lines(), shard, 2).unwrap());
    assert_eq!(one.counters().rows + other.counters().rows, all_keys(&of_lines()).len() as u64);
    let mut row = vec![0.0; 16];
    for key in all_keys(&of_lines()) {
        let found = [one.read(&[key], &mut row).is_ok(), other.read(&[key], &mut row).is_ok()];
        assert_eq!(found, [key.part(2) == 0, key.part(2) == 1], "{key:?}");
    }
}

/// What was logged and cannot be read is no reason to begin anew.
#[test]
fn a_damaged_log_is_refused_and_not_taken_for_a_new_device() {
    let mut shard = open(ReferenceCxlMem::new(2).unwrap());
    step(&mut shard, 1, &batch(&of_lines(), SEED, 1, RANKS), false).unwrap();
    let slots = shard.log_slots();
    let mut device = shard.into_device();
    for slot in slots {
        device.memory_write(slot, &[0x5a; 64]).unwrap();
    }
    let error = CxlMemShard::open(device, of_lines(), 0, 1).unwrap_err().to_string();
    assert!(error.contains("no checkpoint of this experiment"), "{error}");
}

#[test]
fn a_file_is_the_memory_of_one_shard_and_outlives_its_process() {
    let states = plain(&of_lines(), SEED, BATCHES, RANKS);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("device-0");
    let identity = Identity { job: 5, tables: of_lines().fingerprint(), shard: 0, shards: 1 };
    let in_file = |identity: &Identity| device_in_file(&path, identity, &of_lines(), 2, PoolDurability::Process);
    for number in 1..=BATCHES {
        let mut shard = open(in_file(&identity).unwrap().device);
        assert!(in_file(&identity).unwrap_err().to_string().contains("in use by another process"));
        let found = shard.applied();
        assert_eq!(state(&shard).unwrap(), states[found as usize], "before batch {number}");
        for number in found + 1..=number {
            step(&mut shard, number, &batch(&of_lines(), SEED, number, RANKS), false).unwrap();
        }
        assert_eq!(state(&shard).unwrap(), states[number as usize], "after batch {number}");
    }
    let power = device_in_file(&path, &identity, &of_lines(), 2, PoolDurability::Power).unwrap_err().to_string();
    assert!(power.contains("msync at every one"), "{power}");
    let other = in_file(&Identity { shard: 1, shards: 2, ..identity }).unwrap_err().to_string();
    assert!(other.contains("is one of 1 shards, not of 2"), "{other}");
    let mut bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    assert!(in_file(&identity).unwrap_err().to_string().contains("are what these tables take"));
    bytes[30] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(in_file(&identity).unwrap_err().to_string().contains("does not have its checksum"));
    std::fs::write(&path, "something else").unwrap();
    assert!(in_file(&identity).unwrap_err().to_string().contains("no memory of a CXL-MEM"));
}
