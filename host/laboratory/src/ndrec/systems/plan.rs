//! Steps that several systems have in common.

use emberlane_systems::schedule::OperationId;
use emberlane_systems::schedule::Resource::{CacheAgent, CachePlanner, EmbeddingKernel, Gpu, GpuCopyEngine, HostCpu};

use crate::ndrec::counts::kernel::Order;
use crate::ndrec::family::NdRec;
use crate::ndrec::way::{Cached, Tables, Use};
use crate::side_by_side::BatchPlan;

impl BatchPlan<'_, '_, NdRec> {
    /// The MLPs, once the embeddings are there: up to the gradients of the pooled vectors, and the end of the iteration on the GPUs.
    pub(super) fn mlps(&mut self, tables: Tables, bottom: OperationId, pooled: &[OperationId]) -> [OperationId; 2] {
        let costs = self.costs;
        let inputs: Vec<OperationId> = pooled.iter().copied().chain([bottom]).collect();
        let top = self.add("interaction and top MLP", Gpu, costs.top(), &inputs);
        let back = self.add("bottom MLP backward", Gpu, costs.bottom_backward(), &[top]);
        let reduced = self.add("all-reduce", GpuCopyEngine, costs.all_reduce(tables), &[back]);
        [top, reduced]
    }

    pub(super) fn bottom(&mut self) -> OperationId {
        self.add("bottom MLP forward", Gpu, self.costs.bottom_forward(), &[])
    }

    /// Tables that the GPUs share out, with pooled vectors and gradients from all to all of them. Lookups wait for `ready`.
    pub(super) fn shared_out(&mut self, ready: &[OperationId]) {
        let costs = self.costs;
        let lookup = self.add("embedding lookup", Gpu, costs.gather(), ready);
        let pooled = self.add("all-to-all of pooled vectors", GpuCopyEngine, costs.all_to_all(), &[lookup]);
        let bottom = self.bottom();
        let [top, _] = self.mlps(Tables::SharedOut, bottom, &[pooled]);
        let gradients = self.add("all-to-all of gradients", GpuCopyEngine, costs.all_to_all(), &[top]);
        self.add("embedding update", Gpu, costs.scatter(), &[gradients]);
    }

    /// The small tables, which every GPU looks up and updates for its own samples.
    pub(super) fn near(&mut self) -> OperationId {
        self.add("small tables", Gpu, self.costs.near_tables(), &[])
    }

    /// What runs beside the GPUs for iterations to come: movement and planning. They end before the barrier.
    pub(super) fn ahead(&mut self, cached: Cached) -> [OperationId; 2] {
        let movement = self.add("cache movement", CacheAgent, self.costs.movement(cached), &[]);
        let plan = self.add("cache planning", CachePlanner, self.costs.plan(), &[]);
        [movement, plan]
    }

    /// NDRec's timeline (Fig. 4): the kernel works for the next iteration while the GPUs work for this one.
    pub(super) fn looking_ahead(&mut self, cached: Cached) {
        let costs = self.costs;
        let ahead = self.ahead(cached);
        let way = Use { cached, order: Order::Ahead, copied: false };
        let kernel = self.add("embedding kernel", EmbeddingKernel, costs.kernel(way), &[]);
        let fetch = self.add("fetch outputs", GpuCopyEngine, costs.fetch_outputs(), &[]);
        let corrected = self.corrected(&[fetch]);
        self.end(&[corrected], &[kernel, ahead[0], ahead[1]]);
    }

    /// Outputs of the first stage, corrected.
    pub(super) fn corrected(&mut self, outputs: &[OperationId]) -> OperationId {
        let [sum, exchange, apply] = self.costs.correction();
        let summed = self.add("sum of deltas", Gpu, sum, &[]);
        let exchanged = self.add("exchange of deltas", GpuCopyEngine, exchange, &[summed]);
        let inputs: Vec<OperationId> = outputs.iter().copied().chain([exchanged]).collect();
        self.add("correction", Gpu, apply, &inputs)
    }

    /// The naive timeline (Fig. 4): the kernel works while the GPUs wait, and they while it does.
    pub(super) fn one_after_the_other(&mut self, cached: Cached) {
        let ahead = self.ahead(cached);
        let way = Use { cached, order: Order::InTurn, copied: false };
        let kernel = self.add("embedding kernel", EmbeddingKernel, self.costs.kernel(way), &[]);
        let fetch = self.add("fetch outputs", GpuCopyEngine, self.costs.fetch_outputs(), &[kernel]);
        self.end(&[fetch], &ahead);
    }

    /// The GPUs' part behind the outputs, the copy of the gradients, and the barrier.
    pub(super) fn end(&mut self, pooled: &[OperationId], beside: &[OperationId]) {
        let costs = self.costs;
        let (bottom, near) = (self.bottom(), self.near());
        let inputs: Vec<OperationId> = pooled.iter().copied().chain([near]).collect();
        let [top, reduced] = self.mlps(Tables::Near, bottom, &inputs);
        let copied = self.add("copy of gradients", Gpu, costs.copy_gradients(), &[top]);
        let all: Vec<OperationId> = beside.iter().copied().chain([reduced, copied]).collect();
        self.add("barrier", HostCpu, costs.barrier(), &all);
    }
}
