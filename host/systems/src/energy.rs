//! What a run takes of energy.

use emberlane_experiment::{Experiment, ModelConfig};
use serde::Serialize;

use crate::assumptions::Assumptions;
use crate::schedule::{Accessed, EventLog, Resource};

/// What holds a system's tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// DRAM.
    pub dram: bool,
    /// Persistent memory.
    pub pmem: bool,
    /// A NAND drive, with a cache of rows in host DRAM.
    pub ssd: bool,
    /// They are in a device of their own, with a link and a controller.
    pub device: bool,
}

impl Holdings {
    /// Nothing yet.
    pub const NONE: Self = Self { dram: false, pmem: false, ssd: false, device: false };
}

/// Energy, joules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Energy {
    /// Of the memory that holds the tables, while it waits.
    pub memory_static: f64,
    /// Of its reads and writes.
    pub memory_access: f64,
    /// Of links and devices' controllers.
    pub links_and_controllers: f64,
    /// Of the host's cores.
    pub cpu: f64,
    /// Of the GPU.
    pub gpu: f64,
    /// Of the device's logic, which is an FPGA.
    pub fpga: f64,
}

/// What ran and moved in a part of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Worked {
    /// How long it was, seconds.
    pub seconds: f64,
    /// How long the host's thread worked, seconds.
    pub cpu_seconds: f64,
    /// How long the GPU worked, seconds.
    pub gpu_seconds: f64,
    /// How long the device's logic worked, seconds.
    pub logic_seconds: f64,
    /// Bytes over links, counted on each.
    pub link_bytes: f64,
    /// Bytes read from the memory that holds the tables.
    pub read_bytes: f64,
    /// Bytes of rows written there.
    pub written_bytes: f64,
    /// Bytes of logs written there.
    pub logged_bytes: f64,
}

impl Worked {
    /// What a log has of a time from `start_ps` to `end_ps`, and of the operations that began in it.
    #[must_use]
    pub fn between(log: &EventLog, start_ps: u64, end_ps: u64) -> Self {
        let seconds = |picoseconds: u64| picoseconds as f64 * 1e-12;
        let busy = |resources: &[Resource]| seconds(log.busy_between(resources, start_ps, end_ps));
        let inside = |at: u64| (start_ps..end_ps).contains(&at);
        let links = Resource::ALL.into_iter().filter(|resource| resource.is_link());
        let links: Vec<Resource> = links.collect();
        let moved = log.events().iter().filter(|event| links.contains(&event.resource) && inside(event.start_ps));
        let mut accessed = Accessed::default();
        log.accesses().iter().filter(|access| inside(access.start_ps)).for_each(|access| accessed += access.accessed);
        Self {
            seconds: seconds(end_ps.saturating_sub(start_ps)),
            cpu_seconds: busy(&[Resource::HostCpu]),
            gpu_seconds: busy(&[Resource::Gpu]),
            logic_seconds: busy(&[Resource::ComputingLogic, Resource::CheckpointingLogic]),
            link_bytes: moved.map(|event| event.bytes as f64).sum(),
            read_bytes: accessed.read as f64,
            written_bytes: accessed.written as f64,
            logged_bytes: accessed.logged as f64,
        }
    }
}

impl Energy {
    /// Memory, links and controllers: what Fig. 13 of TrainingCXL compares.
    #[must_use]
    pub fn memory(&self) -> f64 {
        self.memory_static + self.memory_access + self.links_and_controllers
    }

    /// All of it.
    #[must_use]
    pub fn all(&self) -> f64 {
        self.memory() + self.cpu + self.gpu + self.fpga
    }

    /// Of what an experiment's system worked.
    #[must_use]
    pub fn of(experiment: &Experiment, holdings: Holdings, costs: &Assumptions, worked: &Worked) -> Self {
        let get = |name| costs.get(name);
        let gigabytes = table_gigabytes(&experiment.model, costs);
        let (mut watts, mut nanojoules) = (0.0, 0.0);
        let written = worked.written_bytes + worked.logged_bytes;
        let (read_lines, written_lines) = (worked.read_bytes / 64.0, written / 64.0);
        if holdings.dram {
            watts += gigabytes * get("dram_mw_per_gb") * 1e-3;
            nanojoules += read_lines * get("dram_read_nj") + written_lines * get("dram_write_nj");
        }
        if holdings.pmem {
            watts += gigabytes * get("pmem_mw_per_gb") * 1e-3;
            nanojoules += read_lines * get("pmem_read_nj") + written_lines * get("pmem_write_nj");
        }
        if holdings.ssd {
            watts += gigabytes * get("ssd_mw_per_gb") * 1e-3 + get("ssd_cache_gb") * get("dram_mw_per_gb") * 1e-3;
            nanojoules += (worked.read_bytes + written) / get("ssd_page_bytes") * get("ssd_page_uj") * 1e3;
        }
        let link = worked.link_bytes * 8.0 * get("link_pj_per_bit") * 1e-12;
        let controller = if holdings.device { get("device_controller_w") * worked.seconds } else { 0.0 };
        let idle = get("idle_share");
        let unit = |watts: f64, busy: f64| watts * (busy + idle * (worked.seconds - busy));
        Self {
            memory_static: watts * worked.seconds,
            memory_access: nanojoules * 1e-9,
            links_and_controllers: link + controller,
            cpu: unit(get("cpu_w"), worked.cpu_seconds),
            gpu: unit(get("gpu_w"), worked.gpu_seconds),
            fpga: if holdings.device { unit(get("fpga_w"), worked.logic_seconds) } else { 0.0 },
        }
    }
}

/// Elements of a row that `gb_per_table` is of.
const PAPER_DIMENSION: f64 = 32.0;

/// How large the memory is that holds a model's tables, 10^9 bytes: what their rows take. The presets are the paper's models, whose tables
/// fill its memory, whatever the rows that stand for them here.
fn table_gigabytes(model: &ModelConfig, costs: &Assumptions) -> f64 {
    if model.preset.is_some() {
        return costs.get("gb_per_table") * model.tables() as f64 * model.dimension as f64 / PAPER_DIMENSION;
    }
    let rows: u64 = model.rows.iter().map(|rows| u64::from(*rows)).sum();
    rows as f64 * model.dimension as f64 * size_of::<f32>() as f64 * 1e-9
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::costs::costs;

    #[test]
    fn energy_is_power_times_time_and_accesses() {
        let text = "[model]\npreset = \"rm1\"\nrows = 9\n[data]\nkind = \"synthetic\"\n";
        let experiment = Experiment::parse("experiment.toml".as_ref(), text).unwrap();
        let holdings = Holdings { pmem: true, device: true, ..Holdings::NONE };
        let worked = Worked { seconds: 2.0, written_bytes: 6400.0, logged_bytes: 6400.0, ..Worked::default() };
        let energy = Energy::of(&experiment, holdings, &costs(), &worked);
        // 64 GB at 98 mW; 200 lines at 1.685 nJ; 5 W.
        assert!((energy.memory_static - 2.0 * 64.0 * 0.098).abs() < 1e-9, "{energy:?}");
        assert!((energy.memory_access - 200.0 * 1.685e-9).abs() < 1e-15, "{energy:?}");
        assert!((energy.links_and_controllers - 10.0).abs() < 1e-9, "{energy:?}");
        assert!((energy.gpu - 0.3 * 2.0 * 350.0).abs() < 1e-9, "{energy:?}");
    }

    #[test]
    fn memory_is_as_large_as_the_tables_but_for_the_models_of_the_paper() {
        let gigabytes = |model: &str| {
            let text = format!("[model]\n{model}\n[data]\nkind = \"synthetic\"\n");
            let experiment = Experiment::parse("experiment.toml".as_ref(), &text).unwrap();
            table_gigabytes(&experiment.model, &costs())
        };
        let own = |rows: &str| {
            gigabytes(&format!("bottom = [4, 16]\ntop = [8, 1]\ntables = 2\ndimension = 16\nrows = {rows}"))
        };
        // Rows of 64 bytes.
        assert!((own("[1000000, 3000000]") - 0.256).abs() < 1e-12);
        assert!((own("100") - 12.8e-6).abs() < 1e-15);
        // 3.2 GB a table of dimension 32; RM4's have 16.
        for (preset, expected) in [("rm1", 64.0), ("rm2", 256.0), ("rm3", 64.0), ("rm4", 83.2)] {
            for rows in [50, 1_000_000] {
                assert!(
                    (gigabytes(&format!("preset = {preset:?}\nrows = {rows}")) - expected).abs() < 1e-9,
                    "{preset}"
                );
            }
        }
    }
}
