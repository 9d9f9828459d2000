//! How long a GPU takes for the layers of a DLRM: recorded on a real one, or computed from its specification.
//!
//! ```
//! use emberlane_systems::gpu::{Gpu, Layer, Pass};
//!
//! let gpu = Gpu::preset("rtx-3090").unwrap();
//! let layer = Layer::Linear { samples: 128, inputs: 8192, outputs: 2048, input_gradient: true };
//! // 4.3 GFLOP at 60 % of 35.6 TFLOP/s are 201 us; the rest is ReLU, two launches, and the framework.
//! assert_eq!(gpu.time(&layer, Pass::Forward).unwrap().picoseconds / 1_000_000, 219);
//! ```

mod correction;
#[expect(clippy::module_inception, reason = "the GPU itself, beside what it consists of")]
mod gpu;
mod layer;
mod recorded;
mod roofline;

pub use correction::{correction, dense_product};
pub use gpu::{Gpu, LayerTime, NoTime};
pub use layer::{Kernel, Layer, Layers, Pass};
pub use recorded::{FORMAT, Recorded, RecordedError};
pub use roofline::picoseconds;
