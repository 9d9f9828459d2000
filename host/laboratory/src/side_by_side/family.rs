//! What tells one family of systems from another.

use std::fmt::Debug;
use std::ops::AddAssign;

use serde::Serialize;

/// What a step of a batch counts as, when time is put together.
pub trait BatchPart: Copy + Debug + PartialEq + Into<usize> + Serialize + 'static {
    /// All of them, from the bottom of a bar to its top. `into` gives a part's place here.
    const ALL: &'static [Self];
    /// All of them, each of which hides those behind it where both run.
    const HIDING: &'static [Self];

    /// Its name in figures.
    fn name(self) -> &'static str;

    /// What an operation of the family's systems counts as, by its name; `None`: no system has it.
    fn of(operation: &str) -> Option<Self>;

    /// What an operation counts as.
    ///
    /// # Panics
    /// With one that counts as nothing. A test runs every system and finds it: to count it as just anything would be to show its time where
    /// it does not belong.
    #[must_use]
    fn known(operation: &str) -> Self {
        Self::of(operation)
            .unwrap_or_else(|| panic!("operation {operation:?} has no part of a batch: see BatchPart::of"))
    }
}

/// The names of all parts, from the bottom of a bar to its top.
#[must_use]
pub fn part_names<P: BatchPart>() -> Vec<String> {
    P::ALL.iter().map(|part| part.name().to_owned()).collect()
}

/// How a family speaks of what it measures.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// What systems take their time for: "batch".
    pub batch: &'static str,
    /// The same with its article: "a batch".
    pub a_batch: &'static str,
    /// What the workload is called in files: "workload".
    pub workload: &'static str,
}

/// The systems of a paper: what their steps count as, move and cost.
pub trait Family: Copy + Debug + 'static {
    /// What steps count as.
    type Part: BatchPart;
    /// Bytes that steps move.
    type Traffic: Copy + Debug + Default + AddAssign + Serialize;
    /// What an average batch moves and computes.
    type Workload: Clone + Debug + Serialize;
    /// Energy of a batch, joules.
    type Energy: Copy + Debug + Serialize;

    /// How the family speaks of what it measures.
    const WORDS: Words;
    /// Columns of its table behind those of time.
    const COLUMNS: &'static [&'static str];

    /// The workload's name.
    fn name(workload: &Self::Workload) -> &str;

    /// What the bars of a chart of this workload share.
    fn group(workload: &Self::Workload) -> String;

    /// Cells of a system's row behind those of time: one for each of [`COLUMNS`](Self::COLUMNS).
    fn cells(energy: &Self::Energy, traffic: &Self::Traffic, parameters_logged: Option<f64>) -> Vec<String>;
}
