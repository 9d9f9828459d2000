//! Numbers that follow from a seed.

/// A well mixed word for each number (the finaliser of SplitMix64).
pub(crate) const fn mix(number: u64) -> u64 {
    let mut word = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// FP32 bits of so many numbers between 0.5 and 4, of either sign, with all bits of the fraction in use.
pub(crate) fn floats(seed: u64, count: usize) -> Vec<u32> {
    let float = |index: usize| {
        let word = mix(seed ^ mix(index as u64));
        let (sign, fraction, exponent) =
            (word as u32 & 1 << 31, word as u32 & 0x7f_ffff, 126 + (word >> 32) as u32 % 3);
        sign | exponent << 23 | fraction
    };
    (0..count).map(float).collect()
}

/// Bytes of words, as memory holds them.
pub(crate) fn words(bytes: &[u8]) -> Vec<u32> {
    let (words, _) = bytes.as_chunks();
    words.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// What is different between words that should be the same: the first that is not, and how many are not.
pub(crate) fn compare(what: &str, found: &[u32], expected: &[u32]) -> Result<(), String> {
    if found.len() != expected.len() {
        return Err(format!("{what}: {} words, expected {}", found.len(), expected.len()));
    }
    let differ = found.iter().zip(expected).enumerate().filter(|(_, (found, expected))| found != expected);
    let mut differ = differ.peekable();
    let Some(&(first, (word, right))) = differ.peek() else { return Ok(()) };
    Err(format!(
        "{what}: {} of {} words differ from the reference, word {first} first: {word:#010x}, expected {right:#010x}",
        differ.count(),
        expected.len(),
    ))
}
