//! NDRec without CXL: copies by the host's software, Section VI-D.
//!
//! Assumptions: "we only initiate the data transfer when the embedding forward process is finished, which forces an additional
//! synchronization barrier". So an iteration begins with copies of gradients to the SmartSSDs; kernels and GPUs run beside each
//! other; behind a barrier the outputs of the next batch are copied. Copies go through the host's memory, because peers that are no CXL
//! devices cannot reach each other's (the paper's reference for direct access has it up to 2.2 times as fast as that). Each is a call of the
//! host for every table (software.toml).

use emberlane_experiment::SystemKind;

use super::super::iterated::Iterated;
use super::super::plan::Plan;
use super::super::work::Iteration;
use super::ndrec;
use crate::schedule::OperationId;

pub(super) const SYSTEM: Iterated =
    Iterated { kind: SystemKind::NoCxl, title: "w/o CXL", summary: "NDRec with copies by software", build };

fn build(plan: &mut Plan<'_>) -> Vec<OperationId> {
    let (is_first, behind) = (plan.situation.is_first, plan.situation.behind);
    let mut ready = ndrec::first(plan);
    if is_first {
        ready = vec![plan.copied_outputs(0, &ready)];
    } else {
        ready.push(plan.copied_gradients(&[]));
    }
    let begun = plan.begin(Iteration::During, &ready);
    let mut done = Vec::new();
    if !is_first || behind > 0 {
        done = plan.iterate(Iteration::During, false, begun);
    }
    if behind >= 2 {
        done.push(plan.movements(Iteration::During, begun));
    }
    if behind >= 3 {
        plan.plan(3, &[begun]);
    }
    let bottom = plan.bottom(&[begun]);
    let corrected = plan.correct(begun, begun);
    done.extend(plan.train_and_copy(&[bottom, corrected]));
    if behind >= 1 {
        done = vec![plan.copied_outputs(1, &done)];
    }
    done
}
