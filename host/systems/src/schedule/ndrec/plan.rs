//! Steps that several systems have in common.

use super::work::{Iteration, IterationSituation, IterationWork as Step, Leg, Parameters};
use crate::schedule::Resource::{
    CacheAgent, CachePlanner, EmbeddingKernel, Gpu, HostCpu, LinkFromGpu, LinkFromSmartSsd, LinkToGpu, LinkToSmartSsd,
    TableMemory,
};
use crate::schedule::{Graph, OperationId, Resource, Wait};

/// The graph of an iteration, and what it depends on.
pub(super) struct Plan<'g> {
    graph: &'g mut Graph<Step>,
    pub(super) situation: IterationSituation,
}

impl<'g> Plan<'g> {
    pub(super) fn new(graph: &'g mut Graph<Step>, situation: IterationSituation) -> Self {
        Self { graph, situation }
    }

    pub(super) fn add(
        &mut self,
        name: &'static str,
        held: &[Resource],
        step: Step,
        after: &[OperationId],
    ) -> OperationId {
        let waits: Vec<Wait> = after.iter().map(|operation| Wait::End(*operation)).collect();
        self.graph.add(name, held, step, &waits)
    }

    /// Adds a step only where there are several GPUs; else what it would wait for.
    fn among_gpus(&mut self, name: &'static str, step: Step, after: OperationId) -> OperationId {
        if !self.situation.are_many {
            return after;
        }
        self.add(name, &[LinkFromGpu, LinkToGpu], step, &[after])
    }

    pub(super) fn dense(&mut self, batch: usize) -> OperationId {
        self.add("dense features", &[LinkToGpu], Step::Dense(batch), &[])
    }

    // The GPUs.

    /// The bottom MLP, with the small tables in front of it. Dense features of the first batch come before.
    pub(super) fn bottom(&mut self, after: &[OperationId]) -> OperationId {
        self.add("bottom MLP forward", &[Gpu], Step::BottomForward, after)
    }

    /// What the GPUs do with dense features and pooled vectors, when both are there, up to the end of their part of the iteration. Gives
    /// the gradients of the pooled vectors, and all that has to end.
    pub(super) fn train(&mut self, inputs: &[OperationId]) -> Trained {
        if self.situation.behind >= 1 {
            self.dense(1);
        }
        let mut inputs = inputs.to_vec();
        if self.situation.small_tables {
            inputs.push(self.add("small tables", &[Gpu], Step::SmallTables, &[]));
        }
        let top = self.add("interaction and top MLP forward", &[Gpu], Step::TopForward, &inputs);
        let top = self.add("top MLP backward", &[Gpu], Step::TopBackward, &[top]);
        let of_top = self.among_gpus("all-reduce of the top MLP", Step::Reduce(Parameters::Top), top);
        let gradients = self.add("interaction backward", &[Gpu], Step::InteractionBackward, &[top]);
        let bottom = self.add("bottom MLP backward", &[Gpu], Step::BottomBackward, &[gradients]);
        let of_bottom = self.among_gpus("all-reduce of the bottom MLP", Step::Reduce(Parameters::Bottom), bottom);
        let mut ends = vec![of_top, of_bottom];
        if self.situation.small_tables {
            ends.push(self.add("update of small tables", &[Gpu], Step::UpdateSmallTables, &[of_bottom]));
        }
        Trained { gradients, bottom, ends }
    }

    /// Tables that the GPUs share out: pooled vectors and gradients go from all to all of them. Lookups wait for `ready`, and the host's
    /// software runs beside.
    pub(super) fn shared_out(&mut self, tables: TablesIn, ready: &[OperationId]) {
        let (read, updated): (&[Resource], &[Resource]) = match tables {
            TablesIn::GpuMemory => (&[Gpu], &[Gpu]),
            TablesIn::HostMemory => (&[Gpu, LinkToGpu, TableMemory], &[Gpu, LinkToGpu, LinkFromGpu, TableMemory]),
        };
        self.add("framework", &[HostCpu], Step::Software, &[]);
        let lookup = self.add("embedding lookup", read, Step::LookUp, ready);
        let pooled = self.among_gpus("all-to-all of pooled vectors", Step::AllToAll, lookup);
        let bottom = self.begin_gpus();
        let trained = self.train(&[bottom, pooled]);
        let gradients = self.among_gpus("all-to-all of gradients", Step::AllToAll, trained.gradients);
        self.add("embedding update", updated, Step::Update, &[gradients]);
    }

    /// The bottom MLP of a system without SmartSSDs, behind the dense features of the first batch.
    pub(super) fn begin_gpus(&mut self) -> OperationId {
        let dense: Vec<OperationId> = self.situation.is_first.then(|| self.dense(0)).into_iter().collect();
        self.bottom(&dense)
    }

    // SmartSSDs.

    pub(super) fn plan(&mut self, batch: usize, after: &[OperationId]) -> OperationId {
        self.add("cache plan", &[CachePlanner], Step::Plan(batch), after)
    }

    pub(super) fn begin(&mut self, iteration: Iteration, after: &[OperationId]) -> OperationId {
        self.add("begin iteration", &[HostCpu], Step::Begin(iteration), after)
    }

    pub(super) fn movements(&mut self, iteration: Iteration, begun: OperationId) -> OperationId {
        self.add("cache movements", &[CacheAgent], Step::Move(iteration), &[begun])
    }

    /// The kernels, and the gradients that they read if they apply any: they have done their part when both have ended.
    pub(super) fn iterate(&mut self, iteration: Iteration, applies: bool, begun: OperationId) -> Vec<OperationId> {
        let kernel = self.add("embedding kernel", &[EmbeddingKernel], Step::Iterate(iteration), &[begun]);
        let mut done = vec![kernel];
        if applies {
            let links = [LinkFromGpu, LinkToSmartSsd];
            let step = Step::Gradients(iteration);
            done.push(self.graph.add("gradients", &links, step, &[Wait::Start(kernel)]));
        }
        done
    }

    pub(super) fn outputs(&mut self, after: &[OperationId]) -> OperationId {
        self.add("embedding outputs", &[LinkFromSmartSsd, LinkToGpu], Step::Outputs, after)
    }

    /// Outputs that were pooled ahead are brought up to date.
    pub(super) fn correct(&mut self, outputs: OperationId, begun: OperationId) -> OperationId {
        if self.situation.is_first {
            return outputs;
        }
        let mut inputs = vec![outputs];
        if self.situation.are_many {
            let deltas = self.add("deltas of shared rows", &[Gpu], Step::Deltas, &[begun]);
            inputs.push(self.among_gpus("exchange of deltas", Step::ExchangeDeltas, deltas));
        }
        self.add(super::CORRECTION, &[Gpu], Step::Correct, &inputs)
    }

    /// Copies that the host's software asks for, through its memory: of gradients to SmartSSDs.
    pub(super) fn copied_gradients(&mut self, after: &[OperationId]) -> OperationId {
        let call = self.add("copies of gradients", &[HostCpu], Step::GradientCopies(Leg::Call), after);
        let step = Step::GradientCopies(Leg::ToHost);
        let there = self.add("gradients to the host", &[LinkFromGpu, TableMemory], step, &[call]);
        let step = Step::GradientCopies(Leg::FromHost);
        self.add("gradients to the SmartSSDs", &[LinkToSmartSsd, TableMemory], step, &[there])
    }

    /// The same of a batch's outputs to GPUs.
    pub(super) fn copied_outputs(&mut self, batch: usize, after: &[OperationId]) -> OperationId {
        let call = self.add("copies of outputs", &[HostCpu], Step::OutputCopies(Leg::Call, batch), after);
        let step = Step::OutputCopies(Leg::ToHost, batch);
        let there = self.add("outputs to the host", &[LinkFromSmartSsd, TableMemory], step, &[call]);
        let step = Step::OutputCopies(Leg::FromHost, batch);
        self.add("outputs to the GPUs", &[LinkToGpu, TableMemory], step, &[there])
    }

    /// The GPUs' part behind the outputs, and the copy of the gradients. Gives all that has to end before another iteration begins.
    pub(super) fn train_and_copy(&mut self, inputs: &[OperationId]) -> Vec<OperationId> {
        let Trained { bottom, mut ends, .. } = self.train(inputs);
        ends.push(self.add("copy gradients", &[Gpu], Step::CopyGradients, &[bottom]));
        ends
    }
}

/// Where GPUs look up the rows that they share out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TablesIn {
    /// In their own memory: the tables, or a cache of them.
    GpuMemory,
    /// In the host's, in place.
    HostMemory,
}

/// What the GPUs do with a batch.
pub(super) struct Trained {
    /// The gradients of the pooled vectors are there.
    pub(super) gradients: OperationId,
    /// The last pass of the MLPs.
    pub(super) bottom: OperationId,
    /// All that has to end.
    pub(super) ends: Vec<OperationId>,
}
