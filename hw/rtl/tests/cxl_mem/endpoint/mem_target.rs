//! CXL.mem: what counts as an arrived line, and that every request is answered once.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Rate, number};
use crate::stack::on_large_stack;
use emberlane_registers::cxl::{M2sReqOpcode, M2sRwdOpcode};
use emberlane_registers::cxl_mem::{COUNTED_BYTES, SCRATCHPAD_BASE};
use emberlane_rtl::cxl_mem::capacity::MOST_GIB;
use emberlane_rtl::cxl_mem::endpoint::mem_target::MemTarget;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::{BTreeMap, HashSet, VecDeque};

/// Where the host maps persistent memory, and the scratchpad.
const PERSISTENT: u64 = 1 << 44;
const SCRATCHPAD: u64 = 5 << 32;
/// The watched region, in the scratchpad.
const WATCHED: u64 = 0x1_0000;
const WATCHED_LINES: u64 = 300;

/// A write of the host.
#[derive(Clone, Copy, Debug)]
struct Write {
    address: u64,
    opcode: M2sRwdOpcode,
    enables: u64,
    poison: bool,
    /// Memory refuses it.
    refused: bool,
}

const GOOD: Write = Write { address: 0, opcode: M2sRwdOpcode::MemWr, enables: 0, poison: false, refused: false };

impl Write {
    fn is_whole(&self) -> bool {
        self.opcode == M2sRwdOpcode::MemWr || self.enables == u64::MAX
    }

    fn is_bad(&self) -> bool {
        self.poison || self.refused
    }
}

/// One port of each kind of memory, answering in order.
struct Bench {
    block: Box<MemTarget<1, 0>>,
    random: Pcg64,
    rate: Rate,
    reads: [VecDeque<u64>; 2],
    writes: [VecDeque<bool>; 2],
    /// Whether memory refuses a line, by address there and kind of memory.
    refused: BTreeMap<(usize, u64), bool>,
    tag: u64,
    counted: u64,
    lost: u64,
    lines: Vec<u64>,
    done: Vec<u64>,
}

impl Bench {
    fn new(rate: Rate, seed: u64) -> Self {
        let mut block = ready::<MemTarget<1, 0>>();
        block.reset.next = true;
        clock_cycle!(block);
        block.reset.next = false;
        block.persistent_gib.next = (MOST_GIB as u64).into();
        block.hdm_base_0.next = (PERSISTENT | 1).into();
        block.hdm_base_1.next = (SCRATCHPAD | 1).into();
        block.watch_base.next = (SCRATCHPAD_BASE + WATCHED).into();
        block.watch_bytes.next = (WATCHED_LINES * 64).into();
        block.cxl_mem.s2m_drs_ready.next = true;
        block.cxl_mem.s2m_ndr_ready.next = true;
        Self {
            block,
            random: random("mem target", seed),
            rate,
            reads: Default::default(),
            writes: Default::default(),
            refused: BTreeMap::new(),
            tag: 0,
            counted: 0,
            lost: 0,
            lines: Vec::new(),
            done: Vec::new(),
        }
    }

    /// A cycle; whether what is offered on Req and RwD is taken.
    fn cycle(&mut self) -> [bool; 2] {
        let (block, random) = (&mut self.block, &mut self.random);
        for kind in 0..2 {
            let ready = self.rate.draw(random);
            let read = if self.rate.draw(random) { self.reads[kind].pop_front() } else { None };
            let write = if self.rate.draw(random) { self.writes[kind].pop_front() } else { None };
            if kind == 0 {
                block.channel_read_ready[0].next = ready;
                block.channel_write_ready[0].next = ready;
                block.channel_answer_valid[0].next = read.is_some();
                block.channel_written[0].next = write.is_some();
                block.channel_write_error[0].next = write == Some(true);
            } else {
                block.scratch_read_ready[0].next = ready;
                block.scratch_write_ready[0].next = ready;
                block.scratch_answer_valid[0].next = read.is_some();
                block.scratch_written[0].next = write.is_some();
                block.scratch_write_error[0].next = write == Some(true);
            }
        }
        settle(&mut **block);
        if block.channel_read_valid[0].val() && block.channel_read_ready[0].val() {
            self.reads[0].push_back(number(block.channel_read_address[0].val()));
        }
        if block.scratch_read_valid[0].val() && block.scratch_read_ready[0].val() {
            self.reads[1].push_back(number(block.scratch_read_address[0].val()));
        }
        for (kind, valid, address) in [
            (
                0,
                block.channel_write_valid[0].val() && block.channel_write_ready[0].val(),
                block.channel_write_address.val(),
            ),
            (
                1,
                block.scratch_write_valid[0].val() && block.scratch_write_ready[0].val(),
                block.scratch_write_address.val(),
            ),
        ] {
            if valid {
                let refused = self.refused.get(&(kind, number(address))).copied().unwrap_or_default();
                self.writes[kind].push_back(refused);
            }
        }
        self.counted += u64::from(block.watched.val());
        self.lost += u64::from(block.unwatched.val());
        if block.cxl_mem.s2m_drs_valid.val() {
            self.lines.push(number(block.cxl_mem.s2m_drs_tag.val()));
        }
        if block.cxl_mem.s2m_ndr_valid.val() {
            self.done.push(number(block.cxl_mem.s2m_ndr_tag.val()));
        }
        let taken = [block.cxl_mem.m2s_req_ready.val(), block.cxl_mem.m2s_rwd_ready.val()];
        clock_cycle!(self.block);
        taken
    }

    /// A write, and its answer.
    fn write(&mut self, write: Write) {
        self.tag += 1;
        let kind = usize::from(write.address < PERSISTENT);
        self.refused.insert((kind, write.address % SCRATCHPAD), write.refused);
        let port = &mut self.block.cxl_mem;
        port.m2s_rwd_opcode.next = u64::from(write.opcode.code()).into();
        port.m2s_rwd_address.next = (write.address >> 6).into();
        port.m2s_rwd_tag.next = self.tag.into();
        port.m2s_rwd_be.next = write.enables.into();
        port.m2s_rwd_poison.next = write.poison;
        port.m2s_rwd_valid.next = true;
        while !self.cycle()[1] {}
        self.block.cxl_mem.m2s_rwd_valid.next = false;
        for _ in 0..2000 {
            if self.done.last() == Some(&self.tag) {
                break;
            }
            self.cycle();
        }
        assert_eq!(self.done.last(), Some(&self.tag), "{write:?} is answered");
        // What it counts for shows two cycles later.
        for _ in 0..4 {
            self.cycle();
        }
    }

    /// A read, and its answer.
    fn read(&mut self, address: u64) {
        self.tag += 1;
        let port = &mut self.block.cxl_mem;
        port.m2s_req_opcode.next = u64::from(M2sReqOpcode::MemRd.code()).into();
        port.m2s_req_address.next = (address >> 6).into();
        port.m2s_req_tag.next = self.tag.into();
        port.m2s_req_valid.next = true;
        while !self.cycle()[0] {}
        self.block.cxl_mem.m2s_req_valid.next = false;
        for _ in 0..2000 {
            if self.lines.last() == Some(&self.tag) {
                return;
            }
            self.cycle();
        }
        panic!("the read of {address:#x} is not answered");
    }
}

/// Of five writes to one line, the whole and good one counts.
#[test]
fn a_line_arrives_once_whole_and_good() {
    on_large_stack(|| {
        let mut bench = Bench::new(Rate::always(), 1);
        let line = SCRATCHPAD + WATCHED + 128;
        let good = Write { address: line, ..GOOD };
        let part = Write { opcode: M2sRwdOpcode::MemWrPtl, enables: 0xf, ..good };
        bench.write(part);
        bench.write(Write { enables: 0, ..part });
        bench.write(Write { poison: true, ..good });
        bench.write(Write { refused: true, ..good });
        assert_eq!((bench.counted, bench.lost), (0, 0), "none is whole and good");
        bench.write(good);
        assert_eq!((bench.counted, bench.lost), (1, 0));
        bench.write(good);
        bench.write(part);
        assert_eq!((bench.counted, bench.lost), (1, 0), "a line counts once");
        bench.write(Write { poison: true, ..part });
        assert_eq!((bench.counted, bench.lost), (1, 1), "it is bad now");
        bench.write(Write { enables: u64::MAX, ..part });
        assert_eq!((bench.counted, bench.lost), (2, 1), "all bytes of it, one by one");
        bench.write(Write { refused: true, ..good });
        assert_eq!((bench.counted, bench.lost), (2, 2));
    });
}

#[test]
fn the_region_ends_where_it_says() {
    on_large_stack(|| {
        let mut bench = Bench::new(Rate::changing(), 2);
        let end = SCRATCHPAD + WATCHED + 64 * WATCHED_LINES;
        for (address, counts) in
            [(SCRATCHPAD + WATCHED - 64, false), (SCRATCHPAD + WATCHED, true), (end - 64, true), (end, false)]
        {
            let before = bench.counted;
            bench.write(Write { address, ..GOOD });
            assert_eq!(bench.counted - before, u64::from(counts), "{address:#x}");
        }
        // Persistent memory is not watched, whatever the addresses.
        bench.write(Write { address: PERSISTENT + WATCHED, ..GOOD });
        assert_eq!(bench.counted, 2);
        // A region may be larger than what is watched of it.
        bench.block.watch_bytes.next = u64::MAX.into();
        bench.write(Write { address: SCRATCHPAD + WATCHED + COUNTED_BYTES - 64, ..GOOD });
        bench.write(Write { address: SCRATCHPAD + WATCHED + COUNTED_BYTES, ..GOOD });
        assert_eq!(bench.counted, 3);
    });
}

#[test]
fn random_writes_count_as_a_set_does() {
    on_large_stack(|| {
        let mut bench = Bench::new(Rate::changing(), 3);
        let mut arrived = HashSet::new();
        let (mut counted, mut lost) = (0, 0);
        for round in 0..400 {
            let line = bench.random.random_range(0..12) * 20;
            let whole = bench.random.random_bool(0.7);
            let opcode = if whole { M2sRwdOpcode::MemWr } else { M2sRwdOpcode::MemWrPtl };
            let enables = [u64::MAX, 0, u64::MAX >> 1, 1][bench.random.random_range(0..4)];
            let (poison, refused) = (bench.random.random_bool(0.1), bench.random.random_bool(0.1));
            let write = Write { address: SCRATCHPAD + WATCHED + 64 * line, opcode, enables, poison, refused };
            bench.write(write);
            if write.is_bad() {
                lost += u64::from(arrived.remove(&line));
            } else if write.is_whole() {
                counted += u64::from(arrived.insert(line));
            }
            assert_eq!((bench.counted, bench.lost), (counted, lost), "round {round}: {write:?}");
            if bench.random.random_bool(0.05) {
                bench.block.forget.next = true;
                bench.cycle();
                bench.block.forget.next = false;
                bench.cycle();
                bench.cycle();
                arrived.clear();
            }
        }
        assert!(counted > 50 && lost > 10, "{counted} counted, {lost} lost");
    });
}

/// Decoders that overlap are not committed by a device; here they are, and still every request is answered once.
#[test]
fn a_request_that_two_decoders_map_is_answered_once() {
    on_large_stack(|| {
        let mut bench = Bench::new(Rate::changing(), 4);
        bench.block.hdm_base_1.next = (PERSISTENT | 1).into();
        for line in 0..40 {
            let address = PERSISTENT + 64 * line;
            bench.write(Write { address, ..GOOD });
            bench.read(address);
        }
        for _ in 0..200 {
            bench.cycle();
        }
        assert_eq!(bench.done.len(), 40, "{:?}", bench.done);
        assert_eq!(bench.lines.len(), 40, "{:?}", bench.lines);
    });
}
