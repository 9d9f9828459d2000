//! Fig. 6 of NDRec: operational intensity of lookups by table size and batch size.

use super::ndrec_systems::BATCHES;
use super::{
    Chart, Figure, Lines, Parameter, ParameterKind, Progress, ReproduceError, ReproduceOptions, Reproduction, Table,
};
use crate::ndrec::workload::Workload;
use emberlane_experiment::{GpuPreset, gpu_presets as presets};
use emberlane_sourced::Sourced;
use emberlane_stores::placement::{Intensity, ridge};

pub(super) const FIGURE: Figure =
    Figure { id: "ndrec-fig6", title: "operational intensity of lookups, by table size and batch size", run };

/// Rows of the tables on the figure's axis, as powers of two.
const ROWS: std::ops::RangeInclusive<u32> = 4..=14;

fn run(_: &ReproduceOptions, _: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let gpu: GpuPreset =
        presets().into_iter().find(|gpu| gpu.name == "rtx-a5000").expect("the paper's GPU is a preset");
    let ridge = ridge(&gpu);
    let intensity = |rows: u64, batch: usize| Intensity { rows, lookups: batch as u64 }.flop_per_byte();
    let mut table = Table::new(&["rows", "2K", "4K", "8K", "16K"]);
    for rows in ROWS.map(|power| 1u64 << power) {
        let cells = BATCHES.iter().map(|batch| format!("{:.3}", intensity(rows, *batch)));
        table.rows.push(std::iter::once(rows.to_string()).chain(cells).collect());
    }
    let mut placed = Table::new(&["workload", "batch", "tables on GPUs", "tables on SmartSSDs", "rows on GPUs"]);
    for workload in Workload::all() {
        for batch in BATCHES {
            let stays = |rows: u64| Intensity { rows, lookups: (batch * workload.pooling_size) as u64 }.stays_on(&gpu);
            let near: Vec<u64> =
                workload.columns.iter().map(|column| column.rows).filter(|rows| stays(*rows)).collect();
            let far = workload.tables() - near.len();
            let cells =
                [batch.to_string(), near.len().to_string(), far.to_string(), near.iter().sum::<u64>().to_string()];
            placed.rows.push(std::iter::once(workload.title.to_owned()).chain(cells).collect());
        }
    }
    let series = BATCHES.iter().map(|batch| {
        let point = |power: u32| (f64::from(power), intensity(1 << power, *batch).log2());
        (format!("batch of {}K", batch / 1024), ROWS.map(point).collect())
    });
    let figure = |Sourced { value, source }: &Sourced<u64>, name: &str, unit: &str| {
        let number = Sourced { value: *value as f64, source: source.clone() };
        Parameter::of(name, number, unit, ParameterKind::Sourced)
    };
    Ok(Reproduction {
        notes: vec![
            "Average operational intensity (Section IV-D): additions of a batch's lookups over the table's size, one lookup a sample. \
             It does not depend on the length of a vector."
                .into(),
            format!(
                "The two ceilings of an RTX A5000 meet at {ridge:.1} FLOP a byte: a table with more stays on the GPUs. Of the paper's \
                 workloads these are tables of some hundred rows at most."
            ),
        ],
        tables: vec![("FLOP a byte".into(), table), ("Which tables stay on the GPUs".into(), placed)],
        charts: vec![Chart::Lines(Lines {
            id: String::new(),
            title: "Operational intensity by table size".into(),
            x: "rows of a table (log2)".into(),
            y: "operational intensity (log2 of FLOP a byte)".into(),
            series: series.collect(),
            mark: Some(("RTX A5000".into(), ridge.log2())),
        })],
        parameters: vec![
            figure(&gpu.peak_gflop_per_s, "peak_gflop_per_s", "10^9 FLOP a second"),
            figure(&gpu.bandwidth_mb_per_s, "bandwidth_mb_per_s", "10^6 bytes a second"),
        ],
        runs: serde_json::Value::Null,
        ..FIGURE.reproduction()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Silent;

    #[test]
    fn small_tables_alone_are_above_the_ridge() {
        let options = ReproduceOptions::on(std::num::NonZeroUsize::MIN);
        let found = run(&options, &Silent).unwrap();
        let placed = &found.tables[1].1;
        let of = |workload: &str, batch: &str| {
            let row = placed.rows.iter().find(|row| row[0] == workload && row[1] == batch).unwrap();
            (row[2].parse::<usize>().unwrap(), row[3].parse::<usize>().unwrap())
        };
        // Rows of Criteo Terabyte's small columns: 3, 4, 10, 14, 35, 62, 104; 113 is the bound at a batch of 16K, 14 at 2K.
        assert_eq!(of("Criteo Terabyte", "16384"), (7, 19));
        assert_eq!(of("Criteo Terabyte", "2048"), (4, 22));
    }
}
