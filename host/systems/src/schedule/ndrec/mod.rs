//! NDRec's iterations (Fig. 4) and those of the systems that it is compared with (Section VI): a file for each in [`systems`].
//!
//! With lookahead, everything works at once, each on a batch of its own. While the GPUs train batch N:
//!
//! | who | does what |
//! |---|---|
//! | embedding kernels | apply the gradients of N - 1, which they read from the GPUs, and pool the bags of N + 1 |
//! | cache agents | move the vectors of N + 2 |
//! | cache planners | plan N + 3 |
//! | GPUs | fetch the outputs of N, which the kernels made in the iteration before, and correct them with the gradients of N - 1 |
//!
//! The next iteration begins when all of them are done (Section IV-E): so each graph is submitted when the one before it has run to
//! its end. The first has what comes before the first batch in front; the last one more iteration of the kernels behind it.
//!
//! Without, in the paper's naive timeline, all of this is one after the other and about the same batch: plan, movements, kernel,
//! outputs, GPUs. Systems without SmartSSDs are as their files say.
//!
//! The dense features of N + 1 go to the GPUs while they train N, in all of them.
//!
//! Several GPUs train a batch together, each its slice of the samples, in step: an operation on the resource `GPU` is one of all of them, and
//! takes what the largest slice takes. Several SmartSSDs are in step likewise: the slowest decides.

pub(crate) mod carried;
mod gpus;
mod in_fabric;
mod iterated;
mod plan;
mod side;
mod systems;
mod training;
mod work;
mod world;

pub use iterated::Iterated;
pub use systems::{ITERATED, iterated};
pub use training::NdRecTrainer;

/// Batches that have to be known behind the one that is trained, if there are so many.
const AHEAD: usize = 3;
