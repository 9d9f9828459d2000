//! What a device is to the fabric: an [`Endpoint`] with a [`Port`].

use crate::message::{Channel, Direction, Message};
use crate::time::Time;
use std::cell::Cell;
use std::collections::VecDeque;
use thiserror::Error;

/// A device at the end of a link.
///
/// The fabric calls `tick` when a message arrives, when a credit comes back that the device has missed, when its owner has
/// acted on it, and at `next_tick`. A clocked device returns the present time and a period from `next_tick` while it has
/// work, and acts at its edges alone. Messages that it does not take stay in the port, their credits with them.
///
/// Rules of CXL 3.0 that keep channels from waiting for each other in a circle: a device takes every H2D Rsp, H2D Data and
/// M2S BIRsp, and every M2S RwD whatever it snoops itself; only M2S Req may wait for its own back-invalidate snoops, and
/// nothing on CXL.mem waits for its own CXL.cache requests. It answers snoops behind the GOs that came before them.
pub trait Endpoint {
    /// When `tick` must be called even if no message arrives. None: only then.
    fn next_tick(&self) -> Option<Time>;
    /// Does what is due: takes messages from the port and sends into it as far as credits allow.
    ///
    /// # Errors
    /// [`EndpointError`] if the protocol is broken; the fabric stops with it.
    fn tick(&mut self, now: Time, port: &mut Port) -> Result<(), EndpointError>;
}

/// Why an endpoint cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EndpointError {
    /// It has sent without a credit; ask `can_send` first.
    #[error("{message} sent without a credit")]
    NoCredit {
        /// The message.
        message: String,
    },
    /// It has sent on a channel that comes to it.
    #[error("{message} sent against the direction of its channel")]
    WrongDirection {
        /// The message.
        message: String,
    },
    /// It got what the protocol does not allow.
    #[error("{message}: {why}")]
    Unexpected {
        /// The message.
        message: String,
        /// What is wrong with it.
        why: String,
    },
    /// It cannot do what it should.
    #[error("{0}")]
    Device(String),
}

impl EndpointError {
    /// A message that the protocol does not allow here.
    pub fn unexpected(message: &Message, why: impl Into<String>) -> Self {
        Self::Unexpected { message: message.to_string(), why: why.into() }
    }
}

/// One end of a link: messages that came, and credits for those that go.
#[derive(Debug)]
pub struct Port {
    sends: Direction,
    /// What came and was not taken, and behind it what is on its way.
    inbox: [VecDeque<Message>; Channel::COUNT],
    /// How many of these came.
    came: [usize; Channel::COUNT],
    credits: [u32; Channel::COUNT],
    /// Channels on which a credit was missed since the last tick that had one; a bit each.
    starved: Cell<u16>,
    outbox: Vec<Message>,
    taken: Vec<Channel>,
}

impl Port {
    /// An end that sends in a direction with so many credits a channel.
    ///
    /// The fabric makes the ports of its devices; a port of one's own serves to test a device alone.
    pub fn new(sends: Direction, credits: [u32; Channel::COUNT]) -> Self {
        Self {
            sends,
            inbox: Default::default(),
            came: [0; Channel::COUNT],
            credits,
            starved: Cell::new(0),
            outbox: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// The oldest message of a channel that was not taken.
    pub fn peek(&self, channel: Channel) -> Option<&Message> {
        self.inbox[channel as usize].front().filter(|_| self.came[channel as usize] > 0)
    }

    /// Takes the oldest message of a channel, which returns its credit.
    pub fn take(&mut self, channel: Channel) -> Option<Message> {
        let came = &mut self.came[channel as usize];
        *came = came.checked_sub(1)?;
        self.taken.push(channel);
        self.inbox[channel as usize].pop_front()
    }

    /// Whether there is a credit for a message on this channel. If not, the next credit wakes the endpoint.
    pub fn can_send(&self, channel: Channel) -> bool {
        let can = self.sends == channel.direction() && self.credits[channel as usize] > 0;
        if !can {
            self.starved.set(self.starved.get() | 1 << channel as u16);
        }
        can
    }

    /// Sends a message.
    ///
    /// # Errors
    /// [`EndpointError::NoCredit`] if there is no credit, [`EndpointError::WrongDirection`] if its channel comes here.
    pub fn send(&mut self, message: Message) -> Result<(), EndpointError> {
        let channel = message.channel();
        if channel.direction() != self.sends {
            return Err(EndpointError::WrongDirection { message: message.to_string() });
        }
        if !self.can_send(channel) {
            return Err(EndpointError::NoCredit { message: message.to_string() });
        }
        self.credits[channel as usize] -= 1;
        self.outbox.push(message);
        Ok(())
    }

    /// Puts an arrived message in. A test of a device alone plays the fabric's part.
    pub fn deliver(&mut self, message: Message) {
        self.expect(message);
        self.arrives(message.channel());
    }

    /// A message is on its way here.
    pub(crate) fn expect(&mut self, message: Message) {
        self.inbox[message.channel() as usize].push_back(message);
    }

    /// The next message of a channel has come, which was on its way.
    pub(crate) fn arrives(&mut self, channel: Channel) {
        self.came[channel as usize] += 1;
    }

    /// Messages of a channel that are on their way, the next first.
    pub(crate) fn expected(&self, channel: Channel) -> impl Iterator<Item = &Message> {
        self.inbox[channel as usize].iter().skip(self.came[channel as usize])
    }

    /// Gives a credit back; says whether the endpoint has missed one. The fabric's part, as [`Self::deliver`].
    pub fn return_credit(&mut self, channel: Channel) -> bool {
        self.credits[channel as usize] += 1;
        let bit = 1 << channel as u16;
        let starved = self.starved.get();
        self.starved.set(starved & !bit);
        starved & bit != 0
    }

    /// What was sent since the last call. The fabric's part, as [`Self::deliver`].
    pub fn drain_sent(&mut self) -> std::vec::Drain<'_, Message> {
        self.outbox.drain(..)
    }

    /// Channels of what was taken since the last call. The fabric's part, as [`Self::deliver`].
    pub fn drain_taken(&mut self) -> std::vec::Drain<'_, Channel> {
        self.taken.drain(..)
    }

    /// Messages that came and were not taken, oldest of each channel first.
    pub fn untaken(&self) -> impl Iterator<Item = &Message> {
        self.inbox.iter().zip(self.came).flat_map(|(inbox, came)| inbox.iter().take(came))
    }

    /// Whether a credit was missed on any channel.
    pub(crate) fn is_starved(&self) -> bool {
        self.starved.get() != 0
    }

    /// Channels on which a credit was missed.
    pub fn starved(&self) -> impl Iterator<Item = Channel> {
        let starved = self.starved.get();
        Channel::ALL.into_iter().filter(move |&channel| starved >> channel as u16 & 1 != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{D2hReq, H2dData};
    use crate::wire::D2hReqOpcode;

    #[test]
    fn a_message_needs_a_credit_and_the_right_direction() {
        let mut port = Port::new(Direction::Upstream, [1; Channel::COUNT]);
        let read = Message::D2hReq(D2hReq { opcode: D2hReqOpcode::RdCurr, cqid: 1, address: 64 });
        port.send(read).unwrap();
        assert!(!port.return_credit(Channel::D2hRsp), "no credit of this channel was missed");
        assert_eq!(port.starved().count(), 0);
        let error = port.send(read).unwrap_err();
        assert_eq!(error.to_string(), "D2H Req RdCurr 0x40 tag 1 sent without a credit");
        assert_eq!(port.starved().collect::<Vec<_>>(), [Channel::D2hReq]);
        assert!(port.return_credit(Channel::D2hReq));
        assert!(port.can_send(Channel::D2hReq));
        let data = Message::H2dData(H2dData { cqid: 1, go_err: false, poison: false, data: [0; 64] });
        assert!(matches!(port.send(data), Err(EndpointError::WrongDirection { .. })));
        port.deliver(data);
        assert_eq!(port.take(Channel::H2dData), Some(data));
        assert_eq!(port.drain_taken().collect::<Vec<_>>(), [Channel::H2dData]);
    }
}
