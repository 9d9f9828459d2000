//! A training that is cut off by a loss of power at any write to persistent memory, on the reference.
//!
//! The reference records its writes; an image of memory after the cut is made of the first of them, and of the next one torn
//! at 8 bytes. The two logs run beside each other and beside the jobs behind them, so their writes are shuffled, as far as
//! the register map allows it.

use crate::conformance::{Size, Workload};
use emberlane_drivers::{
    Batch, Command, CxlMem, LogConfiguration, LogMode, LogPlan, Parameters, RecordKind, Region, Transport,
};
use emberlane_reference::{ReferenceCxlMem, Write};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use std::ops::Range;

/// `CONFIGURATION` of the records.
pub const CONFIGURATION: u32 = 0xe3b0_1a4e;

/// A batch, with all that it needs and what there is before it.
#[derive(Clone, Debug)]
pub struct Step {
    batch: Batch,
    gradients: Vec<u32>,
    /// The parameters before it.
    pub parameters: Vec<u8>,
    /// The tables before it.
    pub tables: Vec<Vec<u32>>,
}

/// A training, batch by batch.
#[derive(Clone, Debug)]
pub struct Training {
    workload: Workload,
    /// What is configured for the log.
    pub log: LogConfiguration,
    /// Parameters are logged once in so many batches.
    every: u64,
    /// Its batches.
    pub steps: Vec<Step>,
    /// The tables in the end.
    pub end: Vec<Vec<u32>>,
}

/// What a device does for some batches: its writes, of which all orders are possible that the shuffle can make.
#[derive(Debug)]
pub struct Run {
    /// Memory before.
    pub before: ReferenceCxlMem,
    /// Its writes, in order.
    pub writes: Vec<Write>,
}

/// Writes of one batch.
#[derive(Debug, Default)]
struct Writes {
    /// Headers that the host clears before it posts anything.
    cleared: Vec<Write>,
    rows: Vec<Write>,
    parameters: Vec<Write>,
    tables: Vec<Write>,
}

impl Training {
    /// A random training of so many batches.
    pub fn random(random: &mut Pcg64Mcg, mode: LogMode, batches: u64) -> Self {
        let size = Size { entries: 24, rows: 12 };
        let capabilities = *CxlMem::discover(device()).expect("a CXL-MEM").capabilities();
        let mut workload = Workload::random(random, size, &capabilities);
        workload.configuration.data_base %= 1 << 20;
        let start = workload.clone();
        let every = if mode == LogMode::Undo { 1 } else { random.random_range(1..=4) };
        let mut log = LogConfiguration {
            configuration: CONFIGURATION,
            mode,
            largest_rows: 1,
            parameter_bytes: 64 * random.random_range(1..=8),
        };
        let steps = (0..batches).map(|_| {
            let bags = workload.bags(random, size);
            let batch = workload.batch(random, &bags);
            let gradients = workload.gradients(random, &batch);
            let tables = workload.tables.clone();
            workload.update(&bags, &batch, &gradients);
            log.largest_rows = log.largest_rows.max(batch.transpose().rows().len() as u32);
            let lines = random.random_range(1..=log.parameter_bytes / 64);
            let parameters = (0..64 * lines).map(|_| random.random()).collect();
            Step { batch, gradients, parameters, tables }
        });
        let steps = steps.collect();
        Self { end: workload.tables, workload: start, log, every, steps }
    }

    /// A device with the tables before the first batch, and an empty log.
    ///
    /// # Panics
    /// If the driver refuses that.
    #[must_use]
    pub fn begin(&self) -> CxlMem<ReferenceCxlMem> {
        let mut device = self.configured(device());
        for (table, words) in self.workload.tables.iter().enumerate() {
            device.load_table(table, words).expect("the table exists");
        }
        device.clear_log().expect("no job runs");
        device
    }

    /// The driver of a device that has lost its power, and has this memory.
    ///
    /// # Panics
    /// If the driver refuses it.
    #[must_use]
    pub fn configured(&self, memory: ReferenceCxlMem) -> CxlMem<ReferenceCxlMem> {
        let mut device = CxlMem::discover(memory).expect("a CXL-MEM");
        device.configure(self.workload.configuration.clone()).expect("the tables fit");
        device.configure_log(self.log).expect("the log fits");
        device
    }

    /// Goes on with some batches.
    ///
    /// # Panics
    /// If the device does not do them.
    pub fn run(&self, device: &mut CxlMem<ReferenceCxlMem>, batches: Range<u64>, random: &mut Pcg64Mcg) -> Run {
        let before = device.transport().clone();
        device.transport_mut().record_writes();
        let plan = device.log_plan().expect("configured").clone();
        let mut writes = Vec::new();
        for batch in batches {
            self.step(device, batch);
            let mut of_batch = Writes::default();
            for write in device.transport_mut().take_writes() {
                let within =
                    |slots: &[Region; 2]| slots.iter().any(|slot| (slot.base..slot.end()).contains(&write.address));
                let (of_rows, of_parameters) = (within(&plan.rows), within(&plan.parameters));
                let is_late = of_rows || of_parameters && self.log.mode == LogMode::Undo;
                assert!(!is_late || of_batch.tables.is_empty(), "batch {batch}: the update did not wait for its log");
                let is_cleared = of_batch.rows.is_empty() && write.bytes == [0; 64];
                match () {
                    () if is_cleared => of_batch.cleared.push(write),
                    () if of_rows => of_batch.rows.push(write),
                    () if of_parameters => of_batch.parameters.push(write),
                    () => of_batch.tables.push(write),
                }
            }
            writes.push(of_batch);
        }
        Run { before, writes: shuffled(writes, self.log.mode, random) }
    }

    fn step(&self, device: &mut CxlMem<ReferenceCxlMem>, number: u64) {
        let Step { batch, gradients, parameters, .. } = &self.steps[number as usize];
        device.post(batch).expect("the batch is well formed");
        device.prepare().expect("posted");
        device.write_gradients(gradients).expect("one gradient a bag");
        device.post_job(Command::Lookup as u64).expect("there is room");
        let at_peer = Parameters { source: 1 << 40, bytes: parameters.len() as u64 };
        let at_peer = number.is_multiple_of(self.every).then_some(at_peer);
        if device.post_log(number, at_peer).expect("the log is configured for the largest batch") {
            device.post_job(Command::Update as u64).expect("there is room");
        }
        if let Some(log) = device.transport().parameter_log() {
            for (address, line) in (log.target..).step_by(64).zip(parameters.chunks(64)) {
                device.transport_mut().memory_write(address, line).expect("memory");
            }
            device.transport_mut().parameters_logged(true);
        }
        device.wait().unwrap_or_else(|error| panic!("batch {number}: {error}"));
    }
}

fn device() -> ReferenceCxlMem {
    ReferenceCxlMem::new(4).expect("1 to 4 channels")
}

/// An order of the writes that a device may have: parameters are logged beside the jobs behind their log, but in an undo log
/// the update of their batch waits for them.
fn shuffled(batches: Vec<Writes>, mode: LogMode, random: &mut Pcg64Mcg) -> Vec<Write> {
    let mut writes = Vec::new();
    let mut behind: Vec<Write> = Vec::new();
    let mut mix = |behind: &mut Vec<Write>, writes: &mut Vec<Write>, main: Vec<Write>| {
        for write in main {
            while !behind.is_empty() && random.random_bool(0.4) {
                writes.push(behind.remove(0));
            }
            writes.push(write);
        }
    };
    for Writes { cleared, rows, parameters, tables } in batches {
        mix(&mut behind, &mut writes, cleared);
        behind.extend(parameters);
        mix(&mut behind, &mut writes, rows);
        if mode == LogMode::Undo {
            writes.append(&mut behind);
        }
        mix(&mut behind, &mut writes, tables);
    }
    writes.append(&mut behind);
    writes
}

/// Which batch's record a slot holds, for rows and for parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held([[Option<u64>; 2]; 2]);

impl Held {
    /// A write was done, which has changed memory or not, whole or torn: a slot holds a record from when its header is
    /// written until anything else in it changes.
    fn note(&mut self, plan: &LogPlan, write: &Write, changed: bool, is_whole: bool) {
        for (kind, slots) in
            [RecordKind::Rows, RecordKind::Parameters].map(|kind| plan.slots(kind)).into_iter().enumerate()
        {
            for (number, slot) in slots.iter().enumerate() {
                if (slot.base..slot.end()).contains(&write.address) {
                    let is_header = write.address == slot.base && is_whole && write.bytes != [0; 64];
                    // A line that is written with what it holds damages no record.
                    if !is_header && !changed {
                        continue;
                    }
                    let batch = write.bytes.get(16..24).map(|bytes| bytes.try_into().expect("eight bytes"));
                    self.0[kind][number] = batch.filter(|_| is_header).map(u64::from_le_bytes);
                }
            }
        }
    }

    /// A record is lost; `None` if there is none.
    pub fn lose(&mut self, kind: RecordKind, slot: usize) -> Option<u64> {
        self.0[kind as usize - 1][slot].take()
    }

    /// The batch of a record.
    #[must_use]
    pub fn batch(&self, kind: RecordKind, slot: usize) -> Option<u64> {
        self.0[kind as usize - 1][slot]
    }

    /// Batch and batch of the parameters that a recovery has to find.
    #[must_use]
    pub fn checkpoint(&self, mode: LogMode) -> Option<(u64, u64)> {
        let [rows, parameters] = &self.0;
        match mode {
            LogMode::Undo => {
                let batch = rows.iter().flatten().filter(|batch| parameters.contains(&Some(**batch))).max()?;
                Some((*batch, *batch))
            }
            LogMode::Relaxed => {
                let batch = rows.iter().flatten().max()?;
                Some((*batch, *parameters.iter().flatten().filter(|other| *other <= batch).max()?))
            }
        }
    }
}

/// The writes that are done before the cut, and which words of 8 bytes of the next one are.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// Writes that are done.
    pub whole: usize,
    /// A bit for each word of the next.
    pub torn: u8,
}

impl Cut {
    /// Whether of the torn line the first words are done, and none behind them.
    #[must_use]
    pub fn is_in_order(self) -> bool {
        self.torn & self.torn.wrapping_add(1) == 0
    }
}

impl Run {
    /// Memory after a cut.
    ///
    /// # Panics
    /// If the writes are no writes to memory.
    #[must_use]
    pub fn image(&self, cut: Cut) -> ReferenceCxlMem {
        let mut memory = self.before.clone();
        for write in &self.writes[..cut.whole] {
            memory.memory_write(write.address, &write.bytes).expect("it was written before");
        }
        for (word, bytes) in self.writes.get(cut.whole).into_iter().flat_map(|write| write.bytes.chunks(8).enumerate())
        {
            if cut.torn >> word & 1 == 1 {
                let address = self.writes[cut.whole].address + 8 * word as u64;
                memory.memory_write(address, bytes).expect("it was written before");
            }
        }
        // The image is a device of its own.
        memory.take_writes();
        memory
    }

    /// What the slots hold after a cut, if they held `before` before the first write; and the newest checkpoint that there
    /// was on the way.
    ///
    /// # Panics
    /// If the writes are no writes to memory.
    #[must_use]
    pub fn held(&self, plan: &LogPlan, mode: LogMode, before: &Held, cut: Cut) -> (Held, Option<(u64, u64)>) {
        let (mut held, mut newest) = (before.clone(), before.checkpoint(mode));
        let mut memory = self.before.clone();
        let mut torn = self.image(cut);
        for (number, write) in self.writes.iter().enumerate().take(cut.whole + 1) {
            let read = |memory: &mut ReferenceCxlMem| {
                let mut line = vec![0; write.bytes.len()];
                memory.memory_read(write.address, &mut line).expect("it was written before");
                line
            };
            let old = read(&mut memory);
            let new = if number < cut.whole { write.bytes.clone() } else { read(&mut torn) };
            held.note(plan, write, old != new, new == write.bytes);
            memory.memory_write(write.address, &new).expect("it was written before");
            newest = newest.max(held.checkpoint(mode));
        }
        (held, newest)
    }

    /// A random cut; every other one at the header of a record.
    pub fn cut(&self, plan: &LogPlan, random: &mut Pcg64Mcg) -> Cut {
        let is_header = |write: &Write| plan.rows.iter().chain(&plan.parameters).any(|slot| slot.base == write.address);
        let headers: Vec<usize> = (0..self.writes.len()).filter(|at| is_header(&self.writes[*at])).collect();
        let whole = match random.random() {
            true if !headers.is_empty() => {
                headers[random.random_range(0..headers.len())] + random.random_range(0..2usize)
            }
            _ => random.random_range(0..=self.writes.len()),
        };
        Cut {
            whole,
            torn: random.random::<u8>() & random.random::<u8>() | if random.random_ratio(1, 8) { 255 } else { 0 },
        }
    }
}
