//! The mailbox: movements from the ring in the host's memory.

use crate::axi::{MARKED_BITS, marked};
use crate::layout::{Place, constants, named};
use crate::stream::{Crc32c, Fifo};
use emberlane_registers::smartssd::{CRC_LSB, MOVEMENT_BITS, MOVEMENTS, NUMBER_LSB};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Lines that may be buffered or on their way (2 to the power of this).
const LOG_LINES: usize = 3;
/// Bits of the part of a line that its CRC covers.
const COVERED_BITS: usize = CRC_LSB;

named! {
    /// A line of the mailbox.
    mod line {
        MOVEMENTS = 0,
        NUMBER = NUMBER_LSB,
        CRC = CRC_LSB,
    }
}

/// What is done with the oldest line.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum MailboxState {
    /// It is waited for.
    Empty,
    /// Its CRC is begun.
    Begin,
    /// The first of two cycles that the CRC takes.
    First,
    /// The second.
    Second,
    /// It is compared.
    Compare,
    /// Its movements are given.
    Give,
    /// It cannot be used.
    Bad,
}

/// Reads the lines of the mailbox ahead, checks each, and gives its movements one by one.
///
/// Reads lines `number` to `tail`; `restart` (a pulse while `idle`) begins anew at a line and a movement of it. `stop` ends the
/// requests until then.
///
/// * Latency: that of the host's memory and six cycles.
/// * Throughput: a line in nine cycles; up to eight are on their way or buffered.
/// * Stalls when movements are not taken, and at a line that is bad.
#[derive(LogicBlock)]
pub struct MailboxReader {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Host physical address of the ring.
    pub base: Signal<In, Bits<64>>,
    /// Lines of the ring.
    pub lines: Signal<In, Bits<32>>,
    /// Lines that were written since reset.
    pub tail: Signal<In, Bits<32>>,
    /// No more lines are asked for.
    pub stop: Signal<In, Bit>,
    /// Begins anew.
    pub restart: Signal<In, Bit>,
    /// At the line of this number.
    pub restart_number: Signal<In, Bits<32>>,
    /// Its index in the ring.
    pub restart_index: Signal<In, Bits<32>>,
    /// The movement of it.
    pub restart_movement: Signal<In, Bits<2>>,
    /// The next movement.
    pub movement: Signal<Out, Bits<MOVEMENT_BITS>>,
    /// There is one.
    pub movement_valid: Signal<Out, Bit>,
    /// It is taken.
    pub movement_ready: Signal<In, Bit>,
    /// Number of its line.
    pub number: Signal<Out, Bits<32>>,
    /// Index of its line in the ring.
    pub index: Signal<Out, Bits<32>>,
    /// Which of its line it is.
    pub position: Signal<Out, Bits<2>>,
    /// The oldest line could not be read.
    pub unreadable: Signal<Out, Bit>,
    /// The oldest line is not what was written, or was not written.
    pub torn: Signal<Out, Bit>,
    /// Number of the next line to ask for.
    pub next_number: Signal<Out, Bits<32>>,
    /// No line is under way.
    pub idle: Signal<Out, Bit>,
    /// Address of the line asked for.
    pub request_address: Signal<Out, Bits<64>>,
    /// A line is asked for.
    pub request_valid: Signal<Out, Bit>,
    /// The request is taken.
    pub request_ready: Signal<In, Bit>,
    /// A line comes, in the order of the requests.
    pub line_valid: Signal<In, Bit>,
    /// The line.
    pub line: Signal<In, Bits<512>>,
    /// It is not to be used.
    pub line_error: Signal<In, Bit>,
    queue: Fifo<MARKED_BITS, LOG_LINES>,
    crc: Crc32c<COVERED_BITS>,
    state: DFF<MailboxState>,
    at: DFF<Bits<2>>,
    /// The next movement, picked out of its line a cycle before it is given.
    picked: DFF<Bits<MOVEMENT_BITS>>,
    /// Number and index of the oldest line.
    oldest: DFF<Bits<32>>,
    oldest_index: DFF<Bits<32>>,
    /// Of the next line to ask for.
    next: DFF<Bits<32>>,
    next_index: DFF<Bits<32>>,
    room: DFF<Bits<4>>,
    unanswered: DFF<Bits<4>>,
    asks: Signal<Local, Bit>,
    asked: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    /// The line of a cycle ago leaves the queue.
    left: DFF<Bit>,
    index_after: Signal<Local, Bits<32>>,
    oldest_after: Signal<Local, Bits<32>>,
    at_after: Signal<Local, Bits<2>>,
    /// Which movement of the line is given next, if the one that is given is taken, and where it lies.
    follows: Signal<Local, Bits<2>>,
    shift: Signal<Local, Bits<9>>,
    last: Constant<Bits<2>>,
    all_lines: Constant<Bits<4>>,
    about: About<Self>,
}

impl Default for MailboxReader {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset base lines tail stop restart restart_number restart_index restart_movement movement movement_valid
                movement_ready number index position unreadable torn next_number idle request_address request_valid request_ready
                line_valid line line_error queue crc state at oldest oldest_index next next_index room unanswered asks asked
                leaves left index_after oldest_after picked at_after follows shift about
            ]
            []
            last: Constant::new((MOVEMENTS as u64 - 1).into()),
            all_lines: Constant::new((1u64 << LOG_LINES).into()),
        }
    }
}

impl Describe for MailboxReader {
    fn name() -> String {
        "mailbox_reader".into()
    }

    fn description() -> &'static str {
        "Reads the lines of the mailbox from the host's memory, checks number and CRC-32C of each, and gives its movements one by one. A line in nine cycles, eight under way; stalls when movements are not taken, and at a bad line."
    }

    fn constants() -> Vec<(&'static str, usize)> {
        constants(&[line::CONSTANTS, marked::CONSTANTS])
    }
}

impl Logic for MailboxReader {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, at, picked, oldest, oldest_index, next, next_index, room, unanswered, left);
        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val() | self.restart.val();
        self.crc.clock.next = self.clock.val();

        comment!("Ask for lines.");
        self.asks.next = !self.stop.val() & (self.next.q.val() != self.tail.val()) & self.room.q.val().any();
        self.asked.next = self.asks.val() & self.request_ready.val();
        self.request_valid.next = self.asks.val();
        self.request_address.next = self.base.val() + (bit_cast::<64, 32>(self.next_index.q.val()) << 6);
        self.index_after.next = self.next_index.q.val() + 1;
        if self.asked.val() {
            self.next.d.next = self.next.q.val() + 1;
            self.next_index.d.next = self.index_after.val();
            if self.index_after.val() == self.lines.val() {
                self.next_index.d.next = 0.into();
            }
        }
        self.queue.in_data.next = bit_cast::<MARKED_BITS, 512>(self.line.val())
            | (bit_cast::<MARKED_BITS, 1>(self.line_error.val().into()) << marked::ERROR.val());
        self.queue.in_valid.next = self.line_valid.val();
        self.idle.next = !self.unanswered.q.val().any();
        self.next_number.next = self.next.q.val();

        comment!("Check the oldest one.");
        self.crc.clear.next = self.state.q.val() == MailboxState::Empty;
        self.crc.word.next = self.queue.out_data.val().get_bits::<COVERED_BITS>(line::MOVEMENTS);
        self.crc.word_valid.next = self.state.q.val() == MailboxState::Begin;
        self.unreadable.next =
            (self.state.q.val() == MailboxState::Bad) & self.queue.out_data.val().get_bit(marked::ERROR);
        self.torn.next = (self.state.q.val() == MailboxState::Bad) & !self.queue.out_data.val().get_bit(marked::ERROR);
        self.movement_valid.next = self.state.q.val() == MailboxState::Give;
        // What judges a movement takes long, so it comes from a register. The line has been in the queue for cycles then.
        self.at_after.next = self.at.q.val() + 1;
        self.follows.next = self.at.q.val();
        if self.state.q.val() == MailboxState::Give {
            self.follows.next = self.at_after.val();
        }
        self.shift.next = bit_cast::<9, 2>(self.follows.val()) << 7;
        if (self.state.q.val() != MailboxState::Give) | self.movement_ready.val() {
            self.picked.d.next = bit_cast::<MOVEMENT_BITS, 512>(
                self.queue.out_data.val().get_bits::<512>(marked::LINE) >> self.shift.val(),
            );
        }
        self.movement.next = self.picked.q.val();
        self.number.next = self.oldest.q.val();
        self.index.next = self.oldest_index.q.val();
        self.position.next = self.at.q.val();
        self.leaves.next = false;
        self.oldest_after.next = self.oldest_index.q.val() + 1;
        match self.state.q.val() {
            MailboxState::Empty => {
                if self.queue.out_valid.val() & !self.left.q.val() {
                    self.state.d.next = MailboxState::Begin;
                }
            }
            MailboxState::Begin => {
                self.state.d.next = MailboxState::First;
            }
            MailboxState::First => {
                self.state.d.next = MailboxState::Second;
            }
            MailboxState::Second => {
                self.state.d.next = MailboxState::Compare;
            }
            MailboxState::Compare => {
                self.state.d.next = MailboxState::Give;
                if (self.crc.value.val() != self.queue.out_data.val().get_bits::<32>(line::CRC))
                    | (self.oldest.q.val() != self.queue.out_data.val().get_bits::<32>(line::NUMBER))
                    | self.queue.out_data.val().get_bit(marked::ERROR)
                {
                    self.state.d.next = MailboxState::Bad;
                }
            }
            MailboxState::Give => {
                if self.movement_ready.val() {
                    self.at.d.next = self.at_after.val();
                    if self.at.q.val() == self.last.val() {
                        self.at.d.next = 0.into();
                        self.leaves.next = true;
                        self.oldest.d.next = self.oldest.q.val() + 1;
                        self.oldest_index.d.next = self.oldest_after.val();
                        if self.oldest_after.val() == self.lines.val() {
                            self.oldest_index.d.next = 0.into();
                        }
                        self.state.d.next = MailboxState::Empty;
                    }
                }
            }
            MailboxState::Bad => {}
        }
        self.left.d.next = self.leaves.val();
        self.queue.out_ready.next = self.left.q.val();

        if self.asked.val() & !self.left.q.val() {
            self.room.d.next = self.room.q.val() - 1;
        }
        if self.left.q.val() & !self.asked.val() {
            self.room.d.next = self.room.q.val() + 1;
        }
        if self.asked.val() & !self.line_valid.val() {
            self.unanswered.d.next = self.unanswered.q.val() + 1;
        }
        if self.line_valid.val() & !self.asked.val() {
            self.unanswered.d.next = self.unanswered.q.val() - 1;
        }
        if self.restart.val() {
            self.state.d.next = MailboxState::Empty;
            self.at.d.next = self.restart_movement.val();
            self.oldest.d.next = self.restart_number.val();
            self.oldest_index.d.next = self.restart_index.val();
            self.next.d.next = self.restart_number.val();
            self.next_index.d.next = self.restart_index.val();
            self.room.d.next = self.all_lines.val();
            self.left.d.next = false;
        }
        if self.reset.val() {
            self.state.d.next = MailboxState::Empty;
            self.at.d.next = 0.into();
            self.oldest.d.next = 0.into();
            self.oldest_index.d.next = 0.into();
            self.next.d.next = 0.into();
            self.next_index.d.next = 0.into();
            self.room.d.next = self.all_lines.val();
            self.left.d.next = false;
            self.unanswered.d.next = 0.into();
        }
    }
}
