//! The workload that `emberlane bench rtl` and `emberlane bench model` measure.

use clap::Args;

/// A workload of one's own, instead of the standard ones.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Workload of rtl and model (default: the standard ones)")]
pub(super) struct ShapeArguments {
    /// FP32 elements of a vector: a multiple of 16 in 16..=256.
    #[arg(long, value_name = "N")]
    pub(super) dimension: Option<u32>,
    /// Rows a bag.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) pooling: Option<u32>,
    /// Bags a table.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) bags: Option<u32>,
    /// Tables.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(super) tables: Option<u32>,
    /// Rows a table.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) rows: Option<u32>,
    /// Exponent of the power law that rows are drawn from; 0: uniform.
    #[arg(long, value_name = "S")]
    pub(super) skew: Option<f64>,
    /// Medium that the memory controllers emulate.
    #[arg(long, value_name = "NAME")]
    pub(super) media: Option<String>,
    /// Seed of the indices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
}

impl ShapeArguments {
    /// Whether any of them is given.
    pub(super) fn given(&self) -> bool {
        let Self { dimension, pooling, bags, tables, rows, skew, media, seed: _ } = self;
        [dimension, pooling, bags, tables, rows].iter().any(|value| value.is_some())
            || skew.is_some()
            || media.is_some()
    }
}
