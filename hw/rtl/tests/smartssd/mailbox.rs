//! The mailbox reader: every movement once and in order, up to a line that is not what was written.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Rate, number, to_bits};
use crate::memory::Reads;
use emberlane_drivers::smartssd::encode_line;
use emberlane_registers::smartssd::{MOVEMENTS, MailboxLine, Movement, Range};
use emberlane_rtl::smartssd::mailbox_reader::MailboxReader;
use rand::Rng;
use rand_pcg::Pcg64;

const BASE: u64 = 0x77_0000_0040;

/// The movement of a line.
fn movement(number: u32, at: usize) -> Movement {
    Movement::Load(Range { ssd: u64::from(number) << 4 | at as u64, cached: number ^ 0x5555, count: 1 + at as u16 })
}

fn words(number: u32) -> [u32; 16] {
    let movements = std::array::from_fn(|at| movement(number, at));
    let bytes = encode_line(&MailboxLine { movements, number });
    let (words, _) = bytes.as_chunks();
    std::array::from_fn(|word| u32::from_le_bytes(words[word]))
}

/// What is wrong with a line of the ring.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wrong {
    Unreadable,
    /// This bit of it is another one.
    Bit(usize),
    /// It is a good line of another number.
    Number,
}

struct Bench {
    block: Box<MailboxReader>,
    lines: u32,
    reads: Reads,
    taken: Rate,
    /// What must be given next.
    number: u32,
    at: usize,
    cycle: usize,
}

impl Bench {
    fn new(lines: u32, rate: fn() -> Rate) -> Self {
        let mut block = ready::<MailboxReader>();
        block.base.next = BASE.into();
        block.lines.next = u64::from(lines).into();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        Self { block, lines, reads: Reads::new(rate), taken: rate(), number: 0, at: 0, cycle: 0 }
    }

    /// A cycle, in which the host has written lines up to `tail`; `wrong` is what is wrong with one.
    fn cycle(&mut self, tail: u32, wrong: Option<(u32, Wrong)>, random: &mut Pcg64) {
        let block = &mut self.block;
        block.tail.next = u64::from(tail).into();
        let address = self.reads.give(self.cycle, random);
        block.line_valid.next = address.is_some();
        block.line_error.next = false;
        if let Some(address) = address {
            let index = ((address - BASE) / 64) as u32;
            assert!(index < self.lines, "{address:#x} is not in the ring");
            // The newest line that is written there.
            let number = (tail - 1) - (tail.wrapping_sub(1).wrapping_sub(index)) % self.lines;
            let mut line = words(number);
            match wrong {
                Some((bad, Wrong::Unreadable)) if bad == number => block.line_error.next = true,
                Some((bad, Wrong::Bit(bit))) if bad == number => line[bit / 32] ^= 1 << (bit % 32),
                Some((bad, Wrong::Number)) if bad == number => line = words(number.wrapping_sub(self.lines)),
                _ => {}
            }
            block.line.next = to_bits(&line);
        }
        block.request_ready.next = self.reads.ready(random);
        block.movement_ready.next = self.taken.draw(random);
        settle(&mut **block);
        if block.request_valid.val() && block.request_ready.val() {
            self.reads.ask(number(block.request_address.val()), 1, self.cycle, random);
        }
        if block.movement_valid.val() {
            assert_eq!(number(block.number.val()), u64::from(self.number), "line");
            assert_eq!(number(block.index.val()), u64::from(self.number % self.lines), "index");
            assert_eq!(number(block.position.val()), self.at as u64, "movement");
            let expected: [u32; 4] = std::array::from_fn(|word| words(self.number)[4 * self.at + word]);
            assert_eq!(block.movement.val(), to_bits::<128>(&expected), "movement {} of line {}", self.at, self.number);
            if block.movement_ready.val() {
                self.at += 1;
                if self.at == MOVEMENTS {
                    (self.at, self.number) = (0, self.number + 1);
                }
            }
        }
        clock_cycle!(self.block);
        self.cycle += 1;
    }

    /// The host writes lines, at most a ring ahead, until so many are done.
    fn run(&mut self, lines: u32, random: &mut Pcg64) {
        let mut tail = self.number;
        let end = self.number + lines;
        while self.number < end {
            assert!(self.cycle < 200_000, "the reader does not go on");
            if tail < end && tail - self.number < self.lines && random.random_ratio(1, 6) {
                tail += random.random_range(1..=(self.number + self.lines - tail).min(end - tail));
            }
            self.cycle(tail, None, random);
            assert!(!self.block.torn.val() && !self.block.unreadable.val());
        }
    }

    /// Begins anew, as the agent does when nothing is under way.
    fn restart(&mut self, number: u32, at: usize, tail: u32, random: &mut Pcg64) {
        self.block.stop.next = true;
        while !self.block.idle.val() {
            self.cycle(tail, None, random);
        }
        self.block.restart_number.next = u64::from(number).into();
        self.block.restart_index.next = u64::from(number % self.lines).into();
        self.block.restart_movement.next = (at as u64).into();
        self.block.restart.next = true;
        self.taken = Rate::never();
        self.cycle(tail, None, random);
        self.block.restart.next = false;
        self.block.stop.next = false;
        self.taken = Rate::changing();
        (self.number, self.at) = (number, at);
        settle(&mut *self.block);
    }
}

#[test]
fn movements_come_in_order() {
    for seed in 0..2 {
        for lines in [1, 2, 8, 64] {
            let random = &mut random(&format!("mailbox of {lines} lines"), seed);
            Bench::new(lines, Rate::changing).run(150, random);
        }
    }
}

#[test]
fn a_line_in_nine_cycles() {
    let random = &mut random("mailbox without stalls", 3);
    let mut bench = Bench::new(256, Rate::always);
    bench.reads = Reads::steady(20);
    while bench.number < 200 {
        bench.cycle(200, None, random);
    }
    assert!(bench.cycle < 9 * 200 + 40, "{} cycles for 200 lines", bench.cycle);
}

#[test]
fn a_bad_line_gives_nothing_until_a_restart() {
    for seed in 0..12 {
        let random = &mut random("bad lines of the mailbox", seed);
        let mut bench = Bench::new(16, Rate::changing);
        bench.run(40, random);
        let bad = 40 + random.random_range(0..10);
        let wrong = match seed % 3 {
            0 => Wrong::Unreadable,
            1 => Wrong::Bit(random.random_range(0..512)),
            _ => Wrong::Number,
        };
        for _ in 0..3000 {
            bench.cycle(50, Some((bad, wrong)), random);
        }
        assert_eq!((bench.number, bench.at), (bad, 0), "it stops at the bad line: {wrong:?}");
        assert_eq!(bench.block.unreadable.val(), wrong == Wrong::Unreadable, "{wrong:?}");
        assert_eq!(bench.block.torn.val(), wrong != Wrong::Unreadable, "{wrong:?}");
        let at = random.random_range(0..MOVEMENTS);
        bench.restart(bad - 3, at, 50, random);
        assert!(!bench.block.torn.val() && !bench.block.unreadable.val());
        let left = 50 - (bad - 3);
        while bench.number < bad - 3 + left {
            bench.cycle(50, None, random);
        }
        bench.run(20, random);
    }
}

#[test]
fn stop_ends_the_requests() {
    let random = &mut random("mailbox that is stopped", 9);
    let mut bench = Bench::new(64, Rate::always);
    bench.block.stop.next = true;
    for _ in 0..50 {
        bench.cycle(40, None, random);
        assert!(!bench.block.request_valid.val() && bench.reads.is_idle() && bench.block.idle.val());
    }
    bench.block.stop.next = false;
    while bench.number < 40 {
        bench.cycle(40, None, random);
    }
}
