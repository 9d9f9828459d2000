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
use std::iter;
use std::marker::PhantomData;

/// Name and description of a hardware module.
pub trait Describe {
    /// Module name in snake case; parameters that change the body belong in it.
    fn name() -> String;

    /// What the module does in one sentence, then its latency, its throughput and when it stalls.
    fn description() -> &'static str;

    /// What the module is an instance of, if modules of other values differ from it by numbers alone: a
    /// [`Library`](crate::Library) then has one module for all of them, with these parameters.
    fn generic() -> Option<Generic> {
        None
    }

    /// Constants that the kernel names as places of bits, indices of arrays or amounts of shifts: the path as the kernel writes it
    /// (`request::TAG`), and the value.
    fn constants() -> Vec<(&'static str, usize)> {
        Vec::new()
    }
}

/// A module with parameters, and their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generic {
    /// Name of the module without its values.
    pub name: String,
    /// Parameters in the spelling of Verilog, with their values.
    pub parameters: Vec<(String, usize)>,
}

impl Generic {
    /// A module with parameters: `Generic::new("fifo", &[("WIDTH", 12), ("LOG_DEPTH", 2)])`.
    #[must_use]
    pub fn new(name: &str, parameters: &[(&str, usize)]) -> Self {
        let parameters = parameters.iter().map(|&(name, value)| (name.to_owned(), value)).collect();
        Self { name: name.to_owned(), parameters }
    }
}

/// What the tree says about a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Description {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) generic: Option<Generic>,
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
        statements.extend(T::generic().map(|generic| {
            let parameters = generic.parameters.iter().map(|(name, value)| named(name, *value));
            VerilogStatement::Macro(iter::once(VerilogStatement::Comment(generic.name)).chain(parameters).collect())
        }));
        statements.extend(T::constants().into_iter().map(|(path, value)| named(&spelled(path), value)));
        Verilog::Combinatorial(statements)
    }
}

/// A name and its value in the tree.
fn named(name: &str, value: usize) -> VerilogStatement {
    VerilogStatement::Assignment(VerilogExpression::Signal(name.into()), VerilogExpression::Literal(value.into()))
}

/// The names and values of some statements of the tree.
fn values(statements: &[VerilogStatement]) -> Vec<(String, usize)> {
    let value = |statement: &VerilogStatement| match statement {
        VerilogStatement::Assignment(VerilogExpression::Signal(name), VerilogExpression::Literal(value)) => {
            Some((name.clone(), value.as_usize()))
        }
        _ => None,
    };
    statements.iter().filter_map(value).collect()
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
    let generic = constants.iter().find_map(|statement| match statement {
        VerilogStatement::Macro(block) => match block.as_slice() {
            [VerilogStatement::Comment(name), parameters @ ..] => {
                Some(Generic { name: name.clone(), parameters: values(parameters) })
            }
            _ => None,
        },
        _ => None,
    });
    Some(Description { name: name.clone(), description: description.clone(), generic, constants: values(constants) })
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
