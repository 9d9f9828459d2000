//! Which lines of gradients have arrived.

use crate::layout::{constants, layout};
use crate::memory::{BlockRam, LutRam};
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
    groups: LutRam<WORDS, GROUP_ADDRESS>,
    /// Groups in which a line has arrived.
    known: DFF<Bits<GROUPS>>,
    /// An event whose word is read, and whose group is looked at.
    line_at_hand: DFF<Bits<INDEX_BITS>>,
    good_at_hand: DFF<Bit>,
    bad_at_hand: DFF<Bit>,
    /// The event before it, whose word is changed: the word counts, and what it is.
    line_judged: DFF<Bits<INDEX_BITS>>,
    good_judged: DFF<Bit>,
    bad_judged: DFF<Bit>,
    word_counts: DFF<Bit>,
    read_word: DFF<Bits<LINES>>,
    /// The event before it changed the same word.
    follows: DFF<Bit>,
    /// What was written in the cycle before, which events at hand have not read.
    written_word: DFF<Bits<LINES>>,
    written_address: DFF<Bits<WORD_ADDRESS>>,
    word_was_written: DFF<Bit>,
    address_at_hand: Signal<Local, Bits<WORD_ADDRESS>>,
    group_address: Signal<Local, Bits<GROUP_ADDRESS>>,
    word_place: Signal<Local, Bits<WORDS>>,
    group_place: Signal<Local, Bits<GROUPS>>,
    is_known: Signal<Local, Bit>,
    group: Signal<Local, Bits<WORDS>>,
    address_judged: Signal<Local, Bits<WORD_ADDRESS>>,
    line_place: Signal<Local, Bits<LINES>>,
    word: Signal<Local, Bits<LINES>>,
    word_after: Signal<Local, Bits<LINES>>,
    changes: Signal<Local, Bit>,
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
                line_judged good_judged bad_judged word_counts read_word follows written_word written_address word_was_written
                address_at_hand group_address word_place group_place is_known group address_judged line_place word word_after changes
                has_arrived comes goes about
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
            line_judged,
            good_judged,
            bad_judged,
            word_counts,
            read_word,
            follows,
            written_word,
            written_address,
            word_was_written
        );
        self.words.clock.next = self.clock.val();
        self.groups.clock.next = self.clock.val();

        comment!("The word of a line is read, whether it counts or not: who says so is late.");
        self.words.read_enable.next = true;
        self.words.read_address.next = self.line.val().get_bits::<WORD_ADDRESS>(index::WORD);
        self.line_at_hand.d.next = self.line.val();
        self.good_at_hand.d.next = self.good.val();
        self.bad_at_hand.d.next = self.bad.val();

        comment!("It counts as far as it was written since the last time that all was forgotten.");
        self.address_at_hand.next = self.line_at_hand.q.val().get_bits::<WORD_ADDRESS>(index::WORD);
        self.group_address.next = self.line_at_hand.q.val().get_bits::<GROUP_ADDRESS>(index::GROUP);
        self.word_place.next = self.one_word.val() << self.line_at_hand.q.val().get_bits::<LOG_WORDS>(index::WORD);
        self.group_place.next = self.one_group.val() << self.group_address.val();
        self.groups.read_address.next = self.group_address.val();
        self.is_known.next = (self.known.q.val() & self.group_place.val()).any();
        self.group.next = 0.into();
        if self.is_known.val() {
            self.group.next = self.groups.read_data.val();
        }
        self.groups.write_enable.next = self.good_at_hand.q.val();
        self.groups.write_address.next = self.group_address.val();
        self.groups.write_data.next = self.group.val() | self.word_place.val();
        if self.good_at_hand.q.val() {
            self.known.d.next = self.known.q.val() | self.group_place.val();
        }
        comment!("The word's bit is looked for while it is not known yet whether its group counts.");
        self.word_counts.d.next = self.is_known.val() & (self.groups.read_data.val() & self.word_place.val()).any();
        self.address_judged.next = self.line_judged.q.val().get_bits::<WORD_ADDRESS>(index::WORD);
        self.changes.next = self.good_judged.q.val() | self.bad_judged.q.val();
        comment!(
            "Of the two events before, which were under way when the word was read, the older one has written by now."
        );
        self.read_word.d.next = self.words.read_data.val();
        if self.word_was_written.q.val() & (self.written_address.q.val() == self.address_at_hand.val()) {
            self.read_word.d.next = self.written_word.q.val();
        }
        self.follows.d.next = self.changes.val() & (self.address_judged.val() == self.address_at_hand.val());
        self.line_judged.d.next = self.line_at_hand.q.val();
        self.good_judged.d.next = self.good_at_hand.q.val() & !self.reset.val();
        self.bad_judged.d.next = self.bad_at_hand.q.val() & !self.reset.val();

        comment!("The line's bit changes, or is written as it was.");
        self.line_place.next = self.one_line.val() << self.line_judged.q.val().get_bits::<LOG_LINES>(index::LINE);
        self.word.next = self.read_word.q.val();
        if self.follows.q.val() {
            self.word.next = self.written_word.q.val();
        }
        if !self.word_counts.q.val() {
            self.word.next = 0.into();
        }
        self.has_arrived.next = (self.word.val() & self.line_place.val()).any();
        self.comes.next = self.good_judged.q.val() & !self.has_arrived.val();
        self.goes.next = self.bad_judged.q.val() & self.has_arrived.val();
        self.word_after.next = self.word.val() & !self.line_place.val();
        if self.good_judged.q.val() {
            self.word_after.next = self.word.val() | self.line_place.val();
        }
        self.words.write_enable.next = self.changes.val();
        self.words.write_address.next = self.address_judged.val();
        self.words.write_data.next = self.word_after.val();
        self.written_word.d.next = self.word_after.val();
        self.written_address.d.next = self.address_judged.val();
        self.word_was_written.d.next = self.changes.val();
        self.counted.next = self.comes.val();
        self.lost.next = self.goes.val();
        self.busy.next = self.good_at_hand.q.val() | self.bad_at_hand.q.val() | self.comes.val() | self.goes.val();

        comment!("Nothing is known any more.");
        if self.forget.val() | self.reset.val() {
            self.known.d.next = 0.into();
        }
    }
}
