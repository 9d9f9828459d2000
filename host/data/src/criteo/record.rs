//! A record of Criteo's click logs (Kaggle display advertising, Terabyte).
//!
//! A record is a label (0 or 1), 13 integers and 26 categories. As text it is a line of 40 fields separated by tabs, categories
//! of up to eight hexadecimal digits, and an empty field is a missing value. Integers become `ln(1 + x)`, where a missing or
//! negative one counts as 0. Table `t` reads category `t mod 26`; its row is a hash of the category, salted with the table, modulo
//! the table's rows. A missing category is a category like any other. Where a file has numbered its categories from 0 on, as
//! dlrm's preprocessing does, the row is the number modulo the table's rows, as dlrm's `max_ind_range` takes it.

use std::hash::Hasher;
use std::sync::OnceLock;

use emberlane_experiment::{CRITEO_CATEGORIES, CRITEO_INTEGERS};
use siphasher::sip::SipHasher13;

use crate::RecordError;

/// Fields of a record: a label, integers, categories.
pub(crate) const FIELDS: usize = 1 + CRITEO_INTEGERS + CRITEO_CATEGORIES;

/// One record of a Criteo file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CriteoRecord {
    /// Whether the advertisement was clicked.
    pub click: bool,
    /// Integer features.
    pub integers: [Option<i64>; CRITEO_INTEGERS],
    /// Categorical features.
    pub categories: [Option<u32>; CRITEO_CATEGORIES],
    /// Whether categories are numbers of rows, rather than names that are hashed.
    pub numbered: bool,
}

impl CriteoRecord {
    /// Reads one line, without its end.
    ///
    /// # Errors
    /// A line that is no record.
    pub fn parse(line: &[u8]) -> Result<Self, RecordError> {
        Ok(Self::parse_fields(line, false)?.0)
    }

    /// Reads one line, without its end, and whether fields at its end were not there, which count as missing.
    ///
    /// # Errors
    /// A line that is no record even so.
    pub fn parse_padded(line: &[u8]) -> Result<(Self, bool), RecordError> {
        Self::parse_fields(line, true)
    }

    fn parse_fields(line: &[u8], pad: bool) -> Result<(Self, bool), RecordError> {
        // Nearly every line is a good one; what is wrong with another is found out slowly.
        if let Some(record) = Self::parse_good(line) {
            return Ok((record, false));
        }
        let line = std::str::from_utf8(line).map_err(|error| RecordError::NotText { byte: error.valid_up_to() + 1 })?;
        let mut fields = [""; FIELDS];
        let mut found = 0;
        for field in line.split('\t') {
            if let Some(slot) = fields.get_mut(found) {
                *slot = field;
            }
            found += 1;
        }
        let padded = pad && (2..FIELDS).contains(&found);
        if found != FIELDS && !padded {
            return Err(RecordError::Fields { found });
        }
        let click = match fields[0] {
            "0" => false,
            "1" => true,
            other => return Err(RecordError::Label { found: cut(other) }),
        };
        let mut integers = [None; CRITEO_INTEGERS];
        for (i, integer) in integers.iter_mut().enumerate() {
            let text = fields[1 + i];
            if !text.is_empty() {
                let value = text.parse();
                *integer = Some(value.map_err(|_| RecordError::Integer { field: 2 + i, found: cut(text) })?);
            }
        }
        let mut categories = [None; CRITEO_CATEGORIES];
        for (i, category) in categories.iter_mut().enumerate() {
            let text = fields[1 + CRITEO_INTEGERS + i];
            if !text.is_empty() {
                *category = Some(
                    hexadecimal(text)
                        .ok_or_else(|| RecordError::Category { field: 2 + CRITEO_INTEGERS + i, found: cut(text) })?,
                );
            }
        }
        Ok((Self { click, integers, categories, numbered: false }, padded))
    }

    /// Reads a line with all fields and nothing unusual, in one pass; `None`: it may be good even so.
    fn parse_good(line: &[u8]) -> Option<Self> {
        let [label @ (b'0' | b'1'), b'\t', fields @ ..] = line else { return None };
        let mut fields = fields;
        let mut integers = [None; CRITEO_INTEGERS];
        for integer in &mut integers {
            *integer = take_integer(&mut fields)?;
        }
        let mut categories = [None; CRITEO_CATEGORIES];
        let (last, others) = categories.split_last_mut()?;
        for category in others {
            *category = take_category(&mut fields)?;
            fields = fields.strip_prefix(b"\t")?;
        }
        *last = take_category(&mut fields)?;
        fields.is_empty().then_some(Self { click: *label == b'1', integers, categories, numbered: false })
    }

    /// The row that lookup `lookup` of this record's bag reads in table `table` of `rows` rows.
    ///
    /// # Panics
    /// When the table has no rows.
    #[must_use]
    pub fn row(&self, table: usize, lookup: usize, rows: u32) -> u32 {
        match self.categories[table % CRITEO_CATEGORIES] {
            // More lookups than the data has categories: those behind the first are hashed in any case.
            Some(number) if self.numbered && lookup == 0 => number % rows,
            category => row_of_category(category, table, lookup, rows),
        }
    }

    /// Integer feature `i` as the model sees it: `ln(1 + x)`, where a missing or negative `x` counts as 0.
    ///
    /// # Panics
    /// When `i` is 13 or more.
    #[must_use]
    pub fn dense(&self, i: usize) -> f32 {
        let count = self.integers[i].unwrap_or(0).max(0);
        let logarithm = |count: i64| libm::log1p(count as f64) as f32;
        // Nearly all counts are small.
        static LOGARITHMS: OnceLock<Vec<f32>> = OnceLock::new();
        let logarithms = LOGARITHMS.get_or_init(|| (0..1 << 12).map(logarithm).collect());
        let known = usize::try_from(count).ok().and_then(|count| logarithms.get(count));
        known.copied().unwrap_or_else(|| logarithm(count))
    }
}

/// Takes a number and the tab behind it; `Some(None)`: there is only the tab. `None`: it is none, or one of very many digits.
#[inline]
fn take_integer(fields: &mut &[u8]) -> Option<Option<i64>> {
    /// So many digits fit in any case.
    const DIGITS: usize = 18;
    let (is_negative, mut rest) = match *fields {
        [b'\t', rest @ ..] => {
            *fields = rest;
            return Some(None);
        }
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let (mut number, mut digits) = (0, 0);
    while let [digit @ b'0'..=b'9', behind @ ..] = rest {
        if digits == DIGITS {
            return None;
        }
        number = number * 10 + i64::from(digit - b'0');
        (digits, rest) = (digits + 1, behind);
    }
    let [b'\t', rest @ ..] = rest else { return None };
    *fields = rest;
    (digits > 0).then_some(Some(if is_negative { -number } else { number }))
}

/// Takes up to eight hexadecimal digits; `Some(None)`: there are none. What comes behind them stays.
#[inline]
fn take_category(fields: &mut &[u8]) -> Option<Option<u32>> {
    const DIGITS: usize = 8;
    let mut category = 0;
    let mut digits = 0;
    for byte in fields.iter().take(DIGITS) {
        let value = HEXADECIMAL[usize::from(*byte)];
        if value == NO_DIGIT {
            break;
        }
        category = category << 4 | u32::from(value);
        digits += 1;
    }
    *fields = &fields[digits..];
    Some((digits > 0).then_some(category))
}

/// What [`HEXADECIMAL`] says of anything else.
const NO_DIGIT: u8 = 0xff;

/// What hexadecimal digits are worth.
static HEXADECIMAL: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 16 {
        values[b"0123456789abcdef"[value] as usize] = value as u8;
        values[b"0123456789ABCDEF"[value] as usize] = value as u8;
        value += 1;
    }
    values
};

/// A field as a message shows it: the beginning of a long one.
pub(crate) fn cut(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}... ({} bytes)", &text[..end], text.len()),
    }
}

/// Up to eight hexadecimal digits; `from_str_radix` alone would take a sign.
pub(crate) fn hexadecimal(text: &str) -> Option<u32> {
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
    fn what_is_unusual_is_read_as_well() {
        let cases: [(usize, &str); 10] = [
            (1, "+7"),
            (1, "-0"),
            (2, "0000000000000000000000000012"),
            (3, "9223372036854775807"),
            (3, "-9223372036854775808"),
            (4, "000000000000000012"),
            (14, "AbCdEf01"),
            (20, "f"),
            (39, "0"),
            (39, ""),
        ];
        for (field, text) in cases {
            let record = CriteoRecord::parse(&line(|fields| fields[field] = text.into())).unwrap();
            if field < 14 {
                assert_eq!(record.integers[field - 1], Some(text.parse().unwrap()), "{text}");
            } else {
                assert_eq!(record.categories[field - 14], u32::from_str_radix(text, 16).ok(), "{text}");
            }
        }
        for count in [0i64, 1, 4095, 4096, 1 << 40] {
            let record = CriteoRecord::parse(&line(|fields| fields[1] = count.to_string())).unwrap();
            assert_eq!(record.dense(0), libm::log1p(count as f64) as f32);
        }
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
