//! The shape of a Criteo record, which decides what models its data fit.

/// Integers of a record.
pub const CRITEO_INTEGERS: usize = 13;
/// Categories of a record.
pub const CRITEO_CATEGORIES: usize = 26;
