//! The registers of the SmartSSD by name.

use crate::axi::RegisterBank;
use crate::axi::register_table::{SMARTSSD, actions, driven, each, fixed, registers, settings};
use crate::layout::named;
use emberlane_registers::smartssd as map;

/// The registers of the SmartSSD.
pub type SmartSsdRegisters = RegisterBank<
    SMARTSSD,
    { settings(SMARTSSD) },
    { driven(SMARTSSD) },
    { fixed(SMARTSSD) },
    { actions(SMARTSSD) },
    0,
    { each(SMARTSSD) },
>;

/// Settings of the SmartSSD; no write to one is refused.
pub(super) const SETTINGS: usize = settings(SMARTSSD);
/// Counters of events, from `CYCLES` to `WRITES_REFUSED`.
pub(super) const COUNTERS: usize = 16;

registers! {
    /// Places of the registers in the bank.
    pub(super) mod at of SMARTSSD, map {
        DOORBELL CLEAR
        HDM_BASE TX_BYTES CACHE_BASE CACHE_VECTORS SSD_BASE
        SSD_VECTORS MAILBOX_BASE MAILBOX_LINES MAILBOX_TAIL LOADS_BASE
        FORWARD_BASE BACKWARD_BASE MOVES_BASE LOADS_WORDS FORWARD_WORDS
        BACKWARD_WORDS MOVES_WORDS GRADIENT_BASE GRADIENTS BAGS
        PLAN COUNT_INDEX
        CAPABILITIES STATUS ERROR AGENT_ERROR AGENT_ERROR_POSITION
        LOADS_DONE FORWARD_DONE BACKWARD_DONE MOVES_DONE MAILBOX_HEAD
        PLANS_DONE CYCLES KERNEL_CYCLES WAIT_CYCLES AGENT_CYCLES
        FORWARD_HAZARD_CYCLES BACKWARD_HAZARD_CYCLES ITERATIONS VECTORS_EVICTED VECTORS_LOADED
        VECTORS_READ VECTORS_WRITTEN OUTPUTS_WRITTEN LINES_FETCHED MEM_READS
        BACK_INVALIDATES WRITES_REFUSED VECTOR_USES
    }
}

// A register that is new in the table, and unknown here, stops the build.
const _: () = assert!(at::CONSTANTS.len() == settings(SMARTSSD) + driven(SMARTSSD) + actions(SMARTSSD));
const _: () = assert!(at::WRITES_REFUSED + 1 == at::CYCLES + COUNTERS);

named! {
    /// Fields of registers.
    pub(super) mod field {
        BUSY = map::BUSY.lsb as usize,
        DONE = map::DONE.lsb as usize,
        FAILED = map::FAILED.lsb as usize,
        WAITING = map::WAITING.lsb as usize,
        NEW_BUFFER = map::NEW_BUFFER.lsb as usize,
        AGENT_BUSY = map::AGENT_BUSY.lsb as usize,
        AGENT_FAILED = map::AGENT_FAILED.lsb as usize,
        PROGRAM = map::PROGRAM.lsb as usize,
        MOVEMENT = map::MOVEMENT.lsb as usize,
        CLEAR_STATUS = map::CLEAR_STATUS.lsb as usize,
        CLEAR_COUNTERS = map::CLEAR_COUNTERS.lsb as usize,
        CLEAR_AGENT = map::CLEAR_AGENT.lsb as usize,
    }
}
