//! What a system takes for a batch.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::family::Family;
use super::seen::TimedStep;
use crate::charts::Estimate;

/// What a system takes for a batch.
#[derive(Clone, Debug)]
pub struct Measured<F: Family> {
    /// The system's name.
    pub system: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    /// From the start of a batch to the start of the next, milliseconds.
    pub batch_ms: f64,
    /// The interval of 95 % of that, plus and minus; 0 where it was not sampled.
    pub margin_ms: f64,
    /// The same by what is seen of each part, in the order of [`BatchPart::ALL`](super::BatchPart::ALL): a moment counts to the first part of
    /// [`BatchPart::HIDING`](super::BatchPart::HIDING) that runs then.
    pub parts_ms: Vec<f64>,
    /// Energy of a batch.
    pub energy: F::Energy,
    /// What a batch moves.
    pub traffic: F::Traffic,
    /// How much of the parameters a batch logs: 1 is all of them, less a log that spreads over batches, 0 none; `None` where
    /// systems have no log, and where too few batches count to tell.
    pub parameters_logged: Option<f64>,
    /// Every step.
    pub steps: Vec<TimedStep<F::Part>>,
    /// What has to be known of it, a sentence each.
    pub notes: Vec<String>,
}

impl<F: Family> Measured<F> {
    /// What it takes for a batch, with its interval, milliseconds.
    #[must_use]
    pub fn time(&self) -> Estimate {
        Estimate { mean: self.batch_ms, margin: self.margin_ms }
    }

    /// A value of a batch that grows as its time does, with the interval that the time gives it.
    #[must_use]
    pub fn growing_with_time(&self, value: f64) -> Estimate {
        Estimate { mean: value, margin: (value * self.margin_ms / self.batch_ms).abs() }
    }

    /// Milliseconds of a part.
    #[must_use]
    pub fn part(&self, part: F::Part) -> f64 {
        self.parts_ms[part.into()]
    }

    /// A step, by name.
    #[must_use]
    pub fn step(&self, name: &str) -> Option<&TimedStep<F::Part>> {
        self.steps.iter().find(|step| step.name == name)
    }
}

/// By hand, because what is called a batch here is called as the family calls it there.
impl<F: Family> Serialize for Measured<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("system", self.system)?;
        map.serialize_entry("title", self.title)?;
        map.serialize_entry(&format!("{}_ms", F::WORDS.batch), &self.batch_ms)?;
        if self.margin_ms > 0.0 {
            map.serialize_entry(&format!("{}_ms_margin", F::WORDS.batch), &self.margin_ms)?;
        }
        map.serialize_entry("parts_ms", &self.parts_ms)?;
        map.serialize_entry("energy", &self.energy)?;
        map.serialize_entry("traffic", &self.traffic)?;
        if let Some(logged) = &self.parameters_logged {
            map.serialize_entry("parameters_logged", logged)?;
        }
        map.serialize_entry("steps", &self.steps)?;
        if !self.notes.is_empty() {
            map.serialize_entry("notes", &self.notes)?;
        }
        map.end()
    }
}
