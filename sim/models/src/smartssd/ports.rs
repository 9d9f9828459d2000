//! The kernel's ports to memory, as events without data.

use emberlane_registers::kernel_plan::Program;

/// Streams of lines that the kernel reads: the programs by their numbers, and the gradients.
pub const STREAMS: usize = 5;

/// Lines one behind the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burst {
    /// Address of the first.
    pub address: u64,
    /// How many.
    pub lines: u32,
}

/// What memory does in a cycle. It is not told before what the kernel asks for in this cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// A request of this stream would be taken.
    pub stream_ready: [bool; STREAMS],
    /// A line of this stream comes: the oldest that was asked for. Its address.
    pub stream_line: [Option<u64>; STREAMS],
    /// A read of an EV would be taken.
    pub read_ready: bool,
    /// A line of an EV comes, the oldest that was asked for. Its address.
    pub read_line: Option<u64>,
    /// The address of a burst would be taken from the EV writer, the EO writer.
    pub address_ready: [bool; 2],
    /// A beat would be taken from them.
    pub beat_ready: [bool; 2],
    /// Their oldest burst that is not answered is.
    pub answered: [bool; 2],
}

/// What memory has taken in a cycle: what the kernel asked for where the [`Offer`] was ready.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Address of the line that each stream asks for.
    pub streams: [Option<u64>; STREAMS],
    /// EV that is read.
    pub read: Option<Burst>,
    /// Burst of the EV writer, of the EO writer, whose beats come apart from it, sooner or later.
    pub bursts: [Option<Burst>; 2],
    /// A beat of theirs; whether it is the last of its burst.
    pub beats: [Option<bool>; 2],
}

impl Taken {
    /// What memory takes of what is asked for: that for which it is ready.
    #[must_use]
    pub fn where_ready(mut self, offer: &Offer) -> Self {
        for (asked, ready) in self.streams.iter_mut().zip(offer.stream_ready) {
            *asked = asked.filter(|_| ready);
        }
        self.read = self.read.filter(|_| offer.read_ready);
        for writer in 0..2 {
            self.bursts[writer] = self.bursts[writer].filter(|_| offer.address_ready[writer]);
            self.beats[writer] = self.beats[writer].filter(|_| offer.beat_ready[writer]);
        }
        self
    }
}

/// A memory behind the ports of the kernel, without data. A cycle is an `offer`, then a `take`.
///
/// Every port answers in the order of its requests. A burst of a writer is answered when its address and all of its beats
/// are taken, in the cycle after at the earliest; so is a line that is read.
pub trait KernelPorts {
    /// What it does in this cycle.
    fn offer(&mut self) -> Offer;

    /// What it has taken in this cycle, which ends.
    fn take(&mut self, taken: &Taken);
}

/// A region of the kernel's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Region {
    /// EVs.
    Cache,
    /// Gradients.
    Gradients,
    /// EOs.
    Outputs,
    /// A program.
    Program(Program),
}

/// Where each region begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AddressMap;

impl AddressMap {
    /// Log of the bytes between regions, more than any has.
    const LOG_BYTES: u32 = 44;
    const REGIONS: [Region; 7] = [
        Region::Cache,
        Region::Gradients,
        Region::Outputs,
        Region::Program(Program::Loads),
        Region::Program(Program::Forward),
        Region::Program(Program::Backward),
        Region::Program(Program::Moves),
    ];

    /// The first address of a region.
    #[must_use]
    pub const fn base(region: Region) -> u64 {
        let index = match region {
            Region::Cache => 0,
            Region::Gradients => 1,
            Region::Outputs => 2,
            Region::Program(program) => 3 + program as u64,
        };
        index << Self::LOG_BYTES
    }

    /// The region of an address, and the bytes from its beginning; none past the last.
    #[must_use]
    pub fn region(address: u64) -> Option<(Region, u64)> {
        let region = *Self::REGIONS.get((address >> Self::LOG_BYTES) as usize)?;
        Some((region, address - Self::base(region)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_come_back_as_regions() {
        for region in AddressMap::REGIONS {
            assert_eq!(AddressMap::region(AddressMap::base(region) + 192), Some((region, 192)));
        }
        assert_eq!(AddressMap::region(u64::MAX), None);
    }
}
