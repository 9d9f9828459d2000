//! Posted jobs take their turns: when each begins, runs and ends.

use super::{
    ReferenceCxlMem,
    failure::Failure,
    job::{Job, JobLines},
    log::{ParameterLog, RowLogJob},
    queue::{Failing, Finished, Flush, Posted, Turn, Work},
    walk,
    work::{Reduction, RowRecord},
};
use emberlane_registers::cxl_mem::{
    self as map, CHANNEL_BYTES, Command, DONE, ErrorCode, FAILED, JOB_QUEUE, LINE_BYTES,
};

/// What the host wrote to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostWrite {
    /// All of its bytes.
    Whole,
    /// Some of them, or none.
    Part,
    /// Poison, all of it or a part.
    Poison,
}

/// The device's peers, and who simulates its time.
impl ReferenceCxlMem {
    /// The vectors that a job waits for to leave; see [`flushed`](Self::flushed).
    #[must_use]
    pub fn flush(&self) -> Option<Flush> {
        match self.queue.turn {
            Some(Turn::Flushes(_, flush, _)) => Some(flush),
            _ => None,
        }
    }

    /// The vectors of [`flush`](Self::flush) have left for the peer, unless the host has refused one: the job ends. It fails if
    /// one is poisoned, and left as poison.
    /// Without a flush nothing happens.
    pub fn flushed(&mut self, ok: bool) {
        let flushes = self.queue.turn.take_if(|turn| matches!(turn, Turn::Flushes(..)));
        let Some(Turn::Flushes(command, flush, position)) = flushes else { return };
        // A line that the host refuses was sent all the same.
        *self.value(&map::LINES_FLUSHED) += flush.lines;
        match (Self::met(self.met_in(flush.source, flush.lines * LINE_BYTES)), ok) {
            (Err(failure), _) => self.fail_behind(Failing::Job, failure),
            (Ok(()), true) => self.ended(command),
            (Ok(()), false) => self.fail_behind(Failing::Job, (ErrorCode::Flush, position)),
        }
        self.advance();
    }

    /// The parameters that a log waits for; see [`parameters_logged`](Self::parameters_logged).
    #[must_use]
    pub fn parameter_log(&self) -> Option<ParameterLog> {
        self.queue.parameters.as_ref().map(|(job, _)| job.transfer())
    }

    /// Whether the parameters of [`parameter_log`](Self::parameter_log) may be asked for: with `IN_WINDOW` only while no job works.
    #[must_use]
    pub fn parameter_window(&self) -> bool {
        let works = matches!(self.queue.turn, Some(Turn::Held(_) | Turn::Flushes(..)));
        self.queue.parameters.as_ref().is_some_and(|(_, in_window)| !(*in_window && works))
    }

    /// The parameters of [`parameter_log`](Self::parameter_log) have been written to memory, unless a line came poisoned or was
    /// refused: the log ends. Without one nothing happens.
    pub fn parameters_logged(&mut self, ok: bool) {
        let Some((job, _)) = self.queue.parameters.take() else { return };
        if ok {
            self.log_parameters(&job);
            self.ended(Command::LogParameters);
        } else {
            self.fail_behind(Failing::Log, job.failure());
        }
        self.advance();
    }

    /// A read over CXL.mem was answered with data, were it only those of no memory; it counts.
    pub fn line_read(&mut self) {
        *self.value(&map::MEM_READS) += 1;
    }

    /// The line at a DPA was written over CXL.mem: it counts, may be a gradient that a job waits for, and becomes poisoned or good. The
    /// line itself is written like any other.
    pub fn line_written(&mut self, address: u64, write: HostWrite) {
        *self.value(&map::MEM_WRITES) += 1;
        let (poison, whole) = (write == HostWrite::Poison, write == HostWrite::Whole);
        self.note_poison(address, poison, whole);
        if !self.queue.watch.contains(address) {
            return;
        }
        let counts = self.queue.watch.lines > 0;
        if poison && self.queue.arrived.remove(&address) {
            self.queue.gradients = self.queue.gradients.saturating_sub(1);
        }
        if whole && (!counts || self.queue.arrived.insert(address)) {
            *self.value(&map::GRADIENTS_ARRIVED) += 1;
            self.queue.gradients += u64::from(counts);
            self.advance();
        }
    }

    /// From now on a job that has its inputs waits for [`run_job`](Self::run_job), and a log of rows for
    /// [`run_rows`](Self::run_rows), so that a simulation can say when they end. A log of rows runs beside the jobs behind it.
    pub fn hold_jobs(&mut self) {
        self.queue.holds = true;
    }

    /// The command of the job that waits for its inputs, if the one whose turn it is does.
    #[must_use]
    pub fn awaits_inputs(&self) -> Option<Command> {
        match &self.queue.turn {
            Some(Turn::Waits(posted)) => Some(posted.command()),
            _ => None,
        }
    }

    /// The command of the held job, which [`run_job`](Self::run_job) will run.
    #[must_use]
    pub fn holds_job(&self) -> Option<Command> {
        match &self.queue.turn {
            Some(Turn::Held(posted)) => Some(posted.command()),
            _ => None,
        }
    }

    /// Whether a log of rows is held: [`run_rows`](Self::run_rows) will run it.
    #[must_use]
    pub fn holds_rows(&self) -> bool {
        self.queue.rows.is_some()
    }

    /// What the held job reads and writes, in its order. `None` if it will fail at its lists.
    #[must_use]
    pub fn held_reduction(&self) -> Option<Reduction> {
        match &self.queue.turn {
            Some(Turn::Held(Posted { work: Work::Reduction(job), .. })) => {
                self.segments(job).ok().and_then(|_| Reduction::new(job, &self.memory))
            }
            _ => None,
        }
    }

    /// What the held log of rows reads and writes. `None` if it will fail at its lists.
    #[must_use]
    pub fn held_rows(&self) -> Option<RowRecord> {
        let job = self.queue.rows.as_ref()?;
        let record = job.record(&self.memory, self.channels * CHANNEL_BYTES, self.read(&map::LOG_GAP))?;
        (!self.log_meets_poison(job, &record.addresses)).then_some(record)
    }

    /// Runs the held log of rows. Without one nothing happens.
    pub fn run_rows(&mut self) {
        let Some(job) = self.queue.rows.take() else { return };
        self.run_row_log(&job);
        self.advance();
    }

    fn run_row_log(&mut self, job: &RowLogJob) {
        match self.log_rows(job, self.channels * CHANNEL_BYTES) {
            Ok(()) => self.ended(Command::LogRows),
            Err(failure) => self.fail_behind(Failing::Log, failure),
        }
    }

    /// Cycles have passed: of them so many in which a job ran or a record was written, and so many in which a job was checked.
    pub fn count_cycles(&mut self, all: u64, busy: u64, checking: u64) {
        for (register, cycles) in [(&map::CYCLES, all), (&map::BUSY_CYCLES, busy), (&map::CHECK_CYCLES, checking)] {
            *self.value(register) = self.read(register).wrapping_add(cycles);
        }
    }

    /// Lines of rows came from a row cache, so many by the channel that was not asked for them: of what was counted as read there, and no
    /// more, as lists that a host writes meanwhile may have changed what the job has read.
    pub fn count_row_cache_hits(&mut self, hits: &[u64; map::MAX_CHANNELS as usize]) {
        for (channel, hits) in (0..self.channels).zip(hits) {
            let reads = map::MAP.at(map::channel_reads(channel)).expect("every channel has its counters");
            let hits = self.read(reads).min(*hits);
            *self.value(reads) -= hits;
            *self.value(&map::ROW_CACHE_HITS) += hits;
        }
    }

    /// What the held job moves; nothing if it will fail at its lists.
    #[must_use]
    pub fn held_job(&self) -> Option<JobLines> {
        match &self.queue.turn {
            Some(Turn::Held(Posted { work: Work::Reduction(job), .. })) => Some(job.lines()),
            _ => None,
        }
    }

    /// Runs the held job; whether it has read its rows. Without one nothing happens, and a job that fails at its lists reads none. The
    /// vectors of one that did may still have to [leave](Self::flush).
    pub fn run_job(&mut self) -> bool {
        let has_read = match self.queue.turn.take() {
            Some(Turn::Held(posted)) => self.run(&posted),
            turn => {
                self.queue.turn = turn;
                false
            }
        };
        self.advance();
        has_read
    }

    /// Whether the interrupt line is high.
    #[must_use]
    pub fn interrupt(&self) -> bool {
        let status = self.read(&map::STATUS);
        !self.queue.is_busy() && (DONE.get(status) == 1 || FAILED.get(status) == 1)
    }

    /// Jobs that ended well.
    #[must_use]
    pub fn finished(&self) -> Finished {
        self.queue.finished
    }
}

impl ReferenceCxlMem {
    /// The doorbell rings.
    pub(super) fn ring(&mut self, value: u64) {
        if FAILED.get(self.read(&map::STATUS)) == 1 {
            return;
        }
        match Command::from_value(value) {
            None => self.fail((ErrorCode::UnknownCommand, value)),
            Some(_) if self.queue.waiting.len() as u64 == JOB_QUEUE => self.fail((ErrorCode::QueueFull, value)),
            Some(command) => {
                let posted = Posted::new(command, |register| self.read(register));
                self.queue.waiting.push_back(posted);
                self.advance();
            }
        }
    }

    /// Lets jobs take their turns as far as their inputs allow.
    fn advance(&mut self) {
        loop {
            match self.queue.turn.take() {
                None => match self.queue.waiting.pop_front() {
                    None => return,
                    Some(posted) => self.begin(posted),
                },
                Some(Turn::Waits(posted)) => {
                    if !self.take_inputs(&posted) {
                        self.queue.turn = Some(Turn::Waits(posted));
                        return;
                    }
                    match posted.work {
                        Work::Parameters(job) => self.queue.parameters = Some((job, posted.in_window)),
                        Work::Rows(job) if self.queue.holds => self.queue.rows = Some(job),
                        Work::Rows(job) => self.run_row_log(&job),
                        Work::Reduction(_) if self.queue.holds => self.queue.turn = Some(Turn::Held(posted)),
                        Work::Reduction(_) => {
                            self.run(&posted);
                        }
                    }
                }
                turn @ Some(Turn::Held(_) | Turn::Flushes(..)) => {
                    self.queue.turn = turn;
                    return;
                }
            }
        }
    }

    fn begin(&mut self, posted: Posted) {
        *self.value(&map::STATUS) &= !DONE.place(1);
        if !posted.watch.keeps {
            let before = std::mem::replace(&mut self.queue.watch, posted.watch);
            if posted.watch.lines == 0 || !posted.watch.is_within(&before) {
                self.queue.gradients = 0;
                self.queue.arrived.clear();
            }
        }
        match posted.check(self.channels * CHANNEL_BYTES) {
            Ok(()) => self.queue.turn = Some(Turn::Waits(posted)),
            Err(failure) => self.fail_behind(Failing::Job, failure),
        }
    }

    /// Whether a job has its inputs; takes the gradients that it waits for off the count if all are there.
    fn take_inputs(&mut self, posted: &Posted) -> bool {
        match &posted.work {
            Work::Parameters(_) => self.queue.parameters.is_none(),
            Work::Reduction(job) if job.is_update => {
                if !posted.is_permitted(&self.queue.counting) {
                    return false;
                }
                if posted.watch.counts_only || posted.watch.keeps {
                    return true;
                }
                match self.queue.gradients.checked_sub(posted.watch.lines) {
                    Some(left) => {
                        self.queue.gradients = left;
                        self.queue.arrived.clear();
                        true
                    }
                    None => false,
                }
            }
            Work::Rows(_) => self.queue.rows.is_none(),
            Work::Reduction(_) => true,
        }
    }

    /// Does all that a job that is no log does to memory, unless it fails at its lists; whether it did.
    fn run(&mut self, posted: &Posted) -> bool {
        let Work::Reduction(job) = &posted.work else { return false };
        let segments = match self.segments(job) {
            Ok(segments) => segments,
            Err(failure) => {
                self.fail_behind(Failing::Job, failure);
                return false;
            }
        };
        if job.is_update {
            self.apply(job, &segments);
        } else {
            self.pool(job, &segments);
        }
        match posted.flush() {
            Some(flush) => self.queue.turn = Some(Turn::Flushes(job.command, flush, posted.flush_target)),
            None => self.ended(job.command),
        }
        true
    }

    /// The segments of a job that reads no poisoned line.
    fn segments(&self, job: &Job) -> Result<Vec<walk::Segment>, Failure> {
        Self::met(self.poison_in_lists(job))?;
        let segments = walk::walk(job, &self.memory)?;
        Self::met(self.poison_in_vectors(job, &segments))?;
        Ok(segments)
    }

    /// A job has ended well.
    fn ended(&mut self, command: Command) {
        let finished = &mut self.queue.finished;
        let (counter, finished) = match command {
            Command::Lookup => (&map::LOOKUPS, &mut finished.lookups),
            Command::Update => (&map::UPDATES, &mut finished.updates),
            Command::Stage => (&map::STAGES, &mut finished.stages),
            Command::Accumulate => (&map::ACCUMULATIONS, &mut finished.accumulations),
            Command::LogParameters => (&map::PARAMETER_RECORDS, &mut finished.parameter_records),
            Command::LogRows => (&map::ROW_RECORDS, &mut finished.row_records),
        };
        *finished += 1;
        *self.value(counter) += 1;
        *self.value(&map::STATUS) |= DONE.place(1);
    }

    /// What fails while an error stands waits for it to be cleared.
    fn fail_behind(&mut self, what: Failing, failure: Failure) {
        if FAILED.get(self.read(&map::STATUS)) == 1 {
            self.queue.unseen[what as usize].get_or_insert(failure);
        }
        self.fail(failure);
    }

    /// The status is cleared, and shows what failed meanwhile.
    pub(super) fn clear_status(&mut self) {
        for register in [&map::STATUS, &map::ERROR, &map::ERROR_POSITION] {
            *self.value(register) = 0;
        }
        if let Some(failure) = self.queue.unseen.iter_mut().find_map(Option::take) {
            self.fail(failure);
        }
    }

    /// The first error stands; jobs that wait, for their turn or for their inputs, are dropped.
    pub(super) fn fail(&mut self, (code, position): Failure) {
        self.queue.waiting.clear();
        self.queue.turn.take_if(|turn| matches!(turn, Turn::Waits(_)));
        if FAILED.get(self.read(&map::STATUS)) == 1 {
            return;
        }
        *self.value(&map::STATUS) |= FAILED.place(1);
        // Recovery may go back behind what counted.
        self.queue.counting = [None; 2];
        *self.value(&map::ERROR) = code as u64;
        *self.value(&map::ERROR_POSITION) = position;
    }
}
