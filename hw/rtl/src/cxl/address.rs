//! Addresses of CXL.

use crate::layout::named;

named! {
    /// A host physical address, and a register that holds the base of an HDM decoder.
    pub mod hpa {
        ENABLED = 0,
        LINE = 6,
    }
}
