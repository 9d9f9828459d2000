//! A batch of samples: dense features, bags of embedding rows, labels.

use std::ops::Range;

/// The embedding rows of a batch: one bag a table and sample.
///
/// Bags are numbered table by table: the bag of sample `s` in table `t` is `t * samples + s`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bags {
    /// Number of tables.
    pub tables: usize,
    /// Samples of the batch.
    pub samples: usize,
    /// Where each bag starts in `indices`: `tables * samples + 1` numbers, the first 0, none below the one before it.
    pub offsets: Vec<u32>,
    /// Rows, each within the bag's table.
    pub indices: Vec<u32>,
}

impl Bags {
    /// Number of bags.
    #[must_use]
    pub fn count(&self) -> usize {
        self.tables * self.samples
    }

    /// Rows of bag `bag`.
    ///
    /// # Panics
    /// When there is no such bag.
    #[must_use]
    pub fn bag(&self, bag: usize) -> &[u32] {
        &self.indices[self.offsets[bag] as usize..self.offsets[bag + 1] as usize]
    }
}

/// Some samples to train on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// Dense features, sample by sample.
    pub dense: Vec<f32>,
    /// Embedding rows.
    pub bags: Bags,
    /// 1 for a click, 0 for none.
    pub labels: Vec<f32>,
}

impl Batch {
    /// Number of samples.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.labels.len()
    }

    /// Tells batches apart: CRC-32C of rows, labels and dense features, by bits.
    #[must_use]
    pub fn checksum(&self) -> u32 {
        let words = self.bags.offsets.iter().chain(&self.bags.indices).copied();
        let words = words.chain(self.labels.iter().chain(&self.dense).map(|number| number.to_bits()));
        crc32c::crc32c(&words.flat_map(u32::to_le_bytes).collect::<Vec<u8>>())
    }

    /// Some of its samples, as a batch.
    ///
    /// # Panics
    /// When there are no such samples.
    #[must_use]
    pub fn some(&self, samples: Range<usize>) -> Self {
        let features = self.dense.len() / self.samples().max(1);
        let Bags { tables, samples: all, offsets, indices } = &self.bags;
        let mut bags = Bags { tables: *tables, samples: samples.len(), offsets: vec![0], indices: Vec::new() };
        for table in 0..*tables {
            let of_table = &offsets[table * all + samples.start..=table * all + samples.end];
            let (first, before) = (of_table[0], bags.indices.len() as u32);
            bags.offsets.extend(of_table[1..].iter().map(|offset| before + offset - first));
            bags.indices.extend(&indices[first as usize..of_table[samples.len()] as usize]);
        }
        let dense = self.dense[samples.start * features..samples.end * features].to_vec();
        Self { dense, bags, labels: self.labels[samples].to_vec() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_samples_are_a_batch() {
        let bags =
            Bags { tables: 2, samples: 3, offsets: vec![0, 1, 1, 3, 4, 6, 7], indices: vec![9, 8, 7, 6, 5, 4, 3] };
        let batch = Batch { dense: vec![0.0, 1.0, 2.0, 3.0, 4.0, 5.0], bags, labels: vec![1.0, 0.0, 1.0] };
        let some = batch.some(1..3);
        assert_eq!((some.dense, some.labels), (vec![2.0, 3.0, 4.0, 5.0], vec![0.0, 1.0]));
        let expected = Bags { tables: 2, samples: 2, offsets: vec![0, 0, 2, 4, 5], indices: vec![8, 7, 5, 4, 3] };
        assert_eq!(some.bags, expected);
        assert_eq!(batch.some(0..3), batch);
        assert_ne!(batch.some(0..2).checksum(), batch.some(1..3).checksum());
        let mut others = [batch.clone(), batch.clone(), batch.clone()];
        others[0].dense[3] += 0.5;
        others[1].labels[2] = 0.0;
        others[2].bags.indices[6] += 1;
        assert!(others.iter().all(|other| other.checksum() != batch.checksum()));
        assert_eq!(batch.clone().checksum(), batch.checksum());
        let none = batch.some(2..2);
        assert_eq!((none.samples(), none.bags.count(), none.bags.offsets), (0, 0, vec![0]));
    }
}
