//! Files that bodies are given.

use std::path::{Path, PathBuf};

use tempfile::TempDir;

thread_local! {
    static FOLDER: TempDir = folder();
}

/// A folder in memory, where there is one: what is tried is what is read, not the disk.
fn folder() -> TempDir {
    let shared = Path::new("/dev/shm");
    let made = if shared.is_dir() { tempfile::tempdir_in(shared) } else { tempfile::tempdir() };
    made.expect("a folder for files that are tried")
}

/// The folder of this thread.
pub(super) fn here() -> PathBuf {
    FOLDER.with(|folder| folder.path().to_path_buf())
}

/// A file of this thread with these bytes.
pub(super) fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = here().join(name);
    std::fs::write(&path, bytes).expect("a file that is tried");
    path
}
