//! Slots of a backward bank that are being updated.

use emberlane_registers::kernel_plan::SLOT_BITS;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Follows the slots that a bank reads until they are written, and says whether one of them is asked for again.
///
/// Latency `LENGTH` cycles from `slot` to `write_slot`; a slot a cycle; never stalls.
#[derive(LogicBlock)]
pub struct SlotPipeline<const LENGTH: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// Slot that is asked for.
    pub asked: Signal<In, Bits<SLOT_BITS>>,
    /// It was taken in and is not written: it must not be read in this cycle.
    pub busy: Signal<Out, Bit>,
    /// Slot that is taken in.
    pub slot: Signal<In, Bits<SLOT_BITS>>,
    /// It is updated.
    pub update: Signal<In, Bit>,
    /// It is loaded.
    pub load: Signal<In, Bit>,
    /// Slot that is written.
    pub write_slot: Signal<Out, Bits<SLOT_BITS>>,
    /// It is written.
    pub write: Signal<Out, Bit>,
    /// What is written was loaded.
    pub write_load: Signal<Out, Bit>,
    slots: [DFF<Bits<SLOT_BITS>>; LENGTH],
    updates: [DFF<Bit>; LENGTH],
    loads: [DFF<Bit>; LENGTH],
    about: About<Self>,
}

impl<const LENGTH: usize> Default for SlotPipeline<LENGTH> {
    fn default() -> Self {
        crate::defaults! {
            [clock reset asked busy slot update load write_slot write write_load about]
            [slots updates loads]
        }
    }
}

impl<const LENGTH: usize> Describe for SlotPipeline<LENGTH> {
    fn name() -> String {
        format!("slot_pipeline_l{LENGTH}")
    }

    fn description() -> &'static str {
        "Follows the slots of a backward bank from read to write and says whether one is asked for again meanwhile. A slot a cycle; never stalls."
    }
}

impl<const LENGTH: usize> Logic for SlotPipeline<LENGTH> {
    #[hdl_gen]
    fn update(&mut self) {
        self.busy.next = false;
        for i in 0..LENGTH {
            self.slots[i].clock.next = self.clock.val();
            self.updates[i].clock.next = self.clock.val();
            self.loads[i].clock.next = self.clock.val();
            if i == 0 {
                self.slots[i].d.next = self.slot.val();
                self.updates[i].d.next = self.update.val();
                self.loads[i].d.next = self.load.val();
            } else {
                self.slots[i].d.next = self.slots[i - 1].q.val();
                self.updates[i].d.next = self.updates[i - 1].q.val();
                self.loads[i].d.next = self.loads[i - 1].q.val();
            }
            if (self.updates[i].q.val() | self.loads[i].q.val()) & (self.slots[i].q.val() == self.asked.val()) {
                self.busy.next = true;
            }
            if self.reset.val() {
                self.updates[i].d.next = false;
                self.loads[i].d.next = false;
            }
            self.write_slot.next = self.slots[i].q.val();
            self.write.next = self.updates[i].q.val() | self.loads[i].q.val();
            self.write_load.next = self.loads[i].q.val();
        }
    }
}
