//! What plays a device.

use crate::choices::choices;

/// Which implementation of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceKind {
    /// Plain Rust arithmetic, without time.
    Reference,
    /// The same arithmetic with the cycles of the hardware, from the fast model.
    Model,
    /// CXL-MEM's RTL, Verilated.
    Rtl,
}

choices!(DeviceKind: "reference" = Reference, "model" = Model, "rtl" = Rtl);
