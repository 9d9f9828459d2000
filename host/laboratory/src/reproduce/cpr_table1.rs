//! Table 1 of CPR: what it takes in memory to say which rows are saved.

use emberlane_checkpoints::cpr::{Mfu, Scar, Ssu};
use rand_pcg::Pcg64;
use serde::Serialize;

use super::cpr_jobs::parameter;
use super::{
    Chart, Claim, Figure, ParameterKind, Progress, Record, ReproduceError, ReproduceOptions, Reproduction, Table,
};

pub(super) const FIGURE: Figure =
    Figure { id: "cpr-table1", title: "memory of what says which rows are saved, by the size of a row", run };

/// Rows of the table that it is measured on.
const ROWS: u32 = 100_000;
/// Section 5.1: "r = 0.125".
const PARTS: u32 = 8;
/// Bytes of a vector (Table 1: "embedding vectors of size 64-512 bytes").
const BYTES: [usize; 4] = [64, 128, 256, 512];

/// What was allocated beside a table.
#[derive(Clone, Copy, Debug, Serialize)]
struct Allocated {
    row_bytes: usize,
    rows: u32,
    scar: u64,
    mfu: u64,
    ssu: u64,
}

impl Allocated {
    fn of(row_bytes: usize) -> Self {
        let (rows, dimension, most) = (ROWS, row_bytes / 4, u64::from(ROWS / PARTS));
        Self {
            row_bytes,
            rows,
            scar: Scar::new(vec![0.0; rows as usize * dimension], dimension, most).bytes(),
            mfu: Mfu::new(rows, most).bytes(),
            ssu: Ssu::new(most, Pcg64::new(1, 1)).bytes(),
        }
    }

    fn share(&self, bytes: u64) -> f64 {
        bytes as f64 / (self.row_bytes as u64 * u64::from(self.rows)) as f64
    }
}

fn run(_: &ReproduceOptions, _: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    Ok(reproduction())
}

pub(super) fn reproduction() -> Reproduction {
    let all = BYTES.map(Allocated::of);
    let mut table = Table::new(&["bytes of a row", "SCAR, %", "CPR-MFU, %", "CPR-SSU, %"]);
    table.rows.extend(all.iter().map(|found| {
        let mut cells = vec![found.row_bytes.to_string()];
        cells.extend([found.scar, found.mfu, found.ssu].map(|bytes| format!("{:.4}", 100.0 * found.share(bytes))));
        cells
    }));
    let series = |name: &str, bytes: fn(&Allocated) -> u64| {
        let point = |found: &Allocated| ((found.row_bytes as f64).log2(), 100.0 * found.share(bytes(found)));
        (name.to_owned(), all.iter().map(point).collect())
    };
    let series = vec![series("CPR-MFU", |found| found.mfu), series("CPR-SSU", |found| found.ssu)];
    Reproduction {
        notes: vec![
            format!(
                "Bytes that each allocates for a table of {ROWS} rows, against the bytes of the table. SCAR keeps a copy of every row, and a number \
                 for how far it has moved; CPR-MFU a counter of 4 bytes a row; CPR-SSU a list of an eighth of the rows, of 4 bytes each, in 6 \
                 slots for 5 rows, so that a row is found in it."
            ),
            "To choose, SCAR and CPR-MFU pass four times over their numbers, a byte of each at a time: the time is linear in the rows, not \
             N log N, and takes no memory that grows with them."
                .into(),
        ],
        tables: vec![("Share of the embedding table".into(), table)],
        records: records(&all),
        charts: vec![Chart::lines(
            "Memory by the size of a row",
            "bytes of a row (log2)",
            "% of the table",
            series,
        )],
        parameters: vec![parameter("r", 1.0 / f64::from(PARTS), "of the rows", "Section 5.1: r = 0.125", ParameterKind::Sourced)],
        runs: serde_json::to_value(all).expect("runs serialise"),
        ..FIGURE.reproduction()
    }
}

fn records(all: &[Allocated]) -> Vec<Record> {
    let claim = Claim::find("cpr-memory");
    let (short, long) = (&all[0], &all[all.len() - 1]);
    let why = |what: &str, of: &Allocated| format!("{what}, allocated beside rows of {} bytes", of.row_bytes);
    let record = |key: &str, of: &Allocated, bytes: u64, what: &str| claim.judge(key, of.share(bytes), why(what, of));
    vec![
        record("scar", short, short.scar, "a copy of every row and a number for its distance"),
        record("mfu_from", long, long.mfu, "a counter a row"),
        record("mfu_to", short, short.mfu, "a counter a row"),
        record("ssu_from", long, long.ssu, "a list of an eighth of the rows"),
        record("ssu_to", short, short.ssu, "a list of an eighth of the rows"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_allocated_is_what_the_paper_says() {
        let found = reproduction();
        assert_eq!(found.records.len(), 5);
        assert!(found.records.iter().all(|record| record.holds == Some(true)), "{:?}", found.records);
    }
}
