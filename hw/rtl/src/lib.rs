//! The Emberlane hardware, in Rust-HDL.
#![forbid(unsafe_code)]

/// A comment of a kernel that goes into the Verilog; nothing in simulation.
macro_rules! comment {
    ($text:literal) => {};
}

/// A block's fields: the plain ones and the arrays are made by `Default`, the others as said.
macro_rules! defaults {
    ([$($plain:ident)*] [$($array:ident)*] $($field:ident: $value:expr,)*) => {
        Self {
            $($plain: Default::default(),)*
            $($array: std::array::from_fn(|_| Default::default()),)*
            $($field: $value,)*
        }
    };
}
pub(crate) use defaults;

pub mod axi;
pub mod bench;
pub mod crossing;
pub mod cxl;
pub mod cxl_mem;
pub mod designs;
pub mod fp32;
mod layout;
pub mod memory;
pub mod memory_controller;
pub mod monitors;
pub mod smartssd;
pub mod smartssd_shell;
pub mod stream;
pub mod u200;
