//! How long CXL-MEM takes where the device does not count cycles: a stated estimate.

use emberlane_models::job_time::JobTime;
use emberlane_registers::cxl_mem::{CLOCK_PERIOD_PS, LINE_BYTES, LINE_ELEMENTS};

use super::Cost;
use crate::config::Experiment;
use crate::data::Bags;

/// The lines that the rows of a batch are, and how fast the medium moves them.
#[derive(Clone, Debug)]
pub(super) struct DeviceTime {
    estimate: JobTime,
    /// Lines of a row.
    row_lines: u64,
}

impl DeviceTime {
    pub(super) fn new(experiment: &Experiment) -> Self {
        let row_lines = experiment.model.dimension as u64 / LINE_ELEMENTS;
        let estimate = JobTime::new(experiment.device.channels, experiment.device.media.clone());
        Self { estimate, row_lines }
    }

    /// A lookup reads the row of every entry.
    pub(super) fn lookup(&self, rows: &Rows, cycles: Option<u64>) -> Cost {
        self.cost(rows.entries * self.row_lines, 0, cycles)
    }

    /// An update reads and writes every row of the batch once.
    pub(super) fn update(&self, rows: &Rows, cycles: Option<u64>) -> Cost {
        self.cost(rows.unique * self.row_lines, rows.unique * self.row_lines, cycles)
    }

    /// The cycles that the device counted; without them the estimate.
    fn cost(&self, reads: u64, writes: u64, cycles: Option<u64>) -> Cost {
        let bytes = (reads + writes) * LINE_BYTES;
        match cycles {
            Some(cycles) => Cost { picoseconds: cycles * CLOCK_PERIOD_PS, bytes, cycles },
            None => Cost { picoseconds: self.estimate.picoseconds(reads, writes), bytes, cycles: 0 },
        }
    }
}

/// How many rows a batch names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    /// Repeats counted.
    pub(super) entries: u64,
    /// Each once.
    pub(super) unique: u64,
}

impl Rows {
    pub(super) fn new(bags: &Bags) -> Self {
        let table = |table: usize| {
            let from = bags.offsets[table * bags.samples] as usize;
            let to = bags.offsets[(table + 1) * bags.samples] as usize;
            let mut rows = bags.indices[from..to].to_vec();
            rows.sort_unstable();
            rows.dedup();
            rows.len() as u64
        };
        Self { entries: bags.indices.len() as u64, unique: (0..bags.tables).map(table).sum() }
    }

    /// Bytes of the lists of a batch of `bags` bags and of their transpose: indices, offsets; rows, offsets, source bags.
    pub(super) fn list_bytes(&self, bags: usize) -> u64 {
        4 * (self.entries + bags as u64 + 1 + self.unique + self.unique + 1 + self.entries)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(media: &str) -> DeviceTime {
        DeviceTime { estimate: JobTime::new(4, emberlane_models::media::preset(media).unwrap()), row_lines: 2 }
    }

    #[test]
    fn rows_are_counted_table_by_table() {
        let bags = Bags { tables: 2, samples: 2, offsets: vec![0, 2, 3, 3, 6], indices: vec![5, 5, 1, 5, 6, 7] };
        let rows = Rows::new(&bags);
        assert_eq!(rows, Rows { entries: 6, unique: 5 });
        assert_eq!(rows.list_bytes(bags.count()), 4 * (6 + 5 + 5 + 6 + 6));
    }

    #[test]
    fn cycles_count_where_there_are_any() {
        let rows = Rows { entries: 10_000, unique: 1000 };
        let cost = time("trainingcxl").lookup(&rows, Some(77));
        assert_eq!(cost, Cost { picoseconds: 77 * 4000, bytes: 2 * 10_000 * 64, cycles: 77 });
    }

    #[test]
    fn the_estimate_is_the_slower_of_reads_and_writes() {
        let rows = Rows { entries: 10_000, unique: 1200 };
        // 20,000 lines at 4 * 0.72 lines a cycle are 6,944.4 cycles.
        assert_eq!(time("trainingcxl").lookup(&rows, None).picoseconds, 6_945 * 4000);
        // 2,400 lines at 4 * 0.12 are 5,000 cycles; reading them takes less.
        let update = time("trainingcxl").update(&rows, None);
        assert_eq!(update, Cost { picoseconds: 5_000 * 4000, bytes: 2 * 2_400 * 64, cycles: 0 });
        // Without a bound a port moves a line a cycle.
        assert_eq!(time("off").update(&rows, None).picoseconds, 600 * 4000);
    }
}
