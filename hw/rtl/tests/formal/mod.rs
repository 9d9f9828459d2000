//! Claims about blocks, and how they are checked.

pub mod claim;
pub mod list;
