//! The section of tables in files.

use emberlane_models::memories::{self, MemoryPreset};

use crate::reader::Section;
use crate::{CachePolicy, ConfigError, Initialise, StoreBackend, StoreConfig, StoreMedia, StoreTime, TableMemory};

pub(super) fn store(section: &Section<'_>) -> Result<Option<StoreConfig>, ConfigError> {
    if !section.exists() {
        return Ok(None);
    }
    section.only(&[
        "directory",
        "backend",
        "policy",
        "ways",
        "prefetch",
        "initialise",
        "shards",
        "lanes",
        "direct",
        "segment",
        "placement",
        "gpus",
        "time",
        "hbm",
        "dram",
        "scm",
        "ssd",
    ])?;
    let cache = |name, keys: &[&str]| -> Result<u64, ConfigError> {
        let tier = section.section(name)?;
        tier.only(keys)?;
        Ok(tier.bytes("cache", 0, 1 << 50)?.unwrap_or(0))
    };
    let [hbm, dram, ssd] = StoreConfig::DEFAULT_BANDWIDTHS;
    let memory = |name, key: &'static str, bytes: u64, bandwidth: f64| -> Result<TableMemory, ConfigError> {
        let tier = section.section(name)?;
        Ok(TableMemory {
            bytes: tier.bytes(key, 0, 1 << 60)?.unwrap_or(bytes),
            bandwidth: tier.number("bandwidth_mb_per_s", 1.0, 1e9)?.unwrap_or(bandwidth) * 1e6,
        })
    };
    section.section("store.hbm")?.only(&["tables", "bandwidth_mb_per_s", "medium"])?;
    section.section("store.ssd")?.only(&["capacity", "bandwidth_mb_per_s", "medium"])?;
    Ok(Some(StoreConfig {
        directory: section.require(
            section.path("directory")?,
            "directory",
            "the folder for the files of the tables",
        )?,
        backend: section.choice("backend", StoreBackend::NAMES)?.unwrap_or_default(),
        dram_cache: cache("store.dram", &["cache", "tables", "bandwidth_mb_per_s", "medium"])?,
        scm_cache: cache("store.scm", &["cache", "medium"])?,
        policy: section.choice("policy", CachePolicy::NAMES)?.unwrap_or(CachePolicy::Lru),
        ways: section.integer("ways", 1, 4096)?.map_or(StoreConfig::DEFAULT_WAYS, |ways| ways as usize),
        prefetch: section.integer("prefetch", 0, 64)?.unwrap_or(0) as usize,
        initialise: section.choice("initialise", Initialise::NAMES)?.unwrap_or(Initialise::Deferred),
        shards: section.integer("shards", 1, 999)?.map_or(StoreConfig::DEFAULT_SHARDS, |shards| shards as usize),
        lanes: section.integer("lanes", 1, 1024)?.map_or(StoreConfig::DEFAULT_LANES, |lanes| lanes as usize),
        direct: section.boolean("direct")?.unwrap_or(true),
        segment: section.bytes("segment", 1 << 12, 1 << 30)?.unwrap_or(StoreConfig::DEFAULT_SEGMENT),
        placement: section.path("placement")?,
        gpus: section.integer("gpus", 1, 1024)?.unwrap_or(1) as usize,
        hbm: memory("store.hbm", "tables", 0, hbm)?,
        dram: memory("store.dram", "tables", 0, dram)?,
        ssd: memory("store.ssd", "capacity", u64::MAX, ssd)?,
        time: section.choice("time", StoreTime::NAMES)?.unwrap_or_default(),
        media: store_media(section)?,
    }))
}

/// What the memories of a store are taken for.
fn store_media(section: &Section<'_>) -> Result<StoreMedia, ConfigError> {
    let presets = memories::presets();
    let names: Vec<(&str, &MemoryPreset)> = presets.iter().map(|preset| (&*preset.name, preset)).collect();
    let medium = |name, default: MemoryPreset| -> Result<MemoryPreset, ConfigError> {
        Ok(section.section(name)?.choice("medium", &names)?.cloned().unwrap_or(default))
    };
    let StoreMedia { hbm, dram, scm, ssd } = StoreMedia::default();
    Ok(StoreMedia {
        hbm: medium("store.hbm", hbm)?,
        dram: medium("store.dram", dram)?,
        scm: medium("store.scm", scm)?,
        ssd: medium("store.ssd", ssd)?,
    })
}
