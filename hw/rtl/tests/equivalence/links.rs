//! The inputs of links.

use emberlane_rtl::axi::AxiLiteDevice;
use emberlane_rtl::cxl::{CxlCacheDevice, CxlMemDevice};
use emberlane_verilog::equivalence::Driver;

/// The inputs of AXI4-Lite.
pub const AXI_LITE: fn(&mut AxiLiteDevice, &mut Driver) = drive!(
    awaddr awprot awvalid wdata wstrb wvalid bready araddr arprot arvalid rready
);

/// The inputs of CXL.mem.
pub const CXL_MEM: fn(&mut CxlMemDevice, &mut Driver) = drive!(
    m2s_req_valid m2s_req_opcode m2s_req_snp_type m2s_req_meta_field m2s_req_meta_value m2s_req_tag m2s_req_address
    m2s_rwd_valid m2s_rwd_opcode m2s_rwd_snp_type m2s_rwd_meta_field m2s_rwd_meta_value m2s_rwd_tag m2s_rwd_address
    m2s_rwd_poison m2s_rwd_be m2s_rwd_data s2m_ndr_ready s2m_drs_ready
);

/// The inputs of CXL.cache.
pub const CXL_CACHE: fn(&mut CxlCacheDevice, &mut Driver) = drive!(
    d2h_req_ready d2h_rsp_ready d2h_data_ready h2d_req_valid h2d_req_opcode h2d_req_uqid h2d_req_address
    h2d_rsp_valid h2d_rsp_opcode h2d_rsp_rsp_data h2d_rsp_cqid
    h2d_data_valid h2d_data_cqid h2d_data_go_err h2d_data_poison h2d_data_data
);

/// Calls `drive`, whose argument types the call fixes.
pub fn with<B>(block: &mut B, driver: &mut Driver, drive: impl Fn(&mut B, &mut Driver)) {
    drive(block, driver);
}
