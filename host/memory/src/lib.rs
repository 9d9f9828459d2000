//! What memory there is, what is needed, and memory that is asked for before it is used.
//!
//! Whoever allocates much says how much in a [`Need`], before and by itself; [`available`] says what this process may still take;
//! [`reserved`], [`filled`] and [`Pages`] fail with an error where `vec!` ends the program.
#![forbid(unsafe_code)]

mod available;
mod bytes;
mod near;
mod need;
mod pages;
mod room;

pub use available::{Available, Limit, available};
pub use bytes::Bytes;
pub use near::{ask_for, ask_for_row, bring_near};
pub use need::{Need, Part, total};
pub use pages::Pages;
pub use room::{NoMemory, filled, require, reserved};
