//! What a card's windows show of what the device serves, and whether it is there.

use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_drivers::{Transport, TransportError};
use emberlane_registers::cxl_mem::LINE_BYTES;
use emberlane_registers::{cxl_mem, smartssd};

use super::findings::{Look, Looked, State, read};
use crate::card::Card;
use crate::kind::Kind;
use crate::windows::Space;

/// What windows are there for. No other line is read: the device would refuse it, and the function would note that.
struct Part {
    name: &'static str,
    space: Space,
    /// Where it is: of memory of the host and of the SSD it is what windows show.
    addresses: Addresses,
    /// Why no line of it is read.
    unread: Option<&'static str>,
    /// What cannot be done if no window shows its begin.
    without: &'static str,
    /// What follows if windows do not show all of it.
    in_part: &'static str,
}

/// Addresses from the first on, and below the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Addresses {
    begin: u64,
    end: u64,
}

impl Addresses {
    const EVERYWHERE: Self = Self { begin: 0, end: u64::MAX };

    const fn new(begin: u64, bytes: u64) -> Self {
        Self { begin, end: begin.saturating_add(bytes) }
    }

    const fn bytes(self) -> u64 {
        self.end - self.begin
    }

    /// What two have in common.
    fn common(self, other: Self) -> Option<Self> {
        let common = Self { begin: self.begin.max(other.begin), end: self.end.min(other.end) };
        (common.begin < common.end).then_some(common)
    }
}

/// What the device has.
fn parts(card: &mut Card) -> Result<Vec<Part>, TransportError> {
    match card.kind() {
        Kind::CxlMem => parts_of_cxl_mem(card),
        Kind::SmartSsd => parts_of_smartssd(card),
    }
}

fn parts_of_cxl_mem(card: &mut Card) -> Result<Vec<Part>, TransportError> {
    Ok(vec![
        Part {
            name: "persistent memory",
            space: Space::Memory,
            addresses: Addresses::new(0, read(card, &cxl_mem::PERSISTENT_BYTES)?),
            unread: None,
            without: "no tables can be written",
            in_part: "tables have to fit into these, and no log can begin, as its superblock is the last line of all",
        },
        Part {
            name: "the scratchpad",
            space: Space::Memory,
            addresses: Addresses::new(read(card, &cxl_mem::SCRATCHPAD)?, read(card, &cxl_mem::SCRATCHPAD_SIZE)?),
            unread: None,
            without: "no batch can be posted",
            in_part: "a batch has to fit into these",
        },
    ])
}

fn parts_of_smartssd(card: &mut Card) -> Result<Vec<Part>, TransportError> {
    let is_committed = read(card, &smartssd::HDM_BASE)? & 1 == 1;
    let tx_bytes = read(card, &smartssd::TX_BYTES)?;
    let iterates = smartssd::BUSY.get(read(card, &smartssd::STATUS)?) == 1;
    let (bytes, unread) = match (is_committed && tx_bytes != 0, iterates) {
        (false, _) => {
            let dram = read(card, &smartssd::DRAM_SIZE)?;
            (dram, Some("the device serves none before a driver has set TX_BYTES and committed HDM_BASE"))
        }
        (true, true) => (2 * tx_bytes, Some("an iteration is under way, and a read of its outputs waits for its end")),
        (true, false) => (2 * tx_bytes, None),
    };
    let all = |name, space| Part {
        name,
        space,
        addresses: Addresses::EVERYWHERE,
        unread: None,
        without: "no iteration can run",
        in_part: "",
    };
    Ok(vec![
        Part {
            name: "the TX buffers",
            space: Space::Memory,
            addresses: Addresses::new(0, bytes),
            unread,
            without: "no outputs can be read",
            in_part: "outputs have to fit into these",
        },
        all("memory of the host", Space::Host),
        all("the SSD", Space::Ssd),
    ])
}

/// Looks at each window, and then at what none shows.
pub(super) fn look_at(look: &mut Look, card: &mut Card) -> Looked {
    let windows: Vec<(Space, Addresses)> =
        card.windows().map(|(space, address, bytes)| (space, Addresses::new(address, bytes))).collect();
    let parts = parts(card)?;
    for window in &windows {
        let shown = parts.iter().filter(|part| part.space == window.0);
        let shown: Vec<(&Part, Addresses)> =
            shown.filter_map(|part| Some((part, part.addresses.common(window.1)?))).collect();
        look_at_window(look, card, *window, &shown);
    }
    for part in &parts {
        let shown = windows.iter().filter(|window| window.0 == part.space);
        look_at_part(look, part, shown.filter_map(|window| part.addresses.common(window.1)).collect());
    }
    Ok(())
}

/// Reads the first and the last line of each part that a window shows.
fn look_at_window(look: &mut Look, card: &mut Card, (space, window): (Space, Addresses), shown: &[(&Part, Addresses)]) {
    let whole = format!("{space}: {:#x} bytes from {:#x}", window.bytes(), window.begin);
    if shown.is_empty() {
        look.wrong(
            "window",
            State::Note,
            format!("{whole}, of which the device serves nothing"),
            "none of it was read: correct its address in the list of windows, or leave it out",
        );
    }
    for &(Part { name, unread, .. }, addresses) in shown {
        if let Some(why) = unread {
            look.good("window", format!("{whole}; nothing of {name} was read: {why}"));
            continue;
        }
        let found = if addresses == window {
            format!("{whole}; {name}")
        } else {
            format!("{whole}; {name}, {:#x} of them from {:#x}", addresses.bytes(), addresses.begin)
        };
        match ends_of_ones(card, space, addresses) {
            Ok(ones) if ones.is_empty() => look.good("window", format!("{found}: both ends read")),
            Ok(ones) => look.wrong(
                "window",
                State::Note,
                format!("{found}: the line at {} reads ones", ones.join(", and that at ")),
                "somebody has written ones there, or nobody answers and the card does not say so: the self-test tells, with --overwrite",
            ),
            Err(error) => look.failed("window", &error),
        }
    }
}

/// Reads the first and the last line of these addresses; gives those that are ones.
fn ends_of_ones(card: &mut Card, space: Space, addresses: Addresses) -> Result<Vec<String>, TransportError> {
    let mut ones = Vec::new();
    for at in [addresses.begin, addresses.end.saturating_sub(LINE_BYTES).max(addresses.begin)] {
        let mut line = [0; LINE_BYTES as usize];
        match space {
            Space::Memory => card.memory_read(at, &mut line)?,
            Space::Host => card.host_read(at, &mut line)?,
            Space::Ssd => card.ssd_read(at, &mut line)?,
        }
        if line.iter().all(|byte| *byte == u8::MAX) {
            ones.push(format!("{at:#x}"));
        }
    }
    Ok(ones)
}

/// Says what windows do not show of a part, by what they do show.
fn look_at_part(look: &mut Look, part: &Part, mut shown: Vec<Addresses>) {
    let Part { name, addresses, unread, without, in_part, .. } = part;
    shown.sort_unstable();
    // Memory of the host and the SSD begin where their windows do.
    let is_all = *addresses == Addresses::EVERYWHERE;
    if !shown.first().is_some_and(|first| is_all || first.begin == addresses.begin) {
        look.wrong(
            "window",
            State::Bad,
            format!("none shows {name}: {without}"),
            "give the shell a BAR for it, or name a list of windows with --windows (docs/bring-up.md)",
        );
        return;
    }
    // Windows that follow each other show what one would.
    let end = shown.iter().fold(addresses.begin, |end, next| if next.begin <= end { end.max(next.end) } else { end });
    if !is_all && unread.is_none() && end < addresses.end {
        let bytes = end - addresses.begin;
        look.wrong(
            "window",
            State::Note,
            format!("{bytes:#x} bytes of {name} are shown, of {:#x}: {in_part}", addresses.bytes()),
            "where the machine gives it room, a larger BAR shows more",
        );
    }
}
