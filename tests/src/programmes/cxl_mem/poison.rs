//! Operations with poison: jobs that take it, more of it than a device has places for, and the end of it.

use super::job::{Job, Kind, Peer};
use super::posting::{self, Reads};
use super::programme::Poisonable;
use super::quiet::SPARE;
use super::runner::Runner;
use super::side::Side;
use emberlane_registers::cxl_mem::{
    self as map, CLEAR_POISON, ErrorCode, FAILED, LINE_BYTES, POISONED_LINES, SCRATCHPAD_BASE,
};
use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64Mcg;

impl<E: Side> Runner<'_, E> {
    /// A job that takes a poisoned line fails there, or sends it on as poison.
    pub fn poisoned(&mut self, what: Poisonable, kind: u8, seed: u64) -> Result<(), String> {
        self.settle()?;
        self.clear()?;
        let kinds: &[Kind] = match what {
            Poisonable::Row => &[Kind::Lookup, Kind::Update, Kind::Stage],
            Poisonable::List => &[Kind::Lookup, Kind::Update, Kind::Stage, Kind::Accumulate],
            Poisonable::Gradient => &[Kind::Update, Kind::Stage, Kind::Accumulate],
            Poisonable::LoggedRow | Poisonable::LoggedList => &[Kind::LogRows, Kind::LogStaged],
            Poisonable::Flushed => &[Kind::Accumulate],
        };
        let kind = kinds[usize::from(kind) % kinds.len()];
        let peer = if what == Poisonable::Flushed { Peer::Good } else { Peer::None };
        let posting = posting::post(self.programme, &Job { peer, ..Job::plain(kind, seed, 3) }, self.number, None);
        self.number += 1;
        let Reads { row, gradient, lists, staged, record, gap } = &posting.reads;
        let in_vector = seed % u64::from(self.programme.lines) * LINE_BYTES;
        let line = match what {
            Poisonable::Row => row + in_vector,
            Poisonable::Gradient => gradient + in_vector,
            Poisonable::LoggedRow if kind == Kind::LogStaged => staged + in_vector,
            // A log has every row of the batch.
            Poisonable::LoggedRow => row + in_vector,
            Poisonable::Flushed => *gap,
            Poisonable::List | Poisonable::LoggedList => {
                let list = &lists[(seed >> 32) as usize % lists.len()];
                list.base + seed % list.bytes.div_ceil(LINE_BYTES) * LINE_BYTES
            }
        };
        let record = *record;
        self.ring_with_poison(&posting, line)?;
        self.posted.push(posting);
        self.idle()?;
        let status = self.host.read(&map::STATUS)?;
        let found = (FAILED.get(status), self.host.read(&map::ERROR)?, self.host.read(&map::ERROR_POSITION)?);
        if what == Poisonable::Flushed {
            let came = self.host.peer.flushed.values().filter(|flushed| flushed.poison).count();
            if came != 1 {
                return Err(format!("of a flush with one poisoned line {came} came as poison"));
            }
        }
        let expected = match what {
            Poisonable::LoggedRow | Poisonable::LoggedList => (1, ErrorCode::Log as u64, record),
            _ => (1, ErrorCode::MediaRead as u64, line),
        };
        if found != expected {
            return Err(format!(
                "{kind:?} of a poisoned line at DPA {line:#x} leaves STATUS {status:#x}, error {found:x?}, expected {expected:x?}"
            ));
        }
        self.host.rewrite(line, false);
        self.drain()?;
        // How far the job has come nobody says.
        self.unknown.jobs = true;
        self.settle()
    }

    /// Rings a job one line of which is poisoned behind what the host stores for it.
    fn ring_with_poison(&mut self, posting: &posting::Posting, line: u64) -> Result<(), String> {
        for (address, bytes) in &posting.stores {
            self.host.fill(*address, bytes);
        }
        self.host.rewrite(line, true);
        self.drain()?;
        // Poison is known by the line, not by what it holds.
        self.ring(posting);
        Ok(())
    }

    /// More lines are poisoned than ports have places for: which of all lines then read as poisoned, and that none does behind
    /// `CLEAR_POISON`.
    pub fn poison_overflow(&mut self, scratchpad: bool, seed: u64) -> Result<(), String> {
        self.settle()?;
        let random = &mut Pcg64Mcg::seed_from_u64(seed);
        let base = SPARE.base + if scratchpad { SCRATCHPAD_BASE } else { 0 };
        let all: Vec<u64> = (base..base + SPARE.bytes).step_by(LINE_BYTES as usize).collect();
        let mut lines = all.clone();
        lines.shuffle(random);
        let most = POISONED_LINES * 2 * self.programme.channels as usize;
        lines.truncate(random.random_range(1..=most));
        for line in lines {
            // Which of them find places follows from the order in which they come.
            self.host.rewrite(line, true);
            self.drain()?;
            if random.random_ratio(1, 4) {
                self.host.rewrite(line, false);
                self.drain()?;
            }
        }
        let poison = self.host.read(&map::POISON)?;
        self.transcript.number(self.step, "POISON with spare lines", poison);
        for line in &all {
            self.host.read_line(*line);
            self.drain()?;
        }
        let seen = std::mem::take(&mut self.host.seen).into_values().map(u8::from).collect();
        self.transcript.bytes(self.step, "which spare lines are poisoned", seen);
        self.clear_poison()?;
        for line in &all {
            self.host.read_line(*line);
        }
        self.drain()?;
        let poison = self.host.read(&map::POISON)?;
        let poisoned = std::mem::take(&mut self.host.seen).into_values().filter(|poison| *poison).count();
        match (poison, poisoned) {
            (0, 0) => Ok(()),
            _ => Err(format!("behind CLEAR_POISON {poisoned} lines are poisoned, and POISON is {poison:#x}")),
        }
    }

    /// Makes all lines good.
    pub fn clear_poison(&mut self) -> Result<(), String> {
        self.drain()?;
        self.host.write(&map::CLEAR, CLEAR_POISON.place(1));
        // The read pushes the write before any transaction.
        self.host.read(&map::STATUS)?;
        self.host.forget_poison();
        Ok(())
    }
}
