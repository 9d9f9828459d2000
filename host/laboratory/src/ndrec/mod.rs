//! NDRec's systems side by side: an iteration of training, the time and the energy that each takes for it (Section VI).
//!
//! A [`Workload`](workload::Workload) says what a model looks up; [`counts`] run it through the caches of every system, without a
//! number of the tables; an [`Iteration`] is the average of that on a machine ([`Setup`]). A system is a file of [`systems`]: it turns an
//! iteration into a graph of steps over the resources of [`emberlane_systems::schedule`]. What the steps take is computed from the counts, from
//! the cycles of the SmartSSD's model, and from numbers that each say where they are from ([`ASSUMPTIONS`]).

mod costs;
pub mod counts;
mod energy;
pub mod ids;
mod iteration;
mod machine;
mod report;
pub mod systems;
pub mod workload;

use serde::Serialize;

pub use costs::{Cached, Costs, DRAM_RATE, Part, Step, Tables, Traffic, Use};
pub use energy::Energy;
pub use iteration::{Device, Iteration, Moved, Setup, Shared, Split};
pub use machine::{
    Counting, Placement, cache_bytes, can_run, count, devices, gpu_bytes, iteration, place, plan_with, shared,
};
pub use report::Comparison;
pub use systems::{Plan, SYSTEMS, System};

use crate::compare::Assumptions;
use emberlane_systems::schedule::{self, Replayed, Resource, TimedStep};

/// The assumptions, as a file that says where each is from.
pub const ASSUMPTIONS: &str = include_str!("assumptions.toml");

/// The numbers of [`ASSUMPTIONS`].
#[must_use]
pub fn assumptions() -> Assumptions {
    Assumptions::read(ASSUMPTIONS)
}

/// What a system takes for an iteration.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The system's name.
    pub system: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    /// From the start of an iteration to the start of the next, milliseconds.
    pub iteration_ms: f64,
    /// The same by what is seen of each part, in the order of [`Part::ALL`], of which each hides those behind it.
    pub parts_ms: [f64; Part::ALL.len()],
    /// Energy of an iteration.
    pub energy: Energy,
    /// What an iteration moves.
    pub traffic: Traffic,
    /// Every step.
    pub steps: Vec<TimedStep<Part>>,
}

impl Measured {
    /// A step, by name.
    #[must_use]
    pub fn step(&self, name: &str) -> Option<&TimedStep<Part>> {
        self.steps.iter().find(|step| step.name == name)
    }
}

/// What a system takes for an iteration.
#[must_use]
pub fn measure(system: &System, iteration: &Iteration, assumptions: &Assumptions) -> Measured {
    let costs = Costs::new(iteration, assumptions);
    let replayed = schedule::replay(|graph| {
        let mut plan = Plan { graph, costs: &costs };
        (system.build)(&mut plan);
        plan.graph
    });
    let Replayed { log, steps } = &replayed;
    let mut traffic = Traffic::default();
    steps.values().for_each(|step| traffic += step.traffic);
    let seconds = log.end_ps() as f64 * 1e-12;
    let busy = [Resource::Gpu, Resource::EmbeddingKernel].map(|resource| log.usage(resource).busy_ps as f64 * 1e-12);
    Measured {
        system: system.name,
        title: system.title,
        iteration_ms: replayed.batch_ms(),
        parts_ms: replayed.seen_ms(Part::ALL),
        energy: Energy::new(assumptions, iteration.setup, system.storage, seconds, busy, &traffic),
        traffic,
        steps: replayed.timed(),
    }
}

#[cfg(test)]
mod tests;
