//! How long a memory is waited for.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use emberlane_rtl::axi::Patience;
use rand::Rng;

/// Cycles in a row without a sign, in which it is waited.
const LIMIT: u64 = 2048;

#[test]
fn a_wait_is_over_when_no_sign_came_for_so_long() {
    let random = &mut random("patience", 1);
    let mut block = ready::<Patience<11, 12>>();
    let (mut waited, mut overs) = (0, 0);
    while overs < 6 {
        // Now and then a sign, or an end of the wait, just before it is over, or just then.
        let near = waited >= LIMIT - 2;
        let ends = random.random_ratio(1, if near { 6 } else { 4000 });
        let (waits, sign) = match random.random_bool(0.5) {
            _ if !ends => (true, false),
            true => (true, true),
            false => (false, random.random_bool(0.5)),
        };
        block.waits.next = waits;
        block.sign.next = sign;
        settle(&mut *block);
        let over = waits && !sign && waited == LIMIT;
        assert_eq!(block.over.val(), over, "after {waited} cycles");
        waited = if waits && !sign && !over { waited + 1 } else { 0 };
        overs += u64::from(over);
        clock_cycle!(block);
    }
}
