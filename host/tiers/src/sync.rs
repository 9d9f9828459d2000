//! What threads wait with.

pub(crate) use std::sync::{Condvar, Mutex, PoisonError};
