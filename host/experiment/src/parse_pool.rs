//! The section of rows in a pool of persistent memory.

use emberlane_models::media;

use crate::reader::Section;
use crate::{ConfigError, PoolConfig, PoolDurability, PoolStorage};

pub(super) fn pool(section: &Section<'_>) -> Result<Option<PoolConfig>, ConfigError> {
    if !section.exists() {
        return Ok(None);
    }
    section.only(&["path", "storage", "cache", "slots", "partitions", "durability", "media", "channels"])?;
    let presets = media::presets();
    let names: Vec<(&str, &str)> = presets.iter().map(|preset| (&*preset.name, &*preset.name)).collect();
    let media = section.choice("media", &names)?;
    let channels = section.integer("channels", 1, 64)?;
    if media.is_none() && channels.is_some() {
        return Err(section.wrong("channels", "this has no effect without pool.media: remove it, or name a medium"));
    }
    Ok(Some(PoolConfig {
        path: section.require(section.path("path")?, "path", "the file of the pool")?,
        storage: section.choice("storage", PoolStorage::NAMES)?.unwrap_or(PoolStorage::Pmem),
        cache: section.bytes("cache", 0, 1 << 50)?.unwrap_or(PoolConfig::DEFAULT_CACHE),
        slots: section.number("slots", 1.0, 64.0)?,
        partitions: section
            .integer("partitions", 1, 1024)?
            .map_or(PoolConfig::DEFAULT_PARTITIONS, |count| count as u32),
        durability: section.choice("durability", PoolDurability::NAMES)?.unwrap_or(PoolDurability::Process),
        media: media.map(str::to_owned),
        channels: channels.map_or(PoolConfig::DEFAULT_CHANNELS, |channels| channels as u32),
    }))
}
