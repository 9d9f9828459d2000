//! Takes the words of the forward program.

use super::LOG_QUEUE;
use super::forward_banks::OPERAND_LATENCY;
use crate::fp32::ADD_LATENCY;
use crate::layout::{Place, constants, layout, named};
use crate::stream::Delay;
use crate::stream::Fifo;
use emberlane_registers::kernel_plan::{
    ACCUMULATOR_BITS, ACCUMULATOR_LSB, BAG_BITS, BAG_LSB, FIRST_BIT, FORWARD_BITS, LAST_BIT, MAX_BANKS, OPERAND_BITS,
    Program, SCALE_LSB, SLOT_BITS,
};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of where an output goes.
pub const TARGET_BITS: usize = target::BITS;
/// Bits that go along with a word.
const ALONG_BITS: usize = along::BITS;
/// Bits of the operands of a word.
const OPERANDS_BITS: usize = 2 * MAX_BANKS * OPERAND_BITS;

layout! {
    /// A wait: the counters of the other programs, and bit [`Program::wait_bit`].
    mod wait {
        LOADS: 32,
        BACKWARD: 32,
        MOVES: 32,
    }
}

named! {
    /// A word; its operands are at the bottom.
    mod forward {
        SCALE = SCALE_LSB,
        BAG = BAG_LSB,
        ACCUMULATOR = ACCUMULATOR_LSB,
        FIRST = FIRST_BIT,
        LAST = LAST_BIT,
        WAIT = Program::Forward.wait_bit(),
    }
}

layout! {
    /// An operand of a word.
    mod operand {
        SLOT: SLOT_BITS,
        USED: 1,
    }
}

layout! {
    /// What goes along with a word.
    mod along {
        ACCUMULATOR: ACCUMULATOR_BITS,
        FIRST: 1,
        LAST: 1,
        ISSUED: 1,
    }
}

layout! {
    /// Where an output goes: its bag, and its scale.
    pub(super) mod target {
        BAG: BAG_BITS,
        SCALE: 32,
    }
}

/// Takes the words of the forward program, one a cycle, and drives the [forward banks](super::forward_banks) with them.
///
/// A word waits
/// * as long as it is a wait whose counters are not reached,
/// * while a second port that it needs writes,
/// * while the sum that it adds to is still in the adder (`hazard`): up to five cycles, never when five words of other bags lie
///   between,
/// * if it is the last of its bag, while `1 << LOG_QUEUE` outputs are under way or not taken.
///
/// A word that names a bank or a bag that there is not is `refused`, and nothing behind it is done.
#[derive(LogicBlock)]
pub struct ForwardSequencer<const BANKS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// A plan begins: the counter starts from 0.
    pub start: Signal<In, Bit>,
    /// The next word.
    pub word: Signal<In, Bits<FORWARD_BITS>>,
    /// There is a word.
    pub word_valid: Signal<In, Bit>,
    /// It is taken.
    pub word_ready: Signal<Out, Bit>,
    /// Counter of the loads.
    pub loads: Signal<In, Bits<32>>,
    /// Counter of the backward program.
    pub backward: Signal<In, Bits<32>>,
    /// Counter of the moves.
    pub moves: Signal<In, Bits<32>>,
    /// Words that are done, waits not counted.
    pub done: Signal<Out, Bits<32>>,
    /// The word is a wait, and waits.
    pub waiting: Signal<Out, Bit>,
    /// The word names a bank that there is not.
    pub bad_bank: Signal<Out, Bit>,
    /// The word names a bag that there is not.
    pub bad_bag: Signal<Out, Bit>,
    /// The word waits for the adder, and for nothing else.
    pub hazard: Signal<Out, Bit>,
    /// Bags of the batch.
    pub bags: Signal<In, Bits<32>>,
    /// Banks whose second port writes in this cycle.
    pub writing: [Signal<In, Bit>; BANKS],
    /// The slot that it writes.
    pub writing_slot: Signal<In, Bits<SLOT_BITS>>,
    /// Slot that each bank's first port reads.
    pub slot_a: [Signal<Out, Bits<SLOT_BITS>>; BANKS],
    /// Slot that each bank's second port reads.
    pub slot_b: [Signal<Out, Bits<SLOT_BITS>>; BANKS],
    /// Banks whose first port reads.
    pub use_a: [Signal<Out, Bit>; BANKS],
    /// Banks whose second port reads.
    pub use_b: [Signal<Out, Bit>; BANKS],
    /// Accumulator that is added to, when the operands are added up.
    pub sum_read: Signal<Out, Bits<ACCUMULATOR_BITS>>,
    /// The sum begins there.
    pub sum_first: Signal<Out, Bit>,
    /// The sum is kept.
    pub sum_keep: Signal<Out, Bit>,
    /// Where.
    pub sum_write: Signal<Out, Bits<ACCUMULATOR_BITS>>,
    /// The sum is an output.
    pub sum_push: Signal<Out, Bit>,
    /// Where the oldest output goes, which is there or on its way: bag, and above it the scale.
    pub output_target: Signal<Out, Bits<TARGET_BITS>>,
    /// The oldest output is taken.
    pub output_taken: Signal<In, Bit>,
    /// No output is on its way or waits.
    pub idle: Signal<Out, Bit>,
    along: Delay<ALONG_BITS, OPERAND_LATENCY>,
    summing: Delay<ALONG_BITS, ADD_LATENCY>,
    targets: Fifo<TARGET_BITS, LOG_QUEUE>,
    open: DFF<Bits<6>>,
    counted: DFF<Bits<32>>,
    /// Accumulators of the last words whose sum was not the last of its bag; bit 3: there was one.
    recent: [DFF<Bits<4>>; ADD_LATENCY],
    /// The word from each bank's operands on.
    operand_a: [Signal<Local, Bits<FORWARD_BITS>>; BANKS],
    operand_b: [Signal<Local, Bits<FORWARD_BITS>>; BANKS],
    accumulator: Signal<Local, Bits<ACCUMULATOR_BITS>>,
    entry: Signal<Local, Bits<4>>,
    first: Signal<Local, Bit>,
    last: Signal<Local, Bit>,
    is_wait: Signal<Local, Bit>,
    reached: Signal<Local, Bit>,
    port_taken: Signal<Local, Bit>,
    conflict: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    fine: Signal<Local, Bit>,
    issue: Signal<Local, Bit>,
    bag: Signal<Local, Bits<BAG_BITS>>,
    ends: Signal<Local, Bit>,
    lsb_a: [Constant<Bits<8>>; BANKS],
    lsb_b: [Constant<Bits<8>>; BANKS],
    own_operands: Constant<Bits<8>>,
    scale_lsb: Constant<Bits<5>>,
    limit: Constant<Bits<6>>,
    valid_entry: Constant<Bits<4>>,
    about: About<Self>,
}

impl<const BANKS: usize> Default for ForwardSequencer<BANKS> {
    fn default() -> Self {
        assert!((1..=MAX_BANKS).contains(&BANKS), "a word has operands for 8 banks");
        let lsb = |operand: usize| Constant::new(((operand * OPERAND_BITS) as u64).into());
        crate::defaults! {
            [
                clock reset start word word_valid word_ready loads backward moves done waiting bad_bank bad_bag hazard bags
                writing_slot
                sum_read sum_first sum_keep sum_write sum_push output_target output_taken idle
                along summing targets open counted accumulator entry first last is_wait reached port_taken conflict room fine
                issue bag ends about
            ]
            [writing slot_a slot_b use_a use_b recent operand_a operand_b]
            lsb_a: std::array::from_fn(|bank| lsb(2 * bank)),
            lsb_b: std::array::from_fn(|bank| lsb(2 * bank + 1)),
            own_operands: lsb(2 * BANKS),
            scale_lsb: Constant::new((target::SCALE as u64).into()),
            limit: Constant::new((1u64 << LOG_QUEUE).into()),
            valid_entry: Constant::new(8u64.into()),
        }
    }
}

impl<const BANKS: usize> Describe for ForwardSequencer<BANKS> {
    fn name() -> String {
        format!("forward_sequencer_b{BANKS}")
    }

    fn description() -> &'static str {
        "Takes the words of the forward program and drives the forward banks with them. A word a cycle; a word waits for counters, for a port that writes, for the sum that it adds to, and for room for its output."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[wait::CONSTANTS, forward::CONSTANTS, operand::CONSTANTS, along::CONSTANTS])
    }
}

impl<const BANKS: usize> Logic for ForwardSequencer<BANKS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, open, counted);
        self.along.clock.next = self.clock.val();
        self.summing.clock.next = self.clock.val();
        self.targets.clock.next = self.clock.val();
        self.targets.reset.next = self.reset.val();

        comment!("A wait.");
        self.is_wait.next = self.word.val().get_bit(forward::WAIT);
        self.reached.next = (self.loads.val() >= self.word.val().get_bits::<32>(wait::LOADS))
            & (self.backward.val() >= self.word.val().get_bits::<32>(wait::BACKWARD))
            & (self.moves.val() >= self.word.val().get_bits::<32>(wait::MOVES));
        self.waiting.next = self.word_valid.val() & self.is_wait.val() & !self.reached.val();

        comment!("What a word needs.");
        self.accumulator.next = self.word.val().get_bits::<ACCUMULATOR_BITS>(forward::ACCUMULATOR);
        self.first.next = self.word.val().get_bit(forward::FIRST);
        self.last.next = self.word.val().get_bit(forward::LAST);
        self.bag.next = self.word.val().get_bits::<BAG_BITS>(forward::BAG);
        self.bad_bank.next = self.word_valid.val()
            & !self.is_wait.val()
            & (self.word.val().get_bits::<OPERANDS_BITS>(0) >> self.own_operands.val()).any();
        self.bad_bag.next = self.word_valid.val()
            & !self.is_wait.val()
            & self.last.val()
            & (bit_cast::<32, BAG_BITS>(self.bag.val()) >= self.bags.val());
        self.port_taken.next = false;
        for i in 0..BANKS {
            self.operand_a[i].next = self.word.val() >> self.lsb_a[i].val();
            self.operand_b[i].next = self.word.val() >> self.lsb_b[i].val();
            if self.operand_b[i].val().get_bit(operand::USED) & self.writing[i].val() {
                self.port_taken.next = true;
            }
            // What a slot gives while it is written is not defined.
            if self.operand_a[i].val().get_bit(operand::USED)
                & self.writing[i].val()
                & (self.operand_a[i].val().get_bits::<SLOT_BITS>(operand::SLOT) == self.writing_slot.val())
            {
                self.port_taken.next = true;
            }
        }
        self.entry.next = bit_cast::<4, ACCUMULATOR_BITS>(self.accumulator.val()) | self.valid_entry.val();
        self.conflict.next = false;
        for i in 0..ADD_LATENCY {
            if self.recent[i].q.val() == self.entry.val() {
                self.conflict.next = !self.first.val();
            }
        }
        self.room.next = !self.last.val() | (self.open.q.val() != self.limit.val());
        self.fine.next = self.word_valid.val()
            & !self.is_wait.val()
            & !self.bad_bank.val()
            & !self.bad_bag.val()
            & !self.port_taken.val()
            & self.room.val();
        self.hazard.next = self.fine.val() & self.conflict.val();
        self.issue.next = self.fine.val() & !self.conflict.val();
        self.word_ready.next = self.issue.val() | (self.is_wait.val() & self.reached.val());

        for i in 0..BANKS {
            self.slot_a[i].next = self.operand_a[i].val().get_bits::<SLOT_BITS>(operand::SLOT);
            self.slot_b[i].next = self.operand_b[i].val().get_bits::<SLOT_BITS>(operand::SLOT);
            self.use_a[i].next = self.issue.val() & self.operand_a[i].val().get_bit(operand::USED);
            self.use_b[i].next = self.issue.val() & self.operand_b[i].val().get_bit(operand::USED);
        }
        for i in 0..ADD_LATENCY {
            self.recent[i].clock.next = self.clock.val();
            if i == 0 {
                self.recent[i].d.next = 0.into();
                if self.issue.val() & !self.last.val() {
                    self.recent[i].d.next = self.entry.val();
                }
            } else {
                self.recent[i].d.next = self.recent[i - 1].q.val();
            }
            if self.reset.val() {
                self.recent[i].d.next = 0.into();
            }
        }

        comment!("Its sum: when the operands are added up, and when they are added to the bag.");
        self.along.in_data.next = bit_cast::<ALONG_BITS, ACCUMULATOR_BITS>(self.accumulator.val());
        if self.issue.val() {
            self.along.in_data.next = bit_cast::<ALONG_BITS, ACCUMULATOR_BITS>(self.accumulator.val())
                | (bit_cast::<ALONG_BITS, 1>(self.word.val().get_bits::<1>(forward::FIRST)) << along::FIRST.val())
                | (bit_cast::<ALONG_BITS, 1>(self.word.val().get_bits::<1>(forward::LAST)) << along::LAST.val())
                | 32;
        }
        self.sum_read.next = self.along.out_data.val().get_bits::<ACCUMULATOR_BITS>(along::ACCUMULATOR);
        self.sum_first.next = self.along.out_data.val().get_bit(along::FIRST);
        self.summing.in_data.next = self.along.out_data.val();
        self.sum_write.next = self.summing.out_data.val().get_bits::<ACCUMULATOR_BITS>(along::ACCUMULATOR);
        self.sum_keep.next =
            self.summing.out_data.val().get_bit(along::ISSUED) & !self.summing.out_data.val().get_bit(along::LAST);
        self.sum_push.next =
            self.summing.out_data.val().get_bit(along::ISSUED) & self.summing.out_data.val().get_bit(along::LAST);

        comment!("Outputs, from their last words to when they are taken.");
        self.ends.next = self.issue.val() & self.last.val();
        self.targets.in_data.next = bit_cast::<TARGET_BITS, BAG_BITS>(self.bag.val())
            | (bit_cast::<TARGET_BITS, 32>(self.word.val().get_bits::<32>(forward::SCALE)) << self.scale_lsb.val());
        self.targets.in_valid.next = self.ends.val();
        self.output_target.next = self.targets.out_data.val();
        self.targets.out_ready.next = self.output_taken.val();
        if self.ends.val() & !self.output_taken.val() {
            self.open.d.next = self.open.q.val() + 1;
        }
        if self.output_taken.val() & !self.ends.val() {
            self.open.d.next = self.open.q.val() - 1;
        }
        self.idle.next = !self.open.q.val().any();

        self.done.next = self.counted.q.val();
        if self.issue.val() {
            self.counted.d.next = self.counted.q.val() + 1;
        }
        if self.start.val() {
            self.counted.d.next = 0.into();
        }
        if self.reset.val() {
            self.open.d.next = 0.into();
        }
    }
}
