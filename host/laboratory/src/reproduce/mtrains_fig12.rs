//! Figs. 12 and 13 of MTrainS: hosts that each model needs, and samples a second against the target.

use super::mtrains_runs::{MODEL_2, Runs, SCALE, SERVERS, all_numbers, counted, main_setups, notes, table};
use super::{Bar, Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::mtrains::{Model, Setup, hosts, models};

pub(super) const FIGURE: Figure =
    Figure { id: "mtrains-fig12", title: "hosts that each model needs, and samples a second against the target", run };

/// The paper's models, by name and title.
const ALL: [(&str, &str); 3] = [("mtrains-1", "model 1"), ("mtrains-1plus", "model 1+"), ("mtrains-2", "model 2")];

pub(super) fn setups(scale: u64) -> Vec<Setup> {
    let second = SERVERS.map(|server| Setup::new("mtrains-2", server, scale * MODEL_2));
    main_setups(scale).into_iter().chain(second).collect()
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&setups(SCALE), options, progress)?, SCALE))
}

pub(super) fn setup(model: &'static str, server: &'static str, scale: u64) -> Setup {
    let times = if model == "mtrains-2" { MODEL_2 } else { 1 };
    Setup::new(model, server, scale * times)
}

/// Of the target, the share that a server reaches.
fn reached(runs: &Runs, model: &'static str, server: &'static str, scale: u64) -> f64 {
    let setup = setup(model, server, scale);
    runs.of(&setup).qps() / setup.model().target_qps()
}

pub(super) fn reproduction(runs: &Runs, scale: u64) -> Reproduction {
    let line = |model, server| vec![format!("{:.3}", reached(runs, model, server, scale))];
    let mut needed =
        Table::new(&["model", "10^9 bytes in files", "10^9 bytes in all", "hosts of the baseline", "rounded up"]);
    for model in models() {
        let hosts = hosts(&model);
        let sizes = [model.files_gb(), model.all_gb()].map(|gigabytes| format!("{gigabytes:.0}"));
        let cells = [format!("{hosts:.2}"), format!("{}", hosts.ceil())];
        needed.rows.push([model.title.clone()].into_iter().chain(sizes).chain(cells).collect());
    }
    let mut sensitivity = Table::new(&["10^9 bytes of tables a host", "model 1", "model 1+", "model 2"]);
    for gigabytes in [350.0, 400.0, 448.0, 500.0, 550.0] {
        let hosts = models().into_iter().map(|model: Model| format!("{}", (model.all_gb() / gigabytes).ceil()));
        sensitivity.rows.push([format!("{gigabytes}")].into_iter().chain(hosts).collect());
    }
    let bars = ALL.iter().flat_map(|(model, title)| {
        SERVERS.map(|server| Bar {
            group: (*title).to_owned(),
            name: server.trim_start_matches("config").to_owned(),
            parts: vec![reached(runs, model, server, scale)],
        })
    });
    let mut notes = notes(scale);
    notes.push(format!("Model 2 is run with {MODEL_2} times as many rows for one, for it looks up ten times as much."));
    Reproduction {
        notes,
        tables: vec![
            ("Hosts without files".into(), needed),
            ("Hosts, by what a host of the baseline holds (448 is assumed)".into(), sensitivity),
            ("Samples a second of one host, of the target".into(), table(&["of the target"], &ALL, line)),
        ],
        records: records(runs, scale),
        charts: vec![Chart::bars(
            "Samples a second of one host with MTrainS",
            "server, by model",
            "samples a second (target = 1)",
            ["samples a second"],
            bars.collect(),
        )],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

fn records(runs: &Runs, scale: u64) -> Vec<Record> {
    let claim = Claim::find("mtrains-hosts");
    let keys = ["model1_hosts_saved", "model1plus_hosts_saved", "model2_baseline_hosts"];
    let record = |(key, (model, title)): (&str, (&'static str, &str))| {
        let best = SERVERS.iter().map(|server| reached(runs, model, server, scale)).fold(0.0, f64::max);
        let hosts = hosts(&setup(model, SERVERS[0], scale).model()).ceil();
        let why = format!(
            "bytes of tables over the 448 GB of them that a host of the baseline is assumed to hold, against one host whose files have room for \
             them. One host with MTrainS reaches {:.0} % of the target of {title} at best",
            100.0 * best
        );
        let record = claim.judge(key, hosts, why);
        match model {
            "mtrains-2" => record.calibrated("rows in files of model 2, of which the paper prints nothing else"),
            _ => record,
        }
    };
    keys.into_iter().zip(ALL).map(record).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::mtrains_runs::{SMALL, small};

    #[test]
    fn every_value_has_a_record_and_model_2_is_far_from_its_target() {
        let scale = SMALL / MODEL_2;
        let runs = small(&setups(scale));
        let found = reproduction(&runs, scale);
        assert!(found.records.len() == 3 && found.records.iter().all(Record::is_explained));
        let verdicts: Vec<&str> = found.records.iter().map(Record::verdict).collect();
        assert_eq!(verdicts, ["yes", "yes", "calibrated"]);
        let best = |model| SERVERS.iter().map(|server| reached(&runs, model, server, scale)).fold(0.0, f64::max);
        assert!(best("mtrains-2") < 0.5 * best("mtrains-1"), "{} {}", best("mtrains-2"), best("mtrains-1"));
    }
}
