//! A shard that is told anything.

use emberlane_dlrm::UpdateRule;
use emberlane_experiment::Optimizer;
use emberlane_ps::pool::file::Use;
use emberlane_ps::pool::{Geometry, Identity, Run};
use emberlane_ps::{Dram, Pmem, Settings, Tables, Target};
use proptest::prelude::*;

use super::{About, Node};
use crate::terms::MOST_TERMS;
use crate::wire::{Body, Enter, Header, Message, Push, Refusal, VERSION};

const DIMENSION: usize = 16;

const FULL: &str = "cluster.storage = \"dram\"\n";
const IN_PART: &str = "cluster.storage = \"dram\"\ncluster.checkpoint.recovery = \"partial\"\n";

fn node() -> Node<u32> {
    node_of(FULL)
}

fn node_of(settings: &str) -> Node<u32> {
    let step = UpdateRule { optimizer: Optimizer::RowwiseAdagrad, learning_rate: 0.1 };
    let about = About::new(settings.to_owned(), 0, 1, 2, settings == IN_PART, 3);
    Node::new(about, 7, Box::new(Dram::new(Tables::new(1, &[5, 9], DIMENSION, step))))
}

fn push(keys: &[u64], value: f32, dimension: usize) -> Push {
    let count = keys.len();
    Push {
        keys: keys.to_vec(),
        offsets: (0..=count as u32).collect(),
        bags: (0..count as u32).collect(),
        scales: vec![1.0; count],
        gradients: vec![value; count * dimension],
    }
}

/// Requests that are nearly right: any of them may come at any time.
fn request(settings: &'static str) -> impl Strategy<Value = Message> {
    let keys = proptest::collection::btree_set((0u64..3, 0u64..10).prop_map(|(table, row)| table << 32 | row), 0..5)
        .prop_map(|keys| keys.into_iter().collect::<Vec<_>>());
    let body = (0..11, keys, 0u8..3, prop_oneof![9 => Just(DIMENSION), 1 => Just(3)]).prop_map(
        move |(kind, keys, value, dimension)| match kind {
            0 => Body::Hello(settings.to_owned()),
            1 => Body::Hello("other".to_owned()),
            2 => Body::Prefetch(keys),
            3 | 4 => Body::Push(push(&keys, f32::from(value), dimension)),
            5 => Body::Read(keys),
            6 => Body::Write { rows: vec![f32::from(value); keys.len() * (dimension + 1)], keys },
            7 => Body::Status,
            8 | 9 => {
                Body::Enter(Enter { began: value.into(), lost: u64::MAX - u64::from(value), updates: value.into() })
            }
            _ => Body::Pull(keys),
        },
    );
    let batch = prop_oneof![8 => 0u64..4, 1 => Just(u64::MAX), 1 => Just(u64::MAX - 1)];
    (body, batch, 0u32..3, 0u16..3, 0u16..2, 1u16..3, any::<bool>()).prop_map(
        move |(body, batch, term, rank, part, parts, is_stale)| {
            let job = node_of(settings).about().job();
            let incarnation =
                if matches!(body, Body::Hello(_)) { u64::from(term) + 1 } else { 7 + u64::from(is_stale) };
            let part = part.min(parts - 1);
            let header = Header { job, incarnation, batch, mark: batch, term, rank, shard: 0, part, parts };
            Message { header, body }
        },
    )
}

proptest! {
    /// It answers each request once at most, and goes on.
    #[test]
    fn no_messages_make_it_panic(
        (settings, requests) in prop_oneof![Just(FULL), Just(IN_PART)].prop_flat_map(|settings| {
            (Just(settings), proptest::collection::vec(request(settings), 1..60))
        }),
    ) {
        let mut node = node_of(settings);
        let mut answered = std::collections::BTreeSet::new();
        for (token, request) in (0u32..).zip(&requests) {
            for (token, bytes) in node.handle(token, &request.encode()) {
                prop_assert!(answered.insert(token), "{token} was answered twice");
                prop_assert!(Message::decode(&bytes).is_ok());
            }
            node.work().unwrap();
        }
    }

    #[test]
    fn bytes_that_are_no_message_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
        let answers = node().handle(1, &bytes);
        prop_assert_eq!(answers.len(), 1);
        let answer = Message::decode(&answers[0].1).unwrap();
        let is_refused = matches!(answer.body, Body::Refused { .. });
        prop_assert!(is_refused);
    }
}

fn say(node: &mut Node<u32>, header: Header, body: Body) -> Body {
    let answers = node.handle(0, &Message { header, body }.encode());
    node.work().unwrap();
    assert_eq!(answers.len(), 1, "it is answered at once");
    Message::decode(&answers[0].1).unwrap().body
}

#[test]
fn the_same_push_with_other_gradients_is_a_conflict_before_and_behind_its_batch() {
    let mut node = node();
    let job = node.about().job();
    for rank in 0..2 {
        let header = Header { job, incarnation: 5, batch: u64::MAX, rank, ..Header::default() };
        assert!(matches!(
            say(&mut node, header, Body::Hello("cluster.storage = \"dram\"\n".to_owned())),
            Body::Welcome(_)
        ));
        let header = Header { job, incarnation: 7, term: 1, batch: 1, rank, ..Header::default() };
        assert!(matches!(say(&mut node, header, Body::Pull(vec![1])), Body::Rows(_)));
    }
    let header = |rank, batch| Header { job, incarnation: 7, term: 1, batch, rank, ..Header::default() };
    let pushes = |value| Body::Push(push(&[1], value, DIMENSION));
    assert!(
        node.handle(0, &Message { header: header(0, 1), body: pushes(1.0) }.encode()).is_empty(),
        "it waits for rank 1"
    );
    let is_conflict = |body| matches!(body, Body::Refused { why: Refusal::Conflict, .. });
    assert!(is_conflict(say(&mut node, header(0, 1), pushes(2.0))));
    assert_eq!(
        node.handle(0, &Message { header: header(1, 1), body: pushes(3.0) }.encode()).len(),
        2,
        "both are applied"
    );
    assert!(matches!(say(&mut node, header(0, 1), pushes(1.0)), Body::Done));
    assert!(is_conflict(say(&mut node, header(0, 1), pushes(2.0))));
    assert_eq!((node.counts().conflicts, node.counts().batches), (2, 1));
}

/// What tells checkpoints of shards apart whose numbers are the same: whatever process the shard is, it knows whose batches it applies.
#[test]
fn a_shard_knows_of_which_run_its_batches_are_and_since_when() {
    const POOL: &str = "cluster.storage = \"pmem\"\n";
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::new(1, &[5, 9], DIMENSION, UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 0.1 });
    let identity = Identity { job: 1, tables: tables.fingerprint(), shard: 0, shards: 1 };
    let geometry = Geometry { shape: tables.shape(), partitions: 1, slots: 100 };
    let start = |incarnation| {
        let (path, how) = (folder.path().join("pool"), Use::default());
        let (tables, settings) = (tables.clone(), Settings::pmem(8));
        let store = Pmem::open_or_create(&path, (&identity, geometry), tables, settings, &how, Target::Newest);
        Node::<u32>::new(About::new(POOL.to_owned(), 0, 1, 1, true, 100), incarnation, Box::new(store.unwrap()))
    };
    let hello = |node: &mut Node<u32>, session, batch, term| {
        let header = Header { job: node.about().job(), incarnation: session, batch, term, ..Header::default() };
        assert!(matches!(say(node, header, Body::Hello(POOL.to_owned())), Body::Welcome(_)));
    };
    let pull = |node: &mut Node<u32>, term, batch| {
        let (job, incarnation) = (node.about().job(), node.incarnation());
        let header = Header { job, incarnation, term, batch, ..Header::default() };
        assert!(matches!(say(node, header, Body::Pull(vec![1])), Body::Rows(_)));
        header
    };
    let train = |node: &mut Node<u32>, term, batch| {
        let header = pull(node, term, batch);
        assert!(matches!(say(node, header, Body::Push(push(&[1], 1.0, DIMENSION))), Body::Done));
    };
    let mut node = start(1);
    hello(&mut node, 55, u64::MAX, 0);
    train(&mut node, 1, 1);
    train(&mut node, 1, 2);
    assert_eq!(node.store().run(), Some(Run::new(55, 0)));
    node.keep().unwrap();
    drop(node);
    // Another process of the shard, for the same one of the rank.
    let mut node = start(2);
    hello(&mut node, 55, 2, 1);
    train(&mut node, 1, 3);
    assert_eq!(node.store().run(), Some(Run::new(55, 0)));
    // Another one of the rank. A batch that the former one has left is of neither.
    pull(&mut node, 1, 4);
    hello(&mut node, 66, u64::MAX, 1);
    assert_eq!((node.store().applied(), node.store().run()), (4, None));
    hello(&mut node, 66, u64::MAX, 1);
    train(&mut node, 2, 5);
    assert_eq!(node.store().run(), Some(Run::new(66, 4)));
}

/// A shard of two ranks that have begun.
fn begun() -> (Node<u32>, impl Fn(u16, u64) -> Header) {
    let mut node = node();
    let job = node.about().job();
    for rank in 0..2 {
        let header = Header { job, incarnation: 5, batch: u64::MAX, rank, ..Header::default() };
        assert!(matches!(say(&mut node, header, Body::Hello(FULL.to_owned())), Body::Welcome(_)));
    }
    (node, move |rank, batch| Header { job, incarnation: 7, term: 1, batch, rank, ..Header::default() })
}

fn is_silent(node: &mut Node<u32>, header: Header, body: Body) -> bool {
    let answers = node.handle(0, &Message { header, body }.encode());
    node.work().unwrap();
    answers.is_empty()
}

#[test]
fn a_push_of_rows_that_were_not_pulled_is_refused_by_name_and_the_batch_goes_on() {
    let (mut node, header) = begun();
    let of = |keys: &[u64]| Body::Push(push(keys, 1.0, DIMENSION));
    let second = |row: u64| 1 << 32 | row;
    // In two parts, of which the second has the smaller rows.
    for (part, keys) in [(0, vec![3, second(2)]), (1, vec![1, 2])] {
        let header = Header { part, parts: 2, ..header(0, 1) };
        assert!(matches!(say(&mut node, header, Body::Pull(keys)), Body::Rows(_)));
    }
    assert!(matches!(say(&mut node, header(1, 1), Body::Pull(vec![second(5)])), Body::Rows(_)));
    assert!(is_silent(&mut node, header(1, 1), of(&[second(5)])), "it waits for rank 0");
    for (keys, named) in [
        (vec![0], "rank 0 has not pulled row 0 of table 0 which it pushes in batch 1"),
        (vec![1, 2, 3, second(3)], "rank 0 has not pulled row 3 of table 1 which it pushes in batch 1"),
        // Another rank has pulled it.
        (vec![second(5)], "rank 0 has not pulled row 5 of table 1 which it pushes in batch 1"),
        (
            vec![0, 2, 4, second(2), second(6)],
            "rank 0 has not pulled 3 rows, the first of them row 0 of table 0, which it pushes in batch 1",
        ),
    ] {
        let Body::Refused { why: Refusal::Malformed, text } = say(&mut node, header(0, 1), of(&keys)) else {
            panic!("it is refused")
        };
        assert_eq!(text, named);
        let rows = Body::Write { rows: vec![1.0; keys.len() * (DIMENSION + 1)], keys };
        let refused = say(&mut node, header(0, 1), rows);
        assert!(matches!(refused, Body::Refused { why: Refusal::Malformed, .. }), "{refused:?}");
    }
    let events = node.events();
    assert!(
        events.iter().filter(|event| event.starts_with("refused: rank 0 has not pulled")).count() == 8,
        "{events:?}"
    );
    let answers = node.handle(0, &Message { header: header(0, 1), body: of(&[1, 3, second(2)]) }.encode());
    assert_eq!((answers.len(), node.counts().batches), (2, 1), "both are applied");
}

#[test]
fn rows_are_not_pulled_behind_the_push_that_names_them() {
    let (mut node, header) = begun();
    let of = |keys: &[u64]| Body::Push(push(keys, 1.0, DIMENSION));
    assert!(is_silent(&mut node, header(0, 1), of(&[1])), "it was pulled from a process before");
    let Body::Refused { why: Refusal::Malformed, text } = say(&mut node, header(0, 1), Body::Pull(vec![2])) else {
        panic!("it is refused")
    };
    assert_eq!(text, "rank 0 pulls part 0 of batch 1 behind its push");
    assert!(matches!(say(&mut node, header(1, 1), Body::Pull(vec![2])), Body::Rows(_)));
    // What was pulled before may come once more.
    let answers = node.handle(0, &Message { header: header(1, 1), body: of(&[2]) }.encode());
    assert_eq!((answers.len(), node.counts().batches), (2, 1));
}

/// Two ranks write the same row: the batch has failed, and is no obstacle to those who come then.
#[test]
fn a_batch_that_has_failed_is_given_up_when_a_rank_begins_anew() {
    let (mut node, header) = begun();
    let write = || Body::Write { keys: vec![1], rows: vec![2.0; DIMENSION + 1] };
    assert!(is_silent(&mut node, header(0, 1), write()));
    let answers = node.handle(0, &Message { header: header(1, 1), body: write() }.encode());
    for (_, bytes) in answers {
        let Body::Refused { why, text } = Message::decode(&bytes).unwrap().body else { panic!("it is refused") };
        assert!(why == Refusal::Failed && text.contains("written twice in one batch"), "{text}");
    }
    let job = node.about().job();
    for rank in 0..2 {
        let header = Header { job, incarnation: 6, batch: u64::MAX, rank, ..Header::default() };
        assert!(matches!(say(&mut node, header, Body::Hello(FULL.to_owned())), Body::Welcome(_)));
    }
    let next = node.store().applied() + 1;
    let header = |rank| Header { term: 2, ..header(rank, next) };
    for (rank, row) in [(0, 3), (1, 4)] {
        assert!(matches!(say(&mut node, header(rank), Body::Pull(vec![row])), Body::Rows(_)));
    }
    assert!(is_silent(&mut node, header(0), Body::Push(push(&[3], 1.0, DIMENSION))));
    let last = Message { header: header(1), body: Body::Push(push(&[4], 1.0, DIMENSION)) };
    assert_eq!((node.handle(0, &last.encode()).len(), node.store().applied()), (2, next));
}

/// The rank as a process says hello: its session, its term, and whether it begins.
fn hello(node: &mut Node<u32>, session: u64, term: u32, begins: bool) -> Result<u32, Refusal> {
    let batch = if begins { u64::MAX } else { 0 };
    let header = Header { job: node.about().job(), incarnation: session, batch, term, ..Header::default() };
    let message = Message { header, body: Body::Hello(FULL.to_owned()) };
    let (_, answer) = node.handle(0, &message.encode()).pop().unwrap();
    match Message::decode(&answer).unwrap() {
        Message { header, body: Body::Welcome(_) } => Ok(header.term),
        Message { body: Body::Refused { why, .. }, .. } => Err(why),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_process_that_was_replaced_is_refused_by_every_process_of_the_shard() {
    let kept = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let started = || node().remembering(Box::new(kept.clone()));
    let mut node = started();
    assert_eq!(hello(&mut node, 11, 0, true), Ok(1));
    assert_eq!(hello(&mut node, 12, 0, true), Ok(2));
    assert_eq!(*kept.lock().unwrap(), [2, 0]);
    assert_eq!(hello(&mut node, 11, 1, false), Err(Refusal::OtherTerm));
    // The shard is started again, and hears of the former one first, of the other one first, or of that one twice.
    for order in [&[11, 12][..], &[12, 11], &[12, 12, 11, 12]] {
        let mut node = started();
        for session in order {
            let expected = if *session == 12 { Ok(2) } else { Err(Refusal::OtherTerm) };
            assert_eq!(hello(&mut node, *session, *session as u32 - 10, false), expected, "{order:?}");
        }
    }
    // The answer was lost on the way, twice: it has begun, and does not know its term.
    let mut node = started();
    assert_eq!(hello(&mut node, 13, 0, true), Ok(3));
    let mut node = started();
    assert_eq!((hello(&mut node, 13, 0, true), hello(&mut node, 12, 2, false)), (Ok(4), Err(Refusal::OtherTerm)));
    assert_eq!(*kept.lock().unwrap(), [4, 0]);
}

#[test]
fn whoever_begins_does_not_take_the_place_of_one_that_is_there_when_the_shard_comes_back() {
    let kept = std::sync::Arc::new(std::sync::Mutex::new(vec![1, 0]));
    let mut node = node().remembering(Box::new(kept.clone()));
    node.saw(vec![(0, 11), (0, 12), (1, 7)]);
    assert_eq!(hello(&mut node, 12, 0, true), Err(Refusal::Taken));
    assert_eq!(hello(&mut node, 11, 1, false), Ok(1));
    assert_eq!(hello(&mut node, 12, 0, true), Err(Refusal::Taken));
    node.saw(vec![(0, 12), (1, 7)]);
    assert_eq!((hello(&mut node, 12, 0, true), kept.lock().unwrap()[0]), (Ok(2), 2));
}

#[test]
fn a_rank_whose_term_cannot_be_kept_is_refused() {
    struct Full;
    impl crate::terms::Terms for Full {
        fn kept(&self) -> Vec<u32> {
            vec![3]
        }

        fn keep(&mut self, _terms: &[u32]) -> std::io::Result<()> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
    }
    let mut node = node().remembering(Box::new(Full));
    assert_eq!(hello(&mut node, 11, 0, true), Err(Refusal::Failed));
    assert!(node.events().iter().any(|event| event.contains("could not be kept: no storage space")));
    assert_eq!(hello(&mut node, 12, 3, false), Ok(3), "nothing is to be kept");
}

#[test]
fn rows_whose_answer_would_be_longer_than_a_message_are_refused() {
    let step = UpdateRule { optimizer: Optimizer::Sgd, learning_rate: 0.1 };
    let about = About::new("cluster.storage = \"dram\"\n".to_owned(), 0, 1, 1, false, 3);
    let mut node = Node::new(about, 7, Box::new(Dram::new(Tables::new(1, &[70_000], 64, step))));
    let job = node.about().job();
    let header = Header { job, incarnation: 5, batch: u64::MAX, ..Header::default() };
    say(&mut node, header, Body::Hello("cluster.storage = \"dram\"\n".to_owned()));
    let mut ask =
        |batch, body| say(&mut node, Header { job, incarnation: 7, term: 1, batch, ..Header::default() }, body);
    let many: Vec<u64> = (0..40_000).collect();
    for (batch, body) in [(1, Body::Pull(many.clone())), (2, Body::Pull(many.clone())), (0, Body::Read(many.clone()))] {
        let Body::Refused { why: Refusal::Malformed, text } = ask(batch, body) else { panic!("it is refused") };
        assert!(text.contains("40000 rows are asked for in one message, and an answer holds 32767"), "{text}");
    }
    let Body::Rows(rows) = ask(1, Body::Pull(many[..32_767].to_vec())) else { panic!("these fit") };
    assert_eq!(rows.len(), 32_767 * 64);
}

#[test]
fn a_message_of_another_version_is_refused_with_both_versions() {
    let mut node = node();
    let mut bytes = Message { header: Header::default(), body: Body::Status }.encode();
    bytes[4] = 7;
    let answers = node.handle(0, &bytes);
    let Body::Refused { why, text } = Message::decode(&answers[0].1).unwrap().body else { panic!("it is refused") };
    let own = format!("version {VERSION}");
    assert!(why == Refusal::OtherVersion && text.contains("version 7") && text.contains(&own), "{text}");
}

#[test]
fn a_rank_keeps_its_place_as_long_as_it_is_there() {
    let mut node = node();
    let job = node.about().job();
    let hello = |node: &mut Node<u32>, session| {
        let header = Header { job, incarnation: session, batch: u64::MAX, ..Header::default() };
        say(node, header, Body::Hello("cluster.storage = \"dram\"\n".to_owned()))
    };
    assert!(matches!(hello(&mut node, 5), Body::Welcome(_)));
    node.saw(vec![(0, 5), (0, 6)]);
    let Body::Refused { why: Refusal::Taken, text } = hello(&mut node, 6) else { panic!("it is refused") };
    assert!(text.contains("rank 0 trains already"), "{text}");
    node.saw(vec![(0, 6)]);
    assert!(matches!(hello(&mut node, 6), Body::Welcome(_)));
    let header = Header { job, incarnation: 7, term: 1, batch: 1, ..Header::default() };
    let Body::Refused { why: Refusal::OtherTerm, .. } = say(&mut node, header, Body::Pull(vec![1])) else {
        panic!("the former process is refused")
    };
}

#[test]
fn rows_that_are_pulled_again_and_again_take_no_memory() {
    let (mut node, header) = begun();
    let part = |part| Header { part, parts: 3, ..header(0, 1) };
    for _ in 0..4 {
        assert!(matches!(say(&mut node, part(0), Body::Pull(vec![1, 2])), Body::Rows(_)));
    }
    // The store has heard once which rows the batch uses.
    assert_eq!((node.store().counters().pulled, node.counts().pulled), (2, 8));
    node.most_bytes = 24;
    let Body::Refused { why: Refusal::Failed, text } = say(&mut node, part(1), Body::Pull(vec![3, 4])) else {
        panic!("it is refused")
    };
    assert!(text.contains("the rows that are pulled in batch 1 have keys of more than 24 bytes"), "{text}");
    assert!(matches!(say(&mut node, part(1), Body::Pull(vec![3])), Body::Rows(_)));
    assert!(matches!(say(&mut node, part(0), Body::Pull(vec![1, 2])), Body::Rows(_)));
}

#[test]
fn no_process_takes_the_terms_of_those_that_come_behind_it() {
    let kept = std::sync::Arc::new(std::sync::Mutex::new(vec![1, 0]));
    let mut node = node().remembering(Box::new(kept.clone()));
    for large in [MOST_TERMS / 2, MOST_TERMS - 1, MOST_TERMS, u32::MAX] {
        assert_eq!(hello(&mut node, 11, large, true), Err(Refusal::Malformed));
    }
    assert_eq!(hello(&mut node, 11, MOST_TERMS / 2 - 1, true), Ok(MOST_TERMS / 2 - 1));
    assert_eq!(hello(&mut node, 12, 0, true), Ok(MOST_TERMS / 2));
    // It says what it was told.
    assert_eq!(hello(&mut node, 12, MOST_TERMS / 2, false), Ok(MOST_TERMS / 2));
    *kept.lock().unwrap() = vec![MOST_TERMS - 1, 0];
    let mut node = node_of(FULL).remembering(Box::new(kept.clone()));
    assert_eq!(hello(&mut node, 13, 0, true), Err(Refusal::Failed));
    assert_eq!(*kept.lock().unwrap(), [MOST_TERMS - 1, 0], "a shard that is started again reads them");
}

#[test]
fn a_process_without_a_number_is_no_rank() {
    let mut node = node();
    assert_eq!(hello(&mut node, 0, 0, true), Err(Refusal::Malformed));
    assert_eq!(hello(&mut node, 0, 0, false), Err(Refusal::Malformed));
}

#[test]
fn whatever_a_refusal_says_it_can_be_read() {
    let tables = |rows: &str| format!("model.rows = [{}]\n", vec![rows; 4096].join(", "));
    let settings = |rows| format!("{FULL}{}", tables(rows));
    let many: String = (0..5000).map(|key| format!("k{key} = 1\n")).collect();
    let mut node = node_of(&settings("1000000"));
    for (other, named) in [
        (settings("1000001"), "model.rows is [1000000, 1000000"),
        (many, "; and 4982 more"),
        (format!("{} = 1\n", "k".repeat(60_000)), "kkk... (60000 characters) is not said on the shard"),
    ] {
        let header = Header { incarnation: 5, batch: u64::MAX, ..Header::default() };
        let Body::Refused { why: Refusal::OtherJob, text } = say(&mut node, header, Body::Hello(other)) else {
            panic!("it is refused")
        };
        assert!(text.contains(named) && text.len() < 10_000, "{text}");
    }
    let long = format!("{FULL}a = {}\n", "\"".repeat(60_000));
    let Body::Text(status) = say(&mut node_of(&long), Header::default(), Body::Status) else {
        panic!("it says how it is")
    };
    assert!(status.contains("\"settings\":null"), "{status}");
}

#[test]
fn it_says_when_a_checkpoint_begins_and_ends() {
    let (node, header) = begun();
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let tells = told.clone();
    let mut node = node.telling(Box::new(move |begins| tells.lock().unwrap().push(begins)));
    for batch in 1..=3 {
        assert!(told.lock().unwrap().is_empty(), "a checkpoint is made behind every third batch");
        for rank in 0..2 {
            assert!(matches!(say(&mut node, header(rank, batch), Body::Pull(vec![1])), Body::Rows(_)));
        }
        for rank in 0..2 {
            let message = Message { header: header(rank, batch), body: Body::Push(push(&[1], 1.0, DIMENSION)) };
            node.handle(0, &message.encode());
        }
        assert_eq!(node.store().applied(), batch);
    }
    assert_eq!(*told.lock().unwrap(), [true, false]);
}
