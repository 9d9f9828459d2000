//! The memory that holds the tables of a host, as the host's cores meet it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use emberlane_data::Bags;
use emberlane_experiment::{Experiment, SystemKind};
use emberlane_models::media::{self, MediaPreset};
use emberlane_models::storage::{Access, Ssd, SsdConfig};

use super::lru::Lru;
use super::medium::{Channels, Medium, Traffic};
use crate::assumptions::Assumptions;
use crate::schedule::{Accessed, Cost};

/// Where the log of a host begins, behind all tables.
const LOG_BASE: u64 = 1 << 48;

/// The memory that holds the tables of a host, as the host's cores meet it.
///
/// The cores take the rows of a batch one after the other. A row that a cache holds costs their software alone; the lines, or the page,
/// of one that it does not are fetched, so many at a time.
#[derive(Debug)]
pub struct TableMemory {
    medium: Medium,
    cache: Lru,
    /// Fetches and writes that may be under way, and when each of those that are ends.
    at_once: usize,
    under_way: BinaryHeap<Reverse<u64>>,
    /// What the software takes for an index, picoseconds.
    index_ps: u64,
    row_bytes: u64,
    /// Where each table begins.
    tables: Vec<u64>,
    logged: u64,
}

/// What the cores did, and what it took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// Its time.
    pub cost: Cost,
    /// What was read and written.
    pub accessed: Accessed,
}

impl TableMemory {
    /// That of an experiment's system, if its tables are on the host.
    #[must_use]
    pub fn of(experiment: &Experiment, costs: &Assumptions) -> Option<Self> {
        let row_bytes = 4 * experiment.model.dimension as u64;
        let rows_in = |megabytes: &'static str| (costs.get(megabytes) * 1e6) as u64 / row_bytes;
        let lines = costs.get("host_outstanding_lines");
        let (medium, cached, at_once) = match experiment.system.kind {
            SystemKind::Dram => {
                let channels = costs.get("host_dram_channels") as usize;
                (Medium::Memory(Box::new(Channels::new(preset("dram"), channels, true))), "host_cache_mb", lines)
            }
            SystemKind::Pmem => {
                let channels = costs.get("host_pmem_channels") as usize;
                (
                    Medium::Memory(Box::new(Channels::new(preset("trainingcxl"), channels, false))),
                    "host_cache_mb",
                    lines,
                )
            }
            SystemKind::Ssd => {
                let page = costs.get("ssd_page_bytes").max(1.0) as u64;
                (Medium::Drive(Box::new(drive(costs, page)), page), "ssd_cache_mb", costs.get("ssd_queue_depth"))
            }
            _ => return None,
        };
        let mut end = 0;
        let mut begin = |rows: &u32| {
            let begin = end;
            end += (u64::from(*rows) * row_bytes).next_multiple_of(medium.grain());
            begin
        };
        Some(Self {
            tables: experiment.model.rows.iter().map(&mut begin).collect(),
            medium,
            cache: Lru::new(rows_in(cached) as usize),
            at_once: at_once.max(1.0) as usize,
            under_way: BinaryHeap::new(),
            index_ps: (costs.get("host_index_ns") * 1e3) as u64,
            row_bytes,
            logged: 0,
        })
    }

    /// Every index reads its row.
    pub fn look_up(&mut self, now: u64, bags: &Bags) -> Done {
        let (mut at, mut accessed) = (now, Accessed::default());
        for table in 0..bags.tables {
            for row in entries(bags, table) {
                at += self.index_ps;
                self.read(&mut at, self.address(table, *row), &mut accessed);
            }
        }
        self.end(now, at, accessed)
    }

    /// Every row of the batch is read, changed and written.
    pub fn update(&mut self, now: u64, bags: &Bags) -> Done {
        let (mut at, mut accessed) = (now, Accessed::default());
        for table in 0..bags.tables {
            let mut rows = entries(bags, table).to_vec();
            rows.sort_unstable();
            for uses in rows.chunk_by(|one, other| one == other) {
                at += self.index_ps * uses.len() as u64;
                let address = self.address(table, uses[0]);
                self.read(&mut at, address, &mut accessed);
                for grain in self.grains(address, self.row_bytes) {
                    self.access(&mut at, Access::Write, Traffic::Row, grain);
                    accessed.written += self.medium.grain();
                }
            }
        }
        self.end(now, at, accessed)
    }

    /// The log grows by so many bytes.
    pub fn log(&mut self, now: u64, bytes: u64) -> Done {
        let (mut at, mut accessed) = (now, Accessed::default());
        let begin = LOG_BASE + self.logged;
        for grain in self.grains(begin, bytes) {
            self.access(&mut at, Access::Write, Traffic::Log, grain);
            accessed.logged += self.medium.grain();
        }
        self.logged += bytes.next_multiple_of(self.medium.grain());
        self.end(now, at, accessed)
    }

    /// Bytes of a row.
    #[must_use]
    pub fn row_bytes(&self) -> u64 {
        self.row_bytes
    }

    fn address(&self, table: usize, row: u32) -> u64 {
        self.tables[table] + u64::from(row) * self.row_bytes
    }

    /// The lines or pages of a range.
    fn grains(&self, address: u64, bytes: u64) -> impl Iterator<Item = u64> + use<> {
        let grain = self.medium.grain();
        (address / grain..(address + bytes).div_ceil(grain)).map(move |number| number * grain)
    }

    fn read(&mut self, at: &mut u64, address: u64, accessed: &mut Accessed) {
        if self.cache.use_row(address) {
            return;
        }
        for grain in self.grains(address, self.row_bytes) {
            self.access(at, Access::Read, Traffic::Row, grain);
            accessed.read += self.medium.grain();
        }
    }

    /// Begins an access as soon as there is room for one more.
    fn access(&mut self, at: &mut u64, access: Access, traffic: Traffic, address: u64) {
        while self.under_way.len() >= self.at_once
            && let Some(Reverse(end)) = self.under_way.pop()
        {
            *at = end.max(*at);
        }
        self.under_way.push(Reverse(self.medium.done(*at, access, traffic, address)));
    }

    /// What was begun has ended, too.
    fn end(&mut self, now: u64, at: u64, accessed: Accessed) -> Done {
        let end = self.under_way.drain().map(|Reverse(end)| end).fold(at, u64::max);
        Done { cost: Cost { picoseconds: end - now, bytes: accessed.all() }, accessed }
    }
}

fn preset(name: &str) -> MediaPreset {
    media::preset(name).expect("the presets are tested")
}

/// TrainingCXL's drive, by its ratios to DRAM, without buffers of its own.
fn drive(costs: &Assumptions, page: u64) -> Ssd {
    let dram = preset("dram");
    let latency = (dram.read_latency_ps.value as f64 * costs.get("ssd_latency_ratio")) as u64;
    let rate = (dram.read_bandwidth_mb_per_s.value as f64 * costs.get("ssd_bandwidth_ratio")).max(1.0) as u64;
    Ssd::new(SsdConfig {
        page_bytes: page,
        read_latency: latency,
        buffer_latency: latency,
        write_latency: latency,
        page_read_interval: page * 1_000_000 / rate,
        page_program_interval: page * 1_000_000 / rate,
        read_mb_per_s: rate,
        write_mb_per_s: rate,
        queue_depth: costs.get("ssd_queue_depth").max(1.0) as usize,
        read_buffer_pages: 0,
        write_buffer_pages: 1,
        link_latency: 0,
    })
}

fn entries(bags: &Bags, table: usize) -> &[u32] {
    let at = |bag: usize| bags.offsets[bag] as usize;
    &bags.indices[at(table * bags.samples)..at((table + 1) * bags.samples)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::costs::costs;

    fn memory(kind: &str, rows: u32, costs: &Assumptions) -> TableMemory {
        let text = format!(
            "[model]\nbottom = [4, 32]\ntop = [1]\ntables = 1\nrows = {rows}\ndimension = 32\n[data]\n\
             kind = \"synthetic\"\n[system]\nkind = {kind:?}\n"
        );
        let experiment = Experiment::parse("experiment.toml".as_ref(), &text).unwrap();
        TableMemory::of(&experiment, costs).unwrap()
    }

    fn bags(indices: Vec<u32>) -> Bags {
        Bags { tables: 1, samples: 1, offsets: vec![0, indices.len() as u32], indices }
    }

    /// Rows far apart.
    fn scattered(count: u32) -> Bags {
        bags((0..count).map(|row| row * 64).collect())
    }

    #[test]
    fn misses_are_bound_by_bandwidth_and_by_how_many_are_under_way() {
        let free = costs().with("host_index_ns", 0.0).with("host_cache_mb", 0.0);
        let rate = |costs: &Assumptions| {
            let done = memory("pmem", 1 << 20, costs).look_up(0, &scattered(10_000));
            assert_eq!(done.accessed, Accessed { read: 1_280_000, ..Accessed::default() });
            1_280_000.0 / (done.cost.picoseconds as f64 * 1e-12) * 1e-6
        };
        // 11,520 MB/s a channel; 60 lines of 64 bytes in 138 ns and a line's time are somewhat more.
        assert!((11_300.0..=11_520.0).contains(&rate(&free)), "{}", rate(&free));
        let one = rate(&free.with("host_outstanding_lines", 1.0));
        assert!((400.0..=460.0).contains(&one), "a line in 138 ns and its own time: {one}");
    }

    #[test]
    fn a_cached_row_costs_software_alone() {
        let mut memory = memory("dram", 100, &costs());
        let batch = bags(vec![7; 50]);
        assert_eq!(memory.look_up(0, &batch).accessed.read, 128);
        let again = memory.look_up(1 << 40, &batch);
        assert_eq!((again.accessed, again.cost.picoseconds), (Accessed::default(), 50 * 25_000));
    }

    #[test]
    fn an_update_writes_every_row_once_and_a_drive_whole_pages() {
        let batch = bags(vec![3, 9, 3, 3]);
        let lines = memory("pmem", 100, &costs()).update(0, &batch).accessed;
        assert_eq!(lines, Accessed { read: 256, written: 256, logged: 0 });
        let pages = memory("ssd", 100, &costs()).update(0, &batch).accessed;
        assert_eq!(pages, Accessed { read: 8192, written: 8192, logged: 0 });
    }

    #[test]
    fn a_log_is_written_as_fast_as_the_medium_streams() {
        let seconds = |kind| memory(kind, 100, &costs()).log(0, 10_000_000).cost.picoseconds as f64 * 1e-12;
        assert!((10e6 / seconds("pmem") - 11.52e9).abs() < 0.3e9, "{}", 10e6 / seconds("pmem"));
        assert!((10e6 / seconds("ssd") - 0.384e9).abs() < 0.02e9, "{}", 10e6 / seconds("ssd"));
    }
}
