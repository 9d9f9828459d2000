//! The ids of batches, drawn.

use emberlane_data::access::{Column, Ranks, Scatter, mixed};
use emberlane_data::{Bags, Batch};
use rand_pcg::Pcg64Mcg;

/// A table whose rows are drawn.
#[derive(Clone, Debug)]
struct Table {
    ranks: Ranks,
    scatter: Scatter,
    /// Rows that a sample looks up; 0: its lookups are not drawn.
    lookups: usize,
}

/// Batches without an end, whose rows follow a power law: the same for the same seed, in whatever order tables are drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    tables: Vec<Table>,
    samples: usize,
    features: usize,
    batch: u64,
    seed: u64,
}

impl Drawn {
    /// Of tables with so many rows, of which a sample looks up so many each. Another seed draws other rows.
    #[must_use]
    pub fn new(tables: &[(u64, usize)], exponent: f64, samples: usize, features: usize, seed: u64) -> Self {
        let table = |(number, (rows, lookups)): (usize, &(u64, usize))| Table {
            ranks: Ranks::new(&Column::new(*rows, exponent)),
            scatter: Scatter::new(*rows, number as u64 ^ seed << 16),
            lookups: *lookups,
        };
        Self { tables: tables.iter().enumerate().map(table).collect(), samples, features, batch: 0, seed }
    }

    /// The next batch. Its dense features and labels are 0: nothing is computed of them.
    pub fn next_batch(&mut self) -> Batch {
        let (mut indices, mut offsets) = (Vec::new(), vec![0]);
        for (number, table) in self.tables.iter().enumerate() {
            let mut state = (self.batch << 16 | number as u64) ^ self.seed << 40;
            let random = &mut Pcg64Mcg::new(u128::from(mixed(&mut state)) << 64 | u128::from(mixed(&mut state)));
            for _ in 0..self.samples {
                indices.extend((0..table.lookups).map(|_| table.scatter.row(table.ranks.draw(random)) as u32));
                offsets.push(indices.len() as u32);
            }
        }
        self.batch += 1;
        let bags = Bags { tables: self.tables.len(), samples: self.samples, offsets, indices };
        Batch { dense: vec![0.0; self.samples * self.features], bags, labels: vec![0.0; self.samples] }
    }
}
