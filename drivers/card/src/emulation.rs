//! A card that another process of this machine plays: what both of them have to know.
//!
//! The process makes a folder with the files that Linux has of a PCI function (`vendor`, `device`, `config`, `resource0` and so on), and
//! serves them; `emberlane emulate-card` is that process. The driver maps the same files. Memory windows are shared memory, and
//! nothing else: the device reads and writes what the host has mapped.
//!
//! Registers cannot be: nobody learns of a load or store to shared memory. So the driver *announces* each access to the registers, by a
//! word over the socket [`SOCKET`] of the folder, which is answered by a byte. A store goes to its place in `resource0` and is
//! announced behind it; a load is announced, and then done from its place, where the device has put the value. So is the end of a
//! write to memory announced ([`Request::Flush`]), where the driver of a real card reads a word back to push what it has written; and a
//! reset, which is a file of its own on a real card.
//!
//! When the process ends, so does the connection, and nobody waits for it: from then on every load reads all ones and no store does
//! anything, as it is with a card that has gone.
//!
//! # What is different from a card
//! * A store to a register is over when the device has seen it. PCIe posts it, and the program goes on before.
//! * Memory windows are always there: they answer when the process is dead, when no decoder is committed, and while an iteration of
//!   the SmartSSD owns a TX buffer (a card lets the read wait). Stores to them are never late or out of order.
//! * Nothing is refused: every line of a window is memory, poisoned or not, and the configuration space stays as it was written.
//! * There is no interrupt; on neither kind of card is one used, the driver looks at `STATUS`.
//! * Bus mastering is not needed: the process reaches host memory by itself.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::mapping::order;

/// A file of every folder of an emulated card; who plays it has it locked.
pub const EMULATED: &str = "emulated";
/// The file that says how fast the clock of the emulated device is, in Hz.
pub const CLOCK: &str = "clock";
/// The socket over which accesses are announced.
pub const SOCKET: &str = "announcements";

/// How long a process that lives may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// What answers a request.
const ANSWER: u8 = 1;

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

/// The socket by a path that is short however long that of the folder is: sockets have names of about a hundred bytes at most.
fn socket(folder: &File) -> PathBuf {
    Path::new("/proc/self/fd").join(folder.as_raw_fd().to_string()).join(SOCKET)
}

/// The driver's end.
#[derive(Debug)]
pub(crate) struct Announcer(Option<UnixStream>);

impl Announcer {
    /// Connects; if nobody is there, what is announced is lost.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        let folder = File::open(folder)?;
        match UnixStream::connect(socket(&folder)) {
            Ok(stream) => {
                stream.set_read_timeout(Some(PATIENCE))?;
                Ok(Self(Some(stream)))
            }
            Err(error) if matches!(error.kind(), ErrorKind::ConnectionRefused | ErrorKind::NotFound) => Ok(Self(None)),
            Err(error) => Err(error),
        }
    }

    /// Announces, and waits until it is answered. `false` if nobody answers, from then on at once.
    pub(crate) fn announce(&mut self, request: Request) -> bool {
        order();
        let answered = self.0.as_mut().is_some_and(|stream| {
            let mut answer = [0];
            let asked = stream.write_all(&request.encode().to_le_bytes());
            asked.and_then(|()| stream.read_exact(&mut answer)).is_ok()
        });
        if !answered {
            self.0 = None;
        }
        order();
        answered
    }
}

/// The end of the process that serves.
#[derive(Debug)]
pub struct Server {
    /// Locked, until this is dropped.
    _emulated: File,
    listener: UnixListener,
    /// The driver, and what has come of its next word.
    driver: Option<(UnixStream, Vec<u8>)>,
}

impl Server {
    /// Begins to serve a card's folder.
    ///
    /// # Errors
    /// Those of the system; one of kind [`WouldBlock`](ErrorKind::WouldBlock) if somebody serves it already.
    pub fn begin(folder: &Path) -> io::Result<Self> {
        let emulated = folder.join(EMULATED);
        let emulated = File::options().read(true).write(true).create(true).truncate(false).open(emulated)?;
        match emulated.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(ErrorKind::WouldBlock.into()),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        // That of a process that has ended.
        let left = fs::remove_file(folder.join(SOCKET));
        left.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })?;
        let listener = UnixListener::bind(socket(&File::open(folder)?))?;
        listener.set_nonblocking(true)?;
        Ok(Self { _emulated: emulated, listener, driver: None })
    }

    /// The next request, waited for as long: `None` if none has come, `Some(None)` if it is one that this program does not know. It wants
    /// an [answer](Self::answer).
    pub fn asked(&mut self, wait: Duration) -> Option<Option<Request>> {
        if self.driver.is_none() {
            match self.listener.accept() {
                Ok((stream, _)) => {
                    let is_set = stream.set_nonblocking(false).and_then(|()| stream.set_read_timeout(Some(wait)));
                    self.driver = is_set.is_ok().then_some((stream, Vec::new()));
                }
                Err(_) => std::thread::sleep(wait.min(Duration::from_millis(2))),
            }
        }
        let (stream, word) = self.driver.as_mut()?;
        let mut part = [0; 8];
        match stream.read(&mut part[word.len()..]) {
            Ok(0) => self.driver = None,
            Ok(count) => {
                let from = word.len();
                word.extend_from_slice(&part[from..from + count]);
                if let Some(bytes) = word.first_chunk() {
                    let request = Request::decode(u64::from_le_bytes(*bytes));
                    word.clear();
                    order();
                    return Some(request);
                }
            }
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted) => {}
            Err(_) => self.driver = None,
        }
        None
    }

    /// Answers the request that was given last.
    pub fn answer(&mut self) {
        order();
        let answered = self.driver.as_mut().is_some_and(|(stream, _)| stream.write_all(&[ANSWER]).is_ok());
        if !answered {
            self.driver = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: Duration = Duration::from_millis(5);

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
        // Longer than a socket's name may be.
        let folder = folder.path().join("a".repeat(200));
        fs::create_dir(&folder).unwrap();
        assert!(!Announcer::open(&folder).unwrap().announce(Request::Flush), "nobody is there");
        let mut server = Server::begin(&folder).unwrap();
        assert!(Server::begin(&folder).is_err(), "it is served already");
        let mut announcer = Announcer::open(&folder).unwrap();
        assert_eq!(server.asked(WAIT), None);
        let asked = std::thread::scope(|scope| {
            let asking = scope.spawn(|| announcer.announce(Request::Write(0x280)));
            let asked = loop {
                if let Some(asked) = server.asked(WAIT) {
                    break asked;
                }
            };
            server.answer();
            assert!(asking.join().unwrap());
            asked
        });
        assert_eq!((asked, server.asked(WAIT)), (Some(Request::Write(0x280)), None));
        drop(server);
        assert!(!announcer.announce(Request::Flush) && !announcer.announce(Request::Flush));
        let mut server = Server::begin(&folder).unwrap();
        assert_eq!(server.asked(WAIT), None, "what was asked of the dead is lost");
        assert!(!announcer.announce(Request::Flush), "a card that has gone is opened anew");
    }
}
