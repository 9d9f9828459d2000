//! Train recommendation models next to their memory.
//!
//! [`train::run`] runs an [`Experiment`](config::Experiment) from the first batch to the files that it leaves behind:
//!
//! ```no_run
//! use emberlane::{config::Experiment, train};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let experiment = Experiment::read("EXPERIMENT.toml".as_ref())?;
//! let options = train::RunOptions { out: Some("out".into()), ..Default::default() };
//! let summary = train::run(&experiment, &options, &mut train::Silent)?;
//! if let Some(loss) = summary.loss {
//!     println!("loss {} -> {}", loss.first, loss.last);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The DLRM's dense part is computed here; its embeddings live in an [`embedding::EmbeddingStore`], which for SGD is a
//! CXL-MEM behind a driver: RTL in simulation, or plain Rust that leaves the same bits. With a system ([`schedule`]), host,
//! device and GPU are in one simulated CXL fabric ([`machine`]), in whose time batches run. [`compare`] puts whole systems
//! side by side, and [`reproduce`] measures figures of papers again. [`planner`] plans what the caches of NDRec's SmartSSDs hold,
//! [`placement`] says which tables are on which, and [`ndrec`] counts what they and other systems' caches meet where rows are looked up as
//! often as [`access`] says.
#![forbid(unsafe_code)]

pub mod access;
pub mod checkpoint;
pub mod compare;
pub mod config;
pub mod crash;
pub mod data;
pub mod dlrm;
pub mod embedding;
pub mod gpu;
pub mod machine;
pub mod metrics;
pub mod ndrec;
pub mod parameters;
pub mod placement;
pub mod planner;
pub mod reproduce;
pub mod schedule;
pub mod summary;
pub mod train;
