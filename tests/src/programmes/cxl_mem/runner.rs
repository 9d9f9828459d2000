//! A programme that runs on a device: its time, and its jobs.

use super::arriving::Arriving;
use super::host::Host;
use super::job::{Job, Kind, Peer, Wrong};
use super::posting::{self, Gradients, Posting, Region, Tables};
use super::programme::Programme;
use super::side::Side;
use crate::programmes::transcript::Transcript;
use emberlane_models::cxl::Finished;
use emberlane_registers::cxl_mem::{self as map, BUSY, JOB_QUEUE, LINE_BYTES};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Cycles within which all that is under way has to end.
const LIMIT: u64 = 400_000;
/// Cycles without an end after which jobs that race with an operation are taken to wait for something that will not come.
const PATIENCE: u64 = 20_000;
/// Cycles between two looks at `STATUS`.
const LOOK: u64 = 40;
/// What may differ between devices, because something has raced.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unknown {
    /// All that the jobs have left.
    pub jobs: bool,
    /// `DONE`.
    pub done: bool,
    /// Counters.
    pub counters: bool,
}

pub struct Runner<'p, E> {
    pub programme: &'p Programme,
    pub host: Host<E>,
    pub tables: Tables,
    pub transcript: Transcript,
    pub random: Pcg64Mcg,
    pub step: usize,
    /// Jobs posted since the start: decides places.
    pub number: u64,
    /// What was posted since the last quiet point, and how many rings that were.
    pub posted: Vec<Posting>,
    pub rings: u64,
    /// A job has been posted since then that may fail, a log has been, and the batch of the last log of rows.
    pub may_fail: bool,
    pub logs: bool,
    pub logged_rows: Option<u64>,
    pub unknown: Unknown,
    /// A job's regions may have been elsewhere.
    pub moved: bool,
    /// Gradients that wait for their flush, and lines of gradients that are on their way.
    pub waiting: Vec<Gradients>,
    pub arriving: Arriving,
    pub finished: Finished,
    /// A memory has failed.
    pub faulty: bool,
    /// Counters of what is read do not count: since they were cleared, a job has failed, or rows were kept.
    pub reads_unknown: bool,
}

impl<'p, E: Side> Runner<'p, E> {
    pub fn new(programme: &'p Programme, endpoint: E) -> Self {
        Self {
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
            arriving: Arriving::default(),
            finished: Finished::default(),
            faulty: false,
            reads_unknown: false,
        }
    }
}

impl<E: Side> Runner<'_, E> {
    // Time.

    /// A clock cycle, in which gradients come that are due.
    pub fn cycle(&mut self) -> Result<(), String> {
        for at in (0..self.waiting.len()).rev() {
            let Region { base, bytes } = self.waiting[at].flushed;
            if (base..base + bytes).step_by(LINE_BYTES as usize).any(|line| self.host.peer.asked.contains(&line)) {
                let gradients = self.waiting.swap_remove(at);
                self.send(gradients);
            }
        }
        self.arriving.send(&mut self.host);
        self.host.cycle()
    }

    pub fn cycles(&mut self, cycles: u64) -> Result<(), String> {
        (0..cycles).try_for_each(|_| self.cycle())
    }

    pub fn send(&mut self, gradients: Gradients) {
        self.arriving.begin(gradients, self.host.cycle, &mut self.random);
    }

    /// Waits until all of the host's own transactions have ended; true.
    pub fn drain(&mut self) -> Result<bool, String> {
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
    pub fn idle(&mut self) -> Result<(), String> {
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

    pub fn post(&mut self, job: &Job) -> Result<(), String> {
        let alone = matches!(job.wrong, Some(Wrong::Setting { .. }));
        if alone || self.rings + job.jobs() + 1 > JOB_QUEUE {
            self.settle()?;
        }
        let posting = posting::post(self.programme, job, self.number, self.logged_rows);
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

    pub fn ring(&mut self, posting: &Posting) {
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
}
