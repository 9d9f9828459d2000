//! `emberlane sweep`

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::Write;
use std::num::NonZeroUsize;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use emberlane_checkpoints::{SAVES, states};
use emberlane_files::{Previous, is_being_filled, running, write_whole};
use emberlane_laboratory::sweep::{Folder, Point, Results, Sweep, missing_measures, scripts};
use emberlane_systems::StoreOptions;
use emberlane_training::{Resume, RunOptions, Stop, resume};
use indicatif::ProgressBar;

use crate::outcome::{Format, Outcome, misused, stdout};
use crate::places::{expect_free_place, expect_own_folder, file};
use crate::train_course::Reporter;
use crate::{progress, signals};

/// What a sweep leaves in its folder.
const OWN: [&str; 6] = ["runs", "logs", "results.csv", "results.json", "results.parquet", "results.svg"];
/// How often it is looked who has ended.
const LOOK: Duration = Duration::from_millis(20);

/// Train an experiment many times, over values of its keys.
///
/// Each run is a process of its own and leaves what `train` leaves in DIR/runs; what is done is not done again, so that the same
/// command goes on with a sweep that was stopped, and a sweep may grow. In the end DIR/results.csv, .json and .parquet have a row a
/// run, and DIR/results.svg is a chart. A run that fails is tried again, and named; then the exit status is 1.
#[derive(Debug, Args)]
pub(super) struct SweepArguments {
    /// The sweep (TOML); the experiment in it is relative to it.
    #[arg(value_name = "SWEEP", value_parser = file())]
    sweep: PathBuf,
    /// Directory for runs and results [default: out/NAME for NAME.toml].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Runs side by side [default: one a core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// How often a run that fails is tried again.
    #[arg(long, value_name = "N", default_value_t = 1)]
    retries: u32,
    /// Train this point alone, in this process, and gather no results.
    #[arg(long, value_name = "POINT", conflicts_with_all = ["jobs", "list", "slurm", "format", "retries"])]
    only: Option<usize>,
    /// Train nothing: write a command a line, for GNU parallel or xargs. The sweep, given again, gathers the results.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["jobs", "format", "retries"])]
    list: Option<PathBuf>,
    /// Train nothing: write a Slurm job array. The sweep, given again, gathers the results.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["jobs", "list", "format", "retries"])]
    slurm: Option<PathBuf>,
    /// Replace the file of --list or --slurm, if it is there.
    #[arg(long)]
    overwrite: bool,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(arguments: &SweepArguments) -> anyhow::Result<Outcome> {
    let sweep = Sweep::read(&arguments.sweep)?;
    let name = || arguments.sweep.file_stem().context("the sweep file has no name; say --out DIR");
    let out = arguments.out.clone().map_or_else(|| anyhow::Ok(Path::new("out").join(name()?)), Ok)?;
    expect_own_folder("sweep", "--out", &out, |name| OWN.contains(&name))?;
    if arguments.overwrite && arguments.list.is_none() && arguments.slurm.is_none() {
        let text = "--overwrite has no effect: it is for the file of --list or --slurm, and runs that are done stay";
        return Err(misused("sweep", text));
    }
    let folder = Folder::new(&out);
    let program = std::env::current_exe().context("this program's file is not known")?;
    if let Some((option, file)) = [("--list", &arguments.list), ("--slurm", &arguments.slurm)]
        .into_iter()
        .find_map(|(option, file)| Some((option, file.as_ref()?)))
    {
        expect_free_place("sweep", option, file, arguments.overwrite, &[&arguments.sweep, &sweep.experiment])?;
        // Other machines begin elsewhere.
        let absolute = |path: &Path| std::path::absolute(path).with_context(|| path.display().to_string());
        let sweep = Sweep { file: absolute(&sweep.file)?, ..sweep };
        let out = absolute(&out)?;
        let text = if option == "--list" {
            scripts::list(&program, &sweep, &out)
        } else {
            // Slurm makes no folder for what tasks print.
            let logs = out.join("logs");
            fs::create_dir_all(&logs).with_context(|| logs.display().to_string())?;
            scripts::slurm(&program, &sweep, &out)
        };
        write_whole(file, text).with_context(|| format!("{}: cannot be written", file.display()))?;
        writeln!(stdout(), "written     {}: {} points", file.display(), sweep.points.len())?;
        return Ok(Outcome::Good);
    }
    if let Some(number) = arguments.only {
        let point = sweep.points.get(number).ok_or_else(|| {
            misused("sweep", &format!("--only {number}: there are {} points, counted from 0", sweep.points.len()))
        })?;
        folder.prepare(&sweep)?;
        return train(&sweep, &folder, point);
    }
    folder.prepare(&sweep)?;
    let jobs =
        arguments.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get), usize::from);
    let children = Children { program, sweep: &sweep, folder: &folder, jobs, retries: arguments.retries };
    let ended = children.run_all(&signals::stop_asked_of(
        "stopping the runs, each with a state to go on from; once more ends at once",
    )?)?;
    gather(arguments.format, &sweep, &folder, &ended)
}

/// Trains one point to its end, from where an earlier try has stopped.
fn train(sweep: &Sweep, folder: &Folder, point: &Point) -> anyhow::Result<Outcome> {
    let out = folder.run(point);
    let mut stdout = stdout();
    writeln!(stdout, "point {}: {}", point.number, point.name())?;
    if folder.is_done(point) {
        writeln!(stdout, "done before {}", out.display())?;
        return Ok(Outcome::Good);
    }
    let left = running(&out);
    let goes_on = is_being_filled(&left) && !states(&left.join(SAVES)).unwrap_or_default().is_empty();
    let mut store = StoreOptions::default();
    if goes_on {
        match resume(&out, &point.experiment)? {
            Resume::Image(image) => store.image = Some(image),
            Resume::State(state) => store.state = Some(state),
        }
    }
    let options = RunOptions {
        batches: sweep.batches,
        out: Some(out.clone()),
        previous: if goes_on { Previous::GoOn } else { Previous::Replace },
        inputs: vec![sweep.experiment.clone(), sweep.file.clone()],
        store,
        stop: signals::stop_asked()?,
        ..RunOptions::default()
    };
    let mut reporter = Reporter::new(Format::Human, None);
    let result = emberlane_training::run(&point.experiment, &options, &mut reporter);
    reporter.finish()?;
    result?;
    writeln!(stdout, "results     {}", out.display())?;
    Ok(Outcome::Good)
}

/// Runs that are processes of their own.
struct Children<'a> {
    program: PathBuf,
    sweep: &'a Sweep,
    folder: &'a Folder,
    jobs: usize,
    retries: u32,
}

/// A point that is tried.
struct Try<'a> {
    point: &'a Point,
    child: Child,
    tries: u32,
}

/// How the runs of a sweep have ended.
#[derive(Default)]
struct Ended<'a> {
    failed: Vec<&'a Point>,
    stopped: bool,
}

impl<'a> Children<'a> {
    fn run_all(&self, stop: &Stop) -> anyhow::Result<Ended<'a>> {
        let points = &self.sweep.points;
        let bar = progress::bar(Some(points.len() as u64), "runs");
        let (done, rest): (Vec<&Point>, Vec<&Point>) = points.iter().partition(|point| self.folder.is_done(point));
        bar.inc(done.len() as u64);
        let mut waiting: VecDeque<(&Point, u32)> = rest.into_iter().map(|point| (point, 0)).collect();
        let mut tried: Vec<Try<'a>> = Vec::new();
        let mut ended = Ended::default();
        let mut is_first = done.is_empty();
        done.iter().take(1).for_each(|point| self.notes(point, &bar));
        loop {
            if stop.is_asked() && !ended.stopped {
                ended.stopped = true;
                waiting.clear();
                tried.iter().for_each(|each| terminate(&each.child));
            }
            while tried.len() < self.jobs
                && let Some((point, tries)) = waiting.pop_front()
            {
                tried.push(Try { point, child: self.start(point)?, tries: tries + 1 });
            }
            if tried.is_empty() {
                break;
            }
            let mut still = Vec::new();
            for mut each in tried {
                match each.child.try_wait()? {
                    None => still.push(each),
                    Some(_) if self.folder.is_done(each.point) => {
                        bar.inc(1);
                        if std::mem::take(&mut is_first) {
                            self.notes(each.point, &bar);
                        }
                    }
                    Some(_) if ended.stopped => {}
                    Some(_) if each.tries <= self.retries => waiting.push_back((each.point, each.tries)),
                    Some(_) => {
                        bar.inc(1);
                        ended.failed.push(each.point);
                    }
                }
            }
            tried = still;
            std::thread::sleep(LOOK);
        }
        bar.finish_and_clear();
        ended.failed.sort_by_key(|point| point.number);
        Ok(ended)
    }

    /// Says what is asked of every run, and the first has not: others may have it, or it is misspelt.
    fn notes(&self, point: &Point, bar: &ProgressBar) {
        let missing = missing_measures(self.sweep, self.folder, point).unwrap_or_default();
        let say = || missing.iter().for_each(|note| drop(writeln!(std::io::stderr(), "note: {note}")));
        bar.suspend(say);
    }

    fn start(&self, point: &Point) -> anyhow::Result<Child> {
        let path = self.folder.log(point);
        let log = || File::options().create(true).append(true).open(&path).with_context(|| path.display().to_string());
        let mut command = Command::new(&self.program);
        command.arg("sweep").arg(&self.sweep.file).arg("--out").arg(self.folder.path());
        command.args(["--only", &point.number.to_string()]);
        // Ctrl-C is for the sweep, which asks its runs to stop, once.
        command.stdin(Stdio::null()).stdout(log()?).stderr(log()?).process_group(0);
        command.spawn().with_context(|| format!("{}: cannot be started", self.program.display()))
    }
}

/// Asks a run to stop. One that has ended meanwhile is not waited for yet, so that its number is nobody else's.
fn terminate(child: &Child) {
    let _ = rustix::process::kill_process(rustix::process::Pid::from_child(child), rustix::process::Signal::TERM);
}

/// Reads what the runs have left, writes it down and prints it.
fn gather(format: Format, sweep: &Sweep, folder: &Folder, ended: &Ended<'_>) -> anyhow::Result<Outcome> {
    let results = Results::read(sweep, folder)?;
    let mut files = vec!["csv", "json"];
    let path = |extension: &str| folder.path().join("results").with_extension(extension);
    let write = |extension: &str, bytes: Vec<u8>| {
        let path = path(extension);
        write_whole(&path, bytes).with_context(|| format!("{}: cannot be written", path.display()))
    };
    let json = format!("{:#}\n", results.json());
    write("csv", results.table().csv().into())?;
    write("json", json.clone().into())?;
    #[cfg(feature = "parquet")]
    {
        let mut bytes = Vec::new();
        results.write_parquet(&mut bytes).map_err(|error| anyhow!("results.parquet: {error}"))?;
        write("parquet", bytes)?;
        files.push("parquet");
    }
    match results.chart() {
        Some(chart) => {
            write("svg", chart.svg().into())?;
            files.push("svg");
        }
        // That of an earlier sweep would be taken for this one's.
        None => drop(fs::remove_file(path("svg"))),
    }
    let mut stdout = stdout();
    match format {
        Format::Json => write!(stdout, "{json}")?,
        Format::Human => {
            write!(stdout, "{}", results.table_to_read().text_within(100))?;
            writeln!(stdout, "results     {}.{{{}}}", path("").display(), files.join(","))?;
        }
    }
    let (done, all) = (results.rows.len(), sweep.points.len());
    if ended.stopped {
        return Err(anyhow!("stopped with {done} of {all} runs done: the same command goes on"));
    }
    if let Some(first) = ended.failed.first() {
        // A line is read, a hundred are not.
        const NAMED: usize = 8;
        let name = |point: &&Point| format!("point {} ({})", point.number, point.name());
        let mut names: Vec<String> = ended.failed.iter().take(NAMED).map(name).collect();
        let more = ended.failed.len() - names.len();
        names.extend((more > 0).then(|| format!("{more} more")));
        let why = last_line(&folder.log(first));
        return Err(anyhow!(
            "{} of {all} runs failed: {}; of the first, {} says: {why}",
            ended.failed.len(),
            names.join(", "),
            folder.log(first).display()
        ));
    }
    Ok(Outcome::Good)
}

fn last_line(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("nothing").to_owned()
}
