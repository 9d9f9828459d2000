//! Rust-HDL design to sound, readable Verilog-2001.
#![forbid(unsafe_code)]

mod about;
mod design;
pub mod equivalence;
mod error;
mod export;
mod expression;
mod index;
mod interface;
mod kernel;
pub mod lint;
mod lower;
mod module;
mod names;
mod print;
mod scope;
pub mod source_lint;
mod statement;
mod text_module;
mod tools;
mod tree;
mod value;
pub mod wide;

pub use about::{About, Describe};
pub use design::{Design, DesignError, Module};
pub use error::{ExportError, Problem};
pub use export::{ExportOptions, export, export_all};
pub use tools::ToolError;
