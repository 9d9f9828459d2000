//! Figs. 8 and 9 of MTrainS: samples a second by logs among which rows are spread, and while room is made in files.

use super::mtrains_runs::{NAND, Runs, SCALE, SMALLER, all_numbers, cells, counted, notes};
use super::{Chart, Claim, Figure, Lines, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::mtrains::{Counters, Setup};

pub(super) const FIGURE: Figure =
    Figure { id: "mtrains-fig8", title: "samples a second by shards, model 1 on configNand", run };
/// The same while it runs.
pub(super) const FIGURE_9: Figure =
    Figure { id: "mtrains-fig9", title: "samples a second on the way, model 1 on configNand", run: run_9 };

const SHARDS: [u64; 5] = [1, 2, 4, 8, 16];
/// Of Fig. 9, thousandths of the batches that other figures count: room is made in files when most of their rows were written again.
const LONGER: u64 = 4000;

fn setup(shards: u64, scale: u64) -> Setup {
    Setup::new("mtrains-1", NAND, scale * SMALLER).with(&format!("shards = {shards}\n"))
}

fn longer(scale: u64) -> Setup {
    Setup { thousandths: LONGER, ..Setup::new("mtrains-1", NAND, scale * SMALLER) }
}

pub(super) fn setups(scale: u64) -> Vec<Setup> {
    SHARDS.map(|shards| setup(shards, scale)).to_vec()
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&setups(SCALE), options, progress)?, SCALE))
}

fn run_9(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(on_the_way(&counted(&[longer(SCALE)], options, progress)?, SCALE))
}

pub(super) fn reproduction(runs: &Runs, scale: u64) -> Reproduction {
    let of = |shards| runs.of(&setup(shards, scale));
    let against = |shards| of(shards).qps() / of(1).qps();
    let mut table = Table::new(&["shards", "1000 samples a second", "times one shard", "SSD busy, %"]);
    for shards in SHARDS {
        let counters = of(shards);
        let numbers = cells([counters.qps() / 1e3, against(shards), 100.0 * counters.busy("SSD")]);
        table.rows.push([shards.to_string()].into_iter().chain(numbers).collect());
    }
    let best = SHARDS.into_iter().map(against).fold(0.0, f64::max);
    let why = "files of this project are logs with an index in memory: a row is found at once however many there are, room is made a file at a time, \
               and reads are spread over lanes and not over shards. RocksDB's shards are searched, locked and compacted as a whole, which \
               is what more of them relieve";
    Reproduction {
        notes: notes(scale * SMALLER),
        tables: vec![("Samples a second".into(), table)],
        records: vec![Claim::find("mtrains-sharding").judge("", best, why)],
        charts: vec![Chart::Lines(Lines {
            id: String::new(),
            title: "Samples a second by shards".into(),
            x: "shards (log2)".into(),
            y: "samples a second (one shard = 1)".into(),
            series: vec![(NAND.into(), SHARDS.map(|shards| ((shards as f64).log2(), against(shards))).to_vec())],
            mark: Some(("paper, up to".into(), 1.4)),
        })],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

/// Of each part of a run: when it ended, as a share of all; samples a second; bytes written a lookup.
fn parts(counters: &Counters) -> Vec<[f64; 3]> {
    let all = counters.course.last().map_or(1, |point| point.end_ps).max(1) as f64;
    let (mut before, mut parts) = ((0, 0, 0), Vec::new());
    for point in &counters.course {
        let samples = ((point.batches - before.0) * counters.samples) as f64;
        let seconds = (point.end_ps - before.1) as f64 * 1e-12;
        let written = (point.written_bytes - before.2) as f64 / (samples * counters.lookups as f64);
        parts.push([point.end_ps as f64 / all, samples / seconds, written]);
        before = (point.batches, point.end_ps, point.written_bytes);
    }
    parts
}

pub(super) fn on_the_way(runs: &Runs, scale: u64) -> Reproduction {
    let counters = runs.of(&longer(scale));
    let parts = parts(counters);
    let mut table = Table::new(&["of the time", "1000 samples a second", "bytes written a lookup"]);
    for [end, qps, written] in &parts {
        table.rows.push(cells([*end, qps / 1e3, *written]));
    }
    let mut notes = notes(scale * SMALLER);
    notes.push(format!(
        "Four times as long as in other figures. {:.2} rows were written again for each that came from the caches. The paper's drops of over \
         50 % come from shards that are compacted at the same time, and 5 to 8 % from when that is; it claims no more of this figure. Here \
         a shard makes room one file at a time, when it has to.",
        counters.compacted as f64 / counters.sets.max(1) as f64
    ));
    let line =
        |column: usize, unit: f64| parts.iter().map(|part| (part[0], part[column] / unit)).collect::<Vec<(f64, f64)>>();
    let chart = |id: &str, title: &str, y: &str, points| {
        Chart::lines(title, "share of the time", y, vec![(NAND.into(), points)]).with_id(id)
    };
    Reproduction {
        notes,
        tables: vec![("On the way".into(), table)],
        records: Vec::<Record>::new(),
        charts: vec![
            chart("", "Samples a second on the way", "1000 samples a second", line(1, 1e3)),
            chart("written", "What is written on the way", "bytes written a lookup", line(2, 1.0)),
        ],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE_9.reproduction()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::mtrains_runs::{SMALL, small};

    #[test]
    fn every_value_has_a_record_and_shards_change_no_hit() {
        let scale = SMALL / SMALLER;
        let runs = small(&setups(scale));
        let found = reproduction(&runs, scale);
        assert!(found.records.len() == 1 && found.records.iter().all(Record::is_explained));
        let of = |shards| runs.of(&setup(shards, scale));
        assert_eq!((of(1).hits.clone(), of(1).sets), (of(16).hits.clone(), of(16).sets));
        assert_ne!(of(1).written_bytes, of(16).written_bytes, "files are filled elsewhere");
    }

    #[test]
    fn first_uses_read_nothing_and_later_ones_do() {
        let scale = SMALL / SMALLER;
        let runs = small(&[longer(scale)]);
        let parts = parts(runs.of(&longer(scale)));
        assert!(parts.len() > 32, "{}", parts.len());
        assert!(
            parts[0][1] > 1.2 * parts.last().unwrap()[1],
            "it is faster as long as caches and files are empty: {parts:?}"
        );
        assert_eq!(parts[0][2], 0.0, "nothing goes while there is room");
        assert!(on_the_way(&runs, scale).records.is_empty());
    }
}
