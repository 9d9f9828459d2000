//! Reads of lines at several ports, as a bundle.

use crate::axi::{ID_BITS, MARKED_BITS};
use rust_hdl::core::ast::VerilogLink;
use rust_hdl::prelude::*;
use std::array::from_fn;

/// A bundle of arrays, which Rust-HDL cannot derive: what it derives links single signals only.
macro_rules! bundle {
    ($(#[$meta:meta])* $name:ident<$count:ident> { $($(#[$doc:meta])* $field:ident: $direction:ty, $type:ty;)* }) => {
        $(#[$meta])*
        pub struct $name<const $count: usize> {
            $($(#[$doc])* pub $field: [Signal<$direction, $type>; $count],)*
        }

        impl<const $count: usize> Default for $name<$count> {
            fn default() -> Self {
                Self { $($field: from_fn(|_| Signal::default()),)* }
            }
        }

        impl<const $count: usize> Logic for $name<$count> {
            fn update(&mut self) {}
        }

        impl<const $count: usize> Block for $name<$count> {
            fn connect_all(&mut self) {
                self.connect();
                $(self.$field.connect_all();)*
            }

            fn update_all(&mut self) {
                self.update();
                $(self.$field.update_all();)*
            }

            fn has_changed(&self) -> bool {
                false $(|| self.$field.has_changed())*
            }

            fn accept(&self, name: &str, probe: &mut dyn Probe) {
                probe.visit_start_namespace(name, self);
                $(self.$field.accept(stringify!($field), probe);)*
                probe.visit_end_namespace(name, self);
            }
        }

        impl<const $count: usize> LogicLink for $name<$count> {
            fn link(&mut self, other: &mut Self) {
                $(self.$field.iter_mut().zip(&mut other.$field).for_each(|(own, other)| own.link(other));)*
            }

            fn link_hdl(name: &str, this: &str, that: &str) -> Vec<VerilogLink> {
                let mut links = Vec::new();
                $(
                    for index in 0..$count {
                        let element = format!("{name}.{}${index}", stringify!($field));
                        links.extend(<Signal<$direction, $type>>::link_hdl(&element, this, that));
                    }
                )*
                links
            }

            fn link_connect_source(&mut self) {
                $(self.$field.iter_mut().for_each(LogicLink::link_connect_source);)*
            }

            fn link_connect_dest(&mut self) {
                $(self.$field.iter_mut().for_each(LogicLink::link_connect_dest);)*
            }
        }
    };
}

bundle! {
    /// Reads of lines of 64 bytes at `PORTS` memory channels, or ports of the scratchpad; names as in the AXI specification, addresses
    /// are those at the port. The reader has room for what it asks for.
    LineReads<PORTS> {
        /// ID.
        arid: Out, Bits<ID_BITS>;
        /// Byte address.
        araddr: Out, Bits<64>;
        /// There is a read.
        arvalid: Out, Bit;
        /// It is taken.
        arready: In, Bit;
        /// ID of the answer.
        rid: In, Bits<ID_BITS>;
        /// Line, with the mark of an error.
        rline: In, Bits<MARKED_BITS>;
        /// There is an answer.
        rvalid: In, Bit;
    }
}
