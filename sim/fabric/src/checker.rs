//! Watches every message and says when the protocol is broken.
//!
//! - No message goes without a credit.
//! - No answer comes without a request that waits for it.
//! - A line has one owner, or sharers, never both; nobody has it while a write is ordered, or when a device is told that it was
//!   given up (BIRsp).
//! - A pull yields exactly one data message.
//! - At the end every request is answered and every message is taken ([`Checker::unanswered`], [`Checker::untaken`]).
//!
//! It sees messages when they are sent, and what the CPU's cache gets and loses.

use crate::cache::State;
use crate::message::{Channel, Io, M2sReq, Message};
use crate::time::Time;
use crate::wire::{
    D2hReqOpcode, D2hRspOpcode, GoState, H2dRspOpcode, M2sBiRspOpcode, M2sReqOpcode, M2sRwdOpcode, S2mNdrOpcode,
};
use rustc_hash::FxHashMap;
use thiserror::Error;

/// What is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// A message was sent without a credit.
    Credit,
    /// An answer belongs to no request, or a request uses an identifier that is in use.
    Answer,
    /// A line has two owners, or an owner and sharers.
    Owner,
    /// A pull got no data, or data twice.
    Pull,
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at {time}: {message}: {why}")]
pub struct Violation {
    /// Which.
    pub rule: Rule,
    /// When the message was sent.
    pub time: Time,
    /// Number of the device on whose link; `None` for the CPU's cache.
    pub device: Option<usize>,
    /// The message.
    pub message: String,
    /// What is wrong with it.
    pub why: String,
}

/// A request that is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Completed {
    pub opcode: &'static str,
    pub latency: Time,
}

/// The CPU among the agents.
const CPU: u32 = 1 << 31;

#[derive(Clone, Copy, Debug, Default)]
struct Due {
    go: bool,
    data: bool,
    pull: bool,
    ext: bool,
}

#[derive(Debug)]
struct Request {
    message: Message,
    sent: Time,
    due: Due,
    /// When the last answer so far arrives.
    answered: Time,
}

#[derive(Debug)]
struct Snoop {
    message: Message,
    sent: Time,
    answer: Option<D2hRspOpcode>,
    data: bool,
}

#[derive(Debug, Default)]
struct Link {
    used: [u32; Channel::COUNT],
    limit: [u32; Channel::COUNT],
    /// By M2S tag. `go` is the NDR, `data` the DRS.
    m2s: FxHashMap<u16, Request>,
    /// By CQID.
    d2h: FxHashMap<u16, Request>,
    /// By UQID.
    snoops: FxHashMap<u16, Snoop>,
    /// By UQID.
    pulls: FxHashMap<u16, Message>,
    /// By tag.
    back: FxHashMap<u16, Request>,
    /// By tag.
    conflicts: FxHashMap<u16, Request>,
    /// By tag.
    io: FxHashMap<u16, Request>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Holders {
    agents: u32,
    exclusive: bool,
}

/// The state of the protocol on every link.
#[derive(Debug, Default)]
pub struct Checker {
    links: Vec<Link>,
    holders: FxHashMap<u64, Holders>,
}

type Verdict = Result<Option<Completed>, (Rule, String)>;

fn answer(why: &str) -> (Rule, String) {
    (Rule::Answer, why.into())
}

impl Checker {
    pub(crate) fn add_link(&mut self, limit: [u32; Channel::COUNT]) {
        self.links.push(Link { limit, ..Link::default() });
    }

    pub(crate) fn credit(&mut self, link: usize, channel: Channel) {
        let used = &mut self.links[link].used[channel as usize];
        *used = used.saturating_sub(1);
    }

    /// The CPU's cache has got a line in a state, or lost it.
    pub(crate) fn cpu(&mut self, time: Time, line: u64, state: Option<State>) -> Result<(), Violation> {
        let outcome = match state {
            Some(state) => self.grant(line, CPU, state != State::Shared),
            None => {
                self.lose(line, CPU);
                Ok(())
            }
        };
        outcome.map_err(|(rule, why)| {
            let message = format!("CPU, line {line:#x}");
            Violation { rule, time, device: None, message, why }
        })
    }

    /// A message is sent now and arrives later. `tracked`: its address is HDM-D or HDM-DB.
    pub(crate) fn sent(
        &mut self,
        time: Time,
        arrives: Time,
        link: usize,
        message: &Message,
        tracked: bool,
    ) -> Result<Option<Completed>, Violation> {
        self.judge(time, arrives, link, message, tracked).map_err(|(rule, why)| {
            let message = format!("device {link}: {message}");
            Violation { rule, time, device: Some(link), message, why }
        })
    }

    /// Requests that still wait for an answer.
    pub fn unanswered(&self) -> Vec<String> {
        let mut waits = Vec::new();
        for (number, link) in self.links.iter().enumerate() {
            for requests in [&link.m2s, &link.d2h, &link.back, &link.conflicts, &link.io] {
                let requests = requests.values();
                waits.extend(requests.map(|request| (request.sent, number, request.message)));
            }
            waits.extend(link.snoops.values().map(|snoop| (snoop.sent, number, snoop.message)));
            waits.extend(link.pulls.values().map(|message| (Time::ZERO, number, *message)));
        }
        waits.sort_by_key(|(sent, link, message)| (*sent, *link, message.channel(), message.tag()));
        waits.iter().map(|(sent, link, message)| format!("{message}, device {link}, sent at {sent}")).collect()
    }

    /// Channels with messages that were sent and whose credits are not back: link, channel and how many.
    pub fn untaken(&self) -> impl Iterator<Item = (usize, Channel, u32)> + '_ {
        let links = self.links.iter().enumerate();
        links.flat_map(|(number, link)| {
            let used = Channel::ALL.into_iter().zip(link.used).filter(|(_, used)| *used > 0);
            used.map(move |(channel, used)| (number, channel, used))
        })
    }

    fn grant(&mut self, line: u64, agent: u32, exclusive: bool) -> Result<(), (Rule, String)> {
        let holders = self.holders.entry(line).or_default();
        let others = holders.agents & !agent;
        if others != 0 && (exclusive || holders.exclusive) {
            let why = format!("{line:#x} is granted while agents {others:#b} have it");
            return Err((Rule::Owner, why));
        }
        *holders = Holders { agents: holders.agents | agent, exclusive };
        Ok(())
    }

    /// The host says of a line that was back-invalidated what it keeps.
    fn given_up(&self, line: u64, kept: M2sBiRspOpcode) -> Result<(), (Rule, String)> {
        let Some(holders) = self.holders.get(&line) else { return Ok(()) };
        if kept == M2sBiRspOpcode::BiRspI || (kept == M2sBiRspOpcode::BiRspS && holders.exclusive) {
            let why = format!("{line:#x} is said to be given up while agents {:#b} have it", holders.agents);
            return Err((Rule::Owner, why));
        }
        Ok(())
    }

    fn lose(&mut self, line: u64, agent: u32) {
        if let Some(holders) = self.holders.get_mut(&line) {
            holders.agents &= !agent;
            if holders.agents == 0 {
                self.holders.remove(&line);
            }
        }
    }

    fn judge(&mut self, time: Time, arrives: Time, number: usize, message: &Message, tracked: bool) -> Verdict {
        let link = &mut self.links[number];
        let channel = message.channel() as usize;
        link.used[channel] += 1;
        if link.used[channel] > link.limit[channel] {
            let why = format!("{} messages under way with {} credits", link.used[channel], link.limit[channel]);
            return Err((Rule::Credit, why));
        }
        let request = |due| Request { message: *message, sent: time, due, answered: Time::ZERO };
        let add = |table: &mut FxHashMap<u16, Request>, tag, due| match table.insert(tag, request(due)) {
            None => Ok(None),
            Some(_) => Err(answer("its identifier is in use")),
        };
        match *message {
            Message::M2sReq(M2sReq { opcode: M2sReqOpcode::MemSpecRd, .. }) => Ok(None),
            Message::M2sReq(asked) => {
                let data = matches!(asked.opcode, M2sReqOpcode::MemRd | M2sReqOpcode::MemRdData);
                add(&mut link.m2s, asked.tag, Due { go: tracked || !data, data, ..Due::default() })
            }
            Message::M2sRwd(asked) => {
                let table = match asked.opcode {
                    M2sRwdOpcode::BiConflict => &mut link.conflicts,
                    _ => &mut link.m2s,
                };
                add(table, asked.tag, Due { go: true, ..Due::default() })
            }
            Message::S2mNdr(given) => {
                let conflict = given.opcode == S2mNdrOpcode::BiConflictAck;
                let table = if conflict { &mut link.conflicts } else { &mut link.m2s };
                settle(table, given.tag, arrives, |due| std::mem::take(&mut due.go))
            }
            Message::S2mDrs(given) => settle(&mut link.m2s, given.tag, arrives, |due| std::mem::take(&mut due.data)),
            Message::S2mBiSnp(asked) => add(&mut link.back, asked.tag, Due { go: true, ..Due::default() }),
            Message::M2sBiRsp(given) => {
                let snoop = link.back.get(&given.tag).map(|request| request.message);
                let done = settle(&mut link.back, given.tag, arrives, |due| std::mem::take(&mut due.go))?;
                if let Some(Message::S2mBiSnp(snoop)) = snoop {
                    snoop.lines().try_for_each(|line| self.given_up(line, given.opcode))?;
                }
                Ok(done)
            }
            Message::IoDown(Io::MRd { tag, .. }) => add(&mut link.io, tag, Due { data: true, ..Due::default() }),
            Message::IoUp(Io::Cpl { tag, .. }) => {
                settle(&mut link.io, tag, arrives, |due| std::mem::take(&mut due.data))
            }
            Message::IoDown(_) | Message::IoUp(_) => Ok(None),
            Message::D2hReq(asked) => {
                let added = add(&mut link.d2h, asked.cqid, due(asked.opcode));
                if matches!(asked.opcode, D2hReqOpcode::CleanEvict | D2hReqOpcode::CleanEvictNoData) {
                    // A clean line is given up with the request, a modified one with the answer.
                    self.lose(asked.address, 1 << number);
                }
                added
            }
            Message::H2dData(given) => settle(&mut link.d2h, given.cqid, arrives, |due| std::mem::take(&mut due.data)),
            Message::H2dReq(asked) => {
                let snoop = Snoop { message: *message, sent: time, answer: None, data: false };
                match link.snoops.insert(asked.uqid, snoop) {
                    None => Ok(None),
                    Some(_) => Err(answer("its UQID is in use")),
                }
            }
            Message::D2hRsp(given) => {
                let snoop = link.snoops.get_mut(&given.uqid).filter(|snoop| snoop.answer.is_none());
                let snoop = snoop.ok_or_else(|| answer("no snoop waits for it"))?;
                snoop.answer = Some(given.opcode);
                let line = snoop.message.address().expect("snoops have one");
                let done = settle_snoop(link, given.uqid, arrives)?;
                match given.opcode {
                    D2hRspOpcode::RspIHitI | D2hRspOpcode::RspIHitSe | D2hRspOpcode::RspIFwdM => {
                        self.lose(line, 1 << number);
                    }
                    D2hRspOpcode::RspSHitSe | D2hRspOpcode::RspSFwdM => {
                        if let Some(holders) = self.holders.get_mut(&line) {
                            holders.exclusive = false;
                        }
                    }
                    D2hRspOpcode::RspVHitV | D2hRspOpcode::RspVFwdV => {}
                }
                Ok(done)
            }
            Message::D2hData(given) => {
                if link.pulls.remove(&given.uqid).is_some() {
                    return Ok(None);
                }
                let snoop = link.snoops.get_mut(&given.uqid).filter(|snoop| !snoop.data);
                let snoop = snoop.ok_or_else(|| (Rule::Pull, "no pull and no snoop waits for it".to_string()))?;
                snoop.data = true;
                settle_snoop(link, given.uqid, arrives)
            }
            Message::H2dRsp(given) => {
                let Some(request) = link.d2h.get(&given.cqid) else {
                    return Err(answer("no request has this CQID"));
                };
                let Message::D2hReq(asked) = request.message else { unreachable!("the table is of D2H Req") };
                let opcode = given.opcode;
                let pulls = matches!(
                    opcode,
                    H2dRspOpcode::WritePull
                        | H2dRspOpcode::GoWritePull
                        | H2dRspOpcode::FastGoWritePull
                        | H2dRspOpcode::GoErrWritePull
                );
                if pulls && link.pulls.insert(given.uqid, *message).is_some() {
                    return Err((Rule::Pull, "its UQID is in use".into()));
                }
                let done = settle(&mut link.d2h, given.cqid, arrives, |due| {
                    let before = *due;
                    match opcode {
                        H2dRspOpcode::WritePull => std::mem::take(&mut due.pull),
                        H2dRspOpcode::Go | H2dRspOpcode::FastGo => !before.pull && std::mem::take(&mut due.go),
                        H2dRspOpcode::ExtCmp => !before.go && std::mem::take(&mut due.ext),
                        H2dRspOpcode::GoErrWritePull => std::mem::take(due).pull,
                        H2dRspOpcode::GoWritePull | H2dRspOpcode::GoWritePullDrop | H2dRspOpcode::FastGoWritePull => {
                            std::mem::take(&mut due.pull) && std::mem::take(&mut due.go)
                        }
                    }
                })?;
                self.ordered(number, asked.opcode, asked.address, pulls, given.state)?;
                Ok(done)
            }
        }
    }

    /// What a device has, once the host has ordered its request.
    fn ordered(
        &mut self,
        number: usize,
        asked: D2hReqOpcode,
        line: u64,
        pulls: bool,
        state: GoState,
    ) -> Result<(), (Rule, String)> {
        let agent = 1 << number;
        match (asked, state) {
            (_, GoState::Error) => Ok(()),
            (_, GoState::Shared) => self.grant(line, agent, false),
            (_, GoState::Exclusive | GoState::Modified) => self.grant(line, agent, true),
            (D2hReqOpcode::CacheFlushed, _) => {
                self.holders.retain(|_, holders| {
                    holders.agents &= !agent;
                    holders.agents != 0
                });
                Ok(())
            }
            (D2hReqOpcode::DirtyEvict, _) => {
                self.lose(line, agent);
                Ok(())
            }
            // The copies of others have gone before the data of a write are pulled.
            _ if !pulls => Ok(()),
            _ => match self.holders.get(&line) {
                Some(holders) if holders.agents & !agent != 0 => {
                    let why = format!("{line:#x} is written while agents {:#b} have it", holders.agents);
                    Err((Rule::Owner, why))
                }
                _ => Ok(()),
            },
        }
    }
}

/// What a device's request waits for.
fn due(opcode: D2hReqOpcode) -> Due {
    let (go, data, pull, ext) = match opcode {
        D2hReqOpcode::RdCurr => (false, true, false, false),
        D2hReqOpcode::RdOwn | D2hReqOpcode::RdShared | D2hReqOpcode::RdAny => (true, true, false, false),
        D2hReqOpcode::RdOwnNoData
        | D2hReqOpcode::ClFlush
        | D2hReqOpcode::CleanEvictNoData
        | D2hReqOpcode::CacheFlushed => (true, false, false, false),
        D2hReqOpcode::ItoMWr
        | D2hReqOpcode::WrCur
        | D2hReqOpcode::CleanEvict
        | D2hReqOpcode::DirtyEvict
        | D2hReqOpcode::WrInv => (true, false, true, false),
        D2hReqOpcode::WoWrInv | D2hReqOpcode::WoWrInvF => (true, false, true, true),
    };
    Due { go, data, pull, ext }
}

/// Takes an answer into account: `take` says whether it was due.
fn settle(
    table: &mut FxHashMap<u16, Request>,
    tag: u16,
    arrives: Time,
    take: impl FnOnce(&mut Due) -> bool,
) -> Verdict {
    let request = table.get_mut(&tag).ok_or_else(|| answer("no request waits for it"))?;
    if !take(&mut request.due) {
        return Err(answer("its request does not wait for it"));
    }
    request.answered = request.answered.max(arrives);
    if let Due { go: false, data: false, pull: false, ext: false } = request.due {
        let request = table.remove(&tag).expect("seen");
        return Ok(Some(Completed { opcode: request.message.opcode(), latency: request.answered - request.sent }));
    }
    Ok(None)
}

/// Ends a snoop once its answer, and data where they follow, are there.
fn settle_snoop(link: &mut Link, uqid: u16, arrives: Time) -> Verdict {
    let snoop = &link.snoops[&uqid];
    let Some(opcode) = snoop.answer else { return Ok(None) };
    let forwards = matches!(opcode, D2hRspOpcode::RspIFwdM | D2hRspOpcode::RspSFwdM | D2hRspOpcode::RspVFwdV);
    match (forwards, snoop.data) {
        (true, false) => Ok(None),
        (false, true) => Err(answer("data for a snoop that forwards none")),
        _ => {
            let completed = Completed { opcode: snoop.message.opcode(), latency: arrives - snoop.sent };
            link.snoops.remove(&uqid);
            Ok(Some(completed))
        }
    }
}
