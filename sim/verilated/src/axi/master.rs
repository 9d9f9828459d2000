//! An AXI4 master: bursts of whole lines to a slave of a design, as a PCIe core makes them of a host's accesses.

use std::collections::VecDeque;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::{LINE_BYTES, Line, Response, StallProfile};
use crate::{Input, Model, ModelError, Output};

/// Lines of a burst at most.
const MOST_BEATS: u64 = 16;
/// A burst stays within so many bytes.
const BOUNDARY: u64 = 4096;
/// Bits of an ID.
const ID_BITS: u32 = 4;
/// AxSIZE of a line.
const SIZE: u64 = LINE_BYTES.trailing_zeros() as u64;
/// AxBURST of a burst that counts up.
const INCR: u64 = 1;

/// An address channel.
#[derive(Debug)]
struct AddressPins {
    id: Input,
    address: Input,
    length: Input,
    size: Input,
    burst: Input,
    valid: Input,
    ready: Output,
}

impl AddressPins {
    fn new(model: &Model, prefix: &str, channel: &str) -> Result<Self, ModelError> {
        let input = |name: &str, width| model.input(&format!("{prefix}_{channel}{name}"), width);
        Ok(Self {
            id: input("id", ID_BITS)?,
            address: input("addr", 64)?,
            length: input("len", 8)?,
            size: input("size", 3)?,
            burst: input("burst", 2)?,
            valid: input("valid", 1)?,
            ready: model.output(&format!("{prefix}_{channel}ready"), 1)?,
        })
    }

    fn drive(&self, model: &mut Model, burst: Option<&Burst>) {
        model.set(self.valid, burst.is_some().into());
        // What is not valid shows nonsense.
        let &Burst { id, address, beats } = burst.unwrap_or(&Burst { id: 9, address: 0x5a5a_5a5a, beats: 3 });
        model.set(self.id, id);
        model.set(self.address, address);
        model.set(self.length, beats - 1);
        model.set(self.size, SIZE);
        model.set(self.burst, INCR);
    }
}

#[derive(Clone, Copy, Debug)]
struct Burst {
    id: u64,
    address: u64,
    beats: u64,
}

/// Things to be offered one by one, each until it is taken.
#[derive(Debug)]
struct Offers<T> {
    items: VecDeque<T>,
    offered: bool,
}

impl<T> Offers<T> {
    fn new() -> Self {
        Self { items: VecDeque::new(), offered: false }
    }

    fn next(&mut self, goes: bool) -> Option<&T> {
        self.offered |= goes && !self.items.is_empty();
        self.items.front().filter(|_| self.offered)
    }

    fn sample(&mut self, ready: bool) -> Option<T> {
        let taken = self.offered && ready;
        self.offered &= !taken;
        if taken { self.items.pop_front() } else { None }
    }
}

/// Drives an AXI4 slave with 512 bits of data, and checks that it answers what it was asked, in the order of an ID.
#[derive(Debug)]
pub struct AxiMaster {
    name: String,
    random: Pcg64Mcg,
    longest: u32,
    read_pins: AddressPins,
    write_pins: AddressPins,
    data: [Input; 4],
    data_ready: Output,
    /// RVALID, RID, RDATA, RRESP, RLAST; BVALID, BID, BRESP.
    answer: [Output; 5],
    response: [Output; 3],
    ready: [Input; 2],
    takes: [bool; 2],
    reads: Offers<Burst>,
    writes: Offers<Burst>,
    beats: Offers<(Line, u64, bool)>,
    /// Bursts that are not answered, by ID.
    open_reads: Vec<VecDeque<(Burst, u64)>>,
    open_writes: Vec<VecDeque<Burst>>,
    next_id: u64,
    /// Lines that were read, by their place; the first answer that is an error, and its address.
    read: Vec<(u64, Line)>,
    failure: Option<(u64, Response)>,
}

impl AxiMaster {
    /// A master for the ports of `model` that begin with `prefix`, such as `s_axi`.
    ///
    /// # Errors
    /// [`ModelError::NoPort`], [`ModelError::Width`].
    pub fn new(model: &Model, prefix: &str, profile: StallProfile, seed: u64) -> Result<Self, ModelError> {
        let input = |name: &str, width| model.input(&format!("{prefix}_{name}"), width);
        let output = |name: &str, width| model.output(&format!("{prefix}_{name}"), width);
        let queues = 1 << ID_BITS;
        Ok(Self {
            name: prefix.into(),
            random: Pcg64Mcg::seed_from_u64(seed),
            longest: profile.stalls().longest,
            read_pins: AddressPins::new(model, prefix, "ar")?,
            write_pins: AddressPins::new(model, prefix, "aw")?,
            data: [input("wvalid", 1)?, input("wdata", 512)?, input("wstrb", 64)?, input("wlast", 1)?],
            data_ready: output("wready", 1)?,
            answer: [
                output("rvalid", 1)?,
                output("rid", ID_BITS)?,
                output("rdata", 512)?,
                output("rresp", 2)?,
                output("rlast", 1)?,
            ],
            response: [output("bvalid", 1)?, output("bid", ID_BITS)?, output("bresp", 2)?],
            ready: [input("rready", 1)?, input("bready", 1)?],
            takes: [false; 2],
            reads: Offers::new(),
            writes: Offers::new(),
            beats: Offers::new(),
            open_reads: vec![VecDeque::new(); queues],
            open_writes: vec![VecDeque::new(); queues],
            next_id: 0,
            read: Vec::new(),
            failure: None,
        })
    }

    /// Begins to read the lines that hold these bytes.
    pub fn start_read(&mut self, address: u64, length: u64) {
        for burst in self.bursts(address, length) {
            self.reads.items.push_back(burst);
        }
    }

    /// Begins to write these bytes; of other bytes of their lines, none is.
    pub fn start_write(&mut self, address: u64, bytes: &[u8]) {
        let end = address + bytes.len() as u64;
        for burst in self.bursts(address, bytes.len() as u64) {
            for beat in 0..burst.beats {
                let first = burst.address + beat * LINE_BYTES as u64;
                let (mut line, mut strobe) = ([0; LINE_BYTES], 0);
                for (at, byte) in (first..).zip(line.iter_mut()) {
                    if (address..end).contains(&at) {
                        *byte = bytes[(at - address) as usize];
                        strobe |= 1 << (at - first);
                    }
                }
                self.beats.items.push_back((super::line(&line), strobe, beat + 1 == burst.beats));
            }
            self.writes.items.push_back(burst);
        }
    }

    fn bursts(&mut self, address: u64, length: u64) -> Vec<Burst> {
        let lines = LINE_BYTES as u64;
        let (mut at, end) = (address / lines * lines, address + length);
        let mut bursts = Vec::new();
        while length > 0 && at < end {
            let stop = (at + MOST_BEATS * lines).min((at / BOUNDARY + 1) * BOUNDARY).min(end.next_multiple_of(lines));
            bursts.push(Burst { id: self.next_id, address: at, beats: (stop - at) / lines });
            self.next_id = (self.next_id + 1) % (1 << ID_BITS);
            at = stop;
        }
        bursts
    }

    /// Whether all is answered.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.reads.items.is_empty()
            && self.writes.items.is_empty()
            && self.beats.items.is_empty()
            && self.open_reads.iter().all(VecDeque::is_empty)
            && self.open_writes.iter().all(VecDeque::is_empty)
    }

    /// The lines that were read since the last call, with their addresses; or the address of the first access that was answered with an
    /// error.
    ///
    /// # Errors
    /// The address and what was said.
    pub fn take(&mut self) -> Result<Vec<(u64, Line)>, (u64, Response)> {
        let read = std::mem::take(&mut self.read);
        self.failure.take().map_or(Ok(read), Err)
    }

    /// Forgets everything: the slave is in reset.
    pub fn reset(&mut self, model: &mut Model) {
        (self.reads, self.writes, self.beats) = (Offers::new(), Offers::new(), Offers::new());
        self.open_reads.iter_mut().for_each(VecDeque::clear);
        self.open_writes.iter_mut().for_each(VecDeque::clear);
        self.drive(model);
    }

    fn goes(&mut self) -> bool {
        self.longest == 0 || self.random.random_range(0..=self.longest) == 0
    }

    /// Drives the coming cycle.
    pub fn drive(&mut self, model: &mut Model) {
        let goes: [bool; 5] = std::array::from_fn(|_| self.goes());
        self.read_pins.drive(model, self.reads.next(goes[0]));
        self.write_pins.drive(model, self.writes.next(goes[1]));
        let beat = self.beats.next(goes[2]);
        model.set(self.data[0], beat.is_some().into());
        let (line, strobe, last) = beat.copied().unwrap_or(([0xdead_beef; 16], 0x77, false));
        model.set_wide(self.data[1], &line);
        model.set(self.data[2], strobe);
        model.set(self.data[3], last.into());
        self.takes = [goes[3], goes[4]];
        for (pin, takes) in self.ready.iter().zip(self.takes) {
            model.set(*pin, takes.into());
        }
    }

    /// Takes what the slave drove in the last cycle.
    ///
    /// # Errors
    /// An answer to nothing, or one that does not end where its burst does.
    pub fn sample(&mut self, model: &Model) -> Result<(), String> {
        let [valid, id, data, response, last] = self.answer;
        if self.takes[0] && model.bit(valid) {
            let id = model.get(id);
            let Some((burst, beat)) = self.open_reads[id as usize].front_mut() else {
                return Err(format!("{}: R with ID {id}, of which no read is open", self.name));
            };
            let address = burst.address + *beat * LINE_BYTES as u64;
            *beat += 1;
            let ends = *beat == burst.beats;
            if ends != model.bit(last) {
                return Err(format!("{}: RLAST of ID {id} is {} at {address:#x}", self.name, !ends));
            }
            if ends {
                self.open_reads[id as usize].pop_front();
            }
            let mut line = Line::default();
            line.copy_from_slice(model.wide(data));
            self.read.push((address, line));
            self.answered(address, Response::from_bits(model.get(response)));
        }
        let [valid, id, response] = self.response;
        if self.takes[1] && model.bit(valid) {
            let id = model.get(id);
            let Some(burst) = self.open_writes[id as usize].pop_front() else {
                return Err(format!("{}: B with ID {id}, of which no write is open", self.name));
            };
            self.answered(burst.address, Response::from_bits(model.get(response)));
        }
        if let Some(burst) = self.reads.sample(model.bit(self.read_pins.ready)) {
            self.open_reads[burst.id as usize].push_back((burst, 0));
        }
        if let Some(burst) = self.writes.sample(model.bit(self.write_pins.ready)) {
            self.open_writes[burst.id as usize].push_back(burst);
        }
        self.beats.sample(model.bit(self.data_ready));
        Ok(())
    }

    fn answered(&mut self, address: u64, response: Response) {
        if response != Response::Okay {
            self.failure.get_or_insert((address, response));
        }
    }
}
