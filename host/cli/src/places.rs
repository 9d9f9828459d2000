//! Files and folders that a command is told to read and to write, looked at before it begins.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::{PathBufValueParser, TypedValueParser};
use emberlane_files::{is_nobodys, whole_path};

use crate::outcome::misused;

/// Refuses a folder where `option` of a command names a file.
pub(super) fn expect_file(command: &'static str, option: &str, path: &Path) -> anyhow::Result<()> {
    if path.is_dir() {
        let path = path.display();
        return Err(misused(command, &format!("{option} {path}: this is a folder; name a file")));
    }
    Ok(())
}

/// Reads the path of a file that a command reads: a folder is refused as any wrong value is.
pub(super) fn file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.is_dir() {
        true => Err("this is a folder; name a file"),
        false => Ok(path),
    })
}

/// Refuses the place of a file that is written: a folder, a place in a folder that cannot be, a file that the command reads, and, unless
/// it `overwrites`, any file that is there.
pub(super) fn expect_free_place(
    command: &'static str,
    option: &str,
    path: &Path,
    overwrites: bool,
    inputs: &[&Path],
) -> anyhow::Result<()> {
    expect_file(command, option, path)?;
    let place = whole_path(path);
    if inputs.iter().any(|input| whole_path(input) == place) {
        let text =
            format!("{option} {}: the command reads this file, and would destroy it: choose another", path.display());
        return Err(misused(command, &text));
    }
    // A pipe or a device holds nothing that would be lost.
    if !overwrites && path.is_file() {
        let path = path.display();
        let text =
            format!("{option} {path}: this file is there already: choose another, or replace it with --overwrite");
        return Err(misused(command, &text));
    }
    path.ancestors().nth(1).map_or(Ok(()), |folder| expect_new_folder(command, option, folder))
}

/// As [`expect_new_folder`], and refuses a folder with things in it that the command has not made: results would be mixed with them.
pub(super) fn expect_own_folder(
    command: &'static str,
    option: &str,
    path: &Path,
    is_own: impl Fn(&str) -> bool,
) -> anyhow::Result<()> {
    expect_new_folder(command, option, path)?;
    first_of(path, |name| !is_own(name)).map_or(Ok(()), |name| {
        let path = path.display();
        let text = format!(
            "{option} {path}: it holds {name:?}, which `emberlane {command}` has not made: choose another folder"
        );
        Err(misused(command, &text))
    })
}

/// The first entry of a folder, by name, that is somebody's and of this kind. A folder that cannot be read has none.
fn first_of(path: &Path, is: impl Fn(&str) -> bool) -> Option<String> {
    let names = std::fs::read_dir(path).ok()?;
    let names = names.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()));
    names.filter(|name| !is_nobodys(name) && is(name)).min()
}

/// As [`expect_own_folder`], and refuses, unless it `overwrites`, a folder that holds what the command has made earlier.
pub(super) fn expect_free_folder(
    command: &'static str,
    option: &str,
    path: &Path,
    overwrites: bool,
    is_own: impl Fn(&str) -> bool,
) -> anyhow::Result<()> {
    expect_own_folder(command, option, path, is_own)?;
    if overwrites {
        return Ok(());
    }
    first_of(path, |_| true).map_or(Ok(()), |name| {
        let path = path.display();
        let text = format!(
            "{option} {path}: it holds {name:?} already: choose another folder, or replace it with --overwrite"
        );
        Err(misused(command, &text))
    })
}

/// Checks the folder of an export, which replaces what an earlier one has left only if it `overwrites`; unless it is `in_place`: nothing is
/// written there, or it is the repository's own, which is written anew without asking.
#[cfg(feature = "export")]
pub(super) fn expect_export_folder(
    command: &'static str,
    path: &Path,
    in_place: bool,
    overwrites: bool,
    is_exported: impl Fn(&str) -> bool,
) -> anyhow::Result<()> {
    if in_place {
        return expect_new_folder(command, "--out", path);
    }
    expect_free_folder(command, "--out", path, overwrites, is_exported)
}

/// Refuses a file as the folder of results, or above it, and a folder that nothing can be written to. It leaves nothing there.
pub(super) fn expect_new_folder(command: &'static str, option: &str, path: &Path) -> anyhow::Result<()> {
    // An empty path is the present folder.
    let existing = path.ancestors().find(|above| above.exists()).unwrap_or(Path::new("."));
    let existing = if existing.as_os_str().is_empty() { Path::new(".") } else { existing };
    if !existing.is_dir() {
        let (path, existing) = (path.display(), existing.display());
        return Err(misused(command, &format!("{option} {path}: {existing} is a file; name a folder")));
    }
    let probe = tempfile::tempfile_in(existing).map(drop);
    probe.with_context(|| format!("{option} {}: nothing can be written to {}", path.display(), existing.display()))
}

/// Refuses what is named twice.
pub(super) fn expect_once<'a>(
    command: &'static str,
    option: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> anyhow::Result<()> {
    let mut seen = Vec::new();
    for name in names {
        if seen.contains(&name) {
            return Err(misused(command, &format!("{option} {name} is there twice; say it once")));
        }
        seen.push(name);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_looked_at_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let new = folder.path().join("new/folder");
        let place =
            |path: &Path, overwrites, inputs: &[&Path]| expect_free_place("place", "--out", path, overwrites, inputs);
        assert!(expect_file("train", "--out", &file).is_ok() && place(&new, false, &[&file]).is_ok());
        assert!(
            expect_new_folder("train", "--out", &new).is_ok()
                && expect_new_folder("train", "--out", Path::new("")).is_ok()
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was made");
        let says = |refused: anyhow::Result<()>| refused.unwrap_err().to_string();
        assert!(says(expect_file("train", "--out", folder.path())).ends_with("this is a folder; name a file"));
        assert!(says(place(folder.path(), true, &[])).ends_with("name a file"));
        assert!(says(place(&file, false, &[])).contains("replace it with --overwrite"));
        assert!(place(&file, true, &[&new]).is_ok());
        let same = folder.path().join("new/../file");
        assert!(says(place(&same, true, &[&new, &file])).contains("the command reads this file"));
        let own = |is_own: fn(&str) -> bool| expect_own_folder("sweep", "--out", folder.path(), is_own);
        assert!(says(own(|_| false)).contains("holds \"file\", which `emberlane sweep` has not made"));
        assert!(own(|name| name == "file").is_ok());
        assert!(expect_own_folder("sweep", "--out", &new, |_| false).is_ok());
        let free = |path: &Path, overwrites, is_own: fn(&str) -> bool| {
            expect_free_folder("man", "--out", path, overwrites, is_own)
        };
        assert!(says(free(folder.path(), true, |_| false)).contains("has not made"));
        assert!(says(free(folder.path(), false, |_| true)).contains("\"file\" already: choose another folder"));
        assert!(free(folder.path(), true, |_| true).is_ok() && free(&new, false, |_| false).is_ok());
        for below in [file.clone(), file.join("a"), file.join("a/b")] {
            assert!(says(expect_new_folder("train", "--out", &below)).ends_with("file is a file; name a folder"));
        }
        assert!(says(place(&file.join("a"), false, &[])).ends_with("name a folder"));
        assert!(says(expect_once("compare", "--systems", ["a", "b", "a"])).contains("--systems a is there twice"));
        assert!(expect_once("compare", "--systems", ["a", "b"]).is_ok());
    }
}
