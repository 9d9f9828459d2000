//! Whether an experiment fits the memory, and its batches a SmartSSD: found out before the first of them is trained.

use emberlane_drivers::smartssd::{Bag, BankAssignment};
use emberlane_registers::kernel_plan::SLOTS;

use emberlane_data::{Epochs, Purpose};
use emberlane_experiment::{DataConfig, DeviceDesign, Experiment, Lookup, Optimizer};
use emberlane_stores::planner::{CachePlanner, Settings, TableLayout};
use emberlane_stores::{EmbeddingError, banks, in_flight};

use crate::TrainError;
use crate::open::{check_memory, placed};

/// Refuses an experiment that needs more memory than there is, and batches whose embedding vectors (EVs) do not fit the cache together with those of the others in flight, or the slots of the
/// kernel. Unless the size of a batch rules that out, the data is read once more, `most` batches of it, and all is planned as training
/// will plan it.
///
/// # Errors
/// Too little memory, the first batch that does not fit, and data that cannot be read.
pub fn check_fits(experiment: &Experiment, most: u64) -> Result<(), TrainError> {
    check_memory(experiment)?;
    let Experiment { model, train, device, .. } = experiment;
    if device.design != DeviceDesign::SmartSsd || train.optimizer != Optimizer::Sgd || fits_anyway(experiment) {
        return Ok(());
    }
    let placed = placed(experiment, None)?.far;
    let mut dry: Vec<DryRun<'_>> =
        placed.iter().map(|tables| DryRun::new(experiment, tables)).collect::<Result<_, _>>()?;
    // In a third epoch nothing comes together that has not in the second.
    let twice = Experiment {
        train: emberlane_experiment::TrainConfig { epochs: train.epochs.min(2), ..train.clone() },
        ..experiment.clone()
    };
    let mut batches = Epochs::open(&twice, most)?;
    let mut trained = 0;
    while let Some(batch) = batches.next_batch()? {
        dry.iter_mut().try_for_each(|dry| dry.train(&batch.bags))?;
        trained += 1;
    }
    dry.iter_mut().try_for_each(DryRun::end)?;
    if experiment.evaluate.enabled {
        let config = experiment.evaluation_data();
        let mut source = emberlane_data::open(&config, model, train.batch_size, train.seed, Purpose::Evaluation)?;
        for _ in 0..experiment.evaluate.most(trained) {
            let Some(batch) = source.next_batch()? else { break };
            dry.iter_mut().try_for_each(|dry| dry.predict(&batch.bags))?;
        }
    }
    Ok(())
}

/// Whether batches of this size always fit, even if all tables were on one SmartSSD. What the kernel's slots do not hold goes in parts,
/// bag by bag at least.
fn fits_anyway(experiment: &Experiment) -> bool {
    let Experiment { model, train, device, .. } = experiment;
    let rows: u64 = model.rows.iter().map(|rows| u64::from(*rows)).sum();
    let lookups = match &experiment.data {
        DataConfig::Tensors { .. } => u64::MAX,
        DataConfig::Criteo { .. } | DataConfig::Synthetic { .. } => model.tables() as u64 * model.lookups as u64,
    };
    let samples = train.batch_size.unwrap_or(emberlane_experiment::TrainConfig::DEFAULT_BATCH_SIZE) as u64;
    let of_batch = lookups.saturating_mul(samples);
    let in_flight = of_batch.saturating_mul(in_flight(train.lookup).into());
    in_flight.min(rows) <= device.cache_vectors.into() && lookups <= banks(model.dimension) as u64 * SLOTS
}

/// Plans as the tables on one SmartSSD do, and moves nothing.
struct DryRun<'e> {
    experiment: &'e Experiment,
    layout: TableLayout,
    planner: CachePlanner,
    assignment: BankAssignment,
    tables: usize,
    /// Bags of the batches that were looked up and not applied: one in strict order, two ahead of it.
    open: Vec<Vec<Bag>>,
    batch: u64,
}

impl<'e> DryRun<'e> {
    fn new(experiment: &'e Experiment, tables: &[usize]) -> Result<Self, EmbeddingError> {
        let layout = TableLayout::new(tables.iter().map(|table| (*table, experiment.model.rows[*table])));
        let settings = Settings::new(experiment.device.cache_vectors, layout.vectors());
        let settings = Settings { in_flight: in_flight(experiment.train.lookup), ..settings };
        let (planner, assignment) =
            (CachePlanner::new(settings)?, BankAssignment::new(banks(experiment.model.dimension)));
        Ok(Self { experiment, layout, planner, assignment, tables: tables.len(), open: Vec::new(), batch: 0 })
    }

    fn train(&mut self, bags: &emberlane_data::Bags) -> Result<(), EmbeddingError> {
        let between = match self.experiment.train.lookup {
            Lookup::Strict => 0,
            Lookup::Relaxed => 1,
        };
        let before = if self.open.len() > between { self.open.remove(0) } else { Vec::new() };
        let bags = self.iterate(&before, Some(bags))?;
        self.open.push(bags);
        Ok(())
    }

    /// Applies what is left.
    fn end(&mut self) -> Result<(), EmbeddingError> {
        for before in std::mem::take(&mut self.open) {
            self.iterate(&before, None)?;
        }
        Ok(())
    }

    fn predict(&mut self, bags: &emberlane_data::Bags) -> Result<(), EmbeddingError> {
        self.iterate(&[], Some(bags)).map(drop)
    }

    fn iterate(&mut self, backward: &[Bag], next: Option<&emberlane_data::Bags>) -> Result<Vec<Bag>, EmbeddingError> {
        let mut forward = Vec::new();
        if let Some(bags) = next {
            let planned = self.planner.plan(self.layout.lookups(bags, self.experiment.model.pooling)?)?;
            self.assignment.forget(planned.replaced());
            forward = planned.bags();
            self.batch += 1;
        }
        let batch = self.batch.saturating_sub(1);
        let plan = self.assignment.plan_in_parts(backward, &forward, self.tables);
        plan.map_err(|source| EmbeddingError::Batch { batch, source: Box::new(source) })?;
        Ok(forward)
    }
}
