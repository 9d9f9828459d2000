//! `emberlane export-packages`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use emberlane_packaging::{Package, layout, stale, write_to};
use emberlane_rtl::designs::{self, DESIGNS, ExportedDesign};
use emberlane_rtl::monitors;
use emberlane_verilog::ExportOptions;

use crate::outcome::{Outcome, stdout};
use crate::places::expect_export_folder;

/// Where the repository keeps the packages of all designs, and their Verilog.
const COMMITTED: &str = "hw";

/// Write the hardware as packages: FuseSoC cores, IP-XACT, scripts and constraints for Vivado, the registers in every form, and the
/// Verilog that they name.
#[derive(Debug, Args)]
pub(super) struct ExportPackagesArguments {
    /// Only this design (see export-verilog --list); needs --out.
    #[arg(long, value_name = "NAME", requires = "out",
        value_parser = PossibleValuesParser::new(DESIGNS.iter().map(|design| design.name)))]
    design: Option<String>,
    /// Directory of the cores, with folders of packages and of Verilog; files of packages that are gone are removed from it.
    #[arg(long, value_name = "DIR", default_value = COMMITTED)]
    out: PathBuf,
    /// Write nothing; exit status 1 when the directory does not hold exactly what would be written.
    #[arg(long)]
    check: bool,
    /// Replace what an earlier export has left in the directory. Of all designs, the repository's is written anew without it.
    #[arg(long, requires = "out", conflicts_with = "check")]
    overwrite: bool,
    /// Clock frequency that ports are annotated with and constraints ask for.
    #[arg(long, value_name = "HZ", default_value_t = ExportOptions::default().clock_hz,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    clock_hz: u64,
}

/// Whether an export has an entry of this name in its folder.
fn is_exported(name: &str) -> bool {
    [layout::VERILOG, layout::PACKAGES].contains(&name) || name.ends_with(".core")
}

pub(super) fn run(arguments: &ExportPackagesArguments) -> anyhow::Result<Outcome> {
    let out = &arguments.out;
    let is_repository = out == Path::new(COMMITTED) && arguments.design.is_none();
    expect_export_folder("export-packages", out, arguments.check || is_repository, arguments.overwrite, is_exported)?;
    if out == Path::new(COMMITTED) && !out.is_dir() {
        bail!("{COMMITTED}: no such directory here; run this in the repository's root, or say --out DIR");
    }
    let is_chosen = |design: &ExportedDesign| arguments.design.as_ref().is_none_or(|name| design.name == name);
    let chosen: Vec<ExportedDesign> = DESIGNS.iter().filter(|design| is_chosen(design)).copied().collect();
    let options = ExportOptions { clock_hz: arguments.clock_hz, ..ExportOptions::default() };
    // Of all packages, the Verilog is all that there is, with the parts that are no device.
    let verilog = if arguments.design.is_none() { designs::exported() } else { chosen.clone() };
    let library = designs::library(&verilog, &options)?;
    let packages: Vec<Package> = chosen.iter().map(|design| Package::new(design, &library)).collect();
    let verilog = out.join(layout::VERILOG);
    let names = packages.iter().map(|package| package.name).collect::<Vec<_>>().join(", ");
    let mut stdout = stdout();
    if arguments.check {
        library.files().check_fresh(&verilog)?;
        let mut stale = stale(&packages, out)?;
        let of_monitors = monitors::stale(library.design(), &verilog).into_iter();
        stale.extend(of_monitors.map(|name| format!("{}/{}/{name}", layout::VERILOG, monitors::FOLDER)));
        if !stale.is_empty() {
            bail!("{}: stale: {}; export the packages again", out.display(), stale.join(", "));
        }
        writeln!(stdout, "{}: up to date, packages of {names}", out.display())?;
    } else {
        std::fs::create_dir_all(&verilog).with_context(|| verilog.display().to_string())?;
        library.files().write_to(&verilog)?;
        monitors::write_to(library.design(), &verilog)?;
        write_to(&packages, out)?;
        writeln!(stdout, "{}: packages of {names}", out.display())?;
    }
    Ok(Outcome::Good)
}
