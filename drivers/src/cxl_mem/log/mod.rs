//! Checkpoints: what the device logs before a batch changes anything, and how to get back there.
//!
//! Order of calls: [`configure`](super::CxlMem::configure), [`configure_log`](super::CxlMem::configure_log), then
//! [`begin_log`](super::CxlMem::begin_log) for a training that begins, or [`recover`](super::CxlMem::recover) for one that goes on; then for
//! each batch [`post_log`](super::CxlMem::post_log) between the lookup and the update.

mod begin;
mod discarded;
mod error;
mod logging;
mod mode;
mod plan;
mod post;
mod record;
mod recovery;
mod scan;
mod superblock;

pub use discarded::{Discarded, Reason};
pub use error::LogError;
pub(super) use logging::Logging;
pub use logging::{Logged, Parameters};
pub use mode::LogMode;
pub use plan::{LogConfiguration, LogPlan};
pub use record::{HeaderError, HeaderLine, RecordHeader};
pub use recovery::Recovered;
