//! AXI4 channels of a master and of a slave.

// Signals have the specification's names, and `join` is derived.
#![allow(missing_docs)]

use crate::layout::named;
use rust_hdl::prelude::*;

/// Bits of a transaction ID.
pub const ID_BITS: usize = 9;

/// Bits of a transaction ID of a slave.
pub const SLAVE_ID_BITS: usize = 4;

/// Bits of a transaction ID where two masters share a port.
pub const SHARED_ID_BITS: usize = ID_BITS + 1;

named! {
    /// Bits of a response.
    pub mod response {
        ERROR = 1,
    }
}

/// AXI4 with 512 data bits and 64 address bits; names as in the AXI specification. A master's addresses go `Out`, a slave's `In`.
macro_rules! axi4 {
    ($(#[$meta:meta])* $name:ident $(joins $other:literal)?, $id:ident, $forth:ident, $back:ident $(, $field:ident: $kind:ty)*) => {
        $(#[$meta])*
        #[derive(LogicInterface, Default)]
        $(#[join = $other])?
        pub struct $name {
            $(pub $field: Signal<In, $kind>,)*
            pub awid: Signal<$forth, Bits<$id>>,
            pub awaddr: Signal<$forth, Bits<64>>,
            pub awlen: Signal<$forth, Bits<8>>,
            pub awsize: Signal<$forth, Bits<3>>,
            pub awburst: Signal<$forth, Bits<2>>,
            pub awlock: Signal<$forth, Bit>,
            pub awcache: Signal<$forth, Bits<4>>,
            pub awprot: Signal<$forth, Bits<3>>,
            pub awqos: Signal<$forth, Bits<4>>,
            pub awvalid: Signal<$forth, Bit>,
            pub awready: Signal<$back, Bit>,
            pub wdata: Signal<$forth, Bits<512>>,
            pub wstrb: Signal<$forth, Bits<64>>,
            pub wlast: Signal<$forth, Bit>,
            pub wvalid: Signal<$forth, Bit>,
            pub wready: Signal<$back, Bit>,
            pub bid: Signal<$back, Bits<$id>>,
            pub bresp: Signal<$back, Bits<2>>,
            pub bvalid: Signal<$back, Bit>,
            pub bready: Signal<$forth, Bit>,
            pub arid: Signal<$forth, Bits<$id>>,
            pub araddr: Signal<$forth, Bits<64>>,
            pub arlen: Signal<$forth, Bits<8>>,
            pub arsize: Signal<$forth, Bits<3>>,
            pub arburst: Signal<$forth, Bits<2>>,
            pub arlock: Signal<$forth, Bit>,
            pub arcache: Signal<$forth, Bits<4>>,
            pub arprot: Signal<$forth, Bits<3>>,
            pub arqos: Signal<$forth, Bits<4>>,
            pub arvalid: Signal<$forth, Bit>,
            pub arready: Signal<$back, Bit>,
            pub rid: Signal<$back, Bits<$id>>,
            pub rdata: Signal<$back, Bits<512>>,
            pub rresp: Signal<$back, Bits<2>>,
            pub rlast: Signal<$back, Bit>,
            pub rvalid: Signal<$back, Bit>,
            pub rready: Signal<$forth, Bit>,
        }
    };
}

axi4! {
    /// AXI4 master with 512 data bits, 64 address bits and 9 ID bits; names as in the AXI specification.
    Axi4Master, ID_BITS, Out, In
}
axi4! {
    /// AXI4 slave with 512 data bits, 64 address bits and 4 ID bits; names as in the AXI specification.
    Axi4Slave, SLAVE_ID_BITS, In, Out
}
axi4! {
    /// AXI4 master with 512 data bits, 64 address bits and 10 ID bits; names as in the AXI specification.
    Axi4SharedMaster joins "Axi4SharedSlave", SHARED_ID_BITS, Out, In
}
axi4! {
    /// [`Axi4SharedMaster`] to a memory with a clock of its own, and the reset that belongs to it.
    Axi4ClockedMaster, SHARED_ID_BITS, Out, In, clock: Clock, reset: Bit
}
axi4! {
    /// AXI4 slave: [`Axi4Master`], seen from the other side.
    Axi4MemorySlave, ID_BITS, In, Out
}
axi4! {
    /// AXI4 slave: [`Axi4SharedMaster`], seen from the other side.
    Axi4SharedSlave, SHARED_ID_BITS, In, Out
}
