//! The banks whose EVs are updated.

use crate::fp32::{ADD_LATENCY, VectorAdd};
use crate::memory::BlockRam;
use crate::stream::Delay;
use emberlane_registers::kernel_plan::SLOT_BITS;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Cycles from the read of a slot to the write of what it holds after an update: the bank, and the adder.
pub const UPDATE_LATENCY: usize = 1 + ADD_LATENCY;

/// Sixteen elements of the EVs of `BANKS` backward banks, and an adder a bank.
///
/// A cycle reads a slot of every bank and writes one: what is read in a cycle, less the gradient of this cycle, is written
/// [`UPDATE_LATENCY`] cycles later, if `write` says so then.
///
/// * Latency: `moved` is what was read a cycle ago from the bank in `move_bank`.
/// * Throughput: an update of every bank a cycle. It never stalls: that a slot is not read before it is written is the
///   sequencer's business.
#[derive(LogicBlock)]
pub struct BackwardBanks<const BANKS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Banks that are read.
    pub read: [Signal<In, Bit>; BANKS],
    /// Slot of each bank that is read.
    pub read_slot: [Signal<In, Bits<SLOT_BITS>>; BANKS],
    /// Gradient of what is read.
    pub gradient: Signal<In, Bits<512>>,
    /// The bank of which `moved` is in the next cycle.
    pub move_bank: [Signal<In, Bit>; BANKS],
    /// What was read of it.
    pub moved: Signal<Out, Bits<512>>,
    /// What is written instead of a sum, [`UPDATE_LATENCY`] cycles from now.
    pub load_data: Signal<In, Bits<512>>,
    /// Banks that are written.
    pub write: [Signal<In, Bit>; BANKS],
    /// Slot of each bank that is written.
    pub write_slot: [Signal<In, Bits<SLOT_BITS>>; BANKS],
    /// Banks that are written what was loaded.
    pub write_load: [Signal<In, Bit>; BANKS],
    bank: [BlockRam<512, SLOT_BITS>; BANKS],
    adder: [VectorAdd; BANKS],
    negated: DFF<Bits<512>>,
    moving: [DFF<Bit>; BANKS],
    loaded: Delay<512, UPDATE_LATENCY>,
    signs: Constant<Bits<512>>,
    about: About<Self>,
}

impl<const BANKS: usize> Default for BackwardBanks<BANKS> {
    fn default() -> Self {
        let sign: Bits<512> = 0x8000_0000u64.into();
        crate::defaults! {
            [
                clock gradient moved load_data negated loaded about
            ]
            [read read_slot move_bank write write_slot write_load bank adder moving]
            signs: Constant::new((0..16).fold(Bits::default(), |lanes, _| (lanes << 32) | sign)),
        }
    }
}

impl<const BANKS: usize> Describe for BackwardBanks<BANKS> {
    fn name() -> String {
        format!("backward_banks_b{BANKS}")
    }

    fn description() -> &'static str {
        "Sixteen elements of the EVs of the backward banks: a read and a write of every bank a cycle, and an adder each that subtracts the gradient. Six cycles from read to write; never stalls."
    }
}

impl<const BANKS: usize> Logic for BackwardBanks<BANKS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, negated);
        self.loaded.clock.next = self.clock.val();
        self.loaded.in_data.next = self.load_data.val();
        self.negated.d.next = self.gradient.val() ^ self.signs.val();
        self.moved.next = 0.into();
        for i in 0..BANKS {
            self.bank[i].clock.next = self.clock.val();
            self.bank[i].read_enable.next = self.read[i].val();
            self.bank[i].read_address.next = self.read_slot[i].val();
            self.moving[i].clock.next = self.clock.val();
            self.moving[i].d.next = self.move_bank[i].val();
            if self.moving[i].q.val() {
                self.moved.next = self.bank[i].read_data.val();
            }
            self.adder[i].clock.next = self.clock.val();
            self.adder[i].a.next = self.bank[i].read_data.val();
            self.adder[i].b.next = self.negated.q.val();
            self.bank[i].write_enable.next = self.write[i].val();
            self.bank[i].write_address.next = self.write_slot[i].val();
            self.bank[i].write_data.next = self.adder[i].sum.val();
            if self.write_load[i].val() {
                self.bank[i].write_data.next = self.loaded.out_data.val();
            }
        }
    }
}
