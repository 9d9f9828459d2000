//! What shards of a cluster on this machine keep beside them.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use emberlane_experiment::{ClusterConfig, Experiment, Storage};
use emberlane_net::{TermsFile, job};
use emberlane_ps::Folder;

use super::say::say;
use crate::outcome::misused;
use crate::serve_storage::{identity, owner};

/// How often it is looked whether a shard has ended.
const LOOK: Duration = Duration::from_millis(20);
/// Whoever waits longer is told for what.
const SAID: Duration = Duration::from_secs(1);

/// Refuses pools of another training, which their shards would refuse one after the other.
pub(super) fn expect_own_pools(experiment: &Experiment, cluster: &ClusterConfig) -> anyhow::Result<()> {
    let tables = job::tables(experiment);
    for shard in 0..cluster.shards {
        let Some(pool) = cluster.pool_of(shard) else { continue };
        // What is no pool its shard refuses.
        let Some(there) = owner(cluster.storage, &pool) else { continue };
        let here = identity(experiment, cluster, &tables, shard);
        let why = if there.shards != here.shards {
            format!("cluster.shards is {} there and {} here", there.shards, here.shards)
        } else if there.tables != here.tables {
            "its tables are others: of model.rows, model.dimension, train.seed, train.optimizer and train.learning_rate one was otherwise"
                .to_owned()
        } else if there.job != here.job {
            let settings = job::settings(experiment, cluster);
            let keys: Vec<&str> = settings.lines().filter_map(|line| Some(line.split_once(" = ")?.0)).collect();
            format!("one of these was otherwise: {}", keys.join(", "))
        } else {
            continue;
        };
        let key = cluster.pool_key();
        let text = format!(
            "{key}: {} is of another training: {why}; change it back, remove what the shards hold with --overwrite, or name another \
             {key}",
            pool.display()
        );
        return Err(misused("cluster", &text));
    }
    Ok(())
}

/// Locks what shards of an earlier training hold; what is no pool its shard refuses, if it is not empty.
fn lock_pools(cluster: &ClusterConfig, patience: Duration) -> anyhow::Result<Vec<(PathBuf, File)>> {
    let mut locked = Vec::new();
    for pool in (0..cluster.shards).filter_map(|shard| cluster.pool_of(shard)) {
        let lock = match cluster.storage {
            // One that is damaged is in the way, too.
            Storage::Tiers if Folder::is_one(&pool) => Folder::lock_of(&pool),
            storage if storage != Storage::Tiers && (owner(storage, &pool).is_some() || is_empty(&pool)) => {
                pool.clone()
            }
            _ => continue,
        };
        let file = File::open(&lock).with_context(|| lock.display().to_string())?;
        // One that was told to end just now takes a moment, and one whose run was killed some more.
        let asked = Instant::now();
        let mut is_said = false;
        while let Err(TryLockError::WouldBlock) = file.try_lock() {
            if asked.elapsed() > patience {
                return Err(anyhow!("{}: a shard that runs has this pool: end that first", pool.display()));
            }
            if asked.elapsed() > SAID && !is_said {
                say(&format!("{}: a shard that runs has this pool: waiting for its end", pool.display()));
                is_said = true;
            }
            std::thread::sleep(LOOK);
        }
        locked.push((pool, file));
    }
    Ok(locked)
}

/// Waits until no shard of an earlier run has a pool any more: who has lost its run ends by itself.
pub(super) fn wait_for_pools(cluster: &ClusterConfig, patience: Duration) -> anyhow::Result<()> {
    lock_pools(cluster, patience).map(drop)
}

/// Removes what shards of an earlier training hold. All are locked before one is removed: a shard that runs has its pool, and those of the others
/// with it.
pub(super) fn remove_pools(cluster: &ClusterConfig, patience: Duration) -> anyhow::Result<()> {
    let locked = lock_pools(cluster, patience)?;
    let remove = |file: &Path| std::fs::remove_file(file).with_context(|| file.display().to_string());
    locked.iter().try_for_each(|(pool, _)| match cluster.storage {
        Storage::Tiers => Ok(Folder::remove_all(pool)?),
        _ => remove(pool),
    })?;
    // Whoever has removed a pool has left them.
    let all = (0..cluster.shards).filter_map(|shard| cluster.pool_of(shard)).filter(|pool| !pool.exists());
    all.map(|pool| TermsFile::beside(&pool)).filter(|terms| terms.exists()).try_for_each(|terms| remove(&terms))
}

/// Whether it is a file without a byte, which nobody can miss.
fn is_empty(pool: &Path) -> bool {
    pool.metadata().is_ok_and(|about| about.is_file() && about.len() == 0)
}

#[cfg(test)]
mod tests {
    use emberlane_ps::Tables;
    use emberlane_ps::pool::{Geometry, Identity, file};

    use super::*;

    #[test]
    fn no_pool_is_removed_while_a_shard_has_one() {
        let folder = tempfile::tempdir().unwrap();
        let text = std::fs::read_to_string("../../experiments/cluster.toml").unwrap();
        let path = folder.path().join("cluster.toml");
        std::fs::write(&path, text.replace("../out/cluster-pool", "pool")).unwrap();
        let experiment = Experiment::read(&path).unwrap();
        let cluster = experiment.cluster.clone().unwrap();
        let tables: Tables = emberlane_net::job::tables(&experiment);
        let pools: Vec<PathBuf> = (0..2).map(|shard| cluster.pool_of(shard).unwrap()).collect();
        for (shard, pool) in (0..).zip(&pools) {
            let identity = Identity { job: 1, tables: tables.fingerprint(), shard, shards: 2 };
            file::create(pool, identity, Geometry { shape: tables.shape(), partitions: 1, slots: 8 }).unwrap();
        }
        let refused = expect_own_pools(&experiment, &cluster).unwrap_err().to_string();
        assert!(refused.contains("cluster.pool") && refused.contains("--overwrite"), "{refused}");
        assert!(refused.contains("train.seed, "), "{refused}");
        let more = ClusterConfig { shards: 3, ..cluster.clone() };
        let refused = expect_own_pools(&experiment, &more).unwrap_err().to_string();
        assert!(refused.contains("cluster.shards is 2 there and 3 here"), "{refused}");
        let second = File::open(&pools[1]).unwrap();
        second.lock().unwrap();
        let error = remove_pools(&cluster, LOOK).unwrap_err().to_string();
        assert!(error.contains("pool-1: a shard that runs has this pool"), "{error}");
        assert!(wait_for_pools(&cluster, LOOK).is_err());
        drop(second);
        wait_for_pools(&cluster, LOOK).unwrap();
        assert!(pools.iter().all(|pool| pool.exists()), "a pool is gone");
        remove_pools(&cluster, LOOK).unwrap();
        assert!(!pools.iter().any(|pool| pool.exists()));
        File::create(&pools[0]).unwrap();
        std::fs::write(&pools[1], "somebody's").unwrap();
        remove_pools(&cluster, LOOK).unwrap();
        assert_eq!(
            [0, 1].map(|shard: usize| pools[shard].exists()),
            [false, true],
            "what is no pool stays, if it is something"
        );
    }
}
