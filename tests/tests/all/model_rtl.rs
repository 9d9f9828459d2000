//! The fast model takes the cycles of the RTL, within 2 %, and leaves its bits: batches of the shapes of RM1 to RM4, scaled down.
#![cfg(feature = "rtl")]

use emberlane_drivers::{Batch, BatchBuilder, Command, Configuration, CxlMem, Pooling, Transport};
use emberlane_experiment::Preset;
use emberlane_models::cxl_mem::ModelCxlMem;
use emberlane_models::media;
use emberlane_registers::cxl_mem::{
    BUSY_CYCLES, CHECKPOINT, CLOCK_PERIOD_PS, LINE_BYTES, LOG_BASE, LOG_BYTES, LOG_GAP, ROW_CACHE_HITS, ROW_LOG,
    STAGED, STAGED_BASE,
};
use emberlane_registers::log::row_payload_lines;
use emberlane_tests::conformance;
use emberlane_verilated::RtlCxlMem;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Part of the RTL's cycles by which the model may be off.
const TOLERANCE: f64 = 0.02;
/// Cycles by which it may be off besides: jobs of a few hundred cycles are mostly latency.
const SLACK: f64 = 24.0;

/// What a batch is like.
#[derive(Clone, Debug)]
struct Shape {
    tables: u32,
    bags: u32,
    lookups: u32,
    dimension: u32,
    rows: u32,
    pooling: Pooling,
    gap: u64,
    /// Few rows are most of the entries.
    skewed: bool,
    row_cache: bool,
}

impl Shape {
    /// A preset with so many samples.
    fn preset(preset: Preset, random: &mut Pcg64Mcg) -> Self {
        let shape = preset.shape();
        Self {
            tables: (shape.tables as u32).min(24),
            bags: random.random_range(4..=8),
            lookups: shape.lookups as u32,
            dimension: shape.dimension as u32,
            rows: random.random_range(100..=4000),
            pooling: if random.random_bool(0.3) { Pooling::Mean } else { Pooling::Sum },
            gap: 0,
            skewed: random.random_bool(0.5),
            row_cache: random.random_bool(0.5),
        }
    }

    fn batch(&self, random: &mut Pcg64Mcg) -> Batch {
        let mut builder = BatchBuilder::new();
        for _ in 0..self.tables {
            let offsets: Vec<u32> = (0..=self.bags).map(|bag| bag * self.lookups).collect();
            let power = if self.skewed { 6 } else { 1 };
            let row = |_| (random.random::<f64>().powi(power) * f64::from(self.rows)) as u32;
            let indices: Vec<u32> = (0..self.bags * self.lookups).map(row).collect();
            builder = builder.table(&offsets, &indices).expect("a table");
        }
        let batch = builder.build().expect("a batch");
        if self.pooling == Pooling::Sum {
            return batch;
        }
        let scales = vec![(1.0 / self.lookups as f32).to_bits(); batch.bags()];
        batch.with_scales(scales).expect("a scale a bag")
    }
}

/// Busy cycles of every command, and the bits that they leave.
fn run<T: Transport>(transport: T, shape: &Shape, medium: &str, batch: &Batch) -> (Vec<(&'static str, u64)>, Vec<u8>) {
    let mut device = CxlMem::discover(transport).expect("a device");
    let settings = media::preset(medium).and_then(|medium| medium.settings(CLOCK_PERIOD_PS)).expect("a medium");
    device.set_media(&emberlane_stores::media(&settings)).expect("settings");
    device.set_row_cache(shape.row_cache).expect("a setting");
    let rows = vec![shape.rows; shape.tables as usize];
    device.configure(Configuration::new(shape.dimension, shape.pooling, 0.5f32.to_bits(), rows)).expect("tables");
    let words = |count: u32, first: u32| -> Vec<u32> {
        (first..first + count).map(|word| ((word % 1021) as f32).to_bits()).collect()
    };
    for table in 0..shape.tables {
        device.load_table(table as usize, &words(shape.rows * shape.dimension, table)).expect("a table");
    }
    device.post(batch).expect("a batch");
    device.write_gradients(&words(batch.bags() as u32 * shape.dimension, 7)).expect("gradients");
    device.prepare().expect("lists");
    let plan = device.batch_plan().expect("posted").clone();
    let data = device.data_plan().expect("configured").data;
    let log = (data.base + data.bytes).next_multiple_of(LINE_BYTES);
    let unique = batch.transpose().rows().len() as u64;
    let lines = u64::from(shape.dimension) * 4 / LINE_BYTES;
    let staged = plan.gradients.base + plan.gradients.bytes + (1 << 24);
    let log_bytes = device.capabilities().persistent_bytes - log;
    for (register, value) in
        [(&LOG_BASE, log), (&LOG_BYTES, log_bytes), (&ROW_LOG, log), (&STAGED_BASE, staged), (&LOG_GAP, shape.gap)]
    {
        device.set(register, value).expect("a register");
    }
    let mut cycles = Vec::new();
    let mut bits = Vec::new();
    let mut read = |device: &mut CxlMem<T>, address: u64, lines: u64| {
        let mut bytes = vec![0; (lines * LINE_BYTES) as usize];
        device.transport_mut().memory_read(address, &mut bytes).expect("memory");
        bits.extend(bytes);
    };
    for (name, command, is_staged) in [
        ("lookup", Command::Lookup, false),
        ("log", Command::LogRows, false),
        ("stage", Command::Stage, false),
        ("log of staged rows", Command::LogRows, true),
        ("update", Command::Update, false),
        ("lookup behind the update", Command::Lookup, false),
    ] {
        device.set(&CHECKPOINT, STAGED.place(is_staged.into())).expect("a register");
        let before = device.counters().expect("counters");
        device.submit(command as u64).unwrap_or_else(|error| panic!("{name}: {error}"));
        let counted = device.counters().expect("counters").since(&before);
        cycles.push((name, counted.get(&BUSY_CYCLES).expect("a counter")));
        if command == Command::Lookup {
            let hits = counted.get(&ROW_CACHE_HITS).expect("a counter");
            assert!(shape.row_cache || hits == 0, "{hits} lines were kept: {shape:?}");
            assert!(!(shape.row_cache && shape.skewed) || hits > 0, "no line was kept: {shape:?}");
            cycles.push(("row lines that were read", batch.entries() as u64 * lines - hits));
        }
        match command {
            Command::Lookup => read(&mut device, plan.pooled.base, plan.pooled.bytes / LINE_BYTES),
            Command::LogRows => read(&mut device, log, 1 + row_payload_lines(unique, lines)),
            _ => {}
        }
    }
    read(&mut device, data.base, data.bytes / LINE_BYTES);
    (cycles, bits)
}

#[test]
fn the_model_takes_the_cycles_of_the_rtl_and_leaves_its_bits() {
    let seed = conformance::seed("model_rtl", 31);
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut wrong = Vec::new();
    for channels in [4, 1] {
        for (number, medium) in media::presets().iter().enumerate() {
            // Half of the presets with four channels, and the others with one.
            let first = (number + usize::from(channels == 1)) % 2;
            for (name, preset) in Preset::NAMES.iter().skip(first).step_by(2) {
                let mut shape = Shape::preset(*preset, &mut random);
                if random.random_bool(0.3) {
                    shape.dimension = 16 * random.random_range(1..=4);
                }
                if random.random_bool(0.3) {
                    shape.gap = random.random_range(1..=8);
                }
                let batch = shape.batch(&mut random);
                let rtl = RtlCxlMem::builder().channels(channels).seed(seed).build().expect("RTL");
                let model = ModelCxlMem::new(channels as u32).expect("1 to 4 channels");
                let (expected, expected_bits) = run(rtl, &shape, &medium.name, &batch);
                let (found, bits) = run(model, &shape, &medium.name, &batch);
                assert!(bits == expected_bits, "{name}, {}, seed {seed}: the bits differ: {shape:?}", medium.name);
                for ((command, expected), (_, found)) in expected.into_iter().zip(found) {
                    let off = found as f64 - expected as f64;
                    let part = 100.0 * off / expected as f64;
                    let line = format!(
                        "{name}, {} on {channels} channels, {command}: RTL {expected}, model {found} ({part:+.2} %)",
                        medium.name
                    );
                    eprintln!("{line}");
                    if off.abs() > TOLERANCE * expected as f64 + SLACK {
                        wrong.push(format!("{line}: {shape:?}"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "seed {seed}:\n{}", wrong.join("\n"));
}
