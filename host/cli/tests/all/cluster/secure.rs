//! Connections with certificates, and those that come without, with another authority's, or with somebody else's.

use std::cell::RefCell;

use emberlane_net::certificates::{Credentials, Role};
use emberlane_net::{NoTerms, RankError, Server, status};

use super::*;

impl Job {
    /// The same with certificates, which are written.
    fn certified(self, more: &str) -> Self {
        let text = std::fs::read_to_string(self.path("cluster.toml")).unwrap();
        let text =
            text.replace("tcp/", "tls/").replace("[cluster]", &format!("[cluster]\ncertificates = \"certs\"\n{more}"));
        std::fs::write(self.path("cluster.toml"), text).unwrap();
        self.certify("certs");
        self
    }

    fn certify(&self, folder: &str) {
        let (code, said) = run(&["certificates", &self.text(folder), &self.text("cluster.toml")]);
        assert_eq!(code, Some(0), "{said}");
    }

    fn experiment(&self) -> Experiment {
        Experiment::read(&self.path("cluster.toml")).unwrap()
    }

    /// Whether somebody with these credentials is told how shard 0 is.
    fn tells(&self, addresses: &[String], credentials: Option<&Credentials>) -> bool {
        let network = Zenoh::open(self.job(), &[], addresses, credentials).unwrap();
        let begun = Instant::now();
        while begun.elapsed() < TRIES {
            if status(&network, 1, Duration::from_millis(300)).iter().all(Result::is_ok) {
                return true;
            }
        }
        false
    }

    fn job(&self) -> u64 {
        let experiment = self.experiment();
        let cluster = experiment.cluster.clone().unwrap();
        emberlane_net::fingerprint(&emberlane_net::job::settings(&experiment, &cluster))
    }

    /// Whether shard 0 welcomes who says that he is this rank.
    fn welcomes(&self, rank: u16, credentials: &Credentials) -> bool {
        let experiment = self.experiment();
        let cluster = experiment.cluster.clone().unwrap();
        let settings = emberlane_net::job::settings(&experiment, &cluster);
        let zenoh = Zenoh::open(self.job(), &[], cluster.addresses(), Some(credentials)).unwrap();
        let identity = Identity { settings, rank, shards: 1, session: new_incarnation() };
        match Client::connect(Arc::new(zenoh), &identity, Pace::of(TRIES, 1), Box::new(|_| {})) {
            Ok(_) => true,
            Err(RankError::Silent { .. }) => false,
            Err(error) => panic!("{error}"),
        }
    }
}

/// How long one tries who is not let in; who is needs a fraction of it.
const TRIES: Duration = Duration::from_secs(3);

/// What is encrypted leaves the same bits.
#[test]
fn a_cluster_with_certificates_trains_to_the_same_bits() {
    let job = Job::with_workers(2, 2, "slices = 2\noptimizer = \"rowwise-adagrad\"", "").certified("");
    job.alone(&["--batches", "40"]);
    let shards = job.shards();
    let other = Process::start(&["train", &job.text("cluster.toml"), "--rank", "1", "--batches", "40"]);
    let (code, said) = job.train(&["--batches", "40"]).end();
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = other.end();
    assert_eq!(code, Some(0), "{said}");
    job.has_the_bits_of_one_alone();
    let (code, said) = run(&["status", &job.text("cluster.toml"), "--format", "json"]);
    assert!(code == Some(0) && said.contains("\"applied\": 40"), "{said}");
    drop(shards);
    // The launcher, at ports of its own.
    let (file, out) = (job.text("cluster.toml"), job.text("out"));
    let launched =
        Process::start(&["cluster", &file, "--out", &out, "--overwrite", "--shards", "1", "--batches", "40"]);
    let (code, said) = launched.end();
    assert_eq!(code, Some(0), "{said}");
    job.has_the_bits_of_one_alone();
}

#[test]
fn who_has_no_certificate_of_the_cluster_gets_nothing() {
    let job = Job::with_workers(1, 2, "slices = 2", "").certified("");
    job.certify("other");
    let _shard = job.shards();
    let cluster = job.experiment().cluster.unwrap();
    let tls = cluster.addresses().to_vec();
    let of = |role| Credentials::of(&cluster, role).unwrap().unwrap();
    assert!(job.tells(&tls, Some(&of(Role::Operator))), "with a certificate");
    assert!(!job.tells(&tls, None), "without");
    assert!(!job.tells(&[tls[0].replace("tls/", "tcp/")], None), "without TLS");
    let others = emberlane_experiment::ClusterConfig { certificates: Some(job.path("other")), ..cluster.clone() };
    let foreign = Credentials::of(&others, Role::Operator).unwrap().unwrap();
    assert!(!job.tells(&tls, Some(&foreign)), "with one of another authority");
    // He takes what the shard shows, too.
    assert!(!job.tells(&tls, Some(&Credentials { authority: job.path("certs/ca.pem"), ..foreign })), "trusting it");

    // Everybody speaks for himself.
    assert!(job.welcomes(0, &of(Role::Rank(0))) && job.welcomes(1, &of(Role::Rank(1))));
    assert!(!job.welcomes(0, &of(Role::Rank(1))), "a rank as another");
    assert!(!job.welcomes(0, &of(Role::Operator)), "an operator as a rank");
    assert!(!job.welcomes(0, &Credentials { role: Role::Rank(0), ..of(Role::Shard(0)) }), "a shard as a rank");
}

/// A rank's certificate at the place of a shard: workers do not speak to it.
#[test]
fn a_rank_that_plays_a_shard_is_not_listened_to() {
    for (role, is_listened_to) in [(Role::Shard(0), true), (Role::Rank(1), false), (Role::Operator, false)] {
        let job = Job::with_workers(1, 2, "slices = 2", "").certified("patience = 3\n");
        let experiment = job.experiment();
        let cluster = experiment.cluster.clone().unwrap();
        let credentials = Credentials { role: Role::Shard(0), ..Credentials::of(&cluster, role).unwrap().unwrap() };
        let network = Zenoh::open(job.job(), &cluster.listen, &[], Some(&credentials)).unwrap();
        let about = emberlane_net::job::about(&experiment, &cluster, 0);
        let store = Dram::new(emberlane_net::job::tables(&experiment));
        let mut server = Server::begin(&network, about, new_incarnation(), Box::new(store), Box::new(NoTerms)).unwrap();
        let train = RefCell::new(job.train(&["--rank", "0"]));
        let begun = Instant::now();
        let stops = || !train.borrow_mut().is_running() || begun.elapsed() > PATIENCE;
        server.run(&network, stops, |_| {}).unwrap();
        let (code, said) = train.into_inner().end();
        // There is no other rank: it waits for that one if it has found the shard.
        let waits = if is_listened_to { "rank 1 is not there" } else { "start it with `emberlane serve" };
        assert!(code == Some(1) && said.contains(waits), "{role}: {said}");
        assert_eq!(server.node().counts().requests > 0, is_listened_to, "{role}");
    }
}

/// A witness: how OpenSSL shakes hands with a shard.
#[test]
fn openssl_shakes_hands_with_a_certificate_alone() {
    let job = Job::with_workers(1, 2, "slices = 2", "").certified("");
    job.certify("other");
    let _shard = job.shards();
    let address = job.experiment().cluster.unwrap().listen[0].replace("tls/", "");
    let shakes = |more: &[&str]| {
        let mut command = Command::new("openssl");
        command.args(["s_client", "-connect", &address, "-verify_return_error", "-CAfile", "certs/ca.pem"]).args(more);
        command.args(["-verify_ip", "127.0.0.1", "-ign_eof"]).current_dir(job.folder.path());
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.ok()?;
        // What is no message of zenoh ends the connection.
        let _ = child.stdin.take().unwrap().write_all(&[0xff; 64]);
        let Output { stdout, stderr, .. } = child.wait_with_output().unwrap();
        Some(String::from_utf8_lossy(&[stdout, stderr].concat()).into_owned())
    };
    let Some(said) = shakes(&["-cert", "certs/rank-0.pem", "-key", "certs/rank-0.key"]) else {
        eprintln!("skipped: there is no openssl");
        return;
    };
    assert!(said.contains("Verification: OK") && said.contains("TLSv1.3") && said.contains("CN = ps-0"), "{said}");
    assert!(!said.contains("alert"), "{said}");
    let said = shakes(&[]).unwrap();
    assert!(said.contains("alert certificate required"), "{said}");
    let said = shakes(&["-cert", "other/rank-0.pem", "-key", "other/rank-0.key"]).unwrap();
    assert!(said.contains("alert") && said.contains("certificate"), "{said}");
    let said = shakes(&["-tls1_2", "-cert", "certs/rank-0.pem", "-key", "certs/rank-0.key"]).unwrap();
    assert!(said.contains("alert protocol version") || said.contains("unsupported protocol"), "{said}");
}

#[test]
fn certificates_that_are_wrong_are_refused_before_anybody_is_asked() {
    let job = Job::new(1, "", "").certified("");
    let file = job.text("cluster.toml");
    let (code, said) = run(&["certificates", &job.text("certs"), &file]);
    assert!(code == Some(0) && said.contains("kept        3 certificates"), "{said}");
    let refused = |arguments: &[&str], part: &str| {
        let (code, said) = run(arguments);
        assert!(code == Some(1) && said.contains(part), "{arguments:?} {part}: {code:?} {said}");
    };
    std::fs::copy(job.path("certs/rank-0.pem"), job.path("certs/ps-0.pem")).unwrap();
    refused(&["serve", &file], "this is the certificate of \"rank-0\", and the process is ps-0");
    std::fs::remove_file(job.path("certs/rank-0.key")).unwrap();
    refused(
        &["train", &file, "--out", &job.text("out")],
        "rank-0.key is not there: `emberlane certificates` writes it",
    );
    std::fs::remove_dir_all(job.path("certs")).unwrap();
    refused(&["status", &file], "ca.pem is not there");
}
