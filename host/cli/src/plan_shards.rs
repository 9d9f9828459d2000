//! What `emberlane plan` says of the shards of a cluster.

use std::io::Write;

use emberlane_experiment::Experiment;
use emberlane_memory::Bytes;
use emberlane_net::job;
use serde_json::{Value, json};

use crate::serve_storage;

/// What the shards of a cluster take.
pub(super) struct Shards {
    count: u64,
    /// Bytes of the rows of each, with what the optimizer keeps of them: the mean.
    rows: u64,
    /// Bytes of the pool of each, if rows are in one.
    pool: Option<u64>,
    /// Bytes of the cache of each, if rows are behind one that is not `[store]`'s.
    cache: Option<u64>,
}

impl Shards {
    pub(super) fn of(experiment: &Experiment) -> Option<Self> {
        let cluster = experiment.cluster.as_ref()?;
        let tables = job::tables(experiment);
        let (rows, count) = (tables.rows().iter().map(|rows| u64::from(*rows)), u64::from(cluster.shards));
        let bytes = rows.sum::<u64>().saturating_mul(4 * tables.shape().width() as u64);
        Some(Self {
            count,
            rows: bytes.div_ceil(count.max(1)),
            pool: serve_storage::pool_bytes(experiment, cluster),
            cache: cluster.storage.has_cache().then_some(cluster.cache),
        })
    }

    pub(super) fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        write!(out, "shards      {}, each with {} of rows", self.count, Bytes(self.rows))?;
        if let Some(pool) = self.pool {
            write!(out, ", a pool of {}", Bytes(pool))?;
        }
        if let Some(cache) = self.cache {
            write!(out, ", {} of them cached in memory", Bytes(cache.min(self.rows)))?;
        }
        writeln!(out)
    }

    pub(super) fn json(&self) -> Value {
        json!({ "count": self.count, "row_bytes": self.rows, "pool_bytes": self.pool, "cache_bytes": self.cache })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pool that is planned is the pool that is made.
    #[test]
    fn a_shards_pool_is_as_large_as_planned() {
        let folder = tempfile::tempdir().unwrap();
        let text = "[model]\nbottom = [4, 16]\ntop = [4, 1]\ntables = 2\nrows = [1000, 50]\ndimension = 16\n[data]\nkind = \"synthetic\"\n\
                    [train]\noptimizer = \"adagrad\"\n[cluster]\nshards = 2\nstorage = \"pmem\"\npool = \"pool\"\ncache = \"1MiB\"\n";
        let experiment = Experiment::parse(&folder.path().join("e.toml"), text).unwrap();
        let shards = Shards::of(&experiment).unwrap();
        assert_eq!((shards.count, shards.rows), (2, 1050 * 4 * 32 / 2));
        let cluster = experiment.cluster.as_ref().unwrap();
        serve_storage::open(&experiment, cluster, 1).unwrap();
        let pool = cluster.pool_of(1).unwrap();
        assert_eq!(std::fs::metadata(pool).unwrap().len(), shards.pool.unwrap());
    }
}
