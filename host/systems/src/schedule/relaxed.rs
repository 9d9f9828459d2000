//! Automatic data movement with relaxed embedding lookup (Fig. 8).
//!
//! While the GPU computes a batch, CXL-MEM looks the next one up with the tables as they are, and applies the batch before. When
//! the gradients have come, it makes what they change in the rows that the next batch uses, too, adds that to the pooled vectors
//! and flushes them: neither lookup nor update is between the gradients of a batch and the pooled vectors of the next. The jobs
//! of a batch, in order:
//!
//! | job | takes | waits for |
//! |---|---|---|
//! | lookup ahead | the tables without the batch before | |
//! | deltas | gradients of the batch before | them |
//! | corrections | the deltas | |
//! | update of the batch before | its gradients | its logs |
//! | logs | the rows as that update has left them, parameters from before the batch | |
//!
//! The first batch has an ordinary lookup, and the last an update of its own. Batch N is posted when N - 2 has been applied: then
//! the half of the scratchpad in which that one was is free, and what was posted before it has ended, but for the logs of N - 1, so
//! the queue has room for all jobs of N.

use super::Resource::ComputingLogic;
use super::automatic::{Begin, Computed, arrive};
use super::work::{Applied, Ends, Notice, Open, Posting, Situation, Work};
use super::{Graph, OperationId, Wait, names};

pub(super) fn build(graph: &mut Graph<Work>, earlier: &mut [Ends], situation: Situation) -> Ends {
    let Situation { checkpoint, is_last } = situation;
    let begin = Begin::new(graph, Posting::Ahead { is_last }, earlier, checkpoint);
    let before = earlier.last_mut().map(|ends| &mut ends.memory);
    let open = match &before {
        Some(Applied::Open(open)) => Some(open.clone()),
        _ => None,
    };
    let logic = &[ComputingLogic];
    let ready = match &open {
        None => graph.add(names::EMBEDDING_LOOKUP, logic, Work::LookupToFlush, &[begin.doorbell.into()]),
        Some(open) => {
            let ahead = [begin.doorbell.into(), open.pooled.into()];
            let ahead = graph.add(names::LOOKUP_AHEAD, logic, Work::LookupAhead, &ahead);
            let deltas = graph.add(names::DELTAS, logic, Work::Deltas, &[ahead.into(), open.gradients.into()]);
            graph.add(names::CORRECTIONS, logic, Work::Corrections, &[deltas.into()])
        }
    };
    let pooled = arrive(graph, ready);
    let Computed { gpu, gradients } = begin.compute(graph, pooled);
    let update = Work::Update(Notice::None);
    // The device begins it when the last vector has left.
    let applied = open.map(|open| {
        let waits = ends([pooled].iter().chain(&open.logs));
        graph.add_before(names::EMBEDDING_UPDATE, logic, update, &waits)
    });
    if let Some((memory, applied)) = before.zip(applied) {
        *memory = Applied::By(applied);
    }
    let last_job = applied.unwrap_or(pooled);
    let logs = begin.log(graph, checkpoint, last_job);
    if !is_last {
        return Ends { gpu, memory: Applied::Open(Open { pooled, gradients, logs }) };
    }
    let waits = ends([last_job, gradients].iter().chain(&logs));
    Ends::applied(gpu, graph.add(names::EMBEDDING_UPDATE, logic, update, &waits))
}

fn ends<'a>(operations: impl Iterator<Item = &'a OperationId>) -> Vec<Wait> {
    operations.map(|operation| Wait::End(*operation)).collect()
}
