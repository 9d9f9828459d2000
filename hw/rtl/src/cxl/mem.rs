//! CXL.mem.

// Signals have the specification's names, and `join` is derived.
#![allow(missing_docs)]

use emberlane_registers::cxl::{
    ADDRESS_BITS, BI_TAG_BITS, DevLoad, M2sBiRspOpcode, M2sReqOpcode, M2sRwdOpcode, MetaField, MetaValue,
    S2mBiSnpOpcode, S2mDrsOpcode, S2mNdrOpcode, SnpType, TAG_BITS,
};
use rust_hdl::prelude::*;

/// Channels of CXL.mem; a device's S2M goes `Out`, a host's `In`.
macro_rules! mem_channels {
    ($(#[$meta:meta])* $name:ident joins $other:literal, $out:ident, $in:ident) => {
        $(#[$meta])*
        #[derive(LogicInterface, Default)]
        #[join = $other]
        pub struct $name {
            pub m2s_req_valid: Signal<$in, Bit>,
            pub m2s_req_ready: Signal<$out, Bit>,
            pub m2s_req_opcode: Signal<$in, Bits<{ M2sReqOpcode::BITS }>>,
            pub m2s_req_snp_type: Signal<$in, Bits<{ SnpType::BITS }>>,
            pub m2s_req_meta_field: Signal<$in, Bits<{ MetaField::BITS }>>,
            pub m2s_req_meta_value: Signal<$in, Bits<{ MetaValue::BITS }>>,
            pub m2s_req_tag: Signal<$in, Bits<TAG_BITS>>,
            pub m2s_req_address: Signal<$in, Bits<ADDRESS_BITS>>,
            pub m2s_rwd_valid: Signal<$in, Bit>,
            pub m2s_rwd_ready: Signal<$out, Bit>,
            pub m2s_rwd_opcode: Signal<$in, Bits<{ M2sRwdOpcode::BITS }>>,
            pub m2s_rwd_snp_type: Signal<$in, Bits<{ SnpType::BITS }>>,
            pub m2s_rwd_meta_field: Signal<$in, Bits<{ MetaField::BITS }>>,
            pub m2s_rwd_meta_value: Signal<$in, Bits<{ MetaValue::BITS }>>,
            pub m2s_rwd_tag: Signal<$in, Bits<TAG_BITS>>,
            pub m2s_rwd_address: Signal<$in, Bits<ADDRESS_BITS>>,
            pub m2s_rwd_poison: Signal<$in, Bit>,
            pub m2s_rwd_be: Signal<$in, Bits<64>>,
            pub m2s_rwd_data: Signal<$in, Bits<512>>,
            pub s2m_ndr_valid: Signal<$out, Bit>,
            pub s2m_ndr_ready: Signal<$in, Bit>,
            pub s2m_ndr_opcode: Signal<$out, Bits<{ S2mNdrOpcode::BITS }>>,
            pub s2m_ndr_meta_field: Signal<$out, Bits<{ MetaField::BITS }>>,
            pub s2m_ndr_meta_value: Signal<$out, Bits<{ MetaValue::BITS }>>,
            pub s2m_ndr_tag: Signal<$out, Bits<TAG_BITS>>,
            pub s2m_ndr_dev_load: Signal<$out, Bits<{ DevLoad::BITS }>>,
            pub s2m_drs_valid: Signal<$out, Bit>,
            pub s2m_drs_ready: Signal<$in, Bit>,
            pub s2m_drs_opcode: Signal<$out, Bits<{ S2mDrsOpcode::BITS }>>,
            pub s2m_drs_meta_field: Signal<$out, Bits<{ MetaField::BITS }>>,
            pub s2m_drs_meta_value: Signal<$out, Bits<{ MetaValue::BITS }>>,
            pub s2m_drs_tag: Signal<$out, Bits<TAG_BITS>>,
            pub s2m_drs_poison: Signal<$out, Bit>,
            pub s2m_drs_dev_load: Signal<$out, Bits<{ DevLoad::BITS }>>,
            pub s2m_drs_data: Signal<$out, Bits<512>>,
        }
    };
}

mem_channels! {
    /// CXL.mem at a device: M2S Req and RwD come in, S2M NDR and DRS go out. Fields as the specification names them; `address`
    /// is bits 51 to 6 of a host physical address, bit `i` of `be` enables byte `i` of `data`.
    CxlMemDevice joins "CxlMemHost", Out, In
}
mem_channels! {
    /// CXL.mem at a host: the same channels as [`CxlMemDevice`], seen from the other side.
    CxlMemHost joins "CxlMemDevice", In, Out
}

/// Channels of back-invalidate snoops; a device's S2M goes `Out`, a host's `In`.
macro_rules! back_invalidate_channels {
    ($(#[$meta:meta])* $name:ident joins $other:literal, $out:ident, $in:ident) => {
        $(#[$meta])*
        #[derive(LogicInterface, Default)]
        #[join = $other]
        pub struct $name {
            pub s2m_bisnp_valid: Signal<$out, Bit>,
            pub s2m_bisnp_ready: Signal<$in, Bit>,
            pub s2m_bisnp_opcode: Signal<$out, Bits<{ S2mBiSnpOpcode::BITS }>>,
            pub s2m_bisnp_bi_tag: Signal<$out, Bits<BI_TAG_BITS>>,
            pub s2m_bisnp_address: Signal<$out, Bits<ADDRESS_BITS>>,
            pub m2s_birsp_valid: Signal<$in, Bit>,
            pub m2s_birsp_ready: Signal<$out, Bit>,
            pub m2s_birsp_opcode: Signal<$in, Bits<{ M2sBiRspOpcode::BITS }>>,
            pub m2s_birsp_bi_tag: Signal<$in, Bits<BI_TAG_BITS>>,
        }
    };
}

back_invalidate_channels! {
    /// Back-invalidate snoops at a device: S2M BISnp goes out, M2S BIRsp comes in. Fields as the specification names them; `address` is
    /// bits 51 to 6 of a host physical address.
    CxlBackInvalidateDevice joins "CxlBackInvalidateHost", Out, In
}
back_invalidate_channels! {
    /// Back-invalidate snoops at a host: the same channels as [`CxlBackInvalidateDevice`], seen from the other side.
    CxlBackInvalidateHost joins "CxlBackInvalidateDevice", In, Out
}
