//! Iterations (`iteration`): when they begin and end.

use super::super::kernel::Execution;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Idle,
    Waits,
    Runs,
}

/// How an iteration ends: what the reference has found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// `ERROR`, if it fails.
    pub error: Option<u64>,
    /// Words that each program has done.
    pub done: [u32; 4],
    /// EVs read, EVs written, outputs written.
    pub work: [u64; 3],
}

/// Where the TX buffers are for the host (`tx_settings`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Buffers {
    /// `HDM_BASE` commits.
    pub committed: bool,
    /// Regions fit the DRAM.
    pub layout_good: bool,
    /// `TX_BYTES`.
    pub bytes: u64,
}

#[derive(Debug)]
pub struct Iteration {
    state: State,
    /// What will be executed.
    waiting: Option<Execution>,
    /// The plan of movements that it waits for.
    plan: u32,
    /// Address of the new TX buffer.
    pub output_base: u64,
    pub done: bool,
    pub failed: bool,
    /// `ERROR`.
    pub error: u64,
    /// Number of the new TX buffer.
    pub buffer: u64,
    /// As set, and as the iteration under way found them.
    pub buffers: Buffers,
    kept_buffers: Buffers,
    /// Of the iteration under way, as soon as it is known.
    pub outcome: Option<Outcome>,
}

impl Iteration {
    pub fn new() -> Self {
        let (done, failed) = (false, false);
        Self {
            state: State::Idle,
            waiting: None,
            plan: 0,
            output_base: 0,
            done,
            failed,
            error: 0,
            buffer: 1,
            buffers: Buffers::default(),
            kept_buffers: Buffers::default(),
            outcome: None,
        }
    }

    pub fn is_busy(&self) -> bool {
        self.state != State::Idle
    }

    pub fn waits(&self) -> bool {
        self.state == State::Waits
    }

    /// The kernel works.
    pub fn runs(&self) -> bool {
        self.state == State::Runs
    }

    /// Where the TX buffers are for the host.
    pub fn served(&self) -> Buffers {
        if self.is_busy() { self.kept_buffers } else { self.buffers }
    }

    /// The doorbell has rung, and nothing is against it.
    pub fn begin(&mut self, execution: Execution, buffer: u64, plan: u32, output_base: u64) {
        self.state = State::Waits;
        self.waiting = Some(execution);
        self.done = false;
        self.buffer = buffer;
        self.kept_buffers = self.buffers;
        (self.plan, self.output_base) = (plan, output_base);
        self.error &= (1 << 4) - 1;
    }

    /// The doorbell has rung in vain.
    pub fn refuse(&mut self, error: u64) {
        self.failed = true;
        self.error = error;
        self.done &= self.is_busy();
    }

    pub fn clear(&mut self) {
        (self.done, self.failed, self.error) = (false, false, 0);
    }

    /// What the kernel begins in a cycle in which so many plans are done.
    pub fn starts(&mut self, plans: u32) -> Option<Execution> {
        if self.state != State::Waits || plans < self.plan {
            return None;
        }
        self.state = State::Runs;
        self.waiting.take()
    }

    /// The kernel has ended. Says how.
    pub fn end(&mut self) -> Outcome {
        self.state = State::Idle;
        let outcome = self.outcome.take().unwrap_or_default();
        match outcome.error {
            Some(error) => (self.failed, self.error) = (true, error),
            None => self.done = true,
        }
        outcome
    }
}
