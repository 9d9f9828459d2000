//! What stays the same from batch to batch.

use emberlane_registers::cxl_mem::Pooling;

/// What stays the same from batch to batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Configuration {
    /// FP32 elements of a vector: a multiple of 16 in 16..=256.
    pub vector_length: u32,
    /// How a bag's rows become one vector.
    pub pooling: Pooling,
    /// Learning rate, FP32 bits.
    pub learning_rate: u32,
    /// Rows of each table.
    pub rows: Vec<u32>,
    /// DPA of the first table; a multiple of 64.
    pub data_base: u64,
}

impl Configuration {
    /// Tables from DPA 0 on. `learning_rate` is a bit pattern (`f32::to_bits`), `rows` has one number a table.
    #[must_use]
    pub fn new(vector_length: u32, pooling: Pooling, learning_rate: u32, rows: Vec<u32>) -> Self {
        Self { vector_length, pooling, learning_rate, rows, data_base: 0 }
    }
}
