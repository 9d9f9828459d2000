//! Writes under tags: each goes to its port once, and its tag comes back with the answer.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Rate, Source, number};
use emberlane_registers::cxl_mem::interleave;
use emberlane_rtl::cxl_mem::endpoint::tagged_writer::TaggedWriter;
use rand::Rng;
use std::collections::VecDeque;

fn writes<const PORTS: usize>(count: u64, rate: fn() -> Rate, seed: u64) -> u64 {
    let random = &mut random(&format!("{PORTS} ports"), seed);
    let mut block = ready::<TaggedWriter<PORTS, 16>>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let all: Vec<(u64, u64)> = (0..count).map(|tag| (64 * random.random_range(0..64u64), tag)).collect();
    let mut writes = Source::new(all, rate());
    let mut takes: Vec<Rate> = (0..PORTS).map(|_| rate()).collect();
    let mut answers: Vec<Rate> = (0..PORTS).map(|_| rate()).collect();
    let mut leaves = rate();
    // At the port, by port; answered, with the error.
    let mut at_port = vec![VecDeque::new(); PORTS];
    let mut answered: Vec<VecDeque<(u64, bool)>> = vec![VecDeque::new(); PORTS];
    let (mut done, mut errors, mut cycle) = (0, 0, 0);
    while done < count {
        assert!(cycle < 40_000, "{done} of {count} tags came back");
        let offer = writes.offer(random).copied();
        let (address, tag) = offer.unwrap_or_default();
        block.in_valid.next = offer.is_some();
        block.in_address.next = address.into();
        block.in_tag.next = tag.into();
        block.out_ready.next = leaves.draw(random);
        let mut answers_now = Vec::new();
        for port in 0..PORTS {
            block.port_ready[port].next = takes[port].draw(random);
            let answer = if answers[port].draw(random) { at_port[port].pop_front() } else { None };
            let error = random.random_bool(0.2);
            block.answer_valid[port].next = answer.is_some();
            block.answer_error[port].next = answer.is_some() && error;
            answers_now.extend(answer.map(|tag| (port, tag, error)));
        }
        settle(&mut *block);
        let (port, at) = interleave(address, PORTS as u64);
        for other in 0..PORTS {
            assert!(!block.port_valid[other].val() || (offer.is_some() && other as u64 == port), "cycle {cycle}");
        }
        let port = port as usize;
        let goes = block.port_valid[port].val() && block.port_ready[port].val();
        assert_eq!(
            offer.is_some() && block.in_ready.val(),
            goes,
            "cycle {cycle}: taken, and handed to its port, at once"
        );
        if goes {
            assert_eq!(number(block.port_address.val()), at);
            at_port[port].push_back(writes.take().1);
            assert!(at_port[port].len() + answered[port].len() <= 32, "32 of a port at most");
        }
        if block.out_valid.val() {
            let (tag, error) = (number(block.out_tag.val()), block.out_error.val());
            let port = answered.iter().position(|port| port.front() == Some(&(tag, error)));
            let port = port.unwrap_or_else(|| panic!("cycle {cycle}: tag {tag} is not the next of any port"));
            if block.out_ready.val() {
                answered[port].pop_front();
                done += 1;
                errors += u64::from(error);
            }
        }
        for (port, tag, error) in answers_now {
            answered[port].push_back((tag, error));
        }
        clock_cycle!(block);
        cycle += 1;
    }
    assert!(errors > 0, "some are answered with an error");
    cycle
}

#[test]
fn every_tag_comes_back_once() {
    writes::<1>(600, Rate::changing, 1);
    writes::<2>(600, Rate::changing, 2);
    writes::<4>(600, Rate::changing, 3);
}

#[test]
fn a_write_a_cycle() {
    let cycles = writes::<2>(300, Rate::always, 4);
    assert!(cycles < 310, "{cycles} cycles for 300 writes");
}
