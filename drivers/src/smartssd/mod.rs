//! The SmartSSD: plans of its embedding kernel.

mod assignment;
mod plan;

pub use assignment::{AssignmentError, Bag, BankAssignment};
pub use plan::{Plan, PlanBuilder, Slot};
