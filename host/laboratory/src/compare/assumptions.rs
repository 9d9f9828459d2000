//! The numbers that the compared systems are made of, each with its source.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::CompareError;

/// The assumptions, as a file that says where each is from.
pub const ASSUMPTIONS: &str = include_str!("assumptions.toml");

/// Endings of the names of numbers that something is divided by.
const DIVISORS: &[&str] = &[
    "_per_s",
    "_channels",
    "_ratio",
    "_lines",
    "_depth",
    "_bytes",
    "_mhz",
    "_efficiency",
    "_window",
    "zero_copy_share",
];
/// Endings of the names of numbers that are a part of something.
const SHARES: &[&str] = &["_share", "_efficiency", "_hit_rate"];
/// The least that such a number can be, and the most that any can: what is computed from them stays a number.
const LEAST: f64 = 1e-3;
const MOST: f64 = 1e9;

/// A number, and where it is from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Assumption {
    /// The number.
    pub value: f64,
    /// Its unit.
    pub unit: String,
    /// Where it is from; begins with "assumption:" where no source has it.
    pub source: String,
    /// Chosen so that one figure of the paper comes out.
    #[serde(default)]
    pub fitted: bool,
    /// What it is when the paper's tables are taken at their word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub literal: Option<f64>,
}

/// All numbers, by name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Assumptions(BTreeMap<String, Assumption>);

impl Assumption {
    /// Where it is from, in a word: "fitted", "assumed" or "sourced".
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match (self.fitted, self.source.starts_with("assumption:")) {
            (true, _) => "fitted",
            (_, true) => "assumed",
            _ => "sourced",
        }
    }
}

impl Default for Assumptions {
    /// Those of [`ASSUMPTIONS`].
    fn default() -> Self {
        Self::read(ASSUMPTIONS)
    }
}

impl Assumptions {
    /// Those of a file of this program.
    pub(crate) fn read(text: &str) -> Self {
        Self(toml::from_str(text).expect("the assumptions are tested to be readable"))
    }

    /// Those that take the paper's tables at their word.
    #[must_use]
    pub fn literal() -> Self {
        Self::default().taken_literally()
    }

    /// The same with every number that has a literal value at that.
    #[must_use]
    pub fn taken_literally(self) -> Self {
        let mut all = self;
        all.0.values_mut().for_each(|assumption| assumption.value = assumption.literal.unwrap_or(assumption.value));
        all
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Assumption)> {
        self.0.iter().map(|(name, assumption)| (&**name, assumption))
    }

    /// Samples a batch.
    pub(crate) fn batch_size(&self) -> u64 {
        self.get("batch_size") as u64
    }

    /// A number of the file that these are of.
    pub(crate) fn get(&self, name: &'static str) -> f64 {
        self.0.get(name).unwrap_or_else(|| panic!("these assumptions have no {name}")).value
    }

    /// Takes another number.
    ///
    /// # Errors
    /// A name that is not there, a number that is negative, too large or none, and 0 where something is divided by it.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), CompareError> {
        let known = || self.0.keys().cloned().collect();
        if !(0.0..=MOST).contains(&value) {
            return Err(CompareError::Value { name: name.into(), value });
        }
        if value > 1.0 && SHARES.iter().any(|ending| name.ends_with(ending)) {
            return Err(CompareError::Share { name: name.into(), value });
        }
        let unknown = CompareError::UnknownAssumption { name: name.into(), known: known() };
        let assumption = self.0.get_mut(name).ok_or(unknown)?;
        if value < LEAST && DIVISORS.iter().any(|ending| name.ends_with(ending)) {
            return Err(CompareError::Zero { name: name.into(), value });
        }
        assumption.value = value;
        Ok(())
    }

    /// With another number, which has to be a name of this module's file.
    pub(crate) fn with(&self, name: &'static str, value: f64) -> Self {
        let mut all = self.clone();
        all.set(name, value).expect("a name of this file, and a number");
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_source_and_few_are_fitted() {
        let all = Assumptions::default();
        for (name, assumption) in all.iter() {
            assert!(assumption.source.len() > 15 && !assumption.unit.is_empty(), "{name}");
        }
        let fitted: Vec<&Assumption> = all.iter().map(|(_, it)| it).filter(|it| it.fitted).collect();
        assert!((1..=4).contains(&fitted.len()));
        assert!(fitted.iter().all(|it| it.source.starts_with("Fig. 12a")));
    }

    #[test]
    fn numbers_can_be_replaced_by_name() {
        let mut all = Assumptions::default();
        all.set("raw_read_factor", 1.0).unwrap();
        assert_eq!(all.get("raw_read_factor"), 1.0);
        let error = all.set("raw_factor", 1.0).unwrap_err().to_string();
        assert!(error.contains("raw_read_factor"), "{error}");
        for value in [f64::NAN, f64::INFINITY, -1.0, 1e10] {
            assert!(all.set("raw_read_factor", value).is_err(), "{value}");
        }
        assert_ne!(Assumptions::literal(), Assumptions::default());
    }
}
