//! Which embedding vectors (EVs) each iteration looks up, and nothing else of it.

use std::path::Path;

use super::workload::Workload;
use emberlane_data::access::{Law, SteadyRows};
use emberlane_data::{CriteoRecord, CriteoRecords, DataError};
use emberlane_experiment::OnMalformed;

/// Some tables of a workload, one behind the other: row `r` of the `i`-th of them is EV `firsts[i] + r`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Samples of an iteration.
    pub batch: usize,
    /// Rows that a sample looks up in each table.
    pub pooling: usize,
    /// The tables, by their numbers in the workload.
    pub tables: Vec<usize>,
    /// Rows of each.
    pub rows: Vec<u64>,
    /// The first EV of each.
    pub firsts: Vec<u64>,
    /// EVs of all.
    pub vectors: u64,
}

impl Shape {
    /// Of these tables, with so many samples an iteration.
    ///
    /// # Panics
    /// When the workload has not all of the tables.
    #[must_use]
    pub fn new(workload: &Workload, tables: &[usize], batch: usize) -> Self {
        let rows: Vec<u64> = tables.iter().map(|table| workload.columns[*table].rows).collect();
        let mut vectors = 0;
        let first = |rows: &u64| {
            vectors += rows;
            vectors - rows
        };
        let firsts = rows.iter().map(first).collect();
        Self { batch, pooling: workload.pooling_size, tables: tables.to_vec(), rows, firsts, vectors }
    }

    /// Lookups of an iteration in each table.
    #[must_use]
    pub const fn lookups(&self) -> usize {
        self.batch * self.pooling
    }
}

/// The lookups of an iteration: table by table, sample by sample, repeats kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ids {
    vectors: Vec<u64>,
    /// Lookups of a table.
    lookups: usize,
}

impl Ids {
    /// EVs of all lookups.
    #[must_use]
    pub fn vectors(&self) -> &[u64] {
        &self.vectors
    }

    /// EVs of the lookups in each table.
    pub fn tables(&self) -> impl Iterator<Item = &[u64]> {
        self.vectors.chunks(self.lookups.max(1))
    }

    fn clear(&mut self, lookups: usize) {
        self.vectors.clear();
        self.lookups = lookups;
    }
}

/// Iterations, one after the other.
pub trait Iterations {
    /// What they look up where.
    fn shape(&self) -> &Shape;

    /// The lookups of the next iteration; `false` where there is none any more.
    ///
    /// # Errors
    /// Data that cannot be read.
    fn next(&mut self, ids: &mut Ids) -> Result<bool, DataError>;

    /// The law that rows are drawn by, if they are drawn.
    fn drawn(&self) -> Option<&Drawn>;
}

/// Iterations whose rows are drawn, without an end.
///
/// What is drawn depends on seed, iteration and table alone: on each device the same, whichever tables it has, on however many
/// threads.
#[derive(Clone, Debug)]
pub struct Drawn {
    shape: Shape,
    law: Law,
    iteration: u64,
}

impl Drawn {
    /// Iterations of so many samples, of these tables of a workload.
    ///
    /// # Panics
    /// When the workload has not all of the tables.
    #[must_use]
    pub fn new(workload: &Workload, tables: &[usize], batch: usize, seed: u64) -> Self {
        Self { shape: Shape::new(workload, tables, batch), law: workload.law(seed), iteration: 0 }
    }

    /// Goes on with an iteration, from 0.
    pub fn seek(&mut self, iteration: u64) {
        self.iteration = iteration;
    }

    /// What a cache holds after so many samples.
    #[must_use]
    pub fn steady(&self, before: u64) -> SteadyRows<'_> {
        SteadyRows::new(&self.law, &self.shape.tables, self.shape.batch, before)
    }

    /// The EV of a table's row of a rank from 0, by the number of the table in the shape.
    #[inline]
    #[must_use]
    pub fn vector(&self, table: usize, rank: u64) -> u64 {
        self.shape.firsts[table] + self.law.row(self.shape.tables[table], rank)
    }

    /// The rank of an EV in its table, from 0.
    #[inline]
    #[must_use]
    pub fn rank(&self, table: usize, vector: u64) -> u64 {
        self.law.rank(self.shape.tables[table], vector - self.shape.firsts[table])
    }
}

impl Iterations for Drawn {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn next(&mut self, ids: &mut Ids) -> Result<bool, DataError> {
        let lookups = self.shape.lookups();
        ids.clear(lookups);
        for (table, first) in self.shape.tables.iter().zip(&self.shape.firsts) {
            ids.vectors.extend(self.law.draw(self.iteration, *table, self.shape.batch).map(|row| first + row));
        }
        self.iteration += 1;
        Ok(true)
    }

    fn drawn(&self) -> Option<&Drawn> {
        Some(self)
    }
}

/// Iterations of the records of a file in Criteo's format, each record once: they end with the file.
///
/// Table `t` reads column `t mod 26`; rows are hashes of categories, as in training. What does not fill an iteration at the end of
/// the file is left out.
pub struct Recorded {
    shape: Shape,
    records: CriteoRecords,
}

impl Recorded {
    /// Opens a file.
    ///
    /// # Errors
    /// A file that cannot be opened.
    ///
    /// # Panics
    /// When the workload has not all of the tables.
    pub fn open(
        path: &Path,
        workload: &Workload,
        tables: &[usize],
        batch: usize,
        on_malformed: OnMalformed,
    ) -> Result<Self, DataError> {
        Ok(Self { shape: Shape::new(workload, tables, batch), records: CriteoRecords::open(path, on_malformed)? })
    }

    /// Malformed lines that were left out so far.
    #[must_use]
    pub fn skipped(&self) -> u64 {
        self.records.skipped()
    }
}

impl Iterations for Recorded {
    fn shape(&self) -> &Shape {
        &self.shape
    }

    fn next(&mut self, ids: &mut Ids) -> Result<bool, DataError> {
        let Shape { batch, pooling, .. } = self.shape;
        ids.clear(self.shape.lookups());
        let mut samples = Vec::with_capacity(batch);
        while samples.len() < batch {
            let Some(record) = self.records.next_record()? else { return Ok(false) };
            samples.push(record);
        }
        let Shape { tables, rows, firsts, .. } = &self.shape;
        for ((table, rows), first) in tables.iter().zip(rows).zip(firsts) {
            // Tables have less than 2^32 rows.
            let row = |record: &CriteoRecord, lookup| record.row(*table, lookup, *rows as u32);
            for sample in &samples {
                ids.vectors.extend((0..pooling).map(|lookup| first + u64::from(row(sample, lookup))));
            }
        }
        Ok(true)
    }

    fn drawn(&self) -> Option<&Drawn> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emberlane_data::{GenerateOptions, generate};

    fn draw(tables: &[usize], iteration: u64) -> Ids {
        let mut drawn = Drawn::new(&Workload::criteo_terabyte(), tables, 500, 3);
        drawn.seek(iteration);
        let mut ids = Ids::default();
        assert!(drawn.next(&mut ids).unwrap());
        ids
    }

    #[test]
    fn tables_are_drawn_alike_wherever_they_are() {
        let (all, some) = (draw(&[0, 1, 2, 9], 5), draw(&[9, 1], 5));
        let workload = Workload::criteo_terabyte();
        let rows = |number: usize| workload.columns[number].rows;
        let row = |ids: &Ids, index: usize, first: u64| -> Vec<u64> {
            ids.tables().nth(index).unwrap().iter().map(|vector| vector - first).collect()
        };
        assert_eq!(row(&all, 1, rows(0)), row(&some, 1, rows(9)));
        assert_eq!(row(&all, 3, rows(0) + rows(1) + rows(2)), row(&some, 0, 0));
        assert_ne!(draw(&[0], 4), draw(&[0], 5));
        // What comes one after the other is what is sought.
        let mut drawn = Drawn::new(&workload, &[0, 1, 2, 9], 500, 3);
        let mut ids = Ids::default();
        (0..=5).for_each(|_| assert!(drawn.next(&mut ids).unwrap()));
        assert_eq!(ids, all);
    }

    #[test]
    fn vectors_are_those_of_their_tables() {
        let mut drawn = Drawn::new(&Workload::random_xl(), &[5, 31, 0], 7, 1);
        let mut ids = Ids::default();
        drawn.next(&mut ids).unwrap();
        let shape = drawn.shape();
        assert_eq!(ids.vectors().len(), 3 * 7 * 40);
        for (table, vectors) in ids.tables().enumerate() {
            assert_eq!(vectors.len(), 7 * 40);
            for vector in vectors {
                assert!((shape.firsts[table]..shape.firsts[table] + shape.rows[table]).contains(vector));
                assert_eq!(drawn.vector(table, drawn.rank(table, *vector)), *vector);
            }
        }
    }

    #[test]
    fn a_file_ends() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("clicks.tsv");
        generate(&path, &GenerateOptions { rows: 25, categories: 100, skew: 1.0, seed: 1 }).unwrap();
        let workload = Workload::kaggle_dac();
        let mut recorded = Recorded::open(&path, &workload, &[3, 0], 10, OnMalformed::Error).unwrap();
        let (mut ids, mut iterations) = (Ids::default(), 0);
        while recorded.next(&mut ids).unwrap() {
            assert_eq!(ids.vectors().len(), 20);
            assert!(ids.vectors().iter().all(|vector| *vector < recorded.shape().vectors));
            iterations += 1;
        }
        assert_eq!((iterations, recorded.skipped()), (2, 0));
    }
}
