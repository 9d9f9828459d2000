//! A window of a shell: what a host reads and writes of a BAR goes over an AXI4 slave.

use emberlane_drivers::TransportError;

use crate::axi::{AxiMaster, LINE_BYTES, Line, Response, line_bytes};
use crate::clocked::Clocked;

/// Bytes of an access are moved in pieces of so many, each within the cycles of a limit.
const PIECE_BYTES: usize = 1 << 14;
/// Cycles within which a piece must be answered.
const LIMIT: u64 = 1_000_000;

/// A device with a window.
pub(crate) trait Window: Clocked {
    fn window(&mut self) -> &mut AxiMaster;
    fn is_idle(&self) -> bool;
}

/// Lets the clock run until the window has answered all. The address is the one that the host means.
fn settle(device: &mut impl Window, address: u64, length: u64) -> Result<Vec<(u64, Line)>, TransportError> {
    let done = device.until(LIMIT, |device, _| device.is_idle().then_some(()))?;
    if done.is_none() {
        let message = format!("an access to {address:#x} was not answered in {LIMIT} cycles");
        return Err(device.clockwork().protocol(message));
    }
    device.window().take().map_err(|(at, response)| match response {
        Response::DecodeError => device.clockwork().no_memory(address, length),
        _ => {
            let message = format!("the access to the line at {at:#x} was answered with {response:?}");
            device.clockwork().protocol(message)
        }
    })
}

/// An access has to have an address behind a window that is translated to `base`.
fn check(device: &impl Window, base: u64, address: u64, length: usize) -> Result<(), TransportError> {
    let length = length as u64;
    let there = base.checked_add(address).is_some_and(|first| first.checked_add(length).is_some());
    if there { Ok(()) } else { Err(device.clockwork().no_memory(address, length)) }
}

/// Reads from an address of a window that is translated to `base`.
pub(crate) fn read(device: &mut impl Window, base: u64, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
    check(device, base, address, bytes.len())?;
    let mut at = address;
    for piece in bytes.chunks_mut(PIECE_BYTES) {
        let (first, length) = (base + at, piece.len() as u64);
        device.window().start_read(first, length);
        for (line, words) in settle(device, at, length)? {
            for (place, byte) in (line..line + LINE_BYTES as u64).zip(line_bytes(&words)) {
                if (first..first + length).contains(&place) {
                    piece[(place - first) as usize] = byte;
                }
            }
        }
        at += length;
    }
    Ok(())
}

/// Writes to an address of a window that is translated to `base`.
pub(crate) fn write(device: &mut impl Window, base: u64, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
    check(device, base, address, bytes.len())?;
    let mut at = address;
    for piece in bytes.chunks(PIECE_BYTES) {
        device.window().start_write(base + at, piece);
        settle(device, at, piece.len() as u64)?;
        at += piece.len() as u64;
    }
    Ok(())
}
