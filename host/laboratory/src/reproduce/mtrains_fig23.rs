//! Fig. 23 of MTrainS: samples a second by how tables are placed, on configBYA-2.

use super::mtrains_runs::{ALL_TABLES, MODELS, Runs, SCALE, all_numbers, cells, counted, notes};
use super::{Bar, Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::mtrains::{Ids, Placed, Setup};

pub(super) const FIGURE: Figure =
    Figure { id: "mtrains-fig23", title: "samples a second by placement of tables, model 1 and model 1+", run };

const SERVER: &str = "configBYA-2";
/// The placements, with the names of their solvers.
const PLACED: [(Placed, &str); 4] = [
    (Placed::InTurn, "in turn, all in files"),
    (Placed::Balanced, "balanced, all in files"),
    (Placed::SizeOnly, "by size"),
    (Placed::Greedy, "by size and bandwidth"),
];
/// Thousandths of the batches that other figures count: in each, two hundred times as much is looked up.
const THOUSANDTHS: u64 = 100;

fn setup(model: &'static str, placed: Placed, scale: u64) -> Setup {
    Setup { ids: Ids::All(placed), thousandths: THOUSANDTHS, ..Setup::new(model, SERVER, scale * ALL_TABLES) }
}

pub(super) fn setups(scale: u64) -> Vec<Setup> {
    MODELS.into_iter().flat_map(|(model, _)| PLACED.map(|(placed, _)| setup(model, placed, scale))).collect()
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&setups(SCALE), options, progress)?, SCALE))
}

pub(super) fn reproduction(runs: &Runs, scale: u64) -> Reproduction {
    let of = |model, placed| runs.of(&setup(model, placed, scale));
    let speedup = |model, placed| of(model, placed).qps() / of(model, Placed::InTurn).qps();
    let mut table = Table::new(&[
        "model",
        "placement",
        "1000 samples a second",
        "times in turn",
        "lookups a sample in files",
        "hit rate",
        "GPU busy, %",
        "SSD, %",
        "DRAM, %",
        "SCM, %",
        "links, %",
    ]);
    let mut bars = Vec::new();
    for (model, title) in MODELS {
        for (placed, name) in PLACED {
            let counters = of(model, placed);
            let in_files = counters.rows as f64 * counters.scale as f64 / (counters.batches * counters.samples) as f64;
            let busy = ["GPU", "SSD", "DRAM", "SCM", "link to GPU"].map(|resource| 100.0 * counters.busy(resource));
            let numbers = cells([counters.qps() / 1e3, speedup(model, placed), in_files, counters.hit_rate()]);
            let busy = busy.map(|share| format!("{share:.1}"));
            table.rows.push([title.to_owned(), name.to_owned()].into_iter().chain(numbers).chain(busy).collect());
            bars.push(Bar { group: title.into(), name: name.into(), parts: vec![speedup(model, placed)] });
        }
    }
    let mut notes = notes(scale * ALL_TABLES);
    notes.push(
        "Here the lookups in all tables are drawn and not only those in files, for a smaller part of the batches. Tables that the paper does \
         not list have sizes and lookups spread as Fig. 3a shows them: an assumption. Rows of a batch are read once each, wherever they are. \
         The column of lookups counts unique rows."
            .into(),
    );
    Reproduction {
        notes,
        tables: vec![("Samples a second".into(), table)],
        records: records(runs, scale),
        charts: vec![Chart::bars(
            "Samples a second against tables in turn, all in files",
            "placement, by model",
            "samples a second (in turn = 1)",
            ["samples a second"],
            bars,
        )],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

fn records(runs: &Runs, scale: u64) -> Vec<Record> {
    let claim = Claim::find("mtrains-placement");
    let speedups = |placed| {
        let of = |model, placed| runs.of(&setup(model, placed, scale)).qps();
        let mut both = MODELS.map(|(model, _)| of(model, placed) / of(model, Placed::InTurn));
        both.sort_by(f64::total_cmp);
        both
    };
    let why = "placements of this project's solvers, replayed. What a table takes depends on sizes and lookups of tables, of which the paper lists \
               none, and on coalescing: small tables that are looked up much have few unique rows in a batch, wherever they are";
    let balanced = speedups(Placed::Balanced);
    let mut records = vec![claim.judge("balance_by_bandwidth", (balanced[0] + balanced[1]) / 2.0, why)];
    for (key, placed) in [("size_only", Placed::SizeOnly), ("size_and_bandwidth", Placed::Greedy)] {
        let [from, to] = speedups(placed);
        records.push(claim.judge(&format!("{key}_from"), from, why));
        records.push(claim.judge(&format!("{key}_to"), to, why));
    }
    records
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::mtrains_runs::{SMALL, small};

    #[test]
    fn every_value_has_a_record_and_tables_in_memory_are_faster_than_all_in_files() {
        let runs = small(&setups(SMALL / ALL_TABLES));
        let found = reproduction(&runs, SMALL / ALL_TABLES);
        assert!(found.records.len() == 5 && found.records.iter().all(Record::is_explained));
        for (model, _) in MODELS {
            let qps = |placed| runs.of(&setup(model, placed, SMALL / ALL_TABLES)).qps();
            assert!(qps(Placed::Greedy) > 1.1 * qps(Placed::InTurn), "{model}");
            assert!(qps(Placed::Greedy) >= 0.99 * qps(Placed::SizeOnly), "{model}");
        }
    }
}
