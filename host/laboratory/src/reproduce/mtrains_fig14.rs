//! Fig. 14 of MTrainS: samples a second of model 1 and model 1+ on each server.

use super::mtrains_runs::{
    MODELS, NAND, Runs, SCALE, SERVERS, SMALLER, all_numbers, cells, counted, main_setups, notes, table,
};
use super::{Bar, Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction};
use crate::mtrains::{Counters, Setup};

pub(super) const FIGURE: Figure =
    Figure { id: "mtrains-fig14", title: "samples a second on each server, model 1 and model 1+", run };

/// What was fitted to model 1's.
const FITTED: &str = "what a layer takes beside its kernels, of the GPU a100-fig14a";
/// What was chosen in its view.
const CHOSEN: &str = "accesses a second of nand and bla-scm, the ends of the paper's range";

/// All that is measured: also with the paper's tables at their word, at a smaller part of the size.
pub(super) fn setups(scale: u64) -> Vec<Setup> {
    let literal = main_setups(scale * SMALLER).into_iter().map(Setup::literally);
    main_setups(scale).into_iter().chain(literal).collect()
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&setups(SCALE), options, progress)?, SCALE))
}

pub(super) fn speedup<'r>(of: impl Fn(&'static str) -> &'r Counters, server: &'static str) -> f64 {
    of(server).qps() / of(NAND).qps()
}

pub(super) fn reproduction(runs: &Runs, scale: u64) -> Reproduction {
    let of = |model, server| runs.of(&Setup::new(model, server, scale));
    let literal = |model, server| runs.of(&Setup::new(model, server, scale * SMALLER).literally());
    let line = |model, server| {
        let counters = of(model, server);
        let times = cells([
            counters.qps() / 1e3,
            speedup(|server| of(model, server), server),
            speedup(|server| literal(model, server), server),
        ]);
        let busy = ["GPU", "SSD", "DRAM", "SCM", "link to GPU"].map(|resource| 100.0 * counters.busy(resource));
        [times, busy.map(|share| format!("{share:.1}")).to_vec()].concat()
    };
    let columns = [
        "1000 samples a second",
        "times configNand",
        "times configNand, Table 1 literally",
        "GPU busy, %",
        "SSD, %",
        "DRAM, %",
        "SCM, %",
        "links, %",
    ];
    let bars = MODELS.iter().flat_map(|(model, title)| {
        SERVERS.map(|server| Bar {
            group: (*title).to_owned(),
            name: server.trim_start_matches("config").to_owned(),
            parts: vec![speedup(|server| of(model, server), server)],
        })
    });
    let mut notes = notes(scale);
    notes.push(
        "Table 1 literally: SCM has 84 GB/s instead of the 15 of Fig. 4b, DRAM 200 instead of 170, and both kinds of SSD read as many blocks \
         of 4 KiB as 6 GB/s allow. Nothing then tells flash from Optane SSDs but latency."
            .into(),
    );
    Reproduction {
        notes,
        tables: vec![("Samples a second, and how long each resource is held".into(), table(&columns, &MODELS, line))],
        records: records(runs, scale),
        charts: vec![Chart::bars(
            "Samples a second against configNand",
            "server, by model",
            "samples a second (configNand = 1)",
            ["samples a second"],
            bars.collect(),
        )],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

fn records(runs: &Runs, scale: u64) -> Vec<Record> {
    let of = |model: &'static str| move |server: &'static str| runs.of(&Setup::new(model, server, scale));
    let mut records = Vec::new();
    for (id, model) in [("mtrains-qps-model1", "mtrains-1"), ("mtrains-qps-model1plus", "mtrains-1plus")] {
        let claim = Claim::find(id);
        for key in claim.keys() {
            let server = SERVERS.into_iter().find(|server| *server == key).expect("claims name servers");
            let why = "mean over all that is counted, from empty caches on. Where files are waited for, reads of blocks decide; where they are \
                       not, the GPUs, whose time was fitted to model 1";
            let record = claim.judge(key, speedup(of(model), server), why);
            records.push(match (model, server) {
                ("mtrains-1", "configBLA") => record.calibrated(CHOSEN),
                ("mtrains-1", _) => record.calibrated(FITTED),
                _ => record,
            });
        }
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::mtrains_runs::{SMALL, small};

    #[test]
    fn every_value_has_a_record_and_who_waits_for_files_gains_by_what_is_in_front_of_them() {
        let runs = small(&setups(SMALL));
        let found = reproduction(&runs, SMALL);
        assert_eq!(found.records.len(), 4 + 3);
        assert!(found.records.iter().all(Record::is_explained));
        assert_eq!(found.records.iter().filter(|record| record.calibrated.is_some()).count(), 4);
        let of = |server| runs.of(&Setup::new("mtrains-1plus", server, SMALL));
        let order = ["configNand", "configBYA-1", "configBYA-2"].map(|server| of(server).qps());
        assert!(order[0] < order[1] && order[1] < order[2], "{order:?}");
        // It is the SSD that configNand waits for, and nobody does where all that is looked up again is in a cache.
        assert!(of("configNand").busy("SSD") > 0.9 && of("configNand").busy("GPU") < 0.6);
        let first = |server| runs.of(&Setup::new("mtrains-1", server, SMALL));
        assert!(first("configBYA-2").busy("GPU") > 0.9 && first("configBYA-2").busy("SSD") < 0.3);
        assert!(first("configBYA-2").qps() > 1.5 * first("configNand").qps());
    }
}
