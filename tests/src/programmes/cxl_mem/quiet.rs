//! Quiet points: nothing is under way, and all that software can see is looked at.

use super::host::OWN_LINES;
use super::job::{Job, Kind};
use super::posting::{self, PLACE, Region};
use super::runner::{Runner, Unknown};
use super::side::Side;
use emberlane_models::cxl::Finished;
use emberlane_registers::Register;
use emberlane_registers::cxl_mem::{
    self as map, CLEAR_COUNTERS, CLEAR_STATUS, DONE, ErrorCode, FAILED, LINE_BYTES, SCRATCHPAD_BASE,
};

/// Bytes of the host that nobody may write: behind the tables, and before the first place of a job.
pub const GUARDS: [Region; 2] =
    [Region { base: posting::LOG.0 - 4096, bytes: 4096 }, Region { base: SCRATCHPAD_BASE + PLACE - 4096, bytes: 4096 }];

/// Lines of the host's in either memory, from its first byte on, that are its own for poison alone.
pub const SPARE: Region = Region { base: 1 << 16, bytes: 64 * LINE_BYTES };

impl<E: Side> Runner<'_, E> {
    /// Waits until nothing is under way, and looks at everything.
    pub fn settle(&mut self) -> Result<(), String> {
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

    pub fn clear(&mut self) -> Result<(), String> {
        self.may_fail = false;
        self.reads_unknown = self.host.setting(&map::ROW_CACHE) == 1;
        // An error that is shown may hide one of a job, and one of a record.
        for _ in 0..3 {
            self.host.write(&map::CLEAR, CLEAR_STATUS.place(1) | CLEAR_COUNTERS.place(1));
            if FAILED.get(self.host.read(&map::STATUS)?) == 0 {
                return Ok(());
            }
        }
        Err("STATUS is FAILED behind three clears of an idle device".into())
    }

    /// What has come to persistent memory since the last quiet point was for tables, log, or the host's own lines, whatever has raced.
    fn check_writes(&mut self) -> Result<(), String> {
        let own = Region { base: 0, bytes: OWN_LINES * LINE_BYTES };
        let tables = Region { base: posting::TABLES, bytes: self.tables.bytes };
        let log = Region { base: posting::LOG.0, bytes: posting::LOG.1 };
        let is_allowed = |address: u64| {
            [own, SPARE, tables, log].iter().any(|region| address.wrapping_sub(region.base) < region.bytes)
        };
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
        let bytes = self.host.memory(posting::TABLES, self.tables.bytes);
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
            map::ROW_CACHE_HITS,
            map::LINES_DIRECTORY,
            map::LINES_OFFSET,
            map::LINES_SEGMENT,
            map::LINES_ENTRY,
            map::LINES_SCALE,
        ];
        let channels = u64::from(self.programme.channels);
        let is_there = register.offset >= map::CYCLES.offset && register.offset < map::channel_reads(channels);
        let is_read_counter = *register == map::LINES_GRADIENT
            || (0..channels).any(|channel| register.offset == map::channel_reads(channel));
        is_there && !of_device.contains(register) && !(is_read_counter && self.reads_unknown)
    }

    /// Behind operations that have raced: memory is written anew, and a job has to be right.
    fn recover(&mut self) -> Result<(), String> {
        self.host.endpoint().heal();
        self.host.peer.bad.clear();
        if std::mem::take(&mut self.faulty) {
            // What memory has refused is poisoned.
            self.clear_poison()?;
        }
        self.clear()?;
        self.host.fill(posting::TABLES, &self.tables.image(self.programme));
        for posting in std::mem::take(&mut self.posted) {
            self.host.fill(posting.lists.base, &vec![0; PLACE as usize]);
            for Region { base, bytes } in posting.results {
                self.host.fill(base, &vec![0; bytes as usize]);
            }
        }
        self.host.peer.flushed.clear();
        self.waiting.clear();
        self.unknown = Unknown::default();
        let job = Job::plain(Kind::Lookup, self.number, 3);
        let posting = posting::post(self.programme, &job, self.number, None);
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
