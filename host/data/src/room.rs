//! Memory that is asked for, so that too little of it is an error and no end of the program.

use crate::DataError;

/// A vector with room for so many values, which are of `what`; `None` are more than can be counted.
pub(crate) fn with_room<T>(count: Option<usize>, what: &str) -> Result<Vec<T>, DataError> {
    Ok(emberlane_memory::reserved(what, count.unwrap_or(usize::MAX))?)
}

/// The product of counts, if there is one.
pub(crate) fn product(counts: &[usize]) -> Option<usize> {
    counts.iter().try_fold(1usize, |product, count| product.checked_mul(*count))
}
