//! Fig. 22 of MTrainS: reads a second and effective bandwidth of the SSDs. The paper claims no number of its own there that others do not
//! have: what it says in words stands in the notes.

use super::mtrains_runs::{MODELS, NAND, Runs, SCALE, SERVERS, all_numbers, cells, counted, main_setups, notes, table};
use super::{Bar, Chart, Figure, Progress, ReproduceError, ReproduceOptions, Reproduction};
use crate::mtrains::{Counters, Setup};

pub(super) const FIGURE: Figure = Figure {
    id: "mtrains-fig22",
    title: "reads a second and effective bandwidth of the SSDs, model 1 and model 1+",
    run,
};

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&main_setups(SCALE), options, progress)?, SCALE))
}

/// Blocks that are read for rows, a second.
fn iops(counters: &Counters) -> f64 {
    counters.reads as f64 / (counters.elapsed_ps as f64 * 1e-12)
}

pub(super) fn reproduction(runs: &Runs, scale: u64) -> Reproduction {
    let of = |model, server| runs.of(&Setup::new(model, server, scale));
    let line = |model, server| {
        let (counters, nand) = (of(model, server), of(model, NAND));
        cells([
            iops(counters) / 1e3,
            iops(counters) / iops(nand),
            iops(counters) * counters.row_bytes as f64 / 1e9,
            counters.written_bytes as f64 / counters.elapsed_ps as f64 * 1e3,
        ])
    };
    let bars = MODELS.iter().flat_map(|(model, title)| {
        SERVERS.map(|server| Bar {
            group: (*title).to_owned(),
            name: server.trim_start_matches("config").to_owned(),
            parts: vec![iops(of(model, server)) / 1e3],
        })
    });
    let mut notes = notes(scale);
    let less = |server| 100.0 * (1.0 - iops(of("mtrains-1", server)) / iops(of("mtrains-1", NAND)));
    notes.push(format!(
        "The paper says of model 1: 1.5 times the IOPS and 2.3 times the effective bandwidth with Optane SSDs, here {:.2} times both, for \
         effective bandwidth is IOPS times a row, which cannot grow by different factors; up to 80 % less IOPS with Optane memory, here \
         {:.0} %.",
        iops(of("mtrains-1", "configBLA")) / iops(of("mtrains-1", NAND)),
        less("configBYA-1")
    ));
    Reproduction {
        notes,
        tables: vec![(
            "Reads of blocks for rows".into(),
            table(&["1000 reads a second", "times configNand", "effective GB/s", "GB/s written"], &MODELS, line),
        )],
        charts: vec![Chart::bars(
            "Reads of blocks a second",
            "server, by model",
            "1000 reads a second",
            ["reads"],
            bars.collect(),
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
    fn faster_drives_read_more_and_larger_caches_less() {
        let runs = small(&main_setups(SMALL));
        assert!(reproduction(&runs, SMALL).records.is_empty());
        let of = |server| iops(runs.of(&Setup::new("mtrains-1", server, SMALL)));
        assert!(of("configBLA") > 1.1 * of(NAND) && of("configBYA-2") < 0.5 * of(NAND));
        // No drive reads more blocks than it can.
        assert!(of(NAND) <= 500_000.0 && of("configBLA") <= 1_000_000.0);
    }
}
