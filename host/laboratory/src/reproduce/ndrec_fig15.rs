//! Fig. 15 of NDRec: speedup over UVM by GPUs and SmartSSDs.

use super::ndrec_bounds::in_words;
use super::ndrec_fig14::SMARTSSDS;
use super::ndrec_systems::{Case, RATE_IN_VIEW, TERABYTE, cases, notes, numbers, raw, runs};
use super::{Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::charts::all;
use crate::ndrec::Setup;

pub(super) const FIGURE: Figure =
    Figure { id: "ndrec-fig15", title: "speedup over UVM by GPUs and SmartSSDs, Criteo Terabyte", run };

const GPUS: [usize; 3] = [1, 2, 4];
const SIZES: [usize; 2] = [2048, 16_384];

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let mut setups = Vec::new();
    for batch in SIZES {
        for gpus in GPUS {
            // Few SmartSSDs beside few GPUs are nobody's machine, and take as long to rehearse.
            let wanted = SMARTSSDS.into_iter().filter(|smartssds| gpus == 4 || *smartssds >= 4);
            setups.extend(wanted.map(|smartssds| Setup { gpus, smartssds, ..Setup::of_paper(batch) }));
        }
    }
    let cases = self::cases(&[(TERABYTE, setups)], &["ndrec", "uvm"], options, progress)?;
    Ok(reproduction(&cases))
}

pub(super) fn reproduction(cases: &[Case]) -> Reproduction {
    let mut table = Table::new(&["batch", "GPUs", "SmartSSDs", "NDRec ms", "UVM ms", "speedup"]);
    for case in cases {
        let head = [case.batch(), case.setup().gpus.to_string(), case.setup().smartssds.to_string()];
        let times = [case.of("ndrec").batch_ms, case.of("uvm").batch_ms, case.speedup("ndrec", "uvm").mean];
        table.rows.push(head.into_iter().chain(times.map(|value| format!("{value:.3}"))).collect());
    }
    let charts = SIZES.iter().map(|batch| {
        let series = GPUS.iter().map(|gpus| {
            let of = cases.iter().filter(|case| case.setup().batch == *batch && case.setup().gpus == *gpus);
            let points = of.map(|case| (case.setup().smartssds as f64, case.speedup("ndrec", "uvm").mean));
            (format!("{gpus} GPU{}", if *gpus == 1 { "" } else { "s" }), points.collect())
        });
        Chart::lines(
            format!("Speedup over UVM at a batch of {}K", batch / 1024),
            "number of SmartSSDs",
            "speedup over UVM (times)",
            series.collect(),
        )
        .with_id(format!("{}k", batch / 1024))
    });
    Reproduction {
        notes: notes(),
        tables: vec![("Time of an iteration".into(), table)],
        records: records(cases),
        charts: charts.collect(),
        parameters: numbers(),
        raw: Some(raw(cases)),
        runs: runs(cases),
        ..FIGURE.reproduction()
    }
}

fn records(cases: &[Case]) -> Vec<Record> {
    let case = |batch: usize, gpus: usize, smartssds: usize| {
        let wanted = Setup { gpus, smartssds, ..Setup::of_paper(batch) };
        cases.iter().find(|case| case.setup() == wanted).expect("it was measured")
    };
    let time = |batch, gpus, smartssds| case(batch, gpus, smartssds).of("ndrec").time();
    let to_four = time(16_384, 4, 1) / time(16_384, 4, 4);
    let small = time(2048, 1, 8) / time(2048, 2, 8);
    let large = time(16_384, 1, 4) / time(16_384, 2, 4);
    let holds = all([to_four.at_least(3.2), small.at_least(1.6), large.at_most(1.3)]);
    let [to_four, small, large] = [to_four, small, large].map(|times| times.text("x"));
    let measured = format!("16K, 1 to 4 SmartSSDs: {to_four}; 1 to 2 GPUs: 2K {small}, 16K {large}");
    let why = "NDRec's own time. The claim holds if four SmartSSDs are 3.2 times as fast as one or more at 16K, and a second GPU makes a \
               batch of 2K 1.6 times as fast or more, one of 16K 1.3 times or less; where an interval reaches over its threshold, that is not known";
    let shown = [(16_384, 4, 1), (16_384, 4, 4), (2048, 1, 8), (2048, 2, 8), (16_384, 1, 4), (16_384, 2, 4)];
    let bounds = shown.map(|(batch, gpus, smartssds)| {
        let case = case(batch, gpus, smartssds);
        format!("{}, {gpus} GPUs, {smartssds} SmartSSDs: {}", case.batch(), in_words(case))
    });
    let why = format!("{why}. {}", bounds.join(". "));
    vec![Claim::find("ndrec-scaling").judge_statement("", holds, measured, why).calibrated(RATE_IN_VIEW)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::ndrec_systems::made_up;

    /// What is found of scaling where four SmartSSDs take this long for 16K, and one takes 79.6 ms.
    fn scaling(batch_ms: f64, margin_ms: f64) -> Record {
        let of = |batch, gpus, smartssds, batch_ms, margin_ms| {
            let setup = Setup { gpus, smartssds, ..Setup::of_paper(batch) };
            made_up(setup, &[("ndrec", batch_ms, margin_ms, 0.0)])
        };
        let cases = [
            of(16_384, 4, 1, 79.6, 1.05),
            of(16_384, 4, 4, batch_ms, margin_ms),
            of(2048, 1, 8, 3.9, 0.0),
            of(2048, 2, 8, 2.3, 0.0),
            of(16_384, 1, 4, 27.5, 0.0),
            of(16_384, 2, 4, 24.1, 0.0),
        ];
        records(&cases).remove(0)
    }

    #[test]
    fn a_threshold_within_the_interval_is_not_decided_and_nothing_is_a_prediction() {
        let found = [(24.1, 0.0), (24.1, 1.64), (30.0, 0.5)].map(|(ms, margin)| scaling(ms, margin));
        assert_eq!(found.each_ref().map(|record| record.holds), [Some(true), None, Some(false)]);
        assert!(found.iter().all(|record| record.calibrated.is_some()));
        assert!(
            found[1].measured.to_string().starts_with("16K, 1 to 4 SmartSSDs: 3.303x (3.074 .. 3.532)"),
            "{found:?}"
        );
    }
}
