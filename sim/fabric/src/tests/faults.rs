//! Faults that the fabric commits on request, and the checker that catches each.

use super::traffic::{Setup, run};
use crate::checker::Rule;
use crate::fabric::FabricError;
use crate::link::{self, LinkConfig};
use crate::message::{Channel, Direction, Message};
use crate::time::Time;
use crate::wire::{GoState, M2sBiRspOpcode};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A message of a channel is lost on the link.
    Lose(Channel),
    /// A message of a channel is not sent.
    Withhold(Channel),
    /// A message of a channel is sent twice.
    Repeat(Channel),
    /// Grants of shared copies become grants of exclusive copies, from one on: one alone may do no harm.
    GrantExclusive,
    /// A device is told that a line was given up, and somebody keeps it; from one on.
    GiveUp,
    /// A sender on a device's link gets a credit that it does not have.
    SpareCredit(usize, Channel),
}

/// One fault, once.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    pub fault: Option<Fault>,
    /// Messages that it could concern and that pass before.
    pub after: u32,
}

impl Faults {
    fn is_due(&mut self) -> bool {
        if self.after > 0 {
            self.after -= 1;
            return false;
        }
        if !matches!(self.fault, Some(Fault::GrantExclusive | Fault::GiveUp)) {
            self.fault = None;
        }
        true
    }

    pub fn apply(&mut self, messages: Vec<Message>) -> Vec<Message> {
        let mut sent = Vec::new();
        for mut message in messages {
            let fault = self.fault;
            match fault {
                Some(Fault::Withhold(channel)) if message.channel() == channel && self.is_due() => continue,
                Some(Fault::Repeat(channel)) if message.channel() == channel && self.is_due() => sent.push(message),
                Some(Fault::GrantExclusive) => {
                    if let Message::H2dRsp(answer) = &mut message
                        && answer.state == GoState::Shared
                        && self.is_due()
                    {
                        answer.state = GoState::Exclusive;
                    }
                }
                Some(Fault::GiveUp) => {
                    if let Message::M2sBiRsp(answer) = &mut message
                        && answer.opcode != M2sBiRspOpcode::BiRspI
                        && self.is_due()
                    {
                        answer.opcode = M2sBiRspOpcode::BiRspI;
                    }
                }
                _ => {}
            }
            sent.push(message);
        }
        sent
    }

    pub fn loses(&mut self, message: &Message) -> bool {
        self.fault == Some(Fault::Lose(message.channel())) && self.is_due()
    }

    pub fn spare_credit(&mut self, link: usize, sends: Direction) -> Option<Channel> {
        let fault = self.fault;
        match fault {
            Some(Fault::SpareCredit(device, channel))
                if (device, channel.direction()) == (link, sends) && self.is_due() =>
            {
                Some(channel)
            }
            _ => None,
        }
    }
}

/// What a run with a fault ends with.
fn outcome(fault: Fault, after: u32, seed: u64) -> FabricError {
    // Credits come back late, so that a sender often wants one more.
    let link = LinkConfig { latency: Time::ns(500), ..link::preset("trainingcxl").unwrap().config().unwrap() };
    let tight = if let Fault::SpareCredit(_, channel) = fault { Some(channel) } else { None };
    let setup = Setup { credits: 16, tight, operations: 2000, link, transactions: 1000, ..Setup::random(seed) };
    match run(&Setup { fault: Some((fault, after)), ..setup }) {
        Ok(_) => panic!("{fault:?} after {after} messages, seed {seed}: nothing was noticed"),
        Err(error) => error,
    }
}

#[test]
fn every_fault_is_caught_under_random_traffic() {
    let seed = super::seed("faults", 31);
    for after in [0, 7, 100] {
        for channel in Channel::ALL {
            if matches!(channel, Channel::IoDown | Channel::IoUp) {
                continue; // The traffic has no MMIO; see `flows::io_faults_are_caught`.
            }
            match outcome(Fault::Lose(channel), after, seed) {
                FabricError::Stuck { waits, .. } => {
                    let expected = format!("1 messages of {channel} were sent and not taken");
                    assert!(waits.iter().any(|wait| wait.contains(&expected)), "{channel} lost: {waits:#?}");
                }
                other => panic!("{channel} lost: {other}"),
            }
            let answers = ["rsp", "data", "ndr", "drs"].iter().any(|word| channel.word().contains(word));
            if answers {
                match outcome(Fault::Withhold(channel), after, seed) {
                    FabricError::Stuck { waits, .. } => {
                        assert!(waits.iter().any(|wait| wait.contains("not answered: ")), "{channel}: {waits:#?}");
                    }
                    other => panic!("{channel} withheld: {other}"),
                }
            }
            match outcome(Fault::Repeat(channel), after, seed) {
                FabricError::Violation(violation) => {
                    let expected: &[Rule] = match channel {
                        Channel::D2hData => &[Rule::Pull, Rule::Credit],
                        _ => &[Rule::Answer, Rule::Credit],
                    };
                    assert!(expected.contains(&violation.rule), "{channel} repeated: {violation}");
                }
                other => panic!("{channel} repeated: {other}"),
            }
            let device = if channel.word().contains("2m_") || channel.word().contains("m2s") { 1 } else { 3 };
            match outcome(Fault::SpareCredit(device, channel), after, seed) {
                FabricError::Violation(violation) => assert_eq!(violation.rule, Rule::Credit, "{channel}: {violation}"),
                other => panic!("spare credit of {channel}: {other}"),
            }
        }
        match outcome(Fault::GrantExclusive, after, seed) {
            FabricError::Violation(violation) => assert_eq!(violation.rule, Rule::Owner, "{violation}"),
            // The host may be the first to see it: a line is evicted by who should not own it.
            FabricError::Home(_) => {}
            other => panic!("exclusive for shared: {other}"),
        }
    }
    for after in [0, 7] {
        match outcome(Fault::GiveUp, after, seed) {
            FabricError::Violation(violation) => assert_eq!(violation.rule, Rule::Owner, "{violation}"),
            other => panic!("given up, and kept: {other}"),
        }
    }
}
