//! Mistakes that are put in are found by the tests that pass without them.

use emberlane_experiment::Optimizer;
use emberlane_models::power_loss::Engine;

use super::cuts::{course, tight};
use super::damage::a_lost_row_is_found;
use super::plain::{batch, state, step, tables};
use super::pools::{Place, formatted, open_fast};
use crate::engine::Fault;
use crate::{Settings, ShardStore};

/// What cuts say of an engine with a mistake.
fn cut(fault: Option<Fault>) -> Result<(), String> {
    for (number, (settings, place)) in (0..).zip(tight()).take(2) {
        let mut course = course(Optimizer::Sgd, place, settings, fault, 2)?;
        for engine in [Engine::NoReorder, Engine::Random, Engine::ReverseAccumulative] {
            course.campaign(engine, number, 2_000)?;
        }
    }
    Ok(())
}

#[test]
fn any_cut_finds_mistakes() {
    assert_eq!(cut(None), Ok(()));
    for fault in [
        Fault::MissingFence,
        Fault::EarlyFree,
        Fault::EarlyCommit,
        Fault::MidBatchRequest,
        Fault::UnzeroedDiscards,
        Fault::HeadOfQueue,
        Fault::NoPins,
    ] {
        let found = cut(Some(fault));
        assert!(found.is_err(), "{fault:?} is not found");
        println!("{fault:?}: {}", found.unwrap_err());
    }
}

#[test]
fn an_ignored_digest_is_found() {
    assert_eq!(a_lost_row_is_found(None), Ok(()));
    assert!(a_lost_row_is_found(Some(Fault::IgnoredDigest)).is_err());
}

#[test]
fn a_batch_that_is_applied_twice_is_found() {
    let twice = |fault| {
        let tables = tables(Optimizer::Sgd);
        let place = Place { partitions: 1, slots: 100 };
        let mut store = open_fast(&formatted(&tables, place), &tables, place, Settings::pmem(100), fault).unwrap();
        let shares = batch(&tables, 1, 1, 2);
        step(&mut store, 1, &shares, false).unwrap();
        let before = state(&store).unwrap();
        let pushes: Vec<_> = shares.iter().map(|share| share.push()).collect();
        let again = store.apply(1, &pushes, false);
        (again.is_ok(), state(&store).unwrap() == before)
    };
    assert_eq!(twice(None), (false, true));
    assert_eq!(twice(Some(Fault::NoDedup)), (true, false));
}
