//! Draws programmes.

use super::job::{Counting, Job, Kind, Peer, Wrong};
use super::posting::{self, PLACE, PLACES, settings_to_spoil};
use super::programme::{Access, Asked, Operation, Poisonable, Programme, Stalls, Step};
use emberlane_registers::cxl_mem::{self as map, Command, SCRATCHPAD_BASE};
use rand::{Rng, SeedableRng, seq::IndexedRandom};
use rand_pcg::Pcg64Mcg;

impl Programme {
    /// The programme of a seed, of at most so many operations.
    #[must_use]
    pub fn random(seed: u64, most: usize) -> Self {
        let random = &mut Pcg64Mcg::seed_from_u64(seed);
        let lines = *[1, 1, 2, 4, 5, 16].choose(random).expect("there are lengths");
        let rows = (0..random.random_range(1..=3)).map(|_| random.random_range(1..=20)).collect();
        // Two of three programmes have one result, so that all of it can be compared.
        let races = random.random_ratio(1, 3);
        let mut steps: Vec<Step> = (0..random.random_range(1..=most))
            .map(|_| Step { delay: delay(random), operation: operation(random, races) })
            .collect();
        if races && random.random_ratio(1, 3) {
            // A host that writes over lists without end: each job is written over while it is checked and while it runs.
            let scribble = |_| Step { delay: random.random_range(0..60), operation: scribble(random) };
            let scribbles: Vec<Step> = (0..most).map(scribble).collect();
            steps = steps.into_iter().zip(scribbles).flat_map(|(step, scribble)| [step, scribble]).collect();
        }
        Self {
            seed,
            channels: *[1, 4].choose(random).expect("there are devices"),
            stalls: *[Stalls::None, Stalls::Random, Stalls::Random, Stalls::Heavy].choose(random).expect("four"),
            lines,
            mean: random.random(),
            rows,
            steps,
        }
    }
}

/// Cycles before an operation: none mostly, so that operations meet.
fn delay(random: &mut Pcg64Mcg) -> u32 {
    match random.random_range(0..8) {
        0..4 => 0,
        4 | 5 => random.random_range(1..40),
        6 => random.random_range(40..400),
        _ => random.random_range(400..1500),
    }
}

fn operation(random: &mut Pcg64Mcg, races: bool) -> Operation {
    match random.random_range(0..if races { 122 } else { 100 }) {
        0..35 => Operation::Post(job(random)),
        35..65 => Operation::Memory(access(random)),
        65..70 => Operation::Snoop { line: random.random(), kind: random.random_range(0..3) },
        70..76 => Operation::Look { offset: offset(random) },
        76..80 => {
            let register = settings_to_spoil().choose(random).expect("there are settings").name.into();
            Operation::Set { register, value: random.random() }
        }
        80 => Operation::Set { register: map::LOG_GAP.name.into(), value: random.random_range(0..8) },
        81 => Operation::Set { register: map::ROW_CACHE.name.into(), value: random.random_range(0..2) },
        82..90 => Operation::Settle,
        // These settle first, or are waited for, where nothing is to race.
        90..92 if !races => quiet(random),
        90..92 => Operation::Overflow,
        92..94 => Operation::Medium { latency: random.random_range(0..200), rate: random.random_range(0..3) << 14 },
        94..98 if !races => quiet(random),
        94..98 => Operation::Clear { value: random.random_range(1..4) },
        98 => Operation::Overflow,
        99 => poison(random),
        100..105 => Operation::Clear { value: random.random_range(1..4) },
        105..109 => Operation::Bell { value: bad_bell(random) },
        109..111 => Operation::Reset { alone: random.random() },
        120..122 => Operation::Overlap { decoder: random.random(), waits: false },
        111..116 => Operation::Fault {
            address: place(random) + random.random_range(0..1 << 14) * 64 % (PLACE / 2),
            bytes: *[64, 256, 4096, PLACE].choose(random).expect("there are sizes"),
            writes: random.random(),
        },
        _ => scribble(random),
    }
}

fn scribble(random: &mut Pcg64Mcg) -> Operation {
    let (job, list, at) = (random.random_range(0..3), random.random_range(0..9), random.random_range(0..24));
    Operation::Scribble { job, list, at, word: word(random) }
}

/// What is confluent where nothing is under way, and takes care of that itself.
fn quiet(random: &mut Pcg64Mcg) -> Operation {
    match random.random_range(0..8) {
        0 => Operation::Overflow,
        1 => Operation::Medium { latency: 0, rate: 0 },
        2 => Operation::Overlap { decoder: random.random(), waits: true },
        3 => Operation::ClearPoison,
        4 => poison(random),
        _ => Operation::Settle,
    }
}

fn poison(random: &mut Pcg64Mcg) -> Operation {
    match random.random_range(0..8) {
        0 => Operation::PoisonOverflow { scratchpad: random.random(), seed: random.random() },
        _ => {
            let what = *Poisonable::ALL.choose(random).expect("there are some");
            Operation::Poisoned { what, kind: random.random_range(0..4), seed: random.random() }
        }
    }
}

fn bad_bell(random: &mut Pcg64Mcg) -> u64 {
    let above = Command::ALL.len() as u64 + 1;
    *[0, above, 0xff, random.random_range(above..=0xff)].choose(random).expect("there are values")
}

/// Memory of jobs.
fn place(random: &mut Pcg64Mcg) -> u64 {
    match random.random_range(0..3) {
        0 => posting::TABLES,
        1 => posting::LOG.0,
        _ => SCRATCHPAD_BASE + PLACE * random.random_range(1..=PLACES),
    }
}

fn word(random: &mut Pcg64Mcg) -> u32 {
    match random.random_range(0..4) {
        0 => random.random_range(0..32),
        1 => 1 << random.random_range(0..32),
        2 => u32::MAX,
        _ => random.random(),
    }
}

fn offset(random: &mut Pcg64Mcg) -> u64 {
    match random.random_range(0..8) {
        0 => random.random_range(0..map::MAP.bytes / 8) * 8,
        _ => map::REGISTERS.choose(random).expect("there are registers").offset,
    }
}

fn access(random: &mut Pcg64Mcg) -> Access {
    let what = match random.random_range(0..16) {
        0..5 => Asked::Read,
        5..9 => Asked::Write,
        9..12 => Asked::Partial,
        12 | 13 => Asked::Poison,
        14 => Asked::Invalidate,
        _ => Asked::Hint,
    };
    let place = *[0, 0, 0, 1, 1, 1, 2].choose(random).expect("there are places");
    // Few lines, so that what is written is read.
    let lines = if random.random() { 3 } else { 48 };
    Access { what, place, line: random.random_range(0..lines), seed: random.random() }
}

fn job(random: &mut Pcg64Mcg) -> Job {
    let kind = match random.random_range(0..16) {
        0..4 => Kind::Lookup,
        4..7 => Kind::Update,
        7 => Kind::Stage,
        8 | 9 => Kind::Accumulate,
        10 => Kind::LogRows,
        11 => Kind::LogStaged,
        12 => Kind::LogParameters,
        _ => Kind::Batch { rows: random.random(), parameters: random.random(), window: random.random() },
    };
    let is_batch = matches!(kind, Kind::Batch { .. });
    let peer = match random.random_range(0..12) {
        0..7 => Peer::None,
        7 if !is_batch => Peer::Bad(random.random()),
        _ => Peer::Good,
    };
    let wrong = match random.random_range(0..16) {
        0 if !is_batch && peer == Peer::None => Some(setting(random)),
        1 if !is_batch => {
            Some(Wrong::Word { list: random.random_range(0..9), at: random.random_range(0..64), word: word(random) })
        }
        _ => None,
    };
    let counting = match random.random_range(0..8) {
        0 => Counting::Keep,
        1 => Counting::CountOnly,
        _ => Counting::Usual,
    };
    let torn = is_batch && random.random_ratio(1, 3);
    let seed = random.random();
    Job { kind, seed, bags: random.random_range(1..6), entries: random.random_range(1..8), peer, wrong, counting, torn }
}

/// A setting with another value.
fn setting(random: &mut Pcg64Mcg) -> Wrong {
    let register = *settings_to_spoil().choose(random).expect("there are settings");
    let value = match random.random_range(0..5) {
        0 => random.random_range(0..4),
        1 => posting::TABLES + random.random_range(0..1 << 12),
        2 => SCRATCHPAD_BASE + PLACE + random.random_range(0..1 << 14) * 32,
        3 => 1 << random.random_range(0..register.width),
        _ => random.random(),
    };
    Wrong::Setting { register: register.name.into(), value: value & register.mask() }
}
