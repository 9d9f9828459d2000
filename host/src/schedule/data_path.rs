//! How data gets from one device to another, and when it is there.

use emberlane_models::media::Figure;
use emberlane_registers::cxl_mem::LINE_BYTES;
use serde::Deserialize;

/// The links, as a file that shows what they are made of.
pub const LINKS: &str = include_str!("link.toml");

/// An end of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The host, with its memory.
    Host,
    /// The GPU, with its memory.
    Gpu,
    /// CXL-MEM.
    Memory,
}

/// Lines that one node sends to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Who sends.
    pub from: Node,
    /// Who receives.
    pub to: Node,
    /// Bytes, whole lines of 64.
    pub bytes: u64,
    /// When the first line can leave, picoseconds of simulated time.
    pub start_ps: u64,
    /// When the last line can leave, picoseconds; later than the start when a device sends lines as it makes them.
    pub last_ps: u64,
}

/// What carries data between the devices.
pub trait DataPath {
    /// When the last byte is there, picoseconds of simulated time. Transfers come in the order of their starts.
    fn transfer(&mut self, transfer: &Transfer) -> u64;
}

/// A link as its preset has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkPreset {
    /// Name of the preset.
    pub name: String,
    /// What it is.
    pub description: String,
    /// 10^6 bytes a second each way.
    pub bandwidth_mb_per_s: Figure,
    /// From one node to another through the switch, picoseconds.
    pub latency_ps: Figure,
}

/// All links.
///
/// # Panics
/// Never: they are tested to be readable.
#[must_use]
pub fn links() -> Vec<LinkPreset> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        link: Vec<LinkPreset>,
    }
    toml::from_str::<File>(LINKS).expect("the links are tested to be readable").link
}

/// Bandwidth and latency, nothing else: no protocol, no credits, no other traffic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedLink {
    bandwidth_mb_per_s: u64,
    /// Bound of the GPU's own port.
    gpu_mb_per_s: u64,
    latency_ps: u64,
}

impl FixedLink {
    /// The link of a preset, with a GPU whose port carries `gpu_mb_per_s`; `None`: as much as the link.
    #[must_use]
    pub fn new(preset: &LinkPreset, gpu_mb_per_s: Option<u64>) -> Self {
        let bandwidth_mb_per_s = preset.bandwidth_mb_per_s.value;
        let gpu_mb_per_s = gpu_mb_per_s.unwrap_or(u64::MAX).min(bandwidth_mb_per_s);
        Self { bandwidth_mb_per_s, gpu_mb_per_s, latency_ps: preset.latency_ps.value }
    }
}

impl DataPath for FixedLink {
    fn transfer(&mut self, transfer: &Transfer) -> u64 {
        let Transfer { from, to, bytes, start_ps, last_ps } = *transfer;
        let rate = if from == Node::Gpu || to == Node::Gpu { self.gpu_mb_per_s } else { self.bandwidth_mb_per_s };
        // Bytes over 10^6 a second are 10^-6 s, 1,000,000 ps.
        let time = |bytes: u64| (u128::from(bytes) * 1_000_000).div_ceil(u128::from(rate)) as u64;
        let sent = (start_ps + time(bytes)).max(last_ps + time(bytes.min(LINE_BYTES)));
        sent + self.latency_ps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(gpu: Option<u64>) -> FixedLink {
        FixedLink::new(&links()[0], gpu)
    }

    #[test]
    fn every_figure_has_a_source() {
        for link in links() {
            for figure in [&link.bandwidth_mb_per_s, &link.latency_ps] {
                assert!(figure.value > 0 && figure.source.len() > 10, "{}: {figure:?}", link.name);
            }
        }
    }

    #[test]
    fn a_block_takes_its_bytes_and_the_latency() {
        let block = Transfer { from: Node::Memory, to: Node::Gpu, bytes: 15_750, start_ps: 7, last_ps: 7 };
        // 15,750 bytes at 15.75 GB/s: 1 us.
        assert_eq!(link(None).transfer(&block), 7 + 1_000_000 + 80_000);
        assert_eq!(link(Some(31_500)).transfer(&block), 7 + 1_000_000 + 80_000);
        assert_eq!(link(Some(7_875)).transfer(&block), 7 + 2_000_000 + 80_000);
        let lists = Transfer { from: Node::Host, to: Node::Memory, ..block };
        assert_eq!(link(Some(7_875)).transfer(&lists), 7 + 1_000_000 + 80_000);
    }

    #[test]
    fn a_stream_ends_a_line_after_its_source() {
        let stream = Transfer { from: Node::Memory, to: Node::Gpu, bytes: 15_744, start_ps: 0, last_ps: 5_000_000 };
        // A line of 64 bytes takes 4,064 ps, rounded up.
        assert_eq!(link(None).transfer(&stream), 5_000_000 + 4_064 + 80_000);
        // A source that is faster than the link: the link decides.
        let stream = Transfer { last_ps: 1000, ..stream };
        assert_eq!(link(None).transfer(&stream), 999_620 + 80_000);
    }
}
