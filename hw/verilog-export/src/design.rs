//! Exported Verilog as a flat set of files, one module each.

use crate::about::Generic;
use crate::files::{DesignError, Files, file_error};
use std::collections::BTreeMap;
use std::path::Path;

/// A module as a file `<name>.v`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Name of the Verilog module.
    pub name: String,
    /// Text of the file.
    pub text: String,
}

/// Modules that belong together; no name occurs twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Design {
    tops: Vec<String>,
    modules: BTreeMap<String, String>,
    /// What modules are instances of, by their names.
    generics: BTreeMap<String, Generic>,
}

impl Design {
    pub(crate) fn new(tops: Vec<String>, modules: BTreeMap<String, String>) -> Self {
        Self { tops, modules, generics: BTreeMap::new() }
    }

    pub(crate) fn with_generics(self, generics: BTreeMap<String, Generic>) -> Self {
        Self { generics, ..self }
    }

    /// Reads what was written: all modules in a folder and in those below it.
    ///
    /// # Errors
    /// A folder or a file that cannot be read.
    pub fn read(tops: Vec<String>, dir: impl AsRef<Path>) -> Result<Self, DesignError> {
        let mut modules = BTreeMap::new();
        let mut folders = vec![dir.as_ref().to_owned()];
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(&folder).map_err(|source| file_error(&folder, source))?;
            for entry in entries {
                let path = entry.map_err(|source| file_error(&folder, source))?.path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "v") {
                    let text = std::fs::read_to_string(&path).map_err(|source| file_error(&path, source))?;
                    modules.insert(path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), text);
                }
            }
        }
        Ok(Self::new(tops, modules))
    }

    /// What a module is an instance of, if modules of other parameters differ from it by numbers alone.
    pub fn generic(&self, module: &str) -> Option<&Generic> {
        self.generics.get(module)
    }

    /// Names of the exported tops, in the order in which they were given.
    pub fn tops(&self) -> &[String] {
        &self.tops
    }

    /// The modules in the order of their names.
    pub fn modules(&self) -> impl Iterator<Item = Module> {
        self.modules.iter().map(|(name, text)| Module { name: name.clone(), text: text.clone() })
    }

    /// Text of one module.
    pub fn module(&self, name: &str) -> Option<&str> {
        self.modules.get(name).map(String::as_str)
    }

    /// Both designs as one set of files.
    ///
    /// # Errors
    /// [`DesignError::Conflict`] if they disagree about a module.
    pub fn merged(mut self, other: Self) -> Result<Self, DesignError> {
        for (name, text) in other.modules {
            match self.modules.get(&name) {
                Some(present) if plain(present) != plain(&text) => return Err(DesignError::Conflict { module: name }),
                // The top of one may be inside the other, where nobody asks for its attributes.
                Some(_) if self.tops.contains(&name) => {}
                _ => drop(self.modules.insert(name, text)),
            }
        }
        self.generics.extend(other.generics);
        for top in other.tops {
            if !self.tops.contains(&top) {
                self.tops.push(top);
            }
        }
        Ok(self)
    }

    /// A file `<module>.v` for every module.
    pub fn files(&self) -> Files {
        Files::new(self.modules.iter().map(|(name, text)| (format!("{name}.v").into(), text.clone())))
    }

    /// Writes [`files`](Self::files), and removes exported files of modules that are gone.
    ///
    /// # Errors
    /// [`DesignError::File`].
    pub fn write_to(&self, dir: impl AsRef<Path>) -> Result<(), DesignError> {
        self.files().write_to(dir)
    }
}

/// A module's text without the attributes of its ports.
fn plain(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with("    (* ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::ORIGIN;

    fn design(modules: &[(&str, &str)]) -> Design {
        let modules = modules.iter().map(|(name, text)| ((*name).into(), format!("{ORIGIN}\n{text}"))).collect();
        Design::new(vec!["top".into()], modules)
    }

    #[test]
    fn a_top_inside_another_keeps_its_attributes() {
        let text = |attributes: &str| format!("module device (\n{attributes}    input  wire clock\n);\nendmodule\n");
        let (inner, outer) = (text("    (* X = \"clock\" *)\n"), text(""));
        let device = Design::new(vec!["device".into()], BTreeMap::from([("device".into(), inner.clone())]));
        let shell = Design::new(vec!["shell".into()], BTreeMap::from([("device".into(), outer)]));
        for merged in [device.clone().merged(shell.clone()), shell.merged(device)] {
            assert_eq!(merged.expect("they agree").module("device"), Some(inner.as_str()));
        }
    }

    #[test]
    fn designs_that_disagree_do_not_merge() {
        let shared = design(&[("leaf", "1")]);
        assert!(shared.clone().merged(design(&[("leaf", "1"), ("other", "2")])).is_ok());
        assert!(
            matches!(shared.merged(design(&[("leaf", "2")])), Err(DesignError::Conflict { module }) if module == "leaf")
        );
    }
}
