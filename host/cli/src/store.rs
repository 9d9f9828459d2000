//! `emberlane store`

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};
use emberlane_files::{whole_path, write_whole};
use emberlane_laboratory::charts::{Chart, Lines};
use emberlane_memory::Bytes;
use emberlane_stores::CoursePoint;
use emberlane_tiers::{Compacted, StoreContents, Verified, compact, contents, verify};
use serde_json::json;

use crate::outcome::{Format, Outcome, misused, stdout};
use crate::places::expect_free_place;

/// Look at the files of a store: tables that are kept with [store].
#[derive(Debug, Args)]
pub(super) struct StoreArguments {
    #[command(subcommand)]
    command: StoreCommand,
}

#[derive(Debug, Subcommand)]
enum StoreCommand {
    /// Say what it holds.
    Stat(FolderArguments),
    /// Read every row, and check that it is what was written.
    ///
    /// Exit status 1 when something is damaged.
    Verify(FolderArguments),
    /// Write the rows that count again where files have others too, and remove those files.
    ///
    /// The folder is replaced when all of it is checked and whole. What a run goes on from, its saved states, stays as it is.
    Compact(FolderArguments),
    /// Draw how many of the rows of a batch the caches had, batch after batch.
    Chart(ChartArguments),
}

#[derive(Debug, Args)]
struct ChartArguments {
    /// The folder: store.directory of an experiment, or `store` in a saved state.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Where to write the chart (SVG).
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Replace the file, if it is there.
    #[arg(long)]
    overwrite: bool,
}

#[derive(Debug, Args)]
struct FolderArguments {
    /// The folder: store.directory of an experiment, or `store` in a saved state.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(arguments: &StoreArguments) -> anyhow::Result<Outcome> {
    let mut out = stdout();
    match &arguments.command {
        StoreCommand::Stat(FolderArguments { folder, format }) => {
            let contents = contents(folder)?;
            match format {
                Format::Human => print_contents(&mut out, &contents)?,
                Format::Json => writeln!(out, "{:#}", json_of_contents(&contents))?,
            }
            Ok(Outcome::Good)
        }
        StoreCommand::Verify(FolderArguments { folder, format }) => {
            let verified = verify(folder)?;
            match format {
                Format::Human => print_verified(&mut out, &verified)?,
                Format::Json => writeln!(out, "{:#}", json_of_verified(&verified))?,
            }
            Ok(if verified.problems.is_empty() { Outcome::Good } else { Outcome::Bad })
        }
        StoreCommand::Chart(ChartArguments { folder, out: file, overwrite }) => {
            expect_free_place("store chart", "--out", file, *overwrite, &[])?;
            if whole_path(file).starts_with(whole_path(folder)) {
                let text = format!("--out {}: this is in the store's own folder: choose another", file.display());
                return Err(misused("store chart", &text));
            }
            let course = contents(folder)?.course;
            anyhow::ensure!(
                !course.is_empty(),
                "{}: nothing was counted: it is open, its run was not closed, or it has trained no batch",
                folder.display()
            );
            let svg = Chart::Lines(hit_rates(&course)).svg();
            write_whole(file, svg).with_context(|| format!("{}: cannot be written", file.display()))?;
            writeln!(out, "chart       {}: {} points", file.display(), course.len())?;
            Ok(Outcome::Good)
        }
        StoreCommand::Compact(FolderArguments { folder, format }) => {
            let Compacted { rows, written, before, after } = compact(folder)?;
            match format {
                Format::Human => {
                    let (before, after) = (Bytes(before), Bytes(after));
                    writeln!(
                        out,
                        "compacted   {before} to {after}: {rows} rows in files, {written} of them written again"
                    )?;
                }
                Format::Json => {
                    let json =
                        json!({ "rows": rows, "written": written, "bytes_before": before, "bytes_after": after });
                    writeln!(out, "{json:#}")?;
                }
            }
            Ok(Outcome::Good)
        }
    }
}

/// Of the rows of the batches between two points, the share that each cache had, and that all had.
fn hit_rates(course: &[CoursePoint]) -> Lines {
    let begin = CoursePoint::default();
    let of = |point: &CoursePoint, cache: usize| point.hits.get(cache).copied().unwrap_or(0);
    let pairs: Vec<(&CoursePoint, &CoursePoint)> = std::iter::once(&begin).chain(course).zip(course).collect();
    let rates = |hits: &dyn Fn(&CoursePoint) -> u64| {
        let points = pairs.iter().filter(|(before, point)| point.rows > before.rows);
        let rate = |(before, point): &(&CoursePoint, &CoursePoint)| {
            let share = (hits(point) - hits(before)) as f64 / (point.rows - before.rows) as f64;
            (point.batches as f64, 100.0 * share)
        };
        points.map(rate).collect::<Vec<_>>()
    };
    Lines {
        title: "Rows of a batch that the caches had".to_owned(),
        x: "batches".to_owned(),
        y: "% of unique rows".to_owned(),
        series: vec![
            ("DRAM and SCM".to_owned(), rates(&|point| point.hits.iter().sum())),
            ("DRAM".to_owned(), rates(&|point| of(point, 0))),
            ("SCM".to_owned(), rates(&|point| of(point, 1))),
        ],
        ..Lines::default()
    }
}

fn print_contents(out: &mut impl Write, contents: &StoreContents) -> std::io::Result<()> {
    let StoreContents { tables, width, shards, files, bytes, saved, .. } = contents;
    let rows: u64 = tables.iter().map(|rows| u64::from(*rows)).sum();
    let row_bytes = 4 * *width as u64;
    writeln!(out, "tables      {} with {rows} rows of {row_bytes} bytes, {}", tables.len(), Bytes(rows * row_bytes))?;
    writeln!(out, "files       {files} of rows in {shards} shards; all files {}", Bytes(*bytes))?;
    let Some(saved) = saved else {
        return writeln!(
            out,
            "state       open, or its run was not closed: rows of its caches are not here; go on from a saved state"
        );
    };
    writeln!(out, "state       closed, after {} batches", saved.batches)?;
    writeln!(
        out,
        "rows        {} that count, {} that were set again later; {} of the caches",
        saved.rows, saved.outdated, saved.cached
    )?;
    match saved.drawn {
        Some(seed) => writeln!(out, "others      drawn from seed {seed} when they are asked for")?,
        None => writeln!(out, "others      zero")?,
    }
    writeln!(out, "written     {} while it trained", Bytes(saved.bytes_written))
}

fn json_of_contents(contents: &StoreContents) -> serde_json::Value {
    let saved = contents.saved.map(|saved| {
        json!({
            "batches": saved.batches,
            "rows": saved.rows,
            "outdated_rows": saved.outdated,
            "cached_rows": saved.cached,
            "drawn_from": saved.drawn,
            "bytes_written": saved.bytes_written,
        })
    });
    json!({
        "tables": contents.tables,
        "width": contents.width,
        "shards": contents.shards,
        "files": contents.files,
        "bytes": contents.bytes,
        "saved": saved,
    })
}

fn print_verified(out: &mut impl Write, verified: &Verified) -> std::io::Result<()> {
    let Verified { files, rows, cached, problems } = verified;
    problems.iter().try_for_each(|problem| writeln!(out, "damaged     {problem}"))?;
    let verdict = if problems.is_empty() {
        "all of it is what was written".to_owned()
    } else {
        format!("{} are damaged", problems.len())
    };
    writeln!(out, "verified    {files} files with {rows} rows, and {cached} of the caches: {verdict}")
}

fn json_of_verified(verified: &Verified) -> serde_json::Value {
    let problems: Vec<String> = verified.problems.iter().map(ToString::to_string).collect();
    json!({ "files": verified.files, "rows": verified.rows, "cached_rows": verified.cached, "problems": problems })
}
