//! What shards and ranks say to one another, byte by byte: `docs/wire-format.md` has it for other languages.
//!
//! A message is a header of 64 bytes and a body of flat arrays, all little-endian. [`Message::decode`] takes any bytes: it checks their
//! length, the magic number, the version, the limits and the checksum, in this order, and allocates only then.

mod body;
mod error;
mod format;
mod header;
mod limits;
mod rows;

pub use body::{Body, Enter, Entered, Push, Welcome};
pub use error::WireError;
pub use format::{HEADER_BYTES, MAGIC, VERSION};
pub(crate) use header::glance;
pub use header::{Header, Kind};
pub use limits::*;
pub(crate) use rows::Rooms;
pub use rows::{Reader, Rows};

use crate::network::Arrived;

/// A message: who says it of which batch, and what.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Who, to whom, of which batch.
    pub header: Header,
    /// What.
    pub body: Body,
}

impl Message {
    /// Its bytes.
    ///
    /// # Panics
    /// When it is larger than the limits allow: whoever makes messages splits them into parts.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let body = self.body.bytes();
        let bytes = HEADER_BYTES + body;
        assert!(bytes <= LONGEST_MESSAGE, "a message of {bytes} bytes has to be split into parts");
        let mut to = Vec::with_capacity(bytes);
        self.header.write(self.body.kind(), self.body.count(), body as u32, &mut to);
        self.body.write(&mut to);
        let checksum = header::checksum(&to);
        to[header::CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        to
    }

    /// The message that these bytes are.
    ///
    /// # Errors
    /// What is wrong with them: [`WireError::OtherVersion`] names both versions, so that a peer can be told.
    pub fn decode(bytes: &[u8]) -> Result<Self, WireError> {
        let (header, kind, count) = header::read(&[bytes])?;
        let body = Body::read(kind, count, &bytes[HEADER_BYTES..])?;
        Ok(Self { header, body })
    }

    /// The message that came, whose rows stay where they are.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    pub fn of(arrived: Arrived) -> Result<Self, WireError> {
        let pieces = arrived.pieces();
        let (header, kind, count) = header::read(&pieces)?;
        let body = match kind {
            Kind::Rows => {
                let bytes = pieces.iter().map(|piece| piece.len()).sum::<usize>() - HEADER_BYTES;
                body::is_array(count as usize, 4, bytes)?;
                Body::Rows(Rows::of_message(arrived, count as usize))
            }
            _ => Body::read(kind, count, &arrived.whole()[HEADER_BYTES..])?,
        };
        Ok(Self { header, body })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn header() -> impl Strategy<Value = Header> {
        (any::<[u64; 4]>(), any::<u32>(), 0..MOST_RANKS, 0..MOST_SHARDS, 1..=MOST_PARTS).prop_map(
            |([job, incarnation, batch, mark], term, rank, shard, parts)| Header {
                job,
                incarnation,
                batch,
                mark,
                term,
                rank,
                shard,
                part: parts - 1,
                parts,
            },
        )
    }

    fn keys() -> impl Strategy<Value = Vec<u64>> {
        proptest::collection::btree_set(any::<u64>(), 0..40).prop_map(|keys| keys.into_iter().collect())
    }

    /// Not as numbers but as bits: what is no number comes through, too.
    fn floats(most: usize) -> impl Strategy<Value = Vec<f32>> {
        proptest::collection::vec(any::<u16>().prop_map(f32::from), 0..=most)
    }

    fn push() -> impl Strategy<Value = Push> {
        let bags = (1usize..6, 1usize..20);
        (keys(), bags).prop_flat_map(|(keys, (bags, dimension))| {
            let lists = proptest::collection::vec(proptest::collection::vec(0..bags as u32, 0..4), keys.len());
            let scales = proptest::collection::vec(any::<u16>().prop_map(f32::from), bags);
            let gradients = proptest::collection::vec(any::<i16>().prop_map(f32::from), bags * dimension);
            (Just(keys), lists, scales, gradients).prop_map(|(keys, lists, scales, gradients)| {
                let mut offsets = vec![0];
                for list in &lists {
                    offsets.push(offsets[offsets.len() - 1] + list.len() as u32);
                }
                Push { offsets, bags: lists.concat(), keys, scales, gradients }
            })
        })
    }

    fn body() -> impl Strategy<Value = Body> {
        let rows = (keys(), 1u32..9).prop_map(|(keys, width)| {
            let rows = (0..keys.len() * width as usize).map(|at| at as f32).collect();
            Body::Write { keys, rows }
        });
        prop_oneof![
            ".{0,80}".prop_map(Body::Hello),
            keys().prop_map(Body::Pull),
            keys().prop_map(Body::Prefetch),
            push().prop_map(Body::Push),
            keys().prop_map(Body::Read),
            rows,
            Just(Body::Status),
            ".{0,80}".prop_map(Body::Meet),
            Just(Body::Sum),
            any::<[u64; 3]>().prop_map(|[began, lost, updates]| Body::Enter(Enter { began, lost, updates })),
            (any::<bool>(), any::<[u64; 3]>()).prop_map(|(agreed, [began, found, updates])| Body::Entered(Entered {
                agreed,
                began,
                found,
                updates
            })),
            proptest::collection::vec(any::<u32>(), 0..50).prop_map(Body::Words),
            (any::<bool>(), "[a-z-]{0,12}").prop_map(|(keeps, storage)| Body::Welcome(Welcome { keeps, storage })),
            floats(50).prop_map(|rows| Body::Rows(rows.into())),
            Just(Body::Done),
            ".{0,80}".prop_map(Body::Text),
            (1u32..=Refusal::ALL.len() as u32, ".{0,80}")
                .prop_map(|(code, text)| Body::Refused { why: Refusal::of(code).unwrap(), text }),
        ]
    }

    proptest! {
        #[test]
        fn what_was_encoded_is_decoded(header in header(), body in body()) {
            let message = Message { header, body };
            let bytes = message.encode();
            prop_assert_eq!(Message::decode(&bytes).unwrap(), message);
            // Whatever is cut off or added, it is no message.
            prop_assert!(Message::decode(&bytes[..bytes.len() - 1]).is_err());
            prop_assert!(Message::decode(&[&bytes[..], &[0]].concat()).is_err());
        }

        #[test]
        fn a_flipped_bit_is_found(header in header(), body in body(), at in any::<prop::sample::Index>(), bit in 0..8u8) {
            let mut bytes = Message { header, body }.encode();
            let at = at.index(bytes.len());
            bytes[at] ^= 1u8 << bit;
            prop_assert!(Message::decode(&bytes).is_err());
        }

        #[test]
        fn any_bytes_are_decoded_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let _ = Message::decode(&bytes);
        }

        /// As the checksum is right, what is behind it is looked at.
        #[test]
        fn any_body_with_a_right_checksum_is_decoded_or_refused(
            header in header(),
            kind in any::<u8>(),
            count in prop_oneof![0u32..20, any::<u32>()],
            body in proptest::collection::vec(any::<u8>(), 0..300),
        ) {
            let mut bytes = Vec::new();
            header.write(Kind::Push, count, body.len() as u32, &mut bytes);
            bytes[6] = kind;
            bytes.extend(body);
            let checksum = header::checksum(&bytes);
            bytes[header::CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
            if let Ok(message) = Message::decode(&bytes) {
                prop_assert_eq!(message.encode(), bytes);
            }
        }
    }

    /// The bytes of `docs/wire-format.md`: another version of this file must not read them otherwise.
    #[test]
    fn the_example_of_the_documentation_is_these_bytes() {
        let header =
            Header { job: 0x0102_0304_0506_0708, incarnation: 9, batch: 10, mark: 8, term: 2, ..Header::default() };
        let message = Message { header, body: Body::Pull(vec![3, (1 << 32) | 7]) };
        let bytes = message.encode();
        let hex: Vec<String> = bytes
            .chunks(16)
            .map(|line| line.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "))
            .collect();
        let page = include_str!("../../../../docs/wire-format.md");
        for line in &hex {
            assert!(page.contains(line), "docs/wire-format.md has not {line}; all of it:\n{}", hex.join("\n"));
        }
        assert_eq!(Message::decode(&bytes).unwrap(), message);
    }

    #[test]
    fn a_message_is_a_part_of_something() {
        let message = Message { header: Header { parts: 0, ..Header::default() }, body: Body::Status };
        assert_eq!(Message::decode(&message.encode()), Err(WireError::NoParts));
    }

    #[test]
    fn a_refusal_is_never_too_long_to_be_read() {
        for text in ["ä".repeat(LONGEST_TEXT), "a".repeat(LONGEST_TEXT + 1), format!("a{}", "ä".repeat(LONGEST_TEXT))]
        {
            let message = Message { header: Header::default(), body: Body::refused(Refusal::Failed, text.clone()) };
            let Body::Refused { text: found, .. } = Message::decode(&message.encode()).unwrap().body else {
                panic!("a refusal")
            };
            assert!(text.starts_with(&found) && found.len() + 2 > LONGEST_TEXT);
        }
    }

    #[test]
    fn another_version_is_named() {
        let mut bytes = Message { header: Header::default(), body: Body::Status }.encode();
        bytes[4] = 7;
        let error = Message::decode(&bytes).unwrap_err();
        assert!(matches!(error, WireError::OtherVersion { found: 7 }), "{error}");
        assert!(error.to_string().contains('7') && error.to_string().contains(&VERSION.to_string()), "{error}");
    }
}
