//! The name and description of a module, carried through Rust-HDL's tree.
//!
//! Rust-HDL's tree keeps neither type names nor doc comments. A module that implements [`Describe`] and has a field
//! `about: About<Self>` gets its name and description back: the field shows up in the tree as an empty namespace
//! whose name encodes both.

use rust_hdl::prelude::*;
use std::marker::PhantomData;

/// Name and description of a hardware module.
pub trait Describe {
    /// Module name in snake case; parameters that change the body belong in it.
    fn name() -> String;

    /// What the module does in one sentence, then its latency, its throughput and when it stalls.
    fn description() -> &'static str;
}

/// Field that carries [`Describe`] of its own module through the tree.
pub struct About<T>(PhantomData<fn() -> T>);

impl<T> Default for About<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}
