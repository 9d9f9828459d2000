//! Files of presets.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error};

/// The presets of a file: its tables `[[table]]`, beside which there is nothing.
///
/// # Errors
/// What is wrong with the file, and where.
pub fn read<P: DeserializeOwned>(text: &str, table: &str) -> Result<Vec<P>, toml::de::Error> {
    let mut tables: BTreeMap<String, Vec<P>> = toml::from_str(text)?;
    match (tables.remove(table), tables.keys().next()) {
        (Some(presets), None) => Ok(presets),
        (_, other) => Err(toml::de::Error::custom(format!("expected [[{table}]] alone, found {other:?}"))),
    }
}

/// The preset of a name.
///
/// # Errors
/// The names that there are.
pub fn find<P>(presets: Vec<P>, name: &str, name_of: impl Fn(&P) -> &str) -> Result<P, Vec<String>> {
    let known = presets.iter().map(|preset| name_of(preset).to_owned()).collect();
    presets.into_iter().find(|preset| name_of(preset) == name).ok_or(known)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Lamp {
        name: String,
        watts: crate::Sourced<u64>,
    }

    fn lamps(text: &str) -> Result<Vec<Lamp>, String> {
        read(text, "lamp").map_err(|error| error.to_string())
    }

    const TWO: &str = "[[lamp]]\nname = \"a\"\nwatts = { value = 5, source = \"a test\" }\n\
                       [[lamp]]\nname = \"b\"\nwatts = { value = 7, source = \"a test\" }\n";

    #[test]
    fn presets_have_names() {
        let found = |name| find(lamps(TWO).unwrap(), name, |lamp| &lamp.name).map(|lamp| lamp.watts.value);
        assert_eq!((found("a"), found("b")), (Ok(5), Ok(7)));
        assert_eq!(found("c"), Err(vec!["a".to_owned(), "b".to_owned()]));
    }

    #[test]
    fn there_is_nothing_else_in_the_file() {
        for (text, expected) in [
            (TWO.replace("watts", "volts"), "volts"),
            (TWO.replace("name = \"a\"", "name = 1"), "name"),
            (TWO.replacen("[[lamp]]", "[[lapm]]", 1), "expected [[lamp]] alone, found Some(\"lapm\")"),
            (String::new(), "expected [[lamp]] alone"),
        ] {
            let error = lamps(&text).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
