//! The fast model of CXL-MEM: how many cycles the hardware takes for a job, without its data.
//!
//! The reference says what a job does (`Reduction`, `RowRecord`); a [`Machine`] moves the same lines through the queues, the
//! arbiters and the memory controllers of the hardware, cycle by cycle, as tokens. What a line holds does not change its time, so
//! there is no data, no arithmetic and no wire. Depths and latencies are those of `emberlane-rtl`; none is fitted. `docs/fast-model.md` says
//! what is left out, and how far from the RTL that is.

mod batch;
mod block_fifo;
mod clock;
mod computing;
mod device;
mod engine;
mod fifo;
mod lists;
mod machine;
mod memory;
mod port;
mod record;
mod row_cache;

pub(crate) use block_fifo::BlockFifo;
pub(crate) use device::name;
pub(crate) use fifo::Fifo;

pub use clock::Clock;
pub use device::ModelCxlMem;
pub use machine::{Cycles, Ended, Machine};

/// Words of a line of a list, which are as wide as elements of a row.
const LINE_WORDS: u64 = emberlane_registers::cxl_mem::LINE_ELEMENTS;
