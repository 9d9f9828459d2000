//! Gradients on their way to the device over CXL.mem, and what a host may do to their lines before they are all there.

use super::host::Host;
use super::posting::Gradients;
use super::side::Side;
use emberlane_fabric::message::{ALL_BYTES, Line};
use emberlane_registers::cxl_mem::LINE_BYTES;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::VecDeque;

/// Longest time from a flush to the first write of a gradient's line.
const DELAY: u64 = 300;
/// Longest time between two writes of a line.
const PAUSE: u64 = 60;

/// A write of a line.
#[derive(Clone, Copy, Debug)]
struct Write {
    line: Line,
    byte_enable: u64,
    poison: bool,
}

/// A line that is on its way: the last of its writes is whole and good.
#[derive(Clone, Debug)]
struct Coming {
    /// Cycle before which the next write does not leave.
    due: u64,
    address: u64,
    writes: VecDeque<Write>,
    /// It has been written with poison, and not yet good again. A port has few places for such lines, so there is one at a time.
    poisoned: bool,
    /// Base of its gradients, if all of their other lines have to be there before its last write: what comes beyond what an update
    /// takes would count for the next.
    ends: Option<u64>,
}

/// All lines that are on their way.
#[derive(Clone, Debug, Default)]
pub struct Arriving {
    coming: Vec<Coming>,
}

impl Arriving {
    /// Gradients set out.
    pub fn begin(&mut self, gradients: Gradients, now: u64, random: &mut Pcg64Mcg) {
        let Gradients { base, lines, torn, .. } = gradients;
        let mut torn = torn.map(Pcg64Mcg::seed_from_u64);
        let count = lines.len();
        for (line, number) in lines.into_iter().zip(0..) {
            let is_last = number + 1 == count as u64;
            let writes = match &mut torn {
                Some(random) => torn_writes(line, is_last, random),
                None => [Write { line, byte_enable: ALL_BYTES, poison: false }].into(),
            };
            self.coming.push(Coming {
                due: now + random.random_range(0..DELAY),
                address: base + number * LINE_BYTES,
                writes,
                poisoned: false,
                ends: (is_last && torn.is_some()).then_some(base),
            });
        }
    }

    pub fn is_empty(&self) -> bool {
        self.coming.is_empty()
    }

    /// Forgets all lines; whether one of them may be poisoned.
    pub fn clear(&mut self) -> bool {
        std::mem::take(&mut self.coming).iter().any(|coming| coming.poisoned)
    }

    /// Sends the writes that are due. A line is on its way until its last write is answered.
    pub fn send<E: Side>(&mut self, host: &mut Host<E>) {
        let now = host.cycle;
        for at in (0..self.coming.len()).rev() {
            let Coming { due, address, ends, .. } = self.coming[at];
            if due > now || host.has_under_way(address) {
                continue;
            }
            let Some(write) = self.coming[at].writes.front().copied() else {
                self.coming.swap_remove(at);
                continue;
            };
            let is_last = self.coming[at].writes.len() == 1;
            let others = || self.coming.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
            if write.poison && others().any(|other| other.poisoned) {
                continue;
            }
            if let Some(base) = ends
                && is_last
                && others().any(|other| (base..address).contains(&other.address))
            {
                continue;
            }
            host.write_line(address, write.line, write.byte_enable, write.poison);
            let coming = &mut self.coming[at];
            coming.writes.pop_front();
            coming.poisoned |= write.poison;
            coming.due = now + write.line[0] as u64 % PAUSE;
        }
    }
}

/// Writes of a line of which the last is whole and good: before it in part, poisoned and good ones; of the line that waits for the
/// others in part alone, as poison waits for other poison and it is to be good once.
fn torn_writes(line: Line, is_last: bool, random: &mut Pcg64Mcg) -> VecDeque<Write> {
    let write = |random: &mut Pcg64Mcg| match random.random_range(0..if is_last { 1 } else { 3 }) {
        0 => Write { line: random.random(), byte_enable: random.random::<u64>() & !1, poison: false },
        1 => Write { line: random.random(), byte_enable: ALL_BYTES, poison: true },
        _ => Write { line, byte_enable: ALL_BYTES, poison: false },
    };
    let count = random.random_range(0..4);
    let mut writes: VecDeque<Write> = (0..count).map(|_| write(random)).collect();
    writes.push_back(Write { line, byte_enable: ALL_BYTES, poison: false });
    writes
}
