//! Adds the operands of a cycle up.

use super::blocks;
use crate::fp32::{ADD_LATENCY, VectorAdd};
use crate::stream::Delay;
use emberlane_verilog::{About, Describe};
use rust_hdl::prelude::*;

/// Cycles from the leaves to the sum, whatever the number of banks: four levels of adders.
pub const TREE_LATENCY: usize = 4 * ADD_LATENCY;

/// Sixteen lanes of a tree of `2 * BANKS` leaves, two a bank, up to 16.
///
/// The first level adds the two leaves of each bank, each further one neighbours; one without a neighbour is delayed instead.
/// Latency [`TREE_LATENCY`]; a sum a cycle; never stalls.
#[derive(LogicBlock)]
pub struct AdderTree<const BANKS: usize> {
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Leaf of each bank's first port.
    pub leaf_a: [Signal<In, Bits<512>>; BANKS],
    /// Leaf of each bank's second port.
    pub leaf_b: [Signal<In, Bits<512>>; BANKS],
    /// The sum.
    pub sum: Signal<Out, Bits<512>>,
    first: [VectorAdd; BANKS],
    second: Vec<VectorAdd>,
    second_alone: Vec<Delay<512, ADD_LATENCY>>,
    third: Vec<VectorAdd>,
    third_alone: Vec<Delay<512, ADD_LATENCY>>,
    fourth: Vec<VectorAdd>,
    fourth_alone: Vec<Delay<512, ADD_LATENCY>>,
    of_second: Vec<Signal<Local, Bits<512>>>,
    of_third: Vec<Signal<Local, Bits<512>>>,
    about: About<Self>,
}

impl<const BANKS: usize> AdderTree<BANKS> {
    /// Adders of the second level, and its sums, which are more by one if one is alone; so the levels behind it.
    const SECOND_PAIRS: usize = BANKS / 2;
    const SECOND: usize = BANKS.div_ceil(2);
    const THIRD_PAIRS: usize = Self::SECOND / 2;
    const THIRD: usize = Self::SECOND.div_ceil(2);
    const FOURTH_PAIRS: usize = Self::THIRD / 2;
}

impl<const BANKS: usize> Default for AdderTree<BANKS> {
    fn default() -> Self {
        assert!((1..=8).contains(&BANKS), "the tree has four levels");
        let (second, third) = (Self::SECOND, Self::THIRD);
        crate::defaults! {
            [clock sum about]
            [leaf_a leaf_b first]
            second: blocks(BANKS / 2),
            second_alone: blocks(BANKS % 2),
            third: blocks(second / 2),
            third_alone: blocks(second % 2),
            fourth: blocks(third / 2),
            fourth_alone: blocks(third % 2),
            of_second: blocks(second),
            of_third: blocks(third),
        }
    }
}

impl<const BANKS: usize> Describe for AdderTree<BANKS> {
    fn name() -> String {
        format!("adder_tree_b{BANKS}")
    }

    fn description() -> &'static str {
        "Sixteen lanes that add two operands of every bank up, neighbours first. Latency 20 cycles, a sum a cycle, never stalls."
    }
}

impl<const BANKS: usize> Logic for AdderTree<BANKS> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..BANKS {
            self.first[i].clock.next = self.clock.val();
            self.first[i].a.next = self.leaf_a[i].val();
            self.first[i].b.next = self.leaf_b[i].val();
        }
        for i in 0..Self::SECOND_PAIRS {
            self.second[i].clock.next = self.clock.val();
            self.second[i].a.next = self.first[2 * i].sum.val();
            self.second[i].b.next = self.first[2 * i + 1].sum.val();
            self.of_second[i].next = self.second[i].sum.val();
        }
        for i in Self::SECOND_PAIRS..Self::SECOND {
            self.second_alone[0].clock.next = self.clock.val();
            self.second_alone[0].in_data.next = self.first[2 * i].sum.val();
            self.of_second[i].next = self.second_alone[0].out_data.val();
        }
        for i in 0..Self::THIRD_PAIRS {
            self.third[i].clock.next = self.clock.val();
            self.third[i].a.next = self.of_second[2 * i].val();
            self.third[i].b.next = self.of_second[2 * i + 1].val();
            self.of_third[i].next = self.third[i].sum.val();
        }
        for i in Self::THIRD_PAIRS..Self::THIRD {
            self.third_alone[0].clock.next = self.clock.val();
            self.third_alone[0].in_data.next = self.of_second[2 * i].val();
            self.of_third[i].next = self.third_alone[0].out_data.val();
        }
        for i in 0..Self::FOURTH_PAIRS {
            self.fourth[i].clock.next = self.clock.val();
            self.fourth[i].a.next = self.of_third[2 * i].val();
            self.fourth[i].b.next = self.of_third[2 * i + 1].val();
            self.sum.next = self.fourth[i].sum.val();
        }
        for i in Self::FOURTH_PAIRS..1 {
            self.fourth_alone[0].clock.next = self.clock.val();
            self.fourth_alone[0].in_data.next = self.of_third[2 * i].val();
            self.sum.next = self.fourth_alone[0].out_data.val();
        }
    }
}
