//! Which figures a directory has, made by which program, what their files hold, and how long they took: `runs.json` beside them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use cpu_time::ProcessTime;
use emberlane_files::{read_at_most, read_text_at_most, write_whole};
use emberlane_laboratory::reproduce::Reproduction;
use serde::{Deserialize, Serialize};

/// Its name.
pub(super) const FILE: &str = "runs.json";
/// Bytes of the file at most.
const LONGEST: u64 = 1 << 20;
/// Bytes of a file of a figure at most.
const LONGEST_OF_FIGURE: u64 = 1 << 26;

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
    /// CRC-32C of each file, by its name; empty where an older version wrote the list, which kept none.
    #[serde(default)]
    sums: BTreeMap<String, String>,
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

    /// Whether a figure was made as `maker` would make it, whatever has become of its files since.
    pub(super) fn has_made(&self, figure: &str, maker: &Maker) -> bool {
        self.made.get(figure).is_some_and(|made| made.by == *maker)
    }

    /// Whether the files of a figure that was made are there as they were written.
    pub(super) fn is_whole(&self, figure: &str) -> bool {
        let Some(Made { sums, .. }) = self.made.get(figure) else { return false };
        let file = |extension: &str| self.file.with_file_name(format!("{figure}.{extension}"));
        if sums.is_empty() {
            let text = read_text_at_most(&file("json"), LONGEST_OF_FIGURE).unwrap_or_default();
            return ["md", "csv"].into_iter().all(|extension| file(extension).is_file())
                && serde_json::from_str::<Reproduction>(&text).is_ok_and(|made| made.figure == figure);
        }
        sums.keys().all(|name| self.is_as_written(figure, name))
    }

    /// Whether the data of a figure, of which pages are made, are known to be others than those that were written.
    pub(super) fn is_changed(&self, figure: &str) -> bool {
        let name = format!("{figure}.json");
        let is_known = self.made.get(figure).is_some_and(|made| made.sums.contains_key(&name));
        is_known && !self.is_as_written(figure, &name)
    }

    fn is_as_written(&self, figure: &str, name: &str) -> bool {
        let sum = self.made.get(figure).and_then(|made| made.sums.get(name));
        let bytes = read_at_most(&self.file.with_file_name(name), LONGEST_OF_FIGURE);
        bytes.is_ok_and(|bytes| sum == Some(&in_hex(crc32c::crc32c(&bytes))))
    }

    /// Notes that a figure was made, with the CRC-32C of each of its files, and what that took.
    pub(super) fn add(
        &mut self,
        figure: &str,
        by: &Maker,
        files: Vec<(String, u32)>,
        clock: &Clock,
    ) -> anyhow::Result<()> {
        let cpu_seconds = clock.cpu.and_then(|start| start.try_elapsed().ok()).map(|time| time.as_secs_f64());
        let sums = files.into_iter().map(|(name, sum)| (name, in_hex(sum))).collect();
        let made = Made { by: by.clone(), wall_seconds: clock.wall.elapsed().as_secs_f64(), cpu_seconds, sums };
        self.made.insert(figure.to_owned(), made);
        let text = serde_json::to_string_pretty(&self.made)? + "\n";
        write_whole(&self.file, text).with_context(|| self.file.display().to_string())
    }
}

fn in_hex(sum: u32) -> String {
    format!("{sum:08x}")
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

    /// A figure with nothing in it, as its files are.
    fn write(figure: &str, folder: &Path) -> Vec<(String, u32)> {
        let figure = Reproduction {
            figure: figure.into(),
            title: String::new(),
            notes: Vec::new(),
            tables: Vec::new(),
            records: Vec::new(),
            charts: Vec::new(),
            parameters: Vec::new(),
            runs: serde_json::Value::Null,
            raw: None,
        };
        figure.write(folder).unwrap()
    }

    #[test]
    fn a_figure_is_there_only_as_it_was_made() {
        let folder = tempfile::tempdir().unwrap();
        let maker = Maker::new(0, None).unwrap();
        let mut runs = Runs::of(folder.path());
        assert!(!runs.has_made("one", &maker) && !runs.is_whole("one") && !runs.is_changed("one"));
        let files = write("one", folder.path());
        runs.add("one", &maker, files.clone(), &Clock::start()).unwrap();
        let runs = Runs::of(folder.path());
        assert!(runs.has_made("one", &maker) && runs.is_whole("one") && !runs.is_changed("one"));
        assert!(!runs.has_made("two", &maker));
        assert!(!runs.has_made("one", &Maker { seed: 1, ..maker.clone() }));
        assert!(!runs.has_made("one", &Maker { program: "another".into(), ..maker.clone() }));
        for (name, _) in &files {
            let path = folder.path().join(name);
            let whole = std::fs::read(&path).unwrap();
            let cut = whole.len() / 2;
            let changed = [&whole[..cut], b"1", &whole[cut..]].concat();
            for damaged in [Some(&whole[..cut]), Some(&changed), Some(b"{}"), None] {
                match damaged {
                    Some(bytes) => std::fs::write(&path, bytes).unwrap(),
                    None => std::fs::remove_file(&path).unwrap(),
                }
                // An empty table is whole as it is.
                let is_same = damaged == Some(&*whole);
                assert!(runs.is_whole("one") == is_same, "{name}");
                assert!(runs.is_changed("one") == (name == "one.json"), "{name}");
                assert!(runs.has_made("one", &maker));
            }
            std::fs::write(&path, whole).unwrap();
        }
        std::fs::write(folder.path().join(FILE), "no list").unwrap();
        assert!(!Runs::of(folder.path()).has_made("one", &maker));
    }

    /// Lists of older versions have no checksums.
    #[test]
    fn without_checksums_a_figure_is_there_if_it_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let maker = Maker::new(0, None).unwrap();
        write("one", folder.path());
        let list = serde_json::json!({ "one": { "program": maker.program, "seed": 0, "criteo": null, "wall_seconds": 1.0, "cpu_seconds": 1.0 } });
        std::fs::write(folder.path().join(FILE), list.to_string()).unwrap();
        let runs = Runs::of(folder.path());
        assert!(runs.has_made("one", &maker) && runs.is_whole("one") && !runs.is_changed("one"));
        for damaged in ["{}", "", "{"] {
            std::fs::write(folder.path().join("one.json"), damaged).unwrap();
            assert!(!runs.is_whole("one") && !runs.is_changed("one"), "{damaged}");
        }
        write("one", folder.path());
        std::fs::remove_file(folder.path().join("one.csv")).unwrap();
        assert!(!runs.is_whole("one"), "without its first table");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn time_that_was_computed_is_known() {
        assert!(Clock::start().cpu.is_some());
    }
}
