//! A port of a design and the memory behind it.

use crate::axi::{Axi4Port, AxiLitePort, AxiMemory, LiteMasterSignals, MemoryConfig, SlaveSignals};
use crate::error::BuildError;
use crate::{Model, ModelError};

/// Cycles in reset, as the designs ask for.
pub(crate) const RESET_CYCLES: usize = 32;

/// A port and its memory.
pub(crate) struct Attached {
    pub port: Axi4Port,
    pub memory: AxiMemory,
}

impl Attached {
    /// Puts a memory behind the port of this name. Each port draws on its own, by its `stream`.
    pub fn new(
        model: &Model,
        name: &str,
        id_width: u32,
        stream: u64,
        config: MemoryConfig,
    ) -> Result<Self, ModelError> {
        let seed = config.seed.wrapping_add((stream + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let config = MemoryConfig { seed, ..config };
        Ok(Self { port: Axi4Port::new(model, name, id_width)?, memory: AxiMemory::new(name, config) })
    }
}

/// What the memories behind the ports of a design do while it is in reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Memories {
    /// They are reset with it: what they have under way is dropped.
    Reset,
    /// They go on: they answer then and later what they were asked before.
    GoOn,
}

/// Holds a design in reset for some cycles. What is behind its ports keeps its contents.
pub(crate) fn hold_in_reset(
    model: &mut Model,
    registers: &mut AxiLitePort,
    ports: &mut [&mut Attached],
    memories: Memories,
) -> Result<(), BuildError> {
    let go_on = memories == Memories::GoOn;
    let (reset, memory_reset) = (model.input("reset", 1)?, model.input("memory_reset", 1)?);
    model.set(reset, 1);
    model.set(memory_reset, u64::from(!go_on));
    if go_on {
        ports.iter_mut().for_each(|attached| attached.memory.outlive_reset());
    }
    for cycle in 0..RESET_CYCLES {
        registers.drive(model, &LiteMasterSignals::default());
        for Attached { port, memory } in ports.iter_mut().map(|attached| &mut **attached) {
            let quiet = SlaveSignals::default();
            port.drive(model, if go_on { memory.signals() } else { &quiet });
        }
        model.step()?;
        for Attached { port, memory } in ports.iter_mut().map(|attached| &mut **attached) {
            let sampled = port.sample(model);
            let obeyed = if go_on { memory.cycle(&sampled) } else { memory.reset(&sampled) };
            // The first rising edge in reset is what makes the design quiet.
            if go_on || cycle > 0 {
                obeyed?;
            }
        }
    }
    model.set(reset, 0);
    model.set(memory_reset, 0);
    Ok(())
}
