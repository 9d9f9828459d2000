//! The workload that `emberlane bench rtl` and `emberlane bench model` measure.

use clap::Args;
use emberlane_models::media;

use crate::generate_data::exponent;

/// A workload of one's own, instead of the standard ones.
#[derive(Clone, Debug, Args)]
#[command(
    next_help_heading = "Workload of rtl; model takes --bags, --rows, --media and --seed (default: the standard ones)"
)]
pub(super) struct ShapeArguments {
    /// FP32 elements of a vector: a multiple of 16 in 16..=256.
    #[arg(long, value_name = "N", value_parser = dimension)]
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
    #[arg(long, value_name = "S", value_parser = exponent)]
    pub(super) skew: Option<f64>,
    /// Medium that the memory controllers emulate.
    #[arg(long, value_name = "NAME", value_parser = medium)]
    pub(super) media: Option<String>,
    /// Seed of the indices [default: 1].
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
}

fn dimension(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(dimension) if (16..=256).contains(&dimension) && dimension % 16 == 0 => Ok(dimension),
        _ => Err("expected a multiple of 16 in 16..=256".into()),
    }
}

fn medium(text: &str) -> Result<String, String> {
    media::preset(text).map(|_| text.to_owned()).map_err(|error| error.to_string())
}

impl ShapeArguments {
    /// The seed of the indices.
    pub(super) fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The options that are given, by name.
    pub(super) fn options(&self) -> Vec<&'static str> {
        let Self { dimension, pooling, bags, tables, rows, skew, media, seed } = self;
        let given = [
            ("--dimension", dimension.is_some()),
            ("--pooling", pooling.is_some()),
            ("--bags", bags.is_some()),
            ("--tables", tables.is_some()),
            ("--rows", rows.is_some()),
            ("--skew", skew.is_some()),
            ("--media", media.is_some()),
            ("--seed", seed.is_some()),
        ];
        given.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect()
    }

    /// Whether the shape of the workload is given.
    pub(super) fn given(&self) -> bool {
        self.options().iter().any(|option| *option != "--seed")
    }
}
