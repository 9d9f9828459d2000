//! Second stage of the adder: the smaller significand moves under the larger one.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Shifts the smaller significand right by the distance of the exponents, but for the last place. Latency 1, one pair a
/// cycle, never stalls.
///
/// Each step chooses one place out of four, a LUT of six inputs a bit: by 0, 8, 16 or 24, then by 0, 2, 4 or 6. The step by
/// one is left to the adder, whose LUTs have inputs to spare.
///
/// Three bits are kept below the significand: guard, round, and sticky, the OR of everything that was shifted out.
/// That is enough for a correctly rounded sum *and* difference. A distance of 0 or 1 loses nothing beyond the guard bit,
/// so the result is exact however far it cancels. From a distance of 2 on, the difference of a significand in \[1, 2)
/// and one below 1/2 is above 1/2, so it moves left by at most one, and what decides the rounding is still above the
/// sticky bit. The sticky bit stands for a fraction strictly between 0 and 1 of the round bit's weight, and so it does
/// after the subtraction, because larger minus such a fraction again lies strictly between two neighbours.
///
/// The larger operand decides about infinity and NaN, which are found here; infinity minus infinity is found when the
/// difference is known.
#[derive(LogicBlock, Default)]
pub struct AddAlign {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Larger significand.
    pub larger: Signal<In, Bits<24>>,
    /// Smaller significand.
    pub smaller: Signal<In, Bits<24>>,
    /// Distance of the exponents.
    pub distance: Signal<In, Bits<8>>,
    /// Exponent of the larger operand.
    pub exponent: Signal<In, Bits<8>>,
    /// Sign of the larger operand.
    pub sign: Signal<In, Bit>,
    /// The signs differ.
    pub subtract: Signal<In, Bit>,
    /// Larger significand, delayed.
    pub larger_out: Signal<Out, Bits<24>>,
    /// Smaller significand, shifted by the distance less its lowest bit: 24 bits, guard, round, sticky.
    pub aligned: Signal<Out, Bits<27>>,
    /// The lowest bit of the distance: `aligned` is still to be shifted by one. The adder does it.
    pub by_one: Signal<Out, Bit>,
    /// Exponent, delayed.
    pub exponent_out: Signal<Out, Bits<8>>,
    /// Sign, delayed.
    pub sign_out: Signal<Out, Bit>,
    /// The signs differ, delayed.
    pub subtract_out: Signal<Out, Bit>,
    /// The larger operand is infinite or a NaN.
    pub infinite: Signal<Out, Bit>,
    /// The larger operand is a NaN.
    pub nan: Signal<Out, Bit>,
    placed: Signal<Local, Bits<26>>,
    by_eights: Signal<Local, Bits<26>>,
    shifted: Signal<Local, Bits<26>>,
    lost8: Signal<Local, Bit>,
    lost2: Signal<Local, Bit>,
    sticky: Signal<Local, Bit>,
    far: Signal<Local, Bit>,
    exponent_full: Signal<Local, Bit>,
    larger_register: DFF<Bits<24>>,
    aligned_register: DFF<Bits<27>>,
    by_one_register: DFF<Bit>,
    exponent_register: DFF<Bits<8>>,
    sign_register: DFF<Bit>,
    subtract_register: DFF<Bit>,
    infinite_register: DFF<Bit>,
    nan_register: DFF<Bit>,
    about: About<Self>,
}

impl Describe for AddAlign {
    fn name() -> String {
        "fp32_add_align".into()
    }

    fn description() -> &'static str {
        "Shifts the smaller significand right by the distance of the exponents, with a sticky bit. Latency 1 cycle, one pair a cycle, never stalls."
    }
}

impl Logic for AddAlign {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            larger_register,
            aligned_register,
            by_one_register,
            exponent_register,
            sign_register,
            subtract_register,
            infinite_register,
            nan_register
        );

        self.placed.next = bit_cast::<26, 24>(self.smaller.val()) << 2;
        if self.distance.val().get_bit(4) {
            if self.distance.val().get_bit(3) {
                self.by_eights.next = self.placed.val() >> 24;
                self.lost8.next = self.placed.val().get_bits::<24>(0).any();
            } else {
                self.by_eights.next = self.placed.val() >> 16;
                self.lost8.next = self.placed.val().get_bits::<16>(0).any();
            }
        } else if self.distance.val().get_bit(3) {
            self.by_eights.next = self.placed.val() >> 8;
            self.lost8.next = self.placed.val().get_bits::<8>(0).any();
        } else {
            self.by_eights.next = self.placed.val();
            self.lost8.next = false;
        }
        if self.distance.val().get_bit(2) {
            if self.distance.val().get_bit(1) {
                self.shifted.next = self.by_eights.val() >> 6;
                self.lost2.next = self.by_eights.val().get_bits::<6>(0).any();
            } else {
                self.shifted.next = self.by_eights.val() >> 4;
                self.lost2.next = self.by_eights.val().get_bits::<4>(0).any();
            }
        } else if self.distance.val().get_bit(1) {
            self.shifted.next = self.by_eights.val() >> 2;
            self.lost2.next = self.by_eights.val().get_bits::<2>(0).any();
        } else {
            self.shifted.next = self.by_eights.val();
            self.lost2.next = false;
        }
        self.sticky.next = self.lost8.val() | self.lost2.val();
        self.far.next = self.distance.val().get_bits::<3>(5).any();
        if self.far.val() {
            self.sticky.next = self.smaller.val().any();
            self.shifted.next = 0.into();
        }

        self.exponent_full.next = self.exponent.val().all();

        self.larger_register.d.next = self.larger.val();
        self.aligned_register.d.next =
            (bit_cast::<27, 26>(self.shifted.val()) << 1) | bit_cast::<27, 1>(self.sticky.val().into());
        self.by_one_register.d.next = self.distance.val().get_bit(0);
        self.exponent_register.d.next = self.exponent.val();
        self.sign_register.d.next = self.sign.val();
        self.subtract_register.d.next = self.subtract.val();
        self.infinite_register.d.next = self.exponent_full.val();
        self.nan_register.d.next = self.exponent_full.val() & self.larger.val().get_bits::<23>(0).any();

        self.larger_out.next = self.larger_register.q.val();
        self.aligned.next = self.aligned_register.q.val();
        self.by_one.next = self.by_one_register.q.val();
        self.exponent_out.next = self.exponent_register.q.val();
        self.sign_out.next = self.sign_register.q.val();
        self.subtract_out.next = self.subtract_register.q.val();
        self.infinite.next = self.infinite_register.q.val();
        self.nan.next = self.nan_register.q.val();
    }
}
