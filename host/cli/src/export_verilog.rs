//! `emberlane export-verilog`

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use emberlane_rtl::designs::{self, ExportedDesign};
use emberlane_rtl::monitors;
use emberlane_verilog::ExportOptions;

use crate::outcome::{Outcome, stdout};
use crate::places::expect_export_folder;

/// Where the repository keeps the Verilog of all designs.
const COMMITTED: &str = "hw/verilog";

/// Write the hardware as Verilog: a library with a folder for each device, a list of files for each design, and monitors for its
/// simulation in a folder below.
#[derive(Debug, Args)]
pub(super) struct ExportVerilogArguments {
    /// Only this design (see --list); needs --out. All designs share one set of files.
    #[arg(long, value_name = "NAME", requires = "out",
        value_parser = PossibleValuesParser::new(designs::exported().iter().map(|design| design.name)))]
    design: Option<String>,
    /// Directory of the files; exported files of modules that are gone are removed from it.
    #[arg(long, value_name = "DIR", default_value = COMMITTED)]
    out: PathBuf,
    /// Write nothing; exit status 1 when the directory does not hold exactly what would be written.
    #[arg(long)]
    check: bool,
    /// Replace what an earlier export has left in the directory. Of all designs, the repository's is written anew without it.
    #[arg(long, requires = "out", conflicts_with = "check")]
    overwrite: bool,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Form::Library)]
    form: Form,
    /// Clock frequency that the ports of a top module are annotated with.
    #[arg(long, value_name = "HZ", default_value_t = ExportOptions::default().clock_hz,
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    clock_hz: u64,
    /// List the designs.
    #[arg(long, conflicts_with_all = ["design", "check", "out", "overwrite", "clock_hz", "form"])]
    list: bool,
}

/// How modules become files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Modules with parameters, a file each, in folders; `<device>/<top>.f` lists the files of a design.
    Library,
    /// For each design one file with all its modules.
    SingleFile,
    /// For each value of a module's parameters a module of its own without any, a file each, as tests and proofs take them.
    Modules,
}

/// Whether an export, in whatever form, has an entry of this name in its folder.
fn is_exported(name: &str) -> bool {
    let is_folder = || designs::exported().iter().any(|design| design.folder == name);
    [designs::SHARED, monitors::FOLDER].contains(&name) || name.ends_with(".v") || is_folder()
}

pub(super) fn run(arguments: &ExportVerilogArguments) -> anyhow::Result<Outcome> {
    let mut stdout = stdout();
    if arguments.list {
        for design in designs::exported() {
            writeln!(stdout, "{:<14} {}", design.name, design.description)?;
        }
        return Ok(Outcome::Good);
    }
    let is_chosen = |design: &ExportedDesign| arguments.design.as_ref().is_none_or(|name| design.name == name);
    let chosen: Vec<ExportedDesign> = designs::exported().into_iter().filter(is_chosen).collect();
    let out = &arguments.out;
    let is_repository = out == Path::new(COMMITTED) && arguments.design.is_none();
    expect_export_folder("export-verilog", out, arguments.check || is_repository, arguments.overwrite, is_exported)?;
    if out == Path::new(COMMITTED) && !out.is_dir() {
        bail!("{COMMITTED}: no such directory here; run this in the repository's root, or say --out DIR");
    }
    if out == Path::new(COMMITTED) && arguments.form != Form::Library {
        bail!("{COMMITTED} holds the library; say --out DIR for another form");
    }
    let options = ExportOptions { clock_hz: arguments.clock_hz, ..ExportOptions::default() };
    let (design, files) = if arguments.form == Form::Modules {
        let design = designs::together(&chosen, &options)?;
        let files = design.files();
        (design, files)
    } else {
        let library = designs::library(&chosen, &options)?;
        let is_single = arguments.form == Form::SingleFile;
        let files = if is_single { library.single_files() } else { library.files().clone() };
        (library.design().clone(), files)
    };
    let modules = design.modules().count();
    let tops = design.tops().join(", ");
    if arguments.check {
        files.check_fresh(out)?;
        let stale = monitors::stale(&design, out);
        if !stale.is_empty() {
            bail!("{}: stale: {}; export the Verilog again", out.join(monitors::FOLDER).display(), stale.join(", "));
        }
        writeln!(stdout, "{}: up to date, {modules} modules of {tops}", out.display())?;
    } else {
        std::fs::create_dir_all(out).with_context(|| out.display().to_string())?;
        files.write_to(out)?;
        monitors::write_to(&design, out)?;
        writeln!(stdout, "{}: {modules} modules of {tops}", out.display())?;
    }
    Ok(Outcome::Good)
}
