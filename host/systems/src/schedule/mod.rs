//! A training system is a schedule over resources.
//!
//! A *system* turns a batch into a [`Graph`] of [`Operation`]s: each names the [`Resource`]s that it holds and what it waits
//! for. One [`Executor`] runs any graph in a [`World`], which does an operation's arithmetic when the operation starts, and
//! says what it takes, or, later, that it has ended: data move through the simulated fabric, whose time is the executor's.
//! Everything about time and traffic is derived from its one [`EventLog`].
//!
//! ```
//! use emberlane_systems::schedule::{Cost, Executor, Operation, Resource};
//!
//! let mut executor = Executor::default();
//! let mut graph = executor.graph(0);
//! let lookup = graph.add("lookup", &[Resource::ComputingLogic], 30, &[]);
//! let forward = graph.add("bottom MLP forward", &[Resource::Gpu], 20, &[]);
//! graph.add("top MLP forward", &[Resource::Gpu], 5, &[lookup.into(), forward.into()]);
//! executor.submit(graph)?;
//! let mut perform = |operation: &Operation<u64>, _start_ps| {
//!     Ok::<_, std::convert::Infallible>(Cost { picoseconds: operation.work, ..Cost::default() })
//! };
//! executor.run_batch(0, &mut perform).unwrap();
//! assert_eq!(executor.log().end_ps(), 35);
//! assert_eq!(executor.log().usage(Resource::Gpu).busy_ps, 25);
//! # Ok::<(), emberlane_systems::schedule::GraphError>(())
//! ```

mod automatic;
mod batch_world;
mod bytes;
mod compared;
mod executor;
mod flight;
mod graph;
mod host_world;
mod kept_rows;
mod log;
mod message_file;
mod mtrains;
mod mtrains_training;
pub mod names;
pub(crate) mod ndrec;
mod on_host;
mod parameter_windows;
mod relaxed;
mod rows;
mod simulated;
mod software;
mod software_copy;
mod steps;
mod system;
mod systems;
mod thread;
mod timeline;
mod training;
mod work;
mod world;

pub use compared::Compared;
pub use executor::{Cost, Ended, Executor, Started, World};
pub use graph::{Graph, GraphError, Operation, OperationId, Resource, Wait};
pub use log::{Access, Accessed, Event, EventLog, Span, Usage};
pub use mtrains_training::MTrainsTrainer;
pub use ndrec::{ITERATED, Iterated, NdRecTrainer, iterated};
pub use simulated::{RecordedRun, Simulated};
pub use software::{Call, SoftwareCosts};
pub use system::{System, compared, holdings, system};
pub use systems::COMPARED;
pub use timeline::chrome_trace;
pub use training::ScheduledTrainer;
