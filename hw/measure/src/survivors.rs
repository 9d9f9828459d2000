//! Reasons for mutants that live.

use crate::sample::Mutant;
use crate::verilog::Library;
use anyhow::{Context as _, Result};
use serde::Deserialize;
use std::fs;
use std::path::Path;

/// The file of reasons.
#[derive(Deserialize)]
struct File {
    #[serde(default)]
    survivor: Vec<Survivor>,
}

/// Mutants that may live, and why.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Survivor {
    /// The module that is changed.
    module: String,
    /// The line that the change begins in, without the space around it.
    line: String,
    /// What stands there; several spaces are one.
    original: String,
    /// What stands there then; all changes of it where this is absent.
    changed: Option<String>,
    /// Why it lives. Only for the reader.
    #[serde(rename = "reason")]
    _reason: String,
}

/// Reasons for mutants that live.
pub struct Survivors(Vec<Survivor>);

impl Survivors {
    /// Reads the file.
    ///
    /// # Errors
    /// It is not what is expected.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let File { survivor } = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        Ok(Self(survivor))
    }

    /// Whether there is a reason for this one.
    pub fn name(&self, library: &Library, mutant: &Mutant) -> bool {
        let line =
            library.module(&mutant.module).ok().and_then(|module| line_at(&module.text, mutant.change.span.start));
        self.0.iter().any(|survivor| {
            survivor.module == mutant.module
                && Some(survivor.line.as_str()) == line
                && survivor.original == mutant.original
                && survivor.changed.as_ref().is_none_or(|changed| *changed == mutant.change.text)
        })
    }

    /// Reasons for what is no line of its module.
    pub fn stale(&self, library: &Library) -> Vec<String> {
        let is_there = |survivor: &Survivor| {
            let module = library.module(&survivor.module);
            module.is_ok_and(|module| module.text.lines().any(|line| line.trim() == survivor.line))
        };
        let stale = self.0.iter().filter(|survivor| !is_there(survivor));
        stale.map(|survivor| format!("`{}` of {}", survivor.line, survivor.module)).collect()
    }
}

/// The line of a text with the letter at this place.
fn line_at(text: &str, place: usize) -> Option<&str> {
    let begin = text[..place].rfind('\n').map_or(0, |end| end + 1);
    text[begin..].lines().next().map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::draw;
    use std::collections::BTreeMap;

    #[test]
    fn a_survivor_is_named_by_its_line_and_its_change() {
        let folder = tempfile::tempdir().unwrap();
        let text = "module m (\n    input  wire a,\n    input  wire b,\n    output wire c\n);\n    assign c = a & b;\nendmodule\n";
        fs::write(folder.path().join("m.v"), text).unwrap();
        let library = Library::read(folder.path()).unwrap();
        let blocks = BTreeMap::from([("m".to_owned(), "m".to_owned())]);
        let mutants = draw(&library, &blocks, 1, 100).unwrap();
        let path = folder.path().join("survivors.toml");
        let entry = |line: &str, changed: &str| {
            let text = format!(
                "[[survivor]]\nmodule = \"m\"\nline = \"{line}\"\noriginal = \"a & b\"\n{changed}reason = \"none\"\n"
            );
            fs::write(&path, text).unwrap();
            Survivors::read(&path).unwrap()
        };
        let named = |survivors: &Survivors| mutants.iter().filter(|mutant| survivors.name(&library, mutant)).count();
        let all = entry("assign c = a & b;", "");
        assert_eq!((named(&all), all.stale(&library)), (1, vec![]));
        assert_eq!(named(&entry("assign c = a & b;", "changed = \"(a) | (b)\"\n")), 1);
        assert_eq!(named(&entry("assign c = a & b;", "changed = \"(a) ^ (b)\"\n")), 0);
        let stale = entry("assign d = a & b;", "");
        assert_eq!((named(&stale), stale.stale(&library)), (0, vec!["`assign d = a & b;` of m".to_owned()]));
    }
}
