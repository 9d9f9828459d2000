//! PCI IDs.

use std::fmt;

/// Vendor and device ID of a PCI function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ids {
    /// Vendor.
    pub vendor: u16,
    /// Device.
    pub device: u16,
}

/// IDs that a card with our design has unless its shell was given others: those that AMD's PCIe IP begins with, of a link of
/// 16 lanes (U200) and of 4 lanes (SmartSSD). Others have them, too; so `IDENTITY` is read before anything is written.
pub const KNOWN: [Ids; 2] = [Ids { vendor: 0x10ee, device: 0x903f }, Ids { vendor: 0x10ee, device: 0x9034 }];

impl fmt::Display for Ids {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04x}:{:04x}", self.vendor, self.device)
    }
}

impl std::str::FromStr for Ids {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| u16::from_str_radix(text, 16).ok().filter(|_| text.len() == 4);
        let parts = text.split_once(':').and_then(|(vendor, device)| Some((number(vendor)?, number(device)?)));
        let (vendor, device) = parts.ok_or_else(|| format!("{text} is no PCI ID such as {}", KNOWN[0]))?;
        Ok(Self { vendor, device })
    }
}

/// The known IDs, as an error names them.
pub(crate) fn known() -> String {
    KNOWN.map(|ids| ids.to_string()).join(" or ")
}
