//! Rows that engines keep: what it saves, and that nothing of it stays.

use emberlane_drivers::{Batch, BatchBuilder, Configuration, CxlMem, Pooling, Transport};
use emberlane_models::cxl_mem::ModelCxlMem;
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::Register;
use emberlane_registers::cxl_mem::{BUSY, BUSY_CYCLES, FAILED, INDICES, ROW_CACHE_HITS, STATUS, channel_reads};
use emberlane_tests::conformance;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

const DIMENSION: u32 = 32;

/// A batch of bags of `lookups` rows in each of some tables; most entries are few of the rows.
fn skewed(tables: usize, bags: u32, lookups: u32, rows: u32, random: &mut Pcg64Mcg) -> Batch {
    let offsets: Vec<u32> = (0..=bags).map(|bag| bag * lookups).collect();
    (0..tables)
        .fold(BatchBuilder::new(), |batch, _| {
            let row = |_| (random.random::<f64>().powi(8) * f64::from(rows)) as u32 * 7 % rows;
            let indices: Vec<u32> = (0..bags * lookups).map(row).collect();
            batch.table(&offsets, &indices).expect("a table")
        })
        .build()
        .expect("a batch")
}

fn device<T: Transport>(transport: T, tables: usize, rows: u32) -> CxlMem<T> {
    let mut device = CxlMem::discover(transport).expect("a device");
    let configuration = Configuration::new(DIMENSION, Pooling::Sum, 0.5f32.to_bits(), vec![rows; tables]);
    device.configure(configuration).expect("tables");
    device
}

/// Fills a table, so that sums of its rows are exact and tell rounds apart.
fn fill<T: Transport>(device: &mut CxlMem<T>, table: usize, rows: u32, round: u32) {
    let words: Vec<u32> =
        (0..rows * DIMENSION).map(|word| (((word * 13 + round * 101) % 4093) as f32).to_bits()).collect();
    device.load_table(table, &words).expect("a table");
}

/// Pooled vectors, busy cycles and lines that were kept of a lookup.
fn look_up<T: Transport>(device: &mut CxlMem<T>, batch: &Batch, keeps: bool) -> (Vec<u32>, u64, u64) {
    device.set_row_cache(keeps).expect("a setting");
    device.post(batch).expect("a batch");
    let before = device.counters().expect("counters");
    let pooled = device.lookup().expect("a lookup");
    let counted = device.counters().expect("counters").since(&before);
    let get = |register| counted.get(register).expect("a counter");
    (pooled, get(&BUSY_CYCLES), get(&ROW_CACHE_HITS))
}

/// A skewed lookup with rows kept takes less than three quarters of the cycles without, and leaves the same bits.
fn skew_pays<T: Transport>(transport: T) {
    let mut random = Pcg64Mcg::seed_from_u64(conformance::seed("row_cache", 3));
    let batch = skewed(4, 64, 40, 2000, &mut random);
    let mut device = device(transport, 4, 2000);
    (0..4).for_each(|table| fill(&mut device, table, 2000, 0));
    let (expected, without, none) = look_up(&mut device, &batch, false);
    let (found, with, hits) = look_up(&mut device, &batch, true);
    assert_eq!(found, expected);
    assert_eq!(none, 0);
    assert!(hits > batch.entries() as u64 / 2, "{hits} lines were kept");
    assert!(4 * with < 3 * without, "{with} cycles with rows that are kept, {without} without");
}

/// Rows change between lookups, over more jobs than have numbers of their own: every lookup has those of its time.
fn rows_never_come_back<T: Transport>(transport: T, lookups: u32) {
    let mut random = Pcg64Mcg::seed_from_u64(conformance::seed("row_cache", 4));
    let batch = skewed(1, 4, 24, 64, &mut random);
    let (mut device, mut reference) = (device(transport, 1, 64), device(ReferenceCxlMem::new(1).unwrap(), 1, 64));
    let mut kept = 0;
    for round in 0..lookups {
        fill(&mut device, 0, 64, round);
        fill(&mut reference, 0, 64, round);
        let (found, _, hits) = look_up(&mut device, &batch, true);
        assert_eq!(found, look_up(&mut reference, &batch, false).0, "lookup {round}");
        kept += hits;
    }
    assert!(kept > u64::from(lookups) * 24, "{kept} lines were kept in {lookups} lookups");
}

#[test]
fn skew_pays_on_the_model() {
    skew_pays(ModelCxlMem::new(4).unwrap());
}

#[test]
fn rows_never_come_back_on_the_model() {
    rows_never_come_back(ModelCxlMem::new(1).unwrap(), 600);
}

#[cfg(feature = "rtl")]
#[test]
fn skew_pays_on_the_rtl() {
    skew_pays(emberlane_verilated::RtlCxlMem::builder().channels(4).build().unwrap());
}

#[cfg(feature = "rtl")]
#[test]
fn rows_never_come_back_on_the_rtl() {
    rows_never_come_back(emberlane_verilated::RtlCxlMem::builder().channels(1).build().unwrap(), 300);
}

/// The host spoils a list while the job runs: the model has counted hits of a job that then reads nothing.
#[test]
fn a_job_that_fails_late_counts_no_lines() {
    let mut random = Pcg64Mcg::seed_from_u64(conformance::seed("row_cache", 5));
    let batch = skewed(1, 16, 40, 500, &mut random);
    let mut device = device(ModelCxlMem::new(1).unwrap(), 1, 500);
    fill(&mut device, 0, 500, 0);
    look_up(&mut device, &batch, true);
    device.clear_counters().expect("counters");
    device.post(&batch).expect("a batch");
    device.prepare().expect("lists");
    device.post_job(emberlane_drivers::Command::Lookup as u64).expect("a job");
    let mut read = |register: &Register| device.transport_mut().mmio_read(register.offset).expect("a register");
    let indices = read(&INDICES);
    // The clock runs while registers are read.
    (0..40).for_each(|_| assert_eq!(BUSY.get(read(&STATUS)), 1));
    device.transport_mut().memory_write(indices, &[0xff; 4]).expect("the scratchpad");
    device.wait().expect_err("the list is spoilt");
    assert_eq!(FAILED.get(device.transport_mut().mmio_read(STATUS.offset).expect("a register")), 1);
    let counted = device.counters().expect("counters");
    let reads = device.transport_mut().mmio_read(channel_reads(0)).expect("a register");
    assert_eq!((reads, counted.get(&ROW_CACHE_HITS)), (0, Some(0)));
    device.clear().expect("the device takes jobs again");
    let (_, _, hits) = look_up(&mut device, &batch, true);
    assert!(hits > 0);
}
