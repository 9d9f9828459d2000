//! `emberlane generate-data`

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;
use emberlane_data::{GenerateOptions, generate_unless};

use crate::outcome::{Format, Outcome, report_on};
use crate::places::expect_free_place;
use crate::signals;

/// Write a file in Criteo's format whose clicks depend on the features.
///
/// Categories follow a power law; a hidden logistic model over all features decides the clicks, so that a model that
/// learns shows it. The same arguments write the same bytes.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(super) struct GenerateDataArguments {
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Records.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    rows: u64,
    /// Distinct categories of the largest column; the smallest has a hundredth of it.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    categories: u32,
    /// Exponent of the power law; 0 is uniform.
    #[arg(long, value_name = "S", default_value_t = 1.05, value_parser = exponent)]
    skew: f64,
    /// Seed of everything that is drawn.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Replace the file, if it is there.
    #[arg(long)]
    overwrite: bool,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Reads an exponent of a power law.
pub(super) fn exponent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if (0.0..=100.0).contains(&value) => Ok(value),
        _ => Err("expected a number in 0..=100".into()),
    }
}

pub(super) fn run(arguments: &GenerateDataArguments) -> anyhow::Result<Outcome> {
    expect_free_place("generate-data", "--out", &arguments.out, arguments.overwrite, &[])?;
    if let Some(directory) = arguments.out.parent() {
        std::fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
    }
    let GenerateDataArguments { rows, categories, skew, seed, .. } = *arguments;
    let stop = signals::stop_asked_of("stopping; once more ends at once")?;
    let written =
        generate_unless(&arguments.out, &GenerateOptions { rows, categories, skew, seed }, &|| stop.is_asked())?;
    let Some(written) = written else {
        bail!("stopped: --out {} was not written, and nothing is left of it", arguments.out.display());
    };
    let mut report = report_on(&arguments.out);
    match arguments.format {
        Format::Human => writeln!(
            report,
            "{}: {} records, {} clicks ({:.1} %)",
            arguments.out.display(),
            written.rows,
            written.clicks,
            100.0 * written.clicks as f64 / written.rows.max(1) as f64
        )?,
        Format::Json => {
            let json = serde_json::json!({
                "path": arguments.out.display().to_string(), "rows": written.rows, "clicks": written.clicks, "seed": seed
            });
            writeln!(report, "{json:#}")?;
        }
    }
    Ok(Outcome::Good)
}
