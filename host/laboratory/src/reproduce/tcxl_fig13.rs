//! Fig. 13 of TrainingCXL: energy of a batch, against PMEM.

use super::claims::LITERALLY;
use super::parameters::parameters;
use super::tcxl_fig11::runs;
use super::tcxl_systems::{Model, Sweep, mean, models, notes, sensitivity, workloads};
use super::{Bar, Bars, Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::charts::clip;
use crate::trainingcxl::{self, Energy};

pub(super) const FIGURE: Figure =
    Figure { id: "tcxl-fig13", title: "energy of memory devices, controllers and links in a batch, RM1 to RM4", run };

/// The systems that the figure shows.
const SHOWN: [&str; 4] = ["ssd", "pmem", "cxl", "dram"];

fn run(_: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let assumptions = trainingcxl::assumptions();
    progress.start("drawing batches", 1);
    let workloads = workloads(&assumptions)?;
    progress.advance(1);
    let fitted = models(&workloads, &assumptions);
    let literal = models(&workloads, &trainingcxl::assumptions().taken_literally());
    let mut records = records("", &fitted);
    records.extend(self::records(LITERALLY, &literal));
    let (sensitivity, sweeps) = sensitivity(SWEEPS, &workloads, &assumptions);
    let memory = |energy: &Energy| vec![energy.memory_static, energy.memory_access, energy.links_and_controllers];
    let all = |energy: &Energy| [memory(energy), vec![energy.cpu, energy.gpu, energy.fpga]].concat();
    let of_memory = ["memory, waiting", "memory, accesses", "links and controllers"];
    let of_all = [&of_memory[..], &["CPU", "GPU", "FPGA"]].concat();
    let mut charts = vec![
        chart("", "Energy of a batch against PMEM: memory, links, controllers", &fitted, &of_memory, memory),
        chart("all", "Energy of a batch against PMEM: memory, links, CPU, GPU, FPGA", &fitted, &of_all, all),
    ];
    charts.extend(sweeps);
    let mut notes = notes();
    notes.push(
        "Energy is static power times time, and so much for every access and every bit over a link. No public source has it all: see \
         the parameters, and how the results change with them."
            .into(),
    );
    Ok(Reproduction {
        figure: FIGURE.id.into(),
        title: FIGURE.title.into(),
        notes,
        tables: vec![
            ("Energy of a batch, mJ".into(), table(&fitted)),
            ("The same with Table 2 and the board at their word".into(), table(&literal)),
            ("At which value of one number the paper's number appears".into(), sensitivity),
        ],
        records,
        charts,
        parameters: parameters(&assumptions),
        runs: serde_json::json!({ "fitted": runs(&fitted), "literal": runs(&literal) }),
    })
}

fn energy(model: &Model, system: &str) -> f64 {
    model.of(system).energy.memory()
}

fn reduction(model: &Model, baseline: &str) -> f64 {
    1.0 - energy(model, "cxl") / energy(model, baseline)
}

fn records(case: &str, models: &[Model]) -> Vec<Record> {
    let judge = |id: &str, measured: f64, why: &str| Claim::find(id).judge(case, measured, why);
    let mut records = vec![
        judge(
            "tcxl-headline-energy",
            mean(models, |model| reduction(model, "pmem")),
            "memory, links and controllers, mean of RM1 to RM4. Both hold the same PMEM, so time decides, less the power of the \
             device's controller, for which there is no source",
        ),
        judge(
            "tcxl-energy-rm2-vs-dram",
            reduction(&models[1], "dram"),
            "DRAM's static power is 3.8 times PMEM's (MTrainS, Table 1), and its host's software takes longer than CXL-MEM; the paper's \
             91 % needs more of either",
        ),
        judge(
            "tcxl-energy-rm4-vs-pmem",
            reduction(&models[3], "pmem"),
            "RM4 moves few rows; PMEM spends its time logging parameters, which takes as long as one module is slow",
        ),
    ];
    let claim = Claim::find("tcxl-energy-order");
    let mut judge = |key: &str, holds: bool, measured: String, why: &str| {
        let key = if case.is_empty() { key.to_owned() } else { format!("{key}/{case}") };
        records.push(claim.judge_statement(&key, holds, measured, why));
    };
    for (number, model) in models.iter().enumerate() {
        let [dram, pmem] = ["dram", "pmem"].map(|system| energy(model, system));
        let (name, measured) = (&model.name, format!("DRAM {:.1} mJ, PMEM {:.1} mJ", dram * 1e3, pmem * 1e3));
        if number < 2 {
            let why = "where lookups take most of the time, the host's software bounds DRAM and PMEM alike, and DRAM's static power \
                       decides; with rows written once, PMEM is done sooner";
            judge(&format!("DRAM > PMEM in {name}"), dram > pmem, measured, why);
        } else {
            let why = "PMEM logs all parameters in every batch, and DRAM nothing";
            judge(&format!("PMEM > DRAM in {name}"), pmem > dram, measured, why);
        }
    }
    let lowest = |model: &Model| {
        let of_cxl = energy(model, "cxl");
        SHOWN.iter().all(|system| *system == "cxl" || energy(model, system) > of_cxl)
    };
    let names: Vec<&str> = models.iter().filter(|model| lowest(model)).map(|model| &*model.name).collect();
    judge(
        "CXL lowest in all",
        names.len() == models.len(),
        format!("in {}", names.join(", ")),
        "against SSD, PMEM and DRAM; where few rows are moved and there is no log to wait for, DRAM on the host is done before \
         CXL-MEM, whose controller takes power, too",
    );
    records
}

fn chart(id: &str, title: &str, models: &[Model], parts: &[&str], of: impl Fn(&Energy) -> Vec<f64>) -> Chart {
    let mut bars = Vec::new();
    for model in models {
        let pmem: f64 = of(&model.of("pmem").energy).iter().sum();
        for system in SHOWN {
            let measured = model.of(system);
            let parts = of(&measured.energy).iter().map(|joules| joules / pmem).collect();
            bars.push(Bar { group: model.name.clone(), name: measured.title.into(), parts });
        }
    }
    let others = bars.iter().filter(|bar| bar.name != "SSD").map(|bar| bar.parts.iter().sum::<f64>());
    let highest = others.fold(0.0, f64::max);
    Chart::Bars(Bars {
        id: id.into(),
        title: title.into(),
        x: "system, by model".into(),
        y: "energy of a batch (PMEM = 1)".into(),
        parts: parts.iter().map(|part| (*part).to_owned()).collect(),
        clip: clip(bars.iter().map(|bar| bar.parts.iter().sum())).or(Some(1.2 * highest)),
        bars,
    })
}

fn table(models: &[Model]) -> Table {
    let mut table = Table::new(&[
        "model",
        "system",
        "memory, waiting",
        "memory, accesses",
        "links and controllers",
        "together",
        "CPU",
        "GPU",
        "FPGA",
        "all",
    ]);
    for model in models {
        for each in &model.measured {
            let energy = &each.energy;
            let values = [
                energy.memory_static,
                energy.memory_access,
                energy.links_and_controllers,
                energy.memory(),
                energy.cpu,
                energy.gpu,
                energy.fpga,
                energy.all(),
            ];
            let cells = values.map(|joules| format!("{:.3}", joules * 1e3));
            table.rows.push([model.name.clone(), each.title.into()].into_iter().chain(cells).collect());
        }
    }
    table
}

/// One number of each claim's baseline, varied.
const SWEEPS: &[Sweep] = &[
    Sweep {
        id: "controller",
        claim: "tcxl-headline-energy",
        title: "CXL against PMEM, by the device's controller",
        parameter: "device_controller_w",
        x: "power of the device's controller (W)",
        y: "energy saved (share of the baseline's)",
        range: (0.0, 20.0),
        measure: |models| mean(models, |model| reduction(model, "pmem")),
    },
    Sweep {
        id: "pmem",
        claim: "tcxl-headline-energy",
        title: "CXL against PMEM, by PMEM's static power",
        parameter: "pmem_mw_per_gb",
        x: "static power of PMEM (mW/GB)",
        y: "energy saved (share of the baseline's)",
        range: (10.0, 400.0),
        measure: |models| mean(models, |model| reduction(model, "pmem")),
    },
    Sweep {
        id: "write",
        claim: "tcxl-headline-energy",
        title: "CXL against PMEM, by the energy of a write",
        parameter: "pmem_write_nj",
        x: "energy of a write of 64 bytes (nJ)",
        y: "energy saved (share of the baseline's)",
        range: (0.0, 100.0),
        measure: |models| mean(models, |model| reduction(model, "pmem")),
    },
    Sweep {
        id: "dram",
        claim: "tcxl-energy-rm2-vs-dram",
        title: "CXL against DRAM in RM2, by DRAM's static power",
        parameter: "dram_mw_per_gb",
        x: "static power of DRAM (mW/GB)",
        y: "energy saved (share of the baseline's)",
        range: (50.0, 3000.0),
        measure: |models| reduction(&models[1], "dram"),
    },
    Sweep {
        id: "rm4",
        claim: "tcxl-energy-rm4-vs-pmem",
        title: "CXL against PMEM in RM4, by the device's controller",
        parameter: "device_controller_w",
        x: "power of the device's controller (W)",
        y: "energy saved (share of the baseline's)",
        range: (0.0, 40.0),
        measure: |models| reduction(&models[3], "pmem"),
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Silent;

    #[test]
    fn energies_come_in_the_papers_order_and_every_miss_has_its_reason() {
        let threads = std::num::NonZeroUsize::MIN;
        let found = run(&ReproduceOptions { threads, criteo: None }, &Silent).unwrap();
        assert!(found.records.iter().all(Record::is_explained), "{:#?}", found.records);
        let order = |record: &&Record| record.id == "tcxl-energy-order" && !record.key.contains("literally");
        let order: Vec<&Record> = found.records.iter().filter(order).collect();
        assert!(order.len() == 5 && order.iter().all(|record| record.holds == Some(true)), "{order:#?}");
    }
}
