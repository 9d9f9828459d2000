//! Trains an experiment from the first batch to the files that it leaves behind.
//!
//! ```no_run
//! use emberlane_experiment::Experiment;
//! use emberlane_training::{RunOptions, Silent, run};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let experiment = Experiment::read("EXPERIMENT.toml".as_ref())?;
//! let options = RunOptions { out: Some("out".into()), ..Default::default() };
//! let summary = run(&experiment, &options, &mut Silent)?;
//! if let Some(loss) = summary.loss {
//!     println!("loss {} -> {}", loss.first, loss.last);
//! }
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]

mod evaluation;
mod files;
mod history;
mod live;
mod observer;
mod options;
mod power_loss;
mod preflight;
mod results;
mod resume;
mod run;
mod session;
pub mod summary;
#[cfg(test)]
mod tests;
mod trained;

pub use emberlane_files::Previous;
pub use emberlane_systems::Stop;
pub use emberlane_systems::{Messages, StoreOptions, Trace, TrainError, Trainer};
pub use observer::{BatchRecord, EvaluationRecord, Observer, Silent};
pub use options::{LiveOptions, PowerLoss, RunOptions};
pub use preflight::check;
pub use resume::{Resume, resume};
pub use run::run;
pub use summary::Summary;
