//! The filler against an SSD that answers in any order, interleaves bursts, and breaks rules.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, from_bits, number, to_bits};
use crate::memory::Writes;
use emberlane_rtl::smartssd::filler::Filler;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::{BTreeMap, HashSet};

/// What is wrong with a burst of the SSD.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrong {
    Nothing,
    /// A beat is an error.
    Beat(usize),
    /// RLAST comes with this beat, the last of the burst.
    Early(usize),
    /// So many beats come behind those that were asked for.
    Late(usize),
}

/// A burst under way on the SSD.
struct Burst {
    id: u64,
    from: u64,
    /// Beats given, and beats that there are.
    given: usize,
    beats: usize,
    wrong: Wrong,
}

/// The beat of a place on the SSD.
fn beat(address: u64, index: usize) -> Line {
    std::array::from_fn(|word| (address as u32).wrapping_mul(0x9e37_79b9) ^ (index as u32) << 8 ^ word as u32)
}

/// What a run does.
struct Scene {
    vectors: usize,
    rate: fn() -> Rate,
    /// One burst in so many is wrong; 0: none.
    wrong: u32,
    /// Beats of different bursts interleave.
    interleaves: bool,
    /// Bursts, from the oldest on, that give beats.
    window: usize,
    refuses: bool,
}

struct Bench<const SLICES: usize> {
    block: Box<Filler<SLICES>>,
    under_way: Vec<Burst>,
    /// Whose beats come, without interleaving.
    current: Option<u64>,
    memory: BTreeMap<u64, Line>,
    writes: Writes,
    /// EVs handed over: where from, where to.
    handed: Vec<(u64, u64)>,
    spoilt: HashSet<u64>,
    loaded: usize,
    beats: usize,
    cycles: usize,
    cycle: usize,
}

impl<const SLICES: usize> Bench<SLICES> {
    fn new(rate: fn() -> Rate) -> Self {
        let mut block = ready::<Filler<SLICES>>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        Self {
            block,
            under_way: Vec::new(),
            current: None,
            memory: BTreeMap::new(),
            writes: Writes::new(rate),
            handed: Vec::new(),
            spoilt: HashSet::new(),
            loaded: 0,
            beats: 0,
            cycles: 0,
            cycle: 0,
        }
    }

    /// The beat that comes in this cycle.
    fn answer(&mut self, scene: &Scene, rates: &mut [Rate; 4], random: &mut Pcg64) {
        let block = &mut self.block;
        block.rvalid.next = false;
        if self.under_way.is_empty() || !rates[0].draw(random) {
            return;
        }
        let index = match self.current {
            Some(id) if !scene.interleaves => self.under_way.iter().position(|burst| burst.id == id).unwrap(),
            _ => random.random_range(0..self.under_way.len().min(scene.window)),
        };
        let burst = &mut self.under_way[index];
        self.current = Some(burst.id);
        let last = burst.given + 1 == burst.beats;
        block.rvalid.next = true;
        block.rid.next = burst.id.into();
        block.rdata.next = to_bits(&beat(burst.from, burst.given));
        block.rresp.next = if burst.wrong == Wrong::Beat(burst.given) { 2u64 } else { 0 }.into();
        block.rlast.next = last;
        burst.given += 1;
        if last {
            self.under_way.remove(index);
            self.current = None;
        }
    }

    /// Hands all EVs over, and runs until nothing is under way.
    fn run(&mut self, scene: &Scene, random: &mut Pcg64) {
        let mut rates = std::array::from_fn(|_| (scene.rate)());
        let mut left = scene.vectors;
        let mut offered = None;
        let begin = self.cycle;
        loop {
            assert!(self.cycle < begin + 100_000, "the filler does not end");
            if left > 0 && offered.is_none() && rates[1].draw(random) {
                let number = self.handed.len() as u64;
                offered = Some((0x10_0000 + 512 * number, 0x8000_0000 + 64 * SLICES as u64 * number));
            }
            self.answer(scene, &mut rates, random);
            self.writes.refuses = scene.refuses;
            let block = &mut self.block;
            block.vector_valid.next = offered.is_some();
            block.from.next = offered.map_or(0, |(from, _)| from).into();
            block.to.next = offered.map_or(0, |(_, to)| to).into();
            block.arready.next = rates[2].draw(random);
            block.awready.next = self.writes.takes_address.draw(random);
            block.wready.next = self.writes.takes_beat.draw(random);
            let answered = self.writes.answer(self.cycle, random);
            block.bvalid.next = answered;
            block.berror.next = scene.refuses;
            settle(&mut **block);
            self.loaded += usize::from(block.loaded.val());
            assert_eq!(block.loaded.val(), answered && !scene.refuses);
            if let Some((from, to)) = offered
                && block.vector_ready.val()
            {
                self.handed.push((from, to));
                offered = None;
                left -= 1;
            }
            if block.arvalid.val() && block.arready.val() {
                let id = number(block.arid.val());
                assert_eq!(number(block.arlen.val()) + 1, SLICES as u64);
                assert!(self.under_way.iter().all(|burst| burst.id != id), "two bursts with ID {id}");
                let from = number(block.araddr.val());
                let wrong = if scene.wrong > 0 && random.random_ratio(1, scene.wrong) {
                    match random.random_range(0..3) {
                        0 => Wrong::Beat(random.random_range(0..SLICES)),
                        1 if SLICES > 1 => Wrong::Early(random.random_range(1..SLICES)),
                        _ => Wrong::Late(random.random_range(1..20)),
                    }
                } else {
                    Wrong::Nothing
                };
                let beats = match wrong {
                    Wrong::Early(beats) => beats,
                    Wrong::Late(more) => SLICES + more,
                    _ => SLICES,
                };
                if wrong != Wrong::Nothing {
                    self.spoilt.insert(from);
                }
                self.under_way.push(Burst { id, from, given: 0, beats, wrong });
            }
            if block.awvalid.val() && block.awready.val() {
                self.writes.address(number(block.awaddr.val()), number(block.awlen.val()) + 1);
            }
            if block.wvalid.val() && block.wready.val() {
                self.writes.beat(from_bits(block.wdata.val()), block.wlast.val());
                self.beats += 1;
            }
            let (memory, refuses) = (&mut self.memory, scene.refuses);
            self.writes.land(self.cycle, random, |address, line| {
                assert!(refuses || memory.insert(address, *line).is_none(), "{address:#x} is written twice");
            });
            let idle = block.idle.val();
            let stops = left == 0 || block.read_failed.val() || block.write_failed.val();
            clock_cycle!(self.block);
            self.cycle += 1;
            if idle && stops && self.under_way.is_empty() {
                break;
            }
        }
        self.cycles += self.cycle - begin;
        self.block.vector_valid.next = false;
        self.block.rvalid.next = false;
        self.block.bvalid.next = false;
        settle(&mut *self.block);
    }

    /// Every EV that came well is where it was to go, whole; of the others nothing is.
    fn check(&self) {
        let mut expected = BTreeMap::new();
        for (from, to) in self.handed.iter().filter(|(from, _)| !self.spoilt.contains(from)) {
            expected.extend((0..SLICES).map(|index| (to + 64 * index as u64, beat(*from, index))));
        }
        assert_eq!(self.memory.len(), expected.len());
        for (address, line) in &expected {
            assert_eq!(self.memory.get(address), Some(line), "{address:#x}");
        }
        assert_eq!(self.block.read_failed.val(), !self.spoilt.is_empty());
    }
}

fn fills<const SLICES: usize>(scene: &Scene, seed: u64) -> Bench<SLICES> {
    let random = &mut random(&format!("filler of {SLICES} slices"), seed);
    let mut bench = Bench::new(scene.rate);
    bench.run(scene, random);
    bench
}

#[test]
fn bursts_are_put_together_by_their_ids() {
    for seed in 0..3 {
        for interleaves in [false, true] {
            let scene =
                Scene { vectors: 400, rate: Rate::changing, wrong: 0, interleaves, window: 128, refuses: false };
            for bench in [fills::<1>(&scene, seed).loaded, fills::<4>(&scene, seed).loaded] {
                assert_eq!(bench, 400);
            }
            fills::<1>(&scene, seed).check();
            fills::<4>(&scene, seed).check();
            fills::<8>(&scene, seed).check();
        }
    }
}

#[test]
fn a_beat_a_cycle_whatever_the_order() {
    for interleaves in [false, true] {
        let scene = Scene { vectors: 600, rate: Rate::always, wrong: 0, interleaves, window: 4, refuses: false };
        let bench = fills::<4>(&scene, 9);
        bench.check();
        assert!(bench.cycles < 2400 + 200, "{} cycles for 2400 beats", bench.cycles);
        let bench = fills::<1>(&scene, 9);
        bench.check();
        assert!(bench.cycles < 600 + 100, "{} cycles for 600 beats", bench.cycles);
    }
}

/// Errors, RLAST that comes early or late: the EV is dropped, all others arrive, and behind `clear` it goes on.
#[test]
fn what_did_not_come_well_is_not_written() {
    fn spoils<const SLICES: usize>(seed: u64) -> usize {
        let scene =
            Scene { vectors: 150, rate: Rate::changing, wrong: 20, interleaves: true, window: 128, refuses: false };
        let random = &mut random(&format!("spoilt bursts of {SLICES} slices"), seed);
        let mut bench = Bench::<SLICES>::new(scene.rate);
        let mut failed = 0;
        for _ in 0..4 {
            bench.run(&scene, random);
            bench.check();
            failed += usize::from(bench.block.read_failed.val());
            bench.block.clear.next = true;
            clock_cycle!(bench.block);
            bench.block.clear.next = false;
            settle(&mut *bench.block);
            assert!(!bench.block.read_failed.val());
            bench.spoilt.clear();
            bench.memory.clear();
            bench.handed.clear();
        }
        failed
    }
    let failed: usize = (0..4).map(|seed| spoils::<1>(seed) + spoils::<4>(seed)).sum();
    assert!(failed > 8, "{failed} runs failed");
}

#[test]
fn a_beat_that_nobody_asked_for_is_an_error_and_nothing_else() {
    let mut bench = Bench::<4>::new(Rate::always);
    for id in [5, 127, 128 + 3] {
        bench.block.rvalid.next = true;
        bench.block.rlast.next = true;
        bench.block.rid.next = u64::into(id);
        clock_cycle!(bench.block);
        bench.block.rvalid.next = false;
        settle(&mut *bench.block);
        assert!(bench.block.read_failed.val() && bench.block.idle.val());
        bench.block.clear.next = true;
        clock_cycle!(bench.block);
        bench.block.clear.next = false;
        settle(&mut *bench.block);
        assert!(!bench.block.read_failed.val());
    }
    let random = &mut random("filler behind strange beats", 4);
    bench.run(
        &Scene { vectors: 300, rate: Rate::changing, wrong: 0, interleaves: true, window: 128, refuses: false },
        random,
    );
    bench.check();
}

/// No more EVs are taken than the DRAM may have unanswered, and a refused write is told until it is cleared.
#[test]
fn unanswered_writes_hold_it_up_and_refused_ones_stop_it() {
    let mut bench = Bench::<1>::new(Rate::always);
    let random = &mut random("filler without answers", 5);
    let mut taken = 0;
    let mut ids = Vec::new();
    for cycle in 0..1000_u64 {
        let block = &mut bench.block;
        block.vector_valid.next = true;
        block.from.next = (cycle * 64).into();
        block.to.next = (cycle * 64).into();
        block.arready.next = true;
        block.awready.next = true;
        block.wready.next = true;
        let id = ids.pop();
        block.rvalid.next = id.is_some();
        block.rlast.next = true;
        block.rid.next = u64::into(id.unwrap_or(0));
        settle(&mut **block);
        taken += usize::from(block.vector_ready.val());
        if block.arvalid.val() {
            ids.push(number(block.arid.val()));
        }
        clock_cycle!(bench.block);
    }
    assert_eq!(taken, 255);
    let scene = Scene { vectors: 100, rate: Rate::changing, wrong: 0, interleaves: true, window: 128, refuses: true };
    let mut bench = Bench::<1>::new(scene.rate);
    bench.run(&scene, random);
    assert!(bench.block.write_failed.val() && !bench.block.read_failed.val() && bench.loaded == 0);
}
