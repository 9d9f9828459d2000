//! A device at the end of CXL.mem: it answers in any order, and looks at how the host asks.

use crate::lines::{Line, Rate, from_bits, number, to_bits};
use emberlane_registers::cxl::{M2sReqOpcode, M2sRwdOpcode, MetaField, S2mDrsOpcode, S2mNdrOpcode, SnpType};
use emberlane_rtl::cxl::CxlMemHost;
use rand::Rng;
use rand_pcg::Pcg64;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Lines from here on are where no memory is.
pub const UNMAPPED: u64 = 1 << 40;

/// What a line holds that nobody has written.
pub fn fresh(line: u64) -> Line {
    std::array::from_fn(|word| (line as u32 ^ word as u32).wrapping_mul(0x9e37_79b1))
}

/// Whether a line is poison.
pub fn is_poison(line: u64) -> bool {
    line < UNMAPPED && line % 11 == 5
}

/// What a line reads as: its words, whether no memory is there, and whether it is poison.
pub type Read = (Line, bool, bool);

struct Open {
    tag: u64,
    line: u64,
    /// What is written, if anything is.
    write: Option<(u64, Line)>,
    waits: u32,
}

pub struct Device {
    pub lines: BTreeMap<u64, Line>,
    open: Vec<Open>,
    /// Lines that were asked for and lines that were written, in the order of the requests.
    pub asked: VecDeque<u64>,
    pub written: VecDeque<u64>,
    /// What was answered to reads, by the number of the request.
    pub answers: BTreeMap<u64, Read>,
    /// Writes that are completed, by the number of the request.
    pub completed: BTreeSet<u64>,
    numbers: BTreeMap<u64, u64>,
    counts: [u64; 2],
    drs: Option<(u64, Read)>,
    ndr: Option<u64>,
    rates: [Rate; 4],
    slowest: u32,
    pub most_open: usize,
}

impl Device {
    /// A device that answers within so many cycles of its own, and takes requests at a rate.
    pub fn new(slowest: u32, rate: fn() -> Rate) -> Self {
        Self {
            lines: BTreeMap::new(),
            open: Vec::new(),
            asked: VecDeque::new(),
            written: VecDeque::new(),
            answers: BTreeMap::new(),
            completed: BTreeSet::new(),
            numbers: BTreeMap::new(),
            counts: [0; 2],
            drs: None,
            ndr: None,
            rates: std::array::from_fn(|_| rate()),
            slowest,
            most_open: 0,
        }
    }

    pub fn line(&self, line: u64) -> Line {
        self.lines.get(&line).copied().unwrap_or_else(|| fresh(line))
    }

    /// Sets the inputs of a cycle.
    pub fn drive(&mut self, link: &mut CxlMemHost, random: &mut Pcg64) {
        link.m2s_req_ready.next = self.rates[0].draw(random);
        link.m2s_rwd_ready.next = self.rates[1].draw(random);
        self.open.iter_mut().for_each(|open| open.waits = open.waits.saturating_sub(1));
        let ready = |open: &Open, writes: bool| open.waits == 0 && open.write.is_some() == writes;
        if self.drs.is_none()
            && self.rates[2].draw(random)
            && let Some(index) = pick(random, &self.open, |open| ready(open, false))
        {
            let Open { tag, line, .. } = self.open.remove(index);
            let (unmapped, poison) = (line >= UNMAPPED, is_poison(line));
            let words = if unmapped { [u32::MAX; 16] } else { self.line(line) };
            self.drs = Some((tag, (words, unmapped, poison)));
        }
        if self.ndr.is_none()
            && self.rates[3].draw(random)
            && let Some(index) = pick(random, &self.open, |open| ready(open, true))
        {
            let Open { tag, line, write, .. } = self.open.remove(index);
            let (strobes, words) = write.expect("it is a write");
            if line < UNMAPPED {
                let mut held = self.line(line);
                for byte in (0..64).filter(|byte| strobes >> byte & 1 == 1) {
                    let mask = 0xff << (byte % 4 * 8);
                    held[byte / 4] = held[byte / 4] & !mask | words[byte / 4] & mask;
                }
                self.lines.insert(line, held);
            }
            self.ndr = Some(tag);
        }
        link.s2m_drs_valid.next = self.drs.is_some();
        let (tag, (words, unmapped, poison)) = self.drs.unwrap_or((0xffff, ([0x555; 16], false, false)));
        let opcode = if unmapped { S2mDrsOpcode::MemDataNxm } else { S2mDrsOpcode::MemData };
        link.s2m_drs_opcode.next = u64::from(opcode.code()).into();
        link.s2m_drs_tag.next = tag.into();
        link.s2m_drs_poison.next = poison;
        link.s2m_drs_data.next = to_bits(&words);
        link.s2m_ndr_valid.next = self.ndr.is_some();
        link.s2m_ndr_opcode.next = u64::from(S2mNdrOpcode::Cmp.code()).into();
        link.s2m_ndr_tag.next = self.ndr.unwrap_or(0xffff).into();
    }

    /// Takes what is there at the end of a cycle.
    pub fn sample(&mut self, link: &CxlMemHost, random: &mut Pcg64) {
        if link.s2m_drs_valid.val() && link.s2m_drs_ready.val() {
            let (tag, read) = self.drs.take().expect("it is offered");
            let number = self.numbers.remove(&tag).expect("it was asked for");
            self.answers.insert(number, read);
        }
        if link.s2m_ndr_valid.val() && link.s2m_ndr_ready.val() {
            let tag = self.ndr.take().expect("it is offered");
            self.completed.insert(self.numbers.remove(&tag).expect("it was asked for"));
        }
        if link.m2s_req_valid.val() && link.m2s_req_ready.val() {
            assert_eq!(number(link.m2s_req_opcode.val()), u64::from(M2sReqOpcode::MemRd.code()));
            assert_eq!(number(link.m2s_req_snp_type.val()), u64::from(SnpType::NoOp.code()));
            assert_eq!(number(link.m2s_req_meta_field.val()), u64::from(MetaField::NoOp.code()));
            let line = number(link.m2s_req_address.val());
            self.asked.push_back(line);
            self.opens(number(link.m2s_req_tag.val()), line, None, random);
        }
        if link.m2s_rwd_valid.val() && link.m2s_rwd_ready.val() {
            let line = number(link.m2s_rwd_address.val());
            let strobes = number(link.m2s_rwd_be.val());
            let expected = if strobes == u64::MAX { M2sRwdOpcode::MemWr } else { M2sRwdOpcode::MemWrPtl };
            assert_eq!(number(link.m2s_rwd_opcode.val()), u64::from(expected.code()));
            assert!(!link.m2s_rwd_poison.val());
            self.written.push_back(line);
            let words = from_bits(link.m2s_rwd_data.val());
            self.opens(number(link.m2s_rwd_tag.val()), line, Some((strobes, words)), random);
        }
    }

    fn opens(&mut self, tag: u64, line: u64, write: Option<(u64, Line)>, random: &mut Pcg64) {
        let is_write = write.is_some();
        let count = &mut self.counts[usize::from(is_write)];
        assert!(self.numbers.insert(tag, *count).is_none(), "tag {tag} is used twice");
        *count += 1;
        let other = self.open.iter().find(|open| open.line == line);
        assert!(other.is_none(), "line {line:#x} has two transactions");
        let waits = random.random_range(0..=self.slowest);
        self.open.push(Open { tag, line, write, waits });
        self.most_open = self.most_open.max(self.open.len());
    }

    pub fn is_idle(&self) -> bool {
        self.open.is_empty() && self.drs.is_none() && self.ndr.is_none()
    }
}

/// One of those that are meant: the oldest, or another.
fn pick(random: &mut Pcg64, all: &[Open], is_meant: impl Fn(&Open) -> bool) -> Option<usize> {
    let meant: Vec<usize> = (0..all.len()).filter(|index| is_meant(&all[*index])).collect();
    match meant.len() {
        0 => None,
        _ if random.random_ratio(1, 2) => Some(meant[0]),
        count => Some(meant[random.random_range(0..count)]),
    }
}
