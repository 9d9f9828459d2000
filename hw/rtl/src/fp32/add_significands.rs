//! Third stage of the adder: the sum or difference, and the first step of its normalisation.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Adds or subtracts the significands and shifts by 16 if the result allows. Latency 1, one pair a cycle, never stalls.
///
/// The result has one bit more than its operands: bit 27 is the carry, and the significand is *top-aligned* in the sense
/// that its leading one belongs there. Getting it there takes a left shift by its leading zeros, but by no more than the
/// exponent, for the result is subnormal below that. `min(leading zeros, exponent)` is found bit by bit from 16 down: a
/// step is taken if the bits that it would push out are zero and the exponent still has room for it. Room needs no
/// subtraction: as long as every step that the exponent allowed was taken, the rest of it is its lower bits; once a step
/// was refused because of a one among the leading bits although the exponent allowed it, what remains to be shifted is
/// less than that step, hence less than the exponent: from then on the shift is `unlimited`.
#[derive(LogicBlock, Default)]
pub struct AddSignificands {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Larger significand.
    pub larger: Signal<In, Bits<24>>,
    /// Smaller significand, aligned but for the last place: 24 bits, guard, round, sticky.
    pub smaller: Signal<In, Bits<27>>,
    /// It is still to be shifted by one.
    pub by_one: Signal<In, Bit>,
    /// Exponent of the larger operand, at least 1.
    pub exponent: Signal<In, Bits<8>>,
    /// Sign of the larger operand.
    pub sign: Signal<In, Bit>,
    /// Subtract instead of add.
    pub subtract: Signal<In, Bit>,
    /// The larger operand is infinite or a NaN.
    pub infinite: Signal<In, Bit>,
    /// The larger operand is a NaN.
    pub nan: Signal<In, Bit>,
    /// Sum or difference, shifted left by 16 or not.
    pub significand: Signal<Out, Bits<28>>,
    /// It was shifted.
    pub shifted16: Signal<Out, Bit>,
    /// The exponent does not limit the shifts to come; otherwise its lower four bits do.
    pub unlimited: Signal<Out, Bit>,
    /// Exponent, delayed.
    pub exponent_out: Signal<Out, Bits<8>>,
    /// Sign, delayed.
    pub sign_out: Signal<Out, Bit>,
    /// Subtract, delayed.
    pub subtract_out: Signal<Out, Bit>,
    /// The larger operand is infinite or a NaN, delayed.
    pub infinite_out: Signal<Out, Bit>,
    /// The larger operand is a NaN, delayed.
    pub nan_out: Signal<Out, Bit>,
    aligned: Signal<Local, Bits<27>>,
    addend: Signal<Local, Bits<28>>,
    total: Signal<Local, Bits<29>>,
    result: Signal<Local, Bits<28>>,
    large_exponent: Signal<Local, Bit>,
    leading16: Signal<Local, Bit>,
    shift16: Signal<Local, Bit>,
    significand_register: DFF<Bits<28>>,
    shifted16_register: DFF<Bit>,
    unlimited_register: DFF<Bit>,
    exponent_register: DFF<Bits<8>>,
    sign_register: DFF<Bit>,
    subtract_register: DFF<Bit>,
    infinite_register: DFF<Bit>,
    nan_register: DFF<Bit>,
    about: About<Self>,
}

impl Describe for AddSignificands {
    fn name() -> String {
        "fp32_add_significands".into()
    }

    fn description() -> &'static str {
        "Adds or subtracts aligned significands and takes the first step of the normalisation. Latency 1 cycle, one pair a cycle, never stalls."
    }
}

impl Logic for AddSignificands {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            significand_register,
            shifted16_register,
            unlimited_register,
            exponent_register,
            sign_register,
            subtract_register,
            infinite_register,
            nan_register
        );

        self.aligned.next = self.smaller.val();
        if self.by_one.val() {
            self.aligned.next = (self.smaller.val() >> 1) | bit_cast::<27, 1>(self.smaller.val().get_bit(0).into());
        }

        // One carry chain for both: a - b = a + !b + 1, and the 1 enters as the carry out of an extra lowest bit.
        self.addend.next = bit_cast::<28, 27>(self.aligned.val());
        if self.subtract.val() {
            self.addend.next = !bit_cast::<28, 27>(self.aligned.val());
        }
        self.total.next = ((bit_cast::<29, 24>(self.larger.val()) << 4) | 1)
            + ((bit_cast::<29, 28>(self.addend.val()) << 1) | bit_cast::<29, 1>(self.subtract.val().into()));
        self.result.next = self.total.val().get_bits::<28>(1);

        self.large_exponent.next = self.exponent.val().get_bits::<3>(5).any();
        self.leading16.next = self.result.val().get_bits::<16>(12).any();
        self.shift16.next = !self.leading16.val() & (self.large_exponent.val() | self.exponent.val().get_bit(4));

        self.significand_register.d.next = self.result.val();
        if self.shift16.val() {
            self.significand_register.d.next = self.result.val() << 16;
        }
        self.shifted16_register.d.next = self.shift16.val();
        self.unlimited_register.d.next =
            self.large_exponent.val() | (self.leading16.val() & self.exponent.val().get_bit(4));
        self.exponent_register.d.next = self.exponent.val();
        self.sign_register.d.next = self.sign.val();
        self.subtract_register.d.next = self.subtract.val();
        self.infinite_register.d.next = self.infinite.val();
        self.nan_register.d.next = self.nan.val();

        self.significand.next = self.significand_register.q.val();
        self.shifted16.next = self.shifted16_register.q.val();
        self.unlimited.next = self.unlimited_register.q.val();
        self.exponent_out.next = self.exponent_register.q.val();
        self.sign_out.next = self.sign_register.q.val();
        self.subtract_out.next = self.subtract_register.q.val();
        self.infinite_out.next = self.infinite_register.q.val();
        self.nan_out.next = self.nan_register.q.val();
    }
}
