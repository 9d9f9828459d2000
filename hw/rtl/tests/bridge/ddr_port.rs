//! A DDR memory that a channel and a port of the scratchpad share: every write comes with its own line, what is offered stays offered,
//! and no cycle is lost.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, Source, from_bits, number, to_bits};
use emberlane_registers::cxl_mem::SCRATCHPAD_BYTES;
use emberlane_rtl::u200::DdrPort;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::VecDeque;

/// Where the part of the scratchpad begins in a memory of 16 GiB, for one channel.
const SCRATCHPAD: u64 = (16 << 30) - SCRATCHPAD_BYTES;
/// Bit of an ID at the memory that says whose it is.
const OF_SCRATCHPAD: u64 = 1 << 9;

/// An ID, and an address of the source.
type Access = (u64, u64);

/// What a source's access is at the memory.
fn at_memory(source: usize, (id, address): Access) -> Access {
    match source {
        0 if address >= SCRATCHPAD => (id, address | 1 << 63),
        0 => (id, address),
        _ => (id | OF_SCRATCHPAD, address + SCRATCHPAD),
    }
}

fn line_of(access: Access) -> Line {
    std::array::from_fn(|word| (access.1 as u32).wrapping_mul(0x9e37_79b1) ^ (access.0 as u32) << 20 ^ word as u32)
}

/// One channel of a source: addresses of reads, of writes, or their lines.
fn accesses(count: usize, source: usize, random: &mut Pcg64) -> Vec<Access> {
    let mut access = |_| {
        let beyond = if source == 0 && random.random_bool(0.1) { SCRATCHPAD } else { 0 };
        (random.random_range(0..1 << 9), beyond + 64 * random.random_range(0..1_u64 << 20))
    };
    (0..count).map(&mut access).collect()
}

/// Runs so many reads and writes of each source; cycles until the last is answered.
fn run(counts: [usize; 2], rate: fn() -> Rate, resets: bool, seed: u64) -> usize {
    let random = &mut random("a shared DDR memory", seed);
    let mut block = ready::<DdrPort<1>>();
    block.reset.next = true;
    block.memory_reset.next = true;
    for _ in 0..4 {
        clock_cycle!(block);
    }
    block.reset.next = false;
    block.memory_reset.next = false;
    let reads: [Vec<Access>; 2] = std::array::from_fn(|source| accesses(counts[source], source, random));
    let writes: [Vec<Access>; 2] = std::array::from_fn(|source| accesses(counts[source], source, random));
    let mut asked: [Source<Access>; 2] = std::array::from_fn(|source| Source::new(reads[source].clone(), rate()));
    let mut addresses: [Source<Access>; 2] = std::array::from_fn(|source| Source::new(writes[source].clone(), rate()));
    let mut lines: [Source<Access>; 2] = std::array::from_fn(|source| Source::new(writes[source].clone(), rate()));
    // What memory owes, in the order in which it took it; and what it has taken of writes.
    let (mut read, mut written): (VecDeque<Access>, VecDeque<Access>) = Default::default();
    let (mut came_addresses, mut came_lines): (VecDeque<Access>, VecDeque<Line>) = Default::default();
    let mut takes: [Rate; 5] = std::array::from_fn(|_| rate());
    let mut left: [[VecDeque<Access>; 2]; 2] = [reads.map(VecDeque::from), writes.map(VecDeque::from)];
    let mut offered = [None; 3];
    let mut cycle = 0;
    while left.iter().flatten().any(|list| !list.is_empty()) {
        assert!(cycle < 400 * (counts[0] + counts[1]) + 2000, "stuck");
        block.reset.next = resets && cycle % 97 > 80;
        let mut offers = [[None; 3]; 2];
        for source in 0..2 {
            let access = [&mut asked, &mut addresses, &mut lines].map(|list| list[source].offer(random).copied());
            let [ar, aw, w] = access.map(Option::unwrap_or_default);
            block.s_arvalid[source].next = access[0].is_some();
            block.s_arid[source].next = ar.0.into();
            block.s_araddr[source].next = ar.1.into();
            block.s_awvalid[source].next = access[1].is_some();
            block.s_awid[source].next = aw.0.into();
            block.s_awaddr[source].next = aw.1.into();
            block.s_wvalid[source].next = access[2].is_some();
            block.s_wdata[source].next = to_bits(&line_of(w));
            block.s_wstrb[source].next = u64::MAX.into();
            offers[source] = access;
        }
        let [ar, aw, w] = [0, 1, 2].map(|channel| takes[channel].draw(random));
        block.m_axi.arready.next = ar;
        block.m_axi.awready.next = aw;
        block.m_axi.wready.next = w;
        let answer = read.front().copied().filter(|_| takes[3].draw(random));
        let response = written.front().copied().filter(|_| takes[4].draw(random));
        block.m_axi.rvalid.next = answer.is_some();
        block.m_axi.rid.next = answer.unwrap_or_default().0.into();
        block.m_axi.rdata.next = to_bits(&line_of(answer.unwrap_or_default()));
        block.m_axi.bvalid.next = response.is_some();
        block.m_axi.bid.next = response.unwrap_or_default().0.into();
        settle(&mut *block);

        let port = &block.m_axi;
        let now = [
            port.arvalid.val().then(|| (number(port.arid.val()), number(port.araddr.val()), Line::default())),
            port.awvalid.val().then(|| (number(port.awid.val()), number(port.awaddr.val()), Line::default())),
            port.wvalid.val().then(|| (0, 0, from_bits(port.wdata.val()))),
        ];
        for (now, before) in now.iter().zip(&offered) {
            assert!(before.is_none() || now == before, "cycle {cycle}: {before:?} was offered, and is not");
        }
        for (channel, ready) in [ar, aw, w].into_iter().enumerate() {
            offered[channel] = now[channel].filter(|_| !ready);
            match (now[channel].filter(|_| ready), channel) {
                (Some((id, address, _)), 0) => read.push_back((id, address)),
                (Some((id, address, _)), 1) => came_addresses.push_back((id, address)),
                (Some((_, _, line)), _) => came_lines.push_back(line),
                (None, _) => {}
            }
        }
        for (kind, came, id, valid) in [
            (0, answer, block.s_rid.val(), [block.s_rvalid[0].val(), block.s_rvalid[1].val()]),
            (1, response, block.s_bid.val(), [block.s_bvalid[0].val(), block.s_bvalid[1].val()]),
        ] {
            let whose = came.map(|access| usize::from(access.0 & OF_SCRATCHPAD != 0));
            assert_eq!(valid, [0, 1].map(|source| whose == Some(source)), "cycle {cycle}: whose answer");
            if let (Some(access), Some(source)) = (came, whose) {
                let expected = left[kind][source].pop_front().expect("it was asked for");
                assert_eq!(access, at_memory(source, expected), "cycle {cycle}: source {source}, kind {kind}");
                assert_eq!(number(id), expected.0);
                if kind == 0 {
                    read.pop_front();
                } else {
                    written.pop_front();
                }
            }
        }
        for source in 0..2 {
            let taken = [block.s_arready[source].val(), block.s_awready[source].val(), block.s_wready[source].val()];
            for (channel, list) in [&mut asked, &mut addresses, &mut lines].into_iter().enumerate() {
                if offers[source][channel].is_some() && taken[channel] {
                    list[source].take();
                }
            }
        }
        // The memory pairs the addresses and the lines that it took, in their order.
        while let (Some(&access), Some(&line)) = (came_addresses.front(), came_lines.front()) {
            let source = usize::from(access.0 & OF_SCRATCHPAD != 0);
            let under_way = written.iter().filter(|other| (other.0 & OF_SCRATCHPAD != 0) == (source == 1)).count();
            let expected = left[1][source][under_way];
            assert_eq!((access, line), (at_memory(source, expected), line_of(expected)), "cycle {cycle}");
            written.push_back(access);
            came_addresses.pop_front();
            came_lines.pop_front();
        }
        clock_cycle!(block);
        cycle += 1;
    }
    cycle
}

#[test]
fn every_write_has_its_line_and_every_answer_its_source() {
    for seed in 0..6 {
        run([150, 150], Rate::changing, false, seed);
        run([100, 200], Rate::changing, true, 10 + seed);
    }
}

/// A line each way a cycle, of one source or of both.
#[test]
fn a_read_and_a_write_a_cycle() {
    for counts in [[500, 0], [0, 500], [250, 250]] {
        let cycles = run(counts, Rate::always, false, 30);
        assert!((500..512).contains(&cycles), "{counts:?}: {cycles} cycles");
    }
}
