//! The machine: what moves, and when it has come.

use std::ops::Range;

use emberlane_drivers::{Region, WriteList};
use emberlane_fabric::expander::HdmConfig;
use emberlane_fabric::fabric::{Fabric, FabricConfig, FabricError, Handle, WatchId};
use emberlane_fabric::gpu::{CopyFault, CopyId, CopyWrite, CounterId, Gpu, GpuConfig};
use emberlane_fabric::hdm::{Coherence, Target};
use emberlane_fabric::link::LinkConfig;
use emberlane_fabric::memory::MemoryConfig;
use emberlane_fabric::message::Channel;
use emberlane_fabric::time::Time;
use emberlane_models::cxl::{BAR_BASE, CxlMemEndpoint, Finished, OverCxl};
use emberlane_models::power_loss::{Image, RecordedWrite};
use emberlane_registers::cxl_mem::LINE_BYTES;

use super::attached::{Attached, Probe};
use super::no_device::NoDevice;
use super::script::{Play, Script};
use super::{FabricReport, MachineError};

/// Batches that have buffers of their own in host and GPU memory.
pub(crate) const SLOTS: u64 = 2;
/// Bytes of a buffer. Whatever fits into the device's scratchpad fits.
const BUFFER_BYTES: u64 = 1 << 32;
/// Host physical address of the host's buffers.
const HOST_HPA: u64 = 1 << 32;
/// Host physical address of the GPU's memory.
const GPU_HPA: u64 = 1 << 40;
/// Bytes of the GPU's memory: four buffers a slot.
const GPU_BYTES: u64 = 8 * BUFFER_BYTES;
/// Lines that the GPU's copy engine has under way at most: more than the credits of a link, which bound it then.
const GPU_REQUESTS: usize = 256;

/// A buffer of a batch in host memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostBuffer {
    /// Dense features and labels.
    Dense,
    /// Pooled vectors, where the host makes them.
    Pooled,
    /// Their gradients.
    Gradients,
    /// The parameters of the MLPs, for a log.
    Parameters,
}

/// Buffers of a slot in host memory.
const HOST_BUFFERS: u64 = 4;

const ARMED: &str = "a slot is armed before its vectors come";

/// What the caller calls a movement by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tag(pub(crate) u64);

/// What an operation waits for in the fabric.
enum Activity {
    /// The host posts jobs.
    Post(Play),
    /// The device gets the first doorbell of a post: so many of all.
    Doorbell(u64),
    /// The GPU copies.
    Copy(CopyId),
    /// The GPU copies to the device, which gets so many lines.
    CopyOut { copy: CopyId, arrivals: WatchId, lines: u64 },
    /// The device sends the first pooled vector to the GPU by itself.
    Flush(WatchId),
    /// Pooled vectors arrive in GPU memory by themselves.
    Arrival(CounterId),
    /// So many jobs end, of all that were ever posted of their kind; with `interrupt`, and the device says so.
    Job { job: Job, count: u64, interrupt: bool },
}

/// An operation that runs in the fabric.
struct Running {
    tag: Tag,
    bytes: u64,
    activity: Activity,
}

/// An operation whose end has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moved {
    pub(crate) tag: Tag,
    pub(crate) bytes: u64,
}

/// A step of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Job {
    Lookup,
    Update,
    Accumulate,
    LogRows,
    LogParameters,
}

/// Host, CXL-MEM and GPU.
///
/// Its [`Transport`](emberlane_drivers::Transport) is the driver's way to the device: registers over the link, in the fabric's time;
/// memory directly, without time.
pub struct Machine {
    pub(super) attached: Box<dyn Attached>,
    probe: Probe,
    gpu: Handle<Gpu>,
    /// Counters of the pooled vectors of each slot, once they were needed, and of what the device sends there.
    arrivals: [Option<(CounterId, WatchId)>; SLOTS as usize],
    /// Doorbells on their way to the device, and how many of them come up to the first of the last post.
    doorbells: WatchId,
    rung: u64,
    /// Reads of parameters in GPU memory.
    parameter_reads: WatchId,
    running: Vec<Running>,
    /// Jobs that were waited for.
    expected: Finished,
}

impl Machine {
    /// A device behind `link`, and a GPU behind one that carries at most `gpu_bytes_per_second`.
    pub(crate) fn new<E: CxlMemEndpoint>(
        device: E,
        config: FabricConfig,
        link: &LinkConfig,
        gpu_bytes_per_second: Option<u64>,
    ) -> Result<Self, MachineError> {
        Self::around(Box::new(OverCxl::new(device, config, link)?), link, gpu_bytes_per_second)
    }

    /// A GPU behind such a link, without a device.
    pub(crate) fn without_device(
        config: FabricConfig,
        link: &LinkConfig,
        gpu_bytes_per_second: Option<u64>,
    ) -> Result<Self, MachineError> {
        Self::around(Box::new(NoDevice::new(config)), link, gpu_bytes_per_second)
    }

    fn around(
        mut attached: Box<dyn Attached>,
        link: &LinkConfig,
        gpu_bytes_per_second: Option<u64>,
    ) -> Result<Self, MachineError> {
        let coherence = Coherence::Device;
        let hdm = HdmConfig { base: GPU_HPA, coherence, memory: MemoryConfig::ideal(GPU_BYTES) };
        let fabric = attached.fabric();
        let gpu = Gpu::new(GpuConfig { hdm, requests: GPU_REQUESTS });
        let gpu = fabric.add("gpu", gpu, &bounded(link, gpu_bytes_per_second));
        fabric.map(GPU_HPA, GPU_BYTES, Target::Hdm { device: gpu.index(), coherence })?;
        fabric.map(HOST_HPA, HOST_BUFFERS * SLOTS * BUFFER_BYTES, Target::HostMemory)?;
        let device = attached.index();
        let doorbell = BAR_BASE + WriteList::DOORBELL;
        let doorbells = attached.fabric().watch(device, Channel::IoDown, doorbell..doorbell + 1);
        let parameters = GPU_HPA + parameters(0)..GPU_HPA + parameters(SLOTS);
        let parameter_reads = attached.fabric().watch(gpu.index(), Channel::M2sReq, parameters);
        let probe = attached.probe();
        let expected = probe(attached.fabric()).finished;
        Ok(Self {
            attached,
            probe,
            gpu,
            arrivals: [None; SLOTS as usize],
            doorbells,
            rung: 0,
            parameter_reads,
            running: Vec::new(),
            expected,
        })
    }

    /// Simulated time.
    pub(crate) fn now(&mut self) -> Time {
        self.attached.fabric().now()
    }

    /// Batches come from now on: what has moved before is forgotten. Says the time.
    pub(crate) fn begin(&mut self) -> Time {
        let fabric = self.attached.fabric();
        fabric.clear_statistics();
        self.expected = (self.probe)(fabric).finished;
        fabric.now()
    }

    /// Batches go on behind jobs that nobody has waited for here. Says the time.
    pub(crate) fn go_on(&mut self) -> Time {
        let fabric = self.attached.fabric();
        self.expected = (self.probe)(fabric).finished;
        fabric.now()
    }

    /// The fabric, whose messages may be written down.
    pub(crate) fn fabric(&mut self) -> &mut Fabric {
        self.attached.fabric()
    }

    /// Host physical address at which the pooled vectors of a slot are flushed into GPU memory.
    pub(crate) fn pooled_target(slot: u64) -> u64 {
        GPU_HPA + pooled(slot)
    }

    /// Does the writes of a list from a time on, with so many stores under way at most: stores first, then registers, in order. Ends
    /// when the last write is sent.
    pub(crate) fn play(&mut self, tag: Tag, writes: WriteList, begin: Time, stores: usize) -> Result<(), MachineError> {
        let bytes = writes.stored_bytes();
        let script = Script::new(writes, |address, bytes| self.attached.host_address(address, bytes))?;
        let play = Play::new(script, begin, stores, self.attached.fabric());
        self.run(tag, bytes, Activity::Post(play));
        Ok(())
    }

    /// Ends when the device has got the first doorbell of the last post that has ended.
    pub(crate) fn await_doorbell(&mut self, tag: Tag) {
        self.run(tag, 0, Activity::Doorbell(self.rung));
    }

    /// Counts the pooled vectors that come into a slot from now on.
    pub(crate) fn arm(&mut self, slot: u64, bytes: u64) {
        let range = pooled(slot)..pooled(slot) + bytes;
        let device = self.attached.index();
        let fabric = self.attached.fabric();
        let addresses = GPU_HPA + range.start..GPU_HPA + range.end;
        let counter = match self.arrivals[slot as usize] {
            Some((counter, flush)) => {
                fabric.unwatch(flush);
                fabric.device_mut(self.gpu).rearm_for(counter, range);
                counter
            }
            None => fabric.device_mut(self.gpu).arm(range),
        };
        let flush = fabric.watch(device, Channel::D2hReq, addresses);
        self.arrivals[slot as usize] = Some((counter, flush));
    }

    /// Ends when a job sends the first line that the slot was [armed](Self::arm) for.
    ///
    /// # Panics
    /// If it never was.
    pub(crate) fn await_flush(&mut self, tag: Tag, slot: u64, job: Job, bytes: u64) {
        self.expect(job);
        let (_, flush) = self.arrivals[slot as usize].expect(ARMED);
        self.run(tag, bytes, Activity::Flush(flush));
    }

    /// Ends when every line that the slot was [armed](Self::arm) for has come.
    ///
    /// # Panics
    /// If it never was.
    pub(crate) fn await_pooled(&mut self, tag: Tag, slot: u64, bytes: u64) {
        let (counter, _) = self.arrivals[slot as usize].expect(ARMED);
        self.run(tag, bytes, Activity::Arrival(counter));
    }

    /// Ends when one job more has ended; with `interrupt`, when the device says so.
    pub(crate) fn await_job(&mut self, tag: Tag, job: Job, interrupt: bool, bytes: u64) {
        let count = self.expect(job);
        self.run(tag, bytes, Activity::Job { job, count, interrupt });
    }

    /// One job more is waited for; says how many of its kind.
    fn expect(&mut self, job: Job) -> u64 {
        let count = match job {
            Job::Lookup => &mut self.expected.lookups,
            Job::Update => &mut self.expected.updates,
            Job::Accumulate => &mut self.expected.accumulations,
            Job::LogRows => &mut self.expected.row_records,
            Job::LogParameters => &mut self.expected.parameter_records,
        };
        *count += 1;
        *count
    }

    /// Puts features into host memory, from which the GPU copies them.
    pub(crate) fn copy_dense(&mut self, tag: Tag, slot: u64, features: &[u8]) {
        self.put_in_host(HostBuffer::Dense, slot, features);
        self.copy_from_host(tag, HostBuffer::Dense, slot, features.len() as u64);
    }

    /// Puts what the host has made into a buffer of its memory.
    pub(crate) fn put_in_host(&mut self, buffer: HostBuffer, slot: u64, bytes: &[u8]) {
        self.attached.fabric().host_memory_mut().write_bytes(Self::host_address(buffer, slot), bytes);
    }

    /// The GPU copies features or pooled vectors from a buffer of the host.
    pub(crate) fn copy_from_host(&mut self, tag: Tag, buffer: HostBuffer, slot: u64, bytes: u64) {
        let to = if buffer == HostBuffer::Dense { dense(slot) } else { pooled(slot) };
        let bytes = bytes.next_multiple_of(LINE_BYTES);
        let gpu = self.attached.fabric().device_mut(self.gpu);
        let copy = gpu.copy_in(Self::host_address(buffer, slot), to, bytes);
        self.run(tag, bytes, Activity::Copy(copy));
    }

    /// The GPU copies gradients or parameters to a buffer of the host.
    pub(crate) fn copy_to_host(&mut self, tag: Tag, buffer: HostBuffer, slot: u64, bytes: u64) {
        let from = if buffer == HostBuffer::Gradients { gradients(slot) } else { parameters(slot) };
        let (to, bytes) = (Self::host_address(buffer, slot), bytes.next_multiple_of(LINE_BYTES));
        let gpu = self.attached.fabric().device_mut(self.gpu);
        let copy = gpu.copy_out(from, to, bytes, CopyWrite::ItoMWr);
        self.run(tag, bytes, Activity::Copy(copy));
    }

    /// What a buffer of the host holds.
    pub(crate) fn in_host(&mut self, buffer: HostBuffer, slot: u64, bytes: &mut [u8]) {
        self.attached.fabric().host_memory().read_bytes(Self::host_address(buffer, slot), bytes);
    }

    /// Host physical address of a buffer of the host.
    pub(crate) fn host_address(buffer: HostBuffer, slot: u64) -> u64 {
        HOST_HPA + (buffer as u64 * SLOTS + slot) * BUFFER_BYTES
    }

    /// Puts parameters into GPU memory, without time.
    pub(crate) fn set_parameters(&mut self, slot: u64, bytes: &[u8]) {
        let gpu = self.attached.fabric().device_mut(self.gpu);
        gpu.server_mut().memory_mut().write_bytes(parameters(slot), bytes);
    }

    /// The GPU copies pooled vectors from the device.
    pub(crate) fn copy_pooled(&mut self, tag: Tag, slot: u64, from: Region) -> Result<(), MachineError> {
        let from_hpa = self.attached.host_address(from.base, from.bytes)?;
        let copy = self.attached.fabric().device_mut(self.gpu).copy_in(from_hpa, pooled(slot), from.bytes);
        self.run(tag, from.bytes, Activity::Copy(copy));
        Ok(())
    }

    /// What has come into a slot's buffer of dense features.
    pub(crate) fn dense(&mut self, slot: u64, bytes: &mut [u8]) -> Result<(), MachineError> {
        self.arrived("dense features", dense(slot), bytes)
    }

    /// What has come into a slot's buffer of pooled vectors.
    pub(crate) fn pooled(&mut self, slot: u64, bytes: &mut [u8]) -> Result<(), MachineError> {
        self.arrived("pooled vectors", pooled(slot), bytes)
    }

    fn arrived(&mut self, what: &'static str, address: u64, bytes: &mut [u8]) -> Result<(), MachineError> {
        let memory = self.attached.fabric().device(self.gpu).server().memory();
        if let Some(line) = memory.poisoned_in(address..address + bytes.len() as u64) {
            return Err(MachineError::Poisoned { what, address: GPU_HPA + line });
        }
        memory.read_bytes(address, bytes);
        Ok(())
    }

    /// Puts gradients into GPU memory.
    pub(crate) fn put_gradients(&mut self, slot: u64, bytes: &[u8]) {
        let gpu = self.attached.fabric().device_mut(self.gpu);
        gpu.server_mut().memory_mut().write_bytes(gradients(slot), bytes);
    }

    /// The GPU copies gradients to the device; lines leave as a kernel makes them. Ends when the last has come.
    pub(crate) fn copy_gradients(
        &mut self,
        tag: Tag,
        slot: u64,
        to: Region,
        made: Range<Time>,
    ) -> Result<(), MachineError> {
        let hpa = self.attached.host_address(to.base, to.bytes)?;
        let device = self.attached.index();
        let fabric = self.attached.fabric();
        let arrivals = fabric.watch(device, Channel::M2sRwd, hpa..hpa + to.bytes);
        let lines = fabric.watched(arrivals).sent + to.bytes / LINE_BYTES;
        let gpu = fabric.device_mut(self.gpu);
        let copy = gpu.stream_out(gradients(slot), hpa, to.bytes, CopyWrite::ItoMWr, made);
        self.run(tag, to.bytes, Activity::CopyOut { copy, arrivals, lines });
        Ok(())
    }

    /// Host physical address of the parameters that a slot of the GPU's memory holds for the log.
    pub(crate) fn parameter_source(slot: u64) -> u64 {
        GPU_HPA + parameters(slot)
    }

    /// Reads of a slot's parameters wait until they are [put](Self::put_parameters) there.
    pub(crate) fn hold_parameters(&mut self, slot: u64, bytes: u64) {
        let range = parameters(slot)..parameters(slot) + bytes;
        self.attached.fabric().device_mut(self.gpu).close_window(range);
    }

    /// The GPU has a copy of the `length` bytes of parameters in the slot from `ready` on: then they can be read.
    pub(crate) fn put_parameters(&mut self, slot: u64, bytes: &[u8], length: u64, ready: Time) {
        self.set_parameters(slot, bytes);
        let range = parameters(slot)..parameters(slot) + length;
        let (gpu, fabric) = (self.gpu, self.attached.fabric());
        fabric.at(ready, move |fabric| {
            let now = fabric.now();
            let opened = fabric.device_mut(gpu).open_window(now, &range);
            opened.map_err(|error| FabricError::Endpoint { device: "gpu".into(), error })
        });
    }

    /// Reads of a slot's `length` bytes of parameters are answered from now on.
    pub(crate) fn open_parameters(&mut self, slot: u64, length: u64) -> Result<(), MachineError> {
        let (gpu, fabric) = (self.gpu, self.attached.fabric());
        let (now, range) = (fabric.now(), parameters(slot)..parameters(slot) + length);
        let opened = fabric.device_mut(gpu).open_window(now, &range);
        Ok(opened.map_err(|error| FabricError::Endpoint { device: "gpu".into(), error })?)
    }

    /// They wait again from `at` on.
    pub(crate) fn close_parameters(&mut self, slot: u64, length: u64, at: Time) {
        let (gpu, range) = (self.gpu, parameters(slot)..parameters(slot) + length);
        self.attached.fabric().at(at, move |fabric| {
            fabric.device_mut(gpu).close_window(range);
            Ok(())
        });
    }

    /// Lines of parameters in GPU memory that were asked for.
    pub(crate) fn parameter_lines(&mut self) -> u64 {
        self.attached.fabric().watched(self.parameter_reads).arrived
    }

    /// Records of parameters that the device has made.
    pub(crate) fn parameter_records(&mut self) -> u64 {
        (self.probe)(self.attached.fabric()).finished.parameter_records
    }

    /// The device's cycle by which writes are recorded.
    pub(crate) fn cycle(&mut self) -> u64 {
        self.attached.cycle()
    }

    /// Records the writes to persistent memory from now on.
    pub(crate) fn record_writes(&mut self) {
        self.attached.record_writes();
    }

    /// The writes to persistent memory since then.
    pub(crate) fn recorded_writes(&mut self) -> Vec<RecordedWrite> {
        self.attached.recorded_writes()
    }

    /// What persistent memory holds.
    pub(crate) fn persistent_image(&mut self) -> Result<Image, MachineError> {
        Ok(self.attached.persistent_image()?)
    }

    fn run(&mut self, tag: Tag, bytes: u64, activity: Activity) {
        self.running.push(Running { tag, bytes, activity });
    }

    /// Lets time pass until an operation ends, but not past `until`; `None`: as long as it takes.
    pub(crate) fn advance(&mut self, until: Option<Time>) -> Result<Option<Moved>, MachineError> {
        let Self { attached, probe, gpu, running, doorbells, rung, .. } = self;
        let fabric = attached.fabric();
        loop {
            let idle = running.is_empty();
            let mut found = None;
            let due = |fabric: &Fabric| {
                found = running.iter_mut().position(|running| running.activity.is_due(fabric, *gpu, probe, *doorbells));
                found.is_some()
            };
            match until {
                Some(until) => drop(fabric.run_until_or(until, due)?),
                None if idle => {}
                None => fabric.run_until(due)?,
            }
            let Some(index) = found else { return Ok(None) };
            if let Activity::Post(play) = &mut running[index].activity
                && !play.go_on(fabric)?
            {
                continue;
            }
            let Running { tag, bytes, activity } = running.remove(index);
            match activity {
                Activity::Post(play) => *rung = fabric.watched(*doorbells).sent - play.doorbells().saturating_sub(1),
                Activity::Copy(copy) => end_copy(fabric, *gpu, copy, "what the GPU copies")?,
                Activity::CopyOut { copy, arrivals, .. } => {
                    fabric.unwatch(arrivals);
                    end_copy(fabric, *gpu, copy, "gradients")?;
                }
                Activity::Doorbell(_) | Activity::Flush(_) | Activity::Arrival(_) | Activity::Job { .. } => {}
            }
            return Ok(Some(Moved { tag, bytes }));
        }
    }

    /// Lets everything that is under way come to its end.
    pub(crate) fn drain(&mut self) -> Result<(), MachineError> {
        let fabric = self.attached.fabric();
        fabric.run_to_end()?;
        match fabric.device(self.gpu).written_twice() {
            [] => Ok(()),
            twice @ [first, ..] => Err(MachineError::Twice { count: twice.len(), address: first.dpa }),
        }
    }

    /// What has moved since the statistics were cleared.
    pub(crate) fn report(&mut self) -> FabricReport {
        FabricReport::new(self.attached.fabric())
    }
}

impl Activity {
    fn is_due(&mut self, fabric: &Fabric, gpu: Handle<Gpu>, probe: &Probe, doorbells: WatchId) -> bool {
        match self {
            Self::Post(play) => play.is_due(fabric),
            Self::Doorbell(count) => fabric.watched(doorbells).arrived >= *count,
            Self::Copy(copy) => fabric.device(gpu).copy_done(*copy).is_some(),
            Self::CopyOut { copy, arrivals, lines } => {
                let gpu = fabric.device(gpu);
                // A line that was refused does not come.
                let all = fabric.watched(*arrivals).arrived >= *lines || gpu.copy_fault(*copy).is_some();
                all && gpu.copy_done(*copy).is_some()
            }
            Self::Flush(flush) => fabric.watched(*flush).sent > 0,
            Self::Arrival(counter) => fabric.device(gpu).ready(*counter).is_some(),
            Self::Job { job, count, interrupt } => {
                let jobs = probe(fabric);
                let finished = match job {
                    Job::Lookup => jobs.finished.lookups,
                    Job::Update => jobs.finished.updates,
                    Job::Accumulate => jobs.finished.accumulations,
                    Job::LogRows => jobs.finished.row_records,
                    Job::LogParameters => jobs.finished.parameter_records,
                };
                finished >= *count && (jobs.interrupt || !*interrupt)
            }
        }
    }
}

/// A copy is done; it may have failed.
fn end_copy(fabric: &mut Fabric, gpu: Handle<Gpu>, copy: CopyId, what: &'static str) -> Result<(), MachineError> {
    let fault = fabric.device(gpu).copy_fault(copy);
    fabric.device_mut(gpu).forget(copy);
    match fault {
        None => Ok(()),
        Some(CopyFault { hpa, poison: true }) => Err(MachineError::Poisoned { what, address: hpa }),
        Some(CopyFault { hpa, poison: false }) => Err(MachineError::Refused { address: hpa }),
    }
}

/// The link of the GPU: as fast as its own port allows.
fn bounded(link: &LinkConfig, bytes_per_second: Option<u64>) -> LinkConfig {
    let bound = bytes_per_second.filter(|bound| link.bytes_per_second == 0 || *bound < link.bytes_per_second);
    LinkConfig { bytes_per_second: bound.unwrap_or(link.bytes_per_second), ..link.clone() }
}

/// Addresses of a slot's buffers in GPU memory.
fn pooled(slot: u64) -> u64 {
    slot * BUFFER_BYTES
}

fn gradients(slot: u64) -> u64 {
    (SLOTS + slot) * BUFFER_BYTES
}

fn parameters(slot: u64) -> u64 {
    (3 * SLOTS + slot) * BUFFER_BYTES
}

fn dense(slot: u64) -> u64 {
    (2 * SLOTS + slot) * BUFFER_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;
    use emberlane_fabric::link;
    use emberlane_models::cxl::ReferenceEndpoint;
    use emberlane_models::{job_time::JobTime, media};
    use emberlane_reference::ReferenceCxlMem;
    use emberlane_registers::cxl_mem::SCRATCHPAD_BASE;

    fn machine() -> Machine {
        let time = JobTime::new(1, media::preset("off").unwrap());
        let device = ReferenceEndpoint::new(ReferenceCxlMem::new(1).unwrap(), BAR_BASE, time);
        let link = link::preset("ideal").unwrap().config().unwrap();
        Machine::new(device, FabricConfig::default(), &link, None).unwrap()
    }

    #[test]
    fn the_slower_of_link_and_port_bounds_the_gpu() {
        let rate =
            |preset: &str, port| bounded(&link::preset(preset).unwrap().config().unwrap(), port).bytes_per_second;
        assert_eq!(rate("trainingcxl", None), 15_750_000_000);
        assert_eq!(rate("trainingcxl", Some(31_500_000_000)), 15_750_000_000);
        assert_eq!(rate("ndrec", Some(16_000_000_000)), 16_000_000_000);
        assert_eq!(rate("ideal", Some(16_000_000_000)), 16_000_000_000);
        assert_eq!(rate("ideal", None), 0);
    }

    #[test]
    fn buffers_of_slots_are_apart() {
        let mut starts: Vec<u64> =
            (0..SLOTS).flat_map(|slot| [pooled(slot), gradients(slot), dense(slot), parameters(slot)]).collect();
        starts.sort_unstable();
        assert!(starts.windows(2).all(|pair| pair[1] - pair[0] >= BUFFER_BYTES));
        assert!(starts[starts.len() - 1] + BUFFER_BYTES <= GPU_BYTES);
    }

    #[test]
    fn a_line_that_comes_twice_is_an_error() {
        let mut machine = machine();
        for slot in 0..SLOTS {
            machine.arm(slot, 128);
            machine.attached.fabric().store(Machine::pooled_target(slot), &[1; 128]).unwrap();
            machine.await_pooled(Tag(slot), slot, 128);
            let arrived = Moved { tag: Tag(slot), bytes: 128 };
            assert_eq!(machine.advance(None).unwrap(), Some(arrived));
            machine.arm(slot, 64);
            machine.attached.fabric().store(Machine::pooled_target(slot), &[2; 128]).unwrap();
            let mut bytes = [0; 128];
            machine.pooled(slot, &mut bytes).unwrap();
            assert_eq!(bytes, [2; 128]);
        }
        machine.drain().unwrap();
        machine.attached.fabric().store(Machine::pooled_target(1), &[3; 64]).unwrap();
        let error = machine.drain().unwrap_err().to_string();
        assert!(error.contains("1 lines of pooled vectors came twice"), "{error}");
    }

    #[test]
    fn data_that_cannot_come_or_are_wrong_are_an_error() {
        let mut machine = machine();
        let to = |base| Region { base, bytes: 256 };
        let copy = |machine: &mut Machine, base| {
            let now = machine.now();
            machine.put_gradients(0, &[1; 256]);
            machine.copy_gradients(Tag(1), 0, to(base), now..now).unwrap();
        };
        copy(&mut machine, SCRATCHPAD_BASE);
        assert_eq!(machine.advance(None).unwrap().map(|moved| moved.bytes), Some(256));
        let fabric = machine.attached.fabric();
        assert!(fabric.device(machine.gpu).is_idle());

        copy(&mut machine, SCRATCHPAD_BASE);
        let gpu = machine.attached.fabric().device_mut(machine.gpu);
        gpu.server_mut().memory_mut().poison(gradients(0) + 64);
        let error = machine.advance(None).unwrap_err().to_string();
        assert!(error.contains("gradients came poisoned"), "{error}");

        machine.copy_dense(Tag(2), 0, &[1; 64]);
        machine.advance(None).unwrap();
        machine.dense(0, &mut [0; 64]).unwrap();
        let gpu = machine.attached.fabric().device_mut(machine.gpu);
        gpu.server_mut().memory_mut().poison(pooled(1) + 128);
        machine.pooled(1, &mut [0; 128]).unwrap();
        let error = machine.pooled(1, &mut [0; 192]).unwrap_err().to_string();
        assert!(error.contains("pooled vectors came poisoned") && error.contains("0x10100000080"), "{error}");

        let absent = HOST_HPA + HOST_BUFFERS * SLOTS * BUFFER_BYTES;
        let copy = machine.attached.fabric().device_mut(machine.gpu).copy_in(absent, 0, 64);
        machine.run(Tag(3), 64, Activity::Copy(copy));
        let error = machine.advance(None).unwrap_err().to_string();
        assert!(error.contains("refused") && error.contains(&format!("{absent:#x}")), "{error}");
    }
}
