//! The systems that NDRec compares, a file each: what it assumes and from where, and the graph of its iteration.

mod cdlrm;
mod naive_offload;
mod ndrec;
mod nmp_cxl;
mod no_cache;
mod no_cxl;
mod no_lookahead;
mod table_wise;
mod uvm;
mod uvm_caching;

use emberlane_experiment::{Lookup, SystemKind};

use super::iterated::Iterated;
use super::plan::Plan;
use super::work::{Iteration, IterationSituation, IterationWork};
use crate::schedule::Resource::Nand;
use crate::schedule::{Graph, names};

/// Every one, in the order of Section VI.
pub const ITERATED: &[Iterated] = &[
    table_wise::SYSTEM,
    uvm::SYSTEM,
    uvm_caching::SYSTEM,
    cdlrm::SYSTEM,
    nmp_cxl::SYSTEM,
    naive_offload::SYSTEM,
    ndrec::SYSTEM,
    no_lookahead::SYSTEM,
    no_cxl::SYSTEM,
    no_cache::SYSTEM,
];

/// The system of a kind, if it is one that runs in iterations.
#[must_use]
pub fn iterated(kind: SystemKind) -> Option<&'static Iterated> {
    ITERATED.iter().find(|system| system.kind == kind)
}

/// Puts the operations of a system's batch into a graph.
pub(super) fn build(
    system: &Iterated,
    graph: &mut Graph<IterationWork>,
    lookup: Lookup,
    situation: IterationSituation,
) {
    let mut plan = Plan::new(graph, situation);
    if situation.programs {
        plan.add(names::PAGE_PROGRAMS, &[Nand], IterationWork::Program, &[]);
    }
    // In strict order, NDRec's timeline is the naive one.
    let build = match (system.kind, lookup) {
        (SystemKind::NdRec | SystemKind::NoCache, Lookup::Strict) => no_lookahead::SYSTEM.build,
        (SystemKind::NoCxl, Lookup::Strict) => naive_offload::SYSTEM.build,
        _ => system.build,
    };
    let done = build(&mut plan);
    if situation.behind == 0 && !done.is_empty() {
        let copies = matches!(system.kind, SystemKind::NoCxl | SystemKind::NaiveOffload);
        let done = if copies { vec![plan.copied_gradients(&done)] } else { done };
        let begun = plan.begin(Iteration::Last, &done);
        plan.iterate(Iteration::Last, !copies, begun);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_of_the_paper_is_registered_once() {
        let kinds: Vec<SystemKind> = ITERATED.iter().map(|system| system.kind).collect();
        assert_eq!(kinds, SystemKind::NDREC);
    }
}
