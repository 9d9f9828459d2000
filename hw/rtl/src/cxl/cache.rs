//! CXL.cache.

use emberlane_registers::cxl::{
    ADDRESS_BITS, CQID_BITS, D2hReqOpcode, D2hRspOpcode, H2dReqOpcode, H2dRspOpcode, UQID_BITS,
};
use rust_hdl::prelude::*;

/// CXL.cache at a device: D2H Req, Rsp and Data go out, H2D Req, Rsp and Data come in. Fields as the specification names them;
/// `address` is bits 51 to 6 of a host physical address, `rsp_data` a UQID or a GO state.
#[derive(LogicInterface, Default)]
#[allow(missing_docs)]
pub struct CxlCacheDevice {
    pub d2h_req_valid: Signal<Out, Bit>,
    pub d2h_req_ready: Signal<In, Bit>,
    pub d2h_req_opcode: Signal<Out, Bits<{ D2hReqOpcode::BITS }>>,
    pub d2h_req_cqid: Signal<Out, Bits<CQID_BITS>>,
    pub d2h_req_address: Signal<Out, Bits<ADDRESS_BITS>>,
    pub d2h_rsp_valid: Signal<Out, Bit>,
    pub d2h_rsp_ready: Signal<In, Bit>,
    pub d2h_rsp_opcode: Signal<Out, Bits<{ D2hRspOpcode::BITS }>>,
    pub d2h_rsp_uqid: Signal<Out, Bits<UQID_BITS>>,
    pub d2h_data_valid: Signal<Out, Bit>,
    pub d2h_data_ready: Signal<In, Bit>,
    pub d2h_data_uqid: Signal<Out, Bits<UQID_BITS>>,
    pub d2h_data_poison: Signal<Out, Bit>,
    pub d2h_data_data: Signal<Out, Bits<512>>,
    pub h2d_req_valid: Signal<In, Bit>,
    pub h2d_req_ready: Signal<Out, Bit>,
    pub h2d_req_opcode: Signal<In, Bits<{ H2dReqOpcode::BITS }>>,
    pub h2d_req_uqid: Signal<In, Bits<UQID_BITS>>,
    pub h2d_req_address: Signal<In, Bits<ADDRESS_BITS>>,
    pub h2d_rsp_valid: Signal<In, Bit>,
    pub h2d_rsp_ready: Signal<Out, Bit>,
    pub h2d_rsp_opcode: Signal<In, Bits<{ H2dRspOpcode::BITS }>>,
    pub h2d_rsp_rsp_data: Signal<In, Bits<UQID_BITS>>,
    pub h2d_rsp_cqid: Signal<In, Bits<CQID_BITS>>,
    pub h2d_data_valid: Signal<In, Bit>,
    pub h2d_data_ready: Signal<Out, Bit>,
    pub h2d_data_cqid: Signal<In, Bits<CQID_BITS>>,
    pub h2d_data_go_err: Signal<In, Bit>,
    pub h2d_data_poison: Signal<In, Bit>,
    pub h2d_data_data: Signal<In, Bits<512>>,
}

/// CXL.cache at a host: the same channels as [`CxlCacheDevice`], seen from the other side.
#[derive(LogicInterface, Default)]
#[allow(missing_docs)]
pub struct CxlCacheHost {
    pub d2h_req_valid: Signal<In, Bit>,
    pub d2h_req_ready: Signal<Out, Bit>,
    pub d2h_req_opcode: Signal<In, Bits<{ D2hReqOpcode::BITS }>>,
    pub d2h_req_cqid: Signal<In, Bits<CQID_BITS>>,
    pub d2h_req_address: Signal<In, Bits<ADDRESS_BITS>>,
    pub d2h_rsp_valid: Signal<In, Bit>,
    pub d2h_rsp_ready: Signal<Out, Bit>,
    pub d2h_rsp_opcode: Signal<In, Bits<{ D2hRspOpcode::BITS }>>,
    pub d2h_rsp_uqid: Signal<In, Bits<UQID_BITS>>,
    pub d2h_data_valid: Signal<In, Bit>,
    pub d2h_data_ready: Signal<Out, Bit>,
    pub d2h_data_uqid: Signal<In, Bits<UQID_BITS>>,
    pub d2h_data_poison: Signal<In, Bit>,
    pub d2h_data_data: Signal<In, Bits<512>>,
    pub h2d_req_valid: Signal<Out, Bit>,
    pub h2d_req_ready: Signal<In, Bit>,
    pub h2d_req_opcode: Signal<Out, Bits<{ H2dReqOpcode::BITS }>>,
    pub h2d_req_uqid: Signal<Out, Bits<UQID_BITS>>,
    pub h2d_req_address: Signal<Out, Bits<ADDRESS_BITS>>,
    pub h2d_rsp_valid: Signal<Out, Bit>,
    pub h2d_rsp_ready: Signal<In, Bit>,
    pub h2d_rsp_opcode: Signal<Out, Bits<{ H2dRspOpcode::BITS }>>,
    pub h2d_rsp_rsp_data: Signal<Out, Bits<UQID_BITS>>,
    pub h2d_rsp_cqid: Signal<Out, Bits<CQID_BITS>>,
    pub h2d_data_valid: Signal<Out, Bit>,
    pub h2d_data_ready: Signal<In, Bit>,
    pub h2d_data_cqid: Signal<Out, Bits<CQID_BITS>>,
    pub h2d_data_go_err: Signal<Out, Bit>,
    pub h2d_data_poison: Signal<Out, Bit>,
    pub h2d_data_data: Signal<Out, Bits<512>>,
}
