//! CXL.cache.

// Signals have the specification's names, and `join` is derived.
#![allow(missing_docs)]

use emberlane_registers::cxl::{
    ADDRESS_BITS, CQID_BITS, D2hReqOpcode, D2hRspOpcode, H2dReqOpcode, H2dRspOpcode, UQID_BITS,
};
use rust_hdl::prelude::*;

/// Channels of CXL.cache; a device's D2H goes `Out`, a host's `In`.
macro_rules! cache_channels {
    ($(#[$meta:meta])* $name:ident joins $other:literal, $out:ident, $in:ident) => {
        $(#[$meta])*
        #[derive(LogicInterface, Default)]
        #[join = $other]
        pub struct $name {
            pub d2h_req_valid: Signal<$out, Bit>,
            pub d2h_req_ready: Signal<$in, Bit>,
            pub d2h_req_opcode: Signal<$out, Bits<{ D2hReqOpcode::BITS }>>,
            pub d2h_req_cqid: Signal<$out, Bits<CQID_BITS>>,
            pub d2h_req_address: Signal<$out, Bits<ADDRESS_BITS>>,
            pub d2h_rsp_valid: Signal<$out, Bit>,
            pub d2h_rsp_ready: Signal<$in, Bit>,
            pub d2h_rsp_opcode: Signal<$out, Bits<{ D2hRspOpcode::BITS }>>,
            pub d2h_rsp_uqid: Signal<$out, Bits<UQID_BITS>>,
            pub d2h_data_valid: Signal<$out, Bit>,
            pub d2h_data_ready: Signal<$in, Bit>,
            pub d2h_data_uqid: Signal<$out, Bits<UQID_BITS>>,
            pub d2h_data_poison: Signal<$out, Bit>,
            pub d2h_data_data: Signal<$out, Bits<512>>,
            pub h2d_req_valid: Signal<$in, Bit>,
            pub h2d_req_ready: Signal<$out, Bit>,
            pub h2d_req_opcode: Signal<$in, Bits<{ H2dReqOpcode::BITS }>>,
            pub h2d_req_uqid: Signal<$in, Bits<UQID_BITS>>,
            pub h2d_req_address: Signal<$in, Bits<ADDRESS_BITS>>,
            pub h2d_rsp_valid: Signal<$in, Bit>,
            pub h2d_rsp_ready: Signal<$out, Bit>,
            pub h2d_rsp_opcode: Signal<$in, Bits<{ H2dRspOpcode::BITS }>>,
            pub h2d_rsp_rsp_data: Signal<$in, Bits<UQID_BITS>>,
            pub h2d_rsp_cqid: Signal<$in, Bits<CQID_BITS>>,
            pub h2d_data_valid: Signal<$in, Bit>,
            pub h2d_data_ready: Signal<$out, Bit>,
            pub h2d_data_cqid: Signal<$in, Bits<CQID_BITS>>,
            pub h2d_data_go_err: Signal<$in, Bit>,
            pub h2d_data_poison: Signal<$in, Bit>,
            pub h2d_data_data: Signal<$in, Bits<512>>,
        }
    };
}

cache_channels! {
    /// CXL.cache at a device: D2H Req, Rsp and Data go out, H2D Req, Rsp and Data come in. Fields as the specification names them;
    /// `address` is bits 51 to 6 of a host physical address, `rsp_data` a UQID or a GO state.
    CxlCacheDevice joins "CxlCacheHost", Out, In
}
cache_channels! {
    /// CXL.cache at a host: the same channels as [`CxlCacheDevice`], seen from the other side.
    CxlCacheHost joins "CxlCacheDevice", In, Out
}
