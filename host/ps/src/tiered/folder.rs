//! The folder of a shard whose rows are in several memories: whose it is, its checkpoints, and the files of its rows.
//!
//! ```text
//! lock                       whoever has this locked has the shard
//! shard.json                 whose rows these are, and the checkpoint that was committed last
//! rows/                      the store that is open; what is left of it when a process ends is of no use
//! checkpoint-000000000100/   rows/, a state that the store saved, and saved.json, written last, with its checksum
//! ```

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use emberlane_files::{Change, about_to, is_beside, read_text_at_most, sync_folder, write_whole};
use emberlane_stores::EmbeddingError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::StoreError;
use crate::pool::Identity;

const LOCK: &str = "lock";
const ABOUT: &str = "shard.json";
const ROWS: &str = "rows";
const SAVED: &str = "saved.json";
const FORMAT: &str = "emberlane tiered shard 1";
/// Bytes of the longest of these files.
const LONGEST: u64 = 4096;
/// What the name of a checkpoint begins with that is none yet, or none any more.
const UNFINISHED: &str = ".";

/// A folder that this process has.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    about: About,
    unused: Vec<String>,
    _lock: File,
}

/// Whose rows these are; 64-bit numbers in hexadecimal, which every reader of JSON keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct About {
    format: String,
    job: String,
    tables: String,
    shard: u32,
    shards: u32,
    committed: u64,
}

/// What a checkpoint says of itself.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    checkpoint: u64,
    crc32c: u32,
}

impl About {
    fn of(identity: &Identity) -> Self {
        let Identity { job, tables, shard, shards } = *identity;
        let hash = |number: u64| format!("{number:016x}");
        Self { format: FORMAT.to_owned(), job: hash(job), tables: hash(tables), shard, shards, committed: 0 }
    }

    fn identity(&self) -> Option<Identity> {
        let number = |text: &str| u64::from_str_radix(text, 16).ok();
        let (job, tables) = (number(&self.job)?, number(&self.tables)?);
        Some(Identity { job, tables, shard: self.shard, shards: self.shards })
    }
}

impl Folder {
    /// Takes the folder of a shard; one that is not there is made.
    ///
    /// # Errors
    /// A folder that another process has, that is of something else or of another shard, and one that cannot be made or read.
    pub fn take(path: &Path, identity: &Identity) -> Result<Self, StoreError> {
        make(path)?;
        let lock = lock(path)?;
        let names = names(path)?;
        let about = path.join(ABOUT);
        if !names.iter().any(|name| name == ABOUT)
            && let Some(other) = names.iter().find(|name| *name != LOCK && !is_beside(name, ABOUT))
        {
            let what =
                format!("it has {other:?} and no {ABOUT}, so that it is no shard's: give store.directory another name");
            return Err(fault(path, what));
        }
        let about: About = match about.exists() {
            true => read(&about)?,
            false => {
                let new = About::of(identity);
                write(&about, &new)?;
                sync(path)?;
                new
            }
        };
        check(path, &about, identity)?;
        let mut folder = Self { path: path.to_path_buf(), about, unused: Vec::new(), _lock: lock };
        folder.clear(&names)?;
        Ok(folder)
    }

    /// Whether a folder is a shard's, readable or not.
    #[must_use]
    pub fn is_one(path: &Path) -> bool {
        path.join(ABOUT).exists()
    }

    /// Whose rows a folder has.
    ///
    /// # Errors
    /// One that cannot be read, or is damaged.
    pub fn look(path: &Path) -> Result<Option<Identity>, StoreError> {
        Ok(read::<About>(&path.join(ABOUT))?.identity())
    }

    /// Removes all that a shard has in its folder, which nobody has, and the folder, if nothing of others is in it.
    ///
    /// # Errors
    /// What cannot be removed.
    pub fn remove_all(path: &Path) -> Result<(), StoreError> {
        for name in names(path)? {
            let place = path.join(&name);
            if name == ROWS || number(name.strip_prefix(UNFINISHED).unwrap_or(&name)).is_some() {
                remove_folder(&place)?;
            } else if is_beside(&name, ABOUT) {
                remove_file(&place)?;
            }
        }
        // As long as this is there, the folder is known for what it is.
        remove_file(&path.join(ABOUT))?;
        remove_file(&path.join(LOCK))?;
        if names(path)?.is_empty() { remove_folder(path) } else { Ok(()) }
    }

    /// The file that is locked by whoever has the shard of this folder.
    #[must_use]
    pub fn lock_of(path: &Path) -> PathBuf {
        path.join(LOCK)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the store that is open has its files.
    #[must_use]
    pub fn rows(&self) -> PathBuf {
        self.path.join(ROWS)
    }

    pub(super) fn unused(&self) -> &[String] {
        &self.unused
    }

    pub(super) const fn committed(&self) -> u64 {
        self.about.committed
    }

    /// The state of a checkpoint cannot be taken.
    pub(super) fn damaged(&self, checkpoint: u64, error: &EmbeddingError) -> StoreError {
        fault(&self.path.join(name(checkpoint)), format!("the shard cannot go on from it ({error}): {WAY_OUT}"))
    }

    /// Where a checkpoint is while it is made, and while it goes.
    fn unfinished(&self, checkpoint: u64) -> PathBuf {
        self.path.join(format!("{UNFINISHED}{}", name(checkpoint)))
    }

    /// Where the state of a checkpoint is.
    pub(super) fn state(&self, checkpoint: u64) -> PathBuf {
        self.path.join(name(checkpoint)).join(ROWS)
    }

    /// Checkpoints that are whole, from the committed one on, each with the checksum of its state.
    pub(super) fn checkpoints(&self) -> Result<BTreeMap<u64, u32>, StoreError> {
        let mut all = BTreeMap::new();
        for checkpoint in names(&self.path)?.iter().filter_map(|name| number(name)) {
            let marker = self.path.join(name(checkpoint)).join(SAVED);
            let Saved { checkpoint: found, crc32c } = read(&marker)?;
            if found != checkpoint {
                return Err(fault(&marker, format!("it is of checkpoint {found}, not of {checkpoint}: {WAY_OUT}")));
            }
            all.insert(checkpoint, crc32c);
        }
        let committed = self.about.committed;
        if committed > 0 && !all.contains_key(&committed) {
            let what = format!("checkpoint {committed} was committed, and is not there: {WAY_OUT}");
            return Err(fault(&self.path.join(name(committed)), what));
        }
        Ok(all)
    }

    /// Lets a store save its state as a checkpoint; returns the checksum.
    pub(super) fn save<E: Into<StoreError>>(
        &self,
        checkpoint: u64,
        save: impl FnOnce(&Path) -> Result<u32, E>,
    ) -> Result<u32, StoreError> {
        let part = self.unfinished(checkpoint);
        let state = part.join(ROWS);
        let failed = |error| fault(&state, format!("the folder of a checkpoint cannot be made: {error}"));
        remove_folder(&part)?;
        about_to(Change::MakeFolder(&state)).and_then(|()| std::fs::create_dir_all(&state)).map_err(failed)?;
        let crc32c = save(&state).map_err(Into::into)?;
        write(&part.join(SAVED), &Saved { checkpoint, crc32c })?;
        let place = self.path.join(name(checkpoint));
        let renamed = about_to(Change::Rename(&part, &place)).and_then(|()| std::fs::rename(&part, &place));
        renamed.map_err(|error| fault(&place, format!("a checkpoint cannot be put here: {error}")))?;
        sync(&self.path)?;
        Ok(crc32c)
    }

    /// A checkpoint is committed: earlier ones are not gone back to.
    pub(super) fn commit(&mut self, checkpoint: u64) -> Result<(), StoreError> {
        let about = About { committed: checkpoint, ..self.about.clone() };
        write(&self.path.join(ABOUT), &about)?;
        self.about = about;
        Ok(())
    }

    /// Gives checkpoints up, in this order.
    pub(super) fn remove(&self, checkpoints: &[u64]) -> Result<(), StoreError> {
        for checkpoint in checkpoints {
            let place = self.path.join(name(*checkpoint));
            // As soon as it has this name it is none.
            let gone = self.unfinished(*checkpoint);
            remove_folder(&gone)?;
            let renamed = about_to(Change::Rename(&place, &gone)).and_then(|()| std::fs::rename(&place, &gone));
            renamed.map_err(|error| fault(&place, format!("a checkpoint cannot be given up: {error}")))?;
            sync(&self.path)?;
            remove_folder(&gone)?;
        }
        Ok(())
    }

    /// Removes what an earlier process has not finished, and checkpoints before the committed one; tells of what is nobody's.
    fn clear(&mut self, names: &[String]) -> Result<(), StoreError> {
        let earlier: Vec<u64> =
            names.iter().filter_map(|name| number(name)).filter(|number| *number < self.about.committed).collect();
        self.remove(&earlier)?;
        for name in names {
            let path = self.path.join(name);
            if name.strip_prefix(UNFINISHED).is_some_and(|name| number(name).is_some()) {
                remove_folder(&path)?;
            } else if number(name).is_none() && ![LOCK, ABOUT, ROWS].contains(&name.as_str()) && !is_beside(name, ABOUT)
            {
                self.unused.push(format!("{}: it is nothing of the shard's", path.display()));
            }
        }
        Ok(())
    }
}

/// What to do about a checkpoint that is damaged.
const WAY_OUT: &str = "bring it back from a copy, or let all shards begin anew (`emberlane cluster --overwrite`)";

fn name(checkpoint: u64) -> String {
    format!("checkpoint-{checkpoint:012}")
}

/// Which checkpoint has this name.
fn number(text: &str) -> Option<u64> {
    let checkpoint = text.strip_prefix("checkpoint-")?.parse().ok()?;
    (name(checkpoint) == text).then_some(checkpoint)
}

fn fault(path: &Path, what: String) -> StoreError {
    StoreError::Folder { path: path.display().to_string(), what }
}

fn names(path: &Path) -> Result<Vec<String>, StoreError> {
    let list = || -> io::Result<Vec<String>> {
        std::fs::read_dir(path)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    };
    let mut names = list().map_err(|error| fault(path, format!("the folder cannot be read: {error}")))?;
    names.sort_unstable();
    Ok(names)
}

fn sync(path: &Path) -> Result<(), StoreError> {
    sync_folder(path).map_err(|error| fault(path, format!("it cannot be made to last: {error}")))
}

fn remove_folder(path: &Path) -> Result<(), StoreError> {
    if !path.exists() {
        return Ok(());
    }
    let removed = about_to(Change::Remove(path)).and_then(|()| std::fs::remove_dir_all(path));
    removed.map_err(|error| fault(path, format!("it cannot be removed: {error}")))
}

fn remove_file(path: &Path) -> Result<(), StoreError> {
    match about_to(Change::Remove(path)).and_then(|()| std::fs::remove_file(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(fault(path, format!("it cannot be removed: {error}")))
        }
        _ => Ok(()),
    }
}

/// Makes a folder that is there after a loss of power, too.
fn make(path: &Path) -> Result<(), StoreError> {
    if path.is_dir() {
        return Ok(());
    }
    let above = path.parent().filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    make(above)?;
    let made = about_to(Change::MakeFolder(path)).and_then(|()| std::fs::create_dir(path));
    made.map_err(|error| fault(path, format!("the folder cannot be made: {error}")))?;
    sync(above)
}

fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let open = || {
        about_to(Change::Create(&path))?;
        File::options().write(true).create(true).truncate(false).open(&path)
    };
    let lock = open().map_err(|error| fault(&path, format!("it cannot be made: {error}")))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            Err(fault(folder, "another process has this shard: a shard has one owner".to_owned()))
        }
        Err(TryLockError::Error(error)) => Err(fault(&path, format!("it cannot be locked: {error}"))),
    }
}

/// Refuses the folder of something else.
fn check(path: &Path, found: &About, identity: &Identity) -> Result<(), StoreError> {
    let expected = About::of(identity);
    let other = |what: &str, found: &str, expected: &str| {
        let what = format!(
            "it is of {what} {found}, not of {expected}: change that back, give store.directory another name, or remove the folder to begin anew"
        );
        Err(fault(path, what))
    };
    let About { format, job, tables, shard, shards, committed: _ } = found;
    if *format != FORMAT {
        return other("format", format, FORMAT);
    }
    if (*shards, *shard) != (identity.shards, identity.shard) {
        let of = |shard: u32, shards: u32| format!("{shard} of {shards}");
        return other("shard", &of(*shard, *shards), &of(identity.shard, identity.shards));
    }
    if *tables != expected.tables {
        return other("tables (rows, dimension, optimizer, learning_rate, seed)", tables, &expected.tables);
    }
    if *job != expected.job {
        return other("job (a key of the experiment is another)", job, &expected.job);
    }
    Ok(())
}

/// Writes a line of JSON, and its checksum below it.
fn write(path: &Path, contents: &impl Serialize) -> Result<(), StoreError> {
    let json = serde_json::to_string(contents).map_err(|error| fault(path, error.to_string()))?;
    let text = format!("{json}\n{:08x}\n", crc32c::crc32c(json.as_bytes()));
    write_whole(path, text).map_err(|error| fault(path, format!("it cannot be written: {error}")))
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, StoreError> {
    let text = read_text_at_most(path, LONGEST)
        .map_err(|error| fault(path, format!("it cannot be read ({error}): {WAY_OUT}")))?;
    let (json, rest) = text.split_once('\n').unwrap_or((&text, ""));
    if rest != format!("{:08x}\n", crc32c::crc32c(json.as_bytes())) {
        return Err(fault(path, format!("it is damaged, its checksum is not that of its text: {WAY_OUT}")));
    }
    serde_json::from_str(json)
        .map_err(|error| fault(path, format!("it does not say what it should ({error}): {WAY_OUT}")))
}
