//! The queues of results: every result with its target, to the port of its address, in order; none while held, and none that lies outside.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, Source, from_bits, number, to_bits};
use emberlane_registers::cxl_mem::{INTERLEAVE_BYTES, interleave};
use emberlane_rtl::cxl_mem::write_queues::WriteQueues;
use rand::Rng;
use rand_pcg::Pcg64;

/// Lines that wait for a port, at most.
const WAITING: usize = 8;

/// A target, and whether it lies inside.
type Target = (u64, bool);

fn results<const PORTS: usize>(rate: fn() -> Rate, random: &mut Pcg64) {
    let mut block = ready::<WriteQueues<PORTS>>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let lines: Vec<Line> = (0..400).map(|_| std::array::from_fn(|_| random.random())).collect();
    let targets: Vec<Target> = lines
        .iter()
        .map(|_| (random.random_range(0..64 * INTERLEAVE_BYTES / 64) * 64, random.random_ratio(7, 8)))
        .collect();
    let mut results = Source::new(lines.iter().copied(), rate());
    let mut addresses = Source::new(targets.iter().copied(), rate());
    let mut takes: [Rate; PORTS] = std::array::from_fn(|_| rate());
    let (mut holds, mut suppresses) = (Rate::changing(), Rate::changing());
    // What must come out, of each port, and what came.
    let mut expected: [Vec<(u64, Line)>; PORTS] = std::array::from_fn(|_| Vec::new());
    let mut found: [Vec<(u64, Line)>; PORTS] = std::array::from_fn(|_| Vec::new());
    let (mut dropped, mut suppressed) = (0, 0);
    for cycle in 0.. {
        assert!(cycle < 100_000, "{} results are left", results.items.len());
        // Held or suppressed now and then, and never for ever.
        let hold = cycle % 512 < 200 && holds.draw(random);
        let suppress = cycle % 2048 < 300 && suppresses.draw(random);
        (block.hold.next, block.suppress.next) = (hold, suppress);
        let result = results.offer(random).copied();
        let target = addresses.offer(random).copied();
        block.result_valid.next = result.is_some();
        block.result.next = to_bits(&result.unwrap_or_default());
        block.target_valid.next = target.is_some();
        let (address, inside) = target.unwrap_or((64, true));
        block.target.next = address.into();
        block.target_inside.next = inside;
        for (ready, takes) in block.out_ready.iter_mut().zip(&mut takes) {
            ready.next = takes.draw(random);
        }
        settle(&mut *block);
        assert_eq!(block.result_ready.val(), block.target_ready.val(), "cycle {cycle}: both or none");
        let waiting: usize = (0..PORTS).map(|port| expected[port].len() - found[port].len()).sum();
        assert_eq!(block.idle.val(), waiting == 0, "cycle {cycle}: idle with {waiting} lines");
        for port in 0..PORTS {
            assert_eq!(
                block.out_valid[port].val(),
                expected[port].len() > found[port].len(),
                "cycle {cycle}, port {port}"
            );
            if block.out_valid[port].val() && block.out_ready[port].val() {
                found[port].push((number(block.out_address[port].val()), from_bits(block.out_data[port].val())));
            }
        }
        let port = interleave(address, PORTS as u64).0 as usize;
        let both = result.is_some() && target.is_some();
        // A line that stays in its queue, as `found` counts what leaves in this very cycle.
        let left = usize::from(block.out_valid[port].val() && block.out_ready[port].val());
        let room = expected[port].len() + left - found[port].len() < WAITING;
        let drops = suppress || !inside;
        assert_eq!(
            block.result_ready.val(),
            both && (drops || (room && !hold)),
            "cycle {cycle}: hold {hold}, drops {drops}"
        );
        if block.result_ready.val() {
            let (line, (address, _)) = (results.take(), addresses.take());
            if drops {
                dropped += usize::from(!inside);
                suppressed += usize::from(suppress);
            } else {
                expected[port].push((address, line));
            }
        }
        clock_cycle!(block);
        if results.items.is_empty() && (0..PORTS).all(|port| found[port].len() == expected[port].len()) {
            break;
        }
    }
    assert_eq!(found, expected);
    assert!(dropped > 10 && suppressed > 0, "{dropped} dropped, {suppressed} suppressed");
    assert!(expected.iter().all(|lines| lines.len() > 20), "every port had its share");
}

#[test]
fn results_go_to_the_port_of_their_target() {
    for (seed, rate) in [Rate::always, Rate::changing].into_iter().enumerate() {
        let random = &mut random("results", seed as u64);
        results::<1>(rate, random);
        results::<2>(rate, random);
        results::<4>(rate, random);
    }
}
