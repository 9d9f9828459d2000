//! Where packages and what they name are, seen from the folder of packages: `hw` in the repository.

use std::path::Path;

/// Folder of the exported Verilog.
pub const VERILOG: &str = "verilog";
/// Folder of the packages.
pub const PACKAGES: &str = "packages";
/// Folder of the packages in which registers are.
pub const REGISTERS: &str = "registers";
/// Folder of the packages in which the definitions of CXL's channels are.
pub const CHANNELS: &str = "channels";
/// Folder of the packages in which the sources of the bench are.
pub const BENCH: &str = "bench";

/// A file of the library.
#[must_use]
pub fn module(path: &Path) -> String {
    format!("{VERILOG}/{}", path.display())
}

/// The file of a FuseSoC core. It is not in [`PACKAGES`], for a core names files below its own folder alone.
#[must_use]
pub fn core(design: &str) -> String {
    format!("{design}.core")
}

/// A file of a design's package.
#[must_use]
pub fn of_design(design: &str, file: &str) -> String {
    format!("{PACKAGES}/{design}/{file}")
}

/// A file that designs share.
#[must_use]
pub fn shared(folder: &str, file: &str) -> String {
    format!("{PACKAGES}/{folder}/{file}")
}

/// A file, seen from the folder of a design's package.
#[must_use]
pub fn from_package(file: &str) -> String {
    format!("../../{file}")
}
