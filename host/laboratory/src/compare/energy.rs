//! What a batch takes of energy.

use serde::Serialize;

use super::costs::Traffic;
use super::{Assumptions, Workload};

/// What holds a system's tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holdings {
    /// DRAM.
    pub dram: bool,
    /// Persistent memory.
    pub pmem: bool,
    /// A NAND drive.
    pub ssd: bool,
    /// A cache of rows in host DRAM.
    pub cache: bool,
    /// They are in a device of their own, with a link and a controller.
    pub device: bool,
}

/// Energy of a batch, joules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Energy {
    /// Of the memory that holds the tables, while it waits.
    pub memory_static: f64,
    /// Of its reads and writes, and those of a cache.
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

    /// Of a batch of so many seconds, in which CPU, GPU and logic were busy for so long.
    pub(super) fn new(
        assumptions: &Assumptions,
        workload: &Workload,
        holdings: Holdings,
        seconds: f64,
        busy: [f64; 3],
        traffic: &Traffic,
    ) -> Self {
        let get = |name| assumptions.get(name);
        // A row of 32 elements has 128 bytes.
        let gigabytes = get("gb_per_table") * workload.tables as f64 * workload.row_bytes as f64 / 128.0;
        let mut watts = 0.0;
        let mut nanojoules = 0.0;
        let lines = |bytes: f64| bytes / 64.0;
        let dram = |bytes: f64| lines(bytes) * (get("dram_read_nj") + get("dram_write_nj")) / 2.0;
        if holdings.dram {
            watts += gigabytes * get("dram_mw_per_gb") * 1e-3;
            nanojoules += lines(traffic.memory_reads) * get("dram_read_nj");
            nanojoules += lines(traffic.memory_writes) * get("dram_write_nj");
        }
        if holdings.pmem {
            watts += gigabytes * get("pmem_mw_per_gb") * 1e-3;
            nanojoules += lines(traffic.memory_reads) * get("pmem_read_nj");
            nanojoules += lines(traffic.memory_writes) * get("pmem_write_nj");
        }
        if holdings.ssd {
            watts += gigabytes * get("ssd_mw_per_gb") * 1e-3;
            let pages = (traffic.memory_reads + traffic.memory_writes) / get("ssd_page_bytes");
            nanojoules += pages * get("ssd_page_uj") * 1e3;
        }
        if holdings.cache {
            watts += get("ssd_cache_gb") * get("dram_mw_per_gb") * 1e-3;
            nanojoules += dram(traffic.cache);
        }
        let link = traffic.link * 8.0 * get("link_pj_per_bit") * 1e-12;
        let controller = if holdings.device { get("device_controller_w") * seconds } else { 0.0 };
        let idle = get("idle_share");
        let unit = |watts: f64, busy: f64| watts * (busy + idle * (seconds - busy));
        Self {
            memory_static: watts * seconds,
            memory_access: nanojoules * 1e-9,
            links_and_controllers: link + controller,
            cpu: unit(get("cpu_w"), busy[0]),
            gpu: unit(get("gpu_w"), busy[1]),
            fpga: if holdings.device { unit(get("fpga_w"), busy[2]) } else { 0.0 },
        }
    }
}
