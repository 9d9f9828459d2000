//! Section 6.1 of CPR: what partial recovery costs of accuracy, for each way to choose what is saved.

use emberlane_experiment::{FailurePlan, FailuresConfig};

use super::cpr_jobs::{FAILURES, NODES, WORK_HOURS, parameter};
use super::cpr_runs::{Runs, VARIANTS, Wanted, notes};
use super::{
    Chart, Claim, Estimate, Figure, Intervals, ParameterKind, Progress, Record, ReproduceError, ReproduceOptions,
    Reproduction, Table,
};
use crate::cpr::Setting;
use emberlane_checkpoints::cpr::interval_for;

pub(super) const FIGURE: Figure =
    Figure { id: "cpr-accuracy", title: "AUC lost by partial recovery, by what is saved (Section 6.1)", run };

const SEEDS: [u64; 5] = [1, 2, 3, 4, 5];
/// Section 6.1: "we used target PLS = 0.1".
const PLS: f64 = 0.1;
const BATCHES: u64 = 2000;
const HELD_OUT: u64 = 300;

pub(super) fn settings(batches: u64, held_out: u64) -> [Setting; 2] {
    [Setting::kaggle(128, batches, held_out), Setting::terabyte(2048, batches, held_out)]
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let settings = settings(BATCHES, HELD_OUT);
    let runs = runs(&settings, &options.seeds(&SEEDS), options, progress)?;
    Ok(reproduction(&settings, &runs))
}

/// Batches of an interval that is to lose [`PLS`]: 44.8 of 56 hours.
fn interval(batches: u64) -> u64 {
    let hours = interval_for(PLS, WORK_HOURS as f64 / FAILURES as f64, NODES, 1);
    let batches = hours / WORK_HOURS as f64 * batches as f64;
    // The priorities save an eighth as often.
    ((batches / 8.0).round() as u64).max(1) * 8
}

/// Two failures of one of eight shards, at random; those of a seed are the same for every way to save.
fn failures(setting: &Setting, seed: u64, policy: emberlane_experiment::SavePolicy) -> FailuresConfig {
    let plan = FailurePlan::Drawn { count: FAILURES, lost: 1, within: setting.batches, seed };
    FailuresConfig {
        shards: NODES,
        plan,
        interval: interval(setting.batches),
        policy,
        parts: FailuresConfig::DEFAULT_PARTS,
        largest: FailuresConfig::DEFAULT_LARGEST,
        seed,
    }
}

pub(super) fn runs(
    settings: &[Setting],
    seeds: &[u64],
    options: &ReproduceOptions,
    progress: &dyn Progress,
) -> Result<Runs, ReproduceError> {
    let mut wanted = Vec::new();
    for setting in settings {
        for seed in seeds.iter().copied() {
            wanted.push(Wanted { label: "full".into(), setting, seed, failures: None });
            wanted.extend(VARIANTS.iter().map(|(label, policy)| Wanted {
                label: (*label).into(),
                setting,
                seed,
                failures: Some(failures(setting, seed, *policy)),
            }));
        }
    }
    Runs::run("accuracy", &wanted, options, progress)
}

pub(super) fn reproduction(settings: &[Setting], runs: &Runs) -> Reproduction {
    let mut table = Table::new(&[
        "data",
        "system",
        "AUC",
        "AUC lost, % of it",
        "±",
        "portion of lost samples",
        "updates lost, thousands",
        "rows saved, thousands",
    ]);
    let mut series = Vec::new();
    for setting in settings {
        let data = setting.name;
        let uncut: Vec<f64> = runs
            .all()
            .iter()
            .filter(|run| run.data == data && run.recoveries.is_none())
            .map(|run| run.scores.auc())
            .collect();
        let full = format!("{:.4}", Estimate::of(&uncut).mean);
        table.rows.push([data, "full recovery", &full, "0", "0", "0", "", ""].map(str::to_owned).to_vec());
        let mut points = Vec::new();
        for (label, _) in VARIANTS {
            let mean = |measure: &dyn Fn(&super::cpr_runs::Run) -> f64| runs.over_seeds(data, label, measure).mean;
            let lost = runs.over_seeds(data, label, |run| runs.auc_lost(run));
            let of = |run: &super::cpr_runs::Run| run.recoveries.clone().unwrap_or_default();
            table.rows.push(vec![
                data.to_owned(),
                label.to_owned(),
                format!("{:.4}", mean(&|run| run.scores.auc())),
                format!("{:.4}", 100.0 * lost.mean),
                format!("{:.4}", 100.0 * lost.margin),
                format!("{:.4}", mean(&|run| run.pls())),
                format!("{:.1}", mean(&|run| of(run).lost_updates() as f64 / 1e3)),
                format!("{:.1}", mean(&|run| of(run).saved.unwrap_or_default().saved_rows as f64 / 1e3)),
            ]);
            points.push(Estimate { mean: 100.0 * lost.mean, margin: 100.0 * lost.margin });
        }
        series.push((data.to_owned(), points));
    }
    let mut notes = notes(&settings.iter().collect::<Vec<_>>());
    notes.push(format!(
        "Two failures of one of {NODES} shards, at random, with the interval of the paper's 44.8 of 56 hours: {} of {} batches. CPR-SCAR, -MFU and \
         -SSU save an eighth of the rows of the seven largest tables eight times as often, and the others whole. Full recovery trains \
         again what was lost, to the bits of a training without failures.",
        interval(settings[0].batches),
        settings[0].batches
    ));
    let claim = Claim::find("cpr-accuracy");
    Reproduction {
        notes,
        tables: vec![("What two failures cost, means over seeds".into(), table)],
        records: records(&claim, settings, runs),
        charts: vec![Chart::Intervals(Intervals {
            id: String::new(),
            title: "AUC lost by what is saved".into(),
            x: "system".into(),
            y: "AUC lost (% of it)".into(),
            places: VARIANTS.map(|(label, _)| label.to_owned()).to_vec(),
            series,
            bound: Some((
                "CPR-vanilla in the paper: 0.04 %".into(),
                100.0 * claim.value("vanilla_auc_loss").unwrap_or_default(),
            )),
        })],
        parameters: vec![
            parameter("PLS", PLS, "of all samples", "Section 6.1: target PLS = 0.1", ParameterKind::Sourced),
            parameter("r", 0.125, "of the rows of a large table", "Section 5.1: r = 0.125", ParameterKind::Sourced),
            parameter(
                "Emb PS nodes",
                f64::from(NODES),
                "of which one fails",
                "assumption: an eighth of the tables, the least that a failure clears (Section 5.1), is one node",
                ParameterKind::Assumed,
            ),
        ],
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

fn records(claim: &Claim, settings: &[Setting], runs: &Runs) -> Vec<Record> {
    let judge = |key: &str, data: &str, label: &str| {
        let lost = runs.over_seeds(data, label, |run| runs.auc_lost(run));
        let seeds = runs.of(data, label).count();
        let why = format!(
            "share of the AUC that is lost, {label} on {data}'s laws, {seeds} seeds, paired. The paper's training is some hundred times as long, \
             in which rows that came back old learn again for longer"
        );
        claim.judge(key, lost, why).of_seeds(seeds)
    };
    let mut records: Vec<Record> = settings
        .iter()
        .map(|setting| judge(&format!("vanilla_auc_loss/{}", setting.name), setting.name, "CPR-vanilla"))
        .collect();
    for (key, label) in [("scar_terabyte", "CPR-SCAR"), ("mfu_terabyte", "CPR-MFU"), ("ssu_terabyte", "CPR-SSU")] {
        records.push(judge(key, "Terabyte", label));
    }
    records
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::super::Silent;
    use super::*;

    #[test]
    fn every_value_has_a_record_and_threads_change_nothing() {
        let settings = [Setting::kaggle(8192, 16, 3), Setting::terabyte(65_536, 16, 3)];
        let options = |threads| ReproduceOptions::on(NonZeroUsize::new(threads).unwrap());
        let made = |threads| reproduction(&settings, &runs(&settings, &[1, 2], &options(threads), &Silent).unwrap());
        let found = made(1);
        assert_eq!(found, made(2));
        assert_eq!(found.records.len(), 5);
        assert!(found.records.iter().all(Record::is_explained));
        assert_eq!(found.tables[0].1.rows.len(), 10);
        assert_eq!((interval(40), interval(80)), (32, 64));
    }
}
