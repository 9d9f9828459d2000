//! The exported Verilog, read as far as mutation and coverage need it.
//!
//! | module | |
//! |---|---|
//! | `token` | its words |
//! | `expression` | expressions, and what can be changed in one |
//! | `module` | ports, instances and statements |
//! | `hierarchy` | which modules a module is made of |

mod expression;
mod hierarchy;
mod module;
mod token;

pub use expression::{Change, Kind};
pub use hierarchy::{Library, family};
pub use module::{Module, Port};
