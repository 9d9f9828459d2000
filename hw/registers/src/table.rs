//! How a device's table of registers is written down.

use crate::{Access, Register};

/// An enumeration that a register holds. Each value's description is said once, for Rust's documentation and for exports.
macro_rules! enumeration {
    ($(#[$about:meta])* $name:ident { $($value:ident = $number:literal: $description:literal;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u64)]
        pub enum $name {
            $(#[doc = $description] $value = $number,)*
        }

        impl $name {
            /// All values, in order.
            pub const ALL: &'static [Self] = &[$(Self::$value),*];

            /// The value of a number, if it is one.
            #[must_use]
            pub const fn from_value(value: u64) -> Option<Self> {
                match value {
                    $($number => Some(Self::$value),)*
                    _ => None,
                }
            }

            /// All values with their names and meanings.
            pub const VALUES: &'static [$crate::value::Value] =
                &[$($crate::value::Value { name: stringify!($value), value: $number, description: $description }),*];
        }
    };
}

pub(crate) const fn register(
    offset: u64,
    name: &'static str,
    access: Access,
    width: u32,
    description: &'static str,
) -> Register {
    Register { name, offset, access, width, reset: 0, description, fields: &[] }
}

pub(crate) const fn status(offset: u64, name: &'static str, width: u32, description: &'static str) -> Register {
    register(offset, name, Access::ReadOnly, width, description)
}

pub(crate) const fn setting(offset: u64, name: &'static str, width: u32, description: &'static str) -> Register {
    register(offset, name, Access::ReadWrite, width, description)
}

pub(crate) const fn action(offset: u64, name: &'static str, width: u32, description: &'static str) -> Register {
    register(offset, name, Access::WriteOnly, width, description)
}

macro_rules! registers {
    ($($name:ident = $register:expr;)*) => {
        $(#[allow(missing_docs)] pub const $name: $crate::Register = { const R: $crate::Register = $register; R };)*
        /// Every register, by ascending offset.
        pub const REGISTERS: &[$crate::Register] = &[$($name),*];
    };
}

pub(crate) use {enumeration, registers};
