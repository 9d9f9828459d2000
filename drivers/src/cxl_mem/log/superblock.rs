//! The superblock: whose log a device holds, wherever it lies.

use super::record::{HeaderLine, crc, line, words};
use emberlane_registers::log::{SUPERBLOCK_BYTES, SUPERBLOCK_MAGIC};

const CONFIGURATION: usize = 2;
const CRC: usize = 15;

/// The superblock of a log of a configuration.
pub(super) fn encode(configuration: u32) -> HeaderLine {
    let mut words = [0; SUPERBLOCK_BYTES as usize / 4];
    [words[0], words[1]] = [SUPERBLOCK_MAGIC as u32, (SUPERBLOCK_MAGIC >> 32) as u32];
    words[CONFIGURATION] = configuration;
    words[CRC] = crc(&line(&words));
    line(&words)
}

/// The configuration of a superblock; `None` if the line is none.
pub(super) fn decode(bytes: &HeaderLine) -> Option<u32> {
    let configuration = words(bytes)[CONFIGURATION];
    (*bytes == encode(configuration)).then_some(configuration)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_superblock_names_its_configuration_and_nothing_else_does() {
        let block = encode(0x1234_5678);
        assert_eq!(block[..12], *b"\x52EPUSBME\x78\x56\x34\x12");
        assert_eq!(decode(&block), Some(0x1234_5678));
        for bit in 0..512 {
            let mut other = block;
            other[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode(&other), None, "bit {bit}");
        }
        assert_eq!(decode(&[0; 64]), None);
    }
}
