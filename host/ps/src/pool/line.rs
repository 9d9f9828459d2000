//! Checkpoint lines: what says that a checkpoint is done.

use super::Moment;

/// Bytes of a line.
pub(crate) const BYTES: usize = emberlane_pmem::LINE_BYTES as usize;
/// What a line begins with.
const MAGIC: u32 = 0x4b50_4345;

/// A checkpoint that is done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The checkpoint.
    pub checkpoint: u64,
    /// The one that was committed when this was written.
    pub committed: u64,
    /// Rows that it has in the pool.
    pub rows: u64,
    /// The sum of the digests of their slots.
    pub digest: u64,
    /// Which moment of the training it is; `None`: nobody has said it.
    pub moment: Option<Moment>,
    /// The opening of the pool in which it was written.
    pub incarnation: u64,
}

impl Line {
    pub(crate) fn encode(&self, nonce: u64) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[4..8].copy_from_slice(&MAGIC.to_le_bytes());
        let Self { checkpoint, committed, rows, digest, moment, incarnation } = *self;
        let numbers = [checkpoint, committed, rows, digest, Moment::word(moment), incarnation, nonce];
        for (number, at) in numbers.into_iter().zip((8..).step_by(8)) {
            bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
        }
        let crc = crc32c::crc32c(&bytes[4..]);
        bytes[..4].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    /// `Ok(None)`: an empty line.
    ///
    /// # Errors
    /// A line that is neither empty nor whole, or one of another pool.
    pub(crate) fn decode(bytes: &[u8; BYTES], nonce: u64) -> Result<Option<Self>, ()> {
        if bytes.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        let crc = u32::from_le_bytes(bytes[..4].try_into().expect("4 bytes"));
        let is_whole = bytes[4..8] == MAGIC.to_le_bytes() && crc == crc32c::crc32c(&bytes[4..]) && number(56) == nonce;
        if !is_whole {
            return Err(());
        }
        let [checkpoint, committed, rows, digest, moment, incarnation] = [8, 16, 24, 32, 40, 48].map(number);
        Ok(Some(Self { checkpoint, committed, rows, digest, moment: Moment::of_word(moment), incarnation }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_back_by_its_pool_and_no_changed_bit_of_it_is() {
        let moment = crate::pool::Run::new(5, 3).moment(9, true);
        let line = Line { checkpoint: 9, committed: 8, rows: 7, digest: 6, moment, incarnation: 4 };
        let bytes = line.encode(77);
        assert_eq!(Line::decode(&bytes, 77), Ok(Some(line)));
        assert_eq!(Line::decode(&bytes, 78), Err(()));
        assert_eq!(Line::decode(&[0; BYTES], 77), Ok(None));
        for bit in 0..8 * BYTES {
            let mut damaged = bytes;
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(Line::decode(&damaged, 77).is_err(), "bit {bit}");
        }
    }
}
