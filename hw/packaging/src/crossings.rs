//! Constraints of the paths between clocks, for every module of the library in which there are some.
//!
//! They are scoped to that module, so that they hold for every instance in any design: from the exported text it is known which
//! registers are the first of a synchroniser, which clock what they take comes from, and where a memory has two clocks.

use crate::layout::shared;
use crate::package::Package;
use emberlane_rtl::designs::{self, PARTS, PREFIX};
use emberlane_verilog::{Design, Direction, ExportOptions, ports};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// Folder of the packages in which the constraints are.
pub const FOLDER: &str = "crossings";

/// An instance of a module: its name, that of its module, and what its ports are connected to.
struct Instance<'t> {
    name: &'t str,
    module: &'t str,
    ports: BTreeMap<&'t str, &'t str>,
}

/// Modules with paths between clocks, and the constraints of each. The parts are exported once.
static CONSTRAINED: LazyLock<BTreeMap<String, String>> = LazyLock::new(constrained);

/// The files, with their texts: of each module its constraints, and a script that adds them to a project of Vivado.
///
/// # Panics
/// If the parts cannot be exported.
#[must_use]
pub fn files() -> BTreeMap<String, String> {
    let constraints = CONSTRAINED.iter().map(|(name, paths)| (constraints_of(name), format!("{}{paths}", head(name))));
    constraints.chain(CONSTRAINED.keys().map(|name| (script_of(name), script(name)))).collect()
}

/// Modules of a package that have such constraints.
pub(crate) fn of(package: &Package) -> impl Iterator<Item = &str> {
    package.modules.iter().map(|module| module.name.as_str()).filter(|name| CONSTRAINED.contains_key(*name))
}

/// The file of the script that adds a module's constraints to a project.
pub(crate) fn script_of(name: &str) -> String {
    shared(FOLDER, &format!("{name}.tcl"))
}

/// The file of a module's constraints.
pub(crate) fn constraints_of(name: &str) -> String {
    shared(FOLDER, &format!("{name}.xdc"))
}

fn constrained() -> BTreeMap<String, String> {
    let library = designs::library(&PARTS, &ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    let design = library.design();
    let texts = design.modules().map(|module| (module.name, module.text)).collect::<Vec<_>>();
    let of_two_clocks = texts.iter().filter(|(_, text)| clocks(text).len() == 2);
    // Who only holds modules that cross has no path of its own between clocks.
    let constrained = of_two_clocks.filter_map(|(name, text)| {
        let paths = paths(design, text);
        (!paths.is_empty()).then(|| (name.clone(), paths))
    });
    constrained.collect()
}

/// Names of the clocks of a module.
fn clocks(text: &str) -> Vec<String> {
    let inputs = ports(text).into_iter().filter(|port| port.direction == Direction::In).map(|port| port.name);
    inputs.filter(|name| name == "clock" || name.ends_with("_clock")).collect()
}

/// Instances in a module's text.
fn instances(text: &str) -> Vec<Instance<'_>> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(head) = line.strip_suffix(" (").filter(|line| line.starts_with(&format!("    {PREFIX}"))) else {
            continue;
        };
        let (Some(module), Some(name)) = (head.split_whitespace().next(), head.split_whitespace().last()) else {
            continue;
        };
        let body = lines.by_ref().take_while(|line| line.trim() != ");").map(str::trim);
        let ports = body.filter_map(|line| {
            let (port, value) = line.strip_prefix('.')?.split_once('(')?;
            Some((port, value.trim_end_matches(',').strip_suffix(')')?))
        });
        found.push(Instance { name, module, ports: ports.collect() });
    }
    found
}

/// What is above the constraints of a module.
fn head(name: &str) -> String {
    format!(
        "# Constraints of the paths between the clocks of {name}, for every instance:\n\
         #     read_xdc -ref {name} {name}.xdc\n\
         # or, in a project: source {name}.tcl, which adds them and says so.\n\
         # Made from the exported Verilog by `emberlane export-packages`; changes here are lost.\n\
         # set_clock_groups or set_false_path between the same clocks would overrule them: leave those out.\n"
    )
}

/// The script that adds the constraints of a module to the project that is open.
fn script(name: &str) -> String {
    format!(
        "# Adds the constraints of the paths between the clocks of {name} to the project that is open, for every instance.\n\
         # Made from the exported Verilog by `emberlane export-packages`; changes here are lost.\n\
         set crossing [file join [file dirname [file normalize [info script]]] {name}.xdc]\n\
         add_files -norecurse -fileset constrs_1 $crossing\n\
         set_property SCOPED_TO_REF {name} [get_files $crossing]\n\
         set_property PROCESSING_ORDER LATE [get_files $crossing]\n\
         set_property USED_IN implementation [get_files $crossing]\n"
    )
}

/// The constraints of a module, of each path between its clocks; empty without one.
fn paths(design: &Design, text: &str) -> String {
    let mut constraints = String::new();
    let clocks = clocks(text);
    let other = |clock: &str| clocks.iter().find(|other| *other != clock).map_or("", String::as_str);
    for instance in instances(text) {
        let Instance { name, module, ports } = &instance;
        if let (Some(write), Some(read)) = (ports.get("write_clock"), ports.get("read_clock")) {
            let _ = write!(
                constraints,
                "\n# A word lies in memory for two cycles of {read} at least before it is read.\n\
                 set_max_delay -datapath_only -from {} -to [get_cells {{{name}/read_data_reg[*]}}] {}\n",
                clock(write),
                period(read)
            );
        } else if let (Some(to), Some(from)) = (ports.get("clock"), ports.get("from")) {
            let source = other(to);
            let _ = write!(
                constraints,
                "\n# A pointer in Gray code: its bits arrive within a cycle of the clock with which they change.\n\
                 # Its top bit is that of the pointer itself, of which synthesis keeps one register.\n\
                 set_max_delay -datapath_only -from {registers} -to [get_cells {{{name}/first_reg[*]}}] {period}\n\
                 set_bus_skew -from {registers} -to [get_cells {{{name}/first_reg[*]}}] {period}\n",
                registers = format_args!("[get_cells {{{from}_reg[*] {}_reg[*]}}]", from.replace("_gray", "_pointer")),
                period = period(source)
            );
        } else if let (Some(to), Some(text)) = (ports.get("clock"), design.module(module)) {
            for inner in instances(text).iter().filter(|inner| inner.ports.contains_key("from")) {
                let source = other(to);
                let _ = write!(
                    constraints,
                    "\n# One bit.\n\
                     set_max_delay -datapath_only -from {} -to [get_cells {{{name}/{}/first_reg[*]}}] {}\n",
                    clock(source),
                    inner.name,
                    period(source)
                );
            }
        }
    }
    constraints
}

/// The clock at a port of the module.
fn clock(port: &str) -> String {
    format!("[get_clocks -of_objects [get_ports {{{port}}}]]")
}

fn period(port: &str) -> String {
    format!("[get_property PERIOD {}]", clock(port))
}
