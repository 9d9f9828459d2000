//! Random traffic with pauses and back-pressure on every side, over a matrix of settings.

use super::{Controller, Dram, Line, Small, Usual, response_of};
use crate::bench::{random, ready};
use crate::words::random_bits;
use emberlane_models::memory_controller::{
    Inputs, MEDIUM_LINE_BYTES, MemoryController, Outputs, ReadRequest, Settings, WriteAddress,
};
use emberlane_rtl::memory_controller::MemoryController as Block;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::{BTreeMap, VecDeque};

/// Chances in eight of what the two sides do in a cycle, for a phase of a run.
#[derive(Clone, Copy, Debug)]
struct Chances {
    read: u32,
    write_address: u32,
    write_data: u32,
    take_line: u32,
    take_response: u32,
    dram_takes: u32,
    dram_answers: u32,
    dram_latency: u64,
    /// Lines of the medium that are in use: with few, reads often meet writes; with many, they seldom do.
    medium_lines: u64,
}

impl Chances {
    fn draw(random: &mut Pcg64) -> Self {
        let busy = |random: &mut Pcg64| [8, 8, 4, 1][random.random_range(0..4)];
        let writes = busy(random);
        Self {
            read: busy(random),
            write_address: writes,
            write_data: if random.random() { writes } else { busy(random) },
            take_line: busy(random),
            take_response: busy(random),
            dram_takes: busy(random),
            dram_answers: busy(random),
            dram_latency: [1, 1, 10, 40][random.random_range(0..4)],
            medium_lines: [6, 1000, 1000][random.random_range(0..3)],
        }
    }
}

/// A read that is accepted and not answered.
struct PendingRead {
    id: u16,
    address: u64,
    /// The last write of the line that was accepted by then.
    version: u64,
}

/// The side that reads and writes, and checks what it gets.
#[derive(Default)]
struct Requester {
    read: Option<ReadRequest>,
    write_address: Option<WriteAddress>,
    write_data: Option<Line>,
    reads: VecDeque<PendingRead>,
    /// Addresses of the writes that are accepted and not answered.
    writes: VecDeque<u64>,
    accepted_writes: u64,
    answered_writes: u64,
    answered_reads: u64,
    /// Version and content of every write of a line, in order.
    history: BTreeMap<u64, Vec<(u64, Line)>>,
}

impl Requester {
    /// Requests of this cycle. What is on offer stays on offer.
    fn offer(&mut self, inputs: &mut Inputs<Line>, chances: &Chances, random: &mut Pcg64) {
        // Now and then an address that looks the same in the bits that are compared.
        let address = |random: &mut Pcg64| {
            let line =
                random.random_range(0..chances.medium_lines) * MEDIUM_LINE_BYTES + random.random_range(0..4) * 64;
            line + if random.random_ratio(1, 8) { 1 << 40 } else { 0 }
        };
        if self.read.is_none() && random.random_ratio(chances.read, 8) {
            self.read = Some(ReadRequest { id: random.random_range(0..512), address: address(random) });
        }
        if self.write_address.is_none() && random.random_ratio(chances.write_address, 8) {
            self.write_address = Some(WriteAddress { address: address(random), streaming: random.random() });
        }
        if self.write_data.is_none() && random.random_ratio(chances.write_data, 8) {
            self.write_data = Some(random_bits(random));
        }
        inputs.s_ar = self.read;
        inputs.s_aw = self.write_address;
        inputs.s_w = self.write_data;
        inputs.s_rready = random.random_ratio(chances.take_line, 8);
        inputs.s_bready = random.random_ratio(chances.take_response, 8);
    }

    fn version(&self, address: u64) -> u64 {
        self.history.get(&address).and_then(|writes| writes.last()).map_or(0, |write| write.0)
    }

    fn clock(&mut self, inputs: &Inputs<Line>, outputs: &Outputs<Line>, dram: &Dram) {
        assert_eq!(
            (outputs.s_awready && self.write_address.is_some()),
            (outputs.s_wready && self.write_data.is_some()),
            "address and data of a write are taken together"
        );
        if outputs.s_awready
            && let (Some(write), Some(line)) = (self.write_address.take(), self.write_data.take())
        {
            self.accepted_writes += 1;
            self.writes.push_back(write.address);
            self.history.entry(write.address).or_default().push((self.accepted_writes, line));
        }
        if outputs.s_arready
            && let Some(ReadRequest { id, address }) = self.read.take()
        {
            let version = self.version(address);
            self.reads.push_back(PendingRead { id, address, version });
        }
        if let Some(answer) = outputs.s_r.filter(|_| inputs.s_rready) {
            let read = self.reads.pop_front().expect("an answer to no read");
            self.answered_reads += 1;
            assert_eq!((answer.id, answer.response), (read.id, response_of(read.address)), "the oldest read's answer");
            let newer = self
                .history
                .get(&read.address)
                .into_iter()
                .flatten()
                .any(|write| write.0 >= read.version && write.1 == answer.line);
            let never_written = read.version == 0 && answer.line == Line::default();
            assert!(newer || never_written, "a line that is older than the read");
        }
        if let Some(response) = outputs.s_b.filter(|_| inputs.s_bready) {
            let address = self.writes.pop_front().expect("an answer to no write");
            self.answered_writes += 1;
            assert_eq!(response, response_of(address), "the oldest write's answer");
            assert!(self.answered_writes <= dram.durable, "a write is answered before it is durable");
        }
    }
}

/// Payloads that wait stay.
fn check_stable(before: &(Inputs<Line>, Outputs<Line>), now: &Outputs<Line>) {
    let (inputs, outputs) = before;
    assert!(outputs.s_r.is_none() || inputs.s_rready || now.s_r == outputs.s_r, "s_r changed");
    assert!(outputs.s_b.is_none() || inputs.s_bready || now.s_b == outputs.s_b, "s_b changed");
    assert!(outputs.m_ar.is_none() || inputs.m_arready || now.m_ar == outputs.m_ar, "m_ar changed");
    assert!(outputs.m_aw.is_none() || inputs.m_awready || now.m_aw == outputs.m_aw, "m_aw changed");
    assert!(outputs.m_w.is_none() || inputs.m_wready || now.m_w == outputs.m_w, "m_w changed");
}

/// No output depends on a ready of the same cycle, nor on anything but the other channel's valid.
fn check_no_path_across<C: Controller>(block: &mut C, inputs: &Inputs<Line>, random: &mut Pcg64) {
    let before = block.observe();
    let moved = Inputs {
        s_rready: !inputs.s_rready,
        s_bready: !inputs.s_bready,
        m_arready: !inputs.m_arready,
        m_awready: !inputs.m_awready,
        m_wready: !inputs.m_wready,
        s_ar: Some(ReadRequest { id: random.random_range(0..512), address: random.random() }),
        m_b: Some(1),
        ..*inputs
    };
    block.drive(&moved);
    assert_eq!(block.observe(), before, "an output follows an input of the same cycle");
    block.drive(inputs);
}

/// Runs the block beside the model. Returns how many reads and writes were answered.
fn run<C: Controller>(settings: Settings, seed: u64, cycles: u64) -> (u64, u64) {
    let random = &mut random(&format!("memory controller {:?}, {settings:?}", C::SIZE), seed);
    let mut block = ready::<C>();
    let mut model = MemoryController::<Line>::with_size(settings, C::SIZE);
    let (mut requester, mut dram) = (Requester::default(), Dram::default());
    let mut before: Option<(Inputs<Line>, Outputs<Line>)> = None;
    let mut chances = Chances::draw(random);
    let (mut reads, mut writes) = (0, 0);
    block.set(&settings);
    for cycle in 0..cycles {
        if random.random_ratio(1, 100) {
            chances = Chances::draw(random);
        }
        let mut inputs = Inputs::default();
        requester.offer(&mut inputs, &chances, random);
        let (read_willing, write_willing) =
            (random.random_ratio(chances.dram_answers, 8), random.random_ratio(chances.dram_answers, 8));
        dram.offer(&mut inputs, chances.dram_latency, read_willing, write_willing);
        inputs.m_arready = random.random_ratio(chances.dram_takes, 8);
        inputs.m_awready = random.random_ratio(chances.dram_takes, 8);
        inputs.m_wready = random.random_ratio(chances.dram_takes, 8);

        block.drive(&inputs);
        let outputs = block.observe();
        let expected = model.cycle(&inputs);
        assert_eq!(outputs, expected, "cycle {cycle}: block and model (right) differ on {inputs:?}");
        if let Some(before) = &before {
            check_stable(before, &outputs);
        }
        if random.random_ratio(1, 16) {
            check_no_path_across(&mut *block, &inputs, random);
        }
        requester.clock(&inputs, &outputs, &dram);
        dram.clock(&inputs, &outputs);
        before = Some((inputs, outputs));
        if random.random_ratio(1, 1500) {
            // All sides forget what is under way.
            block.clock_reset();
            model.reset();
            (reads, writes) = (reads + requester.answered_reads, writes + requester.answered_writes);
            (requester, dram, before) = (Requester::default(), Dram::default(), None);
        } else {
            block.clock();
        }
    }
    (reads + requester.answered_reads, writes + requester.answered_writes)
}

const OFF: Settings = Settings {
    read_latency: 0,
    write_latency: 0,
    read_rate: 0,
    row_write_rate: 0,
    stream_write_rate: 0,
    read_after_write_window: 0,
};

/// Settings that reach every rule, alone and together.
const MATRIX: [Settings; 10] = [
    OFF,
    Settings { read_latency: 1, write_latency: 1, read_after_write_window: 1, ..OFF },
    Settings { read_latency: 6, write_latency: 4, read_after_write_window: 3, ..OFF },
    Settings {
        read_latency: 35,
        write_latency: 81,
        read_rate: 47_185,
        row_write_rate: 7_864,
        stream_write_rate: 47_185,
        ..OFF
    },
    Settings { read_latency: 300, write_latency: 0, ..OFF },
    Settings { read_latency: 0, write_latency: 300, read_after_write_window: 2, ..OFF },
    Settings { read_rate: 65_536, row_write_rate: 65_536, stream_write_rate: 131_071, ..OFF },
    Settings { read_rate: 40_000, row_write_rate: 1_000, stream_write_rate: 20_000, ..OFF },
    Settings { read_after_write_window: 90, ..OFF },
    Settings {
        read_latency: 77,
        write_latency: 24,
        read_rate: 26_624,
        row_write_rate: 9_555,
        stream_write_rate: 9_555,
        read_after_write_window: 28,
    },
];

#[test]
fn small_controller_agrees_with_its_model() {
    for (seed, settings) in (1..).zip(MATRIX) {
        let (reads, writes) = run::<Small>(settings, seed, 6000);
        println!("{settings:?}: {reads} reads, {writes} writes");
        assert!(reads > 50 && writes > 50, "{reads} reads and {writes} writes only");
    }
}

#[test]
fn usual_controller_agrees_with_its_model() {
    for (seed, settings) in (101..).zip(MATRIX) {
        let (reads, writes) = run::<Usual>(settings, seed, 3000);
        println!("{settings:?}: {reads} reads, {writes} writes");
        assert!(reads > 20 && writes > 20, "{reads} reads and {writes} writes only");
    }
}

/// Settings drawn at random, and sizes that differ between reads and writes.
#[test]
fn drawn_settings_agree_with_the_model() {
    let random = &mut random("settings of the memory controller", 31);
    for seed in 201..221 {
        let few = |random: &mut Pcg64| random.random_range(0..50_u16);
        let rate = |random: &mut Pcg64| {
            [0, random.random_range(0..131_072), random.random_range(500..30_000)][random.random_range(0..3)]
        };
        let settings = Settings {
            read_latency: few(random),
            write_latency: few(random),
            read_rate: rate(random),
            row_write_rate: rate(random),
            stream_write_rate: rate(random),
            read_after_write_window: few(random),
        };
        run::<Block<2, 4, 16>>(settings, seed, 1500);
        run::<Block<4, 1, 2>>(settings, seed, 1500);
        run::<Block<1, 7, 128>>(settings, seed, 300);
    }
}
