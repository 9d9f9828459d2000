//! NDRec without lookahead embedding: Fig. 4 'Naive', Section VI-D.
//!
//! Assumptions: one step after the other, about the same batch: plan, movements, kernels, outputs, GPUs.

use emberlane_experiment::SystemKind;

use super::super::iterated::Iterated;
use super::super::plan::Plan;
use super::super::work::Iteration;
use crate::schedule::OperationId;

pub(super) const SYSTEM: Iterated = Iterated {
    kind: SystemKind::NoLookahead,
    title: "w/o lookahead",
    summary: "NDRec, one step after the other",
    build,
};

fn build(plan: &mut Plan<'_>) -> Vec<OperationId> {
    let is_first = plan.situation.is_first;
    let dense = is_first.then(|| plan.dense(0));
    let ready: Vec<OperationId> = [plan.plan(0, &[])].into_iter().chain(dense).collect();
    let begun = plan.begin(Iteration::During, &ready);
    let moved = plan.movements(Iteration::During, begun);
    let done = plan.iterate(Iteration::During, !is_first, moved);
    let outputs = plan.outputs(&done);
    let bottom = plan.bottom(&[outputs]);
    plan.train_and_copy(&[bottom])
}
