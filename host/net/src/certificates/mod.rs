//! Certificates that shards and ranks show one another, and who may do what with which.
//!
//! A folder holds the certificate of an authority (`ca.pem`) and, of each process, a certificate whose common name says who it is, with its
//! key: `ps-3.pem` and `ps-3.key`, `rank-0.pem`, and `operator.pem` of whoever asks how shards are. A process needs `ca.pem` and its own two.

mod access;
mod check;
mod error;
mod write;

use std::fmt;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

use emberlane_experiment::ClusterConfig;

pub(crate) use access::access;
pub use error::CertificateError;
pub use write::{Written, write};

/// The certificate of the authority.
const AUTHORITY: &str = "ca.pem";
/// The key that it signs with: no process needs it.
const AUTHORITY_KEY: &str = "ca.key";

/// Who a process is to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A shard.
    Shard(u16),
    /// A rank.
    Rank(u16),
    /// Whoever asks how shards are, and changes nothing.
    Operator,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shard(shard) => write!(f, "ps-{shard}"),
            Self::Rank(rank) => write!(f, "rank-{rank}"),
            Self::Operator => f.write_str("operator"),
        }
    }
}

impl Role {
    /// All of a cluster.
    fn all(cluster: &ClusterConfig) -> impl Iterator<Item = Self> + use<> {
        let (shards, workers) = (cluster.shards, cluster.workers);
        (0..shards).map(Self::Shard).chain((0..workers).map(Self::Rank)).chain([Self::Operator])
    }

    /// Where others find it. A process of this machine is found at its loopback, too.
    fn places(self, cluster: &ClusterConfig) -> Vec<IpAddr> {
        let place =
            |list: &[String], number: u16| list.get(usize::from(number)).and_then(|it| ClusterConfig::place(it));
        let place = match self {
            Self::Shard(shard) => place(cluster.addresses(), shard),
            Self::Rank(rank) => place(&cluster.meet, rank),
            Self::Operator => None,
        };
        let elsewhere = place.map(|place| place.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified());
        let here: [IpAddr; 2] = [[127, 0, 0, 1].into(), [0, 0, 0, 0, 0, 0, 0, 1].into()];
        elsewhere.into_iter().chain(here).collect()
    }
}

/// What a process shows others, and whom it lets do what.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// Who it is.
    pub role: Role,
    /// Shards that there are.
    pub shards: u16,
    /// Workers that there are.
    pub workers: u16,
    /// The file with the certificate of the authority.
    pub authority: PathBuf,
    /// That with its own.
    pub certificate: PathBuf,
    /// That with its key.
    pub key: PathBuf,
}

impl Credentials {
    /// Those of a process of a cluster that has certificates, which are looked at: what is wrong with them would be silence later.
    ///
    /// # Errors
    /// Files that are not there, are somebody else's, have expired, do not belong together, or are open to others.
    pub fn of(cluster: &ClusterConfig, role: Role) -> Result<Option<Self>, CertificateError> {
        let Some(folder) = &cluster.certificates else { return Ok(None) };
        let made = Self {
            role,
            shards: cluster.shards,
            workers: cluster.workers,
            authority: folder.join(AUTHORITY),
            certificate: certificate(folder, role),
            key: key(folder, role),
        };
        made.check(&role.places(cluster))?;
        Ok(Some(made))
    }
}

fn certificate(folder: &Path, role: Role) -> PathBuf {
    folder.join(format!("{role}.pem"))
}

fn key(folder: &Path, role: Role) -> PathBuf {
    folder.join(format!("{role}.key"))
}

/// Whether [`write`](fn@write) makes a file of this name, for a cluster of any size.
#[must_use]
pub fn is_made(name: &str) -> bool {
    let of_process = |name: &str| {
        let numbered = |kind: &str| name.strip_prefix(kind).is_some_and(|number| number.parse::<u16>().is_ok());
        name == "operator" || numbered("ps-") || numbered("rank-")
    };
    let stem = name.strip_suffix(".pem").or_else(|| name.strip_suffix(".key"));
    [AUTHORITY, AUTHORITY_KEY].contains(&name) || stem.is_some_and(of_process)
}

#[cfg(test)]
mod tests;
