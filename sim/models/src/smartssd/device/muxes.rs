//! Several readers and writers of bursts on one port (`burst_read_mux`, `burst_write_mux`).

use super::arbiter::RoundRobin;
use super::memory_port::PortBurst;
use crate::cxl_mem::Fifo;

/// Readers, and writers.
pub const SOURCES: usize = 3;

fn bits<T>(asks: &[Option<T>; SOURCES]) -> u32 {
    asks.iter().enumerate().fold(0, |bits, (source, asked)| bits | u32::from(asked.is_some()) << source)
}

/// Takes the addresses of several to one port.
#[derive(Clone, Debug, Default)]
pub struct ReadMux {
    turns: RoundRobin,
    bursts: Fifo<PortBurst, 4>,
}

impl ReadMux {
    /// The read that is on the port.
    pub fn burst(&self) -> Option<PortBurst> {
        self.bursts.front()
    }

    /// A cycle: who asks, and whether the port takes the read. Says whose is taken.
    pub fn cycle(&mut self, asks: &[Option<PortBurst>; SOURCES], port_takes: bool) -> Option<usize> {
        let room = !self.bursts.is_full();
        if port_takes {
            self.bursts.pop();
        }
        let source = self.turns.cycle(bits(asks), room).filter(|_| room)?;
        let burst = asks[source]?;
        self.bursts.push(PortBurst { id: source as u16, ..burst });
        Some(source)
    }
}

/// Takes the bursts of several to one port; beats follow in the order of the addresses.
#[derive(Clone, Debug, Default)]
pub struct WriteMux {
    turns: RoundRobin,
    bursts: Fifo<PortBurst, 4>,
    /// Whose beats come next.
    order: Fifo<u8, 16>,
    /// Beats that wait for the port.
    beats: u32,
}

/// Beats that may wait for the port.
const BEATS: u32 = 4;

/// Who is taken from in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Written {
    pub burst: Option<usize>,
    pub beat: Option<usize>,
}

impl WriteMux {
    /// The burst that is on the port.
    pub fn burst(&self) -> Option<PortBurst> {
        self.bursts.front()
    }

    /// A beat is on the port.
    pub fn has_beat(&self) -> bool {
        self.beats > 0
    }

    /// A cycle: who has an address and who a beat (whether it is the last of its burst), and what the port takes.
    pub fn cycle(
        &mut self,
        asks: &[Option<PortBurst>; SOURCES],
        beats: [Option<bool>; SOURCES],
        port_takes: (bool, bool),
    ) -> Written {
        let room = !self.bursts.is_full() && !self.order.is_full();
        let beat_room = self.beats < BEATS;
        let next = self.order.front().map(usize::from);
        if port_takes.0 {
            self.bursts.pop();
        }
        self.beats -= u32::from(port_takes.1);
        let mut written = Written::default();
        if let Some(source) = next
            && let Some(last) = beats[source]
            && beat_room
        {
            self.beats += 1;
            written.beat = Some(source);
            if last {
                self.order.pop();
            }
        }
        if let Some(source) = self.turns.cycle(bits(asks), room).filter(|_| room)
            && let Some(burst) = asks[source]
        {
            self.bursts.push(PortBurst { id: source as u16, ..burst });
            self.order.push(source as u8);
            written.burst = Some(source);
        }
        written
    }
}
