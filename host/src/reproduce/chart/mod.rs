//! Charts, as SVG that needs nothing but a font.

mod intervals;

use serde::{Deserialize, Serialize};

use super::Estimate;

/// A chart. Its id tells it from the other charts of its figure: it is the end of its file's name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Chart {
    /// Estimates with their intervals.
    Intervals(Intervals),
    /// Stacked bars.
    Bars(Bars),
    /// What happens when.
    Timeline(Timeline),
    /// Lines.
    Lines(Lines),
}

/// Estimates with their intervals over named places, and a bound.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intervals {
    /// Empty for the only chart of a figure.
    pub id: String,
    /// What is over it.
    pub title: String,
    /// What the places are.
    pub x: String,
    /// What is measured.
    pub y: String,
    /// Names of the places, from left to right.
    pub places: Vec<String>,
    /// One a case: its name, and an estimate a place.
    pub series: Vec<(String, Vec<Estimate>)>,
    /// A bound with its name.
    pub bound: (String, f64),
}

/// Stacked bars in groups.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bars {
    /// Empty for the only chart of a figure.
    pub id: String,
    /// What is over it.
    pub title: String,
    /// What is measured.
    pub y: String,
    /// Names of the parts of a bar, from the bottom up.
    pub parts: Vec<String>,
    /// From left to right; bars of a group follow each other.
    pub bars: Vec<Bar>,
    /// A bar above this is cut, and its total is written over it.
    pub clip: Option<f64>,
}

/// A bar.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bar {
    /// What it shares with its neighbours.
    pub group: String,
    /// Its own name.
    pub name: String,
    /// How high each part is.
    pub parts: Vec<f64>,
}

/// What happens when, in lanes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Timeline {
    /// Empty for the only chart of a figure.
    pub id: String,
    /// What is over it.
    pub title: String,
    /// Names of the lanes, from the top down.
    pub lanes: Vec<String>,
    /// In any order.
    pub spans: Vec<Span>,
}

/// Something that takes a while.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Span {
    /// Where.
    pub lane: usize,
    /// What; the legend has the names of each part.
    pub name: String,
    /// Which part it counts to: spans of a part have the colour that bars give to it.
    pub part: usize,
    /// When it begins.
    pub start_ms: f64,
    /// When it ends.
    pub end_ms: f64,
}

/// Lines through points.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lines {
    /// Empty for the only chart of a figure.
    pub id: String,
    /// What is over it.
    pub title: String,
    /// What is varied.
    pub x: String,
    /// What is measured.
    pub y: String,
    /// One a case: its name, and its points from left to right.
    pub series: Vec<(String, Vec<(f64, f64)>)>,
    /// A value of `y` with its name, to compare with: what the paper says.
    pub mark: Option<(String, f64)>,
}

impl Chart {
    /// What tells it from the other charts of its figure.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Intervals(Intervals { id, .. })
            | Self::Bars(Bars { id, .. })
            | Self::Timeline(Timeline { id, .. })
            | Self::Lines(Lines { id, .. }) => id,
        }
    }

    /// What is over it.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Self::Intervals(Intervals { title, .. })
            | Self::Bars(Bars { title, .. })
            | Self::Timeline(Timeline { title, .. })
            | Self::Lines(Lines { title, .. }) => title,
        }
    }

    /// The chart as SVG, the same every time. Text is text: whoever shows the file brings the font.
    #[must_use]
    pub fn svg(&self) -> String {
        match self {
            Self::Intervals(chart) => chart.svg(),
            Self::Bars(_) | Self::Timeline(_) | Self::Lines(_) => String::new(),
        }
    }
}
