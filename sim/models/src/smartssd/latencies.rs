//! How long the parts of the kernel take, and what they hold.

/// EVs, gradients and outputs that a queue of the kernel holds, and of each that may be under way.
pub const QUEUE: u32 = 32;
/// Cycles from the read of a slot of a backward bank to its write.
pub const UPDATE_LATENCY: usize = 6;
/// The same of a bank that is second at its adder.
pub const LATE_UPDATE_LATENCY: usize = UPDATE_LATENCY + 1;
/// Cycles of an FP32 addition.
pub const ADD_LATENCY: usize = 5;
/// Cycles of an FP32 multiplication.
pub const MULTIPLY_LATENCY: usize = 4;
/// Cycles from a forward word to the sum of its bag: a bank, four levels of adders, and the sum.
pub const SUM_LATENCY: usize = 1 + 4 * ADD_LATENCY + ADD_LATENCY;
