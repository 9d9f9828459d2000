//! A folder of results that takes its place when all of it is on the disk.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use thiserror::Error;

use crate::disk::{Change, about_to};
use crate::whole_file::{folder_of, sync_folder};

/// Says that a folder is being filled, and is locked while somebody does.
const LOCK: &str = ".running";
/// What a file system has in the folder where it is mounted.
const LOST_AND_FOUND: &str = "lost+found";

/// Why a folder cannot be filled.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The file system.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or the folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The place is taken by a file.
    #[error("{}: expected a folder for results, found a file: choose another --out", .0.display())]
    NoFolder(PathBuf),
    /// There are results, and nobody has said that they may go.
    #[error(
        "{}: it holds the results of an earlier run ({found}): choose another --out{}", folder.display(),
        if *goes_on { format!(", replace them with --overwrite, or go on from them with --resume {}", folder.display()) }
        else { ", or replace them with --overwrite".to_owned() }
    )]
    Results {
        /// The folder.
        folder: PathBuf,
        /// One of the results.
        found: String,
        /// Whether there is something that a run can go on from.
        goes_on: bool,
    },
    /// There is what a run has left that was stopped, and nobody has said that it may go.
    #[error(
        "{}: it holds what a run has left that did not come to its end ({found}): {}begin anew with --overwrite", running.display(),
        if *goes_on { format!("go on with --resume {}, or ", folder.display()) } else { String::new() }
    )]
    Unfinished {
        /// The folder.
        folder: PathBuf,
        /// Where the run has left it.
        running: PathBuf,
        /// What is worth keeping of it.
        found: String,
        /// Whether there is something that a run can go on from.
        goes_on: bool,
    },
    /// What is where results would be filled is somebody's own.
    #[error("{}: this is where results are filled, and no run has made what is there: move it elsewhere, or choose another --out", .0.display())]
    ForeignRunning(PathBuf),
    /// Somebody fills it.
    #[error("{}: another run is filling this folder: wait for it, or choose another --out", .0.display())]
    Busy(PathBuf),
    /// It holds something that is no result: new ones would be mixed with it, and later nobody could replace them as a whole.
    #[error(
        "{}: it holds {found:?}, which no run has made, and results are not mixed with other things: move that elsewhere, or choose \
         another --out",
        folder.display()
    )]
    Foreign {
        /// The folder.
        folder: PathBuf,
        /// What no run has made.
        found: String,
    },
}

impl FolderError {
    fn io(path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |source| Self::Io { path, source }
    }
}

/// What is done with results that are there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Previous {
    /// They stay, and the new ones are refused.
    #[default]
    Keep,
    /// They are replaced when the new ones are whole.
    Replace,
    /// They are of the same run, which goes on: what it had written stays where it is not replaced.
    GoOn,
}

/// What a folder of results consists of.
#[derive(Clone, Debug)]
pub struct Contents {
    /// Every name that a run gives to a result, in the order in which they come where they come one by one.
    pub results: Vec<String>,
    /// Those of an unfinished run that took it its time.
    pub worth: Vec<String>,
    /// Those that a run can go on from; of a folder, whether something whole is in it.
    pub states: Vec<String>,
}

/// A folder that is filled beside its place, in `NAME.running`, and put there at once.
#[derive(Debug)]
pub struct Folder {
    /// Its place.
    place: PathBuf,
    /// Where it is filled.
    running: PathBuf,
    contents: Contents,
    /// Locked as long as it is open.
    _lock: File,
    /// It goes when nobody has said that it is worth keeping.
    is_kept: bool,
}

/// The folder itself, named as the user names it, unless that is a link or says only where it is (`.`).
fn resolved(place: &Path) -> PathBuf {
    if is_link(place) || !matches!(place.components().next_back(), Some(Component::Normal(_))) {
        return place.canonicalize().unwrap_or_else(|_| place.to_path_buf());
    }
    place.components().collect()
}

/// Where a path leads, from the root on: without links, and without `..`, as far as it is there and beyond.
#[must_use]
pub fn whole_path(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_default();
    for there in path.ancestors() {
        let (Ok(mut whole), Ok(rest)) = (there.canonicalize(), path.strip_prefix(there)) else { continue };
        for part in rest.components() {
            if part == Component::ParentDir {
                whole.pop();
            } else {
                whole.push(part);
            }
        }
        return whole;
    }
    path
}

/// Where the folder at `place` is filled.
#[must_use]
pub fn running(place: &Path) -> PathBuf {
    let place = resolved(place);
    if must_fill_inside(&place) {
        return place.join("running");
    }
    let mut name = place.file_name().map_or_else(|| OsString::from("results"), ToOwned::to_owned);
    name.push(".running");
    place.with_file_name(name)
}

/// Whether a folder is one that a run fills, or has left unfinished.
#[must_use]
pub fn is_being_filled(folder: &Path) -> bool {
    folder.join(LOCK).is_file()
}

impl Folder {
    /// Whether a folder could be filled there, without touching anything.
    ///
    /// # Errors
    /// As [`begin`](Self::begin), as far as it can be told.
    pub fn check(place: &Path, contents: &Contents, previous: Previous) -> Result<(), FolderError> {
        let place = resolved(place);
        let is_there = fs::symlink_metadata(&place).is_ok();
        if is_there && !place.is_dir() {
            return Err(FolderError::NoFolder(place));
        }
        let running = running(&place);
        if let Ok(lock) = File::open(running.join(LOCK))
            && matches!(lock.try_lock(), Err(TryLockError::WouldBlock))
        {
            return Err(FolderError::Busy(running));
        }
        let is_ours = is_being_filled(&running) && !is_link(&running);
        if fs::symlink_metadata(&running).is_ok() && !is_ours && !is_replaced(&place, &running) {
            let is_empty = !is_link(&running) && running.is_dir() && names(&running)?.is_empty();
            if !is_empty {
                return Err(FolderError::ForeignRunning(running));
            }
        }
        let names = names(&place)?;
        let is_inside = |name: &str| is_ours && place.join(name) == running;
        let result = names.iter().find(|name| contents.results.contains(name));
        let foreign = names.iter().find(|name| !contents.has(name) && !is_inside(name) && !is_nobodys(name));
        if let (Some(found), Previous::Keep) = (result, previous) {
            let found = found.clone();
            return Err(FolderError::Results { goes_on: contents.can_go_on(&place)?, folder: place, found });
        }
        if let Some(found) = foreign {
            return Err(FolderError::Foreign { folder: place, found: found.clone() });
        }
        if previous == Previous::Keep && is_ours {
            for name in self::names(&running)?.into_iter().filter(|name| contents.worth.contains(name)) {
                if is_whole(&running.join(&name))? {
                    let goes_on = contents.can_go_on(&running)?;
                    return Err(FolderError::Unfinished { folder: place, running, found: name, goes_on });
                }
            }
        }
        let around = running.parent().unwrap_or(Path::new("."));
        let writable = around.ancestors().find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
        let probe = tempfile::Builder::new().prefix(".emberlane").tempfile_in(writable);
        probe.map(drop).map_err(FolderError::io(writable))
    }

    /// Begins to fill the folder that will be at `place`.
    ///
    /// # Errors
    /// Results that are there and may not go, a place that is none, somebody who fills it already.
    pub fn begin(place: &Path, contents: &Contents, previous: Previous) -> Result<Self, FolderError> {
        Self::check(place, contents, previous)?;
        let place = resolved(place);
        let running = running(&place);
        if is_replaced(&place, &running) {
            // Whoever has put the new results in their place did not come to this.
            remove(&running)?;
            remove(&place.join(LOCK))?;
        }
        let is_kept = running.is_dir();
        fs::create_dir_all(&running).map_err(FolderError::io(&running))?;
        like(&place, &running);
        let path = running.join(LOCK);
        let lock = File::options().create(true).append(true).open(&path).map_err(FolderError::io(&path))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(FolderError::Busy(running)),
            // A file system without locks: nobody else is told, and training goes on.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let folder = Self { place, running, contents: contents.clone(), _lock: lock, is_kept };
        if previous == Previous::GoOn {
            folder.clear_parts()?;
        } else {
            folder.clear()?;
        }
        sync_folder(folder_of(&folder.running)).map_err(FolderError::io(&folder.running))?;
        Ok(folder)
    }

    /// Where it is filled.
    #[must_use]
    pub fn running(&self) -> &Path {
        &self.running
    }

    /// What is in it from now on stays, whether it comes to its place or not.
    pub fn keep(&mut self) {
        self.is_kept = true;
    }

    /// Its place.
    #[must_use]
    pub fn place(&self) -> &Path {
        &self.place
    }

    /// Removes what an earlier run has left where this one is filled.
    fn clear(&self) -> Result<(), FolderError> {
        for name in names(&self.running)?.into_iter().filter(|name| name != LOCK) {
            remove(&self.running.join(name))?;
        }
        Ok(())
    }

    /// Removes what is no whole file or folder, as it was left by somebody who was killed.
    fn clear_parts(&self) -> Result<(), FolderError> {
        for folder in [self.running.clone(), self.running.join("saves")] {
            for name in names(&folder)?.into_iter().filter(|name| is_part(name)) {
                remove(&folder.join(name))?;
            }
        }
        Ok(())
    }

    /// Puts the folder in its place, when all of it is on the disk: at once, and nothing of older results stays beside the new ones.
    /// In a folder to which other things came meanwhile, results are moved in one by one, in their order.
    ///
    /// # Errors
    /// A file system that does not take it; older results stay, and the new ones stay where they are.
    pub fn commit(mut self) -> Result<(), FolderError> {
        self.is_kept = true;
        self.clear_parts()?;
        sync(&self.running)?;
        // Somebody may have put something there meanwhile.
        let there = names(&self.place)?;
        let has_others = there.iter().any(|name| !self.contents.has(name));
        if has_others || self.running.starts_with(&self.place) || is_present(&self.place) {
            return self.commit_one_by_one(&there);
        }
        match fs::rename(&self.running, &self.place) {
            Ok(()) => {}
            // There are older results: the two change places, and at no moment is there neither.
            Err(_) if self.place.is_dir() => {
                exchange(&self.running, &self.place).map_err(FolderError::io(&self.place))?;
                remove(&self.running)?;
            }
            Err(source) => return Err(FolderError::Io { path: self.place.clone(), source }),
        }
        remove(&self.place.join(LOCK))?;
        sync_folder(folder_of(&self.place)).map_err(FolderError::io(&self.place))
    }

    /// Moves results in beside other things; then no older ones are left.
    fn commit_one_by_one(&self, there: &[String]) -> Result<(), FolderError> {
        let mut new = names(&self.running)?;
        new.retain(|name| name != LOCK);
        new.sort_by_key(|name| self.contents.results.iter().position(|result| result == name));
        for name in &new {
            let to = self.place.join(name);
            if to.is_dir() {
                remove(&to)?;
            }
            fs::rename(self.running.join(name), &to).map_err(FolderError::io(&to))?;
        }
        for old in there.iter().filter(|name| self.contents.results.contains(name) && !new.contains(name)) {
            remove(&self.place.join(old))?;
        }
        sync_folder(&self.place).map_err(FolderError::io(&self.place))?;
        remove(&self.running)
    }
}

/// Lets two folders of one file system change places: at no moment is there neither.
///
/// # Errors
/// A file system that cannot do it.
pub fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    about_to(Change::Rename(one, other))?;
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !self.is_kept {
            // It is in nobody's way if it stays.
            let _ = fs::remove_dir_all(&self.running);
        }
    }
}

impl Contents {
    /// Whether a run makes what has this name.
    fn has(&self, name: &String) -> bool {
        name == LOCK || is_part(name) || self.results.contains(name)
    }

    /// Whether a folder has something that a run can go on from.
    fn can_go_on(&self, folder: &Path) -> Result<bool, FolderError> {
        for name in &self.states {
            if is_whole(&folder.join(name))? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether a file is there, or a folder in which something has become whole.
fn is_whole(path: &Path) -> Result<bool, FolderError> {
    Ok(path.is_file() || path.is_dir() && names(path)?.iter().any(|name| !name.starts_with('.')))
}

/// Whether this is the name of what may be in any folder: parts of what was killed, and what a file system has where it is mounted.
#[must_use]
pub fn is_nobodys(name: &str) -> bool {
    is_part(name) || name == LOST_AND_FOUND
}

/// Whether this is the name of a file or folder that was not whole when somebody was killed.
fn is_part(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".part")
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink())
}

/// Whether what is where results are filled are older results, which the new ones have changed places with and not removed yet.
fn is_replaced(place: &Path, running: &Path) -> bool {
    is_being_filled(place) && running.is_dir() && !is_link(running) && !is_being_filled(running)
}

/// Gives a folder the mode and, where that can be, the owner of another.
fn like(place: &Path, running: &Path) {
    if let Ok(about) = fs::metadata(place) {
        let _ = std::os::unix::fs::chown(running, Some(about.uid()), Some(about.gid()));
        let _ = fs::set_permissions(running, about.permissions());
    }
}

/// Names of what is in a folder; none if there is no folder.
fn names(folder: &Path) -> Result<Vec<String>, FolderError> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(FolderError::io(folder))?,
    };
    let name = |entry: io::Result<fs::DirEntry>| Ok(entry?.file_name().to_string_lossy().into_owned());
    let mut names = entries.map(name).collect::<io::Result<Vec<_>>>().map_err(FolderError::io(folder))?;
    names.sort();
    Ok(names)
}

fn remove(path: &Path) -> Result<(), FolderError> {
    let removed = match fs::symlink_metadata(path) {
        Ok(about) if about.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result.map_err(FolderError::io(path)),
    }
}

/// Puts all of a folder on the disk.
fn sync(folder: &Path) -> Result<(), FolderError> {
    for name in names(folder)? {
        let path = folder.join(name);
        if path.is_dir() {
            sync(&path)?;
        } else {
            File::open(&path).and_then(|file| file.sync_all()).map_err(FolderError::io(&path))?;
        }
    }
    sync_folder(folder).map_err(FolderError::io(folder))
}

/// Whether a folder can only be filled in itself: nothing is renamed over a mount point, or where the folder around is not the user's.
fn must_fill_inside(place: &Path) -> bool {
    let is_closed = || rustix::fs::access(folder_of(place), rustix::fs::Access::WRITE_OK).is_err();
    place.is_dir() && (is_mount_point(place) || is_closed())
}

/// Whether a folder is the one that the process stands in, which must not go.
fn is_present(place: &Path) -> bool {
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).ok();
    here.is_some_and(|here| place.canonicalize().is_ok_and(|place| here.starts_with(place)))
}

/// Nothing is renamed over a mount point.
fn is_mount_point(place: &Path) -> bool {
    let device = |path: &Path| fs::metadata(path).map(|about| about.dev()).ok();
    device(place).is_some_and(|of| device(folder_of(place)).is_some_and(|around| of != around))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents() -> Contents {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let results = names(&["metrics.csv", "saves", "summary.json"]);
        Contents { results, worth: names(&["saves"]), states: names(&["saves"]) }
    }

    fn fill(place: &Path, previous: Previous, text: &str) -> Folder {
        let mut folder = Folder::begin(place, &contents(), previous).unwrap();
        fs::write(folder.running().join("summary.json"), text).unwrap();
        folder.keep();
        folder
    }

    fn summary(place: &Path) -> String {
        fs::read_to_string(place.join("summary.json")).unwrap()
    }

    fn refused(place: &Path) -> String {
        Folder::begin(place, &contents(), Previous::Keep).unwrap_err().to_string()
    }

    #[test]
    fn results_are_there_when_they_are_whole() {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().join("a").join("run");
        let folder = fill(&place, Previous::Keep, "1");
        assert!(!place.exists());
        folder.commit().unwrap();
        assert_eq!(summary(&place), "1");
        assert!(refused(&place).contains("--overwrite"));
        fs::write(place.join("metrics.csv"), "of the first").unwrap();
        let folder = fill(&place, Previous::Replace, "2");
        assert_eq!(summary(&place), "1");
        folder.commit().unwrap();
        assert_eq!(summary(&place), "2");
        assert_eq!(names(&place).unwrap(), ["summary.json"], "nothing of the older results stays");
        assert_eq!(names(&home.path().join("a")).unwrap(), ["run"]);
    }

    #[test]
    fn an_empty_folder_is_filled() {
        let home = tempfile::tempdir().unwrap();
        fill(home.path(), Previous::Keep, "1").commit().unwrap();
        assert_eq!(summary(home.path()), "1");
    }

    #[test]
    fn results_are_not_mixed_with_what_no_run_has_made() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("notes"), "mine").unwrap();
        for previous in [Previous::Keep, Previous::Replace] {
            let error = Folder::begin(home.path(), &contents(), previous).unwrap_err().to_string();
            assert!(error.contains("notes") && error.contains("--out"), "{error}");
        }
        assert_eq!(names(home.path()).unwrap(), ["notes"]);
        fs::rename(home.path().join("notes"), home.path().join(LOST_AND_FOUND)).unwrap();
        fill(home.path(), Previous::Keep, "1").commit().unwrap();
        assert_eq!(names(home.path()).unwrap(), [LOST_AND_FOUND, "summary.json"]);
    }

    #[test]
    fn resuming_is_offered_where_there_is_a_state() {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().join("run");
        let left = fill(&place, Previous::Keep, "1");
        left.commit().unwrap();
        assert!(!refused(&place).contains("--resume"), "{}", refused(&place));
        fs::create_dir_all(place.join("saves")).unwrap();
        assert!(!refused(&place).contains("--resume"), "nothing is in it");
        fs::create_dir_all(place.join("saves/batch-1")).unwrap();
        assert!(refused(&place).contains("--resume"));
        let other = home.path().join("other");
        drop(fill(&other, Previous::Keep, "1"));
        let worth = Contents { worth: vec!["summary.json".into()], ..contents() };
        let error = Folder::begin(&other, &worth, Previous::Keep).unwrap_err().to_string();
        assert!(!error.contains("--resume") && error.contains("--overwrite"), "{error}");
    }

    #[test]
    fn a_path_is_whole_beyond_what_is_there() {
        let home = tempfile::tempdir().unwrap();
        let (there, link) = (home.path().join("there"), home.path().join("link"));
        fs::create_dir(&there).unwrap();
        std::os::unix::fs::symlink(&there, &link).unwrap();
        let whole = there.canonicalize().unwrap();
        assert_eq!(whole_path(&link), whole);
        assert_eq!(whole_path(&link.join("a/../b")), whole.join("b"));
    }

    #[test]
    fn what_came_meanwhile_stays() {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().join("run");
        fill(&place, Previous::Keep, "1").commit().unwrap();
        fs::write(place.join("metrics.csv"), "old").unwrap();
        let folder = fill(&place, Previous::Replace, "2");
        fs::write(place.join("notes"), "mine").unwrap();
        folder.commit().unwrap();
        assert_eq!(names(&place).unwrap(), ["notes", "summary.json"]);
        assert_eq!(summary(&place), "2");
        assert_eq!(names(home.path()).unwrap(), ["run"]);
    }

    #[test]
    fn one_fills_it_at_a_time() {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().join("run");
        let first = fill(&place, Previous::Keep, "1");
        assert!(refused(&place).contains("another run"));
        drop(first);
        fill(&place, Previous::Keep, "2").commit().unwrap();
        assert_eq!(summary(&place), "2");
    }

    #[test]
    fn what_a_run_can_go_on_from_is_not_thrown_away() {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().join("run");
        let folder = fill(&place, Previous::Keep, "1");
        fs::create_dir_all(folder.running().join("saves/batch-1")).unwrap();
        drop(folder);
        assert!(refused(&place).contains("--resume"));
        let folder = Folder::begin(&place, &contents(), Previous::GoOn).unwrap();
        assert!(folder.running().join("saves").is_dir());
        drop(folder);
        let folder = Folder::begin(&place, &contents(), Previous::Replace).unwrap();
        assert!(!folder.running().join("saves").exists());
    }

    #[test]
    fn what_is_worth_nothing_goes() {
        let home = tempfile::tempdir().unwrap();
        drop(Folder::begin(&home.path().join("run"), &contents(), Previous::Keep).unwrap());
        assert!(names(home.path()).unwrap().is_empty());
    }

    #[test]
    fn what_is_somebodys_own_is_not_filled() {
        let home = tempfile::tempdir().unwrap();
        let (place, running) = (home.path().join("run"), home.path().join("run.running"));
        fs::create_dir(&running).unwrap();
        fs::write(running.join("notes"), "mine").unwrap();
        assert!(refused(&place).contains("run.running"));
        assert!(running.join("notes").exists());
        fs::remove_dir_all(&running).unwrap();
        let other = home.path().join("other");
        fs::create_dir(&other).unwrap();
        std::os::unix::fs::symlink(&other, &running).unwrap();
        assert!(refused(&place).contains("run.running"));
    }

    #[test]
    fn older_results_that_have_changed_places_go() {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().join("run");
        fill(&place, Previous::Keep, "2").commit().unwrap();
        // As if the process had ended behind the exchange.
        fs::write(place.join(LOCK), "").unwrap();
        fs::create_dir(home.path().join("run.running")).unwrap();
        fs::write(home.path().join("run.running/summary.json"), "1").unwrap();
        fill(&place, Previous::Replace, "3").commit().unwrap();
        assert_eq!(summary(&place), "3");
        assert_eq!(names(home.path()).unwrap(), ["run"]);
    }

    #[test]
    fn parts_are_nothing_and_the_mode_stays() {
        use std::os::unix::fs::PermissionsExt;
        let home = tempfile::tempdir().unwrap();
        let place = home.path().join("run");
        fs::create_dir(&place).unwrap();
        fs::set_permissions(&place, fs::Permissions::from_mode(0o700)).unwrap();
        let folder = fill(&place, Previous::Keep, "1");
        fs::write(folder.running().join(".summary.json.x.part"), "").unwrap();
        folder.commit().unwrap();
        assert_eq!(names(&place).unwrap(), ["summary.json"]);
        assert_eq!(fs::metadata(&place).unwrap().permissions().mode() & 0o777, 0o700);
    }

    #[test]
    fn a_file_is_no_folder() {
        let home = tempfile::tempdir().unwrap();
        let place = home.path().join("run");
        fs::write(&place, "a file").unwrap();
        assert!(refused(&place).contains("found a file"));
        assert!(matches!(refused(&place.join("below")), text if text.contains("run")));
    }
}
