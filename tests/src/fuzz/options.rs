//! What is said on the command line, as far as a library reads it, and tables of layer times.

use emberlane_systems::costs::{costs, ndrec_costs};
use emberlane_systems::gpu::Recorded;

use super::place::file;

/// A table of layer times.
pub(super) fn gpu_table(bytes: &[u8]) -> bool {
    Recorded::read(&file("table.json", bytes)).is_ok()
}

/// `NAME=VALUE`, as `--set` takes it.
pub(super) fn options(bytes: &[u8]) -> bool {
    let Some((name, value)) = std::str::from_utf8(bytes).ok().and_then(|text| text.split_once('=')) else {
        return false;
    };
    let Ok(value) = value.trim().parse() else { return false };
    let set = [costs(), ndrec_costs()].map(|mut all| all.set(name, value).is_ok());
    set.contains(&true)
}
