//! The section of a cluster.

use std::net::SocketAddr;

use crate::cluster::scheme;
use crate::reader::Section;
use crate::shard_storage::{ShardStorage, shard_storage};
use crate::{ClusterConfig, ConfigError, Storage, StoreConfig};

pub(super) fn cluster(
    section: &Section<'_>,
    store: Option<&StoreConfig>,
) -> Result<Option<ClusterConfig>, ConfigError> {
    if !section.exists() {
        return Ok(None);
    }
    section.only(&[
        "shards",
        "workers",
        "listen",
        "connect",
        "meet",
        "certificates",
        "storage",
        "device",
        "pool",
        "durability",
        "cache",
        "keep",
        "patience",
        "prefetch",
        "checkpoint",
    ])?;
    let shards = section.integer("shards", 1, 1024)?.unwrap_or(1) as u16;
    let workers = section.integer("workers", 1, 256)?.unwrap_or(1) as u16;
    if workers == 1 && section.has("meet") {
        return Err(
            section.wrong("meet", "this has no effect: one worker meets nobody; remove it, or have more workers")
        );
    }
    let checkpoint = section.section("cluster.checkpoint")?;
    checkpoint.only(&["kind", "batches", "recovery", "wait", "ahead_rows"])?;
    let ShardStorage { storage, device, pool, durability, checkpoint: kind, recovery, ahead_rows } =
        shard_storage(section, &checkpoint)?;
    let pool = match (storage, store) {
        (Storage::Tiers, Some(store)) => Some(store.directory.clone()),
        (Storage::Tiers, None) => {
            let message = "\"tiers\" keeps rows in what [store] describes, and there is no [store]: add one";
            return Err(section.wrong("storage", message));
        }
        _ => pool,
    };
    let certificates = section.path("certificates")?;
    let scheme = scheme(certificates.is_some());
    let addresses = |key, count, process| addresses(section, key, count, process, scheme);
    let listen = addresses("listen", shards, "shard")?;
    let connect = addresses("connect", shards, "shard")?;
    let from = |first: u16, count: u16| {
        let ports = (0..count).map(move |number| first.saturating_add(number));
        ports.map(|port| format!("{scheme}127.0.0.1:{port}")).collect::<Vec<_>>()
    };
    let meet = match addresses("meet", workers, "worker")? {
        Some(meet) => meet,
        None if workers > 1 => from(ClusterConfig::DEFAULT_PORT.saturating_add(shards), workers),
        None => Vec::new(),
    };
    let own = listen.iter().flatten().map(|address| ("listen", address));
    let own: Vec<_> = own.chain(meet.iter().map(|address| ("meet", address))).collect();
    let asked: Vec<_> = connect.iter().flatten().map(|address| ("connect", address)).collect();
    for all in [own, asked] {
        if let Some((key, address)) = twice(&all) {
            let message = format!("{address:?} is there twice: each process has an address of its own");
            // What nobody has said, another key has made so.
            return Err(section.wrong(if section.has(key) { key } else { "listen" }, message));
        }
    }
    Ok(Some(ClusterConfig {
        shards,
        workers,
        listen: listen.unwrap_or_else(|| from(ClusterConfig::DEFAULT_PORT, shards)),
        connect: connect.unwrap_or_default(),
        meet,
        certificates,
        storage,
        device,
        pool,
        durability,
        cache: section.bytes("cache", 1 << 16, 1 << 50)?.unwrap_or(ClusterConfig::DEFAULT_CACHE),
        checkpoint_batches: checkpoint
            .integer("batches", 1, u32::MAX.into())?
            .unwrap_or(ClusterConfig::DEFAULT_CHECKPOINT_BATCHES),
        checkpoint: kind,
        recovery,
        ahead_rows,
        waits_for_checkpoints: checkpoint.boolean("wait")?.unwrap_or(false),
        keep: section.bytes("keep", 1 << 16, 1 << 50)?.unwrap_or(ClusterConfig::DEFAULT_KEEP),
        patience: section.integer("patience", 1, 1 << 30)?.unwrap_or(ClusterConfig::DEFAULT_PATIENCE),
        prefetch: section.integer("prefetch", 0, 1)?.unwrap_or(1) as usize,
    }))
}

/// The second of two processes at one address.
fn twice<'a>(all: &[(&'static str, &'a String)]) -> Option<(&'static str, &'a String)> {
    let is_second = |at: &usize| all[..*at].iter().any(|(_, address)| *address == all[*at].1);
    (0..all.len()).find(is_second).map(|at| all[at])
}

/// One address a process.
fn addresses(
    section: &Section<'_>,
    key: &'static str,
    count: u16,
    process: &str,
    scheme: &str,
) -> Result<Option<Vec<String>>, ConfigError> {
    let Some(addresses) = section.strings(key)? else { return Ok(None) };
    if addresses.len() != usize::from(count) {
        let message = format!("expected {count} addresses, one a {process}, found {}", addresses.len());
        return Err(section.wrong(key, message));
    }
    for address in &addresses {
        let place = address.strip_prefix(scheme).map(str::parse::<SocketAddr>);
        match place {
            Some(Ok(place)) if place.port() != 0 => {}
            _ => {
                let why = match (scheme, address.starts_with("tls/"), address.starts_with("tcp/")) {
                    ("tcp/", true, _) => {
                        " (\"tls/\" needs cluster.certificates, which `emberlane certificates` writes)"
                    }
                    ("tls/", _, true) => " (there are cluster.certificates: \"tcp/\" would not use them)",
                    _ => "",
                };
                let found = crate::shortened(&format!("{address:?}"));
                let message = format!("expected an address as \"{scheme}127.0.0.1:7447\", found {found}{why}");
                return Err(section.wrong(key, message));
            }
        }
    }
    Ok(Some(addresses))
}
