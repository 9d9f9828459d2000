//! The blocks of CXL-MEM as exported: the Verilated modules do in every cycle what Rust-HDL's simulation does.

#[macro_use]
#[path = "equivalence/drive.rs"]
mod drive;
#[path = "equivalence/links.rs"]
mod links;

use emberlane_rtl::axi::LineMux;
use emberlane_rtl::axi::ListStream;
use emberlane_rtl::axi::{AmountCounter, EventCounter, Patience};
use emberlane_rtl::cxl_mem::batch_checker::BatchChecker;
use emberlane_rtl::cxl_mem::capacity::MOST_GIB;
use emberlane_rtl::cxl_mem::channel_map::ChannelMap;
use emberlane_rtl::cxl_mem::checkpoint::checkpointing_logic::CheckpointingLogic;
use emberlane_rtl::cxl_mem::checkpoint::interlock::Interlock;
use emberlane_rtl::cxl_mem::checkpoint::log_port::LogPort;
use emberlane_rtl::cxl_mem::checkpoint::part_gatherer::PartGatherer;
use emberlane_rtl::cxl_mem::checkpoint::part_splitter::PartSplitter;
use emberlane_rtl::cxl_mem::checkpoint::record_writer::RecordWriter;
use emberlane_rtl::cxl_mem::checkpoint::row_gatherer::RowGatherer;
use emberlane_rtl::cxl_mem::checkpoint::row_walker::RowWalker;
use emberlane_rtl::cxl_mem::checkpoint::scribe::Scribe;
use emberlane_rtl::cxl_mem::endpoint::arrivals::Arrivals;
use emberlane_rtl::cxl_mem::endpoint::dcoh::Dcoh;
use emberlane_rtl::cxl_mem::endpoint::fetcher::Fetcher;
use emberlane_rtl::cxl_mem::endpoint::flusher::Flusher;
use emberlane_rtl::cxl_mem::endpoint::hdm_decoder::HdmDecoder;
use emberlane_rtl::cxl_mem::endpoint::mem_target::MemTarget;
use emberlane_rtl::cxl_mem::endpoint::memory_port::MemoryPort;
use emberlane_rtl::cxl_mem::endpoint::poison_list::PoisonList;
use emberlane_rtl::cxl_mem::endpoint::tagged_writer::TaggedWriter;
use emberlane_rtl::cxl_mem::engine::Engine;
use emberlane_rtl::cxl_mem::entry_checker::EntryChecker;
use emberlane_rtl::cxl_mem::expander::Expander;
use emberlane_rtl::cxl_mem::job_checker::JobChecker;
use emberlane_rtl::cxl_mem::job_queue::JobQueue;
use emberlane_rtl::cxl_mem::job_settings::JobSettings;
use emberlane_rtl::cxl_mem::lanes::{EntryLanes, SegmentLanes};
use emberlane_rtl::cxl_mem::line_multiplier::LineMultiplier;
use emberlane_rtl::cxl_mem::line_reader::LineReader;
use emberlane_rtl::cxl_mem::line_reads::LineReads;
use emberlane_rtl::cxl_mem::line_writer::LineWriter;
use emberlane_rtl::cxl_mem::list_reader::ListReader;
use emberlane_rtl::cxl_mem::occupancy::Occupancy;
use emberlane_rtl::cxl_mem::read_port::ReadPort;
use emberlane_rtl::cxl_mem::reducer::Reducer;
use emberlane_rtl::cxl_mem::region_bound::RegionBound;
use emberlane_rtl::cxl_mem::row_cache::RowCache;
use emberlane_rtl::cxl_mem::segment_checker::SegmentChecker;
use emberlane_rtl::cxl_mem::segment_walker::SegmentWalker;
use emberlane_rtl::cxl_mem::sequencer::Sequencer;
use emberlane_rtl::cxl_mem::splitter::Splitter;
use emberlane_rtl::cxl_mem::top::CxlMem;
use emberlane_rtl::cxl_mem::walker_bank::WalkerBank;
use emberlane_rtl::cxl_mem::write_port::WritePort;
use emberlane_rtl::cxl_mem::write_queues::WriteQueues;
use emberlane_rtl::stream::Crc32c;
use emberlane_rtl::stream::Delay;
use emberlane_rtl::stream::Sampler;
use emberlane_verilog::equivalence::{Driver, Equivalence};
use links::{AXI_LITE, CXL_CACHE, CXL_MEM, with};

/// The inputs of reads of lines.
const LINE_READS: fn(&mut LineReads<2>, &mut Driver) = drive!(; arready rid rline rvalid);

/// Cycles of a block without blocks of its own.
const LEAF: usize = 10_000;
/// Cycles of a block of blocks.
const COMPOSITE: usize = 1_000;

fn agree(blocks: Equivalence) {
    println!("{}", blocks.run().unwrap_or_else(|error| panic!("{error}")));
}

#[test]
fn parts_agree() {
    agree(
        Equivalence::new(31)
            .add::<ChannelMap<1>>(LEAF, drive!(address))
            .add::<ChannelMap<4>>(LEAF, drive!(address))
            .add::<Delay<39, 8>>(LEAF, drive!(clock in_data))
            .add::<EventCounter<1>>(LEAF, drive!(clock reset clear; event))
            .add::<EventCounter<4>>(LEAF, drive!(clock reset clear; event))
            .add::<EventCounter<15>>(LEAF, drive!(clock reset clear; event))
            .add::<AmountCounter<33>>(LEAF, drive!(clock reset clear amount amount_valid))
            .add::<Occupancy>(LEAF, drive!(clock reset enter leave))
            .add::<LineMultiplier>(LEAF, drive!(index lines))
            .add::<SegmentLanes>(
                2_000,
                drive!(
                    offsets rows carried_row first_lane lanes end_before row_before has_row_before entry_count row_limit
                    is_update
                ),
            )
            .add::<EntryLanes>(LEAF, drive!(entries lanes limit)),
    );
}

#[test]
fn readers_and_writers_agree() {
    agree(
        Equivalence::new(32)
            .add::<LineReader<1, 4>>(
                COMPOSITE,
                drive!(clock reset in_address in_valid line_ready; request_ready answer_valid answer),
            )
            .add::<LineReader<4, 5>>(
                COMPOSITE,
                drive!(clock reset in_address in_valid line_ready; request_ready answer_valid answer),
            )
            .add::<RowCache<4>>(
                COMPOSITE,
                drive!(clock reset enable forget in_address in_valid read_ready line line_valid out_ready),
            )
            .add::<ReadPort<1>>(LEAF, drive!(clock reset arready rid rline rvalid; request_address request_valid))
            .add::<ReadPort<9>>(LEAF, drive!(clock reset arready rid rline rvalid; request_address request_valid))
            .add::<LineWriter>(
                LEAF,
                drive!(clock reset in_address in_port_address in_data in_valid out_ready answer_valid answer_error),
            )
            .add::<WritePort<1, 1>>(
                COMPOSITE,
                drive!(clock reset out_ready answer_valid answer_error; in_address in_data in_valid),
            )
            .add::<WritePort<4, 4>>(
                COMPOSITE,
                drive!(clock reset out_ready answer_valid answer_error; in_address in_data in_valid),
            )
            .add::<WriteQueues<1>>(
                COMPOSITE,
                drive!(clock reset hold suppress result result_valid target target_inside target_valid; out_ready),
            )
            .add::<WriteQueues<4>>(
                COMPOSITE,
                drive!(clock reset hold suppress result result_valid target target_inside target_valid; out_ready),
            )
            .add::<ListReader<1, 4>>(
                COMPOSITE,
                drive!(clock reset; list_address list_valid request_ready answer_valid answer),
            )
            .add::<ListReader<3, 4>>(
                COMPOSITE,
                drive!(clock reset; list_address list_valid request_ready answer_valid answer),
            )
            .add::<ListStream<128, 4, 5, 6>>(
                LEAF,
                drive!(clock reset start stop base words beat_ready request_ready line_valid line_data),
            )
            .add::<ListStream<512, 1, 5, 6>>(
                LEAF,
                drive!(clock reset start stop base words beat_ready request_ready line_valid line_data),
            ),
    );
}

#[test]
fn walkers_agree() {
    agree(
        Equivalence::new(33)
            .add::<Splitter>(
                LEAF,
                drive!(
                    clock reset start stop uses_segments table_count tables_checked segment_count entry_count
                    directory_beat directory_valid offset_beat offset_valid segment_beat segment_valid task_ready
                ),
            )
            .add::<SegmentWalker>(
                LEAF,
                drive!(
                    clock reset is_update uses_segments uses_scales fp32_one
                    task_valid task_table_base task_rows task_position task_ends task_words task_segment task_count
                    line_taken line_here item_ready
                ),
            )
            .add::<WalkerBank<1>>(
                500,
                drive!(
                    clock reset is_update uses_segments uses_scales fp32_one bag_count entries scales
                    task_valid task_table_base task_rows task_position task_ends task_words task_segment task_count
                    item_ready; request_ready answer_valid answer
                ),
            )
            .add::<WalkerBank<4>>(
                500,
                drive!(
                    clock reset is_update uses_segments uses_scales fp32_one bag_count entries scales
                    task_valid task_table_base task_rows task_position task_ends task_words task_segment task_count
                    item_ready; request_ready answer_valid answer
                ),
            )
            .add::<RegionBound>(LEAF, drive!(address first end))
            .add::<Expander>(
                LEAF,
                drive!(
                    clock reset is_update is_stage is_accumulation lines gradient_base result_base rows_first rows_end
                    results_first results_end item_valid item_table_base
                    item_operand item_segment item_row item_control row_ready gradient_ready control_ready target_ready
                ),
            ),
    );
}

#[test]
fn checkers_agree() {
    // A region that begins at its lowest address, so that some tables are good.
    agree(
        Equivalence::new(38)
            .add::<SegmentChecker>(4_000, |block: &mut SegmentChecker, driver: &mut Driver| {
                driver.input_below(&mut block.data_base, 2);
                with(
                    block,
                    driver,
                    drive!(
                        clock reset start is_update lines table_count segment_count entry_count bag_count data_end
                        directory_beat directory_valid offset_line offset_valid row_line row_valid range_ready
                        entries_judged
                    ),
                );
            })
            .add::<EntryChecker>(
                LEAF,
                drive!(clock reset start range_end range_limit range_valid entry_line entry_valid),
            )
            .add::<BatchChecker>(4_000, |block: &mut BatchChecker, driver: &mut Driver| {
                driver.input_below(&mut block.data_base, 2);
                with(
                    block,
                    driver,
                    drive!(
                        clock reset start is_update lines table_count segment_count entry_count bag_count data_end
                        directory_beat directory_valid offset_line offset_valid row_line row_valid entry_line entry_valid
                    ),
                );
            }),
    );
}

#[test]
fn endpoint_agrees() {
    agree(
        Equivalence::new(38)
            .add::<LineMux<2>>(
                COMPOSITE,
                drive!(
                    clock reset m_arready m_rid m_rdata m_rresp m_rvalid m_awready m_wready m_bresp m_bvalid;
                    s_arid s_araddr s_arvalid s_waddr s_wdata s_wstrb s_wpoison s_wvalid
                ),
            )
            .add::<HdmDecoder<4>>(LEAF, drive!(address persistent_gib base_0 base_1))
            .add::<PoisonList>(LEAF, |block: &mut PoisonList, driver: &mut Driver| {
                // Few lines, so that they meet again.
                for look in &mut block.look {
                    driver.input_below(look, 12);
                }
                driver.input_below(&mut block.line, 12);
                with(block, driver, drive!(clock add remove clear));
            })
            .add::<Arrivals>(LEAF, |block: &mut Arrivals, driver: &mut Driver| {
                driver.input_below(&mut block.line, 300);
                with(block, driver, drive!(clock reset good bad forget));
            })
            .add::<Sampler>(LEAF, drive!(clock in_bit))
            .add::<Patience<11, 12>>(LEAF, |block: &mut Patience<11, 12>, driver: &mut Driver| {
                with(block, driver, drive!(clock waits sign));
            })
            .add::<MemoryPort>(COMPOSITE, |block: &mut MemoryPort, driver: &mut Driver| {
                driver.input_below(&mut block.s_araddr, 1 << 10);
                driver.input_below(&mut block.s_awaddr, 1 << 10);
                with(
                    block,
                    driver,
                    drive!(
                        clock reset memory_reset clear_poison s_arid s_arvalid s_awvalid s_wdata s_wstrb s_wpoison s_wvalid
                        m_arready m_rid m_rdata m_rresp m_rvalid m_awready m_wready m_bid m_bresp m_bvalid
                    ),
                );
            })
            .add::<TaggedWriter<1, 8>>(
                COMPOSITE,
                drive!(clock reset in_address in_tag in_valid out_ready; port_ready answer_valid answer_error),
            )
            .add::<TaggedWriter<4, 83>>(
                COMPOSITE,
                drive!(clock reset in_address in_tag in_valid out_ready; port_ready answer_valid answer_error),
            )
            .add::<Flusher<2>>(COMPOSITE, |block: &mut Flusher<2>, driver: &mut Driver| {
                driver.input_below(&mut block.lines, 40);
                with(block, driver, drive!(
                    clock reset start source target host_ready response_valid response_opcode response_uqid response_slot
                    data_ready; request_ready answer_valid answer
                ));
            })
            .add::<Fetcher>(LEAF, |block: &mut Fetcher, driver: &mut Driver| {
                driver.input_below(&mut block.lines, 200);
                with(block, driver, drive!(clock reset start source in_window window host_ready data_valid data_slot data_line line_ready));
            })
            .add::<Dcoh<2, 0>>(COMPOSITE, |block: &mut Dcoh<2, 0>, driver: &mut Driver| {
                driver.input_below(&mut block.flush_lines, 40);
                driver.input_below(&mut block.fetch_lines, 40);
                with(block, driver, drive!(
                    clock reset flush_start flush_source flush_target fetch_start fetch_source fetch_in_window fetch_window fetch_ready;
                    request_ready answer_valid answer
                ));
                with(&mut block.cxl_cache, driver, CXL_CACHE);
            })
            .add::<MemTarget<2, 0>>(COMPOSITE, |block: &mut MemTarget<2, 0>, driver: &mut Driver| {
                with(
                    block,
                    driver,
                    drive!(
                        clock reset persistent_gib hdm_base_0 hdm_base_1 watch_base watch_bytes forget;
                        channel_overflow scratch_overflow
                        channel_read_ready channel_answer_valid channel_answer
                        scratch_read_ready scratch_answer_valid scratch_answer
                        channel_write_ready channel_written channel_write_error
                        scratch_write_ready scratch_written scratch_write_error
                    ),
                );
                with(&mut block.cxl_mem, driver, CXL_MEM);
            }),
    );
}

#[test]
fn checkpointing_agrees() {
    agree(
        Equivalence::new(38)
            .add::<Crc32c<512>>(LEAF, drive!(clock clear word word_valid))
            .add::<Crc32c<32>>(LEAF, drive!(clock clear word word_valid))
            .add::<Interlock>(LEAF, |block: &mut Interlock, driver: &mut Driver| {
                driver.input_below(&mut block.rows_batch, 3);
                driver.input_below(&mut block.parameters_batch, 3);
                driver.input_below(&mut block.batch, 3);
                driver.input_below(&mut block.lag, 3);
                with(block, driver, drive!(clock reset rows_done parameters_done after_rows after_parameters));
            })
            .add::<RowWalker>(LEAF, |block: &mut RowWalker, driver: &mut Driver| {
                driver.input_below(&mut block.table_count, 9);
                driver.input_below(&mut block.row_count, 60);
                driver.input_below(&mut block.first_row, 40);
                driver.input_below(&mut block.part_rows, 30);
                driver.input_below(&mut block.lines, 17);
                with(
                    block,
                    driver,
                    drive!(clock reset start persistent_gib directory_beat directory_valid row_beat row_valid address_ready),
                );
            })
            .add::<PartSplitter>(LEAF, |block: &mut PartSplitter, driver: &mut Driver| {
                driver.input_below(&mut block.rows, 300);
                driver.input_below(&mut block.row_lines, 17);
                with(block, driver, drive!(clock reset start));
            })
            .add::<LogPort<3>>(LEAF, |block: &mut LogPort<3>, driver: &mut Driver| {
                driver.input_below(&mut block.gap, 3);
                with(block, driver, drive!(clock reset write_ready written; in_address in_data in_valid));
            })
            .add::<Scribe<4>>(COMPOSITE, |block: &mut Scribe<4>, driver: &mut Driver| {
                driver.input_below(&mut block.lines, 20);
                let rest: fn(&mut Scribe<4>, &mut Driver) = drive!(
                    clock reset record_start part_start target cancel discard line_valid line write_ready
                );
                rest(block, driver);
            })
            .add::<RecordWriter<2, 3, 0>>(COMPOSITE, |block: &mut RecordWriter<2, 3, 0>, driver: &mut Driver| {
                driver.input_below(&mut block.part_lines, 20);
                driver.input_below(&mut block.gap, 3);
                let rest: fn(&mut RecordWriter<2, 3, 0>, &mut Driver) = drive!(
                    clock reset start kind target lines configuration batch rows vector_length cancel;
                    part_start line_valid line write_ready written write_error
                );
                rest(block, driver);
            })
            .add::<PartGatherer<2>>(COMPOSITE, |block: &mut PartGatherer<2>, driver: &mut Driver| {
                driver.input_below(&mut block.table_count, 4);
                driver.input_below(&mut block.row_count, 60);
                driver.input_below(&mut block.first_row, 40);
                driver.input_below(&mut block.part_rows, 30);
                driver.input_below(&mut block.row_lines, 17);
                let rest: fn(&mut PartGatherer<2>, &mut Driver) = drive!(
                    clock reset persistent_gib start stop directory rows staged source line_ready directory_ready directory_line_valid
                    list_ready list_line_valid list_line;
                    row_request_ready row_answer_valid row_answer
                );
                rest(block, driver);
            })
            .add::<RowGatherer<2>>(COMPOSITE, |block: &mut RowGatherer<2>, driver: &mut Driver| {
                driver.input_below(&mut block.table_count, 4);
                driver.input_below(&mut block.row_count, 60);
                driver.input_below(&mut block.row_lines, 17);
                let rest: fn(&mut RowGatherer<2>, &mut Driver) = drive!(
                    clock reset persistent_gib start directory rows staged staged_base;
                    line_ready
                );
                rest(block, driver);
                LINE_READS(&mut block.list, driver);
                LINE_READS(&mut block.row, driver);
            })
            .add::<CheckpointingLogic<2, 0>>(COMPOSITE, |block: &mut CheckpointingLogic<2, 0>, driver: &mut Driver| {
                driver.input_below(&mut block.lines, 30);
                driver.input_below(&mut block.gap, 3);
                driver.input_below(&mut block.table_count, 4);
                driver.input_below(&mut block.row_count, 60);
                driver.input_below(&mut block.row_lines, 17);
                let rest: fn(&mut CheckpointingLogic<2, 0>, &mut Driver) = drive!(
                    clock reset persistent_gib rows_start parameters_start target configuration batch vector_length directory rows
                    after_rows after_parameters lag forget staged staged_base parameter_valid parameter;
                    row_log_ready row_logged row_log_error
                    parameter_log_ready parameter_logged parameter_log_error
                );
                rest(block, driver);
                LINE_READS(&mut block.list, driver);
                LINE_READS(&mut block.row, driver);
            }),
    );
}

#[test]
fn control_agrees() {
    agree(
        Equivalence::new(34)
            .add::<JobQueue>(3_000, drive!(clock reset clear in_command in_valid out_ready; in_settings))
            .add::<JobSettings>(3_000, drive!(clock reset latch command; settings))
            .add::<JobChecker>(
                LEAF,
                drive!(
                    clock reset start is_update is_stage is_accumulation is_row_log is_parameter_log counts_too_much staged staged_base staged_bytes parameter_source parameter_bytes log_base log_bytes record record_bytes vector_length pooling uses_segments uses_scales data_base data_bytes
                    descriptor_base descriptor_bytes vector_base vector_bytes table_count bag_count entry_count row_count
                    segment_count directory offsets segments entries scales batch_bytes persistent_bytes
                ),
            )
            .add::<Sequencer>(
                LEAF,
                drive!(
                    clock reset doorbell doorbell_valid clear_status post_ready queued queued_command rows_idle parameters_idle log_done log_failed log_record checker_done checker_failed checker_error
                    checker_position batch_done batch_failed batch_error batch_position all_idle records_ready inputs_ready flush flush_idle flush_failed flush_target read_fault
                    read_fault_address write_fault write_fault_address decoder_refused decoder
                ),
            ),
    );
}

#[test]
fn reducer_agrees() {
    agree(Equivalence::new(35).add::<Reducer>(
        500,
        drive!(
            clock reset is_update rate control control_valid operand operand_valid start start_valid result_ready
        ),
    ));
}

#[test]
fn engine_agrees() {
    agree(Equivalence::new(36).add::<Engine<1>>(
        100,
        drive!(
            clock reset is_update is_stage is_accumulation uses_segments uses_scales keeps_rows begins fp32_one rate lines
            bag_count entries
            scales gradient_base result_base rows_first rows_end results_first results_end hold suppress
            task_valid task_table_base task_rows task_position task_ends task_words task_segment task_count;
            row_ready row_answer row_line gradient_ready gradient_answer list_ready list_answer scratch_line out_ready
        ),
    ));
}

#[test]
fn device_agrees() {
    agree(Equivalence::new(37).add::<CxlMem<1, MOST_GIB, 1, 6, 0>>(
        200,
        |device: &mut CxlMem<1, MOST_GIB, 1, 6, 0>, driver: &mut Driver| {
            with(
                device,
                driver,
                drive!(
                    clock reset memory_reset flat
                ),
            );
            with(&mut device.s_axil, driver, AXI_LITE);
            with(&mut device.cxl_mem, driver, CXL_MEM);
            with(&mut device.cxl_cache, driver, CXL_CACHE);
            for port in device.m_axi.iter_mut().chain(&mut device.m_axi_scratch) {
                with(port, driver, drive!(awready wready bid bresp bvalid arready rid rdata rresp rlast rvalid));
            }
        },
    ));
}
