//! Products of any width in kernels; Rust-HDL itself multiplies 16 by 16 bits only.

use rust_hdl::prelude::*;
use std::ops::Mul;

/// A factor of `N` bits.
pub struct Wide<const N: usize>(u128);

impl<const N: usize> Wide<N> {
    /// Width, which the kernel macro asks every cast for.
    pub fn bits(self) -> usize {
        N
    }
}

/// A product of `N` and `M` bits.
pub struct Prod<const N: usize, const M: usize>(u128);

/// Makes a factor.
pub fn bits_wide<const N: usize>(x: Bits<N>) -> Wide<N> {
    Wide(x.to_u128())
}

/// Turns a product into bits.
pub fn bits_prod<const P: usize, const N: usize, const M: usize>(x: Prod<N, M>) -> Bits<P> {
    x.0.to_bits()
}

impl<const N: usize, const M: usize> Mul<Wide<M>> for Wide<N> {
    type Output = Prod<N, M>;

    fn mul(self, rhs: Wide<M>) -> Prod<N, M> {
        Prod(self.0 * rhs.0)
    }
}
