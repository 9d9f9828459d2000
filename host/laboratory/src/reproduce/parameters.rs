//! The numbers that a figure's models take.

use emberlane_sourced::Sourced;
use serde::{Deserialize, Serialize};

use crate::side_by_side::{Assumption, Assumptions};

/// Whence a parameter comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ParameterKind {
    /// From the source that it names.
    Sourced,
    /// Assumed: no source has it.
    Assumed,
    /// Chosen so that a result fits, which the source says.
    Fitted,
}

/// A number that a figure's models take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// What it is.
    pub name: String,
    /// How much.
    pub value: f64,
    /// Of what.
    pub unit: String,
    /// Paper and place, data sheet or measurement; or what it was fitted to.
    pub source: String,
    /// Whence it comes.
    pub kind: ParameterKind,
}

impl Parameter {
    /// A number with its source.
    pub(super) fn of(name: &str, number: Sourced<f64>, unit: &str, kind: ParameterKind) -> Self {
        let Sourced { value, source } = number;
        Self { name: name.into(), value, unit: unit.into(), source, kind }
    }
}

/// Numbers that systems are made of, for a report.
pub(super) fn parameters(assumptions: &Assumptions) -> Vec<Parameter> {
    let parameter = |(name, assumption): (&str, &Assumption)| {
        let kind = match assumption.kind() {
            "fitted" => ParameterKind::Fitted,
            "assumed" => ParameterKind::Assumed,
            _ => ParameterKind::Sourced,
        };
        Parameter::of(name, assumption.number.clone(), &assumption.unit, kind)
    };
    assumptions.iter().map(parameter).collect()
}
