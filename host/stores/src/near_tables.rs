//! Small tables in a GPU's memory, beside others on SmartSSDs.

use emberlane_data::Bags;

use crate::{Device, DeviceReport, EmbeddingError, EmbeddingStore, HostMemory, Iterations, Lookahead, Worked};

/// Some tables of a batch, which the GPU itself looks up and updates: when the batch before has been applied, whoever looks ahead.
pub struct NearTables {
    rows: HostMemory,
    /// Their numbers in a batch, ascending.
    tables: Vec<usize>,
    /// The batch that is looked up when the one in front of it has been applied.
    next: Option<Bags>,
}

impl NearTables {
    /// The tables of `rows`, which have these numbers in a batch.
    #[must_use]
    pub const fn new(rows: HostMemory, tables: Vec<usize>) -> Self {
        Self { rows, tables, next: None }
    }

    /// The bags of these tables alone.
    fn own(&self, bags: &Bags) -> Bags {
        let mut own = Bags { tables: self.tables.len(), samples: bags.samples, offsets: vec![0], indices: Vec::new() };
        for table in &self.tables {
            for bag in table * bags.samples..(table + 1) * bags.samples {
                own.indices.extend_from_slice(bags.bag(bag));
                own.offsets.push(own.indices.len() as u32);
            }
        }
        own
    }

    /// The number of a table among these.
    fn place(&self, table: usize, row: u64) -> Result<usize, EmbeddingError> {
        let place = self.tables.iter().position(|each| *each == table);
        place.ok_or(EmbeddingError::NoRow { table, rows: 0, row })
    }
}

impl EmbeddingStore for NearTables {
    fn name(&self) -> &'static str {
        "GPU memory"
    }

    fn write_rows(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        let place = self.place(table, first)?;
        self.rows.write_rows(place, first, values)
    }

    fn read_rows(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        let place = self.place(table, first)?;
        self.rows.read_rows(place, first, count)
    }

    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        let own = self.own(bags);
        self.rows.lookup(&own)
    }

    fn pool(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        let own = self.own(bags);
        self.rows.pool(&own)
    }

    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError> {
        self.rows.update(gradients)
    }

    fn settle(&mut self) -> Result<(), EmbeddingError> {
        self.rows.settle()
    }

    fn device(&mut self) -> Option<&mut dyn Device> {
        Some(self)
    }

    fn lookahead(&mut self) -> Option<&mut dyn Lookahead> {
        Some(self)
    }

    fn iterations(&mut self) -> Option<&mut dyn Iterations> {
        Some(self)
    }
}

impl Device for NearTables {
    fn report(&mut self) -> Result<DeviceReport, EmbeddingError> {
        Ok(DeviceReport { channels: 0, counters: Vec::new(), picoseconds: 0 })
    }

    fn clear_counters(&mut self) -> Result<(), EmbeddingError> {
        Ok(())
    }
}

impl Lookahead for NearTables {
    fn look_ahead(&mut self, bags: &Bags) -> Result<(), EmbeddingError> {
        self.next = Some(self.own(bags));
        Ok(())
    }

    fn catch_up(&mut self, gradients: &[f32]) -> Result<Vec<f32>, EmbeddingError> {
        self.rows.update(gradients)?;
        match self.next.take() {
            Some(next) => self.rows.lookup(&next),
            None => Err(EmbeddingError::Unavailable("no batch was looked up ahead".to_owned())),
        }
    }
}

impl Iterations for NearTables {
    fn synchronise(&mut self) -> Result<Worked, EmbeddingError> {
        Ok(Worked::default())
    }
}
