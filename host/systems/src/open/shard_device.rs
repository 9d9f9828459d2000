//! The device of a shard that keeps its rows in a CXL-MEM.

use emberlane_experiment::{DeviceKind, Experiment};
use emberlane_fabric::fabric::FabricConfig;
use emberlane_fabric::hdm::Target;
use emberlane_fabric::link::LinkConfig;
use emberlane_fabric::time::Time;
use emberlane_models::cxl::{BAR_BASE, CxlMemEndpoint, OverCxl, ReferenceEndpoint};
use emberlane_ps::{OnThread, PARAMETERS_AT};
use emberlane_reference::ReferenceCxlMem;
use emberlane_stores::EmbeddingError;

use super::rtl;

/// Host memory from which the device gets the parameters that it logs.
const PARAMETER_ROOM: u64 = 4096;

/// A CXL-MEM at the end of a CXL link, on a thread of its own: the RTL, or the fast model with what `memory` has in its memory.
///
/// # Errors
/// A link that cannot be, and a build without the RTL.
pub fn simulated_device(
    experiment: &Experiment,
    kind: DeviceKind,
    memory: ReferenceCxlMem,
) -> Result<OnThread, EmbeddingError> {
    let link = experiment.system.link.config().map_err(EmbeddingError::store)?;
    let (channels, seed) = (experiment.device.channels, experiment.train.seed);
    match kind {
        DeviceKind::Rtl => OnThread::start(move || on_link(rtl::cxl_mem_endpoint(channels, seed)?, &link)),
        DeviceKind::Reference | DeviceKind::Model => {
            OnThread::start(move || on_link(ReferenceEndpoint::with_model(memory, BAR_BASE), &link))
        }
    }
}

/// Puts a device into a fabric whose host has memory for its parameters.
fn on_link<E: CxlMemEndpoint>(endpoint: E, link: &LinkConfig) -> Result<OverCxl<E>, EmbeddingError> {
    // A job is one event of the fabric, however long: it says nothing meanwhile, and is not stuck.
    let config = FabricConfig { patience: Time::us(3_600_000_000), ..FabricConfig::default() };
    let mut device = OverCxl::new(endpoint, config, link).map_err(EmbeddingError::store)?;
    device.fabric().map(PARAMETERS_AT, PARAMETER_ROOM, Target::HostMemory).map_err(EmbeddingError::store)?;
    Ok(device)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use emberlane_dlrm::UpdateRule;
    use emberlane_experiment::PoolDurability;
    use emberlane_ps::pool::Identity;
    use emberlane_ps::{CxlMemShard, Dram, Key, Push, ShardStore, Tables, device_in_file};

    use super::*;

    const ROWS: [u32; 2] = [9, 14];

    fn experiment() -> Experiment {
        let text = format!(
            "[model]\nbottom = [2, 8, 16]\ntop = [4, 1]\ntables = 2\nrows = {ROWS:?}\ndimension = 16\n[data]\nkind = \"synthetic\"\n"
        );
        Experiment::parse(Path::new("e.toml"), &text).unwrap()
    }

    fn tables(experiment: &Experiment) -> Tables {
        Tables::new(3, &ROWS, experiment.model.dimension, UpdateRule::from(&experiment.train))
    }

    /// A batch of every second row, two of whose rows share a bag.
    fn train(store: &mut dyn ShardStore, batch: u64) {
        let keys: Vec<Key> =
            (0..).zip(ROWS).flat_map(|(table, rows)| (0..rows).map(move |row| Key::new(table, row))).collect();
        let keys: Vec<Key> = keys.into_iter().filter(|key| (u64::from(key.row()) + batch).is_multiple_of(2)).collect();
        let count = keys.len();
        let mut rows = vec![0.0; count * 16];
        store.pull(batch, &keys, &mut rows).unwrap();
        store.maintain(batch).unwrap();
        let gradients: Vec<f32> = rows.iter().map(|value| value * 0.5 + batch as f32 / 8.0).collect();
        let bags: Vec<u32> = (0..count as u32).map(|row| row / 2).collect();
        let (offsets, scales) = ((0..=count as u32).collect::<Vec<_>>(), vec![0.25; count]);
        let push = Push { keys: &keys, offsets: &offsets, bags: &bags, scales: &scales, gradients: &gradients };
        store.apply(batch, &[push], false).unwrap();
    }

    fn rows(store: &dyn ShardStore) -> Vec<u32> {
        let keys: Vec<Key> =
            (0..).zip(ROWS).flat_map(|(table, rows)| (0..rows).map(move |row| Key::new(table, row))).collect();
        let mut rows = vec![0.0; keys.len() * 16];
        store.read(&keys, &mut rows).unwrap();
        rows.into_iter().map(f32::to_bits).collect()
    }

    #[test]
    fn the_model_on_a_link_has_the_bits_of_host_memory_and_what_is_in_its_file_outlives_it() {
        let experiment = experiment();
        let (tables, folder) = (tables(&experiment), tempfile::tempdir().unwrap());
        let identity = Identity { job: 1, tables: tables.fingerprint(), shard: 0, shards: 1 };
        let open = || {
            let (path, channels) = (folder.path().join("device"), experiment.device.channels);
            let found = device_in_file(&path, &identity, &tables, channels, PoolDurability::Process).unwrap();
            let device = simulated_device(&experiment, DeviceKind::Model, found.device).unwrap();
            CxlMemShard::open(device, tables.clone(), 0, 1).unwrap()
        };
        let (mut shard, mut plain) = (open(), Dram::new(tables.clone()));
        let mut before = rows(&plain);
        for batch in 1..=4 {
            before = rows(&plain);
            train(&mut shard, batch);
            train(&mut plain, batch);
            assert_eq!(rows(&shard), rows(&plain), "after batch {batch}");
        }
        drop(shard);
        let mut again = open();
        assert_eq!((again.applied(), rows(&again)), (3, before), "the newest batch is undone");
        train(&mut again, 4);
        assert_eq!(rows(&again), rows(&plain));
    }

    #[test]
    #[cfg(not(feature = "rtl"))]
    fn without_the_rtl_it_is_said_what_to_build() {
        let device = ReferenceCxlMem::new(1).unwrap();
        let text = simulated_device(&experiment(), DeviceKind::Rtl, device).unwrap_err().to_string();
        assert!(text.contains("built without the RTL devices"), "{text}");
    }

    #[test]
    #[cfg(feature = "rtl")]
    fn the_rtl_on_a_link_has_the_bits_of_host_memory() {
        let experiment = experiment();
        let tables = tables(&experiment);
        let memory = ReferenceCxlMem::new(1).unwrap();
        let device = simulated_device(&experiment, DeviceKind::Rtl, memory).unwrap();
        let (mut shard, mut plain) = (CxlMemShard::open(device, tables.clone(), 0, 1).unwrap(), Dram::new(tables));
        for batch in 1..=3 {
            train(&mut shard, batch);
            train(&mut plain, batch);
            assert_eq!(rows(&shard), rows(&plain), "after batch {batch}");
        }
    }
}
