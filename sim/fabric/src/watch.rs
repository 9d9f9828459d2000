//! Counts of messages that somebody waits for.

use crate::message::{Channel, Message};
use crate::port::Port;
use std::ops::Range;

/// Number of a watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WatchId(pub(crate) u64);

/// Messages of a watch, those that were on the link when it began included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// Sent.
    pub sent: u64,
    /// Arrived at the other end.
    pub arrived: u64,
}

/// What is counted: messages of a channel of a device, to some addresses.
pub(crate) struct Watch {
    pub(crate) id: WatchId,
    pub(crate) device: usize,
    pub(crate) channel: Channel,
    pub(crate) addresses: Range<u64>,
    pub(crate) watched: Watched,
}

impl Watch {
    pub(crate) fn is_of(&self, device: usize, message: &Message) -> bool {
        (self.device, self.channel) == (device, message.channel())
            && message.address().is_some_and(|address| self.addresses.contains(&address))
    }
}

/// The next message of a channel arrives at a port.
pub(crate) fn watch_arrival(watches: &mut [Watch], device: usize, port: &Port, channel: Channel) {
    if watches.is_empty() {
        return;
    }
    let message = port.expected(channel).next().expect("an arrival is of a message on the link");
    for watch in watches.iter_mut().filter(|watch| watch.is_of(device, message)) {
        watch.watched.arrived += 1;
    }
}
