//! Random and malicious workloads, beside a plain model of the training.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use proptest::prelude::*;

use super::super::*;
use super::{one_bag, planner, write_back};

/// What iterations look up.
#[derive(Clone, Copy, Debug)]
enum Workload {
    /// Any EV.
    Uniform,
    /// Some EVs again and again.
    Skewed,
    /// One EV alone.
    Equal,
    /// Only EVs that were never met, until the SSD has no more.
    Distinct,
    /// A window that moves by less than its width.
    Sliding,
    /// Two sets in turn, which together are more than the cache.
    PingPong,
}

#[derive(Clone, Debug)]
struct Case {
    settings: Settings,
    batches: Vec<Vec<u64>>,
    /// Gradients come as late as they may.
    late: bool,
}

fn batch(workload: Workload, number: u64, vectors: u64, drawn: &[u64]) -> Vec<u64> {
    let length = drawn.len() as u64;
    let (places, first) = (0..length, drawn.first().copied().unwrap_or(0));
    match workload {
        Workload::Uniform => drawn.iter().map(|drawn| drawn % vectors).collect(),
        Workload::Skewed => drawn.iter().map(|drawn| (drawn % vectors) >> ((drawn >> 48) % 9)).collect(),
        Workload::Equal => places.map(|_| 7 % vectors).collect(),
        Workload::Distinct => places.map(|place| (number * 1009 + place) % vectors).collect(),
        Workload::Sliding => places.map(|place| (number * 3 + place + first % 2) % vectors).collect(),
        Workload::PingPong => places.map(|place| (number % 2 * (vectors / 2) + place) % vectors).collect(),
    }
}

fn case() -> impl Strategy<Value = Case> {
    let workload = prop_oneof![
        Just(Workload::Uniform),
        Just(Workload::Skewed),
        Just(Workload::Equal),
        Just(Workload::Distinct),
        Just(Workload::Sliding),
        Just(Workload::PingPong),
    ];
    let settings = (1u32..150, 1u64..1000, 1u32..6, 0u16..5, 0u32..12, any::<u64>()).prop_map(
        |(blocks, vectors, in_flight, hot_threshold, hot_vectors, seed)| Settings {
            blocks,
            vectors,
            in_flight,
            hot_threshold,
            hot_vectors,
            seed,
        },
    );
    let drawn = prop::collection::vec(prop::collection::vec(any::<u64>(), 0..50), 1..60);
    (settings, workload, drawn, any::<bool>()).prop_map(|(settings, workload, drawn, late)| {
        let batch = |(number, drawn): (u64, &Vec<u64>)| batch(workload, number, settings.vectors, drawn);
        let batches = (0..).zip(&drawn).map(batch).collect();
        Case { settings, batches, late }
    })
}

/// Training where an EV's value is how often it was updated.
#[derive(Default)]
struct Training {
    contents: CacheContents,
    ssd: HashMap<u64, u64>,
    cache: HashMap<u32, (u64, u64)>,
    expected: HashMap<u64, u64>,
    in_flight: VecDeque<PlannedIteration>,
}

impl Training {
    fn apply(&mut self, planned: &PlannedIteration) {
        self.contents.check(&planned.movements).unwrap();
        self.contents.apply(&planned.movements);
        let mut evicted = HashSet::new();
        for eviction in &planned.movements.evictions {
            let (vector, value) = self.cache[&eviction.cached];
            assert_eq!(vector, eviction.ssd, "an EV is evicted from where it is");
            assert!(evicted.insert(vector), "an EV is evicted once");
            self.ssd.insert(vector, value);
        }
        let mut loaded = HashSet::new();
        for load in &planned.movements.loads {
            assert!(loaded.insert(load.cached), "a block is loaded once");
            assert!(self.cache.values().all(|(vector, _)| *vector != load.ssd) || evicted.contains(&load.ssd));
            let value = self.ssd.get(&load.ssd).copied().unwrap_or(0);
            self.cache.insert(load.cached, (load.ssd, value));
        }
        let distinct: HashSet<u64> = self.cache.values().map(|(vector, _)| *vector).collect();
        assert_eq!(distinct.len(), self.cache.len(), "no EV is in two blocks");
        self.contents.use_all(planned).unwrap();
    }

    fn update(&mut self, planned: &PlannedIteration) {
        for (vector, block) in planned.lookups.vectors().iter().zip(&planned.blocks) {
            let (held, value) = self.cache.get_mut(block).unwrap();
            assert_eq!(held, vector);
            *value += 1;
            *self.expected.entry(*vector).or_default() += 1;
            assert_eq!(*value, self.expected[vector], "no update is lost");
        }
    }
}

/// The sum that every lookup is in.
fn check_counts(planned: &PlannedIteration) {
    let Statistics { lookups, vectors, evictions, merged, .. } = planned.statistics;
    let distinct: BTreeSet<&u64> = planned.lookups.vectors().iter().collect();
    assert_eq!(lookups.total(), planned.lookups.vectors().len() as u64);
    assert_eq!(vectors.total(), distinct.len() as u64);
    assert_eq!(vectors.ssd, planned.movements.loads.len() as u64);
    assert_eq!(evictions, planned.movements.evictions.len() as u64);
    // Behind evictions and loads there is the end of the plan.
    assert_eq!(evictions + vectors.ssd - merged + 1, planned.movements.movements(1).len() as u64);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn whatever_is_looked_up_is_there_and_no_update_is_lost(case in case()) {
        let Case { settings, batches, late, .. } = case;
        let mut planner = planner(settings);
        let mut counter = planner.clone();
        let mut training = Training::default();
        let mut total = Statistics::default();
        for batch in batches {
            // Those that stay in flight with the new one.
            let stay = training.in_flight.len().saturating_sub(settings.in_flight as usize - 1);
            let staying = training.in_flight.iter().skip(stay).flat_map(|planned| planned.lookups.vectors());
            let needed: HashSet<u64> = staying.chain(&batch).copied().collect();
            let counted = counter.count(&batch);
            let planned = match planner.plan(one_bag(&batch)) {
                Ok(planned) => planned,
                Err(error) => {
                    let iteration = total.iterations as u32 + 1;
                    let Settings { in_flight, blocks, .. } = settings;
                    let expected = PlanError::TooManyVectors { iteration, in_flight, needed: needed.len(), blocks };
                    prop_assert_eq!(&error, &expected);
                    prop_assert_eq!(counted, Err(expected));
                    prop_assert!(needed.len() > blocks as usize);
                    continue;
                }
            };
            prop_assert_eq!(counted.unwrap(), planned.statistics);
            check_counts(&planned);
            total += planned.statistics;
            prop_assert_eq!(&total, planner.statistics());
            prop_assert!(planned.blocks.iter().all(|block| *block < settings.blocks));
            prop_assert!(planned.movements.evictions.iter().all(|eviction| !needed.contains(&eviction.ssd)));
            planner.tables().check(needed.iter().copied());
            prop_assert!(planner.hot() <= settings.hot_vectors as usize);
            prop_assert_eq!(planner.in_use(), needed.len());

            if late && stay > 0 {
                let leaves = training.in_flight.pop_front().unwrap();
                training.update(&leaves);
            }
            training.apply(&planned);
            if late {
                training.in_flight.push_back(planned);
            } else {
                training.update(&planned);
                training.in_flight.push_back(planned);
                if stay > 0 {
                    training.in_flight.pop_front();
                }
            }
        }
        if late {
            for planned in std::mem::take(&mut training.in_flight) {
                training.update(&planned);
            }
        }
        let back = write_back(&planner);
        training.contents.check(&back).unwrap();
        for eviction in &back.evictions {
            let (vector, value) = training.cache[&eviction.cached];
            prop_assert_eq!(vector, eviction.ssd);
            training.ssd.insert(vector, value);
        }
        prop_assert_eq!(&training.ssd, &training.expected);
    }
}
