//! The name and description of a module, carried through Rust-HDL's tree.
//!
//! Rust-HDL's tree keeps neither type names nor doc comments. A module that implements [`Describe`] and has a field
//! `about: About<Self>` gets both back: the field is an empty namespace of the tree, and its `hdl()`, which nothing but
//! our exporter reads for a namespace, holds them.

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

impl<T: Describe> Logic for About<T> {
    fn update(&mut self) {}

    fn hdl(&self) -> Verilog {
        Verilog::Blackbox(BlackBox { code: T::description().into(), name: T::name() })
    }
}

impl<T: Describe> Block for About<T> {
    fn connect_all(&mut self) {}

    fn update_all(&mut self) {}

    fn has_changed(&self) -> bool {
        false
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_start_namespace(name, self);
        probe.visit_end_namespace(name, self);
    }
}
