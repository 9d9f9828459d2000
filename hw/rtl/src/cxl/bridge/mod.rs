//! A host of CXL.mem behind an AXI4 slave: for a board without a CXL link, or a processor that speaks AXI.

mod axi_bridge;
mod line_claims;
mod read_bridge;
mod write_bridge;

pub use axi_bridge::AxiBridge;
pub use line_claims::LineClaims;
pub use read_bridge::ReadBridge;
pub use write_bridge::WriteBridge;

use crate::axi::SLAVE_ID_BITS;
use crate::layout::{layout, named};

/// Transactions of a direction that may be under way (2 to the power of this).
pub const LOG_SLOTS: usize = 6;
/// The same number.
pub const SLOTS: usize = 1 << LOG_SLOTS;
/// Low bits of a line's number by which it is claimed.
pub const CLAIM_BITS: usize = 7;

layout! {
    /// A queued AXI address.
    mod burst {
        ADDRESS: 64,
        LENGTH: 8,
        SIZE: 3,
        KIND: 2,
        ID: SLAVE_ID_BITS,
    }
}
layout! {
    /// What is kept of a beat until it is answered.
    mod beat {
        ID: SLAVE_ID_BITS,
        RESPONSE: 2,
        LAST: 1,
    }
}
named! {
    /// Bits of the address of a burst.
    mod axi_address {
        LINE = 6,
        BEYOND_HPA = 52,
    }
}
/// Bits above an HPA.
const BEYOND_BITS: usize = 12;
