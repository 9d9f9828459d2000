//! Fig. 11 of NDRec: hit rate of the embedding cache, planning, and what SSDs move.

use super::ndrec_systems::{Case, TERABYTE, cases, mean, notes, numbers, of_paper, runs};
use super::{Bar, Bars, Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use emberlane_stores::planner::{Found, Statistics};

pub(super) const FIGURE: Figure = Figure {
    id: "ndrec-fig11",
    title: "hit rate of the embedding cache, planning and SSD traffic, Criteo Terabyte",
    run,
};

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let cases = self::cases(&[TERABYTE], &of_paper(), options, progress)?;
    let mut rates =
        Table::new(&["batch", "of", "in-use table, %", "main table, %", "hot-entry table, %", "all hits, %"]);
    let mut traffic = Table::new(&[
        "batch",
        "planning ms",
        "loads",
        "evictions",
        "merged, %",
        "SSD MB a device",
        "SSD ms",
        "iteration ms",
    ]);
    let mut bars = Vec::new();
    for case in &cases {
        let Statistics { lookups, vectors, .. } = statistics(case);
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
        traffic.rows.push(traffic_row(case));
    }
    Ok(Reproduction {
        figure: FIGURE.id.into(),
        title: FIGURE.title.into(),
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
        records: records(&cases),
        charts: vec![Chart::Bars(Bars {
            id: String::new(),
            title: "Hit rate of the embedding cache".into(),
            x: "what is counted, by batch".into(),
            y: "hit rate (%)".into(),
            parts: ["in-use table", "main table", "hot-entry table"].map(str::to_owned).to_vec(),
            bars,
            clip: None,
        })],
        parameters: numbers(),
        raw: None,
        runs: runs(&cases),
    })
}

/// What all planners have met.
fn statistics(case: &Case) -> Statistics {
    let mut sum = Statistics::default();
    case.iteration.devices.iter().for_each(|device| sum += device.statistics);
    sum
}

fn shares(found: &Found) -> [f64; 3] {
    [found.in_use, found.main, found.hot].map(|count| count as f64 / found.total() as f64)
}

fn hit_rate(case: &Case) -> f64 {
    shares(&statistics(case).lookups).iter().sum()
}

/// What a device moves in an iteration, on average: bytes, as whole vectors.
fn ssd_bytes(case: &Case) -> f64 {
    mean(case.iteration.devices.iter().map(|device| device.planned.vectors())) * case.iteration.vector_bytes as f64
}

fn traffic_row(case: &Case) -> Vec<String> {
    let all = statistics(case);
    let iterations = (case.iteration.run.measured * case.iteration.devices.len() as u64) as f64;
    let [loads, evictions] = [all.vectors.ssd, all.evictions].map(|count| count as f64 / iterations);
    let merged = all.merged as f64 / (all.vectors.ssd + all.evictions).max(1) as f64;
    let ms = |name: &str| case.of("ndrec").step(name).map_or(0.0, |step| step.end_ms - step.start_ms);
    let numbers = [
        ms("cache planning"),
        loads,
        evictions,
        100.0 * merged,
        ssd_bytes(case) * 1e-6,
        ms("cache movement"),
        case.of("ndrec").batch_ms,
    ];
    std::iter::once(case.batch()).chain(numbers.map(|number| format!("{number:.2}"))).collect()
}

fn records(cases: &[Case]) -> Vec<Record> {
    let claim = Claim::find("ndrec-hit-rate");
    let least = cases.iter().map(hit_rate).fold(f64::INFINITY, f64::min);
    let at_16k = cases.iter().filter(|case| case.setup.batch == 16_384).map(hit_rate).sum::<f64>();
    vec![
        claim.judge(
            "at_least",
            least,
            "lookups that find their EV in the cache, least over the batch sizes; an iteration has the in-use table's hits, too. The claim's note \
             does not hold: hits in the hot-entry table become fewer with the batch, since more of them are in use already, and an SSD \
             moves a sixtieth of 9.18 MB",
        ),
        claim.judge(
            "at_batch_16k",
            at_16k,
            "the same at a batch of 16K. Rows of the tail come once in an epoch, whatever the batch: the rate follows the power laws fitted to \
             1,000 public records, which have no repeats in time",
        ),
    ]
}
