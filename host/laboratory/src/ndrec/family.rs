//! NDRec's systems as a family.

use emberlane_systems::schedule::Resource;

use super::costs::{Costs, Part, Traffic};
use super::energy::{Energy, Storage};
use super::iteration::Iteration;
use crate::side_by_side::{Assumptions, BatchPart, Counted, Family, Replayed, Words};

/// NDRec's systems.
#[derive(Clone, Copy, Debug)]
pub struct NdRec;

impl BatchPart for Part {
    const ALL: &'static [Self] = &[Self::Mlp, Self::Communication, Self::Embedding, Self::Cache];
    const HIDING: &'static [Self] = Self::ALL;

    fn name(self) -> &'static str {
        match self {
            Self::Mlp => "MLP",
            Self::Embedding => "Embedding",
            Self::Communication => "Communication",
            Self::Cache => "Cache",
        }
    }
}

impl Family for NdRec {
    type Part = Part;
    type Traffic = Traffic;
    type Workload = Iteration;
    type Energy = Energy;

    const WORDS: Words = Words { batch: "iteration", a_batch: "an iteration", workload: "iteration" };
    const COLUMNS: &'static [&'static str] = &["energy J", "link MB", "SSD MB"];

    fn name(iteration: &Iteration) -> &str {
        &iteration.workload
    }

    fn group(iteration: &Iteration) -> String {
        format!("{} samples", iteration.setup.batch)
    }

    fn cells(energy: &Energy, traffic: &Traffic, _: Option<f64>) -> Vec<String> {
        let moved = [traffic.link, traffic.ssd].map(|bytes| format!("{:.2}", bytes * 1e-6));
        [format!("{:.3}", energy.all())].into_iter().chain(moved).collect()
    }
}

impl Counted for NdRec {
    type Costs<'a> = Costs<'a>;
    type Storage = Storage;

    fn costs<'a>(iteration: &'a Iteration, assumptions: &'a Assumptions) -> Costs<'a> {
        Costs::new(iteration, assumptions)
    }

    fn energy(
        assumptions: &Assumptions,
        iteration: &Iteration,
        storage: Storage,
        replayed: &Replayed<Part, Traffic>,
        traffic: &Traffic,
    ) -> Energy {
        let busy = [Resource::Gpu, Resource::EmbeddingKernel].map(|resource| replayed.busy_seconds(resource));
        Energy::new(assumptions, iteration.setup, storage, replayed.seconds(), busy, traffic)
    }
}
