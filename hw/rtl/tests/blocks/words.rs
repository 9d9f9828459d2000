//! Words of any width.

use rand::Rng;
use rand_pcg::Pcg64;
use rust_hdl::prelude::*;

/// A random value of any width.
pub fn random_bits<const WIDTH: usize>(random: &mut Pcg64) -> Bits<WIDTH> {
    (0..WIDTH.div_ceil(16)).fold(Bits::default(), |value, _| {
        // Sixteen bits at a time; a narrow value takes the low ones.
        let low: Bits<16> = random.random::<u16>().to_bits();
        (value << 16) | bit_cast::<WIDTH, 16>(low)
    })
}
