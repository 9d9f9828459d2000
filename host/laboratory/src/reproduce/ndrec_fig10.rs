//! Fig. 10 of NDRec: speedups over UVM, four workloads, four batch sizes.

use super::ndrec_bounds::explained;
use super::ndrec_systems::{Case, RATE_IN_VIEW, cases, notes, numbers, of_paper, raw, runs};
use super::{Bar, Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::ndrec::Part;
use crate::ndrec::workload::NAMES;
use crate::side_by_side::part_names;

pub(super) const FIGURE: Figure =
    Figure { id: "ndrec-fig10", title: "speedup over UVM, of NDRec and its baselines", run };

/// The systems that the figure shows.
const SHOWN: [&str; 6] = ["table-wise", "uvm-caching", "cdlrm", "nmp-cxl", "naive-offload", "ndrec"];

/// The systems that are measured.
pub(super) const SYSTEMS: [&str; 7] =
    ["table-wise", "uvm", "uvm-caching", "cdlrm", "nmp-cxl", "naive-offload", "ndrec"];

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let of_workload = |name| (name, of_paper().into_iter().filter(|setup| setup.batch <= largest(name)).collect());
    let cases = self::cases(&NAMES.map(of_workload), &SYSTEMS, options, progress)?;
    Ok(reproduction(&cases))
}

pub(super) fn reproduction(cases: &[Case]) -> Reproduction {
    Reproduction {
        notes: [
            vec!["Random-XL at a batch of 2K, Random-MLP at 2K and 4K: larger ones take minutes to count each.".into()],
            notes(),
        ]
        .concat(),
        tables: vec![("Speedup over UVM".into(), speedups(cases)), ("Time of an iteration, ms".into(), times(cases))],
        records: records(cases),
        charts: NAMES.iter().map(|name| chart(name, cases)).collect(),
        parameters: numbers(),
        raw: Some(raw(cases)),
        runs: runs(cases),
        ..FIGURE.reproduction()
    }
}

/// The largest batch that is counted: those of many lookups a sample take minutes each.
fn largest(workload: &str) -> usize {
    match workload {
        "random-xl" => 2048,
        "random-mlp" => 4096,
        _ => usize::MAX,
    }
}

fn shown(case: &Case) -> impl Iterator<Item = (&'static str, f64)> {
    let shown = case.all().filter(|each| SHOWN.contains(&each.system));
    shown.map(|each| (each.title, case.speedup(each.system, "uvm").mean))
}

fn speedups(cases: &[Case]) -> Table {
    let mut table = Table::new(&["workload", "batch", "system", "speedup"]);
    for case in cases {
        for (title, speedup) in shown(case) {
            table.rows.push(vec![case.title().into(), case.batch(), title.into(), format!("{speedup:.2}")]);
        }
    }
    table
}

fn times(cases: &[Case]) -> Table {
    let mut table = Table::new(&["workload", "batch", "system", "iteration"]);
    table.columns.extend(part_names::<Part>());
    for case in cases {
        for each in case.all() {
            let mut row = vec![case.title().to_owned(), case.batch(), each.title.into()];
            row.extend([each.batch_ms].iter().chain(&each.parts_ms).map(|ms| format!("{ms:.3}")));
            table.rows.push(row);
        }
    }
    table
}

fn chart(workload: &str, cases: &[Case]) -> Chart {
    let mut bars = Vec::new();
    let mut title = "";
    for case in cases.iter().filter(|case| case.workload() == workload) {
        title = case.title();
        bars.extend(shown(case).map(|(name, speedup)| Bar {
            group: case.batch(),
            name: name.into(),
            parts: vec![speedup],
        }));
    }
    Chart::bars(format!("{title}: speedup over UVM"), "system, by batch", "speedup over UVM (times)", ["speedup"], bars)
        .with_id(workload)
}

fn records(cases: &[Case]) -> Vec<Record> {
    let judge = |id: &str, key: &str, workload: &str, over: &str, why: &str| {
        let of_workload = cases.iter().filter(|case| case.workload() == workload);
        let faster =
            |one: &&Case, other: &&Case| one.speedup("ndrec", over).mean.total_cmp(&other.speedup("ndrec", over).mean);
        let best = of_workload.max_by(faster).expect("every workload is measured");
        let why = format!("most over the batch sizes that are run. {why}");
        explained(Claim::find(id).judge(key, best.speedup("ndrec", over), why), best, over).calibrated(RATE_IN_VIEW)
    };
    vec![
        judge(
            "ndrec-vs-uvm-kaggle",
            "",
            "kaggle-dac",
            "uvm",
            "TorchRec's software, 7.2 ms at any batch, is a floor under UVM, and NDRec's GPUs take 10 us a layer for a framework: the first is \
             published, the second assumed, and neither is known of the paper's systems",
        ),
        judge(
            "ndrec-vs-uvm-terabyte",
            "",
            "criteo-terabyte",
            "uvm",
            "UVM reads and writes rows in place at the rate of TorchRec's planner",
        ),
        judge(
            "ndrec-vs-cdlrm-terabyte",
            "",
            "criteo-terabyte",
            "cdlrm",
            "cDLRM compares tags for every index on a core a GPU, 176 ns each, and sums the gradients of rows table by table",
        ),
        judge(
            "ndrec-vs-nmp-terabyte",
            "",
            "criteo-terabyte",
            "nmp-cxl",
            "One link carries the pooled vectors of all tables, where NDRec has four; rows are updated over the same link",
        ),
        judge("ndrec-random-xl", "vs_uvm_up_to", "random-xl", "uvm", "UVM reads and writes forty rows a bag in place"),
        judge(
            "ndrec-random-xl",
            "vs_uvm_caching",
            "random-xl",
            "uvm-caching",
            "The cache on the GPUs holds a seventh of the rows and hardly misses; SmartSSDs hold 3 %, and every vector that is evicted is the \
             program of a page of its own",
        ),
        judge(
            "ndrec-random-xl",
            "vs_cdlrm",
            "random-xl",
            "cdlrm",
            "With a pooling size of 40 cDLRM compares the tags of 40 times the indices",
        ),
        judge(
            "ndrec-random-mlp",
            "",
            "random-mlp",
            "uvm",
            "MLPs and the sum of their gradients take most of an iteration in both",
        ),
    ]
}
