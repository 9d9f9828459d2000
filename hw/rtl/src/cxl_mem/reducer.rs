//! Adds lines up, segment by segment.

use super::controls::{CONTROL_BITS, control};
use super::walker_bank::WALKER_BITS;
use crate::fp32::{ADD_LATENCY, MULTIPLY_LATENCY, VectorAdd, VectorScale};
use crate::layout::{Place, constants, layout};
use crate::memory::LutRam;
use crate::stream::BlockFifo;
use crate::stream::Delay;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;
use std::array;

/// Results that may be under way or waiting (2 to the power of this).
pub const LOG_RESULTS: usize = 10;
/// Bits of a sum's key: line of the vector, and above it the walker.
const KEY_BITS: usize = 4 + WALKER_BITS;

layout! {
    /// What goes along with an operand; up to `LAST` as in [`control`].
    mod along {
        KEY: KEY_BITS,
        FIRST: 1,
        LAST: 1,
        ISSUED: 1,
        RESULT_SCALE: 32,
    }
}
/// Bits of it.
const ALONG_BITS: usize = along::BITS;

layout! {
    /// What goes along with a sum; as in [`along`], but for `FIRST`.
    mod sum {
        KEY: KEY_BITS,
        LAST: 1,
        ISSUED: 1,
        RESULT_SCALE: 32,
    }
}
/// Bits of it.
const SUM_BITS: usize = sum::BITS;
/// Cycles from an operand to the adder: two multipliers.
const SCALE_LATENCY: usize = 2 * MULTIPLY_LATENCY;

/// Sixteen FP32 lanes, each product and sum rounded, in the order of the operands. In an update
/// `start + rate * (scale * operand) + ..`; in a lookup `(0 + operand + ..) * result scale`.
///
/// An update scales operands twice and no result, a lookup results and no operand: so two multipliers a lane do for both,
/// and the second one, of the rate, scales the results of a lookup. What passes a multiplier by takes as long as through
/// it. Latency, of both: 4 + 4 + 5 + 4 cycles from the last operand of a segment to its result, and two in the queue of
/// results. Throughput: a line a cycle. An operand waits (`hazard`) while the sum
/// that it adds to is still in the adder: at most five cycles, never when six lines lie between two operands of a sum.
/// Stalls when 1024 results are not taken.
#[derive(LogicBlock)]
pub struct Reducer {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Operands are scaled, not results. Changes only while `idle` is high and there is no control word.
    pub is_update: Signal<In, Bit>,
    /// FP32 factor of every operand of an update: minus the learning rate.
    pub rate: Signal<In, Bits<32>>,
    /// Control word of the next line (see `Expander`).
    pub control: Signal<In, Bits<CONTROL_BITS>>,
    /// There is a control word.
    pub control_valid: Signal<In, Bit>,
    /// It is taken.
    pub control_ready: Signal<Out, Bit>,
    /// Operand line.
    pub operand: Signal<In, Bits<512>>,
    /// There is an operand.
    pub operand_valid: Signal<In, Bit>,
    /// It is taken.
    pub operand_ready: Signal<Out, Bit>,
    /// Line from which a sum of an update starts.
    pub start: Signal<In, Bits<512>>,
    /// There is a starting line.
    pub start_valid: Signal<In, Bit>,
    /// It is taken.
    pub start_ready: Signal<Out, Bit>,
    /// Result line.
    pub result: Signal<Out, Bits<512>>,
    /// There is a result.
    pub result_valid: Signal<Out, Bit>,
    /// It is taken.
    pub result_ready: Signal<In, Bit>,
    /// An operand waits for the sum before it.
    pub hazard: Signal<Out, Bit>,
    /// No result is under way or waiting.
    pub idle: Signal<Out, Bit>,
    operand_scale: VectorScale,
    /// By the rate in an update, by the result scale in a lookup.
    second_scale: VectorScale,
    adder: VectorAdd,
    sums: LutRam<512, KEY_BITS>,
    /// What is not scaled on its way to the adder: starts of an update, operands of a lookup.
    unscaled_delay: Delay<512, SCALE_LATENCY>,
    /// Results of an update, which are not scaled.
    sum_pass: Delay<512, MULTIPLY_LATENCY>,
    control_delay: Delay<ALONG_BITS, SCALE_LATENCY>,
    sum_delay: Delay<SUM_BITS, ADD_LATENCY>,
    result_delay: Delay<1, MULTIPLY_LATENCY>,
    results: BlockFifo<512, LOG_RESULTS>,
    results_used: DFF<Bits<11>>,
    recent: [DFF<Bits<8>>; ADD_LATENCY],
    key: Signal<Local, Bits<KEY_BITS>>,
    first: Signal<Local, Bit>,
    last: Signal<Local, Bit>,
    empty: Signal<Local, Bit>,
    from_memory: Signal<Local, Bit>,
    waits_for: Signal<Local, Bits<8>>,
    conflict: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    here: Signal<Local, Bit>,
    issue: Signal<Local, Bit>,
    issue_bits: Signal<Local, Bits<1>>,
    issued_key: Signal<Local, Bits<8>>,
    ends: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    sum_key: Signal<Local, Bits<KEY_BITS>>,
    sum_valid: Signal<Local, Bit>,
    sum_last: Signal<Local, Bit>,
    results_limit: Constant<Bits<11>>,
    about: About<Self>,
}

impl Default for Reducer {
    fn default() -> Self {
        Self {
            clock: Default::default(),
            reset: Default::default(),
            is_update: Default::default(),
            rate: Default::default(),
            control: Default::default(),
            control_valid: Default::default(),
            control_ready: Default::default(),
            operand: Default::default(),
            operand_valid: Default::default(),
            operand_ready: Default::default(),
            start: Default::default(),
            start_valid: Default::default(),
            start_ready: Default::default(),
            result: Default::default(),
            result_valid: Default::default(),
            result_ready: Default::default(),
            hazard: Default::default(),
            idle: Default::default(),
            operand_scale: Default::default(),
            second_scale: Default::default(),
            adder: Default::default(),
            sums: Default::default(),
            unscaled_delay: Default::default(),
            sum_pass: Default::default(),
            control_delay: Default::default(),
            sum_delay: Default::default(),
            result_delay: Default::default(),
            results: Default::default(),
            results_used: Default::default(),
            recent: array::from_fn(|_| Default::default()),
            key: Default::default(),
            first: Default::default(),
            last: Default::default(),
            empty: Default::default(),
            from_memory: Default::default(),
            waits_for: Default::default(),
            conflict: Default::default(),
            room: Default::default(),
            here: Default::default(),
            issue: Default::default(),
            issue_bits: Default::default(),
            issued_key: Default::default(),
            ends: Default::default(),
            taken: Default::default(),
            sum_key: Default::default(),
            sum_valid: Default::default(),
            sum_last: Default::default(),
            results_limit: Constant::new((1 << LOG_RESULTS).into()),
            about: Default::default(),
        }
    }
}

impl Describe for Reducer {
    fn name() -> String {
        "reducer".into()
    }

    fn description() -> &'static str {
        "Sixteen FP32 lanes that add lines up, segment by segment, in order: operands scaled twice in an update, results once in a lookup. 19 cycles from a segment's last operand to its result; a line a cycle; an operand waits up to five cycles while the sum that it adds to is in the adder; stalls when 1024 results are not taken."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[control::CONSTANTS, along::CONSTANTS, sum::CONSTANTS])
    }
}

impl Logic for Reducer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, results_used);
        self.operand_scale.clock.next = self.clock.val();
        self.second_scale.clock.next = self.clock.val();
        self.adder.clock.next = self.clock.val();
        self.sums.clock.next = self.clock.val();
        self.unscaled_delay.clock.next = self.clock.val();
        self.sum_pass.clock.next = self.clock.val();
        self.control_delay.clock.next = self.clock.val();
        self.sum_delay.clock.next = self.clock.val();
        self.result_delay.clock.next = self.clock.val();
        self.results.clock.next = self.clock.val();
        self.results.reset.next = self.reset.val();

        comment!("Issue: all inputs are here, the sum is not in the adder, and the result has room.");
        self.key.next = self.control.val().get_bits::<KEY_BITS>(control::LINE);
        self.first.next = self.control.val().get_bit(control::FIRST);
        self.last.next = self.control.val().get_bit(control::LAST);
        self.empty.next = self.control.val().get_bit(control::EMPTY);
        self.from_memory.next = self.control.val().get_bit(control::FROM_MEMORY);
        self.waits_for.next = bit_cast::<8, KEY_BITS>(self.key.val()) | 128;
        self.conflict.next = false;
        for i in 0..ADD_LATENCY {
            if self.recent[i].q.val() == self.waits_for.val() {
                self.conflict.next = !self.first.val();
            }
        }
        self.room.next = !self.last.val() | (self.results_used.q.val() != self.results_limit.val());
        self.here.next = self.control_valid.val()
            & (self.operand_valid.val() | self.empty.val())
            & (self.start_valid.val() | !self.from_memory.val());
        self.hazard.next = self.here.val() & self.conflict.val();
        self.issue.next = self.here.val() & !self.conflict.val() & self.room.val();
        self.control_ready.next = self.issue.val();
        self.operand_ready.next = self.issue.val() & !self.empty.val();
        self.start_ready.next = self.issue.val() & self.from_memory.val();

        comment!("The keys of the last issues: their sums are in the adder.");
        self.issued_key.next = 0.into();
        if self.issue.val() & !self.last.val() {
            self.issued_key.next = self.waits_for.val();
        }
        for i in 0..ADD_LATENCY {
            self.recent[i].clock.next = self.clock.val();
            if i == 0 {
                self.recent[i].d.next = self.issued_key.val();
            } else {
                self.recent[i].d.next = self.recent[i - 1].q.val();
            }
            if self.reset.val() {
                self.recent[i].d.next = 0.into();
            }
        }

        comment!("An update scales the operand, twice; a lookup takes it as it is.");
        self.operand_scale.vector.next = self.operand.val();
        if self.empty.val() {
            self.operand_scale.vector.next = 0.into();
        }
        self.operand_scale.factor.next = self.control.val().get_bits::<32>(control::SCALE);
        self.unscaled_delay.in_data.next = 0.into();
        if self.is_update.val() {
            self.second_scale.vector.next = self.operand_scale.product.val();
            self.second_scale.factor.next = self.rate.val();
            if self.from_memory.val() {
                self.unscaled_delay.in_data.next = self.start.val();
            }
        } else {
            self.second_scale.vector.next = self.adder.sum.val();
            self.second_scale.factor.next = self.sum_delay.out_data.val().get_bits::<32>(sum::RESULT_SCALE);
            if !self.empty.val() {
                self.unscaled_delay.in_data.next = self.operand.val();
            }
        }
        self.issue_bits.next = 0.into();
        if self.issue.val() {
            self.issue_bits.next = 1.into();
        }
        self.control_delay.in_data.next = bit_cast::<ALONG_BITS, 9>(self.control.val().get_bits::<9>(control::LINE))
            | (bit_cast::<ALONG_BITS, 1>(self.issue_bits.val()) << along::ISSUED.val())
            | (bit_cast::<ALONG_BITS, 32>(self.control.val().get_bits::<32>(control::RESULT_SCALE))
                << along::RESULT_SCALE.val());

        comment!("Add it to the sum so far, or to where the sum starts.");
        self.sums.read_address.next = self.control_delay.out_data.val().get_bits::<KEY_BITS>(along::KEY);
        self.adder.a.next = self.sums.read_data.val();
        self.adder.b.next = self.unscaled_delay.out_data.val();
        if self.control_delay.out_data.val().get_bit(along::FIRST) {
            self.adder.a.next = 0.into();
        }
        if self.is_update.val() {
            self.adder.b.next = self.second_scale.product.val();
            if self.control_delay.out_data.val().get_bit(along::FIRST) {
                self.adder.a.next = self.unscaled_delay.out_data.val();
            }
        }
        self.sum_delay.in_data.next =
            bit_cast::<SUM_BITS, KEY_BITS>(self.control_delay.out_data.val().get_bits::<KEY_BITS>(along::KEY))
                | (bit_cast::<SUM_BITS, 34>(self.control_delay.out_data.val().get_bits::<34>(along::LAST))
                    << sum::LAST.val());
        self.sum_key.next = self.sum_delay.out_data.val().get_bits::<KEY_BITS>(sum::KEY);
        self.sum_last.next = self.sum_delay.out_data.val().get_bit(sum::LAST);
        self.sum_valid.next = self.sum_delay.out_data.val().get_bit(sum::ISSUED);
        self.sums.write_enable.next = self.sum_valid.val() & !self.sum_last.val();
        self.sums.write_address.next = self.sum_key.val();
        self.sums.write_data.next = self.adder.sum.val();

        comment!("The last sum of a segment is its result, in a lookup once scaled.");
        self.sum_pass.in_data.next = self.adder.sum.val();
        self.result_delay.in_data.next = 0.into();
        if self.sum_valid.val() & self.sum_last.val() {
            self.result_delay.in_data.next = 1.into();
        }
        self.results.in_valid.next = self.result_delay.out_data.val().get_bit(0);
        self.results.in_data.next = self.second_scale.product.val();
        if self.is_update.val() {
            self.results.in_data.next = self.sum_pass.out_data.val();
        }
        self.result.next = self.results.out_data.val();
        self.result_valid.next = self.results.out_valid.val();
        self.results.out_ready.next = self.result_ready.val();

        self.ends.next = self.issue.val() & self.last.val();
        self.taken.next = self.results.out_valid.val() & self.result_ready.val();
        if self.ends.val() & !self.taken.val() {
            self.results_used.d.next = self.results_used.q.val() + 1;
        }
        if self.taken.val() & !self.ends.val() {
            self.results_used.d.next = self.results_used.q.val() - 1;
        }
        self.idle.next = !self.results_used.q.val().any();
        if self.reset.val() {
            self.results_used.d.next = 0.into();
        }
    }
}
