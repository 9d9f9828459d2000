//! Products of any width, for multipliers that map onto DSP blocks.
//!
//! Rust-HDL multiplies 16 by 16 bits only. In a kernel,
//!
//! ```
//! # use emberlane_verilog::wide::{bits_prod, bits_signed_prod, bits_wide, signed_cast_wide};
//! # use rust_hdl::prelude::*;
//! # #[derive(LogicBlock, Default)]
//! # struct Products {
//! #     a: Signal<In, Bits<24>>,
//! #     b: Signal<In, Bits<24>>,
//! #     s: Signal<In, Bits<27>>,
//! #     t: Signal<In, Bits<18>>,
//! #     product: Signal<Out, Bits<48>>,
//! #     signed: Signal<Out, Bits<45>>,
//! # }
//! # impl Logic for Products {
//! # #[hdl_gen]
//! # fn update(&mut self) {
//! self.product.next = bits_prod::<48, 24, 24>(bits_wide(self.a.val()) * bits_wide(self.b.val()));
//! self.signed.next = bits_signed_prod::<45, 27, 18>(signed_cast_wide(self.s.val()) * signed_cast_wide(self.t.val()));
//! # }
//! # }
//! ```
//!
//! simulates the full product of both operands and is exported as `a * b`, respectively `$signed(s) * $signed(t)`, as
//! wide as both operands together and cut to the first parameter. The names matter: Rust-HDL takes a call for a cast
//! if it begins with `bits` or `signed_cast`, and a product of casts is what the exporter knows as a full product.

use rust_hdl::prelude::*;
use std::ops::Mul;

/// Unsigned factor of a full product; made by [`bits_wide`].
#[derive(Clone, Copy, Debug)]
pub struct Wide<const N: usize>(Bits<N>);

/// Full product of two unsigned factors; read by [`bits_prod`].
#[derive(Clone, Debug)]
pub struct Product<const N: usize, const M: usize>(Vec<u32>);

/// Signed factor of a full product; made by [`signed_cast_wide`].
#[derive(Clone, Copy, Debug)]
pub struct SignedWide<const N: usize>(Bits<N>);

/// Full product of two signed factors; read by [`bits_signed_prod`].
#[derive(Clone, Debug)]
pub struct SignedProduct<const N: usize, const M: usize>(Vec<u32>);

/// Unsigned factor of a full product.
pub fn bits_wide<const N: usize>(value: Bits<N>) -> Wide<N> {
    Wide(value)
}

/// Signed factor of a full product: the bits are read as two's complement.
pub fn signed_cast_wide<const N: usize>(value: Bits<N>) -> SignedWide<N> {
    SignedWide(value)
}

/// The low `P` bits of a product, `P <= N + M`.
pub fn bits_prod<const P: usize, const N: usize, const M: usize>(product: Product<N, M>) -> Bits<P> {
    const { assert!(P <= N + M, "a product has as many bits as both factors together") };
    from_limbs(&product.0)
}

/// The low `P` bits of a signed product, `P <= N + M`.
pub fn bits_signed_prod<const P: usize, const N: usize, const M: usize>(product: SignedProduct<N, M>) -> Bits<P> {
    const { assert!(P <= N + M, "a product has as many bits as both factors together") };
    from_limbs(&product.0)
}

impl<const N: usize> Wide<N> {
    /// Width of the factor, which the export asks for.
    pub fn bits(self) -> usize {
        N
    }
}

impl<const N: usize, const M: usize> Mul<Wide<M>> for Wide<N> {
    type Output = Product<N, M>;

    fn mul(self, other: Wide<M>) -> Self::Output {
        Product(multiplied(&limbs(self.0, limb_count(N, M), false), &limbs(other.0, limb_count(N, M), false)))
    }
}

impl<const N: usize, const M: usize> Mul<SignedWide<M>> for SignedWide<N> {
    type Output = SignedProduct<N, M>;

    fn mul(self, other: SignedWide<M>) -> Self::Output {
        SignedProduct(multiplied(&limbs(self.0, limb_count(N, M), true), &limbs(other.0, limb_count(N, M), true)))
    }
}

/// Limbs of the product of factors of `n` and `m` bits.
fn limb_count(n: usize, m: usize) -> usize {
    (n + m).div_ceil(32)
}

/// Value as `length` limbs, least significant first, filled with zeros or with the sign.
fn limbs<const N: usize>(value: Bits<N>, length: usize, signed: bool) -> Vec<u32> {
    let fill = signed && value.get_bit(N - 1);
    let bit = |index: usize| if index < N { value.get_bit(index) } else { fill };
    (0..length).map(|limb| (0..32).fold(0, |sum, index| sum | (u32::from(bit(32 * limb + index)) << index))).collect()
}

/// Product of two numbers of equal length, cut to that length.
fn multiplied(a: &[u32], b: &[u32]) -> Vec<u32> {
    let mut product = vec![0_u32; a.len()];
    for (shift, factor) in a.iter().enumerate() {
        let mut carry = 0_u64;
        for (place, other) in product[shift..].iter_mut().zip(b) {
            let sum = u64::from(*place) + u64::from(*factor) * u64::from(*other) + carry;
            *place = sum as u32;
            carry = sum >> 32;
        }
    }
    product
}

fn from_limbs<const P: usize>(limbs: &[u32]) -> Bits<P> {
    (0..P).fold(Bits::<P>::default(), |bits, index| {
        if limbs[index / 32] >> (index % 32) & 1 == 1 { bits.replace_bit(index, true) } else { bits }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsigned_products_are_full() {
        let product: Bits<48> = bits_prod(bits_wide::<24>(0xff_ffff.into()) * bits_wide::<24>(0xff_fffe.into()));
        assert_eq!(product.to_u64(), 0xff_ffff * 0xff_fffe);
        let wide: Bits<128> = bits_prod(bits_wide::<64>(u64::MAX.into()) * bits_wide::<64>(u64::MAX.into()));
        assert_eq!(wide.to_u128(), u128::from(u64::MAX) * u128::from(u64::MAX));
    }

    #[test]
    fn signed_products_extend_the_sign() {
        for (a, b) in [(-5_i64, 7_i64), (-(1 << 26), -(1 << 17)), (0, -1), ((1 << 26) - 1, -(1 << 17))] {
            let s: Bits<27> = (a as u64 & 0x7ff_ffff).into();
            let t: Bits<18> = (b as u64 & 0x3_ffff).into();
            let product: Bits<45> = bits_signed_prod(signed_cast_wide(s) * signed_cast_wide(t));
            assert_eq!(product.to_u64(), (a * b) as u64 & ((1 << 45) - 1), "{a} * {b}");
        }
    }
}
