//! Protocol monitors: modules for simulation alone that watch the ports of an exported design and stop at the first rule that is
//! broken. They are written by hand (`hw/monitors`); which port gets which is found by the names of the ports.

use emberlane_verilog::{Design, Direction, Port, ports};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

/// Folder of the monitors in that of an exported design: synthesis reads no folder below its own.
pub const FOLDER: &str = "monitors";

/// A kind of monitor.
struct Monitor {
    module: &'static str,
    text: &'static str,
    /// A port whose name ends so belongs to a bus that this one watches, unless there is also one that ends in `unless`.
    signal: &'static str,
    unless: Option<&'static str>,
}

macro_rules! monitor {
    ($module:literal, $signal:literal, $unless:expr) => {
        Monitor {
            module: $module,
            text: include_str!(concat!("../../monitors/", $module, ".sv")),
            signal: $signal,
            unless: $unless,
        }
    };
}

const STREAM: (&str, &str) = ("stream_monitor", include_str!("../../monitors/stream_monitor.sv"));

const MONITORS: [Monitor; 5] = [
    monitor!("axi4_monitor", "awid", None),
    monitor!("axi4_lite_monitor", "awprot", Some("awid")),
    monitor!("cxl_mem_monitor", "m2s_req_valid", None),
    monitor!("cxl_back_invalidate_monitor", "s2m_bisnp_valid", None),
    monitor!("cxl_cache_monitor", "d2h_req_valid", None),
];

/// The monitors of a design as files: the kinds; and of each top, a module `<top>_monitors` with all that watch it, whose inputs have
/// the names of the top's ports, and a file `<top>_bind.sv` for simulators that know `bind`.
#[must_use]
pub fn files(design: &Design) -> BTreeMap<String, String> {
    let kinds = MONITORS.iter().map(|monitor| (monitor.module, monitor.text)).chain([STREAM]);
    let mut files: BTreeMap<_, _> = kinds.map(|(module, text)| (format!("{module}.sv"), text.to_owned())).collect();
    for top in design.tops() {
        let ports = design.module(top).map(ports).unwrap_or_default();
        files.insert(format!("{top}_monitors.sv"), monitors_of(top, &ports));
        files.insert(format!("{top}_bind.sv"), bind(top));
    }
    files
}

/// Writes the monitors of a design into their folder below `dir`, and removes those of tops that it has not. A file that is
/// fresh keeps its time.
///
/// # Errors
/// Those of the file system, with the path.
pub fn write_to(design: &Design, dir: &Path) -> io::Result<()> {
    let folder = dir.join(FOLDER);
    fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
    let files = files(design);
    for name in stale(design, dir) {
        let path = folder.join(&name);
        files
            .get(&name)
            .map_or_else(|| fs::remove_file(&path), |text| fs::write(&path, text))
            .map_err(|error| at(&path, &error))?;
    }
    Ok(())
}

/// The files that are missing in their folder below `dir`, differ from the monitors of a design, or are those of another top.
#[must_use]
pub fn stale(design: &Design, dir: &Path) -> Vec<String> {
    let folder = dir.join(FOLDER);
    let is_fresh = |name: &str, text: &str| fs::read_to_string(folder.join(name)).is_ok_and(|present| present == text);
    let files = files(design);
    let there = fs::read_dir(&folder).into_iter().flatten().flatten();
    let left = there.filter_map(|entry| entry.file_name().into_string().ok());
    let mut left: Vec<String> =
        left.filter(|name| !files.contains_key(name) && is_of_a_top(&folder.join(name), name)).collect();
    left.sort();
    let changed = files.into_iter().filter(|(name, text)| !is_fresh(name, text)).map(|(name, _)| name);
    changed.chain(left).collect()
}

/// Whether a file was written for a top: it begins as such a file does.
fn is_of_a_top(path: &Path, name: &str) -> bool {
    let text = fs::read_to_string(path).unwrap_or_default();
    let of = |ending: &str, first: fn(&str) -> String| {
        name.strip_suffix(ending).is_some_and(|top| text.lines().next() == Some(&first(top)))
    };
    of("_monitors.sv", monitors_first_line) || of("_bind.sv", bind_first_line)
}

fn monitors_first_line(top: &str) -> String {
    format!("// Watches the buses of {top}. For simulation only: its inputs are the ports of {top} of the same names.")
}

fn bind_first_line(top: &str) -> String {
    format!("// Puts the monitors of {top} into every instance of it.")
}

fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("{}: {error}; check that the folder exists and may be written", path.display()),
    )
}

/// The module with all monitors of a top.
fn monitors_of(top: &str, ports: &[Port]) -> String {
    let find = |name: &str| ports.iter().find(|port| port.name == name);
    let width = |name: &str| find(name).map_or(1, |port| port.width);
    let conflicts = ports.iter().any(|port| port.name.ends_with("_s2m_bisnp_valid"));
    let mut watched = BTreeSet::from(["clock", "reset"]);
    let mut instances = String::new();
    for monitor in &MONITORS {
        let ending = format!("_{}", monitor.signal);
        let prefixes = ports.iter().filter_map(|port| port.name.strip_suffix(&ending));
        for prefix in
            prefixes.filter(|prefix| monitor.unless.is_none_or(|unless| find(&format!("{prefix}_{unless}")).is_none()))
        {
            let bits = |signal: &str| width(&format!("{prefix}_{signal}"));
            // A slave has its own answer to bursts of any form, and is reset with its master.
            let is_slave = find(&format!("{prefix}_awvalid")).is_some_and(|port| port.direction == Direction::In);
            let parameters = match monitor.module {
                "axi4_monitor" => {
                    let (id, address, data) = (bits("awid"), bits("awaddr"), bits("wdata"));
                    let form = if is_slave { ", .ANY_FORM(1)" } else { "" };
                    format!(", .ID_BITS({id}), .ADDRESS_BITS({address}), .DATA_BITS({data}){form}")
                }
                "axi4_lite_monitor" => format!(", .ADDRESS_BITS({}), .DATA_BITS({})", bits("awaddr"), bits("wdata")),
                "cxl_mem_monitor" => format!(", .CONFLICTS({})", u8::from(conflicts)),
                _ => String::new(),
            };
            let module = monitor.module;
            let _ = writeln!(instances, "    {module} #(.PORT(\"{prefix}\"){parameters}) u_{prefix} (");
            let (clock, reset) = clock_and_reset(prefix, ports);
            watched.extend([clock, reset]);
            let _ = writeln!(instances, "        .clock({clock}),\n        .reset({reset}),");
            if monitor.module == "axi4_monitor" {
                // Memory may go on over a reset. A bench that has `memory_reset` says when it does not; without it, nobody does, and what
                // memory forgets stays open for the monitor. The reset of a clock of its own is that of the memory.
                let slave_reset = match find("memory_reset") {
                    _ if is_slave => "reset",
                    _ if reset != "reset" => reset,
                    Some(port) => {
                        watched.insert(&port.name);
                        "reset & memory_reset"
                    }
                    None => "1'b0",
                };
                let _ = writeln!(instances, "        .slave_reset({slave_reset}),");
            }
            // Of a monitor, whose widths are parameters, only the names matter.
            let of_bus = emberlane_verilog::ports(monitor.text);
            // Clock and reset are connected already, and may have the name of the bus.
            let of_bus = of_bus.iter().filter(|signal| !["clock", "reset"].contains(&signal.name.as_str()));
            let signals = of_bus.map(|signal| (&signal.name, find(&format!("{prefix}_{}", signal.name))));
            for (signal, port) in signals.filter_map(|(signal, port)| Some((signal, port?))) {
                watched.insert(&port.name);
                let _ = writeln!(instances, "        .{signal}({}),", port.name);
            }
            instances.push_str("        .idle()\n    );\n\n");
        }
    }
    let inputs =
        ports.iter().filter(|port| watched.contains(port.name.as_str())).map(|Port { name, width, .. }| match width {
            1 => format!("    input wire {name}"),
            _ => format!("    input wire [{}:0] {name}", width - 1),
        });
    let inputs = inputs.collect::<Vec<_>>().join(",\n");
    format!(
        "{}\n\
         // Where the simulator knows bind, {top}_bind.sv puts it into every {top}; else instantiate it beside.\n\
         `default_nettype none\n\nmodule {top}_monitors (\n{inputs}\n);\n{}\nendmodule\n\n`default_nettype wire\n",
        monitors_first_line(top),
        instances.trim_end()
    )
}

/// The clock of a bus and its reset: of several clocks, the one whose name begins as that of the bus does.
fn clock_and_reset<'t>(prefix: &str, ports: &'t [Port]) -> (&'t str, &'t str) {
    let stem = |port: &'t Port| port.name.strip_suffix("clock").filter(|stem| format!("{prefix}_").starts_with(stem));
    let stem = ports.iter().filter_map(stem).max_by_key(|stem| stem.len()).unwrap_or_default();
    let named = |ending: &str| ports.iter().find(|port| port.name.strip_suffix(ending) == Some(stem));
    (named("clock").map_or("clock", |port| &port.name), named("reset").map_or("reset", |port| &port.name))
}

/// The file that puts the monitors of a top into it.
fn bind(top: &str) -> String {
    format!("{}\nbind {top} {top}_monitors monitors (.*);\n", bind_first_line(top))
}
