//! A number, and where it is from; files of presets, which such numbers are in.
//!
//! Every number that a model takes from outside is one of these, so that whoever doubts a result finds what it rests on.
//!
//! ```
//! use emberlane_sourced::Sourced;
//!
//! let latency = Sourced::new(90_000, "TrainingCXL, Table 1".into())?;
//! assert!(!latency.is_assumed());
//! # Ok::<(), emberlane_sourced::NoSource>(())
//! ```
#![forbid(unsafe_code)]

pub mod presets;

use std::error::Error;
use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// How a source begins where nobody has measured or published the number.
const ASSUMED: &str = "assumption:";

/// A number, and where it is from. Read from a file, it always has a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sourced<T> {
    /// The number, in the unit that its key or its field names.
    pub value: T,
    /// Paper and place, data sheet or measurement; begins with "assumption:" where no source has it.
    #[serde(deserialize_with = "some_text")]
    pub source: String,
}

/// A number that does not say where it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSource;

impl fmt::Display for NoSource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number without a source: say where it is from, or \"assumption:\" and why")
    }
}

impl Error for NoSource {}

impl<T> Sourced<T> {
    /// A number with its source.
    ///
    /// # Errors
    /// [`NoSource`] where the source is empty.
    pub fn new(value: T, source: String) -> Result<Self, NoSource> {
        if source.trim().is_empty() { Err(NoSource) } else { Ok(Self { value, source }) }
    }

    /// Whether no source has it.
    #[must_use]
    pub fn is_assumed(&self) -> bool {
        self.source.starts_with(ASSUMED)
    }
}

/// Text that says something.
fn some_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let text = String::deserialize(deserializer)?;
    Sourced::new((), text).map(|sourced| sourced.source).map_err(D::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Sourced<u64>, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_number_comes_with_its_source() {
        let number = read("value = 64\nsource = \"CXL 2.0, Section 4.2\"").unwrap();
        assert_eq!((number.value, &*number.source, number.is_assumed()), (64, "CXL 2.0, Section 4.2", false));
        assert!(read("value = 64\nsource = \"assumption: as DRAM has it\"").unwrap().is_assumed());
        assert_eq!(toml::to_string(&number).unwrap(), "value = 64\nsource = \"CXL 2.0, Section 4.2\"\n");
    }

    #[test]
    fn a_source_is_never_empty() {
        for text in ["value = 64", "value = 64\nsource = \"\"", "value = 64\nsource = \" \"", "value = 1\nsource = 2"] {
            let error = read(text).unwrap_err();
            assert!(error.contains("source"), "{error}");
        }
        assert!(read("value = 64\nsource = \"a test\"\nsorce = \"b\"").unwrap_err().contains("sorce"));
    }
}
