//! Systems side by side, figures of papers measured again, and power cut thousands of times.
//!
//! [`compare`] puts TrainingCXL's systems side by side and [`ndrec`] NDRec's; [`reproduce`] measures figures of papers again and
//! judges them; [`crash`] cuts the power of a training.
#![forbid(unsafe_code)]

pub mod compare;
pub mod crash;
pub mod ndrec;
pub mod reproduce;
mod threads;
