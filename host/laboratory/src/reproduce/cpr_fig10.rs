//! Fig. 10 of CPR: when many nodes fail often, CPR falls back to full recovery. Equations decide, events judge.

use emberlane_checkpoints::cpr::{Choice, Decision, choose};

use super::cpr_jobs::{FAILURES, HOUR, Jobs, NODES, WORK_HOURS, fitted, job, milliseconds, parameter, parameters};
use super::{
    Bar, Chart, Claim, Figure, ParameterKind, Progress, ReproduceError, ReproduceOptions, Reproduction, Table,
};
use crate::cpr::{Job, Recovery, drawn_uniformly};

pub(super) const FIGURE: Figure =
    Figure { id: "cpr-fig10", title: "CPR against full recovery, by failures and nodes lost in each", run };

const JOBS: u64 = 1000;
/// Section 6.4: "we fixed the target PLS to 0.02".
const PLS: f64 = 0.02;
/// Failures of a job, and nodes that are lost in each of them.
const COUNTS: [u64; 3] = [2, 20, 40];
const LOST: [u32; 3] = [1, 2, 4];
const SEED: u64 = 10;

fn run(options: &ReproduceOptions, _: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(JOBS, options.seed(SEED)))
}

/// A setup: what equations choose, and what events count of either.
struct Setup {
    failures: u64,
    lost: u32,
    decision: Decision,
    full: Jobs,
    cpr: Jobs,
}

impl Setup {
    fn falls_back(&self) -> bool {
        self.decision.choice == Choice::Full
    }

    fn against_full(&self) -> f64 {
        self.cpr.overhead.mean / self.full.overhead.mean
    }
}

pub(super) fn reproduction(jobs: u64, seed: u64) -> Reproduction {
    let costs = fitted(&Claim::find("cpr-overhead-kaggle"), (WORK_HOURS * 60 / FAILURES) as f64);
    let mut setups = Vec::new();
    let mut lists = serde_json::Map::new();
    for failures in COUNTS {
        let name = format!("{failures} failures, uniform");
        let times = drawn_uniformly(jobs, failures, WORK_HOURS * HOUR, seed);
        let between = (WORK_HOURS * 60) as f64 / failures as f64;
        for lost in LOST {
            let decision = choose(&costs, PLS, between, NODES, lost);
            let of = |recovery, interval| job(WORK_HOURS, interval, &costs, recovery);
            let full = of(Recovery::Full, decision.full_interval);
            // CPR-SSU: an eighth of the rows, eight times as often.
            let cpr =
                Job { save: milliseconds(costs.save / 8.0), ..of(Recovery::Partial, decision.partial_interval / 8.0) };
            let key = format!("{failures} failures of {lost} of {NODES}");
            setups.push(Setup {
                failures,
                lost,
                decision,
                full: Jobs::run(format!("{key}: full"), full, &name, &times),
                cpr: Jobs::run(format!("{key}: cpr-ssu"), cpr, &name, &times),
            });
        }
        lists.insert(name, serde_json::to_value(times).expect("times serialise"));
    }
    let runs: Vec<&Jobs> = setups.iter().flat_map(|setup| [&setup.full, &setup.cpr]).collect();
    let runs = serde_json::to_value(runs).expect("runs serialise");
    let raw = serde_json::json!({ "failures": lists, "runs": runs });
    Reproduction {
        notes: notes(jobs),
        tables: vec![("Overheads, percent of the work".into(), table(&setups))],
        records: vec![record(&setups, jobs)],
        charts: vec![Chart::bars(
            "CPR-SSU against full recovery",
            "nodes lost in a failure, by failures; *: CPR falls back",
            "overhead (full recovery = 1)",
            ["CPR-SSU"],
            setups.iter().map(bar).collect(),
        )],
        parameters: parameters(
            "Kaggle",
            &costs,
            "fitted to Fig. 7's full and partial recovery by Eqs. 1 and 2",
            ParameterKind::Fitted,
        )
        .into_iter()
        .chain([
            parameter("PLS", PLS, "of all samples", "Section 6.4: target PLS = 0.02", ParameterKind::Sourced),
            parameter(
                "Emb PS nodes",
                f64::from(NODES),
                "",
                "assumption: 12.5 % of the tables, the least that a failure clears (Section 5.1), is one node",
                ParameterKind::Assumed,
            ),
        ])
        .collect(),
        runs,
        raw: Some(raw),
        ..FIGURE.reproduction()
    }
}

fn bar(setup: &Setup) -> Bar {
    let mark = if setup.falls_back() { "*" } else { "" };
    Bar {
        group: format!("{} failures", setup.failures),
        name: format!("{}/{NODES}{mark}", setup.lost),
        parts: vec![setup.against_full()],
    }
}

fn notes(jobs: u64) -> Vec<String> {
    vec![
        format!(
            "{jobs} jobs of {WORK_HOURS} hours a setup, event by event, with the costs that were fitted to Fig. 7 for Kaggle; failures at any \
             time as likely. PLS is 0.02, so nodes that are lost together make the interval of partial recovery shorter."
        ),
        "Eqs. 1 and 2 decide; the events that judge know neither. They do not take overheads to be small, and failures meet saves and \
         recoveries, too."
            .into(),
    ]
}

fn table(setups: &[Setup]) -> Table {
    let mut table = Table::new(&[
        "failures",
        "nodes lost",
        "Eq. 1, %",
        "Eq. 2, %",
        "CPR",
        "full by events, %",
        "CPR-SSU by events, %",
        "against full",
    ]);
    table.rows.extend(setups.iter().map(|setup| {
        let percent = |share: f64| format!("{:.2}", 100.0 * share);
        vec![
            setup.failures.to_string(),
            format!("{} of {NODES}", setup.lost),
            percent(setup.decision.full),
            percent(setup.decision.partial),
            if setup.falls_back() { "falls back" } else { "partial" }.into(),
            percent(setup.full.overhead.mean),
            percent(setup.cpr.overhead.mean),
            format!("{:.3}", setup.against_full()),
        ]
    }));
    table
}

fn record(setups: &[Setup], jobs: u64) -> super::Record {
    let back: Vec<&Setup> = setups.iter().filter(|setup| setup.falls_back()).collect();
    let wrong: Vec<&&Setup> = back.iter().filter(|setup| setup.against_full() <= 1.0).collect();
    let name =
        |setup: &Setup| format!("{} failures of {} nodes ({:.2})", setup.failures, setup.lost, setup.against_full());
    let list = |setups: &[&Setup]| setups.iter().map(|setup| name(setup)).collect::<Vec<_>>().join(", ");
    // A choice that never falls back would keep the statement and say nothing.
    let holds = !back.is_empty() && wrong.is_empty();
    let measured = match (back.is_empty(), holds) {
        (true, _) => "it never falls back".to_owned(),
        (_, true) => format!("it falls back with {}: each costs more with partial recovery", list(&back)),
        _ => {
            let wrong: Vec<&Setup> = wrong.into_iter().copied().collect();
            format!("it falls back where partial recovery costs less: {}", list(&wrong))
        }
    };
    let why = format!(
        "equations decide, and {jobs} jobs a setup judge by events: overhead of partial recovery at its interval against that of full \
         recovery at its best; nine setups"
    );
    Claim::find("cpr-fallback").judge_statement("", holds, measured, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_failures_are_worth_it_and_many_are_not() {
        let found = reproduction(100, SEED);
        let rows = &found.tables[0].1.rows;
        assert_eq!((rows.len(), found.records.len()), (9, 1));
        assert_eq!((rows[0][4].as_str(), rows[8][4].as_str()), ("partial", "falls back"));
        let ratio = |row: usize| rows[row][7].parse::<f64>().unwrap();
        assert!(ratio(0) < 0.7 && ratio(8) > 1.0, "{rows:?}");
        assert!(found.records[0].is_explained());
    }
}
