//! The system of tables in files, trained and rehearsed.

use std::path::Path;

use emberlane_experiment::{Experiment, SystemKind};
use emberlane_stores::TierHits;

use crate::schedule::{Accessed, Resource, Simulated};
use crate::trained::{self, bits, first_difference};
use crate::{StoreOptions, open, rehearse};

const BATCHES: u64 = 40;

/// Caches that are far smaller than the tables, and files so small that room has to be made in them.
fn experiment(folder: &Path, optimizer: &str, store: &str) -> Experiment {
    let text = format!(
        "[model]\nbottom = [5, 24, 32]\ntop = [8, 1]\ntables = 3\nrows = [400, 300, 500]\ndimension = 32\nlookups = 3\n\
         [data]\nkind = \"synthetic\"\nskew = 0.7\n[train]\nbatch_size = 16\nseed = 5\nlearning_rate = 0.5\noptimizer = {optimizer:?}\n\
         [system]\nkind = \"mtrains\"\n[store]\ndirectory = \"store\"\nshards = 2\nlanes = 3\nsegment = \"4KiB\"\ngpus = 2\n{store}\n"
    );
    Experiment::parse(&folder.join("experiment.toml"), &text).unwrap()
}

/// Losses, every bit of tables and MLPs, and what the caches hit.
type Left = (Vec<f64>, Vec<u32>, TierHits);

fn train(experiment: &Experiment) -> (Left, Option<Simulated>) {
    let (mut runner, losses) = trained::run(experiment, BATCHES);
    let hits = runner.tier_counts().unwrap().hits;
    let (mut trainer, simulated) = runner.into_parts().unwrap();
    ((losses, bits(experiment, &mut trainer), hits), simulated)
}

/// The bits and the hits are those of training without a system; and a rehearsal, which has no values and no file, takes the time that
/// the training takes, operation by operation, and reads and writes what it does.
#[test]
fn tables_in_files_are_trained_to_the_same_bits_and_rehearsed_in_the_same_time() {
    let caches = "[store.dram]\ncache = \"8KiB\"\n[store.scm]\ncache = \"12KiB\"\n";
    let more = [
        "",
        "prefetch = 1\n",
        "prefetch = 3\npolicy = \"lfu\"\nways = 4\n",
        "scale = 8\nprefetch = 2\npolicy = \"fifo\"\n",
    ];
    for optimizer in ["sgd", "rowwise-adagrad"] {
        for store in more {
            let folder = tempfile::tempdir().unwrap();
            let experiment = experiment(folder.path(), optimizer, &format!("{store}{caches}"));
            let context = format!("{optimizer}, {store:?}");
            let (trained, simulated) = train(&experiment);
            let mut plain = experiment.clone();
            plain.system.kind = SystemKind::None;
            assert!(trained == train(&plain).0, "{context}: other bits, or other hits");
            assert!(
                trained.2.dram > 0 && trained.2.scm > 0 && trained.2.from_files() > 0,
                "{context}: {:?}",
                trained.2
            );
            let log = simulated.unwrap().log;
            let mut other = experiment.clone();
            other.store.as_mut().unwrap().directory = folder.path().join("nowhere");
            let rehearsed = rehearse(&other, &StoreOptions::default(), BATCHES).unwrap().log;
            assert!(log == rehearsed, "{context}: {}", first_difference(&log, &rehearsed));
            assert!(!folder.path().join("nowhere").exists(), "{context}: a rehearsal makes no file");
            let mut all = Accessed::default();
            log.accesses().iter().for_each(|access| all += access.accessed);
            assert!(all.read > 0 && all.written > 0, "{context}: {all:?}");
            for resource in [Resource::HostSsd, Resource::HostDram, Resource::HostScm, Resource::Gpu] {
                assert!(log.usage(resource).busy_ps > 0, "{context}: {}", resource.name());
            }
        }
    }
}

/// Files are read while earlier batches are trained, if rows are fetched ahead, and not before the batches whose rows may go are done.
#[test]
fn rows_are_fetched_while_earlier_batches_are_trained() {
    let caches = "[store.dram]\ncache = \"8KiB\"\n";
    let ends = [0, 1, 3].map(|prefetch| {
        let experiment = experiment("here".as_ref(), "sgd", &format!("scale = 64\nprefetch = {prefetch}\n{caches}"));
        let log = rehearse(&experiment, &StoreOptions::default(), BATCHES).unwrap().log;
        let find = |name: &str, batch: u64| {
            let mut events = log.events().iter();
            events.find(|event| event.operation == name && event.batch == batch).expect("it is there").clone()
        };
        for batch in prefetch + 1..BATCHES {
            let done = batch - prefetch - 1;
            assert!(find("tags and plan", batch).start_ps >= find("write rows", done).end_ps, "{prefetch}, {batch}");
            let applied = find("write rows", batch - 1);
            let begun = find("write back", batch).start_ps;
            assert_eq!(begun < applied.start_ps, prefetch > 0, "{prefetch}, {batch}");
            assert!(find("fetch", batch).start_ps >= begun);
        }
        log.end_ps()
    });
    assert!(ends[0] > ends[1] && ends[1] >= ends[2], "{ends:?}");
}

#[test]
fn what_cannot_be_is_said() {
    let refused = |store: &str, rehearses: bool| {
        let experiment = experiment("here".as_ref(), "sgd", store);
        let options = StoreOptions { rehearses, ..StoreOptions::default() };
        open::open(&experiment, &options).map(drop).unwrap_err().to_string()
    };
    assert!(refused("pin = false\n", false).contains("store.pin = false is rehearsed alone"));
    assert!(refused("cache = \"memory-mode\"\n", false).contains("store.cache = \"memory-mode\""));
    assert!(refused("time = \"paced\"\n", true).contains("store.time"));
    let mut several = experiment("here".as_ref(), "sgd", "");
    several.system.gpus = 2;
    let error = open::open(&several, &StoreOptions::default()).map(drop).unwrap_err().to_string();
    assert!(error.contains("store.gpus") && error.contains("remove system.gpus"), "{error}");
    let mut without = experiment("here".as_ref(), "sgd", "");
    without.store = None;
    let error = open::open(&without, &StoreOptions::default()).map(drop).unwrap_err().to_string();
    assert!(error.contains("add [store]"), "{error}");
}
