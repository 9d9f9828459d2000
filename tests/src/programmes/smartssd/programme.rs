//! What a programme is.

use crate::programmes::cxl_mem::Stalls;
use crate::programmes::shrink::Reduce;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Longest time around the end of an iteration at which a doorbell is tried.
pub const AROUND: i32 = 24;

/// A programme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Programme {
    /// Decides tables, bags and stalls.
    pub seed: u64,
    /// How the RTL's memories and links stall.
    pub stalls: Stalls,
    /// EVs of the table.
    pub vectors: u64,
    /// EVs of the cache.
    pub cached: u32,
    /// Bags of a batch.
    pub bags: usize,
    /// EVs of a bag at most.
    pub most: usize,
    /// What the host does.
    pub steps: Vec<Step>,
}

/// An operation, and the cycles before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Clock cycles before it.
    pub delay: u32,
    /// What the host does.
    #[serde(flatten)]
    pub operation: Operation,
}

/// What the host does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Operation {
    /// Moves what an iteration needs, and begins it; the one before it ends.
    Iterate {
        /// Movements are posted while the iteration before is under way.
        ahead: bool,
    },
    /// Ends the iteration under way, brings the table to the SSD, and looks at everything.
    Settle,
    /// A fault of this number of the list of faults, and an iteration that may meet it.
    Fault {
        /// Its number, cut to the list.
        number: u8,
    },
    /// Reads a register at some offset.
    Look {
        /// Offset.
        offset: u64,
    },
    /// A write to the TX buffers, which is refused.
    Refused {
        /// Line, cut to the buffers.
        line: u16,
    },
    /// Rings the doorbell with no command while no iteration is under way.
    Bell {
        /// The value.
        value: u8,
    },
    /// Writes over settings of the iteration that is under way.
    Spoil {
        /// Which setting.
        setting: u8,
        /// Its value.
        value: u64,
    },
    /// An iteration is run, and run again with a second doorbell when it is about to end: that is started or refused.
    RingAtEnd {
        /// Cycles from the end to the doorbell.
        offset: i32,
    },
    /// Resets the device, whatever it does.
    Reset {
        /// DRAM and SSD go on: they answer what they were asked before. Only those of the RTL have anything under way.
        #[serde(default)]
        alone: bool,
    },
}

impl Reduce for Programme {
    fn length(&self) -> usize {
        self.steps.len()
    }

    fn without(&self, operations: Range<usize>) -> Self {
        let mut shorter = self.clone();
        shorter.steps.drain(operations);
        shorter
    }

    fn simpler(&self) -> Vec<Self> {
        let mut all = vec![
            Self { stalls: Stalls::None, ..self.clone() },
            Self { bags: 1, ..self.clone() },
            Self { most: 1, ..self.clone() },
            Self { vectors: self.vectors.div_ceil(2), ..self.clone() },
        ];
        for at in 0..self.steps.len() {
            let mut simpler = self.clone();
            simpler.steps[at].delay = 0;
            all.push(simpler);
        }
        all.retain(|simpler| simpler != self);
        all
    }
}
