//! The recommendation models of TrainingCXL, Table 3.

/// A model of TrainingCXL's Table 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Embedding-intensive: 20 tables, 80 lookups a table.
    Rm1,
    /// The most embedding-intensive: 80 tables, 80 lookups a table.
    Rm2,
    /// MLP-intensive: 20 tables, 20 lookups a table.
    Rm3,
    /// MLP-intensive, for Criteo Kaggle: 52 tables, one lookup a table.
    Rm4,
}

/// What a preset says of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Widths of the bottom MLP, the dense features first.
    pub bottom: Vec<usize>,
    /// Widths of the top MLP after the interaction.
    pub top: Vec<usize>,
    /// Embedding tables.
    pub tables: usize,
    /// FP32 elements of a row ("features dim").
    pub dimension: usize,
    /// Lookups a table ("# sparse features").
    pub lookups: usize,
}

impl Preset {
    /// Every preset with its name in an experiment file.
    pub const NAMES: &[(&'static str, Self)] =
        &[("rm1", Self::Rm1), ("rm2", Self::Rm2), ("rm3", Self::Rm3), ("rm4", Self::Rm4)];

    /// Rows of a table where the experiment does not say; Table 3 does not either.
    pub const DEFAULT_ROWS: u32 = 10_000;

    /// Its name in an experiment file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rm1 => "rm1",
            Self::Rm2 => "rm2",
            Self::Rm3 => "rm3",
            Self::Rm4 => "rm4",
        }
    }

    /// Its row of Table 3. RM2's bottom MLP is printed as ending in 323, a misprint for 32: the features' dimension.
    #[must_use]
    pub fn shape(self) -> Shape {
        let (bottom, top, tables, dimension, lookups): (&[usize], &[usize], _, _, _) = match self {
            Self::Rm1 => (&[13, 8192, 2048, 32], &[256, 64, 1], 20, 32, 80),
            Self::Rm2 => (&[13, 8192, 2048, 32], &[512, 128, 1], 80, 32, 80),
            Self::Rm3 => (&[13, 10240, 4096, 32], &[512, 128, 1], 20, 32, 20),
            Self::Rm4 => (&[13, 16384, 2048, 512, 16], &[512, 128, 1], 52, 16, 1),
        };
        Shape { bottom: bottom.to_vec(), top: top.to_vec(), tables, dimension, lookups }
    }
}
