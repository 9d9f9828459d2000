//! Rehearses a model on a server.

use std::fmt::Write as _;
use std::path::Path;

use emberlane_experiment::{Experiment, StoreMedia};
use emberlane_systems::{StoreOptions, TrainError, rehearse_batches};
use emberlane_tiers::placement::{Memory, Place, PlacedTable, PlacementFile, Problem, Solver, Tier, lower_bound};

use super::counters::Counters;
use super::drawn::Drawn;
use super::models::{Model, models, numbers};
use super::servers::server;

/// Bytes that are read of a file at once.
const BLOCK: u64 = 4096;
/// Of DRAM and SCM, 10^6 bytes a second, where Table 1 is taken at its word: it has them beside what Fig. 4b has. Of SSDs it has bytes a
/// second alone.
const TABLE_1: [u64; 2] = [200_000, 84_000];

/// Whose lookups are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ids {
    /// Those of tables in files. What tables in HBM and DRAM take is part of what was fitted for the GPU.
    InFiles,
    /// Those of all tables, placed so.
    All(Placed),
}

/// How tables are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Placed {
    /// All in files, dealt to GPUs in turn.
    InTurn,
    /// All in files, balanced.
    Balanced,
    /// By size.
    SizeOnly,
    /// By size and bandwidth.
    Greedy,
}

/// What is rehearsed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Setup {
    /// The model.
    pub model: &'static str,
    /// The server.
    pub configuration: &'static str,
    /// More keys of `[store]`.
    pub variant: String,
    /// How many rows of the server one stands for.
    pub scale: u64,
    /// Whose lookups are drawn.
    pub ids: Ids,
    /// With the paper's Table 1 at its word.
    pub literal: bool,
    /// Batches that are counted, in thousandths of those that the model says.
    pub thousandths: u64,
}

impl Setup {
    /// A model on a server as the paper has it, at a part of its size.
    #[must_use]
    pub fn new(model: &'static str, configuration: &'static str, scale: u64) -> Self {
        Self {
            model,
            configuration,
            variant: String::new(),
            scale,
            ids: Ids::InFiles,
            literal: false,
            thousandths: 1000,
        }
    }

    /// The same with the paper's Table 1 at its word.
    #[must_use]
    pub fn literally(self) -> Self {
        Self { literal: true, ..self }
    }

    /// The same with more keys of `[store]`.
    #[must_use]
    pub fn with(self, variant: &str) -> Self {
        Self { variant: variant.to_owned(), ..self }
    }

    /// The model.
    ///
    /// # Panics
    /// At a name that there is not.
    #[must_use]
    pub fn model(&self) -> Model {
        models().into_iter().find(|model| model.name == self.model).unwrap_or_else(|| panic!("no model {}", self.model))
    }

    /// Samples of a batch of the rehearsal.
    fn samples(&self) -> u64 {
        (numbers().get("samples") as u64 / self.scale).max(1)
    }

    /// The experiment, whose tables are a part of the server's.
    fn experiment(&self, placement: &Path) -> Experiment {
        let (model, numbers) = (self.model(), numbers());
        let list = |values: &mut dyn Iterator<Item = u64>| {
            let values: Vec<String> = values.map(|value| value.to_string()).collect();
            format!("[{}]", values.join(", "))
        };
        let rows = list(&mut self.rows().into_iter());
        let bottom = list(&mut model.bottom.iter().copied().chain([model.dimension.value]));
        let top = list(&mut model.top.iter().copied());
        let segment = ((numbers.get("file_mib") as u64) << 20) / self.scale;
        let get = |name| numbers.get(name) as u64;
        let mut text = format!(
            "[model]\nbottom = {bottom}\ntop = {top}\ntables = {}\nrows = {rows}\ndimension = {}\n[data]\nkind = \"synthetic\"\n\
             [train]\nbatch_size = {}\n[system]\nkind = \"mtrains\"\ngpu = \"a100-fig14a\"\nlink = \"ideal\"\n",
            model.tables.value,
            model.dimension.value,
            self.samples(),
        );
        // Keys of the variant go before those that they would be doubles of.
        let mut keys = vec![
            ("directory", "\"rehearsed\"".to_owned()),
            ("configuration", format!("{:?}", self.configuration)),
            ("scale", self.scale.to_string()),
            ("placement", format!("{placement:?}")),
            ("prefetch", get("prefetch").to_string()),
            ("lanes", get("reads_under_way").to_string()),
            ("shards", get("shards").to_string()),
            ("segment", format!("\"{}B\"", segment.max(BLOCK))),
        ];
        keys.retain(|(key, _)| !self.variant.lines().any(|line| line.starts_with(&format!("{key} ="))));
        text += "[store]\n";
        for (key, value) in keys {
            // Nothing fails to be written into a string.
            let _ = writeln!(text, "{key} = {value}");
        }
        text += &self.variant;
        let mut experiment = Experiment::parse(Path::new("a model of Table 2"), &text)
            .unwrap_or_else(|error| panic!("models and variants are tested to be readable: {error}"));
        if let Some(store) = experiment.store.as_mut().filter(|_| self.literal) {
            let StoreMedia { dram, scm, ssd, .. } = &mut store.media;
            for (medium, megabytes) in [(dram, TABLE_1[0]), (scm, TABLE_1[1])] {
                (medium.read_bandwidth_mb_per_s.value, medium.write_bandwidth_mb_per_s.value) = (megabytes, megabytes);
            }
            ssd.accesses_per_second.value = 0;
        }
        experiment
    }

    /// Rows of each table of the rehearsal: one of a table in which it looks nothing up.
    fn rows(&self) -> Vec<u64> {
        let model = self.model();
        let is_rehearsed = |table: usize| self.ids != Ids::InFiles || (table as u64) < model.tables_in_files.value;
        let rows =
            |(table, (rows, _)): (usize, (u64, f64))| if is_rehearsed(table) { (rows / self.scale).max(1) } else { 1 };
        model.shape().into_iter().enumerate().map(rows).collect()
    }

    /// Where the tables are.
    fn placement(&self) -> PlacementFile {
        let (model, server) = (self.model(), server(self.configuration));
        let gpus = server.gpus.value as usize;
        let gigabytes = |value: u64| value * 1_000_000_000;
        let presets = ["hbm", "dram", server.ssd.as_deref().unwrap_or("nand")];
        let [hbm, dram, ssd] = presets.map(|name| {
            let preset = emberlane_models::memories::preset(name).expect("servers name media that there are");
            (preset.read_bandwidth_mb_per_s.value as f64 * 1e6, preset.accesses_per_second.value as f64)
        });
        let problem = Problem {
            tables: model.to_be_placed(),
            gpus,
            hbm: Memory { bytes: gigabytes(server.hbm_tables_of_a_gpu()), bandwidth: hbm.0 / gpus as f64 },
            dram: Memory { bytes: gigabytes(server.dram_tables_gb.value), bandwidth: dram.0 },
            // A row takes a block, however short it is (Section 4.2).
            ssd: Memory { bytes: gigabytes(server.ssd_gb.value), bandwidth: ssd.1 * model.row_bytes() as f64 },
        };
        let (solver, places) = match self.ids {
            Ids::InFiles => {
                let in_files = model.tables_in_files.value as usize;
                let place = |table: usize| Place {
                    gpu: table % gpus,
                    tier: if table < in_files { Tier::Ssd } else { Tier::Hbm },
                };
                ("as the model says", (0..model.tables.value as usize).map(place).collect())
            }
            Ids::All(placed) => {
                let solver = match placed {
                    Placed::InTurn => Solver::InTurn,
                    Placed::Balanced => Solver::Balanced,
                    Placed::SizeOnly => Solver::SizeOnly,
                    Placed::Greedy => Solver::Greedy,
                };
                (solver.name(), solver.place(&problem).expect("the server has room for the model"))
            }
        };
        let times = (problem.lookup_time(&places), lower_bound(&problem));
        let tables = places.iter().zip(self.rows()).enumerate().map(|(table, (place, rows))| PlacedTable {
            rows: rows as u32,
            bytes: rows * model.row_bytes(),
            lookups: problem.tables[table].volume / model.row_bytes() as f64,
            tier: place.tier,
            gpu: place.gpu,
            time_s: problem.time(table, place.tier),
            reason: String::new(),
        });
        PlacementFile::new(solver, gpus, times, tables.collect())
    }
}

/// Rehearses it: counts what its caches meet, and what all of it takes. Another seed draws other rows.
///
/// # Errors
/// A system that fails.
pub fn count(setup: &Setup, seed: u64) -> Result<Counters, TrainError> {
    let (model, placement) = (setup.model(), setup.placement());
    let file = tempfile::NamedTempFile::new().map_err(emberlane_stores::EmbeddingError::store)?;
    placement.write(file.path()).map_err(emberlane_stores::EmbeddingError::from)?;
    let experiment = setup.experiment(file.path());
    let drawn: Vec<(u64, usize)> = setup
        .rows()
        .into_iter()
        .zip(model.shape())
        .zip(&placement.tables)
        .map(|((rows, (_, lookups)), place)| match setup.ids {
            Ids::InFiles if place.tier != Tier::Ssd => (rows, 0),
            _ => (rows, lookups as usize),
        })
        .collect();
    let lookups = drawn.iter().map(|(_, lookups)| *lookups as u64).sum();
    let samples = setup.samples();
    let a_batch = samples * setup.scale * model.tables_in_files.value;
    let batches = (model.counted_lookups.value * setup.thousandths / 1000 / a_batch).max(1);
    let mut source = Drawn::new(&drawn, numbers().get("exponent"), samples as usize, model.bottom[0] as usize, seed);
    let mut left = batches;
    let next = || {
        let is_left = left > 0;
        left = left.saturating_sub(1);
        Ok(is_left.then(|| source.next_batch()))
    };
    let (simulated, tiers) = rehearse_batches(&experiment, &StoreOptions::default(), next)?;
    let counters = Counters {
        model: setup.model.to_owned(),
        configuration: setup.configuration.to_owned(),
        variant: setup.variant.clone(),
        literal: setup.literal,
        placement: placement.solver.clone(),
        thousandths: setup.thousandths,
        scale: setup.scale,
        samples: samples * setup.scale,
        lookups,
        row_bytes: model.row_bytes(),
        batches: 0,
        elapsed_ps: 0,
        rows: 0,
        hits: Vec::new(),
        gets: 0,
        sets: 0,
        compacted: 0,
        reads: 0,
        read_bytes: 0,
        written_bytes: 0,
        busy_ps: Vec::new(),
        course: Vec::new(),
    };
    Ok(counters.counted(&simulated.log, &tiers.unwrap_or_default(), BLOCK))
}
