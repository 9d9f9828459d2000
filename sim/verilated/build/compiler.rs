//! The C++ compiler: what it is asked, and how sources become a library.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::files::{with_path, write};
use crate::verilator::{Verilator, WANTED};

/// Flags of all C++ here. A fatal error of a model is an exception and not the end of the process; see `fatal.cpp`.
const FLAGS: &[&str] = &[
    "-std=c++17",
    "-DVM_COVERAGE=0",
    "-DVM_SC=0",
    "-DVM_TRACE=1",
    "-DVM_TRACE_FST=1",
    "-DVL_USER_FATAL",
    "-DVL_USER_STOP",
];

/// Optimisation levels in use: see [`level`].
const LEVELS: [u32; 3] = [0, 1, 2];

/// Bytes of sources that are compiled in one go: each go reads the headers again, and takes one core.
const UNIT_BYTES: u64 = 1_500_000;

/// The compiler of this build.
pub struct Compiler {
    tools: Vec<cc::Tool>,
    /// What the compiler says of its version, and what it is asked.
    pub identity: String,
}

/// Sources that are compiled together.
pub struct Unit {
    /// The file that is given to the compiler.
    file: PathBuf,
    /// Where its object goes.
    pub object: PathBuf,
    level: u32,
    /// Folders of its headers.
    headers: Vec<PathBuf>,
    bytes: u64,
}

/// Settings of all C++ here. The optimisation level does not follow cargo's profile: a model at -O0, which a dev build
/// would give, is fifteen times slower.
pub fn configure(build: &mut cc::Build, verilator: &Verilator, level: u32) {
    let include = verilator.include();
    build.cpp(true).opt_level(level).debug(false).warnings(false).cargo_warnings(false);
    for flag in FLAGS {
        build.flag(flag);
    }
    build.include(&include).include(include.join("vltstd"));
}

impl Compiler {
    /// The compiler that cargo's environment names.
    pub fn find(verilator: &Verilator) -> Result<Self, String> {
        let tool = |level| {
            let mut build = cc::Build::new();
            configure(&mut build, verilator, level);
            build.try_get_compiler().map_err(|error| format!("there is no C++ compiler: {error}; {WANTED}"))
        };
        let tools = LEVELS.into_iter().map(tool).collect::<Result<Vec<_>, _>>()?;
        let output = tools[0].to_command().arg("--version").stdin(Stdio::null()).output();
        let version = output.map_err(|error| format!("cannot run the C++ compiler: {error}; {WANTED}"))?.stdout;
        let version = String::from_utf8_lossy(&version);
        let mut identity = format!("compiler: {}\n", version.lines().next().unwrap_or_default());
        for (level, tool) in LEVELS.into_iter().zip(&tools) {
            let arguments: Vec<_> = tool.args().iter().map(|argument| argument.to_string_lossy()).collect();
            let _ = writeln!(identity, "compiler at level {level}: {}", arguments.join(" "));
        }
        Ok(Self { tools, identity })
    }

    /// Compiles a unit into its object.
    pub fn compile(&self, unit: &Unit) -> Result<(), String> {
        let mut command = self.tools[unit.level as usize].to_command();
        for folder in &unit.headers {
            command.arg("-I").arg(folder);
        }
        command.arg("-c").arg(&unit.file).arg("-o").arg(&unit.object);
        run(command, &format!("the C++ of the RTL devices did not compile; {WANTED}; the compiler"))
    }
}

/// Runs a tool quietly.
fn run(mut command: Command, tool: &str) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| format!("{tool} did not run: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    // The first of many errors says most.
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{tool} said: {}", said.lines().take(20).collect::<Vec<_>>().join("\n")))
}

/// Optimisation level of a generated source. What runs once takes longest to optimise and gains nothing; a waveform is
/// written three times as fast with level 1 as without, and little faster with more.
fn level(source: &Path) -> u32 {
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    if name.contains("__Slow") || name.contains("__Syms") {
        0
    } else if name.contains("__Trace") {
        1
    } else {
        2
    }
}

/// Whether the functions of a generated source run in every cycle.
pub fn runs_every_cycle(source: &Path) -> bool {
    level(source) == 2
}

/// Puts sources together to units below `folder`: those of one level, until they are large enough. No source is
/// optimised more than at level `highest`.
pub fn units(sources: &[PathBuf], highest: u32, folder: &Path, headers: &[PathBuf]) -> Result<Vec<Unit>, String> {
    let mut units: Vec<Unit> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    for wanted in LEVELS {
        // The last unit of this level, if it has room.
        let mut open = None;
        for source in sources.iter().filter(|source| level(source).min(highest) == wanted) {
            let bytes = fs::metadata(source).map_err(|error| with_path("cannot read", source, error))?.len();
            let index = open.filter(|index: &usize| units[*index].bytes + bytes <= UNIT_BYTES).unwrap_or_else(|| {
                let (file, object) = (format!("unit_{}.cpp", units.len()), format!("unit_{}.o", units.len()));
                let (file, object) = (folder.join(file), folder.join(object));
                units.push(Unit { file, object, level: wanted, headers: headers.to_vec(), bytes: 0 });
                texts.push("#include \"generated.h\"\n".to_owned());
                units.len() - 1
            });
            open = Some(index);
            units[index].bytes += bytes;
            let _ = writeln!(texts[index], "#include \"{}\"", source.display());
        }
    }
    units.iter().zip(&texts).try_for_each(|(unit, text)| write(&unit.file, text))?;
    Ok(units)
}

impl Unit {
    /// About how long it takes to compile, in no unit: what is optimised takes several times as long.
    pub fn effort(&self) -> u64 {
        self.bytes * u64::from(1 + 2 * self.level)
    }
}

/// Puts objects into a static library.
pub fn archive<'a>(objects: impl Iterator<Item = &'a Path>, library: &Path) -> Result<(), String> {
    let mut archiver =
        cc::Build::new().cpp(true).try_get_archiver().map_err(|error| format!("no archiver: {error}"))?;
    archiver.arg("crs").arg(library).args(objects);
    run(archiver, "the archiver")
}
