//! Figs. 3 and 7 of OpenEmbedding: training without checkpoints on 4, 8 and 16 GPUs.

use emberlane_models::media::preset;

use super::oe_runs::{GPUS, Runs, SIZE, Size, all_numbers, cells, counted, notes, setup};
use super::{Bar, Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::openembedding::{DRAM_PS, ORI_CACHE, PMEM_OE, Replay, SYSTEMS, Setup, System};

pub(super) const FIGURE: Figure =
    Figure { id: "oe-fig7", title: "training time without checkpoints, by parameter server", run };

/// Times of DRAM-PS on more GPUs, of its own on 4 (Section VI-C1).
const PAPERS_DRAM_PS: [f64; 3] = [1.0, 0.6, 0.35];
/// Those of systems, of DRAM-PS's on as many GPUs (Figs. 3 and 7).
const PAPERS: [(&str, [f64; 3]); 4] = [
    ("dram-ps", [1.0; 3]),
    ("pmem-oe", [1.012, 1.043, 1.087]),
    ("ori-cache", [1.24, 1.56, 2.27]),
    ("pmem-hash", [2.16, 2.85, 4.17]),
];

pub(super) fn setups(size: Size) -> Vec<Setup> {
    SYSTEMS.iter().flat_map(|system| GPUS.map(|gpus| setup(system, gpus, size))).collect()
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&setups(SIZE), options, progress)?, SIZE))
}

/// A system's time against DRAM-PS's on as many GPUs.
fn against_dram(replay: &Replay, runs: &Runs, system: &'static System, gpus: u64, size: Size) -> f64 {
    let of = |system| runs.batch_ms(replay, &setup(system, gpus, size));
    of(system) / of(&DRAM_PS)
}

pub(super) fn reproduction(runs: &Runs, size: Size) -> Reproduction {
    let replay = Replay::default();
    let mut table = Table::new(&[
        "GPUs",
        "system",
        "ms a batch",
        "against DRAM-PS",
        "paper",
        "miss rate",
        "epoch, DRAM-PS on 4 GPUs = 1",
    ]);
    let mut bars = Vec::new();
    let first = runs.batch_ms(&replay, &setup(&DRAM_PS, GPUS[0], size)) / GPUS[0] as f64;
    for (place, gpus) in GPUS.into_iter().enumerate() {
        for system in SYSTEMS {
            let paper =
                PAPERS.iter().find(|(name, _)| *name == system.name).map_or(f64::NAN, |(_, times)| times[place]);
            let of = setup(system, gpus, size);
            let ms = runs.batch_ms(&replay, &of);
            let epoch = ms / gpus as f64 / first;
            let against = against_dram(&replay, runs, system, gpus, size);
            let numbers = cells([ms, against, paper, runs.of(&of).miss_rate(), epoch]);
            table.rows.push([gpus.to_string(), system.title.to_owned()].into_iter().chain(numbers).collect());
            bars.push(Bar { group: format!("{gpus} GPUs"), name: system.title.into(), parts: vec![epoch] });
        }
    }
    let mut sensitivity =
        Table::new(&["changed", "Ori-Cache 4", "8", "16", "gap of PMem-OE 4", "8", "16", "DRAM-PS 8", "16"]);
    for (name, [dram, others]) in changes(&replay) {
        let ms = |replay: &Replay, system| GPUS.map(|gpus| runs.batch_ms(replay, &setup(system, gpus, size)));
        let base = ms(&dram, &DRAM_PS);
        let of = |system| ms(&others, system).into_iter().zip(base).map(|(time, base)| time / base);
        let scaled =
            base.into_iter().zip(GPUS).skip(1).map(|(time, gpus)| time * GPUS[0] as f64 / gpus as f64 / base[0]);
        let numbers = of(&ORI_CACHE).chain(of(&PMEM_OE).map(|times| times - 1.0)).chain(scaled);
        sensitivity.rows.push([name].into_iter().chain(numbers.map(|number| format!("{number:.3}"))).collect());
    }
    let mut notes = notes(size);
    notes.push(format!(
        "DRAM-PS takes {} of its time on 4 GPUs with 8 and 16; here see the last column. The first of them is the paper's own, the second \
         what requests were fitted to for 16, and 8 is a prediction.",
        PAPERS_DRAM_PS[1..].iter().map(f64::to_string).collect::<Vec<_>>().join(" and ")
    ));
    notes.push(
        "PMem-Hash is this project's shard without a cache. The paper's takes 2.16, 2.85 and 4.17 of DRAM-PS's time (Fig. 3): libpmemobj's \
         map allocates and logs in a transaction for every row."
            .into(),
    );
    Reproduction {
        notes,
        tables: vec![("Batches and epochs".into(), table), ("With one number changed".into(), sensitivity)],
        records: records(&replay, runs, size),
        charts: vec![Chart::bars(
            "Training time without checkpoints",
            "parameter server, by GPUs",
            "time of an epoch (DRAM-PS on 4 GPUs = 1)",
            ["time"],
            bars,
        )],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

/// Replays of DRAM-PS and of the others with one number, or the medium, in another's place.
fn changes(replay: &Replay) -> Vec<(String, [Replay; 2])> {
    let numbers = replay.numbers();
    let times = |name: &'static str, times: f64| Replay::with(numbers.with(name, numbers.get(name) * times));
    let both = |name: String, replay: Replay| (name, [replay.clone(), replay]);
    let mut all = vec![both("nothing".into(), replay.clone())];
    for name in ["requests", "pull_ns", "pull_inline_ns", "maintain_ns", "apply_ns", "cores", "link_gb_per_s"] {
        all.extend([0.5, 2.0].map(|factor| both(format!("{name} x {factor}"), times(name, factor))));
    }
    let many = Replay::with(numbers.with("maintainers", numbers.get("cores")));
    all.push(both("maintainers on all cores".into(), many));
    all.push(both("two nodes".into(), times("nodes", 2.0)));
    all.push(("two nodes of DRAM-PS (Table V)".into(), [times("nodes", 2.0), replay.clone()]));
    let measured = preset("optane-measured").expect("a preset of media.toml");
    all.push(both("medium optane-measured".into(), replay.clone().on(measured)));
    all
}

fn records(replay: &Replay, runs: &Runs, size: Size) -> Vec<Record> {
    let claim = Claim::find("oe-pipeline");
    let mut records = Vec::new();
    for gpus in GPUS {
        let oe = against_dram(replay, runs, &PMEM_OE, gpus, size) - 1.0;
        let misses = runs.of(&setup(&PMEM_OE, gpus, size)).miss_rate();
        let why = format!(
            "a GPU's rows are looked up by a thread of their own, which waits for {:.1} % of them in persistent memory, 305 ns each; one maintainer \
             at a time looks after the cache, which is seen where it takes longer than the GPUs and the way of the gradients",
            100.0 * misses
        );
        records.push(claim.judge(&format!("gap_to_dram_{gpus}"), oe, why));
    }
    for gpus in GPUS {
        let why = "every row that is pulled is moved in one list under one lock, one after the other, and takes what that \
                   takes on a thread (`ps.pull_inline`); loads and stores of rows that the cache has not are waited for in it, too";
        let ori = against_dram(replay, runs, &ORI_CACHE, gpus, size);
        records.push(claim.judge(&format!("ori_cache_{gpus}"), ori, why));
    }
    records
}

#[cfg(test)]
mod tests {
    use super::super::oe_runs::{SMALL, small};
    use super::*;

    #[test]
    fn requests_are_what_dram_ps_needs_on_sixteen_gpus() {
        let (replay, runs) = (Replay::default(), small(&setups(SMALL)));
        let of = |gpus: u64| runs.batch_ms(&replay, &setup(&DRAM_PS, gpus, SMALL)) / gpus as f64;
        assert!((of(16) / of(4) - PAPERS_DRAM_PS[2]).abs() < 0.002, "{}", of(16) / of(4));
    }

    #[test]
    fn every_value_has_a_record() {
        let made = reproduction(&small(&setups(SMALL)), SMALL);
        let keys: Vec<&str> = made.records.iter().map(|record| &*record.key).collect();
        assert_eq!(keys.len(), Claim::find("oe-pipeline").keys().len());
        assert!(made.records.iter().all(Record::is_explained));
        assert_eq!(made.tables[0].1.rows.len(), 12);
    }
}
