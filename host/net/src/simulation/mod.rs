//! Shards and ranks on the simulated network, whose faults, crashes and cuts a seed decides.
//!
//! Every rank checks the bits of every row that it pulls against a training without a network: it sees all pushes of the batches before
//! and none after, none lost, none doubled.

mod actors;
mod every_order;
mod oracle;
mod replay;
mod scenario;

use crate::node::Mutant;
use emberlane_experiment::Recovery;
use emberlane_ps::Settings;
use scenario::{Ending, Files, Scenario, simulate};

/// Seeds that failed once: each is a fault that was there.
const FAILED_ONCE: [u64; 0] = [];

/// Seeds that are run each time.
const SEEDS: u64 = 60;

#[test]
fn every_pull_is_right_whatever_the_network_does_and_a_seed_replays() {
    for seed in (0..SEEDS).chain(FAILED_ONCE) {
        let scenario = Scenario::drawn(seed);
        let first = simulate(&scenario, None);
        assert_eq!(first.ending, Ending::Done, "seed {seed}: {scenario:?}");
        let again = simulate(&scenario, None);
        assert_eq!((first.trace, first.messages), (again.trace, again.messages), "seed {seed} does not replay");
    }
}

/// The engine over pools in files, each way, with a cache that is smaller than what a batch needs, under the same troubles.
#[test]
fn every_pull_is_right_with_shards_in_pools() {
    let incremental = Settings { checkpointing: Settings::ori_cache(6).checkpointing, ..Settings::pmem(6) };
    let aware = Settings { checkpointing: Settings::pmem(6).checkpointing, ..Settings::ori_cache(6) };
    let all = [Settings::pmem(6), incremental, Settings::ori_cache(6), aware, Settings::pmem_hash(), Settings::dram()];
    for settings in all {
        every_pull_is_right_with(Files::Pool(settings));
    }
}

/// CXL-MEMs whose memory is in files.
#[test]
fn every_pull_is_right_with_shards_in_devices() {
    every_pull_is_right_with(Files::Device);
}

fn every_pull_is_right_with(files: Files) {
    let mut repeated = 0;
    for seed in 0..8 {
        let scenario = Scenario { files, crashes: 3, ..Scenario::drawn(seed) };
        let run = simulate(&scenario, None);
        assert_eq!(run.ending, Ending::Done, "seed {seed}: {scenario:?}");
        repeated += run.repeated;
    }
    assert!(repeated > 0, "{files:?}: no push was ever repeated");
}

#[test]
fn seeds_differ_and_there_are_faults_in_them() {
    let runs: Vec<_> = (0..10).map(|seed| simulate(&Scenario::drawn(seed), None)).collect();
    let mut traces: Vec<u64> = runs.iter().map(|run| run.trace).collect();
    traces.sort_unstable();
    traces.dedup();
    assert_eq!(traces.len(), runs.len());
    let total = |count: fn(&scenario::Run) -> u64| runs.iter().map(count).sum::<u64>();
    assert!(total(|run| run.repeated) > 20, "pushes were repeated {} times", total(|run| run.repeated));
    assert!(total(|run| run.held) > 20, "pulls were held {} times", total(|run| run.held));
    assert!(total(|run| run.crashes) > 5, "shards crashed {} times", total(|run| run.crashes));
}

#[test]
fn without_faults_nothing_is_repeated() {
    let run = simulate(
        &Scenario { faults: crate::simulated::Faults::default(), crashes: 0, cuts: 0, ..Scenario::drawn(3) },
        None,
    );
    assert_eq!((run.ending, run.repeated, run.crashes), (Ending::Done, 0, 0));
}

/// A rank that waits for others waits for shards that they wait for: one that was started again needs what it has pushed.
#[test]
fn ranks_that_wait_for_others_and_look_at_no_shard_are_found() {
    let stuck = (0..SEEDS).map(|seed| Scenario { looks: false, ranks: 2, crashes: 4, ..Scenario::drawn(seed) });
    assert!(stuck.into_iter().any(|scenario| simulate(&scenario, None).ending == Ending::Stuck));
}

/// Of two shards that are killed one after the other each may have answered another rank, which waits for the other one.
#[test]
fn ranks_that_wait_for_a_shard_and_look_at_no_other_are_found() {
    let of = |seed| Scenario { ranks: 2, shards: 3, crashes: 12, ..Scenario::drawn(seed) };
    let blind = |seed| Scenario { looks_while_it_pulls: false, ..of(seed) };
    let stuck = (0..400).find(|seed| simulate(&blind(*seed), None).ending == Ending::Stuck).expect("some are stuck");
    assert_eq!(simulate(&of(stuck), None).ending, Ending::Done, "seed {stuck}");
}

/// Shards that go on with the rows that they have.
fn in_part(seed: u64) -> Scenario {
    Scenario { recovery: Recovery::Partial, crashes: 3 + seed as u32 % 4, ..Scenario::drawn(seed) }
}

/// Killed shards lose what they say and no more: what is left is what was trained until a checkpoint, and then everything again behind
/// the batch at which they came back.
#[test]
fn shards_that_go_on_in_part_lose_what_they_say() {
    let (mut lost, mut torn) = (0, 0);
    for seed in 0..SEEDS {
        let run = simulate(&in_part(seed), None);
        assert_eq!(run.ending, Ending::Done, "seed {seed}: {:?}", in_part(seed));
        (lost, torn) = (lost + run.lost.batches, torn + run.lost.torn);
    }
    assert!(lost > 100 && torn > 0, "{lost} batches were lost; ranks were at different batches {torn} times");
}

/// In pools, whose checkpoints are done behind the batch, or waited for.
#[test]
fn shards_in_pools_that_go_on_in_part_lose_what_they_say() {
    let mut lost = 0;
    for (seed, settings) in
        (0..).zip([Settings::pmem(6), Settings::ori_cache(6), Settings::pmem_hash(), Settings::dram()])
    {
        for seed in [seed, seed + 4, seed + 8] {
            let scenario = Scenario { files: Files::Pool(settings), waits: seed % 2 == 0, ..in_part(seed) };
            let run = simulate(&scenario, None);
            assert_eq!(run.ending, Ending::Done, "seed {seed}: {scenario:?}");
            lost += run.lost.batches;
        }
    }
    assert!(lost > 10, "{lost} batches were lost");
}

/// Rows of different batches: what they are is tested where pools are; here that everybody comes to the end.
#[test]
fn shards_that_go_on_with_the_newest_of_each_row_come_to_an_end() {
    for seed in 0..6 {
        let files = Files::Pool(Settings { ahead_rows: seed as usize % 3, ..Settings::pmem(6) });
        let scenario = Scenario { files, recovery: Recovery::PartialNewest, ..in_part(seed) };
        assert_eq!(simulate(&scenario, None).ending, Ending::Done, "seed {seed}: {scenario:?}");
    }
}

fn is_found_in_part(mutant: Mutant) -> bool {
    let two = |seed| Scenario { ranks: 2, ..in_part(seed) };
    (0..SEEDS).any(|seed| simulate(&two(seed), Some(mutant)).ending != Ending::Done)
}

#[test]
fn shards_that_go_on_before_all_ranks_have_said_where_they_are_are_found() {
    assert!(is_found_in_part(Mutant::EntersEarly));
}

#[test]
fn shards_that_go_on_with_gradients_of_rows_that_are_gone_are_found() {
    assert!(is_found_in_part(Mutant::EntersBehind));
}

/// Whether some seed finds a fault that a shard commits.
fn is_found(mutant: Mutant) -> bool {
    (0..SEEDS).any(|seed| simulate(&Scenario::drawn(seed), Some(mutant)).ending != Ending::Done)
}

#[test]
fn shards_that_answer_pulls_early_are_found() {
    assert!(is_found(Mutant::PullsEarly));
}

#[test]
fn shards_that_apply_what_is_repeated_are_found() {
    assert!(is_found(Mutant::AppliesTwice));
}

#[test]
fn shards_that_apply_in_the_order_of_arrival_are_found() {
    assert!(is_found(Mutant::ArrivalOrder));
}

#[test]
fn shards_that_keep_nothing_are_lost_by_name() {
    let lost = (0..20).map(|seed| Scenario { keeps: false, crashes: 1, ..Scenario::drawn(seed) });
    let endings: Vec<Ending> = lost.map(|scenario| simulate(&scenario, None).ending).collect();
    let is_named =
        |ending: &Ending| matches!(ending, Ending::Refused(text) if text.contains("storage \"dram\" keeps nothing"));
    // A shard that is lost before its first batch has lost nothing.
    assert!(endings.iter().all(|ending| *ending == Ending::Done || is_named(ending)), "{endings:?}");
    assert!(endings.iter().any(is_named), "{endings:?}");
}

#[test]
fn a_process_that_wakes_up_behind_its_successor_is_refused_and_changes_nothing() {
    for seed in 0..10 {
        let run = simulate(&Scenario { wakes_a_former_rank: true, ranks: 1, ..Scenario::drawn(seed) }, None);
        assert_eq!(run.ending, Ending::Done, "seed {seed}");
        assert!(
            run.former.as_ref().is_some_and(|text| text.contains("another process is rank 0 now")),
            "seed {seed}: {:?}",
            run.former
        );
    }
}

#[test]
fn shards_that_take_what_a_former_rank_says_are_found() {
    let found = (0..10).any(|seed| {
        let run = simulate(
            &Scenario { wakes_a_former_rank: true, ranks: 1, ..Scenario::drawn(seed) },
            Some(Mutant::IgnoresTerms),
        );
        run.ending != Ending::Done || run.former.is_none_or(|text| !text.contains("another process is rank 0 now"))
    });
    assert!(found);
}
