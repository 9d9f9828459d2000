//! Several sources of one AXI4 port: every read and write reaches the port once, and its answer the right source.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, Source, from_bits, number, to_bits};
use emberlane_rtl::axi::{LineMux, SOURCE_ID_BITS};
use rand::Rng;
use std::collections::VecDeque;

/// A read or a write: who wants it, which ID a read has, where.
type Access = (usize, u64, u64);

fn line_of(number: u64) -> Line {
    std::array::from_fn(|lane| (number as u32 + lane as u32).wrapping_mul(0x9e37_79b9))
}

fn is_error(number: u64) -> bool {
    (number >> 6).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61 == 0
}

fn mux<const SOURCES: usize>(accesses: u64, rate: fn() -> Rate, seed: u64) -> u64 {
    let random = &mut random(&format!("{SOURCES} sources"), seed);
    let mut block = ready::<LineMux<SOURCES>>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let mut make = |count| -> Vec<Source<(u64, u64)>> {
        (0..SOURCES as u64)
            .map(|source| {
                let all: Vec<(u64, u64)> =
                    (0..count).map(|line| (random.random_range(0..3), (source << 40) + 64 * line)).collect();
                Source::new(all, rate())
            })
            .collect()
    };
    let (mut readers, mut writers) = (make(accesses), make(accesses));
    let mut takes = [rate(), rate(), rate()];
    let mut answers = [rate(), rate()];
    // What a source asked and was not answered, by source (reads also by ID); what the port took.
    let mut asked = vec![vec![VecDeque::new(); 3]; SOURCES];
    let mut written = vec![VecDeque::new(); SOURCES];
    let mut reads: Vec<Access> = Vec::new();
    let (mut addresses, mut data, mut port_writes) = (VecDeque::new(), VecDeque::new(), VecDeque::new());
    let mut cycle = 0;
    let total = SOURCES as u64 * accesses;
    let (mut read_answers, mut write_answers, mut errors) = (0, 0, 0);
    while read_answers < total || write_answers < total {
        assert!(cycle < 40_000, "answers are missing: {read_answers} reads, {write_answers} writes of {total}");
        let (mut offers_read, mut offers_write) = (Vec::new(), Vec::new());
        for source in 0..SOURCES {
            let read = readers[source].offer(random).copied();
            block.s_arvalid[source].next = read.is_some();
            let (id, address) = read.unwrap_or_default();
            block.s_arid[source].next = id.into();
            block.s_araddr[source].next = address.into();
            offers_read.push(read);
            let write = writers[source].offer(random).copied();
            block.s_wvalid[source].next = write.is_some();
            let address = write.unwrap_or_default().1;
            block.s_waddr[source].next = address.into();
            block.s_wdata[source].next = to_bits(&line_of(address));
            block.s_wstrb[source].next = (!address).into();
            offers_write.push(write);
        }
        block.m_arready.next = takes[0].draw(random);
        block.m_awready.next = takes[1].draw(random);
        block.m_wready.next = takes[2].draw(random);
        // Reads of one ID in order, of all others in any.
        let read = (!reads.is_empty() && answers[0].draw(random)).then(|| {
            let (source, id, _) = reads[random.random_range(0..reads.len())];
            let place = reads.iter().position(|other| (other.0, other.1) == (source, id)).expect("its own place");
            reads.remove(place)
        });
        block.m_rvalid.next = read.is_some();
        if let Some((source, id, address)) = read {
            block.m_rid.next = ((source as u64) << SOURCE_ID_BITS | id).into();
            block.m_rdata.next = to_bits(&line_of(address));
            block.m_rresp.next = if is_error(address) { 2.into() } else { 0.into() };
        }
        let write: Option<u64> = if answers[1].draw(random) { port_writes.pop_front() } else { None };
        block.m_bvalid.next = write.is_some();
        block.m_bresp.next = if write.is_some_and(is_error) { 2.into() } else { 0.into() };
        settle(&mut *block);

        for source in 0..SOURCES {
            let mine = read.filter(|read| read.0 == source);
            assert_eq!(block.s_rvalid[source].val(), mine.is_some(), "cycle {cycle}: source {source}");
            if let Some((_, id, address)) = mine {
                assert_eq!(asked[source][id as usize].pop_front(), Some(address), "cycle {cycle}: source {source}");
                assert_eq!(number(block.s_rid.val()), id, "cycle {cycle}");
                assert_eq!(from_bits(block.s_rline.val().get_bits::<512>(0)), line_of(address), "cycle {cycle}");
                assert_eq!(block.s_rline.val().get_bit(512), is_error(address), "cycle {cycle}");
                read_answers += 1;
                errors += u64::from(is_error(address));
            }
            let mine = write.filter(|address| address >> 40 == source as u64);
            assert_eq!(block.s_bvalid[source].val(), mine.is_some(), "cycle {cycle}: source {source}");
            if let Some(address) = mine {
                assert_eq!(written[source].pop_front(), Some(address), "cycle {cycle}: source {source}");
                assert_eq!(block.s_berror.val(), is_error(address), "cycle {cycle}");
                write_answers += 1;
            }
        }
        if block.m_arvalid.val() && block.m_arready.val() {
            let id = number(block.m_arid.val());
            reads.push(((id >> SOURCE_ID_BITS) as usize, id & 0x7f, number(block.m_araddr.val())));
        }
        if block.m_awvalid.val() && block.m_awready.val() {
            addresses.push_back(number(block.m_awaddr.val()));
        }
        if block.m_wvalid.val() && block.m_wready.val() {
            data.push_back((block.m_wdata.val(), number(block.m_wstrb.val())));
        }
        while !addresses.is_empty() && !data.is_empty() {
            let address = addresses.pop_front().expect("an address");
            let (line, strobes) = data.pop_front().expect("a line");
            assert_eq!((from_bits(line), strobes), (line_of(address), !address), "cycle {cycle}: {address:#x}");
            port_writes.push_back(address);
        }
        for source in 0..SOURCES {
            if offers_read[source].is_some() && block.s_arready[source].val() {
                let (id, address) = readers[source].take();
                asked[source][id as usize].push_back(address);
            }
            if offers_write[source].is_some() && block.s_wready[source].val() {
                written[source].push_back(writers[source].take().1);
            }
        }
        clock_cycle!(block);
        cycle += 1;
    }
    assert!(errors > 0, "some reads are answered with an error");
    cycle
}

#[test]
fn accesses_reach_the_port_and_answers_their_source() {
    mux::<1>(200, Rate::changing, 1);
    mux::<2>(200, Rate::changing, 2);
    mux::<4>(150, Rate::changing, 3);
}

/// Reads and writes do not wait for each other: both a cycle a line.
#[test]
fn a_read_and_a_write_a_cycle() {
    let cycles = mux::<2>(200, Rate::always, 4);
    assert!(cycles < 410, "{cycles} cycles for 400 reads and 400 writes");
}
