//! The registers.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::emulation::{Announcer, Request};
use crate::error::CardError;
use crate::mapping::{Mapping, order};
use crate::place::Place;

/// The BAR of the register file, mapped. As the hardware, it has no errors: a card that does not answer reads all ones.
#[derive(Debug)]
pub(crate) struct Bar {
    registers: Mapping,
    /// Who is told of accesses to an emulated card.
    announcer: Option<Announcer>,
    /// Locked, so that two programs do not drive a card at once.
    _file: File,
}

impl Bar {
    pub(crate) fn open(place: &Place, needed: u64) -> Result<Self, CardError> {
        let path = place.file("resource0");
        let file = open_to_map(&path)?;
        let bytes = file.metadata().map_err(|error| CardError::file(&path, error))?.len();
        if bytes < needed {
            return Err(CardError::ShortBar { path, bytes, needed });
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(CardError::InUse { name: place.name().to_owned(), path }),
            Err(TryLockError::Error(error)) => return Err(CardError::file(&path, error)),
        }
        let registers = Mapping::new(&file, 0, needed).map_err(|error| CardError::file(&path, error))?;
        let announcer = place.is_emulated().then(|| {
            let folder = place.file("");
            Announcer::open(&folder).map_err(|error| CardError::file(&folder, error))
        });
        Ok(Self { registers, announcer: announcer.transpose()?, _file: file })
    }

    fn announce(&mut self, request: Request) -> bool {
        self.announcer.as_mut().is_none_or(|announcer| announcer.announce(request))
    }

    pub(crate) fn read(&mut self, offset: u64) -> u64 {
        order();
        if !self.announce(Request::Read(offset)) {
            return u64::MAX;
        }
        let value = self.registers.read(offset);
        order();
        value
    }

    pub(crate) fn write(&mut self, offset: u64, value: u64) {
        order();
        self.registers.write(offset, value);
        order();
        // A store that nobody sees is lost, as it is on the bus.
        let _ = self.announce(Request::Write(offset));
    }

    /// Memory was written, and a word of it read back: nothing of it is under way any more.
    pub(crate) fn flushed(&mut self) {
        order();
        let _ = self.announce(Request::Flush);
    }

    /// Resets an emulated card; `None` for a real one.
    pub(crate) fn reset(&mut self) -> Option<bool> {
        self.announcer.as_mut().map(|announcer| announcer.announce(Request::Reset))
    }
}

/// Opens a file that is to be mapped.
pub(crate) fn open_to_map(path: &Path) -> Result<File, CardError> {
    File::options().read(true).write(true).open(path).map_err(|error| CardError::file(path, error))
}
