//! Fig. 14 of NDRec: bandwidth between embedding cache and FPGA, by SmartSSDs and batch size.

use super::ndrec_bounds::in_words;
use super::ndrec_systems::{BATCHES, Case, TERABYTE, assumptions, cases, notes, numbers, raw, runs};
use super::{Chart, Claim, Figure, Lines, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
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
    let mut table = Table::new(&["SmartSSDs", "batch", "kernel ms", "GB/s of all", "GB/s each", "of the peak, %"]);
    for case in &cases {
        let (each, share) = (bandwidth(case) / case.setup().smartssds as f64, efficiency(case));
        let cells =
            [kernel_ms(case), bandwidth(case) * 1e-9, each * 1e-9, 100.0 * share].map(|value| format!("{value:.2}"));
        let head = [case.setup().smartssds.to_string(), case.batch()];
        table.rows.push(head.into_iter().chain(cells).collect());
    }
    let series = BATCHES.iter().map(|batch| {
        let of = cases.iter().filter(|case| case.setup().batch == *batch);
        let points = of.map(|case| (case.setup().smartssds as f64, bandwidth(case) * 1e-9));
        (format!("batch of {}K", batch / 1024), points.collect())
    });
    Ok(Reproduction {
        figure: FIGURE.id.into(),
        title: FIGURE.title.into(),
        notes: notes(),
        tables: vec![("Use of the DRAM buses over an iteration".into(), table)],
        records: records(&cases),
        charts: vec![Chart::Lines(Lines {
            id: String::new(),
            title: "Bandwidth between cache and FPGA".into(),
            x: "number of SmartSSDs".into(),
            y: "bandwidth (GB/s)".into(),
            series: series.collect(),
            mark: None,
        })],
        parameters: numbers(),
        raw: Some(raw(&cases)),
        runs: runs(&cases),
    })
}

fn kernel_ms(case: &Case) -> f64 {
    case.of("ndrec").step("embedding kernel").map_or(0.0, |step| step.end_ms - step.start_ms)
}

/// Bytes over the DRAM buses of all SmartSSDs in an iteration, over its time, a second: what kernels and agents move, and TX buffers.
fn bandwidth(case: &Case) -> f64 {
    let ndrec = case.of("ndrec");
    ndrec.traffic.dram / (ndrec.batch_ms * 1e-3)
}

fn efficiency(case: &Case) -> f64 {
    bandwidth(case) / (assumptions().get("dram_gb_per_s") * 1e9 * case.setup().smartssds as f64)
}

fn records(cases: &[Case]) -> Vec<Record> {
    let of = |smartssds: usize, batch: usize| {
        let found = cases.iter().find(|case| case.setup().smartssds == smartssds && case.setup().batch == batch);
        found.expect("it was measured")
    };
    let [one, four, eight] = [1, 4, 8].map(|smartssds| bandwidth(of(smartssds, 8192)) * 1e-9);
    let (near, same) = (efficiency(of(1, 16_384)), (eight / four - 1.0).abs() < 0.2);
    let measured = format!(
        "16K on one device: {:.0} % of the peak; 8K: {one:.1} GB/s on 1, {four:.1} on 4, {eight:.1} on 8",
        100.0 * near
    );
    let cases = [(1, 16_384), (4, 8192), (8, 8192)];
    let bounds = cases.map(|(devices, batch)| {
        format!("{} on {devices}: {}", of(devices, batch).batch(), in_words(of(devices, batch)))
    });
    let why = "bytes over the DRAM buses in an iteration over its time: vectors that kernels load and store, outputs, TX buffers that GPUs read, and \
               what agents move. The claim holds if one device reaches 70 % of its peak at 16K, and 8 devices are within 20 % of 4 at 8K. \
               Gradients come over the link and not from DRAM";
    let why = format!("{why}. NDRec at {}", bounds.join(". "));
    vec![Claim::find("ndrec-bandwidth").judge_statement("", near >= 0.7 && same, measured, why)]
}
