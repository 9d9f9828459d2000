//! A system, and the steps of its batch.

use emberlane_systems::schedule::{Graph, OperationId, Resource, Wait};

use super::family::Counted;
use super::replay::StepCost;

/// A training system.
#[derive(Clone, Copy, Debug)]
pub struct System<F: Counted> {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What holds its tables, for its energy.
    pub storage: F::Storage,
    /// Puts the steps of a batch into a plan.
    pub build: fn(&mut BatchPlan<'_, '_, F>),
}

/// The system of this name.
#[must_use]
pub fn find<F: Counted>(systems: &[System<F>], name: &str) -> Option<System<F>> {
    systems.iter().find(|system| system.name == name).copied()
}

/// The steps of a batch, and what they cost.
#[derive(Debug)]
pub struct BatchPlan<'p, 'c, F: Counted> {
    pub(super) graph: Graph<StepCost<F::Part, F::Traffic>>,
    /// What steps cost.
    pub costs: &'p F::Costs<'c>,
}

impl<F: Counted> BatchPlan<'_, '_, F> {
    /// Adds a step that holds a resource while it runs, after others.
    pub fn add(
        &mut self,
        name: &'static str,
        held: Resource,
        step: StepCost<F::Part, F::Traffic>,
        after: &[OperationId],
    ) -> OperationId {
        let waits: Vec<Wait> = after.iter().map(|operation| Wait::End(*operation)).collect();
        self.graph.add(name, &[held], step, &waits)
    }
}
