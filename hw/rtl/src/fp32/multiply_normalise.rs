//! Third stage of the multiplier: the product moves to where its rounding is decided.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Shifts a product right by 32 or not and then left by 0 to 31, and keeps its upper 26 bits and a sticky bit.
/// Latency 1, one product a cycle, never stalls.
///
/// The product stands on the left of 80 bits, or on their right after the right shift, so that nothing is lost before the left
/// shift. Only the upper 26 bits of the result are wanted, and whether anything below them is set. Before a shift by at
/// most 2k - 1 in steps k, k/2, .. 1, only the upper 26 + 2k - 1 bits can still get there; so every step keeps a window of what can, and
/// adds to the sticky bit what no longer can.
#[derive(LogicBlock, Default)]
pub struct MultiplyNormalise {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Product of the significands.
    pub product: Signal<In, Bits<48>>,
    /// Shift right by 32 ...
    pub right32: Signal<In, Bit>,
    /// ... and left by this.
    pub left: Signal<In, Bits<5>>,
    /// Nothing above the sticky bit is left, and that alone rounds to zero.
    pub vanishes: Signal<In, Bit>,
    /// Exponent for [`RoundPack`](super::RoundPack), and so are the inputs below.
    pub exponent: Signal<In, Bits<8>>,
    /// The exponent allows the step by one.
    pub room: Signal<In, Bit>,
    /// Sign of the product.
    pub sign: Signal<In, Bit>,
    /// A factor is zero.
    pub zero: Signal<In, Bit>,
    /// The product is infinite or a NaN.
    pub infinite: Signal<In, Bit>,
    /// The product is a NaN.
    pub nan: Signal<In, Bit>,
    /// Top-aligned significand; bit 0 is sticky.
    pub significand: Signal<Out, Bits<27>>,
    /// Exponent, delayed.
    pub exponent_out: Signal<Out, Bits<8>>,
    /// Room, delayed.
    pub room_out: Signal<Out, Bit>,
    /// Sign, delayed.
    pub sign_out: Signal<Out, Bit>,
    /// A factor is zero, delayed.
    pub zero_out: Signal<Out, Bit>,
    /// The product is infinite or a NaN, delayed.
    pub infinite_out: Signal<Out, Bit>,
    /// The product is a NaN, delayed.
    pub nan_out: Signal<Out, Bit>,
    placed: Signal<Local, Bits<80>>,
    window16: Signal<Local, Bits<41>>,
    window8: Signal<Local, Bits<33>>,
    window4: Signal<Local, Bits<29>>,
    window2: Signal<Local, Bits<27>>,
    window1: Signal<Local, Bits<26>>,
    sticky: Signal<Local, Bit>,
    significand_register: DFF<Bits<27>>,
    exponent_register: DFF<Bits<8>>,
    room_register: DFF<Bit>,
    sign_register: DFF<Bit>,
    zero_register: DFF<Bit>,
    infinite_register: DFF<Bit>,
    nan_register: DFF<Bit>,
    about: About<Self>,
}

impl Describe for MultiplyNormalise {
    fn name() -> String {
        "fp32_multiply_normalise".into()
    }

    fn description() -> &'static str {
        "Shifts a product to where its rounding is decided, with a sticky bit. Latency 1 cycle, one product a cycle, never stalls."
    }
}

impl Logic for MultiplyNormalise {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            significand_register,
            exponent_register,
            room_register,
            sign_register,
            zero_register,
            infinite_register,
            nan_register
        );

        self.placed.next = bit_cast::<80, 48>(self.product.val()) << 32;
        if self.right32.val() {
            self.placed.next = bit_cast::<80, 48>(self.product.val());
        }

        if self.left.val().get_bit(4) {
            self.window16.next = self.placed.val().get_bits::<41>(23);
            self.sticky.next = self.placed.val().get_bits::<23>(0).any();
        } else {
            self.window16.next = self.placed.val().get_bits::<41>(39);
            self.sticky.next = self.placed.val().get_bits::<39>(0).any();
        }
        if self.left.val().get_bit(3) {
            self.window8.next = self.window16.val().get_bits::<33>(0);
        } else {
            self.window8.next = self.window16.val().get_bits::<33>(8);
            self.sticky.next = self.sticky.val() | self.window16.val().get_bits::<8>(0).any();
        }
        if self.left.val().get_bit(2) {
            self.window4.next = self.window8.val().get_bits::<29>(0);
        } else {
            self.window4.next = self.window8.val().get_bits::<29>(4);
            self.sticky.next = self.sticky.val() | self.window8.val().get_bits::<4>(0).any();
        }
        if self.left.val().get_bit(1) {
            self.window2.next = self.window4.val().get_bits::<27>(0);
        } else {
            self.window2.next = self.window4.val().get_bits::<27>(2);
            self.sticky.next = self.sticky.val() | self.window4.val().get_bits::<2>(0).any();
        }
        if self.left.val().get_bit(0) {
            self.window1.next = self.window2.val().get_bits::<26>(0);
        } else {
            self.window1.next = self.window2.val().get_bits::<26>(1);
            self.sticky.next = self.sticky.val() | self.window2.val().get_bit(0);
        }
        if self.vanishes.val() {
            self.window1.next = 0.into();
        }

        self.significand_register.d.next =
            (bit_cast::<27, 26>(self.window1.val()) << 1) | bit_cast::<27, 1>(self.sticky.val().into());
        self.exponent_register.d.next = self.exponent.val();
        self.room_register.d.next = self.room.val();
        self.sign_register.d.next = self.sign.val();
        self.zero_register.d.next = self.zero.val();
        self.infinite_register.d.next = self.infinite.val();
        self.nan_register.d.next = self.nan.val();

        self.significand.next = self.significand_register.q.val();
        self.exponent_out.next = self.exponent_register.q.val();
        self.room_out.next = self.room_register.q.val();
        self.sign_out.next = self.sign_register.q.val();
        self.zero_out.next = self.zero_register.q.val();
        self.infinite_out.next = self.infinite_register.q.val();
        self.nan_out.next = self.nan_register.q.val();
    }
}
