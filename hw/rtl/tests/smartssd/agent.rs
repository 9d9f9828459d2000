//! The cache agent: plans of movements against plain arrays, in order, with errors of every memory.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, from_bits, number, to_bits};
use crate::memory::{Reads, Writes};
use emberlane_drivers::smartssd::encode_line;
use emberlane_registers::smartssd::{AgentError, MOVEMENTS, MailboxLine, Movement, Range};
use emberlane_rtl::smartssd::cache_agent::CacheAgent;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::HashMap;

const MAILBOX: u64 = 0x50_0000_0000;
const CACHE: u64 = 0x1_0000;
const CACHED: u32 = 40;
const SSD: u64 = 0x2000_0000;
const VECTORS: u64 = 300;

/// The first line of an EV of the SSD as it was in the beginning.
fn original(vector: u64) -> u32 {
    0x4000_0000 | vector as u32
}

fn lines(first: u32, slices: usize) -> Vec<Line> {
    (0..slices).map(|slice| std::array::from_fn(|word| first ^ (slice as u32) << 20 ^ (word as u32) << 24)).collect()
}

/// A burst that the SSD has been asked for.
struct Read {
    id: u64,
    address: u64,
    beat: usize,
}

struct Bench<const SLICES: usize> {
    block: Box<CacheAgent<SLICES, 0>>,
    ring: u32,
    /// Lines that were written to the mailbox.
    mailbox: Vec<[u32; 16]>,
    mailbox_reads: Reads,
    dram: HashMap<u64, Line>,
    dram_reads: Reads,
    dram_writes: Writes,
    ssd: HashMap<u64, Line>,
    ssd_reads: Vec<Read>,
    ssd_writes: Writes,
    rates: [Rate; 3],
    /// What fails: reads of the SSD, of the DRAM; lines of the mailbox that come poisoned.
    fails: [bool; 2],
    poisoned: Option<u32>,
    /// Evictions that the SSD has not answered, loads that were begun.
    evictions_open: usize,
    loads_noted: Vec<u32>,
    cycle: usize,
}

impl<const SLICES: usize> Bench<SLICES> {
    fn new(ring: u32, rate: fn() -> Rate) -> Self {
        let mut block = ready::<CacheAgent<SLICES, 0>>();
        block.layout_good.next = true;
        block.cache_base.next = CACHE.into();
        block.cache_vectors.next = u64::from(CACHED).into();
        block.ssd_base.next = SSD.into();
        block.ssd_vectors.next = VECTORS.into();
        block.mailbox_base.next = MAILBOX.into();
        block.mailbox_lines.next = u64::from(ring).into();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        let mut ssd = HashMap::new();
        for vector in 0..VECTORS {
            for (beat, line) in (0..).zip(lines(original(vector), SLICES)) {
                ssd.insert(SSD + (vector * SLICES as u64 + beat) * 64, line);
            }
        }
        Self {
            block,
            ring,
            mailbox: Vec::new(),
            mailbox_reads: Reads::new(rate),
            dram: HashMap::new(),
            dram_reads: Reads::new(rate),
            dram_writes: Writes::new(rate),
            ssd,
            ssd_reads: Vec::new(),
            ssd_writes: Writes::new(rate),
            rates: std::array::from_fn(|_| rate()),
            fails: [false; 2],
            poisoned: None,
            evictions_open: 0,
            loads_noted: Vec::new(),
            cycle: 0,
        }
    }

    /// Writes movements to the mailbox, the last line filled up.
    fn post(&mut self, movements: &[Movement]) {
        for movements in movements.chunks(MOVEMENTS) {
            let number = self.mailbox.len() as u32;
            let line = std::array::from_fn(|at| movements.get(at).copied().unwrap_or_default());
            let bytes = encode_line(&MailboxLine { movements: line, number });
            let (words, _) = bytes.as_chunks();
            self.mailbox.push(std::array::from_fn(|word| u32::from_le_bytes(words[word])));
        }
        self.block.mailbox_tail.next = (self.mailbox.len() as u64).into();
    }

    fn drive(&mut self, random: &mut Pcg64) {
        let (block, cycle) = (&mut self.block, self.cycle);
        let line = self.mailbox_reads.give(cycle, random);
        block.line_valid.next = line.is_some();
        if let Some(address) = line {
            let index = ((address - MAILBOX) / 64) as u32;
            assert!(index < self.ring, "{address:#x} is not in the ring");
            let newest = self.mailbox.len() as u32 - 1;
            let number = newest - newest.wrapping_sub(index) % self.ring;
            block.line.next = to_bits(&self.mailbox[number as usize]);
            block.line_error.next = self.poisoned == Some(number);
        }
        block.request_ready.next = self.mailbox_reads.ready(random);
        block.load_ready.next = self.rates[0].draw(random);
        let address = self.dram_reads.give(cycle, random);
        block.dram_rvalid.next = address.is_some();
        block.dram_rerror.next = self.fails[1];
        block.dram_rdata.next =
            to_bits(&address.map_or([0; 16], |address| self.dram.get(&address).copied().unwrap_or([9; 16])));
        block.dram_arready.next = self.dram_reads.ready(random);
        block.dram_awready.next = self.dram_writes.takes_address.draw(random);
        block.dram_wready.next = self.dram_writes.takes_beat.draw(random);
        block.dram_bvalid.next = self.dram_writes.answer(cycle, random);
        block.dram_berror.next = self.dram_writes.refuses;
        block.ssd_arready.next = self.rates[1].draw(random);
        let gives = !self.ssd_reads.is_empty() && self.rates[2].draw(random);
        block.ssd_rvalid.next = gives;
        if gives {
            let index = random.random_range(0..self.ssd_reads.len());
            let read = &mut self.ssd_reads[index];
            let line = self.ssd.get(&(read.address + 64 * read.beat as u64)).copied().unwrap_or([7; 16]);
            block.ssd_rid.next = read.id.into();
            block.ssd_rdata.next = to_bits(&line);
            block.ssd_rresp.next = if self.fails[0] { 2u64 } else { 0 }.into();
            block.ssd_rlast.next = read.beat + 1 == SLICES;
            read.beat += 1;
            if read.beat == SLICES {
                self.ssd_reads.swap_remove(index);
            }
        }
        block.ssd_awready.next = self.ssd_writes.takes_address.draw(random);
        block.ssd_wready.next = self.ssd_writes.takes_beat.draw(random);
        let answered = self.ssd_writes.answer(cycle, random);
        self.evictions_open -= usize::from(answered);
        block.ssd_bvalid.next = answered;
        block.ssd_bresp.next = if self.ssd_writes.refuses { 2u64 } else { 0 }.into();
    }

    fn cycle(&mut self, random: &mut Pcg64) {
        self.drive(random);
        let (block, cycle) = (&mut self.block, self.cycle);
        settle(&mut **block);
        let inside_cache = CACHE..CACHE + 64 * SLICES as u64 * u64::from(CACHED);
        let inside_ssd = SSD..SSD + 64 * SLICES as u64 * VECTORS;
        if block.request_valid.val() && block.request_ready.val() {
            self.mailbox_reads.ask(number(block.request_address.val()), 1, cycle, random);
        }
        if block.load_valid.val() && block.load_ready.val() {
            self.loads_noted.push(number(block.load_vector.val()) as u32);
        }
        if block.dram_arvalid.val() && block.dram_arready.val() {
            let address = number(block.dram_araddr.val());
            assert!(inside_cache.contains(&address), "{address:#x} is read");
            self.dram_reads.ask(address, SLICES as u64, cycle, random);
        }
        if block.dram_awvalid.val() && block.dram_awready.val() {
            let address = number(block.dram_awaddr.val());
            assert!(inside_cache.contains(&address), "{address:#x} is written");
            self.dram_writes.address(address, SLICES as u64);
        }
        if block.dram_wvalid.val() && block.dram_wready.val() {
            self.dram_writes.beat(from_bits(block.dram_wdata.val()), block.dram_wlast.val());
        }
        let (dram, refuses) = (&mut self.dram, self.dram_writes.refuses);
        self.dram_writes.land(cycle, random, |address, line| {
            if !refuses {
                dram.insert(address, *line);
            }
        });
        if block.ssd_arvalid.val() && block.ssd_arready.val() {
            let address = number(block.ssd_araddr.val());
            assert!(inside_ssd.contains(&address), "{address:#x} of the SSD is read");
            assert_eq!(self.evictions_open, 0, "a load begins before every eviction is answered");
            self.ssd_reads.push(Read { id: number(block.ssd_arid.val()), address, beat: 0 });
        }
        if block.ssd_awvalid.val() && block.ssd_awready.val() {
            let address = number(block.ssd_awaddr.val());
            assert!(inside_ssd.contains(&address), "{address:#x} of the SSD is written");
            self.ssd_writes.address(address, SLICES as u64);
            self.evictions_open += 1;
        }
        if block.ssd_wvalid.val() && block.ssd_wready.val() {
            self.ssd_writes.beat(from_bits(block.ssd_wdata.val()), block.ssd_wlast.val());
        }
        let (ssd, refuses) = (&mut self.ssd, self.ssd_writes.refuses);
        self.ssd_writes.land(cycle, random, |address, line| {
            if !refuses {
                ssd.insert(address, *line);
            }
        });
        clock_cycle!(self.block);
        self.cycle += 1;
    }

    /// Until it has nothing to do, or has stopped.
    fn run(&mut self, random: &mut Pcg64) {
        let begin = self.cycle;
        loop {
            self.cycle(random);
            settle(&mut *self.block);
            if !self.block.busy.val() {
                break;
            }
            assert!(self.cycle < begin + 60_000, "the agent does not end");
        }
    }

    fn vector(memory: &HashMap<u64, Line>, base: u64, vector: u64) -> Vec<Line> {
        let at = |beat| base + (vector * SLICES as u64 + beat) * 64;
        (0..SLICES as u64).map(|beat| memory.get(&at(beat)).copied().unwrap_or([0; 16])).collect()
    }

    /// Memory is what the plain arrays are.
    fn check(&self, plain: &Plain) {
        for (slot, first) in (0..).zip(&plain.cache) {
            if let Some(first) = first {
                assert_eq!(Self::vector(&self.dram, CACHE, slot), lines(*first, SLICES), "EV {slot} of the cache");
            }
        }
        for (vector, first) in (0..).zip(&plain.ssd) {
            assert_eq!(Self::vector(&self.ssd, SSD, vector), lines(*first, SLICES), "EV {vector} of the SSD");
        }
    }

    fn clear(&mut self, random: &mut Pcg64) {
        self.block.clear.next = true;
        self.cycle(random);
        self.block.clear.next = false;
        settle(&mut *self.block);
    }
}

/// What plans make of cache and SSD, one EV after the other.
struct Plain {
    cache: Vec<Option<u32>>,
    ssd: Vec<u32>,
    plans: u32,
}

impl Plain {
    fn new() -> Self {
        Self { cache: vec![None; CACHED as usize], ssd: (0..VECTORS).map(original).collect(), plans: 0 }
    }

    /// A random plan, and what it does.
    fn plan(&mut self, random: &mut Pcg64, most: u16) -> Vec<Movement> {
        let mut plan = Vec::new();
        let range = |random: &mut Pcg64| {
            let count = random.random_range(1..=most);
            let ssd = random.random_range(0..=VECTORS - u64::from(count));
            Range { ssd, cached: random.random_range(0..=CACHED - u32::from(count)), count }
        };
        for _ in 0..random.random_range(0..4) {
            let range = range(random);
            let from = range.cached as usize..range.cached as usize + usize::from(range.count);
            // What is not in the cache is no EV to evict; of two evictions to a place none says which comes first.
            if self.cache[from.clone()].iter().all(Option::is_some) {
                for (at, slot) in from.enumerate() {
                    self.ssd[range.ssd as usize + at] = self.cache[slot].expect("it was looked at");
                }
                plan.push(Movement::Evict(range));
                break;
            }
            plan.push(Movement::Nothing);
        }
        for _ in 0..random.random_range(0..3) {
            let range = range(random);
            let count = usize::from(range.count);
            let slots = range.cached as usize..range.cached as usize + count;
            let loads = |movement: &Movement| matches!(movement, Movement::Load(_));
            if plan.iter().any(loads) {
                break;
            }
            for (at, slot) in slots.enumerate() {
                self.cache[slot] = Some(self.ssd[range.ssd as usize + at]);
            }
            plan.push(Movement::Load(range));
        }
        self.plans += 1;
        plan.push(Movement::End { plan: self.plans });
        plan
    }
}

fn moves<const SLICES: usize>(seed: u64) {
    let random = &mut random(&format!("agent of {SLICES} slices"), seed);
    let mut bench = Bench::<SLICES>::new(64, Rate::changing);
    let mut plain = Plain::new();
    for _ in 0..25 {
        for _ in 0..random.random_range(1..4) {
            let plan = plain.plan(random, 20);
            bench.post(&plan);
        }
        bench.run(random);
        assert!(!bench.block.failed.val(), "error {}", number(bench.block.error.val()));
        assert_eq!(number(bench.block.plans_done.val()), u64::from(plain.plans));
        assert_eq!(number(bench.block.mailbox_head.val()), bench.mailbox.len() as u64);
        bench.check(&plain);
    }
}

#[test]
fn plans_do_what_they_say() {
    for seed in 0..3 {
        moves::<1>(seed);
        moves::<4>(seed);
    }
}

/// An error of any memory stops it; when it goes on, all is done as if nothing had been.
fn recovers<const SLICES: usize>(seed: u64) {
    let random = &mut random(&format!("agent of {SLICES} slices with errors"), seed);
    let mut bench = Bench::<SLICES>::new(64, Rate::changing);
    let mut plain = Plain::new();
    let mut seen = [0; 16];
    for round in 0..40 {
        let plan = plain.plan(random, 10);
        bench.post(&plan);
        let kind = round % 5;
        bench.fails = [kind == 0, kind == 1];
        bench.dram_writes.refuses = kind == 2;
        bench.ssd_writes.refuses = kind == 3;
        bench.poisoned = (kind == 4).then_some(bench.mailbox.len() as u32 - 1);
        bench.run(random);
        if bench.block.failed.val() {
            let error = number(bench.block.error.val());
            let expected = [
                AgentError::SsdRead,
                AgentError::DramRead,
                AgentError::DramWrite,
                AgentError::SsdWrite,
                AgentError::HostRead,
            ];
            assert_eq!(error, expected[kind] as u64, "round {round}");
            seen[error as usize] += 1;
            assert!(number(bench.block.plans_done.val()) < u64::from(plain.plans), "the plan is not done");
        }
        bench.fails = [false; 2];
        (bench.dram_writes.refuses, bench.ssd_writes.refuses, bench.poisoned) = (false, false, None);
        if bench.block.failed.val() {
            bench.clear(random);
            bench.run(random);
        }
        assert!(!bench.block.failed.val(), "round {round}: error {}", number(bench.block.error.val()));
        assert_eq!(number(bench.block.plans_done.val()), u64::from(plain.plans));
        bench.check(&plain);
    }
    assert!(seen.iter().filter(|count| **count > 0).count() == 5, "{seen:?}");
}

#[test]
fn it_goes_on_after_errors_as_if_nothing_had_been() {
    for seed in 0..2 {
        recovers::<1>(seed);
        recovers::<4>(seed);
    }
}

/// Movements that must not be done: nothing of them is.
#[test]
fn what_a_movement_names_is_checked_before_anything_of_it_begins() {
    let random = &mut random("bad movements", 3);
    let good = Range { ssd: 5, cached: 6, count: 3 };
    let (load, evict) = (Movement::Load, Movement::Evict);
    let cases: [(&[Movement], AgentError, u64); 11] = [
        (&[load(Range { cached: CACHED - 2, ..good })], AgentError::CacheRange, 0),
        (&[evict(Range { cached: u32::MAX, ..good })], AgentError::CacheRange, 0),
        (&[load(Range { count: 0, ..good })], AgentError::CacheRange, 0),
        (&[load(Range { ssd: VECTORS - 2, ..good })], AgentError::SsdRange, 0),
        (&[evict(Range { ssd: (1 << 40) - 1, ..good })], AgentError::SsdRange, 0),
        (&[load(good), evict(good)], AgentError::Order, 1),
        (&[Movement::End { plan: 2 }], AgentError::PlanOrder, 0),
        (&[Movement::End { plan: 0 }], AgentError::PlanOrder, 0),
        (&[Movement::End { plan: 1 }, Movement::End { plan: 1 }], AgentError::PlanOrder, 1),
        (&[Movement::Nothing, Movement::Nothing, Movement::End { plan: 7 }], AgentError::PlanOrder, 2),
        (&[evict(good), load(Range { count: CACHED as u16 + 1, cached: 0, ..good })], AgentError::CacheRange, 1),
    ];
    for (movements, error, at) in cases {
        let mut bench = Bench::<1>::new(8, Rate::changing);
        bench.post(movements);
        bench.run(random);
        assert!(bench.block.failed.val(), "{movements:?}");
        assert_eq!(number(bench.block.error.val()), error as u64, "{movements:?}");
        assert_eq!(number(bench.block.error_number.val()), 0, "{movements:?}");
        assert_eq!(number(bench.block.error_movement.val()), at, "{movements:?}");
    }
    // The last that fit.
    let mut bench = Bench::<1>::new(8, Rate::changing);
    bench.post(&[load(Range { ssd: VECTORS - 3, cached: CACHED - 3, count: 3 }), Movement::End { plan: 1 }]);
    bench.run(random);
    assert!(!bench.block.failed.val() && number(bench.block.plans_done.val()) == 1);
}

/// Where the mailbox is, is taken with its first line: what the host writes to the settings later changes nothing.
#[test]
fn the_mailbox_stays_where_its_first_line_was_written() {
    let random = &mut random("a mailbox that seems to move", 4);
    let mut bench = Bench::<1>::new(4, Rate::changing);
    let mut plain = Plain::new();
    for _ in 0..20 {
        let plan = plain.plan(random, 5);
        bench.post(&plan);
        bench.cycle(random);
        bench.block.mailbox_base.next = random.random::<u64>().into();
        bench.block.mailbox_lines.next = u64::from(random.random::<u32>()).into();
        bench.run(random);
        assert!(!bench.block.failed.val(), "error {}", number(bench.block.error.val()));
        bench.check(&plain);
    }
}

#[test]
fn a_layout_that_does_not_fit_and_a_tail_too_far_stop_it() {
    let random = &mut random("agent that may not begin", 5);
    let mut bench = Bench::<1>::new(4, Rate::changing);
    bench.block.layout_good.next = false;
    bench.post(&[Movement::End { plan: 1 }]);
    bench.run(random);
    assert!(bench.block.failed.val());
    assert_eq!(number(bench.block.error.val()), AgentError::Layout as u64);
    bench.block.layout_good.next = true;
    bench.clear(random);
    bench.run(random);
    assert!(!bench.block.failed.val() && number(bench.block.plans_done.val()) == 1);
    bench.block.mailbox_tail.next = 6u64.into();
    bench.run(random);
    assert!(bench.block.failed.val());
    assert_eq!(number(bench.block.error.val()), AgentError::Overrun as u64);
}
