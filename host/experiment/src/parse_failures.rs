//! The section of failures.

use crate::reader::{OneOrMany, Section};
use crate::{ConfigError, FailurePlan, FailuresConfig, SavePolicy};

pub(super) fn failures(section: &Section<'_>, seed: u64) -> Result<Option<FailuresConfig>, ConfigError> {
    if !section.exists() {
        return Ok(None);
    }
    section
        .only(&["shards", "after", "dies", "count", "lost", "within", "seed", "interval", "policy", "r", "largest"])?;
    let shards = section.integer("shards", 1, 1024)?;
    let shards = section.require(shards, "shards", "the shards among which rows are spread, as in shards = 8")? as u32;
    let seed = section.integer("seed", 0, i64::MAX as u64)?.unwrap_or(seed);
    let interval = section.integer("interval", 1, u64::from(u32::MAX))?;
    let interval =
        section.require(interval, "interval", "the batches in which all rows are saved, as in interval = 1000")?;
    let policy = section.choice("policy", SavePolicy::NAMES)?.unwrap_or(SavePolicy::Full);
    if policy == SavePolicy::Full
        && let Some(key) = ["r", "largest"].into_iter().find(|key| section.has(key))
    {
        let message = "this has no effect: policy = \"full\" saves every row; remove it, or use \"mfu\"";
        return Err(section.wrong(key, message));
    }
    let parts = parts(section)?;
    if policy != SavePolicy::Full && !interval.is_multiple_of(parts.into()) {
        let message =
            format!("rows are saved every r * interval batches: expected a multiple of {parts}, found {interval}");
        return Err(section.wrong("interval", message));
    }
    let largest = section.integer("largest", 0, 4096)?;
    Ok(Some(FailuresConfig {
        shards,
        plan: plan(section, shards, seed)?,
        interval,
        policy,
        parts,
        largest: largest.map_or(FailuresConfig::DEFAULT_LARGEST, |largest| largest as usize),
        seed,
    }))
}

/// The share `r` as one part of so many.
fn parts(section: &Section<'_>) -> Result<u32, ConfigError> {
    let Some(r) = section.number("r", 0.0, 1.0)? else { return Ok(FailuresConfig::DEFAULT_PARTS) };
    let parts = (1.0 / r).round();
    if parts > 1e6 || (parts * r - 1.0).abs() > 1e-6 {
        return Err(section.wrong("r", format!("expected one part of a whole number of them, as 0.125, found {r}")));
    }
    Ok(parts as u32)
}

fn plan(section: &Section<'_>, shards: u32, seed: u64) -> Result<FailurePlan, ConfigError> {
    let drawn = ["count", "lost", "within"];
    let list = |key: &'static str, least: u64, most: u64| -> Result<Option<Vec<u64>>, ConfigError> {
        Ok(section.integers(key, least, most)?.map(|found| match found {
            OneOrMany::One(one) => vec![one],
            OneOrMany::Many(many) => many,
        }))
    };
    let (after, dies) = (list("after", 1, u64::from(u32::MAX))?, list("dies", 0, u64::from(shards) - 1)?);
    if let (Some(after), Some(dies)) = (&after, &dies) {
        if let Some(key) = drawn.into_iter().find(|key| section.has(key)) {
            let message = "after and dies already say when shards die: remove it, or those two";
            return Err(section.wrong(key, message));
        }
        if after.len() != dies.len() {
            let message = format!("expected a shard for each of {} batches, found {}", after.len(), dies.len());
            return Err(section.wrong("dies", message));
        }
        if !after.is_sorted() {
            return Err(section.wrong("after", "expected batches in their order"));
        }
        return Ok(FailurePlan::Named(after.iter().zip(dies).map(|(batch, shard)| (*batch, *shard as u32)).collect()));
    }
    if let Some(missing) = [("after", &after), ("dies", &dies)].into_iter().find(|(_, list)| list.is_none())
        && (after.is_some() || dies.is_some())
    {
        return Err(section.missing(missing.0, "one number for each failure: after = [400, 900], dies = [2, 5]"));
    }
    let count = section.integer("count", 0, 1 << 20)?;
    let count = section.require(count, "count", "how often shards die; or after = [400, 900], dies = [2, 5]")?;
    let within = section.integer("within", 1, u64::from(u32::MAX))?;
    let within = section.require(within, "within", "the batches among which they die, as in within = 1000")?;
    let lost = section.integer("lost", 1, shards.into())?.unwrap_or(1) as u32;
    Ok(FailurePlan::Drawn { count, lost, within, seed })
}
