//! Takes the words of the moves.

use super::LOG_QUEUE;
use crate::layout::{Place, constants, layout, named};
use crate::stream::Fifo;
use emberlane_registers::kernel_plan::{
    BANK_BITS, BANK_LSB, COPY_BIT, Program, SLOT_BITS, STORE_BIT, TARGET_LSB, VECTOR_LSB, WORD_BITS,
};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits of where an EV goes.
const TARGET_BITS: usize = target::BITS;
/// Place of the EV's number there.
const NUMBER_LSB: usize = target::VECTOR;

layout! {
    /// A wait: the counters of the other programs, and bit [`Program::wait_bit`].
    mod wait {
        LOADS: 32,
        FORWARD: 32,
        BACKWARD: 32,
    }
}

named! {
    /// A word.
    mod movement {
        SLOT = 0,
        BANK = BANK_LSB,
        STORE = STORE_BIT,
        COPY = COPY_BIT,
        TARGET = TARGET_LSB,
        TARGET_BANK = TARGET_LSB + BANK_LSB,
        VECTOR = VECTOR_LSB,
        WAIT = Program::Moves.wait_bit(),
    }
}

layout! {
    /// Where an EV goes: place in a forward bank, number in the cache; whether to a forward bank, to the cache.
    mod target {
        SLOT: SLOT_BITS,
        BANK: BANK_BITS,
        VECTOR: 32,
        COPY: 1,
        STORE: 1,
    }
}

/// Takes EVs of `16 * SLICES` elements from backward banks to forward banks, to the cache, or both.
///
/// * Latency: two cycles from a word to the write of a forward bank, or to the first beat.
/// * Throughput: a move a cycle, or a beat a cycle of those to the cache.
/// * Stalls on waits, and when `1 << LOG_QUEUE` EVs are under way because the writer takes none.
#[derive(LogicBlock)]
pub struct Mover<const BANKS: usize, const SLICES: usize> {
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
    /// Counter of the backward program.
    pub backward: Signal<In, Bits<32>>,
    /// Words that are done, waits not counted.
    pub done: Signal<Out, Bits<32>>,
    /// The word is a wait, and waits.
    pub waiting: Signal<Out, Bit>,
    /// The word names a bank that there is not.
    pub bad_bank: Signal<Out, Bit>,
    /// The word names an EV past the end of the cache.
    pub bad_vector: Signal<Out, Bit>,
    /// Nothing is under way.
    pub idle: Signal<Out, Bit>,
    /// Address of EV 0.
    pub cache_base: Signal<In, Bits<64>>,
    /// EVs of the cache.
    pub cache_vectors: Signal<In, Bits<32>>,
    /// Backward bank that is read.
    pub move_bank: [Signal<Out, Bit>; BANKS],
    /// Its slot.
    pub move_slot: Signal<Out, Bits<SLOT_BITS>>,
    /// The slices' queues take what was read.
    pub push: Signal<Out, Bit>,
    /// The slices' queues have an EV.
    pub queue_valid: Signal<In, Bit>,
    /// They drop it.
    pub pop: Signal<Out, Bit>,
    /// Forward bank that it is written to.
    pub copy: [Signal<Out, Bit>; BANKS],
    /// A forward bank is written.
    pub copies: Signal<Out, Bit>,
    /// Its slot.
    pub copy_slot: Signal<Out, Bits<SLOT_BITS>>,
    /// It goes to the cache.
    pub store: Signal<Out, Bit>,
    /// Address there.
    pub store_address: Signal<Out, Bits<64>>,
    /// The writer has taken it.
    pub stored: Signal<In, Bit>,
    targets: Fifo<TARGET_BITS, LOG_QUEUE>,
    open: DFF<Bits<6>>,
    counted: DFF<Bits<32>>,
    reading: DFF<Bit>,
    copied: DFF<Bit>,
    is_wait: Signal<Local, Bit>,
    reached: Signal<Local, Bit>,
    stores: Signal<Local, Bit>,
    from_bank: Signal<Local, Bits<8>>,
    to_bank: Signal<Local, Bits<8>>,
    number: Signal<Local, Bits<32>>,
    issue: Signal<Local, Bit>,
    head_stores: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    copying: Signal<Local, Bit>,
    copy_bank: Signal<Local, Bits<8>>,
    one: Constant<Bits<8>>,
    /// Banks that there are not.
    no_banks: Constant<Bits<8>>,
    vector_shift: Constant<Bits<4>>,
    number_lsb: Constant<Bits<4>>,
    limit: Constant<Bits<6>>,
    about: About<Self>,
}

impl<const BANKS: usize, const SLICES: usize> Default for Mover<BANKS, SLICES> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start word word_valid word_ready loads forward backward done waiting bad_bank bad_vector idle
                cache_base cache_vectors move_slot push queue_valid pop copies copy_slot store store_address stored
                targets open counted reading copied is_wait reached stores from_bank to_bank number issue head_stores takes
                copying copy_bank about
            ]
            [move_bank copy]
            one: Constant::new(1u64.into()),
            no_banks: Constant::new((0xff & !((1u64 << BANKS) - 1)).into()),
            vector_shift: Constant::new(u64::from(6 + SLICES.trailing_zeros()).into()),
            number_lsb: Constant::new((NUMBER_LSB as u64).into()),
            limit: Constant::new((1u64 << LOG_QUEUE).into()),
        }
    }
}

impl<const BANKS: usize, const SLICES: usize> Describe for Mover<BANKS, SLICES> {
    fn name() -> String {
        format!("mover_b{BANKS}_s{SLICES}")
    }

    fn description() -> &'static str {
        "Takes EVs from backward banks to forward banks, to the cache, or both. A move a cycle, or a beat a cycle to the cache; stalls on waits, and when 32 EVs are under way."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[wait::CONSTANTS, movement::CONSTANTS, target::CONSTANTS])
    }
}

impl<const BANKS: usize, const SLICES: usize> Logic for Mover<BANKS, SLICES> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, open, counted, reading, copied);
        self.targets.clock.next = self.clock.val();
        self.targets.reset.next = self.reset.val();

        comment!("Read an EV.");
        self.is_wait.next = self.word.val().get_bit(movement::WAIT);
        self.reached.next = (self.loads.val() >= self.word.val().get_bits::<32>(wait::LOADS))
            & (self.forward.val() >= self.word.val().get_bits::<32>(wait::FORWARD))
            & (self.backward.val() >= self.word.val().get_bits::<32>(wait::BACKWARD));
        self.waiting.next = self.word_valid.val() & self.is_wait.val() & !self.reached.val();
        self.stores.next = self.word.val().get_bit(movement::STORE);
        self.number.next = self.word.val().get_bits::<32>(movement::VECTOR);
        self.from_bank.next = self.one.val() << self.word.val().get_bits::<BANK_BITS>(movement::BANK);
        self.to_bank.next = 0.into();
        if self.word.val().get_bit(movement::COPY) {
            self.to_bank.next = self.one.val() << self.word.val().get_bits::<BANK_BITS>(movement::TARGET_BANK);
        }
        self.bad_bank.next = self.word_valid.val()
            & !self.is_wait.val()
            & ((self.from_bank.val() | self.to_bank.val()) & self.no_banks.val()).any();
        self.bad_vector.next = self.word_valid.val()
            & !self.is_wait.val()
            & self.stores.val()
            & (self.number.val() >= self.cache_vectors.val());
        self.issue.next = self.word_valid.val()
            & !self.is_wait.val()
            & !self.bad_bank.val()
            & !self.bad_vector.val()
            & (self.open.q.val() != self.limit.val());
        self.word_ready.next = self.issue.val() | (self.is_wait.val() & self.reached.val());
        self.move_slot.next = self.word.val().get_bits::<SLOT_BITS>(movement::SLOT);
        for i in 0..BANKS {
            self.move_bank[i].next = self.issue.val() & self.from_bank.val().get_bit(i);
        }
        self.reading.d.next = self.issue.val();
        self.push.next = self.reading.q.val();
        self.targets.in_data.next =
            bit_cast::<TARGET_BITS, NUMBER_LSB>(self.word.val().get_bits::<NUMBER_LSB>(movement::TARGET))
                | (bit_cast::<TARGET_BITS, 32>(self.number.val()) << self.number_lsb.val())
                | (bit_cast::<TARGET_BITS, 1>(self.word.val().get_bits::<1>(movement::COPY)) << target::COPY.val())
                | (bit_cast::<TARGET_BITS, 1>(self.word.val().get_bits::<1>(movement::STORE)) << target::STORE.val());
        self.targets.in_valid.next = self.issue.val();

        comment!("Hand it on: to a forward bank in its first cycle, to the writer beat by beat.");
        self.copying.next =
            self.queue_valid.val() & self.targets.out_data.val().get_bit(target::COPY) & !self.copied.q.val();
        self.copies.next = self.copying.val();
        self.copy_slot.next = self.targets.out_data.val().get_bits::<SLOT_BITS>(target::SLOT);
        self.copy_bank.next = self.one.val() << self.targets.out_data.val().get_bits::<BANK_BITS>(target::BANK);
        for i in 0..BANKS {
            self.copy[i].next = self.copying.val() & self.copy_bank.val().get_bit(i);
        }
        self.head_stores.next = self.queue_valid.val() & self.targets.out_data.val().get_bit(target::STORE);
        self.store.next = self.head_stores.val();
        self.store_address.next = self.cache_base.val()
            + (bit_cast::<64, 32>(self.targets.out_data.val().get_bits::<32>(target::VECTOR))
                << self.vector_shift.val());
        self.takes.next = self.queue_valid.val() & (!self.head_stores.val() | self.stored.val());
        self.pop.next = self.takes.val();
        self.targets.out_ready.next = self.takes.val();
        if self.copying.val() {
            self.copied.d.next = true;
        }
        if self.takes.val() {
            self.copied.d.next = false;
        }

        self.done.next = self.counted.q.val();
        if self.takes.val() {
            self.counted.d.next = self.counted.q.val() + 1;
        }
        if self.issue.val() & !self.takes.val() {
            self.open.d.next = self.open.q.val() + 1;
        }
        if self.takes.val() & !self.issue.val() {
            self.open.d.next = self.open.q.val() - 1;
        }
        self.idle.next = !self.open.q.val().any();
        if self.start.val() {
            self.counted.d.next = 0.into();
        }
        if self.reset.val() {
            self.open.d.next = 0.into();
            self.reading.d.next = false;
            self.copied.d.next = false;
        }
    }
}
