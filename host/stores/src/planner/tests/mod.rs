//! What a planner does in cases that can be followed by hand; then at random, and on a device.

mod device;
mod random;

use emberlane_drivers::smartssd::{MovementPlan, Transfer};

use super::*;
use emberlane_experiment::Pooling;

fn planner(settings: Settings) -> CachePlanner {
    CachePlanner::new(settings).unwrap()
}

fn one_bag(vectors: &[u64]) -> Lookups {
    let mut lookups = Lookups::new(Pooling::Sum);
    lookups.push_bag(vectors.iter().copied());
    lookups
}

fn transfer(ssd: u64, cached: u32) -> Transfer {
    Transfer { ssd, cached }
}

/// Movements that write to the SSD all that a planner says is in the cache, by EV.
fn write_back(planner: &CachePlanner) -> MovementPlan {
    let all = (0..).zip(planner.by_block());
    let mut evictions: Vec<Transfer> = all.map(|(cached, ssd)| transfer(ssd, cached)).collect();
    evictions.sort_unstable();
    MovementPlan { evictions, loads: Vec::new() }
}

#[test]
fn an_ev_comes_once_and_stays_while_it_is_in_flight() {
    let mut planner = planner(Settings::new(4, 1000));
    let first = planner.plan(one_bag(&[9, 7, 9, 8])).unwrap();
    assert_eq!(first.movements.loads, [transfer(7, 0), transfer(8, 1), transfer(9, 2)]);
    assert_eq!(first.blocks, [2, 0, 2, 1]);
    assert_eq!(first.statistics.lookups, Found { ssd: 4, ..Found::default() });
    assert_eq!((first.statistics.vectors.ssd, first.statistics.merged), (3, 2));
    for _ in 0..2 {
        let next = planner.plan(one_bag(&[8])).unwrap();
        assert_eq!((next.movements, next.blocks), (MovementPlan::default(), vec![1]));
    }
    assert_eq!(planner.locate(7), Some((Table::InUse, 0)));
    // The first iteration leaves; 8 is reused.
    planner.plan(one_bag(&[])).unwrap();
    let fifth = planner.plan(one_bag(&[1])).unwrap();
    assert_eq!(fifth.movements, MovementPlan { evictions: vec![], loads: vec![transfer(1, 3)] });
    assert_eq!([7, 8, 9].map(|vector| planner.locate(vector).unwrap().0), [Table::Main, Table::InUse, Table::Main]);
    // The cache is full, and all but the main table stays.
    let sixth = planner.plan(one_bag(&[2])).unwrap();
    let [eviction] = sixth.movements.evictions[..] else { panic!("an EV leaves") };
    assert!([transfer(7, 0), transfer(9, 2)].contains(&eviction), "{eviction:?}");
    assert_eq!(sixth.movements.loads, [transfer(2, eviction.cached)]);
    assert_eq!(planner.locate(eviction.ssd), None);
    assert_eq!(sixth.replaced().collect::<Vec<_>>(), [eviction.cached]);
}

#[test]
fn a_filled_cache_goes_on_as_if_it_had_been_planned() {
    let settings = Settings { in_flight: 1, hot_threshold: 9, ..Settings::new(4, 1000) };
    let mut planner = planner(settings);
    planner.fill(&[(7, 9), (8, 2), (7, 50), (9, 0)]).unwrap();
    planner.fill(&[(20, 1), (21, 1)]).unwrap();
    assert_eq!((planner.filled(), planner.locate(7), planner.locate(21)), (4, Some((Table::Main, 0)), None));
    let first = planner.plan(one_bag(&[7, 8])).unwrap();
    assert_eq!((first.blocks, first.statistics.vectors.main), (vec![0, 1], 2));
    // One use more than before.
    let second = planner.plan(one_bag(&[500])).unwrap();
    assert_eq!((second.statistics.promotions, second.movements.evictions.len()), (1, 1));
    assert_eq!(planner.locate(7), Some((Table::Hot, 0)));
    planner.tables().check([500].into_iter());
    let error = planner.fill(&[(1, 0), (1000, 0)]).unwrap_err();
    assert_eq!(error, PlanError::NoVector { iteration: 3, vector: 1000, vectors: 1000 });
}

#[test]
fn what_is_used_often_becomes_hot_when_it_is_flushed() {
    let settings = Settings { in_flight: 1, hot_threshold: 2, hot_vectors: 1, ..Settings::new(3, 1000) };
    let mut planner = planner(settings);
    // Loaded, then found twice: not more than the threshold.
    for _ in 0..3 {
        planner.count(&[5, 5]).unwrap();
    }
    planner.count(&[6]).unwrap();
    assert_eq!(planner.locate(5).unwrap().0, Table::Main);
    planner.count(&[5]).unwrap();
    assert_eq!(planner.locate(5).unwrap().0, Table::InUse);
    let promoted = planner.count(&[6]).unwrap();
    assert_eq!((promoted.promotions, planner.locate(5).unwrap().0), (1, Table::Hot));
    // However many come, it stays.
    for vector in 100..200 {
        planner.count(&[vector]).unwrap();
    }
    let found = planner.count(&[5]).unwrap();
    assert_eq!(found.vectors, Found { hot: 1, ..Found::default() });
    // Another one becomes hot, and it is the tail.
    for _ in 0..4 {
        planner.count(&[7]).unwrap();
    }
    assert_eq!(planner.locate(5).unwrap().0, Table::Hot);
    let demoted = planner.count(&[]).unwrap();
    assert_eq!((demoted.promotions, demoted.demotions), (1, 1));
    assert_eq!([5, 7].map(|vector| planner.locate(vector).unwrap().0), [Table::Main, Table::Hot]);
    // Who needs all blocks gets them.
    let all = planner.count(&[1, 2, 3]).unwrap();
    assert_eq!((all.demotions, planner.hot(), planner.in_use()), (1, 0, 3));
}

#[test]
fn what_cannot_be_planned_is_said_and_changes_nothing() {
    let refused = |settings| CachePlanner::new(settings).unwrap_err().to_string();
    assert_eq!(refused(Settings::new(0, 1)), "a cache has 1 to 2147483648 blocks, not 0");
    assert!(refused(Settings::new(1, 1 << 41)).contains("an SSD has at most"));
    assert!(refused(Settings { in_flight: 0, ..Settings::new(1, 1) }).contains("in flight"));

    let mut planner = planner(Settings { in_flight: 2, ..Settings::new(5, 100) });
    planner.count(&[1, 2, 3, 4]).unwrap();
    planner.count(&[4, 5]).unwrap();
    let before = *planner.statistics();
    let error = planner.count(&[6, 7, 8, 8, 9]).unwrap_err();
    assert_eq!(error, PlanError::TooManyVectors { iteration: 3, in_flight: 2, needed: 6, blocks: 5 });
    let message = error.to_string();
    assert!(
        message.starts_with("iteration 3 and the 1 in flight before it need 6 EVs at once, the cache has 5 blocks")
    );
    assert!(planner.count(&[100]).unwrap_err().to_string().contains("EV 100; the SSD has 100"));
    assert_eq!(*planner.statistics(), before);
    assert_eq!(planner.count(&[6, 7, 8]).unwrap().evictions, 3);
}

#[test]
fn a_seed_decides_what_is_evicted() {
    let run = |seed| {
        let mut planner = planner(Settings { seed, in_flight: 1, ..Settings::new(64, 10_000) });
        let plan = |batch: u64| planner.plan(one_bag(&(8 * batch..8 * batch + 8).collect::<Vec<_>>())).unwrap();
        (0..40).map(plan).collect::<Vec<_>>()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn contents_find_plans_that_are_wrong() {
    let mut planner = planner(Settings::new(4, 100));
    let planned = planner.plan(one_bag(&[10, 20])).unwrap();
    let mut contents = CacheContents::default();
    assert_eq!(
        contents.use_all(&planned).unwrap_err().to_string(),
        "iteration 1 needs EV 10 in block 0 of the cache, which holds none"
    );
    contents.check(&planned.movements).unwrap();
    contents.apply(&planned.movements);
    contents.use_all(&planned).unwrap();
    let plan = |evictions: &[Transfer], loads: &[Transfer]| MovementPlan {
        evictions: evictions.to_vec(),
        loads: loads.to_vec(),
    };
    let error = contents.check(&plan(&[transfer(11, 0)], &[])).unwrap_err();
    assert_eq!(error, ContentsError::Eviction { transfer: transfer(11, 0), holds: Some(10) });
    let error = contents.check(&plan(&[], &[transfer(11, 0)])).unwrap_err();
    assert_eq!(error.to_string(), "EV 11 is to be loaded to block 0, which holds EV 10, newer than on the SSD");
    contents.check(&plan(&[transfer(10, 0)], &[transfer(11, 0)])).unwrap();
    contents.apply(&write_back(&planner));
    contents.check(&plan(&[], &[transfer(11, 0)])).unwrap();
}

#[test]
fn a_planner_on_its_thread_plans_the_same() {
    let batch = |number: u64| (0..6).map(|vector| (number * 5 + vector * vector) % 90).collect::<Vec<_>>();
    let settings = Settings::new(30, 100);
    let mut planner = planner(settings);
    let expected: Vec<PlannedIteration> =
        (0..50).map(|number| planner.plan(one_bag(&batch(number))).unwrap()).collect();
    let start = |batches: std::ops::Range<u64>| {
        let batches = batches.map(move |number| anyhow::Ok(one_bag(&batch(number))));
        PlanningAhead::start(CachePlanner::new(settings).unwrap(), batches, AHEAD).unwrap()
    };
    let planned: Vec<PlannedIteration> = start(0..50).map(Result::unwrap).collect();
    assert_eq!(planned, expected);
    // Stopped early, it gives all that it has planned.
    let mut ahead = start(0..u64::MAX);
    let mut planned: Vec<PlannedIteration> = ahead.by_ref().take(5).map(Result::unwrap).collect();
    let (planner, left) = ahead.stop();
    assert!(left.len() <= AHEAD + 1, "{} are left", left.len());
    planned.extend(left.into_iter().map(Result::unwrap));
    assert_eq!(planner.statistics().iterations, planned.len() as u64);
    assert_eq!(planned, expected[..planned.len()]);
}

#[test]
fn planning_ahead_ends_with_an_error() {
    let start = |batches: Vec<anyhow::Result<Lookups>>| {
        let planner = CachePlanner::new(Settings::new(2, 100)).unwrap();
        PlanningAhead::start(planner, batches.into_iter(), AHEAD).unwrap().collect::<Vec<_>>()
    };
    let planned = start(vec![Ok(one_bag(&[1])), Ok(one_bag(&[1, 2, 3])), Ok(one_bag(&[1]))]);
    assert_eq!(planned.len(), 2);
    let error = planned[1].as_ref().unwrap_err().downcast_ref::<PlanError>().unwrap();
    assert!(matches!(error, PlanError::TooManyVectors { needed: 3, .. }));
    let planned = start(vec![Err(anyhow::anyhow!("the file ends in a line"))]);
    assert!(planned[0].as_ref().unwrap_err().to_string().contains("the file ends"));
}
