//! The evictor: what was read well is on the SSD, whole and in its place; behind an error nothing more.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, from_bits, number, to_bits};
use crate::memory::{Reads, Writes};
use emberlane_rtl::smartssd::evictor::Evictor;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::BTreeMap;

const DRAM: u64 = 0x4000_0000;
const SSD: u64 = 0x12_3400_0000;

fn line(address: u64) -> Line {
    std::array::from_fn(|word| (address as u32 + word as u32).wrapping_mul(0x85eb_ca6b))
}

struct Bench<const SLICES: usize> {
    block: Box<Evictor<SLICES>>,
    reads: Reads,
    writes: Writes,
    ssd: BTreeMap<u64, Line>,
    /// Lines of the DRAM that cannot be read.
    bad: Vec<u64>,
    handed: u64,
    evicted: u64,
    cycle: usize,
}

impl<const SLICES: usize> Bench<SLICES> {
    fn new(rate: fn() -> Rate, steady: bool) -> Self {
        let mut block = ready::<Evictor<SLICES>>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        Self {
            block,
            reads: if steady { Reads::steady(8) } else { Reads::new(rate) },
            writes: Writes::new(rate),
            ssd: BTreeMap::new(),
            bad: Vec::new(),
            handed: 0,
            evicted: 0,
            cycle: 0,
        }
    }

    fn from(vector: u64) -> u64 {
        DRAM + 64 * SLICES as u64 * vector
    }

    fn to(vector: u64) -> u64 {
        // In another order.
        SSD + 64 * SLICES as u64 * (vector ^ 5)
    }

    fn cycle(&mut self, offer: bool, random: &mut Pcg64) {
        let block = &mut self.block;
        block.vector_valid.next = offer;
        block.from.next = Self::from(self.handed).into();
        block.to.next = Self::to(self.handed).into();
        let address = self.reads.give(self.cycle, random);
        block.rvalid.next = address.is_some();
        let bad = address.is_some_and(|address| self.bad.contains(&address));
        block.rerror.next = bad;
        let data = address.map(line).filter(|_| !bad).unwrap_or([0xbad; 16]);
        block.rdata.next = to_bits(&data);
        block.arready.next = self.reads.ready(random);
        block.awready.next = self.writes.takes_address.draw(random);
        block.wready.next = self.writes.takes_beat.draw(random);
        let answered = self.writes.answer(self.cycle, random);
        block.bvalid.next = answered;
        block.bresp.next = if self.writes.refuses { 2u64 } else { 0 }.into();
        settle(&mut **block);
        assert_eq!(block.evicted.val(), answered && !self.writes.refuses);
        self.evicted += u64::from(block.evicted.val());
        self.handed += u64::from(offer && block.vector_ready.val());
        if block.arvalid.val() && block.arready.val() {
            assert_eq!(number(block.arlen.val()) + 1, SLICES as u64);
            self.reads.ask(number(block.araddr.val()), SLICES as u64, self.cycle, random);
        }
        if block.awvalid.val() && block.awready.val() {
            self.writes.address(number(block.awaddr.val()), number(block.awlen.val()) + 1);
        }
        if block.wvalid.val() && block.wready.val() {
            self.writes.beat(from_bits(block.wdata.val()), block.wlast.val());
        }
        let (ssd, refuses) = (&mut self.ssd, self.writes.refuses);
        self.writes.land(self.cycle, random, |address, line| {
            assert!(refuses || ssd.insert(address, *line).is_none(), "{address:#x} is written twice");
        });
        clock_cycle!(self.block);
        self.cycle += 1;
    }

    fn run(&mut self, vectors: u64, mut rate: Rate, random: &mut Pcg64) {
        let (begin, end) = (self.cycle, self.handed + vectors);
        while self.handed < end && !self.block.read_failed.val() && !self.block.write_failed.val() {
            let offer = rate.draw(random);
            self.cycle(offer, random);
            assert!(self.cycle < begin + 50_000, "the evictor does not end");
        }
        // What is under way ends.
        while !self.block.idle.val() {
            self.cycle(false, random);
            assert!(self.cycle < begin + 50_000, "the evictor does not come to rest");
        }
    }

    /// Of the first EVs, and of no other, every line is in its place.
    fn check(&self, vectors: u64) {
        let expected: BTreeMap<u64, Line> = (0..vectors)
            .flat_map(|vector| (0..SLICES as u64).map(move |beat| (vector, 64 * beat)))
            .map(|(vector, offset)| (Self::to(vector) + offset, line(Self::from(vector) + offset)))
            .collect();
        assert!(self.ssd == expected, "{} of {} lines", self.ssd.len(), expected.len());
    }
}

fn evicts<const SLICES: usize>(seed: u64) {
    let random = &mut random(&format!("evictor of {SLICES} slices"), seed);
    let mut bench = Bench::<SLICES>::new(Rate::changing, false);
    bench.run(300, Rate::changing(), random);
    bench.check(300);
    assert_eq!(bench.evicted, 300);
    assert!(!bench.block.read_failed.val() && !bench.block.write_failed.val());
}

#[test]
fn evs_arrive_whole_and_in_their_places() {
    for seed in 0..3 {
        evicts::<1>(seed);
        evicts::<4>(seed);
    }
}

#[test]
fn a_beat_a_cycle() {
    let random = &mut random("evictor without stalls", 3);
    let mut bench = Bench::<4>::new(Rate::always, true);
    bench.run(300, Rate::always(), random);
    bench.check(300);
    assert!(bench.cycle < 1200 + 100, "{} cycles for 1200 beats", bench.cycle);
}

fn stops<const SLICES: usize>(seed: u64) {
    let random = &mut random(&format!("evictor of {SLICES} slices with bad lines"), seed);
    let mut bench = Bench::<SLICES>::new(Rate::changing, false);
    let bad = random.random_range(0..60);
    let beat = random.random_range(0..SLICES as u64);
    bench.bad = vec![Bench::<SLICES>::from(bad) + 64 * beat, Bench::<SLICES>::from(bad + 2)];
    bench.run(100, Rate::changing(), random);
    assert!(bench.block.read_failed.val(), "the error is told");
    bench.check(bad);
    assert_eq!(bench.evicted, bad);
    // Nothing more is taken until it is cleared; then it goes on from the bad one.
    for _ in 0..20 {
        bench.cycle(true, random);
    }
    bench.check(bad);
    bench.bad.clear();
    bench.block.clear.next = true;
    bench.cycle(false, random);
    bench.block.clear.next = false;
    settle(&mut *bench.block);
    assert!(!bench.block.read_failed.val());
    bench.handed = bad;
    bench.run(50, Rate::changing(), random);
    bench.check(bad + 50);
}

#[test]
fn behind_an_ev_that_was_not_read_well_nothing_is_written() {
    for seed in 0..6 {
        stops::<1>(seed);
        stops::<4>(seed);
    }
}

#[test]
fn a_refused_write_is_told_until_it_is_cleared() {
    let random = &mut random("evictor and an SSD that refuses", 7);
    let mut bench = Bench::<1>::new(Rate::changing, false);
    bench.writes.refuses = true;
    bench.run(100, Rate::changing(), random);
    assert!(bench.block.write_failed.val() && bench.evicted == 0 && bench.handed < 100);
    bench.block.clear.next = true;
    bench.cycle(false, random);
    bench.block.clear.next = false;
    settle(&mut *bench.block);
    assert!(!bench.block.write_failed.val());
}
