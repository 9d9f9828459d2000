//! The host on CXL.cache behind AXI4: every request has its answer, in whatever order memory gives them, and none of before a reset comes
//! behind it.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, Source, from_bits, number, to_bits};
use emberlane_registers::cxl::{D2hReqOpcode, H2dRspOpcode, M2sBiRspOpcode};
use emberlane_rtl::smartssd_shell::{HostReader, NoCopies};
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::{BTreeMap, VecDeque};

/// A request of the device: opcode, number, line.
type Request = (D2hReqOpcode, u64, u64);

/// What a line of memory holds: another value behind each reset, so that a line of before it is none.
fn held(line: u64, era: u32) -> Line {
    std::array::from_fn(|word| (line as u32 ^ (line >> 32) as u32).wrapping_mul(0x9e37_79b1) ^ era << 8 ^ word as u32)
}

/// Whether memory has an error there.
fn is_bad(line: u64) -> bool {
    line % 7 == 3
}

/// So many requests, of which some are none that a host with AXI alone can serve.
fn requests(count: u64, plain: bool, random: &mut Pcg64) -> Vec<Request> {
    let mut request = |index: u64| {
        let kind = if plain { 0 } else { random.random_range(0..10) };
        let opcode = if kind == 9 { D2hReqOpcode::ItoMWr } else { D2hReqOpcode::RdCurr };
        let beyond = if kind == 8 { random.random_range(1..8) << 9 } else { 0 };
        (opcode, (index % 512) | beyond, random.random_range(0..1 << 46))
    };
    (0..count).map(&mut request).collect()
}

/// Cycles from a reset to the next.
const PERIOD: usize = 307;

/// An offer that must stay as it is until it is taken.
fn stays<T: PartialEq + std::fmt::Debug>(before: &mut Option<T>, now: Option<T>, taken: bool, cycle: usize) {
    assert!(before.is_none() || *before == now, "cycle {cycle}: {before:?} was offered, and is now {now:?}");
    *before = now.filter(|_| !taken);
}

/// Runs requests to their answers; cycles until the last. With `resets`, the block is reset now and then while memory goes on, or is reset as
/// well.
fn run(list: Vec<Request>, rate: fn() -> Rate, slowest: u32, resets: bool, random: &mut Pcg64) -> usize {
    let mut block = ready::<HostReader>();
    block.reset.next = true;
    block.memory_reset.next = true;
    clock_cycle!(block);
    let count = list.len();
    let mut device = Source::new(list, rate());
    // Requests of the device without an answer, by number; reads that memory owes: ID, line, era, cycles to wait.
    let mut open: BTreeMap<u64, Request> = BTreeMap::new();
    let mut owed: Vec<(u64, u64, u32, u32)> = Vec::new();
    let mut rates: [Rate; 4] = std::array::from_fn(|_| rate());
    let (mut answered, mut dropped, mut era, mut late) = (0, 0, 0, 0);
    let (mut address, mut line, mut refusal) = (None, None, None);
    let mut answer = None;
    let mut cycle = 0;
    while answered + dropped < count {
        assert!(cycle < 400 * count + 2000, "stuck");
        let in_reset = resets && cycle % PERIOD >= PERIOD - 4;
        let of_memory = in_reset && cycle / PERIOD % 3 == 2;
        block.reset.next = in_reset;
        block.memory_reset.next = of_memory;
        if in_reset {
            // The link is reset: what the device asked for is asked no more. What it was about to ask it asks later.
            dropped += open.len();
            open.clear();
            era += u32::from(cycle % PERIOD == PERIOD - 4);
            late += owed.len();
            (line, refusal) = (None, None);
            if of_memory {
                owed.clear();
                answer = None;
            }
            // In reset the block offers nothing to memory.
            address = None;
        }
        let offered = if in_reset { None } else { device.offer(random).copied() };
        let cache = &mut block.cxl_cache;
        let (opcode, cqid, asked) = offered.unwrap_or((D2hReqOpcode::RdCurr, 0xabc, 0x1234));
        cache.d2h_req_valid.next = offered.is_some();
        cache.d2h_req_opcode.next = u64::from(opcode.code()).into();
        cache.d2h_req_cqid.next = cqid.into();
        cache.d2h_req_address.next = asked.into();
        let [takes_address, gives, takes_line, takes_refusal] = std::array::from_fn(|index| rates[index].draw(random));
        cache.h2d_data_ready.next = takes_line;
        cache.h2d_rsp_ready.next = takes_refusal;
        owed.iter_mut().for_each(|(.., waits)| *waits = waits.saturating_sub(1));
        if answer.is_none() && gives && !of_memory {
            let due: Vec<usize> = (0..owed.len()).filter(|index| owed[*index].3 == 0).collect();
            answer = (!due.is_empty()).then(|| owed.remove(due[random.random_range(0..due.len())]));
        }
        let (id, read, of_era, _) = answer.unwrap_or((0x155, 3, 77, 0));
        block.m_axi.arready.next = takes_address;
        block.m_axi.rvalid.next = answer.is_some();
        block.m_axi.rid.next = id.into();
        block.m_axi.rdata.next = to_bits(&held(read, of_era));
        let response = if is_bad(read) { 2 + read % 2 } else { 0 };
        block.m_axi.rresp.next = response.into();
        block.m_axi.rlast.next = true;
        settle(&mut *block);

        let (port, cache) = (&block.m_axi, &block.cxl_cache);
        assert!(!port.awvalid.val() && !port.wvalid.val() && port.bready.val() && !cache.h2d_req_valid.val());
        assert!(
            cache.d2h_data_ready.val() && cache.d2h_rsp_ready.val(),
            "data that nobody wants, and answers to nothing, are taken"
        );
        let asks = port.arvalid.val().then(|| (number(port.arid.val()), number(port.araddr.val())));
        assert!(!(in_reset && asks.is_some()), "cycle {cycle}: a read in reset");
        if let Some((id, place)) = asks {
            let form = [number(port.arlen.val()), number(port.arsize.val()), number(port.arburst.val())];
            assert_eq!((form, place % 64), ([0, 6, 1], 0));
            if takes_address {
                owed.push((id, place / 64, era, random.random_range(0..=slowest)));
            }
        }
        stays(&mut address, asks, takes_address, cycle);
        if answer.is_some() && port.rready.val() {
            answer = None;
        }
        if !in_reset {
            if offered.is_some() && cache.d2h_req_ready.val() {
                let request = device.take();
                assert!(open.insert(request.1, request).is_none(), "the test uses a number twice");
            }
            let comes = cache.h2d_data_valid.val().then(|| {
                let cqid = number(cache.h2d_data_cqid.val());
                (cqid, cache.h2d_data_go_err.val(), cache.h2d_data_poison.val(), from_bits(cache.h2d_data_data.val()))
            });
            if let Some((cqid, error, poison, data)) = comes.filter(|_| takes_line) {
                let (opcode, _, asked) =
                    open.remove(&cqid).unwrap_or_else(|| panic!("cycle {cycle}: nobody asked {cqid}"));
                assert_eq!((opcode, poison), (D2hReqOpcode::RdCurr, false));
                assert_eq!(error, cqid >= 512 || is_bad(asked), "cycle {cycle}: line {asked:#x}");
                assert!(cqid >= 512 || data == held(asked, era), "cycle {cycle}: another line than {asked:#x}");
                answered += 1;
            }
            stays(&mut line, comes, takes_line, cycle);
            let declines = cache
                .h2d_rsp_valid
                .val()
                .then(|| (number(cache.h2d_rsp_cqid.val()), number(cache.h2d_rsp_rsp_data.val())));
            if let Some((cqid, uqid)) = declines.filter(|_| takes_refusal) {
                assert_eq!(number(cache.h2d_rsp_opcode.val()), u64::from(H2dRspOpcode::GoErrWritePull.code()));
                assert!(open.remove(&cqid).is_some_and(|(opcode, ..)| opcode != D2hReqOpcode::RdCurr) && cqid == uqid);
                answered += 1;
            }
            stays(&mut refusal, declines, takes_refusal, cycle);
        }
        clock_cycle!(block);
        cycle += 1;
    }
    assert!(
        !resets || (late > 0 && dropped > 0 && answered > count / 4),
        "{late} late, {dropped} dropped, {answered} answered"
    );
    cycle
}

#[test]
fn every_request_has_its_answer() {
    for seed in 0..4 {
        let random = &mut random("host reader", seed);
        run(requests(400, false, random), Rate::changing, 80, false, random);
    }
}

#[test]
fn no_line_of_before_a_reset_comes_behind_it() {
    for seed in 0..6 {
        let random = &mut random("host reader under reset", seed);
        run(requests(500, false, random), Rate::changing, 60, true, random);
    }
}

#[test]
fn a_line_a_cycle() {
    let random = &mut random("host reader at its rate", 9);
    let cycles = run(requests(500, true, random), Rate::always, 0, false, random);
    assert!((500..508).contains(&cycles), "{cycles} cycles for 500 lines");
}

#[test]
fn nobody_holds_a_line() {
    let random = &mut random("no copies", 1);
    let mut block = ready::<NoCopies>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let mut snoops = Source::new(0..300u64, Rate::changing());
    let mut takes = Rate::changing();
    let (mut open, mut answered) = (VecDeque::new(), 0);
    for cycle in 0.. {
        assert!(cycle < 20_000, "stuck");
        let offered = snoops.offer(random).copied();
        block.back_invalidate.s2m_bisnp_valid.next = offered.is_some();
        block.back_invalidate.s2m_bisnp_bi_tag.next = offered.unwrap_or(0x55).into();
        block.back_invalidate.m2s_birsp_ready.next = takes.draw(random);
        settle(&mut *block);
        let link = &block.back_invalidate;
        if link.m2s_birsp_valid.val() && link.m2s_birsp_ready.val() {
            assert_eq!(number(link.m2s_birsp_opcode.val()), u64::from(M2sBiRspOpcode::BiRspI.code()));
            assert_eq!(Some(number(link.m2s_birsp_bi_tag.val())), open.pop_front(), "a snoop's answer");
            answered += 1;
        }
        if offered.is_some() && link.s2m_bisnp_ready.val() {
            open.push_back(snoops.take());
        }
        if answered == 300 {
            break;
        }
        clock_cycle!(block);
    }
}
