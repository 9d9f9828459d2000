//! Which rows batches look up: a power law over each table's rows, fitted to Criteo's columns.
//!
//! A [`Column`] is a number of rows and an exponent: the row of rank `k` is looked up with a probability proportional to
//! `k^-exponent`, independently of all other lookups. [`Ranks`] draws ranks, exactly by that law; [`Scatter`] says which row has
//! which rank. [`kaggle`] and [`terabyte`] are the 26 columns of Criteo's two public data sets, [`fit_file`] fits those of a file.

mod column;
mod criteo;
mod law;
mod ranks;
mod scatter;
mod steady;
#[cfg(test)]
mod vocabulary;

pub use column::{Column, Group, KNEES, Knee};
pub use criteo::{CriteoSets, FileFit, Fit, Fitted, Through, fit_file, kaggle, terabyte};
pub use law::{Law, LawBatches};
pub use ranks::Ranks;
pub use scatter::Scatter;
pub use steady::{Popularity, SteadyRows, residence, whole};

pub use column::hit;
pub use scatter::mixed;
