//! The folder of a store: one process at a time has it, and nothing that others have put there is touched.

use std::fs::{File, TryLockError};
use std::path::Path;

use emberlane_files::{Change, about_to, is_beside};

use crate::error::TierError;
use crate::files::DIRECT_PROBE;

/// The file that is locked.
const LOCK: &str = "lock";
/// What says what saved files are.
pub(crate) const MANIFEST: &str = "manifest.json";
/// The rows of caches in a saved store.
pub(crate) const CACHES: &str = "caches";
/// Tables that are whole in memory, in a saved store.
pub(crate) const TABLES: &str = "tables";

/// A folder that this process has.
#[derive(Debug)]
pub(crate) struct Directory {
    _lock: File,
}

impl Directory {
    /// Makes the folder, if it is not there, takes it, and empties it of what a store has left.
    pub(crate) fn take(folder: &Path) -> Result<Self, TierError> {
        let made = about_to(Change::MakeFolder(folder)).and_then(|()| std::fs::create_dir_all(folder));
        made.map_err(TierError::io(folder, None, "the folder cannot be made"))?;
        let names = names(folder)?;
        if let Some(name) = names.iter().filter(|name| !is_of_store(name)).min() {
            let problem = format!("it has {name:?}, which is of no store: give store.directory a folder of its own");
            return Err(TierError::other(folder, problem));
        }
        // A folder that a store has trained in was locked.
        if names.iter().any(|name| name == MANIFEST) && !names.iter().any(|name| name == LOCK) {
            let problem = "it is a saved state, which would be lost: give store.directory another folder";
            return Err(TierError::other(folder, problem));
        }
        let taken = Self::mark(folder)?;
        empty(folder)?;
        Ok(taken)
    }

    /// Takes the folder of a store as it is.
    pub(crate) fn hold(folder: &Path) -> Result<Self, TierError> {
        let names = names(folder)?;
        if !names.iter().any(|name| name == MANIFEST) {
            return Err(TierError::other(folder, "it is no store: name store.directory of an experiment"));
        }
        if !names.iter().any(|name| name == LOCK) {
            let problem =
                "it is a saved state, and stays as it was saved: name store.directory of a run that was closed";
            return Err(TierError::other(folder, problem));
        }
        Self::mark(folder)
    }

    /// Makes the lock of a folder, if it is not there, and takes it.
    pub(crate) fn mark(folder: &Path) -> Result<Self, TierError> {
        let path = folder.join(LOCK);
        let lock = || {
            about_to(Change::Create(&path))?;
            File::options().write(true).create(true).truncate(false).open(&path)
        };
        let lock = lock().map_err(TierError::io(&path, None, "cannot be made"))?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { _lock: lock }),
            Err(TryLockError::WouldBlock) => {
                let problem = "another process trains with it: wait, or give store.directory another folder";
                Err(TierError::other(folder, problem))
            }
            Err(TryLockError::Error(source)) => Err(TierError::io(&path, None, "cannot be locked")(source)),
        }
    }
}

/// Removes what a store has left, but for the lock.
pub(crate) fn empty(folder: &Path) -> Result<(), TierError> {
    for name in names(folder)?.iter().filter(|name| is_of_store(name) && *name != LOCK) {
        let path = folder.join(name);
        let remove = || if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        let removed = about_to(Change::Remove(&path)).and_then(|()| remove());
        removed.map_err(TierError::io(&path, None, "cannot be removed"))?;
    }
    Ok(())
}

/// Bytes of all files of a folder, those in folders of it too.
pub(crate) fn bytes(folder: &Path) -> Result<u64, TierError> {
    names(folder)?.into_iter().try_fold(0, |sum, name| {
        let path = folder.join(name);
        let about = std::fs::metadata(&path).map_err(TierError::io(&path, None, "cannot be read"))?;
        Ok(sum + if about.is_dir() { bytes(&path)? } else { about.len() })
    })
}

/// Files of a folder.
pub(crate) fn names(folder: &Path) -> Result<Vec<String>, TierError> {
    let list = || -> std::io::Result<Vec<String>> {
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    };
    list().map_err(TierError::io(folder, None, "the folder cannot be read"))
}

fn is_of_store(name: &str) -> bool {
    let of_shard = |rest: &str| {
        rest.len() > 3 && rest.is_char_boundary(3) && {
            let (number, kind) = rest.split_at(3);
            let of_segment =
                |kind: &str| kind.strip_prefix('-').and_then(|rest| rest.strip_suffix(".rows")).is_some_and(is_number);
            is_number(number) && (kind == ".active" || of_segment(kind))
        }
    };
    [LOCK, MANIFEST, CACHES, TABLES, DIRECT_PROBE].contains(&name)
        || is_beside(name, MANIFEST)
        || name.strip_prefix("shard-").is_some_and(of_shard)
        || name.strip_prefix("rocks-").is_some_and(is_number)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_have_made_is_not_touched() {
        for name in [
            "lock",
            "manifest.json",
            "caches",
            "shard-007.active",
            "shard-007-0000000012.rows",
            "rocks-007",
            ".manifest.json.aB3.part",
        ] {
            assert!(is_of_store(name), "{name}");
        }
        for name in
            ["notes.txt", "shard-", "shard-0.active", "shard-007", "shard-007-.rows", "shard-00x.active", "shard-00é"]
        {
            assert!(!is_of_store(name), "{name}");
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("notes.txt"), "mine").unwrap();
        let refused = Directory::take(folder.path()).unwrap_err().to_string();
        assert!(refused.contains("notes.txt") && refused.contains("store.directory"), "{refused}");
        std::fs::remove_file(folder.path().join("notes.txt")).unwrap();
        std::fs::write(folder.path().join(MANIFEST), "saved").unwrap();
        let refused = Directory::take(folder.path()).unwrap_err().to_string();
        assert!(refused.contains("saved state") && folder.path().join(MANIFEST).exists(), "{refused}");
    }

    #[test]
    fn one_process_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let first = Directory::take(folder.path()).unwrap();
        std::fs::write(folder.path().join("shard-000.active"), "rows").unwrap();
        assert!(Directory::take(folder.path()).unwrap_err().to_string().contains("another process"));
        assert!(folder.path().join("shard-000.active").exists());
        drop(first);
        Directory::take(folder.path()).unwrap();
        assert!(!folder.path().join("shard-000.active").exists());
    }
}
