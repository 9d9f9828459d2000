//! A training that is cut off by a loss of power at any write to persistent memory, on the reference.
//!
//! The reference records its writes; an image of memory after the cut is made of the first of them, and of the next one torn
//! at 8 bytes. The two logs run beside each other and beside the jobs behind them, so their writes are shuffled, as far as
//! the register map allows it. What the host writes itself, when a log begins, stays in its order.

use crate::conformance::{Size, Workload};
use emberlane_drivers::{
    Batch, Command, Configuration, CxlMem, LogConfiguration, LogMode, LogPlan, Parameters, RecordKind, Region,
    Transport,
};
use emberlane_reference::{ReferenceCxlMem, Write};
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use std::{collections::VecDeque, ops::Range};

/// `CONFIGURATION` of the records.
pub const CONFIGURATION: u32 = 0xe3b0_1a4e;

/// A batch, with all that it needs.
#[derive(Clone, Debug)]
struct Step {
    batch: Batch,
    gradients: Vec<u32>,
}

/// Tables and parameters at a point of a training.
#[derive(Clone, Debug)]
pub struct State {
    /// The tables.
    pub tables: Vec<Vec<u32>>,
    /// The parameters, as they are logged.
    pub parameters: Vec<u8>,
}

/// A training, batch by batch.
#[derive(Clone, Debug)]
pub struct Training {
    configuration: Configuration,
    /// What is configured for the log.
    pub log: LogConfiguration,
    steps: Vec<Step>,
    /// What there is before each batch, and in the end.
    pub states: Vec<State>,
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
    batch: u64,
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
        let parameter_lines = random.random_range(1..=8);
        let state = |random: &mut Pcg64Mcg, workload: &Workload| {
            let lines = random.random_range(1..=parameter_lines);
            let parameters = (0..64 * lines).map(|_| random.random()).collect();
            State { tables: workload.tables.clone(), parameters }
        };
        let mut states = vec![state(random, &workload)];
        let mut steps = Vec::new();
        let mut largest_rows = 1;
        for _ in 0..batches {
            let bags = workload.bags(random, size);
            let batch = workload.batch(random, &bags);
            let gradients = workload.gradients(random, &batch);
            workload.update(&bags, &batch, &gradients);
            largest_rows = largest_rows.max(batch.transpose().rows().len() as u32);
            states.push(state(random, &workload));
            steps.push(Step { batch, gradients });
        }
        let parameter_bytes = 64 * parameter_lines;
        let log = LogConfiguration { configuration: CONFIGURATION, mode, largest_rows, parameter_bytes };
        Self { configuration: workload.configuration, log, steps, states }
    }

    /// Its tables.
    #[must_use]
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// Its batches.
    #[must_use]
    pub fn batches(&self) -> u64 {
        self.steps.len() as u64
    }

    /// How many of some batches have a row, and so a record.
    #[must_use]
    pub fn logged_batches(&self, batches: Range<u64>) -> u64 {
        let steps = &self.steps[batches.start as usize..batches.end as usize];
        steps.iter().filter(|step| step.batch.entries() > 0).count() as u64
    }

    /// What there is in the end.
    ///
    /// # Panics
    /// Never: there is something before the first batch.
    #[must_use]
    pub fn end(&self) -> &State {
        self.states.last().expect("there is something before the first batch")
    }

    /// A device with the tables before the first batch, and no log.
    ///
    /// # Panics
    /// If the driver refuses that.
    #[must_use]
    pub fn loaded(&self) -> CxlMem<ReferenceCxlMem> {
        let mut device = self.configured(device());
        for (table, words) in self.states[0].tables.iter().enumerate() {
            device.load_table(table, words).expect("the table exists");
        }
        device
    }

    /// A device on which the log has begun.
    ///
    /// # Panics
    /// If the driver refuses that.
    #[must_use]
    pub fn begin(&self) -> CxlMem<ReferenceCxlMem> {
        let mut device = self.loaded();
        device.begin_log(0, &self.states[0].parameters).expect("no job runs");
        device
    }

    /// All of it, from before the log begins.
    ///
    /// # Panics
    /// If the device does not do it, or not right.
    pub fn whole(&self, random: &mut Pcg64Mcg) -> (Run, CxlMem<ReferenceCxlMem>) {
        let mut device = self.loaded();
        let before = device.transport().clone();
        device.transport_mut().record_writes();
        device.begin_log(0, &self.states[0].parameters).expect("no job runs");
        let begun = device.transport_mut().take_writes();
        let Run { writes, .. } = self.run(&mut device, 0..self.batches(), random);
        (Run { before, writes: [begun, writes].concat() }, device)
    }

    /// The driver of a device that has lost its power, and has this memory.
    ///
    /// # Panics
    /// If the driver refuses it.
    #[must_use]
    pub fn configured(&self, memory: ReferenceCxlMem) -> CxlMem<ReferenceCxlMem> {
        let mut device = CxlMem::discover(memory).expect("a CXL-MEM");
        device.configure(self.configuration.clone()).expect("the tables fit");
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
            let mut of_batch = Writes { batch, ..Writes::default() };
            for write in device.transport_mut().take_writes() {
                let within =
                    |slots: &[Region; 2]| slots.iter().any(|slot| (slot.base..slot.end()).contains(&write.address));
                let (of_rows, of_parameters) = (within(&plan.rows), within(&plan.parameters));
                let is_late = of_rows || of_parameters && self.log.mode.lag() == 0;
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
        let Step { batch, gradients } = &self.steps[number as usize];
        // A redo log takes the parameters as they are after the batch.
        let logged = if self.log.mode == LogMode::Redo { number + 1 } else { number };
        let parameters = &self.states[logged as usize].parameters;
        device.post(batch).expect("the batch is well formed");
        device.prepare().expect("posted");
        device.write_gradients(gradients).expect("one gradient a bag");
        device.post_job(Command::Lookup as u64).expect("there is room");
        let at_peer = Parameters { source: 1 << 40, bytes: parameters.len() as u64 };
        if device.post_log(number, at_peer).expect("the log is configured for the largest batch").rows {
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

/// An order of the writes that a device may have.
#[derive(Default)]
struct Shuffle {
    writes: Vec<Write>,
    /// Writes of parameters that are still to come, with the number of their batch.
    behind: VecDeque<(u64, Write)>,
    /// The batch whose parameters were logged last.
    logged: Option<u64>,
}

impl Shuffle {
    /// Writes the next line of parameters.
    fn next_line(&mut self) {
        if let Some((batch, write)) = self.behind.pop_front() {
            self.writes.push(write);
            if self.behind.front().is_none_or(|(next, _)| *next != batch) {
                self.logged = Some(batch);
            }
        }
    }

    /// Writes lines, and parameters beside them, some or many.
    fn mix(&mut self, lines: Vec<Write>, random: &mut Pcg64Mcg) {
        let share = [0.0, 0.05, 0.4][random.random_range(0..3usize)];
        for line in lines {
            while !self.behind.is_empty() && random.random_bool(share) {
                self.next_line();
            }
            self.writes.push(line);
        }
    }
}

/// Parameters are logged beside all that follows, up to the next ones, which wait for them, or an update that does.
fn shuffled(batches: Vec<Writes>, mode: LogMode, random: &mut Pcg64Mcg) -> Vec<Write> {
    let mut shuffle = Shuffle::default();
    for Writes { batch, cleared, rows, parameters, tables } in batches {
        shuffle.mix(cleared, random);
        let begins = !parameters.is_empty();
        shuffle.behind.extend(parameters.into_iter().map(|write| (batch, write)));
        shuffle.mix(rows, random);
        while begins && shuffle.behind.front().is_some_and(|(of, _)| *of < batch) {
            shuffle.next_line();
        }
        while !tables.is_empty() && shuffle.logged.is_none_or(|logged| batch - logged > mode.lag()) {
            shuffle.next_line();
        }
        shuffle.mix(tables, random);
    }
    while !shuffle.behind.is_empty() {
        shuffle.next_line();
    }
    shuffle.writes
}

/// A record that a slot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Record {
    batch: u64,
    /// Bytes, with the header.
    bytes: u64,
}

impl Record {
    /// What a header begins.
    fn new(header: &[u8]) -> Self {
        let word = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().expect("four bytes")).into();
        let [high, low, lines]: [u64; 3] = [12, 16, 24].map(word);
        Self { batch: high << 32 | low, bytes: 64 * (1 + lines) }
    }
}

/// Which batch's record a slot holds, for rows and for parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Held([[Option<Record>; 2]; 2]);

impl Held {
    /// A write was done, which has changed memory or not, whole or torn: a slot holds a record from when its header is
    /// written until anything else in it changes.
    fn note(&mut self, plan: &LogPlan, write: &Write, changed: bool, is_whole: bool) {
        for (kind, slots) in
            [RecordKind::Rows, RecordKind::Parameters].map(|kind| plan.slots(kind)).into_iter().enumerate()
        {
            for (number, slot) in slots.iter().enumerate() {
                let record = &mut self.0[kind][number];
                let within = |bytes| (slot.base..slot.base + bytes).contains(&write.address);
                if write.address == slot.base && is_whole && write.bytes != [0; 64] {
                    *record = Some(Record::new(&write.bytes));
                } else if changed {
                    // A line that is written with what it holds damages no record, and so does one behind it.
                    record.take_if(|record| within(record.bytes));
                }
            }
        }
    }

    /// A record is lost; `None` if there is none.
    pub fn lose(&mut self, kind: RecordKind, slot: usize) -> Option<u64> {
        self.0[kind as usize - 1][slot].take().map(|record| record.batch)
    }

    /// The batch of a record.
    #[must_use]
    pub fn batch(&self, kind: RecordKind, slot: usize) -> Option<u64> {
        self.0[kind as usize - 1][slot].map(|record| record.batch)
    }

    /// Batch and batch of the parameters that a recovery has to find.
    #[must_use]
    pub fn checkpoint(&self, mode: LogMode) -> Option<(u64, u64)> {
        let [rows, parameters] = self.0.map(|slots| slots.into_iter().flatten().map(|record| record.batch));
        match mode {
            LogMode::Redo | LogMode::Undo => {
                let batch = rows.filter(|batch| parameters.clone().any(|other| other == *batch)).max()?;
                Some((batch, batch))
            }
            LogMode::Relaxed { .. } => {
                let batch = rows.max()?;
                Some((batch, parameters.filter(|other| *other <= batch).max()?))
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
