//! Places of bits and registers by name.
//!
//! A kernel may name a constant if its module lists it in [`Describe::constants`](emberlane_verilog::Describe::constants). The macros
//! here define such constants in a module of their own, together with that list.

/// A module of constants that kernels name, and their list `CONSTANTS`.
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis mod $name:ident { $($constant:ident = $value:expr,)* }) => {
        $(#[$meta])*
        $vis mod $name {
            #[allow(unused_imports)]
            use super::*;

            $(
                #[allow(missing_docs)]
                pub const $constant: usize = $value;
            )*

            /// The constants by name, for `Describe::constants`.
            pub const CONSTANTS: &[(&str, usize)] =
                &[$((concat!(stringify!($name), "::", stringify!($constant)), $constant)),*];
        }
    };
}
pub(crate) use named;

/// A word whose fields follow each other from bit 0 up: the first bit of each by name, and `BITS`, the width of the word.
macro_rules! layout {
    ($(#[$meta:meta])* $vis:vis mod $name:ident { $($field:ident: $width:expr,)* }) => {
        $crate::layout::layout! { @place [$(#[$meta])* $vis mod $name] [] [0] $($field: $width,)* }
    };
    (@place $header:tt [$($placed:tt)*] [$next:expr] $field:ident: $width:expr, $($rest:tt)*) => {
        $crate::layout::layout! { @place $header [$($placed)* $field = $next,] [$field + $width] $($rest)* }
    };
    (@place [$($header:tt)*] [$($placed:tt)*] [$bits:expr]) => {
        $crate::layout::named! { $($header)* { $($placed)* BITS = $bits, } }
    };
}
pub(crate) use layout;

/// The lists of constants of several modules as one.
pub(crate) fn constants(modules: &[&[(&'static str, usize)]]) -> Vec<(&'static str, usize)> {
    modules.concat()
}

/// A place as the amount of a shift: Rust-HDL counts bits of a slice in `usize`, and of a shift in `u64`.
pub(crate) trait Place {
    /// The amount.
    fn val(self) -> u64;
}

impl Place for usize {
    fn val(self) -> u64 {
        self as u64
    }
}
