//! FuseSoC cores (CAPI2): lint, simulation and synthesis with free tools, and a project for Vivado.

use crate::crossings;
use crate::layout;
use crate::package::{LIBRARY, Package, VENDOR, VERSION};
use crate::vivado::{CONSTRAINTS, part};
use emberlane_rtl::bench;
use std::fmt::Write as _;

/// The file with the macros of the bench.
pub(crate) const MACROS: &str = "bench_macros.v";

/// The core of a package.
pub(crate) fn core(package: &Package) -> String {
    let Package { name, description, top, .. } = package;
    let mut text = format!(
        "CAPI=2:\n# Made from the exported Verilog by `emberlane export-packages`; changes here are lost.\n\
         name: {VENDOR}:{LIBRARY}:{name}:{VERSION}\ndescription: \"{description}\"\n\nfilesets:\n"
    );
    let modules: Vec<String> = package.modules.iter().map(|module| module.file.clone()).collect();
    fileset(&mut text, "rtl", &modules, "verilogSource-2001");
    // The macros come first, for the others are read with them.
    let mut sources = vec![layout::of_design(name, MACROS)];
    sources.extend(bench::SOURCES.iter().map(|(file, _)| layout::shared(layout::BENCH, file)));
    fileset(&mut text, "bench", &sources, "verilogSource-2005");
    fileset(&mut text, "constraints", &[layout::of_design(name, CONSTRAINTS)], "xdc");
    let crossings: Vec<&str> = crossings::of(package).collect();
    let constraints = if crossings.is_empty() { "" } else { ", crossings, crossings_files" };
    if !crossings.is_empty() {
        // A script says to which modules they belong; what it adds lies beside it.
        let scripts: Vec<String> = crossings.iter().map(|name| crossings::script_of(name)).collect();
        let files: Vec<String> = crossings.iter().map(|name| crossings::constraints_of(name)).collect();
        fileset(&mut text, "crossings", &scripts, "tclSource");
        fileset(&mut text, "crossings_files", &files, "user");
    }
    let _ = write!(
        text,
        "
targets:
  default:
    filesets: [rtl]
    toplevel: {top}

  # What Verilator says of it: nothing.
  lint:
    filesets: [rtl]
    toplevel: {top}
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]

  # Registers over AXI4-Lite in Icarus Verilog, without memory and host.
  sim:
    filesets: [bench, rtl]
    toplevel: {bench}
    flow: sim
    flow_options:
      tool: icarus
      iverilog_options: [-g2005]

  # Cells of UltraScale+, by yosys.
  synth:
    filesets: [rtl]
    toplevel: {top}
    flow: generic
    flow_options:
      tool: yosys
      arch: xilinx
      output_format: json
      yosys_synth_options: [-family, xcup, -noiopad]

  # A project of Vivado: synthesised, with the clocks of a design out of context, and not placed.
  vivado:
    filesets: [rtl, constraints{constraints}]
    toplevel: {top}
    flow: vivado
    flow_options:
      part: {part}
      pnr: none
",
        bench = bench::TOP,
        part = part(package)
    );
    text
}

fn fileset(text: &mut String, name: &str, files: &[String], kind: &str) {
    let _ = writeln!(text, "  {name}:\n    files:");
    for file in files {
        let _ = writeln!(text, "      - {file}");
    }
    let _ = writeln!(text, "    file_type: {kind}");
}
