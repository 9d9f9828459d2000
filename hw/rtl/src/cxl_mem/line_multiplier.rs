//! Vector number times lines of a vector.

use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Byte offset of vector `index`, when a vector has `lines` lines of 64 bytes: shifts and adds. Combinational.
///
/// Five addends become two bit by bit, so that only one carry chain is on the way.
#[derive(LogicBlock, Default)]
pub struct LineMultiplier {
    /// Vector number.
    pub index: Signal<In, Bits<32>>,
    /// Lines of a vector, 1..=16.
    pub lines: Signal<In, Bits<5>>,
    /// `index * lines * 64`.
    pub offset: Signal<Out, Bits<43>>,
    wide: Signal<Local, Bits<37>>,
    times_1: Signal<Local, Bits<37>>,
    times_2: Signal<Local, Bits<37>>,
    times_4: Signal<Local, Bits<37>>,
    times_8: Signal<Local, Bits<37>>,
    times_16: Signal<Local, Bits<37>>,
    sum_low: Signal<Local, Bits<37>>,
    carry_low: Signal<Local, Bits<37>>,
    sum_high: Signal<Local, Bits<37>>,
    carry_high: Signal<Local, Bits<37>>,
    sum: Signal<Local, Bits<37>>,
    carry: Signal<Local, Bits<37>>,
    product: Signal<Local, Bits<37>>,
    about: About<Self>,
}

impl Describe for LineMultiplier {
    fn name() -> String {
        "line_multiplier".into()
    }

    fn description() -> &'static str {
        "Byte offset of a vector: its number times the lines of a vector times 64. Combinational."
    }
}

impl Logic for LineMultiplier {
    #[hdl_gen]
    fn update(&mut self) {
        self.wide.next = bit_cast::<37, 32>(self.index.val());
        self.times_1.next = 0.into();
        self.times_2.next = 0.into();
        self.times_4.next = 0.into();
        self.times_8.next = 0.into();
        self.times_16.next = 0.into();
        if self.lines.val().get_bit(0) {
            self.times_1.next = self.wide.val();
        }
        if self.lines.val().get_bit(1) {
            self.times_2.next = self.wide.val() << 1;
        }
        if self.lines.val().get_bit(2) {
            self.times_4.next = self.wide.val() << 2;
        }
        if self.lines.val().get_bit(3) {
            self.times_8.next = self.wide.val() << 3;
        }
        if self.lines.val().get_bit(4) {
            self.times_16.next = self.wide.val() << 4;
        }
        self.sum_low.next = self.times_1.val() ^ self.times_2.val() ^ self.times_4.val();
        self.carry_low.next = ((self.times_1.val() & self.times_2.val())
            | (self.times_1.val() & self.times_4.val())
            | (self.times_2.val() & self.times_4.val()))
            << 1;
        self.sum_high.next = self.times_8.val() ^ self.times_16.val() ^ self.sum_low.val();
        self.carry_high.next = ((self.times_8.val() & self.times_16.val())
            | (self.times_8.val() & self.sum_low.val())
            | (self.times_16.val() & self.sum_low.val()))
            << 1;
        self.sum.next = self.carry_low.val() ^ self.sum_high.val() ^ self.carry_high.val();
        self.carry.next = ((self.carry_low.val() & self.sum_high.val())
            | (self.carry_low.val() & self.carry_high.val())
            | (self.sum_high.val() & self.carry_high.val()))
            << 1;
        self.product.next = self.sum.val() + self.carry.val();
        self.offset.next = bit_cast::<43, 37>(self.product.val()) << 6;
    }
}
