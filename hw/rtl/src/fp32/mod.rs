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
mod format;
mod leading_zeros;
mod multiply;
mod multiply_combine;
mod multiply_normalise;
mod multiply_partial;
mod round_pack;
mod vector;

pub use add::Fp32Add;
pub use add_align::AddAlign;
pub use add_normalise::AddNormalise;
pub use add_order::AddOrder;
pub use add_significands::AddSignificands;
pub use format::{ADD_LATENCY, CANONICAL_NAN, LANES, MULTIPLY_LATENCY};
pub use leading_zeros::LeadingZeros;
pub use multiply::Fp32Multiply;
pub use multiply_combine::MultiplyCombine;
pub use multiply_normalise::MultiplyNormalise;
pub use multiply_partial::MultiplyPartial;
pub use round_pack::RoundPack;
pub use vector::{VectorAdd, VectorScale};
