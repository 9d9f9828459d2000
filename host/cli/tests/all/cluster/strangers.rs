//! Processes that stand still, wake up late, or speak another language.

use emberlane_net::network::{Address, Network};
use emberlane_net::wire::{Body, Header, Message, Refusal, VERSION};

use super::*;

impl Job {
    /// A rank that is no process.
    fn client(&self, zenoh: &Arc<Zenoh>, session: u64) -> Client {
        let experiment = Experiment::read(&self.path("cluster.toml")).unwrap();
        let settings = emberlane_net::job::settings(&experiment, &experiment.cluster.clone().unwrap());
        let identity = Identity { settings, rank: 0, shards: self.shards, session };
        Client::connect(zenoh.clone(), &identity, Pace::of(PATIENCE, session), Box::new(|line| eprintln!("{line}")))
            .unwrap()
    }

    fn zenoh(&self) -> Arc<Zenoh> {
        let experiment = Experiment::read(&self.path("cluster.toml")).unwrap();
        let cluster = experiment.cluster.clone().unwrap();
        let settings = emberlane_net::job::settings(&experiment, &cluster);
        Arc::new(Zenoh::open(emberlane_net::fingerprint(&settings), &[], cluster.addresses(), None).unwrap())
    }

    fn applied(&self) -> serde_json::Value {
        let (code, said) = run(&["status", &self.text("cluster.toml"), "--format", "json"]);
        assert_eq!(code, Some(0), "{said}");
        serde_json::from_str::<serde_json::Value>(&said).unwrap()["shards"][0]["applied"].clone()
    }
}

/// Keys of a row, a push for it, and its pull and push by a client.
fn train(client: &mut Client) -> Result<(), emberlane_net::RankError> {
    client.tell(|rank| rank.pull(vec![vec![vec![3]]]))?;
    let rows = client.answers()?;
    let push =
        Push { keys: vec![3], offsets: vec![0, 1], bags: vec![0], scales: vec![1.0], gradients: rows[0][0].to_vec() };
    client.tell(|rank| rank.push(vec![vec![push]]))?;
    client.until(Rank::is_settled)
}

/// A worker that stood still, in whose place another one has come, is refused when it wakes up, also by a shard that was started again
/// meanwhile and does not know either of them.
#[test]
fn a_worker_that_wakes_up_behind_its_successor_is_refused() {
    for is_killed in [false, true] {
        let job = Job::new(1, "", "storage = \"pmem-hash\"\npool = \"pool\"\n[cluster.checkpoint]\nbatches = 1\n");
        let mut shards = job.shards();
        let zenoh = job.zenoh();
        let mut former = job.client(&zenoh, 1);
        train(&mut former).unwrap();
        let mut successor = job.client(&zenoh, 2);
        train(&mut successor).unwrap();
        if is_killed {
            shards[0].child.kill().unwrap();
            let _ = shards[0].child.wait();
            shards = job.shards();
        }
        // The shard knows better, also where it hears of the former one first.
        let text = train(&mut former).unwrap_err().to_string();
        assert!(text.contains("another process is rank 0 now"), "{text}");
        (0..3).for_each(|_| train(&mut successor).unwrap());
        assert_eq!(job.applied(), 5);
        train(&mut successor).unwrap();
        drop(shards);
    }
}

/// Gradients for rows that nobody has pulled are refused by name; a worker that comes then trains with the same process of the shard.
#[test]
fn gradients_of_rows_that_nobody_has_pulled_are_refused_and_block_nothing() {
    let job = Job::new(1, "", "storage = \"pmem\"\npool = \"pool\"\n");
    let _shards = job.shards();
    let zenoh = job.zenoh();
    let mut client = job.client(&zenoh, 1);
    train(&mut client).unwrap();
    client.tell(|rank| rank.pull(vec![vec![vec![3]]])).unwrap();
    let rows = client.answers().unwrap()[0][0].to_vec();
    let push = Push { keys: vec![4], offsets: vec![0, 1], bags: vec![0], scales: vec![1.0], gradients: rows };
    let pushed = client.tell(|rank| rank.push(vec![vec![push]])).and_then(|()| client.until(Rank::is_settled));
    let text = pushed.unwrap_err().to_string();
    assert!(text.contains("rank 0 has not pulled row 4 of table 0 which it pushes in batch 2"), "{text}");
    drop(client);
    let mut successor = job.client(&zenoh, 2);
    (0..3).for_each(|_| train(&mut successor).unwrap());
    // The batch of the other ended without changing a row.
    assert_eq!(job.applied(), 5);
}

/// A message of another version of the protocol is refused with both versions, and changes nothing.
#[test]
fn another_version_of_the_protocol_is_refused_by_name() {
    let job = Job::new(1, "", "");
    let _shards = job.shards();
    let zenoh = job.zenoh();
    let mut bytes = Message { header: Header::default(), body: Body::Status }.encode();
    bytes[4] = 9;
    let (sender, answer) = channel();
    zenoh.request(Address::Shard(0), bytes, PATIENCE, Box::new(move |answer| drop(sender.send(answer))));
    let answer = answer.recv_timeout(PATIENCE).unwrap().expect("it is answered");
    let Body::Refused { why: Refusal::OtherVersion, text } = Message::of(answer).unwrap().body else {
        panic!("it is refused")
    };
    assert!(text.contains("version 9") && text.contains(&format!("version {VERSION}")), "{text}");
    train(&mut job.client(&zenoh, 1)).unwrap();
    assert_eq!(job.applied(), 1);
}

/// Shards and workers that stand still by plan: all wait, and nothing is lost.
#[test]
fn whoever_stands_still_is_waited_for() {
    let job = Job::with_workers(2, 2, "slices = 2", "storage = \"pmem\"\npool = \"pool\"\n");
    job.alone(&["--batches", "300"]);
    let pauses = ["--pause", "shard 0 at batch 50 for 0.7", "--pause", "rank 1 at batch 100 for 0.7"];
    let more = ["--pause", "rank 0 at batch 150 for 0.3", "--pause", "shard 1 at batch 200 for 3"];
    let (code, said) = job.launch(&[&["--batches", "300", "--workers", "2"][..], &pauses, &more].concat()).end();
    assert_eq!(code, Some(0), "{said}");
    for text in ["lets shard 0 stand still", "lets rank 1 stand still", "shard 1 goes on", "shard 1 answers again"] {
        assert!(said.contains(text), "it never said {text:?}: {said}");
    }
    job.has_the_bits_of_one_alone();
}
