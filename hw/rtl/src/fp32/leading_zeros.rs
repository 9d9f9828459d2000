//! Leading zeros of a significand.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Counts the leading zeros of a significand. Combinational.
///
/// A binary search: are the upper 16 bits zero? If so the count is at least 16, and the search goes on in the bits below,
/// now with 8, 4, 2 and 1. The 24 bits are extended by ones, so that zero has 24 leading zeros. The last bit of a group
/// never decides anything (if all others are zero, it is one), so each step hands one bit less to the next.
#[derive(LogicBlock, Default)]
pub struct LeadingZeros {
    /// Significand.
    pub value: Signal<In, Bits<24>>,
    /// Its leading zeros, 0 to 24.
    pub count: Signal<Out, Bits<5>>,
    half: Signal<Local, Bits<15>>,
    quarter: Signal<Local, Bits<7>>,
    nibble: Signal<Local, Bits<3>>,
    leading: Signal<Local, Bit>,
    skip16: Signal<Local, Bit>,
    skip8: Signal<Local, Bit>,
    skip4: Signal<Local, Bit>,
    skip2: Signal<Local, Bit>,
    about: About<Self>,
}

impl Describe for LeadingZeros {
    fn name() -> String {
        "fp32_leading_zeros".into()
    }

    fn description() -> &'static str {
        "Counts the leading zeros of a significand of 24 bits. Combinational."
    }
}

impl Logic for LeadingZeros {
    #[hdl_gen]
    fn update(&mut self) {
        self.skip16.next = !self.value.val().get_bits::<16>(8).any();
        self.half.next = self.value.val().get_bits::<15>(9);
        if self.skip16.val() {
            self.half.next = (bit_cast::<15, 8>(self.value.val().get_bits::<8>(0)) << 7) | 0x7F;
        }
        self.skip8.next = !self.half.val().get_bits::<8>(7).any();
        self.quarter.next = self.half.val().get_bits::<7>(8);
        if self.skip8.val() {
            self.quarter.next = self.half.val().get_bits::<7>(0);
        }
        self.skip4.next = !self.quarter.val().get_bits::<4>(3).any();
        self.nibble.next = self.quarter.val().get_bits::<3>(4);
        if self.skip4.val() {
            self.nibble.next = self.quarter.val().get_bits::<3>(0);
        }
        self.skip2.next = !self.nibble.val().get_bits::<2>(1).any();
        self.leading.next = self.nibble.val().get_bit(2);
        if self.skip2.val() {
            self.leading.next = self.nibble.val().get_bit(0);
        }
        self.count.next = bit_cast::<5, 1>((!self.leading.val()).into())
            | (bit_cast::<5, 1>(self.skip2.val().into()) << 1)
            | (bit_cast::<5, 1>(self.skip4.val().into()) << 2)
            | (bit_cast::<5, 1>(self.skip8.val().into()) << 3)
            | (bit_cast::<5, 1>(self.skip16.val().into()) << 4);
    }
}
