//! Where a card is: a PCI function, or the folder of an emulated one.

use std::path::{Path, PathBuf};

use crate::emulation;
use crate::error::CardError;
use crate::ids::{Ids, KNOWN};

/// Where Linux has its PCI functions.
const FUNCTIONS: &str = "/sys/bus/pci/devices";

/// A folder with the files that Linux has of a PCI function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    folder: PathBuf,
    name: String,
}

impl Place {
    /// A card by its PCI address (`0000:65:00.0`, or `65:00.0`), by a folder, or as `find`: the only one with a known ID.
    ///
    /// # Errors
    /// A function that does not exist, a folder that is none of a card; `find` without one.
    pub fn named(text: &str) -> Result<Self, CardError> {
        Self::named_in(text, Path::new(FUNCTIONS), &[])
    }

    /// As [`named`](Self::named); `find` looks for these IDs as well.
    ///
    /// # Errors
    /// As [`named`](Self::named).
    pub fn named_with(text: &str, ids: &[Ids]) -> Result<Self, CardError> {
        Self::named_in(text, Path::new(FUNCTIONS), ids)
    }

    fn named_in(text: &str, functions: &Path, ids: &[Ids]) -> Result<Self, CardError> {
        if text == "find" {
            return Self::found_in(functions, ids).into_iter().next().ok_or(CardError::NotFound);
        }
        let Some(address) = function_address(text) else {
            let folder = PathBuf::from(text);
            if !folder.join("vendor").is_file() || !folder.join("resource0").is_file() {
                return Err(CardError::NoCard { path: folder });
            }
            return Ok(Self { folder, name: text.to_owned() });
        };
        let folder = functions.join(&address);
        if folder.is_dir() { Ok(Self { folder, name: address }) } else { Err(CardError::NoFunction { address }) }
    }

    /// Every function with a known ID, or one of these.
    fn found_in(functions: &Path, ids: &[Ids]) -> Vec<Self> {
        let entries = std::fs::read_dir(functions).into_iter().flatten().flatten();
        let places =
            entries.map(|entry| Self { folder: entry.path(), name: entry.file_name().to_string_lossy().into_owned() });
        let is_ours = |found: &Ids| KNOWN.contains(found) || ids.contains(found);
        let mut found: Vec<Self> = places.filter(|place| place.ids().is_ok_and(|found| is_ours(&found))).collect();
        found.sort_by(|left, right| left.name.cmp(&right.name));
        found
    }

    /// How the card is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A file of it.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Whether a process of this machine emulates it, or did.
    #[must_use]
    pub fn is_emulated(&self) -> bool {
        self.file(emulation::EMULATED).is_file()
    }

    /// Vendor and device ID.
    ///
    /// # Errors
    /// Files that cannot be read, or hold no number.
    pub fn ids(&self) -> Result<Ids, CardError> {
        Ok(Ids { vendor: self.id("vendor")?, device: self.id("device")? })
    }

    fn id(&self, name: &str) -> Result<u16, CardError> {
        let path = self.file(name);
        let text = std::fs::read_to_string(&path).map_err(|error| CardError::file(&path, error))?;
        let number = text.trim().strip_prefix("0x").and_then(|digits| u16::from_str_radix(digits, 16).ok());
        let expected = "a number such as 0x10ee";
        number.ok_or(CardError::Malformed { path, found: text.trim().to_owned(), expected })
    }
}

/// Domain, bus, device and function, if a text is such an address; the domain may be left out.
fn function_address(text: &str) -> Option<String> {
    let is_hex = |text: &str, digits| text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let (rest, function) = text.split_once('.')?;
    let parts: Vec<&str> = rest.split(':').collect();
    let (domain, bus, device) = match parts[..] {
        [bus, device] => ("0000", bus, device),
        [domain, bus, device] => (domain, bus, device),
        _ => return None,
    };
    let is_address =
        is_hex(domain, 4) && is_hex(bus, 2) && is_hex(device, 2) && matches!(function.as_bytes(), [b'0'..=b'7']);
    is_address.then(|| format!("{domain}:{bus}:{device}.{function}").to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_folders() {
        assert_eq!(function_address("65:00.1").as_deref(), Some("0000:65:00.1"));
        assert_eq!(function_address("0001:C5:1f.7").as_deref(), Some("0001:c5:1f.7"));
        for other in ["65:00", "65:00.8", "a/b:c.d", "./65:00.0", "card.0", "00065:00.0", "0000:65:00.00"] {
            assert_eq!(function_address(other), None, "{other}");
        }
        let folder = tempfile::tempdir().unwrap();
        let name = |text: &str| Place::named_in(text, folder.path(), &[]).unwrap_err().to_string();
        assert!(name("65:00.0").contains("rescan"));
        assert!(name("nowhere").contains("0000:65:00.0"));
        assert!(name("find").contains("10ee:903f"));
    }

    #[test]
    fn a_card_is_found_by_its_id() {
        let functions = tempfile::tempdir().unwrap();
        for (address, vendor, device) in [
            ("0000:02:00.0", "0x8086", "0x1234"),
            ("0000:65:00.0", "0x10ee", "0x903f"),
            ("0000:03:00.0", "0x8086", "x"),
        ] {
            let folder = functions.path().join(address);
            std::fs::create_dir(&folder).unwrap();
            std::fs::write(folder.join("vendor"), format!("{vendor}\n")).unwrap();
            std::fs::write(folder.join("device"), format!("{device}\n")).unwrap();
        }
        assert_eq!(Place::named_in("find", functions.path(), &[]).unwrap().name(), "0000:65:00.0");
        let ids: Ids = "8086:1234".parse().unwrap();
        assert_eq!(Place::named_in("find", functions.path(), &[ids]).unwrap().name(), "0000:02:00.0");
        let odd = Place::named_in("03:00.0", functions.path(), &[]).unwrap();
        assert!(odd.ids().unwrap_err().to_string().contains("0x10ee"));
        assert!("10ee:903".parse::<Ids>().is_err() && "10ee".parse::<Ids>().is_err());
    }
}
