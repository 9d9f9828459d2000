//! Figs. 16 and 18 of MTrainS: power and energy of each server, and against hosts without files.

use super::mtrains_runs::{MODELS, NAND, Runs, SCALE, SERVERS, all_numbers, cells, counted, main_setups, notes, table};
use super::{Bar, Chart, Claim, Figure, Progress, ReproduceError, ReproduceOptions, Reproduction};
use crate::charts::Estimate;
use crate::mtrains::{Setup, hosts, power_w, server};

pub(super) const FIGURE: Figure =
    Figure { id: "mtrains-fig16", title: "power and energy of each server, model 1 and model 1+", run };
/// The same runs against hosts without files.
pub(super) const FIGURE_18: Figure = Figure {
    id: "mtrains-fig18",
    title: "power and energy against hosts without files, model 1 and model 1+",
    run: run_18,
};

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&main_setups(SCALE), options, progress)?, SCALE))
}

fn run_18(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(against_baseline(&counted(&main_setups(SCALE), options, progress)?, SCALE))
}

fn power(name: &str) -> f64 {
    power_w(&server(name))
}

/// Joules of a sample.
fn energy(runs: &Runs, model: &'static str, name: &'static str, scale: u64) -> f64 {
    power(name) / runs.of(&Setup::new(model, name, scale)).qps()
}

/// Of the energy of configNand, the share that another server needs less.
fn saved(runs: &Runs, model: &'static str, name: &'static str, scale: u64) -> f64 {
    1.0 - energy(runs, model, name, scale) / energy(runs, model, NAND, scale)
}

fn most(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, f64::max)
}

pub(super) fn reproduction(runs: &Runs, scale: u64) -> Reproduction {
    let line = |model, name| {
        cells([
            power(name),
            100.0 * (power(name) / power(NAND) - 1.0),
            1e3 * energy(runs, model, name, scale),
            100.0 * saved(runs, model, name, scale),
        ])
    };
    let bars = MODELS.iter().flat_map(|(model, title)| {
        SERVERS.map(|name| Bar {
            group: (*title).to_owned(),
            name: name.trim_start_matches("config").to_owned(),
            parts: vec![1.0 - saved(runs, model, name, scale)],
        })
    });
    let mut notes = notes(scale);
    notes.push(
        "Power is that of GPUs and processors at their most, and of memories by their size (Table 1); HBM is within the GPUs: Table 1's \
         5000 mW for 1 GB/s would be 64 kW."
            .into(),
    );
    let claim = Claim::find("mtrains-energy");
    let others = || SERVERS.into_iter().filter(|name| *name != NAND);
    let added = others().map(|name| power(name) / power(NAND) - 1.0);
    let least = added.clone().fold(f64::INFINITY, f64::min);
    let best = |model: &'static str| most(others().map(|name| saved(runs, model, name, scale)));
    let time = "power times time, of the server that saves most; power differs by some percent, so time decides";
    let watts = "watts of memories by Table 1, beside GPUs and processors at their most";
    let records = vec![
        claim.judge("energy_vs_configNand_from", best("mtrains-1"), format!("model 1: {time}, which was fitted for model 1")).calibrated(
            "what a layer takes beside its kernels: the paper's 60 % are 2.4 times the samples a second at this power",
        ),
        claim.judge("energy_vs_configNand_to", best("mtrains-1plus"), format!("model 1+: {time}")),
        claim.judge("power_added_from", least, watts),
        claim.judge("power_added_to", most(added), watts),
    ];
    Reproduction {
        notes,
        tables: vec![(
            "Power of a host, and energy of a sample".into(),
            table(&["W", "more than configNand, %", "mJ a sample", "less than configNand, %"], &MODELS, line),
        )],
        records,
        charts: vec![Chart::bars(
            "Energy of a sample against configNand",
            "server, by model",
            "energy (configNand = 1)",
            ["energy"],
            bars.collect(),
        )],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

pub(super) fn against_baseline(runs: &Runs, scale: u64) -> Reproduction {
    let watts = |model| hosts(&Setup::new(model, NAND, scale).model()).ceil() * power("baseline");
    // At as many samples a second on either side, energies are as powers.
    let less = |model, name| 1.0 - power(name) / watts(model);
    let target = |model: &'static str| Setup::new(model, NAND, scale).model().target_qps();
    let at_target = |model, name| 1.0 - energy(runs, model, name, scale) / (watts(model) / target(model));
    let line =
        |model, name| cells([power(name), watts(model), 100.0 * less(model, name), 100.0 * at_target(model, name)]);
    let bars = MODELS.iter().flat_map(|(model, title)| {
        SERVERS.map(|name| Bar {
            group: (*title).to_owned(),
            name: name.trim_start_matches("config").to_owned(),
            parts: vec![1.0 - less(model, name)],
        })
    });
    let best = MODELS.iter().flat_map(|(model, _)| SERVERS.map(|name| at_target(model, name)));
    let why = "against hosts that train exactly as much as the target asks for. The energy of the paper's baseline is that of its own samples a \
               second, which only the bars of Fig. 12 show: the measurement cannot tell";
    let record = Claim::find("mtrains-energy").judge(
        "energy_vs_baseline_up_to",
        Estimate { mean: most(best), margin: f64::INFINITY },
        why,
    );
    Reproduction {
        notes: notes(scale),
        tables: vec![(
            "A host with MTrainS against hosts of the baseline".into(),
            table(
                &[
                    "W",
                    "W of all hosts without files",
                    "less power, %",
                    "less energy than the baseline at the target, %",
                ],
                &MODELS,
                line,
            ),
        )],
        records: vec![record],
        charts: vec![Chart::bars(
            "Power against hosts without files",
            "server, by model",
            "power (all hosts of the baseline = 1)",
            ["power"],
            bars.collect(),
        )],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE_18.reproduction()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Record;
    use crate::reproduce::mtrains_runs::{SMALL, small};

    #[test]
    fn every_value_has_a_record_and_what_the_paper_does_not_print_is_open() {
        let runs = small(&main_setups(SMALL));
        let (found, against) = (reproduction(&runs, SMALL), against_baseline(&runs, SMALL));
        assert!(found.records.len() == 4 && found.records.iter().all(Record::is_explained));
        assert_eq!(against.records.iter().map(Record::verdict).collect::<Vec<_>>(), ["cannot tell"]);
        // 8 x 400 W, 2 x 235 W, 384 GB of DRAM at 375 mW, 8192 GB of flash at 5.7 mW.
        assert!((power(NAND) - (3200.0 + 470.0 + 144.0 + 46.6944)).abs() < 1e-9, "{}", power(NAND));
        assert!(power("configBYA-2") > power("configBYA-1") && power("configBYA-1") > power(NAND));
    }
}
