//! Recordings of tests: of those of the blocks, and of those of the devices, for the devices and every module inside them.

use crate::harness::{Bench, Want};
use crate::verilog::{Library, family};
use anyhow::{Context as _, Result, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The designs whose tests are recorded.
pub const DESIGNS: [&str; 3] = ["cxl_mem_c1", "smartssd_b2_s1", "cxl_mem"];

/// Blocks whose tests are the traffic of what is inside them, too, because that has no tests which are recorded.
const PARENTS: [&str; 2] = ["checkpointing_logic_c1", "checkpointing_logic_c4"];

/// What a block is called that faults can be put into, after its own name.
const FAULTS: &str = "_faults";

/// Cycles of a recording that a device is driven with.
pub const MOST_CYCLES: usize = 8_000;

/// Cycles of a recording that a module inside a device is driven with.
pub const MOST_CYCLES_OF_MODULE: usize = 200_000;

/// Recordings that a device or a module is driven with, of many that are alike.
const MOST_RECORDINGS: usize = 32;

/// The recordings in a folder.
pub struct Recordings {
    /// For the devices.
    pub devices: BTreeMap<String, Vec<PathBuf>>,
    /// For the modules inside them.
    pub modules: BTreeMap<String, Vec<PathBuf>>,
}

impl Recordings {
    /// Takes the recordings that `scripts/mutate` left in the folder, and makes those of the modules where they are not
    /// there yet.
    ///
    /// # Errors
    /// The folder cannot be read, or a device cannot be built.
    pub fn open(folder: &Path, library: &Library, bench: &Bench) -> Result<Self> {
        let devices = of_designs(folder)?;
        let mut modules = by_module(&folder.join("blocks"))?;
        let inside = Inside { folder: folder.join("modules"), library, bench };
        for (design, paths) in &devices {
            inside.record(design, paths, MOST_CYCLES)?;
        }
        for parent in PARENTS {
            if let Some(paths) = modules.get(&format!("{parent}{FAULTS}")).or_else(|| modules.get(parent)) {
                inside.record(parent, paths, MOST_CYCLES_OF_MODULE)?;
            }
        }
        // What the block's own tests drive comes first: it is made for it.
        for (module, paths) in by_module(&inside.folder)? {
            modules.entry(module).or_default().extend(paths);
        }
        Ok(Self { devices, modules })
    }

    /// None at all.
    pub fn none() -> Self {
        Self { devices: BTreeMap::new(), modules: BTreeMap::new() }
    }

    /// Those of a module, and of the same block with other parameters as far as there are few.
    pub fn of(&self, module: &str) -> Vec<PathBuf> {
        let held = [&self.modules, &self.devices].map(|recordings| recordings.get(module));
        let mut found: Vec<PathBuf> = held.into_iter().flatten().flatten().cloned().collect();
        let without_faults = |module: &str| module.trim_end_matches(FAULTS).to_owned();
        let block = |module: &str| family(&without_faults(module));
        let mut alike: Vec<_> =
            self.modules.iter().filter(|(other, _)| *other != module && block(other) == block(module)).collect();
        // The same parameters come first.
        alike.sort_by_key(|(other, _)| without_faults(other) != module);
        let few = MOST_RECORDINGS.saturating_sub(found.len());
        found.extend(alike.into_iter().flat_map(|(_, paths)| paths).take(few).cloned());
        found
    }
}

/// Records what goes into the modules inside others.
struct Inside<'a> {
    folder: PathBuf,
    library: &'a Library,
    bench: &'a Bench,
}

impl Inside<'_> {
    /// Drives a module with recordings, unless it was, and records all below it.
    fn record(&self, module: &str, paths: &[PathBuf], cycles: usize) -> Result<()> {
        // Written last.
        let stamp = self.folder.join(format!("{module}.done"));
        let key: String = paths.iter().map(|path| format!("{}\n", path.display())).collect();
        if fs::read_to_string(&stamp).is_ok_and(|held| held == key) {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        eprintln!("recording the modules of {module}");
        let program = self.bench.program(self.library, module, &BTreeMap::new(), Want::Recordings)?;
        for (number, path) in paths.iter().enumerate() {
            let arguments = ["run", "0", &cycles.to_string(), "1", &path.display().to_string()].map(String::from);
            let variables = [
                ("EMBERLANE_RECORDINGS", self.folder.display().to_string()),
                ("EMBERLANE_RUN", format!("{module}.{number}")),
            ];
            program.run(&arguments, &variables)?;
        }
        Ok(fs::write(stamp, key)?)
    }
}

/// Cycles of each recording that a module is driven with.
pub fn most_cycles(module: &str) -> usize {
    if DESIGNS.contains(&module) { MOST_CYCLES } else { MOST_CYCLES_OF_MODULE }
}

/// Recordings by the module whose name they begin with.
fn by_module(folder: &Path) -> Result<BTreeMap<String, Vec<PathBuf>>> {
    let mut modules: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in files(folder)? {
        if let Some((module, _)) = name_of(&path).split_once('-') {
            modules.entry(module.to_owned()).or_default().push(path);
        }
    }
    modules.values_mut().for_each(some);
    Ok(modules)
}

fn of_designs(folder: &Path) -> Result<BTreeMap<String, Vec<PathBuf>>> {
    let mut devices = by_module(folder)?;
    devices.retain(|device, _| DESIGNS.contains(&device.as_str()));
    let remedy = "scripts/mutate records them";
    ensure!(devices.len() == DESIGNS.len(), "{} holds no recordings of {DESIGNS:?}; {remedy}", folder.display());
    Ok(devices)
}

/// Takes some of many, from the first to the last.
fn some(paths: &mut Vec<PathBuf>) {
    // In the order in which they were made; those of a test lie beside each other.
    paths.sort_by_key(|path| (name_of(path).len(), name_of(path)));
    let count = paths.len();
    let mut index = 0..;
    paths.retain(|_| {
        let at: usize = index.next().expect("numbers do not end");
        count <= MOST_RECORDINGS || at * MOST_RECORDINGS / count != (at + 1) * MOST_RECORDINGS / count
    });
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "rec"));
    files.sort();
    Ok(files)
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
