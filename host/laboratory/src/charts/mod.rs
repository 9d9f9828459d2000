//! Tables and charts, as text and as SVG that needs nothing but a font.

mod bars;
mod canvas;
mod chart;
mod digits;
mod estimate;
mod intervals;
mod lines;
mod looks;
mod plot;
mod slim;
mod table;
mod timeline;

pub use bars::{Bar, Bars};
pub use chart::Chart;
pub use estimate::Estimate;
pub use intervals::Intervals;
pub use lines::Lines;
pub use table::Table;
pub use timeline::{Span, Timeline};

pub(crate) use bars::clip;
pub(crate) use canvas::escape;
pub(crate) use digits::digits;
pub(crate) use estimate::all;
pub(crate) use table::is_number;
