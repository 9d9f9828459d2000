//! OpenEmbedding's parameter servers: what a shard does for a batch is counted, and what that takes is replayed.
//!
//! The shard is that of `emberlane-ps`, with each of the paper's storages; its rows are drawn from the [law](Law) of Table II. What it loads,
//! stores and looks up ([`Counters`]) becomes time in a [`Replay`]: the executor's resources, media of `media.toml`, and what a row takes
//! on one thread, as `emberlane bench ps` has measured it.
//!
//! The systems of Table III are a file each in `systems`.

mod changed;
mod checkpoint;
mod count;
mod law;
mod numbers;
mod replay;
mod systems;

pub use changed::{Changed, changed};
pub use checkpoint::{Saving, while_saving};
pub use count::{Counters, Moved, Setup, Work, count};
pub use law::{Law, Skew};
pub use numbers::{law, numbers};
pub use replay::Replay;
pub use systems::{Cache, DRAM_PS, ORI_CACHE, PMEM_HASH, PMEM_OE, SYSTEMS, Saves, System};
