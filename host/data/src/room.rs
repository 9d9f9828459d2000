//! Memory that is asked for, so that too little of it is an error and no end of the program.

use crate::DataError;

/// A vector with room for so many values, which are of `what`.
pub(crate) fn with_room<T>(count: Option<usize>, what: &'static str) -> Result<Vec<T>, DataError> {
    let mut vector = Vec::new();
    let bytes = || count.and_then(|count| count.checked_mul(size_of::<T>()));
    let room = count.and_then(|count| vector.try_reserve_exact(count).ok());
    room.ok_or_else(|| DataError::Memory { what, bytes: bytes() })?;
    Ok(vector)
}

/// The product of counts, if there is one.
pub(crate) fn product(counts: &[usize]) -> Option<usize> {
    counts.iter().try_fold(1usize, |product, count| product.checked_mul(*count))
}
