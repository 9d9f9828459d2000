//! `emberlane bench model`: the cycles of RM1 to RM4 on the fast model, and beside those of the RTL.

use std::time::Instant;

use anyhow::{Context, ensure};
use emberlane_drivers::{Batch, BatchBuilder, Command, Configuration, CxlMem, Pooling, Transport};
use emberlane_experiment::Preset;
use emberlane_models::cxl_mem::ModelCxlMem;
use emberlane_models::media::{self, MediaPreset};
use emberlane_registers::cxl_mem::{
    BUSY_CYCLES, CHECKPOINT, CLOCK_PERIOD_PS, LINE_BYTES, LOG_BASE, LOG_BYTES, ROW_LOG, STAGED, STAGED_BASE,
};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::figure::Figure;
use super::shape::ShapeArguments;

const CHANNELS: u32 = 4;
/// Rows of a table and samples of a batch where nothing else is asked for.
const ROWS: u32 = 20_000;
const SAMPLES: u32 = 128;
const MEDIUM: &str = "trainingcxl";

/// The commands that are measured, in order; of a log, whether it takes the rows that the stage before it has left.
const COMMANDS: [(&str, Command, bool); 5] = [
    ("lookup", Command::Lookup, false),
    ("log", Command::LogRows, false),
    ("stage", Command::Stage, false),
    ("staged_log", Command::LogRows, true),
    ("update", Command::Update, false),
];

/// A command that was run: its busy cycles, and the seconds of this machine.
struct Ran {
    cycles: u64,
    seconds: f64,
}

pub(super) fn measure(arguments: &ShapeArguments, rtl: bool, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let ShapeArguments { bags, rows, media, .. } = arguments;
    let medium = media::preset(media.as_deref().unwrap_or(MEDIUM))?;
    let (rows, bags) = (rows.unwrap_or(ROWS), bags.unwrap_or(SAMPLES));
    for (name, preset) in Preset::NAMES {
        let batch = batch(*preset, rows, bags, arguments.seed())?;
        let model = ModelCxlMem::new(CHANNELS).context("a model with four channels")?;
        let found = run(model, *preset, rows, &medium, &batch)?;
        let expected = if rtl { Some(run_rtl(*preset, rows, &medium, &batch)?) } else { None };
        for (number, (command, _, _)) in COMMANDS.into_iter().enumerate() {
            let Ran { cycles, seconds } = found[number];
            let mut counters = vec![
                ("channels", f64::from(CHANNELS)),
                ("entries", batch.entries() as f64),
                ("unique_rows", batch.transpose().rows().len() as f64),
                ("model_cycles", cycles as f64),
                ("model_seconds", seconds),
            ];
            if let Some(expected) = expected.as_ref().map(|expected| &expected[number]) {
                let off = 100.0 * (cycles as f64 / expected.cycles as f64 - 1.0);
                counters.extend([
                    ("rtl_cycles", expected.cycles as f64),
                    ("rtl_seconds", expected.seconds),
                    ("difference_percent", off),
                ]);
            }
            let name = format!("model.{name}.{command}.{}", medium.name);
            figures.push(Figure::plain(&name, cycles as f64, "cycles", &counters));
        }
    }
    Ok(())
}

fn batch(preset: Preset, rows: u32, bags: u32, seed: u64) -> anyhow::Result<Batch> {
    let shape = preset.shape();
    let mut random = Pcg64::seed_from_u64(seed);
    let lookups = shape.lookups as u32;
    let entries = bags.checked_mul(lookups).context("too many rows are looked up in a table: take fewer bags")?;
    let mut builder = BatchBuilder::new();
    for _ in 0..shape.tables {
        let offsets: Vec<u32> = (0..=bags).map(|bag| bag * lookups).collect();
        let indices: Vec<u32> = (0..entries).map(|_| random.random_range(0..rows)).collect();
        builder = builder.table(&offsets, &indices)?;
    }
    Ok(builder.build()?)
}

#[cfg(feature = "rtl")]
fn run_rtl(preset: Preset, rows: u32, medium: &MediaPreset, batch: &Batch) -> anyhow::Result<Vec<Ran>> {
    let rtl = emberlane_verilated::RtlCxlMem::builder().channels(CHANNELS as usize).build()?;
    run(rtl, preset, rows, medium, batch)
}

#[cfg(not(feature = "rtl"))]
fn run_rtl(_: Preset, _: u32, _: &MediaPreset, _: &Batch) -> anyhow::Result<Vec<Ran>> {
    anyhow::bail!(
        "this emberlane was built without the RTL devices; build it with the feature `rtl`, or leave --rtl out"
    )
}

/// Runs the commands one after the other on a fresh device.
fn run<T: Transport>(
    transport: T,
    preset: Preset,
    rows: u32,
    medium: &MediaPreset,
    batch: &Batch,
) -> anyhow::Result<Vec<Ran>> {
    let shape = preset.shape();
    let dimension = shape.dimension as u32;
    let mut device = CxlMem::discover(transport)?;
    device.set_media(&emberlane_stores::media(&medium.settings(CLOCK_PERIOD_PS)?))?;
    device.configure(Configuration::new(dimension, Pooling::Sum, 0.1f32.to_bits(), vec![rows; shape.tables]))?;
    device.post(batch)?;
    let words = batch.bags() as u32 * dimension;
    device.write_gradients(&(0..words).map(|word| ((word % 97) as f32).to_bits()).collect::<Vec<_>>())?;
    device.prepare()?;
    let data = device.data_plan().context("no tables")?.data;
    let gradients = device.batch_plan().context("no batch")?.gradients;
    let log = (data.base + data.bytes).next_multiple_of(LINE_BYTES);
    let log_bytes = device.capabilities().persistent_bytes - log;
    // The other half of the scratchpad is free.
    let staged = device.capabilities().scratchpad_base + device.capabilities().scratchpad_bytes / 2;
    ensure!(
        gradients.base + gradients.bytes <= staged,
        "the batch takes more than half of the scratchpad: take fewer bags"
    );
    for (register, value) in [(&LOG_BASE, log), (&LOG_BYTES, log_bytes), (&ROW_LOG, log), (&STAGED_BASE, staged)] {
        device.set(register, value)?;
    }
    let mut ran = Vec::new();
    for (name, command, is_staged) in COMMANDS {
        device.set(&CHECKPOINT, STAGED.place(is_staged.into()))?;
        let before = device.counters()?;
        let start = Instant::now();
        device.submit(command as u64).with_context(|| name.to_owned())?;
        let seconds = start.elapsed().as_secs_f64();
        let counted = device.counters()?.since(&before);
        ran.push(Ran { cycles: counted.get(&BUSY_CYCLES).context("no counter of busy cycles")?, seconds });
    }
    Ok(ran)
}
