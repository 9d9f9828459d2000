//! What a pool says of itself.

use emberlane_stores::RowShape;

use super::layout::Geometry;

/// Bytes of a superblock.
pub(crate) const BYTES: usize = 128;
/// What it begins with.
const MAGIC: &[u8; 8] = b"EMBPOOL\n";
/// The version of the format.
pub const VERSION: u32 = 1;
/// Weights or numbers of a state at most.
const MOST_NUMBERS: u32 = 1 << 16;
/// Partitions at most.
const MOST_PARTITIONS: u32 = 1 << 16;

/// Whose rows a pool holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The training, as its makers number it.
    pub job: u64,
    /// The tables, what they are drawn from and how rows are updated ([`Tables::fingerprint`](crate::Tables::fingerprint)).
    pub tables: u64,
    /// Number of the shard.
    pub shard: u32,
    /// Of so many.
    pub shards: u32,
}

/// What a pool says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Superblock {
    /// Whose rows it holds.
    pub identity: Identity,
    /// What it consists of.
    pub geometry: Geometry,
    /// A number that tells it from every other pool, its copies included only if they were copied as bytes.
    pub nonce: u64,
    /// How often it was opened for training.
    pub incarnation: u64,
    /// How often a superblock was written.
    pub(crate) sequence: u64,
}

/// What is in the place of a superblock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A whole one.
    Whole(Superblock),
    /// One of another version of the format.
    Version(u32),
    /// None: something else, or a damaged one.
    Nothing,
}

impl Superblock {
    pub(crate) fn encode(&self) -> [u8; BYTES] {
        let Self { identity, geometry, nonce, incarnation, sequence } = *self;
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(MAGIC);
        let small = [
            VERSION,
            identity.shard,
            identity.shards,
            geometry.shape.dimension as u32,
            geometry.shape.state as u32,
            geometry.partitions,
        ];
        for (number, at) in small.into_iter().zip((8..).step_by(4)) {
            bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        let large = [identity.job, identity.tables, geometry.slots, nonce, incarnation, sequence];
        for (number, at) in large.into_iter().zip((32..).step_by(8)) {
            bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
        }
        let crc = crc32c::crc32c(&bytes[..BYTES - 4]);
        bytes[BYTES - 4..].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    pub(crate) fn decode(bytes: &[u8; BYTES]) -> Found {
        let small = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("4 bytes"));
        let large = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("8 bytes"));
        if bytes[..8] != *MAGIC || small(BYTES - 4) != crc32c::crc32c(&bytes[..BYTES - 4]) {
            return Found::Nothing;
        }
        if small(8) != VERSION {
            return Found::Version(small(8));
        }
        let [dimension, state, partitions] = [20, 24, 28].map(small);
        if dimension == 0
            || dimension > MOST_NUMBERS
            || state > MOST_NUMBERS
            || !(1..=MOST_PARTITIONS).contains(&partitions)
        {
            return Found::Nothing;
        }
        let shape = RowShape { dimension: dimension as usize, state: state as usize };
        Found::Whole(Self {
            identity: Identity { shard: small(12), shards: small(16), job: large(32), tables: large(40) },
            geometry: Geometry { shape, partitions, slots: large(48) },
            nonce: large(56),
            incarnation: large(64),
            sequence: large(72),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_superblock_is_read_back_and_no_changed_bit_of_it_is() {
        let superblock = Superblock {
            identity: Identity { job: 1, tables: u64::MAX, shard: 3, shards: 4 },
            geometry: Geometry { shape: RowShape { dimension: 64, state: 1 }, partitions: 2, slots: 1 << 31 },
            nonce: 5,
            incarnation: 6,
            sequence: 7,
        };
        let bytes = superblock.encode();
        assert_eq!(Superblock::decode(&bytes), Found::Whole(superblock));
        for bit in 0..8 * BYTES {
            let mut damaged = bytes;
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Superblock::decode(&damaged), Found::Nothing, "bit {bit}");
        }
    }
}
