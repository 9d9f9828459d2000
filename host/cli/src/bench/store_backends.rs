//! What keeps rows below the caches, one beside the other: our logs, and RocksDB in a build that has it.

use std::path::Path;
use std::time::Instant;

use emberlane_experiment::StoreBackend;
use emberlane_stores::{RowStore, Tiers};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_pcg::Pcg64;

use super::figure::Figure;
use super::store_rows::{BATCH, BATCHES, DIMENSION, ROW_BYTES, ROWS, batches, get, keys, settings, written};

/// What was measured of one.
struct Measured {
    name: &'static str,
    /// Rows that are set again, and cold rows that are got, a second.
    sets: f64,
    gets: f64,
    counters: Vec<(&'static str, f64)>,
}

pub(super) fn measure(folder: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let logs = of(&folder.join("logs"), StoreBackend::Logs)?;
    let rocks = cfg!(feature = "rocksdb").then(|| of(&folder.join("rocksdb"), StoreBackend::RocksDb)).transpose()?;
    let mut push = |what: &str, of: &Measured, value: f64, beside: Option<f64>| {
        let name = format!("store.{what}_{}", of.name);
        figures.push(match beside {
            Some(logs) => {
                Figure::limited(&name, value / 1e3, "thousand rows/s", (logs / 1e3, "our logs"), &of.counters)
            }
            None => Figure::plain(&name, value / 1e3, "thousand rows/s", &of.counters),
        });
    };
    push("set", &logs, logs.sets, None);
    push("get", &logs, logs.gets, None);
    if let Some(rocks) = &rocks {
        push("set", rocks, rocks.sets, Some(logs.sets));
        push("get", rocks, rocks.gets, Some(logs.gets));
    }
    Ok(())
}

/// Writes all rows, sets all of them again in another order, and gets some that no cache has.
fn of(directory: &Path, backend: StoreBackend) -> anyhow::Result<Measured> {
    let mut settings = settings(directory, ROWS, 0, 0);
    (settings.backend, settings.segment) = (backend, 1 << 20);
    let mut store = written(settings)?;
    let before = Tiers::report(&store).block;
    let mut order: Vec<u32> = (0..ROWS).collect();
    order.shuffle(&mut Pcg64::seed_from_u64(7));
    let start = Instant::now();
    for rows in order.chunks(BATCH) {
        let mut rows = rows.to_vec();
        rows.sort_unstable();
        let keys = keys(rows);
        let values: Vec<f32> = keys.iter().flat_map(|key| [key.row as f32; DIMENSION]).collect();
        store.write(&keys, &values)?;
    }
    let set = start.elapsed().as_secs_f64();
    let between = Tiers::report(&store).block;
    let got = get(&mut store, &batches(&mut Pcg64::seed_from_u64(8), BATCHES, ROWS))?.as_secs_f64();
    let after = Tiers::report(&store).block;
    let (sets, gets) = (f64::from(ROWS), (BATCH * BATCHES) as f64);
    Ok(Measured {
        name: backend.name(),
        sets: sets / set,
        gets: gets / got,
        counters: vec![
            ("rows_set", sets),
            ("set_seconds", set),
            ("row_bytes", ROW_BYTES as f64),
            ("bytes_written", (between.bytes_written - before.bytes_written) as f64),
            ("disk_bytes", after.disk_bytes as f64),
            ("rows_got", gets),
            ("get_seconds", got),
            ("blocks_read", (after.blocks_read - between.blocks_read) as f64),
            ("direct", f64::from(u8::from(after.direct))),
        ],
    })
}
