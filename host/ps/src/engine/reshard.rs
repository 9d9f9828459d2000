//! Another number of shards: the rows of all pools, as of a checkpoint that all have, in as many new pools.

use std::path::{Path, PathBuf};

use emberlane_files::{folder_of, rename_new, sync_folder};

use super::inspect::{At, Found};
use super::partition::Scratch;
use crate::pool::file::{self, Opened, Use};
use crate::pool::locked::failed;
use crate::pool::{Filling, Geometry, Identity, Line, Moment, PoolError};
use crate::{Key, StoreError};

/// What became of the pools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resharded {
    /// The checkpoint that new pools hold, as the shard counted it that has counted most batches.
    pub checkpoint: u64,
    /// New pools, each with its rows.
    pub pools: Vec<(PathBuf, u64)>,
    /// Checkpoints that not all pools have, or that are earlier: what new pools do not hold.
    pub left: Vec<(PathBuf, Vec<u64>)>,
}

/// Writes the rows of all pools of a job to `folder`, which must not be there: pools of these names, one a shard of another job. It appears
/// when all of them are whole, and durable. Of several checkpoints that all pools have it takes the newest, if none is asked for. Pools have a
/// checkpoint in common when it is of one [moment](crate::pool::Moment) of the training, whatever each shard counts.
///
/// # Errors
/// Pools that are in use, of something else, damaged, or without a checkpoint that all have; a folder of the name; no room.
pub fn reshard(
    from: &[(PathBuf, Identity)],
    checkpoint: Option<u64>,
    folder: &Path,
    to: &[(String, Identity)],
    geometry: Geometry,
) -> Result<Resharded, StoreError> {
    if folder.exists() {
        return Err(PoolError::Exists { pool: folder.display().to_string() }.into());
    }
    let opened = from.iter().map(|(path, identity)| file::open(path, Some(identity), &Use::default()));
    let opened: Vec<Opened> = opened.collect::<Result<_, _>>()?;
    let lines = common(&opened, checkpoint)?;
    // A shard may have counted fewer batches than others. No row is newer than the one that has counted most says.
    let checkpoint = newest(&lines);
    let moment = lines.first().and_then(|line| line.moment);
    let left = opened.iter().zip(&lines).zip(from).map(|((opened, line), (path, _))| {
        let others = opened.pool.lines().into_iter().map(|other| other.checkpoint);
        (path.clone(), others.filter(|other| *other > line.checkpoint).collect())
    });
    let left = left.filter(|(_, others): &(_, Vec<u64>)| !others.is_empty()).collect();
    let found = opened.into_iter().zip(lines).map(|(opened, line)| Found::of(opened, line));
    let found: Vec<Found> = found.collect::<Result<_, _>>()?;
    let mut shards: Vec<Vec<(At, usize)>> = vec![Vec::new(); to.len()];
    for (pool, found) in found.iter().enumerate() {
        for row in found.rows() {
            shards[row.0.part(to.len() as u32) as usize].push((row, pool));
        }
    }

    let unfinished = folder.with_added_extension("unfinished");
    clear(&unfinished, to)?;
    let mut all = || -> Result<Vec<(PathBuf, u64)>, StoreError> {
        let mut pools = Vec::new();
        for (rows, (name, identity)) in shards.iter_mut().zip(to) {
            rows.sort_unstable();
            write(&unfinished.join(name), *identity, geometry, rows, &found, (checkpoint, moment))?;
            pools.push((folder.join(name), rows.len() as u64));
        }
        rename_new(&unfinished, folder).map_err(failed(folder, "giving it its name"))?;
        sync_folder(folder_of(folder)).map_err(failed(folder, "writing its folder"))?;
        Ok(pools)
    };
    let pools = all();
    if pools.is_err() {
        let _ = std::fs::remove_dir_all(&unfinished);
    }
    Ok(Resharded { checkpoint, pools: pools?, left })
}

/// Removes what a resharding has left that was cut off, and nothing else: whoever goes on with it has the locks of the pools.
fn clear(unfinished: &Path, to: &[(String, Identity)]) -> Result<(), StoreError> {
    if !unfinished.exists() {
        return Ok(());
    }
    let failed = || failed(unfinished, "removing what was cut off");
    // There may have been more shards then.
    let stem = to.first().and_then(|(name, _)| name.rsplit_once('-')).map_or("", |(stem, _)| stem);
    for entry in std::fs::read_dir(unfinished).map_err(failed())? {
        let entry = entry.map_err(failed())?;
        if !entry.file_name().to_string_lossy().starts_with(&format!("{stem}-")) {
            return Err(PoolError::Exists { pool: entry.path().display().to_string() }.into());
        }
        std::fs::remove_file(entry.path()).map_err(failed())?;
    }
    Ok(std::fs::remove_dir(unfinished).map_err(failed())?)
}

/// The checkpoint that is asked for, or the newest, if all pools have it: of each its line. That nothing was trained is none, if some have
/// trained; nor is one that a state was being written at.
fn common(opened: &[Opened], asked: Option<u64>) -> Result<Vec<Line>, StoreError> {
    let all: Vec<Vec<Line>> = opened.iter().map(|opened| opened.pool.lines()).collect();
    let has_trained = all.iter().flatten().any(|line| line.checkpoint > 0);
    let is_one = |one: &Line, other: &Line| match (one.moment, other.moment) {
        (Some(one), Some(other)) => one.is_also(&other),
        // As the rows begin, they are the same everywhere; and one pool is always of one moment.
        (None, None) => one.checkpoint == other.checkpoint && (one.checkpoint == 0 || all.len() == 1),
        _ => false,
    };
    let of_all = |one: &Line| {
        let lines = all.iter().map(|lines| lines.iter().find(|other| is_one(one, other)).copied());
        lines.collect::<Option<Vec<Line>>>()
    };
    let whole = |lines: &Vec<Line>| !lines.iter().filter_map(|line| line.moment).any(|moment| moment.is_writing());
    let mut shared = all.iter().take(1).flatten().rev().filter_map(of_all).filter(whole);
    let found = shared.find(|lines| asked.is_none_or(|asked| newest(lines) == asked));
    found.filter(|lines| asked.is_some() || newest(lines) > 0 || !has_trained).ok_or_else(|| {
        let of = |line: &Line| line.moment.map_or_else(String::new, |moment| format!(" ({moment})"));
        let each = opened.iter().zip(&all).map(|(opened, lines)| {
            let numbers: Vec<u64> = lines.iter().map(|line| line.checkpoint).collect();
            let moments: Vec<String> = lines.iter().map(|line| format!("{}{}", line.checkpoint, of(line))).collect();
            if lines.iter().all(|line| line.moment.is_none()) {
                format!("pool {} has {numbers:?}", opened.pool.name())
            } else {
                format!("pool {} has {numbers:?}: {}", opened.pool.name(), moments.join(", "))
            }
        });
        let each: Vec<String> = each.collect();
        let what = asked.map_or_else(|| "no checkpoint".to_owned(), |asked| format!("no checkpoint {asked}"));
        StoreError::Unavailable(format!(
            "there is {what} that all pools have: {}; shards count batches each for itself, and checkpoints go together that are of one batch of one run: train on, end the \
             workers and then the shards with SIGTERM, so that all make a checkpoint of one batch; or go on from a saved state with new pools (--resume)",
            each.join("; ")
        ))
    })
}

/// What a moment is called: as the shard counts that has counted most.
fn newest(lines: &[Line]) -> u64 {
    lines.iter().map(|line| line.checkpoint).max().unwrap_or(0)
}

fn write(
    path: &Path,
    identity: Identity,
    geometry: Geometry,
    rows: &[(At, usize)],
    found: &[Found],
    (checkpoint, moment): (u64, Option<Moment>),
) -> Result<(), StoreError> {
    let Geometry { slots, partitions, shape } = geometry;
    let bytes = geometry.bytes().ok_or(PoolError::TooLarge { slots, partitions })?;
    let made = file::create_whole(path, bytes, |mapped| {
        let mut filling = Filling::new(mapped, identity, geometry, file::nonce());
        let mut scratch = Scratch { bytes: Vec::new(), row: vec![0.0; shape.width()] };
        let mut last: Option<Key> = None;
        for (row, pool) in rows {
            let (found, key) = (&found[*pool], row.0);
            if last.replace(key) == Some(key) {
                let (table, row) = (key.table(), key.row());
                return Err(StoreError::Unavailable(format!(
                    "row {row} of table {table} is in two pools, one of which is {}: they are not of one training",
                    found.name
                )));
            }
            let version = found.read(*row, &mut scratch)?;
            if !filling.put(key, version, &scratch.row) {
                let pool = path.display().to_string();
                return Err(StoreError::Full { pool, slots, rows: slots, held: 0, wanted: vec![checkpoint] });
            }
        }
        Ok(filling.end(checkpoint, moment).map_err(failed(path, "writing it"))?)
    });
    made.map(drop)
}
