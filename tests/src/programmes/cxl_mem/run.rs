//! Runs a programme on a device.

use super::job::{Job, Kind};
use super::posting::{self, PLACE};
use super::programme::{Operation, Programme};
use super::quiet::GUARDS;
use super::runner::{Runner, Unknown};
use super::side::Side;
use crate::programmes::transcript::Transcript;
use emberlane_models::cxl::{PERSISTENT_HPA, SCRATCHPAD_HPA};
use emberlane_registers::Access as Right;
use emberlane_registers::cxl_mem::{
    self as map, CLEAR_COUNTERS, CLEAR_STATUS, Command, ErrorCode, FAILED, JOB_QUEUE, LINE_BYTES, LINES,
    SCRATCHPAD_BASE,
};

/// Runs a programme; what the device has shown.
///
/// # Errors
/// The operation, and what the device does that none may.
pub fn run<E: Side>(programme: &Programme, endpoint: E) -> Result<Transcript, (usize, String)> {
    let mut runner = Runner::new(programme, endpoint);
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
        self.host.fill(posting::TABLES, &self.tables.image(self.programme));
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
                    self.reads_unknown = self.host.setting(&map::ROW_CACHE) == 1;
                }
                self.host.write(&map::CLEAR, *value & 3);
                if self.rings == 0 && CLEAR_STATUS.get(*value) == 1 {
                    // Another error may stand behind the one that is cleared.
                    self.may_fail = FAILED.get(self.host.read(&map::STATUS)?) == 1;
                }
                if self.rings == 0 && CLEAR_COUNTERS.get(*value) == 1 {
                    // The read pushes the write before any transaction that counts.
                    self.host.read(&map::STATUS)?;
                }
            }
            Operation::Set { register, value } => {
                if let Some(register) = map::MAP.named(register)
                    && register.access == Right::ReadWrite
                    && (register.offset < map::DOORBELL.offset || [map::LOG_GAP, map::ROW_CACHE].contains(register))
                {
                    let value = if *register == map::LOG_GAP { value & 7 } else { value & register.mask() };
                    self.reads_unknown |= *register == map::ROW_CACHE && value == 1;
                    self.host.write(register, value);
                }
            }
            Operation::Look { offset } => self.look(*offset)?,
            Operation::Memory(access) => self.host.access(*access)?,
            Operation::Snoop { line, kind } => self.host.snoop(*line, *kind),
            Operation::Settle => self.settle()?,
            Operation::Reset { alone } => self.reset(*alone)?,
            Operation::Fault { address, bytes, writes } => {
                let end = address.saturating_add((*bytes).clamp(1, PLACE));
                // Own lines do not fail: what they hold is compared.
                if *address >= posting::TABLES && !(SCRATCHPAD_BASE..SCRATCHPAD_BASE + PLACE).contains(address) {
                    self.unknown.jobs = true;
                    self.faulty = true;
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
                self.host.write_line(address - byte as u64, line, 0xf << byte, false);
            }
            Operation::Poisoned { what, kind, seed } => self.poisoned(*what, *kind, *seed)?,
            Operation::PoisonOverflow { scratchpad, seed } => self.poison_overflow(*scratchpad, *seed)?,
            Operation::ClearPoison => self.clear_poison()?,
            Operation::Overlap { decoder, waits } => self.overlap(*decoder, *waits)?,
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

    /// An update that waits for gradients that never come, as many lookups as can wait behind it, and one more.
    fn overflow(&mut self) -> Result<(), String> {
        self.settle()?;
        let job = Job::plain(Kind::Update, self.number, 2);
        let mut posting = posting::post(self.programme, &job, self.number, None);
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

    /// The range of one decoder is written to the other, which is refused, and then its own again.
    fn overlap(&mut self, decoder: bool, waits: bool) -> Result<(), String> {
        if waits {
            self.settle()?;
            self.clear()?;
        }
        // Of what the host has under way at a range that is gone nobody knows the end.
        self.drain()?;
        let races = self.rings > 0;
        let (register, base) = match decoder {
            false => (&map::HDM_BASE_0, SCRATCHPAD_HPA & !(self.host.endpoint().persistent_bytes() - 1)),
            true => (&map::HDM_BASE_1, PERSISTENT_HPA),
        };
        let good = self.host.setting(register);
        self.host.write(register, base | 1);
        let held = self.host.read(register)?;
        let status = self.host.read(&map::STATUS)?;
        let found = (FAILED.get(status), self.host.read(&map::ERROR)?, self.host.read(&map::ERROR_POSITION)?);
        self.host.write(register, good);
        // The read pushes the write before any transaction.
        let after = self.host.read(register)?;
        if (held, after) != (base, good) {
            return Err(format!(
                "{} reads {held:#x}, then {after:#x}, expected {base:#x} and {good:#x}",
                register.name
            ));
        }
        self.unknown.jobs |= races;
        self.may_fail = true;
        if waits {
            if found != (1, ErrorCode::DecoderOverlap as u64, register.offset) {
                return Err(format!(
                    "a range over that of the other decoder leaves STATUS {status:#x}, error {found:x?}"
                ));
            }
            self.clear()?;
        }
        Ok(())
    }

    fn reset(&mut self, alone: bool) -> Result<(), String> {
        let races = self.rings > 0 || self.unknown != Unknown::default();
        if !races {
            self.drain()?;
        }
        self.host.reset(alone)?;
        self.finished = self.host.endpoint().finished();
        self.unknown = Unknown { jobs: races, done: false, counters: false };
        self.waiting.clear();
        let poisons = self.arriving.clear();
        self.rings = 0;
        self.may_fail = false;
        self.logged_rows = None;
        self.reads_unknown = self.host.setting(&map::ROW_CACHE) == 1;
        self.drain()?;
        if poisons {
            self.clear_poison()?;
        }
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
            // What is beside registers reads as zero.
            None => Some(0),
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
}
