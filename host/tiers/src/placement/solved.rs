//! What comes of placing tables, and the order in which they are looked at.

use thiserror::Error;

use super::problem::{Place, Problem, Table};

/// Where tables are, and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// Where each table is.
    pub places: Vec<Place>,
    /// Seconds of a sample's lookups that no placement stays below.
    pub lower_bound: f64,
}

/// Tables that were not placed: there is no room for them, or none was found.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NotPlaced(String);

impl NotPlaced {
    pub(super) fn new(why: String) -> Self {
        Self(why)
    }
}

/// Numbers of tables, from the largest on.
pub(super) fn descending(problem: &Problem, by: impl Fn(&Table) -> f64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..problem.tables.len()).collect();
    order.sort_by(|one, other| by(&problem.tables[*other]).total_cmp(&by(&problem.tables[*one])));
    order
}
