//! Fig. 11 of CPR: the portion of lost samples against the AUC that is lost.

use emberlane_experiment::{FailurePlan, FailuresConfig, SavePolicy};
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::cpr_accuracy::settings;
use super::cpr_runs::{Run, Runs, Wanted, correlation, notes};
use super::{Chart, Claim, Figure, Progress, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::cpr::Setting;

pub(super) const FIGURE: Figure =
    Figure { id: "cpr-fig11", title: "AUC lost against the portion of lost samples", run };

/// Trainings of each data set in which shards die, and the seeds among which they are shared.
const PLANS: u64 = 32;
const SEEDS: [u64; 4] = [1, 2, 3, 4];
const BATCHES: u64 = 1000;
const HELD_OUT: u64 = 300;
/// Shards, and those that die at once: 6.25 % to 50 % (Section 6.5).
const SHARDS: u32 = 16;
const LOST: [u32; 4] = [1, 2, 4, 8];
const MOST_FAILURES: u64 = 32;
const LABEL: &str = "plan";

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let settings = settings(BATCHES, HELD_OUT);
    let runs = runs(&settings, PLANS, &options.seeds(&SEEDS), options, progress)?;
    Ok(reproduction(&settings, &runs))
}

/// Failures, nodes and interval of a plan: "1-32 random failures, each clearing 6.25-50%", and an interval "so that the expected PLS falls near
/// 0-1" (Section 6.5).
fn failures(setting: &Setting, plan: u64) -> FailuresConfig {
    let mut random = Pcg64::seed_from_u64(plan);
    let count = random.random_range(1..=MOST_FAILURES);
    let lost = *LOST.choose(&mut random).expect("there are some");
    let expected = random.random::<f64>();
    let interval = 2.0 * expected * setting.batches as f64 * f64::from(SHARDS) / (count as f64 * f64::from(lost));
    FailuresConfig {
        shards: SHARDS,
        plan: FailurePlan::Drawn { count, lost, within: setting.batches, seed: plan },
        interval: (interval.round() as u64).clamp(1, setting.batches),
        policy: SavePolicy::Full,
        parts: FailuresConfig::DEFAULT_PARTS,
        largest: FailuresConfig::DEFAULT_LARGEST,
        seed: plan,
    }
}

pub(super) fn runs(
    settings: &[Setting],
    plans: u64,
    seeds: &[u64],
    options: &ReproduceOptions,
    progress: &dyn Progress,
) -> Result<Runs, ReproduceError> {
    let mut wanted = Vec::new();
    for (number, setting) in (0..).zip(settings) {
        wanted.extend(seeds.iter().map(|seed| Wanted { label: "full".into(), setting, seed: *seed, failures: None }));
        wanted.extend((0..plans).map(|plan| Wanted {
            label: LABEL.into(),
            setting,
            seed: seeds[(plan % seeds.len() as u64) as usize],
            failures: Some(failures(setting, options.seed(1000 * number + plan))),
        }));
    }
    Runs::run("portions of lost samples", &wanted, options, progress)
}

pub(super) fn reproduction(settings: &[Setting], runs: &Runs) -> Reproduction {
    let claim = Claim::find("cpr-pls-linear");
    let mut table = Table::new(&[
        "data",
        "seed",
        "failures",
        "shards lost",
        "interval",
        "portion of lost samples",
        "AUC lost, % of it",
    ]);
    let (mut records, mut series) = (Vec::new(), Vec::new());
    for setting in settings {
        let data = setting.name;
        let mut all: Vec<&Run> = runs.of(data, LABEL).collect();
        all.sort_by(|one, other| one.pls().total_cmp(&other.pls()));
        for run in &all {
            let batches = {
                let mut batches: Vec<u64> = run.plan.iter().map(|(batch, _)| *batch).collect();
                batches.dedup();
                batches.len()
            };
            table.rows.push(vec![
                data.to_owned(),
                run.seed.to_string(),
                batches.to_string(),
                format!("{:.1}", run.plan.len() as f64 / batches.max(1) as f64),
                run.interval.to_string(),
                format!("{:.4}", run.pls()),
                format!("{:.4}", 100.0 * runs.auc_lost(run)),
            ]);
        }
        let points: Vec<(f64, f64)> = all.iter().map(|run| (run.pls(), runs.auc_lost(run))).collect();
        let why = format!(
            "Pearson's correlation of the portion of lost samples and the share of the AUC that is lost, over {} trainings with 1 to {MOST_FAILURES} \
             failures of 6.25 to 50 % of the shards each",
            points.len()
        );
        records.push(claim.judge(&data.to_lowercase(), correlation(&points), why));
        series.push((data.to_owned(), points.into_iter().map(|(pls, lost)| (pls, 100.0 * lost)).collect()));
    }
    let mut notes = notes(&settings.iter().collect::<Vec<_>>());
    notes.push(format!(
        "Each training has 1 to {MOST_FAILURES} failures at random, each of 1, 2, 4 or 8 of {SHARDS} shards, and an interval with which a portion \
         between 0 and 1 is to be expected, if one interval is enough for that. What is on the axis is the portion that was lost. No \
         priorities."
    ));
    Reproduction {
        notes,
        tables: vec![("Trainings of which shards die".into(), table)],
        records,
        charts: vec![Chart::lines(
            "AUC lost against the portion of lost samples",
            "portion of lost samples",
            "AUC lost (% of it)",
            series,
        )],
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::super::{Record, Silent};
    use super::*;

    #[test]
    fn plans_are_what_the_paper_says() {
        let setting = Setting::kaggle(8192, 1000, 1);
        for plan in 0..200 {
            let FailuresConfig { plan, interval, .. } = failures(&setting, plan);
            let FailurePlan::Drawn { count, lost, within, .. } = plan else { panic!("{plan:?}") };
            assert!(
                (1..=32).contains(&count) && LOST.contains(&lost) && within == 1000 && (1..=1000).contains(&interval)
            );
        }
    }

    #[test]
    fn every_data_set_has_a_record() {
        let settings = [Setting::kaggle(8192, 16, 3), Setting::terabyte(65_536, 16, 3)];
        let options = ReproduceOptions::on(NonZeroUsize::new(2).unwrap());
        let found = reproduction(&settings, &runs(&settings, 6, &[1, 2], &options, &Silent).unwrap());
        assert_eq!(found.records.iter().map(|record| &*record.key).collect::<Vec<_>>(), ["kaggle", "terabyte"]);
        assert!(found.records.iter().all(Record::is_explained));
        assert_eq!(found.tables[0].1.rows.len(), 12);
    }
}
