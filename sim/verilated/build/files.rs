//! Files, with errors that name them, and hashes of what they hold.

use std::fs;
use std::hash::Hasher as _;
use std::path::Path;

use siphasher::sip128::{Hasher128 as _, SipHasher13};

/// A message about a file: what failed, which file, and why.
pub fn with_path(what: &str, path: &Path, why: impl std::fmt::Display) -> String {
    format!("{what} {}: {why}", path.display())
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| with_path("cannot read", path, error))
}

/// Writes a file.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| with_path("cannot write", path, error))
}

/// Makes a folder, with those above it.
pub fn make_folder(path: &Path) -> Result<(), String> {
    fs::create_dir_all(path).map_err(|error| with_path("cannot create", path, error))
}

/// Removes a folder with all that is in it, if there is one.
pub fn remove_folder(path: &Path) -> Result<(), String> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(with_path("cannot remove", path, error)),
        _ => Ok(()),
    }
}

/// 128 bits of a text, as 32 hexadecimal digits; the same on every machine and with every compiler.
pub fn hash(text: &str) -> String {
    let mut hasher = SipHasher13::new();
    hasher.write(text.as_bytes());
    format!("{:032x}", hasher.finish128().as_u128())
}
