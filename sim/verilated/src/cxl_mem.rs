//! CXL-MEM as RTL: a Verilated `cxl_mem`, the memory behind it, and the bus to its registers.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use emberlane_drivers::{Transport, TransportError};
use emberlane_models::cxl::Finished;
use emberlane_models::power_loss::{Image, RecordedWrite};
use emberlane_registers::cxl_mem::{
    CHANNEL_BYTES, INTERLEAVE_BYTES, MAP, SCRATCHPAD_BASE, SCRATCHPAD_BYTES, deinterleave, interleave,
};
use emberlane_registers::faults::Fault;

use crate::at_link::Channels;
use crate::attached::{Attached, Memories, hold_in_reset};
use crate::axi::{
    AcceptedWrite, AxiLiteMaster, AxiLitePort, AxiMemory, Faulty, LiteAnswer, MemoryConfig, PortStatistics,
    StallProfile,
};
use crate::build_of::{BuildOf, TestBuilds};
use crate::clocked::{Clocked, Clockwork};
use crate::cxl::{BackInvalidateHost, CxlCacheHost, CxlMemHost};
use crate::error::{BuildError, CXL_MEM_DESIGNS};
use crate::{CLOCK_PERIOD_PS, Model, ModelError, Output};

/// The small design as only tests ask for it.
const TESTS: TestBuilds =
    TestBuilds { faults: "cxl_mem_faults", unset: "cxl_mem_c1_unset", native: "cxl_mem_c1_native" };
/// Bits of an AXI4 transaction ID of the design.
const ID_WIDTH: u32 = 9;

/// Settings of an [`RtlCxlMem`].
#[derive(Clone, Debug)]
pub struct CxlMemBuilder {
    channels: usize,
    seed: u64,
    profile: StallProfile,
    channel_latency: (u32, u32),
    scratchpad_latency: (u32, u32),
    memory_limit: u64,
    waveform: Option<(PathBuf, Range<u64>)>,
    build: BuildOf,
}

impl Default for CxlMemBuilder {
    /// Four channels, no stalls. Latencies in cycles of 4 ns: DRAM of 48 ns behind channels and scratchpad. What persistent
    /// memory adds, the memory controllers of the device emulate.
    fn default() -> Self {
        Self {
            channels: 4,
            seed: 0,
            profile: StallProfile::None,
            channel_latency: (12, 12),
            scratchpad_latency: (12, 12),
            memory_limit: 4 << 30,
            waveform: None,
            build: BuildOf::default(),
        }
    }
}

impl CxlMemBuilder {
    /// Number of memory channels: 1 or 4.
    #[must_use]
    pub fn channels(mut self, channels: usize) -> Self {
        self.channels = channels;
        self
    }

    /// Decides all that is random: the stall profile's draws, and the first contents of storage without a reset.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// How the memory ports and the register bus stall and reorder.
    #[must_use]
    pub fn stalls(mut self, profile: StallProfile) -> Self {
        self.profile = profile;
        self
    }

    /// Cycles of a read and of a write of the DRAM behind the channels; a profile other than `None` draws around them.
    #[must_use]
    pub fn channel_latency(mut self, read: u32, write: u32) -> Self {
        self.channel_latency = (read, write);
        self
    }

    /// Cycles of a read and of a write of the scratchpad; a profile other than `None` draws around them.
    #[must_use]
    pub fn scratchpad_latency(mut self, read: u32, write: u32) -> Self {
        self.scratchpad_latency = (read, write);
        self
    }

    /// Bytes of this machine's memory that the contents of each channel, and of the scratchpad, may take.
    #[must_use]
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// Writes the waveform of `cycles` (see [`RtlCxlMem::cycles`]) to an FST file.
    #[must_use]
    pub fn waveform(mut self, path: impl Into<PathBuf>, cycles: Range<u64>) -> Self {
        self.waveform = Some((path.into(), cycles));
        self
    }

    /// The test build with one channel, which commits a fault from its reset on.
    #[must_use]
    pub fn fault(mut self, fault: Fault) -> Self {
        self.channels = 1;
        self.build = BuildOf::Faulty(fault as u64);
        self
    }

    /// The test build with one channel, whose registers and memories begin with what the seed says.
    #[must_use]
    pub fn unset(mut self) -> Self {
        self.channels = 1;
        self.build = BuildOf::Unset;
        self
    }

    /// The test build with one channel, whose FP32 units use this machine's processor, without
    /// protocol monitors: see [`native`](crate::native).
    #[must_use]
    pub fn native(mut self) -> Self {
        self.channels = 1;
        self.build = BuildOf::Native;
        self
    }

    /// The device, after its reset.
    ///
    /// # Errors
    /// [`BuildError`].
    pub fn build(self) -> Result<RtlCxlMem, BuildError> {
        RtlCxlMem::new(self)
    }
}

/// What a device did so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Clock cycles since the start, those of the reset included.
    pub cycles: u64,
    /// Time that this machine took for them.
    pub host_time: Duration,
    /// Traffic of each channel.
    pub channels: Vec<PortStatistics>,
    /// Traffic of each port of the scratchpad.
    pub scratchpad: Vec<PortStatistics>,
}

impl Statistics {
    /// Simulated clock cycles in a second of this machine's time; 0 before the first.
    #[must_use]
    pub fn cycles_per_second(&self) -> f64 {
        let seconds = self.host_time.as_secs_f64();
        if seconds > 0.0 { self.cycles as f64 / seconds } else { 0.0 }
    }
}

/// CXL-MEM as RTL, cycle by cycle.
///
/// MMIO accesses are AXI4-Lite transactions that take clock cycles. Device memory is read and written past the ports and
/// takes none. The clock runs only inside a method that needs it: an MMIO access, a wait, [`run`](Self::run).
///
/// A broken AXI rule is a [`TransportError::Protocol`], and remains the answer to every later access.
pub struct RtlCxlMem {
    clockwork: Clockwork,
    model: Model,
    interrupt: Output,
    /// Pulses when a lookup, an update, a stage, an accumulation, a record of parameters or one of rows has ended well.
    ends: [Output; 6],
    waiting: Output,
    /// Of each channel: pulses when its oldest write is durable.
    durable: Vec<Output>,
    recorder: Option<Recorder>,
    finished: Finished,
    registers: AxiLitePort,
    master: AxiLiteMaster,
    channels: Vec<Attached>,
    scratchpad: Vec<Attached>,
    cxl_mem: CxlMemHost,
    cxl_cache: CxlCacheHost,
}

impl RtlCxlMem {
    /// Settings to start from.
    #[must_use]
    pub fn builder() -> CxlMemBuilder {
        CxlMemBuilder::default()
    }

    /// The design with so many memory channels.
    ///
    /// # Errors
    /// [`BuildError::Channels`]: there is none.
    pub fn design(channels: usize) -> Result<&'static str, BuildError> {
        let found = CXL_MEM_DESIGNS.iter().find(|(count, _)| *count == channels);
        found.map(|(_, design)| *design).ok_or(BuildError::Channels { channels })
    }

    fn new(settings: CxlMemBuilder) -> Result<Self, BuildError> {
        let CxlMemBuilder { channels, seed, profile, memory_limit, .. } = settings;
        let users = Self::design(channels)?;
        let (mut model, design) = settings.build.model(users, &TESTS, seed)?;
        if let Some((path, cycles)) = settings.waveform {
            model.trace(&path, cycles)?;
        }
        let registers = AxiLitePort::new(&mut model, "s_axil", MAP.bytes.trailing_zeros())?;
        let master = AxiLiteMaster::new("s_axil", profile, seed ^ 0x5eed_ba5e);
        let cxl_mem = CxlMemHost::new(&model, "cxl_mem", profile, seed ^ 0xcafe)?;
        let cxl_cache = CxlCacheHost::new(&model, "cxl_cache", profile, seed ^ 0xcac4e)?;
        let attach = |name: String, bytes, (read, write), stream: u64| {
            let config = MemoryConfig { limit: memory_limit, ..MemoryConfig::new(bytes, profile, read, write, seed) };
            Attached::new(&model, &name, ID_WIDTH, stream, config)
        };
        let ports = 0..channels as u64;
        let scratchpad = ports
            .clone()
            .map(|index| {
                let bytes = SCRATCHPAD_BYTES / channels as u64;
                attach(format!("m_axi_scratch_{index}"), bytes, settings.scratchpad_latency, 2 * index)
            })
            .collect::<Result<Vec<_>, _>>()?;
        let channels = ports
            .map(|index| attach(format!("m_axi_{index}"), CHANNEL_BYTES, settings.channel_latency, 2 * index + 1))
            .collect::<Result<Vec<_>, _>>()?;
        let interrupt = model.output("irq", 1)?;
        let end = |name| model.output(name, 1);
        let ends = [
            end("lookup_done")?,
            end("update_done")?,
            end("stage_done")?,
            end("accumulation_done")?,
            end("parameters_logged")?,
            end("rows_logged")?,
        ];
        let waiting = model.output("waiting", 1)?;
        let durable = (0..channels.len()).map(|index| model.output(&format!("durable_{index}"), 1));
        let durable = durable.collect::<Result<_, _>>()?;
        let mut device = Self {
            clockwork: Clockwork::new(format!("{design} (RTL)"), &MAP),
            model,
            interrupt,
            ends,
            waiting,
            durable,
            recorder: None,
            finished: Finished::default(),
            registers,
            master,
            channels,
            scratchpad,
            cxl_mem,
            cxl_cache,
        };
        device.reset()?;
        Ok(device)
    }

    /// Holds the device in reset for some cycles, and the memories with it. Traffic in flight is dropped; memory keeps its contents.
    ///
    /// # Errors
    /// [`BuildError::Model`], [`BuildError::Violation`].
    pub fn reset(&mut self) -> Result<(), BuildError> {
        self.reset_with(Memories::Reset)
    }

    /// Holds the device in reset for some cycles, but not its memories, which answer then and later what they were asked before.
    /// Writes are not [recorded](Self::record_writes) rightly behind it.
    ///
    /// # Errors
    /// As [`reset`](Self::reset).
    pub fn reset_alone(&mut self) -> Result<(), BuildError> {
        self.reset_with(Memories::GoOn)
    }

    fn reset_with(&mut self, memories: Memories) -> Result<(), BuildError> {
        self.cxl_mem.reset(&mut self.model);
        self.cxl_cache.reset(&mut self.model);
        let Self { model, registers, channels, scratchpad, .. } = self;
        let mut ports: Vec<&mut Attached> = channels.iter_mut().chain(scratchpad).collect();
        hold_in_reset(model, registers, &mut ports, memories)?;
        self.master.reset();
        Ok(())
    }

    /// Name of the device, as errors give it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.clockwork.name
    }

    /// Bytes of persistent memory.
    #[must_use]
    pub fn persistent_bytes(&self) -> u64 {
        self.channels.len() as u64 * CHANNEL_BYTES
    }

    /// Clock cycles since the start, those of the reset included.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.model.cycle()
    }

    /// Whether the interrupt line was high in the last cycle.
    #[must_use]
    pub fn interrupt(&self) -> bool {
        self.model.bit(self.interrupt)
    }

    /// Jobs that have ended well since the start.
    #[must_use]
    pub fn finished(&self) -> Finished {
        self.finished
    }

    /// Whether in the last cycle only the host or a peer could bring the device further.
    #[must_use]
    pub fn waiting(&self) -> bool {
        self.model.bit(self.waiting)
    }

    /// Forgets the writes to persistent memory so far, and records those that come over the channels: when each came to its
    /// memory, and when its memory controller answered it. A write under way now must not be.
    pub fn record_writes(&mut self) {
        self.recorder = Some(Recorder::new(self.channels.len()));
        self.channels.iter_mut().for_each(|channel| channel.memory.keep_accepted());
    }

    /// The writes that were recorded, by cycle.
    #[must_use]
    pub fn recorded_writes(&self) -> &[RecordedWrite] {
        self.recorder.as_ref().map_or(&[], |recorder| &recorder.writes)
    }

    /// What persistent memory holds, all that is under way included.
    #[must_use]
    pub fn persistent_image(&self) -> Image {
        let mut image = Image::default();
        let channels = self.channels.len() as u64;
        for (channel, Attached { memory, .. }) in (0..).zip(&self.channels) {
            for at in memory.held().into_iter().flat_map(|page| page.step_by(INTERLEAVE_BYTES as usize)) {
                let mut bytes = [0; INTERLEAVE_BYTES as usize];
                memory.read(at, &mut bytes);
                image.write(deinterleave(channel, at, channels), &bytes);
            }
        }
        image
    }

    /// Traffic, and how fast it was simulated.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics {
            cycles: self.cycles(),
            host_time: self.clockwork.host_time,
            channels: self.channels.iter().map(|channel| channel.memory.statistics()).collect(),
            scratchpad: self.scratchpad.iter().map(|port| port.memory.statistics()).collect(),
        }
    }

    /// The host's side of CXL.mem. What is queued there moves when the clock runs.
    pub fn cxl_mem(&mut self) -> &mut CxlMemHost {
        &mut self.cxl_mem
    }

    /// The host's side of CXL.cache.
    pub fn cxl_cache(&mut self) -> &mut CxlCacheHost {
        &mut self.cxl_cache
    }

    /// From now on, reads, writes or both of the lines that touch the device addresses `addresses` fail.
    ///
    /// # Errors
    /// [`TransportError::NoMemory`].
    pub fn inject_error(&mut self, addresses: Range<u64>, faulty: Faulty) -> Result<(), TransportError> {
        let length = addresses.end.saturating_sub(addresses.start);
        for piece in self.pieces(addresses.start, length)? {
            let first = piece.address;
            self.memory_mut(piece.place).inject_error(first..first + piece.bytes, faulty);
        }
        Ok(())
    }

    /// No access to memory fails any more.
    pub fn clear_errors(&mut self) {
        self.attached_mut().for_each(|attached| attached.memory.clear_errors());
    }

    /// Writes the waveform of `cycles` (see [`RtlCxlMem::cycles`]) to an FST file.
    ///
    /// # Errors
    /// [`ModelError::Waveform`].
    pub fn trace(&mut self, path: &std::path::Path, cycles: Range<u64>) -> Result<(), ModelError> {
        self.model.trace(path, cycles)
    }

    /// Lets the clock run for `cycles` cycles.
    ///
    /// # Errors
    /// [`TransportError::Protocol`].
    pub fn run(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.until(cycles, |_, _| None::<()>).map(|_| ())
    }

    fn attached_mut(&mut self) -> impl Iterator<Item = &mut Attached> {
        self.channels.iter_mut().chain(&mut self.scratchpad)
    }

    /// Where `length` bytes from device address `address` on lie.
    fn pieces(&self, address: u64, length: u64) -> Result<impl Iterator<Item = Piece> + use<>, TransportError> {
        let channels = self.channels.len() as u64;
        let inside =
            |base: u64, bytes: u64| address >= base && address - base <= bytes && length <= bytes - (address - base);
        let scratchpad = inside(SCRATCHPAD_BASE, SCRATCHPAD_BYTES);
        if !scratchpad && !inside(0, channels * CHANNEL_BYTES) {
            return Err(self.clockwork.no_memory(address, length));
        }
        let mut done = 0;
        Ok(std::iter::from_fn(move || {
            let (at, left) = (address + done, length - done);
            let (port, address) = interleave(if scratchpad { at - SCRATCHPAD_BASE } else { at }, channels);
            let place = if scratchpad { Place::Scratchpad(port as usize) } else { Place::Channel(port as usize) };
            let piece = Piece { place, address, bytes: left.min(INTERLEAVE_BYTES - at % INTERLEAVE_BYTES) };
            done += piece.bytes;
            (left > 0).then_some(piece)
        }))
    }

    fn memory_mut(&mut self, place: Place) -> &mut AxiMemory {
        match place {
            Place::Scratchpad(index) => &mut self.scratchpad[index].memory,
            Place::Channel(index) => &mut self.channels[index].memory,
        }
    }
}

/// Notes writes as they come and are answered. A memory controller answers in order.
struct Recorder {
    writes: Vec<RecordedWrite>,
    /// Numbers of the writes of each channel that are not answered.
    open: Vec<VecDeque<usize>>,
}

impl Recorder {
    fn new(channels: usize) -> Self {
        Self { writes: Vec::new(), open: vec![VecDeque::new(); channels] }
    }

    fn cycle(&mut self, cycle: u64, channel: usize, durable: bool, accepted: &[AcceptedWrite]) {
        if durable && let Some(oldest) = self.open[channel].pop_front() {
            self.writes[oldest].answered = Some(cycle);
        }
        let channels = self.open.len() as u64;
        for write in accepted {
            let address = deinterleave(channel as u64, write.address, channels);
            let mut line = [0; 64];
            for (bytes, word) in line.chunks_exact_mut(4).zip(write.data) {
                bytes.copy_from_slice(&word.to_le_bytes());
            }
            self.open[channel].push_back(self.writes.len());
            self.writes.push(RecordedWrite { issued: cycle, answered: None, address, mask: write.strobe, line });
        }
    }
}

#[derive(Clone, Copy)]
enum Place {
    Channel(usize),
    Scratchpad(usize),
}

/// A part of a range of device memory: `bytes` bytes in one memory, from `address` of that memory on.
struct Piece {
    place: Place,
    address: u64,
    bytes: u64,
}

impl Channels for RtlCxlMem {
    const REGISTERS: u64 = MAP.bytes;

    fn channels(&mut self) -> (&mut CxlMemHost, &mut CxlCacheHost) {
        (&mut self.cxl_mem, &mut self.cxl_cache)
    }

    fn back_invalidate(&mut self) -> Option<&mut BackInvalidateHost> {
        None
    }

    fn start_read(&mut self, offset: u64) {
        self.master.start_read(offset);
    }

    fn start_write(&mut self, offset: u64, value: u64) {
        self.master.start_write(offset, value);
    }

    fn clock(&mut self) -> Result<Option<LiteAnswer>, TransportError> {
        self.until(1, |_, answer| Some(answer)).map(Option::flatten)
    }

    fn waits(&self) -> bool {
        self.waiting()
    }
}

impl Clocked for RtlCxlMem {
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
        let Self {
            model,
            registers,
            master,
            channels,
            scratchpad,
            cxl_mem,
            cxl_cache,
            ends,
            finished,
            durable,
            recorder,
            ..
        } = self;
        registers.drive(model, master.signals());
        cxl_mem.drive(model);
        cxl_cache.drive(model);
        for Attached { port, memory } in channels.iter_mut().chain(scratchpad.iter_mut()) {
            port.drive(model, memory.signals());
        }
        model.step().map_err(|error| error.to_string())?;
        let Finished { lookups, updates, stages, accumulations, parameter_records, row_records } = finished;
        let counts = [lookups, updates, stages, accumulations, parameter_records, row_records];
        for (count, end) in counts.into_iter().zip(ends) {
            *count += u64::from(model.bit(*end));
        }
        cxl_mem.sample(model).map_err(|violation| violation.to_string())?;
        cxl_cache.sample(model).map_err(|violation| violation.to_string())?;
        for Attached { port, memory } in channels.iter_mut().chain(scratchpad) {
            memory.cycle(&port.sample(model)).map_err(|violation| violation.to_string())?;
        }
        if let Some(recorder) = recorder {
            for (index, (channel, durable)) in channels.iter_mut().zip(durable).enumerate() {
                recorder.cycle(model.cycle(), index, model.bit(*durable), &channel.memory.take_accepted());
            }
        }
        master.cycle(&registers.sample(model)).map_err(|violation| violation.to_string())
    }
}

impl Transport for RtlCxlMem {
    fn mmio_read(&mut self, offset: u64) -> Result<u64, TransportError> {
        self.read_register(offset)
    }

    fn mmio_write(&mut self, offset: u64, value: u64) -> Result<(), TransportError> {
        self.write_register(offset, value)
    }

    fn memory_read(&mut self, address: u64, mut bytes: &mut [u8]) -> Result<(), TransportError> {
        self.clockwork.intact()?;
        for piece in self.pieces(address, bytes.len() as u64)? {
            let (part, rest) = bytes.split_at_mut(piece.bytes as usize);
            self.memory_mut(piece.place).read(piece.address, part);
            bytes = rest;
        }
        Ok(())
    }

    fn memory_write(&mut self, address: u64, mut bytes: &[u8]) -> Result<(), TransportError> {
        self.clockwork.intact()?;
        for piece in self.pieces(address, bytes.len() as u64)? {
            let (part, rest) = bytes.split_at(piece.bytes as usize);
            let written = self.memory_mut(piece.place).write(piece.address, part);
            written.map_err(|full| self.clockwork.protocol(full.to_string()))?;
            bytes = rest;
        }
        Ok(())
    }

    fn wait_interrupt(&mut self, cycles: u64) -> Result<(), TransportError> {
        self.wait_for(cycles, Self::interrupt)
    }

    fn time(&self) -> u64 {
        self.cycles() * CLOCK_PERIOD_PS
    }
}

#[cfg(test)]
mod tests;
