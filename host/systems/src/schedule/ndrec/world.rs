//! What the operations of an iteration do, and what they take.

use std::collections::VecDeque;

use emberlane_data::{Bags, Batch};
use emberlane_experiment::{Experiment, Lookup, ModelConfig, SystemKind};
use emberlane_stores::lookahead::Factors;
use emberlane_stores::planner::TableLayout;
use emberlane_stores::{EmbeddingError, RowCacheWork, Worked, iterations, lookahead};

use super::gpus::{Gpus, LookedUp, NUMBER, picoseconds};
use super::in_fabric::InFabric;
use super::side::{Ranks, looked_up};
use super::work::{Iteration, IterationWork, Leg, Parameters};
use crate::gpu::{Layers, Pass, correction};
use crate::schedule::executor;
use crate::schedule::steps::{ORDER, Steps};
use crate::schedule::{Accessed, Call, Cost, Ended, Operation, OperationId, Started};
use crate::{Placed, TrainError, Trainer};

/// GPUs, and what has their tables: they do the arithmetic, and say what it takes.
pub(super) struct IterationWorld {
    pub(super) trainer: Trainer,
    pub(super) gpus: Gpus,
    pub(super) model: ModelConfig,
    lookup: Lookup,
    kind: SystemKind,
    /// Where tables are.
    placed: Placed,
    /// Tables that are not on every GPU, and where their rows are among all of them.
    far: Vec<usize>,
    layout: TableLayout,
    ranks: Ranks,
    /// The batch that is trained, and those behind it that are known.
    pub(super) batches: VecDeque<Batch>,
    /// The bags of the batch before it.
    pub(super) before: Option<Bags>,
    /// The batch on the GPUs.
    pub(super) steps: Option<Steps>,
    layers: Option<Layers>,
    /// What it looks up of the tables that are far.
    looked_up: Option<LookedUp>,
    /// What it shares with the batch before.
    factors: Option<Factors>,
    /// Its pooled vectors, brought up to date.
    pooled: Option<Vec<f32>>,
    /// Gradients that nobody has applied yet.
    gradients: Vec<f32>,
    /// What the iteration of the SmartSSDs that began last takes, of each.
    worked: Vec<Worked>,
    /// Vectors that one of them has evicted since the batch began, and that one had before: of that which has the most.
    evicted: u64,
    pages: u64,
    /// What the operation that was started last accesses.
    accessed: Accessed,
    /// What has the messages of the SmartSSDs, if they are in a fabric.
    pub(super) fabric: Option<InFabric>,
}

impl IterationWorld {
    pub(super) fn new(
        experiment: &Experiment,
        trainer: Trainer,
        gpus: Gpus,
        placed: Placed,
        fabric: Option<InFabric>,
    ) -> Self {
        let model = experiment.model.clone();
        let far: Vec<usize> = (0..model.tables()).filter(|table| !placed.near.contains(table)).collect();
        let cached = gpus.get("nmp_rank_cache_bytes") as u64 / gpus.vector_bytes();
        Self {
            trainer,
            lookup: experiment.train.lookup,
            kind: experiment.system.kind,
            layout: TableLayout::new(far.iter().map(|table| (*table, model.rows[*table]))),
            far,
            placed,
            ranks: Ranks { cached: cached as usize },
            batches: VecDeque::new(),
            before: None,
            steps: None,
            layers: None,
            looked_up: None,
            factors: None,
            pooled: None,
            gradients: Vec::new(),
            worked: Vec::new(),
            evicted: 0,
            pages: 0,
            accessed: Accessed::default(),
            fabric,
            gpus,
            model,
        }
    }

    /// Does something with the fabric, if there is one.
    pub(super) fn in_fabric(
        &mut self,
        what: impl FnOnce(&mut InFabric) -> Result<(), TrainError>,
    ) -> Result<(), TrainError> {
        self.fabric.as_mut().map_or(Ok(()), what)
    }

    /// The batch at the front is trained next.
    pub(super) fn begin_batch(&mut self) {
        let samples = self.batches[0].samples();
        let layers = self.gpus.layers(&self.model, samples);
        self.pages = std::mem::take(&mut self.evicted);
        self.steps = Some(Steps::new(layers.clone()));
        self.layers = Some(layers);
        (self.looked_up, self.factors) = (None, None);
    }

    /// Forgets what was looked up ahead.
    pub(super) fn rest(&mut self) {
        (self.before, self.pooled) = (None, None);
        (self.evicted, self.pages) = (0, 0);
        self.gradients.clear();
    }

    /// Whether the GPUs have small tables.
    pub(super) fn has_small_tables(&self) -> bool {
        !self.placed.near.is_empty()
    }

    /// Whether SSDs have pages to program.
    pub(super) fn has_pages(&self) -> bool {
        self.pages > 0
    }

    /// What the batch looks up of the tables that are far.
    fn looked_up(&mut self) -> LookedUp {
        *self.looked_up.get_or_insert_with(|| looked_up(&self.batches[0].bags, &self.far))
    }

    /// Bytes of one vector of each bag, of each SmartSSD's tables.
    fn of_smartssds(&self, samples: usize) -> Vec<u64> {
        let bytes = samples as u64 * self.gpus.vector_bytes();
        self.placed.far.iter().map(|tables| tables.len() as u64 * bytes).collect()
    }

    /// The batch is looked up, if it was not yet.
    fn look_up(&mut self) -> Result<(), TrainError> {
        if self.pooled.is_none() {
            let bags = &self.batches[0].bags;
            self.pooled = Some(self.trainer.embed(|store| store.lookup(bags))?);
        }
        Ok(())
    }

    fn apply(&mut self) -> Result<(), TrainError> {
        let gradients = std::mem::take(&mut self.gradients);
        Ok(self.trainer.embed(|store| store.update(&gradients))?)
    }

    fn cache_work(&self) -> RowCacheWork {
        self.trainer.store.cache_work().unwrap_or_default()
    }

    /// An iteration of the SmartSSDs, with the outputs that the GPUs train with.
    fn begin(&mut self, iteration: Iteration) -> Result<Vec<Worked>, TrainError> {
        let (bags, next, pooled) = (&self.batches[0].bags, self.batches.get(1), &mut self.pooled);
        let (gradients, before) = (std::mem::take(&mut self.gradients), self.before.as_ref());
        let worked = self.trainer.embed(|store| {
            match (self.lookup, iteration) {
                (_, Iteration::First) => *pooled = Some(store.lookup(bags)?),
                (Lookup::Strict, Iteration::During) => {
                    if before.is_some() {
                        store.update(&gradients)?;
                    }
                    *pooled = Some(store.lookup(bags)?);
                }
                (Lookup::Relaxed, Iteration::During) => {
                    if before.is_some() {
                        *pooled = Some(lookahead(store)?.catch_up(&gradients)?);
                    }
                    match next {
                        Some(next) => lookahead(store)?.look_ahead(&next.bags)?,
                        None => store.settle()?,
                    }
                }
                (_, Iteration::Last) => {
                    store.update(&gradients)?;
                    store.settle()?;
                }
            }
            iterations(store)?.synchronise_each()
        });
        let mut worked = worked?;
        // Behind the SmartSSDs are the small tables of the GPUs.
        worked.truncate(self.placed.far.len());
        Ok(worked)
    }

    /// Rows that the batch and the one before it share, entries of them in the one before, and in the batch.
    fn shared(&mut self) -> Result<[u64; 3], TrainError> {
        if self.factors.is_none() {
            let (before, batch) = (self.before.as_ref().expect(ORDER), &self.batches[0]);
            let lookups = |bags: &Bags| self.layout.lookups(bags, self.model.pooling).map_err(EmbeddingError::from);
            self.factors = Some(Factors::new(&lookups(before)?, &lookups(&batch.bags)?));
        }
        let factors = self.factors.as_ref().expect("it was made");
        let (sources, targets) = factors.entries();
        Ok([factors.rows() as u64, sources as u64, targets as u64])
    }

    /// Begins what shares links, or the memories of SmartSSDs, and ends when these have carried it.
    fn transfer(&mut self, tag: u64, now: u64, work: IterationWork) -> Result<(), TrainError> {
        let batch = &self.batches[0];
        let (samples, vector, count) = (batch.samples(), self.gpus.vector_bytes(), self.gpus.count);
        match work {
            IterationWork::Dense(ahead) => {
                let batch = &self.batches[ahead];
                let bytes = (batch.dense.len() + batch.labels.len()) as u64 * NUMBER;
                self.gpus.host_to_gpus(tag, now, bytes);
            }
            IterationWork::Gradients(iteration) => {
                let before = if iteration == Iteration::Last { Some(&batch.bags) } else { self.before.as_ref() };
                let bytes = self.of_smartssds(before.expect(ORDER).samples);
                self.gpus.with_smartssds(tag, now, &bytes, false);
            }
            IterationWork::Outputs => {
                let bytes = self.of_smartssds(samples);
                self.gpus.with_smartssds(tag, now, &bytes, true);
            }
            IterationWork::GradientCopies(leg) => {
                // They are those of the batch that was trained last, and not handed on yet.
                let samples = self.gradients.len() / self.model.tables().max(1) / self.model.dimension;
                let bytes = self.of_smartssds(samples);
                match leg {
                    Leg::FromHost => self.gpus.with_host(tag, now, &bytes, false),
                    _ => self.gpus.gpus_to_host(tag, now, bytes.iter().sum()),
                }
            }
            IterationWork::OutputCopies(leg, batch) => {
                let bytes = self.of_smartssds(self.batches[batch].samples());
                match leg {
                    Leg::FromHost => self.gpus.host_to_gpus(tag, now, bytes.iter().sum()),
                    _ => self.gpus.with_host(tag, now, &bytes, true),
                }
            }
            IterationWork::ExchangeDeltas => {
                let bytes = self.shared()?[0] * vector;
                self.gpus.all_reduce(tag, now, bytes, self.gpus.buckets(bytes));
            }
            IterationWork::FetchRows => {
                let RowCacheWork { loads, evictions, beside, .. } = self.cache_work();
                self.gpus.exchange_rows(tag, now, loads + beside, evictions);
            }
            IterationWork::PooledFromModules => {
                let bytes = self.looked_up().bags * vector;
                self.gpus.with_modules(tag, now, bytes, 0);
            }
            IterationWork::UpdateModules => {
                let bytes = self.looked_up().unique * vector;
                self.gpus.with_modules(tag, now, bytes, bytes);
            }
            IterationWork::AllToAll => {
                let of_gpu = self.looked_up().bags * vector / count;
                self.gpus.all_to_all(tag, now, of_gpu * (count - 1) / count);
            }
            IterationWork::ReduceRows => {
                let bytes = self.looked_up().unique * vector;
                self.gpus.all_reduce(tag, now, bytes, self.gpus.tables());
            }
            IterationWork::Reduce(parameters) => {
                let layers = self.layers.as_ref().expect(ORDER);
                let layers = if parameters == Parameters::Top { &layers.top } else { &layers.bottom };
                let bytes = self.gpus.parameter_bytes(layers, parameters, self.small_rows() * vector);
                self.gpus.all_reduce(tag, now, bytes, self.gpus.buckets(bytes));
            }
            IterationWork::Move(_) => {
                let sum = |of: fn(&Worked) -> u64| self.worked.iter().map(of).sum();
                let (read, written) = (sum(|worked| worked.loaded_bytes), sum(|worked| worked.evicted_bytes));
                self.accessed = Accessed { read, written, logged: 0 };
                let moved = |worked: &Worked| (worked.loaded_bytes + worked.evicted_bytes, worked.agent_ps);
                self.gpus.within_smartssds(tag, now, self.worked.iter().map(moved));
            }
            IterationWork::Iterate(_) => {
                let worked = self.worked.iter().map(|worked| (worked.kernel_bytes, worked.kernel_ps));
                self.gpus.within_smartssds(tag, now, worked);
            }
            _ => unreachable!("{ORDER}"),
        }
        Ok(())
    }

    /// Rows of the tables that every GPU has.
    fn small_rows(&self) -> u64 {
        self.placed.near.iter().map(|table| u64::from(self.model.rows[*table])).sum()
    }

    /// What SmartSSDs and the host do.
    fn beside(&mut self, work: IterationWork) -> Result<Cost, TrainError> {
        Ok(match work {
            IterationWork::Plan(ahead) => {
                // Each SmartSSD has a planner, on a thread of its own.
                let bags = &self.batches[ahead].bags;
                let entries = |table: &usize| -> u64 {
                    let offset = |table: usize| u64::from(bags.offsets[table * bags.samples]);
                    offset(table + 1) - offset(*table)
                };
                let lookups = self.placed.far.iter().map(|tables| tables.iter().map(entries).sum::<u64>()).max();
                picoseconds(lookups.unwrap_or(0) * self.gpus.software.plan_lookup_ps.value)
            }
            IterationWork::Begin(iteration) => {
                self.worked = self.begin(iteration)?;
                let most = self.worked.iter().map(|worked| worked.evicted_bytes).max();
                self.evicted += most.unwrap_or(0) / self.gpus.vector_bytes();
                picoseconds(self.gpus.software.picoseconds(Call::DriverRing))
            }
            IterationWork::Program => {
                picoseconds((self.pages as f64 / self.gpus.get("ssd_programs_per_s") * 1e12) as u64)
            }
            IterationWork::GradientCopies(_) | IterationWork::OutputCopies(..) => {
                self.gpus.calls(self.far.len() as u64)
            }
            IterationWork::Software => self.gpus.framework(),
            IterationWork::CheckTags => {
                let lookups = self.looked_up().lookups;
                self.gpus.of_each_index("cdlrm_tag_ns", lookups)
            }
            IterationWork::Collect(ahead) => self.gpus.collect(&looked_up(&self.batches[ahead].bags, &self.far)),
            _ => unreachable!("{ORDER}"),
        })
    }

    /// What the GPUs do with rows.
    fn with_rows(&mut self, work: IterationWork) -> Result<Cost, TrainError> {
        let (vector, count) = (self.gpus.vector_bytes(), self.gpus.count);
        Ok(match work {
            IterationWork::LookUpCache => {
                let lookups = self.looked_up().lookups;
                let managed = self.gpus.of_each_index("gpu_cache_ns", lookups);
                picoseconds(managed.picoseconds + self.gpus.move_vectors(0)?.picoseconds)
            }
            IterationWork::FetchRows => {
                let RowCacheWork { loads, evictions, beside, .. } = self.cache_work();
                self.accessed = Accessed { read: (loads + beside) * vector, written: evictions * vector, logged: 0 };
                self.gpus.fetch(loads + beside + evictions)
            }
            IterationWork::LookUp => {
                self.look_up()?;
                let rows = self.looked_up();
                if self.kind == SystemKind::Uvm {
                    self.accessed.read = rows.lookups * vector;
                }
                self.gpus.look_up(&rows)?
            }
            IterationWork::LookUpInRanks => {
                self.look_up()?;
                self.accessed.read = self.looked_up().lookups * vector;
                self.gpus.in_ranks(self.ranks.slowest_misses(&self.batches[0].bags))
            }
            IterationWork::Update => {
                self.apply()?;
                let rows = self.looked_up();
                if self.kind == SystemKind::Uvm {
                    self.accessed = Accessed { read: rows.unique * vector, written: rows.unique * vector, logged: 0 };
                }
                // Every GPU of cDLRM has the rows, and updates all of them.
                let copies = if self.kind == SystemKind::Cdlrm { count } else { 1 };
                self.gpus.update(&LookedUp { unique: rows.unique * copies, ..rows })?
            }
            IterationWork::SmallTables => {
                let rows = looked_up(&self.batches[0].bags, &self.placed.near);
                self.gpus.move_vectors(rows.lookups + rows.bags)?
            }
            IterationWork::UpdateSmallTables => {
                let rows = looked_up(&self.batches[0].bags, &self.placed.near);
                self.gpus.move_vectors(rows.lookups + 2 * self.small_rows() * count)?
            }
            IterationWork::Deltas => {
                let [rows, sources, _] = self.shared()?;
                self.gpus.move_vectors(sources + rows * count)?
            }
            IterationWork::Correct if count > 1 => {
                let [rows, _, targets] = self.shared()?;
                self.gpus.move_vectors(rows * count + 2 * targets)?
            }
            IterationWork::Correct => {
                self.shared()?;
                let (factors, batch) = (self.factors.as_ref().expect(ORDER), &self.batches[0]);
                let layer = correction(factors, &batch.bags, self.model.dimension);
                self.gpus.timed.cost(&[layer], Pass::Forward)?
            }
            IterationWork::CopyGradients => {
                let far = self.gradients.len() as u64 / self.model.tables() as u64 * self.far.len() as u64;
                picoseconds(self.gpus.timed.gpu.copy_picoseconds((NUMBER * far).div_ceil(count))?)
            }
            _ => unreachable!("{ORDER}"),
        })
    }

    /// A pass of the MLPs: what it computes, and how long the real one takes.
    fn pass(&mut self, number: u64, work: IterationWork) -> Result<Cost, TrainError> {
        let steps = self.steps.as_mut().expect(ORDER);
        let (dense, gpu, batch) = (&mut self.trainer.dense, &mut self.gpus.timed, &self.batches[0]);
        Ok(match work {
            IterationWork::BottomForward => steps.bottom_forward(dense, gpu, batch)?,
            IterationWork::TopForward => {
                let pooled = self.pooled.take().expect(ORDER);
                steps.top_forward(dense, gpu, (number, batch), pooled)?
            }
            IterationWork::TopBackward => steps.top_backward(dense, gpu)?,
            IterationWork::InteractionBackward => {
                let (gradients, cost) = steps.interaction_backward(dense, gpu)?;
                self.gradients = gradients;
                cost
            }
            _ => steps.bottom_backward(dense, gpu, batch)?,
        })
    }
}

impl executor::World<IterationWork> for IterationWorld {
    type Error = TrainError;

    fn start(
        &mut self,
        id: OperationId,
        operation: &Operation<IterationWork>,
        now_ps: u64,
    ) -> Result<Started, TrainError> {
        use IterationWork as Step;
        self.accessed = Accessed::default();
        self.in_fabric(|fabric| fabric.pass_to(now_ps))?;
        let work = operation.work;
        Ok(match work {
            Step::FetchRows if self.kind == SystemKind::UvmCaching => {
                self.look_up()?;
                Started::Takes(self.with_rows(work)?)
            }
            Step::FetchRows => {
                self.look_up()?;
                self.with_rows(work)?;
                self.transfer(id.0, now_ps, work)?;
                Started::Runs
            }
            Step::UpdateModules => {
                self.apply()?;
                let bytes = self.looked_up().unique * self.gpus.vector_bytes();
                self.accessed = Accessed { read: bytes, written: bytes, logged: 0 };
                self.transfer(id.0, now_ps, work)?;
                Started::Runs
            }
            Step::Dense(_)
            | Step::Gradients(_)
            | Step::Outputs
            | Step::GradientCopies(Leg::ToHost | Leg::FromHost)
            | Step::OutputCopies(Leg::ToHost | Leg::FromHost, _)
            | Step::ExchangeDeltas
            | Step::PooledFromModules
            | Step::AllToAll
            | Step::ReduceRows
            | Step::Reduce(_)
            | Step::Move(_)
            | Step::Iterate(_) => {
                self.transfer(id.0, now_ps, work)?;
                Started::Runs
            }
            Step::Plan(_)
            | Step::Begin(_)
            | Step::Program
            | Step::GradientCopies(Leg::Call)
            | Step::OutputCopies(Leg::Call, _)
            | Step::Software
            | Step::CheckTags
            | Step::Collect(_) => Started::Takes(self.beside(work)?),
            Step::BottomForward
            | Step::TopForward
            | Step::TopBackward
            | Step::InteractionBackward
            | Step::BottomBackward => Started::Takes(self.pass(operation.batch, work)?),
            Step::LookUpCache
            | Step::LookUp
            | Step::LookUpInRanks
            | Step::Update
            | Step::SmallTables
            | Step::UpdateSmallTables
            | Step::Deltas
            | Step::Correct
            | Step::CopyGradients => Started::Takes(self.with_rows(work)?),
        })
    }

    fn accessed(&self) -> Accessed {
        self.accessed
    }

    fn advance(&mut self, until_ps: Option<u64>) -> Result<Option<Ended>, TrainError> {
        let arrived = self.gpus.flows.advance(until_ps);
        Ok(arrived.map(|arrived| Ended {
            operation: OperationId(arrived.tag),
            at_ps: arrived.at_ps,
            bytes: arrived.bytes,
        }))
    }
}
