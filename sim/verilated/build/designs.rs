//! The designs that are simulated, and the Verilog of each.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A top module to simulate.
pub struct Design {
    /// What `Model::new` is asked for; also the Verilog module, in a file of the same name.
    pub name: &'static str,
    /// Where the top and what it alone has are, from the crate; the rest is in the folder of the export.
    folder: Option<&'static str>,
    /// Highest optimisation level of its C++.
    pub level: u32,
    /// Whether its waveform can be written, which is half of its C++.
    pub traced: bool,
    /// Whether only tests ask for it: it is then built with the feature `test-designs` alone.
    pub for_tests: bool,
}

/// Folder of the protocol monitors in that of the export.
pub const MONITORS: &str = "monitors";

/// What the designs that commit faults have for themselves.
const FAULTS: Option<&str> = Some("../../hw/rtl/tests/faults");

/// A design that users ask for.
const fn design(name: &'static str) -> Design {
    Design { name, folder: None, level: 2, traced: true, for_tests: false }
}

/// A design that commits faults, for tests of a few thousand cycles; it should not take long to compile.
const fn faults(name: &'static str) -> Design {
    Design { name, folder: FAULTS, level: 1, traced: false, for_tests: true }
}

/// Those that take longest come first, as the work is shared out in this order.
pub const DESIGNS: &[Design] = &[
    design("smartssd"),
    design("embedding_kernel_b6_s4"),
    design("cxl_mem"),
    design("cxl_mem_c1"),
    faults("cxl_mem_faults"),
    design("smartssd_b2_s1"),
    faults("smartssd_b2_s1_faults"),
    Design { for_tests: true, ..design("embedding_kernel_b2_s1") },
];

/// The Verilog of a design: its top and all modules below it.
pub struct Sources {
    /// The folder of the export.
    pub export: PathBuf,
    /// The folder of the top.
    pub own: PathBuf,
    /// The file of the top.
    pub top: PathBuf,
    /// The file that binds protocol monitors to the top, if the export has one.
    pub bind: Option<PathBuf>,
    /// Every file by the name of its module, with its text; none if there is no file of the top.
    pub modules: BTreeMap<String, (PathBuf, String)>,
}

impl Sources {
    /// Collects the files of a design.
    pub fn collect(design: &Design, export: &Path, manifest: &Path) -> Result<Self, String> {
        let own = design.folder.map_or_else(|| export.to_owned(), |own| manifest.join(own));
        let own = own.canonicalize().unwrap_or(own);
        let top = own.join(format!("{}.v", design.name));
        // In the order in which Verilator looks: what is exported comes before what is the design's own.
        let mut files = modules_in(&own);
        files.extend(modules_in(export));
        let mut modules = BTreeMap::new();
        let mut wanted: Vec<_> = if top.is_file() { vec![design.name.to_owned()] } else { Vec::new() };
        // A design that commits faults breaks rules: its name is in no bind.
        let monitors = modules_in(&export.join(MONITORS));
        let bind = monitors.get(&format!("{}_bind", design.name)).filter(|_| !wanted.is_empty()).cloned();
        if bind.is_some() {
            wanted.push(format!("{}_bind", design.name));
        }
        files.extend(monitors);
        while let Some(name) = wanted.pop() {
            let path = if name == design.name { &top } else { &files[&name] };
            let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            modules.insert(name, (path.clone(), text.clone()));
            // Every word that is the name of a file may be an instance of its module: one file too many does no harm.
            let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
            let found: BTreeSet<&str> = words.filter(|word| files.contains_key(*word)).collect();
            wanted.extend(found.into_iter().filter(|word| !modules.contains_key(*word)).map(str::to_owned));
        }
        Ok(Self { export: export.to_owned(), own, top, bind, modules })
    }

    /// The inputs of a module, without its clock; none if the design has no such module.
    pub fn inputs(&self, module: &str) -> Vec<&str> {
        let text = self.modules.get(module).map_or("", |(_, text)| text);
        let ports = text.lines().filter_map(|line| line.trim().strip_prefix("input "));
        let names = ports.filter_map(|port| port.trim_end_matches(',').split_whitespace().last());
        names.filter(|name| *name != "clock").collect()
    }
}

/// The Verilog files of a folder, by the name of their module.
fn modules_in(folder: &Path) -> BTreeMap<String, PathBuf> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let verilog = files.filter(|path| path.extension().is_some_and(|extension| extension == "v" || extension == "sv"));
    verilog.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path))).collect()
}
