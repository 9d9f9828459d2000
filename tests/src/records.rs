//! Records of the log region, made here word by word from what `emberlane_registers::log` says, apart from any device's code
//! and from the driver's.

/// What every record holds of the experiment and its batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// `CONFIGURATION`.
    pub configuration: u32,
    /// `BATCH`.
    pub batch: u64,
}

/// The record of rows, of DPA and bytes of each.
///
/// # Panics
/// If there is no row.
#[must_use]
pub fn rows(stamp: Stamp, rows: &[(u64, Vec<u8>)]) -> Vec<u8> {
    // A part is a quarter of the rows, rounded up to 16; a group has 8 of them and a line with their DPAs.
    let part = rows.len().div_ceil(64) * 16;
    let parts = std::array::from_fn(|number| {
        let end = |rows_before: usize| rows_before.min(rows.len());
        rows[end(number * part)..end((number + 1) * part)].chunks(8).flat_map(group).collect()
    });
    record(1, stamp, [rows.len() as u32, (rows[0].1.len() / 4) as u32], &parts)
}

fn group(rows: &[(u64, Vec<u8>)]) -> Vec<u8> {
    let mut addresses: Vec<u8> = rows.iter().flat_map(|(address, _)| address.to_le_bytes()).collect();
    addresses.resize(64, 0);
    rows.iter().flat_map(|(_, row)| row.iter().copied()).chain(addresses).collect()
}

/// The record of parameters.
#[must_use]
pub fn parameters(stamp: Stamp, parameters: &[u8]) -> Vec<u8> {
    record(2, stamp, [0, 0], &[parameters.to_vec(), Vec::new(), Vec::new(), Vec::new()])
}

fn record(kind: u32, stamp: Stamp, shape: [u32; 2], parts: &[Vec<u8>; 4]) -> Vec<u8> {
    let payload = parts.concat();
    let mut header = Vec::new();
    // Read as a number, big endian, it is text.
    header.extend(b"GOLE");
    let (low, high) = (stamp.batch as u32, (stamp.batch >> 32) as u32);
    let [rows, vector_length] = shape;
    let lines = (payload.len() / 64) as u32;
    for word in [kind, stamp.configuration, high, low, !low, lines, !lines, rows, !rows, vector_length] {
        header.extend(word.to_le_bytes());
    }
    for part in parts {
        header.extend(crc(&[part]).to_le_bytes());
    }
    header.extend(crc(&[&header, &[0; 4]]).to_le_bytes());
    [header, payload].concat()
}

/// CRC-32C, bit by bit.
fn crc(pieces: &[&[u8]]) -> u32 {
    let mut remainder = u32::MAX;
    for byte in pieces.iter().copied().flatten() {
        remainder ^= u32::from(*byte);
        for _ in 0..8 {
            let carry = remainder & 1;
            remainder = (remainder >> 1) ^ (0x82f6_3b78 * carry);
        }
    }
    !remainder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_the_standard() {
        // RFC 3720, B.4: 32 bytes of zeros, of ones, ascending; and the usual check value.
        assert_eq!(crc(&[&[0; 32]]), 0x8a91_36aa);
        assert_eq!(crc(&[&[0xff; 32]]), 0x62a8_ab43);
        assert_eq!(crc(&[&Vec::from_iter(0..32)]), 0x46dd_794e);
        assert_eq!(crc(&[b"1234", b"56789"]), 0xe306_9283);
    }
}
