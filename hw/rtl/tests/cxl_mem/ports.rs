//! Several readers and writers of one port of memory: nothing is lost, nobody gets what is another's, everybody has a turn.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, Source, from_bits, number, to_bits};
use emberlane_registers::cxl_mem as map;
use emberlane_rtl::cxl_mem::read_port::ReadPort;
use emberlane_rtl::cxl_mem::write_port::WritePort;
use rand::Rng;
use rust_hdl::prelude::*;
use std::collections::VecDeque;

/// Writes that may be unanswered.
const UNANSWERED: usize = 64;

/// Words made of a number.
fn line_of(number: u64) -> Line {
    std::array::from_fn(|lane| (number as u32 + lane as u32).wrapping_mul(0x9e37_79b9))
}

/// Whether this one is answered with an error.
fn is_error(number: u64) -> bool {
    (number >> 6).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60 == 0
}

fn reads<const CLIENTS: usize>(seed: u64) {
    let random = &mut random(&format!("{CLIENTS} readers"), seed);
    let mut block = ready::<ReadPort<CLIENTS>>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let mut clients: Vec<Source<u64>> = (0..CLIENTS)
        .map(|_| Source::new((0..200).map(|_| random.random::<u64>() << 6), Rate::changing()))
        .collect::<Vec<_>>();
    let mut asked = vec![VecDeque::new(); CLIENTS];
    // What the memory has not answered: client and address.
    let mut waiting: Vec<(u64, u64)> = Vec::new();
    let (mut takes, mut answers) = (Rate::changing(), Rate::changing());
    let (mut stays, mut errors, mut out_of_order, mut cycle) = (None, 0, 0, 0);
    while clients.iter().any(|client| !client.items.is_empty()) || asked.iter().any(|asked| !asked.is_empty()) {
        assert!(cycle < 30_000, "answers are missing");
        let mut offered = Vec::new();
        for (index, client) in clients.iter_mut().enumerate() {
            let address = client.offer(random).copied();
            block.request_valid[index].next = address.is_some();
            block.request_address[index].next = address.unwrap_or_default().into();
            offered.push(address.is_some());
        }
        block.arready.next = takes.draw(random);
        // Any ID, but each in order.
        let answered = (!waiting.is_empty() && answers.draw(random)).then(|| {
            let id = waiting[random.random_range(0..waiting.len())].0;
            let place = waiting.iter().position(|&(other, _)| other == id).expect("its own place");
            out_of_order += usize::from(place > 0);
            waiting.remove(place)
        });
        block.rvalid.next = answered.is_some();
        if let Some((id, address)) = answered {
            block.rid.next = id.into();
            let line: Bits<512> = to_bits(&line_of(address));
            block.rline.next = bit_cast::<513, 512>(line).replace_bit(512, is_error(address));
        }
        settle(&mut *block);
        for (client, asked) in asked.iter_mut().enumerate() {
            let mine = answered.filter(|answer| answer.0 == client as u64);
            assert_eq!(block.answer_valid[client].val(), mine.is_some(), "cycle {cycle}: client {client}");
            if let Some((_, address)) = mine {
                assert_eq!(asked.pop_front(), Some(address), "cycle {cycle}: client {client}");
                assert_eq!(from_bits(block.answer.val().get_bits::<512>(0)), line_of(address), "cycle {cycle}");
                assert_eq!(block.answer.val().get_bit(512), is_error(address), "cycle {cycle}");
                errors += usize::from(is_error(address));
            }
        }
        let request = block.arvalid.val().then(|| (number(block.arid.val()), number(block.araddr.val())));
        if stays.is_some() {
            assert_eq!(request, stays, "cycle {cycle}: a request stays until it is taken");
        }
        stays = request.filter(|_| !block.arready.val());
        if block.arready.val() {
            waiting.extend(request);
        }
        for client in 0..CLIENTS {
            if offered[client] && block.request_ready[client].val() {
                asked[client].push_back(clients[client].take());
            }
        }
        clock_cycle!(block);
        cycle += 1;
    }
    assert!(errors > 0 && (CLIENTS == 1 || out_of_order > 20), "{errors} errors, {out_of_order} out of order");
}

#[test]
fn readers_get_their_answers() {
    reads::<1>(1);
    reads::<4>(2);
    reads::<12>(3);
}

/// Readers that always ask: a request a cycle, in turn, in the next cycle.
#[test]
fn readers_take_turns() {
    let mut block = ready::<ReadPort<3>>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    block.arready.next = true;
    for client in 0..3 {
        block.request_valid[client].next = true;
        block.request_address[client].next = (64 * client as u64).into();
    }
    for cycle in 0..60_u64 {
        settle(&mut *block);
        let request = block.arvalid.val().then(|| (number(block.arid.val()), number(block.araddr.val())));
        let expected = cycle.checked_sub(1).map(|request| (request % 3, 64 * (request % 3)));
        assert_eq!(request, expected, "cycle {cycle}");
        clock_cycle!(block);
    }
}

/// Runs writers through a port; the cycles in which a line went out.
fn writes<const CLIENTS: usize, const CHANNELS: usize>(
    lines: u64,
    rate: fn() -> Rate,
    answers: Rate,
    seed: u64,
) -> (Vec<usize>, usize) {
    let random = &mut random(&format!("{CLIENTS} writers, {CHANNELS} channels"), seed);
    let mut block = ready::<WritePort<CLIENTS, CHANNELS>>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let mut clients: Vec<Source<u64>> = (0..CLIENTS as u64)
        .map(|client| Source::new((0..lines).map(|line| (client << 32) + 64 * line), rate()))
        .collect();
    let (mut takes, mut answers) = (rate(), answers);
    // Lines that the port took from its clients and has not given on, and that are not answered.
    let (mut lines_left, mut unanswered) = (VecDeque::new(), VecDeque::new());
    let (mut given, mut sent, mut errors, mut most, mut cycle) = (Vec::new(), 0, 0, 0, 0);
    while clients.iter().any(|client| !client.items.is_empty()) || !unanswered.is_empty() {
        assert!(cycle < 60_000, "lines are missing");
        let mut offered = Vec::new();
        for (index, client) in clients.iter_mut().enumerate() {
            let address = client.offer(random).copied();
            block.in_valid[index].next = address.is_some();
            block.in_address[index].next = address.unwrap_or_default().into();
            block.in_data[index].next = to_bits(&line_of(address.unwrap_or_default()));
            offered.push(address.is_some());
        }
        block.out_ready.next = takes.draw(random);
        // The memory answers what it has.
        let complete = unanswered.len() - lines_left.len();
        let answered = if complete > 0 && answers.draw(random) { unanswered.pop_front() } else { None };
        block.answer_valid.next = answered.is_some();
        block.answer_error.next = answered.is_some_and(is_error);
        settle(&mut *block);
        let pending = unanswered.len() + usize::from(answered.is_some());
        assert_eq!(block.idle.val(), pending == 0, "cycle {cycle}: idle with {pending} unanswered");
        assert_eq!(block.fault.val(), answered.is_some_and(is_error), "cycle {cycle}: fault");
        if let Some(address) = answered.filter(|&address| is_error(address)) {
            assert_eq!(number(block.fault_address.val()), address, "cycle {cycle}");
            errors += 1;
        }
        assert_eq!(block.out_valid.val(), !lines_left.is_empty(), "cycle {cycle}: a line is given until it is taken");
        if block.out_valid.val() && block.out_ready.val() {
            let address: u64 = lines_left.pop_front().expect("a line");
            assert_eq!(number(block.out_address.val()), map::interleave(address, CHANNELS as u64).1, "cycle {cycle}");
            assert_eq!(from_bits(block.out_data.val()), line_of(address), "cycle {cycle}");
            sent += 1;
            given.push(cycle);
        }
        for client in 0..CLIENTS {
            if offered[client] && block.in_ready[client].val() {
                let address = clients[client].take();
                lines_left.push_back(address);
                unanswered.push_back(address);
            }
        }
        most = most.max(unanswered.len());
        assert!(most <= UNANSWERED, "cycle {cycle}: {most} writes are unanswered");
        clock_cycle!(block);
        cycle += 1;
    }
    assert_eq!(sent, CLIENTS as u64 * lines);
    assert!(lines < 100 || errors > 0, "some lines are answered with an error");
    (given, most)
}

#[test]
fn writers_lines_arrive() {
    writes::<1, 1>(300, Rate::changing, Rate::changing(), 1);
    writes::<2, 4>(200, Rate::changing, Rate::changing(), 9);
    writes::<4, 4>(200, Rate::changing, Rate::changing(), 2);
}

/// A line a cycle, one cycle after it came; with a memory that answers late, until 64 writes are unanswered.
#[test]
fn writers_take_a_cycle_a_line() {
    let (given, _) = writes::<4, 4>(20, Rate::always, Rate::always(), 3);
    assert_eq!(given, (1..81).collect::<Vec<_>>());
    let mut most = 0;
    for seed in 4..8 {
        most = most.max(writes::<2, 2>(200, Rate::always, Rate::changing(), seed).1);
    }
    assert_eq!(most, UNANSWERED, "as many writes as may be");
}
