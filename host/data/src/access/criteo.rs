//! Criteo's columns, and those of any file in Criteo's format.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Column;
use crate::{CRITEO_CATEGORIES, CriteoRecords, DataError};
use emberlane_experiment::OnMalformed;

/// The fitted columns, as a file that says where they are from.
const FITTED: &str = include_str!("criteo.toml");

/// A column, and what it was fitted to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    /// Categories that there are.
    pub rows: u64,
    /// Share of the records with the most common category.
    pub top: f64,
    /// The exponent with which `lookups` lookups are expected to hit `distinct` rows.
    pub exponent: f64,
    /// Records that a distinct count is of.
    pub lookups: u64,
    /// Distinct categories in so many records one behind the other, on average over the file.
    pub distinct: f64,
}

impl Fit {
    /// The column.
    #[must_use]
    pub const fn column(&self) -> Column {
        let law = Column::new(self.rows, self.exponent);
        Column { top: Some(self.top), ..law }
    }
}

/// The columns of a file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FileFit {
    /// Records that were read.
    pub records: u64,
    /// Malformed lines that were left out.
    pub skipped: u64,
    /// Its 26 columns.
    pub columns: Vec<Fit>,
}

/// The columns of a data set, and where they are from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fitted {
    /// Where cardinalities and exponents are from.
    pub source: String,
    /// Its 26 columns.
    pub columns: Vec<Fit>,
}

impl Fitted {
    fn columns(&self) -> Vec<Column> {
        self.columns.iter().map(Fit::column).collect()
    }
}

/// The law of one of Terabyte's large columns, through its published vocabularies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Through {
    /// The column, from 0.
    pub column: usize,
    /// Its law.
    pub law: Column,
}

/// What is known of Criteo's public data sets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CriteoSets {
    /// Kaggle display advertising.
    pub kaggle: Fitted,
    /// Terabyte.
    pub terabyte: Fitted,
    /// Laws of Terabyte's large columns, instead of those that were fitted to records.
    pub through: Vec<Through>,
}

impl CriteoSets {
    /// As they were fitted.
    #[must_use]
    pub fn fitted() -> Self {
        toml::from_str(FITTED).expect("the file that is part of the program can be read")
    }
}

/// The 26 columns of Criteo's Kaggle display-advertising set: 33.76 M rows.
#[must_use]
pub fn kaggle() -> Vec<Column> {
    CriteoSets::fitted().kaggle.columns()
}

/// The 26 columns of Criteo Terabyte: 177.94 M rows. The large ones go through the published vocabularies.
#[must_use]
pub fn terabyte() -> Vec<Column> {
    let CriteoSets { terabyte, through, .. } = CriteoSets::fitted();
    let mut columns = terabyte.columns();
    through.iter().for_each(|Through { column, law }| columns[*column] = *law);
    columns
}

/// Fits the columns of a file in Criteo's format, of which `cardinalities` says how many categories all of the data set has.
///
/// The most common category has its own share, since it often stands for a missing value; the others follow a power law.
/// The distinct categories of a column grow with the records that are looked at, until all have been seen. They are counted where
/// at most half have: in all records of a large column, and in fewer, one behind the other and averaged over the file, of a small one.
/// At most `most` records are read, and memory holds 4 bytes a category of them.
///
/// # Errors
/// A file that cannot be read, or that is malformed.
pub fn fit_file(
    path: &Path,
    cardinalities: &[u64; CRITEO_CATEGORIES],
    most: usize,
    on_malformed: OnMalformed,
) -> Result<FileFit, DataError> {
    let mut records = CriteoRecords::open(path, on_malformed)?;
    let mut categories: [Vec<Option<u32>>; CRITEO_CATEGORIES] = Default::default();
    while categories[0].len() < most
        && let Some(record) = records.next_record()?
    {
        categories.iter_mut().zip(record.categories).for_each(|(column, category)| column.push(category));
    }
    let fits = categories.iter().zip(cardinalities).map(|(column, rows)| fit(column, *rows)).collect();
    Ok(FileFit { records: categories[0].len() as u64, skipped: records.skipped(), columns: fits })
}

fn fit(categories: &[Option<u32>], rows: u64) -> Fit {
    let mut lookups = categories.len();
    let mut distinct = mean_distinct(categories, lookups);
    while distinct > 0.5 * rows as f64 && lookups >= 4 {
        lookups /= 2;
        distinct = mean_distinct(categories, lookups);
    }
    let top = share_of_top(categories);
    let Column { exponent, .. } = Column::fit(rows, lookups as u64, distinct, Some(top));
    Fit { rows, top, exponent, lookups: lookups as u64, distinct }
}

/// Share of the records with the most common category; less than all of them.
fn share_of_top(categories: &[Option<u32>]) -> f64 {
    let mut counts: HashMap<Option<u32>, usize> = HashMap::new();
    categories.iter().for_each(|category| *counts.entry(*category).or_default() += 1);
    let most = counts.into_values().max().unwrap_or(0);
    most.min(categories.len().saturating_sub(1)) as f64 / categories.len().max(1) as f64
}

/// Distinct categories in so many records one behind the other, averaged.
fn mean_distinct(categories: &[Option<u32>], records: usize) -> f64 {
    let blocks = categories.chunks_exact(records.max(1));
    let (mut sum, count) = (0, blocks.len().max(1));
    let mut seen: HashSet<Option<u32>> = HashSet::new();
    for block in blocks {
        seen.clear();
        seen.extend(block);
        sum += seen.len();
    }
    sum as f64 / count as f64
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::access::vocabulary;

    /// Solving them takes a core some seconds, which no command should wait for.
    #[test]
    fn laws_go_through_the_vocabularies_as_they_are_solved() {
        let CriteoSets { terabyte, through, .. } = CriteoSets::fitted();
        let solved: Vec<Through> = vocabulary::TERABYTE
            .iter()
            .map(|vocabulary| {
                let Fit { rows, lookups, distinct, top, .. } = terabyte.columns[vocabulary.column];
                let law =
                    vocabulary.law(rows, lookups, distinct, top).expect("there is a law through every vocabulary");
                Through { column: vocabulary.column, law }
            })
            .collect();
        let text = toml::to_string(&HashMap::from([("through", &solved)])).expect("laws can be written");
        assert!(solved == through, "criteo.toml should end so:\n{text}");
    }

    fn shared(name: &str) -> Option<PathBuf> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
        if file.is_file() {
            return Some(file);
        }
        eprintln!("skipped: {} is absent", file.display());
        None
    }

    fn cardinalities(set: &Fitted) -> [u64; CRITEO_CATEGORIES] {
        std::array::from_fn(|column| set.columns[column].rows)
    }

    #[test]
    fn fits_are_what_files_give() {
        let CriteoSets { kaggle, terabyte, .. } = CriteoSets::fitted();
        for (name, records, set) in
            [("criteo_kaggle_8000.tsv", 8000, kaggle), ("criteo_terabyte_1000.tsv", 1000, terabyte)]
        {
            let Some(path) = shared(name) else { continue };
            let found = fit_file(&path, &cardinalities(&set), usize::MAX, OnMalformed::Error).unwrap();
            assert_eq!((found.records, found.skipped), (records, 0));
            let text = |fit: &Fit| {
                let Fit { rows, top, exponent, lookups, distinct } = fit;
                format!(
                    "    {{ rows = {rows}, top = {top:.4}, exponent = {exponent:.4}, lookups = {lookups}, distinct = \
                     {distinct:.4} }},\n"
                )
            };
            let [found, fitted]: [String; 2] =
                [&found.columns, &set.columns].map(|fits| fits.iter().map(text).collect());
            assert!(found == fitted, "{name}:\n{found}");
        }
    }

    #[test]
    fn a_fit_predicts_how_many_rows_others_hit() {
        let Some(path) = shared("criteo_kaggle_8000.tsv") else { return };
        let set = CriteoSets::fitted().kaggle;
        let mut records = CriteoRecords::open(&path, OnMalformed::Error).unwrap();
        let mut seen: [HashSet<Option<u32>>; CRITEO_CATEGORIES] = Default::default();
        for record in 1..=8000 {
            let categories = records.next_record().unwrap().unwrap().categories;
            seen.iter_mut().zip(categories).for_each(|(seen, category)| {
                seen.insert(category);
            });
            if ![500, 2000, 8000].contains(&record) {
                continue;
            }
            let counts = || seen.iter().map(|seen| seen.len() as f64);
            let expected: Vec<f64> = set.columns().iter().map(|column| column.expected_distinct(record)).collect();
            let (total, sum): (f64, f64) = (counts().sum(), expected.iter().sum());
            let error = (sum / total - 1.0).abs();
            let worst =
                counts().zip(&expected).map(|(count, expected)| (expected / count - 1.0).abs()).fold(0.0, f64::max);
            eprintln!(
                "{record} records: {total} distinct, {sum:.0} expected: {error:.3} off, {worst:.3} in the worst column"
            );
            assert!(error < [0.10, 0.08, 0.01][usize::from(record > 500) + usize::from(record > 2000)], "{error}");
        }
    }

    #[test]
    fn the_sets_are_whole() {
        for (columns, rows) in [(kaggle(), 33_762_577), (terabyte(), 177_944_275)] {
            assert_eq!(columns.len(), CRITEO_CATEGORIES);
            assert_eq!(columns.iter().map(|column| column.rows).sum::<u64>(), rows);
            assert!(columns.iter().all(|column| column.exponent.is_finite() && column.exponent >= 0.0));
        }
    }

    /// Categories that are expected to come so many times at least in so many records.
    fn come(column: &Column, times: i32, records: f64) -> f64 {
        let at_least = |mean: f64| {
            let (mut term, mut less) = (libm::exp(-mean), 0.0);
            for k in 0..times {
                less += term;
                term *= mean / f64::from(k + 1);
            }
            1.0 - less
        };
        column
            .groups()
            .iter()
            .map(|group| group.count as f64 * at_least((group.probability() * records).min(600.0)))
            .sum()
    }

    #[test]
    fn vocabularies_have_the_published_sizes() {
        let columns = terabyte();
        for published in &vocabulary::TERABYTE {
            let column = &columns[published.column];
            for (times, records, size) in
                [(15, vocabulary::RECORDS, published.often), (6, vocabulary::WITHOUT_LAST_DAY, published.sometimes)]
            {
                let found = come(column, times, records);
                let off = found / size as f64 - 1.0;
                assert!(off.abs() < 0.05, "column {}, {times} times: {found:.0}, {size}", published.column);
            }
            let fit = &CriteoSets::fitted().terabyte.columns[published.column];
            assert!((column.expected_distinct(fit.lookups) - fit.distinct).abs() < 0.1, "{column:?}");
        }
    }

    /// The power law that is extrapolated from a thousand records has fewer than half of those of the largest columns.
    #[test]
    fn one_exponent_for_all_ranks_does_not() {
        for published in vocabulary::TERABYTE.iter().filter(|published| published.often > 5_000_000) {
            let plain = CriteoSets::fitted().terabyte.columns[published.column].column();
            assert!(come(&plain, 15, vocabulary::RECORDS) < 0.5 * published.often as f64, "{}", published.column);
        }
    }
}
