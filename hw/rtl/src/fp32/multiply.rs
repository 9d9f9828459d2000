//! FP32 multiplier.

use super::{MultiplyCombine, MultiplyNormalise, MultiplyPartial, RoundPack};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// FP32 multiplier: `product = a * b`. Latency [`MULTIPLY_LATENCY`](super::MULTIPLY_LATENCY), one product a cycle, never
/// stalls.
///
/// Subnormals take no stage of their own. The leading zeros that a subnormal
/// brings in are counted beside the multiplication, so that the one shifter behind it serves both directions: left for a
/// subnormal operand, right for a subnormal product.
#[derive(LogicBlock, Default)]
pub struct Fp32Multiply {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// First factor.
    pub a: Signal<In, Bits<32>>,
    /// Second factor.
    pub b: Signal<In, Bits<32>>,
    /// `a * b`, four cycles later.
    pub product: Signal<Out, Bits<32>>,
    partial: MultiplyPartial,
    combine: MultiplyCombine,
    normalise: MultiplyNormalise,
    round: RoundPack,
    about: About<Self>,
}

impl Describe for Fp32Multiply {
    fn name() -> String {
        "fp32_multiply".into()
    }

    fn description() -> &'static str {
        "FP32 multiplier, round to nearest even, with subnormals. Latency 4 cycles, one product a cycle, never stalls."
    }
}

impl Logic for Fp32Multiply {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, partial, combine, normalise, round);

        self.partial.a.next = self.a.val();
        self.partial.b.next = self.b.val();

        self.combine.low.next = self.partial.low.val();
        self.combine.high.next = self.partial.high.val();
        self.combine.exponent.next = self.partial.exponent.val();
        self.combine.leading_zeros.next = self.partial.leading_zeros.val();
        self.combine.sign.next = self.partial.sign.val();
        self.combine.zero.next = self.partial.zero.val();
        self.combine.infinite.next = self.partial.infinite.val();
        self.combine.nan.next = self.partial.nan.val();

        self.normalise.product.next = self.combine.product.val();
        self.normalise.right32.next = self.combine.right32.val();
        self.normalise.left.next = self.combine.left.val();
        self.normalise.vanishes.next = self.combine.vanishes.val();
        self.normalise.exponent.next = self.combine.exponent_out.val();
        self.normalise.room.next = self.combine.room.val();
        self.normalise.sign.next = self.combine.sign_out.val();
        self.normalise.zero.next = self.combine.zero_out.val();
        self.normalise.infinite.next = self.combine.infinite_out.val();
        self.normalise.nan.next = self.combine.nan_out.val();

        self.round.significand.next = self.normalise.significand.val();
        self.round.exponent.next = self.normalise.exponent_out.val();
        self.round.room.next = self.normalise.room_out.val();
        self.round.sign.next = self.normalise.sign_out.val();
        self.round.zero.next = self.normalise.zero_out.val();
        self.round.infinite.next = self.normalise.infinite_out.val();
        self.round.nan.next = self.normalise.nan_out.val();

        self.product.next = self.round.result.val();
    }
}
