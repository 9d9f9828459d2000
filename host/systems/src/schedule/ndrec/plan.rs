//! Steps that several systems have in common.

use super::work::{Iteration, IterationSituation, IterationWork as Step, Leg, Parameters};
use crate::schedule::Resource::{
    CacheAgent, CachePlanner, EmbeddingKernel, Gpu, HostCpu, LinkFromGpu, LinkFromSmartSsd, LinkToGpu, LinkToSmartSsd,
    TableMemory,
};
use crate::schedule::{Graph, OperationId, Resource, Wait, names};

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
        self.add(names::DENSE_FEATURES, &[LinkToGpu], Step::Dense(batch), &[])
    }

    // The GPUs.

    /// The bottom MLP, with the small tables in front of it. Dense features of the first batch come before.
    pub(super) fn bottom(&mut self, after: &[OperationId]) -> OperationId {
        self.add(names::BOTTOM_FORWARD, &[Gpu], Step::BottomForward, after)
    }

    /// What the GPUs do with dense features and pooled vectors, when both are there, up to the end of their part of the iteration. Gives
    /// the gradients of the pooled vectors, and all that has to end.
    pub(super) fn train(&mut self, inputs: &[OperationId]) -> Trained {
        if self.situation.behind >= 1 {
            self.dense(1);
        }
        let mut inputs = inputs.to_vec();
        if self.situation.small_tables {
            inputs.push(self.add(names::SMALL_TABLES, &[Gpu], Step::SmallTables, &[]));
        }
        let top = self.add(names::TOP_FORWARD, &[Gpu], Step::TopForward, &inputs);
        let top = self.add(names::TOP_BACKWARD, &[Gpu], Step::TopBackward, &[top]);
        let of_top = self.among_gpus(names::ALL_REDUCE_OF_TOP, Step::Reduce(Parameters::Top), top);
        let gradients = self.add(names::INTERACTION_BACKWARD, &[Gpu], Step::InteractionBackward, &[top]);
        let bottom = self.add(names::BOTTOM_BACKWARD, &[Gpu], Step::BottomBackward, &[gradients]);
        let of_bottom = self.among_gpus(names::ALL_REDUCE_OF_BOTTOM, Step::Reduce(Parameters::Bottom), bottom);
        let mut ends = vec![of_top, of_bottom];
        if self.situation.small_tables {
            ends.push(self.add(names::UPDATE_OF_SMALL_TABLES, &[Gpu], Step::UpdateSmallTables, &[of_bottom]));
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
        self.add(names::FRAMEWORK, &[HostCpu], Step::Software, &[]);
        let lookup = self.add(names::EMBEDDING_LOOKUP, read, Step::LookUp, ready);
        let pooled = self.among_gpus(names::ALL_TO_ALL_OF_POOLED, Step::AllToAll, lookup);
        let bottom = self.begin_gpus();
        let trained = self.train(&[bottom, pooled]);
        let gradients = self.among_gpus(names::ALL_TO_ALL_OF_GRADIENTS, Step::AllToAll, trained.gradients);
        self.add(names::EMBEDDING_UPDATE, updated, Step::Update, &[gradients]);
    }

    /// The bottom MLP of a system without SmartSSDs, behind the dense features of the first batch.
    pub(super) fn begin_gpus(&mut self) -> OperationId {
        let dense: Vec<OperationId> = self.situation.is_first.then(|| self.dense(0)).into_iter().collect();
        self.bottom(&dense)
    }

    // SmartSSDs.

    pub(super) fn plan(&mut self, batch: usize, after: &[OperationId]) -> OperationId {
        self.add(names::CACHE_PLAN, &[CachePlanner], Step::Plan(batch), after)
    }

    pub(super) fn begin(&mut self, iteration: Iteration, after: &[OperationId]) -> OperationId {
        self.add(names::BEGIN_ITERATION, &[HostCpu], Step::Begin(iteration), after)
    }

    pub(super) fn movements(&mut self, iteration: Iteration, begun: OperationId) -> OperationId {
        self.add(names::CACHE_MOVEMENTS, &[CacheAgent], Step::Move(iteration), &[begun])
    }

    /// The kernels, and the gradients that they read if they apply any: they have done their part when both have ended.
    pub(super) fn iterate(&mut self, iteration: Iteration, applies: bool, begun: OperationId) -> Vec<OperationId> {
        let kernel = self.add(names::EMBEDDING_KERNEL, &[EmbeddingKernel], Step::Iterate(iteration), &[begun]);
        let mut done = vec![kernel];
        if applies {
            let links = [LinkFromGpu, LinkToSmartSsd];
            let step = Step::Gradients(iteration);
            done.push(self.graph.add(names::GRADIENTS, &links, step, &[Wait::Start(kernel)]));
        }
        done
    }

    pub(super) fn outputs(&mut self, after: &[OperationId]) -> OperationId {
        self.add(names::EMBEDDING_OUTPUTS, &[LinkFromSmartSsd, LinkToGpu], Step::Outputs, after)
    }

    /// Outputs that were pooled ahead are brought up to date.
    pub(super) fn correct(&mut self, outputs: OperationId, begun: OperationId) -> OperationId {
        if self.situation.is_first {
            return outputs;
        }
        let mut inputs = vec![outputs];
        if self.situation.are_many {
            let deltas = self.add(names::DELTAS_OF_SHARED_ROWS, &[Gpu], Step::Deltas, &[begun]);
            inputs.push(self.among_gpus(names::EXCHANGE_OF_DELTAS, Step::ExchangeDeltas, deltas));
        }
        self.add(names::CORRECTION, &[Gpu], Step::Correct, &inputs)
    }

    /// Copies that the host's software asks for, through its memory: of gradients to SmartSSDs.
    pub(super) fn copied_gradients(&mut self, after: &[OperationId]) -> OperationId {
        let call = self.add(names::COPIES_OF_GRADIENTS, &[HostCpu], Step::GradientCopies(Leg::Call), after);
        let step = Step::GradientCopies(Leg::ToHost);
        let there = self.add(names::GRADIENTS_TO_HOST, &[LinkFromGpu, TableMemory], step, &[call]);
        let step = Step::GradientCopies(Leg::FromHost);
        self.add(names::GRADIENTS_TO_SMARTSSDS, &[LinkToSmartSsd, TableMemory], step, &[there])
    }

    /// The same of a batch's outputs to GPUs.
    pub(super) fn copied_outputs(&mut self, batch: usize, after: &[OperationId]) -> OperationId {
        let call = self.add(names::COPIES_OF_OUTPUTS, &[HostCpu], Step::OutputCopies(Leg::Call, batch), after);
        let step = Step::OutputCopies(Leg::ToHost, batch);
        let there = self.add(names::OUTPUTS_TO_HOST, &[LinkFromSmartSsd, TableMemory], step, &[call]);
        let step = Step::OutputCopies(Leg::FromHost, batch);
        self.add(names::OUTPUTS_TO_GPUS, &[LinkToGpu, TableMemory], step, &[there])
    }

    /// The GPUs' part behind the outputs, and the copy of the gradients. Gives all that has to end before another iteration begins.
    pub(super) fn train_and_copy(&mut self, inputs: &[OperationId]) -> Vec<OperationId> {
        let Trained { bottom, mut ends, .. } = self.train(inputs);
        ends.push(self.add(names::COPY_GRADIENTS, &[Gpu], Step::CopyGradients, &[bottom]));
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
