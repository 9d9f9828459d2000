//! All memory that a job may touch, before and after it.

use emberlane_drivers::{CxlMem, Region, Transport};
use std::ops::Range;

/// Bytes around each region that no job may touch either.
const GUARD: u64 = 512;

/// Contents of the data region and of the batch's regions, with guards around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    pieces: Vec<(u64, Vec<u8>)>,
}

impl Snapshot {
    /// Reads the memory of a device with a posted batch.
    pub fn take<T: Transport>(device: &mut CxlMem<T>) -> Self {
        let capabilities = *device.capabilities();
        let data = device.data_plan().expect("configured").data;
        let batch = device.batch_plan().expect("posted").clone();
        let scratchpad = capabilities.scratchpad_base..capabilities.scratchpad_base + capabilities.scratchpad_bytes;
        let ranges = [
            guarded(data.base..data.end(), 0..capabilities.persistent_bytes),
            guarded(batch.descriptors.base..batch.gradients.end(), scratchpad),
        ];
        let pieces = ranges.map(|range| {
            let mut bytes = vec![0; (range.end - range.start) as usize];
            device.transport_mut().memory_read(range.start, &mut bytes).expect("the regions lie in memory");
            (range.start, bytes)
        });
        Self { pieces: pieces.into() }
    }

    /// Panics if memory differs from `self` outside of `regions`.
    pub fn assert_unchanged<T: Transport>(&self, device: &mut CxlMem<T>, regions: &[Region], context: &str) {
        let now = Self::take(device);
        for ((start, before), (_, after)) in self.pieces.iter().zip(&now.pieces) {
            for (at, (before, after)) in (*start..).zip(before.iter().zip(after)) {
                let may_change = regions.iter().any(|region| (region.base..region.end()).contains(&at));
                assert!(before == after || may_change, "{context}: the byte at DPA {at:#x} changed");
            }
        }
    }
}

fn guarded(range: Range<u64>, memory: Range<u64>) -> Range<u64> {
    range.start.saturating_sub(GUARD).max(memory.start)..(range.end + GUARD).min(memory.end)
}
