//! What the hand-over of new rows between pulls is made of: the standard library's, or with the feature `shuttle` that of a scheduler
//! which tries interleavings.

#[cfg(not(feature = "shuttle"))]
pub(super) use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(not(feature = "shuttle"))]
pub(super) use std::sync::{Mutex, RwLock};

#[cfg(feature = "shuttle")]
pub(super) use shuttle::sync::atomic::{AtomicU64, Ordering};
#[cfg(feature = "shuttle")]
pub(super) use shuttle::sync::{Mutex, RwLock};
