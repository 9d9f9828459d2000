//! Prints how many clock cycles a second the RTL of CXL-MEM simulates: idle, at work, and with a waveform.
//!
//! `cargo run --release -p emberlane-verilated --example simulation_speed`

use std::error::Error;
use std::time::Instant;

use emberlane_drivers::{BatchBuilder, Configuration, CxlMem, Pooling};
use emberlane_verilated::{CxlMemBuilder, RtlCxlMem};

const TABLES: u32 = 8;
const ROWS: u32 = 4096;
const VECTOR_LENGTH: u32 = 32;
const BAGS: u32 = 64;
const BAG_ENTRIES: u32 = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir();
    for channels in [4, 1] {
        let device = || RtlCxlMem::builder().channels(channels);
        report(channels, "idle", idle(device(), 300_000)?);
        report(channels, "at work", work(device(), 20)?);
        let path = folder.join(format!("simulation_speed_{}_{channels}.fst", std::process::id()));
        let rate = work(device().waveform(&path, 0..u64::MAX), 1)?;
        report(channels, &format!("at work, waveform of {} KiB", std::fs::metadata(&path)?.len() / 1024), rate);
        std::fs::remove_file(&path)?;
    }
    Ok(())
}

fn report(channels: usize, what: &str, (cycles, rate): (u64, f64)) {
    println!("{channels} channels, {what}: {rate:.0} cycles a second over {cycles} cycles");
}

fn idle(device: CxlMemBuilder, cycles: u64) -> Result<(u64, f64), Box<dyn Error>> {
    let mut device = device.build()?;
    let start = Instant::now();
    device.run(cycles)?;
    Ok((cycles, cycles as f64 / start.elapsed().as_secs_f64()))
}

/// Lookups and updates of batches with rows that scatter over the tables, as fast as the device goes.
fn work(device: CxlMemBuilder, batches: u32) -> Result<(u64, f64), Box<dyn Error>> {
    let mut device = CxlMem::discover(device.build()?)?;
    device.configure(Configuration::new(
        VECTOR_LENGTH,
        Pooling::Sum,
        0.01f32.to_bits(),
        vec![ROWS; TABLES as usize],
    ))?;
    let gradients = vec![0.5f32.to_bits(); (TABLES * BAGS * VECTOR_LENGTH) as usize];
    let offsets: Vec<u32> = (0..=BAGS).map(|bag| bag * BAG_ENTRIES).collect();
    let before = device.transport().statistics();
    for batch in 0..batches {
        let mut builder = BatchBuilder::new();
        for table in 0..TABLES {
            let seed = batch * TABLES + table;
            let row = |entry: u32| (entry + seed * 1024).wrapping_mul(2_654_435_761) % ROWS;
            let indices: Vec<u32> = (0..BAGS * BAG_ENTRIES).map(row).collect();
            builder = builder.table(&offsets, &indices)?;
        }
        device.post(&builder.build()?)?;
        device.lookup()?;
        device.update(&gradients)?;
    }
    let after = device.transport().statistics();
    let cycles = after.cycles - before.cycles;
    Ok((cycles, cycles as f64 / (after.host_time - before.host_time).as_secs_f64()))
}
