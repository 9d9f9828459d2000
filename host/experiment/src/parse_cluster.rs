//! The section of a cluster.

use std::net::SocketAddr;

use crate::reader::Section;
use crate::shard_storage::{ShardStorage, shard_storage};
use crate::{ClusterConfig, ConfigError};

pub(super) fn cluster(section: &Section<'_>) -> Result<Option<ClusterConfig>, ConfigError> {
    if !section.exists() {
        return Ok(None);
    }
    section.only(&[
        "shards",
        "workers",
        "listen",
        "connect",
        "storage",
        "device",
        "pool",
        "cache",
        "keep",
        "patience",
        "prefetch",
        "checkpoint",
    ])?;
    let shards = section.integer("shards", 1, 1024)?.unwrap_or(1) as u16;
    let workers = section.integer("workers", 1, 256)?.unwrap_or(1) as u16;
    if workers > 1 {
        let message = "several workers are not there yet: use workers = 1";
        return Err(section.wrong("workers", message));
    }
    let checkpoint = section.section("cluster.checkpoint")?;
    checkpoint.only(&["kind", "batches"])?;
    let ShardStorage { storage, device, pool, checkpoint: kind } = shard_storage(section, &checkpoint)?;
    let listen = addresses(section, "listen", shards)?;
    let ports = (0..shards).map(|shard| ClusterConfig::DEFAULT_PORT.saturating_add(shard));
    Ok(Some(ClusterConfig {
        shards,
        workers,
        listen: listen.unwrap_or_else(|| ports.map(|port| format!("tcp/127.0.0.1:{port}")).collect()),
        connect: addresses(section, "connect", shards)?.unwrap_or_default(),
        storage,
        device,
        pool,
        cache: section.bytes("cache", 1 << 16, 1 << 50)?.unwrap_or(ClusterConfig::DEFAULT_CACHE),
        checkpoint_batches: checkpoint
            .integer("batches", 1, u32::MAX.into())?
            .unwrap_or(ClusterConfig::DEFAULT_CHECKPOINT_BATCHES),
        checkpoint: kind,
        keep: section.bytes("keep", 1 << 16, 1 << 50)?.unwrap_or(ClusterConfig::DEFAULT_KEEP),
        patience: section.integer("patience", 1, 1 << 30)?.unwrap_or(ClusterConfig::DEFAULT_PATIENCE),
        prefetch: section.integer("prefetch", 0, 1)?.unwrap_or(1) as usize,
    }))
}

/// One address a shard.
fn addresses(section: &Section<'_>, key: &'static str, shards: u16) -> Result<Option<Vec<String>>, ConfigError> {
    let Some(addresses) = section.strings(key)? else { return Ok(None) };
    if addresses.len() != usize::from(shards) {
        let message = format!("expected {shards} addresses, one a shard, found {}", addresses.len());
        return Err(section.wrong(key, message));
    }
    for address in &addresses {
        let place = address.strip_prefix("tcp/").map(str::parse::<SocketAddr>);
        match place {
            Some(Ok(place)) if place.port() != 0 => {}
            _ => {
                let message = format!(
                    "expected an address as \"tcp/127.0.0.1:7447\", found {}",
                    crate::shortened(&format!("{address:?}"))
                );
                return Err(section.wrong(key, message));
            }
        }
    }
    Ok(Some(addresses))
}
