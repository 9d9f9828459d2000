//! Register slice that cuts both directions of a handshake.

use emberlane_verilog::{About, Describe, Generic};
use rust_hdl::prelude::*;

/// Register slice: payload, `valid` and `ready` all pass through a register.
///
/// * Ports: words enter at `in_*` and leave at `out_*` in the same order.
/// * Latency: 1 cycle.
/// * Throughput: one word a cycle. When the output stalls, the word that is already on its way is kept aside.
/// * Stalls: `in_ready` is low while a word is kept aside, that is from the cycle after the output stalled with the
///   stage occupied until the cycle after it moved.
#[derive(LogicBlock, Default)]
pub struct SkidBuffer<const WIDTH: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Drops what is held.
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
    stage: DFF<Bits<WIDTH>>,
    stage_valid: DFF<Bit>,
    aside: DFF<Bits<WIDTH>>,
    aside_valid: DFF<Bit>,
}

impl<const WIDTH: usize> Describe for SkidBuffer<WIDTH> {
    fn name() -> String {
        format!("skid_buffer_w{WIDTH}")
    }

    fn generic() -> Option<Generic> {
        Some(Generic::new("skid_buffer", &[("WIDTH", WIDTH)]))
    }

    fn description() -> &'static str {
        "Register slice for payload, valid and ready. \
         Latency: 1 cycle. Throughput: one word a cycle. Stalls its input only while it holds two words."
    }
}

impl<const WIDTH: usize> Logic for SkidBuffer<WIDTH> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, stage, stage_valid, aside, aside_valid);
        self.in_ready.next = !self.aside_valid.q.val();
        self.out_valid.next = self.stage_valid.q.val();
        self.out_data.next = self.stage.q.val();

        // While a word is aside nothing enters, so that the input may overwrite `aside` whenever it is free.
        if !self.aside_valid.q.val() {
            self.aside.d.next = self.in_data.val();
        }
        if self.out_ready.val() | !self.stage_valid.q.val() {
            self.aside_valid.d.next = false;
            if self.aside_valid.q.val() {
                self.stage.d.next = self.aside.q.val();
                self.stage_valid.d.next = true;
            } else {
                self.stage.d.next = self.in_data.val();
                self.stage_valid.d.next = self.in_valid.val();
            }
        } else if self.in_valid.val() {
            self.aside_valid.d.next = true;
        }
        if self.reset.val() {
            self.stage_valid.d.next = false;
            self.aside_valid.d.next = false;
        }
    }
}
