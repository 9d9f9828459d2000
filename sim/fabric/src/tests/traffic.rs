//! Random traffic of a CPU, a GPU, two caching devices and a device that snoops back, against a flat model.
//!
//! A line has eight lanes of eight bytes. Each agent stores versions, one higher each time, into a lane of its own; so
//! every line is contended, and a lost or stale byte shows. Some lines are written whole by one agent. A load must see,
//! in every lane, at least what was complete, or was seen by a load that had ended, when it began, and at most what was
//! begun when it ended.

use super::faults::{Fault, Faults};
use crate::cache::{Access, CacheShape, DeviceCache, DeviceCacheConfig};
use crate::expander::{Expander, HdmConfig};
use crate::fabric::{Fabric, FabricConfig, FabricError, Handle};
use crate::gpu::{CopyId, CopyWrite, Gpu, GpuConfig};
use crate::hdm::{Coherence, Target};
use crate::home::{HomeConfig, OperationId};
use crate::link::{self, LinkConfig, Stalls};
use crate::memory::MemoryConfig;
use crate::message::{ALL_BYTES, Channel, Line};
use crate::port::{Endpoint, EndpointError, Port};
use crate::time::Time;
use crate::wire::{M2sBiRspOpcode, S2mBiSnpOpcode};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write;
use std::rc::Rc;

/// Lines of each memory.
const LINES: u64 = 32;

/// First addresses: host memory, HDM-H, HDM-DB, the GPU's memory.
const BASES: [u64; 4] = [0x1_0000, 0x10_0000, 0x20_0000, 0x30_0000];

/// Where the GPU copies to: lines of host memory and of the HDM-H behind those of the others.
const GPU_BASES: [u64; 2] = [BASES[0] + LINES * 64, BASES[1] + LINES * 64];
const GPU_LINES: u64 = 8;

/// Lanes: the agents.
const CPU: usize = 0;
const GPU: usize = 3;
const BACK: usize = 4;

/// The agent that writes all lanes of a line, if one does.
fn whole(line: u64) -> Option<usize> {
    if GPU_BASES.iter().any(|base| (*base..base + 64 * GPU_LINES).contains(&line)) {
        return Some(GPU);
    }
    match line / 64 % 8 {
        5 => Some(CPU),
        6 => Some(1),
        7 => Some(2),
        _ => None,
    }
}

fn lane(data: &Line, lane: usize) -> u64 {
    u64::from_le_bytes(data[8 * lane..8 * lane + 8].try_into().unwrap())
}

fn lane_bytes(lane: usize) -> u64 {
    0xff << (8 * lane)
}

/// What may be seen.
#[derive(Debug, Default)]
pub(super) struct Model {
    /// With a fault, the checker must see it; what it does to data is not looked at.
    faulty: bool,
    begun: HashMap<u64, [u64; 8]>,
    complete: HashMap<u64, [u64; 8]>,
}

impl Model {
    fn complete(&self, line: u64) -> [u64; 8] {
        self.complete.get(&line).copied().unwrap_or_default()
    }

    /// The next store of an agent to a line: its data and byte enables.
    fn begin(&mut self, line: u64, agent: usize) -> (Line, u64) {
        let version = self.begun.entry(line).or_default();
        let (lanes, bytes) = match whole(line) {
            Some(owner) => {
                assert_eq!(owner, agent);
                (0..8, ALL_BYTES)
            }
            None => (agent..agent + 1, lane_bytes(agent)),
        };
        let mut data = [0; 64];
        for lane in lanes {
            version[lane] += 1;
            data[8 * lane..8 * lane + 8].copy_from_slice(&version[lane].to_le_bytes());
        }
        (data, bytes)
    }

    fn end(&mut self, line: u64, agent: usize) {
        let begun = self.begun[&line];
        let complete = self.complete.entry(line).or_default();
        match whole(line) {
            Some(_) => *complete = begun,
            None => complete[agent] = begun[agent],
        }
    }

    /// A load has ended. What it has seen is complete from now on: no later load may see less.
    fn check(&mut self, line: u64, floor: &[u64; 8], data: &Line, reader: &str) {
        let ceiling = self.begun.get(&line).copied().unwrap_or_default();
        for index in 0..8 {
            let seen = lane(data, index);
            assert!(
                self.faulty || (floor[index]..=ceiling[index]).contains(&seen),
                "{reader} sees version {seen} in lane {index} of {line:#x}, expected {} to {}",
                floor[index],
                ceiling[index]
            );
            let complete = &mut self.complete.entry(line).or_default()[index];
            *complete = seen.max(*complete);
        }
    }
}

type SharedModel = Rc<RefCell<Model>>;

/// A random line, and whether an agent may store into it.
fn pick(random: &mut Pcg64Mcg, agent: usize) -> (u64, bool) {
    let base = BASES[random.random_range(0..BASES.len())];
    let line = base + 64 * random.random_range(0..LINES);
    (line, whole(line).is_none_or(|owner| owner == agent))
}

#[derive(Debug)]
enum Pending {
    Load([u64; 8]),
    Store,
    Other,
}

/// A device with a cache that loads and stores at random.
#[derive(Debug)]
struct Worker {
    agent: usize,
    cache: DeviceCache,
    model: SharedModel,
    random: Pcg64Mcg,
    left: u32,
    next: Option<Time>,
    pending: HashMap<u64, (u64, Pending)>,
}

impl Endpoint for Worker {
    fn next_tick(&self) -> Option<Time> {
        self.next
    }

    fn tick(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        if self.next.is_none_or(|next| next <= now) && self.left > 0 {
            for _ in 0..self.random.random_range(0..3) {
                self.left = self.left.saturating_sub(1);
                let (line, may_store) = pick(&mut self.random, self.agent);
                if self.pending.values().any(|(other, _)| *other == line) {
                    continue;
                }
                let (access, pending) = match self.random.random_range(0..8) {
                    kind @ 0..3 => {
                        let access = if kind == 0 { Access::LoadAny } else { Access::Load };
                        (access, Pending::Load(self.model.borrow().complete(line)))
                    }
                    3..7 if may_store => {
                        let (data, byte_enable) = self.model.borrow_mut().begin(line, self.agent);
                        let through = byte_enable == ALL_BYTES && self.random.random_bool(0.5);
                        let access =
                            if through { Access::WriteThrough { data } } else { Access::Store { data, byte_enable } };
                        (access, Pending::Store)
                    }
                    _ => (Access::Evict, Pending::Other),
                };
                let id = self.cache.access(line, access);
                self.pending.insert(id, (line, pending));
            }
            self.next = Some(now + Time(self.random.random_range(1..200_000)));
            if self.left == 0 {
                self.cache.flush();
                self.next = None;
            }
        }
        self.cache.step(port)?;
        while let Some(done) = self.cache.done() {
            let (line, pending) = self.pending.remove(&done.id).unwrap();
            assert!(line == done.line && !done.failed && !done.poison);
            match pending {
                Pending::Load(floor) => {
                    self.model.borrow_mut().check(line, &floor, &done.data, &format!("worker {}", self.agent));
                }
                Pending::Store => self.model.borrow_mut().end(line, self.agent),
                Pending::Other => {}
            }
        }
        Ok(())
    }
}

/// An HDM-DB memory that takes lines back from the host at random and writes its lane into them.
#[derive(Debug)]
struct Snooper {
    expander: Expander,
    model: SharedModel,
    random: Pcg64Mcg,
    left: u32,
    next: Option<Time>,
    held: Vec<u16>,
}

impl Endpoint for Snooper {
    fn next_tick(&self) -> Option<Time> {
        [self.next, self.expander.next_tick()].into_iter().flatten().min()
    }

    fn tick(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        if self.next.is_none_or(|next| next <= now) {
            let server = self.expander.server_mut();
            for tag in self.held.drain(..) {
                server.release(now, tag)?;
            }
            self.next = None;
            if self.left > 0 {
                self.left -= 1;
                let line = BASES[2] + 64 * self.random.random_range(0..LINES);
                let all = S2mBiSnpOpcode::ALL;
                let opcode = all[self.random.random_range(0..all.len())];
                let block = opcode.code() >= 4;
                let address = if block { line & !0xff | self.random.random_range(1..4) << 6 } else { line };
                let snoop = crate::message::S2mBiSnp { opcode, tag: 0, address };
                if !snoop.lines().any(|line| server.is_snooped(line)) {
                    server.back_invalidate(opcode, address);
                }
            }
            if self.left > 0 || !self.held.is_empty() {
                self.next = Some(now + Time(self.random.random_range(1..500_000)));
            }
        }
        self.expander.tick(now, port)?;
        while let Some((snoop, answer)) = self.expander.server_mut().snoop_done() {
            for line in snoop.lines() {
                let invalid = matches!(answer, M2sBiRspOpcode::BiRspI | M2sBiRspOpcode::BiRspIBlk);
                let exclusive = matches!(answer, M2sBiRspOpcode::BiRspE | M2sBiRspOpcode::BiRspEBlk);
                match S2mBiSnpOpcode::from_code(snoop.opcode.code() & 3).unwrap() {
                    S2mBiSnpOpcode::BiSnpInv => assert!(invalid, "{answer} for {}", snoop.opcode),
                    S2mBiSnpOpcode::BiSnpData => assert!(!exclusive, "{answer} for {}", snoop.opcode),
                    _ => {}
                }
                if invalid {
                    // Nobody else has the line now: the device may write it.
                    if whole(line).is_none() {
                        let (data, bytes) = self.model.borrow_mut().begin(line, BACK);
                        let memory = self.expander.server_mut().memory_mut();
                        memory.write(line - BASES[2], &data, bytes, false);
                        self.model.borrow_mut().end(line, BACK);
                    }
                }
            }
            self.held.push(snoop.tag);
            self.next = Some(self.next.unwrap_or(now + Time(100_000)).max(now + Time(1)));
        }
        Ok(())
    }
}

/// How a run is.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub seed: u64,
    pub link: LinkConfig,
    pub credits: u32,
    /// A channel with one credit.
    pub tight: Option<Channel>,
    pub stalls: bool,
    pub operations: u32,
    pub cpu_cache: Option<CacheShape>,
    pub transactions: usize,
    pub fault: Option<(Fault, u32)>,
}

impl Setup {
    pub fn random(seed: u64) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let presets = link::presets();
        Self {
            seed,
            link: presets[random.random_range(0..presets.len())].config().unwrap(),
            credits: [1, 2, 3, 8, 64][random.random_range(0..5)],
            tight: None,
            stalls: random.random(),
            operations: 1500,
            cpu_cache: random.random::<bool>().then_some(CacheShape { sets: 4, ways: 2 }),
            transactions: [1, 2, 5, 1000][random.random_range(0..4)],
            fault: None,
        }
    }
}

#[derive(Clone, Default)]
struct Trace(Rc<RefCell<Vec<u8>>>);

impl Write for Trace {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The CPU's and the GPU's part.
struct Driver {
    model: SharedModel,
    random: Pcg64Mcg,
    gpu: Handle<Gpu>,
    pending: Vec<(OperationId, u64, Pending)>,
    copies: Vec<GpuCopy>,
}

/// A copy under way: host and device address; for a read, what its lines show at least.
type GpuCopy = (CopyId, u64, u64, Option<Vec<[u64; 8]>>);

impl Driver {
    fn cpu(&mut self, fabric: &mut Fabric) {
        let (line, may_store) = pick(&mut self.random, CPU);
        if self.pending.iter().any(|(_, other, _)| *other == line) {
            return;
        }
        if self.random.random() && may_store {
            let (data, byte_enable) = self.model.borrow_mut().begin(line, CPU);
            self.pending.push((fabric.post_store(line, data, byte_enable), line, Pending::Store));
        } else {
            let floor = self.model.borrow().complete(line);
            self.pending.push((fabric.post_load(line), line, Pending::Load(floor)));
        }
    }

    fn gpu(&mut self, fabric: &mut Fabric) {
        if !self.copies.is_empty() {
            return;
        }
        let local = 64 * LINES * 2;
        let base = GPU_BASES[self.random.random_range(0..2)];
        if self.random.random() {
            let model = &mut *self.model.borrow_mut();
            let memory = fabric.device_mut(self.gpu).server_mut().memory_mut();
            for index in 0..GPU_LINES {
                let (data, _) = model.begin(base + 64 * index, GPU);
                memory.write(local + 64 * index, &data, ALL_BYTES, false);
            }
            let write = if self.random.random() { CopyWrite::WrCur } else { CopyWrite::ItoMWr };
            let copy = fabric.device_mut(self.gpu).copy_out(local, base, 64 * GPU_LINES, write);
            self.copies.push((copy, base, 0, None));
        } else {
            // From memory that all write.
            let from = [BASES[0], BASES[1], BASES[2], base][self.random.random_range(0..4)];
            let to = local + 64 * GPU_LINES;
            let model = self.model.borrow();
            let floors = (0..GPU_LINES).map(|index| model.complete(from + 64 * index)).collect();
            let copy = fabric.device_mut(self.gpu).copy_in(from, to, 64 * GPU_LINES);
            self.copies.push((copy, from, to, Some(floors)));
        }
    }

    fn collect(&mut self, fabric: &mut Fabric) {
        let mut pending = std::mem::take(&mut self.pending);
        pending.retain(|(operation, line, what)| {
            let Some(completion) = fabric.take(*operation) else { return true };
            assert!(!completion.failed && !completion.poison);
            match what {
                Pending::Load(floor) => self.model.borrow_mut().check(*line, floor, &completion.data, "CPU"),
                Pending::Store => self.model.borrow_mut().end(*line, CPU),
                Pending::Other => {}
            }
            false
        });
        self.pending = pending;
        let gpu = fabric.device(self.gpu);
        self.copies.retain(|(copy, hpa, dpa, floors)| {
            if gpu.copy_done(*copy).is_none() {
                return true;
            }
            for index in 0..GPU_LINES {
                let line = hpa + 64 * index;
                match floors {
                    None => self.model.borrow_mut().end(line, GPU),
                    Some(floors) => {
                        let data = gpu.server().memory().read(dpa + 64 * index).unwrap().0;
                        self.model.borrow_mut().check(line, &floors[index as usize], &data, "GPU");
                    }
                }
            }
            false
        });
    }
}

/// What a run leaves.
pub(super) struct Outcome {
    pub trace: Vec<u8>,
    pub messages: u64,
    pub opcodes: Vec<&'static str>,
}

/// Runs random traffic to its end and compares all memory with the model.
pub(super) fn run(setup: &Setup) -> Result<Outcome, FabricError> {
    let mut random = Pcg64Mcg::seed_from_u64(setup.seed);
    let model = SharedModel::default();
    model.borrow_mut().faulty = setup.fault.is_some();
    let home = HomeConfig { cache: setup.cpu_cache, transactions: setup.transactions, ..HomeConfig::default() };
    let mut fabric = Fabric::new(FabricConfig { home, patience: Time::us(10_000), ..FabricConfig::default() });
    let trace = Trace::default();
    fabric.trace(Box::new(trace.clone())).unwrap();
    let memory = MemoryConfig {
        size: 64 * LINES * 4,
        read_latency: Time::ns(100),
        write_latency: Time::ns(200),
        bytes_per_second: 10_000_000_000,
    };
    let mut link = || {
        let stalls = setup.stalls.then(|| Stalls { seed: random.random(), longest: Time::ns(300) });
        let credits = Channel::ALL.map(|channel| if setup.tight == Some(channel) { 1 } else { setup.credits });
        LinkConfig { credits, stalls, ..setup.link.clone() }
    };
    let hdm = |index: usize, coherence| HdmConfig { base: BASES[index], coherence, memory };
    let expander = fabric.add("expander", Expander::new(hdm(1, Coherence::HostOnly)), &link());
    let snooper = Snooper {
        expander: Expander::new(hdm(2, Coherence::DeviceBackInvalidate)),
        model: model.clone(),
        random: Pcg64Mcg::seed_from_u64(setup.seed + 1),
        left: setup.operations / 2,
        next: None,
        held: Vec::new(),
    };
    let snooper = fabric.add("snooper", snooper, &link());
    let gpu = Gpu::new(GpuConfig { hdm: hdm(3, Coherence::Device), requests: 4 });
    let gpu = fabric.add("gpu", gpu, &link());
    let workers: Vec<Handle<Worker>> = (1..3)
        .map(|agent| {
            let shape = CacheShape { sets: 4, ways: 2 };
            let worker = Worker {
                agent,
                cache: DeviceCache::new(DeviceCacheConfig { shape, requests: 4 }),
                model: model.clone(),
                random: Pcg64Mcg::seed_from_u64(setup.seed + 1 + agent as u64),
                left: setup.operations,
                next: None,
                pending: HashMap::new(),
            };
            fabric.add(&format!("worker{agent}"), worker, &link())
        })
        .collect();
    fabric.map(BASES[0], memory.size, Target::HostMemory)?;
    for (index, device, coherence) in [
        (1, expander.index(), Coherence::HostOnly),
        (2, snooper.index(), Coherence::DeviceBackInvalidate),
        (3, gpu.index(), Coherence::Device),
    ] {
        fabric.map(BASES[index], memory.size, Target::Hdm { device, coherence })?;
    }
    if let Some((fault, after)) = setup.fault {
        fabric.faults = Faults { fault: Some(fault), after };
    }
    let mut driver = Driver { model: model.clone(), random, gpu, pending: Vec::new(), copies: Vec::new() };
    for _ in 0..setup.operations {
        driver.cpu(&mut fabric);
        driver.gpu(&mut fabric);
        let span = Time(driver.random.random_range(0..200_000));
        fabric.run_for(span)?;
        driver.collect(&mut fabric);
    }
    fabric.run_to_end()?;
    driver.collect(&mut fabric);
    assert!(driver.pending.is_empty() && driver.copies.is_empty());
    for worker in workers {
        let worker = fabric.device(worker);
        assert!(worker.pending.is_empty() && worker.cache.is_idle() && worker.left == 0);
    }
    let cached: HashMap<u64, Line> = fabric.cpu_cache().collect();
    for (index, base) in BASES.into_iter().enumerate() {
        for line in (base..base + 64 * (LINES + GPU_LINES)).step_by(64) {
            let data = match index {
                _ if cached.contains_key(&line) => Some(cached[&line]),
                0 => fabric.host_memory().read(line).map(|(data, _)| data),
                1 => fabric.device(expander).line(line - base),
                2 => fabric.device(snooper).expander.line(line - base),
                _ => fabric.device(gpu).server().memory().read(line - base).map(|(data, _)| data),
            };
            let complete = model.borrow().complete(line);
            model.borrow_mut().check(line, &complete, &data.unwrap(), "the end");
        }
    }
    let trace = trace.0.borrow().clone();
    let opcodes = fabric.statistics().latencies().keys().copied().collect();
    Ok(Outcome { trace, messages: fabric.statistics().messages(), opcodes })
}

#[test]
fn every_load_returns_the_last_store() {
    let first = super::seed("traffic", 1);
    let runs = if std::env::var_os("EMBERLANE_SEED").is_some() { 1 } else { 60 };
    let mut opcodes = std::collections::BTreeSet::new();
    let mut messages = 0;
    for seed in first..first + runs {
        let setup = Setup::random(seed);
        let outcome = run(&setup).unwrap_or_else(|error| panic!("EMBERLANE_SEED={seed}: {error}"));
        let seen = String::from_utf8(outcome.trace).unwrap();
        opcodes.extend(seen.lines().skip(1).map(|line| {
            let mut words = line.split(' ').skip(1);
            format!("{} {}", words.next().unwrap(), words.next().unwrap())
        }));
        messages += outcome.messages;
    }
    if runs > 1 {
        // The traffic reaches what it is there for.
        for expected in [
            "m2s_rwd BIConflict",
            "s2m_ndr BI-ConflictAck",
            "m2s_rwd MemWrPtl",
            "m2s_req MemInv",
            "m2s_birsp BIRspIBlk",
            "m2s_birsp BIRspSBlk",
            "m2s_birsp BIRspEBlk",
            "m2s_birsp BIRspS",
            "m2s_birsp BIRspE",
            "d2h_req CacheFlushed",
            "d2h_req DirtyEvict",
            "d2h_req CleanEvict",
            "d2h_req ItoMWr",
            "d2h_req RdOwnNoData",
            "d2h_rsp RspIFwdM",
            "d2h_rsp RspSFwdM",
            "d2h_rsp RspVFwdV",
            "d2h_rsp RspVHitV",
            "d2h_rsp RspSHitSE",
            "d2h_rsp RspIHitSE",
            "d2h_req RdAny",
            "d2h_req WrCur",
            "d2h_req RdCurr",
        ] {
            assert!(opcodes.contains(expected), "{expected} never seen in {messages} messages: {opcodes:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_trace() {
    let seed = super::seed("determinism", 7);
    let setup = Setup { stalls: true, ..Setup::random(seed) };
    let (first, second) = (run(&setup).unwrap(), run(&setup).unwrap());
    assert!(first.trace == second.trace, "EMBERLANE_SEED={seed}: two traces differ");
    assert_eq!(first.opcodes, second.opcodes);
    let other = run(&Setup { seed: seed + 1, ..setup }).unwrap();
    assert!(first.trace != other.trace, "another seed gives another trace");
}
