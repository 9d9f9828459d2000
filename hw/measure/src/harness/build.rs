//! Builds harnesses, and runs them.

use super::{constants, ports};
use crate::instrument::{recorder_cpp, with_recorder};
use crate::verilog::Library;
use anyhow::{Context as _, Result, bail};
use siphasher::sip128::{Hasher128 as _, SipHasher13};
use std::collections::BTreeMap;
use std::fs;
use std::hash::Hasher as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What comes before the ports, and what comes after them.
const BEFORE: &str = include_str!("before.cpp");
/// It decides the random inputs.
pub const STIMULUS: &str = include_str!("harness.cpp");

/// Lints are for the export; what is inserted into it need not be tidy.
const VERILATOR: [&str; 14] = [
    "--cc",
    "-O3",
    "--noassert",
    "--x-assign",
    "fast",
    "--x-initial",
    "unique",
    "--output-split",
    "20000",
    "--output-split-cfuncs",
    "1000",
    "-Wno-fatal",
    "-Wno-lint",
    "-Wno-style",
];

/// Modules of which a design has hundreds: their code is written once.
const SHARED: [&str; 2] = ["fp32_add", "fp32_multiply"];

/// Bytes of generated C++ that are compiled in one go.
const UNIT_BYTES: u64 = 1_500_000;

/// What a harness is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Mutants are told apart.
    Mutants,
    /// Lines and toggles are counted.
    Coverage,
    /// What goes into each module is written down.
    Recordings,
}

/// Where harnesses are built.
pub struct Bench {
    /// Where they are kept.
    pub folder: PathBuf,
    include: PathBuf,
    version: String,
}

/// A harness that is ready to run.
pub struct Program {
    path: PathBuf,
}

impl Bench {
    /// Looks for Verilator.
    ///
    /// # Errors
    /// It is not there.
    pub fn find(folder: PathBuf) -> Result<Self> {
        let version = run(Command::new("verilator").arg("--version"))?;
        let root = run(Command::new("verilator").args(["--getenv", "VERILATOR_ROOT"]))?;
        let include = Path::new(root.trim()).join("include");
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        Ok(Self { folder, include, version })
    }

    /// The harness of a module; `changed` stands in for some modules of the library.
    ///
    /// # Errors
    /// A tool refuses what it is given.
    pub fn program(
        &self,
        library: &Library,
        top: &str,
        changed: &BTreeMap<String, String>,
        want: Want,
    ) -> Result<Program> {
        let mut files = BTreeMap::new();
        let mut recorders = String::new();
        for name in library.below(top)? {
            let module = library.module(&name)?;
            let text = match changed.get(&name) {
                Some(text) => text.clone(),
                None if want == Want::Recordings => {
                    let text = with_recorder(module);
                    if text != module.text {
                        recorders += &recorder_cpp(module);
                    }
                    text
                }
                None => module.text.clone(),
            };
            files.insert(name, text);
        }
        let class = format!("V{top}");
        let ports = ports::cpp(library.module(top)?, &class);
        let constants = constants::cpp(library, top)?;
        let driver = format!("{BEFORE}{recorders}#include \"{class}.h\"\n{ports}{constants}{STIMULUS}");
        let mut key = format!("{}{VERILATOR:?}{want:?}{driver}", self.version);
        for (name, text) in &files {
            key += &format!("\n{name}\n{text}");
        }
        let folder = self.folder.join(format!("{top}-{}", hash(&key)));
        let path = folder.join("harness");
        if !path.exists() {
            self.build(top, &files, &driver, want).and_then(|built| {
                let _ = fs::remove_dir_all(&folder);
                fs::create_dir_all(&folder)?;
                Ok(fs::copy(built.path().join("harness"), &path)?)
            })?;
        }
        Ok(Program { path })
    }

    fn build(
        &self,
        top: &str,
        files: &BTreeMap<String, String>,
        driver: &str,
        want: Want,
    ) -> Result<tempfile::TempDir> {
        let work = tempfile::tempdir_in(&self.folder)?;
        let dir = work.path();
        let mut control = String::from("`verilator_config\n");
        for (name, text) in files {
            fs::write(dir.join(format!("{name}.v")), text)?;
            // Alone they are quick enough, and are measured alone.
            if want == Want::Coverage && name.starts_with("fp32_") && files.len() > 60 {
                control += &format!("coverage_off -file \"{name}.v\"\n");
            }
            if SHARED.contains(&name.as_str()) && files.len() > 60 {
                control += &format!("no_inline -module \"{name}\"\n");
            }
        }
        fs::write(dir.join("control.vlt"), control)?;
        let mut verilator = Command::new("verilator");
        verilator.args(VERILATOR).args([
            "--language",
            "1800-2017",
            "--top-module",
            top,
            "--prefix",
            &format!("V{top}"),
        ]);
        if want == Want::Coverage {
            verilator.args(["--coverage-line", "--coverage-toggle"]);
        }
        verilator.current_dir(dir).args(["--Mdir", "."]).arg("control.vlt");
        verilator.args(files.keys().map(|name| format!("{name}.v")));
        run(&mut verilator).with_context(|| format!("Verilator refuses `{top}`"))?;
        let mut sources: Vec<PathBuf> = fs::read_dir(dir)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
        sources.retain(|path| path.extension().is_some_and(|extension| extension == "cpp"));
        sources.sort();
        fs::write(dir.join("driver.txt"), driver)?;
        let mut units = vec![(String::from("#include \"driver.txt\"\n"), 0)];
        for source in sources {
            let bytes = fs::metadata(&source)?.len();
            if units.last().is_none_or(|(_, held)| held + bytes > UNIT_BYTES) {
                units.push((String::new(), 0));
            }
            let (text, held) = units.last_mut().expect("one was pushed");
            *text += &format!("#include \"{}\"\n", source.file_name().unwrap_or_default().to_string_lossy());
            *held += bytes;
        }
        let mut objects = self.runtime(want)?;
        for (index, (text, _)) in units.iter().enumerate() {
            let source = dir.join(format!("unit_{index}.cc"));
            fs::write(&source, text)?;
            let object = source.with_extension("o");
            self.compile(&source, &object, want)?;
            objects.push(object);
        }
        let mut linker = Command::new("c++");
        linker.arg("-o").arg(dir.join("harness")).args(&objects).args(["-pthread", "-lm"]);
        run(&mut linker)?;
        Ok(work)
    }

    /// Verilator's own part, compiled once.
    fn runtime(&self, want: Want) -> Result<Vec<PathBuf>> {
        let coverage = want == Want::Coverage;
        let mut objects = Vec::new();
        for name in ["verilated", "verilated_threads", "verilated_dpi", "verilated_cov"] {
            if name == "verilated_cov" && !coverage {
                continue;
            }
            let version = hash(&self.version);
            let object = self.folder.join(format!("{name}-{}-{version}.o", u8::from(coverage)));
            if !object.exists() {
                let half = object.with_extension("part");
                self.compile(&self.include.join(format!("{name}.cpp")), &half, want)?;
                fs::rename(half, &object)?;
            }
            objects.push(object);
        }
        Ok(objects)
    }

    fn compile(&self, source: &Path, object: &Path, want: Want) -> Result<()> {
        let mut compiler = Command::new("c++");
        // Counting doubles the code, which runs once: compiled quickly rather than well.
        let level = if want == Want::Coverage { "-O0" } else { "-O1" };
        compiler.args([level, "-std=gnu++17", "-w", "-DVM_TRACE=0", "-DVM_SC=0"]);
        compiler.arg(format!("-DVM_COVERAGE={}", u8::from(want == Want::Coverage)));
        compiler.arg("-I").arg(&self.include).arg("-I").arg(self.include.join("vltstd"));
        compiler.arg("-c").arg("-o").arg(object).arg(source);
        run(&mut compiler)?;
        Ok(())
    }
}

impl Program {
    /// Runs it with these arguments and variables; what it said.
    ///
    /// # Errors
    /// It does not come to its end.
    pub fn run(&self, arguments: &[String], variables: &[(&str, String)]) -> Result<String> {
        let mut command = Command::new(&self.path);
        command.args(arguments).envs(variables.iter().map(|(name, value)| (name, value)));
        let said = run(&mut command)?;
        if !said.ends_with("done\n") {
            bail!("{} stopped early:\n{said}", self.path.display());
        }
        Ok(said)
    }
}

/// Runs a tool; what it said.
fn run(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("`{name}` does not start"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    bail!("`{name}` ended with {}:\n{}", output.status, said.lines().take(20).collect::<Vec<_>>().join("\n"))
}

/// 64 bits of a text, the same everywhere.
pub fn hash(text: &str) -> String {
    let mut hasher = SipHasher13::new();
    hasher.write(text.as_bytes());
    format!("{:016x}", hasher.finish128().as_u128() as u64)
}
