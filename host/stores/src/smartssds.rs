//! Tables among several SmartSSDs, each with a cache and a planner of its own.
//!
//! They work side by side: what they are told, all of them are told before any is waited for in
//! [`synchronise`](Iterations::synchronise), and what they take is what the slowest takes.

use emberlane_data::Bags;

use crate::{Device, DeviceReport, EmbeddingError, EmbeddingStore, Iterations, Lookahead, Worked};

/// All that a SmartSSD's tables can do.
pub trait OneSmartSsd: EmbeddingStore + Device + Lookahead + Iterations {}

impl<S: EmbeddingStore + Device + Lookahead + Iterations> OneSmartSsd for S {}

/// One of several SmartSSDs.
pub struct Member {
    /// The numbers of its tables, ascending.
    pub tables: Vec<usize>,
    /// Its tables.
    pub store: Box<dyn OneSmartSsd>,
}

/// Several SmartSSDs.
pub struct SmartSsds {
    members: Vec<Member>,
    /// Tables of a batch.
    tables: usize,
    dimension: usize,
}

impl SmartSsds {
    /// The tables of a batch's so many, `dimension` elements a row, on these SmartSSDs.
    #[must_use]
    pub fn new(members: Vec<Member>, tables: usize, dimension: usize) -> Self {
        Self { members, tables, dimension }
    }

    /// Vectors of all bags, from those of each SmartSSD.
    fn gather(&self, parts: &[Vec<f32>], bags: usize) -> Vec<f32> {
        let of_table = bags / self.tables.max(1) * self.dimension;
        let mut all = vec![0.0; self.tables * of_table];
        for (member, part) in self.members.iter().zip(parts) {
            for (place, table) in member.tables.iter().enumerate() {
                let (from, to) = (place * of_table, table * of_table);
                all[to..to + of_table].copy_from_slice(&part[from..from + of_table]);
            }
        }
        all
    }

    /// The vectors of each SmartSSD's bags.
    fn scatter(&self, vectors: &[f32]) -> Vec<Vec<f32>> {
        let of_table = vectors.len() / self.tables.max(1);
        let of = |table: &usize| &vectors[table * of_table..(table + 1) * of_table];
        let part = |member: &Member| member.tables.iter().map(of).collect::<Vec<_>>().concat();
        self.members.iter().map(part).collect()
    }

    fn each<T>(
        &mut self,
        mut work: impl FnMut(&mut dyn OneSmartSsd) -> Result<T, EmbeddingError>,
    ) -> Result<Vec<T>, EmbeddingError> {
        self.members.iter_mut().map(|member| work(&mut *member.store)).collect()
    }

    fn of_table(&mut self, table: usize, row: u64) -> Result<&mut dyn OneSmartSsd, EmbeddingError> {
        let member = self.members.iter_mut().find(|member| member.tables.contains(&table));
        Ok(&mut *member.ok_or(EmbeddingError::NoRow { table, rows: 0, row })?.store)
    }
}

impl EmbeddingStore for SmartSsds {
    fn name(&self) -> &'static str {
        "SmartSSDs"
    }

    fn write_rows(&mut self, table: usize, first: u64, values: &[f32]) -> Result<(), EmbeddingError> {
        self.of_table(table, first)?.write_rows(table, first, values)
    }

    fn read_rows(&mut self, table: usize, first: u64, count: u64) -> Result<Vec<f32>, EmbeddingError> {
        self.of_table(table, first)?.read_rows(table, first, count)
    }

    fn lookup(&mut self, bags: &Bags) -> Result<Vec<f32>, EmbeddingError> {
        let parts = self.each(|store| store.lookup(bags))?;
        Ok(self.gather(&parts, bags.count()))
    }

    fn update(&mut self, gradients: &[f32]) -> Result<(), EmbeddingError> {
        let parts = self.scatter(gradients);
        self.members.iter_mut().zip(&parts).try_for_each(|(member, part)| member.store.update(part))
    }

    fn settle(&mut self) -> Result<(), EmbeddingError> {
        self.each(|store| store.settle()).map(drop)
    }

    fn rest(&mut self) -> Result<(), EmbeddingError> {
        self.each(|store| store.rest()).map(drop)
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

impl Device for SmartSsds {
    /// Counters are sums, time is the latest.
    fn report(&mut self) -> Result<DeviceReport, EmbeddingError> {
        let mut reports = self.each(|store| store.report())?.into_iter();
        let mut all = reports.next().ok_or_else(|| EmbeddingError::Unavailable("there is no SmartSSD".to_owned()))?;
        for report in reports {
            all.channels += report.channels;
            all.picoseconds = all.picoseconds.max(report.picoseconds);
            all.counters.iter_mut().zip(report.counters).for_each(|(sum, one)| sum.1 += one.1);
        }
        Ok(all)
    }

    fn clear_counters(&mut self) -> Result<(), EmbeddingError> {
        self.each(|store| store.clear_counters()).map(drop)
    }
}

impl Lookahead for SmartSsds {
    fn announce(&mut self, bags: &Bags) -> Result<(), EmbeddingError> {
        self.each(|store| store.announce(bags)).map(drop)
    }

    fn look_ahead(&mut self, bags: &Bags) -> Result<(), EmbeddingError> {
        self.each(|store| store.look_ahead(bags)).map(drop)
    }

    fn catch_up(&mut self, gradients: &[f32]) -> Result<Vec<f32>, EmbeddingError> {
        let mut parts = self.scatter(gradients);
        for (member, part) in self.members.iter_mut().zip(&mut parts) {
            *part = member.store.catch_up(part)?;
        }
        // The batch ahead may have another number of samples.
        let bags = parts.iter().map(Vec::len).sum::<usize>() / self.dimension.max(1);
        Ok(self.gather(&parts, bags))
    }
}

impl Iterations for SmartSsds {
    fn synchronise(&mut self) -> Result<Worked, EmbeddingError> {
        Ok(self.synchronise_each()?.into_iter().fold(Worked::default(), Worked::beside))
    }

    fn synchronise_each(&mut self) -> Result<Vec<Worked>, EmbeddingError> {
        self.each(|store| store.synchronise())
    }
}
