//! Naive offloading: SmartSSDs look up and update, and nothing of NDRec makes that fast.
//!
//! Assumptions: what the ablations of Section VI-D leave out one by one, left out together: no lookahead (Fig. 4 'Naive'), copies by the
//! host's software, a small cache with random eviction.

use emberlane_experiment::SystemKind;

use super::super::iterated::Iterated;
use super::super::plan::Plan;
use super::super::work::Iteration;
use crate::schedule::OperationId;

pub(super) const SYSTEM: Iterated = Iterated {
    kind: SystemKind::NaiveOffload,
    title: "Naive offload",
    summary: "SmartSSDs without lookahead, CXL and planned cache",
    build,
};

fn build(plan: &mut Plan<'_>) -> Vec<OperationId> {
    let is_first = plan.situation.is_first;
    let dense = is_first.then(|| plan.dense(0));
    let ready: Vec<OperationId> = [plan.plan(0, &[])].into_iter().chain(dense).collect();
    let ready = if is_first { ready } else { vec![plan.copied_gradients(&ready)] };
    let begun = plan.begin(Iteration::During, &ready);
    let moved = plan.movements(Iteration::During, begun);
    let pooled = plan.iterate(Iteration::During, false, moved);
    let outputs = plan.copied_outputs(0, &pooled);
    let bottom = plan.bottom(&[outputs]);
    plan.train_and_copy(&[bottom])
}
