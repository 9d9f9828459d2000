//! The designs that are simulated, and the Verilog of each.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::files::{make_folder, write};
use crate::native;

/// A top module to simulate.
pub struct Design {
    /// What `Model::new` is asked for.
    pub name: &'static str,
    /// The Verilog module, without the prefix that it has in the library.
    pub module: &'static str,
    /// Where the top and what it alone has are, from the crate; the rest is in the folder of the export.
    folder: Option<&'static str>,
    /// Highest optimisation level of its C++.
    pub level: u32,
    /// Whether its waveform can be written, which is half of its C++.
    pub traced: bool,
    /// Whether only tests ask for it: it is then built with the feature `test-designs` alone.
    pub for_tests: bool,
    /// Whether the seed of an instance says with what registers and memories begin, and not their initial values.
    pub unset: bool,
    /// Whether its FP32 units use this machine's processor, and no protocol monitor watches it: faster, with the same bits and cycles.
    /// The feature `rtl-fast` has it so for all designs that users ask for.
    pub native: bool,
    /// Whether the design has several clocks, and the model says of each, by an input `<clock>_ticks`, whether it ticks in a step.
    pub clocks: bool,
}

/// Folder of the protocol monitors in that of the export.
const MONITORS: &str = "monitors";

/// What the designs that commit faults have for themselves.
const FAULTS: Option<&str> = Some("../../hw/rtl/tests/faults");

/// A design that users ask for.
const fn design(name: &'static str) -> Design {
    Design {
        name,
        module: name,
        folder: None,
        level: 2,
        traced: true,
        for_tests: false,
        unset: false,
        native: cfg!(feature = "rtl-fast"),
        clocks: false,
    }
}

/// A design that only tests ask for, a few thousand cycles of it; it should not take long to compile.
const fn for_tests(name: &'static str, module: &'static str) -> Design {
    Design { module, level: 1, traced: false, for_tests: true, native: false, ..design(name) }
}

/// A design that commits faults.
const fn faults(name: &'static str) -> Design {
    Design { folder: FAULTS, ..for_tests(name, name) }
}

/// A design whose registers and memories have no initial values.
const fn unset(name: &'static str, module: &'static str) -> Design {
    Design { unset: true, ..for_tests(name, module) }
}

/// What the names of the library's modules begin with; those of an export of single modules do not.
const PREFIX: &str = "emb_";

/// The name of a module without the prefix.
pub fn plain(module: &str) -> &str {
    module.strip_prefix(PREFIX).unwrap_or(module)
}

/// Modules that hold what outlives a reset, and nothing else tells them at power-up: they keep their initial values.
const OUTLIVE_RESET: [&str; 2] = ["memory_port", "poison_list"];

/// Those that take longest come first, as the work is shared out in this order.
pub const DESIGNS: &[Design] = &[
    design("smartssd"),
    // For measuring: the device around it has a waveform.
    Design { traced: false, ..design("embedding_kernel_b6_s4") },
    design("cxl_mem"),
    design("cxl_mem_c1"),
    faults("cxl_mem_faults"),
    design("smartssd_b2_s1"),
    faults("smartssd_b2_s1_faults"),
    unset("cxl_mem_c1_unset", "cxl_mem_c1"),
    unset("smartssd_b2_s1_unset", "smartssd_b2_s1"),
    Design { native: true, ..for_tests("cxl_mem_c1_native", "cxl_mem_c1") },
    Design { native: true, ..for_tests("smartssd_b2_s1_native", "smartssd_b2_s1") },
    Design { level: 2, traced: true, ..for_tests("embedding_kernel_b2_s1", "embedding_kernel_b2_s1") },
    for_tests("u200_c1", "u200_c1"),
    for_tests("smartssd_shell_b2_s1", "smartssd_shell_b2_s1"),
    Design { clocks: true, ..for_tests("u200_clocks_c1", "u200_clocks_c1") },
];

/// The Verilog of a design: its top and all modules below it.
pub struct Sources {
    /// The name of the top's module.
    pub name: String,
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
        let mut files = modules_in(&own);
        files.extend(modules_in(export));
        let names = [format!("{PREFIX}{}", design.module), design.module.to_owned()];
        let found = names.iter().find_map(|name| Some((name.clone(), files.get(name)?.clone())));
        let mut modules = BTreeMap::new();
        let mut wanted: Vec<_> = found.iter().map(|(name, _)| name.clone()).collect();
        let [name, _] = names;
        let (name, top) = found.unwrap_or_else(|| (name.clone(), own.join(format!("{name}.v"))));
        // A design that commits faults breaks rules: its name is in no bind.
        let monitors = modules_in(&export.join(MONITORS));
        let bind = monitors.get(&format!("{name}_bind")).filter(|_| !wanted.is_empty() && !design.native).cloned();
        if bind.is_some() {
            wanted.push(format!("{name}_bind"));
        }
        files.extend(monitors);
        while let Some(name) = wanted.pop() {
            let path = &files[&name];
            let text = fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            modules.insert(name, (path.clone(), text.clone()));
            // Every word that is the name of a file may be an instance of its module: one file too many does no harm.
            let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
            let found: BTreeSet<&str> = words.filter(|word| files.contains_key(*word)).collect();
            wanted.extend(found.into_iter().filter(|word| !modules.contains_key(*word)).map(str::to_owned));
        }
        if design.unset {
            let is_monitor = |path: &Path| path.extension().is_some_and(|extension| extension == "sv");
            for (name, (path, text)) in &mut modules {
                if !is_monitor(path) && !OUTLIVE_RESET.contains(&plain(name)) {
                    *text = without_initial_values(text);
                }
            }
        }
        if design.native {
            for (name, (_, text)) in &mut modules {
                if let Some(unit) = native::unit(name, plain(name)) {
                    *text = unit;
                }
            }
        }
        if design.clocks
            && let Some((path, text)) = modules.get(&name)
        {
            let outer = format!("{name}_ticks");
            let (path, text) = (path.with_file_name(format!("{outer}.v")), with_ticks(&name, text));
            modules.insert(outer.clone(), (path.clone(), text));
            return Ok(Self { name: outer, top: path, bind, modules });
        }
        Ok(Self { name, top, bind, modules })
    }

    /// Writes what was collected into a folder, and has it from there.
    pub fn moved_to(&self, folder: &Path) -> Result<Self, String> {
        make_folder(folder)?;
        let place = |path: &Path| folder.join(path.file_name().unwrap_or_default());
        let mut modules = BTreeMap::new();
        for (name, (path, text)) in &self.modules {
            write(&place(path), text)?;
            modules.insert(name.clone(), (place(path), text.clone()));
        }
        let (top, bind) = (place(&self.top), self.bind.as_deref().map(place));
        Ok(Self { name: self.name.clone(), top, bind, modules })
    }

    /// The folders of the files.
    pub fn folders(&self) -> BTreeSet<&Path> {
        self.modules.values().filter_map(|(path, _)| path.parent()).collect()
    }

    /// The inputs of a module, without its clock; none if the design has no such module.
    pub fn inputs(&self, module: &str) -> Vec<&str> {
        let text = self.modules.get(module).map_or("", |(_, text)| text);
        let ports = text.lines().filter_map(|line| line.trim().strip_prefix("input "));
        let names = ports.filter_map(|port| port.trim_end_matches(',').split_whitespace().last());
        names.filter(|name| *name != "clock").collect()
    }
}

/// A module without the initial values of its registers and memories, as the exporter writes them.
fn without_initial_values(text: &str) -> String {
    let mut result = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let words = line.trim_start();
        if words == "initial" {
            // The loop over the words of a memory.
            lines.by_ref().take(2).for_each(drop);
        } else if !words.starts_with("initial ") {
            let declaration = line.split_once(" = ").filter(|_| words.starts_with("reg "));
            result += &declaration.map_or_else(|| line.to_owned(), |(head, _)| format!("{head};"));
            result.push('\n');
        }
    }
    result
}

/// A module around one with several clocks: it has one clock, and for each of those an input that says whether it ticks.
fn with_ticks(inner: &str, text: &str) -> String {
    let header = text.split("\n);").next().unwrap_or_default();
    let (mut ports, mut pins) = (vec!["    input wire clock".to_owned()], Vec::new());
    for line in header.lines().map(|line| line.trim().trim_end_matches(',')) {
        let Some(name) =
            line.split_whitespace().last().filter(|_| ["input ", "output "].iter().any(|is| line.starts_with(is)))
        else {
            continue;
        };
        if name == "clock" || name.ends_with("_clock") {
            ports.push(format!("    input wire {name}_ticks"));
            pins.push(format!("        .{name}(clock & {name}_ticks)"));
        } else {
            ports.push(format!("    {}", line.replace("output reg", "output wire")));
            pins.push(format!("        .{name}({name})"));
        }
    }
    let (ports, pins) = (ports.join(",\n"), pins.join(",\n"));
    format!("module {inner}_ticks (\n{ports}\n);\n    {inner} inner (\n{pins}\n    );\nendmodule\n")
}

/// The Verilog files of a folder and of those in it, by the name of their module.
fn modules_in(folder: &Path) -> BTreeMap<String, PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let verilog = files
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "v" || extension == "sv"))
        .filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path)));
    let below = folders.iter().filter(|path| !path.ends_with(MONITORS)).flat_map(|folder| modules_in(folder));
    verilog.chain(below).collect()
}
