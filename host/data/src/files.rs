//! From what an experiment names to the files that are read.

use std::collections::HashSet;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use emberlane_experiment::DataConfig;

use crate::DataError;

/// A file of data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DataFile {
    /// Its path; `-` is standard input.
    pub(crate) path: PathBuf,
    /// Bytes of a regular file; `None`: what can be read once, as standard input or a pipe.
    pub(crate) length: Option<u64>,
}

impl DataFile {
    /// Looks a file up.
    pub(crate) fn find(path: &Path) -> Result<Self, DataError> {
        if path == Path::new(DataConfig::STANDARD_INPUT) {
            return Ok(Self { path: path.to_path_buf(), length: None });
        }
        let metadata = std::fs::metadata(path).map_err(DataError::io(path))?;
        if metadata.is_dir() {
            let message = "it is a folder: name the files in it, as in FOLDER/*.tsv".to_owned();
            return Err(DataError::File { file: path.to_path_buf(), message });
        }
        Ok(Self { path: path.to_path_buf(), length: metadata.is_file().then_some(metadata.len()) })
    }

    /// CRC-32C of what it begins and ends with, which tells it from most files of the same length; 0 where that is not known: of what can be
    /// read once, and of a file that cannot be read, as whoever opens it says.
    pub(crate) fn ends(&self) -> u32 {
        const BYTES: u64 = 4096;
        let read = |length: u64| {
            let file = File::open(&self.path)?;
            let mut bytes = vec![0; BYTES.min(length) as usize];
            file.read_exact_at(&mut bytes, 0)?;
            let first = crc32c::crc32c(&bytes);
            file.read_exact_at(&mut bytes, length - BYTES.min(length))?;
            Ok::<_, std::io::Error>(crc32c::crc32c_append(first, &bytes))
        };
        self.length.and_then(|length| read(length).ok()).unwrap_or(0)
    }

    /// Its name for people.
    pub(crate) fn name(&self) -> PathBuf {
        if self.is_standard_input() { PathBuf::from("standard input") } else { self.path.clone() }
    }

    pub(crate) fn is_standard_input(&self) -> bool {
        self.path == Path::new(DataConfig::STANDARD_INPUT)
    }
}

/// The files of `paths`, those of a pattern sorted by name.
///
/// # Errors
/// A path that is no file, a pattern that matches none, and a file that is named twice.
pub(crate) fn find_files(paths: &[PathBuf]) -> Result<Vec<DataFile>, DataError> {
    let mut files = Vec::new();
    for path in paths {
        if is_pattern(path) && !path.exists() {
            files.extend(matches(path)?);
        } else {
            files.push(DataFile::find(path)?);
        }
    }
    let mut seen = HashSet::new();
    match files.iter().find(|file| !seen.insert(&file.path)) {
        Some(twice) => {
            let message = "data.path names it twice: remove one of the two, or let no pattern match it".to_owned();
            Err(DataError::File { file: twice.name(), message })
        }
        None => Ok(files),
    }
}

/// The files that data is read from, those of patterns one by one; without standard input.
///
/// # Errors
/// A path that is no file, a pattern that matches none, and a file that is named twice.
pub fn files(data: &DataConfig) -> Result<Vec<PathBuf>, DataError> {
    let files = find_files(data.paths())?.into_iter().filter(|file| !file.is_standard_input());
    Ok(files.map(|file| file.path).collect())
}

fn is_pattern(path: &Path) -> bool {
    path.to_str().is_some_and(|path| path.contains(['*', '?', '[']))
}

fn matches(pattern: &Path) -> Result<Vec<DataFile>, DataError> {
    let wrong = |message: String| DataError::File { file: pattern.to_path_buf(), message };
    let text = pattern.to_string_lossy();
    let found = glob::glob(&text).map_err(|error| wrong(format!("it is no pattern: {error}")))?;
    let mut files = Vec::new();
    for path in found {
        let path = path.map_err(|error| DataError::Io { file: error.path().to_path_buf(), source: error.into() })?;
        if !path.is_dir() {
            files.push(DataFile::find(&path)?);
        }
    }
    if files.is_empty() {
        return Err(wrong("no file matches this pattern".to_owned()));
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_become_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["day_1.tsv", "day_0.tsv", "day_10.tsv", "odd[1].tsv"] {
            std::fs::write(path(name), "").unwrap();
        }
        std::fs::create_dir(path("day_9.tsv")).unwrap();
        let names = |paths: &[PathBuf]| -> Vec<String> {
            let files = find_files(paths).unwrap();
            files.iter().map(|file| file.path.file_name().unwrap().to_string_lossy().into_owned()).collect()
        };
        assert_eq!(names(&[path("day_?.tsv"), path("day_10.tsv")]), ["day_0.tsv", "day_1.tsv", "day_10.tsv"]);
        assert_eq!(names(&[path("odd[1].tsv")]), ["odd[1].tsv"], "a file that is there is no pattern");
        assert_eq!(names(&[PathBuf::from("-")]), ["-"]);
        let refused = |paths: &[PathBuf]| find_files(paths).unwrap_err().to_string();
        assert!(refused(&[path("night_*.tsv")]).contains("no file matches this pattern"));
        assert!(refused(&[path("day_[.tsv")]).contains("it is no pattern"));
        assert!(refused(&[path("day_*.tsv"), path("day_1.tsv")]).contains("names it twice"));
        assert!(refused(&[path("day_9.tsv")]).contains("it is a folder"));
        assert!(refused(&[path("absent.tsv")]).contains("absent.tsv"));
    }
}
