//! The peer reader: each source gets its lines in order, whatever the order in which they come.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, Source, from_bits, number, to_bits};
use emberlane_registers::cxl::{D2hReqOpcode, D2hRspOpcode};
use emberlane_rtl::smartssd::peer_reader::PeerReader;
use rand::Rng;
use std::collections::VecDeque;

fn line(address: u64) -> Line {
    std::array::from_fn(|word| (address as u32 >> 6).wrapping_add((address >> 38) as u32).wrapping_mul(word as u32 + 3))
}

fn reads<const SOURCES: usize>(seed: u64, rate: fn() -> Rate, latency: usize) -> usize {
    let random = &mut random(&format!("peer reader of {SOURCES} sources"), seed);
    let mut block = ready::<PeerReader<SOURCES>>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let mut sources: [Source<u64>; SOURCES] = std::array::from_fn(|source| {
        let base = (source as u64 + 1) << 40;
        Source::new((0..400).map(|index| base + 64 * (index ^ 3)), rate())
    });
    let mut expected: [VecDeque<u64>; SOURCES] = std::array::from_fn(|_| VecDeque::new());
    let mut rates: [Rate; 4] = std::array::from_fn(|_| rate());
    // Requests under way: address, CQID, when it may be answered. Whether a line is bad is written in its address.
    let mut under_way: Vec<(u64, u64, usize)> = Vec::new();
    let is_bad = |address: u64| (address >> 6).is_multiple_of(13);
    let (mut snoops, mut answers, mut most, mut fetched) = (VecDeque::new(), 0, 0, 0);
    let mut cycle = 0;
    while fetched < 400 * SOURCES {
        assert!(cycle < 100_000, "lines do not come");
        for (index, source) in sources.iter_mut().enumerate() {
            let offered = source.offer(random).copied();
            block.request_valid[index].next = offered.is_some();
            block.request_address[index].next = offered.unwrap_or(0x40).into();
        }
        let cache = &mut block.cxl_cache;
        cache.d2h_req_ready.next = rates[0].draw(random);
        cache.d2h_rsp_ready.next = rates[1].draw(random);
        let due: Vec<usize> = (0..under_way.len()).filter(|index| under_way[*index].2 <= cycle).collect();
        let comes = (!due.is_empty() && rates[2].draw(random)).then(|| {
            let pick = if latency == 0 { due[random.random_range(0..due.len())] } else { due[0] };
            under_way.remove(pick)
        });
        cache.h2d_data_valid.next = comes.is_some();
        if let Some((address, cqid, _)) = comes {
            let (bad, kind) = (is_bad(address), random.random());
            cache.h2d_data_cqid.next = cqid.into();
            cache.h2d_data_poison.next = bad && kind;
            cache.h2d_data_go_err.next = bad && !kind;
            cache.h2d_data_data.next = to_bits(&line(address));
        }
        let snoop = random.random_ratio(1, 5);
        let uqid = random.random_range(0..1 << 12);
        cache.h2d_req_valid.next = snoop;
        cache.h2d_req_uqid.next = u64::into(uqid);
        settle(&mut *block);
        for (index, source) in sources.iter_mut().enumerate() {
            if block.request_valid[index].val() && block.request_ready[index].val() {
                expected[index].push_back(source.take());
            }
        }
        let cache = &block.cxl_cache;
        assert!(cache.h2d_data_ready.val() && cache.h2d_rsp_ready.val() && !cache.d2h_data_valid.val());
        if cache.d2h_req_valid.val() && cache.d2h_req_ready.val() {
            assert_eq!(number(cache.d2h_req_opcode.val()), u64::from(D2hReqOpcode::RdCurr.code()));
            let (address, cqid) = (number(cache.d2h_req_address.val()) << 6, number(cache.d2h_req_cqid.val()));
            assert!(under_way.iter().all(|(_, other, _)| *other != cqid), "two requests with CQID {cqid}");
            let wait = if latency == 0 { random.random_range(1..60) } else { latency };
            under_way.push((address, cqid, cycle + wait));
            most = most.max(under_way.len());
        }
        if snoop && cache.h2d_req_ready.val() {
            snoops.push_back(uqid);
        }
        if cache.d2h_rsp_valid.val() && cache.d2h_rsp_ready.val() {
            assert_eq!(number(cache.d2h_rsp_opcode.val()), u64::from(D2hRspOpcode::RspIHitI.code()));
            assert_eq!(Some(number(cache.d2h_rsp_uqid.val())), snoops.pop_front(), "a snoop's answer");
            answers += 1;
        }
        let valid: Vec<usize> = (0..SOURCES).filter(|source| block.line_valid[*source].val()).collect();
        assert!(valid.len() <= 1 && block.fetched.val() != valid.is_empty());
        for source in valid {
            let address = expected[source].pop_front().expect("a line that was asked for");
            assert_eq!(block.line_error.val(), is_bad(address), "{address:#x}");
            assert_eq!(from_bits(block.line.val()), line(address), "{address:#x}");
            fetched += 1;
        }
        clock_cycle!(block);
        cycle += 1;
    }
    assert!(under_way.is_empty() && expected.iter().all(VecDeque::is_empty) && answers > 10);
    assert!(most <= 256 && (latency < 256 || most == 256), "{most} under way");
    cycle
}

#[test]
fn every_source_gets_its_lines_in_order() {
    for seed in 0..3 {
        reads::<6>(seed, Rate::changing, 0);
        reads::<2>(seed, Rate::changing, 0);
    }
}

#[test]
fn a_line_a_cycle_and_256_under_way() {
    let cycles = reads::<6>(4, Rate::always, 100);
    assert!(cycles < 2400 + 120, "{cycles} cycles for 2400 lines");
    let cycles = reads::<6>(5, Rate::always, 400);
    assert!(cycles < 2400 * 410 / 256 + 500, "{cycles} cycles for 2400 lines, 256 in 400");
}
