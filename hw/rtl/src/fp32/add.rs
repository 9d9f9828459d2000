//! FP32 adder.

use super::{AddAlign, AddNormalise, AddOrder, AddSignificands, RoundPack};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// FP32 adder: `sum = a + b`. Latency [`ADD_LATENCY`](super::ADD_LATENCY), one sum a cycle, never stalls.
///
/// A single path: order the operands by magnitude, shift the smaller one right under the larger one, add or subtract,
/// shift left to the leading one, round. A long right shift and a long left shift never happen to the same pair (two
/// operands whose exponents differ by two or more lose at most one leading bit), so a near and a far path could run side
/// by side and save a stage; they would need both shifters twice, and this unit is instantiated sixteen times a vector.
#[derive(LogicBlock, Default)]
pub struct Fp32Add {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand.
    pub b: Signal<In, Bits<32>>,
    /// `a + b`, five cycles later.
    pub sum: Signal<Out, Bits<32>>,
    order: AddOrder,
    align: AddAlign,
    significands: AddSignificands,
    normalise: AddNormalise,
    round: RoundPack,
    about: About<Self>,
}

impl Describe for Fp32Add {
    fn name() -> String {
        "fp32_add".into()
    }

    fn description() -> &'static str {
        "FP32 adder, round to nearest even, with subnormals. Latency 5 cycles, one sum a cycle, never stalls."
    }
}

impl Logic for Fp32Add {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, order, align, significands, normalise, round);

        self.order.a.next = self.a.val();
        self.order.b.next = self.b.val();

        self.align.larger.next = self.order.larger.val();
        self.align.smaller.next = self.order.smaller.val();
        self.align.distance.next = self.order.distance.val();
        self.align.exponent.next = self.order.exponent.val();
        self.align.sign.next = self.order.sign.val();
        self.align.subtract.next = self.order.subtract.val();

        self.significands.larger.next = self.align.larger_out.val();
        self.significands.smaller.next = self.align.aligned.val();
        self.significands.by_one.next = self.align.by_one.val();
        self.significands.exponent.next = self.align.exponent_out.val();
        self.significands.sign.next = self.align.sign_out.val();
        self.significands.subtract.next = self.align.subtract_out.val();
        self.significands.infinite.next = self.align.infinite.val();
        self.significands.nan.next = self.align.nan.val();

        self.normalise.significand.next = self.significands.significand.val();
        self.normalise.shifted16.next = self.significands.shifted16.val();
        self.normalise.unlimited.next = self.significands.unlimited.val();
        self.normalise.exponent.next = self.significands.exponent_out.val();
        self.normalise.sign.next = self.significands.sign_out.val();
        self.normalise.subtract.next = self.significands.subtract_out.val();
        self.normalise.infinite.next = self.significands.infinite_out.val();
        self.normalise.nan.next = self.significands.nan_out.val();

        self.round.significand.next = self.normalise.significand_out.val();
        self.round.exponent.next = self.normalise.exponent_out.val();
        self.round.room.next = self.normalise.room.val();
        self.round.sign.next = self.normalise.sign_out.val();
        self.round.zero.next = self.normalise.zero.val();
        self.round.infinite.next = self.normalise.infinite_out.val();
        self.round.nan.next = self.normalise.nan_out.val();

        self.sum.next = self.round.result.val();
    }
}
