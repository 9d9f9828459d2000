//! The device coherency engine: every line of a flush reaches the host once, every line of a fetch is handed on once and in
//! order, both at the same time, whatever stalls and in whatever order the host answers.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, from_bits, number, to_bits};
use emberlane_registers::cxl::{D2hReqOpcode, D2hRspOpcode, H2dReqOpcode, H2dRspOpcode};
use emberlane_registers::cxl_mem::{SCRATCHPAD_BASE, interleave};
use emberlane_rtl::cxl_mem::endpoint::dcoh::Dcoh;
use rand::Rng;
use rand_pcg::Pcg64;
use rust_hdl::prelude::*;
use std::collections::{BTreeMap, HashSet, VecDeque};

const PORTS: usize = 2;
const FLUSH_SOURCE: u64 = SCRATCHPAD_BASE + 0x1_0040;
const FLUSH_TARGET: u64 = 0x40_0000_0080;
const FETCH_SOURCE: u64 = 0x50_0000_0fc0;

fn line_of(address: u64) -> Line {
    std::array::from_fn(|lane| (address as u32 + lane as u32).wrapping_mul(0x9e37_79b9) ^ (address >> 32) as u32)
}

fn marked(line: &Line, mark: bool) -> Bits<513> {
    bit_cast::<513, 512>(to_bits(line)) | (bit_cast::<513, 1>(mark.into()) << 512)
}

/// What goes wrong in a round.
#[derive(Clone, Copy, Default)]
struct Faults {
    /// A line of the scratchpad that cannot be read, by its number in the flush.
    unreadable: Option<u64>,
    /// A line that the host refuses.
    refused: Option<u64>,
    /// A line that comes poisoned, by its number in the fetch.
    poisoned: Option<u64>,
}

struct Bench {
    block: Box<Dcoh<PORTS, 0>>,
    random: Pcg64,
    rate: fn() -> Rate,
    cycle: u64,
}

impl Bench {
    fn new(rate: fn() -> Rate, seed: u64) -> Self {
        let mut block = ready::<Dcoh<PORTS, 0>>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        Self { block, random: random("dcoh", seed), rate, cycle: 0 }
    }

    /// A flush and a fetch of so many lines; how many cycles they took.
    fn round(&mut self, flush: u64, fetch: u64, faults: Faults) -> u64 {
        let Self { block, random, rate, cycle } = self;
        let mut rates: Vec<Rate> = (0..12).map(|_| rate()).collect();
        let begin = *cycle;
        // Scratchpad: reads under way by port.
        let mut reads = vec![VecDeque::new(); PORTS];
        // Host: writes that it has not pulled, pulls without data, reads that it has not answered, snoops.
        let mut writes: Vec<(u64, u64)> = Vec::new();
        let mut pulls: BTreeMap<u64, u64> = BTreeMap::new();
        let mut fetches: Vec<(u64, u64)> = Vec::new();
        let mut snoops: VecDeque<u64> = VecDeque::new();
        let mut flushed: HashSet<u64> = HashSet::new();
        // Lines that were handed on.
        let mut fetched = 0;
        let (mut cqids, mut next_uqid) = (HashSet::new(), 0);
        // Requests of the fetch since its window was closed.
        let (in_window, mut outside) = (random.random::<bool>(), 0);
        let (mut flush_failed, mut flush_ended) = (0, false);
        let mut unreadable = Vec::new();
        // What is offered to the device stays until it is taken.
        let (mut response, mut data, mut snoop) = (None, None, None);
        while fetched < fetch || !flush_ended || !snoops.is_empty() {
            assert!(*cycle - begin < 60_000, "no end: {} lines flushed, {fetched} fetched", flushed.len());
            let first = *cycle == begin;
            block.flush_start.next = first;
            block.flush_source.next = FLUSH_SOURCE.into();
            block.flush_target.next = (FLUSH_TARGET | 1).into();
            block.flush_lines.next = flush.into();
            block.fetch_start.next = first && fetch > 0;
            block.fetch_source.next = FETCH_SOURCE.into();
            block.fetch_ready.next = rates[2].draw(random);
            block.fetch_lines.next = fetch.into();
            block.fetch_in_window.next = in_window && first;
            block.fetch_window.next = rates[9].draw(random);
            if block.fetch_window.val() {
                outside = 0;
            }
            let mut answered = [None; PORTS];
            for port in 0..PORTS {
                block.request_ready[port].next = rates[0].draw(random);
                answered[port] = if rates[1].draw(random) { reads[port].pop_front() } else { None };
                block.answer_valid[port].next = answered[port].is_some();
                let number: u64 = answered[port].unwrap_or_default();
                block.answer[port].next =
                    marked(&line_of(FLUSH_SOURCE + 64 * number), faults.unreadable == Some(number));
            }
            let cache = &mut block.cxl_cache;
            let takes = [rates[4].draw(random), rates[5].draw(random), rates[6].draw(random)];
            cache.d2h_req_ready.next = takes[0];
            cache.d2h_rsp_ready.next = takes[1];
            cache.d2h_data_ready.next = takes[2];
            if response.is_none() && !writes.is_empty() && rates[7].draw(random) {
                let (cqid, number) = writes.swap_remove(random.random_range(0..writes.len()));
                let uqid = next_uqid % 4096;
                next_uqid += 1;
                pulls.insert(uqid, number);
                cqids.remove(&cqid);
                let refused = faults.refused == Some(number);
                let opcode = if refused { H2dRspOpcode::GoErrWritePull } else { H2dRspOpcode::GoWritePull };
                response = Some((opcode, uqid, cqid));
            }
            cache.h2d_rsp_valid.next = response.is_some();
            if let Some((opcode, uqid, cqid)) = response {
                cache.h2d_rsp_opcode.next = u64::from(opcode.code()).into();
                cache.h2d_rsp_rsp_data.next = uqid.into();
                cache.h2d_rsp_cqid.next = cqid.into();
            }
            if data.is_none() && !fetches.is_empty() && rates[8].draw(random) {
                data = Some(fetches.swap_remove(random.random_range(0..fetches.len())));
            }
            cache.h2d_data_valid.next = data.is_some();
            if let Some((cqid, number)) = data {
                cache.h2d_data_cqid.next = cqid.into();
                // Poison, or nothing at its address.
                let (bad, go_err) = (faults.poisoned == Some(number), number.is_multiple_of(2));
                cache.h2d_data_poison.next = bad && !go_err;
                cache.h2d_data_go_err.next = bad && go_err;
                cache.h2d_data_data.next = to_bits(&line_of(FETCH_SOURCE + 64 * number));
            }
            if snoop.is_none() && !flush_ended && random.random_ratio(1, 20) {
                snoop = Some(random.random_range(0..4096));
            }
            cache.h2d_req_valid.next = snoop.is_some();
            cache.h2d_req_opcode.next = u64::from(H2dReqOpcode::SnpInv.code()).into();
            cache.h2d_req_uqid.next = snoop.unwrap_or(0).into();
            settle(&mut **block);

            let at = *cycle;
            if block.flush_unreadable.val() {
                unreadable.push(number(block.flush_unreadable_address.val()));
            }
            if block.flush_failed.val() {
                flush_failed += 1;
            }
            if block.fetch_valid.val() && block.fetch_ready.val() {
                let line = block.fetch_line.val();
                assert_eq!(line.get_bit(512), faults.poisoned == Some(fetched), "cycle {at}: line {fetched}");
                let line = from_bits(line.get_bits::<512>(0));
                assert_eq!(line, line_of(FETCH_SOURCE + 64 * fetched), "cycle {at}: line {fetched}");
                fetched += 1;
            }
            flush_ended = !first && block.flush_idle.val();
            if block.waiting.val() && !first {
                let nothing = reads.iter().all(VecDeque::is_empty);
                assert!(nothing && !block.cxl_cache.d2h_req_valid.val(), "cycle {at}: it waits for nobody");
            }
            for (port, reads) in reads.iter_mut().enumerate() {
                if block.request_valid[port].val() && block.request_ready[port].val() {
                    let address = number(block.request_address[port].val());
                    let found = (0..flush).find(|number| {
                        let offset = FLUSH_SOURCE - SCRATCHPAD_BASE + 64 * number;
                        interleave(offset, PORTS as u64) == (port as u64, address)
                    });
                    reads.push_back(found.expect("a line of the flush"));
                }
            }
            let cache = &block.cxl_cache;
            if cache.d2h_req_valid.val() && takes[0] {
                let (opcode, cqid) = (number(cache.d2h_req_opcode.val()) as u8, number(cache.d2h_req_cqid.val()));
                let address = number(cache.d2h_req_address.val()) << 6;
                if opcode == D2hReqOpcode::ItoMWr.code() {
                    assert!(cqid < 64 && cqids.insert(cqid), "cycle {at}: CQID {cqid} names another write");
                    let number = (address - FLUSH_TARGET) / 64;
                    assert!(number < flush, "cycle {at}: {address:#x}");
                    writes.push((cqid, number));
                } else {
                    assert_eq!(opcode, D2hReqOpcode::RdCurr.code(), "cycle {at}");
                    assert!((64..128).contains(&cqid) && cqids.insert(cqid), "cycle {at}: CQID {cqid}");
                    let number = (address - FETCH_SOURCE) / 64;
                    assert!(number < fetch, "cycle {at}: {address:#x}");
                    fetches.push((cqid, number));
                    outside += 1;
                    // Four that were queued, and one on its way there.
                    assert!(!in_window || outside <= 5, "cycle {at}: {outside} requests after the window was closed");
                }
            }
            if cache.d2h_data_valid.val() && takes[2] {
                let uqid = number(cache.d2h_data_uqid.val());
                let line_number = pulls.remove(&uqid).expect("the host has pulled it");
                assert!(flushed.insert(line_number), "cycle {at}: line {line_number} twice");
                assert_eq!(from_bits(cache.d2h_data_data.val()), line_of(FLUSH_SOURCE + 64 * line_number));
                assert_eq!(cache.d2h_data_poison.val(), faults.unreadable == Some(line_number), "line {line_number}");
            }
            if cache.d2h_rsp_valid.val() && takes[1] {
                assert_eq!(number(cache.d2h_rsp_opcode.val()), u64::from(D2hRspOpcode::RspIHitI.code()));
                assert_eq!(Some(number(cache.d2h_rsp_uqid.val())), snoops.pop_front(), "cycle {at}");
            }
            assert!(cache.h2d_rsp_ready.val() && cache.h2d_data_ready.val(), "answers are always taken");
            response = None;
            if let Some((cqid, _)) = data.take() {
                cqids.remove(&cqid);
            }
            if snoop.is_some() && cache.h2d_req_ready.val() {
                snoops.extend(snoop.take());
            }
            clock_cycle!(*block);
            *cycle += 1;
        }
        assert_eq!(flushed.len() as u64, flush, "every line once");
        assert_eq!(flush_failed, u64::from(faults.refused.is_some()));
        let expected = faults.unreadable.map(|number| FLUSH_SOURCE + 64 * number);
        assert_eq!(unreadable, Vec::from_iter(expected), "lines that could not be read");
        *cycle - begin
    }
}

#[test]
fn a_flush_and_a_fetch_run_side_by_side() {
    for (rate, seed) in [(Rate::always as fn() -> Rate, 1), (Rate::changing, 2), (Rate::changing, 3)] {
        let mut bench = Bench::new(rate, seed);
        for round in 0..6 {
            let (flush, fetch) = (bench.random.random_range(1..200), bench.random.random_range(0..200));
            let cycles = bench.round(flush, fetch, Faults::default());
            println!("round {round}: {flush} lines flushed, {fetch} fetched in {cycles} cycles");
            if seed == 1 {
                // One D2H Req serves both.
                assert!(cycles <= flush + fetch + 24, "{flush} + {fetch} lines took {cycles} cycles");
            }
        }
    }
}

#[test]
fn what_goes_wrong_is_said_and_ends() {
    let mut bench = Bench::new(Rate::changing, 4);
    let faults = [
        Faults { unreadable: Some(3), ..Faults::default() },
        Faults { refused: Some(0), ..Faults::default() },
        Faults { poisoned: Some(7), ..Faults::default() },
        Faults { refused: Some(39), poisoned: Some(0), ..Faults::default() },
        Faults { poisoned: Some(39), ..Faults::default() },
        Faults::default(),
    ];
    for faults in faults {
        bench.round(40, 40, faults);
    }
}
