//! Cycle-by-cycle driving of a block.

use emberlane_verilog::recording::Recording;
use rand::SeedableRng;
use rand_pcg::Pcg64;
use rust_hdl::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;

thread_local! {
    /// Recordings of blocks, by where they are.
    static RECORDINGS: RefCell<HashMap<*const (), Recording>> = RefCell::default();
}

/// Passes a block is given to settle after its inputs changed; the deepest of ours needs about ten.
const MOST_PASSES: usize = 64;

/// Runs the combinational logic until nothing changes.
pub fn settle<B: Block>(block: &mut B) {
    assert!(simulate(block, MOST_PASSES), "the block does not settle in {MOST_PASSES} passes: a combinational loop?");
}

/// One rising and one falling edge of `clock`, on settled inputs.
#[macro_export]
macro_rules! clock_cycle {
    ($block:expr) => {
        $crate::bench::record(&*$block);
        $block.clock.next = true.into();
        $crate::bench::settle(&mut *$block);
        $block.clock.next = false.into();
        $crate::bench::settle(&mut *$block);
    };
}

/// A block that passed Rust-HDL's own checks (connections, loops, timing, written inputs) and is settled.
pub fn ready<B: Block + Default>() -> Box<B> {
    let mut block = Box::<B>::default();
    block.connect_all();
    if let Err(error) = check_all(&*block) {
        panic!("Rust-HDL's checks: {error:?}");
    }
    settle(&mut *block);
    let recording = Recording::begin(&*block);
    RECORDINGS.with_borrow_mut(|recordings| {
        // A block that was here before is gone.
        recordings.remove(&place(&*block));
        recordings.extend(recording.map(|recording| (place(&*block), recording)));
    });
    block
}

/// Writes down what a block is driven with, where recordings are asked for.
pub fn record<B: Block>(block: &B) {
    RECORDINGS.with_borrow_mut(|recordings| {
        if let Some(recording) = recordings.get_mut(&place(block)) {
            recording.cycle(block);
        }
    });
}

fn place<B: Block>(block: &B) -> *const () {
    std::ptr::from_ref(block).cast()
}

/// Random generator of a test, after printing the seed that replays it.
pub fn random(test: &str, seed: u64) -> Pcg64 {
    eprintln!("{test}: seed {seed}");
    Pcg64::seed_from_u64(seed)
}
