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

struct Bench<const SLICES: usize> {
    block: Box<TxTracker<SLICES, 0>>,
    /// Lines that the host holds.
    held: HashSet<u64>,
    keeps: Source<u64>,
    bursts: Source<u64>,
    /// Bursts that were taken and have not left.
    inside: VecDeque<u64>,
    /// Snoops that the host has not answered: tag, line.
    snoops: Vec<(u64, u64)>,
    snooped: HashMap<u64, usize>,
    left: usize,
    rates: [Rate; 3],
    committed: bool,
    /// Lines may be kept while bursts to them are under way: then only snoops are looked at.
    late_keeps: bool,
}

impl<const SLICES: usize> Bench<SLICES> {
    fn new(rate: fn() -> Rate, committed: bool) -> Self {
        let mut block = ready::<TxTracker<SLICES, 0>>();
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
            snooped: HashMap::new(),
            left: 0,
            rates: std::array::from_fn(|_| rate()),
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
        let burst = self.bursts.offer(random).copied();
        block.s_awvalid.next = burst.is_some();
        block.s_awaddr.next = burst.unwrap_or(0).into();
        block.m_awready.next = self.rates[0].draw(random);
        block.back_invalidate.s2m_bisnp_ready.next = self.rates[1].draw(random);
        let answer = (!self.snoops.is_empty() && self.rates[2].draw(random))
            .then(|| self.snoops.swap_remove(random.random_range(0..self.snoops.len())));
        block.back_invalidate.m2s_birsp_valid.next = answer.is_some();
        block.back_invalidate.m2s_birsp_opcode.next = u64::from(M2sBiRspOpcode::BiRspI.code()).into();
        block.back_invalidate.m2s_birsp_bi_tag.next = answer.map_or(0, |(tag, _)| tag).into();
        settle(&mut **block);
        if let Some((_, line)) = answer {
            self.held.remove(&line);
        }
        assert_eq!(block.snooped.val(), answer.is_some());
        if keep.is_some() && block.keep_ready.val() {
            self.held.insert(self.keeps.take());
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
                assert!(self.snoops.iter().all(|(other, _)| *other != tag), "two snoops with tag {tag}");
                assert!(
                    line >= TRACKED_LINES || self.held.contains(&line),
                    "line {line} is snooped, and the host never kept it"
                );
                self.snoops.push((tag, line));
                *self.snooped.entry(line).or_default() += 1;
            }
        }
        if block.m_awvalid.val() && block.m_awready.val() {
            let address = number(block.m_awaddr.val());
            assert_eq!(Some(address), self.inside.pop_front(), "bursts leave in order");
            for line in Self::lines(address).filter(|_| self.committed && !self.late_keeps) {
                assert!(!self.held.contains(&line), "line {line} is written while the host holds it");
                assert!(self.snoops.iter().all(|(_, open)| *open != line), "line {line}: its snoop is open");
            }
            self.left += 1;
        }
        clock_cycle!(self.block);
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

fn tracks<const SLICES: usize>(seed: u64, committed: bool) {
    let random = &mut random(&format!("tracker of {SLICES} slices, committed: {committed}"), seed);
    let mut bench = Bench::<SLICES>::new(Rate::changing, committed);
    let edge = TRACKED_LINES;
    let step = SLICES as u64;
    let mut written = 0;
    for round in 0..30 {
        // The host keeps lines, those at the end of what is tracked among them, and then the kernel writes.
        let mut lines: Vec<u64> = (0..40).map(|_| random.random_range(0..200)).collect();
        lines.extend((edge - step..edge + step).filter(|_| random.random()));
        lines.extend((0..3).map(|line| line * edge).filter(|_| random.random()));
        bench.keeps.items.extend(lines);
        while !bench.keeps.items.is_empty() {
            bench.cycle(random);
        }
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
        tracks::<1>(seed, true);
        tracks::<4>(seed, true);
        tracks::<4>(seed, false);
    }
}

/// A line is kept in each of the cycles around the look at it. Over this burst and the next one it is snooped exactly once: the keep
/// is not lost, nor is one made up.
#[test]
fn a_line_that_is_kept_while_it_is_looked_at_is_snooped_once() {
    let random = &mut random("a line kept while it is looked at", 1);
    for other in [0, 40] {
        for at in 0..14 {
            let mut bench = Bench::<1>::new(Rate::always, true);
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

#[test]
fn a_line_a_cycle() {
    let random = &mut random("tracker without stalls", 2);
    let mut bench = Bench::<4>::new(Rate::always, true);
    bench.bursts.items.extend((0..200).map(|burst| burst * 256));
    for _ in 0..800 + 20 {
        bench.cycle(random);
    }
    assert_eq!(bench.left, 200);
}
