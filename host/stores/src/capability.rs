//! What only some stores can do, for callers that cannot do without it.

use crate::{Durable, EmbeddingError, EmbeddingStore, Iterations, Lookahead};

/// A store's lookups ahead.
///
/// # Errors
/// A store that has none.
pub fn lookahead<S: EmbeddingStore + ?Sized>(store: &mut S) -> Result<&mut dyn Lookahead, EmbeddingError> {
    let name = store.name();
    store.lookahead().ok_or_else(|| EmbeddingError::Unavailable(format!("{name} looks no batch up ahead")))
}

/// A store's checkpoints.
///
/// # Errors
/// A store that has none.
pub fn durable<S: EmbeddingStore + ?Sized>(store: &mut S) -> Result<&mut dyn Durable, EmbeddingError> {
    let name = store.name();
    store.durable().ok_or_else(|| {
        EmbeddingError::Unavailable(format!(
            "{name} keeps no checkpoints: use train.optimizer = \"sgd\" on CXL-MEM, or checkpoint.mode = \"none\""
        ))
    })
}

/// A store's iterations.
///
/// # Errors
/// A store that has none.
pub fn iterations<S: EmbeddingStore + ?Sized>(store: &mut S) -> Result<&mut dyn Iterations, EmbeddingError> {
    let name = store.name();
    store.iterations().ok_or_else(|| EmbeddingError::Unavailable(format!("{name} does not work in iterations")))
}
