//! For Vivado: a script that packages a design as an IP, and constraints of its synthesis out of context.

use crate::crossings;
use crate::interfaces::Interface;
use crate::layout;
use crate::package::{LIBRARY, MemoryBlock, Package, VENDOR, VERSION};
use emberlane_registers::export::fields_or_value;
use emberlane_registers::{Access, Field, REGISTER_BYTES, smartssd};
use std::fmt::Write as _;

/// The file of the script.
pub(crate) const SCRIPT: &str = "package_ip.tcl";
/// The file of the constraints.
pub(crate) const CONSTRAINTS: &str = "out_of_context.xdc";
/// The part for which a project is opened: a U200's, or that of AMD's platform for the SmartSSD. The IP is not bound to it.
pub(crate) fn part(package: &Package) -> &'static str {
    if package.device.map.name == smartssd::MAP.name { "xcku15p-ffva1156-2LV-e" } else { "xcu200-fsgd2104-2-e" }
}

/// The constraints of a package: its clocks, and what a reader asks of resets.
pub(crate) fn constraints(package: &Package) -> String {
    let mut text = format!(
        "# Constraints of {}, synthesised out of context: with the frequency of its FREQ_HZ.\n\
         # Made from the exported Verilog by `emberlane export-packages`; changes here are lost.\n\
         # In a design, its clock comes from there: do not add this file to it.\n\n",
        package.name
    );
    let clocks: Vec<&Interface> = package.interfaces_of("clock").collect();
    for clock in &clocks {
        let Some((port, period)) = clock.port("CLK").zip(period(clock)) else { continue };
        let _ = writeln!(text, "create_clock -name {port} -period {period} [get_ports {{{port}}}]");
    }
    match clocks.as_slice() {
        [clock] => {
            let _ = writeln!(
                text,
                "\n# All registers have this clock, and all resets are synchronous to {}: there is no false path.",
                clock.name
            );
        }
        _ => text.push_str(
            "\n# Paths between the clocks have constraints of their own, scoped to the modules in which they are: ../crossings/*.tcl adds them.\n",
        ),
    }
    text
}

/// Nanoseconds, by the clock's frequency.
fn period(clock: &Interface) -> Option<String> {
    let hz: u64 = clock.parameter("FREQ_HZ")?.parse().ok()?;
    let ps = 1_000_000_000_000 / hz.max(1);
    Some(format!("{}.{:03}", ps / 1000, ps % 1000))
}

/// The script of a package.
pub(crate) fn script(package: &Package) -> String {
    let Package { name, top, device, .. } = package;
    let mut text = format!(
        "# Packages {name} as an IP: vivado -mode batch -source {SCRIPT} -tclargs FOLDER_OF_IPS\n\
         # Made from the exported Verilog by `emberlane export-packages`; changes here are lost.\n\
         # The channels of CXL stay ports: Vivado has no interface for them.\n\n\
         set here [file dirname [file normalize [info script]]]\n\
         set ips [expr {{$argc > 0 ? [file normalize [lindex $argv 0]] : [file join [pwd] ips]}}]\n\
         set root [file join $ips {name}]\n\n\
         set sources {{\n"
    );
    for module in &package.modules {
        let _ = writeln!(text, "    {}", layout::from_package(&module.file));
    }
    text.push_str(
        "}\n\n# Offset, name, access, value after reset, description, and fields: name, lowest bit, bits, description.\n\
         set registers {\n",
    );
    registers(&mut text, package);
    let associate: String = package
        .interfaces_of("aximm")
        .filter_map(|bus| {
            let clock = package.interfaces_of("clock").find(|clock| associated(clock, &bus.name))?;
            Some(format!("ipx::associate_bus_interfaces -busif {} -clock {} $core\n", bus.name, clock.name))
        })
        .collect();
    let _ = write!(
        text,
        "}}

create_project -force {name} [file join $ips {name}_project] -part {part}
foreach source $sources {{
    add_files -norecurse -fileset sources_1 [file normalize [file join $here $source]]
}}
set constraints [file join $here {CONSTRAINTS}]
add_files -norecurse -fileset constrs_1 $constraints
set_property USED_IN {{synthesis implementation out_of_context}} [get_files $constraints]
{crossings}set_property top {top} [current_fileset]
update_compile_order -fileset sources_1

ipx::package_project -root_dir $root -vendor {VENDOR} -library {LIBRARY} -taxonomy /UserIP -import_files -set_current true
set core [ipx::current_core]
set_property name {name} $core
set_property version {major_minor} $core
set_property display_name {name} $core
set_property description {description} $core

# Interfaces come from the attributes of the ports.
{associate}",
        part = part(package),
        crossings = crossings::of(package)
            .map(|name| format!("source [file join $here {}]\n", layout::from_package(&crossings::script_of(name))))
            .collect::<String>(),
        description = quoted(package.description),
        major_minor = VERSION.rsplit_once('.').map_or(VERSION, |(version, _)| version),
    );
    if let Some(bus) = package.of_registers() {
        let _ = write!(
            text,
            "
foreach map [ipx::get_memory_maps -of_objects $core] {{
    ipx::remove_memory_map [get_property name $map] $core
}}
set map [ipx::add_memory_map {map} $core]
set_property slave_memory_map_ref {map} [ipx::get_bus_interfaces {bus} -of_objects $core]
set block [ipx::add_address_block registers $map]
set_property usage register $block
set_property base_address 0 $block
set_property range {bytes} $block
set_property width {bits} $block
foreach register $registers {{
    lassign $register offset name access reset description fields
    set added [ipx::add_register $name $block]
    set_property address_offset $offset $added
    set_property size {bits} $added
    set_property access $access $added
    set_property reset_value $reset $added
    set_property description $description $added
    foreach field $fields {{
        lassign $field name lsb width description
        set added_field [ipx::add_field $name $added]
        set_property bit_offset $lsb $added_field
        set_property bit_width $width $added_field
        set_property access $access $added_field
        set_property description $description $added_field
    }}
}}
",
            map = device.map.name,
            bus = bus.name,
            bytes = device.map.bytes,
            bits = 8 * REGISTER_BYTES,
        );
    }
    for bus in package.memories() {
        memory(&mut text, bus, &package.memory_blocks());
    }
    text.push_str(
        "\nipx::create_xgui_files $core\nipx::update_checksums $core\nipx::check_integrity $core\nipx::save_core $core\nclose_project\n",
    );
    text
}

/// What is behind a bus that is no bus of registers: without a map nothing of it can be given an address.
fn memory(text: &mut String, bus: &Interface, blocks: &[MemoryBlock]) {
    let _ = write!(
        text,
        "
set map [ipx::add_memory_map {name} $core]
set_property slave_memory_map_ref {name} [ipx::get_bus_interfaces {name} -of_objects $core]
",
        name = bus.name,
    );
    let bits = bus.parameter("DATA_WIDTH").unwrap_or("512");
    for MemoryBlock { name, base, bytes } in blocks {
        let _ = write!(
            text,
            "set block [ipx::add_address_block {name} $map]
set_property usage memory $block
set_property base_address {base} $block
set_property range {bytes} $block
set_property width {bits} $block
"
        );
    }
}

fn associated(clock: &Interface, bus: &str) -> bool {
    clock.parameter("ASSOCIATED_BUSIF").is_some_and(|all| all.split(':').any(|each| each == bus))
}

/// Registers with their fields, as words of Tcl. What Vivado packages is a component of IEEE 1685-2009, where a value after reset is
/// the register's: a field has none, and a script that gave it one would end there.
fn registers(text: &mut String, package: &Package) {
    for register in package.device.map.registers {
        let access = match register.access {
            Access::ReadOnly => "read-only",
            Access::ReadWrite => "read-write",
            Access::WriteOnly => "write-only",
        };
        let _ = writeln!(
            text,
            "    {{{:#05x} {} {access} {:#x} {} {{",
            register.offset,
            register.name,
            register.reset,
            quoted(register.description)
        );
        for field in fields_or_value(register) {
            let Field { name, lsb, width, description, .. } = field;
            let _ = writeln!(text, "        {{{name} {lsb} {width} {}}}", quoted(description));
        }
        text.push_str("    }}\n");
    }
}

/// A text as one word of Tcl, wherever words are read.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        if matches!(c, '"' | '\\' | '$' | '[' | ']' | '{' | '}') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted.push('"');
    quoted
}
