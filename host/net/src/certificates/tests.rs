//! What is written is taken, and whatever else is not.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use emberlane_experiment::Experiment;

use super::*;

fn cluster(folder: &Path, shard: &str, certificates: &str) -> ClusterConfig {
    let file = folder.join("experiment.toml");
    let text = format!(
        "[model]\nbottom = [13, 16]\ntop = [8, 1]\ntables = 1\nrows = 10\ndimension = 16\nlookups = 3\n[data]\nkind = \"synthetic\"\n\
         batches = 1\n[train]\nbatch_size = 32\n[cluster]\nshards = 2\nworkers = 2\ncertificates = {certificates:?}\n\
         listen = [\"tls/0.0.0.0:1\", \"tls/10.0.0.2:1\"]\nconnect = [{shard:?}, \"tls/10.0.0.2:1\"]\n"
    );
    std::fs::write(&file, text).unwrap();
    Experiment::read(&file).unwrap().cluster.unwrap()
}

fn refused(cluster: &ClusterConfig, role: Role, part: &str) {
    let error = Credentials::of(cluster, role).unwrap_err().to_string();
    assert!(error.contains(part), "{part}: {error}");
}

#[test]
fn certificates_are_taken_by_those_whose_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let cluster_in = |name: &str| cluster(folder.path(), "tls/10.0.0.1:1", name);
    let here = cluster_in("certs");
    let certs = folder.path().join("certs");
    refused(&here, Role::Shard(0), "ca.pem is not there: `emberlane certificates`");
    let written = write(&certs, &here, 30, false).unwrap();
    assert_eq!((written.new.len(), written.kept.len()), (2 + 2 * 5, 0));
    for role in Role::all(&here) {
        let credentials = Credentials::of(&here, role).unwrap().unwrap();
        let mode = std::fs::metadata(&credentials.key).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{role}");
        assert!(openssl(&certs, &["verify", "-CAfile", "ca.pem", &format!("{role}.pem")]).unwrap_or(true));
    }
    assert_eq!(std::fs::metadata(certs.join("ca.key")).unwrap().permissions().mode() & 0o777, 0o600);

    // What is there stays, and what is missing comes.
    let before = std::fs::read(certs.join("ps-0.pem")).unwrap();
    std::fs::remove_file(certs.join("ps-1.pem")).unwrap();
    let key = std::fs::read(certs.join("ps-1.key")).unwrap();
    let written = write(&certs, &here, 30, false).unwrap();
    assert_eq!((written.new, written.kept.len()), (vec![certs.join("ps-1.pem")], 4));
    assert_eq!(std::fs::read(certs.join("ps-1.key")).unwrap(), key);
    assert_eq!(std::fs::read(certs.join("ps-0.pem")).unwrap(), before);
    Credentials::of(&here, Role::Shard(1)).unwrap();

    // Another address, somebody else's, another authority's, a key that does not fit, one that others read.
    let moved = cluster(folder.path(), "tls/10.0.0.9:1", "certs");
    refused(&moved, Role::Shard(0), "the experiment has ps-0 at 10.0.0.9");
    assert_eq!(write(&certs, &moved, 30, true).unwrap().new.len(), 5);
    assert_ne!(std::fs::read(certs.join("ps-0.pem")).unwrap(), before);
    Credentials::of(&moved, Role::Shard(0)).unwrap();
    let copy = |from: &str, to: &str| {
        std::fs::copy(folder.path().join(from), folder.path().join(to)).unwrap();
    };
    copy("certs/rank-0.pem", "certs/ps-1.pem");
    refused(&here, Role::Shard(1), "the certificate of \"rank-0\", and the process is ps-1");
    write(&folder.path().join("other"), &cluster_in("other"), 30, false).unwrap();
    copy("other/ps-1.pem", "certs/ps-1.pem");
    refused(&here, Role::Shard(1), "has not signed this certificate");
    copy("certs/rank-0.key", "certs/rank-1.key");
    refused(&here, Role::Rank(1), "rank-1.key is not its key");
    copy("certs/ca.pem", "certs/rank-1.key");
    std::fs::set_permissions(certs.join("rank-1.key"), PermissionsExt::from_mode(0o600)).unwrap();
    refused(&here, Role::Rank(1), "expected a private key");
    std::fs::set_permissions(certs.join("rank-0.key"), PermissionsExt::from_mode(0o640)).unwrap();
    refused(&here, Role::Rank(0), "chmod 600");
    std::fs::write(certs.join("operator.pem"), "nothing").unwrap();
    refused(&here, Role::Operator, "expected a certificate");
    std::fs::remove_file(certs.join("ca.key")).unwrap();
    assert!(write(&certs, &here, 30, true).unwrap_err().to_string().contains("ca.key, is not in the folder"));
    assert!(write(&certs, &here, 30, false).unwrap().new.is_empty(), "nothing has to be signed");
}

/// A witness: whether OpenSSL accepts something; `None`: it is not there.
fn openssl(folder: &Path, arguments: &[&str]) -> Option<bool> {
    let Ok(done) = Command::new("openssl").args(arguments).current_dir(folder).output() else {
        eprintln!("skipped: there is no openssl");
        return None;
    };
    Some(done.status.success())
}

#[test]
fn openssl_reads_the_certificates_as_meant() {
    let folder = tempfile::tempdir().unwrap();
    let here = cluster(folder.path(), "tls/10.0.0.1:1", "certs");
    let certs = folder.path().join("certs");
    write(&certs, &here, 30, false).unwrap();
    write(&folder.path().join("other"), &here, 30, false).unwrap();
    let verify = |more: &[&str]| openssl(&certs, &[&["verify", "-x509_strict", "-CAfile"], more].concat());
    let Some(accepted) = verify(&["ca.pem", "-purpose", "sslserver", "-verify_ip", "10.0.0.1", "ps-0.pem"]) else {
        return;
    };
    assert!(accepted);
    assert_eq!(verify(&["ca.pem", "-purpose", "sslclient", "rank-1.pem"]), Some(true));
    assert_eq!(verify(&["ca.pem", "-verify_ip", "10.0.0.3", "ps-0.pem"]), Some(false), "another address");
    assert_eq!(verify(&["../other/ca.pem", "ps-0.pem"]), Some(false), "another authority");
    assert_eq!(verify(&["ps-1.pem", "ps-0.pem"]), Some(false), "a process is no authority");
}

/// A rank may ask as itself alone, and serve as a rank alone.
#[test]
fn rules_name_who_may_do_what() {
    let rules = access(Role::Shard(1), 3, 2);
    let subjects: Vec<_> = rules["subjects"].as_array().unwrap().iter().map(|it| it["id"].as_str().unwrap()).collect();
    assert_eq!(subjects, ["rank-0", "rank-1", "operator"]);
    let of_flow = |flow: &str, rules: &serde_json::Value, who: &str, message: &str| {
        let rules = rules["rules"].as_array().unwrap().iter().filter(|rule| rule["flows"][0] == flow);
        let of = rules.filter(|rule| rule["id"].as_str().unwrap().starts_with(who));
        let of = of.filter(|rule| rule["messages"].as_array().unwrap().iter().any(|it| it == message));
        let keys = of
            .flat_map(|rule| rule["key_exprs"].as_array().unwrap().iter().map(|key| key.as_str().unwrap().to_owned()));
        keys.collect::<Vec<_>>()
    };
    let allowed = |rules: &_, who: &str, message: &str| of_flow("ingress", rules, who, message);
    assert!(allowed(&rules, "operator/", "declare_queryable").is_empty());
    assert_eq!(allowed(&rules, "operator/", "query"), ["emberlane/ps/*/hello/anybody"]);
    assert!(allowed(&rules, "rank-1/", "query").iter().all(|key| key.ends_with("/1") || key.ends_with("anybody")));
    assert!(allowed(&rules, "rank-1/", "declare_queryable").iter().all(|key| !key.contains("/ps/")));
    let rules = access(Role::Rank(0), 3, 2);
    assert!(allowed(&rules, "ps-2/", "query").is_empty());
    let served = ["emberlane/ps/2/hello/*", "emberlane/*/ps/2/*/*"];
    assert_eq!(allowed(&rules, "ps-2/", "reply"), served);
    assert_eq!(of_flow("egress", &rules, "ps-2/", "query"), served);
    assert_eq!(of_flow("egress", &rules, "rank-1/", "query"), ["emberlane/rank/1/meet/*", "emberlane/*/rank/1/*/*"]);
    assert!(of_flow("egress", &rules, "known", "query").is_empty());
}

/// What is asked goes to whom it is asked of, and to nobody else.
#[test]
fn requests_go_to_whoever_serves_them_alone() {
    use zenoh::key_expr::KeyExpr;

    use crate::network::Address;
    use crate::zenoh::key;

    let to = [
        (Role::Shard(2), Address::Shard(2)),
        (Role::Shard(2), Address::Process { job: 0xfeed, shard: 2, incarnation: 7 }),
        (Role::Rank(1), Address::Rank(1)),
        (Role::Rank(1), Address::RankProcess { job: 0xfeed, rank: 1, session: 9 }),
    ];
    for (by, asker) in [(Role::Rank(0), "0"), (Role::Rank(0), "anybody"), (Role::Operator, "anybody")] {
        let rules = access(by, 3, 2);
        for (whom, address) in to {
            // An operator asks shards alone.
            if by == Role::Operator && whom == Role::Rank(1) {
                continue;
            }
            let asked = KeyExpr::new(format!("{}/{asker}", key(address))).unwrap();
            let goes_to: Vec<&str> = rules["rules"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|rule| rule["flows"][0] == "egress" && rule["messages"][0] == "query")
                .filter(|rule| {
                    let mut keys = rule["key_exprs"].as_array().unwrap().iter();
                    keys.any(|key| KeyExpr::new(key.as_str().unwrap()).unwrap().includes(&asked))
                })
                .map(|rule| rule["id"].as_str().unwrap().split('/').next().unwrap())
                .collect();
            assert_eq!(goes_to, [whom.to_string()], "{by} asks at {asked}");
        }
    }
}
