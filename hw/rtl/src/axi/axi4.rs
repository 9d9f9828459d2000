//! AXI4 channels of a master.

use crate::layout::named;
use rust_hdl::prelude::*;

/// Bits of a transaction ID.
pub const ID_BITS: usize = 9;

named! {
    /// Bits of a response.
    pub mod response {
        ERROR = 1,
    }
}

/// AXI4 master with 512 data bits, 64 address bits and 9 ID bits; names as in the AXI specification.
#[derive(LogicInterface, Default)]
#[allow(missing_docs)]
pub struct Axi4Master {
    pub awid: Signal<Out, Bits<ID_BITS>>,
    pub awaddr: Signal<Out, Bits<64>>,
    pub awlen: Signal<Out, Bits<8>>,
    pub awsize: Signal<Out, Bits<3>>,
    pub awburst: Signal<Out, Bits<2>>,
    pub awlock: Signal<Out, Bit>,
    pub awcache: Signal<Out, Bits<4>>,
    pub awprot: Signal<Out, Bits<3>>,
    pub awqos: Signal<Out, Bits<4>>,
    pub awvalid: Signal<Out, Bit>,
    pub awready: Signal<In, Bit>,
    pub wdata: Signal<Out, Bits<512>>,
    pub wstrb: Signal<Out, Bits<64>>,
    pub wlast: Signal<Out, Bit>,
    pub wvalid: Signal<Out, Bit>,
    pub wready: Signal<In, Bit>,
    pub bid: Signal<In, Bits<ID_BITS>>,
    pub bresp: Signal<In, Bits<2>>,
    pub bvalid: Signal<In, Bit>,
    pub bready: Signal<Out, Bit>,
    pub arid: Signal<Out, Bits<ID_BITS>>,
    pub araddr: Signal<Out, Bits<64>>,
    pub arlen: Signal<Out, Bits<8>>,
    pub arsize: Signal<Out, Bits<3>>,
    pub arburst: Signal<Out, Bits<2>>,
    pub arlock: Signal<Out, Bit>,
    pub arcache: Signal<Out, Bits<4>>,
    pub arprot: Signal<Out, Bits<3>>,
    pub arqos: Signal<Out, Bits<4>>,
    pub arvalid: Signal<Out, Bit>,
    pub arready: Signal<In, Bit>,
    pub rid: Signal<In, Bits<ID_BITS>>,
    pub rdata: Signal<In, Bits<512>>,
    pub rresp: Signal<In, Bits<2>>,
    pub rlast: Signal<In, Bit>,
    pub rvalid: Signal<In, Bit>,
    pub rready: Signal<Out, Bit>,
}

/// AXI4 slave: [`Axi4Master`], seen from the other side.
#[derive(LogicInterface, Default)]
#[allow(missing_docs)]
pub struct Axi4Slave {
    pub awid: Signal<In, Bits<ID_BITS>>,
    pub awaddr: Signal<In, Bits<64>>,
    pub awlen: Signal<In, Bits<8>>,
    pub awsize: Signal<In, Bits<3>>,
    pub awburst: Signal<In, Bits<2>>,
    pub awlock: Signal<In, Bit>,
    pub awcache: Signal<In, Bits<4>>,
    pub awprot: Signal<In, Bits<3>>,
    pub awqos: Signal<In, Bits<4>>,
    pub awvalid: Signal<In, Bit>,
    pub awready: Signal<Out, Bit>,
    pub wdata: Signal<In, Bits<512>>,
    pub wstrb: Signal<In, Bits<64>>,
    pub wlast: Signal<In, Bit>,
    pub wvalid: Signal<In, Bit>,
    pub wready: Signal<Out, Bit>,
    pub bid: Signal<Out, Bits<ID_BITS>>,
    pub bresp: Signal<Out, Bits<2>>,
    pub bvalid: Signal<Out, Bit>,
    pub bready: Signal<In, Bit>,
    pub arid: Signal<In, Bits<ID_BITS>>,
    pub araddr: Signal<In, Bits<64>>,
    pub arlen: Signal<In, Bits<8>>,
    pub arsize: Signal<In, Bits<3>>,
    pub arburst: Signal<In, Bits<2>>,
    pub arlock: Signal<In, Bit>,
    pub arcache: Signal<In, Bits<4>>,
    pub arprot: Signal<In, Bits<3>>,
    pub arqos: Signal<In, Bits<4>>,
    pub arvalid: Signal<In, Bit>,
    pub arready: Signal<Out, Bit>,
    pub rid: Signal<Out, Bits<ID_BITS>>,
    pub rdata: Signal<Out, Bits<512>>,
    pub rresp: Signal<Out, Bits<2>>,
    pub rlast: Signal<Out, Bit>,
    pub rvalid: Signal<Out, Bit>,
    pub rready: Signal<In, Bit>,
}
