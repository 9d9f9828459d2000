//! Last stage of adder and multiplier: last step of the normalisation, rounding, packing.

use super::format::fp32;
use crate::layout::Place;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Rounds a significand to nearest even and packs the FP32 result. Latency 1, one result a cycle, never stalls.
///
/// The significand is *top-aligned*: its leading one is in bit 26 or 25, or lower where the result is subnormal. Bit 0 is
/// sticky, the OR of everything below. If the leading one is not in bit 26 and the exponent has *room*, the significand
/// moves up by one. Then bits 26 to 3 are the 24 bits to keep, bit 2 is half a unit in their last place, and bits 1 and 0
/// say whether anything is below the half: round up if the half is set and anything below it or the last place is.
///
/// Exponent and fraction are one 31-bit number, so that a round-up that carries out of the fraction counts the exponent up
/// by itself: from the largest subnormal to the smallest normal, from one binade to the next, and from the largest finite
/// number to infinity, whose fraction is then zero as it has to be. The hidden one, too, is added into the exponent
/// instead of being cut off. `exponent` counts the step by one as taken, so that with room, a leading one in bit 26
/// is worth 2 there (the step was not taken), one in bit 25 is worth 1, and none is worth 0: subnormal. Without room the exponent
/// is 0 and bit 26 is worth 1.
///
/// A sum or product can reach 2^128 before it is rounded: its leading one is in bit 26 when the exponent is 253, or the
/// stage before knows it (`infinite`). Then the fraction is cleared.
#[derive(LogicBlock, Default)]
pub struct RoundPack {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Top-aligned significand; bit 0 is sticky.
    pub significand: Signal<In, Bits<27>>,
    /// Exponent field of a result whose leading one would fall just below the hidden bit; 0 without room.
    pub exponent: Signal<In, Bits<8>>,
    /// The exponent allows a shift by one.
    pub room: Signal<In, Bit>,
    /// Sign of the result, ignored for a NaN.
    pub sign: Signal<In, Bit>,
    /// The result is an exact zero although the exponent is not 0; the significand has to be 0 but for the sticky bit.
    pub zero: Signal<In, Bit>,
    /// The result is infinite (or a NaN) whatever the significand.
    pub infinite: Signal<In, Bit>,
    /// The result is a NaN; `infinite` has to be set too.
    pub nan: Signal<In, Bit>,
    /// The result.
    pub result: Signal<Out, Bits<32>>,
    top: Signal<Local, Bit>,
    next_to_top: Signal<Local, Bit>,
    kept: Signal<Local, Bits<25>>,
    round_up: Signal<Local, Bit>,
    leading_value: Signal<Local, Bits<2>>,
    packed: Signal<Local, Bits<31>>,
    overflow: Signal<Local, Bit>,
    final_exponent: Signal<Local, Bits<8>>,
    final_fraction: Signal<Local, Bits<23>>,
    result_register: DFF<Bits<32>>,
    about: About<Self>,
}

impl Describe for RoundPack {
    fn name() -> String {
        "fp32_round_pack".into()
    }

    fn description() -> &'static str {
        "Rounds a significand to nearest even and packs the FP32 result. Latency 1 cycle, one result a cycle, never stalls."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        fp32::CONSTANTS.to_vec()
    }
}

impl Logic for RoundPack {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, result_register);

        self.top.next = self.significand.val().get_bit(26);
        self.next_to_top.next = self.significand.val().get_bit(25);

        // Fraction, half, sticky: the hidden bit goes into the exponent.
        self.kept.next = self.significand.val().get_bits::<25>(0);
        if !self.room.val() | self.top.val() {
            self.kept.next =
                self.significand.val().get_bits::<25>(1) | bit_cast::<25, 1>(self.significand.val().get_bit(0).into());
        }
        self.round_up.next = self.kept.val().get_bit(1) & (self.kept.val().get_bit(0) | self.kept.val().get_bit(2));

        self.leading_value.next = bit_cast::<2, 1>(self.top.val().into());
        if self.room.val() {
            self.leading_value.next = (bit_cast::<2, 1>(self.top.val().into()) << 1)
                | bit_cast::<2, 1>((!self.top.val() & self.next_to_top.val()).into());
        }

        // One carry chain: the leading one enters at the exponent, the round-up at the last place.
        self.packed.next = (bit_cast::<31, 23>(self.kept.val().get_bits::<23>(2))
            | (bit_cast::<31, 8>(self.exponent.val()) << fp32::EXPONENT.val()))
            + (bit_cast::<31, 1>(self.round_up.val().into())
                | (bit_cast::<31, 2>(self.leading_value.val()) << fp32::EXPONENT.val()));

        self.overflow.next = self.infinite.val() | (self.top.val() & (self.exponent.val() == 253));
        self.final_exponent.next = self.packed.val().get_bits::<8>(fp32::EXPONENT);
        self.final_fraction.next = self.packed.val().get_bits::<23>(fp32::FRACTION);
        if self.zero.val() {
            self.final_exponent.next = 0.into();
        }
        if self.overflow.val() {
            self.final_exponent.next = 255.into();
            self.final_fraction.next = 0.into();
        }
        if self.nan.val() {
            self.final_fraction.next = 0x40_0000.into();
        }

        self.result_register.d.next = bit_cast::<32, 23>(self.final_fraction.val())
            | (bit_cast::<32, 8>(self.final_exponent.val()) << fp32::EXPONENT.val())
            | (bit_cast::<32, 1>((self.sign.val() & !self.nan.val()).into()) << fp32::SIGN.val());
        self.result.next = self.result_register.q.val();
    }
}
