//! The network of processes: zenoh, over TCP, or over TLS where processes have certificates.
//!
//! A request goes to a key that ends with who asks: the number of a rank, or `anybody` who asks for the status. Whoever serves compares it
//! with the message, and the rules of [certificates](crate::certificates) let nobody ask as somebody else.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use zenoh::bytes::ZBytes;
use zenoh::query::{ConsolidationMode, Query, QueryTarget, Reply};
use zenoh::{Config, Session, Wait};

use crate::certificates::{Credentials, access};
use crate::network::{
    Address, Answer, Arrived, Guard, Handler, Member, Network, NetworkError, Pieces, Presence, Request,
};
use crate::wire::{Kind, glance};

/// A process in the network.
pub struct Zenoh {
    session: Session,
    job: u64,
}

/// Milliseconds without a sign of life, after which a connection is over.
const LEASE: u32 = 4_000;
/// Batches of 64 KiB that wait to be sent, the most that zenoh takes: whoever answers looks for the next rows while these are on their way.
const BATCHES: usize = 16;
/// Bytes of a message that is put together from its parts: zenoh drops larger ones.
const LARGEST: u32 = 32 << 20;

impl Zenoh {
    /// Listens and connects to others, now and whenever they come. With credentials all addresses have to be of TLS.
    ///
    /// # Errors
    /// An address at which it cannot listen.
    pub fn open(
        job: u64,
        listen: &[String],
        connect: &[String],
        credentials: Option<&Credentials>,
    ) -> Result<Self, NetworkError> {
        let what = || match listen.first() {
            Some(address) => format!("the network cannot be opened, listening at {address}"),
            None => "the network cannot be opened".to_owned(),
        };
        let mut config = Config::default();
        let settings = [
            ("mode", "\"peer\"".to_owned()),
            ("listen/endpoints", serde_json::json!(listen).to_string()),
            ("connect/endpoints", serde_json::json!(connect).to_string()),
            // Whoever is not there yet is looked for in the background.
            ("connect/timeout_ms", "-1".to_owned()),
            ("connect/exit_on_failure", "false".to_owned()),
            ("connect/retry", "{ period_init_ms: 50, period_max_ms: 500, period_increase_factor: 2 }".to_owned()),
            ("listen/timeout_ms", "0".to_owned()),
            // Addresses are given: what is found besides would make second connections.
            ("scouting/multicast/enabled", "false".to_owned()),
            ("scouting/gossip/enabled", "false".to_owned()),
            ("scouting/delay", "200".to_owned()),
            ("transport/link/tx/lease", LEASE.to_string()),
            ("transport/link/tx/queue/size/data", BATCHES.to_string()),
            ("transport/link/rx/max_message_size", LARGEST.to_string()),
        ];
        for (key, value) in settings.into_iter().chain(credentials.map(secured).into_iter().flatten()) {
            config.insert_json5(key, &value).map_err(|error| library(&format!("zenoh's {key}"), &*error))?;
        }
        let session = zenoh::open(config).wait().map_err(|error| library(&what(), &*error))?;
        Ok(Self { session, job })
    }

    fn alive(&self, member: &str) -> String {
        format!("emberlane/{:016x}/alive/{member}", self.job)
    }
}

/// Both ends of a connection show a certificate of the authority, and the one that was called has its address in it.
fn secured(credentials: &Credentials) -> Vec<(&'static str, String)> {
    let Credentials { role, shards, workers, authority, certificate, key } = credentials;
    let file = |path: &Path| serde_json::json!(path).to_string();
    vec![
        ("transport/link/protocols", "[\"tls\"]".to_owned()),
        ("transport/link/tls/root_ca_certificate", file(authority)),
        ("transport/link/tls/enable_mtls", "true".to_owned()),
        ("transport/link/tls/listen_certificate", file(certificate)),
        ("transport/link/tls/listen_private_key", file(key)),
        ("transport/link/tls/connect_certificate", file(certificate)),
        ("transport/link/tls/connect_private_key", file(key)),
        ("transport/link/tls/verify_name_on_connect", "true".to_owned()),
        ("access_control", access(*role, *shards, *workers).to_string()),
    ]
}

fn library(what: &str, error: &(dyn std::error::Error + Send + Sync)) -> NetworkError {
    NetworkError::Library { what: what.to_owned(), message: error.to_string() }
}

/// Where an address is asked, but for who asks.
pub(crate) fn key(address: Address) -> String {
    match address {
        Address::Shard(shard) => format!("emberlane/ps/{shard}/hello"),
        Address::Process { job, shard, incarnation } => format!("emberlane/{job:016x}/ps/{shard}/{incarnation:016x}"),
        Address::Rank(rank) => format!("emberlane/rank/{rank}/meet"),
        Address::RankProcess { job, rank, session } => format!("emberlane/{job:016x}/rank/{rank}/{session:016x}"),
    }
}

/// Who asks, as keys of requests end.
fn asker(bytes: &[u8]) -> String {
    match glance(bytes) {
        Some((kind, rank)) if kind != Kind::Status as u16 => rank.to_string(),
        _ => "anybody".to_owned(),
    }
}

/// What zenoh has received, where it has received it.
struct Came(ZBytes);

impl Pieces for Came {
    fn pieces(&self) -> Vec<&[u8]> {
        self.0.slices().collect()
    }
}

/// Gives the first reply to whoever waits for it, or that there was none.
struct Waiting(Mutex<Option<Answer>>);

impl Waiting {
    fn take(&self) -> Option<Answer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some(answer) = self.take() {
            answer(None);
        }
    }
}

impl Network for Zenoh {
    fn request(&self, to: Address, bytes: Vec<u8>, deadline: Duration, answer: Answer) {
        let waiting = Waiting(Mutex::new(Some(answer)));
        let callback = move |reply: Reply| {
            // What is no reply, as that the deadline is over, is answered when the callback goes.
            if let Ok(sample) = reply.result()
                && let Some(answer) = waiting.take()
            {
                answer(Some(Arrived::new(Came(sample.payload().clone()))));
            }
        };
        // What cannot be sent is not answered: the callback is gone then.
        let _ = self
            .session
            .get(format!("{}/{}", key(to), asker(&bytes)))
            .payload(bytes)
            .target(QueryTarget::BestMatching)
            .consolidation(ConsolidationMode::None)
            .timeout(deadline)
            .callback(callback)
            .wait();
    }

    fn serve(&self, at: Address, handler: Handler) -> Result<Guard, NetworkError> {
        let key = format!("{}/*", key(at));
        let callback = move |mut query: Query| {
            // The query stays as long as it is not answered, and its payload need not.
            let payload = query.payload_mut().map(std::mem::take).unwrap_or_default();
            let bytes = payload.to_bytes().into_owned();
            let place = query.key_expr().clone().into_owned();
            if place.as_str().rsplit('/').next() != Some(&*asker(&bytes)) {
                // Somebody speaks for another, and is not answered.
                return;
            }
            let reply = move |bytes: Bytes| {
                // Who asked may be gone.
                let _ = query.reply(place, bytes).wait();
            };
            handler(Request { bytes, reply: Box::new(reply) });
        };
        let served = self.session.declare_queryable(&key).complete(true).callback(callback).wait();
        Ok(Box::new(served.map_err(|error| library(&key, &*error))?))
    }

    fn announce(&self, Presence { member, incarnation }: Presence) -> Result<Guard, NetworkError> {
        let key = match member {
            Member::Shard(shard) => self.alive(&format!("shard/{shard}/{incarnation:016x}")),
            Member::Rank(rank) => self.alive(&format!("rank/{rank}/{incarnation:016x}")),
        };
        let token = self.session.liveliness().declare_token(&key).wait();
        Ok(Box::new(token.map_err(|error| library(&key, &*error))?))
    }

    fn present(&self, within: Duration) -> Result<Vec<Presence>, NetworkError> {
        let key = self.alive("**");
        let found = self.session.liveliness().get(&key).timeout(within).wait();
        let found = found.map_err(|error| library(&key, &*error))?;
        let mut present = Vec::new();
        while let Ok(reply) = found.recv() {
            if let Ok(sample) = reply.result() {
                present.extend(presence(sample.key_expr().as_str()));
            }
        }
        present.sort_unstable();
        Ok(present)
    }
}

/// Who says this of himself.
fn presence(token: &str) -> Option<Presence> {
    let mut words = token.split('/').skip(3);
    let (kind, number) = (words.next()?, words.next()?.parse().ok()?);
    let incarnation = u64::from_str_radix(words.next()?, 16).ok()?;
    let member = match kind {
        "shard" => Member::Shard(number),
        "rank" => Member::Rank(number),
        _ => return None,
    };
    Some(Presence { member, incarnation })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// Every request is answered once: with a reply, or without one when there is nobody, or nobody who replies.
    #[test]
    fn every_request_is_answered_or_it_is_said_that_it_is_not() {
        let address = format!("tcp/127.0.0.1:{}", crate::free_ports(1).unwrap()[0]);
        let server = Zenoh::open(7, std::slice::from_ref(&address), &[], None).unwrap();
        let kept = Arc::new(Mutex::new(Vec::new()));
        let keeps = kept.clone();
        let handler = move |request: Request| match request.bytes[47] {
            0 => (request.reply)(vec![1, 2, 3].into()),
            // Nobody replies, and nobody says so.
            1 => keeps.lock().unwrap().push(request),
            _ => drop(request),
        };
        // What is asked for is in the number of the shard.
        let message = |what: u8| {
            let mut bytes = vec![0; 64];
            bytes[47] = what;
            bytes
        };
        let _serving = server.serve(Address::Shard(0), Box::new(handler)).unwrap();
        let client = Zenoh::open(7, &[], &[address], None).unwrap();
        let ask = |to, what| {
            let (sender, answers) = std::sync::mpsc::channel();
            let answer = move |answer| drop(sender.send(answer));
            client.request(to, message(what), Duration::from_millis(300), Box::new(answer));
            let answers: Vec<Option<Arrived>> = answers.iter().collect();
            assert_eq!(answers.len(), 1, "{to:?} {what}");
            answers[0].as_ref().map(|answer| answer.whole().into_owned())
        };
        let begun = std::time::Instant::now();
        while ask(Address::Shard(0), 0) != Some(vec![1, 2, 3]) {
            assert!(begun.elapsed() < Duration::from_secs(60), "they never meet");
        }
        for _ in 0..3 {
            assert_eq!(ask(Address::Shard(0), 1), None, "kept");
            assert_eq!(ask(Address::Shard(0), 2), None, "dropped");
            assert_eq!(ask(Address::Shard(1), 0), None, "nobody");
        }
        assert_eq!(kept.lock().unwrap().len(), 3);
        let presence = Presence { member: Member::Rank(2), incarnation: 9 };
        let announced = client.announce(presence).unwrap();
        let sees = |is_there: bool| {
            let begun = std::time::Instant::now();
            while server.present(Duration::from_secs(1)).unwrap().contains(&presence) != is_there {
                assert!(begun.elapsed() < Duration::from_secs(60), "it is never seen");
            }
        };
        sees(true);
        drop(announced);
        sees(false);
    }

    #[test]
    fn tokens_say_who_is_there() {
        let token = "emberlane/00000000000000ff/alive/shard/3/000000000000000a";
        assert_eq!(presence(token), Some(Presence { member: Member::Shard(3), incarnation: 10 }));
        assert_eq!(presence("emberlane/00000000000000ff/alive/router/3/0a"), None);
        assert_eq!(presence("emberlane"), None);
    }
}
