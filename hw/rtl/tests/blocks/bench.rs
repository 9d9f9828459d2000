//! Cycle-by-cycle driving of a block.

use rand::SeedableRng;
use rand_pcg::Pcg64;
use rust_hdl::prelude::*;

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
    block
}

/// Random generator of a test, after printing the seed that replays it.
pub fn random(test: &str, seed: u64) -> Pcg64 {
    eprintln!("{test}: seed {seed}");
    Pcg64::seed_from_u64(seed)
}
