//! All blocks of the device together, a cycle at a time.

use super::super::kernel::{Execution, KernelModel};
use super::super::ports::{AddressMap, Burst, Offer, Region, Taken};
use super::super::shape::{Batch, KernelShape, RunError};
use super::agent::{Agent, Handed};
use super::counters::{Counters, Event, Events};
use super::iteration::Iteration;
use super::memory_port::{MemoryPort, PortBurst, PortRequests, Timing};
use super::muxes::{ReadMux, WriteMux};
use super::peer_reader::{self, PeerReader};
use super::target::Target;
use super::tracker::{LINES, Tracker};
use super::uses::Uses;
use super::{evictor, filler};
use crate::cxl_mem::BlockFifo;
use crate::smartssd::STREAMS;
use crate::storage::Dram;
use emberlane_drivers::smartssd::Plan;

/// Cycles without any event after which nothing moves on its own any more: more than any pipeline has stages between two.
const SETTLING_CYCLES: u64 = 64;

/// The first cycle behind the reset.
const FIRST_CYCLE: u64 = 32;

/// Readers of the DRAM, and writers: of the kernel EVs, and outputs.
const EVS: usize = 0;
const OUTPUTS: usize = 1;
/// The agent among the readers, and among the writers.
const AGENT_READS: usize = 1;
const AGENT_WRITES: usize = 2;
/// The host among the readers.
const HOST: usize = 2;

/// What the machine is made of.
#[derive(Debug)]
pub struct Settings {
    pub shape: KernelShape,
    pub host_latency: u64,
    pub ssd: Timing,
    pub ssd_seed: u64,
}

/// The control of the device, without data.
#[derive(Debug)]
pub struct Machine {
    vector_bytes: u64,
    now: u64,
    /// The last cycle in which something has moved, and in which something has that the host's access does not move.
    moved: u64,
    moved_beside_access: u64,
    kernel: KernelModel,
    execution: Execution,
    /// Cycles since the kernel has ended.
    resting: u64,
    pub iteration: Iteration,
    pub agent: Agent,
    pub target: Target,
    pub tracker: Tracker,
    /// Beats of outputs; whether each is the last of its burst.
    outputs: BlockFifo<bool, LINES>,
    pub uses: Uses,
    pub counters: Counters,
    peer: PeerReader,
    reads: ReadMux,
    writes: WriteMux,
    dram: MemoryPort,
    ssd: MemoryPort,
    /// `MAILBOX_TAIL`.
    pub tail: u32,
    /// Words that programs had done when the last iteration failed.
    stopped: Option<[u32; 4]>,
    /// Work of the iteration under way that was counted, and of the agent.
    iteration_work: [u64; 3],
    agent_work: [u64; 2],
    /// EVs that the agent evicts and loads until it stops at an error: the reference's.
    pub agent_expected: [u64; 2],
    /// Goes through every cycle whole: what the others are compared with.
    #[cfg(test)]
    pub whole: bool,
}

impl Machine {
    pub fn new(settings: Settings) -> Result<Self, RunError> {
        let Settings { shape, host_latency, ssd, ssd_seed } = settings;
        let slices = shape.slices as u32;
        Ok(Self {
            vector_bytes: 64 * u64::from(slices),
            now: FIRST_CYCLE,
            moved: FIRST_CYCLE,
            moved_beside_access: FIRST_CYCLE,
            kernel: KernelModel::new(shape)?,
            execution: Execution::new(&Plan::default(), shape, Batch::default())?,
            resting: SETTLING_CYCLES,
            iteration: Iteration::new(),
            agent: Agent::new(slices),
            target: Target::default(),
            tracker: Tracker::new(slices, host_latency),
            outputs: BlockFifo::default(),
            uses: Uses::new(),
            counters: Counters::default(),
            peer: PeerReader::new(host_latency),
            reads: ReadMux::default(),
            writes: WriteMux::default(),
            dram: MemoryPort::new(Timing::Medium(Box::new(Dram::ddr4_2400())), false, 0),
            ssd: MemoryPort::new(ssd, true, ssd_seed),
            tail: 0,
            stopped: None,
            iteration_work: [0; 3],
            agent_work: [0; 2],
            agent_expected: [0; 2],
            #[cfg(test)]
            whole: false,
        })
    }

    /// Cycles since the start, those of the reset included.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// The interrupt line in this cycle.
    pub fn interrupts(&self) -> bool {
        self.iteration.done || self.iteration.failed || self.agent.has_failed()
    }

    /// The mailbox has lines that are not executed, and the agent has not failed.
    pub fn agent_is_busy(&self) -> bool {
        !self.agent.has_failed() && self.tail != self.agent.safe.line
    }

    /// Words that each program has done.
    pub fn done(&self) -> [u32; 4] {
        self.stopped.unwrap_or_else(|| self.kernel.counters())
    }

    /// Something outside has changed.
    pub fn wake(&mut self) {
        self.moved = self.now;
        self.moved_beside_access = self.now;
    }

    /// So many cycles, or less: up to the one behind that in which `stops` is met.
    pub fn run(&mut self, cycles: u64, stops: impl Fn(&Self) -> bool) -> bool {
        let end = self.now.saturating_add(cycles);
        while self.now < end {
            let met = stops(self);
            if !met && self.now - self.moved > SETTLING_CYCLES {
                self.skip(end);
            }
            if self.now < end {
                self.cycle();
            }
            if met {
                return true;
            }
        }
        false
    }

    /// Until the access that the host offers now is answered, for so many cycles at most.
    pub fn run_while_served(&mut self, cycles: u64) {
        let end = self.now.saturating_add(cycles);
        self.moved = self.now;
        if self.rests_beside_access() {
            let until = self.ssd.next().map_or(end, |next| end.min(next.saturating_sub(2)));
            while self.now < until && self.target.is_under_way() {
                self.access_cycle(until);
            }
        }
        while self.now < end && self.target.is_under_way() {
            if self.now - self.moved > SETTLING_CYCLES {
                self.skip(end);
            }
            if self.now < end {
                self.cycle();
            }
        }
    }

    /// Nothing moves on its own before the SSD answers, whatever an access of the host does to the TX buffers.
    fn rests_beside_access(&self) -> bool {
        #[cfg(test)]
        if self.whole {
            return false;
        }
        self.now - self.moved_beside_access > SETTLING_CYCLES
            && self.resting >= SETTLING_CYCLES
            && !self.execution.is_under_way()
            && self.peer.next().is_none()
            && self.tracker.is_idle()
            && self.dram.is_idle()
    }

    /// A [`cycle`](Self::cycle) of which the host's access is all, and those behind it in which that waits for the DRAM, up to `end`.
    fn access_cycle(&mut self, end: u64) {
        let now = self.now;
        let dram_beat = self.dram.beat().is_some();
        let target_read = self.target.read().map(|address| PortBurst { id: 0, address, lines: 1 });
        let dram_read = self.reads.burst().filter(|_| self.dram.read_ready());
        let reader = self.reads.cycle(&[None, None, target_read], dram_read.is_some());
        let moved = self.target.is_active(false) || dram_beat || reader.is_some() || dram_read.is_some();
        let served = self.target.cycle(false, self.tracker.keep_ready(), reader == Some(HOST), dram_beat);
        if let Some(line) = served.keep {
            self.tracker.keep(line);
        }
        self.dram.cycle(now, &PortRequests { read: dram_read, ..PortRequests::default() });

        let mut events = Events::default();
        events.note(Event::Cycles, true);
        events.note(Event::WaitCycles, self.iteration.waits());
        events.note(Event::AgentCycles, self.agent_is_busy());
        events.note(Event::MemReads, served.read_done);
        events.note(Event::WritesRefused, served.refused);
        self.counters.cycle(events);
        self.uses.skip(1);
        self.now += 1;
        if moved {
            self.moved = now;
        } else if !events.has(Event::MemReads) && !events.has(Event::WritesRefused) {
            self.skip(end);
        }
    }

    /// Passes over cycles in which nothing moves.
    fn skip(&mut self, end: u64) {
        let events = [self.dram.next(), self.ssd.next(), self.peer.next(), self.tracker.next()];
        // A port gives in a cycle what it has taken out in the one before.
        let next = events.into_iter().flatten().min().map_or(end, |next| end.min(next.saturating_sub(2)));
        if let Some(cycles) = next.checked_sub(self.now) {
            self.now = next;
            self.counters.skip(cycles);
            self.uses.skip(cycles);
        }
    }

    /// A cycle: first what everybody asks for and finds in it, then what they become.
    pub fn cycle(&mut self) {
        let now = self.now;
        let mut events = Events::default();
        events.note(Event::Cycles, true);
        events.note(Event::KernelCycles, self.execution.is_under_way());
        events.note(Event::WaitCycles, self.iteration.waits());
        events.note(Event::AgentCycles, self.agent_is_busy());

        let dram_beat = self.dram.beat().map(|beat| usize::from(beat.id));
        let dram_answer = self.dram.answer().map(usize::from);
        let ssd_answer = self.ssd.answer().is_some();
        let ssd_beat = self.ssd.beat().map(|beat| beat.id);
        let line = self.peer.line(now);
        let snooped = self.tracker.snooped(now);

        let works = self.execution.is_under_way() || self.resting < SETTLING_CYCLES;
        let asks = if works { self.kernel.asks() } else { Taken::default() };
        let hands = self.agent.hands(self.uses.ready(2));
        let starts = self.iteration.starts(self.agent.plans);

        // Lines of the host.
        let mut wants = u32::from(self.agent.asks()) << peer_reader::MAILBOX;
        for (stream, asked) in asks.streams.iter().enumerate() {
            wants |= u32::from(asked.is_some()) << stream;
        }
        let asked = self.peer.cycle(now, wants);

        // Reads of the DRAM.
        let target_read = self.target.read().map(|address| PortBurst { id: 0, address, lines: 1 });
        let kernel_read = asks.read.filter(|_| self.uses.ready(0));
        let dram_read = self.reads.burst().filter(|_| self.dram.read_ready());
        let readers = [kernel_read.map(port_burst), self.agent.evictor.read(), target_read];
        let reader = self.reads.cycle(&readers, dram_read.is_some());

        // Writes of the DRAM; outputs pass the tracker first.
        let kernel_write = asks.bursts[EVS].filter(|_| self.uses.ready(1));
        let output = asks.bursts[OUTPUTS].filter(|_| self.tracker.ready());
        let dram_write = self.writes.burst().filter(|_| self.dram.write_ready());
        let dram_takes_beat = self.writes.has_beat();
        let written = self.writes.cycle(
            &[kernel_write.map(port_burst), self.tracker.burst(), self.agent.filler.write()],
            [asks.beats[EVS], self.outputs.front(), self.agent.filler.beat()],
            (dram_write.is_some(), dram_takes_beat),
        );
        let output_beat = asks.beats[OUTPUTS].filter(|_| !self.outputs.is_full());
        self.outputs.cycle(output_beat, written.beat == Some(OUTPUTS));

        // Uses of EVs.
        let vector = |burst: Burst| (burst.address / self.vector_bytes) as u32;
        let read_taken = kernel_read.filter(|_| reader == Some(EVS));
        let write_taken = kernel_write.filter(|_| written.burst == Some(EVS));
        let loaded = hands.and_then(|handed| match handed {
            Handed::ToCache(vector) => Some(vector),
            Handed::ToSsd => None,
        });
        self.uses.cycle([read_taken.map(vector), write_taken.map(vector), loaded]);

        // The host.
        let waits = self.iteration.runs() && self.target.wants_second() == Some(self.iteration.buffer == 1);
        let accesses = self.target.is_active(waits)
            || dram_beat == Some(HOST)
            || reader == Some(HOST)
            || dram_read.is_some_and(|burst| usize::from(burst.id) == HOST);
        let wants_to_keep = self.target.wants_to_keep(waits);
        let served = self.target.cycle(waits, self.tracker.keep_ready(), reader == Some(HOST), dram_beat == Some(HOST));
        let output_base = self.iteration.output_base;
        let output_address = output.map(|burst| output_base + (burst.address - AddressMap::base(Region::Outputs)));
        self.tracker.committed = self.iteration.served().committed;
        let mut moved =
            self.tracker.cycle(now, output_address, written.burst == Some(OUTPUTS), wants_to_keep, served.keep);

        // The SSD.
        let ssd_read = self.agent.filler.read().filter(|_| self.ssd.read_ready());
        let ssd_write = self.agent.evictor.write().filter(|_| self.ssd.write_ready());
        let ssd_beat_taken = self.agent.evictor.has_beat();
        self.ssd.cycle(now, &PortRequests { read: ssd_read, write: ssd_write, beat: ssd_beat_taken });
        self.dram.cycle(now, &PortRequests { read: dram_read, write: dram_write, beat: dram_takes_beat });

        // The agent.
        let eviction = evictor::Events {
            vector: None,
            read_taken: reader == Some(AGENT_READS),
            beat: dram_beat == Some(AGENT_READS),
            address_taken: ssd_write.is_some(),
            beat_taken: ssd_beat_taken,
            answered: ssd_answer,
        };
        let load = filler::Events {
            vector: None,
            read_taken: ssd_read.is_some(),
            beat: ssd_beat,
            address_taken: written.burst == Some(AGENT_WRITES),
            beat_taken: written.beat == Some(AGENT_WRITES),
            answered: dram_answer == Some(AGENT_WRITES),
        };
        let mailbox = Some(peer_reader::MAILBOX);
        let had_failed = self.agent.has_failed();
        moved |= self.agent.cycle(hands, asked == mailbox, line == mailbox, eviction, load);
        self.agent_work[0] += u64::from(ssd_answer);
        self.agent_work[1] += u64::from(dram_answer == Some(AGENT_WRITES));
        let fails = self.agent.has_failed() && !had_failed;

        // The kernel.
        let mut offer = Offer { read_line: dram_beat.filter(|id| *id == EVS).map(|_| 0), ..Offer::default() };
        let mut taken = Taken {
            streams: [None; STREAMS],
            read: read_taken,
            bursts: [write_taken, output],
            beats: [asks.beats[EVS].filter(|_| written.beat == Some(EVS)), output_beat],
        };
        for stream in 0..STREAMS {
            offer.stream_line[stream] = (line == Some(stream)).then_some(0);
            taken.streams[stream] = asks.streams[stream].filter(|_| asked == Some(stream));
        }
        offer.answered = [EVS, OUTPUTS].map(|writer| dram_answer == Some(writer));
        if works {
            let step = self.kernel.step(&mut self.execution, &offer, &taken);
            moved |= step.active;
            events.note(Event::ForwardHazards, step.forward_hazard);
            events.note(Event::BackwardHazards, step.backward_hazard);
            self.resting = if self.execution.is_under_way() { 0 } else { self.resting + 1 };
            self.count_work(read_taken.is_some(), dram_answer);
            if step.ended {
                self.end_iteration(&mut events);
            }
        }
        moved |= starts.is_some();
        if let Some(execution) = starts {
            self.execution = execution;
            self.kernel.start(&mut self.execution);
            self.resting = 0;
            self.stopped = None;
            self.iteration_work = [0; 3];
        }

        events.note(Event::Evicted, ssd_answer);
        events.note(Event::Loaded, dram_answer == Some(AGENT_WRITES));
        events.note(Event::Read, read_taken.is_some());
        events.note(Event::Written, dram_answer == Some(EVS));
        events.note(Event::Outputs, dram_answer == Some(OUTPUTS));
        events.note(Event::LinesFetched, line.is_some());
        events.note(Event::MemReads, served.read_done);
        events.note(Event::BackInvalidates, snooped);
        events.note(Event::WritesRefused, served.refused);
        self.counters.cycle(events);
        if fails {
            self.correct_agent();
        }

        moved |= dram_beat.is_some_and(|reader| reader != HOST)
            || dram_answer.is_some()
            || ssd_answer
            || self.ssd.beat().is_some()
            || line.is_some()
            || asked.is_some()
            || reader.is_some_and(|reader| reader != HOST)
            || written.burst.is_some()
            || written.beat.is_some()
            || dram_read.is_some_and(|burst| usize::from(burst.id) != HOST)
            || dram_write.is_some()
            || dram_takes_beat
            || output_beat.is_some()
            || ssd_read.is_some()
            || ssd_write.is_some()
            || ssd_beat_taken
            || self.uses.is_active()
            || self.agent.filler.is_active();
        if moved {
            self.moved_beside_access = now;
        }
        if moved || accesses {
            self.moved = now;
        }
        self.now += 1;
    }

    fn count_work(&mut self, read: bool, answer: Option<usize>) {
        self.iteration_work[0] += u64::from(read);
        self.iteration_work[1] += u64::from(answer == Some(EVS));
        self.iteration_work[2] += u64::from(answer == Some(OUTPUTS));
    }

    fn end_iteration(&mut self, events: &mut Events) {
        let outcome = self.iteration.end();
        events.note(Event::Iterations, outcome.error.is_none());
        if outcome.error.is_some() {
            // How far it came is the reference's, whatever was under way here.
            self.stopped = Some(outcome.done);
            let counters = [Event::Read, Event::Written, Event::Outputs];
            for ((event, expected), found) in counters.into_iter().zip(outcome.work).zip(self.iteration_work) {
                self.counters.correct(event, expected, found);
            }
        }
    }

    /// The agent has stopped: what it has moved is the reference's, whatever was under way here.
    fn correct_agent(&mut self) {
        let expected = self.agent_expected;
        for ((event, expected), found) in [Event::Evicted, Event::Loaded].into_iter().zip(expected).zip(self.agent_work)
        {
            self.counters.correct(event, expected, found);
        }
        self.agent_work = expected;
    }
}

fn port_burst(Burst { address, lines }: Burst) -> PortBurst {
    PortBurst { id: 0, address, lines }
}
