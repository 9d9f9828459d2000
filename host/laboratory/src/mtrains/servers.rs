//! What hosts hold, and what power they take.

use emberlane_experiment::{Server, servers};
use emberlane_models::memories;

use super::models::{Model, numbers};

/// The server of a name.
///
/// # Panics
/// Where there is none: figures name those that there are.
#[must_use]
pub fn server(name: &str) -> Server {
    servers().into_iter().find(|server| server.name == name).unwrap_or_else(|| panic!("no server {name}"))
}

/// Hosts of the baseline, whose tables are all in HBM and DRAM, that a model needs; not rounded.
#[must_use]
pub fn hosts(model: &Model) -> f64 {
    let baseline = server("baseline");
    model.all_gb() / (baseline.hbm_tables_gb.value + baseline.dram_tables_gb.value) as f64
}

/// Watts of a host: GPUs and processors at their most, HBM among them, and its memories by their size.
#[must_use]
pub fn power_w(server: &Server) -> f64 {
    let numbers = numbers();
    let memory = |name: &str, gigabytes: u64| {
        memories::preset(name).map_or(0.0, |preset| preset.power_mw_per_gb.value * 1e-3 * gigabytes as f64)
    };
    let ssd = server.ssd.as_deref().map_or(0.0, |name| memory(name, server.ssd_gb.value));
    server.gpus.value as f64 * numbers.get("gpu_w")
        + numbers.get("cpus") * numbers.get("cpu_w")
        + memory("dram", server.dram_gb.value)
        + memory("bya-scm", server.scm_gb.value)
        + ssd
}
