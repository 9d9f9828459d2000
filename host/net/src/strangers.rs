//! Messages of strangers: random ones, and good ones that were changed. Nobody panics, and nothing is taken for what it is not.

use std::time::Duration;

use emberlane_dlrm::UpdateRule;
use emberlane_experiment::Optimizer;
use emberlane_ps::{Dram, Tables};
use rand::Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64;

use crate::network::Arrived;
use crate::node::{About, Node};
use crate::rank::{Identity, Outgoing, Pace, Rank};
use crate::wire::{
    Body, Entered, HEADER_BYTES, Header, LONGEST_MESSAGE, MAGIC, MOST_PARTS, Message, Push, Refusal, VERSION, Welcome,
};

const ROWS: u32 = 40;
const DIMENSION: usize = 4;
/// Numbers that are at an edge of something.
const EDGES: [u64; 12] = [0, 1, 2, 255, 256, 4095, 4096, 65_535, 65_536, 1 << 31, u32::MAX as u64, u64::MAX];

fn seed() -> u64 {
    std::env::var("EMBERLANE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(62)
}

fn tables() -> Tables {
    Tables::new(1, &[ROWS, ROWS], DIMENSION, UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 0.5 })
}

fn keys(random: &mut Pcg64) -> Vec<u64> {
    let mut keys: Vec<u64> = (0..random.random_range(0..12))
        .map(|_| u64::from(random.random_range(0..2u32)) << 32 | u64::from(random.random_range(0..ROWS)))
        .collect();
    keys.sort_unstable();
    keys.dedup();
    // Sometimes one that there is not.
    keys.extend(random.random_bool(0.05).then_some(u64::MAX));
    keys
}

fn floats(random: &mut Pcg64, count: usize) -> Vec<f32> {
    (0..count).map(|_| f32::from_bits(random.random::<u32>())).collect()
}

fn push(random: &mut Pcg64) -> Push {
    let (keys, bags) = (keys(random), random.random_range(1..5));
    let (mut offsets, mut lists) = (vec![0], Vec::new());
    for _ in &keys {
        lists.extend((0..random.random_range(0..3)).map(|_| random.random_range(0..bags as u32)));
        offsets.push(lists.len() as u32);
    }
    let dimension = if random.random_bool(0.9) { DIMENSION } else { random.random_range(0..9) };
    Push { keys, offsets, bags: lists, scales: floats(random, bags), gradients: floats(random, bags * dimension) }
}

/// A good message of any kind.
fn message(random: &mut Pcg64) -> Message {
    let text =
        |random: &mut Pcg64| "train.seed = 1\ncluster.storage = \"dram\"\n"[..random.random_range(0..40)].to_owned();
    let body = match random.random_range(0..15) {
        0 => Body::Hello(text(random)),
        1 => Body::Pull(keys(random)),
        2 => Body::Prefetch(keys(random)),
        3 => Body::Push(push(random)),
        4 => Body::Read(keys(random)),
        5 => {
            let keys = keys(random);
            let rows = floats(random, keys.len() * DIMENSION);
            Body::Write { keys, rows }
        }
        6 => Body::Status,
        7 => Body::Meet(text(random)),
        8 => Body::Sum,
        9 => Body::Welcome(Welcome { keeps: random.random(), storage: text(random) }),
        10 => {
            let count = random.random_range(0..20);
            Body::Rows(floats(random, count).into())
        }
        11 => Body::Done,
        12 => Body::Text(text(random)),
        13 => Body::Words((0..random.random_range(0..20)).map(|_| random.random()).collect()),
        _ => Body::Refused { why: *Refusal::ALL.choose(random).unwrap(), text: text(random) },
    };
    let parts = random.random_range(1..=MOST_PARTS.min(4));
    let header =
        Header { batch: random.random_range(0..4), part: random.random_range(0..parts), parts, ..Header::default() };
    Message { header, body }
}

/// Random bytes, or a good message that was changed; often with a length and a checksum that are right, so that what is behind them is
/// looked at.
fn stranger(random: &mut Pcg64) -> Vec<u8> {
    let mut bytes = match random.random_range(0..8) {
        0 => (0..random.random_range(0..200)).map(|_| random.random()).collect(),
        _ => message(random).encode(),
    };
    for _ in 0..random.random_range(0..5) {
        let length = bytes.len();
        match random.random_range(0..6) {
            _ if length == 0 => bytes.push(random.random()),
            0 => bytes[random.random_range(0..length)] ^= 1 << random.random_range(0..8),
            1 => bytes[random.random_range(0..length)] = random.random(),
            2 => bytes.truncate(random.random_range(0..=length)),
            3 => bytes.extend((0..random.random_range(1..40)).map(|_| random.random::<u8>())),
            4 => {
                // A field of the header, or a number in an array.
                let (at, edge) = (random.random_range(0..length.div_ceil(4)) * 4, EDGES.choose(random).unwrap());
                let size = if random.random() { 4 } else { 8 };
                let end = (at + size).min(length);
                bytes[at..end].copy_from_slice(&edge.to_le_bytes()[..end - at]);
            }
            _ => {
                let other = message(random).encode();
                let at = random.random_range(0..=length.min(other.len()));
                bytes.truncate(at);
                bytes.extend(&other[at..]);
            }
        }
    }
    if bytes.len() >= HEADER_BYTES && random.random_bool(0.8) {
        let length = (bytes.len() - HEADER_BYTES) as u32;
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..6].copy_from_slice(&VERSION.to_le_bytes());
        bytes[56..60].copy_from_slice(&length.to_le_bytes());
        let checksum = crc32c::crc32c_append(crc32c::crc32c(&bytes[..60]), &bytes[64..]);
        bytes[60..64].copy_from_slice(&checksum.to_le_bytes());
    }
    bytes
}

/// Decodes so many, and gives how many were messages.
fn decoded(count: u64) -> u64 {
    let mut random = Pcg64::seed_from_u64(seed());
    let mut good = 0;
    for number in 0..count {
        let bytes = stranger(&mut random);
        let message = Message::decode(&bytes);
        let cut = random.random_range(0..=bytes.len());
        let in_pieces = Message::of(Arrived::new(vec![bytes[..cut].to_vec(), bytes[cut..].to_vec()]));
        let same =
            in_pieces.map(|message| message.encode()) == message.as_ref().map(Message::encode).map_err(Clone::clone);
        assert!(same, "seed {}, message {number}, in two pieces: {bytes:02x?}", seed());
        if let Ok(message) = message {
            // What it takes in memory is what it is in bytes: no count was believed.
            assert!(message.encode() == bytes, "seed {}, message {number}: {bytes:02x?}", seed());
            good += 1;
        }
    }
    good
}

/// Gives so many to a shard, in the name of the rank that it knows, and gives how many were refused. Whatever it was told, a rank that comes
/// then and begins anew trains as ever, also where a batch has failed, which ends a training.
fn taken(count: u64) -> u64 {
    let mut random = Pcg64::seed_from_u64(seed());
    let settings = "train.seed = 1\ncluster.storage = \"dram\"\n".to_owned();
    let about = About::new(settings.clone(), 0, 1, 1, false, 10);
    let mut node: Node<u64> = Node::new(about, 5, Box::new(Dram::new(tables())));
    let (job, mut refused, mut term) = (node.about().job(), 0, 0);
    for number in 0..count {
        if number % 100 == 0 {
            term = a_batch(&mut node, &settings, number + 1);
        }
        let mut bytes = stranger(&mut random);
        if bytes.len() >= HEADER_BYTES && random.random_bool(0.9) {
            let batch = node.store().applied() + random.random_range(0..4);
            for (at, number) in [(8, job), (16, 5), (24, batch), (32, random.random_range(0..3))] {
                bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
            }
            bytes[40..44].copy_from_slice(&u32::to_le_bytes(term));
            bytes[44..48].fill(0);
            if random.random() {
                bytes[48..52].copy_from_slice(&[0, 0, 1, 0]);
            }
            let checksum = crc32c::crc32c_append(crc32c::crc32c(&bytes[..60]), &bytes[64..]);
            bytes[60..64].copy_from_slice(&checksum.to_le_bytes());
        }
        for (_, answer) in node.handle(number, &bytes) {
            let answer = Message::decode(&answer);
            let answer = answer.unwrap_or_else(|error| panic!("seed {}, message {number}: {error}", seed()));
            refused += u64::from(matches!(answer.body, Body::Refused { .. }));
        }
        node.work().unwrap_or_else(|error| panic!("seed {}, message {number}: {error}", seed()));
        if node.events().iter().any(|event| event.starts_with("failed")) {
            term = a_batch(&mut node, &settings, number + 1);
        }
    }
    refused
}

/// Gives so many to a rank, as answers to what it asks, and gives how many ended its training as senseless or refused.
fn believed(count: u64, recovery: &str) -> u64 {
    let mut random = Pcg64::seed_from_u64(seed());
    let settings = format!("train.seed = 1\ncluster.storage = \"dram\"\n{recovery}");
    let mut ended = 0;
    let mut now = Duration::ZERO;
    let begun = |session| {
        let identity = Identity { settings: settings.clone(), rank: 0, shards: 1, session };
        Rank::new(&identity, Pace::of(Duration::from_secs(3600), session))
    };
    let mut rank = begun(1);
    for number in 0..count {
        now += Duration::from_millis(700);
        for Outgoing { ticket, bytes: question, .. } in rank.poll(now) {
            let question = Message::decode(&question).unwrap();
            let bytes = match question.body {
                _ if random.random_bool(0.4) => stranger(&mut random),
                // Nearly an answer, so that what comes behind it is asked.
                body => {
                    let edge = *EDGES.choose(&mut random).unwrap();
                    let batch = if random.random_bool(0.2) { edge } else { question.header.batch.min(1 << 40) };
                    let header = Header { incarnation: 5, batch, ..question.header };
                    let body = match body {
                        Body::Hello(_) => Body::Welcome(Welcome { keeps: true, storage: String::new() }),
                        Body::Pull(keys) | Body::Read(keys) => {
                            Body::Rows(floats(&mut random, keys.len() * DIMENSION).into())
                        }
                        Body::Enter(_) => {
                            let edge = |random: &mut Pcg64| {
                                if random.random_bool(0.2) { *EDGES.choose(random).unwrap() } else { 0 }
                            };
                            let [began, found, updates] = [(); 3].map(|()| edge(&mut random));
                            Body::Entered(Entered { agreed: random.random(), began, found, updates })
                        }
                        _ => Body::Done,
                    };
                    Message { header, body }.encode()
                }
            };
            rank.answer(now, ticket, Some(Arrived::new(vec![bytes])));
        }
        rank.events();
        if rank.check().is_err() {
            (rank, ended) = (begun(number + 2), ended + 1);
        } else if rank.is_welcome() {
            match random.random_range(0..3) {
                0 => rank.pull(vec![vec![vec![7]]]),
                1 => rank.read(vec![vec![vec![7, 9]]]),
                _ => rank.push(vec![vec![push(&mut random)]]),
            }
        }
    }
    ended
}

/// A rank begins, as another process, and trains a batch; gives its term.
fn a_batch(node: &mut Node<u64>, settings: &str, session: u64) -> u32 {
    let hello = Header { job: node.about().job(), incarnation: session, batch: u64::MAX, ..Header::default() };
    let mut tell = |header, body| {
        let answers = node.handle(0, &Message { header, body }.encode());
        node.work().unwrap();
        answers.into_iter().map(|(_, bytes)| Message::decode(&bytes).unwrap()).collect::<Vec<_>>()
    };
    let welcome = tell(hello, Body::Hello(settings.to_owned())).pop().unwrap();
    assert!(matches!(welcome.body, Body::Welcome(_)), "seed {}: {welcome:?}", seed());
    let Header { term, batch: applied, .. } = welcome.header;
    let header = Header { incarnation: 5, batch: applied + 1, term, ..hello };
    let rows = tell(header, Body::Pull(vec![7])).pop().unwrap();
    assert!(matches!(rows.body, Body::Rows(_)), "seed {}: {rows:?}", seed());
    let push =
        Push { keys: vec![7], offsets: vec![0, 1], bags: vec![0], scales: vec![1.0], gradients: vec![0.5; DIMENSION] };
    let done = tell(header, Body::Push(push)).pop().unwrap();
    assert_eq!((done.body, done.header.batch), (Body::Done, applied + 1), "seed {}", seed());
    term
}

#[test]
fn messages_of_strangers_are_decoded_or_refused() {
    let good = decoded(100_000);
    assert!((10_000..90_000).contains(&good), "{good} of 100,000 were messages");
}

#[test]
fn a_shard_takes_or_refuses_messages_of_strangers() {
    let refused = taken(20_000);
    assert!((2_000..19_000).contains(&refused), "{refused} of 20,000 were refused");
}

#[test]
fn a_rank_takes_or_refuses_answers_of_strangers() {
    for recovery in ["", "cluster.checkpoint.recovery = \"partial\"\n"] {
        let ended = believed(20_000, recovery);
        assert!((500..19_000).contains(&ended), "seed {}: {ended} trainings of 20,000 answers have ended", seed());
    }
}

/// Sizes are compared before anything is taken: a header that promises more than there is, costs nothing.
#[test]
fn sizes_are_compared_before_memory_is_taken() {
    for kind in 0..=u8::MAX {
        for count in EDGES.map(|edge| edge as u32) {
            for extra in [0, 8, 64] {
                let mut bytes = Message { header: Header::default(), body: Body::Status }.encode();
                bytes[6] = kind;
                bytes[52..56].copy_from_slice(&count.to_le_bytes());
                bytes[56..60].copy_from_slice(&(extra as u32).to_le_bytes());
                bytes.extend(vec![0xff; extra]);
                let checksum = crc32c::crc32c_append(crc32c::crc32c(&bytes[..60]), &bytes[64..]);
                bytes[60..64].copy_from_slice(&checksum.to_le_bytes());
                if let Ok(message) = Message::decode(&bytes) {
                    assert_eq!(message.encode(), bytes);
                }
            }
        }
    }
    let long = vec![0; LONGEST_MESSAGE + 1];
    assert!(Message::decode(&long).is_err());
}

/// For the campaigns.
#[test]
fn fuzz_a_million_messages() {
    decoded(1_000_000);
    taken(200_000);
}
