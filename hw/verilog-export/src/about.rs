//! The name and description of a module, carried through Rust-HDL's tree.
//!
//! Rust-HDL's tree keeps neither type names nor doc comments. A module that implements [`Describe`] and has a field
//! `about: About<Self>` gets both back: the field is an empty namespace of the tree, and its `hdl()`, which nothing but
//! our exporter reads for a namespace, holds them.
//!
//! The tree also keeps no values of Rust constants, only their names. Those that a kernel uses come along in the same way: see
//! [`Describe::constants`].

use rust_hdl::core::ast::{VerilogExpression, VerilogStatement};
use rust_hdl::prelude::*;
use std::marker::PhantomData;

/// Name and description of a hardware module.
pub trait Describe {
    /// Module name in snake case; parameters that change the body belong in it.
    fn name() -> String;

    /// What the module does in one sentence, then its latency, its throughput and when it stalls.
    fn description() -> &'static str;

    /// Constants that the kernel names as places of bits, indices of arrays or amounts of shifts: the path as the kernel writes it
    /// (`request::TAG`), and the value.
    fn constants() -> Vec<(&'static str, usize)> {
        Vec::new()
    }
}

/// What the tree says about a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Description {
    pub(crate) name: String,
    pub(crate) description: String,
    /// Named constants, as the tree spells them.
    pub(crate) constants: Vec<(String, usize)>,
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
        let mut statements =
            vec![VerilogStatement::Comment(T::name()), VerilogStatement::Comment(T::description().into())];
        statements.extend(T::constants().into_iter().map(|(path, value)| {
            VerilogStatement::Assignment(
                VerilogExpression::Signal(spelled(path)),
                VerilogExpression::Literal(value.into()),
            )
        }));
        Verilog::Combinatorial(statements)
    }
}

/// A path as Rust-HDL's macro spells it.
fn spelled(path: &str) -> String {
    path.replace("::", "$")
}

/// What an [`About`] put into the tree; nothing for any other namespace.
pub(crate) fn read(hdl: &Verilog) -> Option<Description> {
    let Verilog::Combinatorial(statements) = hdl else { return None };
    let [VerilogStatement::Comment(name), VerilogStatement::Comment(description), constants @ ..] =
        statements.as_slice()
    else {
        return None;
    };
    let constants = constants.iter().filter_map(|statement| match statement {
        VerilogStatement::Assignment(VerilogExpression::Signal(path), VerilogExpression::Literal(value)) => {
            Some((path.clone(), value.as_usize()))
        }
        _ => None,
    });
    Some(Description { name: name.clone(), description: description.clone(), constants: constants.collect() })
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
