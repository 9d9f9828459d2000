//! Who may have a copy of a line.

use rustc_hash::FxHashMap;

/// Agents with caches, a bit each: devices by number, and the CPU.
pub(super) const CPU: u32 = 1 << 31;

/// Who has a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Holders {
    pub agents: u32,
    /// The one agent may have changed it.
    pub exclusive: bool,
}

#[derive(Debug, Default)]
pub(super) struct Directory {
    lines: FxHashMap<u64, Holders>,
}

impl Directory {
    pub fn get(&self, line: u64) -> Holders {
        self.lines.get(&line).copied().unwrap_or_default()
    }

    pub fn remove(&mut self, line: u64, agents: u32) {
        if let Some(holders) = self.lines.get_mut(&line) {
            holders.agents &= !agents;
            if holders.agents == 0 {
                self.lines.remove(&line);
            }
        }
    }

    pub fn share(&mut self, line: u64) {
        if let Some(holders) = self.lines.get_mut(&line) {
            holders.exclusive = false;
        }
    }

    pub fn add(&mut self, line: u64, agent: u32, exclusive: bool) {
        let holders = self.lines.entry(line).or_default();
        holders.agents |= agent;
        holders.exclusive = exclusive;
        debug_assert!(!exclusive || holders.agents == agent, "two owners of {line:#x}");
    }

    /// An agent's cache is empty.
    pub fn forget(&mut self, agent: u32) {
        self.lines.retain(|_, holders| {
            holders.agents &= !agent;
            holders.agents != 0
        });
    }
}
