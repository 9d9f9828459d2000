//! What software on the host costs.

use emberlane_sourced::Sourced;
use serde::Deserialize;

/// What the thread that drives the devices does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// Hands the GPU a kernel. Others of the same step are handed over while it runs.
    KernelLaunch,
    /// Learns that a device is done, as cudaStreamSynchronize does.
    Synchronize,
    /// Asks the GPU's copy engine for a copy, as cudaMemcpyAsync does.
    CopyCall,
    /// Puts an entry into a device's ring.
    DriverRing,
}

/// The cost of every [`Call`], picoseconds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SoftwareCosts {
    /// Of [`Call::KernelLaunch`].
    pub kernel_launch_ps: Sourced<u64>,
    /// Of [`Call::Synchronize`], without the wait.
    pub synchronize_ps: Sourced<u64>,
    /// Of [`Call::CopyCall`], without the copy.
    pub copy_call_ps: Sourced<u64>,
    /// Of [`Call::DriverRing`].
    pub driver_ring_ps: Sourced<u64>,
    /// Stores of the thread that are under way at most.
    pub stores_in_flight: Sourced<u64>,
    /// What the planner of a SmartSSD's cache takes for a lookup.
    pub plan_lookup_ps: Sourced<u64>,
}

impl Default for SoftwareCosts {
    /// Those of `software.toml`.
    fn default() -> Self {
        toml::from_str(include_str!("software.toml")).expect("the costs are tested to be readable")
    }
}

impl SoftwareCosts {
    /// Stores of the thread that are under way at most.
    #[must_use]
    pub fn stores_in_flight(&self) -> usize {
        usize::try_from(self.stores_in_flight.value).expect("a core has few")
    }

    /// The cost of a call, picoseconds.
    #[must_use]
    pub fn picoseconds(&self, call: Call) -> u64 {
        let figure = match call {
            Call::KernelLaunch => &self.kernel_launch_ps,
            Call::Synchronize => &self.synchronize_ps,
            Call::CopyCall => &self.copy_call_ps,
            Call::DriverRing => &self.driver_ring_ps,
        };
        figure.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cost_has_a_source() {
        let SoftwareCosts {
            kernel_launch_ps,
            synchronize_ps,
            copy_call_ps,
            driver_ring_ps,
            stores_in_flight,
            plan_lookup_ps,
        } = SoftwareCosts::default();
        let calls = [kernel_launch_ps, synchronize_ps, copy_call_ps, driver_ring_ps];
        for figure in calls.into_iter().chain([stores_in_flight, plan_lookup_ps]) {
            assert!(figure.value > 0 && figure.source.len() > 10, "{figure:?}");
        }
    }
}
