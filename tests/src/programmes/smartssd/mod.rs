//! Programmes of the SmartSSD.
//!
//! They train through the driver, which knows by plain sums what every output and the table have to be, and between its calls the
//! host does what else it may: reads, refused writes, settings of what comes next, faults of every memory, torn mailboxes,
//! doorbells that are no command, or that ring in the cycle in which an iteration ends, resets.

mod device;
mod generate;
mod programme;
mod run;
mod side;

pub use device::Device;
pub use programme::{Operation, Programme, Step};
