//! The parts of the memory controller.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use emberlane_rtl::memory_controller::{BURST_LINES, LatencyGate, RecentWrites, TokenBucket};
use rand::Rng;

/// In every stretch of cycles no more than burst and rate allow pass, and under full demand no less than the rate.
#[test]
fn token_bucket_keeps_its_rate() {
    for rate in [1, 600, 7_864, 21_845, 32_768, 47_185, 65_535, 65_536, 100_000, 131_071_u64] {
        let random = &mut random(&format!("token bucket, rate {rate}"), rate);
        let mut bucket = ready::<TokenBucket>();
        bucket.rate.next = rate.into();
        settle(&mut *bucket);
        // Lines passed before each cycle.
        let mut passed = vec![0_u64];
        let (cycles, greedy) = (4000, 2000);
        for cycle in 0..cycles {
            let willing = cycle < greedy || random.random_ratio(1, 3);
            let spend = willing && bucket.ready.val();
            bucket.spend.next = spend;
            settle(&mut *bucket);
            passed.push(passed[cycle] + u64::from(spend));
            clock_cycle!(bucket);
        }
        for from in 0..cycles {
            for to in from + 1..=cycles {
                let most = BURST_LINES * 65_536 + rate.min(65_536) * (to - from) as u64;
                assert!((passed[to] - passed[from]) * 65_536 <= most, "rate {rate}: cycles {from}..{to}");
            }
        }
        let least = (rate.min(65_536) * greedy as u64) / 65_536;
        assert!(passed[greedy] >= least, "rate {rate}: {} of {least} lines", passed[greedy]);
    }
}

#[test]
fn token_bucket_without_a_rate_never_stalls() {
    let mut bucket = ready::<TokenBucket>();
    bucket.spend.next = true;
    for _ in 0..100 {
        settle(&mut *bucket);
        assert!(bucket.ready.val());
        clock_cycle!(bucket);
    }
}

/// Up to the longest latency, `ripe` rises in the promised cycle.
#[test]
fn latency_gate_is_exact() {
    for latency in [0, 1, 2, 3, 4, 17, 1000, 65_534, 65_535_u64] {
        let mut gate = ready::<LatencyGate<3>>();
        gate.latency.next = latency.into();
        // The second request at a time that is not the first's.
        for _ in 0..2 {
            let start = latency.max(3);
            for cycle in 0..=start {
                gate.enter.next = cycle == 0;
                gate.leave.next = cycle == start;
                settle(&mut *gate);
                assert_eq!(gate.ripe.val(), cycle == start, "latency {latency}, cycle {cycle}");
                clock_cycle!(gate);
            }
        }
    }
}

/// Requests that ripened long ago stay ripe, however often the time wraps.
#[test]
fn latency_gate_does_not_forget() {
    let mut gate = ready::<LatencyGate<2>>();
    gate.latency.next = 60_000.into();
    for cycle in 0..200_000 {
        gate.enter.next = cycle < 4;
        settle(&mut *gate);
        assert_eq!(gate.ripe.val(), cycle >= 60_000, "cycle {cycle}");
        clock_cycle!(gate);
    }
    for left in (0..4).rev() {
        gate.leave.next = true;
        settle(&mut *gate);
        clock_cycle!(gate);
        assert_eq!(gate.ripe.val(), left > 0);
    }
}

/// A full table takes no write, and frees its places in order.
#[test]
fn recent_writes_fill_and_empty() {
    let mut table = ready::<RecentWrites<2, 4>>();
    table.window.next = 10.into();
    for round in 0..3 {
        for line in 0..4_u64 {
            assert!(table.ready.val(), "round {round}: no room for write {line}");
            table.enter.next = true;
            table.line.next = (100 + line).into();
            settle(&mut *table);
            clock_cycle!(table);
        }
        table.enter.next = false;
        settle(&mut *table);
        assert!(!table.ready.val(), "round {round}: takes a fifth write");
        for line in 0..4_u64 {
            table.look.next = true;
            table.look_line.next = (100 + line).into();
            settle(&mut *table);
            clock_cycle!(table);
            table.look.next = false;
            for cycle in 0..10 {
                table.answered.next = cycle == 0;
                settle(&mut *table);
                assert!(table.blocked.val(), "round {round}, write {line}, cycle {cycle}");
                clock_cycle!(table);
            }
            assert!(!table.blocked.val() && table.ready.val(), "round {round}, write {line} is not freed");
        }
    }
}
