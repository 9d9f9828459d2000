//! A port of a design and the memory behind it.

use crate::axi::{Axi4Port, AxiLitePort, AxiMemory, LiteMasterSignals, MemoryConfig, SlaveSignals};
use crate::error::BuildError;
use crate::{Model, ModelError};

/// Cycles in reset, as the designs ask for.
const RESET_CYCLES: usize = 32;

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

/// Holds a design in reset while the memories behind its ports go on: they answer what they were asked before.
pub(crate) fn hold_in_reset_alone(
    model: &mut Model,
    registers: &mut AxiLitePort,
    ports: &mut [&mut Attached],
) -> Result<(), BuildError> {
    ports.iter_mut().for_each(|attached| attached.memory.outlive_reset());
    for _ in 0..RESET_CYCLES {
        registers.drive(model, &LiteMasterSignals::default());
        ports.iter_mut().for_each(|attached| attached.port.drive(model, attached.memory.signals()));
        model.step()?;
        for Attached { port, memory } in ports.iter_mut().map(|attached| &mut **attached) {
            memory.cycle(&port.sample(model))?;
        }
    }
    Ok(())
}

/// Holds a design in reset, with nothing on its buses. What is behind its ports keeps its contents.
pub(crate) fn hold_in_reset(
    model: &mut Model,
    registers: &mut AxiLitePort,
    ports: &mut [&mut Attached],
) -> Result<(), BuildError> {
    for cycle in 0..RESET_CYCLES {
        registers.drive(model, &LiteMasterSignals::default());
        ports.iter_mut().for_each(|attached| attached.port.drive(model, &SlaveSignals::default()));
        model.step()?;
        for Attached { port, memory } in ports.iter_mut().map(|attached| &mut **attached) {
            let quiet = memory.reset(&port.sample(model));
            // The first rising edge in reset is what makes the design quiet.
            if cycle > 0 {
                quiet?;
            }
        }
    }
    Ok(())
}
