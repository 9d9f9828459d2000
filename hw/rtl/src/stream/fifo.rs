//! Shallow queue on LUT RAM.

use crate::memory::LutRam;
use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Queue of `1 << LOG_DEPTH` words of `WIDTH` bits on LUT RAM, first-word fall-through.
///
/// * Ports: words enter at `in_*` and leave at `out_*` in the same order.
/// * Latency: a word that enters an empty queue is valid at the output in the next cycle.
/// * Throughput: one word a cycle in and out at once, at any filling but full (then a word must leave first).
/// * Stalls: `in_ready` is low while the queue is full; `out_valid` is low while it is empty. Both come from registers.
///
/// For depths up to 32 words (`LOG_DEPTH` 1 to 5); above that [`BlockFifo`](super::BlockFifo) is smaller.
#[derive(LogicBlock, Default)]
pub struct Fifo<const WIDTH: usize, const LOG_DEPTH: usize> {
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
    memory: LutRam<WIDTH, LOG_DEPTH>,
    write_pointer: DFF<Bits<LOG_DEPTH>>,
    read_pointer: DFF<Bits<LOG_DEPTH>>,
    occupied: DFF<Bit>,
    full: DFF<Bit>,
    push: Signal<Local, Bit>,
    pop: Signal<Local, Bit>,
    write_pointer_after: Signal<Local, Bits<LOG_DEPTH>>,
    read_pointer_after: Signal<Local, Bits<LOG_DEPTH>>,
}

impl<const WIDTH: usize, const LOG_DEPTH: usize> Describe for Fifo<WIDTH, LOG_DEPTH> {
    fn name() -> String {
        format!("fifo_w{WIDTH}_d{}", 1_u64 << LOG_DEPTH)
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("fifo", &[("WIDTH", WIDTH), ("LOG_DEPTH", LOG_DEPTH)]))
    }

    fn description() -> &'static str {
        "Queue on LUT RAM, first-word fall-through. \
         Latency: 1 cycle when empty. Throughput: one word a cycle. Stalls its input only while full."
    }
}

impl<const WIDTH: usize, const LOG_DEPTH: usize> Logic for Fifo<WIDTH, LOG_DEPTH> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, write_pointer, read_pointer, occupied, full);
        self.memory.clock.next = self.clock.val();

        self.in_ready.next = !self.full.q.val();
        self.out_valid.next = self.occupied.q.val();
        self.push.next = self.in_valid.val() & !self.full.q.val();
        self.pop.next = self.out_ready.val() & self.occupied.q.val();
        self.write_pointer_after.next = self.write_pointer.q.val() + 1;
        self.read_pointer_after.next = self.read_pointer.q.val() + 1;

        self.memory.write_enable.next = self.push.val();
        self.memory.write_address.next = self.write_pointer.q.val();
        self.memory.write_data.next = self.in_data.val();
        self.memory.read_address.next = self.read_pointer.q.val();
        self.out_data.next = self.memory.read_data.val();

        if self.push.val() {
            self.write_pointer.d.next = self.write_pointer_after.val();
        }
        if self.pop.val() {
            self.read_pointer.d.next = self.read_pointer_after.val();
        }
        // With equal pointers the queue is either empty or full; which of them, the last one-sided move decided.
        if self.push.val() & !self.pop.val() {
            self.occupied.d.next = true;
            self.full.d.next = self.write_pointer_after.val() == self.read_pointer.q.val();
        }
        if self.pop.val() & !self.push.val() {
            self.full.d.next = false;
            self.occupied.d.next = self.read_pointer_after.val() != self.write_pointer.q.val();
        }
        if self.reset.val() {
            self.write_pointer.d.next = 0.into();
            self.read_pointer.d.next = 0.into();
            self.occupied.d.next = false;
            self.full.d.next = false;
        }
    }
}
