//! How long the memories of a SmartSSD take: the FPGA's DRAM, and the SSD as a CXL Type-3 device.
//!
//! Both are asked access by access, in the order in which they take them, and say when each is done. They know no data. The
//! RTL's ports and the fast model ask the same ones.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use emberlane_fabric::memory::{DDR4_2400, DramChannel};

/// What is done with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// It is read.
    Read,
    /// It is written.
    Write,
}

/// Says when accesses are done. Times are in picoseconds, and do not go back from call to call.
pub trait AccessTime: std::fmt::Debug {
    /// When an access of `bytes` from `address` on, taken at `now`, is done: its data are there, or it is durable.
    fn done(&mut self, now: u64, access: Access, address: u64, bytes: u64) -> u64;
}

/// Picoseconds that bytes take at so many 10^6 bytes a second.
const fn transfer(bytes: u64, mb_per_s: u64) -> u64 {
    (bytes * 1_000_000).div_ceil(mb_per_s)
}

/// Bytes that pass one after the other.
#[derive(Clone, Copy, Debug, Default)]
struct Pacer {
    free: u64,
}

impl Pacer {
    /// When what comes now and takes `time` has passed.
    fn pass(&mut self, now: u64, time: u64) -> u64 {
        self.free = self.free.max(now) + time;
        self.free
    }
}

/// A channel of DRAM. Reads and writes share its bandwidth; rows and banks are not modelled.
#[derive(Clone, Debug)]
pub struct Dram {
    latency: u64,
    mb_per_s: u64,
    bus: Pacer,
}

impl Dram {
    /// [`DDR4_2400`], as on the SmartSSD (NDRec, Table I).
    #[must_use]
    pub fn ddr4_2400() -> Self {
        let DramChannel { latency, bytes_per_second } = DDR4_2400;
        Self { latency: latency.as_ps(), mb_per_s: bytes_per_second / 1_000_000, bus: Pacer::default() }
    }
}

impl AccessTime for Dram {
    fn done(&mut self, now: u64, _: Access, _: u64, bytes: u64) -> u64 {
        self.bus.pass(now, transfer(bytes, self.mb_per_s)) + self.latency
    }
}

/// Figures of an SSD, in picoseconds and 10^6 bytes a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SsdConfig {
    /// Bytes of a page, which is read and programmed as a whole.
    pub page_bytes: u64,
    /// From a read of a page that no buffer holds to its data.
    pub read_latency: u64,
    /// From a read of a page in a buffer to its data.
    pub buffer_latency: u64,
    /// From a write to its answer, which a buffer gives that survives a loss of power.
    pub write_latency: u64,
    /// Between two reads of pages, when many wait.
    pub page_read_interval: u64,
    /// Between two programs of pages that do not follow one another.
    pub page_program_interval: u64,
    /// Bandwidth of reads.
    pub read_mb_per_s: u64,
    /// Bandwidth of writes of pages that follow one another.
    pub write_mb_per_s: u64,
    /// Pages that may be read at a time.
    pub queue_depth: usize,
    /// Pages that were read and are kept.
    pub read_buffer_pages: usize,
    /// Pages that were written and are not programmed.
    pub write_buffer_pages: usize,
    /// One way from the FPGA to the SSD: the switch between them, and two links.
    pub link_latency: u64,
}

impl SsdConfig {
    /// Samsung 983 DCT 3.84 TB (NDRec, Table I), which is the PM983 of the data sheet MZQLB3T8HALS, revision 1.0: random reads
    /// 540,000 a second and 85 us, random writes 50,000 a second, sequential accesses 15 us and 3,200 MB/s; sequential writes
    /// 2,000 MB/s. Assumptions: a page in a buffer takes as long as a sequential access, which includes the NVMe protocol
    /// that CXL does without; 256 commands at a time; buffers of 64 MiB for reads and 16 MiB for writes (no data sheet has them);
    /// 80 ns one way for a switch and two ports, as links of the fabric. A page that is written in part costs no read of the rest:
    /// evictions of single vectors are cheaper here, by a page read each, than where the controller cannot wait for the rest of the page.
    #[must_use]
    pub const fn samsung_983_dct() -> Self {
        Self {
            page_bytes: 4096,
            read_latency: 85_000_000,
            buffer_latency: 15_000_000,
            write_latency: 15_000_000,
            page_read_interval: 1_000_000_000_000 / 540_000,
            page_program_interval: 1_000_000_000_000 / 50_000,
            read_mb_per_s: 3_200,
            write_mb_per_s: 2_000,
            queue_depth: 256,
            read_buffer_pages: 16_384,
            write_buffer_pages: 4_096,
            link_latency: 80_000,
        }
    }

    /// The same with so many programs of pages a second that do not follow one another.
    ///
    /// # Panics
    /// With none.
    #[must_use]
    pub const fn programming(self, pages_per_s: u64) -> Self {
        Self { page_program_interval: 1_000_000_000_000 / pages_per_s, ..self }
    }
}

/// An SSD behind CXL.mem: lines of pages of NAND, through buffers in its controller.
#[derive(Clone, Debug)]
pub struct Ssd {
    config: SsdConfig,
    /// Pages in the read buffer, and when they are there; in the order in which they came.
    buffered: HashMap<u64, u64>,
    order: VecDeque<u64>,
    /// When the reads of pages that are under way end.
    reading: BinaryHeap<Reverse<u64>>,
    flash: Pacer,
    read_bus: Pacer,
    /// Pages that wait to be programmed, and when they are.
    dirty: HashMap<u64, u64>,
    programs: VecDeque<(u64, u64)>,
    programmer: Pacer,
    last_programmed: Option<u64>,
    write_bus: Pacer,
    page_reads: u64,
    page_programs: u64,
}

impl Ssd {
    /// An SSD with empty buffers.
    #[must_use]
    pub fn new(config: SsdConfig) -> Self {
        Self {
            config,
            buffered: HashMap::new(),
            order: VecDeque::new(),
            reading: BinaryHeap::new(),
            flash: Pacer::default(),
            read_bus: Pacer::default(),
            dirty: HashMap::new(),
            programs: VecDeque::new(),
            programmer: Pacer::default(),
            last_programmed: None,
            write_bus: Pacer::default(),
            page_reads: 0,
            page_programs: 0,
        }
    }

    /// Pages that were read from NAND.
    #[must_use]
    pub fn page_reads(&self) -> u64 {
        self.page_reads
    }

    /// Pages that were programmed, or wait to be.
    #[must_use]
    pub fn page_programs(&self) -> u64 {
        self.page_programs
    }

    /// When a page is in a buffer.
    fn fetch(&mut self, now: u64, page: u64) -> u64 {
        let config = self.config;
        if self.dirty.contains_key(&page) {
            return now + config.buffer_latency;
        }
        if let Some(&there) = self.buffered.get(&page) {
            return there.max(now + config.buffer_latency);
        }
        self.page_reads += 1;
        while self.reading.peek().is_some_and(|Reverse(end)| *end <= now) {
            self.reading.pop();
        }
        let begin = if self.reading.len() < config.queue_depth {
            now
        } else {
            self.reading.pop().map_or(now, |Reverse(end)| end)
        };
        let turn = self.flash.pass(begin, config.page_read_interval) - config.page_read_interval;
        let there = turn + config.read_latency;
        self.reading.push(Reverse(there));
        self.buffered.insert(page, there);
        self.order.push_back(page);
        if self.order.len() > config.read_buffer_pages
            && let Some(oldest) = self.order.pop_front()
        {
            self.buffered.remove(&oldest);
        }
        there
    }

    /// When a page that is written has its place in the buffer.
    fn store(&mut self, now: u64, page: u64) -> u64 {
        while let Some(&(end, first)) = self.programs.front()
            && end <= now
        {
            self.programs.pop_front();
            if self.dirty.get(&first) == Some(&end) {
                self.dirty.remove(&first);
            }
        }
        if self.dirty.contains_key(&page) {
            return now;
        }
        let mut room = now;
        while self.dirty.len() >= self.config.write_buffer_pages
            && let Some((end, first)) = self.programs.pop_front()
        {
            room = room.max(end);
            if self.dirty.get(&first) == Some(&end) {
                self.dirty.remove(&first);
            }
        }
        self.page_programs += 1;
        let follows = self.last_programmed.is_some_and(|last| last + 1 == page);
        let interval = if follows {
            transfer(self.config.page_bytes, self.config.write_mb_per_s)
        } else {
            self.config.page_program_interval
        };
        self.last_programmed = Some(page);
        let end = self.programmer.pass(room, interval);
        self.programs.push_back((end, page));
        self.dirty.insert(page, end);
        room
    }
}

impl AccessTime for Ssd {
    fn done(&mut self, now: u64, access: Access, address: u64, bytes: u64) -> u64 {
        let config = self.config;
        let arrived = now + config.link_latency;
        let pages = address / config.page_bytes..(address + bytes.max(1)).div_ceil(config.page_bytes);
        let done = match access {
            Access::Read => {
                let there = pages.map(|page| self.fetch(arrived, page)).max().unwrap_or(arrived);
                // The bus carries answers in the order of the requests, as far as it is concerned.
                self.read_bus.pass(arrived, transfer(bytes, config.read_mb_per_s)).max(there)
            }
            Access::Write => {
                let room = pages.map(|page| self.store(arrived, page)).max().unwrap_or(arrived);
                self.write_bus.pass(room, transfer(bytes, config.write_mb_per_s)) + config.write_latency
            }
        };
        done + config.link_latency
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000_000;

    /// Accesses a second when `count` of them, `step` bytes apart, are asked for at once.
    fn rate(access: Access, count: u64, step: u64) -> u64 {
        let mut ssd = Ssd::new(SsdConfig::samsung_983_dct());
        let end = (0..count).map(|index| ssd.done(0, access, index * step, 256)).max().expect("there is one");
        count * (SECOND / 1000) / (end / 1000)
    }

    #[test]
    fn random_reads_are_as_many_as_the_data_sheet_says() {
        let reads = rate(Access::Read, 100_000, 1 << 20);
        assert!((530_000..=540_000).contains(&reads), "{reads} a second");
    }

    #[test]
    fn vectors_one_behind_the_other_share_their_pages() {
        let bytes = rate(Access::Read, 100_000, 256) * 256;
        assert!((2_000_000_000..=3_200_000_000).contains(&bytes), "{bytes} bytes a second");
        let mut ssd = Ssd::new(SsdConfig::samsung_983_dct());
        for index in 0..32 {
            ssd.done(0, Access::Read, 256 * index, 256);
        }
        assert_eq!(ssd.page_reads(), 2);
    }

    #[test]
    fn writes_are_answered_by_the_buffer_until_it_is_full() {
        let mut ssd = Ssd::new(SsdConfig::samsung_983_dct());
        let first = ssd.done(0, Access::Write, 0, 256);
        assert!(first < 16_000_000);
        let last = (1..100_000).map(|index| ssd.done(0, Access::Write, index << 20, 256)).max().expect("there is one");
        let rate = (100_000 - 4_096) * (SECOND / 1000) / (last / 1000);
        assert!((45_000..=50_500).contains(&rate), "{rate} random writes a second");
    }

    #[test]
    fn a_page_that_was_just_written_is_read_from_the_buffer() {
        let config = SsdConfig::samsung_983_dct();
        let mut ssd = Ssd::new(config);
        let written = ssd.done(0, Access::Write, 4096, 64);
        let read = ssd.done(written, Access::Read, 4096, 64);
        assert!(read - written < config.read_latency / 2);
        assert_eq!(ssd.page_reads(), 0);
    }

    #[test]
    fn dram_passes_its_bandwidth() {
        let mut dram = Dram::ddr4_2400();
        let end = (0..30_000).map(|line| dram.done(0, Access::Read, 64 * line, 64)).max().expect("there is one");
        assert!(
            (end - DDR4_2400.latency.as_ps()).abs_diff(100_000_000 * 30_000 / 30_000) < 2_000_000,
            "30,000 lines are 1.92 MB: {end} ps"
        );
    }
}
