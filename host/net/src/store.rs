//! Embedding tables on shards: what training sees of them.

use std::collections::VecDeque;
use std::ops::Range;
use std::time::{Duration, Instant};

use emberlane_data::Bags;
use emberlane_drivers::Batch;
use emberlane_experiment::{Pooling, Recovery};
use emberlane_ps::{Key, Tables};
use emberlane_stores::{
    DrawnRows, EmbeddingError, EmbeddingStore, PartialRecoveries, Peers, RowKey, RowShape, ShardDeath, ShardWaits, Sum,
    Summand, device_batch, pooled_vectors, scales_of, unique_rows,
};

use crate::circle::Together;
use crate::client::Client;
use crate::network::Guard;
use crate::parts::Spread;
use crate::rank::{Loss, Rank, RankError};
use crate::samples::Samples;

/// Tables on shards. A lookup pulls each unique row of the batch once and pools here; an update pushes one gradient a bag, and the shards
/// apply it, in the order of host memory.
pub struct ClusterStore {
    client: Client,
    tables: Tables,
    shards: u16,
    pooling: Pooling,
    announced: VecDeque<Batch>,
    posted: Option<Posted>,
    /// Bytes of pushes that are kept at most.
    most_kept: usize,
    rank: u16,
    /// Whether shards that are killed lose something, and what is counted for that.
    recovers_in_part: bool,
    samples: Samples,
    /// Samples of the batch that all ranks have summed last.
    summed: Option<u64>,
    /// Other ranks, with whom batches are shared.
    peers: Option<Together>,
    /// Where rows of a lookup come to.
    rows: Vec<f32>,
    waits: ShardWaits,
    /// Something else than lookups and updates was asked of the shards since the last batch, or nothing before.
    is_disturbed: bool,
    /// Says that this rank is there.
    _presence: Guard,
}

struct Posted {
    batch: Batch,
    spread: Spread,
    scales: Vec<f32>,
    samples: u64,
}

impl ClusterStore {
    /// Tables on shards that have welcomed a rank. Of pushes that a shard could lose it keeps `most_kept` bytes. Training begins with
    /// the rows as they begin, unless it `goes_on` from a state, whose rows are then written.
    ///
    /// # Errors
    /// Shards that hold rows of a training that was begun before.
    pub fn new(
        client: Client,
        tables: Tables,
        shards: u16,
        pooling: Pooling,
        most_kept: usize,
        goes_on: bool,
        presence: Guard,
    ) -> Result<Self, EmbeddingError> {
        if !goes_on && let Some((shard, batches)) = client.began().iter().enumerate().find(|(_, batches)| **batches > 0)
        {
            return Err(EmbeddingError::Unavailable(format!(
                "shard {shard} holds {batches} batches of this training, which begins anew: go on from its state with --resume, or \
                 let the shards begin anew: with other pools or folders, as `emberlane cluster --overwrite` does, or, if they keep nothing, by \
                 starting them again"
            )));
        }
        let (announced, posted) = (VecDeque::new(), None);
        let (rank, peers, samples, summed) = (0, None, Samples::default(), None);
        Ok(Self {
            client,
            tables,
            shards,
            pooling,
            announced,
            posted,
            most_kept,
            rank,
            recovers_in_part: false,
            samples,
            summed,
            peers,
            rows: Vec::new(),
            waits: ShardWaits { shards: shards.into(), workers: 1, ..ShardWaits::default() },
            is_disturbed: true,
            _presence: presence,
        })
    }

    /// The same on shards that recover so.
    #[must_use]
    pub fn recovering(mut self, recovery: Recovery) -> Self {
        self.recovers_in_part = recovery.is_partial();
        self
    }

    /// The same on shards that make a checkpoint every so many batches, and are `waited_for` until it is done.
    #[must_use]
    pub const fn saving_every(mut self, batches: u64, waited_for: bool) -> Self {
        (self.waits.interval, self.waits.checkpoints_are_waited_for) = (batches, waited_for);
        self
    }

    /// The same as one of several ranks, which has met the others.
    #[must_use]
    pub fn among(mut self, peers: Together) -> Self {
        self.rank = peers.share().0 as u16;
        self.waits.workers = peers.share().1 as u32;
        self.peers = Some(peers);
        self
    }

    fn shape(&self) -> RowShape {
        self.tables.shape()
    }

    /// The batch and its transpose.
    fn batch(&self, bags: &Bags) -> Result<Batch, EmbeddingError> {
        for bag in 0..bags.count() {
            let table = bag / bags.samples;
            let rows = self.tables.rows().get(table).copied().unwrap_or(0);
            if let Some(row) = bags.bag(bag).iter().find(|row| **row >= rows) {
                return Err(EmbeddingError::NoRow { table, rows, row: u64::from(*row) });
            }
        }
        device_batch(bags, false).map_err(EmbeddingError::store)
    }

    fn next_batch(&mut self, bags: &Bags) -> Result<Batch, EmbeddingError> {
        match self.announced.pop_front() {
            None => self.batch(bags),
            Some(batch) if batch.offsets() == bags.offsets && batch.indices() == bags.indices => Ok(batch),
            Some(_) => Err(EmbeddingError::NotAnnounced),
        }
    }

    fn spread(&self, keys: Vec<RowKey>) -> Spread {
        Spread::new(keys.into_iter().map(Key::from).collect(), self.shards, self.shape().width())
    }

    /// Whole rows as they are.
    fn read(&mut self, spread: &Spread) -> Result<Vec<f32>, EmbeddingError> {
        self.is_disturbed = true;
        let keys = spread.keys();
        self.client.tell(|rank| rank.read(keys)).map_err(EmbeddingError::store)?;
        let mut rows = Vec::new();
        self.gather(spread, self.shape().width(), &mut rows)?;
        Ok(rows)
    }

    /// Waits for what was asked for, and copies it to `rows`.
    fn gather(&mut self, spread: &Spread, width: usize, rows: &mut Vec<f32>) -> Result<(), EmbeddingError> {
        match &mut self.peers {
            Some(peers) => {
                peers.begin_to_watch();
                self.client.gather(spread, width, rows, || peers.watch()).map_err(EmbeddingError::store)
            }
            None => {
                let nothing = || Ok::<(), RankError>(());
                self.client.gather(spread, width, rows, nothing).map_err(EmbeddingError::store)
            }
        }
    }

    /// Rows of a batch were waited for.
    fn count_wait(&mut self, waited: Duration) {
        let before = self.client.began().first().copied().unwrap_or(0) + self.samples.len();
        let waits = &mut self.waits;
        waits.batches += 1;
        let returns = self.client.returns();
        let is_disturbed = std::mem::take(&mut self.is_disturbed);
        let sum = if is_disturbed {
            waits.deaths = returns;
            return;
        } else if returns > waits.deaths {
            &mut waits.behind_deaths
        } else if waits.interval > 0 && before > 0 && before.is_multiple_of(waits.interval) {
            &mut waits.behind_checkpoints
        } else {
            &mut waits.others
        };
        sum.add(waited);
        waits.deaths = returns;
    }

    fn read_part(
        &mut self,
        table: usize,
        first: u64,
        count: u64,
        part: Range<usize>,
    ) -> Result<Vec<f32>, EmbeddingError> {
        let keys = RowKey::of_table(self.tables.rows(), table, first, count)?;
        let width = self.shape().width();
        if part.is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.read(&self.spread(keys))?;
        Ok(rows.chunks_exact(width).flat_map(|row| &row[part.clone()]).copied().collect())
    }

    fn write_part(
        &mut self,
        table: usize,
        first: u64,
        values: &[f32],
        what: &'static str,
        part: Range<usize>,
    ) -> Result<(), EmbeddingError> {
        let width = self.shape().width();
        let keys = RowKey::of_table(self.tables.rows(), table, first, values.len().div_ceil(part.len().max(1)) as u64)?;
        let expected = keys.len() * part.len();
        if values.len() != expected {
            return Err(EmbeddingError::Length { what, expected, found: values.len() });
        }
        // The first rank writes; the others take part in the batch that it is.
        let writes = self.rank == 0;
        let (keys, values) = if writes { (keys, values) } else { (Vec::new(), &values[..0]) };
        let spread = self.spread(keys);
        let mut rows = match part.len() == width || !writes {
            true => vec![0.0; values.len() / part.len().max(1) * width],
            false => self.read(&spread)?,
        };
        for (row, values) in rows.chunks_exact_mut(width).zip(values.chunks_exact(part.len().max(1))) {
            row[part.clone()].copy_from_slice(values);
        }
        // A batch of its own: nobody has pulled it, and the shard does that itself.
        let written = spread.rows(&rows, width);
        self.client.tell(|rank| rank.write(written)).map_err(EmbeddingError::store)?;
        self.samples.push(None);
        self.settled()?;
        self.check_kept()
    }

    /// Waits until every push is applied, which needs those of the other ranks.
    fn settled(&mut self) -> Result<(), EmbeddingError> {
        self.is_disturbed = true;
        match &mut self.peers {
            Some(peers) => {
                peers.begin_to_watch();
                self.client.until_while(Rank::is_settled, || peers.watch()).map_err(EmbeddingError::store)
            }
            None => self.client.until(Rank::is_settled).map_err(EmbeddingError::store),
        }
    }

    /// Refuses to keep more than there is room for.
    fn check_kept(&mut self) -> Result<(), EmbeddingError> {
        let kept = self.client.kept();
        if kept <= self.most_kept {
            return Ok(());
        }
        // What is applied may survive by now.
        self.settled()?;
        let kept = self.client.kept();
        if kept <= self.most_kept {
            return Ok(());
        }
        let most = self.most_kept;
        Err(EmbeddingError::Unavailable(format!(
            "{kept} bytes of gradients wait for checkpoints of the shards, and cluster.keep allows {most}: make checkpoints more often \
             (cluster.checkpoint.batches), or raise cluster.keep"
        )))
    }
}

impl EmbeddingStore for ClusterStore {
    fn name(&self) -> &'static str {
        "shards"
    }

    /// Shards draw rows themselves, when they are pulled first.
    fn begin_drawn(&mut self, _: &DrawnRows) -> Result<bool, EmbeddingError> {
        Ok(true)
    }

    fn write_rows(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        let shape = self.shape();
        self.write_part(table, first, values, "rows to write", 0..shape.dimension)
    }

    fn read_rows(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        self.read_part(table, first, count, 0..self.shape().dimension)
    }

    fn state_width(&self) -> usize {
        self.shape().state
    }

    fn read_state(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        let shape = self.shape();
        self.read_part(table, first, count, shape.dimension..shape.width())
    }

    fn write_state(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        let shape = self.shape();
        self.write_part(table, first, values, "state of rows to write", shape.dimension..shape.width())
    }

    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        self.posted = None;
        let batch = self.next_batch(bags)?;
        let spread = self.spread(unique_rows(&batch));
        let keys = spread.keys();
        self.client.tell(|rank| rank.pull(keys)).map_err(EmbeddingError::store)?;
        let dimension = self.shape().dimension;
        let mut rows = std::mem::take(&mut self.rows);
        let begun = Instant::now();
        self.gather(&spread, dimension, &mut rows)?;
        self.count_wait(begun.elapsed());
        let pooled = pooled_vectors(&batch, self.pooling, &rows, RowShape { dimension, state: 0 });
        self.rows = rows;
        let scales = scales_of(bags, self.pooling);
        self.posted = Some(Posted { batch, spread, scales, samples: bags.samples as u64 });
        Ok(pooled)
    }

    fn pool(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        let batch = self.batch(bags)?;
        let spread = self.spread(unique_rows(&batch));
        let rows = self.read(&spread)?;
        let shape = self.shape();
        Ok(pooled_vectors(&batch, self.pooling, &rows, shape))
    }

    fn fetch_ahead(&mut self, bags: &Bags) -> Result<(), EmbeddingError> {
        let batch = self.batch(bags)?;
        let keys = self.spread(unique_rows(&batch)).keys();
        self.client.tell(|rank| rank.prefetch(keys)).map_err(EmbeddingError::store)?;
        self.announced.push_back(batch);
        Ok(())
    }

    /// The gradients are on their way when it returns: the next lookup waits until they are applied.
    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError> {
        let Some(Posted { batch, spread, scales, samples }) = &self.posted else { return Ok(()) };
        let dimension = self.shape().dimension;
        let expected = scales.len() * dimension;
        if gradients.len() != expected {
            return Err(EmbeddingError::Length { what: "gradients", expected, found: gradients.len() });
        }
        let pushes = spread.pushes(batch, scales, gradients, dimension);
        self.samples.push(Some(self.summed.take().unwrap_or(*samples)));
        self.client.tell(|rank| rank.push(pushes)).map_err(EmbeddingError::store)?;
        self.check_kept()
    }

    fn recoveries(&self) -> Option<PartialRecoveries> {
        if !self.recovers_in_part {
            return None;
        }
        let began = self.client.began();
        let samples = |shard: u16, batch: u64| self.samples.until(batch.saturating_sub(began[usize::from(shard)]));
        let death = |loss: Loss| {
            let Loss { shard, from, until, updates, agreed } = loss;
            let (after_batches, until) = samples(shard, until);
            let lost_samples = until - samples(shard, from).1.min(until);
            let (shard, lost_updates) = (shard.into(), updates);
            ShardDeath { after_batches, shard, lost_samples, rows: None, lost_updates, torn: !agreed && from < until }
        };
        let mut deaths: Vec<ShardDeath> = self.client.losses().into_iter().map(death).collect();
        deaths.sort_by_key(|death| death.after_batches);
        let (shards, samples) = (self.shards.into(), self.samples.until(u64::MAX).1);
        Some(PartialRecoveries { shards, samples, saved: None, deaths })
    }

    fn waits(&self) -> Option<ShardWaits> {
        Some(self.waits)
    }

    fn settle(&mut self) -> Result<(), EmbeddingError> {
        self.settled()
    }

    fn peers(&mut self) -> Option<&mut dyn Peers> {
        match self.peers {
            Some(_) => Some(self),
            None => None,
        }
    }
}

impl Peers for ClusterStore {
    fn share(&self) -> (usize, usize) {
        self.peers.as_ref().map_or((0, 1), Together::share)
    }

    fn sum(&mut self, own: Summand) -> Result<Sum, EmbeddingError> {
        let Self { client, peers, .. } = self;
        let alone = || EmbeddingError::Unavailable("there are no other ranks".to_owned());
        // Others may wait for a shard that was started again, and needs what this rank has pushed.
        let sum = peers.as_mut().ok_or_else(alone)?.sum(own, &mut || client.look()).map_err(EmbeddingError::store)?;
        self.summed = Some(sum.losses.len() as u64);
        Ok(sum)
    }

    fn ask_to_stop(&mut self) {
        self.peers.iter_mut().for_each(Together::ask_to_stop);
    }

    fn is_stopping(&self) -> bool {
        self.peers.as_ref().is_some_and(Together::is_stopping)
    }

    fn part(&mut self) -> Result<(), EmbeddingError> {
        self.settled()?;
        let Self { client, peers, .. } = self;
        let Some(peers) = peers else { return Ok(()) };
        peers.part(&mut || client.look()).map_err(EmbeddingError::store)
    }
}
