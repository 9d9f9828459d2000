//! Why a card cannot be used, and what to do.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::ids::{Ids, known};
use crate::kind::Kind;

/// Why a card cannot be used.
#[derive(Debug, Error)]
pub enum CardError {
    /// No PCI function of this address.
    #[error(
        "no PCI function {address}: `lspci` lists those that there are; a card that was programmed after the machine had started \
         comes with `echo 1 | sudo tee /sys/bus/pci/rescan`"
    )]
    NoFunction {
        /// Bus, device and function.
        address: String,
    },
    /// Nothing there, or no folder of a card.
    #[error("{} is no card: expected a PCI address such as 0000:65:00.0, or a folder with the files `vendor` and `resource0`", path.display())]
    NoCard {
        /// What was named.
        path: PathBuf,
    },
    /// No card of ours was found.
    #[error(
        "no PCI function with the IDs {}: program the card, rescan, and see `lspci -nn`; another ID is named with --id",
        known()
    )]
    NotFound,
    /// A file of the card.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file of the card that this user may not open.
    #[error(
        "{}: permission denied: run as root, or let a udev rule give the card's resource files to your group (docs/bring-up.md)",
        path.display()
    )]
    Denied {
        /// The file.
        path: PathBuf,
    },
    /// A file of the card that holds something else than it should.
    #[error("{}: {found:?} where {expected} should be", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A PCI function of somebody else: its registers are not touched, for a read may already do something there.
    #[error(
        "{name} has the PCI ID {found}, and cards of this project {}: name the right card, or say with --id {found} that this is one",
        known()
    )]
    OtherId {
        /// The card.
        name: String,
        /// Its IDs.
        found: Ids,
    },
    /// The function does not answer to memory accesses.
    #[error(
        "{name}: memory space is disabled in the PCI command register: `echo 1 | sudo tee {}`, or `sudo setpci -s ADDRESS COMMAND=6`",
        enable.display()
    )]
    MemoryOff {
        /// The card.
        name: String,
        /// The file that enables it.
        enable: PathBuf,
    },
    /// A BAR that cannot hold the registers.
    #[error(
        "{}: {bytes} bytes, and the registers take {needed}: this is not the BAR of the register file, or the shell makes it too small",
        path.display()
    )]
    ShortBar {
        /// The file.
        path: PathBuf,
        /// Its bytes.
        bytes: u64,
        /// Bytes of the registers.
        needed: u64,
    },
    /// A window that has fewer bytes than was said.
    #[error("{}: {bytes:#x} bytes, and the window takes {needed:#x} from offset 0: correct the line in the list of windows", path.display())]
    ShortWindow {
        /// The file.
        path: PathBuf,
        /// Its bytes.
        bytes: u64,
        /// Bytes of the window.
        needed: u64,
    },
    /// A list of windows that says nothing sensible.
    #[error("{}:{line}: {problem}; a line is `memory|host|ssd FILE ADDRESS [BYTES]`", path.display())]
    Windows {
        /// The list.
        path: PathBuf,
        /// Its line, from 1 on.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// Nobody answers.
    #[error("{name}: {}", gone(*emulated))]
    Gone {
        /// The card.
        name: String,
        /// Whether a process emulates it.
        emulated: bool,
    },
    /// Somebody else answers.
    #[error(
        "{name}: IDENTITY reads {found:#018x}; a CXL-MEM reads {:#018x}, a SmartSSD {:#018x}: {}",
        Kind::CxlMem.identity(), Kind::SmartSsd.identity(), stranger(*found)
    )]
    OtherDevice {
        /// The card.
        name: String,
        /// What the register reads.
        found: u64,
    },
    /// Another program uses it.
    #[error("{name}: another program uses the card ({} is locked); end it first", path.display())]
    InUse {
        /// The card.
        name: String,
        /// What is locked.
        path: PathBuf,
    },
    /// A function that cannot be reset by itself.
    #[error("{name}: it cannot be reset by {}: {source}; program it again, or reset the slot", path.display())]
    Reset {
        /// The card.
        name: String,
        /// The file that resets it.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// What it means that every bit reads as one.
pub(crate) fn gone(emulated: bool) -> &'static str {
    if emulated {
        "the card does not answer (all bits read as ones): nobody emulates it, or no more; start `emberlane emulate-card` of its folder"
    } else {
        "the card does not answer (all bits read as ones): the link is down, the design was reset or is being programmed, or the \
         access timed out in the card; see `lspci -vv`, then remove and rescan it (docs/bring-up.md)"
    }
}

/// What it means that `IDENTITY` reads as that of no device.
fn stranger(found: u64) -> &'static str {
    let halves = Kind::ALL.map(|kind| [kind.identity() >> 32, kind.identity() & 0xffff_ffff]).concat();
    let is_half = |half| halves.contains(&half);
    if is_half(found & 0xffff_ffff) || is_half(found >> 32) {
        "only a half is right: the path to the registers carries 32 bits, and has to carry 64 (docs/bring-up.md)"
    } else {
        "the card holds another design, or none, or BAR 0 is not that of the register file"
    }
}

impl CardError {
    /// What the system says of a file.
    pub(crate) fn file(path: &Path, source: io::Error) -> Self {
        let path = path.to_owned();
        if source.kind() == io::ErrorKind::PermissionDenied {
            Self::Denied { path }
        } else {
            Self::File { path, source }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_is_said_with_what_to_do() {
        let error = |kind: io::ErrorKind| CardError::file(Path::new("resource0"), kind.into()).to_string();
        assert!(error(io::ErrorKind::PermissionDenied).contains("udev"));
        assert!(error(io::ErrorKind::NotFound).starts_with("resource0: "));
    }

    /// The rule that the documentation gives, done as udev would, for cards that have some of the files.
    #[test]
    fn the_udev_rule_gives_the_files_that_are_there() {
        use std::os::unix::fs::PermissionsExt;

        let text = include_str!("../../../docs/bring-up.md");
        let rule = text.split("```").find(|block| block.contains("RUN+=")).expect("there is a rule");
        for ids in crate::ids::KNOWN {
            let ids = [("vendor", ids.vendor), ("device", ids.device)];
            for (name, id) in ids {
                let (_, values) = rule.split_once(&format!("ATTR{{{name}}}==\"")).expect(name);
                let values = values.split('"').next().unwrap_or_default();
                assert!(values.split('|').any(|value| value == format!("0x{id:04x}")), "{id:04x}: {values}");
            }
        }
        let (_, run) = rule.split_once("RUN+=\"/bin/sh -c '").expect("a shell runs");
        let script = run.split('\'').next().unwrap_or_default();
        let group = std::process::Command::new("id").arg("-g").output().unwrap().stdout;
        let group = String::from_utf8(group).unwrap();
        for files in
            [&["resource0", "resource2", "resource4", "reset"][..], &["resource0", "resource2"], &["resource0"]]
        {
            let folder = tempfile::tempdir().unwrap();
            let mode = |file: &str| std::fs::metadata(folder.path().join(file)).unwrap().permissions().mode() & 0o777;
            for file in files.iter().chain(&["config"]) {
                std::fs::write(folder.path().join(file), "").unwrap();
                std::fs::set_permissions(folder.path().join(file), PermissionsExt::from_mode(0o600)).unwrap();
            }
            // udev puts the device's path for %p, and a $ for two; it knows no other $ here.
            let path = folder.path().to_str().unwrap();
            assert!(script.contains("/sys%p") && !script.replace("$$", "").contains('$'), "{script}");
            let script = script.replace("/sys%p", path).replace("$$", "$").replace("fpga", group.trim());
            let done = std::process::Command::new("/bin/sh").args(["-c", &script]).status().unwrap();
            assert!(done.success(), "{files:?}");
            assert!(files.iter().all(|file| mode(file) == 0o660) && mode("config") == 0o600, "{files:?}");
        }
    }

    #[test]
    fn a_path_of_32_bits_is_told_from_another_design() {
        let error = |found| CardError::OtherDevice { name: "card".to_owned(), found }.to_string();
        let low = Kind::CxlMem.identity() & 0xffff_ffff;
        for found in [low, low << 32 | low, low | !0 << 32, Kind::SmartSsd.identity() >> 32] {
            assert!(error(found).contains("32 bits"), "{found:#x}");
        }
        assert!(error(0).contains("another design") && error(0x1234).contains("another design"));
    }
}
