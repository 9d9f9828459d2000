//! The SmartSSD as RTL keeps its word: after a reset at any time, and with a host that rewrites everything while it works.
#![cfg(feature = "verilated")]

use std::ops::Range;

use emberlane_drivers::Transport;
use emberlane_drivers::smartssd::{Bag, BankAssignment, MovementPlan, Plan, SmartSsdTransport, Transfer, encode_line};
use emberlane_registers::Register;
use emberlane_registers::kernel_plan::Program;
use emberlane_registers::smartssd::{
    self as map, AGENT_BUSY, BUSY, MOVEMENTS, MailboxLine, Movement, Range as Vectors,
};
use emberlane_tests::conformance::seed;
use emberlane_tests::smartssd::{Size, Trainer};
use emberlane_verilated::axi::StallProfile;
use emberlane_verilated::smartssd::RtlSmartSsd;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

const SIZE: Size = Size { vectors: 300, cached: 80, bags: 6, most: 4, iterations: 6, mailbox_lines: 64 };
const PROFILES: [StallProfile; 3] = [StallProfile::None, StallProfile::Random, StallProfile::Heavy];
/// Cycles in which whatever it was told to do ends.
const CYCLES: u64 = 300_000;

fn device(profile: StallProfile, seed: u64) -> RtlSmartSsd {
    let builder = RtlSmartSsd::builder().kernel(2, 16).seed(seed).stalls(profile).host_latency(20).ssd(None);
    builder.build().expect("a device")
}

/// Trains: the same bits as plain sums. How often EVs were used that it has never loaded is of before the reset.
fn trains(device: RtlSmartSsd, seed: u64) {
    let mut trainer = Trainer::new(device, seed, SIZE);
    trainer.train(SIZE.iterations);
    trainer.check();
    assert_eq!(trainer.met, [] as [String; 0]);
}

/// The device is reset in the middle of iterations and movements, again and again, while DRAM and SSD still owe answers and lack
/// beats. What it does behind each reset is right in every bit.
#[test]
fn a_reset_at_any_time_is_followed_by_right_work() {
    let seed = seed("smartssd_rtl_resets", 81);
    for (number, profile) in (0..).zip(PROFILES) {
        let mut random = Pcg64Mcg::seed_from_u64(seed + number);
        let mut device = device(profile, seed + number);
        let mut owed = [0_usize; 4];
        for round in 0..12 {
            let mut trainer = Trainer::new(device, seed + round, SIZE);
            trainer.train(random.random_range(1..4));
            let loads = (0..40).map(|number| Transfer { ssd: 7 * number, cached: number as u32 }).collect();
            trainer.device.post(&MovementPlan { loads, ..MovementPlan::default() }).expect("a mailbox with room");
            device = trainer.device.into_transport().inner;
            device.run(random.random_range(0..120)).expect("rules are kept");
            let statistics = device.statistics();
            let ports = [statistics.dram, statistics.ssd];
            for (port, open) in ports.iter().zip(owed.chunks_mut(2)) {
                open[0] += usize::from(port.reads_in_flight > 0);
                open[1] += usize::from(port.writes_in_flight > 0);
            }
            device.reset_alone().expect("rules are kept");
        }
        println!("{profile:?}: reads and writes of DRAM and SSD under way at {owed:?} of 12 resets");
        assert!(owed.iter().sum::<usize>() > 0, "{profile:?}: no reset met anything under way");
        trains(device, seed + number);
    }
}

/// Where programs are, and the mailbox.
const PROGRAMS: u64 = 1 << 28;
const PROGRAM_BYTES: u64 = 1 << 12;
const MAILBOX: u64 = 1 << 20;
const LINES: u32 = 16;
/// Bytes of an EV.
const VECTOR: u64 = 64;

/// Settings of the programs.
const PLAN: [(&Register, &Register); 4] = [
    (&map::LOADS_BASE, &map::LOADS_WORDS),
    (&map::FORWARD_BASE, &map::FORWARD_WORDS),
    (&map::BACKWARD_BASE, &map::BACKWARD_WORDS),
    (&map::MOVES_BASE, &map::MOVES_WORDS),
];

/// A host that rewrites settings, programs and mailbox while the device works.
struct Host {
    device: RtlSmartSsd,
    random: Pcg64Mcg,
    /// Lines that were written to the mailbox.
    tail: u32,
    plans: u32,
    dram: usize,
    ssd: usize,
}

/// Settings of layouts: whatever of these is set together, regions are within [`DRAM`] and [`SSD`], or do not fit.
const LAYOUT: [(&Register, [u64; 4]); 5] = [
    (&map::TX_BYTES, [6 * VECTOR, 12 * VECTOR, 1 << 20, 33]),
    (&map::CACHE_BASE, [1 << 12, 1 << 14, VECTOR, (1 << 12) + 32]),
    (&map::CACHE_VECTORS, [80, 60, 80, u32::MAX as u64]),
    (&map::SSD_BASE, [1 << 16, 1 << 20, 1 << 16, (1 << 16) + 32]),
    (&map::SSD_VECTORS, [300, 100, 300, 0]),
];
const DRAM: [Range<u64>; 3] = [0..24 * VECTOR, 1 << 12..(1 << 12) + 80 * VECTOR, 1 << 14..(1 << 14) + 80 * VECTOR];
const SSD: [Range<u64>; 2] = [1 << 16..(1 << 16) + 300 * VECTOR, 1 << 20..(1 << 20) + 300 * VECTOR];

impl Host {
    fn set(&mut self, register: &Register, value: u64) {
        self.device.mmio_write(register.offset, value).expect("a register");
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.random.random_range(0..all.len())]
    }

    /// A plan that is right, for the cache of either layout.
    fn plan(&mut self) -> Plan {
        let random = &mut self.random;
        let mut bags = |scale: f32| -> Vec<Bag> {
            let bag = |random: &mut Pcg64Mcg| Bag {
                vectors: (0..4).map(|_| random.random_range(0..60)).collect(),
                scale: scale.to_bits(),
            };
            (0..6).map(|_| bag(random)).collect()
        };
        let (backward, forward) = (bags(1.0), bags(0.5));
        BankAssignment::new(2).plan(&backward, &forward).expect("it fits")
    }

    /// Something is rewritten.
    fn step(&mut self) {
        match self.random.random_range(0..16) {
            0 | 1 => {
                // A whole plan, where one may be under way, and the doorbell.
                let plan = self.plan();
                for program in Program::ALL {
                    let bytes: Vec<u8> = plan.encode(program).iter().flat_map(|word| word.to_le_bytes()).collect();
                    let address = PROGRAMS + program as u64 * PROGRAM_BYTES;
                    self.device.host_write(address, &bytes).expect("host memory");
                }
                for ((base, words), program) in PLAN.into_iter().zip(Program::ALL) {
                    self.set(base, PROGRAMS + program as u64 * PROGRAM_BYTES);
                    self.set(words, plan.words(program) as u64);
                }
                self.set(&map::BAGS, 6);
                self.set(&map::GRADIENTS, 6);
                let layout = usize::from(self.random.random_ratio(1, 4));
                for (register, values) in LAYOUT {
                    self.set(register, values[layout]);
                }
                self.set(&map::CLEAR, 1);
                self.set(&map::DOORBELL, 1);
            }
            2..5 => {
                // A word of a program.
                let address = PROGRAMS + 4 * self.random.random_range(0..PROGRAM_BYTES);
                let word = self.random.random::<u32>() >> self.random.random_range(0..32);
                self.device.host_write(address, &word.to_le_bytes()).expect("host memory");
            }
            5 => {
                let (register, values) = self.pick(&LAYOUT);
                let value = if self.random.random_ratio(1, 2) { values[0] } else { self.pick(&values) };
                self.set(register, value);
            }
            6 => {
                let base = PROGRAMS + PROGRAM_BYTES * self.random.random_range(0..4);
                let (register, _) = self.pick(&PLAN);
                self.set(register, base);
            }
            7 => {
                let bags = self.random.random_range(0..14);
                self.set(&map::BAGS, bags);
                let gradients = self.random.random_range(0..8);
                self.set(&map::GRADIENTS, gradients);
            }
            8 | 9 => {
                let command = self.pick(&[1, 1, 2, 3]);
                self.set(&map::DOORBELL, command);
            }
            10 | 11 => self.heal(),
            12 => {
                // A line that was written already, as another one.
                let at = self.random.random_range(0..u64::from(LINES) * 64);
                let byte: u8 = self.random.random();
                self.device.host_write(MAILBOX + at, &[byte]).expect("host memory");
            }
            13 => {
                let tail = if self.random.random_ratio(1, 4) { self.random.random_range(0..60) } else { self.tail };
                self.set(&map::MAILBOX_TAIL, tail.into());
            }
            _ => self.post(),
        }
    }

    /// The host writes good lines where the agent is, and clears all errors.
    fn heal(&mut self) {
        let [head, plans] = [&map::MAILBOX_HEAD, &map::PLANS_DONE]
            .map(|register| self.device.mmio_read(register.offset).expect("a register") as u32);
        for (index, number) in (0..).zip(head..self.tail) {
            let vectors = |cached| Vectors { ssd: u64::from(number), cached, count: 3 };
            let end = Movement::End { plan: plans + 1 + index };
            self.write_line(number, [Movement::Load(vectors(5)), Movement::Load(vectors(20)), end]);
        }
        self.set(&map::MAILBOX_TAIL, self.tail.into());
        self.set(&map::CLEAR, 0b111);
    }

    fn write_line(&mut self, number: u32, movements: [Movement; MOVEMENTS]) {
        let address = MAILBOX + u64::from(number % LINES) * 64;
        self.device.host_write(address, &encode_line(&MailboxLine { movements, number })).expect("host memory");
    }

    /// Movements, most of them good ones.
    fn post(&mut self) {
        let head = self.device.mmio_read(map::MAILBOX_HEAD.offset).expect("a register") as u32;
        if self.tail.wrapping_sub(head) >= LINES {
            return;
        }
        self.plans = self.device.mmio_read(map::PLANS_DONE.offset).expect("a register") as u32;
        let random = &mut self.random;
        let mut movement = |at: usize| {
            let (ssd, cached) = (random.random_range(0..110), random.random_range(0..70));
            let range = Vectors { ssd, cached, count: random.random_range(1..12) };
            let wild = Vectors { ssd: random.random::<u64>() >> 24, cached: random.random(), count: random.random() };
            match (at, random.random_range(0..8)) {
                (_, 0) => Movement::Load(wild),
                (_, 1) => Movement::Evict(wild),
                (0, _) => Movement::Evict(range),
                (1, _) => Movement::Load(range),
                _ => Movement::End { plan: self.plans + 1 },
            }
        };
        let movements: [Movement; MOVEMENTS] = std::array::from_fn(&mut movement);
        self.write_line(self.tail, movements);
        self.tail += 1;
        self.set(&map::MAILBOX_TAIL, self.tail.into());
    }

    /// Whatever the device has written is in one of its regions.
    fn check(&mut self) {
        for (accepted, regions, count) in [
            (self.device.dram().take_accepted(), &DRAM[..], &mut self.dram),
            (self.device.ssd().take_accepted(), &SSD[..], &mut self.ssd),
        ] {
            for write in accepted.iter().filter(|write| write.strobe != 0) {
                let inside = regions.iter().any(|region| region.contains(&write.address));
                assert!(inside, "a write to {:#x}, outside {regions:x?}", write.address);
                *count += 1;
            }
        }
    }

    fn status(&mut self) -> u64 {
        self.device.mmio_read(map::STATUS.offset).expect("a register")
    }
}

/// Programs, mailbox and settings are rewritten at random times while the device executes them: nothing is written outside the
/// regions, everything ends, and behind a reset the device works as ever.
#[test]
fn a_host_that_rewrites_everything_harms_nobody_else() {
    let seed = seed("smartssd_rtl_rewritten", 82);
    for (number, profile) in (0..).zip(PROFILES) {
        let mut device = device(profile, seed + number);
        device.dram().keep_accepted();
        device.ssd().keep_accepted();
        let random = Pcg64Mcg::seed_from_u64(seed + number);
        let mut host = Host { device, random, tail: 0, plans: 0, dram: 0, ssd: 0 };
        for (register, values) in LAYOUT {
            host.set(register, values[0]);
        }
        host.set(&map::MAILBOX_BASE, MAILBOX);
        host.set(&map::MAILBOX_LINES, LINES.into());
        host.set(&map::GRADIENT_BASE, 1 << 30);
        for _ in 0..3000 {
            host.step();
            let cycles = host.random.random_range(0..60);
            host.device.run(cycles).expect("rules are kept");
            host.check();
        }
        // It ends.
        for _ in 0..CYCLES / 1000 {
            if BUSY.get(host.status()) | AGENT_BUSY.get(host.status()) == 0 {
                break;
            }
            host.device.run(1000).expect("rules are kept");
            host.check();
        }
        let status = host.status();
        assert_eq!(BUSY.get(status) | AGENT_BUSY.get(status), 0, "{profile:?}: it does not end: status {status:#x}");
        println!("{profile:?}: {} lines of the DRAM and {} of the SSD were written", host.dram, host.ssd);
        assert!(host.dram > 500 && host.ssd > 100);
        host.device.reset_alone().expect("rules are kept");
        trains(host.device, seed + number);
    }
}
