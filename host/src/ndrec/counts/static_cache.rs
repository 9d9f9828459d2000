//! NDRec without its embedding cache (Section VI-D): the most popular rows are always there, and all others come and go.

use serde::Serialize;

use super::planner::fill_with;
use super::steady::Rows;
use super::{CountError, Run, each_iteration};
use crate::ndrec::ids::{Drawn, Iterations};
use crate::planner::{CachePlanner, IN_FLIGHT, Settings, Statistics};

/// Share of the rows that are always there (NDRec, Section VI-D).
pub const SHARE: f64 = 0.03;

/// What a cache of fixed rows has met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StaticCounts {
    /// Rows that are always there.
    pub rows: u64,
    /// Blocks for all others.
    pub staging: u32,
    /// Lookups of iterations that were measured.
    pub lookups: u64,
    /// Those of them of rows that are always there.
    pub static_lookups: u64,
    /// What happened in the blocks for all others, by their lookups: loads are `vectors.ssd`.
    pub staged: Statistics,
}

/// Counts for a SmartSSD that always has this share of its tables' rows, the most popular ones, and `staging` blocks for others.
///
/// A row that is missing is loaded into one of these blocks; a random row there that no iteration in flight needs is evicted for it.
///
/// # Errors
/// Too few blocks.
pub fn count(source: &mut Drawn, share: f64, staging: u32, run: &Run) -> Result<StaticCounts, CountError> {
    let shape = source.shape().clone();
    let fixed = most_popular(source, (share * shape.vectors as f64) as u64);
    let settings =
        Settings { in_flight: IN_FLIGHT, hot_vectors: 0, seed: run.seed, ..Settings::new(staging, shape.vectors) };
    let mut planner = CachePlanner::new(settings)?;
    let mut rows = Rows::new(source, run.before);
    rows.retain(|table, group| group.first > fixed[table]);
    fill_with(&mut planner, &rows, run)?;
    let mut counts = StaticCounts { rows: fixed.iter().sum(), staging, ..StaticCounts::default() };
    let ranks = source.clone();
    let mut others = Vec::new();
    each_iteration(source, run, |ids, measured| {
        others.clear();
        for (table, vectors) in ids.tables().enumerate() {
            others.extend(vectors.iter().filter(|vector| ranks.rank(table, **vector) >= fixed[table]));
        }
        let statistics = planner.count(&others)?;
        if measured.is_some() {
            counts.lookups += ids.vectors().len() as u64;
            counts.static_lookups += (ids.vectors().len() - others.len()) as u64;
            counts.staged += statistics;
        }
        Ok(())
    })?;
    Ok(counts)
}

/// How many ranks of each table are among so many rows of all that are looked up most. Ranks of a group are alike: all of them are, or none.
fn most_popular(drawn: &Drawn, mut rows: u64) -> Vec<u64> {
    let mut groups: Vec<(usize, u64, f64)> = Vec::new();
    for (table, column) in drawn.columns().enumerate() {
        groups.extend(column.groups().iter().map(|group| (table, group.count, group.probability())));
    }
    groups.sort_by(|one, other| other.2.total_cmp(&one.2));
    let mut fixed = vec![0; drawn.shape().tables.len()];
    for (table, count, _) in groups {
        if count > rows {
            break;
        }
        rows -= count;
        fixed[table] += count;
    }
    fixed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Column;
    use crate::ndrec::workload::Workload;

    #[test]
    fn the_most_popular_rows_are_always_there() {
        let columns = vec![Column::new(100_000, 1.1), Column::new(900, 0.5)];
        let workload = Workload { columns, pooling_size: 2, epoch_samples: 400_000, ..Workload::criteo_terabyte() };
        let run = Run { before: 200_000, warm: 8, measured: 100, seed: 1 };
        let counts = |share| count(&mut Drawn::new(&workload, &[0, 1], 256, 3), share, 4_000, &run).unwrap();
        let (none, some) = (counts(0.0), counts(0.03));
        assert_eq!((none.rows, none.static_lookups), (0, 0));
        assert!((2_900..=3_027).contains(&some.rows), "{some:?}");
        assert_eq!(none.lookups, 100 * 2 * 256 * 2);
        assert_eq!(some.staged.lookups.total(), some.lookups - some.static_lookups);
        assert!(some.static_lookups > some.lookups / 2 && some.staged.vectors.ssd < none.staged.vectors.ssd);
        assert!(some.staged.evictions > 0);
    }
}
