//! Which lines of gradients have arrived.

use crate::layout::{constants, layout};
use crate::memory::BlockRam;
use emberlane_registers::cxl_mem::{COUNTED_BYTES, LINE_BYTES};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Bits that tell the lines of a region apart, the low ones of a line's number: a region has at most [`COUNTED_BYTES`].
pub const INDEX_BITS: usize = (COUNTED_BYTES / LINE_BYTES).trailing_zeros() as usize;
/// Lines of a word, and words of a group (2 to the power of these).
const LOG_LINES: usize = 7;
const LOG_WORDS: usize = 7;
/// Lines of a word.
const LINES: usize = 1 << LOG_LINES;
/// Words of a group.
const WORDS: usize = 1 << LOG_WORDS;
/// Bits of a word's number.
const WORD_ADDRESS: usize = INDEX_BITS - LOG_LINES;
/// Bits of a group's number.
const GROUP_ADDRESS: usize = WORD_ADDRESS - LOG_WORDS;
/// Groups of a region.
const GROUPS: usize = 1 << GROUP_ADDRESS;

layout! {
    /// A line's number: its place in the word, the word's place in the group, and the group.
    mod index {
        LINE: LOG_LINES,
        WORD: LOG_WORDS,
        GROUP: GROUP_ADDRESS,
    }
}

/// Counts lines once each: a bit a line of a region, and all of them are forgotten at once.
///
/// The bits are words in memory that nobody clears: a word counts if its bit in its group is set, and a group's word if the group's
/// register is. To forget is to clear these registers, so that neither a reset nor what memories hold at power-up matters.
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
    /// The line has arrived; not in a reset.
    pub good: Signal<In, Bit>,
    /// The line is not good any more; not in the same cycle, nor in a reset.
    pub bad: Signal<In, Bit>,
    /// Forgets all lines.
    pub forget: Signal<In, Bit>,
    /// A line has arrived that had not (a pulse).
    pub counted: Signal<Out, Bit>,
    /// A line that had arrived is bad (a pulse).
    pub lost: Signal<Out, Bit>,
    /// An event of an earlier cycle is not counted yet.
    pub busy: Signal<Out, Bit>,
    words: BlockRam<LINES, WORD_ADDRESS>,
    groups: BlockRam<WORDS, GROUP_ADDRESS>,
    /// Groups in which a line has arrived.
    known: DFF<Bits<GROUPS>>,
    line_at_hand: DFF<Bits<INDEX_BITS>>,
    good_at_hand: DFF<Bit>,
    bad_at_hand: DFF<Bit>,
    /// What was written in the cycle before, which the memories may not have read.
    written_word: DFF<Bits<LINES>>,
    written_group: DFF<Bits<WORDS>>,
    written_line: DFF<Bits<INDEX_BITS>>,
    word_was_written: DFF<Bit>,
    group_was_written: DFF<Bit>,
    is_counted: DFF<Bit>,
    is_lost: DFF<Bit>,
    word_address: Signal<Local, Bits<WORD_ADDRESS>>,
    group_address: Signal<Local, Bits<GROUP_ADDRESS>>,
    line_place: Signal<Local, Bits<LINES>>,
    word_place: Signal<Local, Bits<WORDS>>,
    group_place: Signal<Local, Bits<GROUPS>>,
    word: Signal<Local, Bits<LINES>>,
    word_after: Signal<Local, Bits<LINES>>,
    group: Signal<Local, Bits<WORDS>>,
    has_arrived: Signal<Local, Bit>,
    comes: Signal<Local, Bit>,
    goes: Signal<Local, Bit>,
    one_line: Constant<Bits<LINES>>,
    one_word: Constant<Bits<WORDS>>,
    one_group: Constant<Bits<GROUPS>>,
    about: About<Self>,
}

impl Default for Arrivals {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset line good bad forget counted lost busy words groups known line_at_hand good_at_hand bad_at_hand
                written_word written_group written_line word_was_written group_was_written is_counted is_lost
                word_address group_address line_place word_place group_place word word_after group has_arrived comes goes about
            ]
            []
            one_line: Constant::new(1.into()),
            one_word: Constant::new(1.into()),
            one_group: Constant::new(1.into()),
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
        constants(&[index::CONSTANTS])
    }
}

impl Logic for Arrivals {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            known,
            line_at_hand,
            good_at_hand,
            bad_at_hand,
            written_word,
            written_group,
            written_line,
            word_was_written,
            group_was_written,
            is_counted,
            is_lost
        );
        self.words.clock.next = self.clock.val();
        self.groups.clock.next = self.clock.val();

        comment!("The words of a line and of its group are read, whether it counts or not: who says so is late.");
        self.words.read_enable.next = true;
        self.words.read_address.next = self.line.val().get_bits::<WORD_ADDRESS>(index::WORD);
        self.groups.read_enable.next = true;
        self.groups.read_address.next = self.line.val().get_bits::<GROUP_ADDRESS>(index::GROUP);
        self.line_at_hand.d.next = self.line.val();
        self.good_at_hand.d.next = self.good.val();
        self.bad_at_hand.d.next = self.bad.val();

        comment!("What they say counts as far as it was written since the last time that all was forgotten.");
        self.word_address.next = self.line_at_hand.q.val().get_bits::<WORD_ADDRESS>(index::WORD);
        self.group_address.next = self.line_at_hand.q.val().get_bits::<GROUP_ADDRESS>(index::GROUP);
        self.line_place.next = self.one_line.val() << self.line_at_hand.q.val().get_bits::<LOG_LINES>(index::LINE);
        self.word_place.next = self.one_word.val() << self.line_at_hand.q.val().get_bits::<LOG_WORDS>(index::WORD);
        self.group_place.next = self.one_group.val() << self.group_address.val();
        self.group.next = self.groups.read_data.val();
        if self.group_was_written.q.val()
            & (self.written_line.q.val().get_bits::<GROUP_ADDRESS>(index::GROUP) == self.group_address.val())
        {
            self.group.next = self.written_group.q.val();
        }
        if !(self.known.q.val() & self.group_place.val()).any() {
            self.group.next = 0.into();
        }
        self.word.next = self.words.read_data.val();
        if self.word_was_written.q.val()
            & (self.written_line.q.val().get_bits::<WORD_ADDRESS>(index::WORD) == self.word_address.val())
        {
            self.word.next = self.written_word.q.val();
        }
        if !(self.group.val() & self.word_place.val()).any() {
            self.word.next = 0.into();
        }

        comment!("The line's bit changes, or is written as it was.");
        self.has_arrived.next = (self.word.val() & self.line_place.val()).any();
        self.comes.next = self.good_at_hand.q.val() & !self.has_arrived.val();
        self.goes.next = self.bad_at_hand.q.val() & self.has_arrived.val();
        self.words.write_enable.next = self.good_at_hand.q.val() | self.bad_at_hand.q.val();
        self.words.write_address.next = self.word_address.val();
        self.word_after.next = self.word.val() & !self.line_place.val();
        if self.good_at_hand.q.val() {
            self.word_after.next = self.word.val() | self.line_place.val();
        }
        self.words.write_data.next = self.word_after.val();
        self.groups.write_enable.next = self.good_at_hand.q.val();
        self.groups.write_address.next = self.group_address.val();
        self.groups.write_data.next = self.group.val() | self.word_place.val();
        self.written_word.d.next = self.word_after.val();
        self.written_group.d.next = self.group.val() | self.word_place.val();
        self.written_line.d.next = self.line_at_hand.q.val();
        self.word_was_written.d.next = self.good_at_hand.q.val() | self.bad_at_hand.q.val();
        self.group_was_written.d.next = self.good_at_hand.q.val();
        if self.good_at_hand.q.val() {
            self.known.d.next = self.known.q.val() | self.group_place.val();
        }
        self.is_counted.d.next = self.comes.val() & !self.reset.val();
        self.is_lost.d.next = self.goes.val() & !self.reset.val();
        self.counted.next = self.is_counted.q.val();
        self.lost.next = self.is_lost.q.val();
        self.busy.next =
            self.good_at_hand.q.val() | self.bad_at_hand.q.val() | self.is_counted.q.val() | self.is_lost.q.val();

        comment!("Nothing is known any more.");
        if self.forget.val() | self.reset.val() {
            self.known.d.next = 0.into();
        }
    }
}
