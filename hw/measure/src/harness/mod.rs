//! Verilated modules with a driver around them: built once for all mutants of a module, and kept.

mod build;
mod constants;
mod ports;

pub use build::{Bench, Program, STIMULUS, Want, hash};
