//! From the text of a sweep file to points.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use emberlane_experiment::{ConfigError, Experiment};
use emberlane_files::read_text_at_most;
use serde::Deserialize;
use siphasher::sip::SipHasher13;
use thiserror::Error;

use super::MOST_POINTS;

/// Bytes of a sweep file, and of its experiment, at most.
const LONGEST_FILE: u64 = 1 << 20;

/// What a key has in a point.
pub type Value = toml::Value;

/// What is wrong with a sweep.
#[derive(Debug, Error)]
pub enum SweepError {
    /// A file that cannot be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The sweep file says something wrong.
    #[error("{}: {message}", file.display())]
    Wrong {
        /// The file.
        file: PathBuf,
        /// What was expected, and what was found.
        message: String,
    },
    /// A point is no experiment.
    #[error("{}: point {number} ({name}): {error}", file.display())]
    Point {
        /// The sweep file.
        file: PathBuf,
        /// The point.
        number: usize,
        /// Its values.
        name: String,
        /// What is wrong, without lines, which are those of no file.
        error: Box<ConfigError>,
    },
}

/// Many runs of one experiment.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Its file.
    pub file: PathBuf,
    /// The experiment's file; paths in points are relative to it.
    pub experiment: PathBuf,
    /// Batches of each run at most.
    pub batches: Option<u64>,
    /// Keys that vary, in the order of the file.
    pub keys: Vec<String>,
    /// What is read from each run's summary, as paths into it; empty: what is usual.
    pub measure: Vec<String>,
    /// The key along the chart; `None`: the first that is no seed.
    pub x: Option<String>,
    /// What the chart shows; `None`: the first measure that there is.
    pub y: Option<String>,
    /// Every combination; values of the last key change first.
    pub points: Vec<Point>,
}

/// A run of a sweep.
#[derive(Clone, Debug)]
pub struct Point {
    /// From 0.
    pub number: usize,
    /// Keys and values.
    pub values: Vec<(String, Value)>,
    /// The experiment, as text.
    pub text: String,
    /// The experiment.
    pub experiment: Experiment,
    /// What tells its run from all others: a hash of the program's version, the experiment, the number of batches, and the names, lengths
    /// and times of change of the files of data.
    pub id: String,
}

impl Point {
    /// Keys and values, as people read them.
    #[must_use]
    pub fn name(&self) -> String {
        name(&self.values)
    }
}

fn name(values: &[(String, Value)]) -> String {
    values.iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    experiment: PathBuf,
    batches: Option<u64>,
    #[serde(default)]
    measure: Vec<String>,
    #[serde(default)]
    chart: Chart,
    #[serde(default)]
    vary: Vec<Vary>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Chart {
    x: Option<String>,
    y: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vary {
    key: Key,
    values: Vec<Value>,
}

/// One key, or several that vary together.
#[derive(Deserialize)]
#[serde(untagged)]
enum Key {
    One(String),
    Together(Vec<String>),
}

impl Vary {
    /// Its keys, and for each step a value a key.
    fn steps(self) -> Result<(Vec<String>, Vec<Vec<Value>>), String> {
        let (keys, steps) = match self.key {
            Key::One(key) => (vec![key], self.values.into_iter().map(|value| vec![value]).collect()),
            Key::Together(keys) => {
                let steps = self.values.into_iter().map(|value| match value {
                    Value::Array(values) if values.len() == keys.len() => Ok(values),
                    other => Err(format!(
                        "vary {}: expected {} values in a list, found {other}",
                        keys.join(", "),
                        keys.len()
                    )),
                });
                let steps = steps.collect::<Result<Vec<_>, _>>()?;
                (keys, steps)
            }
        };
        if keys.is_empty() || steps.is_empty() {
            return Err("vary: expected a key and at least one value".to_owned());
        }
        for (at, step) in steps.iter().enumerate() {
            if steps[..at].contains(step) {
                let step: Vec<String> = step.iter().map(ToString::to_string).collect();
                return Err(format!("vary {}: {} is there twice", keys.join(", "), step.join(", ")));
            }
        }
        Ok((keys, steps))
    }
}

impl Sweep {
    /// Reads a sweep file and its experiment.
    ///
    /// # Errors
    /// Files that cannot be read or say something wrong, and points that are no experiments.
    pub fn read(file: &Path) -> Result<Self, SweepError> {
        let read = |path: &Path| {
            read_text_at_most(path, LONGEST_FILE).map_err(|source| SweepError::Io { path: path.to_path_buf(), source })
        };
        let text = read(file)?;
        let parsed = parse(&text).map_err(|message| SweepError::Wrong { file: file.to_path_buf(), message })?;
        let experiment = file.parent().unwrap_or(Path::new("")).join(&parsed.experiment);
        let base = read(&experiment)?;
        Self::of(file, parsed, experiment, &base)
    }

    fn of(file: &Path, parsed: File, experiment: PathBuf, base: &str) -> Result<Self, SweepError> {
        let wrong = |message: String| SweepError::Wrong { file: file.to_path_buf(), message };
        // What is wrong with the experiment itself is said with its own lines.
        let base_error =
            |error| SweepError::Point { file: file.to_path_buf(), number: 0, name: "as it is".into(), error };
        if parsed.vary.is_empty() {
            return Err(wrong("nothing varies: expected at least one [[vary]] with key and values".to_owned()));
        }
        if let Some((_, twice)) =
            parsed.measure.iter().enumerate().find(|(at, name)| parsed.measure[..*at].contains(name))
        {
            return Err(wrong(format!("measure: {twice} is there twice")));
        }
        let table: toml::Table = match base.parse() {
            Ok(table) => table,
            Err(error) => {
                let parsed = Experiment::parse(&experiment, base).err();
                return Err(parsed.map_or_else(|| wrong(error.to_string()), |error| base_error(Box::new(error))));
            }
        };
        let mut keys = Vec::new();
        let mut combinations: Vec<Vec<(String, Value)>> = vec![Vec::new()];
        for vary in parsed.vary {
            let (names, steps) = vary.steps().map_err(wrong)?;
            for name in &names {
                if keys.contains(name) {
                    return Err(wrong(format!("{name} varies twice")));
                }
                keys.push(name.clone());
            }
            let of_step = |step: &Vec<Value>| names.iter().cloned().zip(step.iter().cloned()).collect::<Vec<_>>();
            let steps: Vec<_> = steps.iter().map(of_step).collect();
            if combinations.len().saturating_mul(steps.len()) > MOST_POINTS {
                return Err(wrong(format!("more than {MOST_POINTS} points")));
            }
            let longer = |before: &Vec<(String, Value)>| {
                steps.iter().map(|step| [before.as_slice(), step].concat()).collect::<Vec<_>>()
            };
            combinations = combinations.iter().flat_map(longer).collect();
        }
        for key in parsed.chart.x.iter() {
            if !keys.contains(key) {
                return Err(wrong(format!(
                    "chart.x is {key:?}, which does not vary; expected one of {}",
                    keys.join(", ")
                )));
            }
        }
        let mut points = Vec::with_capacity(combinations.len());
        // Points that read the same files look at them once.
        let mut data_of = BTreeMap::new();
        for (number, values) in combinations.into_iter().enumerate() {
            let mut table = table.clone();
            for (key, value) in &values {
                set(&mut table, key, value.clone()).map_err(wrong)?;
            }
            let text = toml::to_string(&table).map_err(|error| wrong(error.to_string()))?;
            let point_error = |error: ConfigError| SweepError::Point {
                file: file.to_path_buf(),
                number,
                name: name(&values),
                error: Box::new(error.without_line()),
            };
            let experiment = Experiment::parse(&experiment, &text).map_err(point_error)?;
            let paths = experiment.data.paths().to_vec();
            let files: &mut String = data_of.entry(paths).or_insert_with(|| data(&experiment));
            let id = id(&text, parsed.batches, files);
            points.push(Point { number, values, text, experiment, id });
        }
        let sweep = Self {
            file: file.to_path_buf(),
            experiment,
            batches: parsed.batches,
            keys,
            measure: parsed.measure,
            x: parsed.chart.x,
            y: parsed.chart.y,
            points,
        };
        sweep.runs_apart().map_err(wrong)?;
        Ok(sweep)
    }

    /// Runs side by side must not have tables in the same files.
    fn runs_apart(&self) -> Result<(), String> {
        let mut places = BTreeSet::new();
        for point in &self.points {
            let Experiment { store, pool, cluster, .. } = &point.experiment;
            if cluster.is_some() {
                return Err(
                    "an experiment with [cluster] is not swept: its shards are processes that hold one training"
                        .to_owned(),
                );
            }
            let store = store.as_ref().map(|store| ("store.directory", &store.directory));
            let pool = pool.as_ref().map(|pool| ("pool.path", &pool.path));
            for (key, place) in store.into_iter().chain(pool) {
                if !places.insert(place) {
                    let place = place.display();
                    return Err(format!(
                        "two points have tables in {place}: let {key} vary, too, together with another key"
                    ));
                }
            }
        }
        Ok(())
    }
}

fn parse(text: &str) -> Result<File, String> {
    let file: File = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
    if file.batches == Some(0) {
        return Err("batches is 0: expected at least 1".to_owned());
    }
    Ok(file)
}

/// Sets a key that is written with dots.
fn set(table: &mut toml::Table, key: &str, value: Value) -> Result<(), String> {
    let (sections, last) = key.rsplit_once('.').unwrap_or(("", key));
    let mut at = table;
    for section in sections.split('.').filter(|section| !section.is_empty()) {
        let inner = at.entry(section).or_insert_with(|| Value::Table(toml::Table::new()));
        at = inner.as_table_mut().ok_or_else(|| format!("vary {key}: {section} is no section"))?;
    }
    at.insert(last.to_owned(), value);
    Ok(())
}

/// What the files of data are now. Where they are is not asked: machines may see them at other places. What is not there fails in its run.
fn data(experiment: &Experiment) -> String {
    let mut data = String::new();
    for file in emberlane_data::files(&experiment.data).unwrap_or_default() {
        let Ok(found) = std::fs::metadata(&file) else { continue };
        let changed = found.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let name = file.file_name().unwrap_or_default();
        let _ = write!(data, "{name:?} {} {:?} ", found.len(), changed.map(|since| since.as_nanos()));
    }
    data
}

fn id(text: &str, batches: Option<u64>, data: &str) -> String {
    let mut hasher = SipHasher13::new();
    hasher.write(env!("CARGO_PKG_VERSION").as_bytes());
    hasher.write_u64(batches.map_or(0, |batches| batches));
    hasher.write(text.as_bytes());
    hasher.write(data.as_bytes());
    let mut id = String::new();
    let _ = write!(id, "{:016x}", hasher.finish());
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: &str =
        "[model]\npreset = \"rm1\"\n[data]\nkind = \"synthetic\"\nbatches = 5\n[train]\nbatch_size = 16\n";

    fn sweep(text: &str) -> Result<Sweep, String> {
        let parsed = parse(&format!("experiment = \"base.toml\"\n{text}"))?;
        Sweep::of(Path::new("sweep.toml"), parsed, "base.toml".into(), BASE).map_err(|error| error.to_string())
    }

    #[test]
    fn data_that_has_changed_makes_another_run() {
        let folder = tempfile::tempdir().unwrap();
        let base = BASE.replace("kind = \"synthetic\"\nbatches = 5", "kind = \"tensors\"\npath = \"data.safetensors\"");
        let id = || {
            let text = "experiment = \"base.toml\"\n[[vary]]\nkey = \"train.seed\"\nvalues = [1]\n";
            let parsed = parse(text).unwrap();
            Sweep::of(Path::new("sweep.toml"), parsed, folder.path().join("base.toml"), &base).unwrap().points[0]
                .id
                .clone()
        };
        let absent = id();
        let file = folder.path().join("data.safetensors");
        std::fs::write(&file, "one").unwrap();
        let (one, again) = (id(), id());
        std::fs::write(&file, "three").unwrap();
        assert!(one == again && one != absent && id() != one);
    }

    #[test]
    fn every_combination_is_a_point_and_the_last_key_changes_first() {
        let text = "[[vary]]\nkey = \"train.learning_rate\"\nvalues = [0.1, 0.2]\n[[vary]]\nkey = \"train.seed\"\nvalues = [1, 2, 3]\n";
        let sweep = sweep(text).unwrap();
        let seeds: Vec<u64> = sweep.points.iter().map(|point| point.experiment.train.seed).collect();
        assert_eq!(seeds, [1, 2, 3, 1, 2, 3]);
        assert!((sweep.points[3].experiment.train.learning_rate - 0.2).abs() < 1e-6);
        assert_eq!(sweep.points[4].name(), "train.learning_rate = 0.2, train.seed = 2");
        let mut ids: Vec<&str> = sweep.points.iter().map(|point| point.id.as_str()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 6, "{ids:?}");
    }

    #[test]
    fn a_point_keeps_its_name_in_another_sweep_and_takes_another_with_other_batches() {
        let few = sweep("[[vary]]\nkey = \"train.seed\"\nvalues = [2]\n").unwrap();
        let many = sweep("[[vary]]\nkey = \"train.seed\"\nvalues = [1, 2]\n").unwrap();
        let short = sweep("batches = 2\n[[vary]]\nkey = \"train.seed\"\nvalues = [2]\n").unwrap();
        assert_eq!(few.points[0].id, many.points[1].id);
        assert_ne!(few.points[0].id, short.points[0].id);
    }

    #[test]
    fn keys_vary_together() {
        let text = "[[vary]]\nkey = [\"train.seed\", \"train.batch_size\"]\nvalues = [[1, 16], [2, 32]]\n";
        let sweep = sweep(text).unwrap();
        let sizes: Vec<_> =
            sweep.points.iter().map(|point| (point.experiment.train.seed, point.experiment.train.batch_size)).collect();
        assert_eq!(sizes, [(1, Some(16)), (2, Some(32))]);
    }

    #[test]
    fn what_is_no_sweep_is_refused() {
        for (text, says) in [
            ("", "nothing varies"),
            ("varies = 1\n", "unknown field"),
            ("batches = 0\n[[vary]]\nkey = \"train.seed\"\nvalues = [1]\n", "at least 1"),
            ("[[vary]]\nkey = \"train.seed\"\nvalues = []\n", "at least one value"),
            ("[[vary]]\nkey = \"train.seed\"\nvalues = [1, 1]\n", "1 is there twice"),
            (
                "measure = [\"loss\", \"auc\", \"loss\"]\n[[vary]]\nkey = \"train.seed\"\nvalues = [1]\n",
                "measure: loss is there twice",
            ),
            ("[[vary]]\nkey = [\"train.seed\", \"a.b\"]\nvalues = [[1]]\n", "expected 2 values"),
            (
                "[[vary]]\nkey = \"train.sed\"\nvalues = [1]\n",
                "point 0 (train.sed = 1): base.toml: unknown key `sed` in [train]",
            ),
            (
                "[[vary]]\nkey = \"train.seed\"\nvalues = [\"x\"]\n",
                "point 0 (train.seed = \"x\"): base.toml: train.seed: expected",
            ),
            ("[[vary]]\nkey = \"train.seed.x\"\nvalues = [1]\n", "base.toml"),
            (
                "[[vary]]\nkey = \"train.seed\"\nvalues = [1, 2]\n[[vary]]\nkey = \"store.directory\"\nvalues = [\"s\"]\n",
                "let store.directory vary",
            ),
            ("[chart]\nx = \"train.lookup\"\n[[vary]]\nkey = \"train.seed\"\nvalues = [1]\n", "does not vary"),
        ] {
            let error = sweep(text).unwrap_err();
            assert!(error.contains(says), "{text}: {error}");
        }
        let many: Vec<String> = (0..200).map(|seed| seed.to_string()).collect();
        let many = format!("values = [{}]\n", many.join(", "));
        let text = format!("[[vary]]\nkey = \"train.seed\"\n{many}[[vary]]\nkey = \"train.batch_size\"\n{many}");
        assert!(sweep(&text).unwrap_err().contains("more than 10000 points"));
    }
}
