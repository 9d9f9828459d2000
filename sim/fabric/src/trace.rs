//! What has moved: counters, latencies, and a line for every message.

use crate::message::{Channel, Direction, Message};
use crate::time::Time;
use hdrhistogram::Histogram;
use std::collections::BTreeMap;

/// The first line of a trace: what the columns are. Times in picoseconds; `-` where a message has no such field.
///
/// `time_ps` is when the message was sent, `latency_ps` how long it took to the other end of its link. `for` is of the host's
/// messages and says who wants them: `cpu`, or the device whose request the home agent serves.
pub const TRACE_HEADER: &str = "time_ps channel opcode address tag from to latency_ps for";

/// Messages and bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Messages.
    pub messages: u64,
    /// Bytes of headers and data, without the flit's overhead.
    pub bytes: u64,
}

/// Counters and latencies of a fabric.
#[derive(Debug, Default)]
pub struct Statistics {
    links: Vec<[Count; Channel::COUNT]>,
    latencies: BTreeMap<&'static str, Histogram<u64>>,
}

impl Statistics {
    pub(crate) fn add_link(&mut self) {
        self.links.push(Default::default());
    }

    pub(crate) fn sent(&mut self, link: usize, message: &Message) {
        let count = &mut self.links[link][message.channel() as usize];
        count.messages += 1;
        count.bytes += message.bytes();
    }

    pub(crate) fn completed(&mut self, opcode: &'static str, latency: Time) {
        let histogram = self.latencies.entry(opcode);
        let histogram = histogram.or_insert_with(|| Histogram::new(3).expect("three digits are allowed"));
        histogram.record(latency.0).expect("the histogram grows");
    }

    /// What went over a channel of a device's link.
    pub fn channel(&self, device: usize, channel: Channel) -> Count {
        self.links[device][channel as usize]
    }

    /// What went over a device's link in a direction.
    pub fn direction(&self, device: usize, direction: Direction) -> Count {
        let channels = Channel::ALL.into_iter().filter(|channel| channel.direction() == direction);
        channels.map(|channel| self.channel(device, channel)).fold(Count::default(), |sum, count| Count {
            messages: sum.messages + count.messages,
            bytes: sum.bytes + count.bytes,
        })
    }

    /// Messages of all links.
    pub fn messages(&self) -> u64 {
        self.links.iter().flatten().map(|count| count.messages).sum()
    }

    /// Latencies in picoseconds, three digits exact, by opcode: from a request's sending to its last answer's arrival.
    /// "CPU load", "CPU store", "MMIO read" and "MMIO write" are from their posting to their completion.
    ///
    /// Empty but for the CPU's where the checker is off.
    pub fn latencies(&self) -> &BTreeMap<&'static str, Histogram<u64>> {
        &self.latencies
    }
}

/// A message as a line of a trace.
pub(crate) fn trace_line(message: &Message, time: Time, from: &str, to: &str, latency: Time, by: &str) -> String {
    let address = message.address().map_or("-".into(), |address| format!("{address:#x}"));
    let tag = message.tag().map_or("-".into(), |tag| tag.to_string());
    let (channel, opcode) = (message.channel().word(), message.opcode());
    format!("{} {channel} {opcode} {address} {tag} {from} {to} {} {by}\n", time.0, latency.0)
}
