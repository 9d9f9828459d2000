//! Reads typed values out of a TOML document and says where something is wrong.

use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::shortened::{shortened, shortened_text};

/// What is wrong with an experiment file.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("{}: cannot be read: {source}", file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is no TOML.
    #[error("{}: not TOML: {message}", at(file, *line))]
    Syntax {
        /// The file.
        file: PathBuf,
        /// Line, from 1; 0: none.
        line: usize,
        /// What the TOML reader says.
        message: String,
    },
    /// No such key.
    #[error("{}: unknown key `{key}`{}{hint}", at(file, *line), in_section(section))]
    UnknownKey {
        /// The file.
        file: PathBuf,
        /// Line, from 1; 0: none.
        line: usize,
        /// Section; empty at the top.
        section: String,
        /// The key.
        key: String,
        /// Which key was probably meant, or which there are.
        hint: String,
    },
    /// A value has the wrong type or range, or contradicts another.
    #[error("{}: {key}: {message}", at(file, *line))]
    Value {
        /// The file.
        file: PathBuf,
        /// Line, from 1; 0: none.
        line: usize,
        /// Section and key.
        key: String,
        /// What was expected, and what was found.
        message: String,
    },
    /// A key is missing.
    #[error("{}: {key} is missing: expected {expected}", file.display())]
    Missing {
        /// The file.
        file: PathBuf,
        /// Section and key.
        key: String,
        /// What belongs there.
        expected: String,
    },
}

impl ConfigError {
    /// The same of a text that is no file's, whose lines nobody could look at.
    #[must_use]
    pub fn without_line(mut self) -> Self {
        if let Self::Syntax { line, .. } | Self::UnknownKey { line, .. } | Self::Value { line, .. } = &mut self {
            *line = 0;
        }
        self
    }
}

fn at(file: &Path, line: usize) -> String {
    if line == 0 { file.display().to_string() } else { format!("{}:{line}", file.display()) }
}

fn in_section(section: &str) -> String {
    if section.is_empty() { String::new() } else { format!(" in [{section}]") }
}

/// A number, or a list of numbers.
pub(super) enum OneOrMany {
    One(u64),
    Many(Vec<u64>),
}

/// A parsed experiment file.
pub(super) struct Document<'a> {
    file: &'a Path,
    text: &'a str,
    root: DeTable<'a>,
    empty: DeTable<'a>,
}

impl<'a> Document<'a> {
    pub(super) fn parse(file: &'a Path, text: &'a str) -> Result<Self, ConfigError> {
        match DeTable::parse(text) {
            Ok(root) => Ok(Self { file, text, root: root.into_inner(), empty: DeTable::new() }),
            Err(error) => Err(ConfigError::Syntax {
                file: file.to_path_buf(),
                line: line_of(text, error.span().map_or(0, |span| span.start)),
                message: shortened_text(error.message()),
            }),
        }
    }

    /// Refuses sections that are not `known`.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), ConfigError> {
        only(self, "", &self.root, known)
    }

    /// The section `name`; an absent one has no keys.
    pub(super) fn section(&self, name: &'static str) -> Result<Section<'_>, ConfigError> {
        let Some(value) = self.root.get(name) else {
            return Ok(Section { document: self, name, table: &self.empty, exists: false });
        };
        match value.get_ref() {
            DeValue::Table(table) => Ok(Section { document: self, name, table, exists: true }),
            other => Err(ConfigError::Value {
                file: self.file.to_path_buf(),
                line: line_of(self.text, value.span().start),
                key: name.to_owned(),
                message: format!("expected a section [{name}], found {}", article(other.type_str())),
            }),
        }
    }
}

/// One section of an experiment file.
pub(super) struct Section<'a> {
    document: &'a Document<'a>,
    name: &'static str,
    table: &'a DeTable<'a>,
    exists: bool,
}

impl Section<'_> {
    /// Whether the file has this section.
    pub(super) fn exists(&self) -> bool {
        self.exists
    }

    /// The section within this one of which `name` is the whole name; an absent one has no keys.
    pub(super) fn section(&self, name: &'static str) -> Result<Section<'_>, ConfigError> {
        let key = name.rsplit('.').next().unwrap_or(name);
        let document = self.document;
        let Some(value) = self.table.get(key) else {
            return Ok(Section { document, name, table: &document.empty, exists: false });
        };
        match value.get_ref() {
            DeValue::Table(table) => Ok(Section { document, name, table, exists: true }),
            other => Err(self.wrong_type(key, value, &format!("a section [{name}]"), other)),
        }
    }

    /// Whether the section has `key`.
    pub(super) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Refuses keys that are not `known`.
    pub(super) fn only(&self, known: &[&str]) -> Result<(), ConfigError> {
        only(self.document, self.name, self.table, known)
    }

    /// An error at `key`.
    pub(super) fn wrong(&self, key: &str, message: impl Into<String>) -> ConfigError {
        self.wrong_at(key, self.table.get(key).map_or(0..0, Spanned::span), message)
    }

    fn wrong_at(&self, key: &str, span: Range<usize>, message: impl Into<String>) -> ConfigError {
        ConfigError::Value {
            file: self.document.file.to_path_buf(),
            line: line_of(self.document.text, span.start),
            key: format!("{}.{key}", self.name),
            message: message.into(),
        }
    }

    /// The error that `key` is missing.
    pub(super) fn missing(&self, key: &str, expected: &str) -> ConfigError {
        ConfigError::Missing {
            file: self.document.file.to_path_buf(),
            key: format!("{}.{key}", self.name),
            expected: expected.to_owned(),
        }
    }

    /// The value, or the error that `key` is missing.
    pub(super) fn require<T>(&self, value: Option<T>, key: &str, expected: &str) -> Result<T, ConfigError> {
        value.ok_or_else(|| self.missing(key, expected))
    }

    /// One of the named values.
    pub(super) fn choice<T: Copy>(&self, key: &str, names: &[(&str, T)]) -> Result<Option<T>, ConfigError> {
        self.choice_or(key, names, "")
    }

    /// One of the named values; an error also offers the `other`s, which the caller has looked for.
    pub(super) fn choice_or<T: Copy>(
        &self,
        key: &str,
        names: &[(&str, T)],
        other: &str,
    ) -> Result<Option<T>, ConfigError> {
        let Some(found) = self.string(key)? else { return Ok(None) };
        if let Some((_, value)) = names.iter().find(|(name, _)| *name == found) {
            return Ok(Some(*value));
        }
        let all: Vec<String> = names.iter().map(|(name, _)| format!("{name:?}")).collect();
        let near = nearest(found, names.iter().map(|(name, _)| *name)).filter(|(similarity, _)| *similarity > NEAR);
        let near = near.map(|(_, name)| format!("; did you mean {name:?}?")).unwrap_or_default();
        Err(self.wrong(
            key,
            format!("expected {}{other}, found {}{near}", all.join(" or "), shortened(&format!("{found:?}"))),
        ))
    }

    /// A path, relative to the experiment file.
    pub(super) fn path(&self, key: &str) -> Result<Option<PathBuf>, ConfigError> {
        let Some(path) = self.string(key)? else { return Ok(None) };
        if path.is_empty() {
            return Err(self.wrong(key, "expected a path, found an empty string"));
        }
        Ok(Some(self.folder().join(path)))
    }

    /// A path, or a list of them, relative to the experiment file; each may be a pattern, or "-" for standard input.
    pub(super) fn paths(&self, key: &str) -> Result<Option<Vec<PathBuf>>, ConfigError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let expected = "a path or a list of paths";
        let paths: Vec<PathBuf> = match value.get_ref() {
            DeValue::String(path) => vec![self.file_or_pattern(path)],
            DeValue::Array(list) => {
                let path = |value: &Spanned<DeValue<'_>>| match value.get_ref() {
                    DeValue::String(path) => Ok(self.file_or_pattern(path)),
                    other => Err(self.wrong_type(key, value, "a path", other)),
                };
                list.iter().map(path).collect::<Result<_, _>>()?
            }
            other => return Err(self.wrong_type(key, value, expected, other)),
        };
        if paths.is_empty() {
            return Err(self.wrong(key, format!("expected {expected}, found an empty list")));
        }
        if paths.iter().any(|path| path.as_os_str().is_empty()) {
            return Err(self.wrong(key, "expected a path, found an empty string"));
        }
        Ok(Some(paths))
    }

    /// The folder that paths are relative to.
    fn folder(&self) -> &Path {
        self.document.file.parent().unwrap_or(Path::new(""))
    }

    /// Of a pattern, only what the experiment says has signs with a meaning, not the folder that it lies in.
    fn file_or_pattern(&self, path: &str) -> PathBuf {
        match (path, self.folder().to_str()) {
            ("" | "-", _) => PathBuf::from(path),
            (_, Some(folder)) if path.contains(['*', '?', '[']) => {
                PathBuf::from(glob::Pattern::escape(folder)).join(path)
            }
            _ => self.folder().join(path),
        }
    }

    /// The string as it is written; empty when there is none.
    pub(super) fn text(&self, key: &str) -> &str {
        self.string(key).ok().flatten().unwrap_or_default()
    }

    /// A string, or a list of them.
    pub(super) fn strings(&self, key: &str) -> Result<Option<Vec<String>>, ConfigError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let DeValue::Array(list) = value.get_ref() else {
            return Ok(self.string(key)?.map(|text| vec![text.to_owned()]));
        };
        let string = |value: &Spanned<DeValue<'_>>| match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            other => Err(self.wrong_type(key, value, "a string", other)),
        };
        list.iter().map(string).collect::<Result<_, _>>().map(Some)
    }

    fn string(&self, key: &str) -> Result<Option<&str>, ConfigError> {
        match self.table.get(key).map(|value| (value, value.get_ref())) {
            None => Ok(None),
            Some((_, DeValue::String(text))) => Ok(Some(text)),
            Some((value, other)) => Err(self.wrong_type(key, value, "a string", other)),
        }
    }

    /// A boolean.
    pub(super) fn boolean(&self, key: &str) -> Result<Option<bool>, ConfigError> {
        match self.table.get(key).map(|value| (value, value.get_ref())) {
            None => Ok(None),
            Some((_, DeValue::Boolean(value))) => Ok(Some(*value)),
            Some((value, other)) => Err(self.wrong_type(key, value, "true or false", other)),
        }
    }

    /// A number in `least..=most`.
    pub(super) fn number(&self, key: &str, least: f64, most: f64) -> Result<Option<f64>, ConfigError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let expected = format!("a number in {least}..={most}");
        let text = match value.get_ref() {
            DeValue::Float(float) => float.as_str(),
            DeValue::Integer(integer) if integer.radix() == 10 => integer.as_str(),
            other => return Err(self.wrong_type(key, value, &expected, other)),
        };
        match text.parse::<f64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(Some(number)),
            _ => Err(self.wrong(key, format!("expected {expected}, found {}", shortened(text)))),
        }
    }

    /// A whole number in `least..=most`.
    pub(super) fn integer(&self, key: &str, least: u64, most: u64) -> Result<Option<u64>, ConfigError> {
        self.table.get(key).map(|value| self.integer_of(key, value, least, most)).transpose()
    }

    /// A multiple of `step` in `least..=most`.
    pub(super) fn multiple(&self, key: &str, step: u64, least: u64, most: u64) -> Result<Option<u64>, ConfigError> {
        self.table.get(key).map(|value| self.multiple_of(key, value, step, least, most)).transpose()
    }

    /// A whole number in `least..=most`, or a list of such.
    pub(super) fn integers(&self, key: &str, least: u64, most: u64) -> Result<Option<OneOrMany>, ConfigError> {
        let Some(value) = self.table.get(key) else { return Ok(None) };
        let DeValue::Array(list) = value.get_ref() else {
            return Ok(Some(OneOrMany::One(self.integer_of(key, value, least, most)?)));
        };
        let list: Result<Vec<u64>, ConfigError> =
            list.iter().map(|value| self.integer_of(key, value, least, most)).collect();
        Ok(Some(OneOrMany::Many(list?)))
    }

    fn integer_of(&self, key: &str, value: &Spanned<DeValue<'_>>, least: u64, most: u64) -> Result<u64, ConfigError> {
        self.multiple_of(key, value, 1, least, most)
    }

    fn multiple_of(
        &self,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        step: u64,
        least: u64,
        most: u64,
    ) -> Result<u64, ConfigError> {
        let kind = if step == 1 { "whole number".to_owned() } else { format!("multiple of {step}") };
        let expected = format!("a {kind} in {least}..={most}");
        let DeValue::Integer(integer) = value.get_ref() else {
            return Err(self.wrong_type(key, value, &expected, value.get_ref()));
        };
        match u64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(number) if (least..=most).contains(&number) && number.is_multiple_of(step) => Ok(number),
            _ => Err(self.wrong_at(
                key,
                value.span(),
                format!("expected {expected}, found {}", shortened(integer.as_str())),
            )),
        }
    }

    /// A number of bytes in `least..=most`, as "4KiB", "750MiB" or "1.5GiB".
    pub(super) fn bytes(&self, key: &str, least: u64, most: u64) -> Result<Option<u64>, ConfigError> {
        const UNITS: [(&str, u64); 5] =
            [("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40), ("B", 1)];
        let Some(text) = self.string(key)? else { return Ok(None) };
        let bytes = UNITS.iter().find_map(|(unit, bytes)| Some((text.strip_suffix(unit)?.trim(), *bytes)));
        let bytes = bytes.and_then(|(number, unit)| match number.parse::<u64>() {
            Ok(number) => number.checked_mul(unit),
            Err(_) => {
                let number = number.parse::<f64>().ok().filter(|number| *number >= 0.0);
                number.map(|number| (number * unit as f64) as u64)
            }
        });
        let expected = match bytes {
            Some(bytes) if (least..=most).contains(&bytes) => return Ok(Some(bytes)),
            Some(_) => format!("{least} to {most} bytes"),
            None => "a number of B, KiB, MiB, GiB or TiB".to_owned(),
        };
        let found = shortened(&format!("{text:?}"));
        Err(self.wrong(key, format!("expected {expected}, as \"512MiB\" or \"1.5GiB\", found {found}")))
    }

    fn wrong_type(&self, key: &str, value: &Spanned<DeValue<'_>>, expected: &str, found: &DeValue<'_>) -> ConfigError {
        self.wrong_at(key, value.span(), format!("expected {expected}, found {}", article(found.type_str())))
    }
}

fn article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

fn only(document: &Document<'_>, section: &str, table: &DeTable<'_>, known: &[&str]) -> Result<(), ConfigError> {
    let unknown = table.iter().map(|(key, _)| key).filter(|key| !known.contains(&key.get_ref().as_ref()));
    let Some(key) = unknown.min_by_key(|key| key.span().start) else { return Ok(()) };
    Err(ConfigError::UnknownKey {
        file: document.file.to_path_buf(),
        line: line_of(document.text, key.span().start),
        section: section.to_owned(),
        key: shortened(key.get_ref()),
        hint: hint(key.get_ref(), known),
    })
}

/// Names the nearest known key when one is near, and otherwise all of them.
fn hint(key: &str, known: &[&str]) -> String {
    match nearest(&key.replace('-', "_"), known.iter().copied()) {
        Some((similarity, name)) if similarity > NEAR => format!("; did you mean `{name}`?"),
        Some((_, name)) => format!("; the nearest known key is `{name}`; known are {}", known.join(", ")),
        None => String::new(),
    }
}

/// Similarity above which a name was probably meant.
const NEAR: f64 = 0.7;

/// The name that is most like `found`, and how much.
fn nearest<'n>(found: &str, names: impl Iterator<Item = &'n str>) -> Option<(f64, &'n str)> {
    let found = found.to_lowercase();
    names.map(|name| (strsim::jaro_winkler(&found, name), name)).max_by(|a, b| a.0.total_cmp(&b.0))
}

/// Line of a byte offset, from 1.
fn line_of(text: &str, offset: usize) -> usize {
    1 + text.as_bytes().iter().take(offset).filter(|byte| **byte == b'\n').count()
}
