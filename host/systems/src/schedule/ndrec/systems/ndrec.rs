//! NDRec: SmartSSDs look up and update while the GPUs train (Figs. 2, 4 and 5).
//!
//! Assumptions: an iteration as Section IV-E has it. Outputs of the first stage are fetched and corrected at its begin; the deltas of rows
//! that two iterations share are summed over all GPUs first, of which the paper does not speak. SmartSSDs read gradients over
//! their links while the kernels run.

use emberlane_experiment::SystemKind;

use super::super::iterated::Iterated;
use super::super::plan::Plan;
use super::super::work::Iteration;
use crate::schedule::OperationId;

pub(super) const SYSTEM: Iterated = Iterated {
    kind: SystemKind::NdRec,
    title: "NDRec",
    summary: "SmartSSDs with lookahead embedding, CXL and planned cache",
    build,
};

pub(super) fn build(plan: &mut Plan<'_>) -> Vec<OperationId> {
    let ready = first(plan);
    let begun = plan.begin(Iteration::During, &ready);
    let mut done = beside(plan, begun);
    let outputs = plan.outputs(&[begun]);
    let bottom = plan.bottom(&[begun]);
    let inputs = plan.correct(outputs, begun);
    done.extend(plan.train_and_copy(&[bottom, inputs]));
    done
}

/// What comes before the first batch: plans, movements and pooling, and its dense features.
pub(super) fn first(plan: &mut Plan<'_>) -> Vec<OperationId> {
    if !plan.situation.is_first {
        return Vec::new();
    }
    let behind = plan.situation.behind;
    let planned: Vec<OperationId> = (0..=behind.min(2)).map(|batch| plan.plan(batch, &[])).collect();
    // The second batch's vectors, which the agents move beside the kernels, are moved with those of the first here.
    let begun = plan.begin(Iteration::First, &planned[..=behind.min(1)]);
    let moved = plan.movements(Iteration::First, begun);
    let pooled = plan.iterate(Iteration::First, false, moved);
    [planned, pooled, vec![plan.dense(0)]].concat()
}

/// What SmartSSDs and planners do beside the GPUs.
fn beside(plan: &mut Plan<'_>, begun: OperationId) -> Vec<OperationId> {
    let (is_first, behind) = (plan.situation.is_first, plan.situation.behind);
    let mut done = Vec::new();
    if !is_first || behind > 0 {
        done = plan.iterate(Iteration::During, !is_first, begun);
    }
    if behind >= 2 {
        done.push(plan.movements(Iteration::During, begun));
    }
    if behind >= 3 {
        plan.plan(3, &[begun]);
    }
    done
}
