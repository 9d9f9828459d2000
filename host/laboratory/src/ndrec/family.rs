//! NDRec's systems as a family.

use super::energy::Energy;
use super::parts::{Part, Traffic};
use super::sample::Sample;
use crate::side_by_side::{BatchPart, Family, Words};

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
    type Workload = Sample;
    type Energy = Energy;

    const WORDS: Words = Words { batch: "iteration", a_batch: "an iteration", workload: "iteration" };
    const COLUMNS: &'static [&'static str] = &["energy J", "link MB", "SSD MB"];

    fn name(sample: &Sample) -> &str {
        sample.workload
    }

    fn group(sample: &Sample) -> String {
        format!("{} samples", sample.setup.batch)
    }

    fn cells(energy: &Energy, traffic: &Traffic, _: Option<f64>) -> Vec<String> {
        let moved = [traffic.link, traffic.ssd()].map(|bytes| format!("{:.2}", bytes * 1e-6));
        [format!("{:.3}", energy.all())].into_iter().chain(moved).collect()
    }
}
