//! NDRec's systems, one file each.
//!
//! To add one, write a file like those here: what it assumes and from where, and a function that puts the steps of an iteration
//! into a [`Plan`]; and name it in [`SYSTEMS`]. An iteration begins when the one before has ended: NDRec synchronises there
//! (Section IV-E), and the others do because gradients are exchanged.

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

use super::costs::{Cached, Costs, Step, Tables, Use};
use super::counts::kernel::Order;
use emberlane_systems::schedule::{Graph, OperationId, Resource, Wait};

/// Every system: the baselines of Fig. 10, NDRec, and the ablations of Fig. 13.
pub const SYSTEMS: &[System] = &[
    uvm::SYSTEM,
    uvm_caching::SYSTEM,
    cdlrm::SYSTEM,
    nmp_cxl::SYSTEM,
    table_wise::SYSTEM,
    naive_offload::SYSTEM,
    ndrec::SYSTEM,
    no_lookahead::SYSTEM,
    no_cxl::SYSTEM,
    no_cache::SYSTEM,
];

/// What a system has beside GPUs and their host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// The host's memory alone.
    Host,
    /// SmartSSDs.
    SmartSsds,
}

/// A training system.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name in the paper.
    pub title: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// What its tables are in, for its energy.
    pub storage: Storage,
    pub(super) build: fn(&mut Plan<'_>),
}

impl System {
    /// The system of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        SYSTEMS.iter().find(|system| system.name == name).copied()
    }
}

/// The steps of an iteration, and what they cost.
#[derive(Debug)]
pub struct Plan<'a> {
    pub(super) graph: Graph<Step>,
    /// What steps cost.
    pub costs: &'a Costs<'a>,
}

use Resource::{CacheAgent, CachePlanner, EmbeddingKernel, Gpu, GpuCopyEngine, HostCpu};

impl Plan<'_> {
    fn add(&mut self, name: &'static str, held: Resource, step: Step, after: &[OperationId]) -> OperationId {
        let waits: Vec<Wait> = after.iter().map(|operation| Wait::End(*operation)).collect();
        self.graph.add(name, &[held], step, &waits)
    }

    /// The MLPs, once the embeddings are there: up to the gradients of the pooled vectors, and the end of the iteration on the GPUs.
    fn mlps(&mut self, tables: Tables, bottom: OperationId, pooled: &[OperationId]) -> [OperationId; 2] {
        let costs = self.costs;
        let inputs: Vec<OperationId> = pooled.iter().copied().chain([bottom]).collect();
        let top = self.add("interaction and top MLP", Gpu, costs.top(), &inputs);
        let back = self.add("bottom MLP backward", Gpu, costs.bottom_backward(), &[top]);
        let reduced = self.add("all-reduce", GpuCopyEngine, costs.all_reduce(tables), &[back]);
        [top, reduced]
    }

    fn bottom(&mut self) -> OperationId {
        self.add("bottom MLP forward", Gpu, self.costs.bottom_forward(), &[])
    }

    /// Tables that the GPUs share out, with pooled vectors and gradients from all to all of them. Lookups wait for `ready`.
    fn shared_out(&mut self, ready: &[OperationId]) {
        let costs = self.costs;
        let lookup = self.add("embedding lookup", Gpu, costs.gather(), ready);
        let pooled = self.add("all-to-all of pooled vectors", GpuCopyEngine, costs.all_to_all(), &[lookup]);
        let bottom = self.bottom();
        let [top, _] = self.mlps(Tables::SharedOut, bottom, &[pooled]);
        let gradients = self.add("all-to-all of gradients", GpuCopyEngine, costs.all_to_all(), &[top]);
        self.add("embedding update", Gpu, costs.scatter(), &[gradients]);
    }

    /// The small tables, which every GPU looks up and updates for its own samples.
    fn near(&mut self) -> OperationId {
        self.add("small tables", Gpu, self.costs.near_tables(), &[])
    }

    /// What runs beside the GPUs for iterations to come: movement and planning. They end before the barrier.
    fn ahead(&mut self, cached: Cached) -> [OperationId; 2] {
        let movement = self.add("cache movement", CacheAgent, self.costs.movement(cached), &[]);
        let plan = self.add("cache planning", CachePlanner, self.costs.plan(), &[]);
        [movement, plan]
    }

    /// NDRec's timeline (Fig. 4): the kernel works for the next iteration while the GPUs work for this one.
    fn looking_ahead(&mut self, cached: Cached) {
        let costs = self.costs;
        let ahead = self.ahead(cached);
        let way = Use { cached, order: Order::Ahead, copied: false };
        let kernel = self.add("embedding kernel", EmbeddingKernel, costs.kernel(way), &[]);
        let fetch = self.add("fetch outputs", GpuCopyEngine, costs.fetch_outputs(), &[]);
        let corrected = self.corrected(&[fetch]);
        self.end(&[corrected], &[kernel, ahead[0], ahead[1]]);
    }

    /// Outputs of the first stage, corrected.
    fn corrected(&mut self, outputs: &[OperationId]) -> OperationId {
        let [sum, exchange, apply] = self.costs.correction();
        let summed = self.add("sum of deltas", Gpu, sum, &[]);
        let exchanged = self.add("exchange of deltas", GpuCopyEngine, exchange, &[summed]);
        let inputs: Vec<OperationId> = outputs.iter().copied().chain([exchanged]).collect();
        self.add("correction", Gpu, apply, &inputs)
    }

    /// The naive timeline (Fig. 4): the kernel works while the GPUs wait, and they while it does.
    fn one_after_the_other(&mut self, cached: Cached) {
        let ahead = self.ahead(cached);
        let way = Use { cached, order: Order::InTurn, copied: false };
        let kernel = self.add("embedding kernel", EmbeddingKernel, self.costs.kernel(way), &[]);
        let fetch = self.add("fetch outputs", GpuCopyEngine, self.costs.fetch_outputs(), &[kernel]);
        self.end(&[fetch], &ahead);
    }

    /// The GPUs' part behind the outputs, the copy of the gradients, and the barrier.
    fn end(&mut self, pooled: &[OperationId], beside: &[OperationId]) {
        let costs = self.costs;
        let (bottom, near) = (self.bottom(), self.near());
        let inputs: Vec<OperationId> = pooled.iter().copied().chain([near]).collect();
        let [top, reduced] = self.mlps(Tables::Near, bottom, &inputs);
        let copied = self.add("copy of gradients", Gpu, costs.copy_gradients(), &[top]);
        let all: Vec<OperationId> = beside.iter().copied().chain([reduced, copied]).collect();
        self.add("barrier", HostCpu, costs.barrier(), &all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_have_names_of_their_own() {
        for (number, system) in SYSTEMS.iter().enumerate() {
            assert_eq!(SYSTEMS.iter().position(|other| other.name == system.name), Some(number));
            assert_eq!(System::find(system.name).map(|found| found.title), Some(system.title));
        }
        assert!(System::find("none").is_none());
    }
}
