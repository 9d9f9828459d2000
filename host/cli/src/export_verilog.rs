//! `emberlane export-verilog`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use emberlane_rtl::designs::{DESIGNS, ExportedDesign};
use emberlane_rtl::monitors;
use emberlane_verilog::{Design, ExportOptions};

use crate::outcome::Outcome;
use crate::places::expect_new_folder;

/// Where the repository keeps the Verilog of all designs.
const COMMITTED: &str = "hw/verilog";

/// Write the hardware as Verilog, one module a file, and monitors for its simulation in a folder below.
#[derive(Debug, Args)]
pub(super) struct ExportVerilogArguments {
    /// Only this design (see --list); needs --out. All designs share one set of files.
    #[arg(long, value_name = "NAME", requires = "out",
        value_parser = PossibleValuesParser::new(DESIGNS.iter().map(|design| design.name)))]
    design: Option<String>,
    /// Directory of the files; exported files of modules that are gone are removed from it.
    #[arg(long, value_name = "DIR", default_value = COMMITTED)]
    out: PathBuf,
    /// Write nothing; exit status 1 when the directory does not hold exactly what would be written.
    #[arg(long)]
    check: bool,
    /// Clock frequency that the ports of a top module are annotated with.
    #[arg(long, value_name = "HZ", default_value_t = ExportOptions::default().clock_hz,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    clock_hz: u64,
    /// List the designs.
    #[arg(long, conflicts_with_all = ["design", "check", "out", "clock_hz"])]
    list: bool,
}

pub(super) fn run(arguments: &ExportVerilogArguments) -> anyhow::Result<Outcome> {
    let mut stdout = std::io::stdout().lock();
    if arguments.list {
        for design in &DESIGNS {
            writeln!(stdout, "{:<14} {}", design.name, design.description)?;
        }
        return Ok(Outcome::Good);
    }
    let chosen: Vec<&ExportedDesign> = match &arguments.design {
        None => DESIGNS.iter().collect(),
        Some(name) => DESIGNS.iter().filter(|design| design.name == name).collect(),
    };
    let out = &arguments.out;
    expect_new_folder("export-verilog", "--out", out)?;
    if out == Path::new(COMMITTED) && !out.is_dir() {
        bail!("{COMMITTED}: no such directory here; run this in the repository's root, or say --out DIR");
    }
    let options = ExportOptions { clock_hz: arguments.clock_hz };
    let mut all: Option<Design> = None;
    for design in &chosen {
        let exported = design.export(&options).with_context(|| format!("design {}", design.name))?;
        all = Some(match all {
            None => exported,
            Some(before) => before.merged(exported)?,
        });
    }
    let design = all.ok_or_else(|| anyhow!("there are no designs"))?;
    let modules = design.modules().count();
    let tops = design.tops().join(", ");
    if arguments.check {
        design.check_fresh(out)?;
        let stale = monitors::stale(&design, out);
        if !stale.is_empty() {
            bail!("{}: stale: {}; export the Verilog again", out.join(monitors::FOLDER).display(), stale.join(", "));
        }
        writeln!(stdout, "{}: up to date, {modules} modules of {tops}", out.display())?;
    } else {
        std::fs::create_dir_all(out).with_context(|| out.display().to_string())?;
        design.write_to(out)?;
        monitors::write_to(&design, out)?;
        writeln!(stdout, "{}: {modules} modules of {tops}", out.display())?;
    }
    Ok(Outcome::Good)
}
