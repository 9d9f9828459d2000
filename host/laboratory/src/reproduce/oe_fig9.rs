//! Fig. 9 of OpenEmbedding: without its cache, and without its pipeline.

use super::oe_runs::{MOST_GPUS, Runs, SIZE, Size, all_numbers, cells, counted, notes, setup};
use super::{Bar, Chart, Claim, Figure, Progress, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::openembedding::{ORI_CACHE, PMEM_HASH, PMEM_OE, Replay, Setup, System};

pub(super) const FIGURE: Figure = Figure { id: "oe-fig9", title: "what cache and pipeline of PMem-OE are worth", run };

/// What is left of PMem-OE.
const VARIANTS: [(&str, &System); 3] =
    [("neither", &PMEM_HASH), ("cache, no pipeline", &ORI_CACHE), ("cache and pipeline", &PMEM_OE)];

pub(super) fn setups(size: Size) -> Vec<Setup> {
    VARIANTS.iter().map(|(_, system)| setup(system, MOST_GPUS, size)).collect()
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&setups(SIZE), options, progress)?, SIZE))
}

pub(super) fn reproduction(runs: &Runs, size: Size) -> Reproduction {
    let (replay, claim) = (Replay::default(), Claim::find("oe-dissect"));
    let ms = |system| runs.batch_ms(&replay, &setup(system, MOST_GPUS, size));
    let mut table = Table::new(&["variant", "ms a batch", "neither = 1"]);
    let mut bars = Vec::new();
    for (name, system) in VARIANTS {
        let against = ms(system) / ms(&PMEM_HASH);
        table.rows.push([name.to_owned()].into_iter().chain(cells([ms(system), against])).collect());
        bars.push(Bar { group: format!("{MOST_GPUS} GPUs"), name: name.into(), parts: vec![against] });
    }
    let [neither, cache, both] = VARIANTS.map(|(_, system)| ms(system));
    let of_pools = "without a cache our shard takes a little more than with it: rows are read side by side and written behind the push, one \
                    store of 288 bytes each, where the paper's bar stands as high as its PMem-Hash (4.16 of DRAM-PS's time against 4.17), \
                    whose map has a transaction for every row";
    let records = vec![
        claim.judge(
            "cache_only",
            1.0 - cache / neither,
            format!("{of_pools}; a cache that each pull changes under one lock is slower than none then"),
        ),
        claim.judge(
            "pipeline_on_cache",
            1.0 - both / cache,
            "pulls read side by side, and the cache is changed while the GPUs train, instead of one after the other",
        ),
        claim.judge("both", 1.0 - both / neither, of_pools),
    ];
    let mut notes = notes(size);
    notes.push(
        "Without pipeline: each pull looks after the cache, as Ori-Cache does. Without both: PMem-Hash's shard.".into(),
    );
    Reproduction {
        notes,
        tables: vec![(format!("Variants of PMem-OE on {MOST_GPUS} GPUs"), table)],
        records,
        charts: vec![Chart::bars(
            "What is left without cache and pipeline",
            "variant of PMem-OE",
            "time of a batch (neither = 1)",
            ["time"],
            bars,
        )],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Record;
    use super::super::oe_runs::{SMALL, small};
    use super::*;

    #[test]
    fn every_value_has_a_record() {
        let made = reproduction(&small(&setups(SMALL)), SMALL);
        assert_eq!(made.records.len(), Claim::find("oe-dissect").keys().len());
        assert!(made.records.iter().all(Record::is_explained));
    }
}
