//! AXI4-Lite channels of a slave.

use rust_hdl::prelude::*;

/// AXI4-Lite at a slave with 64 data bits and 12 address bits; names as in the AXI specification.
#[derive(LogicInterface, Default)]
#[allow(missing_docs)]
pub struct AxiLiteDevice {
    pub awaddr: Signal<In, Bits<12>>,
    pub awprot: Signal<In, Bits<3>>,
    pub awvalid: Signal<In, Bit>,
    pub awready: Signal<Out, Bit>,
    pub wdata: Signal<In, Bits<64>>,
    pub wstrb: Signal<In, Bits<8>>,
    pub wvalid: Signal<In, Bit>,
    pub wready: Signal<Out, Bit>,
    pub bresp: Signal<Out, Bits<2>>,
    pub bvalid: Signal<Out, Bit>,
    pub bready: Signal<In, Bit>,
    pub araddr: Signal<In, Bits<12>>,
    pub arprot: Signal<In, Bits<3>>,
    pub arvalid: Signal<In, Bit>,
    pub arready: Signal<Out, Bit>,
    pub rdata: Signal<Out, Bits<64>>,
    pub rresp: Signal<Out, Bits<2>>,
    pub rvalid: Signal<Out, Bit>,
    pub rready: Signal<In, Bit>,
}
