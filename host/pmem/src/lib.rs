//! Persistent memory as a program sees it: bytes that are loaded and stored, lines that are flushed, and fences.
//!
//! A store is durable when its line was flushed *and then* fenced, by whoever flushed it. What this is worth depends on the medium:
//! [`Mapped`] says how far its durability reaches ([`Durability`]), [`Recorded`] keeps every store with its fate, so that power can be
//! cut at every one of them, and [`InMemory`] forgets all.

mod counts;
mod delay;
mod mapped;
mod mapping;
mod medium;
mod memory;
mod recorded;

pub use counts::Counts;
pub use delay::Delay;
pub use mapped::{Durability, Mapped};
pub use medium::{LINE_BYTES, Medium, Parts, lines};
pub use memory::InMemory;
pub use recorded::{Recorded, Witness};
