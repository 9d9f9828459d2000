//! Verilates the exported designs and compiles them, and links them with the bridge to Rust into this crate.
//!
//! | module | |
//! |---|---|
//! | `designs` | which designs there are, and the Verilog of each |
//! | `verilator` | Verilog to C++ |
//! | `native` | FP32 units with the processor's arithmetic |
//! | `copies` | wide copies in generated C++ |
//! | `interface` | the ports of a design, and the code that moves them |
//! | `compiler` | C++ to a library |
//! | `store` | libraries that were compiled before |

mod compiler;
mod copies;
mod designs;
mod files;
mod interface;
mod native;
mod parallel;
mod store;
mod verilator;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fs, thread};

use compiler::{Compiler, Unit, archive, configure, runs_every_cycle, units};
use designs::{DESIGNS, Design, Sources};
use files::{hash, read, with_path, write};
use interface::{Interface, cpp_designs};
use store::{Place, Store};
use verilator::{Verilator, class, directives, options};

/// Overrides the folder of the Verilog, to simulate an export that is not the committed one.
const VERILOG_VARIABLE: &str = "EMBERLANE_VERILOG";

/// The bridge's part in every model.
const BRIDGE_HEADERS: [&str; 3] = ["generated.h", "instance.h", "verilated_instance.h"];
/// The part of Verilator's runtime that the models need, but for `verilated.cpp`, and that with what it calls when a model cannot go on.
const RUNTIME: [&str; 2] = ["verilated_fst_c.cpp", "verilated_threads.cpp"];
const RUNTIME_END: &str = "fatal.cpp";

/// File of a model's ports.
const PORTS: &str = "ports.txt";

fn main() {
    if let Err(message) = build() {
        println!("cargo::error={}", message.replace('\n', " | "));
    }
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("cargo did not set {name}"))
}

/// What the parts of a build have in common.
struct Workbench {
    manifest: PathBuf,
    verilator: Verilator,
    compiler: Compiler,
    store: Store,
    threads: usize,
}

/// A library to link: a design, or the runtime of all.
struct Part<'a> {
    name: &'static str,
    /// The design and its Verilog.
    design: Option<(&'a Design, Sources)>,
    place: Place,
}

impl Part<'_> {
    fn library(&self) -> String {
        format!("emberlane_model_{}", self.name)
    }

    fn library_file(&self) -> String {
        format!("lib{}.a", self.library())
    }
}

fn build() -> Result<(), String> {
    let manifest = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(variable("OUT_DIR")?);
    for file in ["build", "src/bridge.rs", "src/bridge"] {
        println!("cargo::rerun-if-changed={file}");
    }
    for name in [VERILOG_VARIABLE, store::VARIABLE, "VERILATOR_ROOT"] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let verilator = Verilator::find()?;
    println!("cargo::rerun-if-changed={}", verilator.include().join("verilated.h").display());
    let export = env::var_os(VERILOG_VARIABLE).map_or_else(|| manifest.join("../../hw/verilog"), PathBuf::from);
    // As errors show it.
    let export = export.canonicalize().unwrap_or(export);
    let cores = variable("NUM_JOBS").ok().and_then(|jobs| jobs.parse().ok());
    let threads = cores.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let compiler = Compiler::find(&verilator)?;
    let bench = Workbench { verilator, compiler, store: Store::open(&out)?, threads, manifest };

    let mut parts = vec![runtime(&bench)?];
    let mut absent = Vec::new();
    for design in DESIGNS {
        if design.for_tests && env::var_os("CARGO_FEATURE_TEST_DESIGNS").is_none() {
            absent.push((design.name, "it is one for tests, which the feature `test-designs` builds"));
            continue;
        }
        let sources = Sources::collect(design, &export, &bench.manifest)?;
        if !design.clocks {
            println!("cargo::rerun-if-changed={}", sources.top.display());
        }
        for (path, _) in sources.modules.values().filter(|(path, _)| !design.clocks || *path != sources.top) {
            println!("cargo::rerun-if-changed={}", path.display());
        }
        if sources.modules.is_empty() {
            let write = "`cargo run --no-default-features -- export-verilog` writes it";
            let (name, top) = (design.name, sources.top.display());
            println!("cargo::warning=the RTL device `{name}` is left out: {top} does not exist; {write}");
            absent
                .push((name, "its Verilog was missing; `cargo run --no-default-features -- export-verilog` writes it"));
            continue;
        }
        let key = format!("{}{}", common_key(&bench)?, design_key(design, &sources));
        parts.push(Part {
            name: design.name,
            place: bench.store.place(design.name, &key),
            design: Some((design, sources)),
        });
    }
    make(&bench, &parts)?;
    link(&bench, &parts, &absent, &out)
}

/// What goes into every model.
fn common_key(bench: &Workbench) -> Result<String, String> {
    let mut key = format!("verilator: {}\n{}", bench.verilator.version, bench.compiler.identity);
    for name in BRIDGE_HEADERS {
        let text = read(&bench.manifest.join("src/bridge").join(name))?;
        key += &format!("bridge {name}: {}\n", hash(&text));
    }
    // How ports are moved, and how each source is compiled, is written here.
    let recipes = [
        ("copies", include_str!("copies.rs")),
        ("interface", include_str!("interface.rs")),
        ("compiler", include_str!("compiler.rs")),
    ];
    for (name, text) in recipes {
        key += &format!("{name}: {}\n", hash(text));
    }
    Ok(key)
}

/// What goes into the model of a design.
fn design_key(design: &Design, sources: &Sources) -> String {
    let mut key = format!("design: {} at level {}\n", design.name, design.level);
    key += &format!("options: {}\n", options(design).collect::<Vec<_>>().join(" "));
    key += &format!("directives: {}\n", hash(&directives(design, sources)));
    for (name, (_, text)) in &sources.modules {
        key += &format!("verilog {name}: {}\n", hash(text));
    }
    key
}

/// Verilator's runtime as a part.
fn runtime(bench: &Workbench) -> Result<Part<'static>, String> {
    let fatal = read(&bench.manifest.join("src/bridge").join(RUNTIME_END))?;
    let key = format!("{}runtime: {}\n", common_key(bench)?, hash(&fatal));
    Ok(Part { name: "runtime", design: None, place: bench.store.place("runtime", &key) })
}

/// Makes the models that are not there.
fn make(bench: &Workbench, parts: &[Part]) -> Result<(), String> {
    // Always held in the order of their names, so that no two builds wait for each other.
    let mut missing: Vec<_> = parts.iter().filter(|part| !part.place.is_whole()).collect();
    missing.sort_by_key(|part| part.place.folder.clone());
    let held = missing.iter().map(|part| part.place.hold()).collect::<Result<Vec<_>, _>>()?;
    // Another build may have made some of them meanwhile. The largest first, as in the list of designs.
    let missing: Vec<_> = parts
        .iter()
        .filter(|part| missing.iter().any(|held| held.name == part.name) && !part.place.is_whole())
        .collect();
    let made = parallel::each(&missing, bench.threads, |part| timed(part.name, || prepare(bench, part)))?;
    let mut work: Vec<&Unit> = made.iter().flatten().collect();
    work.sort_by_key(|unit| std::cmp::Reverse(unit.effort()));
    parallel::each(&work, bench.threads, |unit| timed(unit.object.display(), || bench.compiler.compile(unit)))?;
    for (part, units) in missing.iter().zip(&made) {
        archive(units.iter().map(|unit| unit.object.as_path()), &part.place.workshop.join(part.library_file()))?;
        part.place.finish(&[&part.library_file(), PORTS])?;
    }
    drop(held);
    Ok(())
}

/// Does it, and says how long it took in cargo's log of this script (`stderr` beside `out` in its folder below `target`).
fn timed<T>(what: impl Display, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let made = work();
    eprintln!("{what}: {:.1} s", start.elapsed().as_secs_f64());
    made
}

/// Writes the C++ of a part into its workshop, and its ports.
fn prepare(bench: &Workbench, part: &Part) -> Result<Vec<Unit>, String> {
    part.place.begin()?;
    let bridge = bench.manifest.join("src/bridge");
    let workshop = &part.place.workshop;
    let Some((design, sources)) = &part.design else {
        write(&workshop.join(PORTS), "")?;
        let mut files: Vec<_> = RUNTIME.map(|file| bench.verilator.include().join(file)).into();
        files.push(bridge.join(RUNTIME_END));
        // Each for itself: they were not written to be one.
        let unit = |(index, file): (usize, &PathBuf)| {
            let folder = workshop.join(index.to_string());
            files::make_folder(&folder)?;
            units(std::slice::from_ref(file), 2, &folder, std::slice::from_ref(&bridge))
        };
        let units = files.iter().enumerate().map(unit).collect::<Result<Vec<_>, _>>()?;
        return Ok(units.into_iter().flatten().collect());
    };
    // What is not as it is in its files.
    let changed = (design.unset || design.native || design.clocks)
        .then(|| sources.moved_to(&workshop.join("verilog")))
        .transpose()?;
    bench.verilator.run(design, changed.as_ref().unwrap_or(sources), workshop)?;
    let class = class(design);
    let interface = Interface::of_header(&read(&workshop.join(format!("{class}.h")))?);
    if !interface.has_clock() {
        return Err(format!("the design `{}` has no input `clock` of one bit, which drives it", design.name));
    }
    write(&workshop.join(PORTS), &interface.to_text())?;
    write(&workshop.join("instance.cpp"), &interface.cpp(design.name, &class, design.traced))?;
    let entries = fs::read_dir(workshop).map_err(|error| with_path("cannot list", workshop, error))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "cpp"));
    files.sort();
    for file in files.iter().filter(|file| runs_every_cycle(file)) {
        write(file, &copies::joined(&read(file)?))?;
    }
    units(&files, design.level, workshop, &[workshop.clone(), bridge])
}

/// Links all parts, and compiles the bridge to them.
fn link(bench: &Workbench, parts: &[Part], absent: &[(&str, &str)], out: &Path) -> Result<(), String> {
    let mut tables = String::from("pub(crate) static DESIGNS: &[Design] = &[\n");
    for part in parts.iter().filter(|part| part.design.is_some()) {
        let ports = part.place.folder.join(PORTS);
        let interface = Interface::of_text(&read(&ports)?);
        let interface =
            interface.ok_or_else(|| with_path("there is no list of ports in", &ports, "remove its folder"))?;
        tables += &interface.rust_entry(part.name);
    }
    tables += &format!("];\npub(crate) static ABSENT: &[(&str, &str)] = &{absent:?};\n");
    write(&out.join("designs.rs"), &tables)?;
    let names: Vec<_> = parts.iter().filter(|part| part.design.is_some()).map(|part| part.name).collect();
    write(&out.join("designs.cpp"), &cpp_designs(&names))?;

    let mut bridge = cxx_build::bridge("src/bridge.rs");
    configure(&mut bridge, &bench.verilator, 2);
    bridge.include(bench.manifest.join("src/bridge"));
    bridge.file(bench.manifest.join("src/bridge/bridge.cpp")).file(out.join("designs.cpp"));
    bridge.try_compile("emberlane_verilated").map_err(|error| format!("the bridge did not compile: {error}"))?;
    // What calls comes before what is called.
    for part in parts.iter().rev() {
        println!("cargo::rerun-if-changed={}", part.place.key_file().display());
        println!("cargo::rustc-link-search=native={}", part.place.folder.display());
        println!("cargo::rustc-link-lib=static:-bundle={}", part.library());
    }
    println!("cargo::rustc-link-lib=z");
    Ok(())
}
