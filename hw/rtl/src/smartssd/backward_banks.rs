//! The banks whose EVs are updated.

use super::blocks;
use crate::fp32::{ADD_LATENCY, VectorAdd};
use crate::memory::BlockRam;
use crate::stream::Delay;
use emberlane_registers::kernel_plan::SLOT_BITS;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Cycles from the read of a slot to the write of what it holds after an update: the bank, and the adder.
pub const UPDATE_LATENCY: usize = 1 + ADD_LATENCY;
/// The same of a bank that has no adder of its own: its EV waits a cycle while another's is added to.
pub const LATE_UPDATE_LATENCY: usize = UPDATE_LATENCY + 1;

/// Sixteen elements of the EVs of `BANKS` backward banks, and `ADDERS` adders.
///
/// A cycle reads a slot of every bank and writes one: what is read in a cycle, less the gradient of this cycle, is written
/// [`UPDATE_LATENCY`] cycles later, if `write` says so then. A bank from number `ADDERS` on is late: it takes the adder of the bank
/// `ADDERS` before it, a cycle after that one would, and is written after [`LATE_UPDATE_LATENCY`]. What is loaded is written as late as
/// a sum would be.
///
/// * Latency: `moved` is what was read a cycle ago from the bank in `move_bank`.
/// * Throughput: an update of every bank a cycle if each has an adder; two banks of one adder every other cycle. It never stalls: that
///   a slot is not read before it is written, and that a bank is not updated a cycle after the late one of its adder, is the sequencer's
///   business.
#[derive(LogicBlock)]
pub struct BackwardBanks<const BANKS: usize, const ADDERS: usize> {
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
    /// What is written instead of a sum, as many cycles from now.
    pub load_data: Signal<In, Bits<512>>,
    /// Banks that are written.
    pub write: [Signal<In, Bit>; BANKS],
    /// Slot of each bank that is written.
    pub write_slot: [Signal<In, Bits<SLOT_BITS>>; BANKS],
    /// Banks that are written what was loaded.
    pub write_load: [Signal<In, Bit>; BANKS],
    bank: [BlockRam<512, SLOT_BITS>; BANKS],
    adder: [VectorAdd; ADDERS],
    negated: DFF<Bits<512>>,
    moving: [DFF<Bit>; BANKS],
    loaded: Delay<512, UPDATE_LATENCY>,
    /// What late banks need a cycle later, if there are any.
    late_negated: Vec<DFF<Bits<512>>>,
    late_loaded: Vec<DFF<Bits<512>>>,
    /// What a late bank has given, and whether it is updated: read, and a cycle later.
    late_data: Vec<DFF<Bits<512>>>,
    late_read: Vec<DFF<Bit>>,
    late_turn: Vec<DFF<Bit>>,
    signs: Constant<Bits<512>>,
    about: About<Self>,
}

impl<const BANKS: usize, const ADDERS: usize> Default for BackwardBanks<BANKS, ADDERS> {
    fn default() -> Self {
        assert!(ADDERS <= BANKS && BANKS <= 2 * ADDERS, "an adder is for one bank, or for two");
        let late = BANKS - ADDERS;
        let sign: Bits<512> = 0x8000_0000u64.into();
        crate::defaults! {
            [
                clock gradient moved load_data negated loaded about
            ]
            [read read_slot move_bank write write_slot write_load bank adder moving]
            late_negated: blocks(late.min(1)),
            late_loaded: blocks(late.min(1)),
            late_data: blocks(late),
            late_read: blocks(late),
            late_turn: blocks(late),
            signs: Constant::new((0..16).fold(Bits::default(), |lanes, _| (lanes << 32) | sign)),
        }
    }
}

impl<const BANKS: usize, const ADDERS: usize> Describe for BackwardBanks<BANKS, ADDERS> {
    fn name() -> String {
        format!("backward_banks_b{BANKS}_a{ADDERS}")
    }

    fn description() -> &'static str {
        "Sixteen elements of the EVs of the backward banks: a read and a write of every bank a cycle, and adders that subtract the gradient, one for a bank or one for two. Six cycles from read to write, seven for a bank that is second at its adder; never stalls."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        vec![("ADDERS", ADDERS)]
    }
}

impl<const BANKS: usize, const ADDERS: usize> Logic for BackwardBanks<BANKS, ADDERS> {
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
            self.bank[i].write_enable.next = self.write[i].val();
            self.bank[i].write_address.next = self.write_slot[i].val();
        }
        for i in 0..ADDERS {
            self.adder[i].clock.next = self.clock.val();
            self.adder[i].a.next = self.bank[i].read_data.val();
            self.adder[i].b.next = self.negated.q.val();
            self.bank[i].write_data.next = self.adder[i].sum.val();
            if self.write_load[i].val() {
                self.bank[i].write_data.next = self.loaded.out_data.val();
            }
        }

        comment!("Late banks: all a cycle later.");
        for i in ADDERS..BANKS {
            if i == ADDERS {
                self.late_negated[0].clock.next = self.clock.val();
                self.late_negated[0].d.next = self.negated.q.val();
                self.late_loaded[0].clock.next = self.clock.val();
                self.late_loaded[0].d.next = self.loaded.out_data.val();
            }
            self.late_data[i - ADDERS].clock.next = self.clock.val();
            self.late_data[i - ADDERS].d.next = self.bank[i].read_data.val();
            self.late_read[i - ADDERS].clock.next = self.clock.val();
            self.late_read[i - ADDERS].d.next = self.read[i].val() & !self.move_bank[i].val();
            self.late_turn[i - ADDERS].clock.next = self.clock.val();
            self.late_turn[i - ADDERS].d.next = self.late_read[i - ADDERS].q.val();
            if self.late_turn[i - ADDERS].q.val() {
                self.adder[i - ADDERS].a.next = self.late_data[i - ADDERS].q.val();
                self.adder[i - ADDERS].b.next = self.late_negated[0].q.val();
            }
            self.bank[i].write_data.next = self.adder[i - ADDERS].sum.val();
            if self.write_load[i].val() {
                self.bank[i].write_data.next = self.late_loaded[0].q.val();
            }
        }
    }
}
