//! The steps of a transaction.

use super::directory::CPU;
use super::transaction::{By, Id, Keep, Stage, Work};
use super::{Event, HomeAgent, HomeError};
use crate::cache::State;
use crate::hdm::{Coherence, Target};
use crate::message::{ALL_BYTES, Channel, H2dData, H2dReq, Line, M2sReq, M2sRwd, Message, merge};
use crate::port::{EndpointError, Port};
use crate::time::Time;
use crate::wire::{
    D2hReqOpcode, D2hRspOpcode, GoState, H2dReqOpcode, H2dRspOpcode, M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue,
    S2mBiSnpOpcode, S2mDrsOpcode, S2mNdrOpcode, SnpType,
};

impl HomeAgent {
    /// What a load or store of the CPU is.
    pub(super) fn cpu_work(&self, store: bool) -> Work {
        match (store, self.cache.is_some()) {
            (true, false) => Work::Write,
            (false, false) => Work::Read { keep: Keep::Nothing, data: true },
            (true, true) => Work::Read { keep: Keep::Exclusive, data: true },
            (false, true) => Work::Read { keep: Keep::Any, data: true },
        }
    }

    /// The line is the transaction's: snoops who may have it.
    pub(super) fn run(&mut self, now: Time, id: Id) -> Result<(), HomeError> {
        let transaction = self.transaction(id);
        let (line, work, by) = (transaction.line, transaction.work, transaction.by);
        let target = self.map.find(line).map(|region| region.target);
        self.transaction(id).target = target;
        if matches!(target, None | Some(Target::Bar { .. })) {
            return self.refuse(now, id);
        }
        if let By::Cpu { operation, store } = by
            && self.cpu_hit(now, id, operation, store)
        {
            return self.end(id);
        }
        let requester = match by {
            By::Cpu { .. } | By::HostCache => CPU,
            By::Device { port, .. } => 1 << port,
            By::Back { .. } => 0,
        };
        let holders = self.directory.get(line);
        let others = holders.agents & !requester;
        let owner = if holders.exclusive { others } else { 0 };
        let (snoop, agents) = match work {
            Work::Read { keep: Keep::Nothing, .. } | Work::Back(S2mBiSnpOpcode::BiSnpCur) => {
                (H2dReqOpcode::SnpCur, owner)
            }
            Work::Read { keep: Keep::Shared | Keep::Any, .. } | Work::Back(S2mBiSnpOpcode::BiSnpData) => {
                (H2dReqOpcode::SnpData, owner)
            }
            Work::Read { keep: Keep::Exclusive, .. } | Work::Write | Work::Back(_) => (H2dReqOpcode::SnpInv, others),
            Work::Flush => (H2dReqOpcode::SnpInv, holders.agents),
            Work::DirtyEvict | Work::CleanEvict => (H2dReqOpcode::SnpInv, 0),
        };
        if agents & CPU != 0 {
            self.snoop_cpu(id, line, snoop);
        }
        let devices = agents & !CPU;
        for port in 0..self.outgoing.len() {
            if devices >> port & 1 != 0 {
                self.put(port, Message::H2dReq(H2dReq { opcode: snoop, uqid: id, address: line }));
            }
        }
        let transaction = self.transaction(id);
        transaction.snoops = devices;
        transaction.stage = Stage::Snooping;
        if devices == 0 { self.snooped(now, id) } else { Ok(()) }
    }

    /// No memory has the address.
    fn refuse(&mut self, now: Time, id: Id) -> Result<(), HomeError> {
        let transaction = self.transaction(id);
        transaction.failed = true;
        transaction.data = [0xff; 64];
        let (by, work) = (transaction.by, transaction.work);
        if let (By::Device { port, request }, Work::Write | Work::DirtyEvict) = (by, work) {
            transaction.stage = Stage::Pulling;
            self.go(port, &request, H2dRspOpcode::GoErrWritePull, GoState::Error, id);
            return Ok(());
        }
        self.finish(now, id)
    }

    /// Serves a load or store from the CPU's cache, if it can.
    fn cpu_hit(&mut self, now: Time, id: Id, operation: u64, store: bool) -> bool {
        let transaction = self.slots[usize::from(id)].as_ref().expect("it runs");
        let Some(entry) = self.cache.as_mut().and_then(|cache| cache.get(transaction.line)) else { return false };
        if store {
            if entry.state == State::Shared {
                return false;
            }
            merge(&mut entry.data, &transaction.data, transaction.byte_enable);
            entry.poison &= transaction.byte_enable != ALL_BYTES;
            entry.state = State::Modified;
        }
        let (data, poison) = (entry.data, entry.poison);
        self.complete(now, operation, data, poison, false);
        true
    }

    fn snoop_cpu(&mut self, id: Id, line: u64, snoop: H2dReqOpcode) {
        let Some(entry) = self.cache.as_mut().and_then(|cache| cache.get(line)) else {
            self.directory.remove(line, CPU);
            return;
        };
        let dirty = (entry.state == State::Modified).then_some((entry.data, entry.poison));
        match snoop {
            H2dReqOpcode::SnpCur => {}
            H2dReqOpcode::SnpData => {
                entry.state = State::Shared;
                self.directory.share(line);
                self.cpu_changes.push((line, Some(State::Shared)));
            }
            H2dReqOpcode::SnpInv => {
                self.cache.as_mut().expect("it has an entry").remove(line);
                self.directory.remove(line, CPU);
                self.cpu_changes.push((line, None));
            }
        }
        self.transaction(id).dirty = dirty;
    }

    /// Every cache has answered.
    fn snooped(&mut self, now: Time, id: Id) -> Result<(), HomeError> {
        let transaction = self.transaction(id);
        let (by, work, line) = (transaction.by, transaction.work, transaction.line);
        let tracked = matches!(transaction.target, Some(Target::Hdm { coherence, .. }) if coherence.device_tracks());
        match (work, transaction.dirty) {
            (Work::Read { keep, data: true }, None) => self.read(now, id, keep),
            (Work::Read { keep: Keep::Shared | Keep::Any, .. }, Some((data, poison))) => {
                self.write(now, id, data, poison, ALL_BYTES, MetaValue::Shared)
            }
            (Work::Read { data: false, .. }, Some((data, poison))) => {
                self.write(now, id, data, poison, ALL_BYTES, MetaValue::Any)
            }
            (Work::Read { data: false, .. }, None) if tracked => self.request(id, M2sReqOpcode::MemInv),
            (Work::Read { .. }, _) => self.finish(now, id),
            (Work::Write, _) => match by {
                By::Device { port, request } => {
                    let opcode = match request.opcode {
                        D2hReqOpcode::WrInv => H2dRspOpcode::WritePull,
                        D2hReqOpcode::WoWrInv | D2hReqOpcode::WoWrInvF => H2dRspOpcode::FastGoWritePull,
                        _ => H2dRspOpcode::GoWritePull,
                    };
                    transaction.stage = Stage::Pulling;
                    self.go(port, &request, opcode, GoState::Invalid, id);
                    Ok(())
                }
                _ => self.pulled(now, id),
            },
            (Work::DirtyEvict, _) => match by {
                By::Device { port, request } => {
                    transaction.stage = Stage::Pulling;
                    self.go(port, &request, H2dRspOpcode::GoWritePull, GoState::Invalid, id);
                    Ok(())
                }
                _ => {
                    let (data, poison) = (transaction.data, transaction.poison);
                    self.directory.remove(line, CPU);
                    self.write(now, id, data, poison, ALL_BYTES, MetaValue::Invalid)
                }
            },
            (Work::Back(opcode), Some((data, poison))) => {
                let keeps = match opcode {
                    S2mBiSnpOpcode::BiSnpCur => MetaValue::Any,
                    S2mBiSnpOpcode::BiSnpData => MetaValue::Shared,
                    _ => MetaValue::Invalid,
                };
                self.write(now, id, data, poison, ALL_BYTES, keeps)
            }
            (Work::Flush, Some((data, poison))) => self.write(now, id, data, poison, ALL_BYTES, MetaValue::Invalid),
            (Work::Back(_) | Work::Flush | Work::CleanEvict, _) => self.finish(now, id),
        }
    }

    /// The data of a write are here.
    fn pulled(&mut self, now: Time, id: Id) -> Result<(), HomeError> {
        let transaction = self.transaction(id);
        let (mut data, mut poison, mut byte_enable) = (transaction.data, transaction.poison, transaction.byte_enable);
        if let Some((mut line, was_poison)) = transaction.dirty {
            merge(&mut line, &data, byte_enable);
            poison |= was_poison && byte_enable != ALL_BYTES;
            (data, byte_enable) = (line, ALL_BYTES);
        }
        self.write(now, id, data, poison, byte_enable, MetaValue::Invalid)
    }

    fn read(&mut self, now: Time, id: Id, keep: Keep) -> Result<(), HomeError> {
        let transaction = self.transaction(id);
        if transaction.target == Some(Target::HostMemory) {
            transaction.stage = Stage::Host;
            let line = transaction.line;
            let (data, poison) = self.memory.read(line).expect("host memory has every address");
            let transaction = self.transaction(id);
            (transaction.data, transaction.poison) = if matches!(transaction.by, By::Cpu { store: true, .. }) {
                // The store's own bytes go over what was read.
                let mut merged = data;
                merge(&mut merged, &transaction.data, transaction.byte_enable);
                (merged, poison && transaction.byte_enable != ALL_BYTES)
            } else {
                (data, poison)
            };
            let done = self.memory.read_done(now);
            self.events.push(done, Event::MemoryDone(id));
            return Ok(());
        }
        let opcode = match keep {
            Keep::Shared | Keep::Any => M2sReqOpcode::MemRdData,
            _ => M2sReqOpcode::MemRd,
        };
        self.request(id, opcode)
    }

    /// Sends an M2S Req to the device that owns the memory.
    fn request(&mut self, id: Id, opcode: M2sReqOpcode) -> Result<(), HomeError> {
        let transaction = self.transaction(id);
        let Some(Target::Hdm { coherence, .. }) = transaction.target else { unreachable!("host memory has no link") };
        let tracked = coherence.device_tracks();
        let (opcode, snp_type, meta_field, meta_value) = match (opcode, transaction.work) {
            (_, _) if !tracked => (M2sReqOpcode::MemRd, SnpType::NoOp, MetaField::NoOp, MetaValue::Invalid),
            (_, Work::Read { keep: Keep::Nothing, .. }) => {
                (opcode, SnpType::SnpCur, MetaField::NoOp, MetaValue::Invalid)
            }
            (M2sReqOpcode::MemRdData, _) => (opcode, SnpType::SnpData, MetaField::NoOp, MetaValue::Invalid),
            _ => (opcode, SnpType::SnpInv, MetaField::Meta0State, MetaValue::Any),
        };
        let request = M2sReq { opcode, snp_type, meta_field, meta_value, tag: id, address: transaction.line };
        self.send_request(id, request)
    }

    fn send_request(&mut self, id: Id, request: M2sReq) -> Result<(), HomeError> {
        let transaction = self.transaction(id);
        let Some(Target::Hdm { device, coherence }) = transaction.target else { unreachable!("as above") };
        let line = transaction.line;
        let queue = self.lines.get_mut(&line).expect("the line is the transaction's");
        if let Some(back) = queue.back.pop_front() {
            // A back-invalidate snoop is here already: the device would not serve the request before it.
            queue.inner = Some(back);
            self.transaction(id).stage = Stage::BehindBack(request);
            self.run_back(back);
            return Ok(());
        }
        let transaction = self.transaction(id);
        transaction.stage = Stage::Requesting;
        transaction.drs_due = request.opcode != M2sReqOpcode::MemInv;
        transaction.ndr_due = coherence.device_tracks();
        self.put(device, Message::M2sReq(request));
        Ok(())
    }

    /// Writes a line to memory; `keeps` is what caches keep of it.
    fn write(
        &mut self,
        now: Time,
        id: Id,
        data: Line,
        poison: bool,
        byte_enable: u64,
        keeps: MetaValue,
    ) -> Result<(), HomeError> {
        let transaction = self.transaction(id);
        let (line, work) = (transaction.line, transaction.work);
        let (device, coherence) = match transaction.target {
            Some(Target::Hdm { device, coherence }) => (device, coherence),
            _ => {
                transaction.stage = Stage::Host;
                self.memory.write(line, &data, byte_enable, poison);
                let done = self.memory.write_done(now);
                self.events.push(done, Event::MemoryDone(id));
                return Ok(());
            }
        };
        transaction.stage = Stage::Writing;
        transaction.ndr_due = true;
        let tracked = coherence != Coherence::HostOnly;
        let message = M2sRwd {
            opcode: if byte_enable == ALL_BYTES { M2sRwdOpcode::MemWr } else { M2sRwdOpcode::MemWrPtl },
            snp_type: if tracked && work == Work::Write { SnpType::SnpInv } else { SnpType::NoOp },
            meta_field: if tracked { MetaField::Meta0State } else { MetaField::NoOp },
            meta_value: if tracked { keeps } else { MetaValue::Invalid },
            tag: id,
            address: line,
            poison,
            byte_enable,
            data,
        };
        self.put(device, Message::M2sRwd(message));
        Ok(())
    }

    /// Answers the requester.
    pub(super) fn finish(&mut self, now: Time, id: Id) -> Result<(), HomeError> {
        let transaction = self.transaction(id).clone();
        let (line, failed) = (transaction.line, transaction.failed);
        let (data, poison) = match (transaction.by, transaction.work, transaction.dirty) {
            (By::Cpu { store: true, .. }, Work::Read { .. }, Some((mut dirty, was_poison))) => {
                merge(&mut dirty, &transaction.data, transaction.byte_enable);
                (dirty, was_poison && transaction.byte_enable != ALL_BYTES)
            }
            (_, Work::Read { .. }, Some(dirty)) => dirty,
            _ => (transaction.data, transaction.poison),
        };
        match transaction.by {
            By::Cpu { operation, store } => {
                if let (Work::Read { keep: keep @ (Keep::Any | Keep::Exclusive), .. }, false) =
                    (transaction.work, failed)
                    && !self.fill_cpu(now, id, keep, store, data, poison)
                {
                    return Ok(());
                }
                self.complete(now, operation, data, poison, failed);
            }
            By::HostCache => {}
            By::Back { port, group } => {
                let holders = self.directory.get(line);
                let keeps = match (holders.agents, holders.exclusive) {
                    (0, _) => 0,
                    (_, false) => 1,
                    (_, true) => 2,
                };
                self.end_of_group(port, group, keeps);
            }
            By::Device { port, request } => {
                let agent = 1 << port;
                match transaction.work {
                    Work::Read { keep, data: with_data } => {
                        let others = self.directory.get(line).agents & !agent;
                        let state = match keep {
                            _ if failed => GoState::Error,
                            Keep::Nothing => GoState::Invalid,
                            Keep::Shared => GoState::Shared,
                            Keep::Any if others != 0 || !transaction.may_be_exclusive() => GoState::Shared,
                            Keep::Exclusive if with_data && transaction.dirty.is_some() => GoState::Modified,
                            Keep::Any | Keep::Exclusive => GoState::Exclusive,
                        };
                        if keep != Keep::Nothing {
                            if !failed {
                                self.directory.add(line, agent, state != GoState::Shared);
                            }
                            self.go(port, &request, H2dRspOpcode::Go, state, id);
                        }
                        if with_data {
                            self.put(
                                port,
                                Message::H2dData(H2dData { cqid: request.cqid, go_err: failed, poison, data }),
                            );
                        }
                    }
                    Work::Write | Work::DirtyEvict => {
                        self.directory.remove(line, agent);
                        match request.opcode {
                            D2hReqOpcode::WrInv if !failed => {
                                self.go(port, &request, H2dRspOpcode::Go, GoState::Invalid, id);
                            }
                            D2hReqOpcode::WoWrInv | D2hReqOpcode::WoWrInvF if !failed => {
                                self.go(port, &request, H2dRspOpcode::ExtCmp, GoState::Invalid, id);
                            }
                            _ => {}
                        }
                    }
                    Work::CleanEvict => {
                        self.directory.remove(line, agent);
                        let with_data = request.opcode == D2hReqOpcode::CleanEvict;
                        let opcode = if with_data { H2dRspOpcode::GoWritePullDrop } else { H2dRspOpcode::Go };
                        self.go(port, &request, opcode, GoState::Invalid, id);
                    }
                    Work::Flush => {
                        let state = if failed { GoState::Error } else { GoState::Invalid };
                        self.go(port, &request, H2dRspOpcode::Go, state, id);
                    }
                    Work::Back(_) => unreachable!("devices snoop on a channel of their own"),
                }
            }
        }
        self.end(id)
    }

    /// Puts a line into the CPU's cache. If no line of the set may go, a store is written to memory instead, which takes
    /// another step: then false.
    fn fill_cpu(&mut self, now: Time, id: Id, keep: Keep, store: bool, data: Line, poison: bool) -> bool {
        let transaction = self.transaction(id);
        let (line, dirty, alone) = (transaction.line, transaction.dirty.is_some(), transaction.may_be_exclusive());
        let others = self.directory.get(line).agents & !CPU;
        let state = match keep {
            _ if store => State::Modified,
            Keep::Exclusive if dirty => State::Modified,
            Keep::Exclusive => State::Exclusive,
            _ if others == 0 && alone && !dirty => State::Exclusive,
            _ => State::Shared,
        };
        let cache = self.cache.as_mut().expect("the CPU keeps lines in its cache");
        if cache.remove(line).is_some() {
            self.cpu_changes.push((line, None));
        }
        if !cache.has_room(line) {
            let lines = &self.lines;
            let room = !self.free.is_empty();
            let victim = cache.victim(line, |line| room && !lines.contains_key(&line));
            let entry = victim.and_then(|victim| cache.remove(victim));
            self.cpu_changes.extend(entry.map(|entry| (entry.line, None)));
            match entry {
                None if store => {
                    self.directory.remove(line, CPU);
                    let transaction = self.transaction(id);
                    transaction.work = Work::Write;
                    (transaction.data, transaction.dirty) = (data, None);
                    self.write(now, id, data, poison, ALL_BYTES, MetaValue::Invalid).expect("a write only sends");
                    return false;
                }
                None => {
                    self.directory.remove(line, CPU);
                    return true;
                }
                Some(entry) if entry.state == State::Modified => {
                    let victim = self.new_transaction(entry.line, Work::DirtyEvict, By::HostCache);
                    let transaction = self.transaction(victim);
                    (transaction.data, transaction.poison) = (entry.data, entry.poison);
                    self.begin(victim);
                }
                Some(entry) => self.directory.remove(entry.line, CPU),
            }
        }
        self.cache.as_mut().expect("as above").insert(line, state, data, poison);
        self.directory.add(line, CPU, state != State::Shared);
        self.cpu_changes.push((line, Some(state)));
        true
    }

    /// Frees the line for the next.
    fn end(&mut self, id: Id) -> Result<(), HomeError> {
        let transaction = self.slots[usize::from(id)].take().expect("it ends once");
        self.free.push(id);
        if matches!(transaction.by, By::Cpu { .. } | By::Device { .. }) {
            self.requests -= 1;
            self.room_made = true;
        }
        let queue = self.lines.get_mut(&transaction.line).expect("the line was the transaction's");
        if queue.inner == Some(id) {
            queue.inner = None;
            let active = queue.active;
            return match self.transaction(active).stage {
                Stage::BehindBack(request) => self.send_request(active, request),
                _ => Ok(()),
            };
        }
        if let Some(back) = queue.back.pop_front() {
            queue.active = back;
            self.run_back(back);
        } else if let Some(next) = queue.waiting.pop_front() {
            queue.active = next;
            self.runnable.push_back(next);
        } else {
            self.lines.remove(&transaction.line);
        }
        Ok(())
    }

    /// A back-invalidation goes on, unless it waits for BI-ConflictAck.
    fn run_back(&mut self, id: Id) {
        if self.transaction(id).stage != Stage::Conflict {
            self.runnable.push_back(id);
        }
    }

    /// A device snoops a line of its memory.
    pub(super) fn back_invalidate(&mut self, device: usize, id: Id, line: u64) {
        let Some(queue) = self.lines.get_mut(&line) else {
            self.begin(id);
            return;
        };
        let alone = queue.inner.is_none() && queue.back.is_empty();
        queue.back.push_back(id);
        let active = queue.active;
        let active = self.transaction(active);
        if alone && active.stage == Stage::Requesting && active.ndr_due {
            self.transaction(id).stage = Stage::Conflict;
            let conflict = M2sRwd {
                opcode: M2sRwdOpcode::BiConflict,
                snp_type: SnpType::NoOp,
                meta_field: MetaField::NoOp,
                meta_value: MetaValue::Invalid,
                tag: id,
                address: line,
                poison: false,
                byte_enable: ALL_BYTES,
                data: [0; 64],
            };
            self.put(device, Message::M2sRwd(conflict));
        }
    }

    fn conflict_acknowledged(&mut self, id: Id) {
        let transaction = self.transaction(id);
        transaction.stage = Stage::Waiting;
        let line = transaction.line;
        let queue = self.lines.get_mut(&line).expect("it is queued for the line");
        if queue.active == id || queue.inner == Some(id) {
            self.runnable.push_back(id);
            return;
        }
        let active = queue.active;
        let active = self.transaction(active);
        if active.stage == Stage::Requesting && active.ndr_due {
            // No Cmp before the acknowledgement: the device serves the request after BIRsp.
            let queue = self.lines.get_mut(&line).expect("as above");
            queue.back.pop_front();
            queue.inner = Some(id);
            self.run_back(id);
        }
    }

    /// Takes the answers that came from a device.
    pub(super) fn take_answers(&mut self, now: Time, device: usize, port: &mut Port) -> Result<(), HomeError> {
        for channel in [Channel::D2hRsp, Channel::D2hData, Channel::S2mNdr, Channel::S2mDrs] {
            while let Some(message) = port.take(channel) {
                let error = |why: &str| {
                    let error = EndpointError::unexpected(&message, why);
                    HomeError::Protocol { device, error }
                };
                let id = message.tag().expect("answers have one");
                if self.slots.get(usize::from(id)).is_none_or(Option::is_none) {
                    return Err(error("no transaction of the host has this tag"));
                }
                self.take_answer(now, device, id, &message).map_err(|failure| match failure {
                    Some(failure) => failure,
                    None => error("the host's transaction does not wait for it"),
                })?;
            }
        }
        Ok(())
    }

    /// `Err(None)`: the transaction does not wait for this answer.
    fn take_answer(&mut self, now: Time, device: usize, id: Id, message: &Message) -> Result<(), Option<HomeError>> {
        let agent = 1 << device;
        let transaction = self.transaction(id);
        let line = transaction.line;
        let owner = matches!(transaction.target, Some(Target::Hdm { device: owner, .. }) if owner == device);
        match *message {
            Message::D2hRsp(answer) => {
                if transaction.snoops & agent == 0 {
                    return Err(None);
                }
                transaction.snoops &= !agent;
                match answer.opcode {
                    D2hRspOpcode::RspIHitI | D2hRspOpcode::RspIHitSe => self.directory.remove(line, agent),
                    D2hRspOpcode::RspSHitSe => self.directory.share(line),
                    D2hRspOpcode::RspVHitV => {}
                    D2hRspOpcode::RspSFwdM | D2hRspOpcode::RspIFwdM | D2hRspOpcode::RspVFwdV => {
                        match answer.opcode {
                            D2hRspOpcode::RspSFwdM => self.directory.share(line),
                            D2hRspOpcode::RspIFwdM => self.directory.remove(line, agent),
                            _ => {}
                        }
                        // The data may have come first.
                        let transaction = self.transaction(id);
                        transaction.forwards ^= agent;
                    }
                }
                let transaction = self.transaction(id);
                if transaction.snoops | transaction.forwards != 0 {
                    return Ok(());
                }
                self.snooped(now, id).map_err(Some)
            }
            Message::D2hData(data) if transaction.stage == Stage::Snooping => {
                transaction.forwards ^= agent;
                transaction.dirty = Some((data.data, data.poison));
                if transaction.snoops | transaction.forwards != 0 {
                    return Ok(());
                }
                self.snooped(now, id).map_err(Some)
            }
            Message::D2hData(data) if transaction.stage == Stage::Pulling => {
                if !matches!(transaction.by, By::Device { port, .. } if port == device) {
                    return Err(None);
                }
                if transaction.failed {
                    return self.finish(now, id).map_err(Some);
                }
                if transaction.work == Work::Write {
                    (transaction.data, transaction.poison) = (data.data, data.poison);
                    transaction.byte_enable = data.byte_enable;
                    return self.pulled(now, id).map_err(Some);
                }
                // An evicted line: the device has it still, or says that a snoop has taken it.
                let holders = self.directory.get(line);
                let owns = holders.exclusive && holders.agents == agent;
                if data.bogus == owns {
                    return Err(None);
                }
                if data.bogus {
                    return self.finish(now, id).map_err(Some);
                }
                self.write(now, id, data.data, data.poison, ALL_BYTES, MetaValue::Invalid).map_err(Some)
            }
            Message::S2mNdr(answer) => {
                if answer.opcode == S2mNdrOpcode::BiConflictAck {
                    if transaction.stage != Stage::Conflict {
                        return Err(None);
                    }
                    self.conflict_acknowledged(id);
                    return Ok(());
                }
                if !owner || !transaction.ndr_due {
                    return Err(None);
                }
                transaction.ndr_due = false;
                transaction.exclusive = answer.opcode == S2mNdrOpcode::CmpE;
                if transaction.drs_due {
                    return Ok(());
                }
                self.finish(now, id).map_err(Some)
            }
            Message::S2mDrs(answer) => {
                if !owner || !transaction.drs_due {
                    return Err(None);
                }
                transaction.drs_due = false;
                transaction.failed |= answer.opcode == S2mDrsOpcode::MemDataNxm;
                if matches!(transaction.by, By::Cpu { store: true, .. }) {
                    let mut line = answer.data;
                    merge(&mut line, &transaction.data, transaction.byte_enable);
                    transaction.poison = answer.poison && transaction.byte_enable != ALL_BYTES;
                    transaction.data = line;
                } else {
                    (transaction.data, transaction.poison) = (answer.data, answer.poison);
                }
                if transaction.ndr_due {
                    return Ok(());
                }
                self.finish(now, id).map_err(Some)
            }
            _ => Err(None),
        }
    }
}
