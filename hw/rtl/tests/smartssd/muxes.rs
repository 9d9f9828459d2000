//! Several readers and several writers of bursts on one port.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Rate, Source, number};
use emberlane_rtl::axi::{BurstReadMux, BurstWriteMux};
use rand::Rng;
use rust_hdl::prelude::Bits;
use std::collections::VecDeque;

const SOURCES: usize = 3;

/// A beat as a source must get it; of an error only that it is one counts.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Beat {
    Good(u64),
    Bad,
}

/// A burst on the port: whose, its address, beats given, beats that there are.
struct Burst {
    source: usize,
    address: u64,
    given: u64,
    beats: u64,
}

/// Readers get their beats in order, as many as they asked for, whatever the port makes of it.
fn reads(seed: u64, lengths: [u64; SOURCES], breaks: bool) {
    let random = &mut random(&format!("read mux, lengths {lengths:?}, breaks rules: {breaks}"), seed);
    let mut block = ready::<BurstReadMux<SOURCES>>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let mut sources: [Source<u64>; SOURCES] = std::array::from_fn(|source| {
        Source::new((0..200).map(|burst| (source as u64) << 32 | burst << 12), Rate::changing())
    });
    let mut expected: [VecDeque<Beat>; SOURCES] = Default::default();
    let (mut takes, mut gives) = (Rate::changing(), Rate::changing());
    let mut under_way: Vec<Burst> = Vec::new();
    let mut shown: Option<(usize, bool, bool)> = None;
    let (mut got, mut wrong) = ([0; SOURCES], 0);
    for cycle in 0.. {
        assert!(cycle < 200_000, "reads do not end");
        for (index, source) in sources.iter_mut().enumerate() {
            let offered = source.offer(random).copied();
            block.s_arvalid[index].next = offered.is_some();
            block.s_araddr[index].next = offered.unwrap_or(0x77).into();
            block.s_arlen[index].next = (lengths[index] - 1).into();
        }
        block.m_arready.next = takes.draw(random);
        // The first burst of any source may give its next beat.
        if shown.is_none() && !under_way.is_empty() && gives.draw(random) {
            let source = under_way[random.random_range(0..under_way.len())].source;
            let index = under_way.iter().position(|burst| burst.source == source).unwrap();
            shown = Some((index, under_way[index].given + 1 == under_way[index].beats, random.random_ratio(1, 9)));
        }
        block.m_rvalid.next = shown.is_some();
        if let Some((index, last, fails)) = shown {
            let burst = &under_way[index];
            block.m_rid.next = (burst.source as u64).into();
            block.m_rdata.next = Bits::from(burst.address + 64 * burst.given);
            block.m_rresp.next = if fails { 3u64 } else { 0 }.into();
            block.m_rlast.next = last;
        }
        settle(&mut *block);
        for (index, source) in sources.iter_mut().enumerate() {
            if block.s_arvalid[index].val() && block.s_arready[index].val() {
                source.take();
            }
        }
        if block.m_arvalid.val() && block.m_arready.val() {
            let (source, address) = (number(block.m_arid.val()) as usize, number(block.m_araddr.val()));
            assert_eq!(address >> 32, source as u64, "whose burst it is");
            assert_eq!(number(block.m_arlen.val()) + 1, lengths[source]);
            let beats = match random.random_range(0..8) {
                0 if breaks => random.random_range(1..=lengths[source]),
                1 if breaks => lengths[source] + random.random_range(0..5),
                _ => lengths[source],
            };
            wrong += usize::from(beats != lengths[source]);
            under_way.push(Burst { source, address, given: 0, beats });
        }
        if let Some((index, last, fails)) = shown
            && block.m_rready.val()
        {
            let burst = &mut under_way[index];
            let length = lengths[burst.source];
            if burst.given < length {
                let ends_well = last == (burst.given + 1 == length);
                let good = ends_well && !fails;
                let data = burst.address + 64 * burst.given;
                expected[burst.source].push_back(if good { Beat::Good(data) } else { Beat::Bad });
            }
            burst.given += 1;
            if last {
                let missing = length.saturating_sub(burst.given);
                expected[burst.source].extend((0..missing).map(|_| Beat::Bad));
                under_way.remove(index);
            }
            shown = None;
        }
        assert!((0..SOURCES).filter(|source| block.s_rvalid[*source].val()).count() <= 1);
        for source in 0..SOURCES {
            if block.s_rvalid[source].val() {
                let data = number(block.s_rdata.val().get_bits::<64>(0));
                let beat = if block.s_rerror.val() { Beat::Bad } else { Beat::Good(data) };
                assert_eq!(Some(beat), expected[source].pop_front(), "cycle {cycle}: source {source}");
                got[source] += 1;
            }
        }
        clock_cycle!(block);
        let over = sources.iter().all(|source| source.items.is_empty()) && under_way.is_empty();
        if over && expected.iter().all(VecDeque::is_empty) && !block.m_arvalid.val() {
            break;
        }
    }
    assert_eq!(got, lengths.map(|length| 200 * length), "as many beats as were asked for");
    assert!(!breaks || wrong > 20);
}

#[test]
fn readers_get_their_beats_in_order() {
    for seed in 0..2 {
        reads(seed, [1, 1, 1], false);
        reads(seed, [4, 4, 1], false);
    }
}

#[test]
fn bursts_that_end_early_or_late_are_errors_of_their_reader_alone() {
    for seed in 0..3 {
        reads(seed, [4, 8, 1], true);
        reads(seed, [1, 1, 1], true);
    }
}

/// Writers' bursts go out whole, data in the order of addresses, and each gets its own answers.
#[test]
fn writers_get_their_bursts_out_whole() {
    for (seed, length) in [(1, 1), (2, 4), (3, 8)] {
        let random = &mut random("write mux", seed);
        let mut block = ready::<BurstWriteMux<SOURCES>>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        let bursts = |source: usize| (0..150).map(move |burst| (source as u64) << 32 | burst << 12);
        let mut addresses: [Source<u64>; SOURCES] =
            std::array::from_fn(|source| Source::new(bursts(source), Rate::changing()));
        let mut beats: [Source<(u64, bool)>; SOURCES] = std::array::from_fn(|source| {
            let beats = bursts(source)
                .flat_map(|address| (0..length).map(move |beat| (address + 64 * beat, beat + 1 == length)));
            Source::new(beats, Rate::changing())
        });
        let mut rates: [Rate; 3] = std::array::from_fn(|_| Rate::changing());
        // Addresses that are taken and have no data, data that have no address.
        let (mut taken, mut data) = (VecDeque::new(), VecDeque::new());
        let mut unanswered: Vec<(usize, bool)> = Vec::new();
        let mut answers = [0; SOURCES];
        for cycle in 0.. {
            assert!(cycle < 100_000, "writes do not end");
            for source in 0..SOURCES {
                let address = addresses[source].offer(random).copied();
                block.s_awvalid[source].next = address.is_some();
                block.s_awaddr[source].next = address.unwrap_or(0x55).into();
                block.s_awlen[source].next = (length - 1).into();
                let beat = beats[source].offer(random).copied();
                block.s_wvalid[source].next = beat.is_some();
                block.s_wdata[source].next = beat.map_or(Bits::from(0x66u64), |(beat, _)| Bits::from(beat));
                block.s_wlast[source].next = beat.is_some_and(|(_, last)| last);
            }
            block.m_awready.next = rates[0].draw(random);
            block.m_wready.next = rates[1].draw(random);
            let answer = (!unanswered.is_empty() && rates[2].draw(random))
                .then(|| unanswered.swap_remove(random.random_range(0..unanswered.len())));
            block.m_bvalid.next = answer.is_some();
            block.m_bid.next = answer.map_or(7, |(source, _)| source as u64).into();
            block.m_bresp.next = if answer.is_some_and(|(_, fails)| fails) { 2u64 } else { 0 }.into();
            settle(&mut *block);
            for source in 0..SOURCES {
                if block.s_awvalid[source].val() && block.s_awready[source].val() {
                    addresses[source].take();
                }
                if block.s_wvalid[source].val() && block.s_wready[source].val() {
                    beats[source].take();
                }
                let own = answer.filter(|(owner, _)| *owner == source);
                assert_eq!(block.s_bvalid[source].val(), own.is_some(), "cycle {cycle}: whose answer");
                answers[source] += usize::from(own.is_some());
            }
            if let Some((_, fails)) = answer {
                assert_eq!(block.s_berror.val(), fails);
            }
            if block.m_awvalid.val() && block.m_awready.val() {
                let address = number(block.m_awaddr.val());
                assert_eq!(number(block.m_awid.val()), address >> 32, "whose burst it is");
                assert_eq!(number(block.m_awlen.val()) + 1, length);
                taken.push_back(address);
            }
            if block.m_wvalid.val() && block.m_wready.val() {
                data.push_back((number(block.m_wdata.val().get_bits::<64>(0)), block.m_wlast.val()));
            }
            while taken.front().is_some() && data.len() >= length as usize {
                let address = taken.pop_front().unwrap();
                for beat in 0..length {
                    assert_eq!(data.pop_front(), Some((address + 64 * beat, beat + 1 == length)));
                }
                unanswered.push(((address >> 32) as usize, random.random_ratio(1, 5)));
            }
            clock_cycle!(block);
            if answers == [150; SOURCES] {
                break;
            }
        }
        assert!(data.is_empty() && taken.is_empty());
    }
}
