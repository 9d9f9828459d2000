//! First stage of the multiplier: two partial products, the exponent, and the special values.

use super::LeadingZeros;
use super::format::fp32;
use emberlane_verilog::wide::{bits_prod, bits_wide};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Multiplies a significand by the lower 17 and the upper 7 bits of another, and adds the exponents. Latency 1, one pair a
/// cycle, never stalls.
///
/// A DSP slice of UltraScale+ multiplies 26 by 17 unsigned bits, so 24 by 24 takes two, and their product registers are the
/// registers of this stage; they meet in the next one.
///
/// A subnormal's exponent field 0 counts as 1. The exponent of the product leaves the offset of one operand out once:
/// `exponent = a + b - 127`, which is where the product of two normal significands, at least 2^46, has its leading one in bit 46.
/// `leading_zeros` are those of the subnormal operand. If both are subnormal, only one counts: the
/// product is then so far below the smallest subnormal that nothing of it matters.
#[derive(LogicBlock, Default)]
pub struct MultiplyPartial {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// First factor.
    pub a: Signal<In, Bits<32>>,
    /// Second factor.
    pub b: Signal<In, Bits<32>>,
    /// Significand of `a` times the lower 17 bits of that of `b`.
    pub low: Signal<Out, Bits<41>>,
    /// Significand of `a` times the upper 7 bits of that of `b`.
    pub high: Signal<Out, Bits<31>>,
    /// Exponent of the product, two's complement, -125 to 383.
    pub exponent: Signal<Out, Bits<10>>,
    /// Leading zeros of the subnormal operand, 0 if there is none.
    pub leading_zeros: Signal<Out, Bits<5>>,
    /// Sign of the product.
    pub sign: Signal<Out, Bit>,
    /// A factor is zero.
    pub zero: Signal<Out, Bit>,
    /// A factor is infinite or a NaN.
    pub infinite: Signal<Out, Bit>,
    /// The product is a NaN.
    pub nan: Signal<Out, Bit>,
    a_zeros: LeadingZeros,
    b_zeros: LeadingZeros,
    a_subnormal: Signal<Local, Bit>,
    b_subnormal: Signal<Local, Bit>,
    a_full: Signal<Local, Bit>,
    b_full: Signal<Local, Bit>,
    a_fraction: Signal<Local, Bit>,
    b_fraction: Signal<Local, Bit>,
    a_zero: Signal<Local, Bit>,
    b_zero: Signal<Local, Bit>,
    a_significand: Signal<Local, Bits<24>>,
    b_significand: Signal<Local, Bits<24>>,
    a_exponent: Signal<Local, Bits<8>>,
    b_exponent: Signal<Local, Bits<8>>,
    b_offset: Signal<Local, Bits<11>>,
    total: Signal<Local, Bits<11>>,
    low_register: DFF<Bits<41>>,
    high_register: DFF<Bits<31>>,
    exponent_register: DFF<Bits<10>>,
    leading_zeros_register: DFF<Bits<5>>,
    sign_register: DFF<Bit>,
    zero_register: DFF<Bit>,
    infinite_register: DFF<Bit>,
    nan_register: DFF<Bit>,
    about: About<Self>,
}

impl Describe for MultiplyPartial {
    fn name() -> String {
        "fp32_multiply_partial".into()
    }

    fn description() -> &'static str {
        "Two partial products of FP32 significands, exponent and special values. Latency 1 cycle, one pair a cycle, never stalls."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        fp32::CONSTANTS.to_vec()
    }
}

impl Logic for MultiplyPartial {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            low_register,
            high_register,
            exponent_register,
            leading_zeros_register,
            sign_register,
            zero_register,
            infinite_register,
            nan_register
        );

        self.a_subnormal.next = !self.a.val().get_bits::<8>(fp32::EXPONENT).any();
        self.b_subnormal.next = !self.b.val().get_bits::<8>(fp32::EXPONENT).any();
        self.a_full.next = self.a.val().get_bits::<8>(fp32::EXPONENT).all();
        self.b_full.next = self.b.val().get_bits::<8>(fp32::EXPONENT).all();
        self.a_fraction.next = self.a.val().get_bits::<23>(fp32::FRACTION).any();
        self.b_fraction.next = self.b.val().get_bits::<23>(fp32::FRACTION).any();
        self.a_zero.next = self.a_subnormal.val() & !self.a_fraction.val();
        self.b_zero.next = self.b_subnormal.val() & !self.b_fraction.val();

        self.a_significand.next = bit_cast::<24, 23>(self.a.val().get_bits::<23>(fp32::FRACTION))
            | (bit_cast::<24, 1>((!self.a_subnormal.val()).into()) << 23);
        self.b_significand.next = bit_cast::<24, 23>(self.b.val().get_bits::<23>(fp32::FRACTION))
            | (bit_cast::<24, 1>((!self.b_subnormal.val()).into()) << 23);

        self.low_register.d.next = bits_prod::<41, 24, 17>(
            bits_wide(self.a_significand.val()) * bits_wide(self.b_significand.val().get_bits::<17>(0)),
        );
        self.high_register.d.next = bits_prod::<31, 24, 7>(
            bits_wide(self.a_significand.val()) * bits_wide(self.b_significand.val().get_bits::<7>(17)),
        );

        // Counted as if both were subnormal, without waiting for what the exponents say.
        self.a_zeros.value.next = bit_cast::<24, 23>(self.a.val().get_bits::<23>(fp32::FRACTION));
        self.b_zeros.value.next = bit_cast::<24, 23>(self.b.val().get_bits::<23>(fp32::FRACTION));
        self.leading_zeros_register.d.next = 0.into();
        if self.b_subnormal.val() {
            self.leading_zeros_register.d.next = self.b_zeros.count.val();
        }
        if self.a_subnormal.val() {
            self.leading_zeros_register.d.next = self.a_zeros.count.val();
        }

        // b - 128 is b with its upper bit inverted, read as two's complement: a + b - 127 = a + (b - 128) + 1, and the 1
        // enters as the carry out of an extra lowest bit.
        self.a_exponent.next =
            self.a.val().get_bits::<8>(fp32::EXPONENT) | bit_cast::<8, 1>(self.a_subnormal.val().into());
        self.b_exponent.next =
            self.b.val().get_bits::<8>(fp32::EXPONENT) | bit_cast::<8, 1>(self.b_subnormal.val().into());
        self.b_offset.next = bit_cast::<11, 7>(self.b_exponent.val().get_bits::<7>(0)) << 1;
        if !self.b_exponent.val().get_bit(7) {
            self.b_offset.next = (bit_cast::<11, 7>(self.b_exponent.val().get_bits::<7>(0)) << 1) | 0x700;
        }
        self.total.next = ((bit_cast::<11, 8>(self.a_exponent.val()) << 1) | 1) + (self.b_offset.val() | 1);
        self.exponent_register.d.next = self.total.val().get_bits::<10>(1);

        self.sign_register.d.next = self.a.val().get_bit(fp32::SIGN) ^ self.b.val().get_bit(fp32::SIGN);
        self.zero_register.d.next = self.a_zero.val() | self.b_zero.val();
        self.infinite_register.d.next = self.a_full.val() | self.b_full.val();
        self.nan_register.d.next = (self.a_full.val() & (self.a_fraction.val() | self.b_zero.val()))
            | (self.b_full.val() & (self.b_fraction.val() | self.a_zero.val()));

        self.low.next = self.low_register.q.val();
        self.high.next = self.high_register.q.val();
        self.exponent.next = self.exponent_register.q.val();
        self.leading_zeros.next = self.leading_zeros_register.q.val();
        self.sign.next = self.sign_register.q.val();
        self.zero.next = self.zero_register.q.val();
        self.infinite.next = self.infinite_register.q.val();
        self.nan.next = self.nan_register.q.val();
    }
}
