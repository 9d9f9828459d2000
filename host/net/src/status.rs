//! Asks shards how they are.

use std::sync::mpsc::channel;
use std::time::Duration;

use crate::network::{Address, Network};
use crate::wire::{Body, Header, Message};

/// How each shard is, or why that is not known.
#[must_use]
pub fn status(network: &dyn Network, shards: u16, within: Duration) -> Vec<Result<serde_json::Value, String>> {
    let asked: Vec<_> = (0..shards)
        .map(|shard| {
            let (sender, answer) = channel();
            let bytes = Message { header: Header { shard, ..Header::default() }, body: Body::Status }.encode();
            network.request(Address::Shard(shard), bytes, within, Box::new(move |answer| drop(sender.send(answer))));
            answer
        })
        .collect();
    let silent = || "it does not answer".to_owned();
    asked
        .into_iter()
        .map(|answer| {
            let bytes = answer.recv_timeout(within * 2).ok().flatten().ok_or_else(silent)?;
            match Message::of(bytes).map_err(|error| error.to_string())?.body {
                Body::Text(text) => serde_json::from_str(&text).map_err(|error| error.to_string()),
                Body::Refused { text, .. } => Err(text),
                body => Err(format!("it answers with {:?}", body.kind())),
            }
        })
        .collect()
}
