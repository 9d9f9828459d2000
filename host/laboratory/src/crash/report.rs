//! What a campaign of cuts has found.

use emberlane_experiment::DeviceKind;
use serde::Serialize;

/// What a campaign of cuts has found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Images of memory after a cut.
    pub cuts: u64,
    /// Of these, from how many a checkpoint was recovered.
    pub recovered: u64,
    /// Of these, in how many tables and parameters were those of the uncut training, bit for bit, from which training goes on
    /// to the end that a training without a system has from there: of strict lookup and parameters of the same batch, that of
    /// the uncut one.
    pub identical: u64,
    /// Images in which a bit was flipped that the recovery has reported, and did without.
    pub corrupt_detected: u64,
    /// Images in which a bit was flipped whose damage came into tables or parameters unreported. None is good.
    pub corrupt_used: u64,
    /// What went wrong.
    pub failures: Vec<Failure>,
    /// The checkpoint mode.
    pub mode: &'static str,
    /// When a batch was looked up.
    pub lookup: &'static str,
    /// The seed.
    pub seed: u64,
    /// Which images were tried of each cut.
    pub engine: &'static str,
    /// The device whose writes were recorded.
    pub device: &'static str,
    /// Batches of the recorded training.
    pub batches: u64,
    /// The device's cycle when the first batch began, and when each had ended.
    pub batch_cycles: Vec<u64>,
    /// Lines written to persistent memory.
    pub lines_written: u64,
    /// Most lines that were under way at a cut.
    pub most_under_way: u64,
    /// Cuts whose recovery was cut off, too, and done again.
    pub recoveries_cut: u64,
    /// Flipped bits that made no difference: nothing that counts lay there.
    pub corrupt_harmless: u64,
    /// Bits that were flipped in the tables; no log can tell, but what the log restores is restored.
    pub tables_flipped: u64,
    /// Of these, those that the recovery has overwritten.
    pub tables_restored: u64,
    /// Distinct recovered states: batch and batch of the parameters.
    pub states: Vec<(u64, u64)>,
    /// Batches by which recovered parameters were older than the tables, at most.
    pub largest_gap: u64,
    /// Trainings that went on from a recovered state to the end, on the reference.
    pub resumed: u64,
    /// The same on the RTL.
    pub resumed_on_rtl: u64,
    /// What of the hardware a campaign on this device cannot show; empty on the RTL.
    pub not_shown: Vec<&'static str>,
}

/// A cut that went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// Its number.
    pub cut: u64,
    /// The device's cycle.
    pub cycle: u64,
    /// What was expected, and what was found.
    pub message: String,
    /// The command that does this one cut again.
    pub replay: String,
}

/// What a campaign on a device cannot show. Reference and model write one line after the other, so no cut finds the states of
/// the RTL in which several are under way.
pub(super) fn not_shown(device: DeviceKind) -> Vec<&'static str> {
    const ORDER: &str = "lines that come to the medium in another order than they were written in: one is under way at a time, on \
                         the RTL up to 178, in queues of four channels";
    const STATES: &str = "states of the RTL between two clock cycles: its queues, its memory controllers, and what its \
                          checkpointing logic holds back until others are written";
    const FAULTS: &str = "mistakes of the RTL itself (--fault): only RTL commits them";
    const TIME: &str = "cuts at a moment: the reference has no time, so they fall between two writes or within one";
    const JOBS: &str =
        "cuts at a cycle: the model has the time of whole jobs, so they fall between two writes or within one";
    match device {
        DeviceKind::Rtl => Vec::new(),
        DeviceKind::Model => vec![JOBS, ORDER, STATES, FAULTS],
        DeviceKind::Reference => vec![TIME, ORDER, STATES, FAULTS],
    }
}

impl Report {
    /// Whether all went well.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.failures.is_empty() && self.corrupt_used == 0
    }
}
