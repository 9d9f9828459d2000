//! Keys that say something and change nothing are refused: whoever wrote them meant something.
//!
//! Options of the command line choose the device's kind, the system, when batches are looked up, and the checkpoints' mode. A key that
//! one of them could give an effect is taken: one file serves several.

use crate::reader::Document;
use crate::{
    ConfigError, DataConfig, DeviceDesign, Experiment, FailurePlan, Lookup, Optimizer, Storage, StoreTime, SystemKind,
};

/// Keys of `[device]`.
pub(super) const DEVICE: &[&str] =
    &["design", "kind", "channels", "stalls", "media", "row_cache", "cache_vectors", "smartssds"];
/// Keys of `[system]` that say what a system is.
const SYSTEM: &[&str] = &["kind", "gpu", "gpus", "switch_levels", "small_tables", "link"];

/// Keys of `[store]` that shards of a cluster have no use for.
const OF_ONE_PROCESS: &[&str] =
    &["cache", "pin", "prefetch", "initialise", "placement", "gpus", "configuration", "scale", "hbm"];

/// Refuses keys that have no effect, whatever the command line says.
pub(super) fn check(document: &Document<'_>, experiment: &Experiment) -> Result<(), ConfigError> {
    let refuse = |section: &'static str, keys: &[&str], why: &str| -> Result<(), ConfigError> {
        let section = document.section(section)?;
        match keys.iter().find(|key| section.has(key)) {
            Some(key) => Err(section.wrong(key, format!("this has no effect: {why}"))),
            None => Ok(()),
        }
    };
    if matches!(experiment.data, DataConfig::Tensors { .. }) {
        refuse("model", &["lookups"], "the tensors themselves say how many rows a bag has; remove it")?;
    }
    if !experiment.evaluate.enabled {
        refuse(
            "evaluate",
            &["path", "batches"],
            "evaluate.enabled = false; remove it, or let evaluate.enabled be true",
        )?;
    }
    if let Some(failures) = &experiment.failures {
        if let (FailurePlan::Named(deaths), DataConfig::Synthetic { batches, .. }) = (&failures.plan, &experiment.data)
            && let (Some((after, _)), all) = (deaths.last(), batches.saturating_mul(experiment.train.epochs))
            && *after > all
        {
            let message = format!("a shard dies after {after} batches, and there are {all}: take fewer, or more data");
            return Err(document.section("failures")?.wrong("after", message));
        }
        let why = "[failures] keeps the tables in host memory, as shards; remove it, or [failures]";
        refuse("device", DEVICE, why)?;
        refuse("system", SYSTEM, why)?;
        refuse("checkpoint", &["mode", "every", "gap"], why)?;
        for (section, key) in [("pool", "path"), ("store", "directory"), ("cluster", "shards")] {
            let section = document.section(section)?;
            if section.exists() {
                return Err(
                    section.wrong(key, "this has no effect: [failures] keeps the tables; remove one of the two")
                );
            }
        }
        let why = "what shards have saved is in no state, so [failures] begins anew; remove it, or [failures]";
        refuse("save", &["every", "keep"], why)?;
        if experiment.train.lookup == Lookup::Relaxed {
            let section = document.section("train")?;
            return Err(
                section.wrong("lookup", "[failures] needs lookup = \"strict\": a batch ends before the next begins")
            );
        }
        return Ok(());
    }
    if experiment.pool.is_some() {
        let why = "[pool] keeps the tables in persistent memory, without a device; remove it, or [pool]";
        refuse("device", DEVICE, why)?;
        refuse("system", SYSTEM, why)?;
        refuse("checkpoint", &["mode", "every", "gap"], "[pool] is saved with [save]; remove it, or [pool]")?;
        refuse("store", &["directory"], "[pool] keeps the tables, so [store] has none; remove it, or [pool]")?;
        if experiment.cluster.is_some() {
            let section = document.section("cluster")?;
            return Err(section.wrong("shards", "[pool] and [cluster] both keep the tables: remove one of the two"));
        }
        return Ok(());
    }
    if let Some(store) = &experiment.store {
        let (section, of_shards) = (document.section("store")?, experiment.cluster.as_ref());
        if of_shards.is_some_and(|cluster| cluster.storage != Storage::Tiers) {
            let message = "[store] and [cluster] both keep the tables: remove one of the two, or take cluster.storage = \"tiers\"";
            return Err(document.section("cluster")?.wrong("shards", message));
        }
        let row = experiment.row_bytes();
        for (name, bytes) in [("store.dram", store.dram_cache), ("store.scm", store.scm_cache)] {
            let tier = section.section(name)?;
            if tier.has("cache") && (1..row).contains(&bytes) {
                let message =
                    format!("a row has {row} bytes, and this cache {bytes}, room for none: take more, or \"0B\"");
                return Err(tier.wrong("cache", message));
            }
        }
        if store.dram_cache == 0 && store.scm_cache > 0 {
            let message =
                "this has no effect: rows come to SCM from DRAM alone; give [store.dram] a cache, or remove it";
            return Err(section.wrong("scm", message));
        }
        if of_shards.is_some() {
            refuse(
                "store",
                OF_ONE_PROCESS,
                "a shard has rows as they are asked for, in files; remove it, or [cluster]",
            )?;
            for (name, keys) in
                [("store.dram", &["tables", "bandwidth_mb_per_s"]), ("store.ssd", &["capacity", "bandwidth_mb_per_s"])]
            {
                let tier = section.section(name)?;
                if let Some(key) = keys.iter().find(|key| tier.has(key)) {
                    let message = "this has no effect: a shard has no whole tables; remove it, or [cluster]";
                    return Err(tier.wrong(key, message));
                }
            }
            for name in ["store.dram", "store.scm", "store.ssd"] {
                let tier = section.section(name)?;
                if store.time == StoreTime::Real && tier.has("medium") {
                    let message = "this has no effect: a shard takes the time of its machine; take store.time = \"paced\", or remove it";
                    return Err(tier.wrong("medium", message));
                }
            }
            if store.time == StoreTime::Simulated {
                let message = "a shard takes the time of its machine: take \"real\" or \"paced\", or remove [cluster]";
                return Err(section.wrong("time", message));
            }
        } else {
            let why = "[store] keeps the tables in files, without a device; remove it, or [store]";
            refuse("device", DEVICE, why)?;
            if experiment.system.kind != SystemKind::MTrains {
                refuse("system", SYSTEM, why)?;
            }
            return refuse(
                "checkpoint",
                &["mode", "every", "gap"],
                "[store] is saved with [save]; remove it, or [store]",
            );
        }
    }
    if let Some(cluster) = &experiment.cluster {
        let (slices, workers) = (experiment.slices(), cluster.workers);
        if !slices.is_multiple_of(workers.into()) {
            let message = format!(
                "{workers} workers cannot share {slices} slices of a batch (train.slices) equally: use a divisor of {slices}, or other slices"
            );
            return Err(document.section("cluster")?.wrong("workers", message));
        }
        let why = "[cluster] keeps the tables on shards, without a device; remove it, or [cluster]";
        refuse("device", DEVICE, why)?;
        refuse("system", SYSTEM, why)?;
        refuse("checkpoint", &["mode", "every", "gap"], "shards have [cluster.checkpoint]; remove it, or [cluster]")?;
        if cluster.storage == Storage::CxlMem && experiment.train.optimizer != Optimizer::Sgd {
            let message =
                "a CXL-MEM updates rows itself, with sgd alone: use train.optimizer = \"sgd\", or other storage";
            return Err(document.section("cluster")?.wrong("storage", message));
        }
        return Ok(());
    }
    let optimizer = experiment.train.optimizer;
    if optimizer != Optimizer::Sgd {
        let why = format!(
            "train.optimizer = {:?} keeps embeddings in host memory, without a device and a system; remove it, or use \
             train.optimizer = \"sgd\"",
            optimizer.name()
        );
        if experiment.device.design == DeviceDesign::SmartSsd {
            refuse("device", &["design"], &why)?;
        }
        refuse("device", &["channels", "stalls", "media", "row_cache", "cache_vectors", "smartssds"], &why)?;
        refuse("system", &["gpu", "gpus", "switch_levels", "small_tables", "link"], &why)?;
        refuse("checkpoint", &["every", "gap"], &why)?;
    }
    if experiment.device.design == DeviceDesign::SmartSsd {
        let why = "device.design = \"smartssd\" makes no checkpoints; remove it, or use device.design = \"cxl-mem\"";
        refuse("checkpoint", &["every", "gap"], why)?;
    }
    Ok(())
}
