//! Numbers that no mechanism here computes, each with its source.

use std::collections::BTreeMap;

use emberlane_sourced::{NoSource, Sourced};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Endings of the names of numbers that something is divided by.
const DIVISORS: &[&str] = &["_per_s", "_ratio", "_mhz", "_efficiency", "_window", "zero_copy_share"];
/// Endings of the names of numbers that are counted: their fractions are left out, and nothing has less than one of them.
const COUNTS: &[&str] = &["_channels", "_depth", "_lines", "_bytes", "_sets", "_ways", "_programs_per_s"];
/// Endings of the names of numbers that are a part of something.
const SHARES: &[&str] = &["_share", "_efficiency", "_hit_rate"];
/// The least that a number can be that something is divided by, or that is counted, and the most that any can: what is computed from them
/// stays a number.
const LEAST: f64 = 1e-3;
const LEAST_COUNT: f64 = 1.0;
const MOST: f64 = 1e9;

/// Why a number cannot be taken.
#[derive(Debug, Error)]
pub enum AssumptionError {
    /// A number that is not there.
    #[error("no assumption {name:?}; there are {}", known.join(", "))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A number that something is divided by, or of things that are counted.
    #[error("{name} = {value:?}: expected {least} at least")]
    Least {
        /// The name.
        name: String,
        /// The number.
        value: f64,
        /// The least that it can be.
        least: f64,
    },
    /// A part that is more than the whole.
    #[error("{name} = {value:?}: expected a share, from 0 to 1")]
    Share {
        /// The name.
        name: String,
        /// The number.
        value: f64,
    },
    /// A number that cannot be.
    #[error("{name} = {value:?}: expected a number from 0 to 10^9")]
    Value {
        /// The name.
        name: String,
        /// The number.
        value: f64,
    },
}

/// A number that systems are made of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Assumption {
    /// The number, and where it is from.
    pub number: Sourced<f64>,
    /// Its unit.
    pub unit: String,
    /// Chosen so that one figure of the paper comes out.
    pub fitted: bool,
}

/// An assumption as files have it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    value: f64,
    unit: String,
    source: String,
    #[serde(default)]
    fitted: bool,
}

impl TryFrom<Written> for Assumption {
    type Error = NoSource;

    fn try_from(written: Written) -> Result<Self, NoSource> {
        let Written { value, unit, source, fitted } = written;
        Ok(Self { number: Sourced::new(value, source)?, unit, fitted })
    }
}

impl From<Assumption> for Written {
    fn from(assumption: Assumption) -> Self {
        let Assumption { number: Sourced { value, source }, unit, fitted } = assumption;
        Self { value, unit, source, fitted }
    }
}

/// All numbers, by name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Assumptions(BTreeMap<String, Assumption>);

impl Assumption {
    /// Where it is from, in a word: "fitted", "assumed" or "sourced".
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match (self.fitted, self.number.is_assumed()) {
            (true, _) => "fitted",
            (_, true) => "assumed",
            _ => "sourced",
        }
    }
}

impl Assumptions {
    /// Those of a file of this program.
    ///
    /// # Panics
    /// At a file that is none: they are tested.
    #[must_use]
    pub fn read(text: &str) -> Self {
        Self(toml::from_str(text).expect("the assumptions are tested to be readable"))
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Assumption)> {
        self.0.iter().map(|(name, assumption)| (&**name, assumption))
    }

    /// A number of the file that these are of.
    ///
    /// # Panics
    /// At a name that the file has not.
    #[must_use]
    pub fn get(&self, name: &'static str) -> f64 {
        self.0.get(name).unwrap_or_else(|| panic!("these assumptions have no {name}")).number.value
    }

    /// Takes another number.
    ///
    /// # Errors
    /// A name that is not there, a number that is negative, too large or none, one below 0.001 where something is divided by it, and one
    /// below 1 of things that are counted.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), AssumptionError> {
        let known = || self.0.keys().cloned().collect();
        if !(0.0..=MOST).contains(&value) {
            return Err(AssumptionError::Value { name: name.into(), value });
        }
        let is_of = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        if value > 1.0 && is_of(SHARES) {
            return Err(AssumptionError::Share { name: name.into(), value });
        }
        let unknown = AssumptionError::Unknown { name: name.into(), known: known() };
        let assumption = self.0.get_mut(name).ok_or(unknown)?;
        let least = if is_of(COUNTS) {
            LEAST_COUNT
        } else if is_of(DIVISORS) {
            LEAST
        } else {
            0.0
        };
        if value < least {
            return Err(AssumptionError::Least { name: name.into(), value, least });
        }
        assumption.number.value = value;
        Ok(())
    }

    /// With another number, which has to be a name of the file that these are of.
    ///
    /// # Panics
    /// At a name that the file has not, and a number that cannot be.
    #[must_use]
    pub fn with(&self, name: &'static str, value: f64) -> Self {
        let mut all = self.clone();
        all.set(name, value).expect("a name of this file, and a number");
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "[rate_per_s]\nvalue = 2.0\nunit = \"rows a second\"\nsource = \"a test\"\n";

    #[test]
    fn numbers_can_be_replaced_by_name() {
        let mut all = Assumptions::read(FILE);
        all.set("rate_per_s", 1.0).unwrap();
        assert_eq!(all.get("rate_per_s"), 1.0);
        let error = all.set("rate", 1.0).unwrap_err().to_string();
        assert!(error.contains("rate_per_s"), "{error}");
        for value in [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e10] {
            assert!(all.set("rate_per_s", value).is_err(), "{value}");
        }
    }

    /// What is made a whole number of would be 0 below 1, and nothing can be divided by that.
    #[test]
    fn what_is_counted_is_one_at_least() {
        let text =
            ["bucket_bytes", "ssd_programs_per_s", "host_dram_channels", "cdlrm_sets", "queue_depth", "uvm_gib_per_s"]
                .map(|name| format!("[{name}]\nvalue = 2.0\nunit = \"things\"\nsource = \"a test\"\n"));
        let mut all = Assumptions::read(&text.concat());
        let names: Vec<String> = all.iter().map(|(name, _)| name.to_owned()).collect();
        for name in names.iter().filter(|name| *name != "uvm_gib_per_s") {
            for value in [0.0, 0.5, 0.999] {
                let error = all.set(name, value).unwrap_err();
                assert!(matches!(error, AssumptionError::Least { least: 1.0, .. }), "{name} = {value}: {error}");
            }
            all.set(name, 1.0).unwrap();
        }
        all.set("uvm_gib_per_s", 0.5).unwrap();
    }

    #[test]
    fn files_have_one_form() {
        let all = Assumptions::read(FILE);
        let json = r#"{"rate_per_s":{"value":2.0,"unit":"rows a second","source":"a test","fitted":false}}"#;
        assert_eq!(serde_json::to_string(&all).unwrap(), json);
        assert!(toml::from_str::<Assumption>("value = 1.0\nunit = \"s\"\nsource = \"\"").is_err());
    }
}
