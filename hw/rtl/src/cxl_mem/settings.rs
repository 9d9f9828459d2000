//! The settings of CXL-MEM by name.

use crate::axi::register_table::{CXL_MEM, place, registers};
use emberlane_registers::cxl_mem as map;

registers! {
    /// Places of the settings that a job reads.
    pub mod setting of CXL_MEM, map {
        VECTOR_LENGTH LEARNING_RATE POOLING DATA_BASE DATA_BYTES
        DESCRIPTOR_BASE DESCRIPTOR_BYTES POOLED_BASE POOLED_BYTES GRADIENT_BASE
        GRADIENT_BYTES TABLE_COUNT BAG_COUNT ENTRY_COUNT ROW_COUNT
        BAG_DIRECTORY BAG_OFFSETS INDICES BAG_SCALES ROW_DIRECTORY
        ROW_OFFSETS ROWS SOURCE_BAGS SOURCE_SCALES FLUSH_TARGET
        GRADIENT_LINES PARAMETER_SOURCE PARAMETER_BYTES LOG_BASE LOG_BYTES
        PARAMETER_LOG ROW_LOG BATCH CONFIGURATION CHECKPOINT
        STAGED_BASE
    }
}

registers! {
    /// Places of the settings that act at once.
    pub mod device of CXL_MEM, map {
        MEDIA_READ_LATENCY MEDIA_WRITE_LATENCY MEDIA_READ_RATE
        MEDIA_ROW_WRITE_RATE MEDIA_STREAM_WRITE_RATE MEDIA_READ_AFTER_WRITE
        HDM_BASE_0 HDM_BASE_1 LOG_GAP ROW_CACHE
    }
}

/// Registers that a job reads, from place 0 on; the settings behind them act at once.
pub const JOB_SETTINGS: usize = place(CXL_MEM, &map::MEDIA_READ_LATENCY);

// A job has all that it reads, and nothing else.
const _: () = assert!(setting::CONSTANTS.len() == JOB_SETTINGS && setting::VECTOR_LENGTH == 0);
