//! Counts which lines ran and which bits changed, over the recordings of the device tests and random inputs, and checks
//! that every hole has an explanation and every explanation a hole.

use crate::harness::{Bench, Want};
use crate::holes::Holes;
use crate::points::{Point, Points};
use crate::recordings::{DESIGNS, MOST_CYCLES, Recordings};
use crate::stimulus::{kilobytes, random_cycles};
use crate::verilog::Library;
use anyhow::{Context as _, Result, ensure};
use clap::Args;
use serde_json::{Map, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What `coverage` is asked for.
#[derive(Args)]
pub struct Options {
    /// The folder of the exported Verilog.
    #[arg(long)]
    verilog: PathBuf,
    /// Decides all random inputs.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this block; its name without parameters, as in the table.
    #[arg(long)]
    block: Vec<String>,
    /// A folder with recordings of the device tests (`scripts/coverage` makes them); without, inputs are random alone.
    #[arg(long)]
    recordings: Option<PathBuf>,
    /// Only blocks, and devices, whose Verilog with all below it has at most so many kilobytes.
    #[arg(long)]
    up_to: Option<usize>,
    /// What explains holes.
    #[arg(long, default_value = "hw/measure/holes.toml")]
    holes: PathBuf,
    /// Where harnesses are kept.
    #[arg(long, default_value = "target/measure")]
    work: PathBuf,
    /// Writes the counts, and every hole, as JSON.
    #[arg(long)]
    json: Option<PathBuf>,
}

/// Shares that are wanted, in hundredths.
const LINES: f64 = 95.0;
const TOGGLES: f64 = 90.0;

/// Counts; whether the goal is reached in every block, explained holes left aside.
///
/// # Errors
/// A tool is missing, or an explanation explains nothing.
pub fn run(options: &Options) -> Result<bool> {
    let library = Library::read(&options.verilog)?;
    let bench = Bench::find(options.work.join("harnesses"))?;
    let mut blocks = library.blocks()?;
    for block in &options.block {
        ensure!(blocks.contains_key(block), "there is no block `{block}`");
    }
    blocks.retain(|block, _| options.block.is_empty() || options.block.contains(block));
    let fits =
        |module: &str| options.up_to.is_none_or(|most| kilobytes(&library, module).is_ok_and(|size| size <= most));
    blocks.retain(|_, module| fits(module));
    let mut points = Points::default();
    let recordings = match &options.recordings {
        Some(folder) => Recordings::open(folder, &library, &bench)?,
        None => Recordings::none(),
    };
    for design in DESIGNS.iter().filter(|design| fits(design) && !recordings.of(design).is_empty()) {
        eprintln!("{design}: the recordings of its tests");
        count(&bench, &library, design, 0, options.seed, &recordings.of(design), &mut points)?;
    }
    for (number, (block, module)) in blocks.iter().enumerate() {
        // What is counted is slow, and what random inputs hit, they hit soon.
        let cycles = random_cycles(&library, module)? / 4;
        if points.of(module).all(|point| point.is_covered()) && points.of(module).next().is_some() {
            continue;
        }
        eprintln!("[{}/{}] {block}: random inputs and tests of {module}", number + 1, blocks.len());
        count(&bench, &library, module, cycles, options.seed, &recordings.of(module), &mut points)?;
    }
    report(options, &blocks, &points)
}

fn count(
    bench: &Bench,
    library: &Library,
    top: &str,
    cycles: usize,
    seed: u64,
    recordings: &[PathBuf],
    points: &mut Points,
) -> Result<()> {
    let program = bench.program(library, top, &BTreeMap::new(), Want::Coverage)?;
    let folder = tempfile::tempdir()?;
    let mut arguments = vec!["run".to_owned()];
    arguments.extend([cycles, MOST_CYCLES].map(|number| number.to_string()));
    arguments.push(seed.to_string());
    arguments.extend(recordings.iter().map(|path| path.display().to_string()));
    program.run(&arguments, &[("EMBERLANE_COVERAGE", folder.path().join("counts").display().to_string())])?;
    for entry in fs::read_dir(folder.path())? {
        points.add(&fs::read(entry?.path())?);
    }
    Ok(())
}

/// Counts of a block: all points, those that were hit, those that are explained.
#[derive(Clone, Copy, Default)]
struct Counts {
    all: usize,
    hit: usize,
    explained: usize,
}

impl Counts {
    fn add(&mut self, point: &Point, is_explained: bool) {
        self.all += 1;
        self.hit += usize::from(point.is_covered());
        self.explained += usize::from(!point.is_covered() && is_explained);
    }

    fn merge(&mut self, other: Self) {
        self.all += other.all;
        self.hit += other.hit;
        self.explained += other.explained;
    }

    fn share(self, count: usize) -> f64 {
        if self.all == 0 { 100.0 } else { 100.0 * count as f64 / self.all as f64 }
    }

    fn cells(self) -> String {
        format!("{} | {:.1} % | {}", self.all, self.share(self.hit), self.all - self.hit - self.explained)
    }

    fn reaches(self, goal: f64) -> bool {
        self.share(self.hit + self.explained) >= goal
    }
}

fn report(options: &Options, blocks: &BTreeMap<String, String>, points: &Points) -> Result<bool> {
    let mut holes = Holes::read(&options.holes)?;
    println!(
        "| block | module | line points | hit | holes without reason | toggle points | hit | holes without reason |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let (mut all, mut below, mut entries) = ([Counts::default(); 2], Vec::new(), Map::new());
    for (block, module) in blocks {
        let mut counts = [Counts::default(); 2];
        let mut open = Vec::new();
        for point in points.of(module) {
            let is_explained = !point.is_covered() && holes.explain(block, &point.name);
            counts[usize::from(point.is_toggle)].add(point, is_explained);
            if !point.is_covered() && !is_explained {
                open.push(point.name.clone());
            }
        }
        let [lines, toggles] = counts;
        println!("| `{block}` | {module} | {} | {} |", lines.cells(), toggles.cells());
        all[0].merge(lines);
        all[1].merge(toggles);
        if !lines.reaches(LINES) || !toggles.reaches(TOGGLES) {
            below.push(block.as_str());
        }
        entries.insert(
            block.clone(),
            json!({ "module": module, "line_points": lines.all, "lines_hit": lines.hit, "toggle_points": toggles.all,
                    "toggles_hit": toggles.hit, "holes_without_reason": open }),
        );
    }
    println!("| `all` | | {} | {} |", all[0].cells(), all[1].cells());
    for block in &below {
        println!("below the goal of {LINES} % of lines and {TOGGLES} % of toggles: {block}");
    }
    if let Some(path) = &options.json {
        write(path, &(serde_json::to_string_pretty(&entries)? + "\n"))?;
    }
    let stale = if options.block.is_empty() { holes.stale() } else { Vec::new() };
    for name in &stale {
        println!("{}: {name} explains no hole: remove it", options.holes.display());
    }
    Ok(below.is_empty() && stale.is_empty())
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}
