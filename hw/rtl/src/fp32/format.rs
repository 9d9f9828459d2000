//! FP32 numbers and the units that take them, in figures.

use crate::layout::layout;

layout! {
    /// An FP32 number.
    pub(super) mod fp32 {
        FRACTION: 23,
        EXPONENT: 8,
        SIGN: 1,
    }
}

/// Cycles from operands to sum in [`Fp32Add`](super::Fp32Add) and [`VectorAdd`](super::VectorAdd).
pub const ADD_LATENCY: usize = 5;

/// Cycles from operands to product in [`Fp32Multiply`](super::Fp32Multiply) and [`VectorScale`](super::VectorScale).
pub const MULTIPLY_LATENCY: usize = 4;

/// FP32 lanes of [`VectorAdd`](super::VectorAdd) and [`VectorScale`](super::VectorScale); lane `i` is bits `32 i .. 32 i + 31`.
pub const LANES: usize = 16;

/// The only NaN that the units produce: quiet, positive, no payload.
pub const CANONICAL_NAN: u32 = 0x7FC0_0000;
