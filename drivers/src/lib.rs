//! Drivers for the Emberlane devices over the trait [`Transport`].
//!
//! A driver knows registers and memory layout, nothing else: whether plain Rust, a fast model, Verilated RTL or a card
//! is behind [`Transport`] is not its business. Vectors travel as 32-bit words that hold FP32 bit patterns; no driver
//! does floating-point arithmetic (the test `no_floating_point` reads the sources to make sure).
//!
//! ```no_run
//! use emberlane_drivers::{BatchBuilder, Configuration, CxlMem, CxlMemError, Pooling, Transport};
//!
//! fn train<T: Transport>(transport: T, one: u32, table: &[u32], gradients: &[u32]) -> Result<Vec<u32>, CxlMemError> {
//!     let mut device = CxlMem::discover(transport)?;
//!     device.configure(Configuration::new(16, Pooling::Sum, one, vec![1000]))?;
//!     device.load_table(0, table)?;
//!     // One table, two bags: rows 3 and 5, and row 5 alone.
//!     let batch = BatchBuilder::new().table(&[0, 2, 3], &[3, 5, 5])?.build()?;
//!     device.post(&batch)?;
//!     let pooled = device.lookup()?;
//!     device.update(gradients)?;
//!     Ok(pooled)
//! }
//! ```
//!
//! Jobs can be posted ahead: the device runs them in order, and the host writes the lists of the next batch meanwhile. What the
//! host writes for it is a [`WriteList`], which the driver makes without reaching the device; it is done at once here, and
//! in a simulated machine in the machine's own time.
//!
//! ```no_run
//! use emberlane_drivers::{Batch, CxlMem, CxlMemError, Transport};
//!
//! /// The peer takes pooled vectors at `peer`, and writes gradients.
//! fn post<T: Transport>(device: &mut CxlMem<T>, batches: &[Batch; 2], peer: u64) -> Result<(), CxlMemError> {
//!     for batch in batches {
//!         let mut list = device.lookup_writes(batch, Some(peer))?;
//!         list.append(device.update_writes()?);
//!         device.run(list)?;
//!     }
//!     device.settle()
//! }
//! ```
//!
//! With relaxed lookup, a batch is looked up before the gradients of the batch in front of it are known, and brought up to
//! date when they are. Only rounding differs.
//!
//! ```no_run
//! use emberlane_drivers::{Batch, CxlMem, CxlMemError, Transport};
//!
//! fn train<T: Transport>(
//!     device: &mut CxlMem<T>,
//!     batches: &[Batch],
//!     gradients: impl Fn(&[u32]) -> Vec<u32>,
//! ) -> Result<(), CxlMemError> {
//!     let Some((first, rest)) = batches.split_first() else { return Ok(()) };
//!     device.post(first)?;
//!     let mut pooled = device.lookup()?;
//!     for batch in rest {
//!         device.look_ahead(batch)?;
//!         pooled = device.catch_up(&gradients(&pooled))?;
//!     }
//!     device.update(&gradients(&pooled))
//! }
//! ```
//!
//! With a log, a batch changes no row before the device has copied what it changes: after a loss of power training goes on.
//!
//! ```no_run
//! use emberlane_drivers::{Batch, Command, CxlMem, CxlMemError, LogConfiguration, LogMode, Parameters, Transport};
//!
//! # fn set_parameters(_: &[u8]) {}
//! fn resume<T: Transport>(device: &mut CxlMem<T>, batches: &[Batch], parameters: Parameters) -> Result<(), CxlMemError> {
//!     let (configuration, mode, largest_rows) = (0x5eed, LogMode::Undo, 10_000);
//!     device.configure_log(LogConfiguration { configuration, mode, largest_rows, parameter_bytes: parameters.bytes })?;
//!     let recovered = device.recover()?;
//!     assert!(recovered.exact, "rows are lost: {:?}", recovered.discarded);
//!     set_parameters(&recovered.parameters);
//!     for (batch, number) in batches.iter().zip(0..).skip(recovered.batch as usize) {
//!         device.post(batch)?;
//!         device.prepare()?;
//!         device.post_job(Command::Lookup as u64)?;
//!         if device.post_log(number, parameters)?.rows {
//!             device.post_job(Command::Update as u64)?;
//!         }
//!     }
//!     device.wait()
//! }
//! ```
#![forbid(unsafe_code)]

mod counters;
mod cxl_mem;
mod identity;
pub mod smartssd;
mod transport;

pub use counters::Counters;
pub use cxl_mem::{
    AccumulationPlan, Batch, BatchBuilder, BatchError, BatchPlan, Capabilities, Configuration, CxlMem, CxlMemError,
    DataPlan, DeviceError, Discarded, HeaderError, HeaderLine, HostWrite, List, LogConfiguration, LogError, LogMode,
    LogPlan, Logged, Media, Overlap, Parameters, Reason, RecordHeader, Recovered, Region, TableRegion, Transpose,
    WriteList,
};
pub use emberlane_registers::cxl_mem::{Command, ErrorCode, Pooling};
pub use emberlane_registers::log::RecordKind;
pub use identity::IdentityError;
pub use transport::{Transport, TransportError};
