//! Runs a programme on a device.

use super::{
    Job, Kind, Operation, Peer, Programme, Side, Wrong,
    host::{Host, OWN_LINES},
    jobs::{self, Gradients, PLACE, Posting, Region, Tables},
};
use crate::programmes::Transcript;
use emberlane_fabric::message::ALL_BYTES;
use emberlane_models::cxl::Finished;
use emberlane_registers::cxl_mem::{self as map, BUSY, CLEAR_COUNTERS, CLEAR_STATUS, Command, DONE, ErrorCode, FAILED};
use emberlane_registers::cxl_mem::{JOB_QUEUE, LINE_BYTES, LINES, SCRATCHPAD_BASE};
use emberlane_registers::{Access as Right, Register};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Cycles within which all that is under way has to end.
const LIMIT: u64 = 400_000;
/// Cycles without an end after which jobs that race with an operation are taken to wait for something that will not come.
const PATIENCE: u64 = 20_000;
/// Cycles between two looks at `STATUS`.
const LOOK: u64 = 40;
/// Longest time from a flush to a gradient.
const GRADIENT_DELAY: u64 = 300;
/// Bytes of the host that nobody may write: behind the tables, and before the first place of a job.
const GUARDS: [Region; 2] =
    [Region { base: jobs::LOG.0 - 4096, bytes: 4096 }, Region { base: SCRATCHPAD_BASE + PLACE - 4096, bytes: 4096 }];

/// What may differ between devices, because something has raced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Unknown {
    /// All that the jobs have left.
    jobs: bool,
    /// `DONE`.
    done: bool,
    /// Counters.
    counters: bool,
}

struct Runner<'p, E> {
    programme: &'p Programme,
    host: Host<E>,
    tables: Tables,
    transcript: Transcript,
    random: Pcg64Mcg,
    step: usize,
    /// Jobs posted since the start: decides places.
    number: u64,
    /// What was posted since the last quiet point, and how many rings that were.
    posted: Vec<Posting>,
    rings: u64,
    /// A job has been posted since then that may fail, a log has been, and the batch of the last log of rows.
    may_fail: bool,
    logs: bool,
    logged_rows: Option<u64>,
    unknown: Unknown,
    /// A job's regions may have been elsewhere.
    moved: bool,
    /// Gradients that wait for their flush, and lines of gradients by the cycle in which they are due.
    waiting: Vec<Gradients>,
    arriving: Vec<(u64, u64, [u8; 64])>,
    finished: Finished,
    /// Counters of what is read do not count: a job has failed since they were cleared.
    reads_unknown: bool,
}

/// Runs a programme; what the device has shown.
///
/// # Errors
/// The operation, and what the device does that none may.
pub fn run<E: Side>(programme: &Programme, endpoint: E) -> Result<Transcript, (usize, String)> {
    let mut runner = Runner {
        programme,
        host: Host::new(endpoint, programme.seed),
        tables: Tables::new(programme),
        transcript: Transcript::default(),
        random: Pcg64Mcg::seed_from_u64(!programme.seed),
        step: 0,
        number: 0,
        posted: Vec::new(),
        rings: 0,
        may_fail: false,
        logs: false,
        logged_rows: None,
        unknown: Unknown::default(),
        moved: false,
        waiting: Vec::new(),
        arriving: Vec::new(),
        finished: Finished::default(),
        reads_unknown: false,
    };
    match runner.run() {
        Ok(()) => {
            runner.transcript.cycles = runner.host.cycle;
            Ok(runner.transcript)
        }
        Err(message) => Err((runner.step, message)),
    }
}

impl<E: Side> Runner<'_, E> {
    fn run(&mut self) -> Result<(), String> {
        for guard in GUARDS {
            self.host.fill(guard.base, &vec![0xa5; guard.bytes as usize]);
        }
        self.host.fill(jobs::TABLES, &self.tables.image(self.programme));
        self.host.map()?;
        self.host.endpoint().record_writes();
        for (step, each) in self.programme.steps.iter().enumerate() {
            self.step = step;
            self.cycles(each.delay.into())?;
            self.operation(&each.operation)?;
        }
        self.step = self.programme.steps.len();
        self.settle()
    }

    fn operation(&mut self, operation: &Operation) -> Result<(), String> {
        match operation {
            Operation::Post(job) => self.post(job)?,
            Operation::Bell { value } => {
                let value = value & map::DOORBELL.mask();
                if Command::from_value(value).is_none() {
                    self.unknown.jobs |= self.rings > 0;
                    self.may_fail = true;
                    self.host.write(&map::DOORBELL, value);
                }
            }
            Operation::Overflow => self.overflow()?,
            Operation::Clear { value } => {
                if self.rings > 0 {
                    self.unknown.jobs |= self.may_fail && CLEAR_STATUS.get(*value) == 1;
                    self.unknown.done |= CLEAR_STATUS.get(*value) == 1;
                    self.unknown.counters |= CLEAR_COUNTERS.get(*value) == 1;
                } else if CLEAR_COUNTERS.get(*value) == 1 && self.drain()? {
                    // Transactions of CXL.mem are counted, too.
                    self.reads_unknown = false;
                }
                if self.rings == 0 && CLEAR_STATUS.get(*value) == 1 {
                    self.may_fail = false;
                }
                self.host.write(&map::CLEAR, *value & 3);
                if self.rings == 0 && CLEAR_COUNTERS.get(*value) == 1 {
                    // The read pushes the write before any transaction that counts.
                    self.host.read(&map::STATUS)?;
                }
            }
            Operation::Set { register, value } => {
                if let Some(register) = map::MAP.named(register)
                    && register.access == Right::ReadWrite
                    && (register.offset < map::DOORBELL.offset || *register == map::LOG_GAP)
                {
                    let value = if *register == map::LOG_GAP { value & 7 } else { *value };
                    self.host.write(register, value);
                }
            }
            Operation::Look { offset } => self.look(*offset)?,
            Operation::Memory(access) => self.host.access(*access)?,
            Operation::Snoop { line, kind } => self.host.snoop(*line, *kind),
            Operation::Settle => self.settle()?,
            Operation::Reset => self.reset()?,
            Operation::Fault { address, bytes, writes } => {
                let end = address.saturating_add((*bytes).clamp(1, PLACE));
                // Own lines do not fail: what they hold is compared.
                if *address >= jobs::TABLES && !(SCRATCHPAD_BASE..SCRATCHPAD_BASE + PLACE).contains(address) {
                    self.unknown.jobs = true;
                    self.host.endpoint().fail(*address..end, *writes);
                }
            }
            Operation::Scribble { job, list, at, word } => {
                let Some(posting) = self.posted.iter().rev().nth(*job as usize) else { return Ok(()) };
                let address = posting.word(*list, *at);
                self.unknown.jobs = true;
                let mut line = [0; 64];
                let byte = (address % LINE_BYTES) as usize;
                line[byte..byte + 4].copy_from_slice(&word.to_le_bytes());
                self.host.write_scratchpad(address - byte as u64, 0xf << byte, line);
            }
            Operation::Medium { latency, rate } => {
                self.settle()?;
                for (register, value) in [
                    (&map::MEDIA_READ_LATENCY, u64::from(*latency)),
                    (&map::MEDIA_WRITE_LATENCY, u64::from(*latency / 2)),
                    (&map::MEDIA_READ_RATE, u64::from(*rate)),
                    (&map::MEDIA_ROW_WRITE_RATE, u64::from(*rate / 2)),
                    (&map::MEDIA_STREAM_WRITE_RATE, u64::from(*rate)),
                ] {
                    self.host.set(register, value);
                }
            }
        }
        Ok(())
    }

    // Time.

    /// A clock cycle, in which gradients come that are due.
    fn cycle(&mut self) -> Result<(), String> {
        let now = self.host.cycle;
        for at in (0..self.waiting.len()).rev() {
            let Region { base, bytes } = self.waiting[at].flushed;
            if (base..base + bytes).step_by(LINE_BYTES as usize).any(|line| self.host.peer.asked.contains(&line)) {
                let gradients = self.waiting.swap_remove(at);
                self.send(gradients);
            }
        }
        for at in (0..self.arriving.len()).rev() {
            if self.arriving[at].0 <= now {
                let (_, address, line) = self.arriving.swap_remove(at);
                self.host.write_scratchpad(address, ALL_BYTES, line);
            }
        }
        self.host.cycle()
    }

    fn cycles(&mut self, cycles: u64) -> Result<(), String> {
        (0..cycles).try_for_each(|_| self.cycle())
    }

    fn send(&mut self, gradients: Gradients) {
        for (line, at) in gradients.lines.into_iter().zip(0..) {
            let due = self.host.cycle + self.random.random_range(0..GRADIENT_DELAY);
            self.arriving.push((due, gradients.base + at * LINE_BYTES, line));
        }
    }

    /// Waits until all of the host's own transactions have ended; true.
    fn drain(&mut self) -> Result<bool, String> {
        let end = self.host.cycle + LIMIT;
        while !self.host.is_idle() {
            self.cycle()?;
            if self.host.cycle > end {
                return Err(format!("requests are not answered in {LIMIT} cycles: {}", self.host.open()));
            }
        }
        Ok(true)
    }

    /// Waits until the device does nothing more.
    fn idle(&mut self) -> Result<(), String> {
        let start = self.host.cycle;
        let mut pushed = 0;
        loop {
            let is_quiet = self.host.is_idle() && self.arriving.is_empty();
            if is_quiet && BUSY.get(self.host.read(&map::STATUS)?) == 0 && self.host.is_idle() {
                return Ok(());
            }
            let waited = self.host.cycle - start;
            if self.unknown.jobs && waited > PATIENCE * (pushed + 1) {
                // What a job waits for may have been dropped: gradients come, then all that waits is dropped.
                pushed += 1;
                match pushed {
                    1 => std::mem::take(&mut self.waiting).into_iter().for_each(|each| self.send(each)),
                    _ => self.host.write(&map::DOORBELL, 0),
                }
            }
            if waited > LIMIT {
                let (status, open) = (self.host.read(&map::STATUS)?, self.host.open());
                return Err(format!("not idle in {LIMIT} cycles: STATUS {status:#x}; {open}"));
            }
            self.cycles(LOOK)?;
        }
    }

    // Jobs.

    fn post(&mut self, job: &Job) -> Result<(), String> {
        let alone = matches!(job.wrong, Some(Wrong::Setting { .. }));
        if alone || self.rings + job.jobs() + 1 > JOB_QUEUE {
            self.settle()?;
        }
        let posting = jobs::post(self.programme, job, self.number, self.logged_rows);
        self.ring(&posting);
        self.moved |= alone;
        self.may_fail |= job.may_fail();
        self.logs |= job.is_log() || matches!(job.kind, Kind::Batch { .. });
        match job.kind {
            Kind::LogRows | Kind::LogStaged => self.logged_rows = Some(self.number),
            Kind::Batch { rows, .. } if rows || self.logged_rows.is_some() => self.logged_rows = Some(self.number),
            _ => {}
        }
        self.number += 1;
        if let Some(gradients) = &posting.gradients {
            self.waiting.push(gradients.clone());
        }
        self.posted.push(posting);
        // A log that fails drops whatever waits then.
        let log_may_fail = job.is_log() && (job.wrong.is_some() || matches!(job.peer, Peer::Bad(_)));
        if alone || log_may_fail {
            self.settle()?;
        }
        Ok(())
    }

    fn ring(&mut self, posting: &Posting) {
        if let Some(Gradients { flushed, .. }) = &posting.gradients {
            self.host.peer.asked.retain(|line| !(flushed.base..flushed.base + flushed.bytes).contains(line));
        }
        for (address, bytes) in &posting.stores {
            self.host.fill(*address, bytes);
        }
        self.host.peer.bad.extend(&posting.bad);
        for (register, value) in &posting.settings {
            self.host.set(register, *value);
        }
        for ring in &posting.rings {
            for (register, value) in &ring.settings {
                self.host.set(register, *value);
            }
            self.host.write(&map::DOORBELL, ring.command as u64);
            self.rings += 1;
        }
    }

    /// An update that waits for gradients that never come, as many lookups as can wait behind it, and one more.
    fn overflow(&mut self) -> Result<(), String> {
        self.settle()?;
        let job = Job { kind: Kind::Update, seed: self.number, bags: 2, entries: 2, peer: Peer::None, wrong: None };
        let mut posting = jobs::post(self.programme, &job, self.number, None);
        self.number += 1;
        posting.rings[0].settings = vec![(&map::GRADIENT_LINES, LINES.place(1))];
        self.ring(&posting);
        self.host.set(&map::GRADIENT_LINES, 0);
        for _ in 0..=JOB_QUEUE {
            self.host.write(&map::DOORBELL, Command::Lookup as u64);
        }
        self.may_fail = true;
        self.posted.push(posting);
        self.settle()
    }

    fn reset(&mut self) -> Result<(), String> {
        let races = self.rings > 0 || self.unknown != Unknown::default();
        if !races {
            self.drain()?;
        }
        self.host.reset()?;
        self.finished = self.host.endpoint().finished();
        self.unknown = Unknown { jobs: races, done: false, counters: false };
        self.waiting.clear();
        self.arriving.clear();
        self.rings = 0;
        self.may_fail = false;
        self.logged_rows = None;
        self.reads_unknown = false;
        self.drain()?;
        self.host.endpoint().record_writes();
        self.host.write(&map::CLEAR, CLEAR_COUNTERS.place(1));
        self.host.read(&map::STATUS).map(|_| ())
    }

    /// Reads at an offset; what a setting holds is known.
    fn look(&mut self, offset: u64) -> Result<(), String> {
        let offset = offset % map::MAP.bytes;
        let found = self.host.look(offset)?;
        let there = map::MAP.at(offset).filter(|_| offset < map::channel_reads(self.programme.channels.into()));
        let expected = match there {
            None => None,
            Some(register) if register.access == Right::ReadWrite => Some(self.host.setting(register)),
            Some(register) if register.access == Right::WriteOnly => Some(0),
            // It moves.
            Some(_) => found.or(Some(0)),
        };
        if found != expected {
            return Err(format!("register {offset:#x} reads {found:x?}, expected {expected:x?}"));
        }
        Ok(())
    }

    // Quiet points.

    /// Waits until nothing is under way, and looks at everything.
    fn settle(&mut self) -> Result<(), String> {
        self.idle()?;
        self.host.read_back();
        self.drain()?;
        let status = self.host.read(&map::STATUS)?;
        let [error, position] = [self.host.read(&map::ERROR)?, self.host.read(&map::ERROR_POSITION)?];
        let failed = FAILED.get(status) == 1;
        let ends = failed || DONE.get(status) == 1;
        if failed != (error != 0) || (error != 0 && ErrorCode::from_value(error).is_none()) {
            return Err(format!("STATUS is {status:#x}, and ERROR {error}, position {position:#x}"));
        }
        if self.host.endpoint().interrupt() != ends {
            return Err(format!(
                "STATUS is {status:#x}, and the interrupt line is {}",
                if ends { "low" } else { "high" }
            ));
        }
        self.host.check_own()?;
        self.check_writes()?;
        for guard in GUARDS {
            if self.host.memory(guard.base, guard.bytes).iter().any(|byte| *byte != 0xa5) {
                return Err(format!("somebody has written from DPA {:#x} on, where no job may", guard.base));
            }
        }
        self.reads_unknown |= failed;
        let finished = self.host.endpoint().finished();
        let ended = since(finished, self.finished);
        self.finished = finished;
        if self.unknown.counters {
            self.check_cleared(ended)?;
        }
        if self.unknown.jobs {
            self.recover()?;
        } else {
            self.record(status, [error, position], ended)?;
        }
        if self.unknown.counters || self.unknown.done {
            self.clear()?;
        }
        self.host.endpoint().heal();
        self.host.endpoint().record_writes();
        self.host.peer.bad.clear();
        self.host.peer.flushed.clear();
        self.posted.clear();
        self.waiting.clear();
        self.rings = 0;
        self.logs = false;
        self.logged_rows = None;
        self.unknown = Unknown::default();
        Ok(())
    }

    /// Counters that were cleared since the last quiet point count no job that ended before it.
    fn check_cleared(&mut self, ended: [u64; 6]) -> Result<(), String> {
        let counters = [
            &map::LOOKUPS,
            &map::UPDATES,
            &map::STAGES,
            &map::ACCUMULATIONS,
            &map::PARAMETER_RECORDS,
            &map::ROW_RECORDS,
        ];
        for (register, ended) in counters.into_iter().zip(ended) {
            let counted = self.host.read(register)?;
            if counted > ended {
                return Err(format!("{} is {counted}, cleared while {ended} jobs ended", register.name));
            }
        }
        Ok(())
    }

    fn clear(&mut self) -> Result<(), String> {
        self.host.write(&map::CLEAR, CLEAR_STATUS.place(1) | CLEAR_COUNTERS.place(1));
        self.may_fail = false;
        self.reads_unknown = false;
        self.host.read(&map::STATUS).map(|_| ())
    }

    /// What has come to persistent memory since the last quiet point was for tables, log, or the host's own lines, whatever has raced.
    fn check_writes(&mut self) -> Result<(), String> {
        let own = Region { base: 0, bytes: OWN_LINES * LINE_BYTES };
        let tables = Region { base: jobs::TABLES, bytes: self.tables.bytes };
        let log = Region { base: jobs::LOG.0, bytes: jobs::LOG.1 };
        let is_allowed =
            |address: u64| [own, tables, log].iter().any(|region| address.wrapping_sub(region.base) < region.bytes);
        let writes = self.host.endpoint().recorded_writes();
        let stray = writes.iter().map(|write| write.address).find(|address| !is_allowed(*address));
        if let Some(address) = stray.filter(|_| !self.moved) {
            return Err(format!("a line is written at DPA {address:#x}, where no job may"));
        }
        self.moved = false;
        Ok(())
    }

    /// Writes down all that software can see.
    fn record(&mut self, status: u64, error: [u64; 2], ended: [u64; 6]) -> Result<(), String> {
        let step = self.step;
        // A log that ends beside a job that fails sets `DONE` before or behind it.
        self.unknown.done |= self.logs && FAILED.get(status) == 1;
        let status = if self.unknown.done { status & !DONE.place(1) } else { status };
        self.transcript.number(step, "STATUS", status);
        self.transcript.number(step, "ERROR", error[0]);
        self.transcript.number(step, "ERROR_POSITION", error[1]);
        let poison = self.host.read(&map::POISON)?;
        self.transcript.number(step, "POISON", poison);
        for (ended, command) in
            ended.into_iter().zip(["lookup", "update", "stage", "accumulation", "parameters", "rows"])
        {
            self.transcript.number(step, format!("jobs that ended: {command}"), ended);
        }
        if !self.unknown.counters {
            let compared: Vec<_> = map::REGISTERS.iter().filter(|register| self.is_compared(register)).collect();
            for register in compared {
                let value = self.host.read(register)?;
                self.transcript.number(step, register.name, value);
            }
        }
        let bytes = self.host.memory(jobs::TABLES, self.tables.bytes);
        self.transcript.bytes(step, "tables", bytes);
        let results: Vec<Region> = self.posted.iter().flat_map(|posting| posting.results.clone()).collect();
        for Region { base, bytes } in results {
            let found = self.host.memory(base, bytes);
            self.transcript.bytes(step, format!("memory from DPA {base:#x} on"), found);
        }
        let flushed = std::mem::take(&mut self.host.peer.flushed);
        let mut all = Vec::new();
        for (address, flushed) in flushed {
            if flushed.times != 1 || flushed.poison {
                return Err(format!("the line for the peer's {address:#x} came {flushed:?}"));
            }
            all.extend(address.to_le_bytes());
            all.extend(flushed.line);
        }
        self.transcript.bytes(step, "what was flushed", all);
        Ok(())
    }

    /// Whether a counter follows from jobs and transactions alone.
    fn is_compared(&self, register: &Register) -> bool {
        let of_device = [
            map::CYCLES,
            map::BUSY_CYCLES,
            map::CHECK_CYCLES,
            map::HAZARD_CYCLES,
            map::LINES_DIRECTORY,
            map::LINES_OFFSET,
            map::LINES_SEGMENT,
            map::LINES_ENTRY,
            map::LINES_SCALE,
        ];
        let channels = u64::from(self.programme.channels);
        let is_there = register.offset >= map::CYCLES.offset && register.offset < map::channel_reads(channels);
        // Of what a log has written that failed, too, a device may count some.
        let is_read_counter = [map::LINES_GRADIENT, map::LINES_LOGGED_PARAMETERS, map::LINES_LOGGED_ROWS]
            .contains(register)
            || (0..channels).any(|channel| register.offset == map::channel_reads(channel));
        is_there && !of_device.contains(register) && !(is_read_counter && self.reads_unknown)
    }

    /// Behind operations that have raced: memory is written anew, and a job has to be right.
    fn recover(&mut self) -> Result<(), String> {
        self.host.endpoint().heal();
        self.host.peer.bad.clear();
        self.clear()?;
        self.host.fill(jobs::TABLES, &self.tables.image(self.programme));
        for posting in std::mem::take(&mut self.posted) {
            self.host.fill(posting.lists.base, &vec![0; PLACE as usize]);
            for Region { base, bytes } in posting.results {
                self.host.fill(base, &vec![0; bytes as usize]);
            }
        }
        self.host.peer.flushed.clear();
        self.waiting.clear();
        self.unknown = Unknown::default();
        let job = Job { kind: Kind::Lookup, seed: self.number, bags: 3, entries: 3, peer: Peer::None, wrong: None };
        let posting = jobs::post(self.programme, &job, self.number, None);
        self.number += 1;
        self.ring(&posting);
        self.posted.push(posting);
        self.idle()?;
        let status = self.host.read(&map::STATUS)?;
        let error = [self.host.read(&map::ERROR)?, self.host.read(&map::ERROR_POSITION)?];
        if status != DONE.place(1) {
            return Err(format!("a job that is right ends with STATUS {status:#x}, ERROR {error:x?}, behind a race"));
        }
        let finished = self.host.endpoint().finished();
        let ended = since(finished, self.finished);
        self.finished = finished;
        self.record(status, error, ended)?;
        self.clear()
    }
}

/// Jobs that ended since.
fn since(now: Finished, before: Finished) -> [u64; 6] {
    [
        now.lookups - before.lookups,
        now.updates - before.updates,
        now.stages - before.stages,
        now.accumulations - before.accumulations,
        now.parameter_records - before.parameter_records,
        now.row_records - before.row_records,
    ]
}
