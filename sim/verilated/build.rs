//! Verilates the exported designs and compiles them, with the bridge to Rust, into this crate.
//!
//! A design is a name in [`DESIGNS`]; its ports come from the header that Verilator writes, so nothing here or in
//! `src` repeats a port list of the Verilog.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// A top module to simulate.
struct Design {
    /// What [`Model::new`] is asked for.
    name: &'static str,
    /// The Verilog module, in a file of the same name.
    top: &'static str,
    /// Where the top and what it alone has are; the rest is in the folder of the export.
    folder: Option<&'static str>,
    /// Highest optimisation level of its C++.
    level: u32,
}

/// What the designs that commit faults have for themselves.
const FAULTS: &str = "../../hw/rtl/tests/faults";

const DESIGNS: &[Design] = &[
    Design { name: "cxl_mem", top: "cxl_mem", folder: None, level: 2 },
    Design { name: "cxl_mem_c1", top: "cxl_mem_c1", folder: None, level: 2 },
    Design { name: "smartssd", top: "smartssd", folder: None, level: 2 },
    Design { name: "smartssd_b2_s1", top: "smartssd_b2_s1", folder: None, level: 2 },
    Design { name: "embedding_kernel_b6_s4", top: "embedding_kernel_b6_s4", folder: None, level: 2 },
    Design { name: "embedding_kernel_b2_s1", top: "embedding_kernel_b2_s1", folder: None, level: 2 },
    // For tests of a few thousand cycles; it should not take long to compile.
    Design { name: "cxl_mem_faults", top: "cxl_mem_faults", folder: Some(FAULTS), level: 1 },
    Design { name: "smartssd_b2_s1_faults", top: "smartssd_b2_s1_faults", folder: Some(FAULTS), level: 1 },
];

/// Overrides the folder of the Verilog, to simulate an export that is not the committed one.
const VERILOG_VARIABLE: &str = "EMBERLANE_VERILOG";

/// Options of the generated code. Registers and memories that the design leaves without a value start from the seed of
/// the instance, so that a design that depends on them shows it; the rest is for speed.
const VERILATOR_OPTIONS: &[&str] = &[
    "--cc",
    "-O3",
    "--noassert",
    "--x-assign",
    "fast",
    "--x-initial",
    "unique",
    "--trace-fst",
    // By default a signal wider than 256 bits, such as a line, is left out of the waveform.
    "--trace-max-width",
    "512",
    "--output-split",
    "20000",
    "-Wno-fatal",
];

/// Modules of which a design has many. Verilator writes their code once instead of once an instance, if the inputs stay
/// variables of the module (hence public): CXL-MEM with its four engines of 64 FP32 units then compiles in a quarter of
/// the time, and the embedding kernel with its four slices of 288 in a minute.
const SHARED: &[&str] = &["fp32_add", "fp32_multiply", "engine_p4", "kernel_slice_b6"];

/// Modules of the FP32 units, which waveforms leave out: with them, four fifths of all signals would be theirs.
const UNTRACED: &str = "fp32_";

fn main() {
    if let Err(message) = build() {
        println!("cargo::error={}", message.replace('\n', " | "));
    }
}

fn build() -> Result<(), String> {
    let manifest = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(variable("OUT_DIR")?);
    for file in ["build.rs", "src/bridge.rs", "src/bridge"] {
        println!("cargo::rerun-if-changed={file}");
    }
    println!("cargo::rerun-if-env-changed={VERILOG_VARIABLE}");
    println!("cargo::rerun-if-env-changed=VERILATOR_ROOT");
    let verilator = Verilator::find()?;
    println!("cargo::rerun-if-changed={}", verilator.include().join("verilated.h").display());
    let folder = env::var_os(VERILOG_VARIABLE).map_or_else(|| manifest.join("../../hw/verilog"), PathBuf::from);
    // As errors and the list of what Verilator read show it.
    let folder = folder.canonicalize().unwrap_or(folder);

    let mut models = Vec::new();
    let mut absent = Vec::new();
    for design in DESIGNS {
        let own = design.folder.map_or_else(|| folder.clone(), |own| manifest.join(own));
        let own = own.canonicalize().unwrap_or(own);
        let file = own.join(format!("{}.v", design.top));
        if file.is_file() {
            models.push(verilate(&verilator, design, [&folder, &own], &file, &out)?);
        } else {
            println!("cargo::rerun-if-changed={}", file.display());
            println!(
                "cargo::warning=the RTL device `{}` is left out: {} does not exist; `cargo run --no-default-features -- export-verilog` writes it",
                design.name,
                file.display()
            );
            absent.push(design.name);
        }
    }
    write(&out.join("designs.rs"), &rust_tables(&models, &absent))?;
    write(&out.join("designs.cpp"), &cpp_designs(&models))?;
    compile(&verilator, &models, &manifest, &out)
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("cargo did not set {name}"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// The installed Verilator.
struct Verilator {
    root: PathBuf,
}

impl Verilator {
    const WANTED: &str = "the RTL devices need Verilator 5 or newer and zlib's headers (Debian, Ubuntu: `sudo apt install verilator zlib1g-dev`); `cargo build --no-default-features` builds everything but the RTL devices";

    fn find() -> Result<Self, String> {
        let root =
            verilator::find_verilator_root().ok_or_else(|| format!("Verilator was not found: {}", Self::WANTED))?;
        match verilator::verilator_version() {
            Some((major, _)) if major >= 5 => Ok(Self { root }),
            Some((major, minor)) => Err(format!("Verilator {major}.{minor:03} is too old: {}", Self::WANTED)),
            None => Err(format!("`verilator_bin --version` gave no version: {}", Self::WANTED)),
        }
    }

    fn include(&self) -> PathBuf {
        self.root.join("include")
    }
}

/// A design after Verilator.
struct Model {
    name: &'static str,
    /// Highest optimisation level.
    level: u32,
    /// Name of the generated class.
    class: String,
    ports: Vec<Port>,
    input_words: usize,
    output_words: usize,
    /// Generated sources and headers.
    files: Vec<PathBuf>,
}

/// A port of the generated class.
struct Port {
    /// Name in Rust-HDL.
    name: String,
    /// Name in the generated class.
    member: String,
    input: bool,
    width: usize,
    /// Place in the frame of its direction, in 32-bit words.
    offset: usize,
}

impl Port {
    fn words(&self) -> usize {
        self.width.div_ceil(32)
    }
}

fn verilate(
    verilator: &Verilator,
    design: &Design,
    [folder, own]: [&Path; 2],
    file: &Path,
    out: &Path,
) -> Result<Model, String> {
    let generated = out.join(design.name);
    // Files of an earlier, larger split would be compiled as well.
    match fs::remove_dir_all(&generated) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(format!("cannot empty {}: {error}", generated.display()));
        }
        _ => {}
    }
    let class = format!("V{}", design.name);
    let control = out.join("shared.vlt");
    let mut directives = String::from("`verilator_config\n");
    let _ = writeln!(directives, "tracing_off -file \"*/{UNTRACED}*\"");
    for module in SHARED {
        let _ = writeln!(directives, "no_inline -module \"{module}\"");
        for input in inputs(&folder.join(format!("{module}.v"))) {
            let _ = writeln!(directives, "public_flat_rd -module \"{module}\" -var \"{input}\"");
        }
    }
    write(&control, &directives)?;
    let output = Command::new("verilator_bin")
        .env("VERILATOR_ROOT", &verilator.root)
        .args(VERILATOR_OPTIONS)
        .args(["--prefix", &class, "--top-module", design.top])
        .arg("-y")
        .arg(folder)
        .arg("-y")
        .arg(own)
        .arg("--Mdir")
        .arg(&generated)
        .arg(&control)
        .arg(file)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot run verilator_bin: {error}"))?;
    if !output.status.success() {
        println!("cargo::rerun-if-changed={}", folder.display());
        return Err(format!(
            "Verilator refused the design `{}` in {}: {}",
            design.name,
            file.display(),
            String::from_utf8_lossy(&output.stderr).trim()
        ));
    }
    for source in dependencies(&generated.join(format!("{class}__ver.d")), [folder, own])? {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    let header = generated.join(format!("{class}.h"));
    let text = fs::read_to_string(&header).map_err(|error| format!("cannot read {}: {error}", header.display()))?;
    let (ports, input_words, output_words) = ports(&text);
    if !ports.iter().any(|port| port.name == "clock" && port.input && port.width == 1) {
        return Err(format!("the design `{}` has no input `clock` of one bit, which drives it", design.name));
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(&generated).map_err(|error| format!("cannot list {}: {error}", generated.display()))? {
        let path = entry.map_err(|error| format!("cannot list {}: {error}", generated.display()))?.path();
        if path.extension().is_some_and(|extension| extension == "cpp" || extension == "h") {
            files.push(path);
        }
    }
    files.sort();
    Ok(Model { name: design.name, level: design.level, class, ports, input_words, output_words, files })
}

/// The inputs of an exported module, without its clock; none if there is no such module.
fn inputs(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let ports = text.lines().filter_map(|line| line.trim().strip_prefix("input "));
    let names = ports.filter_map(|port| port.trim_end_matches(',').split_whitespace().last());
    names.filter(|name| *name != "clock").map(str::to_owned).collect()
}

/// The Verilog files that Verilator read.
fn dependencies(list: &Path, folders: [&Path; 2]) -> Result<BTreeSet<PathBuf>, String> {
    let text = fs::read_to_string(list).map_err(|error| format!("cannot read {}: {error}", list.display()))?;
    let (_, sources) = text.split_once(" : ").unwrap_or(("", &text));
    Ok(sources
        .split_whitespace()
        .filter(|word| word.ends_with(".v"))
        .map(PathBuf::from)
        .filter(|path| folders.iter().any(|folder| path.starts_with(folder)))
        .collect())
}

/// A port's name in Rust-HDL: without what Verilator puts before a word that it takes for one of C++, or what the
/// exporter puts behind a keyword.
fn plain_name(member: &str) -> &str {
    let member = member.trim_start_matches("__SYM__");
    member.strip_suffix('_').unwrap_or(member)
}

/// Reads the ports out of the header of a generated class, where each is a line such as
/// `VL_OUTW(&m_axi_0_wdata,511,0,16);`, and gives each input and each output its place in a frame.
fn ports(header: &str) -> (Vec<Port>, usize, usize) {
    let mut ports = Vec::new();
    let (mut input_words, mut output_words) = (0, 0);
    for line in header.lines().map(str::trim) {
        let input = line.starts_with("VL_IN");
        if !input && !line.starts_with("VL_OUT") {
            continue;
        }
        let Some((_, declaration)) = line.split_once("(&") else { continue };
        let mut parts = declaration.trim_end_matches([')', ';']).split(',');
        let (Some(member), Some(Ok(most)), Some(Ok(least))) =
            (parts.next(), parts.next().map(str::parse::<usize>), parts.next().map(str::parse::<usize>))
        else {
            continue;
        };
        let words = if input { &mut input_words } else { &mut output_words };
        let port = Port {
            name: plain_name(member).to_string(),
            member: member.to_string(),
            input,
            width: most - least + 1,
            offset: *words,
        };
        *words += port.words();
        ports.push(port);
    }
    (ports, input_words, output_words)
}

fn rust_tables(models: &[Model], absent: &[&str]) -> String {
    let mut text = String::from("pub(crate) static DESIGNS: &[Design] = &[\n");
    for model in models {
        let Model { name, input_words, output_words, .. } = model;
        let _ = writeln!(
            text,
            "Design {{ name: {name:?}, input_words: {input_words}, output_words: {output_words}, ports: &["
        );
        // The model itself drives the clock.
        for port in model.ports.iter().filter(|port| port.name != "clock") {
            let direction = if port.input { "Input" } else { "Output" };
            let Port { name, width, offset, .. } = port;
            let _ = writeln!(
                text,
                "PortEntry {{ name: {name:?}, direction: Direction::{direction}, width: {width}, offset: {offset} }},"
            );
        }
        text.push_str("] },\n");
    }
    let _ = writeln!(text, "];\npub(crate) static ABSENT: &[&str] = &{absent:?};");
    text
}

/// The table of designs for the shim: how the inputs of each are loaded from a frame and its outputs stored to one.
fn cpp_designs(models: &[Model]) -> String {
    let mut text = String::from("#include \"verilated_instance.h\"\n");
    for model in models {
        let _ = writeln!(text, "#include \"{}.h\"", model.class);
    }
    text.push_str("namespace emberlane {\nnamespace {\n");
    for Model { name, class, ports, input_words, output_words, .. } in models {
        let _ = writeln!(text, "struct {name}_ports {{\n  using Top = {class};");
        let _ = writeln!(text, "  static constexpr std::size_t inputs = {input_words}, outputs = {output_words};");
        text.push_str("  static void load(Top& top, const std::uint32_t* frame) {\n");
        for port in ports.iter().filter(|port| port.input && port.name != "clock") {
            let Port { member, offset, .. } = port;
            let _ = match port.width {
                ..=32 => writeln!(text, "    top.{member} = frame[{offset}];"),
                33..=64 => writeln!(text, "    top.{member} = two_words(frame + {offset});"),
                _ => writeln!(text, "    std::memcpy(top.{member}.data(), frame + {offset}, {});", port.words() * 4),
            };
        }
        text.push_str("  }\n  static void store(const Top& top, std::uint32_t* frame) {\n");
        for port in ports.iter().filter(|port| !port.input) {
            let Port { member, offset, .. } = port;
            let _ = match port.width {
                ..=32 => writeln!(text, "    frame[{offset}] = top.{member};"),
                33..=64 => writeln!(text, "    store_two_words(frame + {offset}, top.{member});"),
                _ => writeln!(text, "    std::memcpy(frame + {offset}, top.{member}.data(), {});", port.words() * 4),
            };
        }
        text.push_str("  }\n};\n");
    }
    text.push_str("}  // namespace\n\n");
    text.push_str("std::unique_ptr<Instance> new_instance(std::size_t design, std::uint32_t seed, std::uint64_t period) {\n  switch (design) {\n");
    for (index, model) in models.iter().enumerate() {
        let _ = writeln!(
            text,
            "    case {index}: return std::make_unique<VerilatedInstance<{}_ports>>(seed, period);",
            model.name
        );
    }
    text.push_str(
        "    default: throw std::out_of_range(\"no design of this number\");\n  }\n}\n\n}  // namespace emberlane\n",
    );
    text
}

/// Optimisation level of a generated source. What runs once or only on tracing takes longest to optimise.
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

/// Flags of all C++ here. A fatal error of a model is an exception and not the end of the process; see `instance.cpp`.
const COMPILER_FLAGS: &[&str] = &[
    "-std=c++17",
    "-DVM_COVERAGE=0",
    "-DVM_SC=0",
    "-DVM_TRACE=1",
    "-DVM_TRACE_FST=1",
    "-DVL_USER_FATAL",
    "-DVL_USER_STOP",
];

/// Settings of all C++ here. The optimisation level does not follow cargo's profile: a model at -O0, which a dev build
/// would give, is fifteen times slower.
fn configure(build: &mut cc::Build, verilator: &Verilator, level: u32) {
    let include = verilator.include();
    build.cpp(true).opt_level(level).debug(false).warnings(false).cargo_warnings(false);
    for flag in COMPILER_FLAGS {
        build.flag(flag);
    }
    build.include(&include).include(include.join("vltstd"));
}

/// Compiles `files`, those that are sources, unless it was done before with the same contents: Verilog that is exported
/// again, and comes out the same, costs nothing. `name` is that of the record.
fn objects(
    verilator: &Verilator,
    name: &str,
    highest: u32,
    files: &[PathBuf],
    out: &Path,
) -> Result<Vec<PathBuf>, String> {
    let mut hash = DefaultHasher::new();
    for file in files {
        file.hash(&mut hash);
        fs::read(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?.hash(&mut hash);
    }
    // The compiler and its flags.
    env::vars_os().filter(|(name, _)| name.to_string_lossy().contains("CXX")).for_each(|pair| pair.hash(&mut hash));
    COMPILER_FLAGS.hash(&mut hash);
    highest.hash(&mut hash);
    let fingerprint = format!("{:016x}", hash.finish());
    let record = out.join(format!("{name}.objects"));
    if let Ok(text) = fs::read_to_string(&record)
        && let Some((before, list)) = text.split_once('\n')
        && before == fingerprint
    {
        let kept: Vec<_> = list.lines().map(PathBuf::from).collect();
        if kept.iter().all(|object| object.is_file()) {
            return Ok(kept);
        }
    }
    let mut compiled = Vec::new();
    for wanted in [2, 1, 0] {
        let is_source = |file: &&PathBuf| file.extension().is_some_and(|extension| extension == "cpp");
        let sources: Vec<_> =
            files.iter().filter(is_source).filter(|file| level(file).min(highest) == wanted).collect();
        let mut build = cc::Build::new();
        configure(&mut build, verilator, wanted);
        compiled.extend(build.files(sources).try_compile_intermediates().map_err(|error| {
            format!("the C++ of the RTL devices did not compile; {}; the compiler said: {error}", Verilator::WANTED)
        })?);
    }
    let list: String = compiled.iter().map(|object| format!("{}\n", object.display())).collect();
    write(&record, &format!("{fingerprint}\n{list}"))?;
    Ok(compiled)
}

fn compile(verilator: &Verilator, models: &[Model], manifest: &Path, out: &Path) -> Result<(), String> {
    let runtime =
        ["verilated.cpp", "verilated_fst_c.cpp", "verilated_threads.cpp"].map(|file| verilator.include().join(file));
    let mut compiled = objects(verilator, "runtime", 2, &runtime, out)?;
    for model in models {
        compiled.extend(objects(verilator, model.name, model.level, &model.files, out)?);
    }
    let mut bridge = cxx_build::bridge("src/bridge.rs");
    configure(&mut bridge, verilator, 2);
    bridge.includes(models.iter().map(|model| out.join(model.name))).include(manifest.join("src/bridge"));
    bridge.file(manifest.join("src/bridge/instance.cpp")).file(out.join("designs.cpp")).objects(compiled);
    bridge.try_compile("emberlane_verilated").map_err(|error| format!("the bridge did not compile: {error}"))?;
    println!("cargo::rustc-link-lib=z");
    Ok(())
}
