//! Packages as files below a folder.

use crate::crossings;
use crate::fusesoc::{MACROS, core};
use crate::ipxact::{component, definitions};
use crate::layout::{BENCH, CHANNELS, PACKAGES, core as core_file, of_design, shared};
use crate::package::Package;
use crate::registers;
use crate::vivado::{CONSTRAINTS, SCRIPT, constraints, script};
use emberlane_rtl::bench;
use emberlane_verilog::write_whole;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};
use thiserror::Error;

/// Why packages cannot be written or compared.
#[derive(Debug, Error)]
#[error("{path}: {source}; check that the folder exists and may be written", path = path.display())]
pub struct PackagingError {
    path: PathBuf,
    source: io::Error,
}

/// Every file of these packages: its place below the folder of packages, and its text.
#[must_use]
pub fn files(packages: &[Package]) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    for package in packages {
        let name = package.name;
        files.insert(core_file(name), core(package));
        files.insert(of_design(name, MACROS), package.macros.clone());
        files.insert(of_design(name, "component.xml"), component(package));
        files.insert(of_design(name, SCRIPT), script(package));
        files.insert(of_design(name, CONSTRAINTS), constraints(package));
        for channel in &package.channels {
            files.extend(definitions(channel).map(|(file, text)| (shared(CHANNELS, &file), text)));
        }
        files.extend(registers::files(package.device));
    }
    files.extend(crossings::files());
    files.extend(bench::SOURCES.map(|(file, text)| (shared(BENCH, file), text.to_owned())));
    files
}

/// Writes packages below a folder. A file that is fresh keeps its time; what is left of packages that are gone is removed.
///
/// # Errors
/// Those of the file system, with the path.
pub fn write_to(packages: &[Package], folder: &Path) -> Result<(), PackagingError> {
    let files = files(packages);
    for (name, text) in &files {
        let path = folder.join(name);
        if fs::read_to_string(&path).is_ok_and(|present| present == *text) {
            continue;
        }
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|source| at(parent, source))?;
        write_whole(&path, text).map_err(|source| at(&path, source))?;
    }
    for name in left_over(&files, folder)? {
        let path = folder.join(name);
        fs::remove_file(&path).map_err(|source| at(&path, source))?;
    }
    Ok(())
}

/// The files below a folder that are missing, differ from these packages, or are left of others.
///
/// # Errors
/// Those of the file system, with the path.
pub fn stale(packages: &[Package], folder: &Path) -> Result<Vec<String>, PackagingError> {
    let files = files(packages);
    let is_fresh = |name: &str, text: &str| fs::read_to_string(folder.join(name)).is_ok_and(|present| present == text);
    let mut stale = left_over(&files, folder)?;
    stale.extend(files.iter().filter(|(name, text)| !is_fresh(name, text)).map(|(name, _)| name.clone()));
    Ok(stale)
}

/// Files of the folder of packages, and cores beside it, that are none of these.
fn left_over(files: &BTreeMap<String, String>, folder: &Path) -> Result<Vec<String>, PackagingError> {
    let mut found = Vec::new();
    walk(&folder.join(PACKAGES), PACKAGES, &mut found)?;
    for (name, path) in entries(folder)? {
        let is_ours = |text: String| text.contains("`emberlane export-packages`");
        if name.ends_with(".core") && fs::read_to_string(path).is_ok_and(is_ours) {
            found.push(name);
        }
    }
    found.retain(|name| !files.contains_key(name));
    Ok(found)
}

fn walk(folder: &Path, prefix: &str, found: &mut Vec<String>) -> Result<(), PackagingError> {
    for (name, path) in entries(folder)? {
        let name = format!("{prefix}/{name}");
        if path.is_dir() { walk(&path, &name, found)? } else { found.push(name) }
    }
    Ok(())
}

/// Names and paths in a folder, in order; none if it is not there.
fn entries(folder: &Path) -> Result<Vec<(String, PathBuf)>, PackagingError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(at(folder, source)),
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|source| at(folder, source))?;
        found.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
    }
    found.sort();
    Ok(found)
}

fn at(path: &Path, source: io::Error) -> PackagingError {
    PackagingError { path: path.to_owned(), source }
}
