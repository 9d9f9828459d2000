//! Criteo's click logs (Kaggle display advertising, Terabyte): one record a line, 40 fields separated by tabs.
//!
//! A record is a label (0 or 1), 13 integers and 26 categories of up to eight hexadecimal digits. An empty field is a
//! missing value. Integers become `ln(1 + x)`, where a missing or negative one counts as 0. Table `t` reads category
//! `t mod 26`; its row is a hash of the category, salted with the table, modulo the table's rows. A missing category is
//! a category like any other.

use std::fs::File;
use std::hash::Hasher;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use emberlane_experiment::{CRITEO_CATEGORIES, CRITEO_INTEGERS, ModelConfig, OnMalformed};
use siphasher::sip::SipHasher13;

use crate::error::LONGEST_LINE;
use crate::{Bags, Batch, BatchSource, DataError, RecordError};

const FIELDS: usize = 1 + CRITEO_INTEGERS + CRITEO_CATEGORIES;

/// One line of a Criteo file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CriteoRecord {
    /// Whether the advertisement was clicked.
    pub click: bool,
    /// Integer features.
    pub integers: [Option<i64>; CRITEO_INTEGERS],
    /// Categorical features.
    pub categories: [Option<u32>; CRITEO_CATEGORIES],
}

impl CriteoRecord {
    /// Reads one line, without its end.
    ///
    /// # Errors
    /// A line that is no record.
    pub fn parse(line: &[u8]) -> Result<Self, RecordError> {
        let line = std::str::from_utf8(line).map_err(|error| RecordError::NotText { byte: error.valid_up_to() + 1 })?;
        let mut fields = [""; FIELDS];
        let mut found = 0;
        for field in line.split('\t') {
            if let Some(slot) = fields.get_mut(found) {
                *slot = field;
            }
            found += 1;
        }
        if found != FIELDS {
            return Err(RecordError::Fields { found });
        }
        let click = match fields[0] {
            "0" => false,
            "1" => true,
            other => return Err(RecordError::Label { found: other.to_owned() }),
        };
        let mut integers = [None; CRITEO_INTEGERS];
        for (i, integer) in integers.iter_mut().enumerate() {
            let text = fields[1 + i];
            if !text.is_empty() {
                let value = text.parse();
                *integer = Some(value.map_err(|_| RecordError::Integer { field: 2 + i, found: text.to_owned() })?);
            }
        }
        let mut categories = [None; CRITEO_CATEGORIES];
        for (i, category) in categories.iter_mut().enumerate() {
            let text = fields[1 + CRITEO_INTEGERS + i];
            if !text.is_empty() {
                *category =
                    Some(hexadecimal(text).ok_or_else(|| RecordError::Category {
                        field: 2 + CRITEO_INTEGERS + i,
                        found: text.to_owned(),
                    })?);
            }
        }
        Ok(Self { click, integers, categories })
    }

    /// Integer feature `i` as the model sees it: `ln(1 + x)`, where a missing or negative `x` counts as 0.
    ///
    /// # Panics
    /// When `i` is 13 or more.
    #[must_use]
    pub fn dense(&self, i: usize) -> f32 {
        libm::log1p(self.integers[i].unwrap_or(0).max(0) as f64) as f32
    }
}

/// Up to eight hexadecimal digits; `from_str_radix` alone would take a sign.
fn hexadecimal(text: &str) -> Option<u32> {
    let digits = text.len() <= 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    digits.then(|| u32::from_str_radix(text, 16).ok()).flatten()
}

/// Row of `category` in table `table` of `rows` rows, for lookup `lookup` of its bag.
///
/// SipHash-1-3 keyed with table and lookup, so that tables that read the same column, and lookups of one bag, collide
/// independently.
///
/// # Panics
/// When the table has no rows.
#[must_use]
pub fn row_of_category(category: Option<u32>, table: usize, lookup: usize, rows: u32) -> u32 {
    let mut hasher = SipHasher13::new_with_keys(table as u64, lookup as u64);
    // A missing category hashes outside the 32 bits of those that are there.
    hasher.write_u64(category.map_or(u64::MAX, u64::from));
    (hasher.finish() % u64::from(rows)) as u32
}

/// Records of a Criteo file, read as a stream.
pub struct CriteoRecords {
    path: PathBuf,
    reader: BufReader<File>,
    line: u64,
    text: Vec<u8>,
    on_malformed: OnMalformed,
    skipped: u64,
}

impl CriteoRecords {
    /// Opens a Criteo file.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub fn open(path: &Path, on_malformed: OnMalformed) -> Result<Self, DataError> {
        let file = File::open(path).map_err(DataError::io(path))?;
        Ok(Self {
            path: path.to_path_buf(),
            reader: BufReader::with_capacity(1 << 20, file),
            line: 0,
            text: Vec::new(),
            on_malformed,
            skipped: 0,
        })
    }

    /// The next record; `None` at the end of the file.
    ///
    /// # Errors
    /// A file that cannot be read, and a malformed line if those are not skipped.
    pub fn next_record(&mut self) -> Result<Option<CriteoRecord>, DataError> {
        loop {
            let Some(record) = self.next_line()? else { return Ok(None) };
            match (record, self.on_malformed) {
                (Ok(record), _) => return Ok(Some(record)),
                (Err(_), OnMalformed::Skip) => self.skipped += 1,
                (Err(problem), OnMalformed::Error) => {
                    return Err(DataError::Malformed { file: self.path.clone(), line: self.line, problem });
                }
            }
        }
    }

    fn next_line(&mut self) -> Result<Option<Result<CriteoRecord, RecordError>>, DataError> {
        self.text.clear();
        let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.text);
        if read.map_err(DataError::io(&self.path))? == 0 {
            return Ok(None);
        }
        self.line += 1;
        if self.text.last() == Some(&b'\n') {
            self.text.pop();
        } else if self.text.len() as u64 == LONGEST_LINE {
            self.skip_to_line_end()?;
            return Ok(Some(Err(RecordError::TooLong)));
        }
        if self.text.last() == Some(&b'\r') {
            self.text.pop();
        }
        Ok(Some(CriteoRecord::parse(&self.text)))
    }

    fn skip_to_line_end(&mut self) -> Result<(), DataError> {
        loop {
            self.text.clear();
            let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.text);
            if read.map_err(DataError::io(&self.path))? == 0 || self.text.last() == Some(&b'\n') {
                return Ok(());
            }
        }
    }

    /// Goes back to the first record.
    ///
    /// # Errors
    /// A file that cannot be read again.
    pub fn rewind(&mut self) -> Result<(), DataError> {
        self.line = 0;
        self.reader.seek(SeekFrom::Start(0)).map_err(DataError::io(&self.path))?;
        Ok(())
    }

    /// Malformed lines that were left out so far.
    #[must_use]
    pub const fn skipped(&self) -> u64 {
        self.skipped
    }
}

/// Batches of a Criteo file, read as a stream.
pub struct Criteo {
    records: CriteoRecords,
    rows: Vec<u32>,
    lookups: usize,
    batch_size: usize,
}

impl Criteo {
    /// Opens a Criteo file.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub fn open(
        path: &Path,
        model: &ModelConfig,
        batch_size: usize,
        on_malformed: OnMalformed,
    ) -> Result<Self, DataError> {
        let records = CriteoRecords::open(path, on_malformed)?;
        Ok(Self { records, rows: model.rows.clone(), lookups: model.lookups, batch_size })
    }
}

impl BatchSource for Criteo {
    fn next_batch(&mut self) -> Result<Option<Batch>, DataError> {
        let mut batch = Batch::default();
        let mut categories = Vec::with_capacity(self.batch_size);
        while categories.len() < self.batch_size {
            let Some(record) = self.records.next_record()? else { break };
            batch.labels.push(f32::from(record.click));
            batch.dense.extend((0..CRITEO_INTEGERS).map(|i| record.dense(i)));
            categories.push(record.categories);
        }
        if categories.is_empty() {
            return Ok(None);
        }
        let mut bags = Bags { tables: self.rows.len(), samples: categories.len(), offsets: vec![0], indices: vec![] };
        for (table, rows) in self.rows.iter().enumerate() {
            for sample in &categories {
                let category = sample[table % CRITEO_CATEGORIES];
                bags.indices.extend((0..self.lookups).map(|lookup| row_of_category(category, table, lookup, *rows)));
                bags.offsets.push(bags.indices.len() as u32);
            }
        }
        batch.bags = bags;
        Ok(Some(batch))
    }

    fn rewind(&mut self) -> Result<(), DataError> {
        self.records.rewind()
    }

    fn batches(&self) -> Option<u64> {
        None
    }

    fn skipped(&self) -> u64 {
        self.records.skipped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(edit: impl FnOnce(&mut Vec<String>)) -> Vec<u8> {
        let mut fields: Vec<String> = std::iter::once("1".to_owned())
            .chain((0..CRITEO_INTEGERS).map(|i| i.to_string()))
            .chain((0..CRITEO_CATEGORIES).map(|i| format!("{:08x}", 0xdead_0000_u32 + i as u32)))
            .collect();
        edit(&mut fields);
        fields.join("\t").into_bytes()
    }

    #[test]
    fn a_record_is_read() {
        let record = CriteoRecord::parse(&line(|fields| {
            fields[2] = String::new();
            fields[3] = "-2".into();
            fields[15] = String::new();
        }))
        .unwrap();
        assert!(record.click);
        assert_eq!(record.integers[..4], [Some(0), None, Some(-2), Some(3)]);
        assert_eq!(record.categories[..3], [Some(0xdead_0000), None, Some(0xdead_0002)]);
        assert_eq!([record.dense(0), record.dense(1), record.dense(2)], [0.0; 3]);
        assert_eq!(record.dense(3), 4f64.ln() as f32);
    }

    #[test]
    fn malformed_lines_are_named() {
        let parse = |edit: fn(&mut Vec<String>)| CriteoRecord::parse(&line(edit)).unwrap_err();
        assert_eq!(parse(|fields| fields.truncate(37)), RecordError::Fields { found: 37 });
        assert_eq!(parse(|fields| fields.push(String::new())), RecordError::Fields { found: 41 });
        assert_eq!(parse(|fields| fields[0] = "2".into()), RecordError::Label { found: "2".into() });
        assert_eq!(parse(|fields| fields[0] = String::new()), RecordError::Label { found: String::new() });
        assert_eq!(parse(|fields| fields[5] = "1.5".into()), RecordError::Integer { field: 6, found: "1.5".into() });
        assert_eq!(parse(|fields| fields[39] = "xyz".into()), RecordError::Category { field: 40, found: "xyz".into() });
        assert_eq!(
            parse(|fields| fields[14] = "+1234567".into()),
            RecordError::Category { field: 15, found: "+1234567".into() }
        );
        assert_eq!(
            parse(|fields| fields[14] = "123456789".into()),
            RecordError::Category { field: 15, found: "123456789".into() }
        );
        assert_eq!(CriteoRecord::parse(b"0\t\xff"), Err(RecordError::NotText { byte: 3 }));
        assert_eq!(CriteoRecord::parse(b""), Err(RecordError::Fields { found: 1 }));
    }

    #[test]
    fn tables_that_share_a_column_hash_apart() {
        let rows = 1 << 20;
        let same = (0..1000).filter(|category| {
            row_of_category(Some(*category), 3, 0, rows) == row_of_category(Some(*category), 29, 0, rows)
        });
        assert!(same.count() < 3);
        assert_ne!(row_of_category(None, 3, 0, rows), row_of_category(Some(0), 3, 0, rows));
        assert!((0..1000).all(|category| row_of_category(Some(category), 0, 0, 7) < 7));
    }
}
