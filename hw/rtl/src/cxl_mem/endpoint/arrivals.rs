//! Which lines of gradients have arrived.

use crate::layout::{Place, constants, layout};
use crate::memory::BlockRam;
use emberlane_registers::cxl_mem::{COUNTED_BYTES, LINE_BYTES};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits that tell the lines of a region apart, the low ones of a line's number: a region has at most [`COUNTED_BYTES`].
pub const INDEX_BITS: usize = (COUNTED_BYTES / LINE_BYTES).trailing_zeros() as usize;
/// Lines of a word (2 to the power of this).
const LOG_LINES: usize = 7;
/// Lines of a word.
const LINES: usize = 1 << LOG_LINES;
/// Bits of a word's number.
const WORD_ADDRESS: usize = INDEX_BITS - LOG_LINES;
/// Bits of a generation: at one a cycle it lasts for thousands of years.
const GENERATION_BITS: usize = 64;

layout! {
    /// A word: which of its lines have arrived, and in which generation it was written.
    mod word {
        ARRIVED: LINES,
        GENERATION: GENERATION_BITS,
    }
}
/// Bits of it.
const WORD_BITS: usize = word::BITS;

layout! {
    /// A line's number: its place in the word, and the word.
    mod index {
        LINE: LOG_LINES,
        WORD: WORD_ADDRESS,
    }
}

/// Counts lines once each: a bit a line of a region, and all of them are forgotten at once.
///
/// A word of bits says in which generation it was written. To forget is to begin a generation: what older ones have written counts
/// as empty.
///
/// * Latency: two cycles from `good` or `bad` to `counted` or `lost`. An event that comes at most one cycle before `forget` may be
///   forgotten or not.
/// * Throughput: an event a cycle. It never stalls.
#[derive(LogicBlock)]
pub struct Arrivals {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Forgets all lines.
    pub reset: Signal<In, Bit>,
    /// Low bits of a line's number.
    pub line: Signal<In, Bits<INDEX_BITS>>,
    /// The line has arrived.
    pub good: Signal<In, Bit>,
    /// The line is not good any more; not in the same cycle.
    pub bad: Signal<In, Bit>,
    /// Forgets all lines.
    pub forget: Signal<In, Bit>,
    /// A line has arrived that had not (a pulse).
    pub counted: Signal<Out, Bit>,
    /// A line that had arrived is bad (a pulse).
    pub lost: Signal<Out, Bit>,
    /// An event of an earlier cycle is not counted yet.
    pub busy: Signal<Out, Bit>,
    words: BlockRam<WORD_BITS, WORD_ADDRESS>,
    generation: DFF<Bits<GENERATION_BITS>>,
    line_at_hand: DFF<Bits<INDEX_BITS>>,
    good_at_hand: DFF<Bit>,
    bad_at_hand: DFF<Bit>,
    /// The word that was written in the cycle before, which the memory may not have read.
    written: DFF<Bits<WORD_BITS>>,
    written_address: DFF<Bits<WORD_ADDRESS>>,
    was_written: DFF<Bit>,
    is_counted: DFF<Bit>,
    is_lost: DFF<Bit>,
    word_at_hand: Signal<Local, Bits<WORD_BITS>>,
    address_at_hand: Signal<Local, Bits<WORD_ADDRESS>>,
    arrived: Signal<Local, Bits<LINES>>,
    arrived_after: Signal<Local, Bits<LINES>>,
    word_after: Signal<Local, Bits<WORD_BITS>>,
    place: Signal<Local, Bits<LINES>>,
    has_arrived: Signal<Local, Bit>,
    comes: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    one: Constant<Bits<LINES>>,
    about: About<Self>,
}

impl Default for Arrivals {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset line good bad forget counted lost busy words generation line_at_hand good_at_hand bad_at_hand
                written written_address was_written is_counted is_lost
                word_at_hand address_at_hand arrived arrived_after word_after place has_arrived comes goes about
            ]
            []
            one: Constant::new(1.into()),
        }
    }
}

impl Describe for Arrivals {
    fn name() -> String {
        "arrivals".into()
    }

    fn description() -> &'static str {
        "Counts the lines of a region once each, until all are forgotten. Two cycles; an event a cycle; never stalls."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[word::CONSTANTS, index::CONSTANTS])
    }
}

impl Logic for Arrivals {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            generation,
            line_at_hand,
            good_at_hand,
            bad_at_hand,
            written,
            written_address,
            was_written,
            is_counted,
            is_lost
        );
        self.words.clock.next = self.clock.val();

        comment!("The word of a line is read.");
        self.words.read_enable.next = self.good.val() | self.bad.val();
        self.words.read_address.next = self.line.val().get_bits::<WORD_ADDRESS>(index::WORD);
        self.line_at_hand.d.next = self.line.val();
        self.good_at_hand.d.next = self.good.val() & !self.reset.val();
        self.bad_at_hand.d.next = self.bad.val() & !self.reset.val();

        comment!("The line's bit changes, or does not.");
        self.address_at_hand.next = self.line_at_hand.q.val().get_bits::<WORD_ADDRESS>(index::WORD);
        self.word_at_hand.next = self.words.read_data.val();
        if self.was_written.q.val() & (self.written_address.q.val() == self.address_at_hand.val()) {
            self.word_at_hand.next = self.written.q.val();
        }
        self.arrived.next = 0.into();
        if self.word_at_hand.val().get_bits::<GENERATION_BITS>(word::GENERATION) == self.generation.q.val() {
            self.arrived.next = self.word_at_hand.val().get_bits::<LINES>(word::ARRIVED);
        }
        self.place.next = self.one.val() << self.line_at_hand.q.val().get_bits::<LOG_LINES>(index::LINE);
        self.has_arrived.next = (self.arrived.val() & self.place.val()).any();
        self.comes.next = self.good_at_hand.q.val() & !self.has_arrived.val();
        self.goes.next = self.bad_at_hand.q.val() & self.has_arrived.val();
        self.arrived_after.next = self.arrived.val() | self.place.val();
        if self.bad_at_hand.q.val() {
            self.arrived_after.next = self.arrived.val() & !self.place.val();
        }
        self.words.write_enable.next = self.comes.val() | self.goes.val();
        self.words.write_address.next = self.address_at_hand.val();
        self.word_after.next = bit_cast::<WORD_BITS, LINES>(self.arrived_after.val())
            | (bit_cast::<WORD_BITS, GENERATION_BITS>(self.generation.q.val()) << word::GENERATION.val());
        self.words.write_data.next = self.word_after.val();
        self.written.d.next = self.word_after.val();
        self.written_address.d.next = self.address_at_hand.val();
        self.was_written.d.next = self.comes.val() | self.goes.val();
        self.is_counted.d.next = self.comes.val() & !self.reset.val();
        self.is_lost.d.next = self.goes.val() & !self.reset.val();
        self.counted.next = self.is_counted.q.val();
        self.lost.next = self.is_lost.q.val();
        self.busy.next =
            self.good_at_hand.q.val() | self.bad_at_hand.q.val() | self.is_counted.q.val() | self.is_lost.q.val();

        comment!("The generation goes on over a reset, as the words do.");
        if self.forget.val() | self.reset.val() {
            self.generation.d.next = self.generation.q.val() + 1;
        }
    }
}
