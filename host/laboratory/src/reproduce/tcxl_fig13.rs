//! Fig. 13 of TrainingCXL: energy of a batch, against PMEM.

use emberlane_systems::energy::Energy;

use super::tcxl_systems::{ALL, Model, command, mean, models, notes, numbers, raw, runs};
use super::{
    Bar, Bars, Chart, Claim, Estimate, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table,
};
use crate::charts::{all, clip};

pub(super) const FIGURE: Figure =
    Figure { id: "tcxl-fig13", title: "energy of memory devices, controllers and links in a batch, RM1 to RM4", run };

/// Why all of it is calibrated: what the host's cores take for an index, which is nearly all that PMEM and DRAM do, was chosen with the
/// figure in view.
const INDEX_IN_VIEW: &str = "host_index_ns, in view of Fig. 13";

/// The systems that the figure shows.
const SHOWN: [&str; 4] = ["ssd", "pmem", "cxl", "dram"];

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&models(ALL, options, progress)?))
}

pub(super) fn reproduction(models: &[Model]) -> Reproduction {
    let memory = |energy: &Energy| vec![energy.memory_static, energy.memory_access, energy.links_and_controllers];
    let whole = |energy: &Energy| [memory(energy), vec![energy.cpu, energy.gpu, energy.fpga]].concat();
    let of_memory = ["memory, waiting", "memory, accesses", "links and controllers"];
    let of_all = [&of_memory[..], &["CPU", "GPU", "FPGA"]].concat();
    let mut notes = notes(models);
    notes.push(
        "Energy is static power times time, and so much for every access and every bit over a link. No public source has it all: see \
         the parameters. Nearly all of it grows with time, so its interval is that of the time. What the host's cores take for an index \
         was chosen with this figure in view, and every claim sets PMEM or DRAM, which are little else, beside CXL or each other: no \
         record is a prediction."
            .into(),
    );
    Reproduction {
        notes,
        tables: vec![("Energy of a batch, mJ".into(), table(models))],
        records: records(models),
        charts: vec![
            chart("", "Energy of a batch against PMEM: memory, links, controllers", models, &of_memory, memory),
            chart("all", "Energy of a batch against PMEM: memory, links, CPU, GPU, FPGA", models, &of_all, whole),
        ],
        parameters: numbers(),
        runs: runs(models),
        raw: Some(raw(models)),
        ..FIGURE.reproduction()
    }
}

fn energy(model: &Model, system: &str) -> Estimate {
    let measured = model.of(system);
    measured.growing_with_time(measured.energy.memory())
}

fn reduction(model: &Model, baseline: &str) -> Estimate {
    Estimate::from(1.0) - energy(model, "cxl") / energy(model, baseline)
}

fn records(models: &[Model]) -> Vec<Record> {
    let judge = |id: &str, measured: Estimate, why: &str| {
        Claim::find(id).judge("", measured, why).by(command(ALL, &SHOWN)).calibrated(INDEX_IN_VIEW)
    };
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
    let judge = |key: &str, holds: Option<bool>, measured: String, why: &str| {
        claim.judge_statement(key, holds, measured, why).by(command(ALL, &SHOWN)).calibrated(INDEX_IN_VIEW)
    };
    let above = |one: Estimate, other: Estimate| (one / other).at_least(1.0);
    for (number, model) in models.iter().enumerate() {
        let [dram, pmem] = ["dram", "pmem"].map(|system| energy(model, system));
        let measured = format!("DRAM {:.1} mJ, PMEM {:.1} mJ", dram.mean * 1e3, pmem.mean * 1e3);
        let name = &model.name;
        if number < 2 {
            let why = "the host's software bounds DRAM and PMEM alike, and DRAM's static power decides; but PMEM also writes all \
                       parameters in every batch";
            records.push(judge(&format!("DRAM > PMEM in {name}"), above(dram, pmem), measured, why));
        } else {
            let why = "PMEM logs all parameters in every batch, and DRAM nothing";
            records.push(judge(&format!("PMEM > DRAM in {name}"), above(pmem, dram), measured, why));
        }
    }
    let lowest = |model: &Model| {
        let of_cxl = energy(model, "cxl");
        all(SHOWN.iter().filter(|system| **system != "cxl").map(|system| above(energy(model, system), of_cxl)))
    };
    let names: Vec<&str> =
        models.iter().filter(|model| lowest(model) == Some(true)).map(|model| &*model.name).collect();
    records.push(judge(
        "CXL lowest in all",
        all(models.iter().map(lowest)),
        format!("in {}", names.join(", ")),
        "against SSD, PMEM and DRAM; where few rows are moved and there is no log to wait for, DRAM on the host is done before \
         CXL-MEM, whose controller takes power, too",
    ));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::tcxl_systems::small;

    #[test]
    fn every_value_has_a_record_and_every_miss_its_reason() {
        let models = small();
        let found = reproduction(&models);
        assert!(found.records.len() == 3 + 4 + 1 && found.records.iter().all(Record::is_explained));
        // All of it has PMEM or DRAM in it.
        assert!(found.records.iter().all(|record| record.calibrated.as_deref() == Some(INDEX_IN_VIEW)));
        for model in &models {
            // The same memory at the same power: who is done first takes less of it.
            let waiting = |system: &str| model.of(system).energy.memory_static / model.of(system).batch_ms;
            assert!((waiting("pmem") / waiting("cxl-b") - 1.0).abs() < 1e-9, "{}", model.name);
        }
    }
}
