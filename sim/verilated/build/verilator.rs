//! The installed Verilator, and how it is asked.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::designs::{Design, Sources, plain};
use crate::files::{with_path, write};
use crate::native;

/// What to do where Verilator is missing.
pub const WANTED: &str = "the RTL devices need Verilator 5 or newer and zlib's headers (Debian, Ubuntu: `sudo apt install verilator zlib1g-dev`); `cargo build --no-default-features` builds everything but the RTL devices";

/// Options of the generated code. Registers and memories that the design leaves without a value start from the seed of
/// the instance, so that a design that depends on them shows it; the rest is for speed.
const OPTIONS: &[&str] = &[
    "--cc",
    "-O3",
    "--noassert",
    "--x-assign",
    "fast",
    "--x-initial",
    "unique",
    "--output-split",
    "20000",
    // The time that the C++ compiler takes grows faster than a function: with one function for all that a clock edge
    // does, as without this option, CXL-MEM takes four times as long.
    "--output-split-cfuncs",
    "1000",
    "-Wno-fatal",
];

/// Options of a design whose waveform can be written. By default a signal wider than 256 bits, such as a line, would be
/// left out of it.
const TRACE_OPTIONS: &[&str] = &["--trace-fst", "--trace-max-width", "512"];

/// Modules of which a design has several. Verilator writes their code once instead of once an instance, if the inputs stay
/// variables of the module (hence public). CXL-MEM with its four engines of 64 FP32 units then compiles in a quarter of the time,
/// and the embedding kernel with its four slices of 288 in a minute; and the code of a cycle is a fifth smaller, so that
/// more of it is still in the processor's caches when it runs again.
const SHARED: &[&str] = &[
    "crc32c_w512",
    "engine_p4",
    "fp32_add",
    "fp32_multiply",
    "kernel_slice_b6",
    "line_reader_p4",
    "memory_port",
    "part_gatherer_p4",
    "poison_list",
    "recent_writes_d64",
];

/// What the names of modules begin with whose insides waveforms leave out, as they are small and there a hundred times.
/// Their ports are signals of the modules around them all the same. With the FP32 units, four fifths of all signals would
/// be theirs; with the others, writing a waveform of CXL-MEM would take 27 MB of C++ instead of 8, most of a first build.
const UNTRACED: &[&str] = &[
    "fp32_",
    "fifo",
    "block_fifo",
    "block_ram",
    "dual_port_ram",
    "lut_ram",
    "operand_ram",
    "ultra_ram",
    "delay",
    "pulse_delay",
    "round_robin",
    "skid_buffer",
    "crc32c",
    "event_counter",
    "amount_counter",
    "occupancy",
    "recent_write_",
];

/// The installed Verilator.
pub struct Verilator {
    root: PathBuf,
    /// What it says of its version.
    pub version: String,
}

impl Verilator {
    /// Looks for it on the path, and where `VERILATOR_ROOT` says.
    pub fn find() -> Result<Self, String> {
        let root = verilator::find_verilator_root().ok_or_else(|| format!("Verilator was not found: {WANTED}"))?;
        match verilator::verilator_version() {
            Some((major, _)) if major >= 5 => {}
            Some((major, minor)) => return Err(format!("Verilator {major}.{minor:03} is too old: {WANTED}")),
            None => return Err(format!("`verilator_bin --version` gave no version: {WANTED}")),
        }
        let output = Command::new("verilator_bin").arg("--version").stdin(Stdio::null()).output();
        let output = output.map_err(|error| format!("cannot run verilator_bin: {error}"))?;
        Ok(Self { root, version: String::from_utf8_lossy(&output.stdout).trim().to_owned() })
    }

    /// The folder of its headers and of its runtime.
    pub fn include(&self) -> PathBuf {
        self.root.join("include")
    }

    /// Writes the C++ of a design into `folder`: the class `V` with the name of the design, and what it is made of.
    pub fn run(&self, design: &Design, sources: &Sources, folder: &Path) -> Result<(), String> {
        let control = folder.join("shared.vlt");
        write(&control, &directives(design, sources))?;
        let output = Command::new("verilator_bin")
            .env("VERILATOR_ROOT", &self.root)
            .args(options(design))
            .args(["--prefix", &class(design), "--top-module", &sources.name])
            .args(sources.folders().into_iter().flat_map(|folder| [Path::new("-y"), folder]))
            .arg("--Mdir")
            .arg(folder)
            .arg(&control)
            .arg(&sources.top)
            .args(&sources.bind)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cannot run verilator_bin: {error}"))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr);
        Err(with_path(&format!("Verilator refused the design `{}`", design.name), &sources.top, said.trim()))
    }
}

/// Name of the class that is generated for a design.
pub fn class(design: &Design) -> String {
    format!("V{}", design.name)
}

/// The options for a design.
pub fn options(design: &Design) -> impl Iterator<Item = &'static str> {
    let trace = if design.traced { TRACE_OPTIONS } else { &[] };
    OPTIONS.iter().chain(trace).copied()
}

/// The configuration file of a design.
pub fn directives(design: &Design, sources: &Sources) -> String {
    let mut text = String::from("`verilator_config\n");
    let untraced = |module: &&String| {
        // A name ends with `_`, so that `recent_write` is told from `recent_writes`.
        let name = format!("{}_", plain(module));
        UNTRACED.iter().any(|beginning| name.starts_with(beginning))
    };
    for module in sources.modules.keys().filter(|_| design.traced).filter(untraced) {
        let _ = writeln!(text, "tracing_off -file \"*/{module}.v\"");
    }
    // What little is left of a unit with the processor's arithmetic is no function of its own.
    let is_unit = |module: &str| design.native && native::unit(module, plain(module)).is_some();
    for module in sources.modules.keys().filter(|module| SHARED.contains(&plain(module)) && !is_unit(module)) {
        let _ = writeln!(text, "no_inline -module \"{module}\"");
        for input in sources.inputs(module) {
            let _ = writeln!(text, "public_flat_rd -module \"{module}\" -var \"{input}\"");
        }
    }
    text
}
