//! All that takes time in CXL-MEM, in one clock.

use super::computing::Computing;
use super::port::{COMPUTING, Port};
use super::record::{ParameterLog, RowLog};
use crate::memory_controller::Settings;
use emberlane_reference::{Reduction, RowRecord};
use emberlane_registers::cxl_mem::MAX_CHANNELS;

/// What ended in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ended {
    /// The lookup, update, stage or accumulation.
    pub reduction: bool,
    /// The record of rows counts.
    pub rows: bool,
    /// The record of parameters counts.
    pub parameters: bool,
}

impl Ended {
    /// Whether anything did.
    #[must_use]
    pub fn any(&self) -> bool {
        self.reduction || self.rows || self.parameters
    }
}

/// Cycles by what they were used for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cycles {
    /// All of them.
    pub all: u64,
    /// In which a job ran, or a record was written.
    pub busy: u64,
    /// In which a job was checked.
    pub checking: u64,
}

/// Computing logic, checkpointing logic and memory, cycle by cycle.
#[derive(Clone, Debug)]
pub struct Machine {
    cycles: Cycles,
    /// The channels, and behind them as many ports of the scratchpad.
    ports: Vec<Port>,
    channels: usize,
    /// Engines keep lines of rows while a lookup runs.
    keeps_rows: bool,
    computing: Computing,
    reduction: Option<(u64, Reduction)>,
    rows: Option<RowLog>,
    row_record: Option<(u64, RowRecord)>,
    parameters: Option<ParameterLog>,
    /// The settings of a job are checked until then.
    settings_until: u64,
}

impl Machine {
    /// A machine at rest, with so many channels.
    #[must_use]
    pub fn new(channels: usize) -> Self {
        Self {
            cycles: Cycles::default(),
            ports: std::iter::repeat_with(|| Port::channel(channels, Settings::default()))
                .take(channels)
                .chain(std::iter::repeat_with(|| Port::scratchpad(channels)).take(channels))
                .collect(),
            channels,
            keeps_rows: false,
            computing: Computing::new(channels),
            reduction: None,
            rows: None,
            row_record: None,
            parameters: None,
            settings_until: 0,
        }
    }

    /// The number of the next cycle.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.cycles.all
    }

    /// Cycles so far.
    #[must_use]
    pub fn cycles(&self) -> Cycles {
        self.cycles
    }

    /// Whether nothing is under way or about to begin; of parameters, those that have come.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.now() >= self.settings_until && self.reduction.is_none() && self.row_record.is_none() && self.is_at_rest()
    }

    /// Whether nothing is under way but, maybe, the check of settings, and parameters that have not come.
    fn is_at_rest(&self) -> bool {
        self.computing.is_idle()
            && self.rows.is_none()
            && self.parameters.as_ref().is_none_or(|log| log.waits(self.now(), &self.ports[..self.channels]))
    }

    /// Makes the channels emulate a medium. Those that are busy go on as they were.
    pub fn emulate(&mut self, settings: Settings) {
        if self.is_at_rest() {
            let now = self.now();
            self.ports[..self.channels].iter_mut().for_each(|channel| channel.emulate(settings, now));
        }
    }

    /// Makes engines keep lines of rows in lookups that begin from now on, or not.
    pub fn keep_rows(&mut self, keeps: bool) {
        self.keeps_rows = keeps;
    }

    /// Takes the number of lines of rows that engines had kept, by channel.
    pub fn take_hits(&mut self) -> [u64; MAX_CHANNELS as usize] {
        self.computing.take_hits()
    }

    /// Settings are checked until a cycle.
    pub fn check_settings(&mut self, until: u64) {
        self.settings_until = self.settings_until.max(until);
    }

    /// A reduction begins at a cycle.
    pub fn reduce(&mut self, start: u64, job: Reduction) {
        self.reduction = Some((start, job));
    }

    /// A reduction that fails at its lists begins at a cycle.
    pub fn pass(&mut self, start: u64) {
        self.computing.pass(start);
    }

    /// A record of rows begins at a cycle.
    pub fn log_rows(&mut self, start: u64, job: RowRecord) {
        self.row_record = Some((start, job));
    }

    /// A record of parameters begins: DPA of the record, lines of its payload, cycles between two lines.
    pub fn log_parameters(&mut self, record: u64, lines: u64, gap: u64) {
        self.parameters = Some(ParameterLog::new(record, lines, gap));
    }

    /// Lines of parameters have come.
    pub fn parameters_came(&mut self, lines: u64) {
        if let Some(parameters) = &mut self.parameters {
            parameters.came(lines);
        }
    }

    /// Lets the clock run until something ends, up to a cycle.
    pub fn run(&mut self, until: u64) -> Ended {
        while self.now() < until {
            self.rest(until);
            if self.now() == until {
                break;
            }
            let ended = self.cycle();
            if ended.any() {
                return ended;
            }
        }
        Ended::default()
    }

    /// Skips the cycles in which nothing moves, up to one.
    fn rest(&mut self, until: u64) {
        if !self.is_at_rest() {
            return;
        }
        let begins = [self.reduction.as_ref().map(|(at, _)| *at), self.row_record.as_ref().map(|(at, _)| *at)];
        let until = begins.into_iter().flatten().fold(until, u64::min);
        let cycles = until.saturating_sub(self.now());
        let checking = self.settings_until.saturating_sub(self.now()).min(cycles);
        self.cycles.all += cycles;
        self.cycles.busy += checking;
        self.cycles.checking += checking;
    }

    fn cycle(&mut self) -> Ended {
        let now = self.now();
        if let Some((_, job)) = self.reduction.take_if(|(start, _)| *start <= now) {
            self.computing.start(now, job, self.keeps_rows);
        }
        if let Some((_, job)) = self.row_record.take_if(|(start, _)| *start <= now) {
            self.rows = Some(RowLog::new(now, job));
        }
        let Self { ports, computing, rows, parameters, .. } = self;
        let checking = computing.checks() || now < self.settings_until;
        let busy = checking
            || !computing.is_idle()
            || rows.is_some()
            || parameters.as_ref().is_some_and(|log| !log.waits(now, &ports[..self.channels]));
        let mut answers = [None; 2 * MAX_CHANNELS as usize];
        let mut served = 0;
        for (answer, port) in answers.iter_mut().zip(&mut *ports) {
            if port.is_awake(now) {
                *answer = port.cycle(now);
                served |= port.served();
            }
        }
        let (channels, scratchpad) = ports.split_at_mut(self.channels);
        let ended = Ended {
            reduction: computing.cycle(now, served, channels, scratchpad),
            rows: rows.as_mut().is_some_and(|rows| rows.cycle(now, channels, scratchpad)),
            parameters: parameters.as_mut().is_some_and(|parameters| parameters.cycle(now, channels)),
        };
        // Answers are there for whoever waits from the next cycle on.
        for (place, answer) in answers.into_iter().enumerate() {
            let Some(answer) = answer else { continue };
            let is_channel = place < self.channels;
            let port = if is_channel { place } else { place - self.channels };
            match rows {
                _ if answer.source() == COMPUTING => computing.answered(port, answer, is_channel),
                Some(rows) => rows.answered(port, answer, is_channel),
                None => {}
            }
        }
        if ended.rows {
            *rows = None;
        }
        if ended.parameters {
            *parameters = None;
        }
        self.cycles.all += 1;
        self.cycles.busy += u64::from(busy);
        self.cycles.checking += u64::from(checking);
        ended
    }
}
