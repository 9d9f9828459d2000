//! Tables in one process of which shards die, and go on with what they had saved.

use std::collections::VecDeque;

use emberlane_data::Bags;
use emberlane_experiment::{FailuresConfig, SavePolicy};
use emberlane_ps::Key;
use emberlane_stores::{EmbeddingError, EmbeddingStore, PartialRecoveries, Saved, ShardDeath};
use rand_pcg::Pcg64;

use super::shard::{Part, Rows};
use super::{Mfu, Scar, Ssu, Tracker, planned};

/// Tables that are spread over shards by [`Key::part`], each of which saves its rows by a policy and dies by a plan.
///
/// What comes first at the end of a batch: its updates, then a save, then a death. Everything that a shard decides depends on its own
/// rows, its own number and its own start alone, so that shards in processes of their own decide the same. Rows that were never saved
/// come back as they were before the first batch. What is known of data, of the MLPs and of their optimiser goes on.
#[derive(Clone, Debug)]
pub struct PartialRecovery<S> {
    store: S,
    config: FailuresConfig,
    /// Rows of each table, and elements of a row.
    rows: Vec<u32>,
    dimension: usize,
    /// Where each row of each table is: its shard, and its place there.
    places: Vec<Vec<(u16, u32)>>,
    /// Of each table, what each shard has of it; empty before the first batch.
    parts: Vec<Vec<Part>>,
    /// Tables that are saved by priority.
    by_priority: Vec<bool>,
    to_come: VecDeque<(u64, u32)>,
    looked_up: Option<Bags>,
    batch: u64,
    /// Samples until the last whole interval.
    saved_samples: u64,
    report: PartialRecoveries,
}

impl<S: EmbeddingStore> PartialRecovery<S> {
    /// Over empty tables of so many rows, of `dimension` elements each.
    pub fn new(store: S, rows: &[u32], dimension: usize, config: FailuresConfig) -> Self {
        let places = (0..).zip(rows).map(|(table, rows)| places(table, *rows, config.shards)).collect();
        let mut by_size: Vec<usize> = (0..rows.len()).collect();
        // Of tables of one size, those in front.
        by_size.sort_by_key(|table| std::cmp::Reverse(rows[*table]));
        let mut by_priority = vec![false; rows.len()];
        let priority = if config.policy == SavePolicy::Full { 0 } else { config.largest };
        by_size.iter().take(priority).for_each(|table| by_priority[*table] = true);
        let (shards, saved) = (config.shards, Some(Saved::default()));
        let report = PartialRecoveries { shards, saved, ..PartialRecoveries::default() };
        let to_come = planned(&config.plan, config.shards).into();
        Self {
            store,
            rows: rows.to_vec(),
            dimension,
            places,
            parts: Vec::new(),
            by_priority,
            to_come,
            looked_up: None,
            batch: 0,
            saved_samples: 0,
            report,
            config,
        }
    }

    /// A table as it is.
    fn read(&mut self, table: usize) -> Result<Rows, EmbeddingError> {
        let rows = self.rows[table].into();
        let (weights, state) = (self.store.read_rows(table, 0, rows)?, self.store.read_state(table, 0, rows)?);
        Ok(Rows { weights, state, dimension: self.dimension, width: self.store.state_width() })
    }

    /// What a shard that starts now decides with, of a table.
    fn tracker(&self, table: usize, shard: usize) -> impl Fn(u32, &[f32]) -> Option<Tracker> + use<S> {
        let (policy, parts, dimension) = (self.config.policy, u64::from(self.config.parts), self.dimension);
        let by_priority = self.by_priority[table];
        // Whoever starts draws other numbers than whoever was there before.
        let state = u128::from(self.config.seed) << 64 | u128::from(self.batch);
        let random = Pcg64::new(state, (shard as u128) << 32 | table as u128);
        move |rows, weights| {
            let most = (u64::from(rows) / parts).max(1).min(rows.into());
            match policy {
                _ if !by_priority => None,
                SavePolicy::Full => None,
                SavePolicy::Scar => Some(Tracker::Scar(Scar::new(weights.to_vec(), dimension, most))),
                SavePolicy::Mfu => Some(Tracker::Mfu(Mfu::new(rows, most))),
                SavePolicy::Ssu => Some(Tracker::Ssu(Ssu::new(most, random.clone()))),
            }
        }
    }

    fn saved(&mut self) -> &mut Saved {
        self.report.saved.get_or_insert_default()
    }

    /// Every shard begins with what the tables are, which is saved.
    fn begin(&mut self) -> Result<(), EmbeddingError> {
        for table in 0..self.rows.len() {
            let now = self.read(table)?;
            let mut rows = vec![Vec::new(); self.config.shards as usize];
            for (row, (shard, _)) in (0..).zip(&self.places[table]) {
                rows[usize::from(*shard)].push(row);
            }
            let parts = rows.into_iter().enumerate();
            self.parts.push(parts.map(|(shard, rows)| Part::new(rows, &now, self.tracker(table, shard))).collect());
        }
        self.saved().tracker_bytes = self.parts.iter().flatten().map(Part::tracker_bytes).sum();
        Ok(())
    }

    /// Counts what a batch has looked up and updated.
    fn count(&mut self, bags: &Bags) {
        let mut unique = Vec::new();
        for ((table, places), parts) in self.places.iter().enumerate().zip(&mut self.parts) {
            unique.clear();
            for sample in 0..bags.samples {
                for row in bags.bag(table * bags.samples + sample) {
                    let (shard, place) = places[*row as usize];
                    parts[usize::from(shard)].looked_up(sample as u64, place);
                    unique.push((shard, place));
                }
            }
            unique.sort_unstable();
            unique.dedup();
            unique.iter().for_each(|(shard, place)| parts[usize::from(*shard)].updated(*place));
        }
        self.batch += 1;
        self.report.samples += bags.samples as u64;
    }

    /// All shards save.
    fn save(&mut self) -> Result<(), EmbeddingError> {
        for table in 0..self.rows.len() {
            let now = self.read(table)?;
            let rows = self.parts[table].iter_mut().map(|part| part.save(&now)).sum::<u64>();
            self.saved().saved_rows += rows;
        }
        self.saved().saves += 1;
        if self.batch.is_multiple_of(self.config.interval) {
            self.saved_samples = self.report.samples;
        }
        Ok(())
    }

    /// Shards die, and go on with what they had saved.
    fn lose(&mut self, shards: &[u32]) -> Result<(), EmbeddingError> {
        let death = |shard: &u32| ShardDeath {
            after_batches: self.batch,
            shard: *shard,
            lost_samples: self.report.samples - self.saved_samples,
            rows: Some(0),
            lost_updates: 0,
            torn: false,
        };
        let mut deaths: Vec<ShardDeath> = shards.iter().map(death).collect();
        for table in 0..self.rows.len() {
            let mut now = self.read(table)?;
            for death in &mut deaths {
                let tracker = self.tracker(table, death.shard as usize);
                let (rows, lost) = self.parts[table][death.shard as usize].restore(&mut now, tracker);
                death.rows = death.rows.map(|known| known + rows);
                death.lost_updates += lost;
            }
            self.store.write_rows(table, 0, &now.weights)?;
            self.store.write_state(table, 0, &now.state)?;
        }
        self.report.deaths.append(&mut deaths);
        Ok(())
    }
}

/// Where each row of a table is.
fn places(table: u32, rows: u32, shards: u32) -> Vec<(u16, u32)> {
    let mut next = vec![0u32; shards as usize];
    let place = |row| {
        let shard = Key::new(table, row).part(shards);
        let place = next[shard as usize];
        next[shard as usize] += 1;
        (shard as u16, place)
    };
    (0..rows).map(place).collect()
}

impl<S: EmbeddingStore> EmbeddingStore for PartialRecovery<S> {
    fn name(&self) -> &'static str {
        "shards in host memory"
    }

    fn write_rows(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        self.store.write_rows(table, first, values)
    }

    fn read_rows(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        self.store.read_rows(table, first, count)
    }

    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        if self.parts.is_empty() {
            self.begin()?;
        }
        let pooled = self.store.lookup(bags)?;
        self.looked_up = Some(bags.clone());
        Ok(pooled)
    }

    fn pool(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        self.store.pool(bags)
    }

    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError> {
        self.store.update(gradients)?;
        let Some(bags) = self.looked_up.take() else { return Ok(()) };
        self.count(&bags);
        if self.batch.is_multiple_of(self.config.between_saves()) {
            self.save()?;
        }
        let mut dead = Vec::new();
        while let Some((_, shard)) = self.to_come.pop_front_if(|(batch, _)| *batch <= self.batch) {
            dead.push(shard);
        }
        if dead.is_empty() { Ok(()) } else { self.lose(&dead) }
    }

    fn settle(&mut self) -> Result<(), EmbeddingError> {
        self.store.settle()
    }

    fn rest(&mut self) -> Result<(), EmbeddingError> {
        self.store.rest()
    }

    fn state_width(&self) -> usize {
        self.store.state_width()
    }

    fn read_state(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        self.store.read_state(table, first, count)
    }

    fn write_state(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        self.store.write_state(table, first, values)
    }

    fn recoveries(&self) -> Option<PartialRecoveries> {
        Some(self.report.clone())
    }
}
