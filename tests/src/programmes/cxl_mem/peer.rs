//! The peer's memory behind CXL.cache: takes what the device flushes, and gives it parameters.

use emberlane_fabric::message::{D2hData, D2hReq, H2dData, H2dRsp, Line, Message};
use emberlane_registers::cxl::{D2hReqOpcode, GoState, H2dRspOpcode};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Longest time that a request waits for its answer, in cycles.
const LONGEST: u64 = 60;

/// A line that was flushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flushed {
    pub line: Line,
    pub poison: bool,
    /// How often it came.
    pub times: u8,
}

/// The host's side of CXL.cache, with a memory that knows all addresses.
#[derive(Debug)]
pub struct Memory {
    random: Pcg64Mcg,
    /// Requests that are not answered: when they will be.
    requests: Vec<(u64, D2hReq)>,
    /// Lines that were pulled and have not come, by UQID.
    pulls: HashMap<u16, u64>,
    next_uqid: u16,
    /// Lines that are refused, and lines that come poisoned.
    pub bad: HashSet<u64>,
    /// What has come since it was taken.
    pub flushed: BTreeMap<u64, Flushed>,
    /// Lines for which the device has asked that it may flush them.
    pub asked: HashSet<u64>,
}

impl Memory {
    pub fn new(seed: u64) -> Self {
        Self {
            random: Pcg64Mcg::seed_from_u64(seed ^ 0x9ee4),
            requests: Vec::new(),
            pulls: HashMap::new(),
            next_uqid: 0,
            bad: HashSet::new(),
            flushed: BTreeMap::new(),
            asked: HashSet::new(),
        }
    }

    /// Forgets what is under way.
    pub fn reset(&mut self) {
        self.requests.clear();
        self.pulls.clear();
    }

    pub fn is_idle(&self) -> bool {
        self.requests.is_empty() && self.pulls.is_empty()
    }

    /// What the device asks.
    pub fn request(&mut self, cycle: u64, request: D2hReq) -> Result<(), String> {
        match request.opcode {
            D2hReqOpcode::ItoMWr => {
                self.asked.insert(request.address);
            }
            D2hReqOpcode::RdCurr => {}
            opcode => return Err(format!("{opcode} over CXL.cache, where it flushes by ItoMWr and reads by RdCurr")),
        }
        if let Some((_, other)) = self.requests.iter().find(|(_, other)| other.cqid == request.cqid) {
            return Err(format!("CQID {} asks for {:#x} and for {:#x}", request.cqid, other.address, request.address));
        }
        self.requests.push((cycle + self.random.random_range(0..LONGEST), request));
        Ok(())
    }

    /// Answers that are due, in any order.
    pub fn answers(&mut self, cycle: u64) -> Vec<Message> {
        let (due, later) = self.requests.iter().partition(|(due, _)| *due <= cycle);
        self.requests = later;
        let due: Vec<(u64, D2hReq)> = due;
        due.into_iter().map(|(_, request)| self.answer(request)).collect()
    }

    fn answer(&mut self, D2hReq { opcode, cqid, address }: D2hReq) -> Message {
        let bad = self.bad.contains(&address);
        if opcode == D2hReqOpcode::RdCurr {
            let go_err = bad && address & 64 != 0;
            return Message::H2dData(H2dData { cqid, go_err, poison: bad && !go_err, data: parameters(address) });
        }
        while self.pulls.contains_key(&self.next_uqid) {
            self.next_uqid = (self.next_uqid + 1) & 0xfff;
        }
        let uqid = self.next_uqid;
        self.next_uqid = (self.next_uqid + 1) & 0xfff;
        self.pulls.insert(uqid, address);
        let (opcode, state) = match bad {
            true => (H2dRspOpcode::GoErrWritePull, GoState::Error),
            false => (H2dRspOpcode::GoWritePull, GoState::Invalid),
        };
        Message::H2dRsp(H2dRsp { opcode, state, uqid, cqid })
    }

    /// A line that was pulled.
    pub fn data(&mut self, data: &D2hData) -> Result<(), String> {
        let address = self.pulls.remove(&data.uqid);
        let address = address.ok_or_else(|| format!("data for UQID {}, which pulls nothing", data.uqid))?;
        let times = self.flushed.get(&address).map_or(1, |before| before.times.saturating_add(1));
        if !self.bad.contains(&address) {
            self.flushed.insert(address, Flushed { line: data.data, poison: data.poison, times });
        }
        Ok(())
    }
}

/// The parameters at an address.
fn parameters(address: u64) -> Line {
    Pcg64Mcg::seed_from_u64(address).random()
}
