//! CXL.mem of the RTL: the host's reads and writes, against a plain model of memory, idle and while the device computes.
#![cfg(feature = "rtl")]

use std::collections::HashMap;

use emberlane_drivers::{Command, Transport};
use emberlane_registers::cxl::{M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue, S2mDrsOpcode, S2mNdrOpcode, SnpType};
use emberlane_registers::cxl_mem as registers;
use emberlane_tests::conformance;
use emberlane_verilated::RtlCxlMem;
use emberlane_verilated::axi::{Faulty, Line, StallProfile};
use emberlane_verilated::cxl::{MemDone, MemLine, MemRequest, MemWrite, WriteMeta};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Where the host maps persistent memory.
const PERSISTENT: u64 = 1 << 44;
/// Where the host maps the scratchpad.
const SCRATCHPAD: u64 = 5 << 32;
/// Where nothing is mapped.
const NOWHERE: u64 = 9 << 32;
const LINE: u64 = registers::LINE_BYTES;

const SETUPS: [(usize, StallProfile); 5] = [
    (4, StallProfile::None),
    (4, StallProfile::Random),
    (4, StallProfile::Heavy),
    (1, StallProfile::Random),
    (1, StallProfile::Heavy),
];

fn device(channels: usize, profile: StallProfile, seed: u64) -> RtlCxlMem {
    let built = RtlCxlMem::builder().channels(channels).stalls(profile).seed(seed).build();
    let mut device = built.unwrap_or_else(|error| panic!("{error}"));
    device.mmio_write(registers::HDM_BASE_0.offset, PERSISTENT | 1).expect("a register");
    device.mmio_write(registers::HDM_BASE_1.offset, SCRATCHPAD | 1).expect("a register");
    device
}

fn register(device: &mut RtlCxlMem, register: &emberlane_registers::Register) -> u64 {
    device.mmio_read(register.offset).expect("a register")
}

fn read(tag: u16, address: u64) -> MemRequest {
    MemRequest {
        opcode: M2sReqOpcode::MemRd,
        snp_type: SnpType::NoOp,
        meta_field: MetaField::NoOp,
        meta_value: MetaValue::Invalid,
        tag,
        address,
    }
}

fn write(tag: u16, address: u64, data: Line) -> MemWrite {
    MemWrite { opcode: M2sRwdOpcode::MemWr, meta: WriteMeta::default(), tag, address, poison: false, enabled: 0, data }
}

/// What an answer has to be.
#[derive(Clone, Debug)]
struct Expected {
    address: u64,
    line: Option<MemLine>,
    done: bool,
}

/// A host with one transaction a line at a time, and what it believes of memory.
struct Host {
    random: Pcg64Mcg,
    lines: HashMap<u64, (Line, bool)>,
    under_way: HashMap<u16, Expected>,
    answers: u64,
}

impl Host {
    fn new(seed: u64) -> Self {
        Self { random: Pcg64Mcg::seed_from_u64(seed), lines: HashMap::new(), under_way: HashMap::new(), answers: 0 }
    }

    /// Begins a random transaction.
    fn begin(&mut self, device: &mut RtlCxlMem) {
        let base = [PERSISTENT, SCRATCHPAD, PERSISTENT, SCRATCHPAD, NOWHERE][self.random.random_range(0..5)];
        let address = base + LINE * self.random.random_range(0..48u64);
        if self.under_way.values().any(|other| other.address == address) {
            return;
        }
        let tag = loop {
            let tag = self.random.random();
            if !self.under_way.contains_key(&tag) {
                break tag;
            }
        };
        let there = base != NOWHERE;
        let known = self.lines.get(&address).copied();
        let mut expected = Expected { address, line: None, done: false };
        match self.random.random_range(0..8) {
            0..3 => {
                let opcode = [M2sReqOpcode::MemRd, M2sReqOpcode::MemRdData][self.random.random_range(0..2)];
                let snp_type =
                    [SnpType::NoOp, SnpType::SnpData, SnpType::SnpInv, SnpType::SnpCur][self.random.random_range(0..4)];
                let (data, poison) = known.unwrap_or(([0; 16], false));
                let (opcode_back, data) =
                    if there { (S2mDrsOpcode::MemData, data) } else { (S2mDrsOpcode::MemDataNxm, [u32::MAX; 16]) };
                expected.line = Some(MemLine { opcode: opcode_back, tag, poison: poison && there, data });
                expected.done = snp_type != SnpType::NoOp;
                let meta_value =
                    [MetaValue::Invalid, MetaValue::Any, MetaValue::Shared][self.random.random_range(0..3)];
                device.cxl_mem().request(MemRequest { opcode, snp_type, meta_value, ..read(tag, address) });
            }
            3 => {
                let opcodes = [M2sReqOpcode::MemInv, M2sReqOpcode::MemInvNT, M2sReqOpcode::MemClnEvct];
                let opcode = opcodes[self.random.random_range(0..3)];
                expected.done = true;
                device.cxl_mem().request(MemRequest { opcode, ..read(tag, address) });
            }
            4 => {
                // Taken without an answer.
                let opcodes = [M2sReqOpcode::MemSpecRd, M2sReqOpcode::MemRdFwd, M2sReqOpcode::MemWrFwd];
                let opcode = opcodes[self.random.random_range(0..3)];
                device.cxl_mem().request(MemRequest { opcode, ..read(tag, address) });
                return;
            }
            5..7 => {
                let data: Line = self.random.random();
                let poison = self.random.random_range(0..10) == 0 && self.poisoned() < registers::POISONED_LINES;
                self.lines.insert(address, (data, poison));
                expected.done = true;
                device.cxl_mem().write(MemWrite { poison, ..write(tag, address, data) });
            }
            _ => {
                let data: Line = self.random.random();
                let enabled: u64 = self.random.random();
                let entry = self.lines.entry(address).or_insert(([0; 16], false));
                for byte in 0..64 {
                    if enabled >> byte & 1 == 1 {
                        let mask = 0xff << (byte % 4 * 8);
                        entry.0[byte / 4] = entry.0[byte / 4] & !mask | data[byte / 4] & mask;
                    }
                }
                expected.done = true;
                let opcode = M2sRwdOpcode::MemWrPtl;
                device.cxl_mem().write(MemWrite { opcode, enabled, ..write(tag, address, data) });
            }
        }
        self.under_way.insert(tag, expected);
    }

    fn poisoned(&self) -> usize {
        self.lines.values().filter(|(_, poison)| *poison).count()
    }

    /// Takes answers.
    fn look(&mut self, device: &mut RtlCxlMem) {
        while let Some(line) = device.cxl_mem().take_line() {
            let expected = self.under_way.get_mut(&line.tag).unwrap_or_else(|| panic!("nobody asked for {line:?}"));
            assert_eq!(expected.line.take(), Some(line), "{:#x}", expected.address);
            self.end(line.tag);
        }
        while let Some(MemDone { opcode, tag }) = device.cxl_mem().take_done() {
            let expected = self.under_way.get_mut(&tag).unwrap_or_else(|| panic!("nobody asked for tag {tag}"));
            assert!(expected.done, "{:#x}: Cmp twice, or without need", expected.address);
            assert_eq!(opcode, S2mNdrOpcode::Cmp);
            expected.done = false;
            self.end(tag);
        }
    }

    fn end(&mut self, tag: u16) {
        if self.under_way[&tag].line.is_none() && !self.under_way[&tag].done {
            self.under_way.remove(&tag);
            self.answers += 1;
        }
    }

    fn finish(&mut self, device: &mut RtlCxlMem) {
        for _ in 0..20_000 {
            if self.under_way.is_empty() {
                return;
            }
            device.run(1).expect("no rule is broken");
            self.look(device);
        }
        panic!("never answered: {:?}", self.under_way);
    }
}

#[test]
fn random_traffic_is_answered_as_memory_would() {
    let seed = conformance::seed("cxl_mem_traffic", 31);
    for (number, (channels, profile)) in SETUPS.into_iter().enumerate() {
        let seed = seed + number as u64;
        eprintln!("{channels} channels, {profile:?}, seed {seed}");
        let mut device = device(channels, profile, seed);
        let mut host = Host::new(seed);
        let most = host.random.random_range(1..40);
        // Memory that nobody wrote holds zeros here.
        for _ in 0..4000 {
            if host.under_way.len() < most && host.random.random_range(0..4) > 0 {
                host.begin(&mut device);
            }
            device.run(1).expect("no rule is broken");
            host.look(&mut device);
        }
        host.finish(&mut device);
        assert!(host.answers > 300, "{} answers", host.answers);
        for (address, (line, _)) in &host.lines {
            let device_address = match address & !0xffff_ffff {
                SCRATCHPAD => registers::SCRATCHPAD_BASE + (address - SCRATCHPAD),
                NOWHERE => continue,
                _ => address - PERSISTENT,
            };
            let mut there = [0; 64];
            device.memory_read(device_address, &mut there).expect("memory");
            let words: Vec<u32> = there.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
            assert_eq!(words, line, "{address:#x}, seed {seed}");
        }
        assert_eq!(register(&mut device, &registers::POISON), 0);
    }
}

#[test]
fn reads_and_writes_take_a_cycle_a_line() {
    let mut device = device(4, StallProfile::None, 1);
    const LINES: u16 = 1000;
    for base in [PERSISTENT, SCRATCHPAD] {
        for (kind, limit) in [("writes", 1100), ("reads", 1100)] {
            for line in 0..LINES {
                let address = base + LINE * u64::from(line);
                match kind {
                    "reads" => device.cxl_mem().request(read(line, address)),
                    _ => device.cxl_mem().write(write(line, address, [line.into(); 16])),
                }
            }
            let (start, mut answers) = (device.cycles(), 0);
            while answers < LINES {
                device.run(1).expect("no rule is broken");
                if let Some(line) = device.cxl_mem().take_line() {
                    assert_eq!(line.data, [u32::from(line.tag); 16]);
                    answers += 1;
                }
                answers += u16::from(device.cxl_mem().take_done().is_some());
                assert!(device.cycles() - start < limit, "{answers} {kind} at {base:#x} in {limit} cycles");
            }
        }
    }
}

#[test]
fn media_errors_become_poison_and_a_whole_write_heals() {
    let mut device = device(4, StallProfile::Random, 2);
    let seven = [7; 16];
    let exchange = |device: &mut RtlCxlMem, what: Result<MemRequest, MemWrite>| -> Option<MemLine> {
        match what {
            Ok(request) => device.cxl_mem().request(request),
            Err(write) => device.cxl_mem().write(write),
        }
        for _ in 0..2000 {
            device.run(1).expect("no rule is broken");
            if let Some(line) = device.cxl_mem().take_line() {
                return Some(line);
            }
            if device.cxl_mem().take_done().is_some() {
                return None;
            }
        }
        panic!("not answered");
    };
    let line = |poison| Some(MemLine { opcode: S2mDrsOpcode::MemData, tag: 1, poison, data: seven });
    assert_eq!(exchange(&mut device, Err(write(1, PERSISTENT, seven))), None);
    assert_eq!(exchange(&mut device, Ok(read(1, PERSISTENT))), line(false));
    device.inject_error(0..64, Faulty::Reads).expect("memory");
    assert!(exchange(&mut device, Ok(read(1, PERSISTENT))).is_some_and(|line| line.poison), "an error of the medium");
    device.clear_errors();
    device.inject_error(0..64, Faulty::Writes).expect("memory");
    assert_eq!(exchange(&mut device, Err(write(1, PERSISTENT, seven))), None);
    device.clear_errors();
    assert!(exchange(&mut device, Ok(read(1, PERSISTENT))).is_some_and(|line| line.poison), "the write was lost");
    assert_eq!(exchange(&mut device, Err(write(1, PERSISTENT, seven))), None);
    assert_eq!(exchange(&mut device, Ok(read(1, PERSISTENT))), line(false));
    // Two more lines of one port than it has places for: the lines between them are lost, too, but none is forgotten.
    let line_of = |number: u64| SCRATCHPAD + number * 4 * registers::INTERLEAVE_BYTES;
    let places = registers::POISONED_LINES as u64;
    for number in 0..places {
        assert_eq!(exchange(&mut device, Err(MemWrite { poison: true, ..write(1, line_of(number), seven) })), None);
    }
    assert_eq!(register(&mut device, &registers::POISON), 0);
    for number in [20, 30] {
        assert_eq!(exchange(&mut device, Err(MemWrite { poison: true, ..write(1, line_of(number), seven) })), None);
    }
    assert_eq!(register(&mut device, &registers::POISON), 1);
    let poisoned =
        |device: &mut RtlCxlMem, number| exchange(device, Ok(read(1, line_of(number)))).expect("a line").poison;
    let some = [(0, true), (places - 1, true), (places, false), (20, true), (25, true), (30, true), (31, false)];
    for (number, expected) in some {
        assert_eq!(poisoned(&mut device, number), expected, "line {number}");
    }
    // What is poisoned stays so over a reset of the device.
    device.reset().expect("a reset");
    device.mmio_write(registers::HDM_BASE_0.offset, PERSISTENT | 1).expect("a register");
    device.mmio_write(registers::HDM_BASE_1.offset, SCRATCHPAD | 1).expect("a register");
    assert!(poisoned(&mut device, 3) && poisoned(&mut device, 25) && !poisoned(&mut device, 8));
    device.mmio_write(registers::CLEAR.offset, registers::CLEAR_POISON.place(1)).expect("CLEAR");
    assert_eq!(register(&mut device, &registers::POISON), 0);
    assert!(!poisoned(&mut device, 3) && !poisoned(&mut device, 25));
}

/// Gradients come over CXL.mem, and the host reads rows, while the device computes.
#[test]
fn the_host_works_on_memory_while_the_device_computes() {
    let seed = conformance::seed("cxl_mem_busy", 32);
    for (number, (channels, profile)) in SETUPS.into_iter().enumerate() {
        let seed = seed + number as u64;
        eprintln!("{channels} channels, {profile:?}, seed {seed}");
        let mut driver = conformance::discover(device(channels, profile, seed));
        let (rows, length) = (64u32, 48u32);
        let configuration =
            emberlane_drivers::Configuration::new(length, emberlane_drivers::Pooling::Sum, 1f32.to_bits(), vec![rows]);
        driver.configure(configuration).expect("the table fits");
        driver.load_table(0, &vec![2f32.to_bits(); (rows * length) as usize]).expect("the table exists");
        let offsets: Vec<u32> = (0..=40).map(|bag| bag * 4).collect();
        let indices: Vec<u32> = (0..160).map(|entry| entry % rows).collect();
        let builder = emberlane_drivers::BatchBuilder::new().table(&offsets, &indices);
        driver.post(&builder.and_then(|builder| builder.build()).expect("well formed")).expect("well formed");
        driver.prepare().expect("posted");
        let table = driver.data_plan().expect("configured").tables[0].base;
        let plan = driver.batch_plan().expect("posted").clone();
        let (pooled, gradients) = (plan.pooled.base, plan.gradients.base - registers::SCRATCHPAD_BASE);
        let device = driver.transport_mut();
        let before = register(device, &registers::GRADIENTS_ARRIVED);

        // During the lookup: every row is read, every gradient is written.
        device.mmio_write(registers::DOORBELL.offset, Command::Lookup as u64).expect("DOORBELL");
        let lines = u64::from(length) / registers::LINE_ELEMENTS;
        for line in 0..40 * lines {
            let address = SCRATCHPAD + gradients + line * LINE;
            device.cxl_mem().write(write(line as u16, address, [0.25f32.to_bits(); 16]));
        }
        for line in 0..u64::from(rows) * lines {
            // A tag is of one request at a time, be it a read or a write.
            device.cxl_mem().request(read(0x8000 | line as u16, PERSISTENT + table + line * LINE));
        }
        let (mut read_back, mut written) = (0, 0);
        for _ in 0..100_000 {
            device.run(1).expect("no rule is broken");
            while let Some(line) = device.cxl_mem().take_line() {
                assert_eq!((line.data, line.poison), ([2f32.to_bits(); 16], false));
                read_back += 1;
            }
            while device.cxl_mem().take_done().is_some() {
                written += 1;
            }
            if (read_back, written) == (u64::from(rows) * lines, 40 * lines) {
                break;
            }
        }
        assert_eq!((read_back, written), (u64::from(rows) * lines, 40 * lines), "not all was answered, seed {seed}");
        device.wait_interrupt(1_000_000).expect("the job ends");
        device.mmio_write(registers::CLEAR.offset, registers::CLEAR_STATUS.place(1)).expect("CLEAR");
        assert_eq!(register(device, &registers::GRADIENTS_ARRIVED) - before, 40 * lines);
        let mut line = [0; 64];
        device.memory_read(pooled, &mut line).expect("memory");
        assert_eq!(line[..4], 8f32.to_le_bytes());

        // Two and a half uses of a row, each 1.0 * 0.25.
        device.mmio_write(registers::DOORBELL.offset, Command::Update as u64).expect("DOORBELL");
        device.wait_interrupt(1_000_000).expect("the job ends");
        let words = driver.read_table(0).expect("the table exists");
        for row in 0..rows {
            let uses = (0..160).filter(|entry| entry % rows == row).count();
            let value = 2.0 - 0.25 * uses as f32;
            assert!(words[(row * length) as usize..][..length as usize].iter().all(|word| *word == value.to_bits()));
        }
    }
}
