//! What the runs of a sweep have left, as a table and as a chart.

use std::path::Path;

use emberlane_files::read_text_at_most;

use super::folder::Folder;
use super::plan::{Point, Sweep, SweepError, Value};
use crate::charts::{Chart, Estimate, Intervals, Table, digits};

/// Bytes of a summary at most.
const LONGEST_SUMMARY: u64 = 1 << 32;
/// What is usually asked of a run, where it has it.
const USUAL: [&str; 7] = [
    "loss.last_mean",
    "training.auc",
    "evaluation.auc",
    "evaluation.log_loss",
    "evaluation.accuracy",
    "system.picoseconds_per_batch",
    "wall_seconds.total",
];
/// The key that tells repetitions apart.
const SEED: &str = "train.seed";

/// A point that has run, and what was measured.
#[derive(Clone, Debug)]
pub struct Row {
    /// The point's number.
    pub number: usize,
    /// What names its run.
    pub id: String,
    /// Keys and values.
    pub values: Vec<(String, Value)>,
    /// A number a measure; `None`: the run has none.
    pub measured: Vec<Option<f64>>,
}

/// All points that have run.
#[derive(Clone, Debug)]
pub struct Results {
    /// Keys that vary.
    pub keys: Vec<String>,
    /// What was measured: paths into summaries.
    pub measures: Vec<String>,
    /// In the order of the points.
    pub rows: Vec<Row>,
    x: Option<String>,
    y: Option<String>,
}

impl Results {
    /// Reads what is there.
    ///
    /// # Errors
    /// Summaries that cannot be read, and a measure that no run has.
    pub fn read(sweep: &Sweep, folder: &Folder) -> Result<Self, SweepError> {
        let mut summaries = Vec::new();
        for point in sweep.points.iter().filter(|point| folder.is_done(point)) {
            summaries.push((point, summary(&folder.run(point).join("summary.json"))?));
        }
        let has = |measure: &str| summaries.iter().any(|(_, summary)| number(summary, measure).is_some());
        let measures: Vec<String> = if sweep.measure.is_empty() {
            USUAL.into_iter().filter(|measure| has(measure)).map(str::to_owned).collect()
        } else {
            let asked = sweep.measure.iter().chain(sweep.y.iter().filter(|y| !sweep.measure.contains(y)));
            asked.cloned().collect()
        };
        for measure in measures.iter().chain(&sweep.y) {
            if !summaries.is_empty() && !has(measure) {
                let has = summaries.first().map(|(_, summary)| instead(measure, summary)).unwrap_or_default();
                let message = format!("no run has a number {measure} in its summary.json; {has}");
                return Err(SweepError::Wrong { file: sweep.file.clone(), message });
            }
        }
        let row = |(point, summary): &(&Point, serde_json::Value)| Row {
            number: point.number,
            id: point.id.clone(),
            values: point.values.clone(),
            measured: measures.iter().map(|measure| number(summary, measure)).collect(),
        };
        let rows = summaries.iter().map(row).collect();
        Ok(Self { keys: sweep.keys.clone(), measures, rows, x: sweep.x.clone(), y: sweep.y.clone() })
    }

    /// A row a point: its number, its values, what was measured, and where it is. Numbers are whole, to compute with.
    #[must_use]
    pub fn table(&self) -> Table {
        self.table_of(|number| number.to_string())
    }

    /// The same with few digits, to read.
    #[must_use]
    pub fn table_to_read(&self) -> Table {
        self.table_of(digits)
    }

    fn table_of(&self, text: impl Fn(f64) -> String) -> Table {
        let columns =
            ["point"].into_iter().chain(self.keys.iter().chain(&self.measures).map(String::as_str)).chain(["run"]);
        let mut table = Table::new(&columns.collect::<Vec<_>>());
        for row in &self.rows {
            let values = row.values.iter().map(|(_, value)| text_of(value));
            let measured = row.measured.iter().map(|measured| measured.map_or_else(String::new, &text));
            table.rows.push(
                [row.number.to_string()].into_iter().chain(values).chain(measured).chain([row.id.clone()]).collect(),
            );
        }
        table
    }

    /// As JSON: an object a point.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        let of_row = |row: &Row| {
            let mut object = serde_json::Map::new();
            object.insert("point".into(), row.number.into());
            let values: serde_json::Map<_, _> = row
                .values
                .iter()
                .map(|(key, value)| (key.clone(), serde_json::to_value(value).unwrap_or_default()))
                .collect();
            object.insert("values".into(), values.into());
            let measured: serde_json::Map<_, _> =
                self.measures.iter().zip(&row.measured).map(|(key, value)| (key.clone(), (*value).into())).collect();
            object.insert("measured".into(), measured.into());
            object.insert("run".into(), row.id.clone().into());
            serde_json::Value::Object(object)
        };
        self.rows.iter().map(of_row).collect()
    }

    /// Along one key, the mean over seeds with its interval of 95 %; a series for each combination of the other keys. `None`: there is
    /// nothing to show.
    #[must_use]
    pub fn chart(&self) -> Option<Chart> {
        let y = self.y.as_ref().or_else(|| self.measures.first())?;
        let measure = self.measures.iter().position(|measure| measure == y)?;
        let x = self.x.as_ref().or_else(|| self.keys.iter().find(|key| *key != SEED)).or_else(|| self.keys.first())?;
        let value = |row: &Row, key: &str| {
            row.values.iter().find(|(each, _)| each == key).map_or_else(String::new, |(_, value)| text_of(value))
        };
        let case = |row: &Row| {
            let others = self.keys.iter().filter(|key| *key != x && *key != SEED);
            let words: Vec<String> = others.map(|key| format!("{key} {}", value(row, key))).collect();
            if words.is_empty() { y.clone() } else { words.join(", ") }
        };
        let places = unique(self.rows.iter().map(|row| value(row, x)));
        let cases = unique(self.rows.iter().map(case));
        if places.is_empty() {
            return None;
        }
        let estimate = |name: &String, place: &String| {
            let of = self.rows.iter().filter(|row| case(row) == *name && value(row, x) == *place);
            let numbers: Vec<f64> = of.filter_map(|row| row.measured[measure]).collect();
            match numbers.as_slice() {
                [] => Estimate { mean: f64::NAN, margin: 0.0 },
                numbers => Estimate::of(numbers),
            }
        };
        let series =
            cases.iter().map(|name| (name.clone(), places.iter().map(|place| estimate(name, place)).collect()));
        let (title, series) = (format!("{y} over {x}"), series.collect());
        Some(Chart::Intervals(Intervals {
            id: String::new(),
            title,
            x: x.clone(),
            y: y.clone(),
            places,
            series,
            bound: None,
        }))
    }
}

fn unique(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut found = Vec::new();
    for each in all {
        if !found.contains(&each) {
            found.push(each);
        }
    }
    found
}

/// A string without its quotes.
pub(super) fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Of what a sweep measures, what a run has not: a line each, with the numbers that the run has.
///
/// # Errors
/// A summary that cannot be read.
pub fn missing_measures(sweep: &Sweep, folder: &Folder, point: &Point) -> Result<Vec<String>, SweepError> {
    let summary = summary(&folder.run(point).join("summary.json"))?;
    let asked = unique(sweep.measure.iter().chain(&sweep.y).cloned());
    let missing = asked.iter().filter(|measure| number(&summary, measure).is_none());
    let line = |measure: &String| {
        format!("point {} has no number {measure} in its summary.json; {}", point.number, instead(measure, &summary))
    };
    Ok(missing.map(line).collect())
}

/// Says which number of a summary was meant; where none is near, which there are, those of lists left out.
fn instead(measure: &str, summary: &serde_json::Value) -> String {
    const NEAR: f64 = 0.9;
    let mut names = Vec::new();
    add_numbers(summary, "", &mut names);
    let near = names.iter().map(|name| (strsim::jaro_winkler(measure, name), name)).max_by(|a, b| a.0.total_cmp(&b.0));
    match near.filter(|(similarity, _)| *similarity > NEAR) {
        Some((_, name)) => format!("did you mean {name}?"),
        None => format!("there are {}", names.join(", ")),
    }
}

fn add_numbers(value: &serde_json::Value, path: &str, names: &mut Vec<String>) {
    match value {
        serde_json::Value::Number(_) => names.push(path.to_owned()),
        serde_json::Value::Object(inner) => inner.iter().for_each(|(key, value)| {
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            add_numbers(value, &path, names);
        }),
        _ => {}
    }
}

fn summary(path: &Path) -> Result<serde_json::Value, SweepError> {
    let failed = |source| SweepError::Io { path: path.to_path_buf(), source };
    let text = read_text_at_most(path, LONGEST_SUMMARY).map_err(failed)?;
    serde_json::from_str(&text).map_err(|error| failed(std::io::Error::other(error)))
}

/// The number at a path that is written with dots; of a list, the place in it.
fn number(summary: &serde_json::Value, path: &str) -> Option<f64> {
    summary.pointer(&format!("/{}", path.replace('.', "/")))?.as_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results() -> Results {
        let row = |number: usize, rate: f64, seed: i64, auc: Option<f64>| Row {
            number,
            id: format!("{number:016x}"),
            values: vec![("train.learning_rate".into(), rate.into()), ("train.seed".into(), seed.into())],
            measured: vec![auc],
        };
        Results {
            keys: vec!["train.learning_rate".into(), "train.seed".into()],
            measures: vec!["evaluation.auc".into()],
            rows: vec![row(0, 0.1, 1, Some(0.5)), row(1, 0.1, 2, Some(0.75)), row(2, 0.5, 1, None)],
            x: None,
            y: None,
        }
    }

    #[test]
    fn a_row_a_point_with_whole_numbers() {
        let csv = results().table().csv();
        let expected = "point,train.learning_rate,train.seed,evaluation.auc,run\n0,0.1,1,0.5,0000000000000000\n";
        assert!(csv.starts_with(expected), "{csv}");
        let json = results().json();
        assert_eq!(json[1]["measured"]["evaluation.auc"], 0.75);
        assert!(json[2]["measured"]["evaluation.auc"].is_null());
    }

    #[cfg(feature = "parquet")]
    #[test]
    fn parquet_has_the_numbers() {
        use parquet::file::reader::{FileReader, SerializedFileReader};

        let mut file = tempfile::tempfile().unwrap();
        results().write_parquet(&mut file).unwrap();
        let read = SerializedFileReader::new(file).unwrap();
        let rows: Vec<String> = read.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(rows.len(), 3);
        assert!(
            rows[0].contains("point: 0, train.learning_rate: 0.1, train.seed: 1.0, evaluation.auc: 0.5"),
            "{rows:?}"
        );
        assert!(rows[2].contains("evaluation.auc: null"), "{rows:?}");
    }

    #[test]
    fn the_chart_has_the_mean_over_seeds() {
        let Some(Chart::Intervals(chart)) = results().chart() else { panic!("no chart") };
        assert_eq!(
            (chart.places.as_slice(), chart.x.as_str()),
            (["0.1".to_owned(), "0.5".to_owned()].as_slice(), "train.learning_rate")
        );
        assert_eq!(chart.series.len(), 1);
        assert_eq!(chart.series[0].1[0], Estimate::of(&[0.5, 0.75]));
        assert!(chart.series[0].1[1].mean.is_nan());
        assert!(Chart::Intervals(chart).svg().contains("evaluation.auc"));
    }

    #[test]
    fn numbers_are_found_by_their_path() {
        let summary = serde_json::json!({ "a": { "b": [1.5, 2] }, "c": "x" });
        assert_eq!(number(&summary, "a.b.1"), Some(2.0));
        assert_eq!((number(&summary, "c"), number(&summary, "d.e")), (None, None));
        let summary = serde_json::json!({ "a": { "b": [1.5, 2], "c": 3 }, "d": 1, "e": "x" });
        assert_eq!(instead("loss", &summary), "there are a.c, d");
        let summary = serde_json::json!({ "evaluation": { "auc": 0.5, "log_loss": 1 } });
        assert_eq!(instead("evaluation.auk", &summary), "did you mean evaluation.auc?");
    }
}
