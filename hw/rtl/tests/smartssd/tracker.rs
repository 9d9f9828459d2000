//! The tracker of TX buffers: no output is written to a line that the host holds, and no line is snooped for nothing.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Rate, Source, number};
use emberlane_registers::cxl::{M2sBiRspOpcode, S2mBiSnpOpcode};
use emberlane_registers::smartssd::TRACKED_LINES;
use emberlane_rtl::smartssd::tx_tracker::TxTracker;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::{HashMap, HashSet, VecDeque};

/// Where the host maps the TX buffers.
const HDM_BASE: u64 = 0x9_4000_0000;

struct Bench<const SLICES: usize, const LINES: usize> {
    block: Box<TxTracker<SLICES, LINES, 0>>,
    /// Lines that the host holds.
    held: HashSet<u64>,
    keeps: Source<u64>,
    bursts: Source<u64>,
    /// Bursts that were taken and have not left.
    inside: VecDeque<u64>,
    /// Snoops that the host has not answered: tag, line, when they came.
    snoops: Vec<(u64, u64, usize)>,
    now: usize,
    /// Cycles that the host takes to answer a snoop, in order; none: as the rate says, in any order.
    latency: Option<usize>,
    /// Cycles that a keep has waited.
    waited: usize,
    snooped: HashMap<u64, usize>,
    left: usize,
    rates: [Rate; 3],
    /// Of keeps that are wanted and do not come.
    wanted: Rate,
    committed: bool,
    /// Lines may be kept while bursts to them are under way: then only snoops are looked at.
    late_keeps: bool,
}

impl<const SLICES: usize, const LINES: usize> Bench<SLICES, LINES> {
    fn new(rate: fn() -> Rate, committed: bool) -> Self {
        let mut block = ready::<TxTracker<SLICES, LINES, 0>>();
        block.hdm_base.next = (HDM_BASE | u64::from(committed)).into();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        Self {
            block,
            held: HashSet::new(),
            keeps: Source::new([], rate()),
            bursts: Source::new([], rate()),
            inside: VecDeque::new(),
            snoops: Vec::new(),
            now: 0,
            latency: None,
            waited: 0,
            snooped: HashMap::new(),
            left: 0,
            rates: std::array::from_fn(|_| rate()),
            wanted: Rate::never(),
            committed,
            late_keeps: false,
        }
    }

    fn lines(address: u64) -> impl Iterator<Item = u64> {
        (0..SLICES as u64).map(move |line| address / 64 + line)
    }

    fn cycle(&mut self, random: &mut Pcg64) {
        let block = &mut self.block;
        let keep = self.keeps.offer(random).copied();
        block.keep_valid.next = keep.is_some();
        block.keep.next = keep.unwrap_or(1).into();
        block.keep_wanted.next = keep.is_some() || self.wanted.draw(random);
        let burst = self.bursts.offer(random).copied();
        block.s_awvalid.next = burst.is_some();
        block.s_awaddr.next = burst.unwrap_or(0).into();
        block.m_awready.next = self.rates[0].draw(random);
        block.back_invalidate.s2m_bisnp_ready.next = self.rates[1].draw(random);
        let answer = match (self.latency, self.snoops.first()) {
            (_, None) => None,
            (Some(latency), Some((.., asked))) => (asked + latency <= self.now).then(|| self.snoops.remove(0)),
            (None, Some(_)) => {
                let answers = self.rates[2].draw(random);
                answers.then(|| self.snoops.swap_remove(random.random_range(0..self.snoops.len())))
            }
        };
        block.back_invalidate.m2s_birsp_valid.next = answer.is_some();
        block.back_invalidate.m2s_birsp_opcode.next = u64::from(M2sBiRspOpcode::BiRspI.code()).into();
        block.back_invalidate.m2s_birsp_bi_tag.next = answer.map_or(0, |(tag, ..)| tag).into();
        settle(&mut **block);
        if let Some((_, line, _)) = answer {
            self.held.remove(&line);
        }
        assert_eq!(block.snooped.val(), answer.is_some());
        if keep.is_some() {
            self.waited += 1;
            assert!(self.waited <= 2, "a keep waits for one cycle at most");
            if block.keep_ready.val() {
                self.waited = 0;
                self.held.insert(self.keeps.take());
            }
        }
        if burst.is_some() && block.s_awready.val() {
            self.inside.push_back(self.bursts.take());
        }
        let snoops = &block.back_invalidate;
        if snoops.s2m_bisnp_valid.val() {
            assert_eq!(number(snoops.s2m_bisnp_opcode.val()), u64::from(S2mBiSnpOpcode::BiSnpInv.code()));
            assert!(self.committed, "a snoop though nothing is mapped");
            if snoops.s2m_bisnp_ready.val() {
                let line = number(snoops.s2m_bisnp_address.val()) - HDM_BASE / 64;
                let tag = number(snoops.s2m_bisnp_bi_tag.val());
                assert!(tag < LINES as u64, "tag {tag}");
                assert!(self.snoops.iter().all(|(other, ..)| *other != tag), "two snoops with tag {tag}");
                assert!(
                    line >= TRACKED_LINES || self.held.contains(&line),
                    "line {line} is snooped, and the host never kept it"
                );
                self.snoops.push((tag, line, self.now));
                *self.snooped.entry(line).or_default() += 1;
            }
        }
        if block.m_awvalid.val() && block.m_awready.val() {
            let address = number(block.m_awaddr.val());
            assert_eq!(Some(address), self.inside.pop_front(), "bursts leave in order");
            for line in Self::lines(address).filter(|_| self.committed && !self.late_keeps) {
                assert!(!self.held.contains(&line), "line {line} is written while the host holds it");
                assert!(self.snoops.iter().all(|(_, open, _)| *open != line), "line {line}: its snoop is open");
            }
            self.left += 1;
        }
        clock_cycle!(self.block);
        self.now += 1;
    }

    /// Cycles until so many bursts, which begin at `first`, have left; all lines are snooped if the host holds them.
    fn leave(&mut self, random: &mut Pcg64, first: u64, bursts: usize) -> usize {
        let (before, left) = (self.now, self.left + bursts);
        self.bursts.items.extend((0..bursts as u64).map(|burst| (first + burst * SLICES as u64) * 64));
        while self.left < left {
            self.cycle(random);
            assert!(self.now < before + 50_000, "bursts do not leave");
        }
        self.now - before
    }

    /// The host keeps these lines, while no burst is under way.
    fn keep(&mut self, random: &mut Pcg64, lines: impl IntoIterator<Item = u64>) {
        self.keeps.items.extend(lines);
        while !self.keeps.items.is_empty() {
            self.cycle(random);
        }
    }

    /// Until everything has left.
    fn rest(&mut self, random: &mut Pcg64) {
        for cycle in 0.. {
            self.cycle(random);
            assert!(cycle < 50_000, "bursts do not leave");
            let sent = self.bursts.items.is_empty() && self.keeps.items.is_empty();
            if sent && self.inside.is_empty() && self.snoops.is_empty() {
                break;
            }
        }
    }
}

fn tracks<const SLICES: usize, const LINES: usize>(seed: u64, committed: bool) {
    let random = &mut random(&format!("tracker of {SLICES} slices, {LINES} lines, committed: {committed}"), seed);
    let mut bench = Bench::<SLICES, LINES>::new(Rate::changing, committed);
    bench.wanted = Rate::changing();
    let edge = TRACKED_LINES;
    let step = SLICES as u64;
    let mut written = 0;
    for round in 0..30 {
        // The host keeps lines, those at the end of what is tracked among them, and then the kernel writes.
        let mut lines: Vec<u64> = (0..40).map(|_| random.random_range(0..200)).collect();
        lines.extend((edge - step..edge + step).filter(|_| random.random()));
        lines.extend((0..3).map(|line| line * edge).filter(|_| random.random()));
        bench.keep(random, lines);
        let mut bursts: Vec<u64> = (0..30).map(|_| random.random_range(0..200 / step)).collect();
        bursts.extend([0, edge / step - 1, edge / step, edge / step + 1, 2 * edge / step]);
        let before = bench.snooped.clone();
        let count = |bursts: &[u64], line: u64| bursts.iter().filter(|burst| **burst == line / step).count();
        written += bursts.len();
        bench.bursts.items.extend(bursts.iter().map(|burst| burst * step * 64));
        bench.rest(random);
        // Lines without a bit are snooped every time they are written.
        for line in edge..edge + 2 * step {
            let snoops = bench.snooped.get(&line).unwrap_or(&0) - before.get(&line).unwrap_or(&0);
            let expected = if committed { count(&bursts, line) } else { 0 };
            assert_eq!(snoops, expected, "round {round}: line {line}");
        }
    }
    assert_eq!(bench.left, written);
}

#[test]
fn outputs_wait_until_the_host_holds_none_of_their_lines() {
    for seed in 0..3 {
        tracks::<1, 2>(seed, true);
        tracks::<1, 256>(seed, true);
        tracks::<2, 6>(seed, true);
        tracks::<4, 3>(seed, true);
        tracks::<4, 256>(seed, true);
        tracks::<8, 64>(seed, true);
        tracks::<4, 256>(seed, false);
    }
}

/// A line is kept in each of the cycles around the look at it. Over this burst and the next one it is snooped exactly once: the keep
/// is not lost, nor is one made up.
#[test]
fn a_line_that_is_kept_while_it_is_looked_at_is_snooped_once() {
    let random = &mut random("a line kept while it is looked at", 1);
    for other in [0, 40] {
        for at in 0..14 {
            let mut bench = Bench::<1, 256>::new(Rate::always, true);
            // A keep behind the look at a line comes too late for its burst, which no tracker can help.
            bench.late_keeps = true;
            bench.bursts.items.extend([other * 64, 9 * 64, other * 64]);
            for cycle in 0..30 {
                if cycle == at {
                    bench.keeps.items.push_back(9);
                }
                let keeps = !bench.keeps.items.is_empty();
                bench.cycle(random);
                assert!(!keeps || cycle < at + 10, "a keep is taken soon");
            }
            bench.bursts.items.push_back(9 * 64);
            for _ in 0..60 {
                bench.cycle(random);
            }
            assert_eq!(bench.snooped.get(&9), Some(&1), "kept in cycle {at}, beside line {other}");
            assert_eq!(bench.left, 4);
        }
    }
}

/// Cycles of the host from a snoop to its answer, as in the SmartSSD's simulations.
const HOST_LATENCY: usize = 150;

#[test]
fn a_line_a_cycle_that_nobody_holds() {
    let random = &mut random("tracker without stalls", 2);
    let cycles = Bench::<4, 256>::new(Rate::always, true).leave(random, 0, 200);
    assert!(cycles <= 800 + 20, "{cycles} cycles");
    let cycles = Bench::<1, 8>::new(Rate::always, true).leave(random, 0, 200);
    assert!(cycles <= 200 + 20, "{cycles} cycles");
}

fn snooped_lines<const SLICES: usize, const LINES: usize>(untracked: bool) -> usize {
    let random = &mut random(&format!("tracker of {SLICES} slices, {LINES} lines, all of them snooped"), 3);
    let mut bench = Bench::<SLICES, LINES>::new(Rate::always, true);
    bench.latency = Some(HOST_LATENCY);
    let first = if untracked { TRACKED_LINES } else { 0 };
    if !untracked {
        bench.keep(random, 0..800);
    }
    let cycles = bench.leave(random, first, 800 / SLICES);
    assert_eq!(bench.snooped.len(), 800);
    cycles
}

/// The first line waits for its snoop, and then comes a line a cycle, if there are more places than the snoop takes cycles. With fewer they
/// are what limits.
#[test]
fn a_line_a_cycle_though_each_is_snooped() {
    for cycles in [
        snooped_lines::<1, 256>(false),
        snooped_lines::<2, 256>(false),
        snooped_lines::<4, 256>(false),
        snooped_lines::<8, 256>(false),
        snooped_lines::<4, 155>(false),
        snooped_lines::<4, 256>(true),
    ] {
        assert!(cycles <= 800 + HOST_LATENCY + 20, "{cycles} cycles");
    }
    let cycles = snooped_lines::<4, 16>(false);
    assert!(cycles >= 800 * HOST_LATENCY / 16, "{cycles} cycles, of 16 at a time");
}

/// A host that reads lines to keep them, one behind the other, while each line that is written is snooped: the two go on in turn.
#[test]
fn keeps_and_snoops_take_turns() {
    let random = &mut random("tracker beside keeps", 4);
    let mut bench = Bench::<4, 256>::new(Rate::always, true);
    bench.latency = Some(HOST_LATENCY);
    bench.keep(random, 0..800);
    bench.keeps.items.extend(10_000..12_000);
    let cycles = bench.leave(random, 0, 200);
    assert!(cycles <= 2 * 800 + HOST_LATENCY + 20, "{cycles} cycles");
    let kept = 2_000 - bench.keeps.items.len();
    assert!(kept >= 800, "{kept} lines kept in {cycles} cycles");
}
