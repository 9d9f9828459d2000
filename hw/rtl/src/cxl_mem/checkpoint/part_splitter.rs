//! The parts of a record of rows.

use crate::cxl_mem::line_multiplier::LineMultiplier;
use emberlane_registers::log::PARTS;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// States of the splitter.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum PartState {
    /// Waits for `start`.
    Idle,
    /// Takes the rows of a part off those that are left.
    Rows,
    /// Computes its lines.
    Lines,
    /// Begins the part.
    Begin,
}

/// Splits the rows of a record into its parts, as `emberlane_registers::log` says, and begins one after the other.
///
/// * Latency: three cycles to the first part.
/// * Throughput: a part every three cycles.
/// * It never stalls.
#[derive(LogicBlock)]
pub struct PartSplitter {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset: no part begins any more.
    pub reset: Signal<In, Bit>,
    /// Begins (a pulse, while idle).
    pub start: Signal<In, Bit>,
    /// Rows of the record; taken over with `start`.
    pub rows: Signal<In, Bits<32>>,
    /// Lines of a row.
    pub row_lines: Signal<In, Bits<5>>,
    /// A part begins (a pulse), the first part first; what follows is of the part that begins.
    pub part_start: [Signal<Out, Bit>; PARTS],
    /// Rows before it.
    pub first_row: Signal<Out, Bits<32>>,
    /// Bytes of these rows.
    pub first_byte: Signal<Out, Bits<64>>,
    /// Its rows.
    pub part_rows: Signal<Out, Bits<32>>,
    /// Its lines.
    pub part_lines: Signal<Out, Bits<32>>,
    /// All parts have begun.
    pub idle: Signal<Out, Bit>,
    state: DFF<PartState>,
    multiplier: LineMultiplier,
    part: DFF<Bits<2>>,
    size: DFF<Bits<32>>,
    left: DFF<Bits<32>>,
    first: DFF<Bits<32>>,
    taken: DFF<Bits<32>>,
    lines: DFF<Bits<32>>,
    offset: DFF<Bits<64>>,
    bytes: DFF<Bits<43>>,
    rounded: Signal<Local, Bits<33>>,
    lines_sum: Signal<Local, Bits<33>>,
    numbers: [Constant<Bits<2>>; PARTS],
    last: Constant<Bits<2>>,
    about: About<Self>,
}

impl Default for PartSplitter {
    fn default() -> Self {
        crate::defaults! {
            [
                clock reset start rows row_lines first_row first_byte part_rows part_lines idle
                state multiplier part size left first taken lines offset bytes rounded lines_sum about
            ]
            [part_start]
            numbers: std::array::from_fn(|part| Constant::new((part as u64).into())),
            last: Constant::new((PARTS as u64 - 1).into()),
        }
    }
}

impl Describe for PartSplitter {
    fn name() -> String {
        "part_splitter".into()
    }

    fn description() -> &'static str {
        "Splits the rows of a record into its parts and begins one after the other. A part every three cycles; never stalls."
    }
}

impl Logic for PartSplitter {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, part, size, left, first, taken, lines, offset, bytes);
        comment!("A part has a quarter of the rows, rounded up to sixteen.");
        self.rounded.next = bit_cast::<33, 32>(self.rows.val()) + 63;
        comment!(
            "Lines of its rows, and one for every eight of them; one for what is left of eight is the carry out of an extra lowest bit."
        );
        self.multiplier.index.next = self.taken.q.val();
        self.multiplier.lines.next = self.row_lines.val();
        self.lines_sum.next = ((bit_cast::<33, 32>(self.multiplier.offset.val().get_bits::<32>(6)) << 1) | 1)
            + ((bit_cast::<33, 32>(self.taken.q.val() >> 3) << 1)
                | bit_cast::<33, 1>(self.taken.q.val().get_bits::<3>(0).any().into()));
        match self.state.q.val() {
            PartState::Idle => {
                if self.start.val() {
                    self.size.d.next = bit_cast::<32, 33>((self.rounded.val() >> 6) << 4);
                    self.left.d.next = self.rows.val();
                    self.first.d.next = 0.into();
                    self.offset.d.next = 0.into();
                    self.part.d.next = 0.into();
                    self.state.d.next = PartState::Rows;
                }
            }
            PartState::Rows => {
                self.taken.d.next = self.size.q.val();
                if self.left.q.val() < self.size.q.val() {
                    self.taken.d.next = self.left.q.val();
                }
                self.state.d.next = PartState::Lines;
            }
            PartState::Lines => {
                self.bytes.d.next = self.multiplier.offset.val();
                self.lines.d.next = self.lines_sum.val().get_bits::<32>(1);
                self.state.d.next = PartState::Begin;
            }
            PartState::Begin => {
                self.left.d.next = self.left.q.val() - self.taken.q.val();
                self.first.d.next = self.first.q.val() + self.taken.q.val();
                self.offset.d.next = self.offset.q.val() + bit_cast::<64, 43>(self.bytes.q.val());
                self.part.d.next = self.part.q.val() + 1;
                self.state.d.next = PartState::Rows;
                if self.part.q.val() == self.last.val() {
                    self.state.d.next = PartState::Idle;
                }
            }
        }
        for i in 0..PARTS {
            self.part_start[i].next =
                (self.state.q.val() == PartState::Begin) & (self.part.q.val() == self.numbers[i].val());
        }
        self.first_row.next = self.first.q.val();
        self.first_byte.next = self.offset.q.val();
        self.part_rows.next = self.taken.q.val();
        self.part_lines.next = self.lines.q.val();
        self.idle.next = self.state.q.val() == PartState::Idle;
        if self.reset.val() {
            self.state.d.next = PartState::Idle;
        }
    }
}
