//! Compiled models, kept for every later build that needs the same: whatever its profile, features and target folder.
//!
//! A model is in a folder that is named by a hash of all that goes into it. Nothing there ever changes; what no build
//! uses any more can be removed.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::files::{hash, make_folder, remove_folder, with_path, write};

/// Overrides the folder of the store.
pub const VARIABLE: &str = "EMBERLANE_MODELS";

/// What went into a model, as text. Written last, so that it is there if the model is whole.
const KEY: &str = "key.txt";

/// A folder of compiled models.
pub struct Store {
    folder: PathBuf,
}

/// The place of a model in the store.
pub struct Place {
    /// Folder of the model.
    pub folder: PathBuf,
    /// Where it is made.
    pub workshop: PathBuf,
    key: String,
}

/// A place that is held, so that no other build makes the same model.
pub struct Held(#[expect(dead_code, reason = "lets go when it is dropped")] File);

impl Store {
    /// The store: where the variable says, or in cargo's target folder.
    pub fn open(out: &Path) -> Result<Self, String> {
        let folder = env::var_os(VARIABLE).map_or_else(|| target(out).join("verilated-models"), PathBuf::from);
        make_folder(&folder)?;
        Ok(Self { folder })
    }

    /// The place of a model that is made of what `key` says.
    pub fn place(&self, name: &str, key: &str) -> Place {
        let label = format!("{name}-{}", &hash(key)[..20]);
        Place { folder: self.folder.join(&label), workshop: self.folder.join(format!("{label}.part")), key: key.into() }
    }
}

/// Cargo's target folder: the one above `out` with the tag that cargo puts there.
fn target(out: &Path) -> &Path {
    let tagged = out.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    tagged.or_else(|| out.ancestors().nth(4)).unwrap_or(out)
}

impl Place {
    /// Whether the model is there.
    pub fn is_whole(&self) -> bool {
        self.key_file().is_file()
    }

    /// The file that tells cargo whether the model is still there.
    pub fn key_file(&self) -> PathBuf {
        self.folder.join(KEY)
    }

    /// Waits until no other build makes this model.
    pub fn hold(&self) -> Result<Held, String> {
        let path = self.folder.with_extension("lock");
        let file = File::create(&path).map_err(|error| with_path("cannot create", &path, error))?;
        file.lock().map_err(|error| with_path("cannot lock", &path, error))?;
        Ok(Held(file))
    }

    /// An empty workshop. The place must be held.
    pub fn begin(&self) -> Result<(), String> {
        remove_folder(&self.workshop)?;
        make_folder(&self.workshop)
    }

    /// Puts the files of the workshop that have these names into the store, and removes the rest.
    pub fn finish(&self, names: &[&str]) -> Result<(), String> {
        let finished = self.workshop.join("finished");
        make_folder(&finished)?;
        for name in names {
            let from = self.workshop.join(name);
            fs::rename(&from, finished.join(name)).map_err(|error| with_path("cannot move", &from, error))?;
        }
        let key = finished.join(KEY);
        write(&key, &self.key)?;
        // Cargo takes a file that is younger than the build's begin for one that has changed since.
        let old = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let aged = File::options().append(true).open(&key).and_then(|file| file.set_modified(old));
        aged.map_err(|error| with_path("cannot set the time of", &key, error))?;
        remove_folder(&self.folder)?;
        fs::rename(&finished, &self.folder).map_err(|error| with_path("cannot move", &finished, error))?;
        remove_folder(&self.workshop)
    }
}
