//! An AXI4 port to a memory of another clock: what is written is read back, nothing is changed on the way, and no beat is wasted.

use crate::bench::{random, ready, settle};
use crate::clocks::{Clocks, pairs};
use crate::lines::{Line, Rate, from_bits, number, to_bits};
use crate::memory::{Reads, Writes};
use emberlane_rtl::crossing::AxiCrossing;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::{HashMap, VecDeque};

/// What the port of the device and the memory behind the crossing have done.
struct Bench {
    block: Box<AxiCrossing>,
    random: Pcg64,
    /// Lines of memory.
    lines: HashMap<u64, Line>,
    reads: Reads,
    writes: Writes,
    /// IDs of what memory was asked for, in order.
    read_ids: VecDeque<(u64, bool)>,
    write_ids: VecDeque<u64>,
    /// Edges of the device's clock, and of the memory's.
    edges: [usize; 2],
    /// Offered and not yet taken, of the channels of the memory's answers.
    answer: Option<(u64, Line, u64, bool)>,
    response: Option<u64>,
}

/// A burst: address, ID, lines.
#[derive(Clone)]
struct Burst {
    address: u64,
    id: u64,
    lines: Vec<Line>,
}

fn bursts(random: &mut Pcg64, count: usize, length: std::ops::Range<usize>) -> Vec<Burst> {
    let mut address = 0x1_0000_0000;
    let mut burst = |_| {
        address += 64 * 16;
        let lines =
            (0..random.random_range(length.clone())).map(|_| std::array::from_fn(|_| random.random())).collect();
        Burst { address, id: random.random_range(0..512), lines }
    };
    (0..count).map(&mut burst).collect()
}

impl Bench {
    fn new(name: &str, seed: u64, reads: Reads, writes: Writes) -> Self {
        Self {
            block: ready(),
            random: random(name, seed),
            lines: HashMap::new(),
            reads,
            writes,
            read_ids: VecDeque::new(),
            write_ids: VecDeque::new(),
            edges: [0; 2],
            answer: None,
            response: None,
        }
    }

    /// Edges of both clocks as they come; inputs were set and settled before.
    fn edge(&mut self, ticks: [bool; 2]) {
        for level in [true, false] {
            if ticks[0] {
                self.block.clock.next = level.into();
            }
            if ticks[1] {
                self.block.m_clock.next = level.into();
            }
            settle(&mut *self.block);
        }
        for (edges, tick) in self.edges.iter_mut().zip(ticks) {
            *edges += usize::from(tick);
        }
    }

    /// What memory does before an edge of its clock; `true` if it took or gave something.
    fn memory_offers(&mut self) {
        let now = self.edges[1];
        if self.answer.is_none()
            && let Some(address) = self.reads.give(now, &mut self.random)
        {
            let (id, last) = self.read_ids.pop_front().expect("it was asked for");
            self.answer = Some((id, self.lines.get(&address).copied().unwrap_or([7; 16]), address >> 6 & 3, last));
        }
        if self.response.is_none() && self.writes.answer(now, &mut self.random) {
            self.response = Some(self.write_ids.pop_front().expect("it was written"));
        }
        let (ar, aw, w) = (
            self.reads.ready(&mut self.random),
            self.writes.takes_address.draw(&mut self.random),
            self.writes.takes_beat.draw(&mut self.random),
        );
        let port = &mut self.block.m_axi;
        port.arready.next = ar;
        port.awready.next = aw;
        port.wready.next = w;
        port.rvalid.next = self.answer.is_some();
        if let Some((id, line, response, last)) = self.answer {
            port.rid.next = id.into();
            port.rdata.next = to_bits(&line);
            port.rresp.next = response.into();
            port.rlast.next = last;
        }
        port.bvalid.next = self.response.is_some();
        if let Some(id) = self.response {
            port.bid.next = id.into();
            port.bresp.next = (id & 3).into();
        }
    }

    /// What passes at an edge of the memory's clock.
    fn memory_edge(&mut self) {
        let now = self.edges[1];
        let port = &self.block.m_axi;
        if port.arvalid.val() && port.arready.val() {
            let (address, length) = (number(port.araddr.val()), number(port.arlen.val()) + 1);
            assert_eq!((number(port.arsize.val()), number(port.arburst.val())), (6, 1), "size and kind of a burst");
            let id = number(port.arid.val());
            assert_eq!(number(port.arcache.val()), id & 15, "arcache");
            assert_eq!(number(port.arprot.val()), id & 7, "arprot");
            assert_eq!(number(port.arqos.val()), id >> 5, "arqos");
            self.reads.ask(address, length, now, &mut self.random);
            self.read_ids.extend((0..length).map(|beat| (id, beat + 1 == length)));
        }
        if port.awvalid.val() && port.awready.val() {
            let id = number(port.awid.val());
            assert_eq!(port.awlock.val(), id & 1 == 1, "awlock");
            assert_eq!(number(port.awcache.val()), id & 15, "awcache");
            self.writes.address(number(port.awaddr.val()), number(port.awlen.val()) + 1);
            self.write_ids.push_back(id);
        }
        if port.wvalid.val() && port.wready.val() {
            assert_eq!(number(port.wstrb.val()), u64::MAX, "wstrb");
            self.writes.beat(from_bits(port.wdata.val()), port.wlast.val());
        }
        if port.rvalid.val() && port.rready.val() {
            self.answer = None;
        }
        if port.bvalid.val() && port.bready.val() {
            self.response = None;
        }
        let lines = &mut self.lines;
        self.writes.land(now, &mut self.random, |address, line| {
            lines.insert(address, *line);
        });
    }

    /// Writes all, then reads all back. Edges of the device's clock that each took.
    fn run(&mut self, clocks: &mut Clocks, bursts: &[Burst], rate: fn() -> Rate) -> [usize; 2] {
        let mut rates: [Rate; 5] = std::array::from_fn(|_| rate());
        let beats: usize = bursts.iter().map(|burst| burst.lines.len()).sum();
        let mut took = [0; 2];
        for reading in [false, true] {
            let begin = self.edges[0];
            let mut addresses: VecDeque<&Burst> = bursts.iter().collect();
            let mut data: VecDeque<(Line, bool)> = if reading { VecDeque::new() } else { all_beats(bursts) };
            let mut expected: VecDeque<(u64, u64, Line, bool)> =
                if reading { all_answers(bursts) } else { VecDeque::new() };
            let mut answers: VecDeque<u64> =
                if reading { VecDeque::new() } else { bursts.iter().map(|burst| burst.id).collect() };
            let (mut offers_address, mut offers_beat) = (false, false);
            let mut ticks_wanted = clocks.tick(&mut self.random);
            while !(addresses.is_empty() && data.is_empty() && expected.is_empty() && answers.is_empty()) {
                assert!(self.edges[0] < begin + 200 * beats + 10_000, "{}: stuck", clocks.name());
                let ticks = ticks_wanted;
                if ticks[1] {
                    self.memory_offers();
                }
                if ticks[0] {
                    offers_address |= !addresses.is_empty() && rates[0].draw(&mut self.random);
                    offers_beat |= !data.is_empty() && rates[1].draw(&mut self.random);
                    let (r, b) = (rates[2].draw(&mut self.random), rates[3].draw(&mut self.random));
                    self.device_offers(
                        reading,
                        offers_address.then(|| addresses[0]),
                        offers_beat.then(|| data[0]),
                        r,
                        b,
                    );
                }
                settle(&mut *self.block);
                if ticks[0] {
                    let port = &self.block.s_axi;
                    let taken = if reading { port.arready.val() } else { port.awready.val() };
                    if offers_address && taken {
                        addresses.pop_front();
                        offers_address = false;
                    }
                    if offers_beat && port.wready.val() {
                        data.pop_front();
                        offers_beat = false;
                    }
                    if port.rvalid.val() && port.rready.val() {
                        let came = (
                            number(port.rid.val()),
                            number(port.rresp.val()),
                            from_bits(port.rdata.val()),
                            port.rlast.val(),
                        );
                        assert_eq!(Some(came), expected.pop_front(), "{}: a beat that was read", clocks.name());
                    }
                    if port.bvalid.val() && port.bready.val() {
                        let id = number(port.bid.val());
                        assert_eq!(Some(id), answers.pop_front(), "{}: an answer to a write", clocks.name());
                        assert_eq!(number(port.bresp.val()), id & 3, "bresp");
                    }
                }
                if ticks[1] {
                    self.memory_edge();
                }
                self.edge(ticks);
                ticks_wanted = clocks.tick(&mut self.random);
            }
            took[usize::from(reading)] = self.edges[0] - begin;
        }
        took
    }

    fn device_offers(&mut self, reading: bool, address: Option<&Burst>, beat: Option<(Line, bool)>, r: bool, b: bool) {
        let port = &mut self.block.s_axi;
        port.arvalid.next = reading && address.is_some();
        port.awvalid.next = !reading && address.is_some();
        if let Some(Burst { address, id, lines }) = address {
            let length = lines.len() as u64 - 1;
            port.araddr.next = (*address).into();
            port.awaddr.next = (*address).into();
            port.arid.next = (*id).into();
            port.awid.next = (*id).into();
            port.arlen.next = length.into();
            port.awlen.next = length.into();
            port.arsize.next = 6.into();
            port.awsize.next = 6.into();
            port.arburst.next = 1.into();
            port.awburst.next = 1.into();
            port.arlock.next = id & 1 == 1;
            port.awlock.next = id & 1 == 1;
            port.arcache.next = (id & 15).into();
            port.awcache.next = (id & 15).into();
            port.arprot.next = (id & 7).into();
            port.awprot.next = (id & 7).into();
            port.arqos.next = (id >> 5).into();
            port.awqos.next = (id >> 5).into();
        }
        port.wvalid.next = beat.is_some();
        if let Some((line, last)) = beat {
            port.wdata.next = to_bits(&line);
            port.wstrb.next = u64::MAX.into();
            port.wlast.next = last;
        }
        port.rready.next = r;
        port.bready.next = b;
    }
}

fn all_beats(bursts: &[Burst]) -> VecDeque<(Line, bool)> {
    let beats = |burst: &Burst| {
        let last = burst.lines.len() - 1;
        burst.lines.iter().enumerate().map(|(beat, line)| (*line, beat == last)).collect::<Vec<_>>()
    };
    bursts.iter().flat_map(beats).collect()
}

/// The beats of reads of all: ID, response, line, whether it is the last.
fn all_answers(bursts: &[Burst]) -> VecDeque<(u64, u64, Line, bool)> {
    let beats = |burst: &Burst| {
        let (last, id, address) = (burst.lines.len() - 1, burst.id, burst.address);
        let answer = |(beat, line): (usize, &Line)| (id, ((address >> 6) + beat as u64) & 3, *line, beat == last);
        burst.lines.iter().enumerate().map(answer).collect::<Vec<_>>()
    };
    bursts.iter().flat_map(beats).collect()
}

#[test]
fn what_is_written_is_read_back_over_any_clocks() {
    for (seed, mut clocks) in pairs().into_iter().enumerate() {
        let mut bench = Bench::new(clocks.name(), seed as u64, Reads::new(Rate::changing), Writes::new(Rate::changing));
        let bursts = bursts(&mut bench.random, 24, 1..17);
        bench.run(&mut clocks, &bursts, Rate::changing);
    }
}

/// With neither side stalling, the slower clock has a beat a cycle.
#[test]
fn no_cycle_of_the_slower_clock_is_wasted() {
    for mut clocks in pairs() {
        if clocks.name().contains("pauses") {
            continue;
        }
        let mut bench = Bench::new(clocks.name(), 5, Reads::steady(10), Writes::new(Rate::always));
        let bursts = bursts(&mut bench.random, 16, 16..17);
        let began = clocks.time();
        bench.run(&mut clocks, &bursts, Rate::always);
        // Twice 256 beats, and what the memory and the ways there take.
        let cycles = (clocks.time() - began) / clocks.slowest();
        assert!((512..512 + 140).contains(&cycles), "{}: {cycles} cycles of the slower clock", clocks.name());
    }
}

/// Nothing is taken before both clocks tick and the memory is ready. A later reset of the memory closes the port, and says so, until the
/// device is reset with it.
#[test]
fn a_memory_that_was_reset_is_lost_until_the_device_says_so() {
    fn takes(bench: &mut Bench) -> bool {
        settle(&mut *bench.block);
        let port = &bench.block.s_axi;
        port.arready.val() || port.awready.val() || port.wready.val()
    }
    fn opens(bench: &mut Bench) -> bool {
        (0..60).any(|_| {
            let taken = takes(bench);
            bench.edge([true, true]);
            taken
        })
    }
    let mut bench = Bench::new("resets of the memory", 7, Reads::steady(4), Writes::new(Rate::always));
    bench.block.m_reset.next = true;
    bench.block.s_axi.arvalid.next = true;
    bench.block.s_axi.awvalid.next = true;
    bench.block.s_axi.wvalid.next = true;
    for ticks in [[true, false], [true, true]] {
        for _ in 0..80 {
            assert!(!takes(&mut bench), "nobody is there to take it");
            bench.edge(ticks);
        }
    }
    bench.block.m_reset.next = false;
    assert!(opens(&mut bench) && !bench.block.lost.val(), "the memory is ready");
    for edges in 1..4 {
        bench.block.m_reset.next = true;
        (0..edges).for_each(|_| bench.edge([true, true]));
        bench.block.m_reset.next = false;
        assert!((0..20).any(|_| {
            bench.edge([true, true]);
            bench.block.lost.val()
        }));
        for _ in 0..200 {
            assert!(!takes(&mut bench) && bench.block.lost.val(), "lost for good");
            bench.edge([true, true]);
        }
        bench.block.reset.next = true;
        bench.edge([true, true]);
        bench.block.reset.next = false;
        settle(&mut *bench.block);
        assert!(!bench.block.lost.val() && !takes(&mut bench));
        assert!(opens(&mut bench), "it goes on behind a reset");
    }
}
