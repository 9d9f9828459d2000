//! The blocks of the SmartSSD as exported: the Verilated modules do in every cycle what Rust-HDL's simulation does.

#[macro_use]
#[path = "equivalence/drive.rs"]
mod drive;

use emberlane_rtl::memory::DualPortRam;
use emberlane_rtl::smartssd::adder_tree::AdderTree;
use emberlane_rtl::smartssd::backward_banks::BackwardBanks;
use emberlane_rtl::smartssd::backward_sequencer::BackwardSequencer;
use emberlane_rtl::smartssd::forward_banks::ForwardBanks;
use emberlane_rtl::smartssd::forward_sequencer::ForwardSequencer;
use emberlane_rtl::smartssd::gradient_reader::GradientReader;
use emberlane_rtl::smartssd::kernel::Kernel;
use emberlane_rtl::smartssd::loader::Loader;
use emberlane_rtl::smartssd::mover::Mover;
use emberlane_rtl::smartssd::plan_stream::PlanStream;
use emberlane_rtl::smartssd::slice::Slice;
use emberlane_rtl::smartssd::slot_pipeline::SlotPipeline;
use emberlane_rtl::smartssd::vector_writer::VectorWriter;
use emberlane_verilog::equivalence::Equivalence;

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
            .add::<SlotPipeline>(LEAF, drive!(clock reset asked slot update load))
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
                drive!(clock reset start word word_valid loads backward moves bags output_taken; writing),
            )
            .add::<ForwardSequencer<6>>(
                COMPOSITE,
                drive!(clock reset start word word_valid loads backward moves bags output_taken; writing),
            )
            .add::<BackwardSequencer<3>>(
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
            .add::<BackwardBanks<3>>(
                LARGE,
                drive!(clock gradient load_data; read read_slot move_bank write write_slot write_load),
            )
            .add::<Slice<1>>(
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
            .add::<Kernel<1, 2>>(
                LARGE,
                drive!(
                    clock reset start cache_base cache_vectors output_base bags gradient_base gradients
                    ev_arready ev_rdata ev_rresp ev_rvalid; program_base program_words
                    stream_ready line_valid line line_error awready wready bresp bvalid
                ),
            )
            .add::<Kernel<2, 1>>(
                LARGE,
                drive!(
                    clock reset start cache_base cache_vectors output_base bags gradient_base gradients
                    ev_arready ev_rdata ev_rresp ev_rvalid; program_base program_words
                    stream_ready line_valid line line_error awready wready bresp bvalid
                ),
            ),
    );
}
