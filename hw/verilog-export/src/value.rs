//! Constant bit strings of any width.

use std::fmt;

/// An unsigned constant of a known width, least significant bit first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BitString(Vec<bool>);

impl BitString {
    pub(crate) fn zeros(width: usize) -> Self {
        Self(vec![false; width])
    }

    pub(crate) fn from_u128(value: u128, width: usize) -> Option<Self> {
        let bits: Vec<bool> = (0..128).map(|bit| value >> bit & 1 == 1).collect();
        Self(bits).resized(width)
    }

    /// Parses what Rust-HDL prints for a literal: `8'h5a`, `1'b1`. `None` for a negative number.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (_, digits) = text.trim().split_once('\'')?;
        let (radix, bits_per_digit) = match digits.get(..1)? {
            "h" => (16, 4),
            "b" => (2, 1),
            _ => return None,
        };
        let mut bits = Vec::new();
        for digit in digits[1..].chars().rev() {
            let digit = digit.to_digit(radix)?;
            bits.extend((0..bits_per_digit).map(|bit| digit >> bit & 1 == 1));
        }
        Some(Self(bits))
    }

    pub(crate) fn width(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn bit(&self, index: usize) -> bool {
        self.0.get(index).copied().unwrap_or(false)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.iter().all(|bit| !bit)
    }

    pub(crate) fn is_ones(&self) -> bool {
        self.0.iter().all(|bit| *bit)
    }

    /// The same value with another width, or `None` if it does not fit.
    pub(crate) fn resized(&self, width: usize) -> Option<Self> {
        if self.0.iter().skip(width).any(|bit| *bit) {
            return None;
        }
        Some(self.truncated(width))
    }

    /// Zero-extended, or cut at `width`.
    pub(crate) fn truncated(&self, width: usize) -> Self {
        self.slice(0, width)
    }

    pub(crate) fn slice(&self, low: usize, width: usize) -> Self {
        Self((low..low + width).map(|bit| self.bit(bit)).collect())
    }

    pub(crate) fn concatenated(parts: impl IntoIterator<Item = BitString>) -> Self {
        Self(parts.into_iter().flat_map(|part| part.0).collect())
    }

    pub(crate) fn zip(&self, other: &Self, mut op: impl FnMut(bool, bool) -> bool) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| op(*a, *b)).collect())
    }

    /// Sum of equal widths, without the last carry.
    pub(crate) fn sum(&self, other: &Self, mut carry: bool) -> Self {
        self.zip(other, |a, b| {
            let sum = a ^ b ^ carry;
            carry = (a & b) | (carry & (a ^ b));
            sum
        })
    }

    pub(crate) fn complement(&self) -> Self {
        Self(self.0.iter().map(|bit| !bit).collect())
    }

    /// The value, if it fits.
    pub(crate) fn to_u128(&self) -> Option<u128> {
        if self.0.iter().skip(128).any(|bit| *bit) {
            return None;
        }
        Some(self.0.iter().take(128).enumerate().fold(0, |sum, (index, bit)| sum | (u128::from(*bit) << index)))
    }

    /// The bits, 32 a word, least significant word first.
    pub(crate) fn to_words(&self) -> Vec<u32> {
        self.0
            .chunks(32)
            .map(|word| word.iter().enumerate().fold(0, |sum, (index, bit)| sum | (u32::from(*bit) << index)))
            .collect()
    }

    fn hexadecimal(&self) -> String {
        let digits = self.0.len().div_ceil(4).max(1);
        (0..digits)
            .rev()
            .map(|digit| {
                let nibble = (0..4).fold(0, |sum, bit| sum | (u32::from(self.bit(4 * digit + bit)) << bit));
                char::from_digit(nibble, 16).expect("a nibble is below 16")
            })
            .collect()
    }
}

impl fmt::Display for BitString {
    /// Verilog literal: decimal where that is short, hexadecimal otherwise.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width();
        match self.to_u128() {
            Some(value) if width == 1 => write!(f, "1'b{value}"),
            Some(value) if value < 1000 => write!(f, "{width}'d{value}"),
            _ => write!(f, "{width}'h{}", self.hexadecimal()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BitString;

    #[test]
    fn parses_what_rust_hdl_prints() {
        assert_eq!(BitString::parse("8'h5a").and_then(|v| v.to_u128()), Some(0x5a));
        assert_eq!(BitString::parse("3'b101").and_then(|v| v.to_u128()), Some(5));
        assert_eq!(BitString::parse("32'h-5"), None);
        assert_eq!(BitString::parse("seven"), None);
    }

    #[test]
    fn prints_short_values_in_decimal() {
        let print = |value, width| BitString::from_u128(value, width).map(|v| v.to_string());
        assert_eq!(print(1, 1).as_deref(), Some("1'b1"));
        assert_eq!(print(200, 8).as_deref(), Some("8'd200"));
        assert_eq!(print(0x7fc0_0000, 32).as_deref(), Some("32'h7fc00000"));
        assert_eq!(print(256, 8), None);
    }
}
