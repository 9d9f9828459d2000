//! Second stage of the multiplier: the whole product, and how far it has to be shifted.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Adds the partial products and computes exponent and shift of the product. Latency 1, one product a cycle, never stalls.
///
/// Nothing but the sum stands between the registers of the partial products and those of the product, so that it goes into
/// the DSP slice of the upper one.
///
/// The product of 48 bits is top-aligned (see [`RoundPack`](super::RoundPack)) after a left shift by its leading zeros, but
/// by no more than its exponent, for it is subnormal below that; and if the exponent is negative, after a right shift by
/// its negation, which is the same formula: left by `min(leading_zeros, exponent)`, signed. The leading zeros counted are
/// those of the operand, which are those of the product or one less; the last step, by one, is left to `RoundPack`.
///
/// The shift m goes out as `right32` and `left`, m = left - 32 right32: the sign and the lower five bits of its
/// two's complement, without any arithmetic. Below -32 less than half of the smallest subnormal is left of the product: it
/// `vanishes`.
#[derive(LogicBlock, Default)]
pub struct MultiplyCombine {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Partial product, weight 1.
    pub low: Signal<In, Bits<41>>,
    /// Partial product, weight 2^17.
    pub high: Signal<In, Bits<31>>,
    /// Exponent of the product, two's complement.
    pub exponent: Signal<In, Bits<10>>,
    /// Leading zeros of the subnormal operand.
    pub leading_zeros: Signal<In, Bits<5>>,
    /// Sign of the product.
    pub sign: Signal<In, Bit>,
    /// A factor is zero.
    pub zero: Signal<In, Bit>,
    /// A factor is infinite or a NaN.
    pub infinite: Signal<In, Bit>,
    /// The product is a NaN.
    pub nan: Signal<In, Bit>,
    /// The product of the significands.
    pub product: Signal<Out, Bits<48>>,
    /// Shift the product right by 32 ...
    pub right32: Signal<Out, Bit>,
    /// ... and left by this.
    pub left: Signal<Out, Bits<5>>,
    /// The product is far below half of the smallest subnormal.
    pub vanishes: Signal<Out, Bit>,
    /// Exponent less the shift and less the step by one; 0 if the result may be subnormal.
    pub exponent_out: Signal<Out, Bits<8>>,
    /// The exponent allows the step by one.
    pub room: Signal<Out, Bit>,
    /// Sign, delayed.
    pub sign_out: Signal<Out, Bit>,
    /// A factor is zero, delayed.
    pub zero_out: Signal<Out, Bit>,
    /// The product is infinite or a NaN.
    pub infinite_out: Signal<Out, Bit>,
    /// The product is a NaN, delayed.
    pub nan_out: Signal<Out, Bit>,
    upper: Signal<Local, Bits<31>>,
    remaining: Signal<Local, Bits<10>>,
    has_room: Signal<Local, Bit>,
    negative: Signal<Local, Bit>,
    below_minus_32: Signal<Local, Bit>,
    too_large: Signal<Local, Bit>,
    product_register: DFF<Bits<48>>,
    right32_register: DFF<Bit>,
    left_register: DFF<Bits<5>>,
    vanishes_register: DFF<Bit>,
    exponent_register: DFF<Bits<8>>,
    room_register: DFF<Bit>,
    sign_register: DFF<Bit>,
    zero_register: DFF<Bit>,
    infinite_register: DFF<Bit>,
    nan_register: DFF<Bit>,
    about: About<Self>,
}

impl Describe for MultiplyCombine {
    fn name() -> String {
        "fp32_multiply_combine".into()
    }

    fn description() -> &'static str {
        "Adds partial products of FP32 significands and computes exponent and shift. Latency 1 cycle, one product a cycle, never stalls."
    }
}

impl Logic for MultiplyCombine {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            product_register,
            right32_register,
            left_register,
            vanishes_register,
            exponent_register,
            room_register,
            sign_register,
            zero_register,
            infinite_register,
            nan_register
        );

        self.upper.next = self.high.val() + bit_cast::<31, 24>(self.low.val().get_bits::<24>(17));
        self.product_register.d.next =
            bit_cast::<48, 17>(self.low.val().get_bits::<17>(0)) | (bit_cast::<48, 31>(self.upper.val()) << 17);

        // exponent - leading zeros - 1: negative if the step by one has no room.
        self.remaining.next = self.exponent.val() + !bit_cast::<10, 5>(self.leading_zeros.val());
        self.has_room.next = !self.remaining.val().get_bit(9);
        self.negative.next = self.exponent.val().get_bit(9);
        self.below_minus_32.next = self.negative.val() & !self.exponent.val().get_bits::<4>(5).all();
        // 254 and above; 253 is for the rounding stage to decide.
        self.too_large.next =
            self.has_room.val() & (self.remaining.val().get_bit(8) | self.remaining.val().get_bits::<7>(1).all());

        self.left_register.d.next = self.exponent.val().get_bits::<5>(0);
        self.exponent_register.d.next = 0.into();
        if self.has_room.val() {
            self.left_register.d.next = self.leading_zeros.val();
            self.exponent_register.d.next = self.remaining.val().get_bits::<8>(0);
        }
        self.right32_register.d.next = self.negative.val();
        self.vanishes_register.d.next = self.below_minus_32.val();
        self.room_register.d.next = self.has_room.val();
        self.sign_register.d.next = self.sign.val();
        self.zero_register.d.next = self.zero.val();
        self.infinite_register.d.next = self.infinite.val() | (self.too_large.val() & !self.zero.val());
        self.nan_register.d.next = self.nan.val();

        self.product.next = self.product_register.q.val();
        self.right32.next = self.right32_register.q.val();
        self.left.next = self.left_register.q.val();
        self.vanishes.next = self.vanishes_register.q.val();
        self.exponent_out.next = self.exponent_register.q.val();
        self.room.next = self.room_register.q.val();
        self.sign_out.next = self.sign_register.q.val();
        self.zero_out.next = self.zero_register.q.val();
        self.infinite_out.next = self.infinite_register.q.val();
        self.nan_out.next = self.nan_register.q.val();
    }
}
