//! Why Verilog and simulation could not be compared, or how they differ.

use thiserror::Error;

use crate::error::ExportError;
use crate::tools::ToolError;

/// Why the two worlds could not be compared, or how they differ.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EquivalenceError {
    /// The block has no Verilog.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// A tool is missing or failed.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// Inputs that the closure does not drive.
    #[error("{block}: the inputs {} are not driven; list them in inputs!(..)", inputs.join(", "))]
    NotDriven {
        /// Type of the block.
        block: String,
        /// The inputs.
        inputs: Vec<String>,
    },
    /// Rust-HDL's simulation does not come to rest.
    #[error("{block}: Rust-HDL's simulation does not settle in cycle {cycle} (seed {seed}): a combinational loop?")]
    NotSettled {
        /// Type of the block.
        block: String,
        /// First such cycle.
        cycle: usize,
        /// Seed that replays it.
        seed: u64,
    },
    /// Rust-HDL's simulation panicked.
    #[error("{block}: Rust-HDL's simulation panicked (seed {seed}): {message}")]
    Panicked {
        /// Type of the block.
        block: String,
        /// Seed that replays it.
        seed: u64,
        /// What it said.
        message: String,
    },
    /// An output differs.
    #[error(
        "{module}: in cycle {cycle} output `{port}` is {expected} in Rust-HDL and {actual} in Verilog; replay with seed \
         {seed}"
    )]
    Mismatch {
        /// Name of the module.
        module: String,
        /// First cycle that differs.
        cycle: usize,
        /// First port that differs.
        port: String,
        /// Rust-HDL's value, in hexadecimal.
        expected: String,
        /// The Verilated value, in hexadecimal.
        actual: String,
        /// Seed that replays it.
        seed: u64,
    },
}
