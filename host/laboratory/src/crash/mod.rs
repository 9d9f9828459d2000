//! Cuts the power of a training at thousands of points, recovers each, and looks whether anything was lost.
//!
//! One training is recorded: every write to persistent memory, when it came to the medium and when its memory controller answered
//! it. From these the image of any cut is made ([`Engine`] says which of those that it can leave), a driver recovers it on the
//! reference, and tables and parameters are compared with those of a training that was never cut. From each distinct state
//! that was recovered training goes on to its end; on RTL it does so from one cut in [`RTL_SHARE`].

mod campaign;
mod error;
mod judge;
mod medium;
mod options;
mod report;
mod resume;
mod uncut;

pub use campaign::{MOST_CUTS, RTL_SHARE, run};
pub use emberlane_models::power_loss::{Cut, Engine, FULL};
pub use error::CrashError;
pub use options::{CrashFault, During, Options, Progress, When};
pub use report::{Failure, Report};
pub use resume::is_dumped_cut;
