//! CXL.cache of the reference: pooled vectors on their way to a peer, and parameters from one.

use emberlane_drivers::Transport;
use emberlane_fabric::message::{ALL_BYTES, Channel, D2hData, D2hReq, D2hRsp, H2dData, H2dRsp, Message};
use emberlane_fabric::port::{EndpointError, Port};
use emberlane_fabric::time::Time;
use emberlane_reference::{Flush, ParameterLog, ReferenceCxlMem};
use emberlane_registers::cxl::{D2hReqOpcode, D2hRspOpcode, H2dRspOpcode};
use emberlane_registers::cxl_mem::{CLOCK_PERIOD_PS, LINE_BYTES};
use std::collections::VecDeque;

/// Lines of a flush, and of a log of parameters, that may be under way.
const SLOTS: usize = 64;
/// CQID of a log's first slot; those of a flush come before.
const LOG_CQID: u16 = SLOTS as u16;

/// What a slot has whose line has come and is not handed on.
const KEPT: u64 = u64::MAX;

/// Lines that are moved one by one, a slot each.
#[derive(Debug)]
struct Transfer<W> {
    what: W,
    lines: u64,
    asked: u64,
    finished: u64,
    failed: bool,
    /// Which line a slot has.
    slots: [Option<u64>; SLOTS],
}

impl<W> Transfer<W> {
    fn new(what: W, lines: u64) -> Self {
        Self { what, lines, asked: 0, finished: 0, failed: false, slots: [None; SLOTS] }
    }

    /// A slot for the next line, if there are both; the slot and the line's offset in bytes.
    fn ask(&mut self) -> Option<(u16, u64)> {
        let slot = self.slots.iter().position(Option::is_none).filter(|_| self.asked < self.lines)?;
        self.slots[slot] = Some(self.asked);
        self.asked += 1;
        Some((slot as u16, (self.asked - 1) * LINE_BYTES))
    }

    fn can_ask(&self) -> bool {
        self.asked < self.lines && self.slots.contains(&None)
    }

    /// Offset of the line that a slot has.
    fn offset(&self, slot: u16) -> Option<u64> {
        let line = self.slots.get(usize::from(slot)).copied().flatten()?;
        (line != KEPT).then(|| line * LINE_BYTES)
    }

    fn finish(&mut self, slot: u16) {
        self.slots[usize::from(slot)] = None;
        self.finished += 1;
    }

    /// The line of a slot is here, but keeps the slot for now.
    fn keep(&mut self, slot: u16) {
        self.slots[usize::from(slot)] = Some(KEPT);
        self.finished += 1;
    }

    fn is_done(&self) -> bool {
        self.finished == self.lines
    }
}

/// The device's requests. It holds no line of anybody's memory.
#[derive(Debug, Default)]
pub struct Requests {
    flush: Option<Transfer<Flush>>,
    log: Option<Transfer<ParameterLog>>,
    /// How long a line of parameters that has come keeps its slot, and until when which slots are kept.
    handing_on: Time,
    kept: VecDeque<(Time, u16)>,
    /// Lines that the host has asked for: slot and UQID.
    pulls: VecDeque<(u16, u16)>,
    snoops: VecDeque<D2hRsp>,
    /// Lines of parameters that have come since [`take_arrived`](Self::take_arrived).
    arrived: u64,
    /// A log of parameters has ended since [`take_log_end`](Self::take_log_end).
    log_ended: bool,
}

impl Requests {
    /// Requests of a device whose slots for parameters are free so long after a line has come.
    pub fn handing_on_in(time: Time) -> Self {
        Self { handing_on: time, ..Self::default() }
    }

    /// When a slot is free that is kept.
    pub fn next_free(&self) -> Option<Time> {
        self.kept.front().map(|(until, _)| *until)
    }

    /// Takes all answers and snoops.
    pub fn take(&mut self, now: Time, port: &mut Port, device: &mut ReferenceCxlMem) -> Result<(), EndpointError> {
        while let Some((_, slot)) = self.kept.pop_front_if(|(until, _)| *until <= now) {
            if let Some(log) = &mut self.log {
                log.slots[usize::from(slot)] = None;
            }
        }
        for channel in [Channel::H2dRsp, Channel::H2dData, Channel::H2dReq] {
            while let Some(message) = port.take(channel) {
                let is_expected = match message {
                    Message::H2dRsp(answer) => self.answered(&answer),
                    Message::H2dData(data) => self.arrived(now, &data, device),
                    Message::H2dReq(snoop) => {
                        self.snoops.push_back(D2hRsp { opcode: D2hRspOpcode::RspIHitI, uqid: snoop.uqid });
                        true
                    }
                    _ => false,
                };
                if !is_expected {
                    return Err(EndpointError::unexpected(&message, "the device has not asked for this"));
                }
            }
        }
        Ok(())
    }

    fn answered(&mut self, answer: &H2dRsp) -> bool {
        let Some(flush) = self.flush.as_mut().filter(|flush| flush.offset(answer.cqid).is_some()) else { return false };
        match answer.opcode {
            H2dRspOpcode::WritePull | H2dRspOpcode::GoWritePull | H2dRspOpcode::FastGoWritePull => {}
            H2dRspOpcode::GoErrWritePull => flush.failed = true,
            H2dRspOpcode::GoWritePullDrop => {
                flush.finish(answer.cqid);
                return true;
            }
            _ => return false,
        }
        self.pulls.push_back((answer.cqid, answer.uqid));
        true
    }

    fn arrived(&mut self, now: Time, answer: &H2dData, device: &mut ReferenceCxlMem) -> bool {
        let Some(slot) = answer.cqid.checked_sub(LOG_CQID) else { return false };
        let Some(log) = self.log.as_mut() else { return false };
        let Some(offset) = log.offset(slot) else { return false };
        if answer.poison || answer.go_err {
            log.failed = true;
        } else {
            device.memory_write(log.what.target + offset, &answer.data).expect("its registers were checked");
        }
        if self.handing_on == Time::ZERO {
            log.finish(slot);
        } else {
            log.keep(slot);
            // The device sees it at its next clock edge.
            let edge = now.0.next_multiple_of(CLOCK_PERIOD_PS);
            self.kept.push_back((Time(edge) + self.handing_on, slot));
        }
        self.arrived += 1;
        true
    }

    /// Whether a log of parameters has ended since this was asked.
    pub fn take_log_end(&mut self) -> bool {
        std::mem::take(&mut self.log_ended)
    }

    /// How many lines of parameters have come since this was asked.
    pub fn take_arrived(&mut self) -> u64 {
        std::mem::take(&mut self.arrived)
    }

    /// Begins what the device asks for, sends as far as credits allow, and ends what is done, a log only when it is written;
    /// whether anything has ended.
    pub fn step(
        &mut self,
        port: &mut Port,
        device: &mut ReferenceCxlMem,
        is_log_written: bool,
    ) -> Result<bool, EndpointError> {
        if self.flush.is_none() {
            self.flush = device.flush().map(|flush| Transfer::new(flush, flush.lines));
        }
        if self.log.is_none() {
            self.log = device.parameter_log().map(|log| Transfer::new(log, log.bytes / LINE_BYTES));
        }
        while !self.pulls.is_empty() && port.can_send(Channel::D2hData) {
            let (slot, uqid) = self.pulls.pop_front().expect("there is one");
            let flush = self.flush.as_mut().expect("a flush with pulls has not ended");
            let offset = flush.offset(slot).expect("it was pulled once");
            let (source, mut data) = (flush.what.source + offset, [0; 64]);
            device.memory_read(source, &mut data).expect("its registers were checked");
            let poison = device.is_poisoned(source);
            port.send(Message::D2hData(D2hData { uqid, bogus: false, poison, byte_enable: ALL_BYTES, data }))?;
            flush.finish(slot);
        }
        // Behind the pulls, which free slots.
        self.ask(port, device.parameter_window())?;
        while !self.snoops.is_empty() && port.can_send(Channel::D2hRsp) {
            port.send(Message::D2hRsp(self.snoops.pop_front().expect("there is one")))?;
        }
        let flushed = self.flush.take_if(|flush| flush.is_done());
        let logged = self.log.take_if(|log| log.is_done() && is_log_written);
        let ended = flushed.is_some() || logged.is_some();
        if let Some(flush) = flushed {
            device.flushed(!flush.failed);
        }
        if let Some(log) = logged {
            self.kept.clear();
            self.log_ended = true;
            device.parameters_logged(!log.failed);
        }
        Ok(ended)
    }

    /// Asks for lines, of flush and log in turn while both want to, and the log may.
    fn ask(&mut self, port: &mut Port, window: bool) -> Result<(), EndpointError> {
        let mut progress = true;
        while std::mem::take(&mut progress) {
            if let Some(flush) = self.flush.as_mut().filter(|flush| flush.can_ask())
                && port.can_send(Channel::D2hReq)
                && let Some((slot, offset)) = flush.ask()
            {
                let (opcode, address) = (D2hReqOpcode::ItoMWr, flush.what.target + offset);
                port.send(Message::D2hReq(D2hReq { opcode, cqid: slot, address }))?;
                progress = true;
            }
            if let Some(log) = self.log.as_mut().filter(|log| window && log.can_ask())
                && port.can_send(Channel::D2hReq)
                && let Some((slot, offset)) = log.ask()
            {
                let (opcode, address) = (D2hReqOpcode::RdCurr, log.what.source + offset);
                port.send(Message::D2hReq(D2hReq { opcode, cqid: LOG_CQID + slot, address }))?;
                progress = true;
            }
        }
        Ok(())
    }
}
