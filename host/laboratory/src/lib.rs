//! Systems side by side, figures of papers measured again, and power cut thousands of times.
//!
//! [`side_by_side`] puts training systems side by side: those of TrainingCXL ([`trainingcxl`]) and of NDRec ([`ndrec`]); [`mtrains`]
//! rehearses MTrainS' models on its servers;
//! [`cpr`] lets jobs fail by the thousand, and shards die while they train; [`openembedding`] counts what shards of its parameter server do;
//! [`reproduce`] measures figures of papers again and judges them; [`sweep`] trains an experiment many times; [`crash`] cuts the power
//! of a training. [`charts`] has the
//! tables and charts that all of them put out.
#![forbid(unsafe_code)]

pub mod charts;
pub mod cpr;
pub mod crash;
pub mod mtrains;
pub mod ndrec;
pub mod openembedding;
pub mod reproduce;
pub mod side_by_side;
pub mod sweep;
mod threads;
pub mod trainingcxl;
