//! Deep queue on block RAM.

use crate::memory::BlockRam;
use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Queue of `1 << LOG_DEPTH` words of `WIDTH` bits on block RAM, first-word fall-through.
///
/// The read register of the memory is the output stage, so that the queue holds one word more than its depth.
///
/// * Ports: words enter at `in_*` and leave at `out_*` in the same order.
/// * Latency: a word that enters an empty queue is valid at the output two cycles later.
/// * Throughput: one word a cycle in and out at once, at any filling but full (then a word must leave first).
/// * Stalls: `in_ready` is low while the memory is full; `out_valid` is low while no word was fetched. Both come from
///   registers.
#[derive(LogicBlock, Default)]
pub struct BlockFifo<const WIDTH: usize, const LOG_DEPTH: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Empties the queue.
    pub reset: Signal<In, Bit>,
    /// Word that enters.
    pub in_data: Signal<In, Bits<WIDTH>>,
    /// A word wants to enter.
    pub in_valid: Signal<In, Bit>,
    /// There is room.
    pub in_ready: Signal<Out, Bit>,
    /// Oldest word.
    pub out_data: Signal<Out, Bits<WIDTH>>,
    /// There is a word.
    pub out_valid: Signal<Out, Bit>,
    /// The oldest word is taken.
    pub out_ready: Signal<In, Bit>,
    about: About<Self>,
    memory: BlockRam<WIDTH, LOG_DEPTH>,
    write_pointer: DFF<Bits<LOG_DEPTH>>,
    read_pointer: DFF<Bits<LOG_DEPTH>>,
    occupied: DFF<Bit>,
    full: DFF<Bit>,
    fetched: DFF<Bit>,
    push: Signal<Local, Bit>,
    fetch: Signal<Local, Bit>,
    write_pointer_after: Signal<Local, Bits<LOG_DEPTH>>,
    read_pointer_after: Signal<Local, Bits<LOG_DEPTH>>,
}

impl<const WIDTH: usize, const LOG_DEPTH: usize> Describe for BlockFifo<WIDTH, LOG_DEPTH> {
    fn name() -> String {
        format!("block_fifo_w{WIDTH}_d{}", 1_u64 << LOG_DEPTH)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("block_fifo", &[("WIDTH", WIDTH), ("LOG_DEPTH", LOG_DEPTH)]))
    }

    fn description() -> &'static str {
        "Queue on block RAM, first-word fall-through. \
         Latency: 2 cycles when empty. Throughput: one word a cycle. Stalls its input only while full."
    }
}

impl<const WIDTH: usize, const LOG_DEPTH: usize> Logic for BlockFifo<WIDTH, LOG_DEPTH> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, write_pointer, read_pointer, occupied, full, fetched);
        self.memory.clock.next = self.clock.val();

        self.in_ready.next = !self.full.q.val();
        self.out_valid.next = self.fetched.q.val();
        self.push.next = self.in_valid.val() & !self.full.q.val();
        // The next word is fetched into the output stage when that is empty or being emptied.
        self.fetch.next = self.occupied.q.val() & (!self.fetched.q.val() | self.out_ready.val());
        self.write_pointer_after.next = self.write_pointer.q.val() + 1;
        self.read_pointer_after.next = self.read_pointer.q.val() + 1;

        self.memory.write_enable.next = self.push.val();
        self.memory.write_address.next = self.write_pointer.q.val();
        self.memory.write_data.next = self.in_data.val();
        self.memory.read_enable.next = self.fetch.val();
        self.memory.read_address.next = self.read_pointer.q.val();
        self.out_data.next = self.memory.read_data.val();

        if self.push.val() {
            self.write_pointer.d.next = self.write_pointer_after.val();
        }
        if self.out_ready.val() {
            self.fetched.d.next = false;
        }
        if self.fetch.val() {
            self.read_pointer.d.next = self.read_pointer_after.val();
            self.fetched.d.next = true;
        }
        // With equal pointers the memory is either empty or full; which of them, the last one-sided move decided.
        if self.push.val() & !self.fetch.val() {
            self.occupied.d.next = true;
            self.full.d.next = self.write_pointer_after.val() == self.read_pointer.q.val();
        }
        if self.fetch.val() & !self.push.val() {
            self.full.d.next = false;
            self.occupied.d.next = self.read_pointer_after.val() != self.write_pointer.q.val();
        }
        if self.reset.val() {
            self.write_pointer.d.next = 0.into();
            self.read_pointer.d.next = 0.into();
            self.occupied.d.next = false;
            self.full.d.next = false;
            self.fetched.d.next = false;
        }
    }
}
