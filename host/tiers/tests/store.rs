//! Stores over several memories leave the bits of host memory, whatever they are made of, and go on from what they have saved.

use std::path::Path;

use emberlane_data::Bags;
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{CachePolicy, Optimizer, Pooling, StoreBackend, StoreCache, StoreMedia, StoreTime};
use emberlane_models::memories::Access;
use emberlane_stores::{
    Charge, ChargedFor, DrawnRows, EmbeddingStore, HostMemory, Pooled, RowKey, RowShape, RowStore, StoreMemory, Tiers,
    TiersReport,
};
use emberlane_tiers::placement::Tier;
use emberlane_tiers::{PlacedRows, RehearsedRows, Settings, Variant, contents, verify};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use tempfile::TempDir;

const OPTIMIZERS: [Optimizer; 3] = [Optimizer::Sgd, Optimizer::Adagrad, Optimizer::RowwiseAdagrad];

/// Where the tables are: often all in files, one of them always.
fn placement(seed: u64) -> Vec<Tier> {
    let mut random = Pcg64::seed_from_u64(seed ^ 0x91ace);
    let tiers = [Tier::Ssd, Tier::Ssd, Tier::Dram, Tier::Hbm];
    let mut placement: Vec<Tier> = (0..3).map(|_| tiers[random.random_range(0..4)]).collect();
    placement[0] = Tier::Ssd;
    if random.random() { placement } else { Vec::new() }
}

/// A case, drawn from a seed.
struct Case {
    settings: Settings,
    step: UpdateRule,
    pooling: Pooling,
    seed: u64,
    random: Pcg64,
}

impl Case {
    fn new(seed: u64, folder: &Path) -> Self {
        let mut random = Pcg64::seed_from_u64(seed);
        let rows: Vec<u32> = (0..random.random_range(1..4)).map(|_| random.random_range(1..400)).collect();
        let dimension = 16 * random.random_range(1..3);
        let optimizer = OPTIMIZERS[random.random_range(0..3)];
        let shape = RowShape { dimension, state: optimizer.state_of(dimension) };
        let settings = Settings {
            directory: folder.join("live"),
            rows,
            shape,
            backend: StoreBackend::Logs,
            policy: if random.random() { CachePolicy::Lru } else { CachePolicy::Lfu },
            ways: [1, 4, 32][random.random_range(0..3)],
            dram: random.random_range(0..150),
            scm: random.random_range(0..150),
            prefetch: random.random_range(0..4),
            deferred: random.random(),
            shards: random.random_range(1..6),
            lanes: random.random_range(1..6),
            direct: random.random(),
            // Small, so that files are filled and room is made.
            segment: 4096 * random.random_range(1..3),
            placement: placement(seed),
            time: if random.random() { StoreTime::Real } else { StoreTime::Simulated },
            media: StoreMedia::default(),
            capacity: None,
        };
        let step = UpdateRule { optimizer, learning_rate: random.random_range(0.01..2.0) };
        let pooling = if random.random() { Pooling::Sum } else { Pooling::Mean };
        Self { settings, step, pooling, seed, random }
    }

    fn open(&self) -> Pooled<PlacedRows> {
        Pooled::over(PlacedRows::open(self.settings.clone()).unwrap(), self.pooling, self.step)
    }

    /// A store whose rows are drawn, written or not.
    fn drawn(&self) -> Pooled<PlacedRows> {
        let mut store = self.open();
        let drawn = DrawnRows::new(self.seed, &self.settings.rows, self.settings.shape.dimension);
        if !store.tiers().unwrap().begin_drawn(drawn.clone()).unwrap() {
            write(&mut store, &drawn, &self.settings);
        }
        store
    }

    fn host(&self) -> HostMemory {
        let Settings { rows, shape, .. } = &self.settings;
        let mut host = HostMemory::new(rows, shape.dimension, self.pooling, self.step).unwrap();
        write(&mut host, &DrawnRows::new(self.seed, rows, shape.dimension), &self.settings);
        host
    }

    fn batches(&mut self, count: usize) -> Vec<(Bags, Vec<f32>)> {
        (0..count).map(|_| self.batch()).collect()
    }

    /// A batch and its gradients; low rows come more often.
    fn batch(&mut self) -> (Bags, Vec<f32>) {
        let Self { settings, random, .. } = self;
        let samples = random.random_range(1..9);
        let mut bags = Bags { tables: settings.rows.len(), samples, offsets: vec![0], indices: vec![] };
        for rows in &settings.rows {
            for _ in 0..samples {
                for _ in 0..random.random_range(0..6) {
                    bags.indices.push((f64::from(*rows) * random.random::<f64>().powi(2)) as u32);
                }
                bags.offsets.push(bags.indices.len() as u32);
            }
        }
        let gradients = (0..bags.count() * settings.shape.dimension).map(|_| random.random_range(-1.0..1.0)).collect();
        (bags, gradients)
    }
}

fn write(store: &mut dyn EmbeddingStore, drawn: &DrawnRows, settings: &Settings) {
    for (table, rows) in settings.rows.iter().enumerate() {
        let mut values = vec![0.0; *rows as usize * settings.shape.dimension];
        drawn.draw(table, 0, &mut values);
        store.write_rows(table, 0, &values).unwrap();
    }
}

/// Trains batches, announcing as many ahead as the store fetches; returns the bits of what was pooled.
fn train(store: &mut dyn EmbeddingStore, batches: &[(Bags, Vec<f32>)], prefetch: usize) -> Vec<Vec<u32>> {
    let mut announced = 0;
    let mut pooled = Vec::new();
    for (number, (bags, gradients)) in batches.iter().enumerate() {
        while prefetch > 0 && announced < batches.len().min(number + prefetch + 1) {
            store.fetch_ahead(&batches[announced].0).unwrap();
            announced += 1;
        }
        pooled.push(bits(&store.lookup(bags).unwrap()));
        store.update(gradients).unwrap();
    }
    pooled
}

/// Weights and state of every row, as bits.
fn rows(store: &mut dyn EmbeddingStore, settings: &Settings) -> Vec<u32> {
    let mut all = Vec::new();
    for (table, rows) in settings.rows.iter().enumerate() {
        all.extend(bits(&store.read_rows(table, 0, u64::from(*rows)).unwrap()));
        all.extend(bits(&store.read_state(table, 0, u64::from(*rows)).unwrap()));
    }
    all
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Everything that is counted, but for blocks: whether a row is read from a file, or while it is still in memory, is up to the lanes.
fn report(store: &mut Pooled<PlacedRows>) -> TiersReport {
    let mut report = store.tiers().unwrap().report();
    report.block.blocks_read = 0;
    report
}

fn save(store: &mut Pooled<PlacedRows>, folder: &TempDir, name: &str) -> (std::path::PathBuf, u32) {
    let saved = folder.path().join(name);
    std::fs::create_dir(&saved).unwrap();
    let checksum = store.tiers().unwrap().save(&saved).unwrap();
    (saved, checksum)
}

#[test]
fn the_bits_are_those_of_host_memory() {
    let mut compacted = 0;
    let (mut hits, mut beside) = ([0, 0], 0);
    let mut in_memory = [0, 0];
    for seed in 0..60 {
        let folder = tempfile::tempdir().unwrap();
        let mut case = Case::new(seed, folder.path());
        let batches = case.batches(40);
        let (mut store, mut host) = (case.drawn(), case.host());
        let prefetch = case.settings.prefetch;
        let found = train(&mut store, &batches, prefetch);
        assert!(found == train(&mut host, &batches, 0), "seed {seed}: pooled");
        let (bags, _) = case.batch();
        let before = report(&mut store);
        assert_eq!(bits(&store.pool(&bags).unwrap()), bits(&host.pool(&bags).unwrap()), "seed {seed}: evaluated");
        assert!(rows(&mut store, &case.settings) == rows(&mut host, &case.settings), "seed {seed}: rows");
        assert_eq!(report(&mut store), before, "seed {seed}: who does not train changes nothing");
        compacted += before.block.compacted;
        hits[0] += before.caches[0].hits;
        hits[1] += before.caches[1].hits;
        for of in &before.tables {
            in_memory[usize::from(of.name == "dram")] += of.rows.min(of.bytes_written);
        }
        let cached = before.caches.iter().map(|cache| cache.hits).sum::<u64>();
        assert_eq!(
            cached + before.beside_hits + before.block.gets,
            before.rows,
            "seed {seed}: every row was somewhere"
        );
        assert_eq!(store.tiers().unwrap().hits().from_files(), before.block.gets, "seed {seed}");
        beside += before.beside_hits;
        assert_eq!(before.block.found + before.block.drawn, before.block.gets, "seed {seed}");
    }
    assert!(
        compacted > 0 && hits[0] > 0 && hits[1] > 0 && beside > 0 && in_memory[0] > 0 && in_memory[1] > 0,
        "the cases do not reach what they are for"
    );
}

#[test]
fn lanes_change_nothing_that_is_counted() {
    for seed in 100..110 {
        let folder = tempfile::tempdir().unwrap();
        let mut case = Case::new(seed, folder.path());
        let batches = case.batches(40);
        let prefetch = case.settings.prefetch;
        let mut reports = Vec::new();
        for lanes in [1, 7] {
            case.settings.lanes = lanes;
            let mut store = case.drawn();
            train(&mut store, &batches, prefetch);
            let mut report = report(&mut store);
            // How long it takes is another matter: as many reads are under way as there are lanes.
            report.media.elapsed_ps = None;
            for medium in &mut report.media.media {
                (medium.busy_ps, medium.waited, medium.energy_j, medium.wear) = (0, None, None, None);
            }
            reports.push(report);
        }
        assert_eq!(reports[0], reports[1], "seed {seed}");
    }
}

#[test]
fn a_store_that_goes_on_is_one_that_was_never_cut() {
    for seed in 200..230 {
        let folder = tempfile::tempdir().unwrap();
        let mut case = Case::new(seed, folder.path());
        case.settings.lanes = 1;
        let batches = case.batches(60);
        let cut = case.random.random_range(0..60);
        let prefetch = case.settings.prefetch;
        let mut whole = case.drawn();
        let of_whole = train(&mut whole, &batches[..cut], prefetch);
        let (saved, checksum) = save(&mut whole, &folder, "saved");
        // Nothing of the store changes, nor of what was saved when it goes on.
        let mut pooled = of_whole.clone();
        pooled.extend(train(&mut whole, &batches[cut..], prefetch));
        let expected = (rows(&mut whole, &case.settings), report(&mut whole));
        drop(whole);
        assert!(verify(&saved).unwrap().problems.is_empty());
        let mut store = case.open();
        store.tiers().unwrap().load(&saved, checksum).unwrap();
        assert!(train(&mut store, &batches[cut..], prefetch) == pooled[cut..], "seed {seed}, cut {cut}: pooled");
        assert!(rows(&mut store, &case.settings) == expected.0, "seed {seed}, cut {cut}: rows");
        assert_eq!(report(&mut store), expected.1, "seed {seed}, cut {cut}");
    }
}

#[test]
fn what_was_closed_is_whole_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut case = Case::new(300, folder.path());
    let batches = case.batches(30);
    let mut store = case.drawn();
    train(&mut store, &batches, case.settings.prefetch);
    let live = case.settings.directory.clone();
    assert_eq!(contents(&live).unwrap().saved, None, "it is open");
    let refused = verify(&live).unwrap_err().to_string();
    assert!(refused.contains("it is open") && refused.contains("saved state"), "{refused}");
    let report = report(&mut store);
    store.tiers().unwrap().close().unwrap();
    let saved = contents(&live).unwrap().saved.unwrap();
    assert_eq!((u64::from(saved.batches), saved.bytes_written), (report.batches, report.block.bytes_written));
    assert_eq!(saved.rows, report.block.held);
    let verified = verify(&live).unwrap();
    assert!(verified.problems.is_empty() && verified.rows >= saved.rows, "{verified:?}");
    let refused = store.lookup(&batches[0].0).unwrap_err().to_string();
    assert!(refused.contains("opened anew"), "{refused}");
}

/// Every bit of every file that counts is looked at: what is damaged is an error that names the file, never another row.
#[test]
fn what_is_damaged_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut case = Case::new(400, folder.path());
    case.settings.dram = 40;
    case.settings.shards = 3;
    case.settings.placement = vec![Tier::Ssd, Tier::Ssd, Tier::Dram];
    let batches = case.batches(60);
    let mut store = case.drawn();
    train(&mut store, &batches, case.settings.prefetch);
    let (saved, checksum) = save(&mut store, &folder, "saved");
    let expected = rows(&mut store, &case.settings);
    drop(store);
    let mut names: Vec<String> =
        std::fs::read_dir(&saved).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert!(names.iter().any(|name| name.ends_with(".rows")) && names.iter().any(|name| name == "caches"), "{names:?}");
    let mut refused = 0;
    for name in &names {
        let path = saved.join(name);
        let whole = std::fs::read(&path).unwrap();
        for round in 0..12 {
            let mut bytes = whole.clone();
            match round {
                0 if !whole.is_empty() => drop(bytes.pop()),
                1 => bytes.truncate(bytes.len() / 2),
                2 => bytes.iter_mut().skip(whole.len() / 2).for_each(|byte| *byte = 0),
                _ if whole.is_empty() => continue,
                _ => {
                    let bit = case.random.random_range(0..bytes.len() * 8);
                    bytes[bit / 8] ^= 1 << (bit % 8);
                }
            }
            if bytes == whole {
                continue;
            }
            // Not through its other names.
            std::fs::remove_file(&path).unwrap();
            std::fs::write(&path, &bytes).unwrap();
            let found = verify(&saved);
            let mut store = case.open();
            match store.tiers().unwrap().load(&saved, checksum) {
                Err(error) => {
                    let message = error.to_string();
                    assert!(message.contains(name.as_str()), "{name}, round {round}: {message}");
                    assert!(
                        ["manifest.json", "caches", "tables"].contains(&name.as_str()) || message.contains("shard "),
                        "{message}"
                    );
                    assert!(found.map_or(true, |found| !found.problems.is_empty()), "{name}, round {round}");
                    refused += 1;
                    assert!(store.lookup(&batches[0].0).is_err(), "it takes nothing more");
                }
                // What lies between rows may be anything.
                Ok(()) => assert_eq!(rows(&mut store, &case.settings), expected, "{name}, round {round}"),
            }
        }
        std::fs::remove_file(&path).unwrap();
        if name != "manifest.json" {
            let message = case.open().tiers().unwrap().load(&saved, checksum).unwrap_err().to_string();
            assert!(message.contains(name.as_str()), "{name} is not there: {message}");
        }
        std::fs::write(&path, whole).unwrap();
    }
    assert!(refused > 3 * names.len(), "{refused} of {} files", names.len());
}

#[test]
fn another_store_is_refused_by_key() {
    let folder = tempfile::tempdir().unwrap();
    let case = Case::new(500, folder.path());
    let mut store = case.drawn();
    let (saved, checksum) = save(&mut store, &folder, "saved");
    drop(store);
    type Change = fn(&mut Settings);
    let changes: [(&str, Change); 9] = [
        ("store.shards", |settings| settings.shards += 1),
        ("store.ways", |settings| settings.ways += 1),
        ("store.dram.cache", |settings| settings.dram += 1),
        ("store.placement", |settings| settings.placement = vec![Tier::Dram; 3]),
        ("store.prefetch", |settings| settings.prefetch += 1),
        ("store.time", |settings| settings.time = StoreTime::Paced),
        ("store.ssd", |settings| settings.media.ssd.name = "another".to_owned()),
        ("model.rows", |settings| settings.rows[0] += 1),
        ("train.optimizer", |settings| settings.shape.state += 1),
    ];
    for (key, change) in changes {
        let mut other = Case::new(500, folder.path());
        change(&mut other.settings);
        let mut store = PlacedRows::open(other.settings).unwrap();
        let message = Tiers::load(&mut store, &saved, checksum).unwrap_err().to_string();
        assert!(message.contains(key) && message.contains("here and"), "{key}: {message}");
    }
    let message = case.open().tiers().unwrap().load(&saved, !checksum).unwrap_err().to_string();
    assert!(message.contains("not the one that was saved"), "{message}");
}

/// A batch whose rows all belong into one set of one way, and one of all rows.
#[test]
fn batches_larger_than_the_caches_are_kept_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut case = Case::new(600, folder.path());
    (case.settings.rows, case.settings.dram, case.settings.scm) = (vec![300], 2, 1);
    (case.settings.ways, case.settings.prefetch) = (1, 0);
    let dimension = case.settings.shape.dimension;
    let batches: Vec<(Bags, Vec<f32>)> = [(0..300).collect(), vec![7; 300], (0..300).rev().collect::<Vec<u32>>()]
        .into_iter()
        .map(|indices| (Bags { tables: 1, samples: 1, offsets: vec![0, 300], indices }, vec![0.25; dimension]))
        .collect();
    let (mut store, mut host) = (case.drawn(), case.host());
    assert!(train(&mut store, &batches, 0) == train(&mut host, &batches, 0));
    assert!(rows(&mut store, &case.settings) == rows(&mut host, &case.settings));
    let report = report(&mut store);
    assert!(report.beside > 500 && report.most_beside <= 300 && report.block.sets > 200, "{report:?}");
    // All of 601 rows were read and written, wherever they were, and those from below came before.
    let memories: Vec<_> = report.media.media.iter().filter(|medium| medium.memory != "ssd").collect();
    let accesses = memories.iter().fold((0, 0), |(read, written), it| (read + it.reads, written + it.writes));
    assert!(accesses.0 >= 601 && accesses.1 >= 601 + report.block.gets, "{accesses:?}: {report:?}");
}

/// A shard gets the rows of a batch in parts, and what it is told ahead of, before it puts them: rows that have left by then go to files,
/// and that is charged. Whoever does not train is charged nothing.
#[test]
fn rows_that_are_put_behind_their_batch_are_charged_where_they_are() {
    for trains in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Case::new(800, folder.path()).settings;
        (settings.rows, settings.shape) = (vec![106], RowShape { dimension: 16, state: 0 });
        (settings.dram, settings.scm, settings.prefetch, settings.placement) = (0, 0, 0, Vec::new());
        (settings.shards, settings.segment, settings.time) = (1, 4096, StoreTime::Simulated);
        (settings.backend, settings.deferred) = (StoreBackend::Logs, true);
        let mut store = PlacedRows::open(settings).unwrap();
        let keys: Vec<RowKey> = (0..106).map(|row| RowKey { table: 0, row }).collect();
        let mut values = vec![0.0; 16 * keys.len()];
        store.get(&keys, &mut values).unwrap();
        // The last row alone stays, beside the caches.
        store.get(&keys[105..], &mut [0.0; 16]).unwrap();
        let before = Tiers::report(&store);
        values.iter_mut().enumerate().for_each(|(number, value)| *value = number as f32);
        if trains {
            store.put_some(&keys, &values).unwrap()
        } else {
            store.write(&keys, &values).unwrap()
        }
        let report = Tiers::report(&store);
        assert_eq!((before.block.sets, report.block.sets, report.block.bytes_written), (0, 105, 4096));
        let written = |report: &TiersReport, memory: &str| {
            let mut media = report.media.media.iter();
            media.find(|medium| medium.memory == memory).map_or((0, 0), |it| (it.writes, it.bytes_written))
        };
        assert_eq!(written(&report, "ssd"), if trains { (1, 4096) } else { (0, 0) });
        assert_eq!(written(&report, "dram").0 - written(&before, "dram").0, u64::from(trains));
        let mut found = vec![0.0; values.len()];
        store.read(&keys, &mut found).unwrap();
        assert!(found == values);
    }
}

/// A cache of blocks moves blocks; a batch reads the rows of them that it needs, and those that it changes are written to memory.
#[test]
fn a_cache_of_blocks_moves_blocks_and_gives_rows() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Case::new(802, folder.path()).settings;
    (settings.rows, settings.shape) = (vec![400], RowShape { dimension: 32, state: 0 });
    (settings.dram, settings.scm, settings.prefetch, settings.placement) = (320, 320, 0, Vec::new());
    (settings.shards, settings.segment, settings.time) = (1, 4096, StoreTime::Simulated);
    let mut store = RehearsedRows::new(settings, Variant { cache: StoreCache::Block, pin: true });
    let charges = |store: &mut RehearsedRows| store.tiers().unwrap().charges();
    charges(&mut store);
    let mut moved = 0;
    for batch in 0..8 {
        // Every second row: no block is needed as a whole.
        let indices: Vec<u32> = (0..200).map(|row| 2 * row).collect();
        let bags = Bags { tables: 1, samples: 1, offsets: vec![0, 200], indices };
        store.lookup(&bags).unwrap();
        let got = charges(&mut store);
        store.update(&[]).unwrap();
        let put = charges(&mut store);
        let in_memory = |charges: &[Charge], purpose: ChargedFor, access: Access| {
            let of = |charge: &&Charge| {
                charge.memory != StoreMemory::Ssd && charge.purpose == purpose && charge.access == access
            };
            let all = charges.iter().filter(of);
            all.fold((0, 0), |(count, bytes), charge| (count + charge.count, bytes + charge.bytes))
        };
        assert_eq!(in_memory(&got, ChargedFor::Rows, Access::Read), (200, 200 * 128), "batch {batch}");
        assert_eq!(in_memory(&put, ChargedFor::Rows, Access::Write), (200, 200 * 128), "batch {batch}");
        let (blocks, bytes) = in_memory(&got, ChargedFor::Moves, Access::Write);
        assert_eq!(bytes, blocks * 4096, "batch {batch}");
        moved += blocks;
    }
    assert!(moved > 0, "no block came into a cache");
}

/// What is in a cache, in a file or in a table in memory is there; what was never asked for is nowhere.
#[test]
fn rows_that_are_nowhere_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let mut case = Case::new(801, folder.path());
    (case.settings.rows, case.settings.shape) = (vec![200, 9], RowShape { dimension: 16, state: 0 });
    (case.settings.dram, case.settings.scm, case.settings.prefetch, case.settings.ways) = (4, 0, 0, 4);
    (case.settings.deferred, case.settings.placement) = (true, vec![Tier::Ssd, Tier::Dram]);
    let mut store = case.drawn();
    let mut batch = |rows: std::ops::Range<u32>| {
        let count = rows.len() as u32;
        let bags = Bags { tables: 2, samples: 1, offsets: vec![0, count, count], indices: rows.collect() };
        train(&mut store, &[(bags, vec![0.5; 32])], 0);
        store.tiers().unwrap().has(&[0, 3, 150].map(|row| RowKey { table: 0, row })).unwrap()
    };
    assert_eq!(batch(0..4), [true, true, false]);
    // The others are in a file that is filled by now.
    assert_eq!(batch(10..14), [true, true, false]);
    assert_eq!(batch(20..150), [true, true, false]);
    let report = report(&mut store);
    let tiers = store.tiers().unwrap();
    assert_eq!(tiers.has(&[RowKey { table: 1, row: 8 }]).unwrap(), [true]);
    assert!(tiers.has(&[RowKey { table: 1, row: 9 }]).is_err());
    assert_eq!(tiers.report().block.drawn, report.block.drawn, "nothing was drawn for it");
}

#[test]
fn more_batches_than_it_fetches_ahead_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut case = Case::new(700, folder.path());
    case.settings.prefetch = 1;
    let batches = case.batches(4);
    let mut store = case.drawn();
    store.fetch_ahead(&batches[0].0).unwrap();
    store.fetch_ahead(&batches[1].0).unwrap();
    let message = store.fetch_ahead(&batches[2].0).unwrap_err().to_string();
    assert!(message.contains("fetches 1 ahead"), "{message}");
    assert!(store.lookup(&batches[1].0).is_err(), "it is not the one that was announced");
}

/// Three batches without caches, on NAND of 100 us an access, worked by hand: 53 rows are a file of one block. Rows are kept beside the
/// caches, in DRAM of 100 ns an access, as long as their batch is under way.
#[test]
fn simulated_time_is_that_of_hand() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Case::new(800, folder.path()).settings;
    (settings.rows, settings.shape) = (vec![106], RowShape { dimension: 16, state: 0 });
    (settings.dram, settings.scm, settings.prefetch, settings.placement) = (0, 0, 0, Vec::new());
    (settings.shards, settings.segment, settings.lanes) = (1, 4096, 4);
    settings.time = StoreTime::Simulated;
    settings.capacity = Some(1_000_000_000);
    let mut store = PlacedRows::open(settings).unwrap();
    let mut train = |rows: std::ops::Range<u32>| {
        let keys: Vec<RowKey> = rows.map(|row| RowKey { table: 0, row }).collect();
        let mut values = vec![0.0; 16 * keys.len()];
        store.get(&keys, &mut values).unwrap();
        store.put(&keys, &values).unwrap();
        Tiers::report(&store)
    };
    // Nothing is in files: rows come, are read and are written.
    assert_eq!(train(0..106).media.elapsed_ps, Some(300_000));
    // All but the last row are read again, and go: one file is filled, which nobody waits for.
    let report = train(105..106);
    assert_eq!((report.block.bytes_written, report.media.elapsed_ps), (4096, Some(100_400_000)));
    // The last row fills another; behind it 53 rows are read, four at a time: 14 times 100 us. Then they are read and written.
    let report = train(0..53);
    let [dram, ssd] = &report.media.media[..] else { panic!("{report:?}") };
    assert_eq!((dram.memory, dram.reads, dram.writes), ("dram", 106 + 105 + 1 + 1 + 53, 106 + 106 + 1 + 53 + 53));
    assert_eq!((ssd.reads, ssd.bytes_read, ssd.writes, ssd.bytes_written), (53, 53 * 4096, 2, 8192));
    assert_eq!((report.media.elapsed_ps, ssd.busy_ps), (Some(1_600_600_000), 1_600_000_000));
    // When they were asked for, 800 ns were over; the first file had begun after 400.
    assert_eq!(ssd.waited.unwrap().latency_ps, 1_599_600_000);
    // 1 GB may be written 0.8 times a day.
    let allowed = 0.8e9 / 86_400.0 * 1.6006e-3;
    assert!((ssd.wear.unwrap() - 8192.0 / allowed).abs() < 1e-9 * 8192.0 / allowed);
}
