//! Links: rate, latency, switch hops, credits; and presets of them.
//!
//! A message passes the link of its direction behind all that were sent before it, at the link's rate; then it takes the
//! latency of the link and of every switch hop. Its credit takes the latency back once the receiver has taken it.

use crate::message::{Channel, Direction, Message};
use crate::time::{Pacer, Time};
use emberlane_sourced::{Sourced, presets};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::Deserialize;
use thiserror::Error;

/// A link, with the sources of its figures.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkPreset {
    /// Name of the preset.
    pub name: String,
    /// What it is.
    pub description: String,
    /// Lanes; the rate already counts them.
    pub lanes: Sourced<u64>,
    /// Each way; 0 for no bound.
    pub bytes_per_second: Sourced<u64>,
    /// One way, without switch hops and without the time that the bytes take, picoseconds.
    pub latency_ps: Sourced<u64>,
    /// Bytes of a flit.
    pub flit_bytes: Sourced<u64>,
    /// Bytes of a flit that carry headers and data of messages.
    pub flit_payload_bytes: Sourced<u64>,
    /// Switches on the way.
    pub switch_hops: Sourced<u64>,
    /// What each adds one way, picoseconds.
    pub hop_latency_ps: Sourced<u64>,
    /// Messages of a channel that may be under way.
    pub credits: Sourced<u64>,
}

/// Why there is no such link.
#[derive(Debug, Error)]
pub enum LinkError {
    /// No preset has this name.
    #[error("no link `{name}`; there are {}", known.join(", "))]
    UnknownPreset {
        /// The name.
        name: String,
        /// Names that exist.
        known: Vec<String>,
    },
    /// A figure is out of range.
    #[error("link `{link}`: {key} = {value}, expected {expected}")]
    OutOfRange {
        /// Name of the link.
        link: String,
        /// Key of the figure.
        key: &'static str,
        /// The figure.
        value: u64,
        /// What it may be.
        expected: &'static str,
    },
}

/// All presets.
pub fn presets() -> Vec<LinkPreset> {
    presets::read(include_str!("links.toml"), "link").expect("the presets are tested to be readable")
}

/// The preset of a name.
///
/// # Errors
/// [`LinkError::UnknownPreset`] with the names that exist.
pub fn preset(name: &str) -> Result<LinkPreset, LinkError> {
    let found = presets::find(presets(), name, |preset| &preset.name);
    found.map_err(|known| LinkError::UnknownPreset { name: name.into(), known })
}

impl LinkPreset {
    /// The link.
    ///
    /// # Errors
    /// [`LinkError::OutOfRange`] if a figure is.
    pub fn config(&self) -> Result<LinkConfig, LinkError> {
        let error = |key, figure: &Sourced<u64>, expected| {
            Err(LinkError::OutOfRange { link: self.name.clone(), key, value: figure.value, expected })
        };
        let (flit, payload) = (self.flit_bytes.value, self.flit_payload_bytes.value);
        if payload == 0 || payload > flit {
            return error("flit_payload_bytes", &self.flit_payload_bytes, "1 to flit_bytes");
        }
        let Some(credits) = u32::try_from(self.credits.value).ok().filter(|&credits| credits > 0) else {
            return error("credits", &self.credits, "1 to 4294967295");
        };
        let Ok(hops) = u32::try_from(self.switch_hops.value) else {
            return error("switch_hops", &self.switch_hops, "0 to 4294967295");
        };
        Ok(LinkConfig {
            bytes_per_second: self.bytes_per_second.value,
            latency: Time(self.latency_ps.value),
            flit_bytes: flit,
            flit_payload_bytes: payload,
            switch_hops: hops,
            hop_latency: Time(self.hop_latency_ps.value),
            credits: [credits; Channel::COUNT],
            stalls: None,
        })
    }
}

/// Random stalls, for tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stalls {
    /// Of them.
    pub seed: u64,
    /// The longest.
    pub longest: Time,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkConfig {
    /// Each way; 0 for no bound.
    pub bytes_per_second: u64,
    /// One way, without switch hops and without the time that the bytes take.
    pub latency: Time,
    /// Bytes of a flit.
    pub flit_bytes: u64,
    /// Bytes of a flit that carry headers and data of messages. At least 1.
    pub flit_payload_bytes: u64,
    /// Switches on the way.
    pub switch_hops: u32,
    /// What each adds one way.
    pub hop_latency: Time,
    /// Messages that may be under way, by channel. At least 1 each.
    pub credits: [u32; Channel::COUNT],
    /// Delays messages at random; channels then overtake each other, but no snoop overtakes a GO.
    pub stalls: Option<Stalls>,
}

impl LinkConfig {
    /// Latency one way, switch hops included.
    pub fn one_way(&self) -> Time {
        Time(self.latency.0 + u64::from(self.switch_hops) * self.hop_latency.0)
    }

    /// How long a message of so many bytes takes to pass, picoseconds rounded up.
    pub fn serialization(&self, bytes: u64) -> Time {
        self.pacer().pass(Time::ZERO, 8 * bytes)
    }

    fn pacer(&self) -> Pacer {
        Pacer::new(self.bytes_per_second, self.flit_payload_bytes, self.flit_bytes)
    }
}

/// One direction of a link.
#[derive(Debug)]
pub(crate) struct Lane {
    pacer: Pacer,
    one_way: Time,
    stalls: Option<(Pcg64Mcg, u64)>,
    /// When the last message of each channel arrives.
    last: [Time; Channel::COUNT],
}

impl Lane {
    pub(crate) fn new(config: &LinkConfig, direction: Direction) -> Self {
        let stalls =
            config.stalls.map(|stalls| (Pcg64Mcg::seed_from_u64(stalls.seed ^ direction as u64), stalls.longest.0));
        Self { pacer: config.pacer(), one_way: config.one_way(), stalls, last: [Time::ZERO; Channel::COUNT] }
    }

    /// When a message that is sent now arrives.
    pub(crate) fn arrival(&mut self, now: Time, message: &Message) -> Time {
        let stall = self.stalls.as_mut().map_or(0, |(random, longest)| match random.random_range(0..4) {
            0 => random.random_range(0..=*longest),
            _ => 0,
        });
        let channel = message.channel();
        let mut arrival = self.pacer.pass(now, 8 * message.bytes()) + self.one_way + Time(stall);
        arrival = arrival.max(self.last[channel as usize]);
        if channel == Channel::H2dReq {
            // A snoop pushes every GO before it (CXL 3.0, ordering of H2D Req and H2D Rsp).
            arrival = arrival.max(self.last[Channel::H2dRsp as usize]);
        }
        self.last[channel as usize] = arrival;
        arrival
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::{H2dReq, H2dRsp, Io};
    use crate::wire::{GoState, H2dReqOpcode, H2dRspOpcode};

    #[test]
    fn presets_are_there_with_a_source_on_every_figure() {
        let presets = presets();
        let names: Vec<&str> = presets.iter().map(|preset| &*preset.name).collect();
        assert_eq!(names, ["ideal", "trainingcxl", "ndrec"]);
        for preset in &presets {
            for figure in [
                &preset.lanes,
                &preset.bytes_per_second,
                &preset.latency_ps,
                &preset.flit_bytes,
                &preset.flit_payload_bytes,
                &preset.switch_hops,
                &preset.hop_latency_ps,
                &preset.credits,
            ] {
                assert!(figure.source.len() > 10, "{}: {figure:?}", preset.name);
            }
            preset.config().unwrap();
        }
        let link = preset("trainingcxl").unwrap().config().unwrap();
        assert_eq!(link.one_way(), Time::ns(90));
        // RM1's MLP parameters, 68 MB, take 4.3 ms, before the flit's overhead.
        assert_eq!(link.serialization(68_000_000).0 * 64 / 68 / 100_000_000, 43);
    }

    #[test]
    fn errors_say_what_to_do() {
        let error = preset("pcie").unwrap_err().to_string();
        assert_eq!(error, "no link `pcie`; there are ideal, trainingcxl, ndrec");
        let mut link = preset("ideal").unwrap();
        link.credits.value = 0;
        let error = link.config().unwrap_err().to_string();
        assert_eq!(error, "link `ideal`: credits = 0, expected 1 to 4294967295");
        link.flit_payload_bytes.value = 65;
        assert!(link.config().unwrap_err().to_string().contains("flit_payload_bytes = 65"));
    }

    #[test]
    fn stalls_keep_the_order_of_a_channel_and_of_snoops_behind_go() {
        let mut config = preset("ndrec").unwrap().config().unwrap();
        config.stalls = Some(Stalls { seed: 1, longest: Time::ns(500) });
        let mut lane = Lane::new(&config, Direction::Downstream);
        let snoop = Message::H2dReq(H2dReq { opcode: H2dReqOpcode::SnpInv, uqid: 0, address: 0 });
        let go = H2dRsp { opcode: H2dRspOpcode::Go, state: GoState::Shared, uqid: 0, cqid: 0 };
        let read = Message::IoDown(Io::MRd { address: 0, bytes: 8, tag: 0 });
        let (mut last, mut overtaken) = ([Time::ZERO; 3], 0);
        for step in 0..1000 {
            let now = Time(1000 * step);
            for (index, message) in [read, Message::H2dRsp(go), snoop].iter().enumerate() {
                let arrival = lane.arrival(now, message);
                assert!(arrival >= last[index]);
                last[index] = arrival;
            }
            assert!(last[2] >= last[1], "a snoop has overtaken a GO");
            overtaken += usize::from(last[1] < last[0]);
        }
        assert!(overtaken > 100, "channels overtake each other: {overtaken}");
    }
}
