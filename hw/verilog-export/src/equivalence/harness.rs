//! Builds the Verilated modules into one program and replays the recordings on them.

use super::error::EquivalenceError;
use super::record::RecordedPort;
use super::recorded::Recorded;
use crate::names;
use crate::tools::{self, COMPILER, ToolError, VERILATOR};
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Registers and memories without an initial value get random ones, so that a design that depends on them shows it.
const VERILATOR_OPTIONS: [&str; 6] = ["--cc", "--x-assign", "unique", "--x-initial", "unique", "-Wno-fatal"];

/// The recordings are short, so compile time counts for more than speed.
const COMPILER_OPTIONS: [&str; 5] = ["-O0", "-std=gnu++17", "-DVM_COVERAGE=0", "-DVM_TRACE=0", "-DVM_SC=0"];

/// Compilers at once.
const JOBS: usize = 2;

/// Models in one translation unit: most of the compiler's time goes into Verilator's headers.
const MODELS_IN_A_UNIT: usize = 8;

/// # Errors
/// The first mismatch, or a tool that failed.
pub(super) fn compare(recorded: &[Recorded], seed: u64) -> Result<(), EquivalenceError> {
    let include = verilator_include()?;
    let version = VERILATOR.run(["--version"], || "verilator does not tell its version".into())?;
    let build = Build { include, version, cache: cache_dir() };
    let models: Vec<Model> = recorded.iter().map(|case| build.model(case)).collect();
    let mut different: Vec<&Model> = Vec::new();
    for model in &models {
        if !different.iter().any(|other| other.prefix == model.prefix) {
            different.push(model);
        }
    }
    let mut units = vec![Unit { object: build.object("runtime"), models: Vec::new() }];
    units.extend(different.chunks(MODELS_IN_A_UNIT).map(|models| build.unit(models)));
    build.compile_all(&units)?;
    let dir = tempfile::tempdir().map_err(|source| file_error(&std::env::temp_dir(), source))?;
    let program = build.link(&units, &models, dir.path())?;
    for (index, case) in recorded.iter().enumerate() {
        replay(&program, dir.path(), index, case, seed)?;
    }
    Ok(())
}

struct Build {
    include: PathBuf,
    version: String,
    cache: PathBuf,
}

/// One object file of the cache: some models, or, without any, Verilator's runtime.
struct Unit<'m> {
    object: PathBuf,
    models: Vec<&'m Model>,
}

/// A Verilated module and the C++ that replays a recording on it.
struct Model {
    module: String,
    /// Name of the C++ class; different for different Verilog.
    prefix: String,
    files: Vec<(String, String)>,
    driver: String,
}

impl Build {
    fn key(&self, content: &str) -> String {
        let mut hasher = DefaultHasher::new();
        (&self.version, VERILATOR_OPTIONS, COMPILER_OPTIONS, content).hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    fn object(&self, content: &str) -> PathBuf {
        self.cache.join(format!("{}.o", self.key(content)))
    }

    fn model(&self, case: &Recorded) -> Model {
        let files: Vec<(String, String)> =
            case.design.modules().map(|module| (format!("{}.v", module.name), module.text)).collect();
        let content: String = files.iter().map(|(name, text)| format!("{name}\n{text}")).collect();
        let prefix = format!("V{}_{}", case.module, self.key(&content));
        let driver = driver_text(&prefix, &case.recording.ports);
        Model { module: case.module.clone(), prefix, files, driver }
    }

    fn unit<'m>(&self, models: &[&'m Model]) -> Unit<'m> {
        let content: String = models.iter().map(|model| format!("{}\n{}", model.prefix, model.driver)).collect();
        Unit { object: self.object(&content), models: models.to_vec() }
    }

    fn compile_all(&self, units: &[Unit<'_>]) -> Result<(), ToolError> {
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..JOBS {
                scope.spawn(|| {
                    while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if let Err(error) = self.compile(unit) {
                            let mut failure = failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                            failure.get_or_insert(error);
                            return;
                        }
                    }
                });
            }
        });
        failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).map_or(Ok(()), Err)
    }

    /// Builds in a folder of its own and moves the object into the cache, so that nobody sees half of it.
    fn compile(&self, unit: &Unit<'_>) -> Result<(), ToolError> {
        if unit.object.exists() {
            return Ok(());
        }
        fs::create_dir_all(&self.cache).map_err(|source| file_error(&self.cache, source))?;
        let work = tempfile::tempdir_in(&self.cache).map_err(|source| file_error(&self.cache, source))?;
        let dir = work.path();
        let mut text = if unit.models.is_empty() { RUNTIME.to_owned() } else { String::new() };
        for (index, model) in unit.models.iter().enumerate() {
            let name = format!("model_{index}");
            for source in self.verilate(&dir.join(&name), model)? {
                text.push_str(&format!("#include \"{name}/{source}\"\n"));
            }
            text.push_str(&model.driver);
        }
        write(&dir.join("unit.cpp"), &text)?;
        let mut arguments: Vec<String> = COMPILER_OPTIONS.map(String::from).into();
        arguments.extend(self.include_flags());
        arguments.extend(["-c".to_owned(), "-o".into()]);
        arguments.extend([dir.join("unit.o"), dir.join("unit.cpp")].map(|path| path.display().to_string()));
        COMPILER.run(arguments, || {
            let names: Vec<&str> = unit.models.iter().map(|model| model.module.as_str()).collect();
            format!("what Verilator made of {} does not compile", names.join(", "))
        })?;
        // Within one file system, so the object appears whole.
        fs::rename(dir.join("unit.o"), &unit.object).map_err(|source| file_error(&unit.object, source))
    }

    /// The C++ files of the model.
    fn verilate(&self, dir: &Path, model: &Model) -> Result<Vec<String>, ToolError> {
        fs::create_dir(dir).map_err(|source| file_error(dir, source))?;
        let mut paths = Vec::new();
        for (name, text) in &model.files {
            let path = dir.join(name);
            write(&path, text)?;
            paths.push(path.display().to_string());
        }
        let Model { module, prefix, .. } = model;
        let mut arguments: Vec<String> = VERILATOR_OPTIONS.map(String::from).into();
        arguments.extend(["--top-module", module, "--prefix", prefix, "--Mdir"].map(String::from));
        arguments.push(dir.display().to_string());
        arguments.extend(paths);
        VERILATOR.run(arguments, || format!("verilator does not accept `{module}`"))?;
        let mut sources: Vec<String> = fs::read_dir(dir)
            .map_err(|source| file_error(dir, source))?
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| name.ends_with(".cpp"))
            .collect();
        sources.sort();
        Ok(sources)
    }

    fn include_flags(&self) -> [String; 2] {
        [format!("-I{}", self.include.display()), format!("-I{}", self.include.join("vltstd").display())]
    }

    /// A program that takes the number of a case and the file of its recording.
    fn link(&self, units: &[Unit<'_>], models: &[Model], dir: &Path) -> Result<PathBuf, ToolError> {
        let mut main = String::from("#include <cstdlib>\n");
        let mut cases = String::new();
        for (index, Model { prefix, .. }) in models.iter().enumerate() {
            main.push_str(&format!("int replay_{prefix}(const char* path);\n"));
            cases.push_str(&format!("        case {index}: return replay_{prefix}(argv[2]);\n"));
        }
        main.push_str("int main(int argc, char** argv) {\n    if (argc < 3) return 2;\n    switch (atoi(argv[1])) {\n");
        main.push_str(&cases);
        main.push_str("    }\n    return 2;\n}\n");
        write(&dir.join("main.cpp"), &main)?;
        let program = dir.join("compare");
        let mut arguments = vec!["-O0".to_owned(), "-o".into(), program.display().to_string()];
        arguments.push(dir.join("main.cpp").display().to_string());
        arguments.extend(units.iter().map(|unit| unit.object.display().to_string()));
        arguments.extend(["-pthread".to_owned(), "-lm".into()]);
        COMPILER.run(arguments, || "the comparison does not link".into())?;
        Ok(program)
    }
}

fn replay(program: &Path, dir: &Path, index: usize, case: &Recorded, seed: u64) -> Result<(), EquivalenceError> {
    let path = dir.join(format!("case_{index}.bin"));
    let bytes: Vec<u8> = case.recording.words.iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(&path, bytes).map_err(|source| file_error(&path, source))?;
    let tool = "the comparison";
    let output = std::process::Command::new(program)
        .arg(index.to_string())
        .arg(&path)
        .output()
        .map_err(|source| ToolError::Start { tool, source })?;
    // Recordings of many modules are large together.
    fs::remove_file(&path).map_err(|source| file_error(&path, source))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if let Some(line) = text.lines().find(|line| line.starts_with("mismatch ")) {
        let fields: Vec<&str> = line.split(' ').collect();
        if let [_, cycle, port, expected, actual] = fields[..] {
            return Err(EquivalenceError::Mismatch {
                module: case.module.clone(),
                cycle: cycle.parse().unwrap_or_default(),
                port: port.to_owned(),
                expected: expected.to_owned(),
                actual: actual.to_owned(),
                seed,
            });
        }
    }
    let complete = text.lines().any(|line| line == format!("compared {}", case.cycles));
    if output.status.success() && complete {
        return Ok(());
    }
    let what = format!("the comparison of `{}` failed", case.module);
    Err(ToolError::Rejected { what, report: tools::report(&output) }.into())
}

/// Where Verilator's headers are.
fn verilator_include() -> Result<PathBuf, ToolError> {
    let root = match std::env::var("VERILATOR_ROOT") {
        Ok(root) => root,
        Err(_) => VERILATOR.run(["--getenv", "VERILATOR_ROOT"], || "verilator does not know its root".into())?,
    };
    Ok(PathBuf::from(root.trim()).join("include"))
}

/// Beside the other build products if this is one of cargo's test programs, else in the temporary folder.
fn cache_dir() -> PathBuf {
    let program = std::env::current_exe().ok();
    let deps = program.as_deref().and_then(Path::parent).filter(|dir| dir.ends_with("deps"));
    deps.and_then(Path::parent).map_or_else(std::env::temp_dir, Path::to_path_buf).join("emberlane-equivalence")
}

fn write(path: &Path, text: &str) -> Result<(), ToolError> {
    fs::write(path, text).map_err(|source| file_error(path, source))
}

fn file_error(path: &Path, source: std::io::Error) -> ToolError {
    ToolError::File { path: path.to_owned(), source }
}

const RUNTIME: &str = "\
#include \"verilated.cpp\"
#include \"verilated_threads.cpp\"
double sc_time_stamp() { return 0; }
";

/// C++ that replays a recording on a model: the layout of a cycle is that of `record`.
fn driver_text(prefix: &str, ports: &[RecordedPort]) -> String {
    let total: usize = ports.iter().filter(|port| !port.is_clock).map(|port| port.width.div_ceil(32)).sum();
    let (mut low, mut high, mut set, mut check) = (String::new(), String::new(), String::new(), String::new());
    let mut offset = 0;
    for port in ports {
        let name = names::sanitised(&port.path);
        // Verilator's way to write two underscores.
        let member = format!("model.{}", name.replace("__", "___05F"));
        if port.is_clock {
            if port.is_input {
                low.push_str(&format!("        {member} = 0;\n"));
                high.push_str(&format!("        {member} = 1;\n"));
            }
            continue;
        }
        let words = port.width.div_ceil(32);
        if port.is_input {
            set.push_str(&match words {
                1 => format!("        {member} = row[{offset}];\n"),
                2 => format!("        {member} = row[{offset}] | (uint64_t)row[{}] << 32;\n", offset + 1),
                _ => format!("        for (int w = 0; w < {words}; w++) {member}[w] = row[{offset} + w];\n"),
            });
        } else {
            let unpack = match words {
                1 => format!("actual[0] = {member};"),
                2 => format!("actual[0] = (uint32_t){member}; actual[1] = (uint32_t)({member} >> 32);"),
                _ => format!("for (int w = 0; w < {words}; w++) actual[w] = {member}[w];"),
            };
            check.push_str(&format!(
                "        {unpack}\n        if (memcmp(actual, row + {offset}, {})) return differ(cycle, \"{name}\", \
                 row + {offset}, actual, {words});\n",
                4 * words
            ));
        }
        offset += words;
    }
    let widest = ports.iter().map(|port| port.width.div_ceil(32)).max().unwrap_or(1);
    let total = total.max(1);
    format!(
        "#include <cstdio>
#include <cstring>
namespace of_{prefix} {{
void print(const uint32_t* words, int count) {{
    for (int w = count; w-- > 0;) printf(\"%08x\", words[w]);
}}
int differ(long cycle, const char* port, const uint32_t* expected, const uint32_t* actual, int count) {{
    printf(\"mismatch %ld %s \", cycle, port);
    print(expected, count);
    printf(\" \");
    print(actual, count);
    printf(\"\\n\");
    return 1;
}}
}}
int replay_{prefix}(const char* path) {{
    using of_{prefix}::differ;
    FILE* file = fopen(path, \"rb\");
    if (!file) return 2;
    VerilatedContext context;
    context.randReset(2);
    context.randSeed(1);
    {prefix} model{{&context}};
    uint32_t row[{total}] = {{0}};
    uint32_t actual[{widest}] = {{0}};
    long cycle = 0;
    // The first evaluation does not see an edge.
{low}    model.eval();
    for (; fread(row, sizeof row, 1, file) == 1; cycle++) {{
{low}{set}        model.eval();
{check}{high}        model.eval();
    }}
    fclose(file);
    printf(\"compared %ld\\n\", cycle);
    return 0;
}}
"
    )
}
