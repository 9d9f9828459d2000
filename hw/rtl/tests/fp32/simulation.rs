//! Runs a unit in Rust-HDL's own simulator, one pair of operands a cycle.

use emberlane_rtl::fp32::{ADD_LATENCY, Fp32Add, Fp32Multiply, MULTIPLY_LATENCY};
use rust_hdl::prelude::*;

/// A pipelined unit with two FP32 operands.
pub trait Unit: Block + Default {
    /// Cycles from operands to result.
    const LATENCY: usize;

    /// Sets clock and operands.
    fn drive(&mut self, clock: bool, operands: [u32; 2]);

    /// Reads the result.
    fn result(&self) -> u32;
}

impl Unit for Fp32Add {
    const LATENCY: usize = ADD_LATENCY;

    fn drive(&mut self, clock: bool, [a, b]: [u32; 2]) {
        self.clock.next = clock.into();
        self.a.next = u64::from(a).into();
        self.b.next = u64::from(b).into();
    }

    fn result(&self) -> u32 {
        self.sum.val().to_u32()
    }
}

impl Unit for Fp32Multiply {
    const LATENCY: usize = MULTIPLY_LATENCY;

    fn drive(&mut self, clock: bool, [a, b]: [u32; 2]) {
        self.clock.next = clock.into();
        self.a.next = u64::from(a).into();
        self.b.next = u64::from(b).into();
    }

    fn result(&self) -> u32 {
        self.product.val().to_u32()
    }
}

/// Results of a unit for a sequence of operands, one pair a cycle.
pub fn results<U: Unit>(operands: &[[u32; 2]]) -> Vec<u32> {
    let mut unit = U::default();
    unit.connect_all();
    let idle = std::iter::repeat_n([0, 0], U::LATENCY - 1);
    let mut after_edge = Vec::new();
    for pair in operands.iter().copied().chain(idle) {
        for clock in [false, true] {
            unit.drive(clock, pair);
            assert!(simulate(&mut unit, 20), "the unit does not settle");
        }
        after_edge.push(unit.result());
    }
    after_edge.split_off(U::LATENCY - 1)
}
