//! The sequencer: when the jobs of a device begin and end.

use super::machine::{Cycles, Ended, Machine};
use crate::memory_controller::Settings;
use emberlane_reference::ReferenceCxlMem;
use emberlane_registers::{
    Register,
    cxl_mem::{self as map, Command},
};

/// Cycles from the one in which a job leaves the queue to the one in which it begins, besides those of the check of its settings.
const LATCH_CYCLES: u64 = 4;
/// Cycles from the one in which a job's inputs are there to the one in which it begins; part of the above.
const INPUTS_CYCLES: u64 = 2;

/// Cycles of the check of a job's settings, as the page of the job checker has them: one, and three for each range that is checked.
fn settings_cycles(command: Command, is_staged: bool) -> u64 {
    let ranges = match command {
        Command::Lookup | Command::Update => 10,
        Command::Stage => 13,
        Command::Accumulate => 11,
        Command::LogRows | Command::LogParameters => 7 + u64::from(is_staged),
    };
    1 + 3 * ranges
}

/// The time of a reference that [holds its jobs](ReferenceCxlMem::hold_jobs): says when they begin, and runs them when they end.
///
/// A job that fails at its lists ends when it would have begun: the reference does not say how far the hardware comes.
#[derive(Clone, Debug)]
pub struct Clock {
    machine: Machine,
    counted: Cycles,
    settings: Settings,
    /// The sequencer has a job until then; while one works, until it ends.
    taken_until: u64,
    /// The settings of the job whose turn it is are checked then.
    checked_at: Option<u64>,
    /// When a held job that fails ends; of a log of rows, the same.
    fails_at: [Option<u64>; 2],
    /// Which jobs of the device have begun here and not ended.
    works: bool,
    logs_rows: bool,
    parameters: ParameterStep,
}

/// Where a log of parameters is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ParameterStep {
    None,
    Writes,
    /// The record counts, and whoever plays the peer is to tell the device.
    Written,
}

impl Clock {
    /// The clock of a device, which from now on holds its jobs.
    #[must_use]
    pub fn new(device: &mut ReferenceCxlMem) -> Self {
        device.hold_jobs();
        let channels = map::CHANNELS.get(device.read(&map::CAPABILITIES)) as usize;
        Self {
            machine: Machine::new(channels),
            counted: Cycles::default(),
            settings: Settings::default(),
            taken_until: 0,
            checked_at: None,
            fails_at: [None; 2],
            works: false,
            logs_rows: false,
            parameters: ParameterStep::None,
        }
    }

    /// Cycles since the start.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.machine.now()
    }

    /// Whether nothing is under way: without the host nothing will happen.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.machine.is_idle() && self.fails_at == [None; 2]
    }

    /// Whether all lines of parameters are written, and the record counts.
    #[must_use]
    pub fn are_parameters_written(&self) -> bool {
        self.parameters == ParameterStep::Written
    }

    /// The device was told that its parameters are logged.
    pub fn parameters_ended(&mut self) {
        self.parameters = ParameterStep::None;
    }

    /// Lines of parameters have come from a peer.
    pub fn parameters_came(&mut self, lines: u64) {
        self.machine.parameters_came(lines);
    }

    /// Begins what the device wants to begin.
    pub fn begin(&mut self, device: &mut ReferenceCxlMem) {
        let settings = settings(device);
        if settings != self.settings {
            self.settings = settings;
            self.machine.emulate(settings);
        }
        self.machine.keep_rows(map::ROW_CACHE_ENABLED.get(device.read(&map::ROW_CACHE)) == 1);
        if device.holds_rows() && !self.logs_rows {
            self.logs_rows = true;
            let record = device.held_rows();
            let is_staged = record.as_ref().is_some_and(|record| record.staged.is_some());
            let start = self.start(settings_cycles(Command::LogRows, is_staged));
            match record {
                Some(record) => self.machine.log_rows(start, record),
                None => self.fails_at[1] = Some(start),
            }
        }
        if let Some(log) = device.parameter_log()
            && self.parameters == ParameterStep::None
        {
            self.start(settings_cycles(Command::LogParameters, false));
            self.parameters = ParameterStep::Writes;
            let record = log.target - emberlane_registers::log::HEADER_BYTES;
            let gap = device.read(&map::LOG_GAP);
            self.machine.log_parameters(record, log.bytes / map::LINE_BYTES, gap);
        }
        if let Some(command) = device.holds_job()
            && !self.works
        {
            let start = self.start(settings_cycles(command, false));
            self.works = true;
            match device.held_reduction() {
                Some(job) => self.machine.reduce(start, job),
                None => {
                    self.machine.pass(start);
                    self.fails_at[0] = Some(start);
                }
            }
        } else if let Some(command) = device.awaits_inputs()
            && self.checked_at.is_none()
        {
            self.checked_at = Some(self.check(settings_cycles(command, false)));
        } else if device.awaits_inputs().is_none() {
            // The job that waited was dropped, if there was one.
            self.checked_at = None;
        }
    }

    /// The settings of the job whose turn it is are checked; when that is done.
    fn check(&mut self, cycles: u64) -> u64 {
        let checked = self.now().max(self.taken_until) + cycles + LATCH_CYCLES - INPUTS_CYCLES;
        self.machine.check_settings(checked);
        checked
    }

    /// When the job whose turn it is begins.
    fn start(&mut self, cycles: u64) -> u64 {
        let checked = self.checked_at.take().unwrap_or_else(|| self.check(cycles));
        let start = checked.max(self.now()) + INPUTS_CYCLES;
        self.machine.check_settings(start);
        self.taken_until = start;
        start
    }

    /// Lets the clock run up to a cycle, or until something ends; whether something has.
    pub fn run(&mut self, device: &mut ReferenceCxlMem, until: u64) -> bool {
        let until = self.fails_at.iter().flatten().fold(until, |until, at| until.min(*at));
        // The results of a job leave by the fabric, and until they have, it runs.
        let flushes = device.flush().is_some();
        let Ended { mut reduction, mut rows, parameters } = self.machine.run(until);
        let now = self.now();
        let Cycles { all, busy, checking } = self.machine.cycles();
        let before = std::mem::replace(&mut self.counted, self.machine.cycles());
        let (all, busy) = (all - before.all, busy - before.busy);
        device.count_cycles(all, if flushes { all } else { busy }, checking - before.checking);
        reduction |= self.fails_at[0].take_if(|at| *at <= now).is_some();
        rows |= self.fails_at[1].take_if(|at| *at <= now).is_some();
        if parameters {
            self.parameters = ParameterStep::Written;
        }
        if rows {
            self.logs_rows = false;
            device.run_rows();
        }
        if reduction {
            self.works = false;
            self.taken_until = now;
            let hits = self.machine.take_hits();
            // A job that fails at its lists counts none of its reads. One whose vectors have to leave ends later, and has read all the same.
            if device.run_job() {
                device.count_row_cache_hits(&hits);
            }
        }
        self.begin(device);
        reduction || rows || parameters
    }
}

/// The medium that the registers ask for.
fn settings(device: &ReferenceCxlMem) -> Settings {
    let read = |of: &Register| device.read(of) & of.mask();
    Settings {
        read_latency: read(&map::MEDIA_READ_LATENCY) as u16,
        write_latency: read(&map::MEDIA_WRITE_LATENCY) as u16,
        read_rate: read(&map::MEDIA_READ_RATE) as u32,
        row_write_rate: read(&map::MEDIA_ROW_WRITE_RATE) as u32,
        stream_write_rate: read(&map::MEDIA_STREAM_WRITE_RATE) as u32,
        read_after_write_window: read(&map::MEDIA_READ_AFTER_WRITE) as u16,
    }
}
