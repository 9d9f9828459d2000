//! Which figures a directory has, made by which program, and how long they took: `runs.json` beside them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use cpu_time::ProcessTime;
use emberlane_files::{read_text_at_most, write_whole};
use serde::{Deserialize, Serialize};

/// Its name.
pub(super) const FILE: &str = "runs.json";
/// Bytes of the file at most.
const LONGEST: u64 = 1 << 20;

/// What decides a figure, beside its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Maker {
    /// Length and CRC-32C of the program.
    program: String,
    seed: u64,
    criteo: Option<PathBuf>,
}

impl Maker {
    /// This program, with these options.
    pub(super) fn new(seed: u64, criteo: Option<PathBuf>) -> anyhow::Result<Self> {
        let program = std::env::current_exe().context("where this program is")?;
        let bytes = std::fs::read(&program).with_context(|| program.display().to_string())?;
        Ok(Self { program: format!("{}-{:08x}", bytes.len(), crc32c::crc32c(&bytes)), seed, criteo })
    }
}

/// A figure that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Made {
    #[serde(flatten)]
    by: Maker,
    wall_seconds: f64,
    /// Of all threads; not everywhere can it be known.
    cpu_seconds: Option<f64>,
}

/// The figures of a directory. What several figures need is measured for the first of a run, which takes longer then.
pub(super) struct Runs {
    file: PathBuf,
    made: BTreeMap<String, Made>,
}

impl Runs {
    /// Those of a directory; none, where it has no list of them that can be read.
    pub(super) fn of(directory: &Path) -> Self {
        let file = directory.join(FILE);
        let text = read_text_at_most(&file, LONGEST).unwrap_or_default();
        Self { made: serde_json::from_str(&text).unwrap_or_default(), file }
    }

    /// Whether a figure is there as `maker` would make it.
    pub(super) fn has(&self, figure: &str, maker: &Maker) -> bool {
        let is_there = |extension| self.file.with_file_name(format!("{figure}.{extension}")).is_file();
        self.made.get(figure).is_some_and(|made| made.by == *maker) && ["json", "md", "csv"].into_iter().all(is_there)
    }

    /// Notes that a figure was made, and what that took.
    pub(super) fn add(&mut self, figure: &str, by: &Maker, clock: &Clock) -> anyhow::Result<()> {
        let cpu_seconds = clock.cpu.and_then(|start| start.try_elapsed().ok()).map(|time| time.as_secs_f64());
        let made = Made { by: by.clone(), wall_seconds: clock.wall.elapsed().as_secs_f64(), cpu_seconds };
        self.made.insert(figure.to_owned(), made);
        let text = serde_json::to_string_pretty(&self.made)? + "\n";
        write_whole(&self.file, text).with_context(|| self.file.display().to_string())
    }
}

/// When something began.
pub(super) struct Clock {
    wall: Instant,
    cpu: Option<ProcessTime>,
}

impl Clock {
    pub(super) fn start() -> Self {
        Self { wall: Instant::now(), cpu: ProcessTime::try_now().ok() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_there_only_as_it_was_made() {
        let folder = tempfile::tempdir().unwrap();
        let maker = Maker::new(0, None).unwrap();
        let mut runs = Runs::of(folder.path());
        assert!(!runs.has("one", &maker));
        runs.add("one", &maker, &Clock::start()).unwrap();
        assert!(!runs.has("one", &maker), "without its data");
        for extension in ["json", "md"] {
            std::fs::write(folder.path().join("one").with_extension(extension), "{}").unwrap();
            assert!(!runs.has("one", &maker), "without its first table");
        }
        std::fs::write(folder.path().join("one.csv"), "").unwrap();
        let runs = Runs::of(folder.path());
        assert!(runs.has("one", &maker) && !runs.has("two", &maker));
        assert!(!runs.has("one", &Maker { seed: 1, ..maker.clone() }));
        assert!(!runs.has("one", &Maker { program: "another".into(), ..maker.clone() }));
        std::fs::write(folder.path().join(FILE), "no list").unwrap();
        assert!(!Runs::of(folder.path()).has("one", &maker));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn time_that_was_computed_is_known() {
        assert!(Clock::start().cpu.is_some());
    }
}
