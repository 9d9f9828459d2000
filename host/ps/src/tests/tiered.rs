//! Shards whose rows are in files behind caches: the plain model's bits, wherever a row is and whenever the process ends.

use std::cell::Cell;
use std::io;
use std::path::Path;
use std::rc::Rc;

use emberlane_experiment::{CachePolicy, Optimizer, StoreBackend, StoreMedia, StoreTime};
use emberlane_files::{Change, follow_changes, follow_no_more};
use emberlane_tiers::{Settings, TieredRows};
use proptest::prelude::*;

use super::plain::{Plain, batch, state, step, tables};
use super::pools::identity;
use crate::pool::Identity;
use crate::{Folder, Key, OpenTiers, ShardStore, StoreError, Tables, Target, TieredShard};

/// Rows in the caches: none, fewer than a batch has, a second cache that is larger, and room for all.
const CACHES: [(usize, usize); 4] = [(0, 0), (4, 0), (3, 20), (400, 0)];

fn opener(folder: &Folder, tables: &Tables, (dram, scm): (usize, usize)) -> OpenTiers {
    let settings = Settings {
        directory: folder.rows(),
        rows: tables.rows().to_vec(),
        shape: tables.shape(),
        backend: StoreBackend::Logs,
        policy: CachePolicy::Lru,
        ways: 4,
        dram,
        scm,
        prefetch: 0,
        deferred: true,
        shards: 2,
        lanes: 1,
        direct: false,
        // As small as can be, so that files are filled and room is made.
        segment: 4096,
        placement: Vec::new(),
        time: StoreTime::Real,
        media: StoreMedia::default(),
        capacity: None,
    };
    Box::new(move || Ok(Box::new(TieredRows::open(settings.clone())?)))
}

fn open_as(
    path: &Path,
    tables: &Tables,
    caches: (usize, usize),
    identity: &Identity,
) -> Result<TieredShard, StoreError> {
    let folder = Folder::take(path, identity)?;
    let open = opener(&folder, tables, caches);
    TieredShard::open(folder, tables.clone(), open)
}

fn open(path: &Path, tables: &Tables, caches: (usize, usize)) -> TieredShard {
    open_as(path, tables, caches, &identity(tables)).unwrap()
}

#[test]
fn tiers_have_the_plain_bits() {
    for (optimizer, caches) in [Optimizer::Sgd, Optimizer::Adagrad, Optimizer::RowwiseAdagrad]
        .into_iter()
        .flat_map(|optimizer| CACHES.map(|caches| (optimizer, caches)))
    {
        let tables = tables(optimizer);
        let mut model = Plain::new(&tables);
        let folder = tempfile::tempdir().unwrap();
        let mut store = open(folder.path(), &tables, caches);
        for number in 1..=25 {
            let shares = batch(&tables, 1, number, 3);
            let pulled = step(&mut store, number, &shares, number % 4 == 0).unwrap();
            for (share, pulled) in shares.iter().zip(pulled) {
                let expected: Vec<f32> = share.keys.iter().flat_map(|key| model.weights(*key)).copied().collect();
                assert_eq!(pulled, expected, "batch {number} with caches {caches:?}");
            }
            model.apply(&shares);
            assert_eq!(state(&store).unwrap(), model.states[number as usize], "after {number} with caches {caches:?}");
        }
        let counters = store.counters();
        assert_eq!(counters.pulled, counters.hits + counters.misses + counters.made, "{counters:?}");
        assert!(counters.made > 0 && counters.completed == 6 && counters.rows >= counters.made, "{counters:?}");
        let (_, scm) = caches;
        assert!((counters.misses > 0) == (caches.0 < 400), "caches {caches:?}: {counters:?}");
        assert!((counters.evicted > 0) == (caches == CACHES[1] || scm > 0), "caches {caches:?}: {counters:?}");
        assert_eq!(store.checkpoints().retained, [0, 4, 8, 12, 16, 20, 24]);
        for target in [24, 16, 4, 0] {
            assert_eq!(store.recover(Target::At(target)).unwrap().checkpoint, target);
            assert_eq!((store.applied(), state(&store).unwrap() == model.states[target as usize]), (target, true));
        }
        assert_eq!(store.checkpoints().retained, [0]);
    }
}

/// What a shard is told ahead of brings rows near, and makes none: what was never pulled counts as made when it is.
#[test]
fn rows_that_a_shard_is_told_of_are_made_when_they_are_pulled() {
    for caches in CACHES {
        let (tables, folder) = (tables(Optimizer::Sgd), tempfile::tempdir().unwrap());
        let mut model = Plain::new(&tables);
        let mut store = open(folder.path(), &tables, caches);
        for number in 1..=12 {
            let told: Vec<Key> = batch(&tables, 1, number, 1).into_iter().flat_map(|share| share.keys).collect();
            store.prefetch(&told).unwrap();
            let shares = batch(&tables, 1, number, 1);
            step(&mut store, number, &shares, false).unwrap();
            model.apply(&shares);
            let found = state(&store).unwrap();
            assert_eq!(found, model.states[number as usize], "batch {number} with caches {caches:?}");
        }
        let counters = store.counters();
        assert_eq!(counters.pulled, counters.hits + counters.misses + counters.made, "{counters:?}");
        let mut all: Vec<Key> =
            (1..=12).flat_map(|number| batch(&tables, 1, number, 1)).flat_map(|it| it.keys).collect();
        all.sort_unstable();
        all.dedup();
        // One that has left unchanged is made again.
        assert!(counters.made >= all.len() as u64, "{} rows, caches {caches:?}: {counters:?}", all.len());
        assert!(caches.0 < 400 || counters.made == all.len() as u64, "{} rows: {counters:?}", all.len());
    }
}

#[test]
fn tiers_refuse_what_is_out_of_turn_and_change_nothing() {
    let (tables, folder) = (tables(Optimizer::Sgd), tempfile::tempdir().unwrap());
    let mut store = open(folder.path(), &tables, CACHES[1]);
    let refused = |result: Result<(), StoreError>| result.unwrap_err().to_string();
    let (key, mut out) = (Key::new(1, 2), [0.0; 5]);
    assert!(refused(store.pull(2, &[key], &mut out)).contains("the shard is at batch 1"));
    assert!(refused(store.apply(1, &[], false)).contains("a push of batch 1"));
    assert!(refused(store.pull(1, &[Key::new(1, 30)], &mut out)).contains("no row 30"));
    assert!(refused(store.prefetch(&[Key::new(1, 30)])).contains("no row 30"));
    assert!(refused(store.pull(1, &[key], &mut out[..4])).contains("expected 5"));
    store.pull(1, &[key], &mut out).unwrap();
    store.maintain(1).unwrap();
    assert!(refused(store.checkpoint()).contains("while batch 1") && refused(store.drain()).contains("while batch 1"));
    assert!(refused(store.go_on(3)).contains("while batch 1"));
    let before = state(&store).unwrap();
    let other = [Key::new(1, 3)];
    assert!(refused(store.replace(1, &other, &[1.0; 5], true)).contains("not pulled"));
    assert!(refused(store.replace(1, &[key], &[1.0; 4], true)).contains("expected 5"));
    assert_eq!((state(&store).unwrap(), store.checkpoints().retained), (before, vec![0]));
    store.replace(1, &[key], &[1.0; 5], true).unwrap();
    assert!(refused(store.commit(2)).contains("has done 1"));
    assert!(store.recover(Target::At(7)).unwrap_err().to_string().contains("no checkpoint 7"));
    store.commit(1).unwrap();
    assert!(store.recover(Target::At(0)).unwrap_err().to_string().contains("no checkpoint 0"), "it was given up");
    store.begin_anew().unwrap();
    assert_eq!((store.applied(), store.checkpoints().retained), (0, vec![0]));
    assert_eq!(state(&store).unwrap(), Plain::new(&tables).states[0]);
}

#[test]
fn a_folder_has_one_owner_and_knows_what_it_is_of() {
    let (tables, folder) = (tables(Optimizer::Sgd), tempfile::tempdir().unwrap());
    let path = folder.path().join("rows-0");
    let own = identity(&tables);
    let refused = |identity: &Identity| open_as(&path, &tables, CACHES[1], identity).unwrap_err().to_string();
    let mut store = open(&path, &tables, CACHES[1]);
    let mut model = Plain::new(&tables);
    for number in 1..=9 {
        let shares = batch(&tables, 2, number, 2);
        step(&mut store, number, &shares, number % 3 == 0).unwrap();
        model.apply(&shares);
    }
    assert!(refused(&own).contains("another process has this shard"));
    store.commit(6).unwrap();
    drop(store);
    for (identity, says) in [
        (Identity { shard: own.shard + 1, ..own }, "of shard"),
        (Identity { shards: own.shards + 1, ..own }, "of shard"),
        (Identity { tables: !own.tables, ..own }, "of tables"),
        (Identity { job: !own.job, ..own }, "of job"),
    ] {
        let refused = refused(&identity);
        assert!(refused.contains(says) && refused.contains("store.directory"), "{refused}");
    }
    assert_eq!(Folder::look(&path).unwrap(), Some(own));
    // What is nobody's stays, and is told.
    std::fs::write(path.join("notes.txt"), "mine").unwrap();
    let store = open(&path, &tables, CACHES[1]);
    assert_eq!((store.applied(), state(&store).unwrap() == model.states[9]), (9, true));
    assert!(store.unused().len() == 1 && store.unused()[0].contains("notes.txt"), "{:?}", store.unused());
    drop(store);
    // Of damage each file says by itself.
    let rows = path.join("checkpoint-000000000009/rows");
    let files = std::fs::read_dir(&rows).unwrap().map(|entry| entry.unwrap().path());
    let of_checkpoint = [path.join("checkpoint-000000000009/saved.json"), path.join("shard.json")];
    for file in files.chain(of_checkpoint) {
        let whole = std::fs::read(&file).unwrap();
        for at in [0, whole.len() / 2, whole.len().saturating_sub(2)] {
            // Between rows there are bytes of none.
            let has_rows = file.extension().is_some_and(|it| it == "rows" || it == "active");
            let Some(byte) = whole.get(at).filter(|_| at < 30 || !has_rows) else { continue };
            let mut damaged = whole.clone();
            damaged[at] = !byte;
            std::fs::remove_file(&file).unwrap();
            std::fs::write(&file, &damaged).unwrap();
            let refused = refused(&own);
            assert!(refused.contains(&*file.file_name().unwrap().to_string_lossy()), "{file:?} at {at}: {refused}");
        }
        std::fs::write(&file, &whole).unwrap();
    }
    assert_eq!(open(&path, &tables, CACHES[1]).applied(), 9);
    std::fs::remove_dir_all(path.join("checkpoint-000000000006")).unwrap();
    assert!(refused(&own).contains("checkpoint 6 was committed, and is not there"));
    // What goes on demand is what is the shard's.
    Folder::remove_all(&path).unwrap();
    let left: Vec<_> = std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["notes.txt"]);
    assert!(refused(&own).contains("no shard's") && !Folder::is_one(&path));
    std::fs::remove_file(path.join("notes.txt")).unwrap();
    assert_eq!(open(&path, &tables, CACHES[3]).applied(), 0);
    Folder::remove_all(&path).unwrap();
    assert!(!path.exists());
}

#[test]
fn a_store_that_fails_says_why_ever_after() {
    let (tables, folder) = (tables(Optimizer::Sgd), tempfile::tempdir().unwrap());
    let mut store = open(folder.path(), &tables, (0, 0));
    let train = |store: &mut TieredShard, from: u64| {
        (from..=200).find_map(|number| step(store, number, &batch(&tables, 2, number, 3), number == 1).err())
    };
    // Sooner or later a file is full, and is written.
    follow_changes(|change| match change {
        Change::Write(..) => Err(io::Error::other("no space left")),
        _ => Ok(()),
    });
    assert!(train(&mut store, 1).unwrap().to_string().contains("no space left"), "nothing was written");
    follow_no_more();
    let (at, mut out) = (store.applied() + 1, [0.0; 5]);
    let keys = [Key::new(1, 2)];
    for error in [store.read(&keys, &mut out), store.prefetch(&keys), store.recover(Target::At(0)).map(drop)] {
        match error {
            Err(error) => assert!(error.to_string().contains("no space left"), "{error}"),
            Ok(()) => assert_eq!(store.applied(), 0, "it was at {at}"),
        }
    }
    assert!(train(&mut store, 1).is_none());
    assert_eq!(state(&store).unwrap(), super::plain::plain(&tables, 2, 200, 3)[200]);
}

#[test]
fn a_tiered_shard_goes_on_where_others_are() {
    let (tables, folder) = (tables(Optimizer::RowwiseAdagrad), tempfile::tempdir().unwrap());
    let mut model = Plain::new(&tables);
    let train = |store: &mut TieredShard, model: &mut Plain, from: u64, until: u64, checkpoint: u64| {
        for number in from..=until {
            let shares = batch(&tables, 4, number, 2);
            step(store, number, &shares, number == checkpoint).unwrap();
            model.apply(&shares);
        }
    };
    train(&mut open(folder.path(), &tables, CACHES[2]), &mut model, 1, 10, 4);
    let mut store = open(folder.path(), &tables, CACHES[2]);
    assert_eq!(store.applied(), 4);
    store.go_on(20).unwrap();
    model.go_back(4);
    train(&mut store, &mut model, 21, 24, 23);
    drop(store);
    let store = open(folder.path(), &tables, CACHES[2]);
    assert_eq!((store.applied(), state(&store).unwrap() == model.states[7]), (23, true));
}

#[derive(Clone, Debug)]
enum Act {
    Train(bool),
    Commit(u8),
    Return(u8),
    Prefetch(u64),
    Reopen,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let act = prop_oneof![
        8 => any::<bool>().prop_map(Act::Train),
        2 => any::<u8>().prop_map(Act::Commit),
        1 => any::<u8>().prop_map(Act::Return),
        2 => any::<u64>().prop_map(Act::Prefetch),
        1 => Just(Act::Reopen),
    ];
    prop::collection::vec(act, 1..40)
}

/// Acts, until one fails.
fn course(
    path: &Path,
    tables: &Tables,
    caches: (usize, usize),
    acts: &[Act],
    model: &mut Plain,
) -> Result<(), StoreError> {
    let mut store = Some(open_as(path, tables, caches, &identity(tables))?);
    let mut timeline = 0;
    for act in acts {
        let now = store.as_mut().expect("it is open between two acts");
        match act {
            Act::Train(checkpoint) => {
                let number = now.applied() + 1;
                let shares = batch(tables, timeline, number, 2);
                // What a cut leaves of it is a checkpoint of it or of one before.
                model.apply(&shares);
                step(now, number, &shares, *checkpoint)?;
            }
            Act::Commit(which) => {
                let retained = now.checkpoints().retained;
                now.commit(retained[*which as usize % retained.len()])?;
            }
            Act::Return(which) => {
                let retained = now.checkpoints().retained;
                let target = retained[*which as usize % retained.len()];
                now.recover(Target::At(target))?;
                model.go_back(target);
                timeline += 1;
            }
            Act::Prefetch(seed) => now.prefetch(&batch(tables, seed >> 40, seed & 0xff, 1)[0].keys)?,
            Act::Reopen => {
                let retained = now.checkpoints().retained;
                drop(store.take());
                let again = store.insert(open_as(path, tables, caches, &identity(tables))?);
                assert_eq!(again.checkpoints().retained, retained);
                model.go_back(again.applied());
                timeline += 1;
            }
        }
        let now = store.as_ref().expect("it is open between two acts");
        assert_eq!(now.applied() as usize + 1, model.states.len());
        assert_eq!(&state(now)?, model.states.last().unwrap());
    }
    Ok(())
}

/// Fails every change of the disk from one on, as if the process had ended; returns how many were made.
fn changes_until(last: usize) -> Rc<Cell<usize>> {
    let made = Rc::new(Cell::new(0));
    let count = made.clone();
    follow_changes(move |_| {
        if count.get() >= last {
            return Err(io::Error::other("the process has ended"));
        }
        count.set(count.get() + 1);
        Ok(())
    });
    made
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever happens in which order, and wherever it is cut off: what is found then is a checkpoint, and none that was committed later.
    #[test]
    fn any_cut_of_a_course_leaves_a_checkpoint(acts in acts(), caches in 0..CACHES.len(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 6)) {
        let (tables, caches) = (tables(Optimizer::RowwiseAdagrad), CACHES[caches]);
        let folder = tempfile::tempdir().unwrap();
        let made = changes_until(usize::MAX);
        course(folder.path(), &tables, caches, &acts, &mut Plain::new(&tables)).unwrap();
        follow_no_more();
        let changes = made.get();
        for cut in cuts {
            let cut = cut.index(changes);
            let (folder, mut model) = (tempfile::tempdir().unwrap(), Plain::new(&tables));
            changes_until(cut);
            let error = course(folder.path(), &tables, caches, &acts, &mut model).unwrap_err().to_string();
            follow_no_more();
            prop_assert!(error.contains("the process has ended") || error.contains("failed"), "{}", error);
            let store = open(folder.path(), &tables, caches);
            let found = store.applied() as usize;
            // A return that was cut may not have removed what comes behind it.
            if found < model.states.len() {
                prop_assert!(store.checkpoints().retained.contains(&(found as u64)));
                prop_assert_eq!(&state(&store).unwrap(), &model.states[found], "cut {} of {}: {}", cut, changes, error);
            } else {
                prop_assert!(error.contains("checkpoint"), "cut {} of {}: {} at {}", cut, changes, error, found);
            }
        }
    }
}
