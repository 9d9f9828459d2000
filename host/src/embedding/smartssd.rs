//! Tables on a SmartSSD's SSD, which is looked up and updated next to its cache.
//!
//! A batch is an iteration of the device: its kernel applies the gradients of the batch before and pools the bags of this one, which
//! find their vectors updated. So training is strict, and the device works while the GPU waits: NDRec's timeline without
//! lookahead (Section IV-B). The last gradients are applied when somebody looks at the tables.

use emberlane_drivers::smartssd::{
    Bag, BankAssignment, Condition, Configuration, Iteration, SmartSsd, SmartSsdError, SmartSsdTransport,
};

use super::{DeviceReport, EmbeddingError, EmbeddingStore, mean_scale};
use crate::config::Pooling;
use crate::data::Bags;
use crate::planner::{CachePlanner, Outbox, PlannedIteration, Settings, TableLayout};

/// HPA of the TX buffers.
const HDM_BASE: u64 = 1 << 40;
/// HPA of the mailbox.
const MAILBOX: u64 = 1 << 32;
/// HPA of the kernel's programs.
const PROGRAMS: u64 = 1 << 33;
/// HPA of the gradients, in the GPU's memory.
const GRADIENTS: u64 = 1 << 36;
/// Lines of the mailbox.
const MAILBOX_LINES: u32 = 1 << 14;
/// Iterations whose EVs stay in the cache: the one whose gradients are applied, and the one that is pooled.
const IN_FLIGHT: u32 = 2;
/// Cycles within which the device has done what it was told: a quarter of an hour.
const PATIENCE: u64 = 250_000_000 * 900;

/// The banks of a side of the kernel for EVs of so many elements: those of the designs that there are.
#[must_use]
pub const fn banks(dimension: usize) -> usize {
    if dimension == 16 { 2 } else { 6 }
}

/// Tables on a SmartSSD behind a transport.
pub struct SmartSsdStore<T> {
    device: SmartSsd<T>,
    layout: TableLayout,
    rows: Vec<u32>,
    dimension: usize,
    pooling: Pooling,
    rate: f32,
    settings: Settings,
    planner: CachePlanner,
    outbox: Outbox,
    assignment: BankAssignment,
    /// The batch that was looked up last.
    last: Option<PlannedIteration>,
    /// What its gradients are, as the kernel subtracts them.
    gradients: Option<Vec<f32>>,
    /// The cache holds what the SSD does not.
    dirty: bool,
}

impl<T: SmartSsdTransport> SmartSsdStore<T> {
    /// Tables of zeros, for batches of so many samples, behind a cache of so many EVs.
    ///
    /// # Errors
    /// A device that fails, or that cannot hold this.
    pub fn new(
        transport: T,
        rows: &[u32],
        dimension: usize,
        pooling: Pooling,
        rate: f32,
        samples: usize,
        cache_vectors: u32,
    ) -> Result<Self, EmbeddingError> {
        let layout = TableLayout::new(rows.iter().copied().enumerate());
        let tx_bytes = (rows.len() * samples * dimension * 4) as u64;
        let configuration = Configuration {
            hdm_base: HDM_BASE,
            tx_bytes,
            cache_base: 2 * tx_bytes,
            cache_vectors,
            ssd_base: 0,
            ssd_vectors: layout.vectors(),
            mailbox_base: MAILBOX,
            mailbox_lines: MAILBOX_LINES,
        };
        let device = SmartSsd::open(transport, configuration)?;
        let elements = device.capabilities().elements;
        if elements != dimension {
            return Err(EmbeddingError::NoDevice(format!(
                "the SmartSSD has embedding vectors of {elements} elements, and the model of {dimension}"
            )));
        }
        let settings = Settings { in_flight: IN_FLIGHT, ..Settings::of_device(&configuration) };
        let assignment = BankAssignment::new(device.capabilities().banks);
        Ok(Self {
            device,
            layout,
            rows: rows.to_vec(),
            dimension,
            pooling,
            rate,
            settings,
            planner: CachePlanner::new(settings)?,
            outbox: Outbox::default(),
            assignment,
            last: None,
            gradients: None,
            dirty: false,
        })
    }

    /// Posts all plans of the outbox, waiting for room where it is needed.
    fn post(&mut self) -> Result<(), EmbeddingError> {
        while !self.outbox.post(&mut self.device)? {
            let posted = self.device.posted();
            self.device.wait_for_plan(posted, PATIENCE)?;
        }
        Ok(())
    }

    /// Applies the gradients that are there, and pools the bags of an iteration.
    fn iterate(&mut self, next: Option<&PlannedIteration>) -> Result<Vec<f32>, EmbeddingError> {
        let gradients = self.gradients.take().unwrap_or_default();
        let backward = match &self.last {
            Some(last) if !gradients.is_empty() => last.bags(),
            _ => Vec::new(),
        };
        let (mut forward, mut after) = (Vec::<Bag>::new(), self.device.posted());
        if let Some(next) = next {
            self.outbox.push(next);
            self.post()?;
            after = self.outbox.begin(next)?;
            self.assignment.forget(next.replaced());
            forward = next.bags();
        }
        let plan = self.assignment.plan(&backward, &forward)?;
        let bytes: Vec<u8> = gradients.iter().flat_map(|gradient| gradient.to_le_bytes()).collect();
        self.device.transport_mut().host_write(GRADIENTS, &bytes).map_err(SmartSsdError::from)?;
        self.device.wait_for_plan(after, PATIENCE)?;
        let synchronisation = self.device.synchronise(after)?.with(Condition::GradientsCopied);
        let iteration = Iteration { plan, programs: PROGRAMS, gradients: GRADIENTS, bags: forward.len() as u32, after };
        self.dirty |= !backward.is_empty();
        self.device.begin(iteration, synchronisation)?;
        self.device.finish(PATIENCE)?;
        Ok(self.device.outputs()?.into_iter().map(f32::from_bits).collect())
    }

    /// Brings the tables on the SSD up to date.
    fn settle(&mut self) -> Result<(), EmbeddingError> {
        if self.gradients.is_some() {
            self.iterate(None)?;
        }
        if std::mem::take(&mut self.dirty) {
            self.outbox.push_plan(self.planner.write_back());
            self.post()?;
            let posted = self.device.posted();
            self.device.wait_for_plan(posted, PATIENCE)?;
        }
        Ok(())
    }

    /// Where rows of a table are on the SSD, in bytes.
    fn address(&self, table: usize, first: u64, count: u64) -> Result<u64, EmbeddingError> {
        let rows = self.rows.get(table).copied().unwrap_or(0);
        if first.checked_add(count).is_none_or(|end| end > u64::from(rows)) {
            let row = first.saturating_add(count).saturating_sub(1);
            return Err(EmbeddingError::NoRow { table, rows, row });
        }
        let before: u64 = self.rows[..table].iter().map(|rows| u64::from(*rows)).sum();
        Ok((before + first) * self.dimension as u64 * 4)
    }
}

impl<T: SmartSsdTransport> EmbeddingStore for SmartSsdStore<T> {
    fn name(&self) -> &'static str {
        "SmartSSD"
    }

    fn write_rows(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        let address = self.address(table, first, values.len().div_ceil(self.dimension) as u64)?;
        self.settle()?;
        if self.last.take().is_some() {
            // What the cache holds may be older now.
            self.planner = CachePlanner::new(self.settings)?;
            self.outbox = Outbox::default();
            self.assignment = BankAssignment::new(self.device.capabilities().banks);
        }
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Ok(self.device.transport_mut().ssd_write(address, &bytes).map_err(SmartSsdError::from)?)
    }

    fn read_rows(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        let address = self.address(table, first, count)?;
        self.settle()?;
        let mut bytes = vec![0; count as usize * self.dimension * 4];
        self.device.transport_mut().ssd_read(address, &mut bytes).map_err(SmartSsdError::from)?;
        let value = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("four bytes"));
        Ok(bytes.chunks_exact(4).map(value).collect())
    }

    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        let lookups = self.layout.lookups(bags, self.pooling)?;
        let next = self.planner.plan(lookups)?;
        let pooled = self.iterate(Some(&next))?;
        self.last = Some(next);
        Ok(pooled)
    }

    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError> {
        let Some(last) = &self.last else { return Ok(()) };
        let mut scaled = gradients.to_vec();
        for (gradient, bag) in scaled.chunks_exact_mut(self.dimension).zip(last.lookups.ranges()) {
            let scale = match self.pooling {
                Pooling::Sum => 1.0,
                Pooling::Mean => mean_scale(bag.len()),
            };
            gradient.iter_mut().for_each(|gradient| *gradient = self.rate * (scale * *gradient));
        }
        self.gradients = Some(scaled);
        Ok(())
    }

    fn device(&mut self) -> Result<Option<DeviceReport>, EmbeddingError> {
        Ok(Some(DeviceReport {
            channels: 1,
            counters: self.device.counters()?.iter().collect(),
            picoseconds: self.device.time(),
        }))
    }

    fn clear_counters(&mut self) -> Result<(), EmbeddingError> {
        Ok(self.device.clear_counters()?)
    }
}
