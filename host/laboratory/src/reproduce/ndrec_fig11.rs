//! Fig. 11 of NDRec: hit rate of the embedding cache, planning, and what SSDs move.

use super::ndrec_systems::{Case, TERABYTE, assumptions, cases, notes, numbers, of_paper, raw, runs};
use super::{Bar, Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::ndrec::counts::planner::PlannerCounts;
use crate::ndrec::workload::Workload;
use crate::ndrec::{Counting, SEED, Setup, plan_with};
use crate::side_by_side::Assumptions;
use emberlane_stores::planner::{Found, Statistics};
use emberlane_systems::schedule::names;

pub(super) const FIGURE: Figure = Figure {
    id: "ndrec-fig11",
    title: "hit rate of the embedding cache, planning and SSD traffic, Criteo Terabyte",
    run,
};

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let workload = Workload::find(TERABYTE).expect("there is this workload");
    let planned = planned(&workload, &of_paper(), &assumptions(), options)?;
    let cases = self::cases(&[(TERABYTE, of_paper())], &["ndrec"], options, progress)?;
    Ok(reproduction(&cases, &planned))
}

/// What the planners of these machines meet.
pub(super) fn planned(
    workload: &Workload,
    setups: &[Setup],
    costs: &Assumptions,
    options: &ReproduceOptions,
) -> Result<Vec<Planned>, ReproduceError> {
    let planned = |setup: &Setup| -> Result<Planned, ReproduceError> {
        let counting = Counting::of_paper(workload, setup.batch, options.seed(SEED), options.threads);
        let counts = plan_with(workload, *setup, &counting, costs, |cache| cache)?;
        let mut all = Statistics::default();
        counts.iter().for_each(|counts| all += counts.statistics());
        let iterations = counting.run.measured * counts.len() as u64;
        Ok(Planned { batch: setup.batch, iterations, all, counts })
    };
    setups.iter().map(planned).collect()
}

pub(super) fn reproduction(cases: &[Case], planned: &[Planned]) -> Reproduction {
    let mut rates =
        Table::new(&["batch", "of", "in-use table, %", "main table, %", "hot-entry table, %", "all hits, %"]);
    let mut traffic = Table::new(&[
        "batch",
        "planning ms",
        "loads",
        "evictions",
        "merged, %",
        "SSD MB a device",
        "agents ms",
        "programs ms",
        "iteration ms",
    ]);
    let mut bars = Vec::new();
    for (case, planned) in cases.iter().zip(planned) {
        let Statistics { lookups, vectors, .. } = planned.all;
        for (name, found) in [("lookups", lookups), ("EVs, each once", vectors)] {
            let shares = shares(&found);
            let all: f64 = shares.iter().sum();
            let cells = shares.iter().chain([&all]).map(|share| format!("{:.2}", 100.0 * share));
            rates.rows.push([case.batch(), name.to_owned()].into_iter().chain(cells).collect());
            bars.push(Bar {
                group: case.batch(),
                name: name.into(),
                parts: shares.map(|share| 100.0 * share).to_vec(),
            });
        }
        traffic.rows.push(traffic_row(case, planned));
    }
    Reproduction {
        notes: [
            vec![
                "A lookup that finds its EV in the cache, in whichever table, is a hit. The paper does not say whether it counts lookups or \
                 EVs, each once an iteration: both are shown, and its claims are judged by lookups."
                    .into(),
            ],
            notes(),
        ]
        .concat(),
        tables: vec![("Where EVs are found".into(), rates), ("Planning and movement".into(), traffic)],
        records: records(planned),
        charts: vec![Chart::bars(
            "Hit rate of the embedding cache",
            "what is counted, by batch",
            "hit rate (%)",
            ["in-use table", "main table", "hot-entry table"],
            bars,
        )],
        parameters: numbers(),
        raw: Some(with_planners(raw(cases), planned)),
        runs: with_planners(runs(cases), planned),
        ..FIGURE.reproduction()
    }
}

fn shares(found: &Found) -> [f64; 3] {
    [found.in_use, found.main, found.hot].map(|count| count as f64 / found.total() as f64)
}

/// What all planners have met in iterations of so many samples.
pub(super) struct Planned {
    batch: usize,
    /// Of all devices together.
    iterations: u64,
    all: Statistics,
    /// The same of each device.
    counts: Vec<PlannerCounts>,
}

impl Planned {
    fn hit_rate(&self) -> f64 {
        shares(&self.all.lookups).iter().sum()
    }
}

/// Runs, each with what the planners of the same batch have met: the hit rates are of these.
fn with_planners(mut runs: serde_json::Value, planned: &[Planned]) -> serde_json::Value {
    let each = runs.as_array_mut().expect("runs are a list").iter_mut();
    for (run, planned) in each.zip(planned) {
        run["planners"] = serde_json::json!(planned.counts);
    }
    runs
}

fn traffic_row(case: &Case, Planned { iterations, all, .. }: &Planned) -> Vec<String> {
    let [loads, evictions] = [all.vectors.ssd, all.evictions].map(|count| count as f64 / *iterations as f64);
    let merged = all.merged as f64 / (all.vectors.ssd + all.evictions).max(1) as f64;
    let ndrec = case.of("ndrec");
    let ms = |name: &str| ndrec.step(name).map_or(0.0, |step| step.end_ms - step.start_ms);
    let numbers = [
        ms(names::CACHE_PLAN),
        loads,
        evictions,
        100.0 * merged,
        ndrec.traffic.ssd() / case.setup().smartssds as f64 * 1e-6,
        ms(names::CACHE_MOVEMENTS),
        ms(names::PAGE_PROGRAMS),
        ndrec.batch_ms,
    ];
    std::iter::once(case.batch()).chain(numbers.map(|number| format!("{number:.2}"))).collect()
}

fn records(planned: &[Planned]) -> Vec<Record> {
    let claim = Claim::find("ndrec-hit-rate");
    let least = planned.iter().map(Planned::hit_rate).fold(f64::INFINITY, f64::min);
    let at_16k = planned.iter().filter(|planned| planned.batch == 16_384).map(Planned::hit_rate).sum::<f64>();
    vec![
        claim.judge(
            "at_least",
            least,
            "lookups that find their EV in the cache, least over the batch sizes; an iteration has the in-use table's hits, too. The claim's note \
             says more: hits in the hot-entry table become fewer with the batch here, since more of them are in use already; the table has what \
             an SSD moves beside 9.18 MB",
        ),
        claim.judge(
            "at_batch_16k",
            at_16k,
            "the same at a batch of 16K. Rows of the tail come once in an epoch, whatever the batch: the rate follows the law through the \
             published vocabularies, whose lookups have no order in time",
        ),
    ]
}
