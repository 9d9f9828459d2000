//! A card that another process of this machine plays: what both of them have to know.
//!
//! The process makes a folder with the files that Linux has of a PCI function (`vendor`, `device`, `config`, `resource0` and so on), and
//! serves them; `emberlane emulate-card` is that process. The driver maps the same files. Memory windows are shared memory, and
//! nothing else: the device reads and writes what the host has mapped.
//!
//! Registers cannot be: nobody learns of a load or store to shared memory. So the driver *announces* each access to the registers in a page
//! of its own, the file [`REQUESTS`]. A store goes to its place in `resource0` and is announced behind it; a load is announced, and then
//! done from its place, where the device has put the value. One access is under way at a time, and both sides spin for it.
//! So is the end of a write to memory announced ([`Request::Flush`]), where the driver of a real card reads a word back to push
//! what it has written; and a reset, which is a file of its own on a real card.
//!
//! The page has four words: [`MAGIC`], the number of the last request, the number of the last one that was answered, the request. The
//! process that serves has the file locked as long as it lives; a driver that waits looks whether it could lock the file itself, and so
//! knows at once that nobody will answer. Then every load reads all ones and no store does anything, as it is with a card
//! that has gone.
//!
//! # What is different from a card
//! * A store to a register is over when the device has seen it. PCIe posts it, and the program goes on before.
//! * Memory windows are always there: they answer when the process is dead, when no decoder is committed, and while an iteration of
//!   the SmartSSD owns a TX buffer (a card lets the read wait). Stores to them are never late or out of order.
//! * There is no interrupt; on neither kind of card is one used, the driver looks at `STATUS`.
//! * Bus mastering is not needed: the process reaches host memory by itself.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::mapping::{Mapping, order};

/// The file of the page of requests. A folder that has it is that of an emulated card.
pub const REQUESTS: &str = "requests";
/// The file that says how fast the clock of the emulated device is, in Hz.
pub const CLOCK: &str = "clock";
/// The first word of the page: the protocol and its version.
pub const MAGIC: u64 = u64::from_be_bytes(*b"EMBREQ01");
/// Bytes of the page.
pub const PAGE_BYTES: u64 = 4096;

const MAGIC_AT: u64 = 0x00;
const ASKED_AT: u64 = 0x08;
const ANSWERED_AT: u64 = 0x10;
const REQUEST_AT: u64 = 0x18;

/// How long a process that lives may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often is looked whether it lives.
const LOOK: Duration = Duration::from_millis(20);
/// Looks at a word of the page before the processor is given to others.
const SPINS: u32 = 2000;

/// What a driver announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// The register at this offset is to be loaded.
    Read(u64),
    /// The register at this offset was stored.
    Write(u64),
    /// Memory was written, and all of it is to have arrived.
    Flush,
    /// The device is to be reset.
    Reset,
}

impl Request {
    const fn encode(self) -> u64 {
        match self {
            Self::Read(offset) => 1 | offset << 8,
            Self::Write(offset) => 2 | offset << 8,
            Self::Flush => 3,
            Self::Reset => 4,
        }
    }

    const fn decode(word: u64) -> Option<Self> {
        match word & 0xff {
            1 => Some(Self::Read(word >> 8)),
            2 => Some(Self::Write(word >> 8)),
            3 => Some(Self::Flush),
            4 => Some(Self::Reset),
            _ => None,
        }
    }
}

fn page(folder: &Path) -> io::Result<(File, Mapping)> {
    let file = File::options().read(true).write(true).open(folder.join(REQUESTS))?;
    if file.metadata()?.len() < PAGE_BYTES {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the page of requests is shorter than a page"));
    }
    let mapping = Mapping::new(&file, 0, PAGE_BYTES)?;
    Ok((file, mapping))
}

/// The driver's end.
#[derive(Debug)]
pub(crate) struct Announcer {
    file: File,
    page: Mapping,
    is_gone: bool,
}

impl Announcer {
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        let (file, page) = page(folder)?;
        let is_gone = page.read(MAGIC_AT) != MAGIC;
        Ok(Self { file, page, is_gone })
    }

    /// Announces, and waits until it is answered. `false` if nobody answers, from then on at once.
    pub(crate) fn announce(&mut self, request: Request) -> bool {
        if self.is_gone {
            return false;
        }
        let number = self.page.read(ASKED_AT).wrapping_add(1);
        self.page.write(REQUEST_AT, request.encode());
        order();
        self.page.write(ASKED_AT, number);
        order();
        self.is_gone = !self.wait_for(number);
        order();
        !self.is_gone
    }

    fn wait_for(&self, number: u64) -> bool {
        let mut spins = 0;
        let begin = Instant::now();
        let mut looked = begin;
        loop {
            if self.page.read(ANSWERED_AT) == number {
                return true;
            }
            if spins < SPINS {
                spins += 1;
                std::hint::spin_loop();
                continue;
            }
            std::thread::yield_now();
            if looked.elapsed() > LOOK {
                if !self.is_served() {
                    // It may have answered and ended in between.
                    return self.page.read(ANSWERED_AT) == number;
                }
                if begin.elapsed() > PATIENCE {
                    return false;
                }
                looked = Instant::now();
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Whether the process that serves lives: it has the file locked.
    fn is_served(&self) -> bool {
        match self.file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => true,
            Ok(()) => {
                let _ = self.file.unlock();
                false
            }
            Err(TryLockError::Error(_)) => false,
        }
    }
}

/// The end of the process that serves.
#[derive(Debug)]
pub struct Server {
    /// Locked, until this is dropped.
    _file: File,
    page: Mapping,
    answered: u64,
}

impl Server {
    /// Makes the page in a card's folder, and begins to serve it.
    ///
    /// # Errors
    /// Those of the system; one of kind [`WouldBlock`](io::ErrorKind::WouldBlock) if somebody serves it already.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        let path = folder.join(REQUESTS);
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&path)?;
        lock(&file)?;
        file.set_len(PAGE_BYTES)?;
        let page = Mapping::new(&file, 0, PAGE_BYTES)?;
        // What nobody has answered is lost, as it is when a card is programmed.
        let answered = page.read(ASKED_AT);
        page.write(ANSWERED_AT, answered);
        order();
        page.write(MAGIC_AT, MAGIC);
        Ok(Self { _file: file, page, answered })
    }

    /// The request that waits for an answer, if there is one: `Some(None)` is one that this program does not know.
    pub fn asked(&self) -> Option<Option<Request>> {
        if self.page.read(ASKED_AT) == self.answered {
            return None;
        }
        order();
        Some(Request::decode(self.page.read(REQUEST_AT)))
    }

    /// Answers the request that waits.
    pub fn answer(&mut self) {
        self.answered = self.page.read(ASKED_AT);
        order();
        self.page.write(ANSWERED_AT, self.answered);
    }
}

/// Locks a file; a driver that looks whether somebody serves has it for a moment.
fn lock(file: &File) -> io::Result<()> {
    for _ in 0..50 {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(2)),
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Err(io::ErrorKind::WouldBlock.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_what_was_encoded() {
        for request in [Request::Read(0x438), Request::Write(0x280), Request::Flush, Request::Reset] {
            assert_eq!(Request::decode(request.encode()), Some(request));
        }
        assert_eq!(Request::decode(0), None);
    }

    #[test]
    fn a_request_is_answered_once_and_a_dead_process_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let mut server = Server::begin(folder.path()).unwrap();
        assert!(Server::begin(folder.path()).is_err(), "it is served already");
        let mut announcer = Announcer::open(folder.path()).unwrap();
        assert_eq!(server.asked(), None);
        let asked = std::thread::scope(|scope| {
            let asking = scope.spawn(|| announcer.announce(Request::Write(0x280)));
            let asked = loop {
                if let Some(asked) = server.asked() {
                    break asked;
                }
            };
            server.answer();
            assert!(asking.join().unwrap());
            asked
        });
        assert_eq!((asked, server.asked()), (Some(Request::Write(0x280)), None));
        drop(server);
        let begin = Instant::now();
        assert!(!announcer.announce(Request::Flush));
        assert!(begin.elapsed() < PATIENCE, "nobody waits for the dead");
        assert!(!announcer.announce(Request::Flush));
        let server = Server::begin(folder.path()).unwrap();
        assert_eq!(server.asked(), None, "what was asked of the dead is lost");
    }
}
