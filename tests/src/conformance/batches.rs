//! Random batches, well formed.

use super::{
    aside::Aside,
    discover,
    snapshot::Snapshot,
    workload::{Bags, Size, Workload},
};
use emberlane_drivers::{Batch, Command, Counters, CxlMem, Region, Transport};
use emberlane_registers::{Register, cxl_mem as registers};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Trains on random batches and checks every vector, that nothing else in memory changed, and the counters.
///
/// For each of `workloads` random sets of tables: three batches, each looked up and then applied, once more beside the tables,
/// and to tables of zeros.
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
    if batch.entries() > 0 {
        for command in [Command::Stage, Command::Accumulate] {
            apply_aside(device, workload, &bags, &batch, &gradients, command, &format!("{context}: {command:?}"));
        }
    }
    look_up_from_row_caches(device, workload, &bags, &batch, &format!("{context}: with row caches"));
}

/// Looks the batch up again where engines may keep rows: what they kept in lookups before the update must not come back.
fn look_up_from_row_caches<T: Transport>(
    device: &mut CxlMem<T>,
    workload: &Workload,
    bags: &Bags,
    batch: &Batch,
    context: &str,
) {
    device.set_row_cache(true).expect("every device has the register");
    device.post(batch).expect("the batch is well formed");
    device.clear_counters().expect("counters can be cleared");
    let pooled = device.lookup().unwrap_or_else(|error| panic!("{context}: {error}"));
    compare(&pooled, &workload.pooled(bags, batch), workload, &format!("{context}: pooled vector of bag"));
    let lines = device.data_plan().expect("configured").vector_bytes / registers::LINE_BYTES;
    let counters = device.counters().expect("counters can be read");
    let hits = counters.get(&registers::ROW_CACHE_HITS).expect("every device counts them");
    assert_eq!(of_channels(&counters, registers::channel_reads) + hits, batch.entries() as u64 * lines, "{context}");
    device.set_row_cache(false).expect("every device has the register");
}

/// The sum of a counter over all channels.
fn of_channels(counters: &Counters, counter: fn(u64) -> u64) -> u64 {
    let register = |channel| registers::MAP.at(counter(channel)).expect("every channel has one");
    (0..registers::MAX_CHANNELS).filter_map(|channel| counters.get(register(channel))).sum()
}

/// Stages the gradients once more, or accumulates them.
fn apply_aside<T: Transport>(
    device: &mut CxlMem<T>,
    workload: &Workload,
    bags: &Bags,
    batch: &Batch,
    gradients: &[u32],
    command: Command,
    context: &str,
) {
    let rows = batch.transpose().rows();
    let aside = Aside::new(device, rows.len() as u64);
    device.prepare().expect("the batch is posted");
    aside.prepare(device, command);
    device.clear_counters().expect("counters can be cleared");
    let before = Snapshot::take(device);
    device.submit(command as u64).unwrap_or_else(|error| panic!("{context}: {error}"));
    before.assert_unchanged(device, &[], context);

    let mut expected = workload.clone();
    if command == Command::Accumulate {
        expected.tables.iter_mut().for_each(|table| table.fill(0));
    }
    expected.update(bags, batch, gradients);
    let vector_bytes = aside.data.vector_bytes;
    let length = workload.configuration.vector_length as usize;
    let counts = batch.transpose().table_rows();
    let tables = counts.iter().enumerate().flat_map(|(table, &count)| std::iter::repeat_n(table, count as usize));
    for (segment, (table, &row)) in tables.zip(rows).enumerate() {
        let address = match command {
            Command::Stage => aside.staged.base + segment as u64 * vector_bytes,
            _ => aside.data.tables[table].base + u64::from(row) * vector_bytes,
        };
        let mut bytes = vec![0; vector_bytes as usize];
        device.transport_mut().memory_read(address, &mut bytes).expect("results lie in memory");
        let found: Vec<u32> =
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes"))).collect();
        let start = row as usize * length;
        compare(&found, &expected.tables[table][start..start + length], workload, &format!("{context}: row {row}"));
    }

    let counters = device.counters().expect("counters can be read");
    let count = |register: &Register| counters.get(register).unwrap_or(0);
    let lines = vector_bytes / registers::LINE_BYTES;
    let moved = rows.len() as u64 * lines;
    let staged = u64::from(command == Command::Stage);
    assert_eq!((count(&registers::STAGES), count(&registers::ACCUMULATIONS)), (staged, 1 - staged), "{context}");
    assert_eq!((count(&registers::LOOKUPS), count(&registers::UPDATES)), (0, 0), "{context}");
    assert_eq!(count(&registers::LINES_POOLED), moved, "{context}");
    assert_eq!(count(&registers::LINES_GRADIENT), batch.entries() as u64 * lines, "{context}");
    assert_eq!(of_channels(&counters, registers::channel_reads), staged * moved, "{context}");
    assert_eq!(of_channels(&counters, registers::channel_writes), 0, "{context}");
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
