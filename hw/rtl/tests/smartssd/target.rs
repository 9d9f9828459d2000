//! The target of TX buffers: every request of the host is answered as the link's rules say, once.

use crate::bench::{random, ready, settle};
use crate::clock_cycle;
use crate::lines::{Line, Rate, from_bits, number, to_bits};
use crate::memory::Reads;
use emberlane_registers::cxl::{M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue, S2mDrsOpcode, S2mNdrOpcode, SnpType};
use emberlane_rtl::smartssd::tx_target::TxTarget;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::{HashMap, VecDeque};

/// Line of the host's address space at which the buffers are.
const HDM_LINE: u64 = 0x25_0000_0000;

fn line(address: u64) -> Line {
    std::array::from_fn(|word| (address as u32 ^ word as u32).wrapping_mul(0xc2b2_ae35))
}

fn is_bad(address: u64) -> bool {
    (address / 64).is_multiple_of(7)
}

/// A request of the host.
#[derive(Clone, Copy, Debug)]
struct Request {
    opcode: M2sReqOpcode,
    snoops: SnpType,
    field: MetaField,
    value: MetaValue,
    /// Line of the buffers; it may be outside.
    line: u64,
    tag: u64,
}

/// A write of the host.
#[derive(Clone, Copy, Debug)]
struct Write {
    opcode: M2sRwdOpcode,
    field: MetaField,
    value: MetaValue,
    line: u64,
    tag: u64,
}

/// What is set while requests come.
#[derive(Clone, Copy, Debug)]
struct Setting {
    enabled: bool,
    layout_good: bool,
    lines: u64,
}

impl Setting {
    fn maps(self, line: u64) -> bool {
        self.enabled && self.layout_good && line < 2 * self.lines
    }
}

fn has_meta(field: MetaField, value: MetaValue) -> bool {
    field != MetaField::NoOp && value != MetaValue::Invalid
}

/// What a request asks for: a line (mapped or not), a completion, and whether the line is kept.
fn asks(request: &Request, setting: Setting) -> (Option<bool>, Option<S2mNdrOpcode>, bool) {
    use M2sReqOpcode::{MemClnEvct, MemInv, MemInvNT, MemRd, MemRdData};
    let mapped = setting.maps(request.line);
    let reads = matches!(request.opcode, MemRd | MemRdData);
    let invalidates = matches!(request.opcode, MemInv | MemInvNT);
    let keeps =
        mapped && (request.opcode == MemRdData || ((reads || invalidates) && has_meta(request.field, request.value)));
    let completes = (reads && request.snoops != SnpType::NoOp) || invalidates || request.opcode == MemClnEvct;
    let shared = request.opcode == MemRdData || request.value == MetaValue::Shared;
    let completion = match (keeps, shared) {
        (false, _) => S2mNdrOpcode::Cmp,
        (true, true) => S2mNdrOpcode::CmpS,
        (true, false) => S2mNdrOpcode::CmpE,
    };
    (reads.then_some(mapped), completes.then_some(completion), keeps)
}

struct Bench {
    block: Box<TxTarget>,
    setting: Setting,
    reads: Reads,
    /// Answers that are still to come, by tag.
    data: HashMap<u64, (u64, bool)>,
    completions: HashMap<u64, S2mNdrOpcode>,
    /// Completions of reads and of the like, in order; of writes and conflicts.
    request_order: VecDeque<u64>,
    write_order: VecDeque<u64>,
    /// Lines that requests keep and that are to be noted, each once. Writes' are noted until the write is answered: by tag, the line, and
    /// whether it was.
    keeps: Vec<u64>,
    write_keeps: HashMap<u64, (u64, bool)>,
    refused: usize,
    cycle: usize,
}

fn pick<T: Copy>(random: &mut Pcg64, all: &[T]) -> T {
    all[random.random_range(0..all.len())]
}

fn serves(seed: u64, setting: Setting) {
    let random = &mut random(&format!("target, {setting:?}"), seed);
    let mut block = ready::<TxTarget>();
    block.hdm_base.next = (HDM_LINE << 6 | u64::from(setting.enabled)).into();
    block.layout_good.next = setting.layout_good;
    block.tx_bytes.next = (setting.lines * 64).into();
    block.reset.next = true;
    clock_cycle!(block);
    block.reset.next = false;
    let mut bench = Bench {
        block,
        setting,
        reads: Reads::new(Rate::changing),
        data: HashMap::new(),
        completions: HashMap::new(),
        request_order: VecDeque::new(),
        write_order: VecDeque::new(),
        keeps: Vec::new(),
        write_keeps: HashMap::new(),
        refused: 0,
        cycle: 0,
    };
    let mut rates: [Rate; 6] = std::array::from_fn(|_| Rate::changing());
    let (mut request, mut write) = (None::<Request>, None::<Write>);
    let (mut sent, mut writes, mut writing, mut new_buffer, mut waited) = (0, 0, false, false, 0);
    loop {
        let more = sent < 2000;
        if more && request.is_none() && rates[0].draw(random) {
            let lines = setting.lines;
            request = Some(Request {
                opcode: pick(random, M2sReqOpcode::ALL),
                snoops: pick(random, SnpType::ALL),
                field: pick(random, MetaField::ALL),
                value: pick(random, MetaValue::ALL),
                line: pick(random, &[0, 1, lines - 1, lines, 2 * lines - 1, 2 * lines, 3 * lines, u64::MAX >> 20]),
                tag: sent,
            });
            sent += 1;
        }
        if more && write.is_none() && rates[1].draw(random) {
            write = Some(Write {
                opcode: pick(random, M2sRwdOpcode::ALL),
                field: pick(random, MetaField::ALL),
                value: pick(random, MetaValue::ALL),
                // Others than those of requests.
                line: pick(random, &[2, 3, setting.lines - 2, setting.lines + 1, 2 * setting.lines + 1]),
                tag: 0x8000 + writes,
            });
            writes += 1;
        }
        // The buffers swap while nothing is written.
        if random.random_ratio(1, 60) || !more {
            writing = more && !writing;
            if writing {
                new_buffer = random.random();
            }
        }
        bench.cycle(&mut request, &mut write, (writing, new_buffer), &mut rates, random);
        waited += usize::from(writing && request.is_some());
        let over = request.is_none() && write.is_none() && bench.data.is_empty() && bench.completions.is_empty();
        if !more && over && bench.keeps.is_empty() {
            break;
        }
        assert!(bench.cycle < 100_000, "answers do not come: {:?} {:?}", bench.data, bench.completions);
    }
    assert!(waited > 20);
}

impl Bench {
    fn cycle(
        &mut self,
        request: &mut Option<Request>,
        write: &mut Option<Write>,
        (writing, new_buffer): (bool, bool),
        rates: &mut [Rate; 6],
        random: &mut Pcg64,
    ) {
        let (setting, block) = (self.setting, &mut self.block);
        block.writing.next = writing;
        block.new_buffer.next = new_buffer;
        let address = self.reads.give(self.cycle, random);
        block.rvalid.next = address.is_some();
        block.rdata.next = to_bits(&address.map_or([0x111; 16], line));
        block.rerror.next = address.is_some_and(is_bad);
        block.arready.next = self.reads.ready(random);
        block.keep_ready.next = rates[2].draw(random);
        let link = &mut block.cxl_mem;
        link.m2s_req_valid.next = request.is_some();
        if let Some(request) = request {
            link.m2s_req_opcode.next = u64::from(request.opcode.code()).into();
            link.m2s_req_snp_type.next = u64::from(request.snoops.code()).into();
            link.m2s_req_meta_field.next = u64::from(request.field.code()).into();
            link.m2s_req_meta_value.next = u64::from(request.value.code()).into();
            link.m2s_req_tag.next = request.tag.into();
            link.m2s_req_address.next = ((HDM_LINE + request.line) & ((1 << 46) - 1)).into();
        }
        link.m2s_rwd_valid.next = write.is_some();
        if let Some(write) = write {
            link.m2s_rwd_opcode.next = u64::from(write.opcode.code()).into();
            link.m2s_rwd_meta_field.next = u64::from(write.field.code()).into();
            link.m2s_rwd_meta_value.next = u64::from(write.value.code()).into();
            link.m2s_rwd_tag.next = write.tag.into();
            link.m2s_rwd_address.next = (HDM_LINE + write.line).into();
        }
        link.s2m_ndr_ready.next = rates[3].draw(random);
        link.s2m_drs_ready.next = rates[4].draw(random);
        settle(&mut **block);
        let link = &block.cxl_mem;
        if let Some(taken) = *request
            && link.m2s_req_ready.val()
        {
            let (data, completion, keeps) = asks(&taken, setting);
            if let Some(mapped) = data {
                self.data.insert(taken.tag, (taken.line * 64, mapped));
            }
            if let Some(completion) = completion {
                self.completions.insert(taken.tag, completion);
                self.request_order.push_back(taken.tag);
            }
            self.keeps.extend(keeps.then_some(taken.line));
            *request = None;
        }
        if let Some(taken) = *write
            && link.m2s_rwd_ready.val()
        {
            let conflict = taken.opcode == M2sRwdOpcode::BiConflict;
            let completion = if conflict { S2mNdrOpcode::BiConflictAck } else { S2mNdrOpcode::Cmp };
            self.completions.insert(taken.tag, completion);
            self.write_order.push_back(taken.tag);
            self.refused += usize::from(!conflict);
            let keeps = !conflict && setting.maps(taken.line) && has_meta(taken.field, taken.value);
            if keeps {
                self.write_keeps.insert(taken.tag, (taken.line, false));
            }
            *write = None;
        }
        if block.arvalid.val() && block.arready.val() {
            self.reads.ask(number(block.araddr.val()), 1, self.cycle, random);
        }
        if block.keep_valid.val() && block.keep_ready.val() {
            let kept = number(block.keep.val());
            let mut of_write = false;
            for (line, noted) in self.write_keeps.values_mut().filter(|(line, _)| *line == kept) {
                (*noted, of_write) = (*line == kept, true);
            }
            if !of_write {
                let at = self.keeps.iter().position(|line| *line == kept);
                self.keeps.swap_remove(at.unwrap_or_else(|| panic!("line {kept} is kept by nobody")));
            }
        }
        if link.s2m_drs_valid.val() && link.s2m_drs_ready.val() {
            assert!(block.read_done.val());
            let tag = number(link.s2m_drs_tag.val());
            let (address, mapped) = self.data.remove(&tag).unwrap_or_else(|| panic!("data for tag {tag:#x}"));
            let opcode = if mapped { S2mDrsOpcode::MemData } else { S2mDrsOpcode::MemDataNxm };
            assert_eq!(number(link.s2m_drs_opcode.val()), u64::from(opcode.code()), "tag {tag:#x}");
            assert_eq!(link.s2m_drs_poison.val(), mapped && is_bad(address), "tag {tag:#x}");
            let expected = if mapped { line(address) } else { [u32::MAX; 16] };
            assert_eq!(from_bits(link.s2m_drs_data.val()), expected, "tag {tag:#x}");
        }
        if link.s2m_ndr_valid.val() && link.s2m_ndr_ready.val() {
            let tag = number(link.s2m_ndr_tag.val());
            let opcode = self.completions.remove(&tag).unwrap_or_else(|| panic!("completion of tag {tag:#x}"));
            assert_eq!(number(link.s2m_ndr_opcode.val()), u64::from(opcode.code()), "tag {tag:#x}");
            let order = if tag >= 0x8000 { &mut self.write_order } else { &mut self.request_order };
            assert_eq!(order.pop_front(), Some(tag), "completions keep their order");
            if let Some((line, noted)) = self.write_keeps.remove(&tag) {
                assert!(noted, "line {line} of a write is kept, and nobody knows");
            }
        }
        self.refused -= usize::from(block.refused.val());
        clock_cycle!(self.block);
        self.cycle += 1;
    }
}

#[test]
fn every_request_is_answered_once_and_as_it_should() {
    for seed in 0..3 {
        serves(seed, Setting { enabled: true, layout_good: true, lines: 24 });
    }
    serves(4, Setting { enabled: false, layout_good: true, lines: 24 });
    serves(5, Setting { enabled: true, layout_good: false, lines: 24 });
}

/// Reads of the buffer that the kernel writes wait until it has ended, those of the other one do not.
#[test]
fn the_buffer_that_is_written_is_not_read() {
    let random = &mut random("target while a buffer is written", 6);
    for second in [false, true] {
        for new_buffer in [false, true] {
            let mut block = ready::<TxTarget>();
            block.hdm_base.next = (HDM_LINE << 6 | 1).into();
            block.layout_good.next = true;
            block.tx_bytes.next = (24 * 64u64).into();
            block.reset.next = true;
            clock_cycle!(block);
            block.reset.next = false;
            block.writing.next = true;
            block.new_buffer.next = new_buffer;
            block.arready.next = true;
            block.keep_ready.next = true;
            block.cxl_mem.s2m_ndr_ready.next = true;
            block.cxl_mem.m2s_req_opcode.next = u64::from(M2sReqOpcode::MemRd.code()).into();
            block.cxl_mem.m2s_req_meta_field.next = u64::from(MetaField::NoOp.code()).into();
            block.cxl_mem.m2s_req_address.next = (HDM_LINE + if second { 24 } else { 23 }).into();
            block.cxl_mem.m2s_req_valid.next = true;
            clock_cycle!(block);
            block.cxl_mem.m2s_req_valid.next = false;
            let mut reads = 0;
            for _ in 0..random.random_range(20..40) {
                settle(&mut *block);
                reads += usize::from(block.arvalid.val());
                clock_cycle!(block);
            }
            assert_eq!(reads, usize::from(second != new_buffer), "second: {second}, new: {new_buffer}");
            block.writing.next = false;
            for _ in 0..10 {
                settle(&mut *block);
                reads += usize::from(block.arvalid.val());
                clock_cycle!(block);
            }
            assert_eq!(reads, 1);
        }
    }
}
