//! Random batches, well formed.

use super::{
    discover,
    snapshot::Snapshot,
    workload::{Size, Workload},
};
use emberlane_drivers::{Batch, CxlMem, Region, Transport};
use emberlane_registers::{Register, cxl_mem as registers};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Trains on random batches and checks every vector, that nothing else in memory changed, and the counters.
///
/// For each of `workloads` random sets of tables: three batches, each looked up and then applied.
///
/// # Panics
/// Where the device differs from plain arithmetic.
pub fn random_batches<T: Transport>(transport: T, seed: u64, workloads: usize, size: Size) {
    let mut device = discover(transport);
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for number in 0..workloads {
        let mut workload = Workload::random(&mut random, size, device.capabilities());
        let context = |batch| format!("seed {seed}, workload {number}, batch {batch}");
        device.configure(workload.configuration.clone()).expect("the tables fit");
        for (table, words) in workload.tables.iter().enumerate() {
            device.load_table(table, words).expect("the table exists");
            assert_eq!(device.read_table(table).expect("the table exists"), *words, "{}: table {table}", context(0));
        }
        for step in 0..3 {
            train(&mut device, &mut workload, &mut random, size, &context(step));
        }
    }
}

fn train<T: Transport>(
    device: &mut CxlMem<T>,
    workload: &mut Workload,
    random: &mut Pcg64Mcg,
    size: Size,
    context: &str,
) {
    let bags = workload.bags(random, size);
    let batch = workload.batch(random, &bags);
    let gradients = workload.gradients(random, &batch);
    device.post(&batch).expect("the batch is well formed");
    device.write_gradients(&gradients).expect("one gradient a bag");
    device.clear_counters().expect("counters can be cleared");
    let plan = device.batch_plan().expect("posted").clone();

    let before = Snapshot::take(device);
    let pooled = device.lookup().unwrap_or_else(|error| panic!("{context}: {error}"));
    compare(&pooled, &workload.pooled(&bags, &batch), workload, &format!("{context}: pooled vector of bag"));
    before.assert_unchanged(device, &[plan.pooled], &format!("{context}: lookup"));
    check_counters(device, &batch, 0, context);

    let before = Snapshot::take(device);
    device.update(&gradients).unwrap_or_else(|error| panic!("{context}: {error}"));
    workload.update(&bags, &batch, &gradients);
    let data = device.data_plan().expect("configured").clone();
    let tables: Vec<Region> = data
        .tables
        .iter()
        .map(|table| Region { base: table.base, bytes: u64::from(table.rows) * data.vector_bytes })
        .collect();
    before.assert_unchanged(device, &tables, &format!("{context}: update"));
    for (table, expected) in workload.tables.iter().enumerate() {
        let found = device.read_table(table).expect("the table exists");
        compare(&found, expected, workload, &format!("{context}: table {table}, row"));
    }
    check_counters(device, &batch, u64::from(batch.entries() > 0), context);
}

fn compare(found: &[u32], expected: &[u32], workload: &Workload, context: &str) {
    assert_eq!(found.len(), expected.len(), "{context}");
    let length = workload.configuration.vector_length as usize;
    if let Some(at) = found.iter().zip(expected).position(|(found, expected)| found != expected) {
        panic!(
            "{context} {}, element {}: {:#010x}, expected {:#010x}",
            at / length,
            at % length,
            found[at],
            expected[at]
        );
    }
}

/// Compares the counters that a job alone decides, after one lookup and `updates` updates of `batch`.
fn check_counters<T: Transport>(device: &mut CxlMem<T>, batch: &Batch, updates: u64, context: &str) {
    let counters = device.counters().expect("counters can be read");
    let data = device.data_plan().expect("configured").clone();
    let channels = u64::from(device.capabilities().channels);
    let lines = data.vector_bytes / registers::LINE_BYTES;
    let mut reads = vec![0; channels as usize];
    let mut writes = reads.clone();
    let touch = |counts: &mut Vec<u64>, address: u64| {
        for line in 0..lines {
            let block = (address + line * registers::LINE_BYTES) / registers::INTERLEAVE_BYTES;
            counts[(block % channels) as usize] += 1;
        }
    };
    let address = |table: usize, row: u32| data.tables[table].base + u64::from(row) * data.vector_bytes;
    let mut bag = 0;
    for (table, &bags) in batch.table_bags().iter().enumerate() {
        let entries = batch.offsets()[bag] as usize..batch.offsets()[bag + bags as usize] as usize;
        batch.indices()[entries].iter().for_each(|&row| touch(&mut reads, address(table, row)));
        bag += bags as usize;
    }
    if updates > 0 {
        let mut rows = batch.transpose().rows().iter();
        for (table, &count) in batch.transpose().table_rows().iter().enumerate() {
            for &row in rows.by_ref().take(count as usize) {
                touch(&mut reads, address(table, row));
                touch(&mut writes, address(table, row));
            }
        }
    }
    let check = |register: &Register, expected: u64| {
        assert_eq!(counters.get(register), Some(expected), "{context}: {}", register.name);
    };
    check(&registers::LOOKUPS, 1);
    check(&registers::UPDATES, updates);
    check(&registers::LINES_POOLED, batch.bags() as u64 * lines);
    check(&registers::LINES_GRADIENT, updates * batch.entries() as u64 * lines);
    for (channel, (&reads, &writes)) in reads.iter().zip(&writes).enumerate() {
        let counter = |offset| registers::MAP.at(offset).expect("every channel has its counters");
        check(counter(registers::channel_reads(channel as u64)), reads);
        check(counter(registers::channel_writes(channel as u64)), writes);
    }
}
