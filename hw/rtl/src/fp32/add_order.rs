//! First stage of the adder: which operand is larger, and how far apart the two are.

use super::format::fp32;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Orders two FP32 operands by magnitude and unpacks them. Latency 1, one pair a cycle, never stalls.
///
/// The bits of an FP32 number below its sign, read as an integer, grow with its magnitude, and infinity and the NaNs sit
/// above every finite number: one 31-bit comparison orders any pair, and a NaN or infinity among the operands comes out
/// as the larger one (or as both).
///
/// A subnormal has the exponent of the smallest normal number and no hidden one, so its exponent field 0 counts as 1;
/// after that nothing later has to know about subnormal operands.
#[derive(LogicBlock, Default)]
pub struct AddOrder {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// First operand.
    pub a: Signal<In, Bits<32>>,
    /// Second operand.
    pub b: Signal<In, Bits<32>>,
    /// Significand of the operand of larger magnitude, hidden bit in bit 23.
    pub larger: Signal<Out, Bits<24>>,
    /// Significand of the other operand.
    pub smaller: Signal<Out, Bits<24>>,
    /// Larger exponent minus smaller exponent.
    pub distance: Signal<Out, Bits<8>>,
    /// Exponent of the larger operand: 1 to 254, or 255 for infinity and NaN.
    pub exponent: Signal<Out, Bits<8>>,
    /// Sign of the larger operand.
    pub sign: Signal<Out, Bit>,
    /// The signs differ: the significands are to be subtracted.
    pub subtract: Signal<Out, Bit>,
    a_subnormal: Signal<Local, Bit>,
    b_subnormal: Signal<Local, Bit>,
    swap: Signal<Local, Bit>,
    above: Signal<Local, Bits<32>>,
    below: Signal<Local, Bits<32>>,
    above_subnormal: Signal<Local, Bit>,
    below_subnormal: Signal<Local, Bit>,
    above_exponent: Signal<Local, Bits<8>>,
    below_exponent: Signal<Local, Bits<8>>,
    larger_register: DFF<Bits<24>>,
    smaller_register: DFF<Bits<24>>,
    distance_register: DFF<Bits<8>>,
    exponent_register: DFF<Bits<8>>,
    sign_register: DFF<Bit>,
    subtract_register: DFF<Bit>,
    about: About<Self>,
}

impl Describe for AddOrder {
    fn name() -> String {
        "fp32_add_order".into()
    }

    fn description() -> &'static str {
        "Orders two FP32 operands by magnitude and unpacks them. Latency 1 cycle, one pair a cycle, never stalls."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        fp32::CONSTANTS.to_vec()
    }
}

impl Logic for AddOrder {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            larger_register,
            smaller_register,
            distance_register,
            exponent_register,
            sign_register,
            subtract_register
        );

        self.a_subnormal.next = !self.a.val().get_bits::<8>(fp32::EXPONENT).any();
        self.b_subnormal.next = !self.b.val().get_bits::<8>(fp32::EXPONENT).any();
        self.swap.next = self.a.val().get_bits::<31>(0) < self.b.val().get_bits::<31>(0);

        self.above.next = self.a.val();
        self.below.next = self.b.val();
        self.above_subnormal.next = self.a_subnormal.val();
        self.below_subnormal.next = self.b_subnormal.val();
        if self.swap.val() {
            self.above.next = self.b.val();
            self.below.next = self.a.val();
            self.above_subnormal.next = self.b_subnormal.val();
            self.below_subnormal.next = self.a_subnormal.val();
        }

        self.above_exponent.next =
            self.above.val().get_bits::<8>(fp32::EXPONENT) | bit_cast::<8, 1>(self.above_subnormal.val().into());
        self.below_exponent.next =
            self.below.val().get_bits::<8>(fp32::EXPONENT) | bit_cast::<8, 1>(self.below_subnormal.val().into());

        self.larger_register.d.next = bit_cast::<24, 23>(self.above.val().get_bits::<23>(fp32::FRACTION))
            | (bit_cast::<24, 1>((!self.above_subnormal.val()).into()) << 23);
        self.smaller_register.d.next = bit_cast::<24, 23>(self.below.val().get_bits::<23>(fp32::FRACTION))
            | (bit_cast::<24, 1>((!self.below_subnormal.val()).into()) << 23);
        self.distance_register.d.next = self.above_exponent.val() - self.below_exponent.val();
        self.exponent_register.d.next = self.above_exponent.val();
        self.sign_register.d.next = self.above.val().get_bit(fp32::SIGN);
        self.subtract_register.d.next = self.a.val().get_bit(fp32::SIGN) ^ self.b.val().get_bit(fp32::SIGN);

        self.larger.next = self.larger_register.q.val();
        self.smaller.next = self.smaller_register.q.val();
        self.distance.next = self.distance_register.q.val();
        self.exponent.next = self.exponent_register.q.val();
        self.sign.next = self.sign_register.q.val();
        self.subtract.next = self.subtract_register.q.val();
    }
}
