//! A host that writes lists over CXL.mem while jobs of the RTL use them: whatever it writes and when, nothing outside the regions of
//! the job is written or read, every job ends, and the next one is right.
//!
//! The reference and the model walk all lists of a job at once, between two writes of the host: there is nothing in between.
#![cfg(feature = "verilated")]

use emberlane_drivers::{
    Batch, BatchBuilder, Command, Configuration, CxlMem, ErrorCode, List, Pooling, Region, Transport,
};
use emberlane_registers::cxl::M2sRwdOpcode;
use emberlane_registers::cxl_mem as registers;
use emberlane_tests::conformance;
use emberlane_verilated::{
    RtlCxlMem,
    axi::StallProfile,
    cxl::{MemWrite, WriteMeta},
};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;

/// Where the host maps the scratchpad.
const WINDOW: u64 = 5 << 32;
const SCRATCHPAD: u64 = registers::SCRATCHPAD_BASE;
const STAGED: u64 = SCRATCHPAD + (1 << 21);
const ACCUMULATED: u64 = SCRATCHPAD + (1 << 22);
const LOG: u64 = 1 << 21;
/// What is looked at of the scratchpad and of persistent memory before and after a job.
const GUARDED: u64 = 5 << 20;
const ROWS: u32 = 24;
const TABLES: u32 = 3;
const LENGTH: u32 = 48;
const VECTOR: u64 = 4 * LENGTH as u64;
/// Cycles in which a job ends, if ever.
const PATIENCE: u64 = 100_000;

fn batch(random: &mut Pcg64Mcg) -> Batch {
    let mut batch = BatchBuilder::new();
    for _ in 0..TABLES {
        let mut offsets = vec![0_u32];
        for _ in 0..6 {
            offsets.push(offsets[offsets.len() - 1] + random.random_range(0..30));
        }
        let indices: Vec<u32> = (0..offsets[6]).map(|_| random.random_range(0..ROWS)).collect();
        batch = batch.table(&offsets, &indices).expect("well formed");
    }
    batch.build().expect("well formed")
}

/// A word of a list, and what the host writes there now and then.
#[derive(Debug)]
struct Attack {
    address: u64,
    good: u32,
    bad: u32,
}

/// The device, its batch and the memory that jobs must leave alone.
struct Bench {
    device: CxlMem<RtlCxlMem>,
    batch: Batch,
    tables: Vec<Vec<u32>>,
    /// The region of the lists, as the driver has written it. It does not write again what it knows to be there.
    lists: Vec<u8>,
    /// Tag of the next write over CXL.mem.
    tag: u16,
    random: Pcg64Mcg,
}

impl Bench {
    fn new(channels: usize, profile: StallProfile, seed: u64) -> Self {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let built = RtlCxlMem::builder().channels(channels).stalls(profile).seed(seed).build();
        let mut device = conformance::discover(built.unwrap_or_else(|error| panic!("{error}")));
        let configuration = Configuration::new(LENGTH, Pooling::Sum, 0.1f32.to_bits(), vec![ROWS; TABLES as usize]);
        device.configure(configuration).expect("the tables fit");
        let mut words = |count| (0..count).map(|_| random.random_range(-2.0f32..2.0).to_bits()).collect::<Vec<_>>();
        let tables: Vec<_> = (0..TABLES).map(|_| words(ROWS * LENGTH)).collect();
        let batch = batch(&mut Pcg64Mcg::seed_from_u64(!seed));
        device.post(&batch).expect("well formed");
        device.write_gradients(&words(batch.bags() as u32 * LENGTH)).expect("one a bag");
        let log = [(&registers::LOG_BASE, LOG), (&registers::LOG_BYTES, 1 << 20), (&registers::ROW_LOG, LOG)];
        for (register, value) in log.into_iter().chain([(&registers::STAGED_BASE, STAGED)]) {
            device.set(register, value).expect("a register");
        }
        device.transport_mut().mmio_write(registers::HDM_BASE_1.offset, WINDOW | 1).expect("a register");
        device.prepare().expect("a batch is posted");
        let mut bench = Self { device, batch, tables, lists: Vec::new(), tag: 0, random };
        let lists = bench.device.batch_plan().expect("posted").descriptors;
        bench.lists = bench.read(lists.base, lists.bytes);
        bench
    }

    fn read(&mut self, address: u64, bytes: u64) -> Vec<u8> {
        let mut content = vec![0; bytes as usize];
        self.device.transport_mut().memory_read(address, &mut content).expect("memory");
        content
    }

    fn word(&mut self, address: u64) -> u32 {
        self.read(address, 4).try_into().map(u32::from_le_bytes).expect("4 bytes")
    }

    fn set(&mut self, register: &emberlane_registers::Register, value: u64) {
        self.device.transport_mut().mmio_write(register.offset, value).expect("a register");
    }

    fn get(&mut self, register: &emberlane_registers::Register) -> u64 {
        self.device.transport_mut().mmio_read(register.offset).expect("a register")
    }

    /// Tables, lists and registers as they were at first, and those of the job; where it may write.
    fn prepare(&mut self, command: Command) -> Region {
        for (table, words) in self.tables.iter().enumerate() {
            self.device.load_table(table, words).expect("a table");
        }
        self.device.prepare().expect("a batch is posted");
        let data = self.device.data_plan().expect("configured").data;
        let plan = self.device.batch_plan().expect("posted").clone();
        self.device.transport_mut().memory_write(plan.descriptors.base, &self.lists).expect("memory");
        let rows = self.batch.transpose().rows().len() as u64;
        self.set(&registers::DATA_BASE, data.base);
        match command {
            Command::Lookup => plan.pooled,
            Command::Stage => Region { base: STAGED, bytes: rows * VECTOR },
            Command::LogRows => Region { base: LOG, bytes: (1 + rows.div_ceil(8) + 4) * 64 + rows * VECTOR },
            Command::Accumulate => {
                self.set(&registers::DATA_BASE, ACCUMULATED);
                for table in 0..u64::from(TABLES) {
                    let entry = plan.list(List::RowDirectory) + 16 * table;
                    let base = self.read(entry, 8).try_into().map(u64::from_le_bytes).expect("8 bytes");
                    let moved = base - data.base + ACCUMULATED;
                    self.device.transport_mut().memory_write(entry, &moved.to_le_bytes()).expect("memory");
                }
                Region { base: ACCUMULATED, bytes: data.bytes }
            }
            _ => data,
        }
    }

    fn attack(&mut self, command: Command) -> Attack {
        let plan = self.device.batch_plan().expect("posted").clone();
        let transpose = self.batch.transpose();
        let (bags, entries, rows) = (self.batch.bags(), self.batch.entries(), transpose.rows().len());
        let lists = match command {
            Command::Lookup => {
                [(List::BagDirectory, 12), (List::BagOffsets, bags + 1), (List::Indices, entries)].to_vec()
            }
            Command::LogRows => [(List::RowDirectory, 12), (List::Rows, rows)].to_vec(),
            _ => {
                let offsets = (List::RowOffsets, rows + 1);
                [
                    (List::RowDirectory, 12),
                    offsets,
                    (List::Rows, rows),
                    (List::SourceBags, transpose.source_bags().len()),
                ]
                .to_vec()
            }
        };
        // Half of all attacks go for the directory, where a word moves many lines.
        let place = self.random.random_range(0..2 * lists.len()).saturating_sub(lists.len());
        let (list, words) = lists[place];
        let address = plan.list(list) + 4 * self.random.random_range(0..words as u64);
        let good = self.word(address);
        let bad = match self.random.random_range(0..7) {
            0 => self.random.random(),
            1 => good.wrapping_add(64 * self.random.random_range(1..400)),
            2 => good.wrapping_sub(64 * self.random.random_range(1..400)),
            3 => good.wrapping_add(self.random.random_range(1..4)),
            4 => good.wrapping_sub(1),
            5 => good ^ 1 << self.random.random_range(0..32),
            _ => 0,
        };
        Attack { address, good, bad }
    }

    /// Writes a word over CXL.mem, as a host does that holds the line.
    fn host_writes(&mut self, address: u64, word: u32) {
        let (line, lane) = (address / 64 * 64, (address % 64 / 4) as usize);
        let mut data = [0; 16];
        data[lane] = word;
        let (opcode, address) = (M2sRwdOpcode::MemWrPtl, WINDOW + line - SCRATCHPAD);
        let write = MemWrite {
            opcode,
            meta: WriteMeta::default(),
            tag: self.tag,
            address,
            poison: false,
            enabled: 15 << (4 * lane),
            data,
        };
        self.tag = self.tag.wrapping_add(1);
        self.device.transport_mut().cxl_mem().write(write);
    }

    /// A job under attack; its error.
    fn run(&mut self, command: Command) -> u64 {
        let allowed = self.prepare(command);
        let attack = self.attack(command);
        let guarded = |bench: &mut Self| [0, SCRATCHPAD].map(|base| (base, bench.read(base, GUARDED)));
        let before = guarded(self);
        self.set(&registers::DOORBELL, command as u64);
        let (mut cycles, mut sent) = (0, 0);
        let pace = self.random.random_range(1..40);
        while !self.device.transport().interrupt() {
            assert!(cycles < PATIENCE, "{command:?} never ends after {attack:x?}");
            if self.device.transport_mut().cxl_mem().waiting().1 < 2 {
                let word = if self.random.random() { attack.bad } else { attack.good };
                self.host_writes(attack.address, word);
                sent += 1;
            }
            let step = self.random.random_range(1..=pace);
            self.device.transport_mut().run(step).expect("the bus is obeyed");
            cycles += step;
        }
        let mut done = 0;
        while done < sent {
            self.device.transport_mut().run(10).expect("the bus is obeyed");
            while self.device.transport_mut().cxl_mem().take_done().is_some() {
                done += 1;
            }
        }
        let after = guarded(self);
        let allowed = allowed.base..allowed.base + allowed.bytes;
        let attacked = attack.address..attack.address + 4;
        for ((base, before), (_, after)) in before.iter().zip(&after) {
            let changed = before.iter().zip(after).enumerate().filter(|(_, (before, after))| before != after);
            for at in changed.map(|(at, _)| base + at as u64) {
                let expected = allowed.contains(&at) || attacked.contains(&at);
                assert!(expected, "{command:?} wrote {at:#x}, outside {allowed:x?}, after {attack:x?}");
            }
        }
        let (status, error) = (self.get(&registers::STATUS), self.get(&registers::ERROR));
        // Memory answers with an error where there is none.
        let wild = [ErrorCode::MediaRead, ErrorCode::MediaWrite].map(|code| code as u64);
        let position = self.get(&registers::ERROR_POSITION);
        assert!(!wild.contains(&error), "{command:?} asked for {position:#x}, where nothing is, after {attack:x?}");
        let ended = registers::DONE.get(status) + registers::FAILED.get(status);
        assert_eq!(ended, 1, "{command:?} says how it ended: {status:#x}, after {attack:x?}");
        self.device.clear().expect("a failure can be cleared");
        error
    }

    /// The pooled vectors of a lookup that nobody disturbs.
    fn clean(&mut self) -> Vec<u32> {
        self.prepare(Command::Lookup);
        self.device.lookup().expect("lists are good")
    }
}

#[test]
fn lists_that_change_under_a_job_move_no_line_outside_it() {
    let seed = conformance::seed("rtl_rewriting_host", 31);
    let commands = [Command::Update, Command::Lookup, Command::Accumulate, Command::Stage, Command::LogRows];
    for (number, channels, profile) in
        [(0, 1, StallProfile::Random), (1, 4, StallProfile::Random), (2, 4, StallProfile::None)]
    {
        let seed = seed + number;
        eprintln!("rtl_rewriting_host: {channels} channels, stalls {profile:?}, seed {seed}");
        let mut bench = Bench::new(channels, profile, seed);
        let expected = bench.clean();
        let mut came_to = BTreeMap::new();
        for job in 0..200 {
            let command = commands[job % commands.len()];
            let error = bench.run(command);
            *came_to.entry(error).or_insert(0) += 1;
            if job % 20 == 19 {
                assert_eq!(bench.clean(), expected, "a clean lookup after {job} attacks");
            }
        }
        eprintln!("{came_to:?}");
        let count = |error: u64| came_to.get(&error).copied().unwrap_or(0);
        assert!(count(0) > 20 && count(ErrorCode::OutsideJob as u64) > 0, "{came_to:?}");
    }
}
