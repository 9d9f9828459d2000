//! Files and folders that a command is told to read and to write, looked at before it begins.

use std::path::Path;

use anyhow::Context;

use crate::outcome::misused;

/// Refuses a folder where `option` of a command names a file.
pub(super) fn expect_file(command: &'static str, option: &str, path: &Path) -> anyhow::Result<()> {
    if path.is_dir() {
        let path = path.display();
        return Err(misused(command, &format!("{option} {path}: this is a folder; name a file")));
    }
    Ok(())
}

/// Refuses a folder as the place of a file that is written, and a place in a folder that cannot be.
pub(super) fn expect_new_file(command: &'static str, option: &str, path: &Path) -> anyhow::Result<()> {
    expect_file(command, option, path)?;
    path.ancestors().nth(1).map_or(Ok(()), |folder| expect_new_folder(command, option, folder))
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
        assert!(expect_file("train", "--out", &file).is_ok() && expect_new_file("train", "--out", &new).is_ok());
        assert!(
            expect_new_folder("train", "--out", &new).is_ok()
                && expect_new_folder("train", "--out", Path::new("")).is_ok()
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was made");
        let says = |refused: anyhow::Result<()>| refused.unwrap_err().to_string();
        assert!(says(expect_file("train", "--out", folder.path())).ends_with("this is a folder; name a file"));
        assert!(says(expect_new_file("train", "--out", folder.path())).ends_with("name a file"));
        for below in [file.clone(), file.join("a"), file.join("a/b")] {
            assert!(says(expect_new_folder("train", "--out", &below)).ends_with("file is a file; name a folder"));
        }
        assert!(says(expect_new_file("train", "--out", &file.join("a"))).ends_with("name a folder"));
        assert!(says(expect_once("compare", "--systems", ["a", "b", "a"])).contains("--systems a is there twice"));
        assert!(expect_once("compare", "--systems", ["a", "b"]).is_ok());
    }
}
