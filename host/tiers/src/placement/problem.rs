//! Tables to be placed, the memories that there are, and what a placement takes.

use serde::{Deserialize, Serialize};

/// A kind of memory that tables are in. SCM has rows of tables on the SSD only, as a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// The memory of the GPU that the table belongs to.
    Hbm,
    /// The host's memory, which all GPUs share.
    Dram,
    /// Files behind the caches, which all GPUs share.
    Ssd,
}

impl Tier {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Hbm, Self::Dram, Self::Ssd];

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hbm => "HBM",
            Self::Dram => "DRAM",
            Self::Ssd => "SSD",
        }
    }
}

/// A table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Table {
    /// Bytes of all rows, with what the optimiser keeps of them.
    pub bytes: u64,
    /// Bytes of weights that a sample looks up: elements of a row, times rows, times bytes of an element.
    pub volume: f64,
}

/// A memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// Bytes for tables.
    pub bytes: u64,
    /// Bytes a second.
    pub bandwidth: f64,
}

/// Where a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The GPU that looks it up.
    pub gpu: usize,
    /// The memory that it is in.
    pub tier: Tier,
}

/// What is to be placed where.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The tables.
    pub tables: Vec<Table>,
    /// GPUs, of which there is one at least.
    pub gpus: usize,
    /// The memory of each GPU.
    pub hbm: Memory,
    /// The host's memory.
    pub dram: Memory,
    /// Files.
    pub ssd: Memory,
}

/// Bytes of tables in each memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fill {
    /// In that of each GPU.
    pub hbm: Vec<u64>,
    /// In the host's.
    pub dram: u64,
    /// In files.
    pub ssd: u64,
}

impl Problem {
    /// A memory of a kind: of HBM that of one GPU.
    #[must_use]
    pub const fn memory(&self, tier: Tier) -> Memory {
        match tier {
            Tier::Hbm => self.hbm,
            Tier::Dram => self.dram,
            Tier::Ssd => self.ssd,
        }
    }

    /// Bytes a second that one GPU has of a kind of memory.
    #[must_use]
    pub fn bandwidth(&self, tier: Tier) -> f64 {
        let bandwidth = self.memory(tier).bandwidth;
        if tier == Tier::Hbm { bandwidth } else { bandwidth / self.gpus as f64 }
    }

    /// Seconds that a sample's rows of a table take in a kind of memory.
    #[must_use]
    pub fn time(&self, table: usize, tier: Tier) -> f64 {
        self.tables[table].volume / self.bandwidth(tier)
    }

    /// Seconds that each GPU takes for the rows of a sample; the largest is Equation 6.
    #[must_use]
    pub fn loads(&self, places: &[Place]) -> Vec<f64> {
        let mut loads = vec![0.0; self.gpus];
        for (table, Place { gpu, tier }) in places.iter().enumerate() {
            loads[*gpu] += self.time(table, *tier);
        }
        loads
    }

    /// Equation 6: the time that a sample's lookups take.
    #[must_use]
    pub fn lookup_time(&self, places: &[Place]) -> f64 {
        self.loads(places).into_iter().fold(0.0, f64::max)
    }

    /// Bytes of tables in each memory.
    #[must_use]
    pub fn fill(&self, places: &[Place]) -> Fill {
        let mut fill = Fill::empty(self.gpus);
        places.iter().zip(&self.tables).for_each(|(place, table)| fill.add(*place, table.bytes));
        fill
    }

    /// Whether every memory has room for what is in it.
    #[must_use]
    pub fn fits(&self, fill: &Fill) -> bool {
        fill.hbm.iter().all(|bytes| *bytes <= self.hbm.bytes)
            && fill.dram <= self.dram.bytes
            && fill.ssd <= self.ssd.bytes
    }

    /// Every place that there is.
    pub(super) fn all_places(&self) -> impl Iterator<Item = Place> + use<> {
        let gpus = self.gpus;
        Tier::ALL.into_iter().flat_map(move |tier| (0..gpus).map(move |gpu| Place { gpu, tier }))
    }
}

impl Fill {
    /// That of empty memories.
    pub(super) fn empty(gpus: usize) -> Self {
        Self { hbm: vec![0; gpus], ..Self::default() }
    }

    /// What is in a memory.
    #[must_use]
    pub fn of(&self, Place { gpu, tier }: Place) -> u64 {
        match tier {
            Tier::Hbm => self.hbm[gpu],
            Tier::Dram => self.dram,
            Tier::Ssd => self.ssd,
        }
    }

    fn of_mut(&mut self, Place { gpu, tier }: Place) -> &mut u64 {
        match tier {
            Tier::Hbm => &mut self.hbm[gpu],
            Tier::Dram => &mut self.dram,
            Tier::Ssd => &mut self.ssd,
        }
    }

    pub(super) fn add(&mut self, place: Place, bytes: u64) {
        let filled = self.of_mut(place);
        *filled = filled.saturating_add(bytes);
    }
}
