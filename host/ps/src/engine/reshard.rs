//! Another number of shards: the rows of all pools, as of a checkpoint that all have, in as many new pools.

use std::path::{Path, PathBuf};

use emberlane_files::{folder_of, rename_new, sync_folder};

use super::inspect::{At, Found};
use super::partition::Scratch;
use crate::pool::file::{self, Opened, Use, failed};
use crate::pool::{Filling, Geometry, Identity, PoolError};
use crate::{Key, StoreError};

/// What became of the pools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resharded {
    /// The checkpoint that new pools hold.
    pub checkpoint: u64,
    /// New pools, each with its rows.
    pub pools: Vec<(PathBuf, u64)>,
    /// Checkpoints that not all pools have, or that are earlier: what new pools do not hold.
    pub left: Vec<(PathBuf, Vec<u64>)>,
}

/// Writes the rows of all pools of a job to `folder`, which must not be there: pools of these names, one a shard of another job. It appears
/// when all of them are whole, and durable. Of several checkpoints that all pools have it takes the newest, if none is asked for.
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
    let checkpoint = common(&opened, checkpoint)?;
    let left = |(opened, (path, _)): (&Opened, &(PathBuf, Identity))| {
        let others =
            opened.pool.lines().iter().map(|line| line.checkpoint).filter(|other| *other > checkpoint).collect();
        (path.clone(), others)
    };
    let left = opened.iter().zip(from).map(left).filter(|(_, others): &(_, Vec<u64>)| !others.is_empty()).collect();
    let found = opened.into_iter().map(|opened| {
        let line = opened.pool.lines().into_iter().find(|line| line.checkpoint == checkpoint);
        Found::of(opened, line.expect("all have it"))
    });
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
            write(&unfinished.join(name), *identity, geometry, rows, &found, checkpoint)?;
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

/// The checkpoint that is asked for, or the newest, if all pools have it. That nothing was trained is none, if some have trained.
fn common(opened: &[Opened], asked: Option<u64>) -> Result<u64, StoreError> {
    let of = |opened: &Opened| opened.pool.lines().iter().map(|line| line.checkpoint).collect::<Vec<u64>>();
    let all: Vec<Vec<u64>> = opened.iter().map(of).collect();
    let has_trained = all.iter().flatten().any(|checkpoint| *checkpoint > 0);
    let shared = |checkpoint: &u64| all.iter().all(|lines| lines.contains(checkpoint));
    let found = match asked {
        Some(asked) => Some(asked).filter(shared),
        None => all.first().and_then(|lines| lines.iter().rev().copied().find(shared)),
    };
    found.filter(|found| asked.is_some() || *found > 0 || !has_trained).ok_or_else(|| {
        let each = opened.iter().zip(&all).map(|(opened, lines)| format!("pool {} has {lines:?}", opened.pool.name()));
        let each: Vec<String> = each.collect();
        let what = asked.map_or_else(|| "no checkpoint".to_owned(), |asked| format!("no checkpoint {asked}"));
        StoreError::Unavailable(format!("there is {what} that all pools have: {}", each.join("; ")))
    })
}

fn write(
    path: &Path,
    identity: Identity,
    geometry: Geometry,
    rows: &[(At, usize)],
    found: &[Found],
    checkpoint: u64,
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
        Ok(filling.end(checkpoint).map_err(failed(path, "writing it"))?)
    });
    made.map(drop)
}
