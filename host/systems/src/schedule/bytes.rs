//! Numbers as memory has them.

/// Little-endian words of numbers.
pub(super) fn bytes<'a>(values: impl IntoIterator<Item = &'a f32>) -> Vec<u8> {
    values.into_iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// Numbers of little-endian words.
pub(super) fn floats(bytes: &[u8]) -> impl Iterator<Item = f32> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|word| f32::from_le_bytes(*word))
}
