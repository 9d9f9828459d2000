//! Batches of Criteo's records.

use emberlane_experiment::{CRITEO_CATEGORIES, CRITEO_INTEGERS, CriteoConfig, DataConfig, Experiment, ModelConfig};

use super::records::CriteoRecords;
use crate::held_out::Part;
use crate::room::{product, with_room};
use crate::{Bags, Batch, BatchSource, CacheUse, DataError, Position};

/// Batches of Criteo's records, read as a stream.
pub struct Criteo {
    records: CriteoRecords,
    rows: Vec<u32>,
    lookups: usize,
    batch_size: usize,
}

impl Criteo {
    /// Opens the files.
    ///
    /// # Errors
    /// A file that cannot be opened, or that has no record.
    pub(crate) fn open(
        config: &CriteoConfig,
        model: &ModelConfig,
        batch_size: usize,
        part: Part,
    ) -> Result<Self, DataError> {
        let records = CriteoRecords::open_all(config, part)?;
        Ok(Self { records, rows: model.rows.clone(), lookups: model.lookups, batch_size })
    }
}

impl BatchSource for Criteo {
    fn next_batch(&mut self) -> Result<Option<Batch>, DataError> {
        let mut batch = Batch::default();
        let mut records = with_room(Some(self.batch_size), "the records of a batch")?;
        while records.len() < self.batch_size {
            let Some(record) = self.records.next_record()? else { break };
            batch.labels.push(f32::from(record.click));
            batch.dense.extend((0..CRITEO_INTEGERS).map(|i| record.dense(i)));
            records.push(record);
        }
        if records.is_empty() {
            return Ok(None);
        }
        let bags = product(&[self.rows.len(), records.len()]);
        // Offsets are numbers of 32 bits.
        let lookups = bags.and_then(|bags| bags.checked_mul(self.lookups)).filter(|rows| u32::try_from(*rows).is_ok());
        let mut indices = with_room(lookups, "the rows of a batch")?;
        let mut offsets = with_room(bags.and_then(|bags| bags.checked_add(1)), "the bags of a batch")?;
        offsets.push(0);
        for (table, rows) in self.rows.iter().enumerate() {
            for record in &records {
                indices.extend((0..self.lookups).map(|lookup| record.row(table, lookup, *rows)));
                offsets.push(indices.len() as u32);
            }
        }
        batch.bags = Bags { tables: self.rows.len(), samples: records.len(), offsets, indices };
        Ok(Some(batch))
    }

    fn rewind(&mut self) -> Result<(), DataError> {
        self.records.rewind()
    }

    fn position(&self) -> Position {
        Position::Criteo(self.records.position())
    }

    fn seek(&mut self, position: &Position) -> Result<(), DataError> {
        match position {
            Position::Criteo(position) => self.records.seek(position),
            _ => Err(DataError::Position { message: "data.kind was not \"criteo\"".to_owned() }),
        }
    }

    fn batches(&self) -> Option<u64> {
        None
    }

    fn skipped(&self) -> u64 {
        self.records.skipped()
    }

    fn padded(&self) -> u64 {
        self.records.padded()
    }

    fn is_read_once(&self) -> bool {
        self.records.is_read_once()
    }

    fn cache(&self) -> Option<CacheUse> {
        self.records.cache()
    }
}

/// What people may want to know of an experiment's data before it is trained: more or fewer tables than a record has categories.
#[must_use]
pub fn notes(experiment: &Experiment) -> Vec<String> {
    let (tables, categories) = (experiment.model.tables(), CRITEO_CATEGORIES);
    let of_tables = match &experiment.data {
        DataConfig::Criteo(_) if tables < categories => Some(format!(
            "model.tables is {tables}: of the {categories} categories of a record the first {tables} are read, and the others are not"
        )),
        DataConfig::Criteo(_) if tables > categories => Some(format!(
            "model.tables is {tables}, and a record has {categories} categories: tables {categories} to {} read categories again, from \
             the first on, with rows of their own",
            tables - 1
        )),
        _ => None,
    };
    of_tables.into_iter().collect()
}
