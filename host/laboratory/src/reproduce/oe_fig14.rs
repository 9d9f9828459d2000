//! Fig. 14 of OpenEmbedding: how long a parameter server takes to come back.

use super::oe_runs::all_numbers;
use super::{Claim, Figure, Progress, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::openembedding::numbers;

pub(super) const FIGURE: Figure = Figure { id: "oe-fig14", title: "recovery of a parameter server", run };

fn run(_: &ReproduceOptions, _: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction())
}

pub(super) fn reproduction() -> Reproduction {
    let (claim, numbers) = (Claim::find("oe-recovery"), numbers());
    let rows = numbers.get("entries");
    let row_bytes = 4.0 * numbers.get("dimension") + numbers.get("key_bytes");
    let scan = rows * numbers.get("recovery_scan_ns") * 1e-9;
    let insert = rows * numbers.get("recovery_dram_ns") * 1e-9;
    let from_ssd = rows * row_bytes / (numbers.get("ssd_read_gb_per_s") * 1e9);
    let mut table = Table::new(&["system", "reading, s", "rows, s", "all, s", "paper, s"]);
    let mut records = Vec::new();
    let one = "one thread, as recovery of a table is before it is partitioned (Section VI-E)";
    for (name, key, reading, work, why) in [
        (
            "DRAM-PS from SSD",
            "dram_ps_from_ssd",
            from_ssd,
            insert,
            format!(
                "the drive's 2.5 GB/s of Table I, then rows into DRAM on {one}. The paper's 761 s more than from PMem are 0.7 GB/s of its rows"
            ),
        ),
        (
            "DRAM-PS from PMem",
            "dram_ps_from_pmem",
            0.0,
            insert,
            format!(
                "our shard of DRAM-PS opens its pool, in which its checkpoints are, and loads all rows, on {one}; measured on another processor"
            ),
        ),
        (
            "PMem-OE",
            "pmem_oe",
            0.0,
            scan,
            format!(
                "our scan reads and checks whole slots, and makes the index, on {one}; measured on another processor"
            ),
        ),
    ] {
        let all = reading + work;
        let numbers = [reading, work, all].map(|seconds| format!("{seconds:.0}"));
        table.rows.push([name.to_owned()].into_iter().chain(numbers).chain([claim.paper_text(key)]).collect());
        records.push(claim.judge(key, all, why));
    }
    Reproduction {
        figure: FIGURE.id.into(),
        title: FIGURE.title.into(),
        notes: vec![
            "What a row takes in a recovery of 200,000 rows is measured by `emberlane bench ps`, and taken 2.1 billion times.".into(),
        ],
        tables: vec![("Recovery of 2.1 billion rows".into(), table)],
        records,
        charts: Vec::new(),
        parameters: all_numbers(),
        runs: serde_json::json!([]),
        raw: None,
    }
}
