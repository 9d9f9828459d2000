//! Exported Verilog as a flat set of files, one module each.

use std::collections::BTreeMap;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::{fs, io};
use thiserror::Error;

/// Line by which a file is known as ours.
pub(crate) const ORIGIN: &str =
    "// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.";

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
}

/// Why a design cannot be written, read or trusted.
#[derive(Debug, Error)]
pub enum DesignError {
    /// A file could not be read or written.
    #[error("{path}: {source}; check that the folder exists and may be written", path = path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The folder does not hold what the design exports today.
    #[error("{dir} is stale: {}; export the Verilog again", differences.join("; "), dir = dir.display())]
    Stale {
        /// The folder.
        dir: PathBuf,
        /// What differs, one file each.
        differences: Vec<String>,
    },
    /// Two designs have modules of one name with different texts.
    #[error("module `{module}` differs between the two designs; export their tops together")]
    Conflict {
        /// Name of the module.
        module: String,
    },
}

impl Design {
    pub(crate) fn new(tops: Vec<String>, modules: BTreeMap<String, String>) -> Self {
        Self { tops, modules }
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

    /// All modules in one text, for tools that want one file.
    pub fn text(&self) -> String {
        self.modules.values().map(String::as_str).collect::<Vec<_>>().join("\n")
    }

    /// Both designs as one set of files.
    ///
    /// # Errors
    /// [`DesignError::Conflict`] if they disagree about a module.
    pub fn merged(mut self, other: Self) -> Result<Self, DesignError> {
        for (name, text) in other.modules {
            match self.modules.get(&name) {
                Some(present) if *present != text => return Err(DesignError::Conflict { module: name }),
                _ => self.modules.insert(name, text),
            };
        }
        for top in other.tops {
            if !self.tops.contains(&top) {
                self.tops.push(top);
            }
        }
        Ok(self)
    }

    /// The modules that another design does not have. What both have is the same.
    ///
    /// # Errors
    /// [`DesignError::Conflict`] if it is not.
    pub fn without(mut self, other: &Self) -> Result<Self, DesignError> {
        for (name, text) in &other.modules {
            if self.modules.remove(name).is_some_and(|own| own != *text) {
                return Err(DesignError::Conflict { module: name.clone() });
            }
        }
        Ok(self)
    }

    /// Writes `<module>.v` for every module, and removes exported files of modules that are gone.
    ///
    /// # Errors
    /// [`DesignError::File`].
    pub fn write_to(&self, dir: impl AsRef<Path>) -> Result<(), DesignError> {
        let dir = dir.as_ref();
        fs::create_dir_all(dir).map_err(|source| file_error(dir, source))?;
        for (name, text) in &self.modules {
            let path = dir.join(format!("{name}.v"));
            // A file that is fresh keeps its time, so that nothing is built again.
            if fs::read_to_string(&path).is_ok_and(|present| present == *text) {
                continue;
            }
            write_whole(dir, &path, text).map_err(|source| file_error(&path, source))?;
        }
        for path in self.left_over(dir)? {
            fs::remove_file(&path).map_err(|source| file_error(&path, source))?;
        }
        Ok(())
    }

    /// Compares the folder with the design.
    ///
    /// # Errors
    /// [`DesignError::Stale`] names every file that is missing, differs, or is left over.
    pub fn check_fresh(&self, dir: impl AsRef<Path>) -> Result<(), DesignError> {
        let dir = dir.as_ref();
        let mut differences = Vec::new();
        for (name, text) in &self.modules {
            let path = dir.join(format!("{name}.v"));
            match fs::read_to_string(&path) {
                Ok(present) if present == *text => {}
                Ok(present) => {
                    let line = present.lines().zip(text.lines()).take_while(|(a, b)| a == b).count() + 1;
                    differences.push(format!("{name}.v differs from line {line}"));
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    differences.push(format!("{name}.v is missing"));
                }
                Err(source) => return Err(file_error(&path, source)),
            }
        }
        for path in self.left_over(dir)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            differences.push(format!("{name} is no longer part of the design"));
        }
        if differences.is_empty() {
            return Ok(());
        }
        Err(DesignError::Stale { dir: dir.to_owned(), differences })
    }

    /// Exported files of modules that the design does not have.
    fn left_over(&self, dir: &Path) -> Result<Vec<PathBuf>, DesignError> {
        let entries = match fs::read_dir(dir) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(source) => return Err(file_error(dir, source)),
        };
        let mut left = Vec::new();
        for entry in entries {
            let path = entry.map_err(|source| file_error(dir, source))?.path();
            let is_verilog = path.extension().is_some_and(|extension| extension == "v");
            let known = path.file_stem().and_then(|stem| stem.to_str()).is_some_and(|s| self.modules.contains_key(s));
            if is_verilog && !known && fs::read_to_string(&path).is_ok_and(|text| text.contains(ORIGIN)) {
                left.push(path);
            }
        }
        left.sort();
        Ok(left)
    }
}

fn file_error(path: &Path, source: io::Error) -> DesignError {
    DesignError::File { path: path.to_owned(), source }
}

/// Writes a file beside its place in `dir`, and renames it when all of it is on the disk: until then, what is there stays.
fn write_whole(dir: &Path, path: &Path, text: &str) -> io::Result<()> {
    // The mode of any other new file; the process's mask takes from it what the user wants taken.
    let mode = fs::Permissions::from_mode(0o666);
    let mut file = tempfile::Builder::new().prefix(".").suffix(".part").permissions(mode).tempfile_in(dir)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design(modules: &[(&str, &str)]) -> Design {
        let modules = modules.iter().map(|(name, text)| ((*name).into(), format!("{ORIGIN}\n{text}"))).collect();
        Design::new(vec!["top".into()], modules)
    }

    #[test]
    fn a_written_folder_is_fresh_until_something_changes() {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        let first = design(&[("top", "1"), ("leaf", "2")]);
        first.write_to(dir.path()).expect("the folder can be written");
        first.check_fresh(dir.path()).expect("it was just written");

        let second = design(&[("top", "changed"), ("new", "3")]);
        let error = second.check_fresh(dir.path()).expect_err("the folder is stale").to_string();
        for part in ["top.v differs from line 2", "new.v is missing", "leaf.v is no longer part"] {
            assert!(error.contains(part), "{error}");
        }
        second.write_to(dir.path()).expect("the folder can be written");
        second.check_fresh(dir.path()).expect("stale files are replaced and left-overs removed");
    }

    #[test]
    fn a_file_that_cannot_be_written_stays_as_it_is() {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        design(&[("top", "1")]).write_to(dir.path()).expect("the folder can be written");
        let path = dir.path().join("top.v");
        let before = fs::read(&path).expect("it was just written");
        // A folder cannot be replaced by a file: the rename fails, as late as it can.
        fs::create_dir(dir.path().join("blocked.v")).expect("the folder can be written");
        design(&[("blocked", "2")]).write_to(dir.path()).expect_err("a folder is in the way");
        assert_eq!(fs::read(&path).expect("it is still there"), before);
        assert_eq!(fs::read_dir(dir.path()).expect("the folder can be read").count(), 2, "nothing is left beside");
    }

    #[test]
    fn files_of_others_are_left_alone() {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        let foreign = dir.path().join("handwritten.v");
        fs::write(&foreign, "module handwritten; endmodule").expect("the folder can be written");
        design(&[("top", "1")]).write_to(dir.path()).expect("the folder can be written");
        assert!(foreign.exists());
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
