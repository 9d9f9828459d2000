//! Fig. 14 of OpenEmbedding: how long a parameter server takes to come back.

use super::oe_runs::all_numbers;
use super::{Claim, Figure, Progress, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::openembedding::Replay;

pub(super) const FIGURE: Figure = Figure { id: "oe-fig14", title: "recovery of a parameter server", run };

fn run(_: &ReproduceOptions, _: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction())
}

pub(super) fn reproduction() -> Reproduction {
    let (claim, replay) = (Claim::find("oe-recovery"), Replay::default());
    let [scan, insert] = ["recovery_scan_ns", "recovery_dram_ns"].map(|name| replay.numbers().get(name));
    let mut table = Table::new(&["system", "ns a row", "s", "paper"]);
    let mut records = Vec::new();
    let one = "one thread, as recovery of a table is before it is partitioned (Section VI-E)";
    for (name, key, row_ns, from_drive, why) in [
        (
            "DRAM-PS from SSD",
            "dram_ps_from_ssd",
            insert,
            true,
            format!(
                "the drive's 2.5 GB/s of Table I, then rows into DRAM on {one}. The paper's 761 s more than from PMem are 0.7 GB/s of its rows"
            ),
        ),
        (
            "DRAM-PS from PMem",
            "dram_ps_from_pmem",
            insert,
            false,
            format!(
                "our shard of DRAM-PS opens its pool, in which its checkpoints are, and loads all rows, on {one}; measured on another processor"
            ),
        ),
        (
            "PMem-OE",
            "pmem_oe",
            scan,
            false,
            format!(
                "our scan reads and checks whole slots, and makes the index, on {one}; measured on another processor"
            ),
        ),
    ] {
        let seconds = replay.recovery_s(row_ns, from_drive);
        table.rows.push(vec![name.into(), format!("{row_ns:.0}"), format!("{seconds:.0}"), claim.paper_text(key)]);
        records.push(claim.judge(key, seconds, why));
    }
    Reproduction {
        notes: vec![
            "What a row takes in a recovery of 200,000 rows is measured by `emberlane bench ps`, and taken 2.1 billion times on the executor, on one \
             thread, beside the loads of persistent memory or behind those of a drive."
                .into(),
        ],
        tables: vec![("Recovery of 2.1 billion rows".into(), table)],
        records,
        parameters: all_numbers(),
        runs: serde_json::json!([]),
        ..FIGURE.reproduction()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_a_record() {
        let made = reproduction();
        assert_eq!(made.records.len(), Claim::find("oe-recovery").keys().len());
        assert!(made.records.iter().all(super::super::Record::is_explained));
    }
}
