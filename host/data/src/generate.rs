//! Writes a file in Criteo's format whose clicks depend on the features.

use std::io::Write;
use std::path::Path;

use emberlane_files::WholeFile;
use rand::Rng;
use rand_distr::{Distribution, Zipf};
use rand_pcg::Pcg64;

use crate::click_model::{ClickModel, Counts};
use crate::{CRITEO_CATEGORIES, CRITEO_INTEGERS, DataError};

/// Share of fields that are missing.
const MISSING: f64 = 0.05;

/// What to write.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    /// Records.
    pub rows: u64,
    /// Most distinct categories of a column; columns have between a hundredth of it and all of it.
    pub categories: u32,
    /// Exponent of the power law that categories follow.
    pub skew: f64,
    /// Seed of everything that is drawn.
    pub seed: u64,
}

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Records.
    pub rows: u64,
    /// Records that were clicked.
    pub clicks: u64,
}

struct Column {
    ranks: Zipf<f64>,
    missing: bool,
}

/// Writes a file in Criteo's format. The same options write the same bytes. What is in its place stays until all of it is written.
///
/// # Errors
/// A file that cannot be written.
pub fn generate(path: &Path, options: &GenerateOptions) -> Result<Generated, DataError> {
    let never = generate_unless(path, options, &|| false)?;
    Ok(never.expect("nobody stops it"))
}

/// As [`generate`], but for `stops`, which is asked again and again: when it says so, nothing is left, and there is `None`.
///
/// # Errors
/// A file that cannot be written.
pub fn generate_unless(
    path: &Path,
    options: &GenerateOptions,
    stops: &dyn Fn() -> bool,
) -> Result<Option<Generated>, DataError> {
    write_file(path, options, stops).map_err(DataError::io(path))
}

fn write_file(path: &Path, options: &GenerateOptions, stops: &dyn Fn() -> bool) -> std::io::Result<Option<Generated>> {
    let mut file = WholeFile::create(path)?;
    let generated = write_records(&mut file, options, stops)?;
    if generated.is_some() {
        file.commit()?;
    }
    Ok(generated)
}

fn write_records(
    writer: &mut impl Write,
    options: &GenerateOptions,
    stops: &dyn Fn() -> bool,
) -> std::io::Result<Option<Generated>> {
    let model = ClickModel::new(options.seed, CRITEO_INTEGERS, CRITEO_CATEGORIES);
    let counts = Counts::new();
    let mut random = Pcg64::new(u128::from(options.seed), 3);
    let skew = if options.skew.is_finite() { options.skew.clamp(0.0, 100.0) } else { 1.05 };
    let columns: Vec<Column> = (0..CRITEO_CATEGORIES)
        .map(|column| {
            let span = f64::from(column as u32) / (CRITEO_CATEGORIES - 1) as f64;
            let distinct = f64::from(options.categories.max(1)) * libm::pow(100.0, span - 1.0);
            let ranks = Zipf::new(distinct.max(1.0).floor(), skew).expect("at least one category, and a bounded skew");
            Column { ranks, missing: column % 3 == 0 }
        })
        .collect();
    let mut line = String::new();
    let mut clicks = 0;
    for _ in 0..options.rows {
        if stops() {
            return Ok(None);
        }
        line.clear();
        let mut odds = 0.0;
        for feature in 0..CRITEO_INTEGERS {
            line.push('\t');
            if random.random::<f64>() >= MISSING {
                let count = counts.draw(&mut random);
                odds += model.dense(feature, libm::log1p(f64::from(count)));
                push_decimal(&mut line, count);
            } else {
                odds += model.dense(feature, 0.0);
            }
        }
        for (number, column) in columns.iter().enumerate() {
            line.push('\t');
            let rank = if column.missing && random.random::<f64>() < MISSING {
                0
            } else {
                let rank = column.ranks.sample(&mut random) as u64;
                push_hexadecimal(&mut line, (model.hash(100 + number as u64, rank) >> 32) as u32);
                rank
            };
            odds += model.category(number, rank, 1);
        }
        let click = model.click(odds, &mut random);
        clicks += u64::from(click);
        line.push('\n');
        writer.write_all(if click { b"1" } else { b"0" })?;
        writer.write_all(line.as_bytes())?;
    }
    Ok(Some(Generated { rows: options.rows, clicks }))
}

fn push_decimal(line: &mut String, number: u32) {
    if number >= 10 {
        push_decimal(line, number / 10);
    }
    line.push(char::from(b'0' + (number % 10) as u8));
}

fn push_hexadecimal(line: &mut String, number: u32) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    line.extend((0..8).rev().map(|digit| char::from(DIGITS[(number >> (4 * digit)) as usize & 15])));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CriteoRecord;

    fn options(seed: u64) -> GenerateOptions {
        GenerateOptions { rows: 500, categories: 1000, skew: 1.05, seed }
    }

    fn text(seed: u64) -> String {
        let mut bytes = Vec::new();
        write_records(&mut bytes, &options(seed), &|| false).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn who_stops_it_finds_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let asked = std::cell::Cell::new(0);
        let stops = || asked.replace(asked.get() + 1) == 100;
        assert_eq!(generate_unless(&folder.path().join("clicks.tsv"), &options(3), &stops).unwrap(), None);
        assert_eq!(asked.get(), 101);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn every_line_is_a_record() {
        let text = text(3);
        let records: Vec<CriteoRecord> =
            text.lines().map(|line| CriteoRecord::parse(line.as_bytes()).unwrap()).collect();
        assert_eq!(records.len(), 500);
        let clicks = records.iter().filter(|record| record.click).count();
        assert!((50..250).contains(&clicks), "{clicks} clicks of 500");
        assert!(records.iter().any(|record| record.integers.contains(&None)));
        assert!(records.iter().any(|record| record.categories.contains(&None)));
    }

    #[test]
    fn a_seed_decides_the_bytes() {
        assert_eq!(text(3), text(3));
        assert_ne!(text(3), text(4));
    }
}
