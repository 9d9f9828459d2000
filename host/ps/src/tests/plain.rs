//! What a shard means, said as plainly as can be: a map of rows, changed batch by batch, and every state it ever had.

use std::collections::BTreeMap;

use emberlane_dlrm::UpdateRule;
use emberlane_experiment::Optimizer;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::{Key, Push, ShardStore, StoreError, Tables};

const DIMENSION: usize = 5;

/// Small tables: rows are used again and again.
pub(super) fn tables(optimizer: Optimizer) -> Tables {
    Tables::new(11, &[13, 30, 5], DIMENSION, UpdateRule { optimizer, learning_rate: 0.1 })
}

/// All rows of some tables.
pub(super) fn all_keys(tables: &Tables) -> Vec<Key> {
    let of = |(table, rows): (u32, &u32)| (0..*rows).map(move |row| Key::new(table, row)).collect::<Vec<_>>();
    (0..).zip(tables.rows()).flat_map(of).collect()
}

/// What one rank pulls and pushes in a batch.
#[derive(Clone, Debug)]
pub(super) struct Share {
    pub(super) keys: Vec<Key>,
    offsets: Vec<u32>,
    bags: Vec<u32>,
    scales: Vec<f32>,
    gradients: Vec<f32>,
}

impl Share {
    /// Whether it has a gradient for any row.
    pub(super) fn changes(&self) -> bool {
        !self.bags.is_empty()
    }

    pub(super) fn push(&self) -> Push<'_> {
        let Self { keys, offsets, bags, scales, gradients } = self;
        Push { keys, offsets, bags, scales, gradients }
    }
}

/// A batch of so many ranks. It follows from its seed and number alone.
pub(super) fn batch(tables: &Tables, seed: u64, number: u64, ranks: usize) -> Vec<Share> {
    batch_with(tables, seed, number, ranks, 0)
}

/// The same, in which every row has so many gradients of a rank at the fewest.
pub(super) fn batch_with(tables: &Tables, seed: u64, number: u64, ranks: usize, fewest: usize) -> Vec<Share> {
    let mut random = Pcg64::seed_from_u64(seed << 32 | number);
    let all = all_keys(tables);
    let share = |_| {
        let mut keys = all.clone();
        keys.shuffle(&mut random);
        // The first rows are used much more often, and some batches use nothing at all.
        let count = random.random_range(0..9);
        keys.retain(|key| key.row() < 3 || random.random_ratio(1, 3));
        keys.truncate(count);
        let gradients = random.random_range(1..6usize);
        let (mut offsets, mut bags) = (vec![0], Vec::new());
        for _ in &keys {
            let first = bags.len();
            bags.extend((0..random.random_range(fewest..4)).map(|_| random.random_range(0..gradients) as u32));
            bags[first..].sort_unstable();
            offsets.push(bags.len() as u32);
        }
        let scales = (0..gradients).map(|_| [1.0, 0.5, 1.0 / 3.0][random.random_range(0..3)]).collect();
        let gradients = (0..gradients * tables.shape().dimension).map(|_| random.random::<f32>() - 0.5).collect();
        Share { keys, offsets, bags, scales, gradients }
    };
    (0..ranks).map(share).collect()
}

/// The state of all rows, by bits.
pub(super) type State = Vec<u32>;

/// What a shard means.
pub(super) struct Plain {
    tables: Tables,
    rows: BTreeMap<Key, Vec<f32>>,
    /// After each batch, from 0.
    pub(super) states: Vec<State>,
}

impl Plain {
    pub(super) fn new(tables: &Tables) -> Self {
        let begin = |key: Key| {
            let mut row = vec![0.0; tables.shape().width()];
            tables.begin(key, &mut row);
            (key, row)
        };
        let rows = all_keys(tables).into_iter().map(begin).collect();
        let mut plain = Self { tables: tables.clone(), rows, states: Vec::new() };
        plain.states.push(plain.state());
        plain
    }

    fn state(&self) -> State {
        self.rows.values().flatten().map(|number| number.to_bits()).collect()
    }

    pub(super) fn weights(&self, key: Key) -> &[f32] {
        &self.rows[&key][..self.tables.shape().dimension]
    }

    /// Applies a batch: every row's gradients by ranks, and of a rank in the order of its bags.
    pub(super) fn apply(&mut self, shares: &[Share]) {
        let (shape, step) = (self.tables.shape(), self.tables.step());
        for (key, row) in &mut self.rows {
            let mut gradients: Vec<(&[f32], f32)> = Vec::new();
            let mut is_named = false;
            for share in shares {
                let Some(number) = share.keys.iter().position(|each| each == key) else { continue };
                is_named = true;
                let (first, end) = (share.offsets[number] as usize, share.offsets[number + 1] as usize);
                for bag in &share.bags[first..end] {
                    let first = *bag as usize * shape.dimension;
                    gradients.push((&share.gradients[first..first + shape.dimension], share.scales[*bag as usize]));
                }
            }
            if is_named {
                let mut sum = vec![0.0; shape.dimension];
                emberlane_stores::update_row(step, shape, row, gradients.into_iter(), &mut sum);
            }
        }
        self.states.push(self.state());
    }

    /// Goes back, to go on differently.
    pub(super) fn go_back(&mut self, checkpoint: u64) {
        self.states.truncate(checkpoint as usize + 1);
        let width = self.tables.shape().width();
        let state = self.states[checkpoint as usize].chunks_exact(width);
        for (row, bits) in self.rows.values_mut().zip(state) {
            row.iter_mut().zip(bits).for_each(|(number, bits)| *number = f32::from_bits(*bits));
        }
    }
}

/// The states of a training of so many batches.
pub(super) fn plain(tables: &Tables, seed: u64, batches: u64, ranks: usize) -> Vec<State> {
    let mut plain = Plain::new(tables);
    (1..=batches).for_each(|number| plain.apply(&batch(tables, seed, number, ranks)));
    plain.states
}

/// All rows of a shard.
pub(super) fn state(store: &dyn ShardStore) -> Result<State, StoreError> {
    let keys = all_keys(store.tables());
    let mut numbers = vec![0.0; keys.len() * store.tables().shape().width()];
    store.read(&keys, &mut numbers)?;
    Ok(numbers.into_iter().map(f32::to_bits).collect())
}

/// Trains one batch; returns what each rank pulled.
pub(super) fn step(
    store: &mut dyn ShardStore,
    number: u64,
    shares: &[Share],
    checkpoint: bool,
) -> Result<Vec<Vec<f32>>, StoreError> {
    let mut pulled = Vec::new();
    for share in shares {
        let mut out = vec![0.0; share.keys.len() * store.tables().shape().dimension];
        store.pull(number, &share.keys, &mut out)?;
        pulled.push(out);
    }
    store.maintain(number)?;
    let pushes: Vec<Push> = shares.iter().map(Share::push).collect();
    store.apply(number, &pushes, checkpoint)?;
    Ok(pulled)
}
