//! The SmartSSD as RTL: a Verilated `smartssd`, its DRAM and SSD, and the host's side of its link.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet, VecDeque};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_drivers::{Transport, TransportError};
use emberlane_models::storage::{Dram, Ssd, SsdConfig};
use emberlane_registers::cxl::LINE_BYTES;
use emberlane_registers::cxl::{
    D2hReqOpcode, M2sBiRspOpcode, M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue, S2mDrsOpcode, SnpType,
};
use emberlane_registers::faults::SmartSsdFault;
use emberlane_registers::smartssd::{BUFFERABLE, DOORBELL, DRAM_BYTES, HDM_BASE, MAP, NON_DETERMINISTIC, TX_BYTES};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::at_link::Channels;
use crate::attached::{Attached, Memories, hold_in_reset};
use crate::axi::{
    AxiLiteMaster, AxiLitePort, AxiMemory, Latency, Line, LiteAnswer, MemoryConfig, PortStatistics, StallProfile,
    Storage,
};
use crate::build_of::{BuildOf, TestBuilds};
use crate::clocked::{Clocked, Clockwork};
use crate::cxl::{
    BackInvalidateHost, CacheData, CxlCacheHost, CxlMemHost, MemRequest, MemSnoopAnswer, MemWrite, WriteMeta,
};
use crate::error::BuildError;
use crate::{CLOCK_PERIOD_PS, Model, Output};

/// Designs by banks of a side and elements of an EV.
const DESIGNS: &[((usize, usize), &str)] = &[((6, 64), "smartssd"), ((2, 16), "smartssd_b2_s1")];
/// The small design as only tests ask for it.
const TESTS: TestBuilds =
    TestBuilds { faults: "smartssd_b2_s1_faults", unset: "smartssd_b2_s1_unset", native: "smartssd_b2_s1_native" };
/// Bits of an AXI4 transaction ID of the design.
const ID_WIDTH: u32 = 9;
/// Bytes of the SSD: 3.84 TB, as NDRec's.
pub const SSD_BYTES: u64 = 3_840_000_000_000;
/// Bytes of host memory from HPA 0, that of peers included.
const HOST_BYTES: u64 = 1 << 52;
/// Cycles within which the device must answer a read of a TX buffer while no iteration holds it up.
const READ_LIMIT: u64 = 1_000_000;

/// Settings of an [`RtlSmartSsd`].
#[derive(Clone, Debug)]
pub struct SmartSsdBuilder {
    banks: usize,
    elements: usize,
    seed: u64,
    profile: StallProfile,
    host_latency: u32,
    ssd: Option<SsdConfig>,
    host_keeps: bool,
    memory_limit: u64,
    waveform: Option<(PathBuf, Range<u64>)>,
    build: BuildOf,
}

impl Default for SmartSsdBuilder {
    /// NDRec's kernel, no stalls. A line of the host's memory takes 150 cycles (600 ns): two links, a switch, and DRAM.
    fn default() -> Self {
        Self {
            banks: 6,
            elements: 64,
            seed: 0,
            profile: StallProfile::None,
            host_latency: 150,
            ssd: Some(SsdConfig::samsung_983_dct()),
            host_keeps: true,
            memory_limit: 4 << 30,
            waveform: None,
            build: BuildOf::default(),
        }
    }
}

impl SmartSsdBuilder {
    /// Banks of a side of the kernel, and FP32 elements of an EV: 6 and 64, or 2 and 16.
    #[must_use]
    pub fn kernel(mut self, banks: usize, elements: usize) -> Self {
        (self.banks, self.elements) = (banks, elements);
        self
    }

    /// Decides all that is random: the stall profile's draws, and the first contents of storage without a reset.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// How ports, buses and links stall and reorder. With other than `None` latencies are drawn, and those of DRAM and SSD
    /// are short ones.
    #[must_use]
    pub fn stalls(mut self, profile: StallProfile) -> Self {
        self.profile = profile;
        self
    }

    /// Cycles from a request for a line of the host's memory to the line.
    #[must_use]
    pub fn host_latency(mut self, cycles: u32) -> Self {
        self.host_latency = cycles;
        self
    }

    /// The SSD's figures; `None`: one that takes a few cycles, for tests.
    #[must_use]
    pub fn ssd(mut self, config: Option<SsdConfig>) -> Self {
        self.ssd = config;
        self
    }

    /// Whether the host keeps the lines of TX buffers that it reads, until they are back-invalidated.
    #[must_use]
    pub fn host_keeps(mut self, keeps: bool) -> Self {
        self.host_keeps = keeps;
        self
    }

    /// Bytes of this machine's memory that the contents of each memory may take.
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// Writes the waveform of `cycles` (see [`RtlSmartSsd::cycles`]) to an FST file.
    #[must_use]
    pub fn waveform(mut self, path: impl Into<PathBuf>, cycles: Range<u64>) -> Self {
        self.waveform = Some((path.into(), cycles));
        self
    }

    /// The test build with the small kernel, which commits a fault from its reset on.
    #[must_use]
    pub fn fault(mut self, fault: SmartSsdFault) -> Self {
        self.build = BuildOf::Faulty(fault as u64);
        self.kernel(2, 16)
    }

    /// The test build with the small kernel, whose registers and memories begin with what the seed says.
    #[must_use]
    pub fn unset(mut self) -> Self {
        self.build = BuildOf::Unset;
        self.kernel(2, 16)
    }

    /// The test build with the small kernel, whose FP32 units use this machine's processor, without
    /// protocol monitors: see [`native`](crate::native).
    #[must_use]
    pub fn native(mut self) -> Self {
        self.build = BuildOf::Native;
        self.kernel(2, 16)
    }

    /// The device, after its reset.
    ///
    /// # Errors
    /// [`BuildError`].
    pub fn build(self) -> Result<RtlSmartSsd, BuildError> {
        RtlSmartSsd::new(self)
    }
}

/// What a device did so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmartSsdStatistics {
    /// Clock cycles since the start, those of the reset included.
    pub cycles: u64,
    /// Time that this machine took for them.
    pub host_time: Duration,
    /// Traffic of the DRAM.
    pub dram: PortStatistics,
    /// Traffic of the SSD.
    pub ssd: PortStatistics,
}

/// The host's memory and its side of CXL.cache: answers `RdCurr` a latency later.
struct HostMemory {
    storage: Storage,
    /// Lines that come poisoned.
    poisoned: HashSet<u64>,
    /// Requests under way: when their line goes, in which order they came, CQID, address.
    requests: BinaryHeap<Reverse<(u64, u64, u16, u64)>>,
    count: u64,
    latency: Latency,
    random: Pcg64Mcg,
}

impl HostMemory {
    /// What the host does in a cycle.
    fn cycle(&mut self, cycle: u64, link: &mut CxlCacheHost) -> Result<(), String> {
        while let Some(request) = link.take_request() {
            if request.opcode != D2hReqOpcode::RdCurr {
                return Err(format!(
                    "cxl_cache: the device sent {}, where RdCurr is all that it needs",
                    request.opcode
                ));
            }
            let due = cycle + self.latency.draw(&mut self.random);
            self.requests.push(Reverse((due, self.count, request.cqid, request.address)));
            self.count += 1;
        }
        while let Some(&Reverse((due, _, cqid, address))) = self.requests.peek()
            && due <= cycle
        {
            self.requests.pop();
            let poison = self.poisoned.contains(&address);
            let data = if poison { [0xbad0_bad0; 16] } else { self.storage.line(address) };
            link.data(CacheData { cqid, go_err: false, poison, data });
        }
        Ok(())
    }
}

/// The SmartSSD as RTL, cycle by cycle.
///
/// MMIO accesses are AXI4-Lite transactions, reads of TX buffers are CXL.mem transactions; both take clock cycles. Host memory
/// and SSD are read and written past the device and take none. The clock runs only inside a method that needs it.
///
/// A broken rule of a bus is a [`TransportError::Protocol`], and remains the answer to every later access. So is a write of a line
/// of a TX buffer that the host holds.
pub struct RtlSmartSsd {
    clockwork: Clockwork,
    model: Model,
    interrupt: Output,
    idle: Output,
    attributes: [Output; 2],
    registers: AxiLitePort,
    master: AxiLiteMaster,
    dram: Attached,
    ssd: Attached,
    cxl_mem: CxlMemHost,
    cxl_cache: CxlCacheHost,
    back_invalidate: BackInvalidateHost,
    host: HostMemory,
    /// Who plays the host: this, or a fabric that the device is at a link of.
    is_linked: bool,
    host_keeps: bool,
    /// Device addresses of lines of TX buffers that the host holds.
    held: HashSet<u64>,
    /// Answers to snoops that are under way: when they go, and until when the host holds the line.
    answers: VecDeque<(u64, u64, MemSnoopAnswer)>,
    hdm_base: u64,
    tx_bytes: u64,
    /// `TX_BYTES` when the doorbell last rang: an iteration that is under way keeps it.
    kept_tx_bytes: u64,
}

impl RtlSmartSsd {
    /// Settings to start from.
    #[must_use]
    pub fn builder() -> SmartSsdBuilder {
        SmartSsdBuilder::default()
    }

    /// The design whose kernel has so many banks a side, for EVs of so many elements.
    ///
    /// # Errors
    /// [`BuildError::Kernel`]: there is none.
    pub fn design(banks: usize, elements: usize) -> Result<&'static str, BuildError> {
        let found = DESIGNS.iter().find(|(kernel, _)| *kernel == (banks, elements));
        found.map(|(_, design)| *design).ok_or(BuildError::Kernel { banks, elements })
    }

    fn new(settings: SmartSsdBuilder) -> Result<Self, BuildError> {
        let SmartSsdBuilder { banks, elements, seed, profile, memory_limit, .. } = settings;
        let users = Self::design(banks, elements)?;
        let (mut model, design) = settings.build.model(users, &TESTS, seed)?;
        if let Some((path, cycles)) = settings.waveform {
            model.trace(&path, cycles)?;
        }
        let stalls = profile != StallProfile::None;
        let attach = |name: &str, bytes, stream: u64| {
            let config = MemoryConfig { limit: memory_limit, ..MemoryConfig::new(bytes, profile, 12, 12, seed) };
            // The SSD answers reads in any order.
            let config = MemoryConfig { reorder: config.reorder || stream == 1, ..config };
            Attached::new(&model, name, ID_WIDTH, stream, config)
        };
        let (mut dram, mut ssd) = (attach("m_axi_dram", DRAM_BYTES, 0)?, attach("m_axi_ssd", SSD_BYTES, 1)?);
        if !stalls {
            dram.memory.set_timing(Box::new(Dram::ddr4_2400()));
            if let Some(config) = settings.ssd {
                ssd.memory.set_timing(Box::new(Ssd::new(config)));
            }
        }
        let mut device = Self {
            clockwork: Clockwork::new(format!("{design} (RTL)"), &MAP),
            interrupt: model.output("irq", 1)?,
            idle: model.output("idle", 1)?,
            attributes: [model.output("m_axi_ssd_aruser", 2)?, model.output("m_axi_ssd_awuser", 2)?],
            registers: AxiLitePort::new(&mut model, "s_axil", MAP.bytes.trailing_zeros())?,
            master: AxiLiteMaster::new("s_axil", profile, seed ^ 0x5eed_ba5e),
            dram,
            ssd,
            cxl_mem: CxlMemHost::new(&model, "cxl_mem", profile, seed ^ 0xcafe)?,
            cxl_cache: CxlCacheHost::new(&model, "cxl_cache", profile, seed ^ 0xcac4e)?,
            back_invalidate: BackInvalidateHost::new(&model, "back_invalidate", profile, seed ^ 0xb15)?,
            host: HostMemory {
                storage: Storage::new(memory_limit),
                poisoned: HashSet::new(),
                requests: BinaryHeap::new(),
                count: 0,
                latency: profile.latency(settings.host_latency),
                random: Pcg64Mcg::seed_from_u64(seed ^ 0x4057),
            },
            is_linked: false,
            host_keeps: settings.host_keeps,
            held: HashSet::new(),
            answers: VecDeque::new(),
            hdm_base: 0,
            tx_bytes: 0,
            kept_tx_bytes: 0,
            model,
        };
        device.reset()?;
        Ok(device)
    }

    /// Holds the device, DRAM and SSD in reset for some cycles. Traffic in flight is dropped; memory keeps its contents, the host
    /// holds nothing.
    ///
    /// # Errors
    /// [`BuildError::Model`], [`BuildError::Violation`].
    pub fn reset(&mut self) -> Result<(), BuildError> {
        self.reset_with(Memories::Reset)
    }

    /// Holds the device alone in reset for some cycles, and its links. DRAM and SSD go on, and answer what they were asked before.
    ///
    /// # Errors
    /// [`BuildError::Model`], [`BuildError::Violation`].
    pub fn reset_alone(&mut self) -> Result<(), BuildError> {
        self.reset_with(Memories::GoOn)
    }

    fn reset_with(&mut self, memories: Memories) -> Result<(), BuildError> {
        self.reset_links();
        let Self { model, registers, dram, ssd, .. } = self;
        hold_in_reset(model, registers, &mut [dram, ssd], memories)?;
        self.master.reset();
        Ok(())
    }

    /// What the links had under way is gone, and the host holds nothing.
    fn reset_links(&mut self) {
        self.cxl_mem.reset(&mut self.model);
        self.cxl_cache.reset(&mut self.model);
        self.back_invalidate.reset(&mut self.model);
        self.held.clear();
        self.answers.clear();
        self.host.requests.clear();
    }

    /// Clock cycles since the start, those of the reset included.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.model.cycle()
    }

    /// Whether in the last cycle no iteration was under way and no movement to be done.
    #[must_use]
    pub fn idle(&self) -> bool {
        self.model.bit(self.idle)
    }

    /// Traffic, and how fast it was simulated.
    #[must_use]
    pub fn statistics(&self) -> SmartSsdStatistics {
        SmartSsdStatistics {
            cycles: self.cycles(),
            host_time: self.clockwork.host_time,
            dram: self.dram.memory.statistics(),
            ssd: self.ssd.memory.statistics(),
        }
    }

    /// The DRAM behind its port.
    pub fn dram(&mut self) -> &mut AxiMemory {
        &mut self.dram.memory
    }

    /// The SSD behind its port.
    pub fn ssd(&mut self) -> &mut AxiMemory {
        &mut self.ssd.memory
    }

    /// The host's line at `address` comes poisoned until it is written again.
    pub fn poison_host(&mut self, address: u64) {
        self.host.poisoned.insert(address - address % LINE_BYTES);
    }

    /// Nothing fails any more.
    pub fn clear_errors(&mut self) {
        self.host.poisoned.clear();
        self.ssd.memory.clear_errors();
        self.dram.memory.clear_errors();
    }

    /// Whether the interrupt line was high in the last cycle.
    #[must_use]
    pub fn interrupt(&self) -> bool {
        self.model.bit(self.interrupt)
    }

    /// From now on a fabric is the host.
    pub(super) fn link(&mut self) {
        self.is_linked = true;
    }

    /// HPA and bytes of the TX buffers, once the host sees them.
    pub(super) fn tx_buffers(&self) -> Option<(u64, u64)> {
        (self.hdm_base & 1 == 1).then_some((self.hdm_base & !63, 2 * self.tx_bytes))
    }

    /// What lies in the TX buffers, past the device.
    pub(super) fn look_at_outputs(&self, address: u64, bytes: &mut [u8]) {
        self.dram.memory.read(address, bytes);
    }

    pub(super) fn timeout(&self, cycles: u64) -> TransportError {
        TransportError::Timeout { device: self.clockwork.name.clone(), cycles }
    }

    /// What a write of a register says of the TX buffers.
    fn note(&mut self, offset: u64, value: u64) {
        if offset == HDM_BASE.offset {
            self.hdm_base = value & HDM_BASE.mask();
        } else if offset == TX_BYTES.offset {
            self.tx_bytes = value & TX_BYTES.mask();
        } else if offset == DOORBELL.offset {
            self.kept_tx_bytes = self.tx_bytes;
        }
    }

    /// Lets the clock run for `cycles` cycles.
    ///
    /// # Errors
    /// [`TransportError::Protocol`].
    pub fn run(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.until(cycles, |_, _| None::<()>).map(|_| ())
    }

    /// The host's answers to back-invalidate snoops.
    fn answer_snoops(&mut self) {
        let cycle = self.model.cycle();
        while let Some(snoop) = self.back_invalidate.take_snoop() {
            let line = snoop.address.wrapping_sub(self.hdm_base & !63);
            let due = cycle + self.host.latency.draw(&mut self.host.random);
            self.answers.push_back((due, line, MemSnoopAnswer { opcode: M2sBiRspOpcode::BiRspI, tag: snoop.tag }));
        }
        // In any order.
        for index in (0..self.answers.len()).rev() {
            if self.answers[index].0 <= cycle
                && let Some((_, line, answer)) = self.answers.remove(index)
            {
                self.held.remove(&line);
                self.back_invalidate.answer(answer);
            }
        }
    }

    /// Where a range of TX buffers begins, as the host sees it. Where one of two sizes may hold, the device says whether it does.
    pub(super) fn host_address(&self, address: u64, length: u64) -> Result<u64, TransportError> {
        let bytes = 2 * self.tx_bytes.max(self.kept_tx_bytes);
        let there = address.checked_add(length).is_some_and(|end| end <= bytes);
        let mapped = self.hdm_base & 1 == 1;
        if there && mapped {
            Ok((self.hdm_base & !63) + address)
        } else {
            Err(self.clockwork.no_memory(address, length))
        }
    }

    /// Reads the line at a device address over CXL.mem.
    fn read_line(&mut self, address: u64) -> Result<Line, TransportError> {
        let keeps = self.host_keeps && self.host.random.random_bool(0.75);
        let (snp_type, meta_value) =
            if keeps { (SnpType::SnpData, MetaValue::Shared) } else { (SnpType::SnpCur, MetaValue::Invalid) };
        let request = MemRequest {
            opcode: M2sReqOpcode::MemRd,
            snp_type,
            meta_field: MetaField::Meta0State,
            meta_value,
            tag: 0,
            address: (self.hdm_base & !63) + address,
        };
        self.cxl_mem.request(request);
        let (mut line, mut done) = (None, None);
        for _ in 0..READ_LIMIT {
            self.until(1, |_, _| None::<()>)?;
            line = line.or_else(|| self.cxl_mem.take_line());
            done = done.or_else(|| self.cxl_mem.take_done());
            if let (Some(line), Some(_)) = (line, done) {
                if line.opcode == S2mDrsOpcode::MemDataNxm {
                    return Err(self.clockwork.no_memory(address, LINE_BYTES));
                }
                if line.poison || line.opcode != S2mDrsOpcode::MemData {
                    let message = format!("the line of a TX buffer at {address:#x} came as {line:?}");
                    return Err(self.clockwork.protocol(message));
                }
                if keeps {
                    self.held.insert(address);
                }
                return Ok(line.data);
            }
        }
        Err(self.timeout(READ_LIMIT))
    }
}

impl Channels for RtlSmartSsd {
    const REGISTERS: u64 = MAP.bytes;

    fn channels(&mut self) -> (&mut CxlMemHost, &mut CxlCacheHost) {
        (&mut self.cxl_mem, &mut self.cxl_cache)
    }

    fn back_invalidate(&mut self) -> Option<&mut BackInvalidateHost> {
        Some(&mut self.back_invalidate)
    }

    fn start_read(&mut self, offset: u64) {
        self.master.start_read(offset);
    }

    fn start_write(&mut self, offset: u64, value: u64) {
        self.master.start_write(offset, value);
        self.note(offset, value);
    }

    fn clock(&mut self) -> Result<Option<LiteAnswer>, TransportError> {
        self.until(1, |_, answer| Some(answer)).map(Option::flatten)
    }

    fn waits(&self) -> bool {
        self.idle()
    }

    /// Only lines of the TX buffers are held.
    fn keeps(&mut self, address: u64) {
        let line = address.wrapping_sub(self.hdm_base & !63);
        if line < 2 * self.tx_bytes.max(self.kept_tx_bytes) {
            self.held.insert(line);
        }
    }

    fn gives_up(&mut self, address: u64) {
        self.held.remove(&address.wrapping_sub(self.hdm_base & !63));
    }
}

impl Clocked for RtlSmartSsd {
    fn clockwork(&self) -> &Clockwork {
        &self.clockwork
    }

    fn clockwork_mut(&mut self) -> &mut Clockwork {
        &mut self.clockwork
    }

    fn master(&mut self) -> &mut AxiLiteMaster {
        &mut self.master
    }

    fn tick(&mut self) -> Result<Option<LiteAnswer>, String> {
        let cycle = self.model.cycle();
        if !self.is_linked {
            self.host.cycle(cycle, &mut self.cxl_cache)?;
            self.answer_snoops();
        }
        let Self { model, registers, master, dram, ssd, cxl_mem, cxl_cache, back_invalidate, held, .. } = self;
        registers.drive(model, master.signals());
        cxl_mem.drive(model);
        cxl_cache.drive(model);
        back_invalidate.drive(model);
        for Attached { port, memory } in [&mut *dram, &mut *ssd] {
            port.drive(model, memory.signals());
        }
        model.step().map_err(|error| error.to_string())?;
        let violation = |violation: crate::axi::Violation| violation.to_string();
        cxl_mem.sample(model).map_err(violation)?;
        cxl_cache.sample(model).map_err(violation)?;
        back_invalidate.sample(model).map_err(violation)?;
        for (index, Attached { port, memory }) in [&mut *dram, &mut *ssd].into_iter().enumerate() {
            let signals = port.sample(model);
            if index == 0
                && let Some(write) = signals.write_address
                && let Some(line) = (0..=u64::from(write.length))
                    .map(|beat| write.address + LINE_BYTES * beat)
                    .find(|line| held.contains(line))
            {
                return Err(format!("m_axi_dram, cycle {cycle}: line {line:#x} is written, which the host holds"));
            }
            memory.cycle(&signals).map_err(violation)?;
        }
        if self.attributes.iter().any(|port| model.get(*port) != NON_DETERMINISTIC | BUFFERABLE) {
            return Err(format!("m_axi_ssd, cycle {cycle}: the attributes are not those of NDRec's requests"));
        }
        master.cycle(&registers.sample(model)).map_err(violation)
    }
}

impl Transport for RtlSmartSsd {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.read_register(offset)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.write_register(offset, value)?;
        self.note(offset, value);
        Ok(())
    }

    fn memory_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.clockwork.intact()?;
        self.host_address(address, bytes.len() as u64)?;
        let mut at = address;
        let mut rest = bytes;
        while !rest.is_empty() {
            let offset = (at % LINE_BYTES) as usize;
            let line = self.read_line(at - offset as u64)?;
            let whole: Vec<u8> = line.iter().flat_map(|word| word.to_le_bytes()).collect();
            let length = rest.len().min(whole.len() - offset);
            let (part, after) = rest.split_at_mut(length);
            part.copy_from_slice(&whole[offset..offset + length]);
            at += length as u64;
            rest = after;
        }
        Ok(())
    }

    fn memory_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.clockwork.intact()?;
        let first = self.host_address(address, bytes.len() as u64)? & !(LINE_BYTES - 1);
        for line in (first..first + (address % LINE_BYTES) + bytes.len() as u64).step_by(LINE_BYTES as usize) {
            let write = MemWrite {
                opcode: M2sRwdOpcode::MemWr,
                meta: WriteMeta::default(),
                tag: 0,
                address: line,
                poison: false,
                enabled: u64::MAX,
                data: Line::default(),
            };
            self.cxl_mem.write(write);
            let mut answered = false;
            for _ in 0..READ_LIMIT {
                self.until(1, |_, _| None::<()>)?;
                answered = self.cxl_mem.take_done().is_some();
                if answered {
                    break;
                }
            }
            if !answered {
                return Err(self.timeout(READ_LIMIT));
            }
        }
        Ok(())
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.wait_for(cycles, |device| device.model.bit(device.interrupt))
    }

    fn time(&self) -> u64 {
        self.cycles() * CLOCK_PERIOD_PS
    }
}

impl RtlSmartSsd {
    fn check_range(&self, address: u64, length: usize, bytes: u64) -> Result<(), TransportError> {
        self.clockwork.intact()?;
        let there = address.checked_add(length as u64).is_some_and(|end| end <= bytes);
        if there { Ok(()) } else { Err(self.clockwork.no_memory(address, length as u64)) }
    }
}

impl SmartSsdTransport for RtlSmartSsd {
    fn host_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.check_range(address, bytes.len(), HOST_BYTES)?;
        self.host.storage.read(address, bytes);
        Ok(())
    }

    fn host_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.check_range(address, bytes.len(), HOST_BYTES)?;
        let lines = address / LINE_BYTES..(address + bytes.len() as u64).div_ceil(LINE_BYTES);
        self.host.poisoned.retain(|line| !lines.contains(&(line / LINE_BYTES)));
        let written = self.host.storage.write(address, bytes);
        written.map_err(|full| self.clockwork.protocol(full.to_string()))
    }

    fn ssd_read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), TransportError> {
        self.check_range(address, bytes.len(), SSD_BYTES)?;
        self.ssd.memory.read(address, bytes);
        Ok(())
    }

    fn ssd_write(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.check_range(address, bytes.len(), SSD_BYTES)?;
        let written = self.ssd.memory.write(address, bytes);
        written.map_err(|full| self.clockwork.protocol(full.to_string()))
    }
}
