//! A small training over tiers, drawn from a seed: batches, gradients, states that are saved as it goes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use emberlane_checkpoints::{History, SavedState, keep_newest, save_state, states};
use emberlane_data::Bags;
use emberlane_dlrm::{Dlrm, UpdateRule};
use emberlane_experiment::{
    CachePolicy, Experiment, ModelConfig, Optimizer, Pooling, StoreBackend, StoreMedia, StoreTime,
};
use emberlane_files::{follow_changes, follow_no_more};
use emberlane_stores::{DrawnRows, EmbeddingStore, Pooled, RowShape, TiersReport};
use emberlane_tiers::placement::Tier;
use emberlane_tiers::{PlacedRows, Settings, TierError};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use tempfile::TempDir;

/// Batches, and after how many a state is saved.
pub const BATCHES: usize = 40;
pub const EVERY: usize = 5;

/// A training, drawn from a seed.
pub struct Training {
    pub folder: PathBuf,
    pub settings: Settings,
    pub model: ModelConfig,
    pub step: UpdateRule,
    pub batches: Vec<(Bags, Vec<f32>)>,
}

/// Why a training has ended early.
#[derive(Debug, thiserror::Error)]
#[error("{message} (goes on: {saving_before:?})")]
pub struct Failed {
    /// Where the store is as it was, if a state could not be saved: the batch that is trained next.
    pub saving_before: Option<usize>,
    pub message: String,
}

/// What a training has come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    pub rows: Vec<u32>,
    pub report: TiersReport,
}

impl Training {
    pub fn new(seed: u64, folder: &Path) -> Self {
        let mut random = Pcg64::seed_from_u64(seed);
        let text = "[model]\nbottom = [2, 16]\ntop = [4, 1]\ntables = 2\nrows = [150, 40]\ndimension = 16\n\
                    [data]\nkind = \"synthetic\"\n";
        let model = Experiment::parse(Path::new("training.toml"), text).unwrap().model;
        let optimizer = [Optimizer::Sgd, Optimizer::Adagrad, Optimizer::RowwiseAdagrad][random.random_range(0..3)];
        let settings = Settings {
            directory: folder.join("live"),
            rows: model.rows.clone(),
            shape: RowShape { dimension: model.dimension, state: optimizer.state_of(model.dimension) },
            backend: StoreBackend::Logs,
            policy: if random.random() { CachePolicy::Lru } else { CachePolicy::Lfu },
            ways: 4,
            dram: random.random_range(4..40),
            scm: random.random_range(4..40),
            prefetch: random.random_range(0..3),
            deferred: true,
            shards: random.random_range(1..3),
            lanes: random.random_range(1..4),
            direct: random.random(),
            segment: 4096,
            // In every other training the second table is in memory.
            time: [StoreTime::Real, StoreTime::Simulated][(seed % 3).min(1) as usize],
            media: StoreMedia::default(),
            capacity: None,
            placement: vec![Tier::Ssd, if seed.is_multiple_of(2) { Tier::Ssd } else { Tier::Dram }],
        };
        let batches = (0..BATCHES).map(|_| batch(&model, &mut random)).collect();
        let step = UpdateRule { optimizer, learning_rate: 0.5 };
        Self { folder: folder.to_path_buf(), settings, model, step, batches }
    }

    pub fn saves(&self) -> PathBuf {
        self.folder.join("saves")
    }

    /// Opens the store. A child of another test's thread has the files of this process, locks too, until it is itself.
    fn take(&self) -> Result<PlacedRows, TierError> {
        for _ in 0..200 {
            match PlacedRows::open(self.settings.clone()) {
                Err(error) if error.to_string().contains("another process") => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                opened => return opened,
            }
        }
        panic!("the lock of {:?} is never free", self.settings.directory);
    }

    /// Opens the store as the newest state says, or anew; with the next batch.
    pub fn open(&self) -> Result<(Pooled<PlacedRows>, usize), String> {
        let rows = self.take().map_err(|error| error.to_string())?;
        let mut store = Pooled::over(rows, Pooling::Sum, self.step);
        let Some((batch, folder)) = states(&self.saves()).unwrap().pop() else {
            store.tiers().unwrap().begin_drawn(DrawnRows::new(3, &self.model.rows, self.model.dimension)).unwrap();
            return Ok((store, 0));
        };
        let state = SavedState::open(&folder).unwrap();
        let set = state.set(&self.model, self.step, &mut Dlrm::new(&self.model).unwrap(), &mut store);
        set.map_err(|error| error.to_string())?;
        Ok((store, batch as usize))
    }

    pub fn reached(&self, store: &mut Pooled<PlacedRows>) -> Reached {
        let mut report = store.tiers().unwrap().report();
        // Whether a row is read from its file, or while it is still in memory, is up to the lanes.
        report.block.blocks_read = 0;
        let mut rows = Vec::new();
        for (table, count) in self.model.rows.iter().enumerate() {
            let weights = store.read_rows(table, 0, u64::from(*count)).unwrap();
            let state = store.read_state(table, 0, u64::from(*count)).unwrap();
            rows.extend(weights.iter().chain(&state).map(|value| value.to_bits()));
        }
        Reached { rows, report }
    }

    /// Trains to the end, and saves as it goes; `saved` is told of each state.
    pub fn train(
        &self,
        store: &mut Pooled<PlacedRows>,
        first: usize,
        mut saved: impl FnMut(usize, &mut Pooled<PlacedRows>),
    ) -> Result<(), Failed> {
        let failed = |message: String, saving_before| Failed { saving_before, message };
        let mut dlrm = Dlrm::new(&self.model).unwrap();
        for start in (first..BATCHES).step_by(EVERY) {
            let mut announced = start;
            for (number, (bags, gradients)) in self.batches.iter().enumerate().take(start + EVERY).skip(start) {
                while self.settings.prefetch > 0 && announced < (start + EVERY).min(number + self.settings.prefetch + 1)
                {
                    let asked = store.fetch_ahead(&self.batches[announced].0);
                    asked.map_err(|error| failed(error.to_string(), None))?;
                    announced += 1;
                }
                let trained = store.lookup(bags).and_then(|_| store.update(gradients));
                trained.map_err(|error| failed(error.to_string(), None))?;
            }
            let (next, history) = (start + EVERY, History::default());
            let parts = (&mut dlrm, self.step, &mut *store as &mut dyn EmbeddingStore);
            save_state(&self.saves(), next as u64, (serde_json::Value::Null, &[]), &history, &self.model, parts)
                .map_err(|error| failed(error.to_string(), Some(next)))?;
            saved(next, store);
            keep_newest(&self.saves(), 2).map_err(|error| failed(error.to_string(), Some(next)))?;
        }
        Ok(())
    }
}

/// A batch and its gradients; low rows come more often.
fn batch(model: &ModelConfig, random: &mut Pcg64) -> (Bags, Vec<f32>) {
    let samples = random.random_range(1..7);
    let mut bags = Bags { tables: model.rows.len(), samples, offsets: vec![0], indices: vec![] };
    for rows in &model.rows {
        for _ in 0..samples {
            let drawn = (0..random.random_range(0..8)).map(|_| random.random::<f64>().powi(2) * f64::from(*rows));
            bags.indices.extend(drawn.map(|row| row as u32));
            bags.offsets.push(bags.indices.len() as u32);
        }
    }
    let gradients = (0..bags.count() * model.dimension).map(|_| random.random_range(-1.0..1.0)).collect();
    (bags, gradients)
}

/// What a training comes to that nobody kills: at each state, and how many changes of the disk it makes.
pub fn uncut(seed: u64) -> (BTreeMap<usize, Reached>, usize) {
    let folder = folder_of(1);
    let training = Training::new(seed, folder.path());
    let count = std::rc::Rc::new(std::cell::Cell::new(0));
    let counted = std::rc::Rc::clone(&count);
    follow_changes(move |_| {
        counted.set(counted.get() + 1);
        Ok(())
    });
    let (mut store, first) = training.open().unwrap();
    let mut reached = BTreeMap::from([(0, training.reached(&mut store))]);
    training.train(&mut store, first, |batch, store| drop(reached.insert(batch, training.reached(store)))).unwrap();
    follow_no_more();
    (reached, count.get())
}

/// A folder on a disk, or, three times as often, in memory, where there is one: the disk is what takes long.
pub fn folder_of(at: usize) -> TempDir {
    let memory = Path::new("/dev/shm");
    if at.is_multiple_of(4) || !memory.is_dir() { tempfile::tempdir() } else { tempfile::tempdir_in(memory) }.unwrap()
}
