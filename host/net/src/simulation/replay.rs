//! What ranks have to see when shards go on in part: the same training on stores without a network, which lose what shards say.

use emberlane_ps::{Dram, Key, Push as StorePush, ShardStore, Target};
use emberlane_stores::Sum;

use super::actors::{Happened, of_shards, same};
use super::oracle::{self, DIMENSION, push, store_keys, sum, summand};
use crate::rank::Loss;
use crate::wire::{Entered, Push};

/// What shards have lost.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lost {
    /// Batches of all of them.
    pub batches: u64,
    /// Losses of which ranks were at different batches.
    pub torn: u64,
}

/// Where a shard went on.
#[derive(Clone, Copy, Debug)]
struct Entry {
    until: u64,
    entered: Entered,
}

/// What a rank has seen.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    /// Of every batch its rows, and what all have summed.
    pub rows: &'a [Vec<f32>],
    pub sums: &'a [Sum],
    /// All rows at the end.
    pub end: &'a [f32],
    pub losses: &'a [Loss],
}

/// Every entry of a shard, each of which loses what the kill before has left, and no more.
fn entries(story: &[Happened]) -> Result<Vec<Entry>, String> {
    let (mut found, mut survived, mut applied) = (Vec::new(), 0, 0);
    for happened in story {
        match *happened {
            Happened::Killed { applied: until, durable } => (survived, applied) = (durable, applied.max(until)),
            Happened::Entered { until, entered } => {
                // A batch is lost that is applied, or whose rows were used.
                if entered.found != survived || until < applied || until > applied + 1 {
                    return Err(format!("{happened:?} behind {survived} and {applied}"));
                }
                applied = until;
                found.push(Entry { until, entered });
            }
        }
    }
    Ok(found)
}

fn weights(store: &Dram, keys: &[u64]) -> Vec<f32> {
    let keys = store_keys(keys);
    let mut rows = vec![0.0; keys.len() * DIMENSION];
    store.read(&keys, &mut rows).unwrap();
    rows
}

/// Gradients of some keys of a push.
fn apply(store: &mut Dram, batch: u64, pushes: &[Push]) {
    let shard_keys: Vec<Vec<Key>> = pushes.iter().map(|push| store_keys(&push.keys)).collect();
    for keys in &shard_keys {
        store.pull(batch, keys, &mut vec![0.0; keys.len() * DIMENSION]).unwrap();
    }
    store.maintain(batch).unwrap();
    let pushes: Vec<StorePush> = pushes.iter().zip(&shard_keys).map(|(push, keys)| push.to_store(keys)).collect();
    store.apply(batch, &pushes, true).unwrap();
}

/// Rows of some keys, of those of all.
fn of(keys: &[u64], all: &[u64], rows: &[f32]) -> Vec<f32> {
    let row = |key: &u64| all.binary_search(key).expect("it is one of them") * DIMENSION;
    keys.iter().flat_map(|key| &rows[row(key)..row(key) + DIMENSION]).copied().collect()
}

/// Trains what ranks have trained, with the losses that shards have said.
pub(super) fn replayed(seed: u64, batches: u64, stories: &[&[Happened]], told: &[Seen<'_>]) -> Result<Lost, String> {
    let (ranks, shards) = (told.len() as u16, stories.len() as u16);
    let entries: Vec<Vec<Entry>> = stories.iter().map(|story| entries(story)).collect::<Result<_, _>>()?;
    let mut stores: Vec<Dram> = stories.iter().map(|_| Dram::new(oracle::tables(seed))).collect();
    let all_keys = oracle::all_keys();
    let mut lost = Lost::default();
    for batch in 0..=batches {
        let at = batch.wrapping_sub(1) as usize;
        let seen = |rank: u16| &told[usize::from(rank)].rows[at];
        let keys: Vec<Vec<u64>> =
            (0..ranks).map(|rank| if batch == 0 { Vec::new() } else { oracle::keys(seed, batch, rank) }).collect();
        let written = oracle::written(seed, batch).filter(|_| batch > 0);
        let whole = match batch > 0 && ranks > 1 && written.is_none() {
            true => sum(&(0..ranks).map(|rank| summand(batch, rank, seen(rank))).collect::<Vec<_>>()),
            false => Sum::default(),
        };
        if batch > 0 && ranks > 1 && told.iter().any(|told| told.sums[at] != whole) {
            return Err(format!("another sum of batch {batch}"));
        }
        for (shard, store) in stores.iter_mut().enumerate() {
            let own = |keys: &[u64]| of_shards(keys, shards).swap_remove(shard);
            let here: Vec<Entry> = entries[shard].iter().filter(|entry| entry.until == batch).copied().collect();
            let is_lost = here.iter().any(|entry| entry.entered.found < batch);
            let live: Vec<Vec<f32>> = keys.iter().map(|keys| weights(store, &own(keys))).collect();
            let lost_rows = written.as_ref().map_or(0, |written| own(written).len());
            let passed = |entry: &&Entry| (entry.entered.found + 1..=entry.until).contains(&batch);
            if let Some(entry) = entries[shard].iter().find(passed).filter(|_| lost_rows > 0) {
                return Err(format!("{lost_rows} rows that were written in batch {batch} are lost: {entry:?}"));
            }
            if let Some(written) = &written {
                oracle::write(store, batch, &own(written));
            } else if batch > 0 && !is_lost {
                let pushes = (0..ranks).map(|rank| {
                    let keys = &keys[usize::from(rank)];
                    let all = push(batch, rank, keys, seen(rank), &whole);
                    let mine = own(keys);
                    let count = mine.len() as u32;
                    Push {
                        gradients: of(&mine, keys, &all.gradients),
                        keys: mine,
                        offsets: (0..=count).collect(),
                        bags: (0..count).collect(),
                        scales: vec![1.0; count as usize],
                    }
                });
                apply(store, batch, &pushes.collect::<Vec<_>>());
            }
            // Of ranks that were not as far as others, some have seen what the shard went on with.
            let mut shown: Vec<Vec<Vec<f32>>> = vec![live];
            let mut ends = vec![weights(store, &own(&all_keys))];
            for Entry { entered, .. } in &here {
                if is_lost {
                    store.recover(Target::At(entered.found)).unwrap();
                    store.go_on(batch).unwrap();
                    store.checkpoint().unwrap();
                }
                lost.batches += batch - entered.found;
                lost.torn += u64::from(!entered.agreed && is_lost);
                ends.push(weights(store, &own(&all_keys)));
                if lost.torn > 0 {
                    shown.push(keys.iter().map(|keys| weights(store, &own(keys))).collect());
                }
            }
            for (rank, keys) in (0u16..).zip(&keys).filter(|_| batch > 0) {
                let mine = of(&own(keys), keys, seen(rank));
                if !shown.iter().any(|shown| same(&shown[usize::from(rank)], &mine)) {
                    return Err(format!("rank {rank} sees other rows of shard {shard} in batch {batch}: {here:?}"));
                }
            }
            if batch == batches {
                let is_end = |told: &Seen<'_>| {
                    let mine = of(&own(&all_keys), &all_keys, told.end);
                    ends.iter().any(|end| same(end, &mine))
                };
                if !told.iter().all(is_end) {
                    return Err(format!("a rank sees other rows of shard {shard} at the end"));
                }
            }
        }
    }
    let known = |loss: &&Loss| {
        entries[usize::from(loss.shard)].iter().any(|Entry { until, entered }| {
            (loss.until, loss.from, loss.updates, loss.agreed)
                == (*until, entered.found, entered.updates, entered.agreed)
        })
    };
    match told.iter().flat_map(|told| told.losses).find(|loss| !known(loss)) {
        Some(loss) => Err(format!("a rank knows of {loss:?}, and no shard does")),
        None => Ok(lost),
    }
}
