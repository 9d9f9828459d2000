//! Messages between shards and ranks.

use emberlane_net::network::Arrived;
use emberlane_net::wire::{Body, HEADER_BYTES, Header, Message, Push, Refusal, Welcome, WireError};

/// A message. With an odd first byte its length and checksum are made right, so that what is behind them is looked at.
pub(super) fn message(bytes: &[u8]) -> bool {
    let Some((way, bytes)) = bytes.split_first() else { return false };
    let mut bytes = bytes.to_vec();
    if way & 1 == 1 && bytes.len() >= HEADER_BYTES {
        let length = (bytes.len() - HEADER_BYTES) as u32;
        bytes[56..60].copy_from_slice(&length.to_le_bytes());
        let checksum = crc32c::crc32c_append(crc32c::crc32c(&bytes[..60]), &bytes[64..]);
        bytes[60..64].copy_from_slice(&checksum.to_le_bytes());
    }
    let decoded = Message::decode(&bytes);
    let (first, second) = bytes.split_at(bytes.len() * usize::from(way >> 1) / 127);
    let in_pieces = Message::of(Arrived::new(vec![first.to_vec(), second.to_vec()]));
    let encoded = |message: &Result<Message, WireError>| message.as_ref().map(Message::encode).map_err(Clone::clone);
    assert_eq!(encoded(&in_pieces), encoded(&decoded), "it is the same in two pieces");
    let Ok(message) = decoded else { return false };
    assert_eq!(message.encode(), bytes, "what was decoded is encoded to the same bytes");
    true
}

/// One message of each kind.
pub(super) fn made() -> Vec<(&'static str, Vec<u8>)> {
    let push = Push {
        keys: vec![3, 1 << 32 | 7],
        offsets: vec![0, 2, 3],
        bags: vec![0, 1, 1],
        scales: vec![1.0, 0.5],
        gradients: vec![0.25; 8],
    };
    let bodies = [
        ("hello", Body::Hello("train.seed = 1\ncluster.storage = \"dram\"\n".to_owned())),
        ("pull", Body::Pull(vec![1, 2, 1 << 32])),
        ("prefetch", Body::Prefetch(vec![5])),
        ("push", Body::Push(push)),
        ("read", Body::Read(vec![9])),
        ("write", Body::Write { keys: vec![1, 2], rows: vec![1.0; 6] }),
        ("status", Body::Status),
        ("welcome", Body::Welcome(Welcome { keeps: true, storage: "pmem".to_owned() })),
        ("rows", Body::Rows(vec![0.5; 5].into())),
        ("done", Body::Done),
        ("text", Body::Text("{}".to_owned())),
        ("says-no", Body::Refused { why: Refusal::Busy, text: "later".to_owned() }),
    ];
    let header = Header { job: 7, incarnation: 8, batch: 9, mark: 6, term: 1, rank: 2, shard: 3, part: 1, parts: 4 };
    bodies.map(|(name, body)| (name, [vec![1], Message { header, body }.encode()].concat())).into()
}
