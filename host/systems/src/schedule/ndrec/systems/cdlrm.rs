//! cDLRM: data-parallel GPUs, each with a cache of rows that is filled ahead (Balasubramanian et al. 2021).
//!
//! Assumptions: its code (lkp411/cDLRM, commits 1871fdb and 0e7d26c): each table has 150,000 sets of 16 ways, or a set a row; processes on the
//! host collect the rows of batches ahead; the training process of each GPU brings them at the begin of a window, into ways that the window
//! does not need, at random. In every forward pass it compares the tags of all its indices, on the host, on the core that it is pinned to,
//! table by table. Nothing goes from all to all. The gradients of the rows that the GPUs have looked up are summed, table by table. A
//! window is one batch here: a row that is missing is collected once in either case.

use emberlane_experiment::SystemKind;

use super::super::iterated::Iterated;
use super::super::plan::Plan;
use super::super::work::IterationWork;
use crate::schedule::Resource::{CachePlanner, Gpu, HostCpu, LinkFromGpu, LinkToGpu, TableMemory};
use crate::schedule::{OperationId, names};

pub(super) const SYSTEM: Iterated = Iterated {
    kind: SystemKind::Cdlrm,
    title: "cDLRM",
    summary: "tables in host memory, a cache on each GPU that is filled ahead",
    build,
};

fn build(plan: &mut Plan<'_>) -> Vec<OperationId> {
    if plan.situation.behind >= 1 {
        plan.add(names::COLLECT_ROWS, &[CachePlanner], IterationWork::Collect(1), &[]);
    }
    let first = plan.situation.is_first;
    let collected: Vec<OperationId> = first
        .then(|| plan.add(names::COLLECT_ROWS, &[CachePlanner], IterationWork::Collect(0), &[]))
        .into_iter()
        .collect();
    let held = [LinkToGpu, TableMemory];
    let fetched = plan.add(names::MISSING_ROWS, &held, IterationWork::FetchRows, &collected);
    let checked = plan.add(names::TAGS, &[HostCpu], IterationWork::CheckTags, &[fetched]);
    let lookup = plan.add(names::EMBEDDING_LOOKUP, &[Gpu], IterationWork::LookUp, &[checked]);
    let bottom = plan.begin_gpus();
    let trained = plan.train(&[bottom, lookup]);
    let mut gradients = trained.bottom;
    if plan.situation.are_many {
        let links = [LinkFromGpu, LinkToGpu];
        gradients = plan.add(names::ALL_REDUCE_OF_ROWS, &links, IterationWork::ReduceRows, &[gradients]);
    }
    plan.add(names::EMBEDDING_UPDATE, &[Gpu], IterationWork::Update, &[gradients]);
    Vec::new()
}
