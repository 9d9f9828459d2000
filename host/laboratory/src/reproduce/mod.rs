//! Figures of papers, measured again: each leaves tables, charts, and a record for every claim that it is about.
//!
//! A figure is a file of this module and a line in [`FIGURES`]. What the papers claim is data, `claims.toml`.

mod all;
mod claims;
mod cpr_accuracy;
mod cpr_fig10;
mod cpr_fig11;
mod cpr_fig13;
mod cpr_fig6;
mod cpr_fig7;
mod cpr_fig8;
mod cpr_jobs;
mod cpr_runs;
mod cpr_table1;
mod error;
mod figure;
mod mtrains_fig12;
mod mtrains_fig14;
mod mtrains_fig15;
mod mtrains_fig16;
mod mtrains_fig20;
mod mtrains_fig21;
mod mtrains_fig22;
mod mtrains_fig23;
mod mtrains_fig5;
mod mtrains_fig8;
mod mtrains_runs;
mod ndrec_bounds;
mod ndrec_fig10;
mod ndrec_fig11;
mod ndrec_fig12;
mod ndrec_fig13;
mod ndrec_fig14;
mod ndrec_fig15;
mod ndrec_fig16;
mod ndrec_fig17;
mod ndrec_fig6;
mod ndrec_systems;
mod oe_fig11;
mod oe_fig12;
mod oe_fig14;
mod oe_fig15;
mod oe_fig6;
mod oe_fig7;
mod oe_fig8;
mod oe_fig9;
mod oe_runs;
mod parameters;
#[cfg(test)]
mod recomputed;
mod report;
mod reproduction;
mod tcxl_fig11;
mod tcxl_fig12;
mod tcxl_fig13;
mod tcxl_fig9a;
mod tcxl_recoveries;
mod tcxl_systems;

pub use all::FIGURES;
pub use claims::{Band, Claim, Kind, Record, Seeds, Value};
pub use error::ReproduceError;
pub use figure::{Figure, Progress, ReproduceOptions, Silent};
pub use parameters::{Parameter, ParameterKind};
pub use report::{Report, write_report};
pub use reproduction::{Reproduction, record_table};

pub use crate::charts::{Bar, Bars, Chart, Estimate, Intervals, Lines, Span, Table, Timeline};
