//! `emberlane reproduce`

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::Context;
use clap::Args;
use clap::builder::PossibleValuesParser;
use emberlane_files::{whole_path, write_whole};
use emberlane_laboratory::reproduce::{
    FIGURES, Figure, Progress, Report, ReproduceOptions, Reproduction, record_table, write_report,
};
use indicatif::ProgressBar;

use crate::outcome::{Format, Outcome, misused, stdout};
use crate::paragraph::wrapped;
use crate::places::{expect_file, expect_free_place, expect_once, expect_own_folder};
use crate::progress;
use crate::reproduce_runs::{Clock, FILE as RUNS, Maker, Runs};

/// The figure that Criteo's rows are for.
const TAKES_CRITEO: &str = "tcxl-fig9a";

/// Measure figures of papers again, beside what they claim.
///
/// Writes DIR/FIGURE.md, .csv, .svg and .json: tables, charts, and a record for every value that is claimed with what was
/// measured and whether the claim holds; and DIR/index.html, a page of these and of the figures of earlier runs in DIR. A
/// claim that does not hold is a result: the exit status is 0. DIR/runs.json says how long each figure took.
#[derive(Debug, Args)]
pub(super) struct ReproduceArguments {
    /// Figures to reproduce.
    #[arg(value_name = "FIGURE", required_unless_present_any = ["list", "all"],
        value_parser = PossibleValuesParser::new(FIGURES.iter().map(|figure| figure.id)))]
    figures: Vec<String>,
    /// List the figures.
    #[arg(long, conflicts_with_all = ["figures", "all", "out", "criteo", "threads"])]
    list: bool,
    /// Reproduce every figure.
    #[arg(long, conflicts_with = "figures")]
    all: bool,
    /// Directory for the results.
    #[arg(long, value_name = "DIR", default_value = "out/reproduce")]
    out: PathBuf,
    /// Leave out figures that DIR has, made by this very program with the same --seed and --criteo: goes on with a run that was ended.
    #[arg(long, conflicts_with_all = ["list", "raw"])]
    resume: bool,
    /// Also write the counters of every run, from which the records can be computed again (JSON).
    #[arg(long, value_name = "FILE", conflicts_with = "list")]
    raw: Option<PathBuf>,
    /// Replace the file of --raw, if it is there; figures in DIR are always made anew.
    #[arg(long)]
    overwrite: bool,
    /// Criteo's rows, an illustration beside drawn ones (tcxl-fig9a).
    #[arg(long, value_name = "FILE")]
    criteo: Option<PathBuf>,
    /// Draw all rows, labels, parameters and failures anew: others for another number [default: those that pages and docs show].
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, conflicts_with = "list")]
    seed: u64,
    /// Threads to work on [default: one a core]; they change no result.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(arguments: &ReproduceArguments) -> anyhow::Result<Outcome> {
    if arguments.overwrite && arguments.raw.is_none() {
        let text =
            "--overwrite has no effect: it is for the file of --raw, and figures in --out are made anew without it";
        return Err(misused("reproduce", text));
    }
    let mut stdout = stdout();
    if arguments.list {
        match arguments.format {
            Format::Human => {
                FIGURES.iter().try_for_each(|Figure { id, title, .. }| writeln!(stdout, "{id:<12} {title}"))?
            }
            Format::Json => {
                let list = FIGURES.iter().map(|figure| serde_json::json!({ "id": figure.id, "title": figure.title }));
                writeln!(stdout, "{:#}", list.collect::<serde_json::Value>())?;
            }
        }
        return Ok(Outcome::Good);
    }
    expect_once("reproduce", "FIGURE", arguments.figures.iter().map(String::as_str))?;
    let takes_criteo = arguments.all || arguments.figures.iter().any(|id| id == TAKES_CRITEO);
    if arguments.criteo.is_some() && !takes_criteo {
        return Err(misused("reproduce", &format!("--criteo is for {TAKES_CRITEO}")));
    }
    if let Some(file) = &arguments.criteo {
        expect_file("reproduce", "--criteo", file)?;
    }
    // What a run finds in its folder is results alone.
    if let Some(file) = arguments.raw.as_ref().filter(|file| whole_path(file).starts_with(whole_path(&arguments.out))) {
        let (file, out) = (file.display(), arguments.out.display());
        let text =
            format!("--raw {file}: this is in --out {out}, which holds results alone: name a file in another folder");
        return Err(misused("reproduce", &text));
    }
    // A page is of figures: where none is written down, it is somebody else's.
    let has_runs = arguments.out.join(RUNS).is_file();
    expect_own_folder("reproduce", "--out", &arguments.out, |name| is_made(name) && (has_runs || !is_page(name)))?;
    if let Some(file) = &arguments.raw {
        let inputs: Vec<&Path> = arguments.criteo.iter().map(PathBuf::as_path).collect();
        expect_free_place("reproduce", "--raw", file, arguments.overwrite, &inputs)?;
    }
    let asked = |figure: &&Figure| arguments.all || arguments.figures.iter().any(|id| id == figure.id);
    let threads = arguments.threads.and_then(|threads| NonZeroUsize::new(threads.into()));
    let threads = threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let maker = Maker::new(arguments.seed, arguments.criteo.clone())?;
    let mut runs = Runs::of(&arguments.out);
    let options = ReproduceOptions { threads, criteo: arguments.criteo.clone(), seed: arguments.seed };
    let mut made = Vec::new();
    let mut report = None;
    let has_made = |figure: &&Figure| arguments.resume && runs.has_made(figure.id, &maker);
    let (there, left): (Vec<&Figure>, Vec<&Figure>) =
        FIGURES.iter().filter(asked).partition(|figure| has_made(figure) && runs.is_whole(figure.id));
    for Figure { id, .. } in left.iter().filter(|figure| has_made(figure)) {
        let text = format!("{id}: what {} has of it is not what was written; it is made anew", arguments.out.display());
        eprintln!("{}", wrapped(&text, 4));
    }
    if !there.is_empty() && arguments.format == Format::Human {
        let there: Vec<&str> = there.iter().map(|figure| figure.id).collect();
        writeln!(stdout, "left out    {}: {} has them", there.join(", "), arguments.out.display())?;
    }
    for figure in left {
        let clock = Clock::start();
        let bar = Bar(Mutex::new(ProgressBar::hidden()));
        let reproduction = figure.reproduce(&options, &bar);
        bar.0.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).finish_and_clear();
        let reproduction = reproduction?;
        let files = reproduction.write(&arguments.out)?;
        runs.add(figure.id, &maker, files, &clock)?;
        if arguments.format == Format::Human {
            print(&mut stdout, &reproduction, &arguments.out)?;
        }
        made.push(reproduction);
        // After each, so that one that fails leaves a page of those before it.
        report = Some(write_report(&arguments.out, &made, |figure| runs.is_changed(figure))?);
        if let Some(file) = &arguments.raw {
            write_raw(file, &made)?;
        }
    }
    let Report { page, left_out } = match report {
        Some(report) => report,
        None => write_report(&arguments.out, &[], |figure| runs.is_changed(figure))?,
    };
    for why in &left_out {
        eprintln!("{}", wrapped(&format!("{}: {why}", page.display()), 4));
    }
    match arguments.format {
        Format::Human => {
            writeln!(stdout, "report      {}\n", page.display())?;
            write!(stdout, "{}", records(&made))?;
        }
        Format::Json => writeln!(stdout, "{}", serde_json::to_string_pretty(&made)?)?,
    }
    Ok(Outcome::Good)
}

/// Whether this is the name of a file that is made in the folder of results.
fn is_made(name: &str) -> bool {
    let of_figure = |figure: &Figure| name.strip_prefix(figure.id).is_some_and(|rest| rest.starts_with(['.', '-']));
    name == RUNS || is_page(name) || FIGURES.iter().any(of_figure)
}

fn is_page(name: &str) -> bool {
    ["index.html", "index.md", "index.json"].contains(&name)
}

/// All figures in one file, so that one command computes their records again.
fn write_raw(file: &Path, made: &[Reproduction]) -> anyhow::Result<()> {
    let figures: Vec<serde_json::Value> = made.iter().map(Reproduction::raw).collect();
    let text = serde_json::to_string(&serde_json::json!({ "figures": figures }))? + "\n";
    let folder = file.parent().map_or(Ok(()), std::fs::create_dir_all);
    folder.and_then(|()| write_whole(file, text)).with_context(|| file.display().to_string())
}

fn print(out: &mut impl Write, reproduction: &Reproduction, directory: &Path) -> std::io::Result<()> {
    let Reproduction { figure, title, notes, tables, .. } = reproduction;
    writeln!(out, "{figure}: {title}\n")?;
    notes.iter().try_for_each(|note| writeln!(out, "- {note}"))?;
    tables.iter().try_for_each(|(title, table)| writeln!(out, "\n{title}\n\n{}", table.text()))?;
    writeln!(out, "results     {}\n", directory.join(format!("{figure}.{{md,csv,json,svg}}")).display())
}

fn records(made: &[Reproduction]) -> String {
    let mut records = record_table(made.iter().flat_map(|reproduction| &reproduction.records));
    records.rows.iter_mut().flatten().for_each(shorten);
    records.text()
}

/// A sentence would make a table too wide for a terminal; the files have it whole.
fn shorten(cell: &mut String) {
    const MOST: usize = 34;
    if let Some((end, _)) = cell.char_indices().nth(MOST) {
        cell.truncate(end);
        cell.push_str("...");
    }
}

/// A bar that any thread moves.
struct Bar(Mutex<ProgressBar>);

impl Bar {
    fn with(&self, act: impl FnOnce(&mut ProgressBar)) {
        act(&mut self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
    }
}

impl Progress for Bar {
    fn start(&self, part: &'static str, steps: u64) {
        self.with(|bar| {
            bar.finish_and_clear();
            *bar = progress::bar(Some(steps), part);
        });
    }

    fn advance(&self, steps: u64) {
        self.with(|bar| bar.inc(steps));
    }
}

#[cfg(test)]
mod tests {
    use emberlane_laboratory::reproduce::Claim;

    use super::*;

    #[test]
    fn records_fit_a_terminal() {
        let speedup = Claim::find("tcxl-headline-speedup").judge("", 4.5, "");
        let order = Claim::find("tcxl-energy-order").judge_statement("", true, "DRAM é".repeat(20), "");
        let records = vec![speedup, order];
        let made = Reproduction {
            figure: "one".into(),
            title: String::new(),
            notes: Vec::new(),
            tables: Vec::new(),
            records,
            charts: Vec::new(),
            parameters: Vec::new(),
            raw: None,
            runs: serde_json::Value::Null,
        };
        let text = super::records(&[made]);
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[0], ["id", "key", "paper", "measured", "band", "holds"]);
        assert_eq!(lines[1], ["tcxl-headline-speedup", "5.2x", "4.5x", "4.2", "..", "6.2", "yes"]);
        assert_eq!((lines.len(), lines[2].last()), (3, Some(&"yes")));
        assert!(text.lines().all(|line| line.chars().count() < 140), "{text}");
    }
}
