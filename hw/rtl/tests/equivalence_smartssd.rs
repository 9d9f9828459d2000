//! The blocks of the SmartSSD as exported: the Verilated modules do in every cycle what Rust-HDL's simulation does.

#[macro_use]
#[path = "equivalence/drive.rs"]
mod drive;
#[path = "equivalence/links.rs"]
mod links;

use emberlane_rtl::axi::{BurstReadMux, BurstWriteMux, ResetGuard};
use emberlane_rtl::cxl::{CxlBackInvalidateDevice, CxlBackInvalidateHost, CxlCacheHost};
use emberlane_rtl::memory::{DualPortRam, OperandRam};
use emberlane_rtl::smartssd::access_counters::AccessCounters;
use emberlane_rtl::smartssd::adder_tree::AdderTree;
use emberlane_rtl::smartssd::backward_banks::BackwardBanks;
use emberlane_rtl::smartssd::backward_sequencer::BackwardSequencer;
use emberlane_rtl::smartssd::cache_agent::CacheAgent;
use emberlane_rtl::smartssd::evictor::Evictor;
use emberlane_rtl::smartssd::filler::Filler;
use emberlane_rtl::smartssd::forward_banks::ForwardBanks;
use emberlane_rtl::smartssd::forward_sequencer::ForwardSequencer;
use emberlane_rtl::smartssd::gradient_reader::GradientReader;
use emberlane_rtl::smartssd::iteration::Iteration;
use emberlane_rtl::smartssd::kernel::Kernel;
use emberlane_rtl::smartssd::loader::Loader;
use emberlane_rtl::smartssd::mailbox_reader::MailboxReader;
use emberlane_rtl::smartssd::mover::Mover;
use emberlane_rtl::smartssd::peer_reader::PeerReader;
use emberlane_rtl::smartssd::plan_settings::PlanSettings;
use emberlane_rtl::smartssd::plan_stream::PlanStream;
use emberlane_rtl::smartssd::registers::SmartSsdRegisters;
use emberlane_rtl::smartssd::slice::Slice;
use emberlane_rtl::smartssd::slot_pipeline::SlotPipeline;
use emberlane_rtl::smartssd::top::SmartSsd;
use emberlane_rtl::smartssd::tx_settings::TxSettings;
use emberlane_rtl::smartssd::tx_target::TxTarget;
use emberlane_rtl::smartssd::tx_tracker::TxTracker;
use emberlane_rtl::smartssd::vector_writer::VectorWriter;
use emberlane_rtl::smartssd_shell::{HostReader, NoCopies};
use emberlane_verilog::equivalence::{Driver, Equivalence};
use links::{AXI_LITE, CXL_CACHE, CXL_MEM, with};

/// The inputs of back-invalidate snoops.
const BACK_INVALIDATE: fn(&mut CxlBackInvalidateDevice, &mut Driver) =
    drive!(s2m_bisnp_ready m2s_birsp_valid m2s_birsp_opcode m2s_birsp_bi_tag);

/// The same, of a host.
const BACK_INVALIDATE_OF_HOST: fn(&mut CxlBackInvalidateHost, &mut Driver) =
    drive!(s2m_bisnp_valid s2m_bisnp_opcode s2m_bisnp_bi_tag s2m_bisnp_address m2s_birsp_ready);
/// The inputs of CXL.cache, of a host.
const CXL_CACHE_OF_HOST: fn(&mut CxlCacheHost, &mut Driver) = drive!(
    d2h_req_valid d2h_req_opcode d2h_req_cqid d2h_req_address d2h_rsp_valid d2h_rsp_opcode d2h_rsp_uqid
    d2h_data_valid d2h_data_uqid d2h_data_poison d2h_data_data h2d_req_ready h2d_rsp_ready h2d_data_ready
);

/// Cycles of a block without blocks of its own.
const LEAF: usize = 10_000;
/// Cycles of a block of blocks.
const COMPOSITE: usize = 1_000;
/// Cycles of a block with hundreds of FP32 units.
const LARGE: usize = 200;

fn agree(blocks: Equivalence) {
    println!("{}", blocks.run().unwrap_or_else(|error| panic!("{error}")));
}

#[test]
fn sequencers_agree() {
    agree(
        Equivalence::new(51)
            .add::<DualPortRam<8, 2>>(LEAF, drive!(clock a_enable a_address b_enable b_write b_address b_write_data))
            .add::<DualPortRam<512, 3>>(LEAF, drive!(clock a_enable a_address b_enable b_write b_address b_write_data))
            .add::<OperandRam<3>>(LEAF, drive!(clock a_enable a_address b_enable b_write b_address b_write_data))
            .add::<SlotPipeline<6>>(LEAF, drive!(clock reset asked slot update load))
            .add::<PlanStream<256, 2>>(
                COMPOSITE,
                drive!(clock reset start stop base words word_ready request_ready line_valid line_data),
            )
            .add::<PlanStream<128, 4>>(
                COMPOSITE,
                drive!(clock reset start stop base words word_ready request_ready line_valid line_data),
            )
            .add::<ForwardSequencer<1>>(
                COMPOSITE,
                drive!(clock reset start word word_valid loads backward moves bags output_taken writing_slot; writing),
            )
            .add::<ForwardSequencer<6>>(
                COMPOSITE,
                drive!(clock reset start word word_valid loads backward moves bags output_taken writing_slot; writing),
            )
            .add::<BackwardSequencer<3, 3>>(
                COMPOSITE,
                drive!(
                    clock reset start word word_valid loads forward moves gradient_valid load_slot move_slot; load move_bank
                ),
            )
            .add::<BackwardSequencer<5, 3>>(
                COMPOSITE,
                drive!(
                    clock reset start word word_valid loads forward moves gradient_valid load_slot move_slot; load move_bank
                ),
            )
            .add::<Loader<2, 4>>(
                COMPOSITE,
                drive!(
                    clock reset start word word_valid forward backward moves cache_base cache_vectors arready rresp rvalid
                    queue_valid forward_ready
                ),
            )
            .add::<Mover<6, 1>>(
                COMPOSITE,
                drive!(
                    clock reset start word word_valid loads forward backward cache_base cache_vectors queue_valid stored
                ),
            )
            .add::<GradientReader<2>>(
                COMPOSITE,
                drive!(clock reset start stop hold base count request_ready line_valid line_data taken),
            )
            .add::<VectorWriter<4, 0>>(
                COMPOSITE,
                drive!(clock reset vector_valid address awready wready bresp bvalid clear; vector),
            )
            .add::<VectorWriter<1, 1>>(
                LARGE,
                drive!(clock reset vector_valid address awready wready bresp bvalid clear; vector scale),
            ),
    );
}

#[test]
fn banks_agree() {
    agree(
        Equivalence::new(52)
            .add::<AdderTree<1>>(LARGE, drive!(clock; leaf_a leaf_b))
            .add::<AdderTree<3>>(LARGE, drive!(clock; leaf_a leaf_b))
            .add::<AdderTree<6>>(LARGE, drive!(clock; leaf_a leaf_b))
            .add::<ForwardBanks<2>>(
                LARGE,
                drive!(
                    clock write_slot write_data sum_read sum_first sum_keep sum_write; slot_a slot_b use_a use_b write
                ),
            )
            .add::<BackwardBanks<3, 3>>(
                LARGE,
                drive!(clock gradient load_data; read read_slot move_bank write write_slot write_load),
            )
            .add::<BackwardBanks<3, 2>>(
                LARGE,
                drive!(clock gradient load_data; read read_slot move_bank write write_slot write_load),
            )
            .add::<Slice<1, 1>>(
                LARGE,
                drive!(
                    clock reset drop_inputs load_beat load_push load_pop gradient_beat gradient_push gradient_pop move_push
                    move_pop output_push output_pop load_slot copies copy_slot sum_read sum_first sum_keep sum_write;
                    slot_a slot_b use_a use_b forward_load copy read read_slot move_bank write write_slot write_load
                ),
            ),
    );
}

#[test]
fn kernels_agree() {
    agree(
        Equivalence::new(53)
            .add::<Kernel<1, 1, 2>>(
                LARGE,
                drive!(
                    clock reset start cache_base cache_vectors output_base bags gradient_base gradients
                    ev_arready ev_rdata ev_rresp ev_rvalid; program_base program_words
                    stream_ready line_valid line line_error awready wready bresp bvalid
                ),
            )
            .add::<Kernel<2, 2, 1>>(
                LARGE,
                drive!(
                    clock reset start cache_base cache_vectors output_base bags gradient_base gradients
                    ev_arready ev_rdata ev_rresp ev_rvalid; program_base program_words
                    stream_ready line_valid line line_error awready wready bresp bvalid
                ),
            ),
    );
}

#[test]
fn ports_agree() {
    agree(
        Equivalence::new(54)
            .add::<BurstReadMux<3>>(
                COMPOSITE,
                drive!(clock reset m_arready m_rid m_rdata m_rresp m_rlast m_rvalid; s_araddr s_arlen s_arvalid),
            )
            .add::<BurstWriteMux<3>>(
                COMPOSITE,
                drive!(
                    clock reset m_awready m_wready m_bid m_bresp m_bvalid;
                    s_awaddr s_awlen s_awvalid s_wdata s_wlast s_wvalid
                ),
            )
            .add::<ResetGuard>(
                LEAF,
                drive!(
                    clock reset memory_reset s_awid s_awaddr s_awlen s_awvalid s_wdata s_wlast s_wvalid s_arvalid s_rready m_awready m_wready
                    m_bvalid m_arready m_rlast m_rvalid
                ),
            )
            .add::<PeerReader<6>>(COMPOSITE, |block: &mut PeerReader<6>, driver: &mut Driver| {
                with(block, driver, drive!(clock reset; request_address request_valid));
                with(&mut block.cxl_cache, driver, CXL_CACHE);
            })
            .add::<HostReader>(COMPOSITE, |block: &mut HostReader, driver: &mut Driver| {
                with(block, driver, drive!(clock reset memory_reset));
                with(&mut block.cxl_cache, driver, CXL_CACHE_OF_HOST);
                with(&mut block.m_axi, driver, drive!(awready wready bid bresp bvalid arready rid rdata rresp rlast rvalid));
            })
            .add::<NoCopies>(COMPOSITE, |block: &mut NoCopies, driver: &mut Driver| {
                with(block, driver, drive!(clock reset));
                with(&mut block.back_invalidate, driver, BACK_INVALIDATE_OF_HOST);
            })
            .add::<SmartSsdRegisters>(COMPOSITE, |block: &mut SmartSsdRegisters, driver: &mut Driver| {
                with(block, driver, drive!(clock reset; driven refused));
                with(&mut block.s_axil, driver, AXI_LITE);
            }),
    );
}

#[test]
fn agents_agree() {
    agree(
        Equivalence::new(55)
            .add::<MailboxReader>(
                COMPOSITE,
                drive!(
                    clock reset base lines tail stop restart restart_number restart_index restart_movement movement_ready
                    request_ready line_valid line line_error
                ),
            )
            .add::<Evictor<4>>(
                COMPOSITE,
                drive!(
                    clock reset clear from to vector_valid arready rdata rerror rvalid awready wready bresp bvalid
                ),
            )
            .add::<Filler<1>>(
                COMPOSITE,
                drive!(
                    clock reset clear from to vector_valid arready rid rdata rresp rlast rvalid awready wready berror bvalid
                ),
            )
            .add::<CacheAgent<4, 0>>(
                COMPOSITE,
                drive!(
                    clock reset layout_good clear cache_base cache_vectors ssd_base ssd_vectors mailbox_base mailbox_lines
                    mailbox_tail load_ready request_ready line_valid line line_error dram_arready dram_rdata dram_rerror
                    dram_rvalid dram_awready dram_wready dram_berror dram_bvalid ssd_arready ssd_rid ssd_rdata ssd_rresp
                    ssd_rlast ssd_rvalid ssd_awready ssd_wready ssd_bresp ssd_bvalid
                ),
            )
            .add::<PlanSettings>(LEAF, drive!(clock take gradient_base gradients; program_base program_words))
            .add::<TxSettings>(LEAF, drive!(clock hold hdm_base tx_bytes layout_good))
            .add::<AccessCounters>(COMPOSITE, drive!(clock reset index; vector valid))
            .add::<Iteration<4, 0>>(
                LEAF,
                drive!(
                    clock reset doorbell doorbell_valid clear tx_bytes cache_base cache_vectors ssd_base bags plan plans_done
                    kernel_done kernel_error kernel_program
                ),
            ),
    );
}

#[test]
fn tx_buffers_agree() {
    agree(
        Equivalence::new(56)
            .add::<TxTarget>(COMPOSITE, |block: &mut TxTarget, driver: &mut Driver| {
                with(
                    block,
                    driver,
                    drive!(
                        clock reset hdm_base tx_bytes layout_good writing new_buffer keep_ready arready rdata rerror rvalid
                    ),
                );
                with(&mut block.cxl_mem, driver, CXL_MEM);
            })
            .add::<TxTracker<4, 256, 0>>(COMPOSITE, |block: &mut TxTracker<4, 256, 0>, driver: &mut Driver| {
                with(block, driver, drive!(clock reset hdm_base keep keep_valid keep_wanted s_awaddr s_awvalid m_awready));
                with(&mut block.back_invalidate, driver, BACK_INVALIDATE);
            })
            .add::<TxTracker<1, 6, 0>>(COMPOSITE, |block: &mut TxTracker<1, 6, 0>, driver: &mut Driver| {
                with(block, driver, drive!(clock reset hdm_base keep keep_valid keep_wanted s_awaddr s_awvalid m_awready));
                with(&mut block.back_invalidate, driver, BACK_INVALIDATE);
            }),
    );
}

#[test]
fn device_agrees() {
    agree(Equivalence::new(57).add::<SmartSsd<1, 1, 1, 0>>(
        LARGE,
        |device: &mut SmartSsd<1, 1, 1, 0>, driver: &mut Driver| {
            with(
                device,
                driver,
                drive!(
                    clock reset memory_reset
                ),
            );
            with(&mut device.s_axil, driver, AXI_LITE);
            with(&mut device.cxl_mem, driver, CXL_MEM);
            with(&mut device.cxl_cache, driver, CXL_CACHE);
            with(&mut device.back_invalidate, driver, BACK_INVALIDATE);
            for port in [&mut device.m_axi_dram, &mut device.m_axi_ssd] {
                with(port, driver, drive!(awready wready bid bresp bvalid arready rid rdata rresp rlast rvalid));
            }
        },
    ));
}
