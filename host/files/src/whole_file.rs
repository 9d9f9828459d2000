//! A file that takes its place when all of it is on the disk.

use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;
use tempfile::{Builder, NamedTempFile};

use crate::disk::{Change, about_to};

/// Bytes that are written at once.
const BUFFER: usize = 1 << 16;

/// A file that is written beside its place under a hidden name, locked as long as it is, and takes the place of what is there on [`commit`](Self::commit).
/// Dropped before, it leaves nothing. A pipe or a device has no place to take: it is written to as it is.
#[derive(Debug)]
pub struct WholeFile {
    path: PathBuf,
    writer: BufWriter<Target>,
}

/// What is written to.
#[derive(Debug)]
enum Target {
    Beside(NamedTempFile),
    Stream(File),
}

impl Target {
    fn file(&self) -> &File {
        match self {
            Self::Beside(file) => file.as_file(),
            Self::Stream(file) => file,
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        about_to(Change::Write(self.file(), None, bytes))?;
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl WholeFile {
    /// Begins a file; its folder must be there.
    ///
    /// # Errors
    /// A folder at `path`, and a folder around it that cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if path.exists() && !path.is_file() {
            let stream = Target::Stream(File::options().write(true).open(path)?);
            return Ok(Self { path: path.to_path_buf(), writer: BufWriter::with_capacity(BUFFER, stream) });
        }
        // A link stays one: what it points to is replaced.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?.to_string_lossy().into_owned();
        about_to(Change::Create(&path))?;
        // The mode of any other new file; the process's mask takes from it what the user wants taken.
        let mode = Permissions::from_mode(0o666);
        let (prefix, mut builder) = (format!(".{name}."), Builder::new());
        let beside = builder.prefix(&prefix).suffix(".part").permissions(mode);
        let file = loop {
            let file = beside.tempfile_in(folder_of(&path))?;
            let is_locked = !matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
            // Whoever clears what was left may have met it before it was locked.
            if is_locked && file.path().exists() {
                break file;
            }
        };
        Ok(Self { path, writer: BufWriter::with_capacity(BUFFER, Target::Beside(file)) })
    }

    /// Puts the file in its place, when all of it is on the disk.
    ///
    /// # Errors
    /// A file system that does not take it; what was in its place stays.
    pub fn commit(self) -> io::Result<()> {
        let target = self.writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Target::Beside(file) = target else { return Ok(()) };
        about_to(Change::Sync)?;
        file.as_file().sync_all()?;
        about_to(Change::Rename(file.path(), &self.path))?;
        file.persist(&self.path).map_err(|error| error.error)?;
        sync_folder(folder_of(&self.path))
    }

    /// Puts what was written on the disk, still beside its place.
    fn sync(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        match self.writer.get_ref() {
            Target::Beside(file) => {
                about_to(Change::Sync)?;
                file.as_file().sync_all()
            }
            Target::Stream(_) => Ok(()),
        }
    }

    /// The file, for whoever writes elsewhere than at its end.
    ///
    /// # Errors
    /// What was written before cannot be.
    pub fn file(&mut self) -> io::Result<&File> {
        self.writer.flush()?;
        Ok(self.writer.get_ref().file())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Whether a file with this name is what a process that was killed has left of a [`WholeFile`] named `place`, beside it.
#[must_use]
pub fn is_beside(name: &str, place: &str) -> bool {
    let rest = name.strip_prefix('.').and_then(|name| name.strip_prefix(place));
    let drawn = rest.and_then(|rest| rest.strip_prefix('.')).and_then(|rest| rest.strip_suffix(".part"));
    drawn.is_some_and(|drawn| !drawn.is_empty() && drawn.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Removes what processes that were killed have left of a [`WholeFile`] at `path`. What is being written is locked, and stays; so does
/// everything on a file system without locks.
pub fn clear_left(path: &Path) {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let place = path.file_name().unwrap_or_default().to_string_lossy();
    let Ok(entries) = std::fs::read_dir(folder_of(&path)) else { return };
    for entry in entries.flatten().filter(|entry| is_beside(&entry.file_name().to_string_lossy(), &place)) {
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            // It is in nobody's way if it stays.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Writes a file: all of it, or what is in its place stays.
///
/// # Errors
/// As [`WholeFile`].
pub fn write_whole(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes.as_ref())?;
    file.commit()
}

/// Writes files that belong together: none takes its place before all are on the disk, so that a full one leaves those that are there.
///
/// # Errors
/// As [`WholeFile`], with the file.
pub fn write_all_whole(files: &[(PathBuf, String)]) -> Result<(), (PathBuf, io::Error)> {
    let write = |(path, text): &(PathBuf, String)| {
        let mut file = WholeFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.sync()?;
        Ok(file)
    };
    let named = |path: &Path| {
        let path = path.to_path_buf();
        move |error| (path, error)
    };
    let written: Result<Vec<WholeFile>, _> = files.iter().map(|each| write(each).map_err(named(&each.0))).collect();
    files.iter().zip(written?).try_for_each(|((path, _), file)| file.commit().map_err(named(path)))
}

/// Gives a file a second name; where it can have none, as on another file system, a copy that is on the disk. The folder is not.
///
/// # Errors
/// A file system that takes neither.
pub fn link_or_copy(file: &Path, to: &Path) -> io::Result<()> {
    let copy = || {
        about_to(Change::Create(to))?;
        fs::copy(file, to)?;
        about_to(Change::Sync)?;
        File::open(to)?.sync_all()
    };
    let linked = about_to(Change::Link(file, to)).and_then(|()| fs::hard_link(file, to));
    linked.or_else(|_| copy())
}

/// Gives a file or folder a name that nothing has yet; what has it stays. The folder around is not on the disk.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`]: something has the name; a file system that does not take it.
pub fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    about_to(Change::Rename(from, to))?;
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        // A file system that cannot look and rename at once gives files a second name, which replaces nothing either.
        Err(Errno::INVAL | Errno::NOSYS) if from.is_file() => {
            fs::hard_link(from, to)?;
            fs::remove_file(from)
        }
        Err(Errno::INVAL | Errno::NOSYS) if to.symlink_metadata().is_err() => fs::rename(from, to),
        renamed => Ok(renamed?),
    }
}

/// Makes renames in a folder last over a loss of power.
///
/// # Errors
/// A folder that cannot be opened. A file system that cannot do it for folders is none.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    about_to(Change::Sync)?;
    match File::open(folder)?.sync_all() {
        Err(error) if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        result => result,
    }
}

/// The folder that a file is in.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.json");
        write_whole(&path, "old").unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"old");
        let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        assert_eq!(names.iter().filter(|name| is_beside(name, "results.json")).count(), 1, "{names:?}");
        assert!(!is_beside("results.json", "results.json") && !is_beside(".results.json..part", "results.json"));
        drop(file);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "what was not whole is gone");
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        file.commit().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        let expected = folder.path().join("any");
        File::create(&expected).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&path), mode(&expected), "it has the mode of any other new file");
    }

    #[test]
    fn what_was_left_goes_and_what_is_being_written_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data.records");
        let names = || -> Vec<String> {
            let entries = std::fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        let others = [".data.records", ".other.records.Ab12.part", "data.records.Ab12.part"];
        others.iter().chain(&[".data.records.Ab12.part"]).for_each(|name| {
            File::create(folder.path().join(name)).unwrap();
        });
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        clear_left(&path);
        let left = names();
        assert!(left.len() == 4 && !left.contains(&".data.records.Ab12.part".to_owned()), "{left:?}");
        file.commit().unwrap();
        assert_eq!(names(), [others[0], others[1], "data.records", others[2]]);
        clear_left(Path::new("no/folder"));
    }

    #[test]
    fn files_that_belong_together_stay_together() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        std::fs::write(place("a"), "old").unwrap();
        let files = |last: &str| vec![(place("a"), "new".to_owned()), (place(last), "new".to_owned())];
        let (file, _) = write_all_whole(&files("no/folder")).unwrap_err();
        assert_eq!((file, std::fs::read(place("a")).unwrap()), (place("no/folder"), b"old".to_vec()));
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        write_all_whole(&files("b")).unwrap();
        assert_eq!([place("a"), place("b")].map(|path| std::fs::read(path).unwrap()), [b"new", b"new"]);
    }

    #[test]
    fn a_new_name_is_nobody_elses() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        std::fs::write(place("mine"), "mine").unwrap();
        std::fs::write(place("other"), "other").unwrap();
        let refused = rename_new(&place("mine"), &place("other")).unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(["mine", "other"].map(|name| std::fs::read(place(name)).unwrap()), [&b"mine"[..], b"other"]);
        rename_new(&place("mine"), &place("new")).unwrap();
        assert_eq!((std::fs::read(place("new")).unwrap(), place("mine").exists()), (b"mine".to_vec(), false));
        std::fs::create_dir(place("folder")).unwrap();
        std::fs::create_dir(place("empty")).unwrap();
        assert_eq!(rename_new(&place("folder"), &place("empty")).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
    }

    #[test]
    fn a_device_stays_one() {
        use std::os::unix::fs::FileTypeExt;
        write_whole(Path::new("/dev/null"), "gone").unwrap();
        assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }

    #[test]
    fn a_folder_is_not_replaced_and_a_link_stays() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(WholeFile::create(folder.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        write_whole(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write_whole(&link, "new").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read(&target).unwrap(), b"new");
    }
}
