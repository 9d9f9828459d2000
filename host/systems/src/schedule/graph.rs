//! Operations, what they wait for, and what they hold.

use std::collections::BTreeMap;

use thiserror::Error;

/// What an operation holds while it runs. Most serve one operation at a time ([`is_shared`](Self::is_shared)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Resource {
    /// The thread on the host that drives the devices.
    HostCpu,
    /// The planner of a SmartSSD's cache, a thread of its own on the host.
    CachePlanner,
    /// The GPU's compute units.
    Gpu,
    /// The GPU's engine for copies that software asks for.
    GpuCopyEngine,
    /// CXL-MEM's computing logic, with its medium.
    ComputingLogic,
    /// CXL-MEM's checkpointing logic, which writes a record of rows and one of parameters side by side.
    CheckpointingLogic,
    /// The SmartSSD's embedding kernel.
    EmbeddingKernel,
    /// The SmartSSD's cache agent, with the buffers of its SSD.
    CacheAgent,
    /// The NAND of the SmartSSD's SSD, which programs the pages that its buffer holds.
    Nand,
    /// The host to the GPU.
    LinkToGpu,
    /// The GPU to the host.
    LinkFromGpu,
    /// The host to CXL-MEM.
    LinkToMemory,
    /// CXL-MEM to the host.
    LinkFromMemory,
    /// The host to the SmartSSD.
    LinkToSmartSsd,
    /// The SmartSSD to the host.
    LinkFromSmartSsd,
    /// The memory or drive of the host that holds the tables, if the host's cores do the embedding operations.
    TableMemory,
    /// DRAM of the host, with tables and the faster cache of rows in files.
    HostDram,
    /// Storage-class memory of the host, with the slower cache.
    HostScm,
    /// The drives of the host that have the files.
    HostSsd,
}

impl Resource {
    /// All of them, in the order in which a timeline shows them.
    pub const ALL: [Self; 19] = [
        Self::HostCpu,
        Self::TableMemory,
        Self::HostSsd,
        Self::HostScm,
        Self::HostDram,
        Self::CachePlanner,
        Self::Gpu,
        Self::GpuCopyEngine,
        Self::ComputingLogic,
        Self::CheckpointingLogic,
        Self::EmbeddingKernel,
        Self::CacheAgent,
        Self::Nand,
        Self::LinkToGpu,
        Self::LinkFromGpu,
        Self::LinkToMemory,
        Self::LinkFromMemory,
        Self::LinkToSmartSsd,
        Self::LinkFromSmartSsd,
    ];

    /// Whether several operations hold it at once: a link, which the messages of all of them share, and what does two things
    /// side by side.
    #[must_use]
    pub fn is_shared(self) -> bool {
        match self {
            Self::HostCpu
            | Self::CachePlanner
            | Self::Gpu
            | Self::GpuCopyEngine
            | Self::ComputingLogic
            | Self::EmbeddingKernel
            | Self::CacheAgent
            | Self::Nand
            | Self::TableMemory
            | Self::HostDram
            | Self::HostScm
            | Self::HostSsd => false,
            Self::CheckpointingLogic
            | Self::LinkToGpu
            | Self::LinkFromGpu
            | Self::LinkToMemory
            | Self::LinkFromMemory
            | Self::LinkToSmartSsd
            | Self::LinkFromSmartSsd => true,
        }
    }

    /// Whether it is a link.
    #[must_use]
    pub fn is_link(self) -> bool {
        matches!(
            self,
            Self::LinkToGpu
                | Self::LinkFromGpu
                | Self::LinkToMemory
                | Self::LinkFromMemory
                | Self::LinkToSmartSsd
                | Self::LinkFromSmartSsd
        )
    }

    /// Its name in timelines and summaries.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::HostCpu => "host CPU",
            Self::CachePlanner => "cache planner",
            Self::Gpu => "GPU",
            Self::GpuCopyEngine => "GPU copy engine",
            Self::ComputingLogic => "computing logic",
            Self::CheckpointingLogic => "checkpointing logic",
            Self::EmbeddingKernel => "embedding kernel",
            Self::CacheAgent => "cache agent",
            Self::Nand => "NAND",
            Self::LinkToGpu => "link to GPU",
            Self::LinkFromGpu => "link from GPU",
            Self::LinkToMemory => "link to CXL-MEM",
            Self::LinkFromMemory => "link from CXL-MEM",
            Self::LinkToSmartSsd => "link to SmartSSD",
            Self::LinkFromSmartSsd => "link from SmartSSD",
            Self::TableMemory => "table memory",
            Self::HostDram => "DRAM",
            Self::HostScm => "SCM",
            Self::HostSsd => "SSD",
        }
    }
}

/// The number of an operation, unique in an executor, in the order in which operations were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OperationId(pub u64);

/// What an operation waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// The end of another.
    End(OperationId),
    /// The start of another, whose results flow in while it runs.
    Start(OperationId),
}

impl Wait {
    /// The other operation.
    #[must_use]
    pub fn operation(self) -> OperationId {
        match self {
            Self::End(operation) | Self::Start(operation) => operation,
        }
    }
}

impl From<OperationId> for Wait {
    fn from(operation: OperationId) -> Self {
        Self::End(operation)
    }
}

/// A step of a batch.
#[derive(Clone, Debug)]
pub struct Operation<W> {
    /// Its name in timelines.
    pub name: &'static str,
    /// Its batch, from 0.
    pub batch: u64,
    /// What it holds from its start to its end; it starts when all of them are free. A link is held as long as messages of
    /// the operation may pass it.
    pub resources: Vec<Resource>,
    /// What has to have happened before it starts.
    pub waits: Vec<Wait>,
    /// What it does.
    pub work: W,
}

/// Why a graph cannot run.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum GraphError {
    /// Operations wait for each other.
    #[error("batch {batch}: operations wait for each other in a circle: {}", names.join(" -> "))]
    Cycle {
        /// The batch.
        batch: u64,
        /// The operations, each waiting for the next; the last is the first.
        names: Vec<&'static str>,
    },
    /// An operation waits for one that nobody added.
    #[error("batch {batch}: `{name}` waits for operation {}, which was never added", operation.0)]
    Unknown {
        /// The batch.
        batch: u64,
        /// The operation that waits.
        name: &'static str,
        /// What it waits for.
        operation: OperationId,
    },
}

/// The operations of one batch. They may wait for operations of batches before.
#[derive(Clone, Debug)]
pub struct Graph<W> {
    batch: u64,
    first: u64,
    operations: Vec<Operation<W>>,
}

impl<W> Graph<W> {
    /// A graph without operations; the first added gets the number `first`.
    #[must_use]
    pub fn new(batch: u64, first: OperationId) -> Self {
        Self { batch, first: first.0, operations: Vec::new() }
    }

    /// The batch.
    #[must_use]
    pub fn batch(&self) -> u64 {
        self.batch
    }

    /// Adds an operation.
    pub fn add(&mut self, name: &'static str, resources: &[Resource], work: W, waits: &[Wait]) -> OperationId {
        self.push(self.batch, name, resources, work, waits)
    }

    /// Adds an operation of the batch before, whose own graph has left it to this one.
    ///
    /// # Panics
    /// When there is no batch before.
    pub fn add_before(&mut self, name: &'static str, resources: &[Resource], work: W, waits: &[Wait]) -> OperationId {
        let before = self.batch.checked_sub(1).expect("a batch before this one");
        self.push(before, name, resources, work, waits)
    }

    fn push(&mut self, batch: u64, name: &'static str, resources: &[Resource], work: W, waits: &[Wait]) -> OperationId {
        let id = OperationId(self.first + self.operations.len() as u64);
        let (resources, waits) = (resources.to_vec(), waits.to_vec());
        self.operations.push(Operation { name, batch, resources, waits, work });
        id
    }

    /// Lets an operation of this graph wait for one more.
    ///
    /// # Panics
    /// When `operation` is not of this graph.
    pub fn wait(&mut self, operation: OperationId, wait: impl Into<Wait>) {
        let index = usize::try_from(operation.0 - self.first).expect("as many operations as memory holds");
        self.operations[index].waits.push(wait.into());
    }

    /// The operations, in the order in which they were added.
    ///
    /// # Errors
    /// A circle, and a wait for an operation that is neither here nor before `first`.
    pub(super) fn checked(self) -> Result<Vec<Operation<W>>, GraphError> {
        let end = self.first + self.operations.len() as u64;
        for operation in &self.operations {
            if let Some(wait) = operation.waits.iter().find(|wait| wait.operation().0 >= end) {
                let (name, operation) = (operation.name, wait.operation());
                return Err(GraphError::Unknown { batch: self.batch, name, operation });
            }
        }
        match self.circle() {
            Some(names) => Err(GraphError::Cycle { batch: self.batch, names }),
            None => Ok(self.operations),
        }
    }

    /// Names along a circle, the first of them again at the end.
    fn circle(&self) -> Option<Vec<&'static str>> {
        let inputs = |index: usize| {
            let waits = self.operations[index].waits.iter();
            waits.filter_map(|wait| wait.operation().0.checked_sub(self.first)).map(|input| input as usize)
        };
        // Takes away what waits for nothing that is left, until nothing more goes.
        let mut left: BTreeMap<usize, Vec<usize>> =
            (0..self.operations.len()).map(|index| (index, inputs(index).collect())).collect();
        loop {
            let before = left.len();
            let keys: Vec<usize> = left.keys().copied().collect();
            for key in keys {
                if left[&key].iter().all(|input| !left.contains_key(input)) {
                    left.remove(&key);
                }
            }
            if left.len() == before {
                break;
            }
        }
        // Whatever is left waits for something that is left: walk until an operation comes again.
        let mut path = vec![*left.keys().next()?];
        loop {
            let next = *left[path.last()?].iter().find(|input| left.contains_key(input))?;
            if let Some(start) = path.iter().position(|index| *index == next) {
                path.push(next);
                return Some(path[start..].iter().map(|index| self.operations[*index].name).collect());
            }
            path.push(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph() -> Graph<()> {
        Graph::new(3, OperationId(10))
    }

    #[test]
    fn a_circle_is_named() {
        let mut graph = graph();
        let a = graph.add("a", &[], (), &[]);
        let b = graph.add("b", &[], (), &[a.into()]);
        let c = graph.add("c", &[], (), &[Wait::Start(b)]);
        let d = graph.add("d", &[], (), &[c.into()]);
        graph.add("e", &[], (), &[d.into()]);
        assert_eq!(graph.clone().checked().unwrap().len(), 5);
        graph.wait(b, d);
        let error = graph.checked().unwrap_err();
        assert_eq!(
            error.to_string(),
            "batch 3: operations wait for each other in a circle: b -> d -> c -> b",
            "`a` and `e` are not part of it"
        );
    }

    #[test]
    fn an_operation_that_waits_for_itself_is_a_circle() {
        let mut graph = graph();
        let a = graph.add("a", &[], (), &[]);
        graph.wait(a, a);
        assert!(graph.checked().unwrap_err().to_string().ends_with("a -> a"));
    }

    #[test]
    fn waits_reach_back_but_not_ahead() {
        let mut graph = graph();
        graph.add("a", &[], (), &[OperationId(9).into()]);
        graph.clone().checked().unwrap();
        graph.add("b", &[], (), &[OperationId(12).into()]);
        assert_eq!(
            graph.checked().unwrap_err().to_string(),
            "batch 3: `b` waits for operation 12, which was never added"
        );
    }
}
