//! Fig. 12 of TrainingCXL: what CXL-D, CXL-B and CXL do when, in a batch of RM1.

use emberlane_systems::schedule::names;

use super::tcxl_systems::{Model, command, models, notes, numbers, raw, runs};
use super::{Claim, Estimate, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::side_by_side::{BatchPart, Measured, timeline};
use crate::trainingcxl::{Part, TrainingCxl};

pub(super) const FIGURE: Figure =
    Figure { id: "tcxl-fig12", title: "timelines of CXL-D, CXL-B and CXL in a batch of RM1", run };

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&models(1, options, progress)?))
}

pub(super) fn reproduction(models: &[Model]) -> Reproduction {
    let rm1 = &models[..1];
    let shown = ["cxl-d", "cxl-b", "cxl"].map(|system| rm1[0].of(system));
    let mut notes = notes(rm1);
    notes.push(
        "The paper does not say which model Fig. 12 shows; RM1 with 128 samples fits its lookup. Times are from the end of the batch \
         before. The records of CXL count from where the GPU begins, as the paper's axes do: there the end of the batch before lies \
         in the middle of the GPU's work. Times of steps are those of one batch, the last that counts, and have no interval."
            .into(),
    );
    Reproduction {
        notes,
        tables: vec![("Steps, ms".into(), table(&shown))],
        records: records(&rm1[0]),
        charts: shown
            .iter()
            .map(|each| timeline(each.system, format!("{}, a batch of RM1", each.title), &each.steps))
            .collect(),
        parameters: numbers(),
        runs: runs(rm1),
        raw: Some(raw(rm1)),
        ..FIGURE.reproduction()
    }
}

fn start(measured: &Measured<TrainingCxl>, step: &str) -> f64 {
    measured.step(step).expect("the system has this step").start_ms
}

fn end(measured: &Measured<TrainingCxl>, step: &str) -> f64 {
    measured.step(step).expect("the system has this step").end_ms
}

/// Milliseconds that a batch takes in the paper: Fig. 12a's, less what Figs. 12b and 11 say that the others save of it.
fn batch_of_paper(system: &str) -> f64 {
    let said = |id: &str, key: &str| Claim::find(id).value(key).expect("claims have what these figures are judged by");
    let of_d = said("tcxl-timeline-cxld", "batch_end");
    let of_b = of_d - said("tcxl-timeline-cxlb", "saved_vs_cxld");
    match system {
        "cxl-d" => of_d,
        "cxl-b" => of_b,
        _ => of_b * (1.0 - said("tcxl-cxl-vs-cxlb", "")),
    }
}

const TOP: &str = names::INTERACTION_BACKWARD;
const BOTTOM: &str = names::BOTTOM_FORWARD;

fn records(model: &Model) -> Vec<Record> {
    let [of_d, of_b, of_c] = ["cxl-d", "cxl-b", "cxl"].map(|system| model.of(system));
    let mut records = Vec::new();
    let of = |measured: &Measured<TrainingCxl>| {
        let systems = if measured.system == "cxl-b" { &["cxl-d", "cxl-b"][..] } else { &[measured.system] };
        format!("{} --format json", command(1, systems))
    };
    let mut judge = |id: &str, measured: &Measured<TrainingCxl>, values: &[(&str, Estimate, &str, Option<&str>)]| {
        let claim = Claim::find(id).of_batch(batch_of_paper(measured.system));
        records.extend(values.iter().map(|(key, value, why, calibrated)| {
            let record = claim.judge(key, *value, *why).by(of(measured));
            match calibrated {
                Some(on) => record.calibrated(on),
                None => record,
            }
        }));
    };
    let fit = Some("what the framework adds to a layer");
    let log = |measured: &Measured<TrainingCxl>| {
        let (from, to) = (start(measured, names::PARAMETER_LOG), end(measured, names::PARAMETER_LOG));
        format!(
            "the log of the parameters takes {:.2} ms, with 64 lines under way by the host to the GPU and back",
            to - from
        )
    };
    let after = format!("here the redo log comes before the update; {}", log(of_d));
    let after = after.as_str();
    judge(
        "tcxl-timeline-cxld",
        of_d,
        &[
            ("bottom_mlp_forward_end", end(of_d, BOTTOM).into(), "the framework's time a layer was fitted to it", fit),
            (
                "interaction_and_top_mlp_end",
                end(of_d, TOP).into(),
                "the framework's time a layer was fitted to it",
                fit,
            ),
            ("embedding_update_end", end(of_d, names::EMBEDDING_UPDATE).into(), after, None),
            ("batch_end", of_d.time(), after, None),
        ],
    );
    let link = log(of_b);
    let link = link.as_str();
    judge(
        "tcxl-timeline-cxlb",
        of_b,
        &[
            (
                "checkpoint_start",
                start(of_b, names::EMBEDDING_LOG).into(),
                "the log of rows begins when the pooled vectors have left",
                None,
            ),
            ("checkpoint_visible_from", end(of_b, TOP).into(), "the end of interaction and top MLP", fit),
            ("checkpoint_visible_to", end(of_b, names::PARAMETER_LOG).into(), link, None),
            ("saved_vs_cxld", of_d.time() - of_b.time(), link, None),
        ],
    );
    // In the other systems the GPU begins with the batch, or waits for it.
    let zero = start(of_c, BOTTOM);
    // "Performed at Nth batch" (Fig. 8) is the lookup of the batch behind it.
    let ahead = of_c.batch_ms - zero;
    let built = "CXL-MEM looks the next batch up behind the update of the one before, and the GPU gives parameters during interaction and \
                 top MLP";
    judge(
        "tcxl-timeline-cxl",
        of_c,
        &[
            ("relaxed_lookup_from", (start(of_c, names::LOOKUP_AHEAD) + ahead).into(), built, None),
            ("relaxed_lookup_to", (end(of_c, names::LOOKUP_AHEAD) + ahead).into(), built, None),
            ("mlp_log_from", (start(of_c, names::TOP_FORWARD) - zero).into(), built, None),
            ("mlp_log_to", (end(of_c, TOP) - zero).into(), built, fit),
            (
                "checkpoint_visible",
                of_c.part(Part::Checkpoint).into(),
                "what neither the top MLP nor embedding operations hide of logs and frozen copies",
                None,
            ),
        ],
    );
    records
}

fn table(systems: &[&Measured<TrainingCxl>]) -> Table {
    let mut table = Table::new(&["system", "step", "resource", "part", "from", "to"]);
    for each in systems {
        for step in &each.steps {
            let times = [step.start_ms, step.end_ms].map(|ms| format!("{ms:.3}"));
            let [from, to] = times;
            table.rows.push(vec![
                each.title.into(),
                step.name.into(),
                step.resource.into(),
                step.part.name().into(),
                from,
                to,
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::tcxl_systems::small;

    #[test]
    fn every_value_has_a_record_and_every_miss_its_reason() {
        let found = reproduction(&small());
        assert_eq!(found.records.len(), 4 + 4 + 5);
        assert!(found.records.iter().all(Record::is_explained), "{:#?}", found.records);
        // A tenth of the paper's batch to either side, however long ours is.
        let end = found.records.iter().find(|record| record.key == "batch_end").unwrap();
        assert!(end.band.iter().zip([6.03, 7.37]).all(|(end, expected)| (end.unwrap() - expected).abs() < 1e-9));
        assert!((batch_of_paper("cxl-b") - 5.1).abs() < 1e-9 && (batch_of_paper("cxl") - 4.386).abs() < 1e-9);
        assert!(found.charts.len() == 3 && found.tables[0].1.rows.len() > 20);
    }
}
