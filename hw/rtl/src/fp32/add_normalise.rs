//! Fourth stage of the adder: the rest of the normalisation but its last step.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Shifts the sum left by 8, 4 and 2 as far as leading zeros and exponent allow, and computes the exponent.
/// Latency 1, one sum a cycle, never stalls.
///
/// The steps follow the rule of [`AddSignificands`](super::AddSignificands); the last step, by one, is left to
/// [`RoundPack`](super::RoundPack), which is told whether the exponent has room for it. The exponent that it gets already
/// has that step subtracted, so that it can add what the leading bits turn out to be: the subtrahend is
/// `{16, 8, 4, 2 taken, room for 1}`.
///
/// An exact zero by cancellation is positive, as round to nearest wants it; the sum of two zeros of one sign keeps that sign (it
/// is no subtraction). Infinity minus infinity shows here as a cancellation whose larger operand is infinite: a NaN.
#[derive(LogicBlock, Default)]
pub struct AddNormalise {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Sum or difference after the first step.
    pub significand: Signal<In, Bits<28>>,
    /// The first step was taken.
    pub shifted16: Signal<In, Bit>,
    /// The exponent does not limit the shifts to come; otherwise its lower four bits do.
    pub unlimited: Signal<In, Bit>,
    /// Exponent of the larger operand, at least 1.
    pub exponent: Signal<In, Bits<8>>,
    /// Sign of the larger operand.
    pub sign: Signal<In, Bit>,
    /// The result is a difference.
    pub subtract: Signal<In, Bit>,
    /// The larger operand is infinite or a NaN.
    pub infinite: Signal<In, Bit>,
    /// The larger operand is a NaN.
    pub nan: Signal<In, Bit>,
    /// Top-aligned significand for [`RoundPack`](super::RoundPack), and so are the outputs below.
    pub significand_out: Signal<Out, Bits<27>>,
    /// Exponent less all steps.
    pub exponent_out: Signal<Out, Bits<8>>,
    /// The exponent allows the step by one.
    pub room: Signal<Out, Bit>,
    /// Sign of the result.
    pub sign_out: Signal<Out, Bit>,
    /// The operands cancel.
    pub zero: Signal<Out, Bit>,
    /// The result is infinite or a NaN.
    pub infinite_out: Signal<Out, Bit>,
    /// The result is a NaN.
    pub nan_out: Signal<Out, Bit>,
    leading8: Signal<Local, Bit>,
    leading4: Signal<Local, Bit>,
    leading2: Signal<Local, Bit>,
    unlimited4: Signal<Local, Bit>,
    unlimited2: Signal<Local, Bit>,
    unlimited1: Signal<Local, Bit>,
    shift8: Signal<Local, Bit>,
    shift4: Signal<Local, Bit>,
    shift2: Signal<Local, Bit>,
    room1: Signal<Local, Bit>,
    after8: Signal<Local, Bits<28>>,
    after4: Signal<Local, Bits<28>>,
    after2: Signal<Local, Bits<28>>,
    cancelled: Signal<Local, Bit>,
    significand_register: DFF<Bits<27>>,
    exponent_register: DFF<Bits<8>>,
    room_register: DFF<Bit>,
    sign_register: DFF<Bit>,
    zero_register: DFF<Bit>,
    infinite_register: DFF<Bit>,
    nan_register: DFF<Bit>,
    about: About<Self>,
}

impl Describe for AddNormalise {
    fn name() -> String {
        "fp32_add_normalise".into()
    }

    fn description() -> &'static str {
        "Shifts a sum left as far as its leading zeros and its exponent allow. Latency 1 cycle, one sum a cycle, never stalls."
    }
}

impl Logic for AddNormalise {
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

        self.leading8.next = self.significand.val().get_bits::<8>(20).any();
        self.shift8.next = !self.leading8.val() & (self.unlimited.val() | self.exponent.val().get_bit(3));
        self.unlimited4.next = self.unlimited.val() | (self.leading8.val() & self.exponent.val().get_bit(3));
        self.after8.next = self.significand.val();
        if self.shift8.val() {
            self.after8.next = self.significand.val() << 8;
        }

        self.leading4.next = self.after8.val().get_bits::<4>(24).any();
        self.shift4.next = !self.leading4.val() & (self.unlimited4.val() | self.exponent.val().get_bit(2));
        self.unlimited2.next = self.unlimited4.val() | (self.leading4.val() & self.exponent.val().get_bit(2));
        self.after4.next = self.after8.val();
        if self.shift4.val() {
            self.after4.next = self.after8.val() << 4;
        }

        self.leading2.next = self.after4.val().get_bits::<2>(26).any();
        self.shift2.next = !self.leading2.val() & (self.unlimited2.val() | self.exponent.val().get_bit(1));
        self.unlimited1.next = self.unlimited2.val() | (self.leading2.val() & self.exponent.val().get_bit(1));
        self.after2.next = self.after4.val();
        if self.shift2.val() {
            self.after2.next = self.after4.val() << 2;
        }
        self.room1.next = self.unlimited1.val() | self.exponent.val().get_bit(0);

        self.cancelled.next = self.subtract.val() & !self.significand.val().any();

        self.significand_register.d.next = (bit_cast::<27, 26>(self.after2.val().get_bits::<26>(2)) << 1)
            | bit_cast::<27, 1>(self.after2.val().get_bits::<2>(0).any().into());
        self.exponent_register.d.next = self.exponent.val()
            - (bit_cast::<8, 1>(self.room1.val().into())
                | (bit_cast::<8, 1>(self.shift2.val().into()) << 1)
                | (bit_cast::<8, 1>(self.shift4.val().into()) << 2)
                | (bit_cast::<8, 1>(self.shift8.val().into()) << 3)
                | (bit_cast::<8, 1>(self.shifted16.val().into()) << 4));
        self.room_register.d.next = self.room1.val();
        self.sign_register.d.next = self.sign.val() & !self.cancelled.val();
        self.zero_register.d.next = self.cancelled.val();
        self.infinite_register.d.next = self.infinite.val();
        self.nan_register.d.next = self.nan.val() | (self.infinite.val() & self.cancelled.val());

        self.significand_out.next = self.significand_register.q.val();
        self.exponent_out.next = self.exponent_register.q.val();
        self.room.next = self.room_register.q.val();
        self.sign_out.next = self.sign_register.q.val();
        self.zero.next = self.zero_register.q.val();
        self.infinite_out.next = self.infinite_register.q.val();
        self.nan_out.next = self.nan_register.q.val();
    }
}
