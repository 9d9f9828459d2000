//! A look at a card: what is there, what is wrong with it, what to do. Nothing is written.

mod findings;
mod windows;

use emberlane_registers::{cxl_mem, kernel_plan::KernelError, smartssd};

pub use findings::{Finding, Look, State};
use findings::{Looked, read};

use crate::card::{Access, Card};
use crate::error::CardError;
use crate::function::{CLEAR, Function};
use crate::ids::{KNOWN, known};
use crate::kind::Kind;
use crate::place::Place;

/// Looks at a card.
#[must_use]
pub fn look(place: &Place, access: &Access) -> Look {
    let mut look = Look::default();
    match place.ids() {
        Ok(ids) if KNOWN.contains(&ids) || access.ids.contains(&ids) => look.good("PCI ID", ids.to_string()),
        Ok(ids) => look.wrong(
            "PCI ID",
            State::Bad,
            format!("{ids}, and cards of this project have {}", known()),
            &format!("name the right card; if the shell was given this ID, add --id {ids}"),
        ),
        Err(error) => look.failed("PCI ID", &error),
    }
    look_at_function(&mut look, place);
    look_at_bars(&mut look, place);
    if look.is_good() {
        match Card::open(place, access) {
            Ok(card) => look_inside(&mut look, card),
            Err(error) => {
                let what = match error {
                    CardError::Gone { .. } | CardError::OtherDevice { .. } => "IDENTITY",
                    CardError::ShortBar { .. } => "BAR 0",
                    CardError::InUse { .. } => "use",
                    CardError::Windows { .. } | CardError::ShortWindow { .. } => "windows",
                    _ => "access",
                };
                look.failed(what, &error);
            }
        }
    }
    look
}

fn look_at_function(look: &mut Look, place: &Place) {
    let command = match Function::open(place).and_then(|function| function.command()) {
        Ok(command) => command,
        Err(error) => return look.failed("PCI command", &error),
    };
    if command.is_gone() {
        let error = CardError::Gone { name: place.name().to_owned(), emulated: place.is_emulated() };
        return look.failed("PCI command", &error);
    }
    if command.has_memory() {
        look.good("memory space", "enabled");
    } else {
        let error = CardError::MemoryOff { name: place.name().to_owned(), enable: place.file("enable") };
        look.failed("memory space", &error);
    }
    if command.is_master() {
        look.good("bus mastering", "enabled");
    } else {
        look.wrong(
            "bus mastering",
            State::Note,
            "disabled: the card can read and write no memory of the host",
            "a SmartSSD, and flushes and logs of parameters of CXL-MEM, need it: `sudo setpci -s ADDRESS COMMAND=6`",
        );
    }
    for error in command.errors() {
        look.wrong(
            "PCI status",
            State::Note,
            error,
            &format!("see `lspci -vv`; it stays until it is cleared, `{CLEAR}`, and hides one that comes behind it"),
        );
    }
}

fn look_at_bars(look: &mut Look, place: &Place) {
    let needed = Kind::CxlMem.map().bytes;
    for (bar, what) in [(0, "BAR 0"), (2, "BAR 2"), (4, "BAR 4")] {
        let path = place.file(&format!("resource{bar}"));
        match std::fs::metadata(&path) {
            Ok(file) if bar == 0 && file.len() < needed => {
                look.failed(what, &CardError::ShortBar { path, bytes: file.len(), needed });
            }
            Ok(file) => look.good(what, format!("{:#x} bytes", file.len())),
            Err(error) if bar == 0 => look.failed(what, &CardError::file(&path, error)),
            Err(_) => {}
        }
    }
}

fn look_inside(look: &mut Look, mut card: Card) {
    let kind = card.kind();
    look.kind = Some(kind);
    look.good("IDENTITY", kind.name());
    let looked = match kind {
        Kind::CxlMem => look_at_cxl_mem(look, &mut card),
        Kind::SmartSsd => look_at_smartssd(look, &mut card),
    };
    let looked = looked.and_then(|()| windows::look_at(look, &mut card));
    if let Err(error) = looked {
        look.failed("access", &error);
    }
}

fn look_at_version(look: &mut Look, found: u64, needed: u64) {
    let text = format!("{}.{}", found >> 16, found & 0xffff);
    if found >> 16 == needed >> 16 && found >= needed {
        look.good("VERSION", text);
    } else {
        let needed =
            format!("this driver needs {}.{}: use matching hardware and software", needed >> 16, needed & 0xffff);
        look.wrong("VERSION", State::Bad, text, &needed);
    }
}

fn look_at_cxl_mem(look: &mut Look, card: &mut Card) -> Looked {
    look_at_version(look, read(card, &cxl_mem::VERSION)?, cxl_mem::VERSION_VALUE);
    let built = read(card, &cxl_mem::CAPABILITIES)?;
    let (channels, longest) = (cxl_mem::CHANNELS.get(built), cxl_mem::MAX_LENGTH.get(built));
    let [persistent, base, scratchpad] = [
        read(card, &cxl_mem::PERSISTENT_BYTES)?,
        read(card, &cxl_mem::SCRATCHPAD)?,
        read(card, &cxl_mem::SCRATCHPAD_SIZE)?,
    ];
    let text = format!(
        "{channels} channels, vectors of {longest} elements at most, {persistent:#x} bytes of persistent memory, \
         {scratchpad:#x} bytes of scratchpad at {base:#x}"
    );
    if (1..=cxl_mem::MAX_CHANNELS).contains(&channels) && persistent != 0 && scratchpad != 0 {
        look.good("capabilities", text);
    } else {
        look.wrong("capabilities", State::Bad, text, "that cannot be: the shell and the design do not fit together");
    }
    let status = read(card, &cxl_mem::STATUS)?;
    if cxl_mem::FAILED.get(status) == 1 {
        let code = read(card, &cxl_mem::ERROR)?;
        let position = read(card, &cxl_mem::ERROR_POSITION)?;
        let name =
            cxl_mem::ErrorCode::from_value(code).map_or_else(|| format!("code {code}"), |code| format!("{code:?}"));
        look.wrong(
            "STATUS",
            State::Note,
            format!("an error stands: {name} at {position:#x}"),
            "an earlier user has left it, and the driver clears it; `emberlane registers` says what it means",
        );
    } else if cxl_mem::BUSY.get(status) == 1 {
        look.wrong("STATUS", State::Note, "busy", "a job runs or waits for a peer; if nobody uses the card, reset it");
    } else {
        look.good("STATUS", "idle, no error");
    }
    if read(card, &cxl_mem::POISON)? != 0 {
        look.wrong(
            "POISON",
            State::Note,
            "a port of memory knows of more poisoned lines than it has places for",
            "what lies between them reads as poisoned: write it anew, then CLEAR_POISON",
        );
    }
    Ok(())
}

fn look_at_smartssd(look: &mut Look, card: &mut Card) -> Looked {
    look_at_version(look, read(card, &smartssd::VERSION)?, smartssd::VERSION_VALUE);
    let built = read(card, &smartssd::CAPABILITIES)?;
    let (banks, elements) = (smartssd::BANKS.get(built), smartssd::ELEMENTS.get(built));
    let dram = read(card, &smartssd::DRAM_SIZE)?;
    let text = format!("{banks} banks a side, EVs of {elements} elements, {dram:#x} bytes of DRAM");
    if banks != 0 && elements != 0 && dram != 0 {
        look.good("capabilities", text);
    } else {
        look.wrong("capabilities", State::Bad, text, "that cannot be: the shell and the design do not fit together");
    }
    let status = read(card, &smartssd::STATUS)?;
    let mut is_idle = true;
    if smartssd::FAILED.get(status) == 1 {
        let code = smartssd::CODE.get(read(card, &smartssd::ERROR)?);
        let name = KernelError::from_value(code).map_or_else(|| format!("code {code}"), |code| format!("{code:?}"));
        let advice = "an earlier user has left it, and the driver clears it";
        look.wrong("STATUS", State::Note, format!("the last iteration failed: {name}"), advice);
        is_idle = false;
    }
    if smartssd::AGENT_FAILED.get(status) == 1 {
        let code = read(card, &smartssd::AGENT_ERROR)?;
        let name =
            smartssd::AgentError::from_value(code).map_or_else(|| format!("code {code}"), |code| format!("{code:?}"));
        let advice = "movements of an earlier user are not done: let it go on, or reset the card";
        look.wrong("STATUS", State::Note, format!("the cache agent has stopped: {name}"), advice);
        is_idle = false;
    }
    if smartssd::BUSY.get(status) == 1 || smartssd::AGENT_BUSY.get(status) == 1 {
        look.wrong(
            "STATUS",
            State::Note,
            "busy",
            "an iteration or movements are under way; if nobody uses the card, reset it",
        );
        is_idle = false;
    }
    if is_idle {
        look.good("STATUS", "idle, no error");
    }
    Ok(())
}
