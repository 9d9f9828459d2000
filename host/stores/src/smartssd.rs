//! Tables on a SmartSSD's SSD, which is looked up and updated next to its cache.
//!
//! An iteration of the device's kernel applies the gradients of one batch and pools the bags of another, which find their vectors
//! updated. Whose they are is the difference between NDRec's two timelines (Fig. 4):
//!
//! * Strict order: the batch before, and the one that is looked up. The device works while the GPU waits. The cache agent has moved
//!   the vectors (EVs) that the iteration needs when it begins.
//! * Lookahead ([`lookahead`](mod@crate::lookahead)): while the GPU trains batch N, the kernel applies the gradients of N - 1 and pools the
//!   bags of N + 1, the agent moves the EVs of N + 2, and the planner, on its own thread, plans N + 3.
//!
//! The last gradients are applied when somebody looks at the tables, or [settles](EmbeddingStore::settle) them.

use std::collections::VecDeque;

use emberlane_data::Bags;
use emberlane_data::access::{Law, SteadyRows};
use emberlane_drivers::smartssd::{
    AssignmentError, Bag, BankAssignment, CLOCK_PERIOD_PS, Condition, Configuration, Iteration, PlanPart, SmartSsd,
    SmartSsdError, SmartSsdTransport, Work,
};
use emberlane_experiment::{Lookup, Pooling};

use crate::cxl_mem::{floats, words};
use crate::lookahead::{self, Factors};
use crate::planner::{
    self, CachePlanner, LayoutError, OnlinePlanner, Outbox, OutboxError, PlanError, PlannedIteration, Settings,
    TableLayout,
};
use crate::{Device, DeviceReport, EmbeddingError, EmbeddingStore, Iterations, Lookahead, Worked};

/// Where the memory that a SmartSSD shares with host and GPU lies: HPAs, each with room for eight SmartSSDs.
#[derive(Clone, Copy, Debug)]
struct Places {
    /// Its TX buffers.
    hdm_base: u64,
    /// Its mailbox.
    mailbox: u64,
    /// Its kernel's programs.
    programs: u64,
    /// Its gradients, in the GPU's memory.
    gradients: u64,
}

impl Places {
    const fn of(number: u64) -> Self {
        Self {
            hdm_base: (1 << 40) + (number << 36),
            mailbox: (1 << 32) + (number << 24),
            programs: (1 << 33) + (number << 30),
            gradients: (1 << 36) + (number << 33),
        }
    }
}

/// Lines of the mailbox.
const MAILBOX_LINES: u32 = 1 << 14;
/// Cycles within which the device has done what it was told: a quarter of an hour.
const PATIENCE: u64 = 250_000_000 * 900;

/// The banks of a side of the kernel for EVs of so many elements: those of the designs that there are.
#[must_use]
pub const fn banks(dimension: usize) -> usize {
    if dimension == 16 { 2 } else { 6 }
}

/// Iterations whose EVs stay in the cache: in strict order the one whose gradients are applied, and the one that is pooled.
#[must_use]
pub const fn in_flight(lookup: Lookup) -> u32 {
    match lookup {
        Lookup::Strict => 2,
        Lookup::Relaxed => planner::IN_FLIGHT,
    }
}

/// Tables for a SmartSSD, and how they are trained.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'a> {
    /// Number of the SmartSSD, 0 to 7: no two share memory of host and GPU.
    pub number: u64,
    /// Their numbers in a batch, in ascending order, and the rows of each.
    pub tables: &'a [(usize, u32)],
    /// Elements of a row.
    pub dimension: usize,
    /// Pooling of a bag.
    pub pooling: Pooling,
    /// Learning rate.
    pub rate: f32,
    /// Samples of a batch at most.
    pub samples: usize,
    /// EVs of the cache.
    pub cache_vectors: u32,
    /// Hot entries at most.
    pub hot_vectors: u32,
    /// Whether batches are looked up ahead.
    pub lookup: Lookup,
}

/// A batch that was looked up.
struct Looked {
    planned: PlannedIteration,
    /// What its gradients take from its rows, as the kernel subtracts them, once they are known.
    steps: Option<Vec<f32>>,
}

impl Looked {
    /// The bags to which an iteration applies gradients, and these.
    fn backward(self) -> Option<(Vec<Bag>, Vec<f32>)> {
        self.steps.filter(|steps| !steps.is_empty()).map(|steps| (self.planned.bags(), steps))
    }
}

/// Tables on a SmartSSD behind a transport.
pub struct SmartSsdStore<T> {
    device: SmartSsd<T>,
    places: Places,
    layout: TableLayout,
    tables: Vec<(usize, u32)>,
    dimension: usize,
    pooling: Pooling,
    rate: f32,
    lookup: Lookup,
    settings: Settings,
    planner: OnlinePlanner,
    outbox: Outbox,
    assignment: BankAssignment,
    /// The plan of the next batch, whose movements go on before it is looked up.
    moving: Option<PlannedIteration>,
    /// Batches that were looked up and not applied, the oldest first.
    looked: VecDeque<Looked>,
    /// An iteration has begun, and not ended; whether it pools bags.
    under_way: Option<bool>,
    /// What the last iteration that has pooled bags has left.
    outputs: Vec<f32>,
    /// The cache holds what the SSD does not.
    dirty: bool,
    /// The least that the device has had to do since reset, for one that has no time.
    least: Work,
    /// What it had done when it was asked last.
    seen: Work,
}

/// A planner of an empty cache.
fn start(settings: Settings) -> Result<OnlinePlanner, EmbeddingError> {
    started(CachePlanner::new(settings)?)
}

fn started(planner: CachePlanner) -> Result<OnlinePlanner, EmbeddingError> {
    OnlinePlanner::start(planner)
        .map_err(|error| EmbeddingError::Unavailable(format!("the cache planner has no thread: {error}")))
}

impl<T: SmartSsdTransport> SmartSsdStore<T> {
    /// Tables of zeros.
    ///
    /// # Errors
    /// A device that fails, or that cannot hold this.
    pub fn new(transport: T, of: &Tables<'_>) -> Result<Self, EmbeddingError> {
        let Tables { number, tables, dimension, pooling, rate, samples, cache_vectors, hot_vectors, lookup } = *of;
        let (places, layout) = (Places::of(number), TableLayout::new(tables.iter().copied()));
        let tx_bytes = (tables.len() * samples * dimension * 4) as u64;
        let configuration = Configuration {
            hdm_base: places.hdm_base,
            tx_bytes,
            cache_base: 2 * tx_bytes,
            cache_vectors,
            ssd_base: 0,
            ssd_vectors: layout.vectors(),
            mailbox_base: places.mailbox,
            mailbox_lines: MAILBOX_LINES,
        };
        let device = SmartSsd::open(transport, configuration)?;
        let elements = device.capabilities().elements;
        if elements != dimension {
            return Err(EmbeddingError::Unavailable(format!(
                "the SmartSSD has embedding vectors of {elements} elements, and the model of {dimension}"
            )));
        }
        let settings = Settings { in_flight: in_flight(lookup), hot_vectors, ..Settings::of_device(&configuration) };
        let assignment = BankAssignment::new(device.capabilities().banks);
        Ok(Self {
            device,
            places,
            layout,
            tables: tables.to_vec(),
            dimension,
            pooling,
            rate,
            lookup,
            settings,
            planner: start(settings)?,
            outbox: Outbox::default(),
            assignment,
            moving: None,
            looked: VecDeque::new(),
            under_way: None,
            outputs: Vec::new(),
            dirty: false,
            least: Work::default(),
            seen: Work::default(),
        })
    }

    /// Lets the cache be as after so many samples of a law, in batches of so many, though nothing was trained: for a rehearsal, whose
    /// vectors are all 0. To be called before anything else.
    ///
    /// # Errors
    /// No thread for the planner.
    pub fn fill_steady(&mut self, law: &Law, samples: usize, before: u64) -> Result<(), EmbeddingError> {
        let mut planner = CachePlanner::new(self.settings)?;
        let (mut firsts, mut end) = (Vec::new(), 0);
        for (_, rows) in &self.tables {
            firsts.push(end);
            end += u64::from(*rows);
        }
        let tables: Vec<usize> = self.tables.iter().map(|(table, _)| *table).collect();
        let rows = SteadyRows::new(law, &tables, samples, before);
        planner.fill_steady(&rows, &firsts, before, self.settings.seed)?;
        self.outbox.assume(&planner);
        self.planner = started(planner)?;
        Ok(())
    }

    /// The driver.
    pub const fn driver(&self) -> &SmartSsd<T> {
        &self.device
    }

    /// Posts all plans of the outbox, waiting for room where it is needed.
    fn post(&mut self) -> Result<(), EmbeddingError> {
        while !self.outbox.post(&mut self.device)? {
            let posted = self.device.posted();
            self.device.wait_for_plan(posted, PATIENCE)?;
        }
        Ok(())
    }

    /// Takes the next plan, and puts its movements into the outbox.
    fn take(&mut self) -> Result<Option<PlannedIteration>, EmbeddingError> {
        let planned = self.planner.take()?;
        if let Some(planned) = &planned {
            let [evicted, loaded] =
                [&planned.movements.evictions, &planned.movements.loads].map(|moved| moved.len() as u64);
            self.least.agent_cycles += (evicted + loaded) * self.device.capabilities().vector_lines();
            self.least.evicted_vectors += evicted;
            self.least.loaded_vectors += loaded;
            self.outbox.push(planned);
        }
        Ok(planned)
    }

    /// The plan of a batch that is looked up now.
    fn plan(&mut self, bags: &Bags) -> Result<PlannedIteration, EmbeddingError> {
        let lookups = self.layout.lookups(bags, self.pooling)?;
        let planned = match self.moving.take() {
            Some(planned) => Some(planned),
            None => {
                if self.planner.waiting() == 0 {
                    self.planner.announce(lookups.clone());
                }
                self.take()?
            }
        };
        planned.filter(|planned| planned.lookups == lookups).ok_or(EmbeddingError::NotAnnounced)
    }

    /// Begins an iteration, when the movements that it needs are done: it applies the gradients of a batch, and pools the bags of
    /// another. Posts the movements of the batch behind, if lookups are ahead and one is announced: they go on beside it.
    fn begin(&mut self, of: Option<Looked>, next: Option<&PlannedIteration>) -> Result<(), EmbeddingError> {
        let (backward, steps) = of.and_then(Looked::backward).unwrap_or_default();
        let (mut forward, mut after) = (Vec::<Bag>::new(), 0);
        if let Some(next) = next {
            self.post()?;
            after = self.outbox.begin(next)?;
            self.assignment.forget(next.replaced());
            forward = next.bags();
        }
        let parts = self.assignment.plan_in_parts(&backward, &forward, self.tables.len())?;
        self.dirty |= !backward.is_empty();
        self.outputs.clear();
        let mut left = &steps[..];
        for PlanPart { plan, gradients: used, bags } in parts {
            // The GPU has what the part before has left in a TX buffer before the next but one begins.
            self.finish()?;
            self.least.kernel_cycles += plan.least_cycles(bags, self.device.capabilities().vector_lines());
            let (of_part, of_others) = left.split_at(used * self.dimension);
            left = of_others;
            self.device.write_gradients(self.places.gradients, words(of_part))?;
            self.device.wait_for_plan(after, PATIENCE)?;
            let synchronisation = self.device.synchronise(after)?.with(Condition::GradientsCopied);
            let Places { programs, gradients, .. } = self.places;
            let iteration = Iteration { plan, programs, gradients, bags: bags as u32, after };
            self.device.begin(iteration, synchronisation)?;
            self.under_way = Some(bags > 0);
        }
        // Its evictions take no EV of the batches that are applied and pooled now, and of the one between.
        if self.lookup == Lookup::Relaxed && next.is_some() && self.moving.is_none() {
            self.moving = self.take()?;
            // What does not fit into the mailbox now is posted before it is needed.
            self.outbox.post(&mut self.device)?;
        }
        Ok(())
    }

    /// Ends the iteration that is under way, if there is one.
    fn finish(&mut self) -> Result<(), EmbeddingError> {
        if let Some(pools) = self.under_way {
            self.device.finish(PATIENCE)?;
            self.under_way = None;
            if pools {
                let outputs = floats(self.device.outputs()?);
                if self.outputs.is_empty() {
                    self.outputs = outputs;
                } else {
                    self.outputs.extend(outputs);
                }
            }
        }
        Ok(())
    }

    /// Forgets batches that are not trained: their gradients are not known, and those of later ones are asked for.
    fn forget_untrained(&mut self) {
        self.looked.retain(|looked| looked.steps.is_some());
    }

    /// Applies the gradients that are known, each batch in an iteration of its own.
    fn apply(&mut self) -> Result<(), EmbeddingError> {
        self.finish()?;
        while self.looked.front().is_some_and(|looked| looked.steps.is_some()) {
            let looked = self.looked.pop_front();
            self.begin(looked, None)?;
            self.finish()?;
        }
        Ok(())
    }

    /// Brings the tables on the SSD up to date.
    fn write_back(&mut self) -> Result<(), EmbeddingError> {
        self.apply()?;
        if std::mem::take(&mut self.dirty) {
            self.post()?;
            self.outbox.push_plan(self.outbox.write_back());
            self.post()?;
            self.wait_for_movements()?;
        }
        Ok(())
    }

    fn wait_for_movements(&mut self) -> Result<(), EmbeddingError> {
        let posted = self.device.posted();
        Ok(self.device.wait_for_plan(posted, PATIENCE)?)
    }

    /// What the device has done since its counters were cleared.
    fn work(&mut self) -> Result<Work, EmbeddingError> {
        Ok(if self.device.time() == 0 { self.least } else { self.device.work()? })
    }

    /// Number of a row on the SSD, if the table has so many from there on.
    fn vector(&self, table: usize, first: u64, count: u64) -> Result<u64, EmbeddingError> {
        let place = self.tables.iter().position(|(number, _)| *number == table);
        let rows = place.map_or(0, |place| self.tables[place].1);
        if first.checked_add(count).is_none_or(|end| end > u64::from(rows)) {
            let row = first.saturating_add(count).saturating_sub(1);
            return Err(EmbeddingError::NoRow { table, rows, row });
        }
        let before: u64 = self.tables[..place.unwrap_or(0)].iter().map(|(_, rows)| u64::from(*rows)).sum();
        Ok(before + first)
    }
}

impl<T: SmartSsdTransport> EmbeddingStore for SmartSsdStore<T> {
    fn name(&self) -> &'static str {
        "SmartSSD"
    }

    fn write_rows(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        let vector = self.vector(table, first, values.len().div_ceil(self.dimension) as u64)?;
        // What the cache holds may be older than the tables then.
        self.rest()?;
        Ok(self.device.write_vectors(vector, words(values))?)
    }

    fn read_rows(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        let vector = self.vector(table, first, count)?;
        self.write_back()?;
        Ok(floats(self.device.read_vectors(vector, count)?))
    }

    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        self.finish()?;
        self.forget_untrained();
        if self.lookup == Lookup::Relaxed {
            self.apply()?;
        }
        let next = self.plan(bags)?;
        let before = self.looked.pop_front();
        self.begin(before, Some(&next))?;
        self.finish()?;
        self.looked.push_back(Looked { planned: next, steps: None });
        Ok(std::mem::take(&mut self.outputs))
    }

    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError> {
        let Some(looked) = self.looked.iter_mut().find(|looked| looked.steps.is_none()) else { return Ok(()) };
        let expected = looked.planned.lookups.bags() * self.dimension;
        if gradients.len() != expected {
            return Err(EmbeddingError::Length { what: "gradients", expected, found: gradients.len() });
        }
        looked.steps = Some(lookahead::steps(&looked.planned.lookups, gradients, self.rate));
        Ok(())
    }

    fn settle(&mut self) -> Result<(), EmbeddingError> {
        self.apply()
    }

    /// The cache is empty then: in which banks and slots vectors are decides in which order they are summed.
    fn rest(&mut self) -> Result<(), EmbeddingError> {
        self.write_back()?;
        if self.outbox.has_posted() {
            self.planner = start(self.settings)?;
            self.outbox = Outbox::default();
            self.assignment = BankAssignment::new(self.device.capabilities().banks);
            self.moving = None;
            self.looked.clear();
        }
        Ok(())
    }

    fn device(&mut self) -> Option<&mut dyn Device> {
        Some(self)
    }

    fn lookahead(&mut self) -> Option<&mut dyn Lookahead> {
        Some(self)
    }

    fn iterations(&mut self) -> Option<&mut dyn Iterations> {
        Some(self)
    }
}

impl<T: SmartSsdTransport> Device for SmartSsdStore<T> {
    fn report(&mut self) -> Result<DeviceReport, EmbeddingError> {
        Ok(DeviceReport {
            channels: 1,
            counters: self.device.counters()?.iter().collect(),
            picoseconds: self.device.time(),
        })
    }

    fn clear_counters(&mut self) -> Result<(), EmbeddingError> {
        (self.least, self.seen) = (Work::default(), Work::default());
        Ok(self.device.clear_counters()?)
    }
}

impl<T: SmartSsdTransport> Lookahead for SmartSsdStore<T> {
    fn announce(&mut self, bags: &Bags) -> Result<(), EmbeddingError> {
        let lookups = self.layout.lookups(bags, self.pooling)?;
        self.planner.announce(lookups);
        Ok(())
    }

    fn look_ahead(&mut self, bags: &Bags) -> Result<(), EmbeddingError> {
        if self.lookup == Lookup::Strict || self.looked.back().is_none_or(|looked| looked.steps.is_some()) {
            let text = "a SmartSSD that was opened for lookahead looks one batch ahead of one that was looked up";
            return Err(EmbeddingError::Unavailable(text.to_owned()));
        }
        self.finish()?;
        let next = self.plan(bags)?;
        // The batch in front of it is trained now; the one before that has its gradients.
        let before = self.looked.pop_front_if(|looked| looked.steps.is_some());
        self.begin(before, Some(&next))?;
        self.looked.push_back(Looked { planned: next, steps: None });
        Ok(())
    }

    fn catch_up(&mut self, gradients: &[f32]) -> Result<Vec<f32>, EmbeddingError> {
        self.finish()?;
        self.update(gradients)?;
        let mut outputs = std::mem::take(&mut self.outputs);
        match self.looked.make_contiguous() {
            [.., Looked { planned: before, steps: Some(steps) }, Looked { planned: next, steps: None }] => {
                Factors::new(&before.lookups, &next.lookups).correct(&mut outputs, &next.lookups, steps);
                Ok(outputs)
            }
            _ => Err(EmbeddingError::Unavailable("no batch was looked up ahead".to_owned())),
        }
    }
}

impl<T: SmartSsdTransport> Iterations for SmartSsdStore<T> {
    fn synchronise(&mut self) -> Result<Worked, EmbeddingError> {
        self.finish()?;
        self.post()?;
        self.wait_for_movements()?;
        let now = self.work()?;
        let done = now.since(&std::mem::replace(&mut self.seen, now));
        let bytes = |vectors: u64| vectors * self.device.capabilities().vector_bytes();
        Ok(Worked {
            kernel_ps: done.kernel_cycles * CLOCK_PERIOD_PS,
            agent_ps: done.agent_cycles * CLOCK_PERIOD_PS,
            evicted_bytes: bytes(done.evicted_vectors),
            loaded_bytes: bytes(done.loaded_vectors),
            kernel_bytes: bytes(done.read_vectors + done.written_vectors + done.outputs),
        })
    }
}

impl From<SmartSsdError> for EmbeddingError {
    fn from(error: SmartSsdError) -> Self {
        Self::store(error)
    }
}

impl From<AssignmentError> for EmbeddingError {
    fn from(error: AssignmentError) -> Self {
        Self::store(error)
    }
}

impl From<PlanError> for EmbeddingError {
    fn from(error: PlanError) -> Self {
        Self::store(error)
    }
}

impl From<OutboxError> for EmbeddingError {
    fn from(error: OutboxError) -> Self {
        Self::store(error)
    }
}

impl From<LayoutError> for EmbeddingError {
    fn from(error: LayoutError) -> Self {
        Self::store(error)
    }
}
