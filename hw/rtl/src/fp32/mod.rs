//! FP32 adder and multiplier, and vectors of them.
//!
//! IEEE-754 binary32, round to nearest even, subnormals taken and produced, infinities, and one canonical quiet NaN
//! ([`CANONICAL_NAN`]) whatever NaN went in: apart from that the same bits as `+` and `*` of Rust's `f32`.
//! Every unit takes a pair of operands in every cycle, has a fixed latency, and never stalls: there is no handshake, and
//! whoever needs to know which result is valid delays a valid bit by the latency.
//!
//! | unit | stages |
//! |---|---|
//! | [`Fp32Add`] | [`AddOrder`] → [`AddAlign`] → [`AddSignificands`] → [`AddNormalise`] → [`RoundPack`] |
//! | [`Fp32Multiply`] | [`MultiplyPartial`] → [`MultiplyCombine`] → [`MultiplyNormalise`] → [`RoundPack`] |
//!
//! Every stage ends in registers. Both units meet in [`RoundPack`]; its page defines the *top-aligned* significand and
//! the *room* that the stages before it speak of.

mod add;
mod add_align;
mod add_normalise;
mod add_order;
mod add_significands;
mod leading_zeros;
mod multiply;
mod multiply_combine;
mod multiply_normalise;
mod multiply_partial;
mod round_pack;
mod vector;

#[cfg(test)]
mod simulation;
#[cfg(test)]
mod tests;

pub use add::Fp32Add;
pub use add_align::AddAlign;
pub use add_normalise::AddNormalise;
pub use add_order::AddOrder;
pub use add_significands::AddSignificands;
pub use leading_zeros::LeadingZeros;
pub use multiply::Fp32Multiply;
pub use multiply_combine::MultiplyCombine;
pub use multiply_normalise::MultiplyNormalise;
pub use multiply_partial::MultiplyPartial;
pub use round_pack::RoundPack;
pub use vector::{VectorAdd, VectorScale};

/// Cycles from operands to sum in [`Fp32Add`] and [`VectorAdd`].
pub const ADD_LATENCY: usize = 5;

/// Cycles from operands to product in [`Fp32Multiply`] and [`VectorScale`].
pub const MULTIPLY_LATENCY: usize = 4;

/// FP32 lanes of [`VectorAdd`] and [`VectorScale`]; lane `i` is bits `32 i .. 32 i + 31`.
pub const LANES: usize = 16;

/// The only NaN that the units produce: quiet, positive, no payload.
pub const CANONICAL_NAN: u32 = 0x7FC0_0000;
