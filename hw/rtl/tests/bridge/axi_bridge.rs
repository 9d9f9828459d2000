//! The bridge: every beat is one transaction, or an error, and is answered once, in order, as the device has answered it.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::device::{Device, Read, UNMAPPED, fresh, is_poison};
use crate::lines::{Line, Rate, Source, number};
use crate::master::{Beat, Burst, Came, Master};
use emberlane_rtl::cxl::bridge::AxiBridge;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::{BTreeMap, VecDeque};

/// What valid and ready say of a channel, and its payload as far as it has to stay.
type Offer = (bool, bool, Vec<u64>);

struct Bench {
    block: Box<AxiBridge>,
    device: Device,
    master: Master,
    offers: Option<[Offer; 4]>,
    cycle: usize,
}

impl Bench {
    fn new(device: Device, master: Master) -> Self {
        let mut block = ready::<AxiBridge>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        settle(&mut *block);
        Self { block, device, master, offers: None, cycle: 0 }
    }

    fn cycle(&mut self, random: &mut Pcg64) -> Came {
        self.device.drive(&mut self.block.cxl_mem, random);
        self.master.drive(&mut self.block.s_axi, random);
        settle(&mut *self.block);
        self.stays();
        self.device.sample(&self.block.cxl_mem, random);
        let came = self.master.sample(&self.block.s_axi);
        clock_cycle!(self.block);
        self.cycle += 1;
        came
    }

    /// What is offered stays until it is taken.
    fn stays(&mut self) {
        let (bus, link) = (&self.block.s_axi, &self.block.cxl_mem);
        let words = |line: rust_hdl::prelude::Bits<512>| crate::lines::from_bits(line).map(u64::from);
        let offers = [
            (
                bus.rvalid.val(),
                bus.rready.val(),
                [&[number(bus.rid.val()), number(bus.rresp.val())], &words(bus.rdata.val())[..]].concat(),
            ),
            (bus.bvalid.val(), bus.bready.val(), vec![number(bus.bid.val()), number(bus.bresp.val())]),
            (
                link.m2s_req_valid.val(),
                link.m2s_req_ready.val(),
                vec![number(link.m2s_req_tag.val()), number(link.m2s_req_address.val())],
            ),
            (
                link.m2s_rwd_valid.val(),
                link.m2s_rwd_ready.val(),
                [
                    &[
                        number(link.m2s_rwd_tag.val()),
                        number(link.m2s_rwd_address.val()),
                        number(link.m2s_rwd_be.val()),
                    ],
                    &words(link.m2s_rwd_data.val())[..],
                ]
                .concat(),
            ),
        ];
        for (channel, (before, now)) in self.offers.iter().flatten().zip(&offers).enumerate() {
            if before.0 && !before.1 {
                assert!(
                    now.0 && now.2 == before.2,
                    "channel {channel} changes what it offers, in cycle {}",
                    self.cycle
                );
            }
        }
        self.offers = Some(offers);
    }
}

fn burst(random: &mut Pcg64) -> Burst {
    let line = match random.random_range(0..8) {
        0 => UNMAPPED + random.random_range(0..64),
        1 => random.random_range(0..1 << 39),
        // Few lines, so that transactions meet.
        _ => random.random_range(0..48),
    };
    let beats = if random.random_ratio(1, 2) { 1 } else { random.random_range(1..=20) };
    let mut burst = Burst { address: line << 6, beats, size: 6, kind: 1, id: random.random_range(0..16) };
    match random.random_range(0..12) {
        0 => burst.size = random.random_range(0..6),
        1 => burst.kind = random.random_range(0..4),
        2 => burst.address |= 1 << random.random_range(52..64),
        3 => burst.address |= random.random_range(0..64),
        _ => {}
    }
    burst
}

fn written(random: &mut Pcg64) -> Beat {
    let strobes = match random.random_range(0..4) {
        0 => random.random(),
        1 => 0xff << (8 * random.random_range(0..8)),
        _ => u64::MAX,
    };
    (strobes, random.random())
}

/// Everything that a bridge does with random bursts.
fn bridges(seed: u64, rate: fn() -> Rate, slowest: u32) {
    let random = &mut random("bridge", seed);
    let reads: Vec<Burst> = (0..400).map(|_| burst(random)).collect();
    let writes: Vec<Burst> = (0..400).map(|_| burst(random)).collect();
    let beats: Vec<Vec<Beat>> =
        writes.iter().map(|burst| (0..burst.beats).map(|_| written(random)).collect()).collect();
    let flat = beats.iter().flat_map(|beats| {
        beats.iter().enumerate().map(|(at, beat)| (*beat, at + 1 == beats.len())).collect::<Vec<_>>()
    });
    let master = Master {
        reads: Source::new(reads.iter().copied(), rate()),
        writes: Source::new(writes.iter().copied(), rate()),
        data: Source::new(flat.collect::<Vec<_>>(), rate()),
        takes: [rate(), rate()],
    };
    let mut bench = Bench::new(Device::new(slowest, rate), master);

    // What is to be asked of the device, in order, and what is to come back: the number of a request, or a refusal.
    let (mut to_ask, mut read_beats) = (VecDeque::new(), VecDeque::new());
    for burst in &reads {
        for (beat, line) in burst.lines().enumerate() {
            let number = (burst.refused() == 0).then(|| {
                to_ask.push_back(line);
                to_ask.len() as u64 - 1
            });
            read_beats.push_back((burst.id, burst.refused(), number, beat as u64 + 1 == burst.beats));
        }
    }
    let mut to_write = VecDeque::new();
    let mut responses = VecDeque::new();
    let mut memory: BTreeMap<u64, Line> = BTreeMap::new();
    for (burst, beats) in writes.iter().zip(&beats) {
        if burst.refused() == 0 {
            for (line, (strobes, words)) in burst.lines().zip(beats) {
                to_write.push_back(line);
                if line < UNMAPPED {
                    let held = memory.entry(line).or_insert_with(|| fresh(line));
                    for byte in (0..64).filter(|byte| strobes >> byte & 1 == 1) {
                        let mask = 0xff << (byte % 4 * 8);
                        held[byte / 4] = held[byte / 4] & !mask | words[byte / 4] & mask;
                    }
                }
            }
        }
        responses.push_back((burst.id, burst.refused(), to_write.len() as u64));
    }
    let (asks, writes_to_come) = (to_ask.clone(), to_write.clone());

    let mut errors = [0; 4];
    while !(bench.master.is_idle() && read_beats.is_empty() && responses.is_empty()) {
        let came = bench.cycle(random);
        if let Some((id, response, last, words)) = came.beat {
            let (expected_id, refused, number, expected_last) = read_beats.pop_front().expect("a beat was asked for");
            assert_eq!((id, last), (expected_id, expected_last), "in cycle {}", bench.cycle);
            let expected = match number {
                None => (refused, [0; 16]),
                Some(number) => {
                    let answer = bench.device.answers.remove(&number);
                    let (words, unmapped, poison): Read = answer.expect("the device has answered before");
                    (
                        if poison {
                            2
                        } else if unmapped {
                            3
                        } else {
                            0
                        },
                        words,
                    )
                }
            };
            assert_eq!((response, words), expected, "in cycle {}", bench.cycle);
            errors[response as usize] += 1;
        }
        if let Some((id, response)) = came.response {
            let (expected_id, refused, count) = responses.pop_front().expect("a write was asked for");
            assert_eq!((id, response), (expected_id, refused), "in cycle {}", bench.cycle);
            assert!(
                (0..count).all(|number| bench.device.completed.contains(&number)),
                "B before its lines are written"
            );
        }
        assert!(bench.cycle < 200_000, "answers do not come: {} {}", read_beats.len(), responses.len());
    }
    assert!(bench.device.is_idle());
    assert_eq!(bench.device.asked, asks);
    assert_eq!(bench.device.written, writes_to_come);
    assert!(bench.device.lines == memory, "memory holds something else");
    assert!(errors[0] > 100 && errors[2] > 20 && errors[3] > 20, "{errors:?}");
    for _ in 0..100 {
        let came = bench.cycle(random);
        assert!(came.beat.is_none() && came.response.is_none(), "something comes that nobody asked for");
    }
}

#[test]
fn random_bursts_with_idle_cycles_and_back_pressure() {
    for seed in 0..4 {
        bridges(seed, Rate::changing, 60);
    }
}

#[test]
fn random_bursts_at_full_speed() {
    bridges(10, Rate::always, 0);
    bridges(11, Rate::always, 200);
}

fn quiet(device: Device, reads: Vec<Burst>, writes: Vec<Burst>) -> Bench {
    let beats: Vec<(Beat, bool)> = writes
        .iter()
        .flat_map(|burst| (0..burst.beats).map(|beat| ((u64::MAX, [beat as u32; 16]), beat + 1 == burst.beats)))
        .collect();
    let master = Master {
        reads: Source::new(reads, Rate::always()),
        writes: Source::new(writes, Rate::always()),
        data: Source::new(beats, Rate::always()),
        takes: [Rate::always(), Rate::always()],
    };
    Bench::new(device, master)
}

/// As the descriptions say: two cycles to the link, one from it.
#[test]
fn latency_is_as_stated() {
    let random = &mut random("latency", 0);
    let plain = Burst { address: 64, beats: 1, size: 6, kind: 1, id: 3 };
    let mut bench = quiet(Device::new(0, Rate::always), vec![plain], vec![Burst { address: 0x8000, ..plain }]);
    let (mut req, mut rwd, mut drs, mut ndr, mut beat, mut response) = (None, None, None, None, None, None);
    for cycle in 0..20 {
        let before = (bench.device.asked.len(), bench.device.written.len());
        let answered = (bench.device.answers.len(), bench.device.completed.len());
        let came = bench.cycle(random);
        let note = |at: &mut Option<usize>, now: bool| {
            if now && at.is_none() {
                *at = Some(cycle);
            }
        };
        note(&mut req, bench.device.asked.len() > before.0);
        note(&mut rwd, bench.device.written.len() > before.1);
        note(&mut drs, bench.device.answers.len() > answered.0);
        note(&mut ndr, bench.device.completed.len() > answered.1);
        note(&mut beat, came.beat.is_some());
        note(&mut response, came.response.is_some());
    }
    assert_eq!([req, rwd], [Some(2), Some(2)], "from AR, and from AW and W, to the link");
    assert_eq!([beat, response], [drs.map(|at| at + 1), ndr.map(|at| at + 1)], "from the link");
}

/// A line a cycle both ways at once, in bursts and in single beats.
#[test]
fn a_line_a_cycle_each_way() {
    let random = &mut random("throughput", 0);
    for beats in [1, 64] {
        let bursts = |base: u64| {
            (0..1024 / beats)
                .map(|burst| Burst { address: base + burst * beats * 64, beats, size: 6, kind: 1, id: burst % 16 })
                .collect::<Vec<_>>()
        };
        let mut bench = quiet(Device::new(30, Rate::always), bursts(0), bursts(1 << 30));
        let (mut lines, mut ends) = (0, 0);
        while lines < 1024 || ends < 1024 / beats {
            let came = bench.cycle(random);
            lines += usize::from(came.beat.is_some());
            ends += u64::from(came.response.is_some());
            assert!(bench.cycle < 1_200, "{lines} lines and {ends} responses of bursts of {beats}");
        }
    }
}

/// A write of a line that is read all the time gets its turn.
#[test]
fn a_write_gets_its_turn_among_reads_of_its_line() {
    let random = &mut random("turns", 0);
    let one = Burst { address: 0x40, beats: 1, size: 6, kind: 1, id: 0 };
    let mut bench = quiet(Device::new(10, Rate::always), vec![one; 200], vec![one; 20]);
    let (mut reads, mut writes) = (0, 0);
    while writes < 20 {
        let came = bench.cycle(random);
        reads += usize::from(came.beat.is_some());
        writes += usize::from(came.response.is_some());
        assert!(bench.cycle < 5_000, "{reads} reads and {writes} writes");
    }
    assert!(reads < 60, "{reads} reads before 20 writes");
    assert!(is_poison(5) && !is_poison(1));
}
