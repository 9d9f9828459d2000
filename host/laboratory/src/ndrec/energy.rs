//! What an iteration takes of energy.

use emberlane_experiment::{Movement, SystemKind};
use serde::Serialize;

use super::parts::Traffic;
use super::setup::Setup;
use crate::side_by_side::Assumptions;

/// Energy of an iteration, joules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Energy {
    /// Of the GPUs.
    pub gpu: f64,
    /// Of the host's CPUs and DRAM.
    pub host: f64,
    /// Of SmartSSDs.
    pub smartssd: f64,
    /// Of the links.
    pub link: f64,
}

impl Energy {
    /// All of it.
    #[must_use]
    pub fn all(&self) -> f64 {
        self.gpu + self.host + self.smartssd + self.link
    }

    /// Of an iteration of so many seconds, in which GPUs and SmartSSDs computed for so long. A kernel that computes takes a SmartSSD's
    /// worst case, as in the paper.
    pub(super) fn new(
        assumptions: &Assumptions,
        setup: Setup,
        kind: SystemKind,
        seconds: f64,
        [gpu, smartssd]: [f64; 2],
        traffic: &Traffic,
    ) -> Self {
        let get = |name| assumptions.get(name);
        let idle = get("idle_share");
        let unit = |watts: f64, busy: f64| watts * (busy + idle * (seconds - busy));
        let smartssds = match kind.movement() {
            Movement::Iterations => setup.smartssds as f64,
            _ => 0.0,
        };
        Self {
            gpu: setup.gpus as f64 * unit(get("gpu_w"), gpu),
            host: unit(get("host_cpu_w"), get("busy_cores_share") * seconds) + get("host_dram_w") * seconds,
            smartssd: smartssds * unit(get("smartssd_w"), smartssd),
            link: traffic.link * 8.0 * get("link_pj_per_bit") * 1e-12,
        }
    }
}
