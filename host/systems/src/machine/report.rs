//! What has moved through the fabric.

use emberlane_fabric::fabric::Fabric;
use emberlane_fabric::message::{Channel, Direction};
use serde::Serialize;

/// Messages of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FabricReport {
    /// Every link, each way.
    pub links: Vec<LinkReport>,
    /// Latencies by opcode.
    pub latencies: Vec<LatencyReport>,
}

/// What went over a link in a direction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LinkReport {
    /// Who sends.
    pub from: String,
    /// Who receives.
    pub to: String,
    /// Messages.
    pub messages: u64,
    /// Bytes of headers and data, without the overhead of flits.
    pub bytes: u64,
    /// Messages by channel, those that carried any.
    pub channels: Vec<ChannelReport>,
}

/// What went over a channel of a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChannelReport {
    /// The channel.
    pub channel: &'static str,
    /// Messages.
    pub messages: u64,
    /// Bytes, as of the link.
    pub bytes: u64,
}

/// How long requests of an opcode took, from their sending to their last answer, to three digits. Those of the CPU from their
/// posting: the stores of a batch are posted together, and wait for those before them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LatencyReport {
    /// The opcode.
    pub opcode: &'static str,
    /// Requests.
    pub count: u64,
    /// The shortest, picoseconds.
    pub min_picoseconds: u64,
    /// The median, picoseconds.
    pub p50_picoseconds: u64,
    /// The 99th percentile, picoseconds.
    pub p99_picoseconds: u64,
    /// The longest, picoseconds.
    pub max_picoseconds: u64,
}

impl FabricReport {
    pub(crate) fn new(fabric: &Fabric) -> Self {
        let statistics = fabric.statistics();
        let link = |device: usize, name: &String, direction: Direction| {
            let total = statistics.direction(device, direction);
            let channels = Channel::ALL.into_iter().filter(|channel| channel.direction() == direction);
            let channels = channels.map(|channel| (channel, statistics.channel(device, channel)));
            let used = channels.filter(|(_, count)| count.messages > 0);
            let (from, to) = match direction {
                Direction::Upstream => (name.clone(), "host".to_owned()),
                Direction::Downstream => ("host".to_owned(), name.clone()),
            };
            let report = |(channel, count): (Channel, emberlane_fabric::trace::Count)| ChannelReport {
                channel: channel.word(),
                messages: count.messages,
                bytes: count.bytes,
            };
            LinkReport { from, to, messages: total.messages, bytes: total.bytes, channels: used.map(report).collect() }
        };
        let names = fabric.device_names().iter().enumerate();
        let links = names.flat_map(|(device, name)| Direction::ALL.map(|direction| link(device, name, direction)));
        let latencies = statistics.latencies().iter().map(|(opcode, histogram)| LatencyReport {
            opcode,
            count: histogram.len(),
            min_picoseconds: histogram.min(),
            p50_picoseconds: histogram.value_at_quantile(0.5),
            p99_picoseconds: histogram.value_at_quantile(0.99),
            max_picoseconds: histogram.max(),
        });
        Self { links: links.collect(), latencies: latencies.collect() }
    }
}
