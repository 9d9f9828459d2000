//! Files of an export, below a folder.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::{fs, io};
use thiserror::Error;

/// Line by which a file is known as ours.
pub(crate) const ORIGIN: &str =
    "// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.";

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

/// Texts of files, by their paths below a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files(BTreeMap<PathBuf, String>);

impl Files {
    pub(crate) fn new(files: impl IntoIterator<Item = (PathBuf, String)>) -> Self {
        Self(files.into_iter().collect())
    }

    /// The paths and texts, in the order of the paths.
    pub fn iter(&self) -> impl Iterator<Item = (&Path, &str)> {
        self.0.iter().map(|(path, text)| (path.as_path(), text.as_str()))
    }

    /// The files that another set does not have. What both have is the same.
    ///
    /// # Errors
    /// [`DesignError::Conflict`] if it is not.
    pub fn without(mut self, other: &Self) -> Result<Self, DesignError> {
        for (path, text) in &other.0 {
            if self.0.remove(path).is_some_and(|own| own != *text) {
                return Err(DesignError::Conflict { module: path.display().to_string() });
            }
        }
        Ok(self)
    }

    /// Writes every file, and removes exported files that are no longer part of the set.
    ///
    /// # Errors
    /// [`DesignError::File`].
    pub fn write_to(&self, dir: impl AsRef<Path>) -> Result<(), DesignError> {
        let dir = dir.as_ref();
        for folder in self.folders() {
            let folder = dir.join(folder);
            fs::create_dir_all(&folder).map_err(|source| file_error(&folder, source))?;
        }
        for (path, text) in &self.0 {
            let path = dir.join(path);
            // A file that is fresh keeps its time, so that nothing is built again.
            if fs::read_to_string(&path).is_ok_and(|present| present == *text) {
                continue;
            }
            write_whole(&path, text).map_err(|source| file_error(&path, source))?;
        }
        for path in self.left_over(dir)? {
            fs::remove_file(&path).map_err(|source| file_error(&path, source))?;
        }
        Ok(())
    }

    /// Compares the folder with the set.
    ///
    /// # Errors
    /// [`DesignError::Stale`] names every file that is missing, differs, or is left over.
    pub fn check_fresh(&self, dir: impl AsRef<Path>) -> Result<(), DesignError> {
        let dir = dir.as_ref();
        let mut differences = Vec::new();
        for (name, text) in &self.0 {
            let (path, name) = (dir.join(name), name.display());
            match fs::read_to_string(&path) {
                Ok(present) if present == *text => {}
                Ok(present) => {
                    let line = present.lines().zip(text.lines()).take_while(|(a, b)| a == b).count() + 1;
                    differences.push(format!("{name} differs from line {line}"));
                }
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    differences.push(format!("{name} is missing"));
                }
                Err(source) => return Err(file_error(&path, source)),
            }
        }
        for path in self.left_over(dir)? {
            let name = path.strip_prefix(dir).unwrap_or(&path).display();
            differences.push(format!("{name} is no longer part of the design"));
        }
        if differences.is_empty() {
            return Ok(());
        }
        Err(DesignError::Stale { dir: dir.to_owned(), differences })
    }

    /// The folders of the files, and the one that they are all below.
    fn folders(&self) -> BTreeSet<&Path> {
        self.0.keys().filter_map(|path| path.parent()).chain([Path::new("")]).collect()
    }

    /// Exported files that the set does not have.
    fn left_over(&self, dir: &Path) -> Result<Vec<PathBuf>, DesignError> {
        let mut left = Vec::new();
        for folder in self.folders() {
            let entries = match fs::read_dir(dir.join(folder)) {
                Ok(entries) => entries,
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                Err(source) => return Err(file_error(&dir.join(folder), source)),
            };
            for entry in entries {
                let path = entry.map_err(|source| file_error(dir, source))?.path();
                let is_ours = path.extension().is_some_and(|extension| extension == "v" || extension == "f");
                let is_known = path.strip_prefix(dir).is_ok_and(|path| self.0.contains_key(path));
                if is_ours && !is_known && fs::read_to_string(&path).is_ok_and(|text| text.contains(ORIGIN)) {
                    left.push(path);
                }
            }
        }
        left.sort();
        Ok(left)
    }
}

pub(crate) fn file_error(path: &Path, source: io::Error) -> DesignError {
    DesignError::File { path: path.to_owned(), source }
}

/// Writes a file beside its place, and renames it when all of it is on the disk: until then, what is there stays.
///
/// # Errors
/// Those of the file system.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    // The mode of any other new file; the process's mask takes from it what the user wants taken.
    let mode = fs::Permissions::from_mode(0o666);
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut file = tempfile::Builder::new().prefix(".").suffix(".part").permissions(mode).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn design(modules: &[(&str, &str)]) -> Files {
        Files::new(modules.iter().map(|(name, text)| (format!("{name}.v").into(), format!("{ORIGIN}\n{text}"))))
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
}
