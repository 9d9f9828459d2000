//! Fig. 6 of CPR: how often a row is looked up against how far it moves.

use std::collections::BTreeSet;

use emberlane_data::{BatchSource, Purpose};
use emberlane_dlrm::Dlrm;
use emberlane_stores::{EmbeddingError, EmbeddingStore, HostMemory};
use emberlane_training::TrainError;

use super::cpr_runs::{correlation, notes};
use super::{Chart, Claim, Figure, Progress, ReproduceError, ReproduceOptions, Reproduction, Table};
use crate::cpr::Setting;

pub(super) const FIGURE: Figure =
    Figure { id: "cpr-fig6", title: "the size of a row's update against how often it is looked up", run };

/// "measured after 4096 iterations for the Kaggle dataset" (Section 4.2).
const BATCHES: u64 = 4096;
/// The tables that are saved by priority.
const LARGEST: usize = 7;
const SEED: u64 = 1;

fn run(options: &ReproduceOptions, progress: &dyn Progress) -> Result<Reproduction, ReproduceError> {
    let setting = Setting::kaggle(128, BATCHES, 0);
    Ok(reproduction(&setting, &tables(&setting, options.seed(SEED), progress)?))
}

/// A row after training.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    lookups: u64,
    /// L2 norm of how far it has moved from where it began.
    moved: f64,
    /// Sum of the L2 norms of all its updates: how long its way was.
    way: f64,
}

/// A table after training.
pub(super) struct Moved {
    table: usize,
    rows: Vec<Row>,
}

pub(super) fn tables(setting: &Setting, seed: u64, progress: &dyn Progress) -> Result<Vec<Moved>, TrainError> {
    progress.start("updates", setting.batches);
    let (mut dlrm, mut store): (Dlrm, HostMemory) = setting.model(seed)?;
    let mut source = setting.source(seed, Purpose::Training);
    let read = |store: &mut HostMemory| {
        let tables = setting.rows().iter().enumerate();
        tables.map(|(table, rows)| store.read_rows(table, 0, (*rows).into())).collect::<Result<Vec<_>, _>>()
    };
    let before = read(&mut store)?;
    let mut tables: Vec<Vec<Row>> = setting.rows().iter().map(|rows| vec![Row::default(); *rows as usize]).collect();
    let mut number = 0;
    while let Some(batch) = source.next_batch()? {
        let mut used = BTreeSet::new();
        for bag in 0..batch.bags.count() {
            let table = bag / batch.bags.samples;
            for row in batch.bags.bag(bag) {
                tables[table][*row as usize].lookups += 1;
                used.insert((table, u64::from(*row)));
            }
        }
        let read = |store: &mut HostMemory| -> Result<Vec<Vec<f32>>, EmbeddingError> {
            used.iter().map(|(table, row)| store.read_rows(*table, *row, 1)).collect()
        };
        let before = read(&mut store)?;
        setting.step(number, &batch, &mut dlrm, &mut store)?;
        for (((table, row), before), after) in used.iter().zip(before).zip(read(&mut store)?) {
            tables[*table][*row as usize].way += distance(&before, &after);
        }
        number += 1;
        progress.advance(1);
    }
    let after = read(&mut store)?;
    for ((rows, before), after) in tables.iter_mut().zip(before).zip(after) {
        let numbers = before.chunks(setting.dimension()).zip(after.chunks(setting.dimension()));
        rows.iter_mut().zip(numbers).for_each(|(row, (before, after))| row.moved = distance(before, after));
    }
    Ok(tables.into_iter().enumerate().map(|(table, rows)| Moved { table, rows }).collect())
}

fn distance(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(one, other)| (f64::from(*other) - f64::from(*one)).powi(2)).sum::<f64>().sqrt()
}

pub(super) fn reproduction(setting: &Setting, tables: &[Moved]) -> Reproduction {
    let mut largest: Vec<&Moved> = tables.iter().collect();
    largest.sort_by_key(|moved| std::cmp::Reverse(moved.rows.len()));
    largest.truncate(LARGEST);
    // Rows that were never looked up have not moved.
    let used = |tables: &[&Moved], measure: fn(&Row) -> f64| -> Vec<(f64, f64)> {
        let rows = tables.iter().flat_map(|moved| &moved.rows).filter(|row| row.lookups > 0);
        rows.map(|row| (row.lookups as f64, measure(row))).collect()
    };
    let (moved, way) = (|row: &Row| row.moved, |row: &Row| row.way);
    let log = |points: Vec<(f64, f64)>| -> Vec<(f64, f64)> {
        points.into_iter().map(|(lookups, moved)| (libm::log(lookups), libm::log(moved.max(1e-30)))).collect()
    };
    let all: Vec<&Moved> = tables.iter().collect();
    let mut table =
        Table::new(&["rows", "of them looked up", "correlation", "of logarithms", "with all updates together"]);
    let mut line = |name: String, tables: &[&Moved]| {
        let points = used(tables, moved);
        let (count, found) = (points.len(), correlation(&points).mean);
        let found = [found, correlation(&log(points)).mean, correlation(&used(tables, way)).mean];
        let mut cells = vec![name, count.to_string()];
        cells.extend(found.map(|correlation| format!("{correlation:.4}")));
        table.rows.push(cells);
    };
    line(format!("the {LARGEST} largest tables"), &largest);
    line("all tables".into(), &all);
    largest.iter().for_each(|moved| line(format!("table {}", moved.table), &[moved]));

    let points = used(&largest, moved);
    let why = format!(
        "Pearson's correlation over the {} rows of the {LARGEST} largest tables that {} batches looked up: lookups against the L2 norm of what \
         the row has moved by. It moves back and forth as labels differ, and less the better they are predicted, so a row that is \
         looked up a thousand times as often does not move a thousand times as far",
        points.len(),
        setting.batches
    );
    let record = Claim::find("cpr-frequency-proxy").judge("", correlation(&points), why);
    let raw: Vec<serde_json::Value> = largest
        .iter()
        .map(|moved| {
            let rows = moved.rows.iter().filter(|row| row.lookups > 0).map(|row| (row.lookups, row.moved));
            let rows: Vec<(u64, f64)> = rows.collect();
            serde_json::json!({ "table": moved.table, "rows": rows })
        })
        .collect();
    Reproduction {
        notes: notes(&[setting])
            .into_iter()
            .take(1)
            .chain([
                "The size of the update is the L2 norm of how far a row has moved since the beginning, as SCAR measures it. With all updates \
                 together: the sum of the norms of its updates, batch by batch, however they cancel."
                    .into(),
            ])
            .collect(),
        tables: vec![("Lookups against the size of the update".into(), table)],
        records: vec![record],
        charts: vec![Chart::lines(
            "Size of the update by how often rows are looked up",
            "lookups of a row (log2)",
            "L2 norm of what it has moved by, mean (log2)",
            vec![(format!("the {LARGEST} largest tables"), means(&points))],
        )],
        runs: serde_json::json!([{ "batches": setting.batches, "rows": points.len() }]),
        raw: Some(serde_json::json!(raw)),
        ..FIGURE.reproduction()
    }
}

/// Mean of the updates of rows that are looked up about as often: within a factor of two.
fn means(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut groups = std::collections::BTreeMap::<i64, (f64, f64)>::new();
    for (lookups, moved) in points {
        let group = groups.entry(lookups.log2().floor() as i64).or_default();
        *group = (group.0 + 1.0, group.1 + moved);
    }
    groups.into_iter().map(|(power, (count, sum))| (power as f64 + 0.5, (sum / count).max(1e-30).log2())).collect()
}

#[cfg(test)]
mod tests {
    use super::super::Silent;
    use super::*;

    #[test]
    fn rows_that_are_looked_up_more_often_move_further() {
        let setting = Setting::kaggle(8192, 80, 0);
        let found = reproduction(&setting, &tables(&setting, SEED, &Silent).unwrap());
        assert_eq!((found.records.len(), found.tables[0].1.rows.len()), (1, 9));
        assert!(found.records[0].is_explained());
        let Chart::Lines(chart) = &found.charts[0] else { panic!("{:?}", found.charts) };
        let (_, points) = &chart.series[0];
        assert!(points.last().unwrap().1 > points[0].1 + 1.0, "{points:?}");
        let raw = found.raw();
        let rows: usize =
            raw["runs"].as_array().unwrap().iter().map(|table| table["rows"].as_array().unwrap().len()).sum();
        assert_eq!(rows.to_string(), found.tables[0].1.rows[0][1]);
    }
}
