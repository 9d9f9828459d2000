//! Fig. 15 of MTrainS: samples a second of model 2 on each server.

use super::mtrains_fig14::speedup;
use super::mtrains_runs::{MODEL_2, Runs, SCALE, SERVERS, all_numbers, cells, counted, notes, table};
use super::{Bar, Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction};
use crate::mtrains::Setup;

pub(super) const FIGURE: Figure =
    Figure { id: "mtrains-fig15", title: "samples a second on each server, model 2 on one host", run };

const MODEL: [(&str, &str); 1] = [("mtrains-2", "model 2")];

pub(super) fn setups(scale: u64) -> Vec<Setup> {
    SERVERS.map(|server| Setup::new("mtrains-2", server, scale * MODEL_2)).to_vec()
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&setups(SCALE), options, progress)?, SCALE))
}

pub(super) fn reproduction(runs: &Runs, scale: u64) -> Reproduction {
    let of = |server| runs.of(&Setup::new("mtrains-2", server, scale * MODEL_2));
    let line = |_, server| {
        let counters = of(server);
        let busy = ["GPU", "SSD"].map(|resource| 100.0 * counters.busy(resource));
        cells([counters.qps() / 1e3, speedup(of, server), counters.hit_rate(), busy[0], busy[1]])
    };
    let columns = ["1000 samples a second", "times configNand", "hit rate", "GPU busy, %", "SSD, %"];
    let bar = |server: &'static str| Bar {
        group: "model 2".into(),
        name: server.trim_start_matches("config").to_owned(),
        parts: vec![speedup(of, server)],
    };
    let claim = Claim::find("mtrains-qps-model2");
    let record = |key: &str| {
        let server = SERVERS.into_iter().find(|server| *server == key).expect("claims name servers");
        let why = "the law, the horizon in samples and the time of a layer are model 1's; rows in files were chosen for the three hosts of \
                   Fig. 13. The paper prints neither size nor hit rates of model 2: Optane memory helps here as much as it caches";
        claim.judge(key, speedup(of, server), why)
    };
    let records: Vec<Record> = claim.keys().into_iter().map(record).collect();
    Reproduction {
        notes: notes(scale * MODEL_2),
        tables: vec![("Samples a second".into(), table(&columns, &MODEL, line))],
        records,
        charts: vec![Chart::bars(
            "Samples a second of model 2 against configNand",
            "server",
            "samples a second (configNand = 1)",
            ["samples a second"],
            SERVERS.map(bar).to_vec(),
        )],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::mtrains_runs::{SMALL, small};

    #[test]
    fn every_value_has_a_record_and_files_are_what_model_2_waits_for() {
        let runs = small(&setups(SMALL / MODEL_2));
        let found = reproduction(&runs, SMALL / MODEL_2);
        assert!(found.records.len() == 3 && found.records.iter().all(Record::is_explained));
        let of = |server| runs.of(&Setup::new("mtrains-2", server, SMALL));
        assert!(of("configNand").busy("SSD") > 0.9 && of("configBLA").qps() > of("configNand").qps());
    }
}
