//! Servers that a training with tables larger than memory may have.

use emberlane_sourced::{Sourced, presets};
use serde::Deserialize;

/// The memories of a host.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// Its name.
    pub name: String,
    /// What it is, in a few words.
    pub description: String,
    /// GPUs.
    pub gpus: Sourced<u64>,
    /// HBM of all GPUs, 10^9 bytes.
    pub hbm_gb: Sourced<u64>,
    /// What of it tables may have.
    pub hbm_tables_gb: Sourced<u64>,
    /// DRAM, 10^9 bytes.
    pub dram_gb: Sourced<u64>,
    /// What of it whole tables may have.
    pub dram_tables_gb: Sourced<u64>,
    /// What of it is a cache of rows.
    pub dram_cache_gb: Sourced<u64>,
    /// Storage-class memory that bytes are read from, 10^9 bytes.
    pub scm_gb: Sourced<u64>,
    /// What of it is a cache of rows.
    pub scm_cache_gb: Sourced<u64>,
    /// The medium with the files, of `memories.toml`; `None`: it has no files.
    pub ssd: Option<String>,
    /// Its size, 10^9 bytes.
    pub ssd_gb: Sourced<u64>,
}

impl Server {
    /// What tables may have of the HBM of one GPU, 10^9 bytes.
    #[must_use]
    pub fn hbm_tables_of_a_gpu(&self) -> u64 {
        self.hbm_tables_gb.value / self.gpus.value.max(1)
    }
}

/// All servers.
///
/// # Panics
/// Never: they are tested to be readable.
#[must_use]
pub fn servers() -> Vec<Server> {
    presets::read(include_str!("servers.toml"), "server").expect("the servers are tested to be readable")
}

#[cfg(test)]
mod tests {
    use super::*;
    use emberlane_models::memories;

    #[test]
    fn servers_are_those_of_table_4() {
        let table = [
            ("baseline", 320, 384, 0, None, 0),
            ("configNand", 320, 384, 0, Some("nand"), 8192),
            ("configBLA", 320, 384, 0, Some("bla-scm"), 2048),
            ("configBYA-1", 320, 384, 384, Some("nand"), 8192),
            ("configBYA-2", 320, 384, 768, Some("nand"), 8192),
            ("configSCM", 320, 384, 384, Some("bla-scm"), 2048),
        ];
        let servers = servers();
        assert_eq!(servers.len(), table.len());
        for (server, (name, hbm, dram, scm, ssd, files)) in servers.iter().zip(table) {
            let found = (server.hbm_gb.value, server.dram_gb.value, server.scm_gb.value, server.ssd_gb.value);
            assert_eq!((&*server.name, found, server.ssd.as_deref()), (name, (hbm, dram, scm, files), ssd));
            assert!(server.dram_tables_gb.value + server.dram_cache_gb.value <= dram, "{name}");
            assert!(server.scm_cache_gb.value <= scm && server.hbm_tables_gb.value < hbm, "{name}");
            assert!(ssd.is_none_or(|ssd| memories::preset(ssd).is_ok()), "{name}");
            let Server { gpus, hbm_gb, hbm_tables_gb, dram_gb, dram_tables_gb, .. } = server;
            let more = [&server.dram_cache_gb, &server.scm_gb, &server.scm_cache_gb, &server.ssd_gb];
            let figures = [gpus, hbm_gb, hbm_tables_gb, dram_gb, dram_tables_gb].into_iter().chain(more);
            assert!(figures.into_iter().all(|figure| figure.source.len() > 10), "{name}");
        }
    }
}
