//! Bus models in plain Rust: what is behind the ports of a design.
//!
//! They know no design. Every model is given the signals that the other side drove in a cycle, and holds those that it
//! drives in the next, so it tests alone, without RTL. [`Axi4Port`] and [`AxiLitePort`] join them to a
//! [`Model`](crate::Model).

mod lite;
mod master;
mod memory;
mod port;
mod rules;
mod signals;
pub(crate) mod stall;
mod storage;

pub use lite::{AxiLiteMaster, LiteAnswer, LiteMasterSignals, LiteSlaveSignals};
pub use master::AxiMaster;
pub use memory::{AcceptedWrite, AxiMemory, Faulty, MemoryConfig, PortStatistics};
pub use port::{Axi4Port, AxiLitePort};
pub use rules::{Rule, Violation};
pub use signals::{
    Address, LINE_BYTES, Line, MasterSignals, ReadAnswer, Response, SlaveSignals, WriteAnswer, WriteData, line,
    line_bytes,
};
pub use stall::{Latency, StallProfile, Stalls};
pub use storage::{Storage, StorageFull};
