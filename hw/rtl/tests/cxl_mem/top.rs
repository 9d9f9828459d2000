//! The whole device, in Rust-HDL's own simulation: small batches, with a memory that stalls and answers out of order.
//!
//! That simulation is slow; what is tested here is that the design works before it is Verilog. Large batches and all
//! error codes run on the Verilated device.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, from_bits, number, to_bits};
use crate::stack::on_large_stack;
use emberlane_registers::Register;
use emberlane_registers::cxl_mem as map;
use emberlane_rtl::axi::Axi4Master;
use emberlane_rtl::cxl_mem::capacity::MOST_GIB;
use emberlane_rtl::cxl_mem::top::CxlMem;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::{BTreeMap, VecDeque};

/// A memory port that stalls at random and answers reads in random order.
#[derive(Default)]
pub struct Memory {
    lines: BTreeMap<u64, Line>,
    /// Addresses of the lines that the device has written, in order.
    pub written: Vec<u64>,
    reads: Vec<(u64, u64)>,
    addresses: VecDeque<u64>,
    data: VecDeque<Line>,
    answers: usize,
    offered: Option<(u64, Line)>,
    offered_answer: bool,
}

impl Memory {
    /// Drives the port's inputs for this cycle.
    fn drive(&mut self, port: &mut Axi4Master, random: &mut Pcg64) {
        port.arready.next = random.random_bool(0.6);
        port.awready.next = random.random_bool(0.6);
        port.wready.next = random.random_bool(0.6);
        if self.offered.is_none() && !self.reads.is_empty() && random.random_bool(0.7) {
            // Same ID in order: the first request of the ID that was picked.
            let id = self.reads[random.random_range(0..self.reads.len())].0;
            let index = self.reads.iter().position(|read| read.0 == id).expect("picked from this list");
            let (id, address) = self.reads.remove(index);
            self.offered = Some((id, self.lines.get(&address).copied().unwrap_or_default()));
        }
        if let Some((id, line)) = self.offered {
            port.rid.next = id.into();
            port.rdata.next = to_bits(&line);
        }
        port.rvalid.next = self.offered.is_some();
        port.rlast.next = true;
        self.offered_answer |= self.answers > 0 && random.random_bool(0.5);
        port.bvalid.next = self.offered_answer;
    }

    /// Takes what the settled port hands over in this cycle.
    fn sample(&mut self, port: &Axi4Master) {
        if port.arvalid.val() && port.arready.val() {
            self.reads.push((number(port.arid.val()), number(port.araddr.val())));
        }
        if self.offered.is_some() && port.rready.val() {
            self.offered = None;
        }
        if port.awvalid.val() && port.awready.val() {
            self.addresses.push_back(number(port.awaddr.val()));
        }
        if port.wvalid.val() && port.wready.val() {
            self.data.push_back(from_bits(port.wdata.val()));
        }
        if self.offered_answer && port.bready.val() {
            self.offered_answer = false;
            self.answers -= 1;
        }
        while !self.addresses.is_empty() && !self.data.is_empty() {
            let address = self.addresses.pop_front().expect("not empty");
            let line = self.data.pop_front().expect("not empty");
            self.lines.insert(address, line);
            self.written.push(address);
            self.answers += 1;
        }
    }
}

/// The device with its memories.
pub struct Device<const CHANNELS: usize, const ENGINES: usize, const CLIENTS: usize> {
    pub block: Box<CxlMem<CHANNELS, MOST_GIB, ENGINES, CLIENTS, 0>>,
    pub channels: Vec<Memory>,
    pub scratchpad: Vec<Memory>,
    pub random: Pcg64,
}

impl<const CHANNELS: usize, const ENGINES: usize, const CLIENTS: usize> Device<CHANNELS, ENGINES, CLIENTS> {
    pub fn new(random: Pcg64) -> Self {
        let mut device = Self {
            block: ready(),
            channels: (0..CHANNELS).map(|_| Memory::default()).collect(),
            scratchpad: (0..CHANNELS).map(|_| Memory::default()).collect(),
            random,
        };
        device.block.reset.next = true;
        for _ in 0..32 {
            device.cycle();
        }
        device.block.reset.next = false;
        device
    }

    pub fn cycle(&mut self) {
        let block = &mut *self.block;
        let memories = self.channels.iter_mut().chain(&mut self.scratchpad);
        for (memory, port) in memories.zip(block.m_axi.iter_mut().chain(&mut block.m_axi_scratch)) {
            memory.drive(port, &mut self.random);
        }
        settle(&mut *self.block);
        let memories = self.channels.iter_mut().chain(&mut self.scratchpad);
        for (memory, port) in memories.zip(self.block.m_axi.iter().chain(&self.block.m_axi_scratch)) {
            memory.sample(port);
        }
        clock_cycle!(self.block);
    }

    pub fn write_register(&mut self, register: Register, value: u64) {
        let block = &mut self.block;
        block.s_axil.awaddr.next = register.offset.into();
        block.s_axil.wdata.next = value.into();
        block.s_axil.wstrb.next = 255.into();
        block.s_axil.bready.next = true;
        block.s_axil.awvalid.next = true;
        block.s_axil.wvalid.next = true;
        loop {
            settle(&mut *self.block);
            let (address, data) = (self.block.s_axil.awready.val(), self.block.s_axil.wready.val());
            let answered = self.block.s_axil.bvalid.val();
            self.cycle();
            if address {
                self.block.s_axil.awvalid.next = false;
            }
            if data {
                self.block.s_axil.wvalid.next = false;
            }
            if answered {
                return;
            }
        }
    }

    pub fn read_register(&mut self, register: Register) -> u64 {
        self.block.s_axil.araddr.next = register.offset.into();
        self.block.s_axil.arvalid.next = true;
        self.block.s_axil.rready.next = true;
        loop {
            settle(&mut *self.block);
            let taken = self.block.s_axil.arready.val();
            let answer = self.block.s_axil.rvalid.val().then(|| number(self.block.s_axil.rdata.val()));
            self.cycle();
            if taken {
                self.block.s_axil.arvalid.next = false;
            }
            if let Some(value) = answer {
                return value;
            }
        }
    }

    fn line(&mut self, address: u64) -> &mut Line {
        let (memories, offset) = if address >= map::SCRATCHPAD_BASE {
            (&mut self.scratchpad, address - map::SCRATCHPAD_BASE)
        } else {
            (&mut self.channels, address)
        };
        let (port, address) = map::interleave(offset, CHANNELS as u64);
        memories[port as usize].lines.entry(address).or_default()
    }

    pub fn write_words(&mut self, address: u64, words: &[u32]) {
        for (index, &word) in words.iter().enumerate() {
            let byte = address + 4 * index as u64;
            self.line(byte / 64 * 64)[(byte % 64 / 4) as usize] = word;
        }
    }

    pub fn read_words(&mut self, address: u64, count: usize) -> Vec<u32> {
        (0..count as u64)
            .map(|index| {
                let byte = address + 4 * index;
                self.line(byte / 64 * 64)[(byte % 64 / 4) as usize]
            })
            .collect()
    }

    fn run(&mut self, command: map::Command) {
        self.write_register(map::CLEAR, map::CLEAR_STATUS.place(1));
        self.write_register(map::DOORBELL, command as u64);
        for _ in 0..5_000 {
            if self.block.irq.val() {
                return;
            }
            self.cycle();
        }
        panic!("{command:?} did not end");
    }
}

const SCRATCH: u64 = map::SCRATCHPAD_BASE;
const TABLE: u64 = 0x1000;
const ROWS: usize = 12;
const DESCRIPTORS: u64 = SCRATCH;
const POOLED: u64 = SCRATCH + 0x10000;
const GRADIENTS: u64 = SCRATCH + 0x20000;

/// Canonical NaN, as the hardware gives it.
pub fn canonical(value: f32) -> u32 {
    if value.is_nan() { 0x7fc0_0000 } else { value.to_bits() }
}

fn lookup_and_update<const CHANNELS: usize, const ENGINES: usize, const CLIENTS: usize>(
    length: usize,
    mean: bool,
    seed: u64,
) {
    let mut random = random(&format!("{CHANNELS} channels, length {length}, mean {mean}"), seed);
    let mut table: Vec<f32> = (0..ROWS * length).map(|_| random.random_range(-2.0..2.0)).collect();
    let gradients: Vec<f32> = (0..5 * length).map(|_| random.random_range(-2.0..2.0)).collect();
    let rate = 0.1_f32;
    // Five bags, one of them empty, with repeats.
    let bags: [&[u32]; 5] = [&[3, 7, 3], &[11], &[], &[0, 3, 7, 5], &[5, 5]];
    let indices: Vec<u32> = bags.concat();
    let scales: Vec<f32> = bags.iter().map(|bag| 1.0 / bag.len().max(1) as f32).collect();
    let mut offsets = vec![0_u32];
    offsets.extend(bags.iter().scan(0, |end, bag| {
        *end += bag.len() as u32;
        Some(*end)
    }));
    let mut transpose: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (bag, rows) in bags.iter().enumerate() {
        for &row in *rows {
            transpose.entry(row).or_default().push(bag as u32);
        }
    }
    let rows: Vec<u32> = transpose.keys().copied().collect();
    let sources: Vec<u32> = transpose.values().flatten().copied().collect();
    let source_scales: Vec<u32> = sources.iter().map(|&bag| scales[bag as usize].to_bits()).collect();
    let mut row_offsets = vec![0_u32];
    row_offsets.extend(transpose.values().scan(0, |end, bags| {
        *end += bags.len() as u32;
        Some(*end)
    }));

    let mut device = Device::<CHANNELS, ENGINES, CLIENTS>::new(random);
    device.write_words(TABLE, &table.iter().map(|value| value.to_bits()).collect::<Vec<_>>());
    device.write_words(GRADIENTS, &gradients.iter().map(|value| value.to_bits()).collect::<Vec<_>>());
    let lists: [(Register, Vec<u32>); 9] = [
        (map::BAG_DIRECTORY, vec![TABLE as u32, 0, ROWS as u32, bags.len() as u32]),
        (map::BAG_OFFSETS, offsets),
        (map::INDICES, indices.clone()),
        (map::BAG_SCALES, scales.iter().map(|scale| scale.to_bits()).collect()),
        (map::ROW_DIRECTORY, vec![TABLE as u32, 0, ROWS as u32, rows.len() as u32]),
        (map::ROW_OFFSETS, row_offsets),
        (map::ROWS, rows.clone()),
        (map::SOURCE_BAGS, sources),
        (map::SOURCE_SCALES, source_scales),
    ];
    for (index, (register, words)) in lists.iter().enumerate() {
        let address = DESCRIPTORS + 0x400 * index as u64;
        device.write_words(address, words);
        device.write_register(*register, address);
    }
    for (register, value) in [
        (map::VECTOR_LENGTH, length as u64),
        (map::LEARNING_RATE, u64::from(rate.to_bits())),
        (map::POOLING, u64::from(mean)),
        (map::DATA_BASE, 0),
        (map::DATA_BYTES, 0x10000),
        (map::DESCRIPTOR_BASE, DESCRIPTORS),
        (map::DESCRIPTOR_BYTES, 0x10000),
        (map::POOLED_BASE, POOLED),
        (map::POOLED_BYTES, 0x10000),
        (map::GRADIENT_BASE, GRADIENTS),
        (map::GRADIENT_BYTES, 0x10000),
        (map::TABLE_COUNT, 1),
        (map::BAG_COUNT, bags.len() as u64),
        (map::ENTRY_COUNT, indices.len() as u64),
        (map::ROW_COUNT, rows.len() as u64),
    ] {
        device.write_register(register, value);
    }

    device.run(map::Command::Lookup);
    assert_eq!(device.read_register(map::ERROR), 0, "at {}", device.read_register(map::ERROR_POSITION));
    let pooled = device.read_words(POOLED, bags.len() * length);
    for (bag, rows) in bags.iter().enumerate() {
        for element in 0..length {
            let mut sum = rows.iter().fold(0.0_f32, |sum, &row| sum + table[row as usize * length + element]);
            if mean {
                sum *= scales[bag];
            }
            assert_eq!(pooled[bag * length + element], canonical(sum), "bag {bag}, element {element}");
        }
    }

    device.run(map::Command::Update);
    assert_eq!(device.read_register(map::ERROR), 0, "at {}", device.read_register(map::ERROR_POSITION));
    for (&row, sources) in &transpose {
        for element in 0..length {
            let weight = &mut table[row as usize * length + element];
            for &bag in sources {
                let gradient = gradients[bag as usize * length + element];
                *weight -= if mean { rate * (scales[bag as usize] * gradient) } else { rate * gradient };
            }
        }
    }
    let words = device.read_words(TABLE, ROWS * length);
    assert_eq!(words, table.iter().map(|&value| canonical(value)).collect::<Vec<_>>());
    let lines = length as u64 / 16;
    let reads: u64 = (0..CHANNELS as u64)
        .map(|channel| device.read_register(*map::MAP.at(map::channel_reads(channel)).expect("a channel's counter")))
        .sum();
    let writes: u64 = (0..CHANNELS as u64)
        .map(|channel| device.read_register(*map::MAP.at(map::channel_writes(channel)).expect("a channel's counter")))
        .sum();
    assert_eq!(reads, lines * (indices.len() + rows.len()) as u64);
    assert_eq!(writes, lines * rows.len() as u64);
    assert_eq!(device.read_register(map::LINES_GRADIENT), lines * indices.len() as u64);
    assert_eq!(device.read_register(map::LINES_POOLED), lines * bags.len() as u64);
    assert_eq!(device.read_register(map::LOOKUPS), 1);
    assert_eq!(device.read_register(map::UPDATES), 1);
}

#[test]
fn one_channel_sum() {
    on_large_stack(|| lookup_and_update::<1, 1, 6>(16, false, 1));
}

/// Fewer engines than channels: one takes the lines of both.
#[test]
fn two_channels_and_an_engine() {
    on_large_stack(|| lookup_and_update::<2, 1, 6>(32, false, 3));
}

#[test]
fn one_channel_mean() {
    on_large_stack(|| lookup_and_update::<1, 1, 6>(48, true, 2));
}
