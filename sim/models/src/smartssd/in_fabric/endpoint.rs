//! A SmartSSD without a link of its own, at the end of one.

use std::collections::{BTreeMap, VecDeque};

use emberlane_drivers::TransportError;
use emberlane_drivers::smartssd::SmartSsdTransport;
use emberlane_fabric::expander::{HdmConfig, MemoryServer};
use emberlane_fabric::fabric::{Fabric, FabricError, Handle};
use emberlane_fabric::hdm::Coherence;
use emberlane_fabric::memory::{DDR4_2400, DramChannel, MemoryConfig};
use emberlane_fabric::message::{ALL_BYTES, Channel, D2hReq, D2hRsp, Io, Line, Message};
use emberlane_fabric::port::{Endpoint, EndpointError, Port};
use emberlane_fabric::time::Time;
use emberlane_reference::smartssd::ReferenceSmartSsd;
use emberlane_registers::Register;
use emberlane_registers::cxl::{D2hReqOpcode, D2hRspOpcode, LINE_BYTES, M2sBiRspOpcode, S2mBiSnpOpcode};
use emberlane_registers::kernel_plan::Program;
use emberlane_registers::smartssd::{self as map, Command, DONE, FAILED, NEW_BUFFER};

use super::super::{ModelSmartSsd, PEER_LINES, SNOOPED_LINES};
use super::linked::Linked;

/// The registers of the programs' places and lengths.
const PROGRAMS: [(&Register, &Register); 4] = [
    (&map::LOADS_BASE, &map::LOADS_WORDS),
    (&map::FORWARD_BASE, &map::FORWARD_WORDS),
    (&map::BACKWARD_BASE, &map::BACKWARD_WORDS),
    (&map::MOVES_BASE, &map::MOVES_WORDS),
];

/// A SmartSSD whose memories are within reach: it has no link.
pub trait WithoutLink: SmartSsdTransport + 'static {
    /// Whether a doorbell would begin something.
    fn accepts(&self, command: u64) -> bool;

    /// Whether an iteration is under way.
    fn is_iterating(&self) -> bool;

    /// What the TX buffers hold, past those who wait for them.
    fn look_at_outputs(&self, address: u64, bytes: &mut [u8]);

    /// The line at an HPA cannot be read until it is written again.
    fn poison_host(&mut self, address: u64);
}

impl WithoutLink for ReferenceSmartSsd {
    fn accepts(&self, command: u64) -> bool {
        Self::accepts(self, command).is_ok()
    }

    fn is_iterating(&self) -> bool {
        self.is_busy()
    }

    fn look_at_outputs(&self, address: u64, bytes: &mut [u8]) {
        self.peek_buffers(address, bytes);
    }

    fn poison_host(&mut self, address: u64) {
        self.poison(address);
    }
}

impl WithoutLink for ModelSmartSsd {
    fn accepts(&self, command: u64) -> bool {
        Self::accepts(self, command)
    }

    fn is_iterating(&self) -> bool {
        self.is_busy()
    }

    fn look_at_outputs(&self, address: u64, bytes: &mut [u8]) {
        self.peek_buffers(address, bytes);
    }

    fn poison_host(&mut self, address: u64) {
        self.poison(address);
    }
}

/// What the device is about; accesses to registers wait until it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing.
    Resting,
    /// Lines are fetched that the write of a register makes it need.
    Fetching { offset: u64, value: u64 },
    /// Outputs are written, and then a read of the status is answered.
    Answering { tag: u16, status: u64 },
}

/// A SmartSSD at the end of a link. Its work is that of the device inside, in the order in which a SmartSSD that stores and forwards does it:
///
/// 1. A doorbell, or `MAILBOX_TAIL`, fetches the programs and gradients, or the lines of the mailbox, by `RdCurr`. A line that comes poisoned, or
///    from nowhere, is poisoned inside, too. Then the device inside gets the write.
/// 2. When an iteration has ended inside, lines of its TX buffer that the host may hold are snooped (`BISnpInv`), 256 at a
///    time, and a line that nobody holds any more is written.
///
/// The host sees `DONE` when every output can be read, as with the hardware, which snoops and writes while the kernel works. Reads of
/// the new TX buffer wait meanwhile. Host writes of TX buffers are answered and not done.
#[derive(Debug)]
pub struct SmartSsdEndpoint<D> {
    device: D,
    /// Host physical address of register 0.
    bar: u64,
    vector_bytes: u64,
    /// TX buffers, once the host sees them.
    buffers: Option<MemoryServer>,
    /// What registers were set to, by offset.
    settings: BTreeMap<u64, u64>,
    stage: Stage,
    /// Lines to be fetched, and those that are, by CQID.
    to_fetch: VecDeque<u64>,
    fetched: Vec<Option<u64>>,
    responses: VecDeque<D2hRsp>,
    completions: VecDeque<Io>,
    /// The TX buffer of the iteration that was begun last.
    new_buffer: u64,
    /// The lines of an iteration that has not ended: those that were written, and all.
    outputs: Option<(u64, u64)>,
    snooping: usize,
}

impl<D: WithoutLink> SmartSsdEndpoint<D> {
    /// A device, after its reset, whose EVs have so many elements, and whose registers begin at the HPA `bar`.
    pub fn new(device: D, elements: usize, bar: u64) -> Self {
        Self {
            device,
            bar,
            vector_bytes: 4 * elements as u64,
            buffers: None,
            settings: BTreeMap::new(),
            stage: Stage::Resting,
            to_fetch: VecDeque::new(),
            fetched: vec![None; PEER_LINES],
            responses: VecDeque::new(),
            completions: VecDeque::new(),
            // An iteration swaps, so that the first writes TX buffer 0.
            new_buffer: 1,
            outputs: None,
            snooping: 0,
        }
    }

    fn setting(&self, register: &Register) -> u64 {
        self.settings.get(&register.offset).copied().unwrap_or(0)
    }

    /// Whether an access to a register has come that may be served now. A doorbell waits for outputs that are still written.
    fn has_access(&self, port: &Port) -> bool {
        let Some(Message::IoDown(io)) = port.peek(Channel::IoDown) else { return false };
        let doorbell = self.bar + map::DOORBELL.offset;
        let rings = matches!(io, Io::MWr { address, .. } if *address == doorbell);
        let writes = self.outputs.is_some() && !self.device.is_iterating();
        self.stage == Stage::Resting && !(rings && writes)
    }

    /// Accesses to registers, as long as none waits.
    fn serve_registers(&mut self, port: &mut Port) -> Result<(), EndpointError> {
        while self.has_access(port)
            && let Some(message) = port.take(Channel::IoDown)
        {
            let Message::IoDown(io) = message else { return Err(EndpointError::unexpected(&message, "not CXL.io")) };
            match io {
                Io::Cpl { .. } => return Err(EndpointError::unexpected(&message, "the device has read nothing")),
                Io::MRd { address, bytes, tag } => {
                    let data = if bytes == 8 { self.read(address.wrapping_sub(self.bar), tag)? } else { Some(None) };
                    self.completions.extend(data.map(|data| Io::Cpl { tag, data }));
                }
                Io::MWr { address, bytes: 8, data } => self.write(address.wrapping_sub(self.bar), data)?,
                // A posted write to where nothing is has no answer.
                Io::MWr { .. } => {}
            }
        }
        Ok(())
    }

    /// What a read gives, if any register has the offset; `None` if it waits for outputs.
    fn read(&mut self, offset: u64, tag: u16) -> Result<Option<Option<u64>>, EndpointError> {
        let value = match self.device.mmio_read(offset) {
            Ok(value) => value,
            Err(TransportError::NoRegister { .. }) => return Ok(Some(None)),
            Err(error) => return Err(EndpointError::Device(error.to_string())),
        };
        let ends = offset == map::STATUS.offset && DONE.get(value) | FAILED.get(value) == 1;
        if ends && self.outputs.is_some() {
            if NEW_BUFFER.get(value) != self.new_buffer {
                return Err(EndpointError::Device("the device writes another TX buffer than was begun".into()));
            }
            self.stage = Stage::Answering { tag, status: value };
            return Ok(None);
        }
        if offset == map::MAILBOX_HEAD.offset {
            self.settings.insert(offset, value);
        }
        Ok(Some(Some(value)))
    }

    /// A write, which may make the device need lines first.
    fn write(&mut self, offset: u64, value: u64) -> Result<(), EndpointError> {
        let lines = if offset == map::MAILBOX_TAIL.offset {
            self.mailbox_lines(value as u32)
        } else if offset == map::DOORBELL.offset && self.device.accepts(value) {
            self.iteration_lines()
        } else {
            Vec::new()
        };
        if lines.is_empty() {
            return self.write_inside(offset, value);
        }
        self.to_fetch = lines.into();
        self.stage = Stage::Fetching { offset, value };
        Ok(())
    }

    /// Lines of the mailbox up to a new tail; those that are not done when the tail is written again.
    fn mailbox_lines(&self, tail: u32) -> Vec<u64> {
        let (base, lines) = (self.setting(&map::MAILBOX_BASE), self.setting(&map::MAILBOX_LINES) as u32);
        let old = self.setting(&map::MAILBOX_TAIL) as u32;
        let first = if tail == old { self.setting(&map::MAILBOX_HEAD) as u32 } else { old };
        let count = tail.wrapping_sub(first);
        if count > lines {
            // The device refuses it.
            return Vec::new();
        }
        let line = |index: u32| base + u64::from(first.wrapping_add(index) % lines) * LINE_BYTES;
        (0..count).map(line).collect()
    }

    /// Lines of the programs and gradients of an iteration.
    fn iteration_lines(&self) -> Vec<u64> {
        let mut lines = Vec::new();
        let mut add = |base: u64, bytes: u64| lines.extend((base..base + bytes).step_by(LINE_BYTES as usize));
        for (program, (base, words)) in Program::ALL.into_iter().zip(PROGRAMS) {
            add(self.setting(base), self.setting(words) * program.word_bits() as u64 / 8);
        }
        add(self.setting(&map::GRADIENT_BASE), self.setting(&map::GRADIENTS) * self.vector_bytes);
        lines
    }

    /// The device inside gets a write.
    fn write_inside(&mut self, offset: u64, value: u64) -> Result<(), EndpointError> {
        let begins = offset == map::DOORBELL.offset && self.device.accepts(value);
        match self.device.mmio_write(offset, value) {
            Ok(()) => {}
            // Posted: nobody is told.
            Err(TransportError::NoRegister { .. }) => return Ok(()),
            Err(error) => return Err(EndpointError::Device(error.to_string())),
        }
        let mask = map::MAP.at(offset).map_or(0, Register::mask);
        self.settings.insert(offset, value & mask);
        if offset == map::HDM_BASE.offset || offset == map::TX_BYTES.offset {
            self.serve_buffers(false)?;
        }
        if begins {
            self.serve_buffers(true)?;
            self.new_buffer ^= u64::from(value == Command::Iterate as u64);
            let tx_bytes = self.setting(&map::TX_BYTES);
            let base = self.new_buffer * tx_bytes;
            let end = base + self.setting(&map::BAGS) * self.vector_bytes;
            // Without a host that sees them, they are written at once.
            self.outputs = self.buffers.is_some().then_some((base, end));
            if let Some(buffers) = &mut self.buffers {
                buffers.close(base..base + tx_bytes);
            }
        }
        Ok(())
    }

    /// Serves TX buffers where the settings say, if those before are not in use.
    fn serve_buffers(&mut self, is_needed: bool) -> Result<(), EndpointError> {
        let Some((base, size)) = self.tx_buffers().filter(|(_, bytes)| *bytes > 0) else { return Ok(()) };
        if let Some(buffers) = &self.buffers {
            if (buffers.base(), buffers.memory().config().size) == (base, size) {
                return Ok(());
            }
            if self.outputs.is_some() || buffers.kept() > 0 {
                let why = format!("TX buffers are moved to {base:#x} while the host may hold lines of them");
                return if is_needed { Err(EndpointError::Device(why)) } else { Ok(()) };
            }
        }
        // One channel is behind the TX buffers.
        let DramChannel { latency, bytes_per_second } = DDR4_2400;
        let memory = MemoryConfig { size, read_latency: latency, write_latency: latency, bytes_per_second };
        let mut server = MemoryServer::new(HdmConfig { base, coherence: Coherence::DeviceBackInvalidate, memory });
        server.refuse_writes();
        self.buffers = Some(server);
        Ok(())
    }

    /// Asks for lines, and takes those that come.
    fn fetch(&mut self, port: &mut Port) -> Result<(), EndpointError> {
        while let Some(message) = port.take(Channel::H2dData) {
            let Message::H2dData(data) = message else { continue };
            let line = self.fetched.get_mut(usize::from(data.cqid)).and_then(Option::take);
            let Some(line) = line else {
                return Err(EndpointError::unexpected(&message, "the device has asked for no such line"));
            };
            self.device.host_write(line, &data.data).map_err(|error| EndpointError::Device(error.to_string()))?;
            if data.poison || data.go_err {
                self.device.poison_host(line);
            }
        }
        if let Some(message) = port.take(Channel::H2dRsp) {
            return Err(EndpointError::unexpected(&message, "a RdCurr has no answer but data"));
        }
        while !self.to_fetch.is_empty() && port.can_send(Channel::D2hReq) {
            let Some(cqid) = self.fetched.iter().position(Option::is_none) else { break };
            let address = self.to_fetch.pop_front().expect("there is one");
            self.fetched[cqid] = Some(address);
            let (opcode, cqid) = (D2hReqOpcode::RdCurr, cqid as u16);
            port.send(Message::D2hReq(D2hReq { opcode, cqid, address }))?;
        }
        if let Stage::Fetching { offset, value } = self.stage
            && self.to_fetch.is_empty()
            && self.fetched.iter().all(Option::is_none)
        {
            self.stage = Stage::Resting;
            self.write_inside(offset, value)?;
        }
        Ok(())
    }

    /// Requests of the host for TX buffers; outputs are written.
    fn serve_memory(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        if let Some(buffers) = &mut self.buffers {
            buffers.step(now, port)?;
        }
        self.write_outputs(now)?;
        // Sends what that has made.
        if let Some(buffers) = &mut self.buffers {
            buffers.step(now, port)?;
        }
        Ok(())
    }

    /// Snoops lines, and writes those that nobody holds.
    fn write_outputs(&mut self, now: Time) -> Result<(), EndpointError> {
        let Some(buffers) = &mut self.buffers else { return Ok(()) };
        let base = buffers.base();
        while let Some((snoop, answer)) = buffers.snoop_done() {
            if answer != M2sBiRspOpcode::BiRspI {
                let why = format!("the host keeps {:#x} as {answer:?}, which BISnpInv does not allow", snoop.address);
                return Err(EndpointError::Device(why));
            }
            write_line(&self.device, buffers, snoop.address - base);
            buffers.release(now, snoop.tag)?;
            self.snooping -= 1;
        }
        let Some((next, end)) = &mut self.outputs else { return Ok(()) };
        if self.device.is_iterating() {
            return Ok(());
        }
        while *next < *end && self.snooping < SNOOPED_LINES {
            if buffers.is_kept(*next) {
                buffers.back_invalidate(S2mBiSnpOpcode::BiSnpInv, base + *next);
                self.snooping += 1;
            } else {
                write_line(&self.device, buffers, *next);
            }
            *next += LINE_BYTES;
        }
        if *next == *end && self.snooping == 0 {
            let tx_bytes = buffers.memory().config().size / 2;
            let first = self.new_buffer * tx_bytes;
            buffers.open(now, &(first..first + tx_bytes))?;
            self.outputs = None;
            if let Stage::Answering { tag, status } = self.stage {
                self.completions.push_back(Io::Cpl { tag, data: Some(status) });
                self.stage = Stage::Resting;
            }
        }
        Ok(())
    }
}

/// The line that the device has there.
fn write_line(device: &impl WithoutLink, buffers: &mut MemoryServer, address: u64) {
    let mut line: Line = [0; LINE_BYTES as usize];
    device.look_at_outputs(address, &mut line);
    buffers.memory_mut().write(address, &line, ALL_BYTES, false);
}

impl<D: WithoutLink> Linked for SmartSsdEndpoint<D> {
    type Device = D;

    fn device(&mut self) -> &mut D {
        &mut self.device
    }

    fn tx_buffers(&self) -> Option<(u64, u64)> {
        let base = self.setting(&map::HDM_BASE);
        (base & 1 == 1).then(|| (base & !(LINE_BYTES - 1), 2 * self.setting(&map::TX_BYTES)))
    }

    /// All that moves in the fabric is what has been posted: the device inside works while it is waited for.
    fn settle(fabric: &mut Fabric, _: Handle<Self>, _: u64) -> Result<(), FabricError> {
        fabric.run_to_end()
    }

    /// The same time passes in the fabric as in the device inside.
    fn wait_interrupt(
        fabric: &mut Fabric,
        device: Handle<Self>,
        cycles: u64,
    ) -> Result<Result<(), TransportError>, FabricError> {
        let inside = &mut fabric.device_mut(device).device;
        let before = inside.time();
        let outcome = inside.wait_interrupt(cycles);
        let passed = Time(inside.time() - before);
        fabric.run_for(passed)?;
        Ok(outcome)
    }

    /// The device inside ends what the lines wait for.
    fn about_to_load(&mut self, address: u64, length: u64) -> Result<(), TransportError> {
        self.device.memory_read(address, &mut vec![0; length as usize])
    }

    fn about_to_store(&mut self, address: u64, bytes: &[u8]) -> Result<(), TransportError> {
        self.device.memory_write(address, bytes)
    }

    fn look_at_outputs(&self, address: u64, bytes: &mut [u8]) {
        self.device.look_at_outputs(address, bytes);
    }

    /// That of the device inside, as its counters are; the fabric's is that of the messages.
    fn time(&self, _: Time) -> u64 {
        self.device.time()
    }
}

impl<D: WithoutLink> Endpoint for SmartSsdEndpoint<D> {
    fn next_tick(&self) -> Option<Time> {
        self.buffers.as_ref().and_then(MemoryServer::next_tick)
    }

    fn tick(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError> {
        while let Some(message) = port.take(Channel::H2dReq) {
            // It caches nothing of others.
            if let Message::H2dReq(snoop) = message {
                self.responses.push_back(D2hRsp { opcode: D2hRspOpcode::RspIHitI, uqid: snoop.uqid });
            }
        }
        // What ends here may be waited for by what came to the registers behind it.
        loop {
            self.serve_registers(port)?;
            self.fetch(port)?;
            self.serve_memory(now, port)?;
            if !self.has_access(port) {
                break;
            }
        }
        while !self.responses.is_empty() && port.can_send(Channel::D2hRsp) {
            port.send(Message::D2hRsp(self.responses.pop_front().expect("there is one")))?;
        }
        while !self.completions.is_empty() && port.can_send(Channel::IoUp) {
            port.send(Message::IoUp(self.completions.pop_front().expect("there is one")))?;
        }
        Ok(())
    }
}
