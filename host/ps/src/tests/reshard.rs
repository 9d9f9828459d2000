//! Another number of shards, of pools whose shards have counted different numbers of batches.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use emberlane_experiment::Optimizer;

use super::plain::{all_keys, tables};
use super::pools::Place;
use crate::pool::file::Use;
use crate::pool::{Identity, Run};
use crate::{Key, Pmem, Push, Settings, ShardStore, StoreError, Tables, Target, reshard};

const PLACE: Place = Place { partitions: 2, slots: 200 };
const FIRST: u64 = 11;
const SECOND: u64 = 12;

/// A training on shards, with its pools in a folder.
struct Job {
    tables: Tables,
    pools: Vec<(PathBuf, Identity)>,
}

impl Job {
    fn new(folder: &Path, name: &str, shards: u32) -> Self {
        let tables = tables(Optimizer::RowwiseAdagrad);
        let identity = |shard| Identity { job: shards.into(), tables: tables.fingerprint(), shard, shards };
        let pools = (0..shards).map(|shard| (folder.join(name).join(format!("pool-{shard}")), identity(shard)));
        Self { pools: pools.collect(), tables }
    }

    fn open(&self, shard: usize) -> Shard {
        let (path, identity) = &self.pools[shard];
        let (tables, settings) = (self.tables.clone(), Settings::pmem(8));
        let place = (identity, PLACE.geometry(&tables));
        let store = Pmem::open_or_create(path, place, tables, settings, &Use::default(), Target::Newest).unwrap();
        let keys = all_keys(&self.tables);
        let keys = keys.into_iter().filter(|key| key.part(self.pools.len() as u32) == shard as u32).collect();
        Shard { store, keys }
    }

    fn reshard(&self, asked: Option<u64>, to: &Self) -> Result<u64, StoreError> {
        let folder = to.pools[0].0.parent().unwrap();
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        let names: Vec<_> = to.pools.iter().map(|(path, identity)| (name(path), *identity)).collect();
        reshard(&self.pools, asked, folder, &names, PLACE.geometry(&self.tables)).map(|done| done.checkpoint)
    }

    fn rows(&self) -> BTreeMap<Key, Vec<u32>> {
        (0..self.pools.len()).flat_map(|shard| self.open(shard).rows()).collect()
    }
}

/// A shard, and the rows that it has.
struct Shard {
    store: Pmem,
    keys: Vec<Key>,
}

impl Shard {
    /// Trains batches of a run, so that rows are others after each.
    fn train(&mut self, run: Run, count: u64) {
        self.store.set_run(Some(run));
        let dimension = self.store.tables().shape().dimension;
        for number in (self.store.applied() + 1..).take(count as usize) {
            self.store.pull(number, &self.keys, &mut vec![0.0; self.keys.len() * dimension]).unwrap();
            self.store.maintain(number).unwrap();
            let (offsets, bags): (Vec<u32>, _) = ((0..=self.keys.len() as u32).collect(), vec![0; self.keys.len()]);
            let gradients = vec![1.0; dimension];
            let push = Push { keys: &self.keys, offsets: &offsets, bags: &bags, scales: &[1.0], gradients: &gradients };
            self.store.apply(number, &[push], false).unwrap();
        }
    }

    /// Makes a checkpoint, and gives up those before it.
    fn keep(&mut self) {
        self.store.checkpoint().unwrap();
        self.store.drain().unwrap();
        self.store.commit(self.store.applied()).unwrap();
    }

    fn rows(&self) -> Vec<(Key, Vec<u32>)> {
        let width = self.store.tables().shape().width();
        let mut rows = vec![0.0; self.keys.len() * width];
        self.store.read(&self.keys, &mut rows).unwrap();
        let bits = |row: &[f32]| row.iter().map(|number| number.to_bits()).collect();
        self.keys.iter().copied().zip(rows.chunks(width).map(bits)).collect()
    }
}

/// One shard is two batches ahead when the workers die. Until there is a checkpoint of one batch of the second run on both, checkpoints of one
/// number are of different moments; then they go together, whatever their numbers are.
#[test]
fn checkpoints_go_together_that_are_of_one_moment_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let old = Job::new(folder.path(), "two", 2);
    let new = Job::new(folder.path(), "three", 3);
    let refused = |asked, parts: &[&str]| {
        let text = old.reshard(asked, &new).unwrap_err().to_string();
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
        assert!(!new.pools[0].0.parent().unwrap().exists());
    };
    let (mut ahead, mut behind) = (old.open(0), old.open(1));
    ahead.train(Run::new(FIRST, 0), 5);
    behind.train(Run::new(FIRST, 0), 3);
    // Both make a checkpoint behind batch 6, as they count.
    ahead.train(Run::new(SECOND, 5), 1);
    ahead.keep();
    behind.train(Run::new(SECOND, 3), 3);
    behind.keep();
    drop((ahead, behind));
    refused(None, &["no checkpoint that all pools have", "6 (batch 1 of run 0000000c)", "6 (batch 3 of run 0000000c)"]);
    refused(Some(6), &["no checkpoint 6 that all pools have", "--resume"]);

    // A shard that was started again is in the same run.
    let mut ahead = old.open(0);
    assert_eq!(ahead.store.run(), Some(Run::new(SECOND, 5)));
    ahead.train(Run::new(SECOND, 5), 2);
    ahead.store.checkpoint().unwrap();
    ahead.store.drain().unwrap();
    drop(ahead);
    refused(Some(6), &["pool-0 has [6, 8]", "pool-1 has [6]"]);
    let rows = old.rows();
    assert_eq!(old.reshard(None, &new).unwrap(), 8);
    assert_eq!(new.rows(), rows);

    // New pools are of the same moment, and have one number.
    let one = Job::new(folder.path(), "one", 1);
    assert_eq!(new.reshard(Some(8), &one).unwrap(), 8);
    assert_eq!(one.rows(), rows);
}

/// A pool of an earlier program says nothing of moments; one that was cut off while a state was written has rows of two.
#[test]
fn what_says_nothing_of_its_moment_or_is_of_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let old = Job::new(folder.path(), "old", 2);
    let new = Job::new(folder.path(), "new", 1);
    for shard in 0..2 {
        let mut shard = old.open(shard);
        shard.train(Run::new(FIRST, 0), 2);
        shard.store.set_run(None);
        shard.keep();
    }
    let text = old.reshard(None, &new).unwrap_err().to_string();
    assert!(text.contains("pool-0 has [2]; pool") && text.contains("SIGTERM"), "{text}");
    let run = Run::new(SECOND, 2);
    for number in 0..2 {
        let mut shard = old.open(number);
        shard.store.set_run(Some(run));
        shard.store.pull(3, &shard.keys, &mut vec![0.0; shard.keys.len() * 5]).unwrap();
        shard.store.maintain(3).unwrap();
        // All rows of the state so far are the first shard's.
        let first = &shard.keys[..1];
        match number {
            0 => shard.store.replace(3, first, &[0.5; 6], false).unwrap(),
            _ => shard.store.apply(3, &[], false).unwrap(),
        }
        shard.keep();
    }
    let text = old.reshard(None, &new).unwrap_err().to_string();
    assert!(text.contains("3 (batch 1 of run 0000000c, while rows of a state are written)"), "{text}");
    for number in 0..2 {
        let mut shard = old.open(number);
        shard.train(run, 1);
        shard.keep();
    }
    let rows = old.rows();
    assert_eq!(old.reshard(None, &new).unwrap(), 4);
    assert_eq!(new.rows(), rows);
}

/// A checkpoint that is done when the next run has begun is one of the run before.
#[test]
fn a_checkpoint_is_of_the_run_in_which_it_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job::new(folder.path(), "one", 1);
    let mut shard = job.open(0);
    shard.train(Run::new(FIRST, 0), 2);
    shard.store.checkpoint().unwrap();
    shard.store.set_run(Some(Run::new(SECOND, 2)));
    shard.store.drain().unwrap();
    drop(shard);
    assert_eq!(job.open(0).store.run(), Some(Run::new(FIRST, 0)));
}
