//! What a PCI function itself says of its state: its configuration space, of which nothing is written.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

use crate::error::CardError;
use crate::place::Place;

/// Where the command register is, and the status register behind it.
const COMMAND: u64 = 4;
/// Where the list of capabilities begins.
const CAPABILITIES: u64 = 0x34;
/// A capability's number that says that it is the one of PCI Express.
const PCI_EXPRESS: u8 = 0x10;
/// Where the device status register is in that capability.
const DEVICE_STATUS: u64 = 0xa;
/// More capabilities than a configuration space of 256 bytes holds: a list that is longer goes round.
const MOST_CAPABILITIES: usize = 48;

/// How what a function has noted of errors is cleared: its status register, and that of PCI Express.
pub(crate) const CLEAR: &str = "sudo setpci -s ADDRESS STATUS=f900 CAP_EXP+a.w=f";

/// The configuration space of a function, kept open: it is looked at again when reads bring ones.
#[derive(Debug)]
pub(crate) struct Function {
    path: PathBuf,
    config: File,
    /// Where the device status register of PCI Express is, if this user may see it: Linux shows the first 64 bytes alone to all but
    /// root, and the capabilities lie behind them.
    device_status: Option<u64>,
}

impl Function {
    pub(crate) fn open(place: &Place) -> Result<Self, CardError> {
        let path = place.file("config");
        let config = File::open(&path).map_err(|error| CardError::file(&path, error))?;
        let mut function = Self { path, config, device_status: None };
        if function.command()?.has_capabilities() {
            function.device_status = function.find_device_status().map_err(|error| function.file(error))?;
        }
        Ok(function)
    }

    /// The command and status registers.
    pub(crate) fn command(&self) -> Result<PciCommand, CardError> {
        let Some([command, command_high, status, status_high]) =
            self.bytes(COMMAND).map_err(|error| self.file(error))?
        else {
            let length = self.config.metadata().map_err(|error| self.file(error))?.len();
            let expected = "a PCI configuration space of 64 bytes or more";
            return Err(CardError::Malformed { path: self.path.clone(), found: format!("{length} bytes"), expected });
        };
        Ok(PciCommand {
            command: u16::from_le_bytes([command, command_high]),
            status: u16::from_le_bytes([status, status_high]),
        })
    }

    /// Which accesses the function has refused since somebody cleared it.
    pub(crate) fn refusals(&self) -> Result<Refusals, CardError> {
        let aborted = self.command()?.status & 1 << 11 != 0;
        let device_status = match self.device_status {
            Some(offset) => self.bytes::<2>(offset).map_err(|error| self.file(error))?.map_or(0, u16::from_le_bytes),
            None => 0,
        };
        Ok(Refusals { aborted, unsupported: device_status & 1 << 3 != 0 })
    }

    fn find_device_status(&self) -> io::Result<Option<u64>> {
        let mut at = self.bytes::<1>(CAPABILITIES)?.map_or(0, |[first]| first);
        for _ in 0..MOST_CAPABILITIES {
            // The two lowest bits of a place mean nothing; place 0 ends the list.
            let place = u64::from(at & !3);
            let Some([number, next]) = self.bytes(place)?.filter(|_| place != 0) else { return Ok(None) };
            if number == PCI_EXPRESS {
                return Ok(Some(place + DEVICE_STATUS));
            }
            at = next;
        }
        Ok(None)
    }

    /// Bytes of the configuration space; `None` if it does not show them.
    fn bytes<const BYTES: usize>(&self, offset: u64) -> io::Result<Option<[u8; BYTES]>> {
        let mut bytes = [0; BYTES];
        match self.config.read_exact_at(&mut bytes, offset) {
            Ok(()) => Ok(Some(bytes)),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn file(&self, error: io::Error) -> CardError {
        CardError::file(&self.path, error)
    }
}

/// PCI command and status registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PciCommand {
    command: u16,
    status: u16,
}

impl PciCommand {
    /// The configuration space reads all ones: there is no card any more.
    pub(crate) fn is_gone(self) -> bool {
        self.command == u16::MAX && self.status == u16::MAX
    }

    /// The function answers to memory accesses.
    pub(crate) fn has_memory(self) -> bool {
        self.command & 1 << 1 != 0
    }

    /// The function may read and write memory of the host.
    pub(crate) fn is_master(self) -> bool {
        self.command & 1 << 2 != 0
    }

    fn has_capabilities(self) -> bool {
        self.status & 1 << 4 != 0
    }

    /// What the status register holds of errors.
    pub(crate) fn errors(self) -> Vec<&'static str> {
        let errors = [
            (8, "a parity error of data that the card asked for"),
            (11, "the card refused an access (target abort)"),
            (12, "the host refused an access of the card (target abort)"),
            (13, "the card asked for what is not there (master abort)"),
            (14, "the card signalled a system error"),
            (15, "the card received data with an error"),
        ];
        errors.into_iter().filter(|(bit, _)| self.status & 1 << bit != 0).map(|(_, what)| what).collect()
    }
}

/// Which accesses a function says that it has refused. Either is set until somebody clears it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Refusals {
    /// By a completer abort: the answer of memory was an error (`Signaled Target Abort` of the status register).
    aborted: bool,
    /// By an unsupported request: nothing is there (`Unsupported Request Detected` of PCI Express).
    unsupported: bool,
}

impl Refusals {
    /// What has come since `before`; `None` if nothing has.
    pub(crate) fn since(self, before: Self) -> Option<&'static str> {
        match (self.aborted && !before.aborted, self.unsupported && !before.unsupported) {
            (true, true) => Some("target abort, unsupported request"),
            (true, false) => Some("target abort"),
            (false, true) => Some("unsupported request"),
            (false, false) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_register_says_what_is_enabled() {
        let command = PciCommand { command: 0b110, status: 1 << 13 };
        assert!(command.has_memory() && command.is_master() && !command.is_gone());
        assert_eq!(command.errors().len(), 1);
        assert!(PciCommand { command: u16::MAX, status: u16::MAX }.is_gone());
    }

    /// A function with a list of capabilities, as a folder of files.
    fn function(config: &[u8]) -> (tempfile::TempDir, Function) {
        let folder = tempfile::tempdir().unwrap();
        for (name, bytes) in [("vendor", &b"0x10ee\n"[..]), ("resource0", b""), ("config", config)] {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        let function = Function::open(&Place::named(folder.path().to_str().unwrap()).unwrap()).unwrap();
        (folder, function)
    }

    #[test]
    fn a_refused_access_is_seen_in_either_status_register() {
        let mut config = [0; 256];
        config[6] = 1 << 4;
        // Power management, and behind it PCI Express.
        config[0x34] = 0x40;
        config[0x40..0x42].copy_from_slice(&[1, 0x70]);
        config[0x70..0x72].copy_from_slice(&[PCI_EXPRESS, 0]);
        let (folder, function) = function(&config);
        let before = function.refusals().unwrap();
        assert_eq!(before, Refusals::default());
        for (offset, bit, says) in [(7, 3, "target abort"), (0x7a, 3, "target abort, unsupported request")] {
            config[offset] |= 1 << bit;
            std::fs::write(folder.path().join("config"), config).unwrap();
            assert_eq!(function.refusals().unwrap().since(before), Some(says));
        }
        let now = function.refusals().unwrap();
        assert_eq!(now.since(now), None, "it was there before");
    }

    #[test]
    fn a_list_that_is_hidden_or_goes_round_is_no_capability() {
        let mut config = [0; 64];
        config[6] = 1 << 4;
        config[0x34] = 0x40;
        assert_eq!(function(&config).1.device_status, None, "as users see it");
        let mut round = [0; 256];
        round[..64].copy_from_slice(&config);
        round[0x40..0x42].copy_from_slice(&[1, 0x40]);
        assert_eq!(function(&round).1.device_status, None);
    }
}
