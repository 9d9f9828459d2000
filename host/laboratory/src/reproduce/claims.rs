//! What papers claim, as data (`claims.toml`), and what a measurement says about it.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::charts::{Estimate, all, digits};

const TEXT: &str = include_str!("claims.toml");
static CLAIMS: LazyLock<Vec<Claim>> =
    LazyLock::new(|| Claim::parse(TEXT).expect("the claims are well formed, which a test says"));

/// How the keys of measurements end that take a paper's tables at their word: they are no verdict on the claim.
pub(super) const LITERALLY: &str = "Table 2 literally";

/// How claims' ids begin, and the papers that they are of.
const PAPERS: [(&str, &str); 5] =
    [("tcxl-", "TrainingCXL"), ("ndrec-", "NDRec"), ("mtrains-", "MTrainS"), ("oe-", "OpenEmbedding"), ("cpr-", "CPR")];

/// The paper of a claim or of a figure, by the name of either; empty, if it is of none.
pub(super) fn paper(id: &str) -> &'static str {
    PAPERS.iter().find(|(prefix, _)| id.starts_with(prefix)).map_or("", |(_, paper)| paper)
}

/// What a claim is about; it decides how near a measured value has to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Times faster than the baseline.
    Speedup,
    /// Share of the baseline that is gone.
    Reduction,
    /// A share.
    Fraction,
    /// A small share, of which a part of itself says more than a share of everything.
    SmallFraction,
    /// How many times as long something takes without a part of a system.
    Slowdown,
    /// A loss, of which less is as good.
    AtMost,
    /// One thing beside another.
    Ratio,
    /// A time.
    Time,
    /// Dollars.
    Money,
    /// A size.
    Size,
    /// What is more than what: a statement.
    Order,
    /// Where more does not help: a statement.
    Plateau,
    /// A coefficient of correlation.
    Correlation,
}

/// How near is near enough.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Tolerance {
    Relative(f64),
    Absolute(f64),
    AbsoluteFractionOfBatch(f64),
    AtLeastMinus(f64),
    ExcessRelative(f64),
}

/// How near a small fraction has to come that is 0, and one that is the reduction of another.
const NEAR_ZERO: f64 = 0.005;
const NEAR_REDUCTION: f64 = 0.08;

/// Where a measured value may lie; `None`: no bound on that side.
pub type Band = [Option<f64>; 2];

/// What a paper says, or a measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// A number.
    Number(f64),
    /// From one number to another, over cases.
    Range([f64; 2]),
    /// A sentence; also a number that is none.
    Text(String),
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        // JSON has no NaN.
        if number.is_finite() { Self::Number(number) } else { Self::Text(number.to_string()) }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => formatter.write_str(&digits(*number)),
            Self::Range([from, to]) => write!(formatter, "{} .. {}", digits(*from), digits(*to)),
            Self::Text(text) => formatter.write_str(text),
        }
    }
}

/// How a paper's number is meant.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Says {
    Value(f64),
    UpTo(f64),
    AtMost(f64),
    AtLeast(f64),
    Between([f64; 2]),
}

/// A claim of a paper.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its name.
    pub id: String,
    /// Where in the paper it stands.
    pub place: String,
    /// What it is about.
    pub kind: Kind,
    /// What it is measured against.
    pub baseline: Option<String>,
    /// What it is measured of.
    pub system: Option<String>,
    /// What runs.
    pub workload: Option<String>,
    /// What else has to be known; of order and plateau, the statement.
    pub note: Option<String>,
    /// "ms" or "s" where measured values are times, else nothing.
    pub unit: &'static str,
    /// None: a statement.
    values: Vec<(String, Says)>,
    tolerance: Option<Tolerance>,
    band: Option<[f64; 2]>,
    batch: Option<f64>,
}

/// A claim as it is written down.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    #[serde(rename = "where")]
    place: String,
    kind: Kind,
    baseline: Option<String>,
    system: Option<String>,
    workload: Option<String>,
    note: Option<String>,
    value: Option<Given>,
    value_ms: Option<Given>,
    value_s: Option<Given>,
    value_from: Option<f64>,
    value_to: Option<f64>,
    value_up_to: Option<f64>,
    value_at_most: Option<f64>,
    band: Option<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Given {
    One(f64),
    Named(BTreeMap<String, f64>),
}

impl Claim {
    /// Every claim of a file of claims.
    fn parse(text: &str) -> Result<Vec<Self>, String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            bands: BTreeMap<Kind, Tolerance>,
            claim: Vec<Entry>,
        }
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        file.claim.into_iter().map(|entry| Self::of(entry, &file.bands)).collect()
    }

    fn of(entry: Entry, bands: &BTreeMap<Kind, Tolerance>) -> Result<Self, String> {
        let Entry { id, place, kind, baseline, system, workload, mut note, band, .. } = entry;
        let only = workload.clone().unwrap_or_default();
        let mut values = Vec::new();
        let mut unit = "";
        for (given, of) in [(entry.value, ""), (entry.value_ms, "ms"), (entry.value_s, "s")] {
            match given {
                None => continue,
                Some(Given::One(value)) => values.push((only.clone(), Says::Value(value))),
                Some(Given::Named(named)) => values.extend(named.into_iter().map(|(name, value)| {
                    let says = match name.as_str() {
                        "at_least" => Says::AtLeast(value),
                        name if name == "up_to" || name.ends_with("_up_to") => Says::UpTo(value),
                        _ => Says::Value(value),
                    };
                    (name, says)
                })),
            }
            unit = of;
        }
        match (entry.value_from, entry.value_to) {
            (Some(from), Some(to)) => values.push((only.clone(), Says::Between([from, to]))),
            (None, None) => {}
            _ => return Err(format!("{id}: value_from and value_to go together")),
        }
        values.extend(entry.value_up_to.map(|value| (only.clone(), Says::UpTo(value))));
        values.extend(entry.value_at_most.map(|value| (only, Says::AtMost(value))));
        if matches!(kind, Kind::Order | Kind::Plateau) {
            // They are judged as a statement; where no note makes it, the numbers do.
            let numbers: Vec<_> = values.drain(..).map(|(name, says)| format!("{name} {}", says.text(""))).collect();
            note = note.or(Some(numbers.join(", ")).filter(|numbers| !numbers.is_empty()));
        }
        if values.is_empty() && note.is_none() {
            return Err(format!("{id}: neither a value nor a note that says what is claimed"));
        }
        let tolerance = bands.get(&kind).copied();
        let bounded = |(_, says): &(String, Says)| matches!(says, Says::AtMost(_) | Says::AtLeast(_));
        if tolerance.is_none() && band.is_none() && !values.iter().all(bounded) {
            return Err(format!("{id}: no band for its kind, and none of its own"));
        }
        Ok(Self { id, place, kind, baseline, system, workload, note, unit, values, tolerance, band, batch: None })
    }

    /// Every claim, in the order of the file.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &CLAIMS
    }

    /// The claim of this name.
    ///
    /// # Panics
    /// Where there is none: figures name claims that are there.
    #[must_use]
    pub fn find(id: &str) -> Self {
        Self::get(id).unwrap_or_else(|| panic!("no claim {id}")).clone()
    }

    pub(super) fn get(id: &str) -> Option<&'static Self> {
        CLAIMS.iter().find(|claim| claim.id == id)
    }

    /// The paper that it is of.
    #[must_use]
    pub fn paper(&self) -> &'static str {
        paper(&self.id)
    }

    /// Paper and place.
    #[must_use]
    pub fn source(&self) -> String {
        format!("{}, {}", self.paper(), self.place)
    }

    /// The claim beside batches that take this long, in its own unit: a time may be off by a part of that. Without, it may
    /// be off by the same part of itself.
    #[must_use]
    pub fn of_batch(self, duration: f64) -> Self {
        Self { batch: Some(duration), ..self }
    }

    /// Names of its values: one record is expected of each. A single value has none but the workload's, and a statement
    /// has the empty name.
    #[must_use]
    pub fn keys(&self) -> Vec<&str> {
        if self.values.is_empty() { vec![""] } else { self.values.iter().map(|(name, _)| name.as_str()).collect() }
    }

    /// What is claimed, where it is no number.
    #[must_use]
    pub fn statement(&self) -> Option<&str> {
        self.note.as_deref().filter(|_| self.values.is_empty())
    }

    /// What the paper's number for a key is, if it is one.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<f64> {
        match self.says(key)? {
            Says::Between(_) => None,
            Says::Value(value) | Says::UpTo(value) | Says::AtMost(value) | Says::AtLeast(value) => Some(value),
        }
    }

    /// What the paper says about a key, in words and with its unit.
    #[must_use]
    pub fn paper_text(&self, key: &str) -> String {
        match self.says(key) {
            Some(says) => says.text(self.unit_text()),
            None => self.statement().unwrap_or_default().into(),
        }
    }

    fn unit_text(&self) -> &'static str {
        match (self.unit, self.kind) {
            ("ms", _) => " ms",
            ("s", _) => " s",
            (_, Kind::Speedup) => "x",
            _ => "",
        }
    }

    /// The value that a key is about. Of a claim with a single value, any key is; else its name, up to a `/`.
    fn says(&self, key: &str) -> Option<Says> {
        match self.values.as_slice() {
            [(_, says)] => Some(*says),
            values => {
                let name = key.split('/').next().unwrap_or_default();
                values.iter().find(|(known, _)| known == name).map(|(_, says)| *says)
            }
        }
    }

    fn band(&self, key: &str, says: Says) -> Band {
        if let Some([low, high]) = self.band {
            return [Some(low), Some(high)];
        }
        let [from, to] = match says {
            Says::AtMost(bound) => return [None, Some(bound)],
            Says::AtLeast(bound) => return [Some(bound), None],
            Says::Value(value) | Says::UpTo(value) => [value; 2],
            Says::Between(range) => range,
        };
        let around = |low: f64, high: f64| [Some(from - low), Some(to + high)];
        match (self.kind, from == 0.0, key.split('/').next()) {
            (Kind::SmallFraction, true, _) => return around(NEAR_ZERO, NEAR_ZERO),
            (Kind::SmallFraction, _, Some("reduction")) => return around(NEAR_REDUCTION, NEAR_REDUCTION),
            _ => {}
        }
        match self.tolerance {
            Some(Tolerance::Absolute(part)) if self.kind == Kind::AtMost => [None, Some(to + part)],
            Some(Tolerance::ExcessRelative(part)) => around(part * (from - 1.0).abs(), part * (to - 1.0).abs()),
            // Half of what is gained is the least, so that no band of a speedup has room for none.
            Some(Tolerance::Relative(part)) if self.kind == Kind::Speedup && from > 1.0 => {
                around((part * from).min((from - 1.0) / 2.0), part * to)
            }
            Some(Tolerance::Relative(part)) => around(part * from.abs(), part * to.abs()),
            Some(Tolerance::Absolute(part)) => around(part, part),
            Some(Tolerance::AbsoluteFractionOfBatch(part)) => {
                let of = |value: f64| part * self.batch.unwrap_or(value).abs();
                around(of(from), of(to))
            }
            Some(Tolerance::AtLeastMinus(part)) => [Some(from - part), None],
            None => [None, None],
        }
    }

    /// What a measured number says about the claim; `key` is one of [`Claim::keys`], where there are several followed by
    /// `/` and what tells measurements of it apart, and anything where there is but one. `why` says how it was measured,
    /// and of a miss what it comes from.
    ///
    /// # Panics
    /// At a key that the claim has not, and in debug builds at a miss that is not explained.
    #[must_use]
    pub fn judge(&self, key: &str, measured: impl Into<Estimate>, why: impl Into<String>) -> Record {
        let measured = measured.into();
        let says = self.says(key).unwrap_or_else(|| panic!("claim {} has no value {key:?}", self.id));
        let band = self.band(key, says);
        let [least, most] = band;
        let holds = all([
            least.map_or(Some(true), |least| measured.at_least(least)),
            most.map_or(Some(true), |most| measured.at_most(most)),
        ]);
        let paper = match says {
            Says::Between(range) => Value::Range(range),
            Says::Value(value) | Says::UpTo(value) | Says::AtMost(value) | Says::AtLeast(value) => value.into(),
        };
        let interval = [measured.low(), measured.high()].map(|end| Some(end).filter(|end| end.is_finite()));
        self.record(key, paper, measured.mean.into(), interval, band, holds, why.into())
    }

    /// That a value was not measured, and why.
    ///
    /// # Panics
    /// At a key that the claim has not.
    #[must_use]
    pub fn not_measured(&self, key: &str, why: impl Into<String>) -> Record {
        let measured = Value::Text(Record::NOT_MEASURED.into());
        Record { measured, interval: [None; 2], ..self.judge(key, f64::NAN, why) }
    }

    /// What was found about the statement of a claim without numbers: whether it holds, or `None` where the measurement cannot tell.
    ///
    /// # Panics
    /// Of a claim with numbers, and in debug builds at a miss that is not explained.
    #[must_use]
    pub fn judge_statement(
        &self,
        key: &str,
        holds: impl Into<Option<bool>>,
        measured: impl Into<String>,
        why: impl Into<String>,
    ) -> Record {
        let statement = self.statement().unwrap_or_else(|| panic!("claim {} is about numbers", self.id));
        let (paper, measured) = (Value::Text(statement.into()), Value::Text(measured.into()));
        self.record(key, paper, measured, [None; 2], [None; 2], holds.into(), why.into())
    }

    #[expect(clippy::too_many_arguments, reason = "the fields of a record")]
    fn record(
        &self,
        key: &str,
        paper: Value,
        measured: Value,
        interval: Band,
        band: Band,
        holds: Option<bool>,
        why: String,
    ) -> Record {
        let (id, calibrated) = (self.id.clone(), None);
        let command = String::new();
        let record = Record {
            id,
            key: key.into(),
            paper,
            measured,
            interval,
            band,
            holds,
            why,
            calibrated,
            command,
            seeds: None,
        };
        debug_assert!(record.is_explained(), "{} {key} does not hold, and why says nothing: {:?}", self.id, record.why);
        record
    }
}

impl Says {
    fn text(self, unit: &str) -> String {
        let of = |value: f64| format!("{}{unit}", digits(value));
        match self {
            Self::Value(value) => of(value),
            Self::UpTo(value) => format!("up to {}", of(value)),
            Self::AtMost(value) => format!("at most {}", of(value)),
            Self::AtLeast(value) => format!("at least {}", of(value)),
            Self::Between([from, to]) => format!("{} .. {}", digits(from), of(to)),
        }
    }
}

/// A claim beside what was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The claim.
    pub id: String,
    /// Which of its values, or which measurement of it.
    pub key: String,
    /// What the paper says.
    pub paper: Value,
    /// What was measured.
    pub measured: Value,
    /// Interval of 95 % confidence of what was measured; `None`: it has no end there, or nothing was counted.
    pub interval: Band,
    /// Where the measured value may lie.
    pub band: Band,
    /// Whether the claim holds: the interval lies in the band, or outside; `None`: partly, so the measurement cannot tell.
    pub holds: Option<bool>,
    /// What was measured, and how; of a miss, what it comes from.
    pub why: String,
    /// What was chosen so that this value comes out, or in its view: then it is neither a hit nor a miss. `None`: a prediction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calibrated: Option<String>,
    /// What gives the measured value again.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub command: String,
    /// Of how many seeds the interval is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seeds: Option<Seeds>,
}

/// Seeds that a value was measured with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seeds {
    /// Those that were run.
    pub had: usize,
    /// Where these cannot tell whether the claim holds: how many would, by [`Estimate::needed`]. `None`: they tell, or no number would.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed: Option<u64>,
}

impl Record {
    /// What stands for a value that was not measured.
    pub const NOT_MEASURED: &'static str = "not measured";
    /// The verdict on a value in whose view something was chosen, and that is not near the paper's all the same.
    pub const FITTED_OUTSIDE: &'static str = "calibrated, outside the band";

    /// The same, of a value that fixed `what`.
    #[must_use]
    pub fn calibrated(self, what: &str) -> Self {
        Self { calibrated: Some(what.to_owned()), ..self }
    }

    /// The same, measured by `command`.
    #[must_use]
    pub fn by(self, command: impl Into<String>) -> Self {
        Self { command: command.into(), ..self }
    }

    /// The same, of so many seeds: with how many it would take to tell, where these do not.
    #[must_use]
    pub fn of_seeds(self, had: usize) -> Self {
        let needed = match (self.holds, &self.measured, self.interval) {
            (None, Value::Number(mean), [Some(low), Some(high)]) => {
                let ends = self.band.into_iter().flatten().map(|end| (end - mean).abs());
                Estimate { mean: *mean, margin: (high - low) / 2.0 }.needed(had, ends.fold(f64::INFINITY, f64::min))
            }
            _ => None,
        };
        Self { seeds: Some(Seeds { had, needed }), ..self }
    }

    /// Whether both say the same, wherever they were measured.
    #[must_use]
    pub fn agrees(&self, other: &Self) -> bool {
        self.clone().by("") == other.clone().by("")
    }

    /// Whether it was measured with a paper's tables at their word, beside the measurement that counts.
    #[must_use]
    pub fn is_literal(&self) -> bool {
        self.key.ends_with(LITERALLY)
    }

    /// The value of the paper that it is about: a claim, and of a claim of several values the name of one. However often and in
    /// however many figures it is measured, it is one value.
    #[must_use]
    pub fn value(&self) -> (&str, &str) {
        let several = Claim::get(&self.id).is_some_and(|claim| claim.values.len() > 1);
        (&self.id, if several { self.key.split('/').next().unwrap_or_default() } else { "" })
    }

    /// The verdict in a word or two.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match (&self.calibrated, self.holds) {
            (Some(_), Some(false)) => Self::FITTED_OUTSIDE,
            (Some(_), _) => "calibrated",
            (_, Some(true)) => "yes",
            (_, Some(false)) => "no",
            (_, None) if !self.is_measured() => Self::NOT_MEASURED,
            (_, None) => "cannot tell",
        }
    }

    /// Whether there is a value at all.
    #[must_use]
    pub fn is_measured(&self) -> bool {
        self.measured != Value::Text(Self::NOT_MEASURED.into())
    }

    /// What the paper says, in words and with its unit.
    #[must_use]
    pub fn paper_text(&self) -> String {
        let said = Claim::get(&self.id).map(|claim| claim.paper_text(&self.key)).filter(|said| !said.is_empty());
        said.unwrap_or_else(|| self.paper.to_string())
    }

    /// What was measured, with its unit and, where it has one, its interval.
    #[must_use]
    pub fn measured_text(&self) -> String {
        let Value::Number(measured) = self.measured else { return self.measured.to_string() };
        let unit = Claim::get(&self.id).map_or("", Claim::unit_text);
        match self.interval {
            [Some(low), Some(high)] if low < high => {
                let needed =
                    self.seeds.and_then(|seeds| seeds.needed).map(|needed| format!("; seeds needed: {needed}"));
                let needed = needed.unwrap_or_default();
                format!("{}{unit} ({} .. {}{needed})", digits(measured), digits(low), digits(high))
            }
            _ => format!("{}{unit}", digits(measured)),
        }
    }

    /// The band in words.
    #[must_use]
    pub fn band_text(&self) -> String {
        match self.band {
            [Some(low), Some(high)] => format!("{} .. {}", digits(low), digits(high)),
            [None, Some(high)] => format!("at most {}", digits(high)),
            [Some(low), None] => format!("at least {}", digits(low)),
            [None, None] => String::new(),
        }
    }

    /// Whether it holds, or a sentence says why not.
    #[must_use]
    pub fn is_explained(&self) -> bool {
        self.holds != Some(false) || self.why.split_whitespace().count() >= 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_says_how_many_seeds_would_tell() {
        let speedup = Claim::find("tcxl-headline-speedup");
        // From 4.2 to 6.2; the mean is 0.7 from the nearer end.
        let open = speedup.judge("", Estimate { mean: 5.5, margin: 1.0 }, "five seeds").of_seeds(5);
        let seeds = open.seeds.unwrap();
        assert_eq!((open.holds, seeds.had), (None, 5));
        assert!((8..20).contains(&seeds.needed.unwrap()), "{seeds:?}");
        assert!(open.measured_text().ends_with(&format!("; seeds needed: {})", seeds.needed.unwrap())));
        for margin in [0.1, 0.0] {
            let told = speedup.judge("", Estimate { mean: 5.5, margin }, "five seeds").of_seeds(5);
            assert_eq!((told.holds, told.seeds), (Some(true), Some(Seeds { had: 5, needed: None })));
        }
        let text = serde_json::to_string(&open).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), open);
    }

    /// Records of a claim whose paper's own values were measured.
    fn as_claimed(claim: &Claim) -> Vec<Record> {
        let record = |key: &str| match claim.says(key) {
            None => claim.judge_statement(key, true, "as the paper says", ""),
            Some(Says::Between([from, to])) => claim.judge(key, (from + to) / 2.0, ""),
            Some(_) => claim.judge(key, claim.value(key).unwrap(), ""),
        };
        claim.keys().into_iter().map(record).collect()
    }

    #[test]
    fn every_claim_has_a_record_of_every_value_that_the_paper_itself_would_keep() {
        let written: toml::Table = TEXT.parse().unwrap();
        let written = written["claim"].as_array().unwrap();
        assert_eq!(written.len(), Claim::all().len());
        for (written, claim) in written.iter().zip(Claim::all()) {
            assert_eq!(written["id"].as_str(), Some(claim.id.as_str()));
            assert!(!claim.source().starts_with(','), "{}: no paper", claim.id);
            let named = ["value", "value_ms", "value_s"].into_iter().find_map(|key| written.get(key)?.as_table());
            let keys: Vec<String> = match named {
                Some(named) if claim.kind != Kind::Plateau => named.keys().cloned().collect(),
                _ => vec![written.get("workload").and_then(toml::Value::as_str).unwrap_or_default().into()],
            };
            let records = as_claimed(claim);
            assert_eq!(records.iter().map(|record| &record.key).collect::<Vec<_>>(), keys.iter().collect::<Vec<_>>());
            for record in records {
                assert_eq!((&record.id, record.holds), (&claim.id, Some(true)), "{record:?}");
                assert!(!record.paper_text().is_empty(), "{record:?}");
                let number = matches!(record.paper, Value::Number(_) | Value::Range(_));
                assert_eq!(number, record.band != [None; 2], "{record:?}");
                let json = serde_json::to_string(&record).unwrap();
                let again: Record = serde_json::from_str(&json).unwrap();
                assert_eq!(
                    (again.id, again.key, again.paper, again.holds),
                    (record.id, record.key, record.paper, record.holds)
                );
            }
        }
    }

    #[test]
    fn the_claims_are_the_ones_that_are_shared() {
        let shared = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/claims/claims-2.toml");
        match std::fs::read_to_string(&shared) {
            Ok(shared) => {
                assert!(
                    shared == TEXT,
                    "host/laboratory/src/reproduce/claims.toml is no copy of shared/claims/claims-2.toml"
                )
            }
            Err(error) => eprintln!("skipped: {}: {error}", shared.display()),
        }
    }

    fn band(id: &str, key: &str) -> Band {
        let claim = Claim::find(id);
        claim.band(key, claim.says(key).unwrap()).map(|end| end.map(|end| (end * 1e6).round() / 1e6))
    }

    #[test]
    fn bands_are_those_of_the_kind_unless_a_claim_has_its_own() {
        assert_eq!(band("tcxl-headline-speedup", ""), [Some(4.2), Some(6.2)]);
        assert_eq!(band("ndrec-vs-uvm-kaggle", "Kaggle DAC"), [Some(2.08), Some(3.12)]);
        assert_eq!(band("mtrains-lru-vs-lfu", ""), [Some(1.04), Some(1.32)]);
        assert_eq!(band("tcxl-headline-energy", ""), [Some(0.68), Some(0.84)]);
        assert_eq!(band("tcxl-raw-overlap", ""), [Some(0.75), Some(0.85)]);
        assert_eq!(band("mtrains-block-cache", ""), [Some(0.2625), Some(0.475)]);
        assert_eq!(band("oe-cost", "ori_cache_per_epoch"), [Some(23.94), Some(29.26)]);
        assert_eq!(band("cpr-frequency-proxy", ""), [Some(0.833), None]);
        assert_eq!(band("tcxl-mlp-gap-accuracy", "any/key"), [None, Some(1e-4)]);
        assert_eq!(band("ndrec-hit-rate", "at_least"), [Some(0.9), None]);
        assert_eq!(band("ndrec-ablation", "without_lookahead_16k"), [Some(1.5), Some(2.5)]);
        assert_eq!(band("cpr-overhead-kaggle", "partial"), [Some(0.033), Some(0.055)]);
        assert_eq!(band("cpr-overhead-kaggle", "reduction"), [Some(0.857), Some(1.017)]);
        assert_eq!(band("oe-checkpoint-overhead", "sparse_only"), [Some(-0.005), Some(0.005)]);
        assert_eq!(band("cpr-accuracy", "vanilla_auc_loss"), [None, Some(0.0007)]);
        assert_eq!(band("oe-recovery", "pmem_oe"), [Some(342.18), Some(418.22)]);
        let claim = Claim::find("tcxl-timeline-cxlb").of_batch(6.0);
        let record = claim.judge("checkpoint_start", 1.1, "");
        assert_eq!((record.holds, record.band), (Some(true), [Some(0.6 - 0.1 * 6.0), Some(0.6 + 0.1 * 6.0)]));
    }

    #[test]
    fn a_verdict_needs_the_whole_interval() {
        let why = "measured so, and here is why";
        let at_most = Claim::find("tcxl-mlp-gap-accuracy");
        let holds = |mean, margin| at_most.judge("", Estimate { mean, margin }, why).holds;
        assert_eq!(holds(0.0, 5e-5), Some(true));
        assert_eq!(holds(-1.0, 5e-5), Some(true));
        assert_eq!(holds(9e-5, 5e-5), None);
        assert_eq!(holds(9e-4, 5e-5), Some(false));
        assert_eq!(holds(0.0, f64::INFINITY), None);
        assert_eq!(holds(f64::NAN, 0.0), None);
        let within = Claim::find("tcxl-headline-speedup");
        let holds = |mean, margin| within.judge("", Estimate { mean, margin }, why).holds;
        assert_eq!(holds(5.0, 0.5), Some(true));
        assert_eq!(holds(4.0, 0.5), None);
        assert_eq!(holds(5.0, 5.0), None);
        assert_eq!((holds(3.0, 0.5), holds(7.0, 0.5)), (Some(false), Some(false)));
        assert_eq!(within.judge("", 4.1, why).holds, Some(false));
    }

    #[test]
    fn records_speak_to_people_and_to_programs() {
        let record =
            Claim::find("ndrec-vs-uvm-kaggle").judge("Kaggle DAC", 1.3, "simulated, and slower as it should be");
        assert_eq!((record.paper_text(), record.measured_text()), ("up to 2.6x".into(), "1.3x".into()));
        let json = serde_json::to_value(&record).unwrap();
        assert_eq!((&json["paper"], &json["measured"], &json["holds"]), (&2.6.into(), &1.3.into(), &false.into()));
        let estimate = Estimate { mean: 0.5, margin: f64::INFINITY };
        let record = Claim::find("tcxl-mlp-gap-accuracy").judge("one", estimate, "");
        assert_eq!((record.paper_text(), record.measured_text()), ("at most 0.0001".into(), "0.5".into()));
        assert_eq!(serde_json::to_value(&record).unwrap()["holds"], serde_json::Value::Null);
        // A lookup's end is not "up to" anything, whatever its name ends with.
        let timeline = Claim::find("tcxl-timeline-cxl");
        assert_eq!(timeline.paper_text("relaxed_lookup_to"), "1.4 ms");
        let open = Claim::find("ndrec-hot-entry").judge_statement("", None, "levels off, or does not", "");
        assert_eq!((open.holds, open.verdict()), (None, "cannot tell"));
        let statement = Claim::find("ndrec-hot-entry").judge_statement("", true, "levels off", "");
        assert_eq!(statement.paper_text(), "size 2048, threshold 200");
    }

    #[test]
    #[should_panic(expected = "no value \"batch_start\"")]
    fn a_figure_cannot_judge_what_is_not_claimed() {
        let _ = Claim::find("tcxl-timeline-cxld").judge("batch_start", 1.0, "");
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "why says nothing")]
    fn a_miss_is_explained() {
        let _ = Claim::find("tcxl-headline-speedup").judge("", 1.0, "slow");
    }

    #[test]
    fn what_is_no_claim_is_refused() {
        let bands = "[bands]\nspeedup = { relative = 0.2 }\n[[claim]]\nid = \"a\"\nwhere = \"b\"\n";
        for (claim, says) in [
            ("kind = \"speedup\"\nvalue_from = 1.0", "go together"),
            ("kind = \"order\"", "neither a value nor a note"),
            ("kind = \"speedup\"", "neither a value nor a note"),
            ("kind = \"size\"\nvalue = 1.0", "no band"),
            ("kind = \"speedup\"\nvalue = 1.0\nvalues = 2.0", "values"),
            ("kind = \"speed\"\nvalue = 1.0", "speed"),
        ] {
            let error = Claim::parse(&format!("{bands}{claim}\n")).unwrap_err();
            assert!(error.contains(says), "{claim}: {error}");
        }
        assert!(Claim::parse(&format!("{bands}kind = \"speedup\"\nvalue = 1.0\n")).is_ok());
    }

    #[test]
    fn numbers_keep_what_says_something() {
        let digits = [0.0, -0.0, 1234.5, 0.0001, 5.2, 1e-9, -0.123456].map(digits);
        assert_eq!(digits, ["0", "0", "1234", "0.0001", "5.2", "1·10⁻⁹", "-0.1235"]);
    }
}
