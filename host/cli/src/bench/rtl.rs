//! `emberlane bench rtl`: the simulated CXL-MEM beside what its memory allows.

#[cfg(feature = "rtl")]
pub(super) use measurement::measure;

#[cfg(not(feature = "rtl"))]
pub(super) fn measure(_: &super::shape::ShapeArguments, _: &mut Vec<super::figure::Figure>) -> anyhow::Result<()> {
    anyhow::bail!("this emberlane was built without the RTL devices; build it with the feature `rtl`")
}

#[cfg(feature = "rtl")]
mod measurement {
    use super::super::figure::Figure;
    use super::super::shape::ShapeArguments;
    use anyhow::ensure;
    use emberlane_drivers::{Batch, BatchBuilder, Command, Configuration, CxlMem, Pooling};
    use emberlane_models::media::{self, MediaPreset, Traffic};
    use emberlane_models::smartssd::ADD_LATENCY;
    use emberlane_registers::cxl_mem::{
        CLOCK_PERIOD_PS, DIRECTORY_WORDS, LINE_BYTES, LINE_ELEMENTS, LOG_BASE, LOG_BYTES, ROW_LOG,
    };
    use emberlane_registers::log::row_payload_lines;
    use emberlane_verilated::RtlCxlMem;
    use rand::{Rng, SeedableRng};
    use rand_distr::{Distribution, Zipf};
    use rand_pcg::Pcg64;

    /// 32-bit words of a line.
    const LINE_WORDS: usize = (LINE_BYTES / 4) as usize;
    const CHANNELS: u32 = 4;
    /// Entries of a batch that can be simulated within hours.
    const MOST_ENTRIES: u128 = 1 << 27;
    /// Skew of the workload that stands for Criteo Kaggle: about a tenth of its accesses are unique rows, as TrainingCXL
    /// has it for pooling 80.
    const KAGGLE_SKEW: f64 = 1.05;

    /// Shapes that are also looked up with rows that engines keep: one in which that pays, and one in which it cannot.
    const WITH_ROW_CACHE: [&str; 2] = ["", ".kaggle"];

    /// A batch's shape.
    #[derive(Clone, Debug)]
    struct Shape {
        dimension: u32,
        pooling: u32,
        tables: u32,
        bags: u32,
        rows: u32,
        /// Exponent of the power law; 0: uniform.
        skew: f64,
    }

    /// Dimension 32, pooling 80, uniform: the workload of the first three figures.
    const STANDARD: Shape = Shape { dimension: 32, pooling: 80, tables: 8, bags: 128, rows: 100_000, skew: 0.0 };

    impl Shape {
        fn batch(&self, seed: u64) -> anyhow::Result<Batch> {
            let entries = u128::from(self.tables) * u128::from(self.bags) * u128::from(self.pooling);
            ensure!(
                entries <= MOST_ENTRIES,
                "{} tables with {} bags of {} rows are {entries} entries; take at most {MOST_ENTRIES}",
                self.tables,
                self.bags,
                self.pooling
            );
            let mut random = Pcg64::seed_from_u64(seed);
            let ranks = Zipf::new(f64::from(self.rows), self.skew)?;
            let mut builder = BatchBuilder::new();
            for _ in 0..self.tables {
                let offsets: Vec<u32> = (0..=self.bags).map(|bag| bag * self.pooling).collect();
                let indices: Vec<u32> = (0..self.bags * self.pooling)
                    .map(|_| match self.skew > 0.0 {
                        // An odd stride spreads the ranks over the table, as rows of real tables are.
                        true => (ranks.sample(&mut random) as u64 * 7919 % u64::from(self.rows)) as u32,
                        false => random.random_range(0..self.rows),
                    })
                    .collect();
                builder = builder.table(&offsets, &indices)?;
            }
            Ok(builder.build()?)
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Unit {
        /// Row, index and offset lines a cycle and channel.
        LinesPerCycle,
        /// 10^9 bytes of row lines a second.
        Bandwidth,
    }

    /// Simulated cycles, and the seconds they took.
    #[derive(Default)]
    struct Speed {
        cycles: u64,
        seconds: f64,
    }

    pub(in super::super) fn measure(arguments: &ShapeArguments, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
        let mut speed = Speed::default();
        let off = media::preset("off")?;
        let paper = media::preset("trainingcxl")?;
        let seed = arguments.seed();
        if arguments.given() {
            let standard = STANDARD;
            let shape = Shape {
                dimension: arguments.dimension.unwrap_or(standard.dimension),
                pooling: arguments.pooling.unwrap_or(standard.pooling),
                tables: arguments.tables.unwrap_or(standard.tables),
                bags: arguments.bags.unwrap_or(standard.bags),
                rows: arguments.rows.unwrap_or(standard.rows),
                skew: arguments.skew.unwrap_or(standard.skew),
            };
            let medium = arguments.media.as_deref().map_or(Ok(off), media::preset)?;
            let lookup = Job::run(&shape, &medium, Command::Lookup, seed, &mut speed)?;
            let update = Job::run(&shape, &medium, Command::Update, seed, &mut speed)?;
            for job in [&lookup, &update] {
                figures.extend([Unit::LinesPerCycle, Unit::Bandwidth].map(|unit| job.figure(".own", unit)));
            }
            figures
                .push(Job::run(&shape, &medium, Command::LogRows, seed, &mut speed)?.figure(".own", Unit::Bandwidth));
            figures.push(lookup.with_row_cache(".own", &mut speed)?);
        } else {
            let shapes = [
                ("", STANDARD),
                (".dim16", Shape { dimension: 16, ..STANDARD }),
                (".dim64", Shape { dimension: 64, ..STANDARD }),
                (".dim128", Shape { dimension: 128, ..STANDARD }),
                (".pooling1", Shape { pooling: 1, bags: 2048, ..STANDARD }),
                (".pooling20", Shape { pooling: 20, bags: 512, ..STANDARD }),
                (".kaggle", Shape { skew: KAGGLE_SKEW, ..STANDARD }),
            ];
            for (suffix, shape) in &shapes {
                for (medium, command, unit) in [
                    (&off, Command::Lookup, Unit::LinesPerCycle),
                    (&paper, Command::Lookup, Unit::Bandwidth),
                    (&paper, Command::Update, Unit::Bandwidth),
                    (&paper, Command::LogRows, Unit::Bandwidth),
                ] {
                    let job = Job::run(shape, medium, command, seed, &mut speed)?;
                    figures.push(job.figure(suffix, unit));
                    if command == Command::Lookup && WITH_ROW_CACHE.contains(suffix) {
                        figures.push(job.with_row_cache(suffix, &mut speed)?);
                    }
                }
            }
            let hot = Shape { rows: 1, tables: 1, bags: 64, ..STANDARD };
            for command in [Command::Lookup, Command::Update] {
                figures.push(hot_row(&hot, command, &mut speed)?);
            }
            let lookup = Job::run(&hot, &off, Command::Lookup, seed, &mut speed)?;
            figures.push(lookup.with_row_cache(".hot_row", &mut speed)?);
        }
        figures.push(Figure::simulation("rtl.simulation", speed.cycles, speed.seconds));
        Ok(())
    }

    /// What a batch moves at least, in lines; and the cycles that takes.
    struct Least {
        vector_lines: u64,
        row_reads: u64,
        row_writes: u64,
        /// Of a record, header and addresses included.
        log_writes: u64,
        index: u64,
        offset: u64,
        scratch_reads: u64,
        scratch_writes: u64,
    }

    impl Least {
        fn new(shape: &Shape, batch: &Batch, command: Command) -> Self {
            let words = |count: usize| count.div_ceil(LINE_WORDS) as u64;
            let vector_lines = u64::from(shape.dimension) / LINE_ELEMENTS;
            let bags = batch.bags() as u64 * vector_lines;
            let directory = words(batch.tables() * DIRECTORY_WORDS as usize);
            let index = words(batch.entries());
            match command {
                Command::Lookup => {
                    let offset = words(batch.bags() + 1);
                    Self {
                        vector_lines,
                        row_reads: batch.entries() as u64 * vector_lines,
                        row_writes: 0,
                        log_writes: 0,
                        index,
                        offset,
                        scratch_reads: directory + index + offset,
                        scratch_writes: bags,
                    }
                }
                Command::Update => {
                    let transpose = batch.transpose();
                    let rows = transpose.rows().len();
                    let offset = words(rows + 1);
                    Self {
                        vector_lines,
                        row_reads: rows as u64 * vector_lines,
                        row_writes: rows as u64 * vector_lines,
                        log_writes: 0,
                        index,
                        offset,
                        // Each bag's gradient once: what uses it again could keep it.
                        scratch_reads: directory + index + offset + words(rows) + bags,
                        scratch_writes: 0,
                    }
                }
                Command::LogRows => {
                    let rows = batch.transpose().rows().len();
                    Self {
                        vector_lines,
                        row_reads: rows as u64 * vector_lines,
                        row_writes: 0,
                        log_writes: 1 + row_payload_lines(rows as u64, vector_lines),
                        index: 0,
                        offset: 0,
                        scratch_reads: directory + words(rows),
                        scratch_writes: 0,
                    }
                }
                Command::LogParameters | Command::Stage | Command::Accumulate => {
                    unreachable!("the bench runs lookups, updates and logs of rows")
                }
            }
        }

        /// The cycles that the slowest of the memories needs, and which that is.
        fn cycles(&self, medium: &MediaPreset) -> (f64, &'static str) {
            let channels = f64::from(CHANNELS);
            let parts = [
                (
                    self.row_reads as f64 / channels / medium.read_lines_per_cycle(CLOCK_PERIOD_PS),
                    "reads of the channels",
                ),
                (
                    self.row_writes as f64 / channels / medium.row_write_lines_per_cycle(CLOCK_PERIOD_PS),
                    "writes of the channels",
                ),
                (
                    self.log_writes as f64 / channels / medium.lines_per_cycle(Traffic::StreamWrite, CLOCK_PERIOD_PS),
                    "streaming writes of the channels",
                ),
                (self.scratch_reads as f64 / channels, "reads of the scratchpad"),
                (self.scratch_writes as f64 / channels, "writes of the scratchpad"),
            ];
            parts.into_iter().fold((0.0, ""), |most, part| if part.0 > most.0 { part } else { most })
        }
    }

    /// Runs the command once on a fresh device; its counters, and the batch.
    fn run(
        shape: &Shape,
        medium: &MediaPreset,
        command: Command,
        batch: &Batch,
        row_cache: bool,
        speed: &mut Speed,
    ) -> anyhow::Result<Vec<(String, u64)>> {
        let transport = RtlCxlMem::builder().channels(CHANNELS as usize).build()?;
        let mut device = CxlMem::discover(transport)?;
        device.set_media(&emberlane_stores::media(&medium.settings(CLOCK_PERIOD_PS)?))?;
        device.set_row_cache(row_cache)?;
        let rows = vec![shape.rows; shape.tables as usize];
        device.configure(Configuration::new(shape.dimension, Pooling::Sum, 0.1f32.to_bits(), rows))?;
        device.post(batch)?;
        if command == Command::Update {
            let gradients: Vec<u32> =
                (0..batch.bags() as u32 * shape.dimension).map(|word| ((word % 97) as f32).to_bits()).collect();
            device.write_gradients(&gradients)?;
        }
        device.prepare()?;
        if command == Command::LogRows {
            let data = device.data_plan().expect("configured").data;
            let log = (data.base + data.bytes).next_multiple_of(LINE_BYTES);
            let bytes = device.capabilities().persistent_bytes - log;
            for (register, value) in [(&LOG_BASE, log), (&LOG_BYTES, bytes), (&ROW_LOG, log)] {
                device.set(register, value)?;
            }
        }
        let before = device.counters()?;
        device.submit(command as u64)?;
        let counted = device.counters()?.since(&before);
        let statistics = device.transport().statistics();
        speed.cycles += statistics.cycles;
        speed.seconds += statistics.host_time.as_secs_f64();
        Ok(counted.iter().collect())
    }

    fn counter(counted: &[(String, u64)], name: &str) -> u64 {
        counted.iter().find(|(other, _)| other == name).map_or(0, |(_, value)| *value)
    }

    /// Row lines that each channel has read.
    fn row_lines(counted: &[(String, u64)]) -> [u64; CHANNELS as usize] {
        std::array::from_fn(|channel| counter(counted, &format!("channel_{channel}_reads")))
    }

    /// Says which channel has the most lines if it has notably more than its share. The limit spreads lines evenly; where
    /// the rows of a batch lie decides whether they can be.
    fn crowding(counted: &[(String, u64)]) -> String {
        let lines = row_lines(counted);
        let (channel, most) = (0..).zip(lines).max_by_key(|(_, lines): &(u32, _)| *lines).unwrap();
        let share = most as f64 / lines.iter().sum::<u64>() as f64;
        match share * f64::from(CHANNELS) > 1.02 {
            true => format!(", {:.1} % of them channel {channel}'s", 100.0 * share),
            false => String::new(),
        }
    }

    /// A command that was run, and what it counted.
    struct Job<'a> {
        shape: &'a Shape,
        medium: &'a MediaPreset,
        command: Command,
        batch: Batch,
        counted: Vec<(String, u64)>,
    }

    impl<'a> Job<'a> {
        fn run(
            shape: &'a Shape,
            medium: &'a MediaPreset,
            command: Command,
            seed: u64,
            speed: &mut Speed,
        ) -> anyhow::Result<Self> {
            let batch = shape.batch(seed)?;
            let counted = run(shape, medium, command, &batch, false, speed)?;
            Ok(Self { shape, medium, command, batch, counted })
        }

        /// The lookup once more, in which engines keep lines of rows, beside what the memory allows that has to read all of them where they
        /// lie.
        fn with_row_cache(&self, suffix: &str, speed: &mut Speed) -> anyhow::Result<Figure> {
            let Self { shape, medium, command, batch, counted: without } = self;
            let counted = run(shape, medium, *command, batch, true, speed)?;
            let of_channels = row_lines(without);
            let lines: u64 = of_channels.iter().sum();
            let busiest = of_channels.into_iter().max().unwrap_or(0) as f64;
            let hits = counter(&counted, "row_cache_hits");
            let busy = counter(&counted, "busy_cycles") as f64;
            let cycles = busiest / medium.read_lines_per_cycle(CLOCK_PERIOD_PS);
            let mut counters = serde_json::Map::new();
            counters.extend([
                ("row_lines".to_owned(), lines.into()),
                ("row_lines_of_the_busiest_channel".to_owned(), busiest.into()),
                ("busy_cycles_without".to_owned(), counter(without, "busy_cycles").into()),
                ("media_read_mb_per_s".to_owned(), medium.read_bandwidth_mb_per_s.value.into()),
            ]);
            counters.extend(counted.into_iter().map(|(name, value)| (name, value.into())));
            Ok(Figure {
                name: format!("rtl.lookup.row_cache.{}{suffix}", medium.name),
                value: lines as f64 / busy,
                unit: "row lines a cycle",
                limit: Some(lines as f64 / cycles),
                ratio: Some(cycles / busy),
                bound: Some(format!(
                    "memory that reads every line{}; {:.1} % were kept",
                    crowding(without),
                    100.0 * hits as f64 / lines as f64
                )),
                counters,
            })
        }

        fn figure(&self, suffix: &str, unit: Unit) -> Figure {
            let Self { shape, medium, command, batch, counted } = self;
            let busy = counter(counted, "busy_cycles") as f64;
            let least = Least::new(shape, batch, *command);
            let (cycles, bound) = least.cycles(medium);
            let bound = format!("{bound}{}", crowding(counted));
            let (operation, moved, row_lines) = match command {
                Command::Lookup => ("lookup", "GB/s of row lines", least.row_reads),
                Command::Update => ("update", "GB/s of row lines", least.row_reads + least.row_writes),
                _ => ("log", "GB/s of lines of the record", least.log_writes),
            };
            let row_lines = row_lines as f64;
            let (name, scale, text) = match unit {
                Unit::LinesPerCycle => (
                    "lines_per_cycle_per_channel".to_owned(),
                    (row_lines + (least.index + least.offset) as f64) / f64::from(CHANNELS),
                    "lines a cycle and channel",
                ),
                Unit::Bandwidth => (
                    format!("bandwidth.{}", medium.name),
                    row_lines * LINE_BYTES as f64 / (CLOCK_PERIOD_PS as f64 * 1e-3),
                    moved,
                ),
            };
            let mut counters = serde_json::Map::new();
            let own: [(&str, u64); 18] = [
                ("channels", CHANNELS.into()),
                ("clock_period_ps", CLOCK_PERIOD_PS),
                ("dimension", shape.dimension.into()),
                ("tables", shape.tables.into()),
                ("bags", batch.bags() as u64),
                ("entries", batch.entries() as u64),
                ("unique_rows", batch.transpose().rows().len() as u64),
                ("vector_lines", least.vector_lines),
                ("least_row_lines_read", least.row_reads),
                ("least_row_lines_written", least.row_writes),
                ("least_record_lines_written", least.log_writes),
                ("least_index_lines", least.index),
                ("least_offset_lines", least.offset),
                ("least_scratchpad_lines_read", least.scratch_reads),
                ("least_scratchpad_lines_written", least.scratch_writes),
                ("media_read_mb_per_s", medium.read_bandwidth_mb_per_s.value),
                ("media_row_write_mb_per_s", medium.row_write_bandwidth_mb_per_s.value),
                ("media_stream_write_mb_per_s", medium.stream_write_bandwidth_mb_per_s.value),
            ];
            counters.extend(own.into_iter().map(|(name, value)| (name.to_owned(), value.into())));
            counters.extend(counted.iter().map(|(name, value)| (name.clone(), (*value).into())));
            Figure {
                name: format!("rtl.{operation}.{name}{suffix}"),
                value: scale / busy,
                unit: text,
                limit: Some(scale / cycles),
                ratio: Some(cycles / busy),
                bound: Some(bound),
                counters,
            }
        }
    }

    /// Every index is the same row: a lookup has one channel for all lines, an update one sum for all gradients.
    fn hot_row(shape: &Shape, command: Command, speed: &mut Speed) -> anyhow::Result<Figure> {
        let batch = shape.batch(1)?;
        let counted = run(shape, &media::preset("off")?, command, &batch, false, speed)?;
        let busy = counter(&counted, "busy_cycles") as f64;
        let entries = batch.entries() as f64;
        let lines = f64::from(shape.dimension) / LINE_ELEMENTS as f64;
        let (operation, limit, bound) = match command {
            // All lines of a row of up to 256 bytes lie in one channel.
            Command::Lookup => ("lookup", 1.0, "the one channel that holds the row"),
            Command::Update => ("update", lines / lines.max(ADD_LATENCY as f64), "a sum waits for the adder"),
            _ => unreachable!("the bench has hot rows in lookups and updates"),
        };
        let value = entries * lines / busy;
        let mut counters = serde_json::Map::new();
        counters.extend([("entries".to_owned(), entries.into()), ("vector_lines".to_owned(), lines.into())]);
        counters.extend(counted.into_iter().map(|(name, value)| (name, value.into())));
        Ok(Figure {
            name: format!("rtl.{operation}.hot_row"),
            value,
            unit: "operand lines a cycle",
            limit: Some(limit),
            ratio: Some(value / limit),
            bound: Some(bound.to_owned()),
            counters,
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn batches_that_cannot_be_simulated_are_refused() {
            let shape = Shape { bags: 1_000_000, pooling: 100_000, tables: 10_000, ..STANDARD };
            let error = shape.batch(1).expect_err("10^15 entries").to_string();
            assert!(error.contains("1000000000000000 entries; take at most 134217728"), "{error}");
        }
    }
}
