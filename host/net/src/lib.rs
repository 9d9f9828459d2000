//! Shards and ranks of a training over a network.
//!
//! [`wire`] is what they say, byte by byte. A [`Node`] is a shard's side of the protocol and a [`Rank`] a rank's, both without network,
//! clock and thread: [`simulated`] runs them on a network that loses, repeats, delays and cuts, and replays it from a seed. [`Server`]
//! and [`Client`] are the two in processes, and [`Circle`] and [`Together`] what ranks are to one another; with the feature `cluster` their network is zenoh. [`ClusterStore`] is what training sees.
#![forbid(unsafe_code)]

#[cfg(feature = "cluster")]
pub mod certificates;
mod circle;
mod client;
pub mod job;
mod join;
mod metrics;
pub mod network;
mod node;
mod parts;
mod ports;
mod prometheus;
mod rank;
mod samples;
mod serve;
pub mod simulated;
#[cfg(test)]
mod simulation;
mod status;
mod store;
#[cfg(test)]
mod strangers;
mod terms;
pub mod wire;
#[cfg(feature = "cluster")]
mod zenoh;

pub use circle::{Circle, CircleError, Stage, Together};
pub use client::{Client, Log, Stops};
pub use join::{JoinError, join};
pub use metrics::Metrics;
pub use node::{About, Node, NodeCounts, RECOVERY, STORAGE, fingerprint};
pub use parts::Spread;
pub use ports::free_ports;
pub use prometheus::Prometheus;
pub use rank::{Identity, Loss, Outgoing, Pace, Rank, RankError, Ticket};
pub use serve::{ServeError, Server, new_incarnation};
pub use status::status;
pub use store::ClusterStore;
pub use terms::{NoTerms, Terms, TermsFile};
#[cfg(feature = "cluster")]
pub use zenoh::Zenoh;
