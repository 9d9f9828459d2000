//! What consecutive iterations have in common: what lookahead embedding corrects (NDRec, Section IV-B).
//!
//! The outputs of iteration n+1 are computed without the update of iteration n, and corrected by `M` times its gradients (Eq. 4): row
//! `i` of `M` says how often each sample of n (a source) has updated a row that sample `i` of n+1 (a target) looks up. `M` is the
//! product of two sparse matrices with as many rows between them as the iterations share: by targets, and by sources.

use serde::Serialize;

use super::{CountError, Run, each_iteration};
use crate::ndrec::ids::Iterations;

/// What a table's lookups in consecutive iterations have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TableOverlap {
    /// The table, by its number in the workload.
    pub table: usize,
    /// Lookups of the later iterations.
    pub lookups: u64,
    /// Those of them whose row the iteration before has looked up.
    pub shared_lookups: u64,
    /// Rows of the later iterations, each once an iteration.
    pub rows: u64,
    /// Those of them that the iteration before has looked up.
    pub shared_rows: u64,
    /// Pairs of a shared row and a sample of the earlier iteration that looks it up.
    pub source_pairs: u64,
    /// Pairs of a shared row and a sample of the later iteration that looks it up.
    pub target_pairs: u64,
    /// Non-zero elements of `M`.
    pub non_zeros: u64,
}

/// What consecutive iterations have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OverlapCounts {
    /// Samples of an iteration.
    pub batch: u64,
    /// Iterations that were compared with the one before.
    pub iterations: u64,
    /// Sums of each table.
    pub tables: Vec<TableOverlap>,
}

impl OverlapCounts {
    /// Share of the elements of a table's `M` that are not zero.
    #[must_use]
    pub fn density(&self, table: &TableOverlap) -> f64 {
        table.non_zeros as f64 / (self.iterations * self.batch * self.batch) as f64
    }
}

/// Counts what each iteration that is measured, but the first, has in common with the one before.
///
/// # Errors
/// Data that cannot be read or has too few iterations.
pub fn count(source: &mut dyn Iterations, run: &Run) -> Result<OverlapCounts, CountError> {
    let shape = source.shape().clone();
    let tables = shape.tables.iter().map(|table| TableOverlap { table: *table, ..TableOverlap::default() }).collect();
    let mut counts = OverlapCounts { batch: shape.batch as u64, iterations: 0, tables };
    let mut before: Vec<Vec<Use>> = Vec::new();
    // What is compared needs no warming up, but one to be compared with.
    each_iteration(source, run, |ids, measured| {
        if measured.is_none() {
            return Ok(());
        }
        let now: Vec<Vec<Use>> = ids.tables().map(|vectors| uses(vectors, shape.pooling)).collect();
        if !before.is_empty() {
            counts.iterations += 1;
            for ((table, before), now) in counts.tables.iter_mut().zip(&before).zip(&now) {
                table.lookups += shape.lookups() as u64;
                compare(table, before, now, shape.batch);
            }
        }
        before = now;
        Ok(())
    })?;
    if counts.iterations == 0 {
        return Err(CountError::TooFew { read: run.warm + 1, batch: shape.batch, needed: run.warm + 2 });
    }
    Ok(counts)
}

/// A sample that looks up a vector, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    vector: u64,
    sample: u32,
    times: u32,
}

/// By vector, then by sample.
fn uses(vectors: &[u64], pooling: usize) -> Vec<Use> {
    let samples = (0..).zip(vectors.chunks(pooling));
    let mut uses: Vec<Use> = samples
        .flat_map(|(sample, bag)| bag.iter().map(move |vector| Use { vector: *vector, sample, times: 1 }))
        .collect();
    uses.sort_unstable();
    uses.dedup_by(|other, first| {
        let same = (other.vector, other.sample) == (first.vector, first.sample);
        first.times += if same { other.times } else { 0 };
        same
    });
    uses
}

fn compare(counts: &mut TableOverlap, before: &[Use], now: &[Use], batch: usize) {
    let by_row = |uses: &[Use]| -> u64 { uses.chunk_by(|one, other| one.vector == other.vector).count() as u64 };
    counts.rows += by_row(now);
    // Pairs of samples and shared rows, the sources and targets of each row.
    let mut shared: Vec<(&[Use], &[Use])> = Vec::new();
    let mut sources = before.chunk_by(|one, other| one.vector == other.vector).peekable();
    for targets in now.chunk_by(|one, other| one.vector == other.vector) {
        while sources.next_if(|sources| sources[0].vector < targets[0].vector).is_some() {}
        if let Some(sources) = sources.next_if(|sources| sources[0].vector == targets[0].vector) {
            shared.push((sources, targets));
        }
    }
    counts.shared_rows += shared.len() as u64;
    for (sources, targets) in &shared {
        counts.source_pairs += sources.len() as u64;
        counts.target_pairs += targets.len() as u64;
        counts.shared_lookups += targets.iter().map(|target| u64::from(target.times)).sum::<u64>();
    }
    counts.non_zeros += non_zeros(&shared, batch);
}

/// Pairs of a target and a source that have a row in common, each once.
fn non_zeros(shared: &[(&[Use], &[Use])], batch: usize) -> u64 {
    // The rows of each target.
    let mut rows: Vec<(u32, u32)> = (0..)
        .zip(shared)
        .flat_map(|(row, (_, targets))| targets.iter().map(move |target| (target.sample, row)))
        .collect();
    rows.sort_unstable();
    let words = batch.div_ceil(64);
    // A set of samples where that is less than the list of them.
    let set = |sources: &[Use]| {
        let mut set = vec![0u64; words];
        sources.iter().for_each(|source| set[source.sample as usize / 64] |= 1 << (source.sample % 64));
        set
    };
    let sets: Vec<Option<Vec<u64>>> =
        shared.iter().map(|(sources, _)| (sources.len() > words).then(|| set(sources))).collect();
    let mut of_target = vec![0u64; words];
    let mut sum = 0;
    for rows in rows.chunk_by(|one, other| one.0 == other.0) {
        if let [(_, row)] = rows {
            sum += shared[*row as usize].0.len() as u64;
            continue;
        }
        of_target.fill(0);
        for (_, row) in rows {
            match &sets[*row as usize] {
                Some(set) => of_target.iter_mut().zip(set).for_each(|(all, set)| *all |= set),
                None => {
                    let sources = shared[*row as usize].0.iter();
                    sources.for_each(|source| of_target[source.sample as usize / 64] |= 1 << (source.sample % 64));
                }
            }
        }
        sum += of_target.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ndrec::ids::{Drawn, Ids};
    use crate::ndrec::workload::Workload;
    use emberlane_data::access::Column;

    #[test]
    fn counts_are_those_of_the_matrix() {
        for (rows, pooling_size) in [(2, 1), (300, 1), (300, 5), (5_000, 12)] {
            let columns = vec![Column::new(rows, 1.0), Column::new(40, 0.0)];
            let workload = Workload { columns, pooling_size, ..Workload::criteo_terabyte() };
            let drawn = || Drawn::new(&workload, &[0, 1], 150, 2);
            let counts = count(&mut drawn(), &Run { before: 0, warm: 1, measured: 2, seed: 0 }).unwrap();
            assert_eq!(counts.iterations, 1);
            let (mut source, mut earlier, mut later) = (drawn(), Ids::default(), Ids::default());
            for ids in [&mut Ids::default(), &mut earlier, &mut later] {
                source.next(ids).unwrap();
            }
            for (counts, (earlier, later)) in counts.tables.iter().zip(earlier.tables().zip(later.tables())) {
                let shared: std::collections::BTreeSet<&u64> =
                    later.iter().filter(|row| earlier.contains(row)).collect();
                let (of, with): (Vec<&[u64]>, Vec<&[u64]>) =
                    (earlier.chunks(pooling_size).collect(), later.chunks(pooling_size).collect());
                let pairs = |bags: &[&[u64]]| -> u64 {
                    bags.iter().map(|bag| shared.iter().filter(|row| bag.contains(row)).count() as u64).sum()
                };
                assert_eq!(counts.lookups, later.len() as u64);
                assert_eq!(counts.shared_lookups, later.iter().filter(|row| shared.contains(row)).count() as u64);
                assert_eq!(counts.shared_rows, shared.len() as u64);
                assert_eq!(counts.rows, later.iter().collect::<std::collections::BTreeSet<_>>().len() as u64);
                assert_eq!([counts.source_pairs, counts.target_pairs], [pairs(&of), pairs(&with)]);
                let meets = |target: &&[u64], source: &&&[u64]| target.iter().any(|row| source.contains(row));
                let elements =
                    with.iter().map(|target| of.iter().filter(|source| meets(target, source)).count() as u64);
                assert_eq!(counts.non_zeros, elements.sum::<u64>());
            }
        }
    }
}
