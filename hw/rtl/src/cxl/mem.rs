//! CXL.mem.

use emberlane_registers::cxl::{
    ADDRESS_BITS, BI_TAG_BITS, DevLoad, M2sBiRspOpcode, M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue,
    S2mBiSnpOpcode, S2mDrsOpcode, S2mNdrOpcode, SnpType, TAG_BITS,
};
use rust_hdl::prelude::*;

/// CXL.mem at a device: M2S Req and RwD come in, S2M NDR and DRS go out. Fields as the specification names them; `address`
/// is bits 51 to 6 of a host physical address, bit `i` of `be` enables byte `i` of `data`.
#[derive(LogicInterface, Default)]
#[allow(missing_docs)]
pub struct CxlMemDevice {
    pub m2s_req_valid: Signal<In, Bit>,
    pub m2s_req_ready: Signal<Out, Bit>,
    pub m2s_req_opcode: Signal<In, Bits<{ M2sReqOpcode::BITS }>>,
    pub m2s_req_snp_type: Signal<In, Bits<{ SnpType::BITS }>>,
    pub m2s_req_meta_field: Signal<In, Bits<{ MetaField::BITS }>>,
    pub m2s_req_meta_value: Signal<In, Bits<{ MetaValue::BITS }>>,
    pub m2s_req_tag: Signal<In, Bits<TAG_BITS>>,
    pub m2s_req_address: Signal<In, Bits<ADDRESS_BITS>>,
    pub m2s_rwd_valid: Signal<In, Bit>,
    pub m2s_rwd_ready: Signal<Out, Bit>,
    pub m2s_rwd_opcode: Signal<In, Bits<{ M2sRwdOpcode::BITS }>>,
    pub m2s_rwd_snp_type: Signal<In, Bits<{ SnpType::BITS }>>,
    pub m2s_rwd_meta_field: Signal<In, Bits<{ MetaField::BITS }>>,
    pub m2s_rwd_meta_value: Signal<In, Bits<{ MetaValue::BITS }>>,
    pub m2s_rwd_tag: Signal<In, Bits<TAG_BITS>>,
    pub m2s_rwd_address: Signal<In, Bits<ADDRESS_BITS>>,
    pub m2s_rwd_poison: Signal<In, Bit>,
    pub m2s_rwd_be: Signal<In, Bits<64>>,
    pub m2s_rwd_data: Signal<In, Bits<512>>,
    pub s2m_ndr_valid: Signal<Out, Bit>,
    pub s2m_ndr_ready: Signal<In, Bit>,
    pub s2m_ndr_opcode: Signal<Out, Bits<{ S2mNdrOpcode::BITS }>>,
    pub s2m_ndr_meta_field: Signal<Out, Bits<{ MetaField::BITS }>>,
    pub s2m_ndr_meta_value: Signal<Out, Bits<{ MetaValue::BITS }>>,
    pub s2m_ndr_tag: Signal<Out, Bits<TAG_BITS>>,
    pub s2m_ndr_dev_load: Signal<Out, Bits<{ DevLoad::BITS }>>,
    pub s2m_drs_valid: Signal<Out, Bit>,
    pub s2m_drs_ready: Signal<In, Bit>,
    pub s2m_drs_opcode: Signal<Out, Bits<{ S2mDrsOpcode::BITS }>>,
    pub s2m_drs_meta_field: Signal<Out, Bits<{ MetaField::BITS }>>,
    pub s2m_drs_meta_value: Signal<Out, Bits<{ MetaValue::BITS }>>,
    pub s2m_drs_tag: Signal<Out, Bits<TAG_BITS>>,
    pub s2m_drs_poison: Signal<Out, Bit>,
    pub s2m_drs_dev_load: Signal<Out, Bits<{ DevLoad::BITS }>>,
    pub s2m_drs_data: Signal<Out, Bits<512>>,
}

/// CXL.mem at a host: the same channels as [`CxlMemDevice`], seen from the other side.
#[derive(LogicInterface, Default)]
#[allow(missing_docs)]
pub struct CxlMemHost {
    pub m2s_req_valid: Signal<Out, Bit>,
    pub m2s_req_ready: Signal<In, Bit>,
    pub m2s_req_opcode: Signal<Out, Bits<{ M2sReqOpcode::BITS }>>,
    pub m2s_req_snp_type: Signal<Out, Bits<{ SnpType::BITS }>>,
    pub m2s_req_meta_field: Signal<Out, Bits<{ MetaField::BITS }>>,
    pub m2s_req_meta_value: Signal<Out, Bits<{ MetaValue::BITS }>>,
    pub m2s_req_tag: Signal<Out, Bits<TAG_BITS>>,
    pub m2s_req_address: Signal<Out, Bits<ADDRESS_BITS>>,
    pub m2s_rwd_valid: Signal<Out, Bit>,
    pub m2s_rwd_ready: Signal<In, Bit>,
    pub m2s_rwd_opcode: Signal<Out, Bits<{ M2sRwdOpcode::BITS }>>,
    pub m2s_rwd_snp_type: Signal<Out, Bits<{ SnpType::BITS }>>,
    pub m2s_rwd_meta_field: Signal<Out, Bits<{ MetaField::BITS }>>,
    pub m2s_rwd_meta_value: Signal<Out, Bits<{ MetaValue::BITS }>>,
    pub m2s_rwd_tag: Signal<Out, Bits<TAG_BITS>>,
    pub m2s_rwd_address: Signal<Out, Bits<ADDRESS_BITS>>,
    pub m2s_rwd_poison: Signal<Out, Bit>,
    pub m2s_rwd_be: Signal<Out, Bits<64>>,
    pub m2s_rwd_data: Signal<Out, Bits<512>>,
    pub s2m_ndr_valid: Signal<In, Bit>,
    pub s2m_ndr_ready: Signal<Out, Bit>,
    pub s2m_ndr_opcode: Signal<In, Bits<{ S2mNdrOpcode::BITS }>>,
    pub s2m_ndr_meta_field: Signal<In, Bits<{ MetaField::BITS }>>,
    pub s2m_ndr_meta_value: Signal<In, Bits<{ MetaValue::BITS }>>,
    pub s2m_ndr_tag: Signal<In, Bits<TAG_BITS>>,
    pub s2m_ndr_dev_load: Signal<In, Bits<{ DevLoad::BITS }>>,
    pub s2m_drs_valid: Signal<In, Bit>,
    pub s2m_drs_ready: Signal<Out, Bit>,
    pub s2m_drs_opcode: Signal<In, Bits<{ S2mDrsOpcode::BITS }>>,
    pub s2m_drs_meta_field: Signal<In, Bits<{ MetaField::BITS }>>,
    pub s2m_drs_meta_value: Signal<In, Bits<{ MetaValue::BITS }>>,
    pub s2m_drs_tag: Signal<In, Bits<TAG_BITS>>,
    pub s2m_drs_poison: Signal<In, Bit>,
    pub s2m_drs_dev_load: Signal<In, Bits<{ DevLoad::BITS }>>,
    pub s2m_drs_data: Signal<In, Bits<512>>,
}

/// Back-invalidate snoops at a device: S2M BISnp goes out, M2S BIRsp comes in. Fields as the specification names them; `address` is
/// bits 51 to 6 of a host physical address.
#[derive(LogicInterface, Default)]
#[allow(missing_docs)]
pub struct CxlBackInvalidateDevice {
    pub s2m_bisnp_valid: Signal<Out, Bit>,
    pub s2m_bisnp_ready: Signal<In, Bit>,
    pub s2m_bisnp_opcode: Signal<Out, Bits<{ S2mBiSnpOpcode::BITS }>>,
    pub s2m_bisnp_bi_tag: Signal<Out, Bits<BI_TAG_BITS>>,
    pub s2m_bisnp_address: Signal<Out, Bits<ADDRESS_BITS>>,
    pub m2s_birsp_valid: Signal<In, Bit>,
    pub m2s_birsp_ready: Signal<Out, Bit>,
    pub m2s_birsp_opcode: Signal<In, Bits<{ M2sBiRspOpcode::BITS }>>,
    pub m2s_birsp_bi_tag: Signal<In, Bits<BI_TAG_BITS>>,
}

/// Back-invalidate snoops at a host: the same channels as [`CxlBackInvalidateDevice`], seen from the other side.
#[derive(LogicInterface, Default)]
#[allow(missing_docs)]
pub struct CxlBackInvalidateHost {
    pub s2m_bisnp_valid: Signal<In, Bit>,
    pub s2m_bisnp_ready: Signal<Out, Bit>,
    pub s2m_bisnp_opcode: Signal<In, Bits<{ S2mBiSnpOpcode::BITS }>>,
    pub s2m_bisnp_bi_tag: Signal<In, Bits<BI_TAG_BITS>>,
    pub s2m_bisnp_address: Signal<In, Bits<ADDRESS_BITS>>,
    pub m2s_birsp_valid: Signal<Out, Bit>,
    pub m2s_birsp_ready: Signal<In, Bit>,
    pub m2s_birsp_opcode: Signal<Out, Bits<{ M2sBiRspOpcode::BITS }>>,
    pub m2s_birsp_bi_tag: Signal<Out, Bits<BI_TAG_BITS>>,
}
