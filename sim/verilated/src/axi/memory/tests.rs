//! The memory against a master in plain Rust.

use std::collections::HashMap;

use proptest::prelude::*;
use rand::Rng;

use super::*;

const BYTES: u64 = 1 << 40;

fn request(id: u16, address: u64, beats: u8) -> Address {
    Address { id, address, length: beats - 1, size: LINE_SIZE, burst: INCREMENTING, lock: false, attributes: 3 }
}

fn beat(value: u32, last: bool) -> WriteData {
    WriteData { data: [value; 16], strobe: u64::MAX, last }
}

fn quiet() -> AxiMemory {
    AxiMemory::new("m_axi_test", MemoryConfig::new(BYTES, StallProfile::None, 5, 3, 1))
}

/// Cycles until the memory is ready for the first time.
fn awake(memory: &mut AxiMemory) {
    memory.cycle(&MasterSignals::default()).unwrap();
}

fn idle() -> MasterSignals {
    MasterSignals { write_answer_ready: true, read_answer_ready: true, ..MasterSignals::default() }
}

/// A burst that a [`Master`] is to issue.
#[derive(Clone, Debug)]
struct Job {
    write: bool,
    id: u16,
    address: u64,
    beats: u8,
}

/// A master that issues jobs as fast as it may, but never has two on one line in flight when one is a write: between
/// those AXI leaves the order open.
struct Master {
    random: Pcg64Mcg,
    patience: f64,
    jobs: VecDeque<Job>,
    busy: Vec<(u64, bool)>,
    offered: MasterSignals,
    /// Beats of writes that are issued, not yet offered.
    data: VecDeque<WriteData>,
    expected: HashMap<u64, Line>,
    writes: HashMap<u16, VecDeque<(u64, Job)>>,
    reads: HashMap<u16, VecDeque<(u64, Job, Vec<Line>)>>,
    beats_read: u8,
    issued: u64,
    value: u32,
    /// Answers that came before that of an older request of the same kind.
    overtaken: u64,
    finished: u64,
    /// Values that one line's writes in flight may leave durable.
    log: Vec<u64>,
}

impl Master {
    fn new(seed: u64, patience: f64, jobs: Vec<Job>) -> Self {
        Self {
            random: Pcg64Mcg::seed_from_u64(seed),
            patience,
            jobs: jobs.into(),
            busy: Vec::new(),
            offered: MasterSignals::default(),
            data: VecDeque::new(),
            expected: HashMap::new(),
            writes: HashMap::new(),
            reads: HashMap::new(),
            beats_read: 0,
            issued: 0,
            value: 0,
            overtaken: 0,
            finished: 0,
            log: Vec::new(),
        }
    }

    fn lines(job: &Job) -> impl Iterator<Item = u64> + use<> {
        let (first, beats) = (job.address, u64::from(job.beats));
        (0..beats).map(move |beat| first + beat * 64)
    }

    fn line(&self, address: u64) -> Line {
        self.expected.get(&address).copied().unwrap_or_default()
    }

    /// Fills the channels that are free.
    fn offer(&mut self) {
        self.offered.write_answer_ready = self.random.random_bool(self.patience);
        self.offered.read_answer_ready = self.random.random_bool(self.patience);
        if self.offered.write_data.is_none() && self.random.random_bool(self.patience) {
            self.offered.write_data = self.data.pop_front();
        }
        let Some(job) = self.jobs.front() else { return };
        let conflict = |line: u64| self.busy.iter().any(|&(other, write)| other == line && (write || job.write));
        let channel = if job.write { &self.offered.write_address } else { &self.offered.read_address };
        if channel.is_some() || !self.random.random_bool(self.patience) || Self::lines(job).any(conflict) {
            return;
        }
        let job = self.jobs.pop_front().unwrap();
        self.busy.extend(Self::lines(&job).map(|line| (line, job.write)));
        let address = Some(request(job.id, job.address, job.beats));
        if job.write {
            self.offered.write_address = address;
            for (index, line) in Self::lines(&job).enumerate() {
                self.value += 1;
                let strobe = if self.random.random_bool(0.5) { u64::MAX } else { self.random.random() };
                let data = [self.value; 16];
                let mut expected = self.line(line);
                for byte in (0..64).filter(|byte| strobe >> byte & 1 == 1) {
                    let shift = 8 * (byte % 4);
                    expected[byte / 4] = expected[byte / 4] & !(0xff << shift) | data[byte / 4] & 0xff << shift;
                }
                self.expected.insert(line, expected);
                self.data.push_back(WriteData { data, strobe, last: index + 1 == usize::from(job.beats) });
            }
            self.writes.entry(job.id).or_default().push_back((self.issued, job));
        } else {
            self.offered.read_address = address;
            let lines = Self::lines(&job).map(|line| self.line(line)).collect();
            self.reads.entry(job.id).or_default().push_back((self.issued, job, lines));
        }
        self.issued += 1;
    }

    fn free(&mut self, job: &Job) {
        for line in Self::lines(job) {
            let place = self.busy.iter().position(|&entry| entry == (line, job.write)).unwrap();
            self.busy.swap_remove(place);
        }
        self.finished += 1;
    }

    /// One cycle with `memory`; checks every answer.
    fn cycle(&mut self, memory: &mut AxiMemory) {
        self.offer();
        let slave = *memory.signals();
        memory.cycle(&self.offered).unwrap();
        if slave.write_address_ready {
            self.offered.write_address = None;
        }
        if slave.write_data_ready {
            self.offered.write_data = None;
        }
        if slave.read_address_ready {
            self.offered.read_address = None;
        }
        if let Some(answer) = slave.write_answer.filter(|_| self.offered.write_answer_ready) {
            assert_eq!(answer.response, Response::Okay);
            let (number, job) = self.writes.get_mut(&answer.id).unwrap().pop_front().unwrap();
            self.overtaken += u64::from(self.writes.values().flatten().any(|(other, _)| *other < number));
            for line in Self::lines(&job) {
                assert_eq!(memory.durable_line(line), self.line(line), "what is answered is durable");
            }
            self.log.push(number);
            self.free(&job);
        }
        if let Some(answer) = slave.read_answer.filter(|_| self.offered.read_answer_ready) {
            assert_eq!(answer.response, Response::Okay);
            let (_, job, lines) = self.reads[&answer.id].front().unwrap();
            assert_eq!(answer.data, lines[usize::from(self.beats_read)]);
            self.beats_read += 1;
            assert_eq!(answer.last, self.beats_read == job.beats);
            if answer.last {
                self.beats_read = 0;
                let (number, job, _) = self.reads.get_mut(&answer.id).unwrap().pop_front().unwrap();
                self.overtaken += u64::from(self.reads.values().flatten().any(|(other, ..)| *other < number));
                self.log.push(number);
                self.free(&job);
            }
        }
    }
}

/// Runs `jobs` to their end and returns the master and the cycles.
fn run(memory: &mut AxiMemory, seed: u64, patience: f64, jobs: Vec<Job>) -> (Master, u64) {
    let count = jobs.len() as u64;
    let mut master = Master::new(seed, patience, jobs);
    let mut cycles = 0;
    while master.finished < count {
        master.cycle(memory);
        cycles += 1;
        assert!(cycles < 4_000_000, "{} of {count} jobs are answered", master.finished);
    }
    (master, cycles)
}

fn jobs(seed: u64, count: usize, longest: u8) -> Vec<Job> {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    // Few lines, far apart, so that many jobs meet.
    let pages = [0, 3 << 12, 1 << 30, BYTES - 4096];
    (0..count)
        .map(|_| {
            let beats = random.random_range(1..=longest);
            Job {
                write: random.random(),
                id: random.random_range(0..6) * 100,
                address: pages[random.random_range(0..4)] + 64 * random.random_range(0..=64 - u64::from(beats)),
                beats,
            }
        })
        .collect()
}

fn profiles() -> impl Strategy<Value = StallProfile> {
    prop_oneof![Just(StallProfile::None), Just(StallProfile::Random), Just(StallProfile::Heavy)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Data, order within an ID and durability, whatever the stalls; the traffic is counted and nothing stays behind.
    #[test]
    fn answers_every_access_with_the_right_data(seed: u64, profile in profiles(), longest in 1u8..=16, patience in 0.1f64..=1.0) {
        let mut memory = AxiMemory::new("m_axi_test", MemoryConfig::new(BYTES, profile, 20, 10, seed));
        let jobs = jobs(seed, 400, longest);
        let beats = |write| jobs.iter().filter(|job| job.write == write).map(|job| u64::from(job.beats)).sum::<u64>();
        let expected = (beats(false), beats(true));
        let (master, _) = run(&mut memory, seed, patience, jobs);
        let statistics = memory.statistics();
        prop_assert_eq!((statistics.lines_read, statistics.lines_written), expected);
        prop_assert_eq!((statistics.reads_in_flight, statistics.writes_in_flight), (0, 0));
        prop_assert!(memory.volatile.is_empty());
        for (&address, line) in &master.expected {
            let mut bytes = [0; 64];
            memory.read(address, &mut bytes);
            prop_assert_eq!(bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect::<Vec<_>>(), line);
        }
    }

    /// The same seed gives the same cycles.
    #[test]
    fn a_seed_replays(seed: u64, profile in profiles()) {
        let once = || {
            let mut memory = AxiMemory::new("m_axi_test", MemoryConfig::new(BYTES, profile, 20, 10, seed));
            let (master, cycles) = run(&mut memory, 7, 0.8, jobs(7, 100, 4));
            (master.log, cycles, memory.statistics())
        };
        prop_assert_eq!(once(), once());
    }
}

#[test]
fn a_quiet_memory_keeps_order_and_a_random_one_does_not() {
    let overtaken = |profile| {
        let mut memory = AxiMemory::new("m_axi_test", MemoryConfig::new(BYTES, profile, 20, 10, 3));
        run(&mut memory, 3, 1.0, jobs(3, 500, 1)).0.overtaken
    };
    assert_eq!(overtaken(StallProfile::None), 0);
    assert!(overtaken(StallProfile::Random) > 50);
    assert!(overtaken(StallProfile::Heavy) > 50);
}

#[test]
fn a_quiet_memory_serves_a_line_a_cycle_after_its_latency() {
    let mut memory = quiet();
    awake(&mut memory);
    let mut answered = Vec::new();
    for cycle in 0..30u64 {
        if memory.signals().read_answer.is_some() {
            answered.push(cycle);
        }
        let read_address = (cycle < 20).then(|| request(cycle as u16, cycle * 64, 1));
        memory.cycle(&MasterSignals { read_address, ..idle() }).unwrap();
    }
    assert_eq!(answered, (5..25).collect::<Vec<u64>>());
}

#[test]
fn a_write_is_read_at_once_and_durable_once_answered() {
    let mut memory = quiet();
    awake(&mut memory);
    let both = |id, value| MasterSignals {
        write_address: Some(request(id, 128, 1)),
        write_data: Some(beat(value, true)),
        ..MasterSignals::default()
    };
    memory.cycle(&both(1, 11)).unwrap();
    memory.cycle(&both(2, 22)).unwrap();
    let mut bytes = [0; 4];
    memory.read(128, &mut bytes);
    assert_eq!(u32::from_le_bytes(bytes), 22);
    assert_eq!(memory.durable_line(128), [0; 16]);
    let mut durable = Vec::new();
    for _ in 0..8 {
        memory.cycle(&idle()).unwrap();
        durable.push(memory.durable_line(128)[0]);
    }
    durable.dedup();
    assert_eq!(durable, [0, 11, 22]);
}

#[test]
fn an_answer_makes_older_writes_of_its_line_durable_too() {
    let mut memory = quiet();
    memory.config.reorder = true;
    memory.written = Answers::new(true);
    awake(&mut memory);
    memory.config.write_latency = Latency::fixed(50);
    let both = |id, value| MasterSignals {
        write_address: Some(request(id, 0, 1)),
        write_data: Some(beat(value, true)),
        ..idle()
    };
    memory.cycle(&both(1, 11)).unwrap();
    memory.config.write_latency = Latency::fixed(2);
    memory.cycle(&both(2, 22)).unwrap();
    for _ in 0..5 {
        memory.cycle(&idle()).unwrap();
    }
    // The younger is answered and the older is not.
    assert_eq!(memory.writes_in_flight(), 1);
    assert_eq!(memory.durable_line(0)[0], 22);
    // What is stored past the port is durable, whatever is in flight.
    memory.cycle(&both(3, 33)).unwrap();
    assert_eq!(memory.durable_line(0)[0], 22);
    memory.write(60, &[9; 4]).unwrap();
    assert_eq!((memory.durable_line(0)[0], memory.durable_line(0)[15]), (33, 0x0909_0909));
}

#[test]
fn data_may_come_before_its_address() {
    let mut memory = quiet();
    awake(&mut memory);
    memory.cycle(&MasterSignals { write_data: Some(beat(5, true)), ..idle() }).unwrap();
    assert_eq!(memory.statistics().lines_written, 0);
    for _ in 0..10 {
        memory.cycle(&idle()).unwrap();
    }
    memory.cycle(&MasterSignals { write_address: Some(request(0, 64, 1)), ..idle() }).unwrap();
    assert_eq!(memory.storage.line(64)[0], 5);
}

#[test]
fn outstanding_requests_are_limited() {
    let mut memory = quiet();
    memory.config.outstanding = 3;
    awake(&mut memory);
    let mut taken = 0u16;
    for _ in 0..20 {
        let ready = memory.signals().read_address_ready;
        let signals = MasterSignals { read_address: Some(request(taken, 0, 1)), ..MasterSignals::default() };
        memory.cycle(&signals).unwrap();
        taken += u16::from(ready);
    }
    assert_eq!((taken, memory.statistics().most_reads_in_flight), (3, 3));
}

#[test]
fn injected_errors_answer_and_change_nothing() {
    let mut memory = quiet();
    memory.write(64, &[1; 64]).unwrap();
    memory.inject_error(100..101, Faulty::Writes);
    memory.inject_error(0..1, Faulty::Reads);
    awake(&mut memory);
    let signals = |address| MasterSignals {
        write_address: Some(request(0, address, 1)),
        write_data: Some(beat(7, true)),
        read_address: Some(request(0, address, 1)),
        ..idle()
    };
    let answers = |memory: &mut AxiMemory, address| {
        memory.cycle(&signals(address)).unwrap();
        let (mut write, mut read) = (None, None);
        for _ in 0..10 {
            write = write.or(memory.signals().write_answer.map(|answer| answer.response));
            read = read.or(memory.signals().read_answer.map(|answer| (answer.response, answer.data[0])));
            memory.cycle(&idle()).unwrap();
        }
        (write.unwrap(), read.unwrap())
    };
    assert_eq!(answers(&mut memory, 64), (Response::SlaveError, (Response::Okay, 0x0101_0101)));
    let (write, (read, data)) = answers(&mut memory, 0);
    assert_eq!((write, read), (Response::Okay, Response::SlaveError));
    assert_ne!(data, 7);
    memory.clear_errors();
    assert_eq!(answers(&mut memory, 64), (Response::Okay, (Response::Okay, 7)));
}

#[test]
fn reset_drops_what_is_in_flight_and_wants_silence() {
    let mut memory = quiet();
    awake(&mut memory);
    memory.cycle(&MasterSignals { read_address: Some(request(0, 0, 1)), ..idle() }).unwrap();
    memory.reset(&idle()).unwrap();
    assert_eq!(memory.statistics().reads_in_flight, 0);
    for _ in 0..20 {
        assert!(memory.signals().read_answer.is_none());
        memory.cycle(&idle()).unwrap();
    }
    let broken = memory.reset(&MasterSignals { read_address: Some(request(0, 0, 1)), ..idle() }).unwrap_err();
    assert_eq!((broken.rule, broken.channel), (Rule::ResetQuiet, "AR"));
}

/// Drives one cycle after another and returns what was broken, which must be in the last.
fn broken(memory: &mut AxiMemory, cycles: &[MasterSignals]) -> (Rule, &'static str) {
    let (last, first) = cycles.split_last().unwrap();
    for signals in first {
        memory.cycle(signals).unwrap();
    }
    let violation = memory.cycle(last).unwrap_err();
    assert_eq!(violation.port, "m_axi_test");
    assert_eq!(violation.cycle + 1, memory.cycle + 1, "the cycle is that of the violation");
    assert!(violation.to_string().starts_with(&format!("m_axi_test, cycle {}: ", violation.cycle)), "{violation}");
    (violation.rule, violation.channel)
}

fn read(request: Address) -> MasterSignals {
    MasterSignals { read_address: Some(request), ..idle() }
}

fn write(request: Address) -> MasterSignals {
    MasterSignals { write_address: Some(request), ..idle() }
}

#[test]
fn illegal_addresses_are_found_on_both_channels() {
    let good = request(1, 0, 1);
    let cases = [
        (Rule::Size, Address { size: 5, ..good }),
        (Rule::Burst, Address { burst: 0, ..good }),
        (Rule::Burst, Address { burst: 2, ..good }),
        (Rule::Lock, Address { lock: true, ..good }),
        (Rule::Alignment, Address { address: 32, ..good }),
        (Rule::Boundary, request(1, 4096 - 64, 2)),
        (Rule::Boundary, request(1, 0, 65)),
        (Rule::AddressRange, request(1, BYTES, 1)),
        (Rule::AddressRange, request(1, u64::MAX - 63, 1)),
    ];
    for (rule, address) in cases {
        // Whether the memory is ready or not.
        for ready in [false, true] {
            for (signals, channel) in [(read(address), "AR"), (write(address), "AW")] {
                let mut memory = quiet();
                if ready {
                    awake(&mut memory);
                }
                assert_eq!(broken(&mut memory, &[signals]), (rule, channel), "{address:?}");
            }
        }
    }
    // The last lines of a page and of the memory are legal.
    let mut memory = quiet();
    awake(&mut memory);
    memory.cycle(&read(request(1, BYTES - 4096, 64))).unwrap();
}

#[test]
fn offers_that_change_or_end_before_ready_are_found() {
    let data = |value| MasterSignals { write_data: Some(beat(value, true)), ..idle() };
    let pairs = [
        (read(request(1, 0, 1)), read(request(1, 64, 1)), "AR"),
        (write(request(1, 0, 1)), write(Address { attributes: 2, ..request(1, 0, 1) }), "AW"),
        (data(1), data(2), "W"),
    ];
    for (offer, change, channel) in pairs {
        // A new memory is not ready in its first cycle.
        assert_eq!(broken(&mut quiet(), &[offer, change]), (Rule::PayloadStable, channel));
        assert_eq!(broken(&mut quiet(), &[offer, idle()]), (Rule::ValidHeld, channel));
        let mut memory = quiet();
        memory.cycle(&offer).unwrap();
        memory.cycle(&offer).unwrap();
        memory.cycle(&change).unwrap();
    }
}

#[test]
fn a_wrong_wlast_is_found() {
    let burst = MasterSignals { write_address: Some(request(0, 0, 2)), ..idle() };
    let data = |last| MasterSignals { write_data: Some(beat(1, last)), ..idle() };
    let start = MasterSignals::default();
    assert_eq!(broken(&mut quiet(), &[start, burst, data(true)]), (Rule::WriteLast, "W"));
    assert_eq!(broken(&mut quiet(), &[start, burst, data(false), data(false)]), (Rule::WriteLast, "W"));
    let single = MasterSignals { write_address: Some(request(0, 0, 1)), ..data(false) };
    assert_eq!(broken(&mut quiet(), &[start, single]), (Rule::WriteLast, "W"));
}

#[test]
fn ids_may_be_asked_to_differ() {
    let start = MasterSignals::default();
    let mut memory = quiet();
    memory.cycle(&start).unwrap();
    memory.cycle(&read(request(4, 0, 1))).unwrap();
    memory.cycle(&read(request(4, 64, 1))).unwrap();
    for (make, channel) in [(read as fn(Address) -> MasterSignals, "AR"), (write, "AW")] {
        let mut memory = quiet();
        memory.config.unique_ids = true;
        // A read and a write may share an ID.
        memory.cycle(&start).unwrap();
        memory.cycle(&read(request(3, 0, 1))).unwrap();
        memory.cycle(&write(request(3, 0, 1))).unwrap();
        assert_eq!(broken(&mut memory, &[make(request(3, 64, 1))]), (Rule::UniqueId, channel));
    }
    let mut memory = quiet();
    memory.config.unique_ids = true;
    for _ in 0..4 {
        // Answered, so free again.
        memory.cycle(&start).unwrap();
        memory.cycle(&read(request(3, 0, 1))).unwrap();
        (0..10).for_each(|_| memory.cycle(&idle()).unwrap());
    }
}

#[test]
fn memory_of_this_machine_is_limited() {
    let mut memory = AxiMemory::new(
        "m_axi_test",
        MemoryConfig { limit: 8192, ..MemoryConfig::new(BYTES, StallProfile::None, 5, 3, 1) },
    );
    awake(&mut memory);
    let both = |address| MasterSignals {
        write_address: Some(request(0, address, 1)),
        write_data: Some(beat(1, true)),
        ..idle()
    };
    assert_eq!(broken(&mut memory, &[both(0), both(4096), both(64), both(8192)]), (Rule::MemoryLimit, "W"));
}
