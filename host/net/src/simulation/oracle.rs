//! What every pull has to see: the same training on one store, without a network.

use std::collections::BTreeSet;

use emberlane_dlrm::UpdateRule;
use emberlane_experiment::Optimizer;
use emberlane_ps::{Dram, Key, Push as StorePush, ShardStore, Tables};
use emberlane_stores::{Sum, Summand};
use rand::Rng;
use rand_pcg::Pcg64;

use crate::wire::Push;

pub(super) const DIMENSION: usize = 16;
const ROWS: [u32; 2] = [23, 40];

pub(super) fn tables(seed: u64) -> Tables {
    let step = UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 0.1 };
    Tables::new(seed, &ROWS, DIMENSION, step)
}

/// Keys of rows that the first rank writes in a batch, which is trained by nobody then, as when it goes on from a state: nothing with one seed
/// of four, and with the others in the first batch, in the first two, or behind two that were trained.
pub(super) fn written(seed: u64, batch: u64) -> Option<Vec<u64>> {
    let is_written = match seed % 4 {
        0 => false,
        1 => batch == 1,
        2 => (1..=2).contains(&batch),
        _ => batch == 3,
    };
    is_written.then(|| all_keys().into_iter().skip(batch as usize).step_by(2).collect())
}

/// What is written, one row behind the other.
pub(super) fn written_rows(batch: u64, keys: &[u64]) -> Vec<f32> {
    let row = |key: &u64| {
        let value = (key % 61) as f32 + 100.0 * batch as f32;
        (0..DIMENSION).map(move |at| value + at as f32 / 32.0)
    };
    keys.iter().flat_map(row).collect()
}

/// Does to a store what a batch that is written does.
pub(super) fn write(store: &mut Dram, batch: u64, keys: &[u64]) {
    let rows = written_rows(batch, keys);
    let keys = store_keys(keys);
    store.pull(batch, &keys, &mut vec![0.0; rows.len()]).unwrap();
    store.maintain(batch).unwrap();
    store.replace(batch, &keys, &rows, true).unwrap();
}

/// Keys that a rank pulls for a batch, ascending; none of one that is written.
pub(super) fn keys(seed: u64, batch: u64, rank: u16) -> Vec<u64> {
    if written(seed, batch).is_some() {
        return Vec::new();
    }
    let mut random = Pcg64::new(u128::from(seed) << 64 | u128::from(batch), u128::from(rank));
    let count = random.random_range(0..14);
    let keys: BTreeSet<u64> = (0..count)
        .map(|_| {
            let table = random.random_range(0..ROWS.len());
            Key::new(table as u32, random.random_range(0..ROWS[table])).0
        })
        .collect();
    keys.into_iter().collect()
}

/// Slices of each rank.
const SLICES: usize = 2;
/// Numbers of a slice.
const SUMMED: usize = 9;

/// What a rank has of a batch, of which another order of slices has another sum.
pub(super) fn summand(batch: u64, rank: u16, rows: &[f32]) -> Summand {
    let first = rows.first().copied().unwrap_or(0.5);
    let slice = |slice: usize| {
        let large = [1e6, 1.0, -1e6, 0.3][(slice + usize::from(rank)) % 4];
        (0..SUMMED).map(|at| (first + at as f32) * large).collect()
    };
    Summand {
        data: batch as u32,
        losses: rows.iter().take(3).copied().map(f64::from).collect(),
        probabilities: rows.iter().take(3).copied().collect(),
        slices: (0..SLICES).map(slice).collect(),
    }
}

/// What ranks have of a batch together: slice after slice, as nobody else would sum them.
pub(super) fn sum(summands: &[Summand]) -> Sum {
    let mut sum = Sum::default();
    for Summand { losses, probabilities, slices, .. } in summands {
        sum.losses.extend(losses);
        sum.probabilities.extend(probabilities);
        for slice in slices {
            if sum.gradients.is_empty() {
                sum.gradients.clone_from(slice);
            } else {
                (0..SUMMED).for_each(|at| sum.gradients[at] += slice[at]);
            }
        }
    }
    sum
}

/// What a rank pushes: it depends on every bit that was pulled, and on what all ranks have summed.
pub(super) fn push(batch: u64, rank: u16, keys: &[u64], rows: &[f32], sum: &Sum) -> Push {
    let count = keys.len();
    let nudge = sum.gradients.iter().sum::<f32>().rem_euclid(1.0) / 64.0;
    let gradients = rows.iter().enumerate().map(|(at, value)| {
        let wave = ((at as u64 * 31 + batch * 7 + u64::from(rank) * 13) % 17) as f32 / 16.0;
        value * 0.5 + wave - 0.4 + nudge
    });
    Push {
        keys: keys.to_vec(),
        offsets: (0..=count as u32).collect(),
        bags: (0..count as u32).collect(),
        scales: vec![1.0; count],
        gradients: gradients.collect(),
    }
}

/// Rows as every rank has to see them in every batch, and those at the end.
pub(super) struct Oracle {
    pub pulls: Vec<Vec<Vec<f32>>>,
    /// What all ranks have of every batch; nothing where there is one.
    pub sums: Vec<Sum>,
    pub end: Vec<f32>,
}

pub(super) fn all_keys() -> Vec<u64> {
    (0..).zip(ROWS).flat_map(|(table, rows)| (0..rows).map(move |row| Key::new(table, row).0)).collect()
}

pub(super) fn store_keys(keys: &[u64]) -> Vec<Key> {
    keys.iter().copied().map(Key).collect()
}

impl Oracle {
    pub fn new(seed: u64, batches: u64, ranks: u16) -> Self {
        let mut store = Dram::new(tables(seed));
        let (mut pulls, mut sums) = (Vec::new(), Vec::new());
        for batch in 1..=batches {
            if let Some(keys) = written(seed, batch) {
                write(&mut store, batch, &keys);
                pulls.push(vec![Vec::new(); ranks.into()]);
                sums.push(Sum::default());
                continue;
            }
            let pulled: Vec<Vec<f32>> = (0..ranks)
                .map(|rank| {
                    let keys = store_keys(&keys(seed, batch, rank));
                    let mut rows = vec![0.0; keys.len() * DIMENSION];
                    store.pull(batch, &keys, &mut rows).unwrap();
                    rows
                })
                .collect();
            store.maintain(batch).unwrap();
            let summands = (0..ranks).map(|rank| summand(batch, rank, &pulled[usize::from(rank)]));
            let summed = if ranks > 1 { sum(&summands.collect::<Vec<_>>()) } else { Sum::default() };
            let pushes: Vec<Push> = (0..ranks)
                .map(|rank| push(batch, rank, &keys(seed, batch, rank), &pulled[usize::from(rank)], &summed))
                .collect();
            let keys: Vec<Vec<Key>> = pushes.iter().map(|push| store_keys(&push.keys)).collect();
            let pushes: Vec<StorePush> = pushes.iter().zip(&keys).map(|(push, keys)| push.to_store(keys)).collect();
            store.apply(batch, &pushes, false).unwrap();
            pulls.push(pulled);
            sums.push(summed);
        }
        let all = store_keys(&all_keys());
        let mut end = vec![0.0; all.len() * DIMENSION];
        store.read(&all, &mut end).unwrap();
        Self { pulls, sums, end }
    }
}
