//! How many lookups the cache planner plans in a second.
//!
//! Batches of 16,384 samples with the 26 tables of Criteo Terabyte, a lookup each, rows drawn from a power law; 178 million rows.
//! The cache holds what NDRec's 4 GiB of DRAM do beside the TX buffers, and is full when measuring begins.

use std::num::NonZeroUsize;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use emberlane_experiment::Pooling;
use emberlane_stores::planner::{CachePlanner, Lookups, Settings, Statistics};
use lru::LruCache;
use rand::SeedableRng;
use rand_distr::{Distribution, Zipf};
use rand_pcg::Pcg64;

/// Rows of Criteo Terabyte's tables as TorchRec takes them, 178 million: those of NDRec's 91.1 GB.
const ROWS: [u64; 26] = [
    45_833_188, 36_746, 17_245, 7_413, 20_243, 3, 7_114, 1_441, 62, 29_275_261, 1_572_176, 345_138, 10, 2_209, 11_267,
    128, 4, 974, 14, 48_937_457, 11_316_796, 40_094_537, 452_104, 12_606, 104, 35,
];
const SAMPLES: usize = 16_384;
/// EVs of 128 elements in 4 GiB, less two TX buffers.
const BLOCKS: u32 = ((1 << 32) / 512 - 2 * ROWS.len() * SAMPLES) as u32;
/// As `data.skew` is if nothing is said.
const SKEW: f64 = 1.05;
/// Batches before measuring begins.
const WARM: usize = 200;

fn batch(random: &mut Pcg64) -> Vec<u64> {
    let mut first = 0;
    let mut vectors = Vec::with_capacity(ROWS.len() * SAMPLES);
    for rows in ROWS {
        let ranks = Zipf::new(rows as f64, SKEW).expect("a table has rows");
        // Ranks are spread over the table, as a hash of categories would.
        let spread = |rank: f64| (rank as u64 - 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) % rows;
        vectors.extend((0..SAMPLES).map(|_| first + spread(ranks.sample(random))));
        first += rows;
    }
    vectors
}

fn lookups(vectors: &[u64]) -> Lookups {
    let mut lookups = Lookups::new(Pooling::Sum);
    vectors.iter().for_each(|vector| lookups.push_bag([*vector]));
    lookups
}

fn plan(criterion: &mut Criterion) {
    let mut random = Pcg64::seed_from_u64(1);
    let vectors = ROWS.iter().sum();
    let mut planner = CachePlanner::new(Settings::new(BLOCKS, vectors)).expect("a cache");
    // The cache is full of EVs that nobody needs; batches bring those that are needed.
    let mut others = (0..vectors).step_by(19);
    while planner.statistics().evictions == 0 {
        let some: Vec<u64> = others.by_ref().take(1 << 18).collect();
        planner.count(&some).expect("room");
    }
    for _ in 0..WARM {
        planner.count(&batch(&mut random)).expect("room");
    }
    let before = *planner.statistics();

    let mut group = criterion.benchmark_group("planner");
    group.throughput(Throughput::Elements((ROWS.len() * SAMPLES) as u64)).measurement_time(Duration::from_secs(10));
    // Every batch is new.
    group.bench_function("count", |bencher| {
        let count = |vectors: Vec<u64>| planner.count(&vectors).expect("room");
        bencher.iter_batched(|| batch(&mut random), count, BatchSize::PerIteration);
    });
    group.bench_function("plan", |bencher| {
        let plan = |lookups| planner.plan(lookups).expect("room");
        bencher.iter_batched(|| lookups(&batch(&mut random)), plan, BatchSize::PerIteration);
    });
    // What plans nothing: a cache of a library, as large, which evicts what was used longest ago. It is full before it is measured.
    let mut lru: LruCache<u64, u32> = LruCache::new(NonZeroUsize::new(BLOCKS as usize).expect("a cache"));
    (0..vectors).step_by(19).take(BLOCKS as usize).for_each(|vector| {
        lru.put(vector, 0);
    });
    group.bench_function("general LRU", |bencher| {
        let use_all = |vectors: Vec<u64>| {
            for vector in vectors {
                *lru.get_or_insert_mut(vector, || 0) += 1;
            }
        };
        bencher.iter_batched(|| batch(&mut random), use_all, BatchSize::PerIteration);
    });
    group.finish();

    let after = planner.statistics();
    let iterations = after.iterations - before.iterations;
    let each = |count: fn(&Statistics) -> u64| (count(after) - count(&before)) / iterations;
    println!(
        "An iteration: {} lookups, {} of them hits; {} EVs, of which {} in use, {} hot, {} in the main table, {} loaded; {} evicted",
        each(|all| all.lookups.total()),
        each(|all| all.lookups.hits()),
        each(|all| all.vectors.total()),
        each(|all| all.vectors.in_use),
        each(|all| all.vectors.hot),
        each(|all| all.vectors.main),
        each(|all| all.vectors.ssd),
        each(|all| all.evictions),
    );
}

criterion_group!(benches, plan);
criterion_main!(benches);
