//! Fig. 21 of MTrainS: hit rates of the caches of model 1 and model 1+.

use super::mtrains_runs::{MODELS, Runs, SCALE, SERVERS, all_numbers, cells, counted, main_setups, notes, table};
use super::{Bar, Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction};
use crate::mtrains::{Counters, Setup};

pub(super) const FIGURE: Figure =
    Figure { id: "mtrains-fig21", title: "hit rates of the caches, model 1 and model 1+", run };

/// What was fitted to model 1's.
const FITTED: &str = "rows in files and counted lookups of model 1";
/// The claim's names of the caches, and a server with them.
const KEYS: [(&str, &str); 3] = [("dram", "configNand"), ("bya1", "configBYA-1"), ("bya2", "configBYA-2")];

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&main_setups(SCALE), options, progress)?, SCALE))
}

pub(super) fn reproduction(runs: &Runs, scale: u64) -> Reproduction {
    let of = |model, server| runs.of(&Setup::new(model, server, scale));
    let shares = |counters: &Counters| {
        let share = |level: usize| counters.hits.get(level).map_or(0.0, |hits| *hits as f64 / counters.rows as f64);
        [share(0), share(1)]
    };
    let line = |model, server| {
        let counters = of(model, server);
        let [dram, scm] = shares(counters);
        let unique = counters.rows as f64 * scale as f64 / counters.all_lookups();
        let first = 1.0 - dram - scm - counters.reads as f64 / (counters.rows * scale) as f64;
        cells([dram, scm, dram + scm, first, unique])
    };
    let bars = MODELS.iter().flat_map(|(model, title)| {
        SERVERS.map(|server| Bar {
            group: (*title).to_owned(),
            name: server.trim_start_matches("config").to_owned(),
            parts: shares(of(model, server)).to_vec(),
        })
    });
    Reproduction {
        notes: notes(scale),
        tables: vec![(
            "Of the unique rows of batches, the shares that DRAM and SCM have, and that no file has yet; and of lookups the share that is unique \
             in its batch"
                .into(),
            table(&["DRAM", "SCM", "both", "in no file", "unique"], &MODELS, line),
        )],
        records: records(runs, scale),
        charts: vec![Chart::bars(
            "Hit rates of the caches",
            "server, by model",
            "hits (share of unique rows)",
            ["DRAM", "SCM"],
            bars.collect(),
        )],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

fn records(runs: &Runs, scale: u64) -> Vec<Record> {
    let claim = Claim::find("mtrains-hit-rate");
    let mut records = Vec::new();
    for (model, name) in [("mtrains-1", "model1"), ("mtrains-1plus", "model1plus")] {
        for (key, server) in KEYS {
            let rate = runs.of(&Setup::new(model, server, scale)).hit_rate();
            let why =
                "unique rows of batches that either cache has, of all, from empty caches on: first uses are misses";
            let record = claim.judge(&format!("{name}_{key}"), rate, why);
            records.push(if model == "mtrains-1" { record.calibrated(FITTED) } else { record });
        }
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::mtrains_runs::{SMALL, small};

    #[test]
    fn every_value_has_a_record_and_more_cache_hits_more() {
        let runs = small(&main_setups(SMALL));
        let found = reproduction(&runs, SMALL);
        assert_eq!(found.records.len(), 6);
        assert!(found.records.iter().all(Record::is_explained));
        assert_eq!(found.records.iter().filter(|record| record.calibrated.is_some()).count(), 3);
        let rate = |model, server| runs.of(&Setup::new(model, server, SMALL)).hit_rate();
        for (model, _) in MODELS {
            assert!(rate(model, "configNand") + 0.1 < rate(model, "configBYA-1"), "{model}");
            assert_eq!(rate(model, "configBYA-1"), rate(model, "configSCM"), "media do not change what hits");
        }
        // Rows twice as long, of which half as many have room: model 1+ has more use for the second half of the SCM.
        let more = |model| rate(model, "configBYA-2") - rate(model, "configBYA-1");
        assert!(more("mtrains-1") < 0.75 * more("mtrains-1plus"), "{} {}", more("mtrains-1"), more("mtrains-1plus"));
        assert!(rate("mtrains-1plus", "configNand") < rate("mtrains-1", "configNand"));
    }
}
