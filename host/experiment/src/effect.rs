//! Keys that say something and change nothing are refused: whoever wrote them meant something.
//!
//! Options of the command line choose the device's kind, the system, when batches are looked up, and the checkpoints' mode. A key that
//! one of them could give an effect is taken: one file serves several.

use crate::reader::Document;
use crate::{ConfigError, DataConfig, DeviceDesign, Experiment, Optimizer};

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
    if let Some(store) = &experiment.store {
        let why = "[store] keeps the tables in files, without a device; remove it, or [store]";
        refuse("device", &["design", "kind", "channels", "stalls", "media", "cache_vectors", "smartssds"], why)?;
        refuse("system", &["kind", "gpu", "gpus", "switch_levels", "small_tables", "link"], why)?;
        refuse("checkpoint", &["mode", "every", "gap"], "[store] is saved with [save]; remove it, or [store]")?;
        if store.dram_cache == 0 && store.scm_cache > 0 {
            let section = document.section("store")?;
            let message =
                "this has no effect: rows come to SCM from DRAM alone; give [store.dram] a cache, or remove it";
            return Err(section.wrong("scm", message));
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
        refuse("device", &["channels", "stalls", "media", "cache_vectors", "smartssds"], &why)?;
        refuse("system", &["gpu", "gpus", "switch_levels", "small_tables", "link"], &why)?;
        refuse("checkpoint", &["every", "gap"], &why)?;
    }
    if experiment.device.design == DeviceDesign::SmartSsd {
        let why = "device.design = \"smartssd\" makes no checkpoints; remove it, or use device.design = \"cxl-mem\"";
        refuse("checkpoint", &["every", "gap"], why)?;
    }
    Ok(())
}
