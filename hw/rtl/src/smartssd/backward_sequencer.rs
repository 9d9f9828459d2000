//! Takes the words of the backward program.

use super::backward_banks::{LATE_UPDATE_LATENCY, UPDATE_LATENCY};
use super::blocks;
use super::slot_pipeline::SlotPipeline;
use crate::layout::{constants, layout, named};
use crate::stream::Delay;
use emberlane_registers::kernel_plan::{ENDS_BIT, MAX_BANKS, OPERAND_BITS, Program, SLOT_BITS, WORD_BITS};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of the operands of a word.
const OPERANDS_BITS: usize = MAX_BANKS * OPERAND_BITS;

layout! {
    /// A wait: the counters of the other programs, and bit [`Program::wait_bit`].
    mod wait {
        LOADS: 32,
        FORWARD: 32,
        MOVES: 32,
    }
}

named! {
    /// A word; its operands are at the bottom.
    mod backward {
        ENDS = ENDS_BIT,
        WAIT = Program::Backward.wait_bit(),
    }
}

layout! {
    /// An operand of a word.
    mod operand {
        SLOT: SLOT_BITS,
        USED: 1,
    }
}

/// Takes the words of the backward program, one a cycle, and drives the [backward banks](super::backward_banks) with them, and
/// with what is loaded into them and moved out of them.
///
/// A load and a move are taken at once. A word waits
/// * as long as it is a wait whose counters are not reached,
/// * until its gradient is there,
/// * for one cycle when a bank of its own is loaded or moved out of,
/// * while one of its slots is still being updated (`hazard`): up to six cycles, or seven for a bank from number `ADDERS` on,
/// * for one cycle when one of its banks has its adder taken by the word before it (`hazard`): banks from number `ADDERS` on take the adder of the
///   bank `ADDERS` before them, one cycle later than that bank.
///
/// A word that names a bank that there is not is `refused`, and nothing behind it is done.
#[derive(LogicBlock)]
pub struct BackwardSequencer<const BANKS: usize, const ADDERS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// A plan begins: the counter starts from 0.
    pub start: Signal<In, Bit>,
    /// The next word.
    pub word: Signal<In, Bits<WORD_BITS>>,
    /// There is a word.
    pub word_valid: Signal<In, Bit>,
    /// It is taken.
    pub word_ready: Signal<Out, Bit>,
    /// Counter of the loads.
    pub loads: Signal<In, Bits<32>>,
    /// Counter of the forward program.
    pub forward: Signal<In, Bits<32>>,
    /// Counter of the moves.
    pub moves: Signal<In, Bits<32>>,
    /// Words that are done, waits not counted.
    pub done: Signal<Out, Bits<32>>,
    /// The word is a wait, and waits.
    pub waiting: Signal<Out, Bit>,
    /// The word needs a gradient, which is not there.
    pub starved: Signal<Out, Bit>,
    /// The word names a bank that there is not.
    pub bad_bank: Signal<Out, Bit>,
    /// The word waits for one of its slots or adders, and for nothing else.
    pub hazard: Signal<Out, Bit>,
    /// The gradient is there.
    pub gradient_valid: Signal<In, Bit>,
    /// The word was its last.
    pub gradient_taken: Signal<Out, Bit>,
    /// Bank that is loaded.
    pub load: [Signal<In, Bit>; BANKS],
    /// Its slot.
    pub load_slot: Signal<In, Bits<SLOT_BITS>>,
    /// Bank that is moved out of.
    pub move_bank: [Signal<In, Bit>; BANKS],
    /// Its slot.
    pub move_slot: Signal<In, Bits<SLOT_BITS>>,
    /// Banks that are read.
    pub read: [Signal<Out, Bit>; BANKS],
    /// Slot of each bank that is read.
    pub read_slot: [Signal<Out, Bits<SLOT_BITS>>; BANKS],
    /// Banks that are written.
    pub write: [Signal<Out, Bit>; BANKS],
    /// Slot of each bank that is written.
    pub write_slot: [Signal<Out, Bits<SLOT_BITS>>; BANKS],
    /// Banks that are written what was loaded.
    pub write_load: [Signal<Out, Bit>; BANKS],
    /// No word is under way.
    pub idle: Signal<Out, Bit>,
    pipeline: [SlotPipeline<UPDATE_LATENCY>; ADDERS],
    late_pipeline: Vec<SlotPipeline<LATE_UPDATE_LATENCY>>,
    /// A late bank takes its adder in the next cycle.
    late_issued: Vec<DFF<Bit>>,
    issued: Delay<1, UPDATE_LATENCY>,
    under_way: DFF<Bits<3>>,
    counted: DFF<Bits<32>>,
    /// The word from each bank's operand on.
    operand: [Signal<Local, Bits<WORD_BITS>>; BANKS],
    used: [Signal<Local, Bit>; BANKS],
    slot: [Signal<Local, Bits<SLOT_BITS>>; BANKS],
    taken_slot: [Signal<Local, Bits<SLOT_BITS>>; BANKS],
    update: [Signal<Local, Bit>; BANKS],
    is_wait: Signal<Local, Bit>,
    reached: Signal<Local, Bit>,
    port_taken: Signal<Local, Bit>,
    conflict: Signal<Local, Bit>,
    fine: Signal<Local, Bit>,
    issue: Signal<Local, Bit>,
    written: Signal<Local, Bit>,
    lsb: [Constant<Bits<7>>; BANKS],
    own_operands: Constant<Bits<7>>,
    about: About<Self>,
}

impl<const BANKS: usize, const ADDERS: usize> Default for BackwardSequencer<BANKS, ADDERS> {
    fn default() -> Self {
        assert!((1..=MAX_BANKS).contains(&BANKS), "a word has operands for 8 banks");
        assert!(ADDERS <= BANKS && BANKS <= 2 * ADDERS, "an adder is for one bank, or for two");
        let late = BANKS - ADDERS;
        let lsb = |operand: usize| Constant::new(((operand * OPERAND_BITS) as u64).into());
        crate::defaults! {
            [
                clock reset start word word_valid word_ready loads forward moves done waiting starved bad_bank hazard
                gradient_valid gradient_taken load_slot move_slot idle issued under_way counted is_wait reached port_taken
                conflict fine issue written about
            ]
            [load move_bank read read_slot write write_slot write_load pipeline operand used slot taken_slot update]
            late_pipeline: blocks(late),
            late_issued: blocks(late),
            lsb: std::array::from_fn(lsb),
            own_operands: lsb(BANKS),
        }
    }
}

impl<const BANKS: usize, const ADDERS: usize> Describe for BackwardSequencer<BANKS, ADDERS> {
    fn name() -> String {
        format!("backward_sequencer_b{BANKS}_a{ADDERS}")
    }

    fn description() -> &'static str {
        "Takes the words of the backward program, loads and moves, and drives the backward banks with them. A word a cycle; a word waits for counters, for its gradient, for a bank that is loaded or moved out of, and for a slot that is being updated or an adder that two banks share."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        let mut constants = constants(&[wait::CONSTANTS, backward::CONSTANTS, operand::CONSTANTS]);
        constants.push(("ADDERS", ADDERS));
        constants
    }
}

impl<const BANKS: usize, const ADDERS: usize> Logic for BackwardSequencer<BANKS, ADDERS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, under_way, counted);
        self.issued.clock.next = self.clock.val();

        comment!("A wait.");
        self.is_wait.next = self.word.val().get_bit(backward::WAIT);
        self.reached.next = (self.loads.val() >= self.word.val().get_bits::<32>(wait::LOADS))
            & (self.forward.val() >= self.word.val().get_bits::<32>(wait::FORWARD))
            & (self.moves.val() >= self.word.val().get_bits::<32>(wait::MOVES));
        self.waiting.next = self.word_valid.val() & self.is_wait.val() & !self.reached.val();

        comment!("What a word needs.");
        self.bad_bank.next = self.word_valid.val()
            & !self.is_wait.val()
            & (self.word.val().get_bits::<OPERANDS_BITS>(0) >> self.own_operands.val()).any();
        self.starved.next = self.word_valid.val() & !self.is_wait.val() & !self.gradient_valid.val();
        self.port_taken.next = false;
        self.conflict.next = false;
        for i in 0..BANKS {
            self.operand[i].next = self.word.val() >> self.lsb[i].val();
            self.used[i].next = self.operand[i].val().get_bit(operand::USED);
            self.slot[i].next = self.operand[i].val().get_bits::<SLOT_BITS>(operand::SLOT);
            if self.used[i].val() & (self.load[i].val() | self.move_bank[i].val()) {
                self.port_taken.next = true;
            }
        }
        for i in 0..ADDERS {
            self.pipeline[i].asked.next = self.slot[i].val();
            if self.used[i].val() & self.pipeline[i].busy.val() {
                self.conflict.next = true;
            }
        }
        for i in ADDERS..BANKS {
            self.late_pipeline[i - ADDERS].asked.next = self.slot[i].val();
            if (self.used[i].val() & self.late_pipeline[i - ADDERS].busy.val())
                | (self.used[i - ADDERS].val() & self.late_issued[i - ADDERS].q.val())
            {
                self.conflict.next = true;
            }
        }
        self.fine.next = self.word_valid.val()
            & !self.is_wait.val()
            & !self.bad_bank.val()
            & self.gradient_valid.val()
            & !self.port_taken.val();
        self.hazard.next = self.fine.val() & self.conflict.val();
        self.issue.next = self.fine.val() & !self.conflict.val();
        self.word_ready.next = self.issue.val() | (self.is_wait.val() & self.reached.val());
        self.gradient_taken.next = self.issue.val() & self.word.val().get_bit(backward::ENDS);

        for i in 0..BANKS {
            self.update[i].next = self.issue.val() & self.used[i].val();
            self.taken_slot[i].next = self.slot[i].val();
            if self.load[i].val() {
                self.taken_slot[i].next = self.load_slot.val();
            }
            self.read[i].next = self.update[i].val() | self.move_bank[i].val();
            self.read_slot[i].next = self.slot[i].val();
            if self.move_bank[i].val() {
                self.read_slot[i].next = self.move_slot.val();
            }
        }
        for i in 0..ADDERS {
            self.pipeline[i].clock.next = self.clock.val();
            self.pipeline[i].reset.next = self.reset.val();
            self.pipeline[i].update.next = self.update[i].val();
            self.pipeline[i].load.next = self.load[i].val();
            self.pipeline[i].slot.next = self.taken_slot[i].val();
            self.write[i].next = self.pipeline[i].write.val();
            self.write_slot[i].next = self.pipeline[i].write_slot.val();
            self.write_load[i].next = self.pipeline[i].write_load.val();
        }
        for i in ADDERS..BANKS {
            self.late_pipeline[i - ADDERS].clock.next = self.clock.val();
            self.late_pipeline[i - ADDERS].reset.next = self.reset.val();
            self.late_pipeline[i - ADDERS].update.next = self.update[i].val();
            self.late_pipeline[i - ADDERS].load.next = self.load[i].val();
            self.late_pipeline[i - ADDERS].slot.next = self.taken_slot[i].val();
            self.write[i].next = self.late_pipeline[i - ADDERS].write.val();
            self.write_slot[i].next = self.late_pipeline[i - ADDERS].write_slot.val();
            self.write_load[i].next = self.late_pipeline[i - ADDERS].write_load.val();
            self.late_issued[i - ADDERS].clock.next = self.clock.val();
            self.late_issued[i - ADDERS].d.next = self.update[i].val() & !self.reset.val();
        }

        comment!(
            "A word is done when it is written: in a late bank a cycle later, which who waits for it spends on the wait."
        );
        self.issued.in_data.next = 0.into();
        if self.issue.val() {
            self.issued.in_data.next = 1.into();
        }
        self.written.next = self.issued.out_data.val().any();
        if self.issue.val() & !self.written.val() {
            self.under_way.d.next = self.under_way.q.val() + 1;
        }
        if self.written.val() & !self.issue.val() {
            self.under_way.d.next = self.under_way.q.val() - 1;
        }
        self.idle.next = !self.under_way.q.val().any();
        self.done.next = self.counted.q.val();
        if self.written.val() {
            self.counted.d.next = self.counted.q.val() + 1;
        }
        if self.start.val() {
            self.counted.d.next = 0.into();
        }
        if self.reset.val() {
            self.under_way.d.next = 0.into();
        }
    }
}
