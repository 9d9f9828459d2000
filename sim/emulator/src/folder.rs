//! The files of the card.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use emberlane_card::emulation::{CLOCK, EMULATED};
use emberlane_card::{Ids, KNOWN, Kind, Mapping, Space};
use emberlane_registers::cxl_mem::{SCRATCHPAD_BASE, SCRATCHPAD_BYTES};
use thiserror::Error;

/// The device's pages are so large; a window is whole ones.
const PAGE_BYTES: u64 = 1 << 16;
/// Bytes of the windows of TX buffers and of host memory.
const BUFFER_BYTES: u64 = 16 << 20;
/// Where the device finds the memory of the host.
const HOST_BASE: u64 = 1 << 32;

/// Why a card cannot be emulated.
#[derive(Debug, Error)]
pub enum EmulationError {
    /// A file of the folder.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A folder with files of something else.
    #[error("{} is not empty, and not the folder of an emulated card: name a new folder", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
    },
    /// A folder with another card.
    #[error("{} has {found}, and should have {expected}: the folder is that of another card; remove it, or name a new one", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: String,
        /// What it should be.
        expected: String,
    },
    /// It is emulated already.
    #[error("{}: another process emulates this card; end it first", path.display())]
    Served {
        /// The folder.
        path: PathBuf,
    },
    /// Options that make no device.
    #[error("{0}")]
    Options(String),
}

pub(crate) fn at<T>(path: &Path, result: io::Result<T>) -> Result<T, EmulationError> {
    result.map_err(|source| EmulationError::File { path: path.to_owned(), source })
}

/// A window and its file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowFile {
    pub(crate) space: Space,
    pub(crate) name: &'static str,
    pub(crate) address: u64,
    pub(crate) bytes: u64,
}

/// The windows of a card with so many bytes of persistent memory, or of SSD.
pub(crate) fn windows(kind: Kind, bytes: u64) -> Result<Vec<WindowFile>, EmulationError> {
    if bytes == 0 || !bytes.is_multiple_of(PAGE_BYTES) || bytes > 1 << 40 {
        let message = format!("{bytes} bytes of memory: take a multiple of {PAGE_BYTES}, 1 TiB at most");
        return Err(EmulationError::Options(message));
    }
    let window = |space, name, address, bytes| WindowFile { space, name, address, bytes };
    Ok(match kind {
        Kind::CxlMem => vec![
            window(Space::Memory, "resource2", 0, bytes),
            window(Space::Memory, "resource4", SCRATCHPAD_BASE, SCRATCHPAD_BYTES),
        ],
        // The window that can have faults is the first.
        Kind::SmartSsd => vec![
            window(Space::Ssd, "ssd", 0, bytes),
            window(Space::Memory, "resource2", 0, BUFFER_BYTES),
            window(Space::Host, "host", HOST_BASE, BUFFER_BYTES),
        ],
    })
}

/// Makes the folder, or takes one that is that of an emulated card of this kind.
pub(crate) fn claim(folder: &Path, kind: Kind) -> Result<(), EmulationError> {
    at(folder, fs::create_dir_all(folder))?;
    let is_empty = at(folder, fs::read_dir(folder))?.next().is_none();
    if !is_empty && !folder.join(EMULATED).is_file() {
        return Err(EmulationError::Foreign { path: folder.to_owned() });
    }
    let (path, expected) = (folder.join("device"), device_id(kind));
    match fs::read_to_string(&path) {
        Ok(found) if found != expected => {
            let (found, expected) = (found.trim().to_owned(), expected.trim().to_owned());
            Err(EmulationError::Other { path, found, expected })
        }
        _ => Ok(()),
    }
}

fn ids(kind: Kind) -> Ids {
    match kind {
        Kind::CxlMem => KNOWN[0],
        Kind::SmartSsd => KNOWN[1],
    }
}

fn device_id(kind: Kind) -> String {
    format!("0x{:04x}\n", ids(kind).device)
}

/// Makes the files, or takes those that are there. Files of memory have holes: they take what is written.
pub(crate) fn fill(folder: &Path, kind: Kind, windows: &[WindowFile], clock: u64) -> Result<(), EmulationError> {
    let registers = WindowFile { space: Space::Memory, name: "resource0", address: 0, bytes: kind.map().bytes };
    for window in windows.iter().chain([&registers]) {
        grow(&folder.join(window.name), window.bytes)?;
    }
    let list: String = windows
        .iter()
        .map(|window| format!("{} {} {:#x} {:#x}\n", window.space, window.name, window.address, window.bytes))
        .collect();
    let files = [
        ("vendor", format!("0x{:04x}\n", ids(kind).vendor).into_bytes()),
        ("device", device_id(kind).into_bytes()),
        ("config", config(ids(kind))),
        ("windows", format!("# space file address bytes\n{list}").into_bytes()),
        (CLOCK, format!("{clock}\n").into_bytes()),
    ];
    for (name, bytes) in files {
        let path = folder.join(name);
        at(&path, fs::write(&path, bytes))?;
    }
    Ok(())
}

/// A file of so many bytes; one that is there keeps what it holds.
fn grow(path: &Path, bytes: u64) -> Result<(), EmulationError> {
    let file = at(path, File::options().read(true).write(true).create(true).truncate(false).open(path))?;
    let length = at(path, file.metadata())?.len();
    if length != 0 && length != bytes {
        let (found, expected) = (format!("{length} bytes"), format!("{bytes} bytes"));
        return Err(EmulationError::Other { path: path.to_owned(), found, expected });
    }
    at(path, file.set_len(bytes))
}

/// Maps a file of the folder.
pub(crate) fn map(folder: &Path, name: &str, bytes: u64) -> Result<Mapping, EmulationError> {
    let path = folder.join(name);
    let file = at(&path, File::options().read(true).write(true).open(&path))?;
    at(&path, Mapping::new(&file, 0, bytes))
}

/// The configuration space of a function with memory space and bus mastering enabled.
fn config(ids: Ids) -> Vec<u8> {
    const COMMAND: u16 = 0b110;
    let mut config = vec![0; 256];
    for (offset, value) in [(0, ids.vendor), (2, ids.device), (4, COMMAND)] {
        config[offset..offset + 2].copy_from_slice(&value.to_le_bytes());
    }
    config
}
