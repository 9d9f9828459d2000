//! Fig. 11 of TrainingCXL: time of a batch, by parts, of six systems and four models.

use super::claims::LITERALLY;
use super::parameters::parameters;
use super::tcxl_systems::{Model, Sweep, mean, models, notes, sensitivity, workloads};
use super::{Bar, Bars, Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::charts::clip;
use crate::side_by_side::part_names;
use crate::trainingcxl::{self, Part, Workload};

pub(super) const FIGURE: Figure =
    Figure { id: "tcxl-fig11", title: "training time of a batch by parts, RM1 to RM4, SSD to CXL", run };

fn run(_: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let assumptions = trainingcxl::assumptions();
    progress.start("drawing batches", 1);
    let workloads = workloads(&assumptions)?;
    progress.advance(1);
    let fitted = models(&workloads, &assumptions);
    let literal = models(&workloads, &trainingcxl::assumptions().taken_literally());
    let mut records = records("", &fitted);
    records.extend(self::records(LITERALLY, &literal));
    let overlap = mean(&fitted[..3], |model| model.workload.shared_entries);
    records.push(Claim::find("tcxl-raw-overlap").judge(
        "",
        overlap,
        "the share of a batch's indices whose row the batch before used, mean of RM1 to RM3; the power law and the tables' \
         sizes, Criteo Kaggle's, decide it",
    ));
    let (sensitivity, mut charts) = sensitivity(SWEEPS, &workloads, &assumptions);
    charts.insert(0, chart(&fitted));
    Ok(Reproduction {
        figure: FIGURE.id.into(),
        title: FIGURE.title.into(),
        notes: notes().into_iter().chain(endless(&fitted)).collect(),
        tables: vec![
            ("Time of a batch, ms".into(), table(&fitted)),
            ("The same with Table 2 and the board at their word".into(), table(&literal)),
            ("What a batch needs".into(), counts(&fitted)),
            ("At which value of one number of a baseline the paper's number appears".into(), sensitivity),
        ],
        records,
        charts,
        parameters: parameters(&assumptions),
        runs: serde_json::json!({ "fitted": runs(&fitted), "literal": runs(&literal) }),
    })
}

/// Everything that was measured.
pub(super) fn runs(models: &[Model]) -> serde_json::Value {
    let model = |model: &Model| serde_json::json!({ "workload": model.workload, "systems": model.measured });
    models.iter().map(model).collect()
}

fn speedup(model: &Model) -> f64 {
    model.of("pmem").batch_ms / model.of("cxl").batch_ms
}

/// Without the checkpoint, as the text has it.
fn ssd_slowdown(model: &Model) -> f64 {
    let work = |system| {
        let measured = model.of(system);
        measured.batch_ms - measured.part(Part::Checkpoint)
    };
    work("ssd") / work("pmem")
}

fn reduction(model: &Model, baseline: &str, system: &str) -> f64 {
    1.0 - model.of(system).batch_ms / model.of(baseline).batch_ms
}

fn records(case: &str, models: &[Model]) -> Vec<Record> {
    let judge = |id: &str, measured: f64, why: &str| Claim::find(id).judge(case, measured, why);
    vec![
        judge(
            "tcxl-headline-speedup",
            mean(models, speedup),
            "batch time of PMEM over that of CXL, mean of RM1 to RM4. What PMEM takes hangs on its one module and on the rate at \
             which it logs parameters, for which the paper has no number that fits Fig. 12",
        ),
        judge(
            "tcxl-ssd-vs-pmem",
            mean(&models[..2], ssd_slowdown),
            "all but the checkpoint, SSD over PMEM, mean of RM1 and RM2. Every index reads a page of 4 KB over 0.02 of DRAM's \
             bandwidth, without a hit in the cache; what PMEM takes includes software of the host and the top MLP",
        ),
        judge(
            "tcxl-cxld-vs-pcie",
            mean(models, |model| reduction(model, "pcie", "cxl-d")),
            "mean of RM1 to RM4. The copy of the parameters through the host over PCIe gen3 decides it: 4.3 ms for RM1's 68 MB, \
             2.5 times as long as the checkpoint that Fig. 12a shows",
        ),
        judge(
            "tcxl-cxl-vs-cxlb",
            mean(models, |model| reduction(model, "cxl-b", "cxl")),
            "mean of RM1 to RM4. It hangs on how much of the parameters' log is seen in CXL-B: where the MLPs are large, as in RM3 and \
             RM4, or memory is as slow as Table 2 says, more of it than the paper's average allows",
        ),
    ]
}

fn chart(models: &[Model]) -> Chart {
    let mut bars = Vec::new();
    for model in models {
        for each in model.measured.iter().filter(|each| each.system != "dram") {
            bars.push(Bar { group: model.name.clone(), name: each.title.into(), parts: each.parts_ms.clone() });
        }
    }
    let slow = models.iter().flat_map(|model| &model.measured).filter(|each| each.system != "ssd");
    let highest = slow.map(|each| each.batch_ms).fold(0.0, f64::max);
    Chart::Bars(Bars {
        id: String::new(),
        title: "Time of a batch".into(),
        x: "system, by model".into(),
        y: "time of a batch (ms)".into(),
        parts: part_names::<Part>(),
        clip: clip(bars.iter().map(|bar| bar.parts.iter().sum())).or(Some(1.1 * highest)),
        bars,
    })
}

/// Where a system's log of parameters has no time, so that what its batch takes is that of a system without one.
fn endless(models: &[Model]) -> Option<String> {
    let found = models.iter().flat_map(|Model { name, measured, .. }| {
        let never = measured.iter().filter(|each| each.never_logs_parameters());
        never.map(move |each| format!("{} in {name}", each.title))
    });
    let found: Vec<String> = found.collect();
    (!found.is_empty()).then(|| {
        format!(
            "No time is left for the log of parameters beside the top MLP in {}: it never ends, and what it would take is not in \
             the batch.",
            found.join(", ")
        )
    })
}

fn table(models: &[Model]) -> Table {
    let mut table = Table::new(&[
        "model",
        "system",
        "batch",
        "T-MLP",
        "B-MLP",
        "Transfer",
        "Embedding",
        "Checkpoint",
        "parameters logged, %",
    ]);
    for model in models {
        for each in &model.measured {
            let mut row = vec![model.name.clone(), each.title.into()];
            row.extend([each.batch_ms].iter().chain(&each.parts_ms).map(|ms| format!("{ms:.3}")));
            row.push(format!("{:.1}", 100.0 * each.parameters_logged.unwrap_or_default()));
            table.rows.push(row);
        }
    }
    table
}

fn counts(models: &[Model]) -> Table {
    let mut table = Table::new(&[
        "model",
        "indices",
        "unique rows",
        "shared with the batch before, % of indices",
        "% of rows",
        "parameters MB",
        "pooled vectors MB",
    ]);
    for Model { name, workload, .. } in models {
        let Workload { entries, unique_rows, shared_entries, shared_rows, parameter_bytes, pooled_bytes, .. } =
            workload;
        let mut row = vec![name.clone(), format!("{entries:.0}"), format!("{unique_rows:.0}")];
        row.extend([shared_entries, shared_rows].map(|share| format!("{:.1}", 100.0 * share)));
        row.extend([parameter_bytes, pooled_bytes].map(|bytes| format!("{:.2}", *bytes as f64 * 1e-6)));
        table.rows.push(row);
    }
    table
}

/// One number of each claim's baseline, varied.
const SWEEPS: &[Sweep] = &[
    Sweep {
        id: "pmem",
        claim: "tcxl-headline-speedup",
        title: "CXL against PMEM, by PMEM's channels",
        parameter: "host_pmem_channels",
        x: "channels of PMEM",
        y: "speedup (times)",
        range: (0.5, 6.0),
        measure: |models| mean(models, speedup),
    },
    Sweep {
        id: "ssd",
        claim: "tcxl-ssd-vs-pmem",
        title: "PMEM against SSD, by the SSD's bandwidth",
        parameter: "ssd_bandwidth_ratio",
        x: "bandwidth of the SSD (share of a channel of DRAM)",
        y: "speedup (times)",
        range: (0.002, 0.042),
        measure: |models| mean(&models[..2], ssd_slowdown),
    },
    Sweep {
        id: "cache",
        claim: "tcxl-ssd-vs-pmem",
        title: "PMEM against SSD, by the hit rate of the SSD's cache",
        parameter: "ssd_cache_hit_rate",
        x: "hit rate of the SSD's cache (share of accesses)",
        y: "speedup (times)",
        range: (0.0, 1.0),
        measure: |models| mean(&models[..2], ssd_slowdown),
    },
    Sweep {
        id: "pcie",
        claim: "tcxl-cxld-vs-pcie",
        title: "CXL-D against PCIe, by the rate of copies over PCIe",
        parameter: "host_link_mb_per_s",
        x: "rate of copies over PCIe (MB/s each way)",
        y: "time saved (share of the baseline's)",
        range: (4000.0, 64_000.0),
        measure: |models| mean(models, |model| reduction(model, "pcie", "cxl-d")),
    },
    Sweep {
        id: "cxlb",
        claim: "tcxl-cxl-vs-cxlb",
        title: "CXL against CXL-B, by how much slower a row is read that was just written",
        parameter: "raw_read_factor",
        x: "time of a read after a write (times that of a read)",
        y: "time saved (share of the baseline's)",
        range: (1.0, 7.0),
        measure: |models| mean(models, |model| reduction(model, "cxl-b", "cxl")),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Silent;

    #[test]
    fn systems_come_in_the_papers_order_and_every_miss_has_its_reason() {
        let threads = std::num::NonZeroUsize::MIN;
        let found = run(&ReproduceOptions { threads, criteo: None }, &Silent).unwrap();
        assert!(found.records.iter().all(Record::is_explained), "{:#?}", found.records);
        assert!(found.notes.iter().any(|note| note.contains("never ends") && note.contains("CXL in RM2:")));
        let workloads = workloads(&trainingcxl::assumptions()).unwrap();
        for model in models(&workloads, &trainingcxl::assumptions()) {
            let of = |system: &str| model.of(system);
            assert!(of("ssd").batch_ms > 20.0 * of("pmem").batch_ms, "{}", model.name);
            assert!(of("pmem").batch_ms > of("pcie").batch_ms && of("pcie").batch_ms > of("cxl-d").batch_ms);
            assert!(of("cxl").batch_ms <= of("cxl-b").batch_ms && of("cxl").batch_ms < of("cxl-d").batch_ms);
            let checkpoint = |system: &str| of(system).part(Part::Checkpoint);
            assert!(checkpoint("cxl-d") > 0.1 && checkpoint("cxl-b") > 0.1, "{}", model.name);
            // The rows of RM2 alone take longer to log than the top MLP hides.
            assert_eq!(checkpoint("cxl") == 0.0, model.name != "RM2", "{}", model.name);
            assert_eq!(of("cxl").never_logs_parameters(), model.name == "RM2", "{}", model.name);
        }
    }
}
