//! Arithmetic whose NaN is the hardware's.

/// The one NaN that the hardware makes: quiet, positive, no payload.
pub const CANONICAL_NAN: u32 = 0x7fc0_0000;

/// A sum.
pub fn add(a: f32, b: f32) -> f32 {
    canonical(a + b)
}

/// A product.
pub fn multiply(a: f32, b: f32) -> f32 {
    canonical(a * b)
}

fn canonical(value: f32) -> f32 {
    if value.is_nan() { f32::from_bits(CANONICAL_NAN) } else { value }
}
