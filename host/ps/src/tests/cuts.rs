//! Power is lost at every store and every fence of small trainings, and of recoveries; what the pool holds then is opened again.

use std::collections::BTreeMap;

use emberlane_experiment::Optimizer;
use emberlane_models::power_loss::{Cut, Engine, Fate, Image, Recording, cuts};

use super::plain::{Plain, State, batch, plain, state, step, tables};
use super::pools::{Place, formatted, open, open_fast};
use crate::engine::Fault;
use crate::{Checkpointing, Settings, ShardStore, Target};

pub(super) const BATCHES: u64 = 9;
const RANKS: usize = 2;
const SEED: u64 = 21;
/// The batches behind a recovery are others than those that were lost.
const OTHER_SEED: u64 = 22;

/// A training that is recorded.
pub(super) struct Course {
    optimizer: Optimizer,
    place: Place,
    pub(super) settings: Settings,
    fault: Option<Fault>,
    pub(super) recording: Recording,
    /// From which step on which checkpoint was done.
    done: Vec<(u64, u64)>,
    states: Vec<State>,
    /// Of each checkpoint that training went on from, the states behind it.
    others: BTreeMap<u64, Vec<State>>,
}

/// Trains; `Err`: the training itself goes wrong.
pub(super) fn course(
    optimizer: Optimizer,
    place: Place,
    settings: Settings,
    fault: Option<Fault>,
    interval: u64,
) -> Result<Course, String> {
    let tables = tables(optimizer);
    let states = plain(&tables, SEED, BATCHES, RANKS);
    let (mut store, witness) =
        open(&formatted(&tables, place), &tables, place, settings, fault).map_err(|error| error.to_string())?;
    let mut done = vec![(0, 0)];
    for number in 1..=BATCHES {
        train(&mut store, SEED, number, interval, &states[number as usize])?;
        done.push((witness.now(), store.checkpoints().done()));
        commit(&mut store)?;
    }
    store.drain().map_err(|error| error.to_string())?;
    done.push((witness.now(), store.checkpoints().done()));
    let others = BTreeMap::new();
    Ok(Course { optimizer, place, settings, fault, recording: witness.recording(), done, states, others })
}

fn train(store: &mut dyn ShardStore, seed: u64, number: u64, interval: u64, expected: &State) -> Result<(), String> {
    let shares = batch(store.tables(), seed, number, RANKS);
    step(store, number, &shares, number.is_multiple_of(interval)).map_err(|error| error.to_string())?;
    let found = state(store).map_err(|error| error.to_string())?;
    if found == *expected { Ok(()) } else { Err(format!("batch {number} has other bits")) }
}

/// The checkpoint before the newest is kept for those who have not done it yet.
fn commit(store: &mut dyn ShardStore) -> Result<(), String> {
    let retained = store.checkpoints().retained;
    let before = retained.len().checked_sub(2).map_or(retained[0], |last| retained[last]);
    store.commit(before).map_err(|error| error.to_string())
}

impl Course {
    /// What a pool has to be like after a cut, and what training makes of it; the checkpoint it went back to.
    pub(super) fn judge(&mut self, image: &Image, at: u64, is_earlier: bool) -> Result<u64, String> {
        let tables = tables(self.optimizer);
        let (mut store, witness) =
            open(image, &tables, self.place, self.settings, self.fault).map_err(|error| error.to_string())?;
        let floor = self.done.iter().filter(|(step, _)| *step <= at).map(|(_, done)| *done).max().unwrap_or(0);
        if store.applied() < floor {
            return Err(format!("checkpoint {floor} was done, and is lost: there is {}", store.applied()));
        }
        let retained = store.checkpoints().retained;
        if is_earlier && retained.len() > 1 {
            store.recover(Target::At(retained[retained.len() - 2])).map_err(|error| error.to_string())?;
        }
        let first = store.applied();
        if state(&store).map_err(|error| error.to_string())? != self.states[first as usize] {
            return Err(format!("checkpoint {first} has other bits"));
        }
        let others = self.others.entry(first).or_insert_with(|| {
            let mut model = Plain::new(&tables);
            (1..=first).for_each(|number| model.apply(&batch(&tables, SEED, number, RANKS)));
            (first + 1..=BATCHES).for_each(|number| model.apply(&batch(&tables, OTHER_SEED, number, RANKS)));
            model.states
        });
        for number in first + 1..=BATCHES {
            train(&mut store, OTHER_SEED, number, 2, &others[number as usize])?;
            commit(&mut store)?;
        }
        store.drain().map_err(|error| error.to_string())?;
        let last = store.checkpoints().done();
        drop(store);
        let image = witness.lost();
        let store =
            open_fast(&image, &tables, self.place, self.settings, self.fault).map_err(|error| error.to_string())?;
        let expected = if last > first { &others[last as usize] } else { &self.states[last as usize] };
        if store.applied() != last || state(&store).map_err(|error| error.to_string())? != *expected {
            return Err(format!("after training went on from {first}, checkpoint {last} has other bits"));
        }
        Ok(first)
    }

    /// Judges the images of a campaign; how often each checkpoint was found.
    pub(super) fn campaign(&mut self, engine: Engine, seed: u64, count: u64) -> Result<BTreeMap<u64, u64>, String> {
        let events = self.recording.events();
        let recording = self.recording.clone();
        let open = |cycle: u64| recording.open(cycle).count();
        let every = usize::try_from(count).unwrap_or(usize::MAX).max(1);
        let stride = (events.len() / every).max(1);
        let mut all: Vec<Cut> = cuts(engine, seed, count, events.into_iter().step_by(stride), open);
        all.sort_by_key(|cut| (cut.cycle, cut.number));
        let mut images = recording.cuts();
        let mut found = BTreeMap::new();
        for cut in all {
            let image = images.image(cut.cycle, cut.fates());
            let judged = self.judge(&image, cut.cycle, cut.number % 2 == 1);
            let at = judged.map_err(|error| {
                format!(
                    "{:?}, {}, seed {seed}, cut {} at step {}: {error}",
                    self.settings,
                    engine.name(),
                    cut.number,
                    cut.cycle
                )
            })?;
            *found.entry(at).or_insert(0) += 1;
        }
        Ok(found)
    }
}

/// Settings whose slots are used again and again.
pub(super) fn tight() -> [(Settings, Place); 6] {
    let few = Place { partitions: 1, slots: 110 };
    let two = Place { partitions: 2, slots: 70 };
    let paper = Settings { checkpointing: Checkpointing::BatchAware { drain_rows: 0 }, ..Settings::pmem(6) };
    let drained = Settings { checkpointing: Checkpointing::BatchAware { drain_rows: 3 }, ..Settings::pmem(1000) };
    let ahead = Settings { ahead_rows: 4, ..paper };
    [
        (paper, two),
        (drained, few),
        (ahead, two),
        (Settings::ori_cache(5), two),
        (Settings::pmem_hash(), few),
        (Settings::dram(), two),
    ]
}

#[test]
fn every_cut_of_a_training_leaves_a_checkpoint() {
    for (number, (settings, place)) in (0..).zip(tight()) {
        let mut course = course(Optimizer::RowwiseAdagrad, place, settings, None, 2).unwrap();
        for (engine, count) in [(Engine::NoReorder, 10_000), (Engine::Random, 10_000)] {
            let found = course.campaign(engine, number, count).unwrap();
            assert!(found.len() >= 3, "{settings:?}: cuts find {found:?}");
        }
    }
}

#[test]
fn writes_come_in_any_order() {
    let (settings, place) = tight()[0];
    let mut course = course(Optimizer::Sgd, place, settings, None, 2).unwrap();
    for engine in [Engine::Accumulative, Engine::ReverseAccumulative, Engine::Partial, Engine::Full] {
        course.campaign(engine, 5, 1_000).unwrap();
    }
}

#[test]
fn a_recovery_that_is_cut_is_begun_anew() {
    let (settings, place) = tight()[0];
    let tables = tables(Optimizer::Sgd);
    let mut course = course(Optimizer::Sgd, place, settings, None, 2).unwrap();
    let recording = course.recording.clone();
    let mut images = recording.cuts();
    let mut tried = 0;
    for (number, cycle) in recording.events().into_iter().enumerate() {
        let image = images.image(cycle, |write| if write.address % 128 == 0 { Fate::Applied } else { Fate::Lost });
        if number % 8 != 0 {
            continue;
        }
        let (mut store, witness) = open(&image, &tables, place, settings, None).unwrap();
        let newest = store.applied();
        let retained = store.checkpoints().retained;
        store.recover(Target::At(retained[0])).unwrap();
        drop(store);
        let recovery = witness.recording();
        let events = recovery.events();
        let open = |cycle: u64| recovery.open(cycle).count();
        let all = cuts(Engine::Random, number as u64, events.len() as u64, events.into_iter(), open);
        let mut images = recovery.cuts();
        for cut in all {
            let image = images.image(cut.cycle, cut.fates());
            let at = course.judge(&image, 0, false).unwrap();
            assert!((retained[0]..=newest).contains(&at), "{at} of {retained:?}");
            tried += 1;
        }
    }
    assert!(tried > 300, "{tried}");
}
