//! Changes of the disk, as a test sees them: to end the process between any two of them, or to let one of them fail.
//!
//! Whoever promises to survive a kill or a full disk says of each change that it is about to make it. Nobody listens but tests.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// A change of the disk that is about to be made.
#[derive(Clone, Copy, Debug)]
pub enum Change<'c> {
    /// A folder is made.
    MakeFolder(&'c Path),
    /// A file is made or opened to be written.
    Create(&'c Path),
    /// Bytes are written to a file: there, or where the last ones end.
    Write(&'c File, Option<u64>, &'c [u8]),
    /// What was written is made to last.
    Sync,
    /// A file or folder gets another name.
    Rename(&'c Path, &'c Path),
    /// A file gets a second name.
    Link(&'c Path, &'c Path),
    /// A file, or a folder with all that is in it, goes.
    Remove(&'c Path),
}

/// What is told of changes; its error is that of the change.
type Follower = Box<dyn FnMut(Change<'_>) -> io::Result<()>>;

thread_local! {
    static FOLLOWER: RefCell<Option<Follower>> = const { RefCell::new(None) };
}

/// Tells `follower` of every change that this thread is about to make, until it is told of none any more.
pub fn follow_changes(follower: impl FnMut(Change<'_>) -> io::Result<()> + 'static) {
    FOLLOWER.with_borrow_mut(|place| *place = Some(Box::new(follower)));
}

/// Ends what [`follow_changes`] has begun in this thread.
pub fn follow_no_more() {
    FOLLOWER.with_borrow_mut(|place| *place = None);
}

/// A change is about to be made.
///
/// # Errors
/// Whatever a test wants; none otherwise.
pub fn about_to(change: Change<'_>) -> io::Result<()> {
    FOLLOWER.with_borrow_mut(|follower| follower.as_mut().map_or(Ok(()), |follower| follower(change)))
}

/// A file that is written from its begin to its end, and says so before each piece.
#[derive(Debug)]
pub struct WrittenFile(File);

impl WrittenFile {
    /// Makes a file, or empties the one that is there.
    ///
    /// # Errors
    /// A file system that does not take it.
    pub fn create(path: &Path) -> io::Result<Self> {
        about_to(Change::Create(path))?;
        File::create(path).map(Self)
    }

    /// Makes what was written last.
    ///
    /// # Errors
    /// A file system that does not take it.
    pub fn sync(&self) -> io::Result<()> {
        about_to(Change::Sync)?;
        self.0.sync_all()
    }
}

impl Write for WrittenFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        about_to(Change::Write(&self.0, None, bytes))?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
