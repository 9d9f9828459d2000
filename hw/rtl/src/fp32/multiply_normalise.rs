//! Third stage of the multiplier: the product moves to where its rounding is decided.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Shifts a product right by 32 or not and then left by 0 to 31, and keeps its upper 26 bits and a sticky bit.
/// Latency 1, one product a cycle, never stalls.
///
/// Only the upper 26 bits of the result are wanted, and whether anything below them is set. The shift goes in three steps of
/// one place out of four, a LUT of six inputs a bit: left by 16, not at all, right by 16 or 32; then left by 0, 4, 8 or 12;
/// then by 0 to 3. Before a shift by at most k only the upper 26 + k bits can still get there, so every step keeps a window
/// of what can and adds to the sticky bit what no longer can.
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
    window12: Signal<Local, Bits<41>>,
    window3: Signal<Local, Bits<29>>,
    window: Signal<Local, Bits<26>>,
    lost16: Signal<Local, Bit>,
    lost4: Signal<Local, Bit>,
    lost1: Signal<Local, Bit>,
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

        if self.right32.val() {
            if self.left.val().get_bit(4) {
                self.window12.next = bit_cast::<41, 25>(self.product.val().get_bits::<25>(23));
                self.lost16.next = self.product.val().get_bits::<23>(0).any();
            } else {
                self.window12.next = bit_cast::<41, 9>(self.product.val().get_bits::<9>(39));
                self.lost16.next = self.product.val().get_bits::<39>(0).any();
            }
        } else if self.left.val().get_bit(4) {
            self.window12.next = bit_cast::<41, 32>(self.product.val().get_bits::<32>(0)) << 9;
            self.lost16.next = false;
        } else {
            self.window12.next = self.product.val().get_bits::<41>(7);
            self.lost16.next = self.product.val().get_bits::<7>(0).any();
        }
        if self.vanishes.val() {
            self.window12.next = 0.into();
        }

        if self.left.val().get_bit(3) {
            if self.left.val().get_bit(2) {
                self.window3.next = self.window12.val().get_bits::<29>(0);
                self.lost4.next = false;
            } else {
                self.window3.next = self.window12.val().get_bits::<29>(4);
                self.lost4.next = self.window12.val().get_bits::<4>(0).any();
            }
        } else if self.left.val().get_bit(2) {
            self.window3.next = self.window12.val().get_bits::<29>(8);
            self.lost4.next = self.window12.val().get_bits::<8>(0).any();
        } else {
            self.window3.next = self.window12.val().get_bits::<29>(12);
            self.lost4.next = self.window12.val().get_bits::<12>(0).any();
        }

        if self.left.val().get_bit(1) {
            if self.left.val().get_bit(0) {
                self.window.next = self.window3.val().get_bits::<26>(0);
                self.lost1.next = false;
            } else {
                self.window.next = self.window3.val().get_bits::<26>(1);
                self.lost1.next = self.window3.val().get_bit(0);
            }
        } else if self.left.val().get_bit(0) {
            self.window.next = self.window3.val().get_bits::<26>(2);
            self.lost1.next = self.window3.val().get_bits::<2>(0).any();
        } else {
            self.window.next = self.window3.val().get_bits::<26>(3);
            self.lost1.next = self.window3.val().get_bits::<3>(0).any();
        }

        self.significand_register.d.next = (bit_cast::<27, 26>(self.window.val()) << 1)
            | bit_cast::<27, 1>((self.lost16.val() | self.lost4.val() | self.lost1.val()).into());
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
