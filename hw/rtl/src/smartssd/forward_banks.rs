//! The banks that are pooled from.

use super::adder_tree::{AdderTree, TREE_LATENCY};
use crate::fp32::{ADD_LATENCY, VectorAdd};
use crate::memory::{LutRam, OperandRam};
use emberlane_registers::kernel_plan::{ACCUMULATOR_BITS, SLOT_BITS};
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Cycles from the slots of a word to the sum of its operands: the banks, and the tree.
pub const OPERAND_LATENCY: usize = 1 + TREE_LATENCY;
/// Cycles from the slots of a word to the sum of its bag.
pub const SUM_LATENCY: usize = OPERAND_LATENCY + ADD_LATENCY;
/// Sixteen elements of the EVs of `BANKS` forward banks, and of the sums of bags.
///
/// A cycle reads up to two slots of every bank, and the tree and the accumulators add them to a bag. A slot is written
/// through the second port, which then reads nothing in this cycle.
///
/// * Latency: the operands of a cycle are added up [`OPERAND_LATENCY`] cycles later, when `sum_read` and `sum_first` are
///   needed; `sum` comes after [`SUM_LATENCY`], when `sum_keep` and `sum_write` are.
/// * Throughput: `2 * BANKS` slots a cycle. It never stalls: that no two words need a port, and that a sum is not read before it is
///   written, is the sequencer's business.
#[derive(LogicBlock)]
pub struct ForwardBanks<const BANKS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Slot that each bank's first port reads.
    pub slot_a: [Signal<In, Bits<SLOT_BITS>>; BANKS],
    /// Slot that each bank's second port reads.
    pub slot_b: [Signal<In, Bits<SLOT_BITS>>; BANKS],
    /// Banks whose first port reads an operand.
    pub use_a: [Signal<In, Bit>; BANKS],
    /// Banks whose second port reads an operand.
    pub use_b: [Signal<In, Bit>; BANKS],
    /// Banks whose second port writes.
    pub write: [Signal<In, Bit>; BANKS],
    /// Slot that is written.
    pub write_slot: Signal<In, Bits<SLOT_BITS>>,
    /// What is written.
    pub write_data: Signal<In, Bits<512>>,
    /// Accumulator that the operands are added to.
    pub sum_read: Signal<In, Bits<ACCUMULATOR_BITS>>,
    /// They are added to +0 instead.
    pub sum_first: Signal<In, Bit>,
    /// The sum goes into an accumulator.
    pub sum_keep: Signal<In, Bit>,
    /// Which one.
    pub sum_write: Signal<In, Bits<ACCUMULATOR_BITS>>,
    /// The sum.
    pub sum: Signal<Out, Bits<512>>,
    /// An operand that is not read is -0.
    bank: [OperandRam<SLOT_BITS>; BANKS],
    tree: AdderTree<BANKS>,
    adder: VectorAdd,
    sums: LutRam<512, ACCUMULATOR_BITS>,
    about: About<Self>,
}

impl<const BANKS: usize> Default for ForwardBanks<BANKS> {
    fn default() -> Self {
        crate::defaults! {
            [
                clock write_slot write_data sum_read sum_first sum_keep sum_write sum
                tree adder sums about
            ]
            [slot_a slot_b use_a use_b write bank]
        }
    }
}

impl<const BANKS: usize> Describe for ForwardBanks<BANKS> {
    fn name() -> String {
        format!("forward_banks_b{BANKS}")
    }

    fn description() -> &'static str {
        "Sixteen elements of the EVs of the forward banks: two reads of every bank a cycle, a tree of adders, and the sums of bags. 21 cycles to the tree's sum, 26 to the bag's; never stalls."
    }
}

impl<const BANKS: usize> Logic for ForwardBanks<BANKS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.tree.clock.next = self.clock.val();
        self.adder.clock.next = self.clock.val();
        self.sums.clock.next = self.clock.val();
        for i in 0..BANKS {
            self.bank[i].clock.next = self.clock.val();
            self.bank[i].a_enable.next = self.use_a[i].val();
            self.bank[i].a_address.next = self.slot_a[i].val();
            self.bank[i].b_enable.next = self.use_b[i].val();
            self.bank[i].b_write.next = self.write[i].val();
            self.bank[i].b_address.next = self.slot_b[i].val();
            if self.write[i].val() {
                self.bank[i].b_address.next = self.write_slot.val();
            }
            self.bank[i].b_write_data.next = self.write_data.val();

            self.tree.leaf_a[i].next = self.bank[i].a_data.val();
            self.tree.leaf_b[i].next = self.bank[i].b_data.val();
        }
        self.sums.read_address.next = self.sum_read.val();
        self.adder.a.next = self.sums.read_data.val();
        if self.sum_first.val() {
            self.adder.a.next = 0.into();
        }
        self.adder.b.next = self.tree.sum.val();
        self.sums.write_enable.next = self.sum_keep.val();
        self.sums.write_address.next = self.sum_write.val();
        self.sums.write_data.next = self.adder.sum.val();
        self.sum.next = self.adder.sum.val();
    }
}
