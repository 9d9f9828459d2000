//! The host's end of a link, message by message: every request is answered exactly once, and reads give what was written.

use super::programme::{Access, Asked};
use super::{peer, side::Side};
use emberlane_drivers::Transport;
use emberlane_fabric::{
    message::{ALL_BYTES, Channel, Direction, H2dReq, Io, Line, M2sReq, M2sRwd, Message, merge},
    port::Port,
    time::Time,
};
use emberlane_models::cxl::{BAR_BASE, PERSISTENT_HPA, SCRATCHPAD_HPA};
use emberlane_registers::cxl::{
    D2hRspOpcode, H2dReqOpcode, M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue, S2mDrsOpcode, S2mNdrOpcode, SnpType,
};
use emberlane_registers::cxl_mem::{self as map, CLOCK_PERIOD_PS, LINE_BYTES, SCRATCHPAD_BASE};
use emberlane_registers::{Access as Right, Register};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Cycles within which a request of the host has to be answered.
const LIMIT: u64 = 100_000;
/// Messages of a channel that the device may send ahead of the host, which takes them at once.
const CREDITS: u32 = 64;
/// HPA where nothing is.
const NOWHERE: u64 = 9 << 32;
/// Own lines of each memory.
pub const OWN_LINES: u64 = 48;
/// Most own lines that are poisoned at a time: fewer than any list of them holds.
const MOST_POISONED: usize = 6;

/// A line of the host.
#[derive(Clone, Copy, Debug)]
struct Own {
    data: Line,
    poison: bool,
}

/// What an answer over CXL.mem has to be.
#[derive(Clone, Debug)]
struct Expected {
    address: u64,
    /// The line: its opcode, and its data and poison where they are known; else its poison is noted.
    line: Option<(S2mDrsOpcode, Option<(Line, bool)>)>,
    done: bool,
}

/// The host.
pub struct Host<E> {
    endpoint: Option<E>,
    port: Port,
    pub cycle: u64,
    /// What registers were written with.
    written: HashMap<u64, u64>,
    own: BTreeMap<u64, Own>,
    /// Own lines that were written and have not been read back.
    touched: BTreeSet<u64>,
    /// Whether lines came with poison of which nobody knew before.
    pub seen: BTreeMap<u64, bool>,
    under_way: HashMap<u16, Expected>,
    next_tag: u16,
    snoops: HashSet<u16>,
    completions: HashMap<u16, Option<u64>>,
    pub peer: peer::Memory,
}

impl<E: Side> Host<E> {
    pub fn new(endpoint: E, seed: u64) -> Self {
        Self {
            endpoint: Some(endpoint),
            port: Port::new(Direction::Upstream, [CREDITS; Channel::COUNT]),
            cycle: 0,
            written: HashMap::new(),
            own: BTreeMap::new(),
            touched: BTreeSet::new(),
            seen: BTreeMap::new(),
            under_way: HashMap::new(),
            next_tag: 0,
            snoops: HashSet::new(),
            completions: HashMap::new(),
            peer: peer::Memory::new(seed),
        }
    }

    pub fn endpoint(&mut self) -> &mut E {
        self.endpoint.as_mut().expect("it is only gone while it is reset")
    }

    /// Maps the device's memories.
    pub fn map(&mut self) -> Result<(), String> {
        self.write(&map::HDM_BASE_0, PERSISTENT_HPA | 1);
        self.write(&map::HDM_BASE_1, SCRATCHPAD_HPA | 1);
        // The read pushes the writes.
        self.read(&map::IDENTITY).map(|_| ())
    }

    /// A clock cycle.
    pub fn cycle(&mut self) -> Result<(), String> {
        self.cycle += 1;
        for answer in self.peer.answers(self.cycle) {
            self.port.deliver(answer);
        }
        let endpoint = self.endpoint.as_mut().expect("it is only gone while it is reset");
        endpoint.tick(Time(self.cycle * CLOCK_PERIOD_PS), &mut self.port).map_err(|error| error.to_string())?;
        self.port.drain_taken();
        let sent: Vec<Message> = self.port.drain_sent().collect();
        for message in sent {
            self.port.return_credit(message.channel());
            self.take(message)?;
        }
        Ok(())
    }

    fn take(&mut self, message: Message) -> Result<(), String> {
        match message {
            Message::S2mDrs(line) => {
                let expected = self.under_way.get_mut(&line.tag).ok_or(format!("nobody has asked for {line:?}"))?;
                let Some((opcode, data)) = expected.line.take() else {
                    return Err(format!("a second line for {:#x}", expected.address));
                };
                if (line.opcode, Some((line.data, line.poison))) != (opcode, data.or(Some((line.data, line.poison)))) {
                    return Err(format!("{line:?} at {:#x}, expected {opcode} {data:?}", expected.address));
                }
                if data.is_none() {
                    self.seen.insert(expected.address, line.poison);
                }
                self.end(line.tag);
            }
            Message::S2mNdr(done) => {
                let expected = self.under_way.get_mut(&done.tag).ok_or(format!("nobody has asked for {done:?}"))?;
                if !std::mem::take(&mut expected.done) || done.opcode != S2mNdrOpcode::Cmp {
                    return Err(format!("{done:?} twice or without need, at {:#x}", expected.address));
                }
                self.end(done.tag);
            }
            Message::D2hReq(request) => self.peer.request(self.cycle, request)?,
            Message::D2hData(data) => self.peer.data(&data)?,
            Message::D2hRsp(answer) => {
                if !self.snoops.remove(&answer.uqid) || answer.opcode != D2hRspOpcode::RspIHitI {
                    return Err(format!("{answer:?}, which no snoop has asked for"));
                }
            }
            Message::IoUp(Io::Cpl { tag, data }) => {
                self.completions.insert(tag, data);
            }
            other => return Err(format!("{other}, which the device has no reason for")),
        }
        Ok(())
    }

    fn end(&mut self, tag: u16) {
        if self.under_way.get(&tag).is_some_and(|expected| expected.line.is_none() && !expected.done) {
            self.under_way.remove(&tag);
        }
    }

    /// Whether all that was asked is answered, over CXL.mem and CXL.cache.
    pub fn is_idle(&self) -> bool {
        self.under_way.is_empty()
            && self.snoops.is_empty()
            && self.peer.is_idle()
            && self.port.untaken().next().is_none()
    }

    /// What is not answered, for reports.
    pub fn open(&self) -> String {
        let lines: Vec<String> = self.under_way.values().take(4).map(|each| format!("{:#x}", each.address)).collect();
        format!("open over CXL.mem: {} ({}), snoops: {}", self.under_way.len(), lines.join(", "), self.snoops.len())
    }

    // Registers.

    /// Reads a register; the writes before it are done then.
    pub fn read(&mut self, register: &Register) -> Result<u64, String> {
        self.look(register.offset)?.ok_or_else(|| format!("{} cannot be read", register.name))
    }

    /// Reads at an offset; `None` where that is answered with an error.
    pub fn look(&mut self, offset: u64) -> Result<Option<u64>, String> {
        let tag = 1;
        self.port.deliver(Message::IoDown(Io::MRd { address: BAR_BASE + offset, bytes: 8, tag }));
        for _ in 0..LIMIT {
            self.cycle()?;
            if let Some(data) = self.completions.remove(&tag) {
                return Ok(data);
            }
        }
        Err(format!("the read of register {offset:#x} is not answered in {LIMIT} cycles"))
    }

    /// Writes a register; posted.
    pub fn write(&mut self, register: &Register, value: u64) {
        if register.access == Right::ReadWrite {
            self.written.insert(register.offset, value & register.mask());
        }
        self.port.deliver(Message::IoDown(Io::MWr { address: BAR_BASE + register.offset, bytes: 8, data: value }));
    }

    /// Writes a setting if it is another one.
    pub fn set(&mut self, register: &Register, value: u64) {
        if self.setting(register) != value & register.mask() {
            self.write(register, value);
        }
    }

    /// What a setting was written with.
    pub fn setting(&self, register: &Register) -> u64 {
        self.written.get(&register.offset).copied().unwrap_or(register.reset)
    }

    // Memory.

    fn tag(&mut self) -> u16 {
        while self.under_way.contains_key(&self.next_tag) {
            self.next_tag = self.next_tag.wrapping_add(1);
        }
        self.next_tag = self.next_tag.wrapping_add(1);
        self.next_tag.wrapping_sub(1)
    }

    /// A transaction with one of the host's lines, which waits until the one before it on this line has ended.
    pub fn access(&mut self, access: Access) -> Result<(), String> {
        let mut random = Pcg64Mcg::seed_from_u64(access.seed);
        let line = u64::from(access.line) % OWN_LINES * LINE_BYTES;
        let address = line + [PERSISTENT_HPA, SCRATCHPAD_HPA, NOWHERE][usize::from(access.place).min(2)];
        let there = access.place < 2;
        for _ in 0..LIMIT {
            if !self.under_way.values().any(|other| other.address == address) {
                break;
            }
            self.cycle()?;
        }
        let known = self.own.get(&address).copied().unwrap_or(Own { data: [0; 64], poison: false });
        let poisoned = self.own.values().filter(|own| own.poison).count();
        let tag = self.tag();
        let mut expected = Expected { address, line: None, done: true };
        match access.what {
            Asked::Read => {
                let opcode = [M2sReqOpcode::MemRd, M2sReqOpcode::MemRdData][random.random_range(0..2)];
                let snp_type = SnpType::ALL[random.random_range(0..SnpType::ALL.len())];
                let meta_value = MetaValue::ALL[random.random_range(0..MetaValue::ALL.len())];
                let (back, data) = match there {
                    true => (S2mDrsOpcode::MemData, (known.data, known.poison)),
                    false => (S2mDrsOpcode::MemDataNxm, ([0xff; 64], false)),
                };
                expected.line = Some((back, Some(data)));
                expected.done = snp_type != SnpType::NoOp;
                self.request(M2sReq { opcode, snp_type, meta_field: MetaField::NoOp, meta_value, tag, address });
            }
            Asked::Invalidate | Asked::Hint => {
                expected.done = access.what == Asked::Invalidate;
                let opcodes = match expected.done {
                    true => [M2sReqOpcode::MemInv, M2sReqOpcode::MemInvNT, M2sReqOpcode::MemClnEvct],
                    false => [M2sReqOpcode::MemSpecRd, M2sReqOpcode::MemRdFwd, M2sReqOpcode::MemWrFwd],
                };
                let (opcode, snp_type) = (opcodes[random.random_range(0..3)], SnpType::NoOp);
                let (meta_field, meta_value) = (MetaField::NoOp, MetaValue::Invalid);
                self.request(M2sReq { opcode, snp_type, meta_field, meta_value, tag, address });
            }
            Asked::Write | Asked::Poison | Asked::Partial => {
                let data: Line = random.random();
                let is_whole = access.what != Asked::Partial;
                let byte_enable = if is_whole { ALL_BYTES } else { random.random() };
                let poison = access.what == Asked::Poison && poisoned < MOST_POISONED;
                if there {
                    let mut after = known;
                    merge(&mut after.data, &data, byte_enable);
                    after.poison = if is_whole { poison } else { known.poison };
                    self.own.insert(address, after);
                    self.touched.insert(address);
                }
                let opcode = if is_whole { M2sRwdOpcode::MemWr } else { M2sRwdOpcode::MemWrPtl };
                self.store(opcode, tag, address, poison, byte_enable, data);
            }
        }
        if expected.done || expected.line.is_some() {
            self.under_way.insert(tag, expected);
        }
        Ok(())
    }

    /// Reads all own lines that were written since they were read so: what they hold, and whether it is poisoned.
    pub fn read_back(&mut self) {
        for address in std::mem::take(&mut self.touched) {
            let tag = self.tag();
            let line = self.own.get(&address).map(|own| (S2mDrsOpcode::MemData, Some((own.data, own.poison))));
            self.under_way.insert(tag, Expected { address, line, done: false });
            let (opcode, snp_type) = (M2sReqOpcode::MemRd, SnpType::NoOp);
            let (meta_field, meta_value) = (MetaField::NoOp, MetaValue::Invalid);
            self.request(M2sReq { opcode, snp_type, meta_field, meta_value, tag, address });
        }
    }

    fn request(&mut self, request: M2sReq) {
        self.port.deliver(Message::M2sReq(request));
    }

    fn store(&mut self, opcode: M2sRwdOpcode, tag: u16, address: u64, poison: bool, byte_enable: u64, data: Line) {
        let (snp_type, meta_field, meta_value) = (SnpType::NoOp, MetaField::NoOp, MetaValue::Invalid);
        let write = M2sRwd { opcode, snp_type, meta_field, meta_value, tag, address, poison, byte_enable, data };
        self.port.deliver(Message::M2sRwd(write));
    }

    /// Writes the line at a DPA over CXL.mem as it is there, poisoned or not.
    pub fn rewrite(&mut self, address: u64, poison: bool) {
        let data: Line = self.memory(address, LINE_BYTES).try_into().expect("a line");
        self.write_line(address, data, ALL_BYTES, poison);
    }

    /// Writes enabled bytes of the line at a DPA over CXL.mem, or the line as poison.
    pub fn write_line(&mut self, address: u64, data: Line, byte_enable: u64, poison: bool) {
        let tag = self.tag();
        let address = host_address(address);
        self.under_way.insert(tag, Expected { address, line: None, done: true });
        let opcode = if byte_enable == ALL_BYTES { M2sRwdOpcode::MemWr } else { M2sRwdOpcode::MemWrPtl };
        self.store(opcode, tag, address, poison, byte_enable, data);
    }

    /// Reads the line at a DPA over CXL.mem, and notes whether it comes with poison.
    pub fn read_line(&mut self, address: u64) {
        let tag = self.tag();
        let address = host_address(address);
        self.under_way.insert(tag, Expected { address, line: Some((S2mDrsOpcode::MemData, None)), done: false });
        let (opcode, snp_type) = (M2sReqOpcode::MemRd, SnpType::NoOp);
        let (meta_field, meta_value) = (MetaField::NoOp, MetaValue::Invalid);
        self.request(M2sReq { opcode, snp_type, meta_field, meta_value, tag, address });
    }

    /// Whether a transaction with the line at a DPA is under way.
    pub fn has_under_way(&self, address: u64) -> bool {
        let address = host_address(address);
        self.under_way.values().any(|other| other.address == address)
    }

    /// All own lines are good, as `CLEAR_POISON` has made them.
    pub fn forget_poison(&mut self) {
        for (address, own) in self.own.iter_mut().filter(|(_, own)| own.poison) {
            own.poison = false;
            self.touched.insert(*address);
        }
    }

    /// A snoop.
    pub fn snoop(&mut self, line: u64, kind: u8) {
        let uqid = (0..0x1000).find(|uqid| !self.snoops.contains(uqid)).expect("fewer snoops than numbers");
        self.snoops.insert(uqid);
        let opcode = [H2dReqOpcode::SnpData, H2dReqOpcode::SnpInv, H2dReqOpcode::SnpCur][usize::from(kind) % 3];
        let address = SCRATCHPAD_HPA + line % (1 << 20) * LINE_BYTES;
        self.port.deliver(Message::H2dReq(H2dReq { opcode, uqid, address }));
    }

    /// The host's lines are in memory as it knows them.
    pub fn check_own(&mut self) -> Result<(), String> {
        let own: Vec<(u64, Own)> = self.own.iter().map(|(address, own)| (*address, *own)).collect();
        for (address, own) in own {
            let found: Line = self.memory(device_address(address), LINE_BYTES).try_into().expect("a line");
            if found != own.data {
                return Err(format!("the host's line at {address:#x} holds {found:x?}, written was {:x?}", own.data));
            }
        }
        Ok(())
    }

    /// Memory past the link.
    pub fn memory(&mut self, address: u64, bytes: u64) -> Vec<u8> {
        let mut found = vec![0; bytes as usize];
        self.endpoint().device().memory_read(address, &mut found).expect("inside memory");
        found
    }

    /// Writes memory past the link, where nobody else does.
    pub fn fill(&mut self, address: u64, bytes: &[u8]) {
        self.endpoint().device().memory_write(address, bytes).expect("inside memory");
    }

    /// Resets the device; what was under way is forgotten on both sides of the link. Own lines are written anew, because nobody
    /// knows which writes came.
    pub fn reset(&mut self, alone: bool) -> Result<(), String> {
        let endpoint = self.endpoint.take().expect("it is only gone while it is reset");
        self.endpoint = Some(endpoint.reset(alone)?);
        self.port = Port::new(Direction::Upstream, [CREDITS; Channel::COUNT]);
        self.written.clear();
        self.under_way.clear();
        self.snoops.clear();
        self.completions.clear();
        self.peer.reset();
        self.map()?;
        let own: Vec<(u64, Line)> = self.own.iter().map(|(address, own)| (*address, own.data)).collect();
        for (address, data) in own {
            let tag = self.tag();
            self.under_way.insert(tag, Expected { address, line: None, done: true });
            self.own.insert(address, Own { data, poison: false });
            self.store(M2sRwdOpcode::MemWr, tag, address, false, ALL_BYTES, data);
        }
        Ok(())
    }
}

/// The HPA of a DPA.
fn host_address(address: u64) -> u64 {
    if address < SCRATCHPAD_BASE { PERSISTENT_HPA + address } else { SCRATCHPAD_HPA + (address - SCRATCHPAD_BASE) }
}

/// The DPA of an HPA that one of the device's memories has.
fn device_address(address: u64) -> u64 {
    if address >= PERSISTENT_HPA { address - PERSISTENT_HPA } else { SCRATCHPAD_BASE + (address - SCRATCHPAD_HPA) }
}
