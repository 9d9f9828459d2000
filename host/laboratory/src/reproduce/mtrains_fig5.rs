//! Fig. 5 and Section 5.5.2 of MTrainS: rows in caches against blocks, memory mode, and other rows that go.

use super::mtrains_runs::{Runs, SCALE, SMALLER, all_numbers, cells, counted, notes};
use super::{Bar, Chart, Claim, Figure, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::mtrains::Setup;

pub(super) const FIGURE: Figure =
    Figure { id: "mtrains-fig5", title: "ways to cache, model 1 with and without Optane memory", run };

const SERVERS: [&str; 2] = ["configNand", "configBYA-1"];
/// The ways, as keys of [store].
const WAYS: [(&str, &str); 8] = [
    ("rows, LRU", ""),
    ("rows, LFU", "policy = \"lfu\"\n"),
    ("rows, FIFO", "policy = \"fifo\"\n"),
    ("rows, LRU, not pinned", "pin = false\n"),
    ("rows, LFU, not pinned", "pin = false\npolicy = \"lfu\"\n"),
    ("rows, FIFO, not pinned", "pin = false\npolicy = \"fifo\"\n"),
    ("blocks", "cache = \"block-cache\"\n"),
    ("memory mode", "cache = \"memory-mode\"\n"),
];

fn setup(server: &'static str, way: &str, scale: u64) -> Setup {
    Setup::new("mtrains-1", server, scale * SMALLER).with(way)
}

/// Memory mode needs SCM.
fn exists(server: &str, way: &str) -> bool {
    server != "configNand" || !way.contains("memory-mode")
}

pub(super) fn setups(scale: u64) -> Vec<Setup> {
    let of = |server: &'static str| {
        let ways = WAYS.iter().filter(move |(_, way)| exists(server, way));
        ways.map(move |(_, way)| setup(server, way, scale))
    };
    SERVERS.into_iter().flat_map(of).collect()
}

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction(&counted(&setups(SCALE), options, progress)?, SCALE))
}

fn way(name: &str) -> &'static str {
    WAYS.iter().find(|(known, _)| *known == name).expect("a name of the list").1
}

pub(super) fn reproduction(runs: &Runs, scale: u64) -> Reproduction {
    let of = |server, way: &str| runs.of(&setup(server, way, scale));
    let mut table = Table::new(&[
        "server",
        "way",
        "1000 samples a second",
        "of rows, LRU",
        "hit rate",
        "blocks read a lookup",
        "bytes written a lookup",
        "SSD busy, %",
    ]);
    let mut bars = Vec::new();
    for server in SERVERS {
        for (name, way) in WAYS.iter().filter(|(_, way)| exists(server, way)) {
            let (counters, rows) = (of(server, way), of(server, ""));
            let against = counters.qps() / rows.qps();
            let lookups = counters.all_lookups();
            let numbers = cells([
                counters.qps() / 1e3,
                against,
                counters.hit_rate(),
                counters.reads as f64 / lookups,
                counters.written_bytes as f64 / lookups,
                100.0 * counters.busy("SSD"),
            ]);
            table.rows.push([server.to_owned(), (*name).to_owned()].into_iter().chain(numbers).collect());
            bars.push(Bar { group: server.into(), name: (*name).into(), parts: vec![against] });
        }
    }
    let mut notes = notes(scale * SMALLER);
    notes.push(
        "Blocks: two exclusive caches of as many bytes hold blocks of files of 4 KiB; every row that is updated is written, and its next block is \
         another. Memory mode: software sees the SCM alone, and the processor maps its lines to those of DRAM directly. Not pinned: any row \
         may go at any time, also between the passes of its batch, and comes again for its update. Hit rates of blocks are those of \
         blocks; without pins each row is counted in both passes."
            .into(),
    );
    Reproduction {
        notes,
        tables: vec![("Samples a second".into(), table)],
        records: records(runs, scale),
        charts: vec![Chart::bars(
            "Samples a second against rows that go by LRU",
            "way to cache, by server",
            "samples a second (rows, LRU = 1)",
            ["samples a second"],
            bars,
        )],
        parameters: all_numbers(),
        runs: runs.json(),
        ..FIGURE.reproduction()
    }
}

fn records(runs: &Runs, scale: u64) -> Vec<Record> {
    let qps = |server, name: &str| runs.of(&setup(server, way(name), scale)).qps();
    let block = |server: &'static str| {
        let memory_mode = match server {
            "configNand" => String::new(),
            _ => format!("; memory mode {:.2}", qps(server, "memory mode") / qps(server, "rows, LRU")),
        };
        let why = format!(
            "rehearsed on the same bytes: every batch writes all of its rows, and a block of 4 KiB keeps seven rows of which one was asked for\
             {memory_mode}. Reads for what makes room in files are not cached, and caches are empty at first"
        );
        Claim::find("mtrains-block-cache").judge(server, qps(server, "blocks") / qps(server, "rows, LRU"), why)
    };
    let ratio = |suffix: &str| {
        qps("configNand", &format!("rows, LRU{suffix}")) / qps("configNand", &format!("rows, LFU{suffix}"))
    };
    let why = format!(
        "on configNand, where files are waited for, without pins, as the paper argues of rows between two passes. With pins it is {:.2}. Rows are \
         independent draws, of which LFU keeps the frequent ones; a set has 32 ways, and few rows go between the passes of their batch",
        ratio("")
    );
    let policy = Claim::find("mtrains-lru-vs-lfu").judge("not pinned", ratio(", not pinned"), why);
    SERVERS.into_iter().map(block).chain([policy]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::mtrains_runs::{SMALL, small};

    #[test]
    fn every_value_has_a_record_and_blocks_are_slower_than_rows() {
        let scale = SMALL / SMALLER;
        let runs = small(&setups(scale));
        let found = reproduction(&runs, scale);
        assert!(found.records.len() == 3 && found.records.iter().all(Record::is_explained));
        let of = |server, name: &str| runs.of(&setup(server, way(name), scale));
        for server in SERVERS {
            assert!(of(server, "blocks").qps() < 0.8 * of(server, "rows, LRU").qps(), "{server}");
            assert!(of(server, "blocks").written_bytes > 2 * of(server, "rows, LRU").written_bytes, "{server}");
            assert_ne!(of(server, "rows, LFU").hits, of(server, "rows, LRU").hits);
            // Without pins, each row is looked for in both passes.
            assert!(of(server, "rows, LRU, not pinned").rows > of(server, "rows, LRU").rows, "{server}");
        }
        assert!(of("configNand", "rows, FIFO").hit_rate() < of("configNand", "rows, LRU").hit_rate());
        // All rows are in SCM, and DRAM has some of them twice.
        assert!(of("configBYA-1", "memory mode").hit_rate() < of("configBYA-1", "rows, LRU").hit_rate());
    }
}
