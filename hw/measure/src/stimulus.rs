//! How long modules are driven with random inputs.

use crate::verilog::Library;
use anyhow::Result;

/// Cycles of each random run, by the kilobytes of Verilog that are simulated.
const RANDOM_CYCLES: [(usize, usize); 4] = [(0, 500_000), (150, 12_000), (250, 3_000), (500, 500)];

/// Size of a module with all below it.
///
/// # Errors
/// A module is not in the library.
pub fn kilobytes(library: &Library, module: &str) -> Result<usize> {
    let sizes = library.below(module)?.into_iter().map(|name| Ok(library.module(&name)?.text.len()));
    Ok(sizes.sum::<Result<usize>>()? / 1000)
}

/// Cycles of each random run of a module.
///
/// # Errors
/// A module is not in the library.
pub fn random_cycles(library: &Library, module: &str) -> Result<usize> {
    let size = kilobytes(library, module)?;
    Ok(RANDOM_CYCLES.iter().find(|(most, _)| size <= *most).map_or(0, |(_, cycles)| *cycles))
}
