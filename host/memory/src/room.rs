//! Memory that is asked for before it is used.

use thiserror::Error;

use crate::{Bytes, available};

/// Memory that cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no memory for {what}: {} ({bytes} bytes) are not to be had", Bytes(*bytes))]
pub struct NoMemory {
    /// What it was for.
    pub what: String,
    /// How much.
    pub bytes: u64,
}

impl NoMemory {
    pub(crate) fn of<T>(what: &str, length: usize) -> Self {
        Self { what: what.to_owned(), bytes: (length as u64).saturating_mul(size_of::<T>() as u64) }
    }
}

/// An empty vector with room for `length` values.
///
/// # Errors
/// No such memory.
pub fn reserved<T>(what: &str, length: usize) -> Result<Vec<T>, NoMemory> {
    let mut values = Vec::new();
    values.try_reserve_exact(length).map_err(|_| NoMemory::of::<T>(what, length))?;
    Ok(values)
}

/// A vector of `length` times the same value.
///
/// # Errors
/// No such memory.
pub fn filled<T: Clone>(what: &str, value: T, length: usize) -> Result<Vec<T>, NoMemory> {
    let mut values = reserved(what, length)?;
    values.resize(length, value);
    Ok(values)
}

/// Refuses to begin what needs more memory than there is.
///
/// # Errors
/// More than this process may still take.
pub fn require(what: &str, bytes: u64) -> Result<(), NoMemory> {
    match available() {
        Some(available) if available.bytes < bytes => Err(NoMemory { what: what.to_owned(), bytes }),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_is_named() {
        assert_eq!(filled("a table", 1.5f32, 3).unwrap(), [1.5; 3]);
        let error = reserved::<f32>("a table", usize::MAX / 8).unwrap_err();
        assert!(error.to_string().starts_with("no memory for a table: 8.00 EiB (92"), "{error}");
        assert!(reserved::<f32>("a table", usize::MAX).is_err());
        assert!(require("all of it", u64::MAX).is_err());
        require("nothing", 0).unwrap();
    }
}
