//! Fig. 8 of OpenEmbedding: training time by the size of the cache.

use super::oe_runs::{MOST_GPUS, Runs, SIZE, Size, all_numbers, cells, counted, notes, setup};
use super::{Chart, Claim, Figure, Progress, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::openembedding::{PMEM_OE, Replay, Setup};

pub(super) const FIGURE: Figure = Figure { id: "oe-fig8", title: "training time by the size of the DRAM cache", run };

/// Sizes of Fig. 8, 2^20 bytes; the last is Section VI-C2's 20 GB.
const SIZES: [u64; 7] = [10, 20, 40, 100, 400, 2048, 20_480];

pub(super) fn setups(size: Size) -> Vec<Setup> {
    SIZES.map(|megabytes| with(megabytes, size)).to_vec()
}

fn with(megabytes: u64, size: Size) -> Setup {
    Setup { cache_mb: megabytes, ..setup(&PMEM_OE, MOST_GPUS, size) }
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&setups(SIZE), options, progress)?, SIZE))
}

pub(super) fn reproduction(runs: &Runs, size: Size) -> Reproduction {
    let (replay, claim) = (Replay::default(), Claim::find("oe-cache-size"));
    let ms = |megabytes| runs.batch_ms(&replay, &with(megabytes, size));
    let least = SIZES[0];
    let mut table = Table::new(&["cache, MB", "miss rate", "ms a batch", "less than with 10 MB, %", "paper, %"]);
    let (mut records, mut points) = (Vec::new(), Vec::new());
    for megabytes in SIZES {
        let counters = runs.of(&with(megabytes, size));
        let less = 1.0 - ms(megabytes) / ms(least);
        let key = format!("mb{megabytes}");
        let paper = claim.value(&key).map_or_else(|| "-".to_owned(), |value| format!("{:.1}", 100.0 * value));
        let numbers = cells([counters.miss_rate(), ms(megabytes), 100.0 * less]);
        table.rows.push([megabytes.to_string()].into_iter().chain(numbers).chain([paper]).collect());
        points.push((megabytes as f64, counters.miss_rate()));
        if claim.keys().contains(&&*key) {
            let why = format!(
                "misses fall from {:.1} to {:.1} % of the requests. Rows that miss are loaded, and others written, by one maintainer at a time; what \
                 that takes beyond the GPUs and the way of the gradients is seen, most of the {:.2} ms that 10 MB cost. From 400 MB on it is hidden, \
                 where the paper's batches still get shorter. Rows of a batch stay until its end, so that a cache which is smaller than a batch \
                 holds one",
                100.0 * runs.of(&with(least, size)).miss_rate(),
                100.0 * counters.miss_rate(),
                ms(least) - ms(SIZES[SIZES.len() - 1]),
            );
            records.push(claim.judge(&key, less, why));
        }
    }
    Reproduction {
        notes: notes(size),
        tables: vec![(format!("PMem-OE on {MOST_GPUS} GPUs, by the size of its cache"), table)],
        records,
        charts: vec![Chart::lines(
            "Misses by the size of the cache",
            "cache (MB)",
            "misses (of the requests)",
            vec![("PMem-OE".into(), points)],
        )],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

#[cfg(test)]
mod tests {
    use super::super::oe_runs::{SMALL, small};
    use super::*;

    #[test]
    fn larger_caches_miss_less() {
        let runs = small(&setups(SMALL));
        let made = reproduction(&runs, SMALL);
        assert_eq!(made.records.len(), Claim::find("oe-cache-size").keys().len());
        let rates = [40, 2048, 20_480].map(|megabytes| runs.of(&with(megabytes, SMALL)).miss_rate());
        assert!(rates[0] >= rates[1] && rates[1] > rates[2], "{rates:?}");
    }
}
