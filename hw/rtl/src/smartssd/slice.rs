//! Sixteen elements of everything.

use super::LOG_QUEUE;
use super::backward_banks::BackwardBanks;
use super::forward_banks::ForwardBanks;
use crate::stream::Fifo;
use emberlane_registers::kernel_plan::{ACCUMULATOR_BITS, SLOT_BITS};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Sixteen elements of the kernel's EVs, gradients and EOs: the banks of both sides, and queues of `1 << LOG_QUEUE` lines for
/// what comes from memory, goes there, and goes from one side to the other.
///
/// It never stalls; all slices of a kernel do the same in every cycle, but for the beats that they take.
#[derive(LogicBlock)]
pub struct Slice<const BANKS: usize, const ADDERS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Drops what waits in the queues of loads and gradients.
    pub drop_inputs: Signal<In, Bit>,
    /// A beat of an EV that is loaded.
    pub load_beat: Signal<In, Bits<512>>,
    /// It is this slice's.
    pub load_push: Signal<In, Bit>,
    /// There is an EV to be written.
    pub load_valid: Signal<Out, Bit>,
    /// It is written.
    pub load_pop: Signal<In, Bit>,
    /// A beat of a gradient.
    pub gradient_beat: Signal<In, Bits<512>>,
    /// It is this slice's.
    pub gradient_push: Signal<In, Bit>,
    /// There is a gradient.
    pub gradient_valid: Signal<Out, Bit>,
    /// It was applied.
    pub gradient_pop: Signal<In, Bit>,
    /// What was moved out of a backward bank goes into the queue.
    pub move_push: Signal<In, Bit>,
    /// There is something in it.
    pub move_valid: Signal<Out, Bit>,
    /// The oldest of it.
    pub moved: Signal<Out, Bits<512>>,
    /// It goes.
    pub move_pop: Signal<In, Bit>,
    /// The sum of a bag goes into the queue of outputs.
    pub output_push: Signal<In, Bit>,
    /// There is an output.
    pub output_valid: Signal<Out, Bit>,
    /// The oldest one.
    pub result: Signal<Out, Bits<512>>,
    /// It goes.
    pub output_pop: Signal<In, Bit>,
    /// Slot that each forward bank's first port reads.
    pub slot_a: [Signal<In, Bits<SLOT_BITS>>; BANKS],
    /// Slot that each forward bank's second port reads.
    pub slot_b: [Signal<In, Bits<SLOT_BITS>>; BANKS],
    /// Forward banks whose first port reads an operand.
    pub use_a: [Signal<In, Bit>; BANKS],
    /// Forward banks whose second port reads an operand.
    pub use_b: [Signal<In, Bit>; BANKS],
    /// Forward banks that are written what was loaded.
    pub forward_load: [Signal<In, Bit>; BANKS],
    /// Slot of what was loaded.
    pub load_slot: Signal<In, Bits<SLOT_BITS>>,
    /// Forward banks that are written what was moved.
    pub copy: [Signal<In, Bit>; BANKS],
    /// What is written was moved, if anything is.
    pub copies: Signal<In, Bit>,
    /// Slot of what was moved.
    pub copy_slot: Signal<In, Bits<SLOT_BITS>>,
    /// See [`ForwardBanks`].
    pub sum_read: Signal<In, Bits<ACCUMULATOR_BITS>>,
    /// See [`ForwardBanks`].
    pub sum_first: Signal<In, Bit>,
    /// See [`ForwardBanks`].
    pub sum_keep: Signal<In, Bit>,
    /// See [`ForwardBanks`].
    pub sum_write: Signal<In, Bits<ACCUMULATOR_BITS>>,
    /// Backward banks that are read.
    pub read: [Signal<In, Bit>; BANKS],
    /// Slot of each that is read.
    pub read_slot: [Signal<In, Bits<SLOT_BITS>>; BANKS],
    /// Backward bank that is moved out of.
    pub move_bank: [Signal<In, Bit>; BANKS],
    /// Backward banks that are written.
    pub write: [Signal<In, Bit>; BANKS],
    /// Slot of each that is written.
    pub write_slot: [Signal<In, Bits<SLOT_BITS>>; BANKS],
    /// Backward banks that are written what was loaded.
    pub write_load: [Signal<In, Bit>; BANKS],
    forward: ForwardBanks<BANKS>,
    backward: BackwardBanks<BANKS, ADDERS>,
    loads: Fifo<512, LOG_QUEUE>,
    gradients: Fifo<512, LOG_QUEUE>,
    moves: Fifo<512, LOG_QUEUE>,
    outputs: Fifo<512, LOG_QUEUE>,
    about: About<Self>,
}

impl<const BANKS: usize, const ADDERS: usize> Default for Slice<BANKS, ADDERS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset drop_inputs load_beat load_push load_valid load_pop gradient_beat gradient_push gradient_valid
                gradient_pop move_push move_valid moved move_pop output_push output_valid result output_pop load_slot
                copies copy_slot sum_read sum_first sum_keep sum_write forward backward loads gradients moves outputs about
            ]
            [slot_a slot_b use_a use_b forward_load copy read read_slot move_bank write write_slot write_load]
        }
    }
}

impl<const BANKS: usize, const ADDERS: usize> Describe for Slice<BANKS, ADDERS> {
    fn name() -> String {
        format!("kernel_slice_b{BANKS}_a{ADDERS}")
    }

    fn description() -> &'static str {
        "Sixteen elements of the embedding kernel: the banks of both sides, their adders, and the queues between them and memory. Never stalls."
    }
}

impl<const BANKS: usize, const ADDERS: usize> Logic for Slice<BANKS, ADDERS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.forward.clock.next = self.clock.val();
        self.backward.clock.next = self.clock.val();
        self.loads.clock.next = self.clock.val();
        self.loads.reset.next = self.reset.val() | self.drop_inputs.val();
        self.gradients.clock.next = self.clock.val();
        self.gradients.reset.next = self.reset.val() | self.drop_inputs.val();
        self.moves.clock.next = self.clock.val();
        self.moves.reset.next = self.reset.val();
        self.outputs.clock.next = self.clock.val();
        self.outputs.reset.next = self.reset.val();

        comment!("The queues. Whoever pushes knows that there is room.");
        self.loads.in_data.next = self.load_beat.val();
        self.loads.in_valid.next = self.load_push.val();
        self.load_valid.next = self.loads.out_valid.val();
        self.loads.out_ready.next = self.load_pop.val();
        self.gradients.in_data.next = self.gradient_beat.val();
        self.gradients.in_valid.next = self.gradient_push.val();
        self.gradient_valid.next = self.gradients.out_valid.val();
        self.gradients.out_ready.next = self.gradient_pop.val();
        self.moves.in_data.next = self.backward.moved.val();
        self.moves.in_valid.next = self.move_push.val();
        self.move_valid.next = self.moves.out_valid.val();
        self.moved.next = self.moves.out_data.val();
        self.moves.out_ready.next = self.move_pop.val();
        self.outputs.in_data.next = self.forward.sum.val();
        self.outputs.in_valid.next = self.output_push.val();
        self.output_valid.next = self.outputs.out_valid.val();
        self.result.next = self.outputs.out_data.val();
        self.outputs.out_ready.next = self.output_pop.val();

        self.forward.write_slot.next = self.load_slot.val();
        self.forward.write_data.next = self.loads.out_data.val();
        if self.copies.val() {
            self.forward.write_slot.next = self.copy_slot.val();
            self.forward.write_data.next = self.moves.out_data.val();
        }
        self.forward.sum_read.next = self.sum_read.val();
        self.forward.sum_first.next = self.sum_first.val();
        self.forward.sum_keep.next = self.sum_keep.val();
        self.forward.sum_write.next = self.sum_write.val();
        self.backward.gradient.next = self.gradients.out_data.val();
        self.backward.load_data.next = self.loads.out_data.val();
        for i in 0..BANKS {
            self.forward.slot_a[i].next = self.slot_a[i].val();
            self.forward.slot_b[i].next = self.slot_b[i].val();
            self.forward.use_a[i].next = self.use_a[i].val();
            self.forward.use_b[i].next = self.use_b[i].val();
            self.forward.write[i].next = self.forward_load[i].val() | self.copy[i].val();
            self.backward.read[i].next = self.read[i].val();
            self.backward.read_slot[i].next = self.read_slot[i].val();
            self.backward.move_bank[i].next = self.move_bank[i].val();
            self.backward.write[i].next = self.write[i].val();
            self.backward.write_slot[i].next = self.write_slot[i].val();
            self.backward.write_load[i].next = self.write_load[i].val();
        }
    }
}
