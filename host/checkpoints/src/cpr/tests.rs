//! Shards that die in one process, against plain code that remembers everything, and against shards of a parameter server.

use std::cmp::Reverse;

use emberlane_data::Bags;
use emberlane_dlrm::UpdateRule;
use emberlane_experiment::{FailurePlan, FailuresConfig, Optimizer, Pooling, SavePolicy};
use emberlane_ps::{Dram, Key, Push, ShardStore, Tables, Target};
use emberlane_stores::{DrawnRows, EmbeddingStore, HostMemory, PartialRecoveries};
use proptest::prelude::*;
use rand::Rng;
use rand_pcg::Pcg64;

use super::{Mfu, PartialRecovery, Scar, Ssu};

const ROWS: [u32; 3] = [90, 7, 60];
const DIMENSION: usize = 16;
const SAMPLES: usize = 8;
const SEED: u64 = 11;

fn rule(optimizer: Optimizer) -> UpdateRule {
    UpdateRule { optimizer, learning_rate: 0.25 }
}

fn tables(optimizer: Optimizer) -> HostMemory {
    let mut tables = HostMemory::new(&ROWS, DIMENSION, Pooling::Sum, rule(optimizer)).unwrap();
    let drawn = DrawnRows::new(SEED, &ROWS, DIMENSION);
    for (table, rows) in ROWS.iter().enumerate() {
        let mut weights = vec![0.0; *rows as usize * DIMENSION];
        drawn.draw(table, 0, &mut weights);
        tables.write_rows(table, 0, &weights).unwrap();
    }
    tables
}

fn config(policy: SavePolicy, plan: &[(u64, u32)]) -> FailuresConfig {
    let plan = FailurePlan::Named(plan.to_vec());
    FailuresConfig { shards: 4, plan, interval: 8, policy, parts: 4, largest: 2, seed: 3 }
}

/// Rows that a batch looks up, low ones more often, two a bag; and gradients.
fn batch(random: &mut Pcg64) -> (Bags, Vec<f32>) {
    let mut indices = Vec::new();
    for rows in ROWS {
        let row = |random: &mut Pcg64| (f64::from(rows) * random.random::<f64>().powi(3)) as u32;
        indices.extend((0..2 * SAMPLES).map(|_| row(random)));
    }
    let bags = ROWS.len() * SAMPLES;
    let offsets = (0..=bags).map(|bag| 2 * bag as u32).collect();
    let gradients = (0..bags * DIMENSION).map(|_| random.random::<f32>() - 0.5).collect();
    (Bags { tables: ROWS.len(), samples: SAMPLES, offsets, indices }, gradients)
}

/// Weights and state of every row of every table.
fn all(store: &mut impl EmbeddingStore) -> Vec<Vec<Vec<u32>>> {
    let row = |store: &mut dyn EmbeddingStore, table: usize, row: u64| {
        let mut numbers = store.read_rows(table, row, 1).unwrap();
        numbers.extend(store.read_state(table, row, 1).unwrap());
        numbers.into_iter().map(f32::to_bits).collect()
    };
    (0..ROWS.len()).map(|table| (0..ROWS[table]).map(|number| row(store, table, number.into())).collect()).collect()
}

fn train(store: &mut impl EmbeddingStore, random: &mut Pcg64, batches: u64) {
    for _ in 0..batches {
        let (bags, gradients) = batch(random);
        store.lookup(&bags).unwrap();
        store.update(&gradients).unwrap();
    }
}

#[test]
fn without_a_death_no_policy_changes_a_bit() {
    for optimizer in [Optimizer::Sgd, Optimizer::RowwiseAdagrad, Optimizer::Adagrad] {
        let mut plain = tables(optimizer);
        train(&mut plain, &mut Pcg64::new(1, 1), 40);
        for (_, policy) in SavePolicy::NAMES {
            let mut shards = PartialRecovery::new(tables(optimizer), &ROWS, DIMENSION, config(*policy, &[]));
            train(&mut shards, &mut Pcg64::new(1, 1), 40);
            assert_eq!(all(&mut shards), all(&mut plain), "{policy:?}");
        }
    }
}

/// What shards do, by code that keeps every row of every save and sorts.
struct Plain {
    config: FailuresConfig,
    store: HostMemory,
    saved: Vec<Vec<Vec<u32>>>,
    lookups: Vec<Vec<u32>>,
    updates: Vec<Vec<u64>>,
    batch: u64,
}

impl Plain {
    fn new(config: FailuresConfig) -> Self {
        let mut store = tables(Optimizer::RowwiseAdagrad);
        let saved = all(&mut store);
        let (lookups, updates) = (ROWS.map(|rows| vec![0; rows as usize]), ROWS.map(|rows| vec![0; rows as usize]));
        Self { config, store, saved, lookups: lookups.to_vec(), updates: updates.to_vec(), batch: 0 }
    }

    fn shard_of(&self, table: usize, row: u32) -> u32 {
        Key::new(table as u32, row).part(self.config.shards)
    }

    fn train(&mut self, bags: &Bags, gradients: &[f32]) {
        self.store.lookup(bags).unwrap();
        self.store.update(gradients).unwrap();
        for table in 0..ROWS.len() {
            let rows = (0..SAMPLES).flat_map(|sample| bags.bag(table * SAMPLES + sample));
            let rows: Vec<u32> = rows.copied().collect();
            rows.iter().for_each(|row| self.lookups[table][*row as usize] += 1);
            let unique: std::collections::BTreeSet<u32> = rows.into_iter().collect();
            unique.iter().for_each(|row| self.updates[table][*row as usize] += 1);
        }
        self.batch += 1;
        if self.batch.is_multiple_of(self.config.between_saves()) {
            self.save();
        }
        let plan = super::planned(&self.config.plan, self.config.shards);
        for (_, shard) in plan.iter().filter(|(after, _)| *after == self.batch).copied().collect::<Vec<_>>() {
            self.lose(shard);
        }
    }

    fn save(&mut self) {
        let now = all(&mut self.store);
        for table in 0..ROWS.len() {
            for shard in 0..self.config.shards {
                let mut rows: Vec<u32> = (0..ROWS[table]).filter(|row| self.shard_of(table, *row) == shard).collect();
                // Tables 0 and 2 are the largest two.
                if table != 1 && self.config.policy != SavePolicy::Full {
                    let most = (rows.len() / self.config.parts as usize).max(1);
                    let changed = |row: u32| {
                        let pairs = now[table][row as usize].iter().zip(&self.saved[table][row as usize]);
                        let square = |(now, saved): (&u32, &u32)| {
                            (f64::from(f32::from_bits(*now)) - f64::from(f32::from_bits(*saved))).powi(2)
                        };
                        pairs.take(DIMENSION).map(square).sum::<f64>() as f32
                    };
                    let key = |row: u32| match self.config.policy {
                        SavePolicy::Mfu => self.lookups[table][row as usize],
                        _ => changed(row).to_bits(),
                    };
                    rows.retain(|row| key(*row) > 0);
                    rows.sort_by_key(|row| (Reverse(key(*row)), *row));
                    rows.truncate(most);
                }
                for row in rows.into_iter().map(|row| row as usize) {
                    self.saved[table][row].clone_from(&now[table][row]);
                    (self.lookups[table][row], self.updates[table][row]) = (0, 0);
                }
            }
        }
    }

    fn lose(&mut self, shard: u32) {
        for (table, rows) in ROWS.iter().enumerate() {
            let own: Vec<u32> = (0..*rows).filter(|row| self.shard_of(table, *row) == shard).collect();
            for row in own {
                let numbers: Vec<f32> =
                    self.saved[table][row as usize].iter().map(|bits| f32::from_bits(*bits)).collect();
                self.store.write_rows(table, row.into(), &numbers[..DIMENSION]).unwrap();
                self.store.write_state(table, row.into(), &numbers[DIMENSION..]).unwrap();
                (self.lookups[table][row as usize], self.updates[table][row as usize]) = (0, 0);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn shards_do_what_plain_code_does(
        plan in prop::collection::vec((1u64..30, 0u32..4), 0..6),
        policy in prop_oneof![Just(SavePolicy::Full), Just(SavePolicy::Mfu), Just(SavePolicy::Scar)],
        seed in any::<u64>(),
    ) {
        let mut plan = plan;
        plan.sort_unstable();
        let mut plain = Plain::new(config(policy, &plan));
        let memory = tables(Optimizer::RowwiseAdagrad);
        let mut shards = PartialRecovery::new(memory, &ROWS, DIMENSION, config(policy, &plan));
        let mut random = Pcg64::new(seed.into(), 1);
        for _ in 0..30 {
            let (bags, gradients) = batch(&mut random);
            plain.train(&bags, &gradients);
            shards.lookup(&bags).unwrap();
            shards.update(&gradients).unwrap();
            prop_assert_eq!(all(&mut shards), all(&mut plain.store));
        }
        let deaths = super::planned(&FailurePlan::Named(plan), 4).len();
        prop_assert_eq!(shards.recoveries().unwrap().deaths.len(), deaths);
    }
}

#[test]
fn what_is_lost_is_counted() {
    // Saves after 8 batches: the first death loses 5 of them, the second none, the third 3.
    let plan = [(5, 1), (8, 2), (11, 2)];
    let mut shards = PartialRecovery::new(tables(Optimizer::Sgd), &ROWS, DIMENSION, config(SavePolicy::Full, &plan));
    train(&mut shards, &mut Pcg64::new(1, 1), 20);
    let report = shards.recoveries().unwrap();
    let lost: Vec<(u64, u32, u64)> =
        report.deaths.iter().map(|death| (death.after_batches, death.shard, death.lost_samples)).collect();
    assert_eq!(lost, [(5, 1, 5 * 8), (8, 2, 0), (11, 2, 3 * 8)]);
    assert_eq!((report.samples, report.saved.unwrap().saves), (160, 2));
    assert_eq!(report.saved.unwrap().saved_rows, 2 * u64::from(ROWS.iter().sum::<u32>()));
    assert_eq!(report.deaths[1].lost_updates, 0);
    assert!(Some(report.deaths[0].lost_updates) > report.deaths[0].rows && report.deaths[0].rows > Some(10));
    assert_eq!(report.portion_of_lost_samples(), 64.0 / (160.0 * 4.0));
    assert_eq!(PartialRecoveries::default().portion_of_lost_samples(), 0.0);
}

#[test]
fn saving_what_matters_loses_fewer_updates_than_saving_any() {
    let lost = |policy: SavePolicy| {
        let plan: Vec<(u64, u32)> = (0..4).map(|shard| (7 + 8 * u64::from(shard), shard)).collect();
        let mut shards = PartialRecovery::new(tables(Optimizer::Sgd), &ROWS, DIMENSION, config(policy, &plan));
        train(&mut shards, &mut Pcg64::new(5, 1), 40);
        let report = shards.recoveries().unwrap();
        // No more rows of the largest tables than the share of them, and the others.
        let most: u64 = match policy {
            SavePolicy::Full => 5 * 157,
            _ => 20 * (150 / 4 + 7),
        };
        let saved = report.saved.unwrap().saved_rows;
        assert!(saved <= most, "{policy:?}: {saved} rows");
        report.lost_updates()
    };
    let full = lost(SavePolicy::Full);
    for policy in [SavePolicy::Scar, SavePolicy::Mfu, SavePolicy::Ssu] {
        assert!(4 * lost(policy) < 3 * full, "{policy:?}: {} of {full}", lost(policy));
    }
}

#[test]
fn a_seed_and_a_plan_give_the_same_bits() {
    let bits = |seed| {
        let config = FailuresConfig { seed, ..config(SavePolicy::Ssu, &[(7, 0), (13, 3)]) };
        let mut shards = PartialRecovery::new(tables(Optimizer::Sgd), &ROWS, DIMENSION, config);
        train(&mut shards, &mut Pcg64::new(5, 1), 20);
        all(&mut shards)
    };
    assert_eq!(bits(1), bits(1));
    assert_ne!(bits(1), bits(2));
}

/// A shard of a parameter server, in a process of its own or not, comes back with the rows with which a shard here does.
#[test]
fn a_shard_of_a_parameter_server_comes_back_with_the_same_bits() {
    for optimizer in [Optimizer::Sgd, Optimizer::RowwiseAdagrad] {
        for (after, dead) in [(5, 0), (8, 1), (13, 2), (19, 3)] {
            let config = config(SavePolicy::Full, &[(after, dead)]);
            let mut shards = PartialRecovery::new(tables(optimizer), &ROWS, DIMENSION, config);
            let own = Tables::new(SEED, &ROWS, DIMENSION, rule(optimizer));
            let mut servers: Vec<Dram> = (0..4).map(|_| Dram::new(own.clone())).collect();
            let mut random = Pcg64::new(9, 1);
            for number in 1..=after {
                let (bags, gradients) = batch(&mut random);
                shards.lookup(&bags).unwrap();
                shards.update(&gradients).unwrap();
                for (shard, server) in (0..).zip(&mut servers) {
                    push(server, shard, number, &bags, &gradients, number % 8 == 0);
                }
            }
            servers[dead as usize].recover(Target::Newest).unwrap();
            let found = all(&mut shards);
            for (table, rows) in found.iter().enumerate() {
                for (row, bits) in (0..).zip(rows) {
                    let key = Key::new(table as u32, row);
                    let mut numbers = vec![0.0; bits.len()];
                    servers[key.part(4) as usize].read(&[key], &mut numbers).unwrap();
                    let theirs: Vec<u32> = numbers.into_iter().map(f32::to_bits).collect();
                    assert_eq!(&theirs, bits, "{key:?} when shard {dead} dies after {after}");
                }
            }
        }
    }
}

/// A batch of one shard: the rows that it has of it.
fn push(server: &mut Dram, shard: u32, number: u64, bags: &Bags, gradients: &[f32], checkpoint: bool) {
    let mut rows = std::collections::BTreeMap::<Key, Vec<u32>>::new();
    for bag in 0..bags.count() {
        for row in bags.bag(bag) {
            let key = Key::new((bag / bags.samples) as u32, *row);
            if key.part(4) == shard {
                rows.entry(key).or_default().push(bag as u32);
            }
        }
    }
    let keys: Vec<Key> = rows.keys().copied().collect();
    server.pull(number, &keys, &mut vec![0.0; keys.len() * DIMENSION]).unwrap();
    server.maintain(number).unwrap();
    let mut offsets = vec![0];
    rows.values().for_each(|bags| offsets.push(offsets.last().unwrap() + bags.len() as u32));
    let of_rows: Vec<u32> = rows.into_values().flatten().collect();
    let scales = vec![1.0; bags.count()];
    let push = Push { keys: &keys, offsets: &offsets, bags: &of_rows, scales: &scales, gradients };
    server.apply(number, &[push], checkpoint).unwrap();
}

proptest! {
    /// As a sort of the standard library finds them.
    #[test]
    fn mfu_finds_what_was_looked_up_most_often(places in prop::collection::vec(0u32..50, 0..400), most in 0u64..60) {
        let mut mfu = Mfu::new(50, most);
        let mut counts = [0u32; 50];
        for place in places {
            mfu.looked_up(place);
            counts[place as usize] += 1;
        }
        // What was not among the first is among those behind.
        while counts.iter().any(|count| *count > 0) && most > 0 {
            let mut found = Vec::new();
            mfu.select(|place| found.push(place));
            let mut sorted: Vec<u32> = (0..50).filter(|place| counts[*place as usize] > 0).collect();
            sorted.sort_by_key(|place| (Reverse(counts[*place as usize]), *place));
            sorted.truncate(most as usize);
            sorted.sort_unstable();
            prop_assert_eq!(&found, &sorted);
            sorted.iter().for_each(|place| counts[*place as usize] = 0);
        }
    }

    #[test]
    fn ssu_keeps_some_of_what_every_second_sample_looked_up(
        lookups in prop::collection::vec((0u64..64, 0u32..50), 0..400),
        most in 0u64..60,
    ) {
        let mut ssu = Ssu::new(most, Pcg64::new(1, 1));
        let mut seen = std::collections::BTreeSet::new();
        for (sample, place) in lookups {
            ssu.looked_up(sample, place);
            if sample % 2 == 0 {
                seen.insert(place);
            }
        }
        let mut found = Vec::new();
        ssu.select(|place| found.push(place));
        prop_assert!(found.is_sorted() && found.iter().all(|place| seen.contains(place)));
        prop_assert_eq!(found.len() as u64, most.min(seen.len() as u64));
        ssu.select(|_| panic!("it was emptied"));
    }
}

#[test]
fn what_is_looked_up_often_stays_in_the_list() {
    let mut random = Pcg64::new(4, 4);
    let (mut often, mut seldom) = (0, 0);
    for seed in 0..200 {
        let mut ssu = Ssu::new(20, Pcg64::new(seed, 1));
        for sample in 0..2000 {
            // Ten rows are looked up as often as the other 990 together.
            let place = if random.random() { random.random_range(0..10) } else { random.random_range(10..1000) };
            ssu.looked_up(sample, place);
        }
        ssu.select(|place| if place < 10 { often += 1 } else { seldom += 1 });
    }
    // Ten of a thousand rows: a fair share of the list would be a hundredth.
    assert!(4 * often > seldom, "{often} and {seldom}");
}

#[test]
fn memory_is_that_of_the_paper() {
    const MANY: u32 = 80_000;
    for bytes in [64, 128, 256, 512] {
        let (dimension, all) = (bytes / 4, f64::from(MANY) * bytes as f64);
        let most = u64::from(MANY / 8);
        let scar = Scar::new(vec![0.0; MANY as usize * dimension], dimension, most).bytes() as f64 / all;
        let mfu = Mfu::new(MANY, most).bytes() as f64 / all;
        let ssu = Ssu::new(most, Pcg64::new(1, 1)).bytes() as f64 / all;
        // Table 1: 100 %, a counter of 4 bytes, and an eighth of that; with the room that a list of hashes needs.
        assert!((1.0..1.07).contains(&scar), "{scar}");
        assert_eq!(mfu, 4.0 / bytes as f64);
        assert!((1.0..1.25).contains(&(ssu / (mfu / 8.0))), "{ssu}");
    }
}
