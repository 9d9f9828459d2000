//! The queue of jobs: those posted come out in order, each with the settings that it was posted with.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Rate, number};
use emberlane_registers::cxl_mem::JOB_QUEUE;
use emberlane_rtl::cxl_mem::job_queue::JobQueue;
use rand::Rng;
use std::collections::VecDeque;

#[test]
fn jobs_wait_with_their_settings() {
    let random = &mut random("job queue", 1);
    let mut block = ready::<JobQueue>();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let (mut posts, mut takes) = (Rate::changing(), Rate::changing());
    let mut waiting: VecDeque<(u64, Vec<u64>)> = VecDeque::new();
    let (mut taken, mut full, mut cleared) = (0, 0, 0);
    for cycle in 0..4000 {
        let job = (random.random_range(0..4), block.in_settings.iter().map(|_| random.random()).collect::<Vec<u64>>());
        block.in_command.next = job.0.into();
        for (signal, value) in block.in_settings.iter_mut().zip(&job.1) {
            signal.next = (*value).into();
        }
        let (post, take, clear) = (posts.draw(random), takes.draw(random), random.random_ratio(1, 60));
        block.in_valid.next = post;
        block.out_ready.next = take;
        block.clear.next = clear;
        settle(&mut *block);
        let room = (waiting.len() as u64) < JOB_QUEUE;
        assert_eq!(block.in_ready.val(), room, "cycle {cycle}: {} wait", waiting.len());
        assert_eq!(block.out_valid.val(), !waiting.is_empty(), "cycle {cycle}");
        if let Some((command, settings)) = waiting.front() {
            assert_eq!(number(block.out_command.val()), *command, "cycle {cycle}");
            let found: Vec<u64> = block.out_settings.iter().map(|signal| number(signal.val())).collect();
            assert_eq!(found, *settings, "cycle {cycle}");
        }
        full += u64::from(post && !room);
        if take && waiting.pop_front().is_some() {
            taken += 1;
        }
        if post && room {
            waiting.push_back(job);
        }
        if clear {
            cleared += waiting.len();
            waiting.clear();
        }
        clock_cycle!(block);
    }
    assert!(taken > 500 && full > 50 && cleared > 50, "{taken} taken, {full} refused, {cleared} dropped");
}
