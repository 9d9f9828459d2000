//! The scratchpad on UltraRAM: what is written is read back, with stalls on every channel; what is outside is an error; and it is made of
//! UltraRAM.

#[path = "../blocks/bench.rs"]
#[expect(dead_code, reason = "shared with other tests, which use all of it")]
mod bench;
#[path = "../cxl_mem/lines.rs"]
#[expect(dead_code, reason = "shared with other tests, which use all of it")]
mod lines;

use bench::{random, ready, settle};
use emberlane_rtl::axi::Scratchpad;
use emberlane_rtl::memory::UltraRam;
use emberlane_verilog::equivalence::Equivalence;
use emberlane_verilog::{Describe, ExportOptions, export, inputs};
use lines::{Line, Rate, from_bits, number, to_bits};
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::VecDeque;
use std::process::Command;

const LOG_LINES: usize = 6;
const LINES: u64 = 1 << LOG_LINES;

type Small = Scratchpad<LOG_LINES>;

#[derive(Clone, Debug)]
struct Burst {
    address: u64,
    id: u64,
    beats: u64,
    /// As `axsize` and `axburst` say.
    size: u64,
    kind: u64,
}

impl Burst {
    fn draw(random: &mut Pcg64) -> Self {
        let beats = [1, 1, 2, 5, 16][random.random_range(0..5)];
        // Some begin outside, or end there.
        let line = random.random_range(0..LINES + 8);
        let high = if random.random_ratio(1, 20) { 1 << 40 } else { 0 };
        let (size, kind) = [(6, 1), (6, 1), (6, 1), (6, 1), (5, 1), (6, 2)][random.random_range(0..6)];
        Self { address: high + 64 * line, id: random.random_range(0..512), beats, size, kind }
    }

    /// The line of a beat, if it is one of memory.
    fn line(&self, beat: u64) -> Option<usize> {
        let line = self.address / 64 + beat;
        let is_served = self.beats == 1 || (self.size, self.kind) == (6, 1);
        (is_served && line < LINES).then_some(line as usize)
    }
}

/// A beat that is read, as it is expected: ID, line or error, whether it is the last.
type Answer = (u64, Option<Line>, bool);

struct Bench {
    block: Box<Small>,
    random: Pcg64,
    lines: Vec<Line>,
    cycle: usize,
    rates: [Rate; 5],
}

impl Bench {
    fn new(name: &str, seed: u64, rate: fn() -> Rate) -> Self {
        let mut bench = Self {
            block: ready(),
            random: random(name, seed),
            lines: vec![[0; 16]; LINES as usize],
            cycle: 0,
            rates: std::array::from_fn(|_| rate()),
        };
        bench.block.reset.next = true;
        bench.clock();
        bench.block.reset.next = false;
        bench
    }

    fn clock(&mut self) {
        settle(&mut *self.block);
        self.block.clock.next = true.into();
        settle(&mut *self.block);
        self.block.clock.next = false.into();
        settle(&mut *self.block);
        self.cycle += 1;
    }

    /// Writes bursts, and waits for all answers. Cycles that it took.
    fn write(&mut self, bursts: &[Burst]) -> usize {
        let begin = self.cycle;
        let mut addresses: VecDeque<&Burst> = bursts.iter().collect();
        let mut beats = VecDeque::new();
        let mut answers = VecDeque::new();
        for burst in bursts {
            let mut good = true;
            for beat in 0..burst.beats {
                let line: Line = std::array::from_fn(|_| self.random.random());
                let bytes: u64 = if self.random.random() { u64::MAX } else { self.random.random() };
                beats.push_back((line, bytes, beat + 1 == burst.beats));
                good &= burst.line(beat).is_some();
                if let Some(at) = burst.line(beat) {
                    for byte in (0..64).filter(|byte| bytes >> byte & 1 == 1) {
                        let (word, shift) = (byte / 4, 8 * (byte % 4));
                        let mask = 0xff_u32 << shift;
                        self.lines[at][word] = self.lines[at][word] & !mask | line[word] & mask;
                    }
                }
            }
            answers.push_back((burst.id, if good { 0 } else { 2 }));
        }
        let (mut offers_address, mut offers_beat) = (false, false);
        while !answers.is_empty() {
            assert!(self.cycle < begin + 100_000, "stuck");
            offers_address |= !addresses.is_empty() && self.rates[0].draw(&mut self.random);
            offers_beat |= !beats.is_empty() && self.rates[1].draw(&mut self.random);
            let takes = self.rates[2].draw(&mut self.random);
            let port = &mut self.block.s_axi;
            port.awvalid.next = offers_address;
            if let Some(burst) = addresses.front() {
                port.awaddr.next = burst.address.into();
                port.awid.next = burst.id.into();
                port.awlen.next = (burst.beats - 1).into();
                port.awsize.next = burst.size.into();
                port.awburst.next = burst.kind.into();
            }
            port.wvalid.next = offers_beat;
            if let Some((line, bytes, last)) = beats.front() {
                port.wdata.next = to_bits(line);
                port.wstrb.next = (*bytes).into();
                port.wlast.next = *last;
            }
            port.bready.next = takes;
            settle(&mut *self.block);
            let port = &self.block.s_axi;
            if offers_address && port.awready.val() {
                addresses.pop_front();
                offers_address = false;
            }
            if offers_beat && port.wready.val() {
                beats.pop_front();
                offers_beat = false;
            }
            if port.bvalid.val() && takes {
                let came = (number(port.bid.val()), number(port.bresp.val()));
                assert_eq!(Some(came), answers.pop_front(), "an answer to a write");
            }
            self.clock();
        }
        self.block.s_axi.awvalid.next = false;
        self.block.s_axi.wvalid.next = false;
        self.block.s_axi.bready.next = false;
        self.cycle - begin
    }

    /// Reads bursts. Cycles that it took, and the first cycle in which a beat was there.
    fn read(&mut self, bursts: &[Burst]) -> (usize, usize) {
        let begin = self.cycle;
        let mut addresses: VecDeque<&Burst> = bursts.iter().collect();
        let answer = |burst: &Burst, beat: u64| -> Answer {
            (burst.id, burst.line(beat).map(|line| self.lines[line]), beat + 1 == burst.beats)
        };
        let of_burst = |burst: &Burst| (0..burst.beats).map(|beat| answer(burst, beat)).collect::<Vec<_>>();
        let mut expected: VecDeque<Answer> = bursts.iter().flat_map(of_burst).collect();
        let mut offers = false;
        let mut first = None;
        while !expected.is_empty() {
            assert!(self.cycle < begin + 100_000, "stuck");
            offers |= !addresses.is_empty() && self.rates[3].draw(&mut self.random);
            let takes = self.rates[4].draw(&mut self.random);
            let port = &mut self.block.s_axi;
            port.arvalid.next = offers;
            if let Some(burst) = addresses.front() {
                port.araddr.next = burst.address.into();
                port.arid.next = burst.id.into();
                port.arlen.next = (burst.beats - 1).into();
                port.arsize.next = burst.size.into();
                port.arburst.next = burst.kind.into();
            }
            port.rready.next = takes;
            settle(&mut *self.block);
            let port = &self.block.s_axi;
            if offers && port.arready.val() {
                addresses.pop_front();
                offers = false;
            }
            if port.rvalid.val() {
                first.get_or_insert(self.cycle - begin);
                if takes {
                    let (id, line, last) = expected.pop_front().expect("it was asked for");
                    assert_eq!((number(port.rid.val()), port.rlast.val()), (id, last));
                    assert_eq!(number(port.rresp.val()), if line.is_some() { 0 } else { 2 });
                    if let Some(line) = line {
                        assert_eq!(from_bits(port.rdata.val()), line);
                    }
                }
            }
            self.clock();
        }
        self.block.s_axi.arvalid.next = false;
        self.block.s_axi.rready.next = false;
        (self.cycle - begin, first.expect("a beat came"))
    }
}

#[test]
fn what_is_written_is_read_back() {
    for seed in 0..6 {
        let mut bench = Bench::new("scratchpad", seed, Rate::changing);
        for _ in 0..10 {
            let writes: Vec<Burst> = (0..20).map(|_| Burst::draw(&mut bench.random)).collect();
            bench.write(&writes);
            let reads: Vec<Burst> = (0..20).map(|_| Burst::draw(&mut bench.random)).collect();
            bench.read(&reads);
        }
    }
}

/// Without stalls a beat a cycle, single beats as well as bursts, after the latency that is stated.
#[test]
fn no_cycle_is_wasted() {
    for (beats, count) in [(1, 64), (16, 4)] {
        let mut bench = Bench::new("scratchpad without stalls", 3, Rate::always);
        let burst = |number: u64| Burst { address: 64 * beats * number, id: number, beats, size: 6, kind: 1 };
        let bursts: Vec<Burst> = (0..count).map(burst).collect();
        assert_eq!(bench.write(&bursts), 64 + 2, "{beats} beats a burst");
        assert_eq!(bench.read(&bursts), (64 + 4, 4), "{beats} beats a burst");
    }
}

#[test]
fn the_memory_agrees() {
    let report = Equivalence::new(61)
        .add::<UltraRam<4>>(
            10_000,
            inputs!(clock, write_enable, write_address, write_data, write_bytes, read_enable, read_address),
        )
        .run();
    println!("{}", report.unwrap_or_else(|error| panic!("{error}")));
}

/// Half a mebibyte: eight columns of 64 bits, or seven of 72 and the rest in one, of two blocks of 4,096 words each.
#[test]
fn synthesis_takes_ultra_ram() {
    type Memory = UltraRam<13>;
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let design = export(&Memory::default(), &ExportOptions::default()).unwrap_or_else(|error| panic!("{error}"));
    design.write_to(folder.path()).unwrap_or_else(|error| panic!("{error}"));
    let top = Memory::name();
    let script = format!(
        "read_verilog -DSYNTHESIS {top}.v; synth_xilinx -family xcup -uram -top {top} -run :map_ffram; \
         select -assert-min 15 t:URAM288; select -assert-max 16 t:URAM288; select -assert-none t:RAMB* t:$mem*"
    );
    let output = Command::new("yosys").args(["-q", "-p", &script]).current_dir(folder.path()).output();
    let output = output.unwrap_or_else(|error| panic!("yosys: {error}; scripts/setup installs it"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
