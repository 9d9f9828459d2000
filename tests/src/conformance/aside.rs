//! Where jobs work that leave the tables alone: staged rows, and tables in the scratchpad.

use emberlane_drivers::{Command, CxlMem, DataPlan, List, Region, Transport};
use emberlane_registers::cxl_mem::{self as registers, INTERLEAVE_BYTES};

/// Bytes between the batch's regions and these, so that a region that grows a little meets neither.
const GAP: u64 = 1 << 16;

/// Memory above all that a batch has in the scratchpad.
#[derive(Clone, Debug)]
pub struct Aside {
    /// The staged rows.
    pub staged: Region,
    /// The tables as an accumulation has them.
    pub data: DataPlan,
}

impl Aside {
    /// The memory for the posted batch, of so many unique rows.
    pub fn new<T: Transport>(device: &CxlMem<T>, rows: u64) -> Self {
        let above = |end: u64| (end + GAP).next_multiple_of(INTERLEAVE_BYTES);
        let mut data = device.data_plan().expect("configured").clone();
        let batch = device.batch_plan().expect("posted");
        let staged = Region { base: above(batch.gradients.end()), bytes: rows * data.vector_bytes };
        let from = data.data.base;
        data.data.base = above(staged.end()) + from % INTERLEAVE_BYTES;
        for table in &mut data.tables {
            table.base = data.data.base + (table.base - from);
        }
        Self { staged, data }
    }

    /// Lets the prepared job work here.
    pub fn prepare<T: Transport>(&self, device: &mut CxlMem<T>, command: Command) {
        device.set(&registers::STAGED_BASE, self.staged.base).expect("STAGED_BASE");
        if command != Command::Accumulate {
            return;
        }
        device.set(&registers::DATA_BASE, self.data.data.base).expect("DATA_BASE");
        let directory = device.batch_plan().expect("posted").list(List::RowDirectory);
        let entries = (0..).map(|table| directory + table * registers::DIRECTORY_WORDS * 4);
        for (entry, table) in entries.zip(&self.data.tables) {
            device.transport_mut().memory_write(entry, &table.base.to_le_bytes()).expect("lists lie in memory");
        }
    }
}
