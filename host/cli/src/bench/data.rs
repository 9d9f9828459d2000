//! How fast Criteo's records are read, as text and from a cache of parsed ones, beside what it takes to find the ends of lines.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use emberlane_data::{CriteoRecords, GenerateOptions, Purpose, generate};
use emberlane_experiment::{Experiment, OnMalformed};

use super::clock::{Span, measure};
use super::figure::Figure;

/// Records that are written and read.
const RECORDS: u64 = 200_000;
/// Each is read so often, and the fastest counts.
const TIMES: usize = 5;

/// Reads a file that it makes in a folder of its own below `folder`.
pub(super) fn measure_all(folder: &Path, figures: &mut Vec<Figure>) -> anyhow::Result<()> {
    let folder = tempfile::tempdir_in(folder)?;
    let path = folder.path().join("clicks.tsv");
    generate(&path, &GenerateOptions { rows: RECORDS, categories: 100_000, skew: 1.05, seed: 1 })?;
    let bytes = std::fs::metadata(&path)?.len() as f64;
    let lines = fastest(|| lines(&path))?;
    let limit = bytes / lines.cpu / 1e6;
    let mut found = |name: &str, span: Span| {
        let from = [("bytes", bytes), ("records", RECORDS as f64), ("cpu_seconds", span.cpu), ("seconds", span.wall)];
        let rate = bytes / span.cpu / 1e6;
        figures.push(Figure::limited(name, rate, "MB/s of text", (limit, "lines that are found, and not read"), &from));
    };
    found("data.criteo.records", fastest(|| records(&path))?);
    found("data.criteo.batches", fastest(|| batches(&path, None))?);
    let cache = folder.path().join("cache");
    batches(&path, Some(&cache))?;
    found("data.criteo.cached_batches", fastest(|| batches(&path, Some(&cache)))?);
    Ok(())
}

fn fastest(read: impl Fn() -> anyhow::Result<u64>) -> anyhow::Result<Span> {
    let mut fastest = Span { wall: f64::INFINITY, cpu: f64::INFINITY };
    for _ in 0..TIMES {
        let (count, span) = measure(&read);
        let count = count?;
        anyhow::ensure!(count == RECORDS, "{RECORDS} records were written, and {count} are read");
        if span.cpu < fastest.cpu {
            fastest = span;
        }
    }
    Ok(fastest)
}

fn lines(path: &Path) -> anyhow::Result<u64> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    let (mut line, mut count) = (Vec::new(), 0);
    while file.read_until(b'\n', &mut line)? > 0 {
        line.clear();
        count += 1;
    }
    Ok(count)
}

fn records(path: &Path) -> anyhow::Result<u64> {
    let mut records = CriteoRecords::open(path, OnMalformed::Error)?;
    let mut count = 0;
    while records.next_record()?.is_some() {
        count += 1;
    }
    Ok(count)
}

fn batches(path: &Path, cache: Option<&Path>) -> anyhow::Result<u64> {
    let cache = cache.map_or_else(String::new, |cache| format!("cache = {cache:?}\n"));
    let text = format!(
        "[model]\nbottom = [13, 16]\ntop = [1]\ntables = 26\nrows = 1000000\ndimension = 16\n[data]\nkind = \"criteo\"\n\
         path = {path:?}\n{cache}[train]\nbatch_size = 2048\n"
    );
    let Experiment { data, model, train, .. } = Experiment::parse(Path::new("bench"), &text)?;
    let mut source = emberlane_data::open(&data, &model, train.batch_size, train.seed, Purpose::Training)?;
    let mut count = 0;
    while let Some(batch) = source.next_batch()? {
        count += batch.samples() as u64;
    }
    Ok(count)
}
