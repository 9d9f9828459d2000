//! Where tables and log of a shard lie in its device.

use emberlane_drivers::{LogConfiguration, LogMode};
use emberlane_experiment::{Optimizer, Pooling};
use emberlane_stores::CxlMemStore;

use super::device::{PARAMETER_BYTES, ShardDevice};
use super::places::Places;
use crate::{StoreError, Tables};

/// Lays out the rows of a shard, and a log, in a device.
pub(super) fn laid_out<D: ShardDevice>(
    device: D,
    tables: &Tables,
    places: &Places,
) -> Result<CxlMemStore<D>, StoreError> {
    let step = tables.step();
    if step.optimizer != Optimizer::Sgd {
        return Err(StoreError::Unavailable(format!(
            "cxl-mem updates rows with sgd alone: use train.optimizer = \"sgd\", or other storage than {:?}'s",
            step.optimizer.name()
        )));
    }
    let dimension = tables.shape().dimension;
    let mut store = CxlMemStore::new(device, &places.in_device(), dimension, Pooling::Sum, step.learning_rate)?;
    store.configure_log(LogConfiguration {
        configuration: tables.fingerprint() as u32,
        mode: LogMode::Undo,
        largest_rows: u32::try_from(places.total().max(1)).unwrap_or(u32::MAX),
        parameter_bytes: PARAMETER_BYTES,
    })?;
    Ok(store)
}
