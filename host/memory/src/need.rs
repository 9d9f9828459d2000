//! What is needed, part by part.

/// What memory is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Rows of the embedding tables.
    Tables,
    /// What the optimiser keeps of the tables' rows.
    TableState,
    /// Parameters of the MLPs.
    Mlps,
    /// Gradients of the MLPs, and what the optimiser keeps of their parameters.
    MlpState,
    /// Buffers of the batches under way.
    Batches,
    /// What a device and the system around it hold besides the tables.
    Device,
    /// Data that stays in memory.
    Data,
    /// The program, and what it keeps of the run's course.
    Program,
    /// What results take while they are written.
    Results,
}

impl Part {
    /// Its name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tables => "tables",
            Self::TableState => "table_state",
            Self::Mlps => "mlps",
            Self::MlpState => "mlp_state",
            Self::Batches => "batches",
            Self::Device => "device",
            Self::Data => "data",
            Self::Program => "program",
            Self::Results => "results",
        }
    }
}

/// A number of bytes that is needed at the same time as all others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// What for.
    pub part: Part,
    /// What it is, in a few words.
    pub what: &'static str,
    /// How much.
    pub bytes: u64,
}

impl Need {
    /// So many bytes.
    #[must_use]
    pub const fn new(part: Part, what: &'static str, bytes: u64) -> Self {
        Self { part, what, bytes }
    }
}

/// All of them together; [`u64::MAX`] where they are more.
#[must_use]
pub fn total(needs: &[Need]) -> u64 {
    needs.iter().fold(0, |sum, need| sum.saturating_add(need.bytes))
}
