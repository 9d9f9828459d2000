//! TrainingCXL, Fig. 9a: accuracy after a recovery with MLP parameters that are older than the embedding tables.

use super::tcxl_recoveries::{Recovery, Run, Study, experiment, lost};
use super::{
    Chart, Claim, Estimate, Figure, Intervals, Progress, ReproduceError, ReproduceOptions, Reproduction, Table,
};

/// The figure.
pub(super) const FIGURE: Figure = Figure {
    id: "tcxl-fig9a",
    title: "accuracy lost by recovering with MLP parameters that are older than the embedding tables",
    run,
};

/// Of each seed are the initial parameters, and of drawn data the hidden model and every row.
const SEEDS: &[u64] = &[1, 2, 3, 4, 5];
/// Batches by which the MLPs are older than the tables. Without a gap a recovery changes no bit, which a test shows: that needs no run.
const GAPS: &[u64] = &[1, 10, 100, 500];
/// Batches that are left to train when power is lost shortly before the end.
const FEW_LEFT: u64 = 500;

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let experiment = experiment();
    let seeds = options.seeds(SEEDS);
    let mut studies = vec![Study::drawn(experiment.clone(), &seeds, GAPS, FEW_LEFT)];
    if let Some(file) = &options.criteo {
        studies.push(Study::criteo(experiment, file, &seeds, GAPS, FEW_LEFT)?);
    }
    let measured = studies.iter().map(|study| {
        progress.start(study.name, study.steps());
        study.measure(options.threads.get(), progress)
    });
    let measured = measured.collect::<Result<Vec<_>, _>>()?;
    Ok(figure(&studies, &measured))
}

/// The studies beside the claim; the first of them is on drawn rows, and the verdict is its.
fn figure(studies: &[Study], measured: &[Vec<Run>]) -> Reproduction {
    let claim = Claim::find("tcxl-mlp-gap-accuracy");
    let mut notes = vec![
        format!("{}: {}: {}.", claim.source(), claim.note.as_deref().unwrap_or_default(), claim.paper_text("")),
        "power is lost after batch *cut*, *left* batches are trained after it; tables come back as of the cut, MLPs *gap* \
         batches older. Lost: what the run without a cut has more. ±: interval of 95 % confidence over the seeds' paired \
         differences (Student's t)."
            .into(),
        "expected: over all labels that the hidden model might have drawn for the held-out rows, so without the noise of \
         those it drew; the verdict is about it. Control: the MLPs come back as they were drawn, all that they had learned \
         is lost."
            .into(),
    ];
    let mut table = Table::new(&[
        "data",
        "cut",
        "left",
        "gap",
        "accuracy lost (%)",
        "accuracy ±",
        "expected (%)",
        "expected ±",
        "AUC lost",
        "AUC ±",
        "claim holds",
    ]);
    let mut records = Vec::new();
    let mut series: Vec<(u64, Vec<(u64, Estimate)>)> = Vec::new();
    for (study, runs) in studies.iter().zip(measured) {
        notes.extend(study.notes(runs));
        for (number, recovery) in study.recoveries.iter().enumerate() {
            let Recovery { cut, gap } = *recovery;
            let accuracy = lost(runs, number, |quality| Some(quality.accuracy));
            let expected = lost(runs, number, |quality| quality.expected_accuracy);
            let auc = lost(runs, number, |quality| quality.auc);
            let verdict = match expected {
                _ if recovery.forgets_all() => "control",
                None => "illustration",
                Some(expected) => {
                    match series.last_mut().filter(|(of, _)| *of == cut) {
                        Some((_, points)) => points.push((gap, expected)),
                        // With nothing left to train, the intervals are so wide that they would hide all others.
                        None if cut < study.batches => series.push((cut, vec![(gap, expected)])),
                        None => {}
                    }
                    let record = claim.judge(&study.key(*recovery), expected, study.why(*recovery));
                    let record = record.of_seeds(study.seeds.len());
                    let verdict = record.verdict();
                    records.push(record);
                    verdict
                }
            };
            let mut cells = vec![study.name.to_owned()];
            cells.extend([cut, study.batches - cut, gap].map(|number| number.to_string()));
            cells.extend(cells_of(accuracy, 100.0, 4));
            cells.extend(cells_of(expected, 100.0, 4));
            cells.extend(cells_of(auc, 1.0, 6));
            cells.push(verdict.into());
            table.rows.push(cells);
        }
    }
    let chart = chart(studies[0].batches, &claim, &series);
    let runs =
        studies.iter().zip(measured).map(|(study, runs)| serde_json::json!({ "data": study.name, "runs": runs }));
    let runs = runs.collect();
    Reproduction {
        notes,
        tables: vec![("What a recovery loses".into(), table)],
        records,
        charts: vec![chart],
        runs,
        ..FIGURE.reproduction()
    }
}

impl Study {
    fn key(&self, Recovery { cut, gap }: Recovery) -> String {
        format!("{}-left/gap-{gap}", self.batches - cut)
    }

    fn why(&self, Recovery { cut, gap }: Recovery) -> String {
        format!(
            "share of held-out rows no longer predicted right, expected over labels, mean of {} seeds: power lost after batch \
             {cut} of {}, MLPs {gap} batches older than the tables",
            self.seeds.len(),
            self.batches
        )
    }

    fn notes(&self, runs: &[Run]) -> Vec<String> {
        let mean = |quality: &dyn Fn(&Run) -> Option<f64>| {
            let values = runs.iter().map(quality).collect::<Option<Vec<_>>>()?;
            Some(Estimate::of(&values).mean)
        };
        let said = |accuracy: Option<f64>, auc: Option<f64>| {
            let auc = auc.map_or_else(String::new, |auc| format!(", AUC {auc:.4}"));
            format!("accuracy {:.3} %{auc}", 100.0 * accuracy.unwrap_or(f64::NAN))
        };
        let Self { name, batches, held_out, experiment, .. } = self;
        let size = experiment.train.batch_size.unwrap_or_default();
        let uncut = said(mean(&|run| Some(run.uncut.accuracy)), mean(&|run| run.uncut.auc));
        let mut notes = vec![format!(
            "{name}: {batches} batches of {size} rows trained with {} at {}, {held_out} batches held out, {} seeds; without a \
             cut {uncut}.",
            experiment.train.optimizer.name(),
            experiment.train.learning_rate,
            runs.len()
        )];
        if runs.iter().all(|run| run.hidden_model.is_some()) {
            let accuracy = mean(&|run| run.hidden_model.map(|quality| quality.accuracy));
            let auc = mean(&|run| run.hidden_model.and_then(|quality| quality.auc));
            notes.push(format!(
                "{name}: a hidden logistic model over all features draws the labels; it is the ceiling: {}. A seed draws \
                 the hidden model, the rows and the initial parameters.",
                said(accuracy, auc)
            ));
        } else {
            notes.push(format!(
                "{name}: an illustration, not the claim's measure: a seed draws the initial parameters alone, and a held-out \
                 row is {:.4} % of accuracy.",
                100.0 / (*held_out as f64 * size as f64)
            ));
        }
        notes
    }
}

fn chart(batches: u64, claim: &Claim, series: &[(u64, Vec<(u64, Estimate)>)]) -> Chart {
    let percent = |estimate: &Estimate| Estimate { mean: 100.0 * estimate.mean, margin: 100.0 * estimate.margin };
    let gaps = series.first().map(|(_, points)| points.as_slice()).unwrap_or_default();
    let most = claim.value("").unwrap_or_default();
    Chart::Intervals(Intervals {
        id: String::new(),
        title: "Recovery with older MLP parameters".into(),
        x: "gap: batches by which the MLPs are older than the tables".into(),
        y: "expected accuracy lost (%)".into(),
        places: gaps.iter().map(|(gap, _)| gap.to_string()).collect(),
        series: series
            .iter()
            .map(|(cut, points)| {
                let left = batches - cut;
                (
                    format!("{left} batches left to train"),
                    points.iter().map(|(_, estimate)| percent(estimate)).collect(),
                )
            })
            .collect(),
        bound: Some((format!("TrainingCXL: at most {} %", 100.0 * most), 100.0 * most)),
    })
}

/// Mean and margin, or nothing where nothing was measured.
fn cells_of(estimate: Option<Estimate>, factor: f64, digits: usize) -> [String; 2] {
    let cell = |value: f64| {
        let text = format!("{:.digits$}", factor * value);
        // Not "-0.0000".
        if text.parse() == Ok(0.0) { format!("{:.digits$}", 0.0) } else { text }
    };
    estimate.map_or_else(Default::default, |estimate| [cell(estimate.mean), cell(estimate.margin)])
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::super::Silent;
    use super::super::tcxl_recoveries::{small, study};
    use super::*;

    #[test]
    fn losses_become_a_table_a_chart_and_records() {
        let study = study();
        let runs = study.measure(2, &Silent).unwrap();
        let figure = figure(&[study], &[runs]);
        let (_, table) = &figure.tables[0];
        // Three cuts with three gaps and the control.
        assert_eq!((table.rows.len(), figure.records.len()), (12, 9));
        let last = table.rows.last().unwrap();
        assert_eq!(last[..4], ["synthetic", "120", "0", "120"]);
        assert_eq!(last[10], "control");
        assert_eq!(table.rows[0][4..], ["0.0000", "0.0000", "0.0000", "0.0000", "0.000000", "0.000000", "yes"]);
        assert_eq!(figure.records[0].id, "tcxl-mlp-gap-accuracy");
        assert_eq!(figure.records[1].key, "60-left/gap-1");
        assert!(figure.records.iter().all(|record| record.is_explained()), "{:?}", figure.records);
        let directory = tempfile::tempdir().unwrap();
        figure.write(&directory.path().join("a/b")).unwrap();
        for form in ["md", "csv", "svg", "json"] {
            let text = std::fs::read_to_string(directory.path().join(format!("a/b/tcxl-fig9a.{form}"))).unwrap();
            assert!(text.len() > 500, "{form}: {text}");
        }
        let Chart::Intervals(chart) = &figure.charts[0] else { panic!("{:?}", figure.charts) };
        let names: Vec<&str> = chart.series.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["60 batches left to train", "20 batches left to train"]);
        let json: serde_json::Value = serde_json::from_str(&figure.json()).unwrap();
        assert_eq!(json["runs"][0]["runs"][2]["recovered"].as_array().unwrap().len(), 12);
    }

    fn criteo(rows: u64) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        let options = emberlane_data::GenerateOptions { rows, categories: 100, skew: 1.05, seed: 1 };
        emberlane_data::generate(file.path(), &options).unwrap();
        file
    }

    #[test]
    fn rows_of_a_file_are_an_illustration() {
        let file = criteo(60 * 64);
        let study = Study::criteo(small(), file.path(), &[1, 2], &[0, 10, 50], 30).unwrap();
        assert_eq!((study.batches, study.held_out, study.held_out_from), (40, 20, 40));
        // There are no 50 batches before half of 40, nor a cut that leaves 30.
        let expected = [(20, 0), (20, 10), (20, 20), (40, 0), (40, 10), (40, 40)];
        assert_eq!(study.recoveries, expected.map(|(cut, gap)| Recovery { cut, gap }));
        let drawn = Study::drawn(small(), &[1, 2], &[0, 10, 50], 30);
        let measured = [drawn.measure(2, &Silent).unwrap(), study.measure(2, &Silent).unwrap()];
        assert!(measured[1].iter().all(|run| run.hidden_model.is_none() && run.uncut.auc > Some(0.6)));
        let figure = figure(&[drawn, study], &measured);
        let illustrated: Vec<_> = figure.tables[0].1.rows.iter().filter(|row| row[0] == "Criteo").collect();
        assert!(illustrated.iter().all(|row| ["illustration", "control"].contains(&&*row[10])));
        assert_eq!(illustrated.len(), 6);
    }

    #[test]
    fn a_file_without_enough_rows_is_refused() {
        let file = criteo(2 * 128);
        let options =
            ReproduceOptions { criteo: Some(file.path().to_path_buf()), ..ReproduceOptions::on(NonZeroUsize::MIN) };
        let error = FIGURE.reproduce(&options, &Silent).unwrap_err().to_string();
        assert!(error.contains("2 batches of 128 rows"), "{error}");
    }
}
