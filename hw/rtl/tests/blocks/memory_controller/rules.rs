//! Each rule of the memory controller, alone.

use super::{Controller, Dram, Line, Small, Usual, response_of};
use crate::bench::{random, ready};
use crate::words::random_bits;
use emberlane_models::memory_controller::{BURST_LINES, Inputs, Outputs, ReadRequest, Settings, WriteAddress};

/// Cycles that the controller adds to a read, and to a write.
const READ_ADDED: u64 = 4;
const WRITE_ADDED: u64 = 2;

/// A controller above a DRAM that takes everything at once.
struct Bench<C> {
    block: Box<C>,
    dram: Dram,
    /// Cycles from the DRAM's taking of a request to its answer.
    dram_latency: u64,
    dram_answers_writes: bool,
    cycle: u64,
}

impl<C: Controller> Bench<C> {
    fn new(settings: Settings, dram_latency: u64) -> Self {
        let mut block = ready::<C>();
        block.set(&settings);
        Self { block, dram: Dram::default(), dram_latency, dram_answers_writes: true, cycle: 0 }
    }

    /// One cycle with these requests; answers are taken.
    fn step(&mut self, read: Option<u64>, write: Option<(WriteAddress, Line)>) -> Outputs<Line> {
        // Longer than any test: what a test waits for would never come.
        assert!(self.cycle < 10_000, "the test does not end");
        let mut inputs = Inputs {
            s_ar: read.map(|address| ReadRequest { id: (address / 64 % 512) as u16, address }),
            s_rready: true,
            s_aw: write.map(|write| write.0),
            s_w: write.map(|write| write.1),
            s_bready: true,
            m_arready: true,
            m_awready: true,
            m_wready: true,
            ..Inputs::default()
        };
        self.dram.offer(&mut inputs, self.dram_latency, true, self.dram_answers_writes);
        self.block.drive(&inputs);
        let outputs = self.block.observe();
        self.dram.clock(&inputs, &outputs);
        self.block.clock();
        self.cycle += 1;
        outputs
    }

    /// Cycles from now until `seen`, with no requests.
    fn until(&mut self, seen: impl Fn(&Outputs<Line>) -> bool) -> u64 {
        let start = self.cycle;
        while !seen(&self.step(None, None)) {}
        self.cycle - start
    }
}

fn row(address: u64) -> Option<(WriteAddress, Line)> {
    Some((WriteAddress { address, streaming: false }, address.into()))
}

fn stream(address: u64) -> Option<(WriteAddress, Line)> {
    Some((WriteAddress { address, streaming: true }, address.into()))
}

#[test]
fn reads_have_exactly_their_latency() {
    for (dram_latency, latency) in
        [1, 7].into_iter().flat_map(|dram| [0, 1, 4, 5, 6, 11, 12, 40, 700].map(|l| (dram, l)))
    {
        let settings = Settings { read_latency: latency, ..Settings::default() };
        let mut bench = Bench::<Small>::new(settings, dram_latency);
        for _ in 0..3 {
            assert!(bench.step(Some(64), None).s_arready);
            let taken = bench.until(|outputs| outputs.s_r.is_some());
            assert_eq!(
                taken,
                (READ_ADDED + dram_latency).max(latency.into()),
                "latency {latency}, DRAM {dram_latency}"
            );
        }
    }
}

#[test]
fn writes_have_exactly_their_latency() {
    for (dram_latency, latency) in
        [1, 7].into_iter().flat_map(|dram| [0, 1, 2, 3, 4, 9, 10, 40, 700].map(|l| (dram, l)))
    {
        let settings = Settings { write_latency: latency, ..Settings::default() };
        let mut bench = Bench::<Small>::new(settings, dram_latency);
        for _ in 0..3 {
            assert!(bench.step(None, row(64)).s_awready);
            let taken = bench.until(|outputs| outputs.s_b.is_some());
            assert_eq!(
                taken,
                (WRITE_ADDED + dram_latency).max(latency.into()),
                "latency {latency}, DRAM {dram_latency}"
            );
        }
    }
}

/// Emulation off, DRAM as far away as can be: a read and a write a cycle, a read a cycle.
#[test]
fn off_passes_a_read_and_a_write_a_cycle() {
    for (dram_latency, writes) in [(1, true), (59, true), (123, false)] {
        let mut bench = Bench::<Usual>::new(Settings::default(), dram_latency);
        let (mut lines, mut responses) = (0_u64, 0_u64);
        let requests = 500;
        for index in 0..requests {
            // Reads of lines that are not written.
            let outputs = bench.step(Some(index * 64), row((1 << 30) + index * 64).filter(|_| writes));
            assert!(outputs.s_arready && (outputs.s_awready || !writes), "DRAM {dram_latency}, cycle {index}: stalls");
            lines += u64::from(outputs.s_r.is_some());
            responses += u64::from(outputs.s_b.is_some());
        }
        assert_eq!(lines, requests - dram_latency - READ_ADDED);
        assert_eq!(responses, if writes { requests - dram_latency - WRITE_ADDED } else { 0 });
    }
}

/// 128 reads and 64 writes are taken before the first is answered, and no more.
#[test]
fn as_much_is_under_way_as_promised() {
    let mut bench = Bench::<Usual>::new(Settings::default(), 1000);
    let (mut reads, mut writes) = (0, 0);
    for index in 0..400 {
        let outputs = bench.step(Some(index * 64), row((1 << 30) + index * 64));
        reads += u64::from(outputs.s_arready);
        writes += u64::from(outputs.s_awready);
    }
    assert_eq!((reads, writes), (128, 64));
}

/// Answered lines follow the rate: no more than burst and rate allow, and no less than the rate.
#[test]
fn rates_hold_in_the_long_run() {
    let settings =
        Settings { read_rate: 47_185, row_write_rate: 7_864, stream_write_rate: 26_214, ..Settings::default() };
    let cycles = 3000;
    for streaming in [false, true] {
        let mut bench = Bench::<Usual>::new(settings, 1);
        let (mut lines, mut responses) = (0_u64, 0_u64);
        for index in 0..cycles {
            let address = (1 << 30) + index * 64;
            let outputs = bench.step(Some(index * 64), if streaming { stream(address) } else { row(address) });
            lines += u64::from(outputs.s_r.is_some());
            responses += u64::from(outputs.s_b.is_some());
        }
        let write_rate = if streaming { settings.stream_write_rate } else { settings.row_write_rate };
        for (count, rate) in [(lines, settings.read_rate), (responses, write_rate)] {
            // The first answer comes some cycles after the start, with the bucket full.
            let least = u64::from(rate) * (cycles - READ_ADDED - 1) / 65_536;
            assert!((least..=least + BURST_LINES + 1).contains(&count), "{count} lines, not {least}, at {rate}/65536");
        }
    }
}

/// A read of a line that is being written comes to the DRAM when the write is answered, and the window later.
#[test]
fn read_waits_for_the_write_of_its_line() {
    for (window, write_latency) in [0, 1, 2, 3, 25].into_iter().flat_map(|window| [0, 30].map(|l| (window, l))) {
        let settings = Settings { write_latency, read_after_write_window: window, ..Settings::default() };
        let mut bench = Bench::<Small>::new(settings, 5);
        bench.step(None, row(256));
        // The last line of the same 256 bytes, then one that is not.
        assert!(bench.step(Some(256 + 192), None).s_arready);
        assert!(bench.step(Some(512), None).s_arready);
        let mut answered = None;
        let offered = loop {
            let outputs = bench.step(None, None);
            if outputs.s_b.is_some() {
                answered = Some(bench.cycle);
            }
            if let Some(address) = outputs.m_ar {
                assert_eq!(address, 256 + 192, "reads keep their order");
                break bench.cycle;
            }
            assert!(bench.cycle < 1000, "the read never comes");
        };
        let answered = answered.expect("a write is answered before a read of its line is sent");
        assert_eq!(offered, answered + u64::from(window).max(3), "window {window}");
        assert_eq!(bench.step(None, None).m_ar, Some(512), "the next one follows at once");
    }
}

#[test]
fn read_of_another_line_does_not_wait() {
    let settings = Settings { write_latency: 500, read_after_write_window: 500, ..Settings::default() };
    let mut bench = Bench::<Small>::new(settings, 1);
    bench.step(None, row(256));
    bench.step(None, row(1024));
    assert!(bench.step(Some(512), None).s_arready);
    assert_eq!(bench.until(|outputs| outputs.s_r.is_some()), READ_ADDED + 1);
    // And after answer and window neither does one of that line.
    bench.until(|outputs| outputs.s_b.is_some());
    for _ in 0..502 {
        bench.step(None, None);
    }
    assert!(bench.step(Some(256), None).s_arready);
    assert_eq!(bench.until(|outputs| outputs.s_r.is_some()), READ_ADDED + 1);
}

/// A read waits for the writes before it, not for those that come while it waits.
#[test]
fn writes_do_not_starve_a_read() {
    let settings = Settings { write_latency: 20, read_after_write_window: 10, ..Settings::default() };
    let mut bench = Bench::<Usual>::new(settings, 1);
    for _ in 0..50 {
        bench.step(None, row(256));
    }
    assert!(bench.step(Some(256), row(256)).s_arready);
    let start = bench.cycle;
    while bench.step(None, row(256)).s_r.is_none() {
        assert!(bench.cycle - start < 60, "the read starves");
    }
}

/// With writes stuck below, reads of other lines pass as if there were none.
#[test]
fn stuck_writes_do_not_block_reads() {
    let mut bench = Bench::<Small>::new(Settings::default(), 1);
    bench.dram_answers_writes = false;
    for index in 0..20 {
        let outputs = bench.step(None, row((1 << 30) + index * 256));
        assert_eq!(outputs.s_awready, index < 8, "the table of eight writes is full");
    }
    for index in 0..50 {
        let outputs = bench.step(Some(index * 64), row(1 << 30));
        assert!(outputs.s_arready && !outputs.s_awready, "cycle {index}");
        assert_eq!(outputs.s_r.is_some(), index > READ_ADDED, "cycle {index}");
    }
}

/// The answer to a write comes after the DRAM's, whatever latency and rate would allow.
#[test]
fn a_write_is_durable_before_it_is_answered() {
    let mut bench = Bench::<Small>::new(Settings { write_latency: 10, ..Settings::default() }, 1);
    bench.dram_answers_writes = false;
    bench.step(None, row(64));
    for _ in 0..500 {
        assert_eq!(bench.step(None, None).s_b, None);
    }
    bench.dram_answers_writes = true;
    assert_eq!(bench.step(None, None).s_b, None, "the DRAM answers in this cycle");
    assert!(bench.step(None, None).s_b.is_some());
}

#[test]
fn errors_of_the_medium_are_passed_on() {
    let mut bench = Bench::<Small>::new(Settings::default(), 1);
    let mut seen = [false; 4];
    for address in (0..12).map(|line| line * 64) {
        bench.step(None, row(address));
        let mut response = None;
        bench.until(|outputs| outputs.s_b.is_some());
        bench.step(Some(address), None);
        while response.is_none() {
            response = bench.step(None, None).s_r.map(|answer| answer.response);
        }
        assert_eq!(response, Some(response_of(address)));
        seen[usize::from(response_of(address))] = true;
    }
    assert_eq!(seen, [true, false, true, true]);
}

/// What is written is read back, all of it.
#[test]
fn lines_come_back_whole() {
    let random = &mut random("lines of the memory controller", 41);
    let mut bench = Bench::<Usual>::new(Settings { read_after_write_window: 7, ..Settings::default() }, 3);
    let lines: Vec<Line> = (0..40).map(|_| random_bits(random)).collect();
    for (address, line) in (0..).step_by(64).zip(&lines) {
        bench.step(None, Some((WriteAddress { address, streaming: false }, *line)));
    }
    let mut back = vec![];
    let mut next = 0;
    while back.len() < lines.len() {
        let outputs = bench.step((next < lines.len()).then_some(next as u64 * 64), None);
        next += usize::from(outputs.s_arready);
        back.extend(outputs.s_r.map(|answer| answer.line));
    }
    assert_eq!(back, lines);
}
