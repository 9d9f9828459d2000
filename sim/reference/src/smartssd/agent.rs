//! The cache agent: what the mailbox says, done at once.

use emberlane_registers::smartssd::{
    self as map, AGENT_FAILED, AgentError, LINE, LINE_WORDS, MOVEMENT, MOVEMENTS, MailboxLine, Movement, Range,
};

use super::device::ReferenceSmartSsd;
use super::memories::LINE_BYTES;
use super::position::{Agent, Position};

/// Why a movement is not done, and at which one that is found.
type Failure = (AgentError, Position);

impl ReferenceSmartSsd {
    /// Does what the mailbox says, as far as it can.
    pub(super) fn run_agent(&mut self) {
        if AGENT_FAILED.get(self.read(&map::STATUS)) == 1 {
            return;
        }
        if let Err((error, position)) = self.do_movements() {
            *self.value(&map::STATUS) |= AGENT_FAILED.place(1);
            *self.value(&map::AGENT_ERROR) = error as u64;
            *self.value(&map::AGENT_ERROR_POSITION) =
                LINE.place(position.line.into()) | MOVEMENT.place(position.movement as u64);
        }
        *self.value(&map::MAILBOX_HEAD) = self.agent.answered.line.into();
    }

    /// Goes on after an error.
    pub(super) fn clear_agent(&mut self) {
        if AGENT_FAILED.get(self.read(&map::STATUS)) == 1 {
            *self.value(&map::STATUS) &= !AGENT_FAILED.place(1);
            *self.value(&map::AGENT_ERROR) = 0;
            *self.value(&map::AGENT_ERROR_POSITION) = 0;
            self.agent.next = self.agent.answered;
            self.run_agent();
        }
    }

    fn do_movements(&mut self) -> Result<(), Failure> {
        let tail = self.read(&map::MAILBOX_TAIL) as u32;
        let Agent { next, answered } = self.agent;
        let ahead = tail.wrapping_sub(answered.line);
        let begun = next.line.wrapping_sub(answered.line);
        if ahead != 0 && !self.layout_fits() {
            return Err((AgentError::Layout, next));
        }
        if u64::from(ahead) > self.mailbox().1 || ahead < begun || ahead == begun && next.movement > 0 {
            return Err((AgentError::Overrun, next));
        }
        while self.agent.next.line != tail {
            let Position { line, movement: first, .. } = self.agent.next;
            let movements = self.mailbox_line(line).map_err(|error| (error, self.agent.next))?;
            for movement in &movements[first..] {
                self.do_movement(*movement)?;
            }
        }
        Ok(())
    }

    fn mailbox_line(&self, number: u32) -> Result<[Movement; MOVEMENTS], AgentError> {
        // There are lines: one was written.
        let (base, lines) = self.mailbox();
        let index = u64::from(number) % lines.max(1);
        let mut bytes = [0; LINE_BYTES as usize];
        let address = base + index * LINE_BYTES;
        self.memories.fetch(address, &mut bytes).map_err(|_| AgentError::HostRead)?;
        let (words, _) = bytes.as_chunks();
        let words: [u32; LINE_WORDS] = std::array::from_fn(|word| u32::from_le_bytes(words[word]));
        let mut checked = [0; LINE_WORDS - 1];
        checked.copy_from_slice(&words[..LINE_WORDS - 1]);
        let line = MailboxLine::decode(&checked);
        if line.number != number || words[LINE_WORDS - 1] != crc32c::crc32c(&bytes[..4 * checked.len()]) {
            return Err(AgentError::Torn);
        }
        Ok(line.movements)
    }

    /// Does the next movement.
    fn do_movement(&mut self, movement: Movement) -> Result<(), Failure> {
        let here = self.agent.next;
        let plan = (self.read(&map::PLANS_DONE) as u32).wrapping_add(1);
        match movement {
            Movement::Nothing => {}
            Movement::Evict(range) => {
                if here.loading {
                    return Err((AgentError::Order, here));
                }
                self.check_range(range).map_err(|error| (error, here))?;
                self.watch.moves(plan, movement);
                self.copy(range, Self::evict).map_err(|error| (error, here.next()))?;
            }
            Movement::Load(range) => {
                self.check_range(range).map_err(|error| (error, here))?;
                // Every eviction is answered.
                let here = Position { loading: true, ..here };
                if !self.agent.next.loading {
                    (self.agent.next, self.agent.answered) = (here, here);
                }
                self.watch.moves(plan, movement);
                self.copy(range, Self::load).map_err(|error| (error, here.next()))?;
            }
            Movement::End { plan: number } => {
                if number != plan {
                    return Err((AgentError::PlanOrder, here));
                }
                *self.value(&map::PLANS_DONE) = number.into();
                let behind = Position { loading: false, ..here.next() };
                (self.agent.next, self.agent.answered) = (behind, behind);
                self.start_kernel();
                return Ok(());
            }
        }
        self.agent.next = self.agent.next.next();
        if movement == Movement::Nothing && self.agent.answered == here {
            self.agent.answered = self.agent.next;
        }
        Ok(())
    }

    fn check_range(&self, Range { ssd, cached, count }: Range) -> Result<(), AgentError> {
        if count == 0 || u64::from(cached) + u64::from(count) > self.read(&map::CACHE_VECTORS) {
            return Err(AgentError::CacheRange);
        }
        let end = ssd + u64::from(count);
        let last = end.checked_mul(self.vector_bytes()).and_then(|bytes| self.read(&map::SSD_BASE).checked_add(bytes));
        if end > self.read(&map::SSD_VECTORS) || last.is_none() {
            return Err(AgentError::SsdRange);
        }
        Ok(())
    }

    /// Moves one EV after the other.
    fn copy(
        &mut self,
        Range { ssd, cached, count }: Range,
        one: fn(&mut Self, u64, u32) -> Result<(), AgentError>,
    ) -> Result<(), AgentError> {
        (0..count).try_for_each(|index| one(self, ssd + u64::from(index), cached + u32::from(index)))
    }

    fn evict(&mut self, ssd: u64, cached: u32) -> Result<(), AgentError> {
        let mut bytes = vec![0; self.vector_bytes() as usize];
        self.memories.read_dram(self.cached(cached), &mut bytes).map_err(|_| AgentError::DramRead)?;
        self.memories.write_ssd(self.on_ssd(ssd), &bytes).map_err(|_| AgentError::SsdWrite)?;
        *self.value(&map::VECTORS_EVICTED) += 1;
        Ok(())
    }

    fn load(&mut self, ssd: u64, cached: u32) -> Result<(), AgentError> {
        let mut bytes = vec![0; self.vector_bytes() as usize];
        self.memories.read_ssd(self.on_ssd(ssd), &mut bytes).map_err(|_| AgentError::SsdRead)?;
        self.memories.write_dram(self.cached(cached), &bytes).map_err(|_| AgentError::DramWrite)?;
        *self.value(&map::VECTORS_LOADED) += 1;
        if let Some(uses) = self.uses.get_mut(cached as usize) {
            *uses = 0;
        }
        Ok(())
    }

    fn cached(&self, vector: u32) -> u64 {
        self.read(&map::CACHE_BASE) + u64::from(vector) * self.vector_bytes()
    }

    fn on_ssd(&self, vector: u64) -> u64 {
        self.read(&map::SSD_BASE) + vector * self.vector_bytes()
    }
}
