//! Fig. 13 of NDRec: what lookahead, CXL and the cache contribute.

use super::ndrec_bounds::in_words;
use super::ndrec_systems::{Case, RATE_IN_VIEW, TERABYTE, cases, most, notes, numbers, of_paper, raw, runs};
use super::{
    Bar, Chart, Claim, Estimate, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table,
};
use crate::ndrec::Setup;

pub(super) const FIGURE: Figure =
    Figure { id: "ndrec-fig13", title: "NDRec without lookahead, CXL or cache, Criteo Terabyte", run };

const ABLATIONS: [&str; 4] = ["no-lookahead", "no-cxl", "no-cache", "naive-offload"];

pub(super) const SYSTEMS: [&str; 5] = ["ndrec", "no-lookahead", "no-cxl", "no-cache", "naive-offload"];

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let cases = self::cases(&[(TERABYTE, of_paper())], &SYSTEMS, options, progress)?;
    let two_levels: Vec<Setup> = of_paper().into_iter().map(|setup| Setup { switch_levels: 2, ..setup }).collect();
    let switched = self::cases(&[(TERABYTE, two_levels)], &["ndrec"], options, progress)?;
    Ok(reproduction(&cases, &switched))
}

/// Of cases, and of the same with two levels of switches.
pub(super) fn reproduction(cases: &[Case], switched: &[Case]) -> Reproduction {
    let of_switches: Vec<Estimate> = cases
        .iter()
        .zip(switched)
        .map(|(direct, switched)| switched.of("ndrec").time() / direct.of("ndrec").time())
        .collect();
    let mut table = Table::new(&[
        "batch",
        "NDRec ms",
        "w/o lookahead",
        "w/o CXL",
        "w/o cache",
        "naive offload",
        "two switch levels",
    ]);
    for (case, switched) in cases.iter().zip(&of_switches) {
        let slower = ABLATIONS.iter().map(|system| slowdown(case, system)).chain([*switched]);
        let cells = slower.map(|times| format!("{:.3}", times.mean));
        let head = [case.batch(), format!("{:.3}", case.of("ndrec").batch_ms)];
        table.rows.push(head.into_iter().chain(cells).collect());
    }
    let all: Vec<Case> = cases.iter().chain(switched).cloned().collect();
    let bars = cases.iter().flat_map(|case| {
        let bar = |system: &&str| Bar {
            group: case.batch(),
            name: case.of(system).title.into(),
            parts: vec![slowdown(case, system).mean],
        };
        ABLATIONS.iter().map(bar)
    });
    Reproduction {
        notes: notes(),
        tables: vec![
            ("Time of an iteration, and of others over it".into(), table),
            ("Steps of NDRec, ms".into(), steps(cases)),
        ],
        records: records(cases),
        charts: vec![Chart::bars(
            "Slowdown against NDRec",
            "system, by batch",
            "time of an iteration (NDRec = 1)",
            ["slowdown"],
            bars.collect(),
        )],
        parameters: numbers(),
        raw: Some(raw(&all)),
        runs: runs(&all),
        ..FIGURE.reproduction()
    }
}

fn slowdown(case: &Case, system: &str) -> Estimate {
    case.speedup("ndrec", system)
}

/// What runs beside what: where an iteration's time goes.
fn steps(cases: &[Case]) -> Table {
    let mut table = Table::new(&["batch", "step", "on", "from", "to"]);
    for case in cases {
        for step in &case.of("ndrec").steps {
            let times = [step.start_ms, step.end_ms].map(|ms| format!("{ms:.3}"));
            let names = [case.batch(), step.name.into(), step.resource.into()];
            table.rows.push(names.into_iter().chain(times).collect());
        }
    }
    table
}

fn records(cases: &[Case]) -> Vec<Record> {
    let claim = Claim::find("ndrec-ablation");
    let of = |system: &'static str, batches: std::ops::RangeInclusive<usize>| {
        most(cases.iter().filter(|case| batches.contains(&case.setup().batch)).map(|case| slowdown(case, system)))
    };
    let all = 0..=usize::MAX;
    let of_batches: Vec<String> =
        cases.iter().map(|case| format!("NDRec at {}: {}", case.batch(), in_words(case))).collect();
    let bounds = of_batches.join(". ");
    let serial = format!(
        "plan, movements, kernels, outputs and GPUs one after the other, as Fig. 4 draws it: as slow as all of them together against the slowest. \
         Page programs go on beside them in both. {bounds}"
    );
    let cache = format!(
        "room for 3 % of the vectors with random eviction against the planner's cache: as many vectors more are loaded and evicted, whose page \
         programs an iteration waits for where they take longest. {bounds}"
    );
    let records = [
        claim.judge("without_lookahead_up_to", of("no-lookahead", all.clone()), &*serial),
        claim.judge("without_lookahead_16k", of("no-lookahead", 16_384..=16_384), serial),
        claim.judge(
            "without_cxl_up_to",
            of("no-cxl", all),
            format!(
                "copies of every table through the host's memory, asked for by software one after the other, at the begin and at the end of an \
                 iteration. {bounds}"
            ),
        ),
        claim.judge("without_cache_2k_4k", of("no-cache", 2048..=4096), &*cache),
        claim.judge("without_cache_large_up_to", of("no-cache", 8192..=16_384), cache),
    ];
    records.map(|record| record.calibrated(RATE_IN_VIEW)).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::ndrec_systems::small;

    #[test]
    fn nothing_is_faster_without_a_part_and_every_miss_has_its_reason() {
        let cases = small(&[TERABYTE], &[2048, 16_384].map(Setup::of_paper), &SYSTEMS);
        let slower = ABLATIONS[..3].iter().map(|system| slowdown(&cases[0], system)).collect::<Vec<_>>();
        assert!(slower.iter().all(|times| times.mean >= 1.0), "{slower:?}");
        assert!(records(&cases).iter().all(Record::is_explained));
    }
}
