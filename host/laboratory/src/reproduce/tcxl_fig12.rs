//! Fig. 12 of TrainingCXL: what CXL-D, CXL-B and CXL do when, in a batch of RM1.

use super::claims::LITERALLY;
use super::parameters::parameters;
use super::tcxl_systems::{Model, models, notes, workloads};
use super::{Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::side_by_side::{BatchPart, Measured, timeline};
use crate::trainingcxl::{self, Part, TrainingCxl};

pub(super) const FIGURE: Figure =
    Figure { id: "tcxl-fig12", title: "timelines of CXL-D, CXL-B and CXL in a batch of RM1", run };

fn run(_: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let assumptions = trainingcxl::assumptions();
    progress.start("drawing batches", 1);
    let workloads = workloads(&assumptions)?;
    progress.advance(1);
    let [fitted, literal] = [assumptions.clone(), trainingcxl::assumptions().taken_literally()]
        .map(|numbers| models(&workloads[..1], &numbers).pop().expect("RM1 is the first model"));
    let shown = ["cxl-d", "cxl-b", "cxl"].map(|system| fitted.of(system));
    let mut records = records("", &fitted);
    records.extend(self::records(&format!("/{LITERALLY}"), &literal));
    let mut notes = notes();
    notes.push("The paper does not say which model Fig. 12 shows; RM1 with 128 samples fits its lookup.".into());
    Ok(Reproduction {
        figure: FIGURE.id.into(),
        title: FIGURE.title.into(),
        notes,
        tables: vec![
            ("Steps, ms".into(), table(&shown)),
            ("The same with Table 2 and the board at their word".into(), {
                table(&["cxl-d", "cxl-b", "cxl"].map(|system| literal.of(system)))
            }),
        ],
        records,
        charts: shown
            .iter()
            .map(|each| timeline(each.system, format!("{}, a batch of RM1", each.title), &each.steps))
            .collect(),
        parameters: parameters(&assumptions),
        runs: serde_json::json!({ "fitted": super::tcxl_fig11::runs(std::slice::from_ref(&fitted)),
            "literal": super::tcxl_fig11::runs(std::slice::from_ref(&literal)) }),
    })
}

fn start(measured: &Measured<TrainingCxl>, step: &str) -> f64 {
    measured.step(step).expect("the system has this step").start_ms
}

fn end(measured: &Measured<TrainingCxl>, step: &str) -> f64 {
    measured.step(step).expect("the system has this step").end_ms
}

const TOP: &str = "interaction and top MLP";
const BOTTOM: &str = "bottom MLP forward";

fn records(case: &str, model: &Model) -> Vec<Record> {
    let [of_d, of_b, of_c] = ["cxl-d", "cxl-b", "cxl"].map(|system| model.of(system));
    let mut records = Vec::new();
    let mut judge = |id: &str, measured: &Measured<TrainingCxl>, values: &[(&str, f64, &str)]| {
        let claim = Claim::find(id).of_batch(measured.batch_ms);
        records.extend(values.iter().map(|(key, value, why)| claim.judge(&format!("{key}{case}"), *value, *why)));
    };
    let fit = "fitted, with the three others of this claim; literally, rows are written once and the log at 7.68 GB/s";
    judge(
        "tcxl-timeline-cxld",
        of_d,
        &[
            ("bottom_mlp_forward_end", end(of_d, BOTTOM), fit),
            ("interaction_and_top_mlp_end", end(of_d, TOP), fit),
            ("embedding_update_end", end(of_d, "embedding update"), fit),
            ("batch_end", of_d.batch_ms, fit),
        ],
    );
    let late = "the log waits for the lookup, which reads rows that were just written and takes longer than the bottom MLP's \
                forward pass; in the paper's figure it does not";
    judge(
        "tcxl-timeline-cxlb",
        of_b,
        &[
            ("checkpoint_start", start(of_b, "embedding log"), late),
            ("checkpoint_visible_from", end(of_b, TOP), "the end of the top MLP, which waits for the slower lookup"),
            (
                "checkpoint_visible_to",
                end(of_b, "parameter log"),
                "the end of the checkpoint, which starts after the slower lookup",
            ),
            (
                "saved_vs_cxld",
                of_d.batch_ms - of_b.batch_ms,
                "less than the paper's, because the lookup after an update costs more here; without that it is the checkpoint's 1.8 ms \
                 less what the top MLP does not hide",
            ),
        ],
    );
    let spread =
        "the log of rows, at 0.1x of DRAM, comes first and decides when the lookup and the parameters' log begin";
    judge(
        "tcxl-timeline-cxl",
        of_c,
        &[
            ("relaxed_lookup_from", start(of_c, "relaxed embedding lookup"), spread),
            ("relaxed_lookup_to", end(of_c, "relaxed embedding lookup"), spread),
            ("mlp_log_from", start(of_c, "part of the parameter log"), spread),
            ("mlp_log_to", end(of_c, "part of the parameter log"), spread),
            (
                "checkpoint_visible",
                of_c.part(Part::Checkpoint),
                "what neither the top MLP nor embedding operations hide",
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
    use crate::side_by_side::Assumptions;

    /// Squares of the differences from Fig. 12a.
    fn error(assumptions: &Assumptions) -> f64 {
        let workloads = workloads(assumptions).unwrap();
        let model = models(&workloads[..1], assumptions).pop().unwrap();
        let (claim, of_d) = (Claim::find("tcxl-timeline-cxld"), model.of("cxl-d"));
        let measured = [
            ("bottom_mlp_forward_end", end(of_d, BOTTOM)),
            ("interaction_and_top_mlp_end", end(of_d, TOP)),
            ("embedding_update_end", end(of_d, "embedding update")),
            ("batch_end", of_d.batch_ms),
        ];
        measured.iter().map(|(key, measured)| (measured - claim.value(key).unwrap()).powi(2)).sum()
    }

    #[test]
    fn what_is_fitted_fits_best() {
        let fitted = trainingcxl::assumptions();
        let least = error(&fitted);
        let names = ["gpu_framework_us", "rows_written_per_entry", "parameter_log_mb_per_s"];
        assert_eq!(fitted.iter().filter(|(_, assumption)| assumption.fitted).count(), names.len());
        for name in names {
            let value = fitted.iter().find(|(known, _)| *known == name).unwrap().1.number.value;
            for factor in [0.97, 1.03] {
                let other = error(&fitted.with(name, factor * value));
                assert!(other > least, "{name} x {factor}: {other} is less than {least}");
            }
        }
    }

    #[test]
    fn every_miss_has_its_reason() {
        let workloads = workloads(&trainingcxl::assumptions()).unwrap();
        for assumptions in [trainingcxl::assumptions(), trainingcxl::assumptions().taken_literally()] {
            let model = models(&workloads[..1], &assumptions).pop().unwrap();
            assert!(records("", &model).iter().all(Record::is_explained));
        }
    }
}
