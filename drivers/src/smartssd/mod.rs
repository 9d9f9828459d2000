//! The SmartSSD: plans of its embedding kernel, movements of its cache agent, and the driver [`SmartSsd`].
//!
//! An iteration, whose movements the cache agent does before the kernel starts:
//!
//! ```no_run
//! use emberlane_drivers::smartssd::{
//!     Condition, Iteration, MovementPlan, SmartSsd, SmartSsdError, SmartSsdTransport,
//! };
//!
//! fn train<T: SmartSsdTransport>(
//!     device: &mut SmartSsd<T>,
//!     movements: &MovementPlan,
//!     mut iteration: Iteration,
//! ) -> Result<Vec<u32>, SmartSsdError> {
//!     iteration.after = device.post(movements)?;
//!     device.wait_for_plan(iteration.after, 1_000_000)?;
//!     // The GPU has copied its gradients.
//!     let synchronisation = device.synchronise(iteration.after)?.with(Condition::GradientsCopied);
//!     device.begin(iteration, synchronisation)?;
//!     device.finish(1_000_000)?;
//!     device.outputs()
//! }
//! ```

mod assignment;
mod configuration;
mod device;
mod error;
mod iteration;
mod iterations;
mod mailbox;
mod movement;
mod movements;
mod parts;
mod plan;
mod synchronisation;
mod transport;
mod vectors;
mod work;

pub use assignment::{AssignmentError, Bag, BankAssignment};
pub use configuration::{Capabilities, Configuration};
pub use device::SmartSsd;
pub use error::{AgentFailure, KernelFailure, SmartSsdError};
pub use iteration::Iteration;
pub use mailbox::{Mailbox, encode_line};
pub use movement::{MovementError, MovementPlan, Transfer, coalesce};
pub use parts::PlanPart;
pub use plan::{Plan, PlanBuilder, Rest, Slot};
pub use synchronisation::{Condition, Synchronisation, Unmet};
pub use transport::SmartSsdTransport;
pub use work::{CLOCK_PERIOD_PS, Work};
