//! Queue from one clock to another.

use super::dual_clock_ram::DualClockRam;
use super::reset_handshake::ResetHandshake;
use super::synchroniser::Synchroniser;
use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Queue of `1 << LOG_DEPTH` words of `WIDTH` bits, and one more at the output, from one clock to another; first-word fall-through.
/// `POINTER` is `LOG_DEPTH + 1`.
///
/// * Ports: words enter at `in_*`, with `in_clock`, and leave at `out_*`, with `out_clock`, in the same order. The clocks may have any
///   frequencies and phases, and may stop.
/// * Latency: a word that enters an empty queue is valid at the output behind the third edge of `out_clock` behind the edge with which it
///   entered (the fourth, if a register goes metastable).
/// * Throughput: with 16 words or more, one word a cycle of the slower clock.
/// * Stalls: `in_ready` is low while the queue is full, and `out_valid` while it is empty; each side learns of the other's moves three of
///   its own edges later.
/// * Reset: either side may be reset alone, for a cycle or longer. Both are cleared: all words inside are lost, a word that is offered at
///   the output is withdrawn, words that enter are lost until the other side has heard of the reset; then nothing passes until both
///   sides are clear, and no word of before passes behind that.
#[derive(LogicBlock)]
pub struct AsyncFifo<const WIDTH: usize, const LOG_DEPTH: usize, const POINTER: usize> {
    /// Clock of the input.
    pub in_clock: Signal<In, Clock>,
    /// Empties the queue, with `in_clock`.
    pub in_reset: Signal<In, Bit>,
    /// Word that enters.
    pub in_data: Signal<In, Bits<WIDTH>>,
    /// A word wants to enter.
    pub in_valid: Signal<In, Bit>,
    /// There is room.
    pub in_ready: Signal<Out, Bit>,
    /// Clock of the output.
    pub out_clock: Signal<In, Clock>,
    /// Empties the queue, with `out_clock`.
    pub out_reset: Signal<In, Bit>,
    /// Oldest word.
    pub out_data: Signal<Out, Bits<WIDTH>>,
    /// There is a word.
    pub out_valid: Signal<Out, Bit>,
    /// The oldest word is taken.
    pub out_ready: Signal<In, Bit>,
    /// Words may enter: no reset is under way at the input, nor known of there.
    pub in_open: Signal<Out, Bit>,
    /// Words may leave: no reset is under way at the output, nor known of there.
    pub out_open: Signal<Out, Bit>,
    about: About<Self>,
    memory: DualClockRam<WIDTH, LOG_DEPTH>,
    in_side: ResetHandshake,
    out_side: ResetHandshake,
    reads_seen: Synchroniser<POINTER>,
    writes_seen: Synchroniser<POINTER>,
    write_pointer: DFF<Bits<POINTER>>,
    write_gray: DFF<Bits<POINTER>>,
    room: DFF<Bit>,
    read_pointer: DFF<Bits<POINTER>>,
    read_gray: DFF<Bits<POINTER>>,
    valid: DFF<Bit>,
    push: Signal<Local, Bit>,
    fetch: Signal<Local, Bit>,
    write_pointer_after: Signal<Local, Bits<POINTER>>,
    write_gray_after: Signal<Local, Bits<POINTER>>,
    read_pointer_after: Signal<Local, Bits<POINTER>>,
    depth: Constant<Bits<POINTER>>,
    distance: Signal<Local, Bits<POINTER>>,
    /// In Gray code, what pointers differ in that are the depth apart.
    far: Signal<Local, Bits<POINTER>>,
}

impl<const WIDTH: usize, const LOG_DEPTH: usize, const POINTER: usize> Default
    for AsyncFifo<WIDTH, LOG_DEPTH, POINTER>
{
    fn default() -> Self {
        const { assert!(POINTER == LOG_DEPTH + 1 && LOG_DEPTH > 0) }
        crate::defaults! {
            [
                in_clock in_reset in_data in_valid in_ready out_clock out_reset out_data out_valid out_ready in_open out_open about memory in_side
                out_side reads_seen writes_seen write_pointer write_gray room read_pointer read_gray valid push fetch
                write_pointer_after write_gray_after read_pointer_after distance far
            ]
            []
            depth: Constant::new((1_u64 << LOG_DEPTH).into()),
        }
    }
}

impl<const WIDTH: usize, const LOG_DEPTH: usize, const POINTER: usize> Describe
    for AsyncFifo<WIDTH, LOG_DEPTH, POINTER>
{
    fn name() -> String {
        format!("async_fifo_w{WIDTH}_d{}", 1_u64 << LOG_DEPTH)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("async_fifo", &[("WIDTH", WIDTH), ("LOG_DEPTH", LOG_DEPTH)]))
    }

    fn description() -> &'static str {
        "Queue from one clock to another, first-word fall-through; either side may be reset. \
         Latency: 3 cycles of the output's clock when empty. Throughput: one word a cycle of the slower clock. \
         Stalls its input while full."
    }
}

impl<const WIDTH: usize, const LOG_DEPTH: usize, const POINTER: usize> Logic for AsyncFifo<WIDTH, LOG_DEPTH, POINTER> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, in_clock, write_pointer, write_gray, room);
        dff_setup!(self, out_clock, read_pointer, read_gray, valid);
        self.memory.write_clock.next = self.in_clock.val();
        self.memory.read_clock.next = self.out_clock.val();
        self.in_side.clock.next = self.in_clock.val();
        self.out_side.clock.next = self.out_clock.val();
        self.reads_seen.clock.next = self.in_clock.val();
        self.writes_seen.clock.next = self.out_clock.val();

        self.in_side.reset.next = self.in_reset.val();
        self.in_side.peer_ask.next = self.out_side.ask.val();
        self.in_side.peer_cleared.next = self.out_side.cleared.val();
        self.out_side.reset.next = self.out_reset.val();
        self.out_side.peer_ask.next = self.in_side.ask.val();
        self.out_side.peer_cleared.next = self.in_side.cleared.val();

        self.in_open.next = self.in_side.open.val();
        self.out_open.next = self.out_side.open.val();

        // Input.
        self.in_ready.next = self.room.q.val() & self.in_side.open.val();
        self.push.next = self.in_valid.val() & self.room.q.val() & self.in_side.open.val();
        self.write_pointer_after.next = self.write_pointer.q.val();
        if self.push.val() {
            self.write_pointer_after.next = self.write_pointer.q.val() + 1;
        }
        if self.in_side.clear.val() {
            self.write_pointer_after.next = 0.into();
        }
        self.write_gray_after.next = self.write_pointer_after.val() ^ (self.write_pointer_after.val() >> 1);
        self.write_pointer.d.next = self.write_pointer_after.val();
        self.write_gray.d.next = self.write_gray_after.val();
        self.reads_seen.from.next = self.read_gray.q.val();
        self.distance.next = self.depth.val();
        self.far.next = self.distance.val() ^ (self.distance.val() >> 1);
        self.room.d.next = self.write_gray_after.val() != (self.reads_seen.to.val() ^ self.far.val());
        self.memory.write_enable.next = self.push.val();
        self.memory.write_address.next = bit_cast::<LOG_DEPTH, POINTER>(self.write_pointer.q.val());
        self.memory.write_data.next = self.in_data.val();

        // Output.
        self.writes_seen.from.next = self.write_gray.q.val();
        self.fetch.next = self.out_side.open.val()
            & (self.writes_seen.to.val() != self.read_gray.q.val())
            & (self.out_ready.val() | !self.valid.q.val());
        self.read_pointer_after.next = self.read_pointer.q.val();
        if self.fetch.val() {
            self.read_pointer_after.next = self.read_pointer.q.val() + 1;
        }
        if self.out_side.clear.val() {
            self.read_pointer_after.next = 0.into();
        }
        self.read_pointer.d.next = self.read_pointer_after.val();
        self.read_gray.d.next = self.read_pointer_after.val() ^ (self.read_pointer_after.val() >> 1);
        self.memory.read_enable.next = self.fetch.val();
        self.memory.read_address.next = bit_cast::<LOG_DEPTH, POINTER>(self.read_pointer.q.val());
        self.out_data.next = self.memory.read_data.val();
        self.out_valid.next = self.valid.q.val();
        self.valid.d.next = self.fetch.val() | (self.valid.q.val() & !self.out_ready.val());
        if self.out_reset.val() | self.out_side.clear.val() | !self.out_side.open.val() {
            self.valid.d.next = false;
        }
    }
}
