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
    /// Rows of each: the mean.
    rows: u64,
    /// Bytes of them, with what the optimizer keeps.
    bytes: u64,
    /// Bytes of the pool of each, if rows are in one; `Some(None)`: more than a pool can have.
    pool: Option<Option<u64>>,
    /// Rows that are cached, and what the cache may take, if rows are behind one that is not `[store]`'s.
    cache: Option<(u64, u64)>,
}

impl Shards {
    pub(super) fn of(experiment: &Experiment) -> Option<Self> {
        let cluster = experiment.cluster.as_ref()?;
        let tables = job::tables(experiment);
        let count = u64::from(cluster.shards).max(1);
        let rows = tables.rows().iter().map(|rows| u64::from(*rows)).sum::<u64>().div_ceil(count);
        let cached = || (serve_storage::cached_rows(&tables, cluster).min(rows), cluster.cache);
        Some(Self {
            count,
            rows,
            bytes: rows.saturating_mul(4 * tables.shape().width() as u64),
            pool: serve_storage::pool_bytes(&tables, cluster),
            cache: cluster.storage.has_cache().then(cached),
        })
    }

    pub(super) fn print(&self, out: &mut impl Write) -> std::io::Result<()> {
        write!(out, "shards      {}, each with {} rows, {}", self.count, self.rows, Bytes(self.bytes))?;
        match self.pool {
            None => {}
            Some(Some(bytes)) => write!(out, "; a pool of {}", Bytes(bytes))?,
            Some(None) => write!(out, "; more than a pool can have: set more cluster.shards")?,
        }
        if let Some((rows, bytes)) = self.cache {
            write!(out, "; a cache of {}, for {rows} of them", Bytes(bytes))?;
        }
        writeln!(out)
    }

    pub(super) fn json(&self) -> Value {
        let (rows, bytes) = self.cache.unzip();
        json!({
            "count": self.count,
            "rows": self.rows,
            "row_bytes": self.bytes,
            "pool_bytes": self.pool.flatten(),
            "cache_bytes": bytes,
            "cached_rows": rows,
        })
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
        assert_eq!((shards.count, shards.rows, shards.bytes), (2, 525, 525 * 4 * 32));
        // 128 bytes of numbers, and what is known of a row.
        assert_eq!(shards.cache, Some((525, 1 << 20)));
        let cluster = experiment.cluster.as_ref().unwrap();
        serve_storage::open(&experiment, cluster, 1).unwrap();
        let pool = cluster.pool_of(1).unwrap();
        assert_eq!(std::fs::metadata(pool).unwrap().len(), shards.pool.flatten().unwrap());
    }
}
