//! When shards die.

use emberlane_experiment::FailurePlan;
use rand::seq::index::sample;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

/// After how many batches which shard dies, in the order of the batches, and of shards within one. Those that die at once are others
/// each; two failures may be behind the same batch.
#[must_use]
pub fn planned(plan: &FailurePlan, shards: u32) -> Vec<(u64, u32)> {
    let mut failures = match plan {
        FailurePlan::Named(failures) => failures.clone(),
        FailurePlan::Drawn { count, lost, within, seed } => {
            let mut random = Pcg64::seed_from_u64(*seed);
            let mut failures = Vec::new();
            for _ in 0..*count {
                let batch = random.random_range(1..=*within);
                let dead = sample(&mut random, shards as usize, (*lost).min(shards) as usize);
                failures.extend(dead.into_iter().map(|shard| (batch, shard as u32)));
            }
            failures
        }
    };
    failures.sort_unstable();
    failures.dedup();
    failures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_a_plan() {
        let drawn = |seed| planned(&FailurePlan::Drawn { count: 3, lost: 2, within: 100, seed }, 4);
        assert_eq!(drawn(1), drawn(1));
        assert_ne!(drawn(1), drawn(2));
        for seed in 0..50 {
            let plan = drawn(seed);
            assert!(plan.is_sorted() && plan.len() <= 6 && plan.len() >= 2, "{plan:?}");
            assert!(plan.iter().all(|(batch, shard)| (1..=100).contains(batch) && *shard < 4));
        }
    }

    #[test]
    fn every_batch_is_as_likely() {
        let mut early = 0;
        for seed in 0..2000 {
            let plan = planned(&FailurePlan::Drawn { count: 1, lost: 1, within: 10, seed }, 8);
            early += u32::from(plan[0].0 <= 5);
        }
        assert!((900..1100).contains(&early), "{early} of 2000 in the first half");
    }
}
