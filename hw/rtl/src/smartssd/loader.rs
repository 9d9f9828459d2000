//! The EV reader: takes the words of the loads.

use super::LOG_QUEUE;
use super::backward_banks::UPDATE_LATENCY;
use crate::axi::response;
use crate::layout::{constants, layout, named};
use crate::stream::Delay;
use crate::stream::Fifo;
use emberlane_registers::kernel_plan::{BANK_BITS, BANK_LSB, Program, SIDE_BIT, SLOT_BITS, VECTOR_LSB, WORD_BITS};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of where an EV goes: slot, bank, side.
const PLACE_BITS: usize = SIDE_BIT + 1;

layout! {
    /// A wait: the counters of the other programs, and bit [`Program::wait_bit`].
    mod wait {
        FORWARD: 32,
        BACKWARD: 32,
        MOVES: 32,
    }
}

named! {
    /// A word.
    mod load {
        SLOT = 0,
        BANK = BANK_LSB,
        SIDE = SIDE_BIT,
        VECTOR = VECTOR_LSB,
        WAIT = Program::Loads.wait_bit(),
    }
}

/// Reads EVs of `16 * SLICES` elements from the cache, a burst each, and has them written to the banks of both sides.
///
/// The beats of a burst go to the queues of the slices, one each; once the last has come, the EV is written as a whole.
///
/// * Latency: two cycles to the request; from the last beat, one cycle to the write of a forward bank, seven to that of a
///   backward bank; the counter goes up seven cycles after either, in the order of the words.
/// * Throughput: a beat a cycle.
/// * Stalls on the memory, on waits, when `1 << LOG_QUEUE` EVs are under way, and for a cycle when the mover writes to a
///   forward bank.
///
/// After an error of the memory nothing more is written.
#[derive(LogicBlock)]
pub struct Loader<const BANKS: usize, const SLICES: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// A plan begins: the counter starts from 0, what an error has left is dropped.
    pub start: Signal<In, Bit>,
    /// The next word.
    pub word: Signal<In, Bits<WORD_BITS>>,
    /// There is a word.
    pub word_valid: Signal<In, Bit>,
    /// It is taken.
    pub word_ready: Signal<Out, Bit>,
    /// Counter of the forward program.
    pub forward: Signal<In, Bits<32>>,
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
    /// The word names an EV past the end of the cache.
    pub bad_vector: Signal<Out, Bit>,
    /// The memory has answered with an error.
    pub failed: Signal<Out, Bit>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    /// Address of EV 0.
    pub cache_base: Signal<In, Bits<64>>,
    /// EVs of the cache.
    pub cache_vectors: Signal<In, Bits<32>>,
    /// AXI read address.
    pub araddr: Signal<Out, Bits<64>>,
    /// AXI burst length: beats less one.
    pub arlen: Signal<Out, Bits<8>>,
    /// AXI read address valid.
    pub arvalid: Signal<Out, Bit>,
    /// AXI read address ready.
    pub arready: Signal<In, Bit>,
    /// AXI read response.
    pub rresp: Signal<In, Bits<2>>,
    /// AXI read data valid; there is always room.
    pub rvalid: Signal<In, Bit>,
    /// The slice to whose queue the beat goes.
    pub push: [Signal<Out, Bit>; SLICES],
    /// The last slice's queue has a beat.
    pub queue_valid: Signal<In, Bit>,
    /// All slices' queues hand on a beat.
    pub pop: Signal<Out, Bit>,
    /// Slot it is written to.
    pub slot: Signal<Out, Bits<SLOT_BITS>>,
    /// Forward bank it is written to, if `forward_ready`.
    pub forward_load: [Signal<Out, Bit>; BANKS],
    /// A forward bank can be written.
    pub forward_ready: Signal<In, Bit>,
    /// Backward bank it is written to.
    pub backward_load: [Signal<Out, Bit>; BANKS],
    addresses: Fifo<64, 2>,
    places: Fifo<PLACE_BITS, LOG_QUEUE>,
    settle: Delay<1, UPDATE_LATENCY>,
    /// EVs asked for and not taken from the queue, asked for and not received, taken and not counted.
    open: DFF<Bits<6>>,
    under_way: DFF<Bits<6>>,
    settling: DFF<Bits<3>>,
    counted: DFF<Bits<32>>,
    beat: DFF<Bits<3>>,
    error: DFF<Bit>,
    is_wait: Signal<Local, Bit>,
    reached: Signal<Local, Bit>,
    own_bank: Signal<Local, Bits<8>>,
    vector: Signal<Local, Bits<32>>,
    fine: Signal<Local, Bit>,
    issue: Signal<Local, Bit>,
    received: Signal<Local, Bit>,
    here: Signal<Local, Bit>,
    to_backward: Signal<Local, Bit>,
    bank: Signal<Local, Bits<8>>,
    takes: Signal<Local, Bit>,
    settled: Signal<Local, Bit>,
    at: Signal<Local, Bits<8>>,
    one: Constant<Bits<8>>,
    /// Banks that there are not.
    no_banks: Constant<Bits<8>>,
    last_beat: Constant<Bits<3>>,
    length: Constant<Bits<8>>,
    vector_shift: Constant<Bits<4>>,
    limit: Constant<Bits<6>>,
    about: About<Self>,
}

impl<const BANKS: usize, const SLICES: usize> Default for Loader<BANKS, SLICES> {
    fn default() -> Self {
        assert!(SLICES.is_power_of_two() && SLICES <= 8, "an EV has 16, 32, 64 or 128 elements");
        crate::defaults! {
            [
                clock reset start word word_valid word_ready forward backward moves done waiting bad_bank bad_vector failed idle
                cache_base cache_vectors araddr arlen arvalid arready rresp rvalid queue_valid pop slot forward_ready
                addresses places settle open under_way settling counted beat error is_wait reached own_bank vector fine issue
                received here to_backward bank takes settled at about
            ]
            [push forward_load backward_load]
            one: Constant::new(1u64.into()),
            no_banks: Constant::new((0xff & !((1u64 << BANKS) - 1)).into()),
            last_beat: Constant::new((SLICES as u64 - 1).into()),
            length: Constant::new((SLICES as u64 - 1).into()),
            vector_shift: Constant::new(u64::from(6 + SLICES.trailing_zeros()).into()),
            limit: Constant::new((1u64 << LOG_QUEUE).into()),
        }
    }
}

impl<const BANKS: usize, const SLICES: usize> Describe for Loader<BANKS, SLICES> {
    fn name() -> String {
        format!("loader_b{BANKS}_s{SLICES}")
    }

    fn description() -> &'static str {
        "Reads EVs from the cache, a burst each, and has them written to the banks. A beat a cycle; stalls on the memory, on waits, and when 32 EVs are under way."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[wait::CONSTANTS, load::CONSTANTS, response::CONSTANTS])
    }
}

impl<const BANKS: usize, const SLICES: usize> Logic for Loader<BANKS, SLICES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, open, under_way, settling, counted, beat, error);
        self.addresses.clock.next = self.clock.val();
        self.addresses.reset.next = self.reset.val();
        self.places.clock.next = self.clock.val();
        self.places.reset.next = self.reset.val() | self.start.val();
        self.settle.clock.next = self.clock.val();

        comment!("Ask for an EV.");
        self.is_wait.next = self.word.val().get_bit(load::WAIT);
        self.reached.next = (self.forward.val() >= self.word.val().get_bits::<32>(wait::FORWARD))
            & (self.backward.val() >= self.word.val().get_bits::<32>(wait::BACKWARD))
            & (self.moves.val() >= self.word.val().get_bits::<32>(wait::MOVES));
        self.waiting.next = self.word_valid.val() & self.is_wait.val() & !self.reached.val();
        self.own_bank.next = self.one.val() << self.word.val().get_bits::<BANK_BITS>(load::BANK);
        self.bad_bank.next =
            self.word_valid.val() & !self.is_wait.val() & (self.own_bank.val() & self.no_banks.val()).any();
        self.vector.next = self.word.val().get_bits::<32>(load::VECTOR);
        self.bad_vector.next =
            self.word_valid.val() & !self.is_wait.val() & (self.vector.val() >= self.cache_vectors.val());
        self.fine.next = self.word_valid.val()
            & !self.is_wait.val()
            & !self.bad_bank.val()
            & !self.bad_vector.val()
            & !self.error.q.val()
            & (self.open.q.val() != self.limit.val());
        self.issue.next = self.fine.val() & self.addresses.in_ready.val();
        self.word_ready.next = self.issue.val() | (self.is_wait.val() & self.reached.val());
        self.addresses.in_data.next =
            self.cache_base.val() + (bit_cast::<64, 32>(self.vector.val()) << self.vector_shift.val());
        self.addresses.in_valid.next = self.fine.val();
        self.araddr.next = self.addresses.out_data.val();
        self.arvalid.next = self.addresses.out_valid.val();
        self.arlen.next = self.length.val();
        self.addresses.out_ready.next = self.arready.val();
        self.places.in_data.next = self.word.val().get_bits::<PLACE_BITS>(load::SLOT);
        self.places.in_valid.next = self.issue.val();

        comment!("Deal its beats out to the slices.");
        self.at.next = self.one.val() << self.beat.q.val();
        for i in 0..SLICES {
            self.push[i].next = self.rvalid.val() & self.at.val().get_bit(i);
        }
        self.received.next = self.rvalid.val() & (self.beat.q.val() == self.last_beat.val());
        if self.rvalid.val() {
            self.beat.d.next = self.beat.q.val() + 1;
            if self.rresp.val().get_bit(response::ERROR) {
                self.error.d.next = true;
            }
        }
        if self.received.val() {
            self.beat.d.next = 0.into();
        }
        self.failed.next = self.error.q.val();

        comment!("Write it.");
        self.here.next = self.queue_valid.val() & !self.error.q.val();
        self.to_backward.next = self.places.out_data.val().get_bit(load::SIDE);
        self.slot.next = self.places.out_data.val().get_bits::<SLOT_BITS>(load::SLOT);
        self.bank.next = self.one.val() << self.places.out_data.val().get_bits::<BANK_BITS>(load::BANK);
        for i in 0..BANKS {
            self.forward_load[i].next = self.here.val() & !self.to_backward.val() & self.bank.val().get_bit(i);
            self.backward_load[i].next = self.here.val() & self.to_backward.val() & self.bank.val().get_bit(i);
        }
        self.takes.next = self.here.val() & (self.to_backward.val() | self.forward_ready.val());
        self.pop.next = self.takes.val();
        self.places.out_ready.next = self.takes.val();
        self.settle.in_data.next = 0.into();
        if self.takes.val() {
            self.settle.in_data.next = 1.into();
        }
        self.settled.next = self.settle.out_data.val().any();
        self.done.next = self.counted.q.val();
        if self.settled.val() {
            self.counted.d.next = self.counted.q.val() + 1;
        }

        if self.issue.val() & !self.takes.val() {
            self.open.d.next = self.open.q.val() + 1;
        }
        if self.takes.val() & !self.issue.val() {
            self.open.d.next = self.open.q.val() - 1;
        }
        if self.issue.val() & !self.received.val() {
            self.under_way.d.next = self.under_way.q.val() + 1;
        }
        if self.received.val() & !self.issue.val() {
            self.under_way.d.next = self.under_way.q.val() - 1;
        }
        if self.takes.val() & !self.settled.val() {
            self.settling.d.next = self.settling.q.val() + 1;
        }
        if self.settled.val() & !self.takes.val() {
            self.settling.d.next = self.settling.q.val() - 1;
        }
        self.idle.next = !self.under_way.q.val().any()
            & !self.settling.q.val().any()
            & (!self.open.q.val().any() | self.error.q.val());
        if self.start.val() {
            self.open.d.next = 0.into();
            self.counted.d.next = 0.into();
            self.error.d.next = false;
        }
        if self.reset.val() {
            self.open.d.next = 0.into();
            self.under_way.d.next = 0.into();
            self.settling.d.next = 0.into();
            self.beat.d.next = 0.into();
            self.error.d.next = false;
        }
    }
}
