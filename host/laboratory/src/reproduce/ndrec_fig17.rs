//! Fig. 17 of NDRec: energy of an iteration.

use super::ndrec_systems::{Case, RATE_IN_VIEW, TERABYTE, cases, notes, numbers, of_paper, raw, runs};
use super::{
    Bar, Chart, Claim, Estimate, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table,
};

pub(super) const FIGURE: Figure = Figure { id: "ndrec-fig17", title: "energy of an iteration, Criteo Terabyte", run };

pub(super) const SHOWN: [&str; 5] = ["uvm", "uvm-caching", "cdlrm", "nmp-cxl", "ndrec"];

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let cases = self::cases(&[(TERABYTE, of_paper())], &SHOWN, options, progress)?;
    Ok(reproduction(&cases))
}

pub(super) fn reproduction(cases: &[Case]) -> Reproduction {
    let mut table = Table::new(&["batch", "system", "J", "GPUs", "host", "SmartSSDs", "links"]);
    let mut bars = Vec::new();
    for case in cases {
        let uvm = case.of("uvm").energy.all();
        for each in SHOWN.map(|system| case.of(system)) {
            let energy = each.energy;
            let parts = [energy.gpu, energy.host, energy.smartssd, energy.link];
            let cells = [energy.all()].into_iter().chain(parts).map(|joules| format!("{joules:.3}"));
            table.rows.push([case.batch(), each.title.into()].into_iter().chain(cells).collect());
            bars.push(Bar {
                group: case.batch(),
                name: each.title.into(),
                parts: parts.map(|part| part / uvm).to_vec(),
            });
        }
    }
    Reproduction {
        notes: [
            vec![
                "Power times time: GPUs, CPUs and SmartSSDs at full power while they compute, at a share of it else; a kernel that runs takes \
                 a SmartSSD's whole limit, worst case as in the paper. No public source has it all: see the parameters."
                    .into(),
            ],
            notes(),
        ]
        .concat(),
        tables: vec![("Energy of an iteration".into(), table)],
        records: records(cases),
        charts: vec![Chart::bars(
            "Energy of an iteration, against UVM",
            "system, by batch",
            "energy of an iteration (UVM = 1)",
            ["GPUs", "host", "SmartSSDs", "links"],
            bars,
        )],
        parameters: numbers(),
        raw: Some(raw(cases)),
        runs: runs(cases),
        ..FIGURE.reproduction()
    }
}

fn records(cases: &[Case]) -> Vec<Record> {
    let claim = Claim::find("ndrec-energy");
    let energy = |case: &Case, system: &str| {
        let measured = case.of(system);
        measured.growing_with_time(measured.energy.all())
    };
    let reduction = |over: &'static str| {
        let less = |case: &Case| Estimate::from(1.0) - energy(case, "ndrec") / energy(case, over);
        Estimate::mean_of(cases.iter().map(less))
    };
    let why = "mean over the batch sizes. Time decides, since host and GPUs take a large share of their power while they wait; \
               see the speedups of Fig. 10 for what decides that";
    let records =
        [claim.judge("vs_uvm", reduction("uvm"), why), claim.judge("vs_uvm_caching", reduction("uvm-caching"), why)];
    records.map(|record| record.calibrated(RATE_IN_VIEW)).into()
}
