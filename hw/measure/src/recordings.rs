//! Recordings of the device tests, for the devices and for every module inside them.

use crate::harness::{Bench, Want};
use crate::verilog::Library;
use anyhow::{Context as _, Result, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The designs whose tests are recorded.
pub const DESIGNS: [&str; 3] = ["cxl_mem_c1", "smartssd_b2_s1", "cxl_mem"];

/// Cycles of a recording that a device is driven with.
pub const MOST_CYCLES: usize = 8_000;

/// Recordings that each device is driven with, of many that are alike.
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
        let inside = folder.join("modules");
        for (design, paths) in &devices {
            // Written last.
            let stamp = inside.join(format!("{design}.done"));
            let key: String = paths.iter().map(|path| format!("{}\n", path.display())).collect();
            if fs::read_to_string(&stamp).is_ok_and(|held| held == key) {
                continue;
            }
            fs::create_dir_all(&inside)?;
            eprintln!("recording the modules of {design}");
            let program = bench.program(library, design, &BTreeMap::new(), Want::Recordings)?;
            for (number, path) in paths.iter().enumerate() {
                let arguments =
                    ["run", "0", &MOST_CYCLES.to_string(), "1", &path.display().to_string()].map(String::from);
                let variables = [
                    ("EMBERLANE_RECORDINGS", inside.display().to_string()),
                    ("EMBERLANE_RUN", format!("{design}.{number}")),
                ];
                program.run(&arguments, &variables)?;
            }
            fs::write(stamp, key)?;
        }
        let mut modules: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for path in files(&inside)? {
            if let Some((module, _)) = name_of(&path).split_once('-') {
                modules.entry(module.to_owned()).or_default().push(path);
            }
        }
        Ok(Self { devices, modules })
    }

    /// None at all.
    pub fn none() -> Self {
        Self { devices: BTreeMap::new(), modules: BTreeMap::new() }
    }

    /// Those of a module.
    pub fn of(&self, module: &str) -> &[PathBuf] {
        let of_device = self.devices.get(module);
        of_device.or_else(|| self.modules.get(module)).map_or(&[], Vec::as_slice)
    }
}

fn of_designs(folder: &Path) -> Result<BTreeMap<String, Vec<PathBuf>>> {
    let mut devices: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in files(folder)? {
        if let Some(design) = DESIGNS.iter().find(|design| name_of(&path).starts_with(&format!("{design}-"))) {
            devices.entry((*design).to_owned()).or_default().push(path);
        }
    }
    let remedy = "scripts/mutate records them";
    ensure!(devices.len() == DESIGNS.len(), "{} holds no recordings of {DESIGNS:?}; {remedy}", folder.display());
    for paths in devices.values_mut() {
        // In the order in which they were made; those of a test lie beside each other.
        paths.sort_by_key(|path| (name_of(path).len(), name_of(path)));
        let count = paths.len();
        let mut index = 0..;
        paths.retain(|_| {
            index.next().is_some_and(|at: usize| at * MOST_RECORDINGS / count != (at + 1) * MOST_RECORDINGS / count)
        });
    }
    Ok(devices)
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
