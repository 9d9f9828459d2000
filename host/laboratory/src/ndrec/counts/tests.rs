//! What holds for all counts.

use super::*;
use crate::ndrec::ids::{Drawn, Recorded};
use crate::ndrec::workload::Workload;
use emberlane_data::access::Column;
use emberlane_data::{GenerateOptions, generate};
use emberlane_experiment::OnMalformed;
use emberlane_stores::planner::Settings;

const RUN: Run = Run { before: 10_000, warm: 3, measured: 5, seed: 1 };

#[test]
fn counts_do_not_depend_on_threads() {
    let columns = (1..=4).map(|table| Column::new(5_000 * table, 1.0)).collect();
    let workload = Workload { columns, ..Workload::criteo_terabyte() };
    let devices = [vec![0, 3], vec![1], vec![2]];
    let counts = |threads| {
        let count = |_, tables: &[usize]| {
            planner::count(&mut Drawn::new(&workload, tables, 100, 1), Settings::new(1_000, 0), &RUN)
        };
        each_device(&devices, threads, count).unwrap()
    };
    assert_eq!(counts(1).len(), 3);
    assert_eq!(counts(1), counts(3));
    let refused = each_device(&devices, 2, |device, _| if device == 0 { Ok(()) } else { Err(device) });
    assert_eq!(refused, Err(1));
}

#[test]
fn records_of_a_file_are_counted_until_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("clicks.tsv");
    generate(&path, &GenerateOptions { rows: 60, categories: 1000, skew: 1.0, seed: 1 }).unwrap();
    let workload = Workload::kaggle_dac();
    let count = |batch| {
        let mut source = Recorded::open(&path, &workload, &[2, 3], batch, OnMalformed::Error).unwrap();
        planner::count(&mut source, Settings::new(1_000, 0), &RUN)
    };
    let counts = count(10).unwrap();
    assert_eq!((counts.statistics().iterations, counts.statistics().lookups.total()), (3, 60));
    assert!(counts.filled > 0, "three iterations warm it up");
    let error = count(20).unwrap_err();
    assert_eq!(error.to_string(), "the data ends after 3 iterations of 20 samples; 4 at least are needed");
}
