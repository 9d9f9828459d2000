//! FP32 units with the arithmetic of this machine's processor instead of their own logic.
//!
//! A processor's FP32 is that of the units: IEEE-754 binary32, to nearest even, with subnormals, all NaN made the one of the units. A unit
//! has its latency in registers as before, so that a device has the same bits and the same cycles.

use crate::bridge::ffi;

/// Whether the devices that users ask for are simulated so in this program: the feature `rtl-fast`, which leaves out the protocol monitors, too.
/// Those that only tests ask for are not.
pub const IN_USE: bool = cfg!(feature = "rtl-fast");

/// The sum of two values, on their bits, as a unit has it.
#[must_use]
pub fn add(a: u32, b: u32) -> u32 {
    ffi::fp32_add(a, b)
}

/// The product of two values, on their bits, as a unit has it.
#[must_use]
pub fn multiply(a: u32, b: u32) -> u32 {
    ffi::fp32_multiply(a, b)
}

#[cfg(test)]
mod tests {
    use super::{add, multiply};
    use emberlane_reference::fp32;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Exponents, significands and signs that meet at an edge of the format.
    fn edges() -> impl Iterator<Item = u32> + Clone {
        let exponents = [0u32, 1, 2, 23, 24, 25, 102, 126, 127, 128, 150, 151, 230, 253, 254, 255];
        let significands = [0u32, 1, 2, 3, 0x3f_ffff, 0x40_0000, 0x40_0001, 0x55_5555, 0x7f_fffe, 0x7f_ffff];
        let values = exponents.into_iter().flat_map(move |exponent| significands.map(|bits| exponent << 23 | bits));
        values.flat_map(|bits| [bits, bits | 1 << 31])
    }

    fn check(a: u32, b: u32) {
        let (x, y) = (f32::from_bits(a), f32::from_bits(b));
        assert_eq!(add(a, b), fp32::add(x, y).to_bits(), "{a:#010x} + {b:#010x}");
        assert_eq!(multiply(a, b), fp32::multiply(x, y).to_bits(), "{a:#010x} * {b:#010x}");
    }

    #[test]
    fn every_pair_of_edges_is_as_in_the_reference() {
        edges().for_each(|a| edges().for_each(|b| check(a, b)));
    }

    fn random_pairs(seed: u64, pairs: u64) {
        println!("seed {seed}");
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        for _ in 0..pairs {
            let (a, b): (u32, u32) = (random.random(), random.random());
            check(a, b);
            // Of near exponents, where sums cancel and are rounded.
            check(a, (b & !(0xff << 23)) | ((a >> 23 & 0xff) ^ (b >> 23 & 7)) << 23);
        }
    }

    #[test]
    fn random_pairs_are_as_in_the_reference() {
        random_pairs(11, 2_000_000);
    }

    /// A billion pairs: half a minute with optimisation.
    #[test]
    #[ignore = "half a minute; `cargo test --release -p emberlane-verilated -- --ignored billion`"]
    fn a_billion_pairs_are_as_in_the_reference() {
        random_pairs(12, 500_000_000);
    }
}
