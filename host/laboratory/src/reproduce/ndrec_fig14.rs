//! Fig. 14 of NDRec: bandwidth between embedding cache and FPGA, by SmartSSDs and batch size.

use emberlane_systems::schedule::names;

use super::ndrec_bounds::in_words;
use super::ndrec_systems::{BATCHES, Case, RATE_IN_VIEW, TERABYTE, assumptions, cases, notes, numbers, raw, runs};
use super::{Chart, Claim, Estimate, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::charts::all;
use crate::ndrec::Setup;

pub(super) const FIGURE: Figure = Figure {
    id: "ndrec-fig14",
    title: "bandwidth between embedding cache and FPGA, by SmartSSDs, Criteo Terabyte",
    run,
};

pub(super) const SMARTSSDS: [usize; 4] = [1, 2, 4, 8];

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let setups: Vec<Setup> = SMARTSSDS
        .iter()
        .flat_map(|smartssds| BATCHES.map(|batch| Setup { smartssds: *smartssds, ..Setup::of_paper(batch) }))
        .collect();
    let cases = self::cases(&[(TERABYTE, setups)], &["ndrec"], options, progress)?;
    Ok(reproduction(&cases))
}

pub(super) fn reproduction(cases: &[Case]) -> Reproduction {
    let mut table = Table::new(&["SmartSSDs", "batch", "kernel ms", "GB/s of all", "GB/s each", "of the peak, %"]);
    for case in cases {
        let (each, share) = (bandwidth(case).mean / case.setup().smartssds as f64, efficiency(case).mean);
        let cells = [kernel_ms(case), bandwidth(case).mean * 1e-9, each * 1e-9, 100.0 * share]
            .map(|value| format!("{value:.2}"));
        let head = [case.setup().smartssds.to_string(), case.batch()];
        table.rows.push(head.into_iter().chain(cells).collect());
    }
    let series = BATCHES.iter().map(|batch| {
        let of = cases.iter().filter(|case| case.setup().batch == *batch);
        let points = of.map(|case| (case.setup().smartssds as f64, bandwidth(case).mean * 1e-9));
        (format!("batch of {}K", batch / 1024), points.collect())
    });
    Reproduction {
        notes: notes(),
        tables: vec![("Use of the DRAM buses over an iteration".into(), table)],
        records: records(cases),
        charts: vec![Chart::lines(
            "Bandwidth between cache and FPGA",
            "number of SmartSSDs",
            "bandwidth (GB/s)",
            series.collect(),
        )],
        parameters: numbers(),
        raw: Some(raw(cases)),
        runs: runs(cases),
        ..FIGURE.reproduction()
    }
}

fn kernel_ms(case: &Case) -> f64 {
    case.of("ndrec").step(names::EMBEDDING_KERNEL).map_or(0.0, |step| step.end_ms - step.start_ms)
}

/// Bytes over the DRAM buses of all SmartSSDs in an iteration, over its time, a second: what kernels and agents move, and TX buffers.
fn bandwidth(case: &Case) -> Estimate {
    let ndrec = case.of("ndrec");
    Estimate::from(ndrec.traffic.dram * 1e3) / ndrec.time()
}

fn efficiency(case: &Case) -> Estimate {
    let peak = assumptions().get("dram_gb_per_s") * 1e9 * case.setup().smartssds as f64;
    bandwidth(case) / peak.into()
}

fn records(cases: &[Case]) -> Vec<Record> {
    let of = |smartssds: usize, batch: usize| {
        let found = cases.iter().find(|case| case.setup().smartssds == smartssds && case.setup().batch == batch);
        found.expect("it was measured")
    };
    let [one, four, eight] = [1, 4, 8].map(|smartssds| bandwidth(of(smartssds, 8192)));
    let (near, more) = (efficiency(of(1, 16_384)), eight / four);
    let [gb_1, gb_4, gb_8] = [one, four, eight].map(|bytes| bytes.mean * 1e-9);
    let measured = format!(
        "16K on one device: {} of the peak; 8K: {gb_1:.1} GB/s on 1, {gb_4:.1} on 4, {gb_8:.1} on 8, 4 to 8 {}",
        near.text(""),
        more.text("x")
    );
    let cases = [(1, 16_384), (4, 8192), (8, 8192)];
    let bounds = cases.map(|(devices, batch)| {
        format!("{} on {devices}: {}", of(devices, batch).batch(), in_words(of(devices, batch)))
    });
    let why = "bytes over the DRAM buses in an iteration over its time: vectors that kernels load and store, outputs, TX buffers that GPUs read, and \
               what agents move. The claim holds if one device reaches 70 % of its peak at 16K, and 8 devices are within 20 % of 4 at 8K. \
               Gradients come over the link and not from DRAM";
    let why = format!("{why}. NDRec at {}", bounds.join(". "));
    let holds = all([near.at_least(0.7), more.at_least(0.8), more.at_most(1.2)]);
    vec![Claim::find("ndrec-bandwidth").judge_statement("", holds, measured, why).calibrated(RATE_IN_VIEW)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::ndrec_systems::made_up;

    /// What is found where a device moves this part of what its bus can at 16K, and eight devices so many times as much as four.
    fn bandwidth_of(part: f64, more: f64, margin_ms: f64) -> Record {
        let peak = assumptions().get("dram_gb_per_s") * 1e9;
        let of = |smartssds, batch, part: f64| {
            // In 10 ms.
            let dram = part * peak * 1e-2;
            made_up(Setup { smartssds, ..Setup::of_paper(batch) }, &[("ndrec", 10.0, margin_ms, dram)])
        };
        let cases = [of(1, 16_384, part), of(1, 8192, 0.4), of(4, 8192, 1.6), of(8, 8192, 1.6 * more)];
        records(&cases).remove(0)
    }

    #[test]
    fn bandwidth_is_judged_by_its_interval_and_is_no_prediction() {
        let found = [(0.8, 1.1, 0.1), (0.72, 1.1, 1.0), (0.8, 1.15, 1.0), (0.3, 1.1, 1.0)]
            .map(|(part, more, margin)| bandwidth_of(part, more, margin));
        assert_eq!(found.each_ref().map(|record| record.holds), [Some(true), None, None, Some(false)]);
        assert!(found.iter().all(|record| record.calibrated.is_some()));
    }
}
