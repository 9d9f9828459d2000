//! What commands about a card have in common.

use std::path::PathBuf;

use clap::Args;
use emberlane_card::{Access, CardError, Ids, Place};

use crate::outcome::misused;

/// Which card, and what is known of it.
#[derive(Debug, Args)]
pub(crate) struct CardArguments {
    /// A list of windows: where memory of the device, of the host and of the SSD is mapped from (docs/bring-up.md).
    #[arg(long, value_name = "FILE")]
    windows: Option<PathBuf>,

    /// A PCI ID that is a card's of this project, beside those that AMD's PCIe IP begins with.
    #[arg(long, value_name = "VENDOR:DEVICE")]
    id: Vec<Ids>,
}

impl CardArguments {
    /// Whether anything was said.
    pub(crate) fn is_empty(&self) -> bool {
        self.windows.is_none() && self.id.is_empty()
    }

    /// The card, and how it is reached. What is no card is used wrongly.
    pub(crate) fn place(&self, command: &'static str, card: &str) -> anyhow::Result<(Place, Access)> {
        let place = match Place::named_with(card, &self.id) {
            Err(error @ CardError::NoCard { .. }) => return Err(misused(command, &error.to_string())),
            named => named?,
        };
        Ok((place, Access { windows: self.windows.clone(), ids: self.id.clone() }))
    }
}
