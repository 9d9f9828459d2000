// NDRec's embedding kernel: banks of EVs that are pooled and banks of EVs that are updated, driven by the
// four programs of a plan side by side.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_embedding_kernel_b6_s4 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [63:0]  program_base_0,
    input  wire [63:0]  program_base_1,
    input  wire [63:0]  program_base_2,
    input  wire [63:0]  program_base_3,
    input  wire [27:0]  program_words_0,
    input  wire [27:0]  program_words_1,
    input  wire [27:0]  program_words_2,
    input  wire [27:0]  program_words_3,
    input  wire [63:0]  cache_base,
    input  wire [31:0]  cache_vectors,
    input  wire [63:0]  output_base,
    input  wire [31:0]  bags,
    input  wire [63:0]  gradient_base,
    input  wire [25:0]  gradients,
    output wire         busy,
    output wire         done,
    output wire [3:0]   error,
    output wire [1:0]   error_program,
    output wire [31:0]  counter_0,
    output wire [31:0]  counter_1,
    output wire [31:0]  counter_2,
    output wire [31:0]  counter_3,
    output wire         forward_hazard,
    output wire         backward_hazard,
    output wire [63:0]  stream_address_0,
    output wire [63:0]  stream_address_1,
    output wire [63:0]  stream_address_2,
    output wire [63:0]  stream_address_3,
    output wire [63:0]  stream_address_4,
    output wire         stream_valid_0,
    output wire         stream_valid_1,
    output wire         stream_valid_2,
    output wire         stream_valid_3,
    output wire         stream_valid_4,
    input  wire         stream_ready_0,
    input  wire         stream_ready_1,
    input  wire         stream_ready_2,
    input  wire         stream_ready_3,
    input  wire         stream_ready_4,
    input  wire         line_valid_0,
    input  wire         line_valid_1,
    input  wire         line_valid_2,
    input  wire         line_valid_3,
    input  wire         line_valid_4,
    input  wire [511:0] line_0,
    input  wire [511:0] line_1,
    input  wire [511:0] line_2,
    input  wire [511:0] line_3,
    input  wire [511:0] line_4,
    input  wire         line_error_0,
    input  wire         line_error_1,
    input  wire         line_error_2,
    input  wire         line_error_3,
    input  wire         line_error_4,
    output wire [63:0]  ev_araddr,
    output wire [7:0]   ev_arlen,
    output wire         ev_arvalid,
    input  wire         ev_arready,
    input  wire [511:0] ev_rdata,
    input  wire [1:0]   ev_rresp,
    input  wire         ev_rvalid,
    output wire [63:0]  awaddr_0,
    output wire [63:0]  awaddr_1,
    output wire [7:0]   awlen_0,
    output wire [7:0]   awlen_1,
    output wire         awvalid_0,
    output wire         awvalid_1,
    input  wire         awready_0,
    input  wire         awready_1,
    output wire [511:0] wdata_0,
    output wire [511:0] wdata_1,
    output wire         wlast_0,
    output wire         wlast_1,
    output wire         wvalid_0,
    output wire         wvalid_1,
    input  wire         wready_0,
    input  wire         wready_1,
    input  wire [1:0]   bresp_0,
    input  wire [1:0]   bresp_1,
    input  wire         bvalid_0,
    input  wire         bvalid_1
);

    localparam [3:0] BAG_CODE = 4'd3;
    localparam [3:0] BANK_CODE = 4'd1;
    localparam [3:0] GRADIENT_CODE = 4'd4;
    localparam [1:0] KERNEL_STATE_DRAINING = 2'd2;
    localparam [1:0] KERNEL_STATE_ENDED = 2'd3;
    localparam [1:0] KERNEL_STATE_IDLE = 2'd0;
    localparam [1:0] KERNEL_STATE_RUNNING = 2'd1;
    localparam [511:0] ONES = 512'hffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff;
    localparam [3:0] READ_CODE = 4'd6;
    localparam [3:0] STUCK_CODE = 4'd5;
    localparam [3:0] VECTOR_CODE = 4'd2;
    localparam [3:0] WRITE_CODE = 4'd7;

    reg [1:0] state = 2'd0;
    reg [3:0] reason = 4'd0;
    reg [1:0] culprit = 2'd0;
    reg stream_failed = 1'b0;

    wire begin_;
    wire halt;
    wire over;
    wire quiet;
    wire reads_idle;
    wire stuck;
    wire no_gradient;
    wire blames;
    wire [3:0] fault;
    wire [1:0] fault_program;
    wire line_bad_0;
    wire line_bad_1;
    wire line_bad_2;
    wire line_bad_3;
    wire line_bad_4;
    wire [255:0] forward_words_word;
    wire forward_words_word_valid;
    wire forward_words_over;
    wire [511:0] forward_words_line_data;
    wire forward_words_idle;
    wire [127:0] load_words_word;
    wire load_words_word_valid;
    wire load_words_over;
    wire [511:0] load_words_line_data;
    wire load_words_idle;
    wire [127:0] backward_words_word;
    wire backward_words_word_valid;
    wire backward_words_over;
    wire [511:0] backward_words_line_data;
    wire backward_words_idle;
    wire [127:0] move_words_word;
    wire move_words_word_valid;
    wire move_words_over;
    wire [511:0] move_words_line_data;
    wire move_words_idle;
    wire gradient_reader_clock;
    wire gradient_reader_stop;
    wire gradient_reader_push_0;
    wire gradient_reader_push_1;
    wire gradient_reader_push_2;
    wire gradient_reader_push_3;
    wire [511:0] gradient_reader_beat;
    wire gradient_reader_over;
    wire gradient_reader_idle;
    wire loader_word_ready;
    wire loader_waiting;
    wire loader_bad_bank;
    wire loader_bad_vector;
    wire loader_failed;
    wire loader_idle;
    wire [63:0] loader_araddr;
    wire loader_push_0;
    wire loader_push_1;
    wire loader_push_2;
    wire loader_push_3;
    wire loader_pop;
    wire [9:0] loader_slot;
    wire loader_forward_load_0;
    wire loader_forward_load_1;
    wire loader_forward_load_2;
    wire loader_forward_load_3;
    wire loader_forward_load_4;
    wire loader_forward_load_5;
    wire loader_forward_ready;
    wire loader_backward_load_0;
    wire loader_backward_load_1;
    wire loader_backward_load_2;
    wire loader_backward_load_3;
    wire loader_backward_load_4;
    wire loader_backward_load_5;
    wire forward_word_ready;
    wire forward_waiting;
    wire forward_bad_bank;
    wire forward_bad_bag;
    wire forward_writing_0;
    wire forward_writing_1;
    wire forward_writing_2;
    wire forward_writing_3;
    wire forward_writing_4;
    wire forward_writing_5;
    wire [9:0] forward_writing_slot;
    wire [9:0] forward_slot_a_0;
    wire [9:0] forward_slot_a_1;
    wire [9:0] forward_slot_a_2;
    wire [9:0] forward_slot_a_3;
    wire [9:0] forward_slot_a_4;
    wire [9:0] forward_slot_a_5;
    wire [9:0] forward_slot_b_0;
    wire [9:0] forward_slot_b_1;
    wire [9:0] forward_slot_b_2;
    wire [9:0] forward_slot_b_3;
    wire [9:0] forward_slot_b_4;
    wire [9:0] forward_slot_b_5;
    wire forward_use_a_0;
    wire forward_use_a_1;
    wire forward_use_a_2;
    wire forward_use_a_3;
    wire forward_use_a_4;
    wire forward_use_a_5;
    wire forward_use_b_0;
    wire forward_use_b_1;
    wire forward_use_b_2;
    wire forward_use_b_3;
    wire forward_use_b_4;
    wire forward_use_b_5;
    wire [2:0] forward_sum_read;
    wire forward_sum_first;
    wire forward_sum_keep;
    wire [2:0] forward_sum_write;
    wire forward_sum_push;
    wire [51:0] forward_output_target;
    wire forward_idle;
    wire backward_word_ready;
    wire backward_waiting;
    wire backward_starved;
    wire backward_bad_bank;
    wire backward_gradient_taken;
    wire backward_read_0;
    wire backward_read_1;
    wire backward_read_2;
    wire backward_read_3;
    wire backward_read_4;
    wire backward_read_5;
    wire [9:0] backward_read_slot_0;
    wire [9:0] backward_read_slot_1;
    wire [9:0] backward_read_slot_2;
    wire [9:0] backward_read_slot_3;
    wire [9:0] backward_read_slot_4;
    wire [9:0] backward_read_slot_5;
    wire backward_write_0;
    wire backward_write_1;
    wire backward_write_2;
    wire backward_write_3;
    wire backward_write_4;
    wire backward_write_5;
    wire [9:0] backward_write_slot_0;
    wire [9:0] backward_write_slot_1;
    wire [9:0] backward_write_slot_2;
    wire [9:0] backward_write_slot_3;
    wire [9:0] backward_write_slot_4;
    wire [9:0] backward_write_slot_5;
    wire backward_write_load_0;
    wire backward_write_load_1;
    wire backward_write_load_2;
    wire backward_write_load_3;
    wire backward_write_load_4;
    wire backward_write_load_5;
    wire backward_idle;
    wire mover_word_ready;
    wire mover_waiting;
    wire mover_bad_bank;
    wire mover_bad_vector;
    wire mover_idle;
    wire mover_move_bank_0;
    wire mover_move_bank_1;
    wire mover_move_bank_2;
    wire mover_move_bank_3;
    wire mover_move_bank_4;
    wire mover_move_bank_5;
    wire [9:0] mover_move_slot;
    wire mover_push;
    wire mover_pop;
    wire mover_copy_0;
    wire mover_copy_1;
    wire mover_copy_2;
    wire mover_copy_3;
    wire mover_copy_4;
    wire mover_copy_5;
    wire mover_copies;
    wire [9:0] mover_copy_slot;
    wire mover_store;
    wire [63:0] mover_store_address;
    wire ev_writer_clock;
    wire ev_writer_vector_taken;
    wire ev_writer_failed;
    wire ev_writer_idle;
    wire eo_writer_vector_taken;
    wire [63:0] eo_writer_address;
    wire eo_writer_failed;
    wire eo_writer_idle;
    wire slice_0_clock;
    wire slice_0_load_valid;
    wire slice_0_gradient_valid;
    wire slice_0_move_valid;
    wire [511:0] slice_0_moved;
    wire slice_0_output_valid;
    wire [511:0] slice_0_result;
    wire slice_0_forward_load_0;
    wire slice_0_forward_load_1;
    wire slice_0_forward_load_2;
    wire slice_0_forward_load_3;
    wire slice_0_forward_load_4;
    wire slice_0_forward_load_5;
    wire slice_1_load_valid;
    wire slice_1_gradient_valid;
    wire slice_1_move_valid;
    wire [511:0] slice_1_moved;
    wire slice_1_output_valid;
    wire [511:0] slice_1_result;
    wire slice_1_forward_load_0;
    wire slice_1_forward_load_1;
    wire slice_1_forward_load_2;
    wire slice_1_forward_load_3;
    wire slice_1_forward_load_4;
    wire slice_1_forward_load_5;
    wire slice_2_load_valid;
    wire slice_2_gradient_valid;
    wire slice_2_move_valid;
    wire [511:0] slice_2_moved;
    wire slice_2_output_valid;
    wire [511:0] slice_2_result;
    wire slice_2_forward_load_0;
    wire slice_2_forward_load_1;
    wire slice_2_forward_load_2;
    wire slice_2_forward_load_3;
    wire slice_2_forward_load_4;
    wire slice_2_forward_load_5;
    wire slice_3_load_valid;
    wire slice_3_gradient_valid;
    wire slice_3_move_valid;
    wire [511:0] slice_3_moved;
    wire slice_3_output_valid;
    wire [511:0] slice_3_result;
    wire slice_3_forward_load_0;
    wire slice_3_forward_load_1;
    wire slice_3_forward_load_2;
    wire slice_3_forward_load_3;
    wire slice_3_forward_load_4;
    wire slice_3_forward_load_5;

    emb_plan_stream_w256 u_forward_words (
        .clock(clock),
        .reset(reset),
        .start(begin_),
        .stop(halt),
        .base(program_base_1),
        .words(program_words_1),
        .word(forward_words_word),
        .word_valid(forward_words_word_valid),
        .word_ready(forward_word_ready),
        .over(forward_words_over),
        .request_address(stream_address_1),
        .request_valid(stream_valid_1),
        .request_ready(stream_ready_1),
        .line_valid(line_valid_1),
        .line_data(forward_words_line_data),
        .idle(forward_words_idle)
    );

    emb_plan_stream_w128 u_load_words (
        .clock(clock),
        .reset(reset),
        .start(begin_),
        .stop(halt),
        .base(program_base_0),
        .words(program_words_0),
        .word(load_words_word),
        .word_valid(load_words_word_valid),
        .word_ready(loader_word_ready),
        .over(load_words_over),
        .request_address(stream_address_0),
        .request_valid(stream_valid_0),
        .request_ready(stream_ready_0),
        .line_valid(line_valid_0),
        .line_data(load_words_line_data),
        .idle(load_words_idle)
    );

    emb_plan_stream_w128 u_backward_words (
        .clock(clock),
        .reset(reset),
        .start(begin_),
        .stop(halt),
        .base(program_base_2),
        .words(program_words_2),
        .word(backward_words_word),
        .word_valid(backward_words_word_valid),
        .word_ready(backward_word_ready),
        .over(backward_words_over),
        .request_address(stream_address_2),
        .request_valid(stream_valid_2),
        .request_ready(stream_ready_2),
        .line_valid(line_valid_2),
        .line_data(backward_words_line_data),
        .idle(backward_words_idle)
    );

    emb_plan_stream_w128 u_move_words (
        .clock(clock),
        .reset(reset),
        .start(begin_),
        .stop(halt),
        .base(program_base_3),
        .words(program_words_3),
        .word(move_words_word),
        .word_valid(move_words_word_valid),
        .word_ready(mover_word_ready),
        .over(move_words_over),
        .request_address(stream_address_3),
        .request_valid(stream_valid_3),
        .request_ready(stream_ready_3),
        .line_valid(line_valid_3),
        .line_data(move_words_line_data),
        .idle(move_words_idle)
    );

    emb_gradient_reader_s4 u_gradient_reader (
        .clock(gradient_reader_clock),
        .reset(reset),
        .start(begin_),
        .stop(gradient_reader_stop),
        .hold(stream_failed),
        .base(gradient_base),
        .count(gradients),
        .request_address(stream_address_4),
        .request_valid(stream_valid_4),
        .request_ready(stream_ready_4),
        .line_valid(line_valid_4),
        .line_data(line_4),
        .push_0(gradient_reader_push_0),
        .push_1(gradient_reader_push_1),
        .push_2(gradient_reader_push_2),
        .push_3(gradient_reader_push_3),
        .beat(gradient_reader_beat),
        .taken(backward_gradient_taken),
        .over(gradient_reader_over),
        .idle(gradient_reader_idle)
    );

    emb_loader_b6_s4 u_loader (
        .clock(clock),
        .reset(reset),
        .start(begin_),
        .word(load_words_word),
        .word_valid(load_words_word_valid),
        .word_ready(loader_word_ready),
        .forward(counter_1),
        .backward(counter_2),
        .moves(counter_3),
        .done(counter_0),
        .waiting(loader_waiting),
        .bad_bank(loader_bad_bank),
        .bad_vector(loader_bad_vector),
        .failed(loader_failed),
        .idle(loader_idle),
        .cache_base(cache_base),
        .cache_vectors(cache_vectors),
        .araddr(loader_araddr),
        .arlen(ev_arlen),
        .arvalid(ev_arvalid),
        .arready(ev_arready),
        .rresp(ev_rresp),
        .rvalid(ev_rvalid),
        .push_0(loader_push_0),
        .push_1(loader_push_1),
        .push_2(loader_push_2),
        .push_3(loader_push_3),
        .queue_valid(slice_3_load_valid),
        .pop(loader_pop),
        .slot(loader_slot),
        .forward_load_0(loader_forward_load_0),
        .forward_load_1(loader_forward_load_1),
        .forward_load_2(loader_forward_load_2),
        .forward_load_3(loader_forward_load_3),
        .forward_load_4(loader_forward_load_4),
        .forward_load_5(loader_forward_load_5),
        .forward_ready(loader_forward_ready),
        .backward_load_0(loader_backward_load_0),
        .backward_load_1(loader_backward_load_1),
        .backward_load_2(loader_backward_load_2),
        .backward_load_3(loader_backward_load_3),
        .backward_load_4(loader_backward_load_4),
        .backward_load_5(loader_backward_load_5)
    );

    emb_forward_sequencer_b6 u_forward (
        .clock(clock),
        .reset(reset),
        .start(begin_),
        .word(forward_words_word),
        .word_valid(forward_words_word_valid),
        .word_ready(forward_word_ready),
        .loads(counter_0),
        .backward(counter_2),
        .moves(counter_3),
        .done(counter_1),
        .waiting(forward_waiting),
        .bad_bank(forward_bad_bank),
        .bad_bag(forward_bad_bag),
        .hazard(forward_hazard),
        .bags(bags),
        .writing_0(forward_writing_0),
        .writing_1(forward_writing_1),
        .writing_2(forward_writing_2),
        .writing_3(forward_writing_3),
        .writing_4(forward_writing_4),
        .writing_5(forward_writing_5),
        .writing_slot(forward_writing_slot),
        .slot_a_0(forward_slot_a_0),
        .slot_a_1(forward_slot_a_1),
        .slot_a_2(forward_slot_a_2),
        .slot_a_3(forward_slot_a_3),
        .slot_a_4(forward_slot_a_4),
        .slot_a_5(forward_slot_a_5),
        .slot_b_0(forward_slot_b_0),
        .slot_b_1(forward_slot_b_1),
        .slot_b_2(forward_slot_b_2),
        .slot_b_3(forward_slot_b_3),
        .slot_b_4(forward_slot_b_4),
        .slot_b_5(forward_slot_b_5),
        .use_a_0(forward_use_a_0),
        .use_a_1(forward_use_a_1),
        .use_a_2(forward_use_a_2),
        .use_a_3(forward_use_a_3),
        .use_a_4(forward_use_a_4),
        .use_a_5(forward_use_a_5),
        .use_b_0(forward_use_b_0),
        .use_b_1(forward_use_b_1),
        .use_b_2(forward_use_b_2),
        .use_b_3(forward_use_b_3),
        .use_b_4(forward_use_b_4),
        .use_b_5(forward_use_b_5),
        .sum_read(forward_sum_read),
        .sum_first(forward_sum_first),
        .sum_keep(forward_sum_keep),
        .sum_write(forward_sum_write),
        .sum_push(forward_sum_push),
        .output_target(forward_output_target),
        .output_taken(eo_writer_vector_taken),
        .idle(forward_idle)
    );

    emb_backward_sequencer_b6_a3 u_backward (
        .clock(clock),
        .reset(reset),
        .start(begin_),
        .word(backward_words_word),
        .word_valid(backward_words_word_valid),
        .word_ready(backward_word_ready),
        .loads(counter_0),
        .forward(counter_1),
        .moves(counter_3),
        .done(counter_2),
        .waiting(backward_waiting),
        .starved(backward_starved),
        .bad_bank(backward_bad_bank),
        .hazard(backward_hazard),
        .gradient_valid(slice_3_gradient_valid),
        .gradient_taken(backward_gradient_taken),
        .load_0(loader_backward_load_0),
        .load_1(loader_backward_load_1),
        .load_2(loader_backward_load_2),
        .load_3(loader_backward_load_3),
        .load_4(loader_backward_load_4),
        .load_5(loader_backward_load_5),
        .load_slot(loader_slot),
        .move_bank_0(mover_move_bank_0),
        .move_bank_1(mover_move_bank_1),
        .move_bank_2(mover_move_bank_2),
        .move_bank_3(mover_move_bank_3),
        .move_bank_4(mover_move_bank_4),
        .move_bank_5(mover_move_bank_5),
        .move_slot(mover_move_slot),
        .read_0(backward_read_0),
        .read_1(backward_read_1),
        .read_2(backward_read_2),
        .read_3(backward_read_3),
        .read_4(backward_read_4),
        .read_5(backward_read_5),
        .read_slot_0(backward_read_slot_0),
        .read_slot_1(backward_read_slot_1),
        .read_slot_2(backward_read_slot_2),
        .read_slot_3(backward_read_slot_3),
        .read_slot_4(backward_read_slot_4),
        .read_slot_5(backward_read_slot_5),
        .write_0(backward_write_0),
        .write_1(backward_write_1),
        .write_2(backward_write_2),
        .write_3(backward_write_3),
        .write_4(backward_write_4),
        .write_5(backward_write_5),
        .write_slot_0(backward_write_slot_0),
        .write_slot_1(backward_write_slot_1),
        .write_slot_2(backward_write_slot_2),
        .write_slot_3(backward_write_slot_3),
        .write_slot_4(backward_write_slot_4),
        .write_slot_5(backward_write_slot_5),
        .write_load_0(backward_write_load_0),
        .write_load_1(backward_write_load_1),
        .write_load_2(backward_write_load_2),
        .write_load_3(backward_write_load_3),
        .write_load_4(backward_write_load_4),
        .write_load_5(backward_write_load_5),
        .idle(backward_idle)
    );

    emb_mover_b6_s4 u_mover (
        .clock(clock),
        .reset(reset),
        .start(begin_),
        .word(move_words_word),
        .word_valid(move_words_word_valid),
        .word_ready(mover_word_ready),
        .loads(counter_0),
        .forward(counter_1),
        .backward(counter_2),
        .done(counter_3),
        .waiting(mover_waiting),
        .bad_bank(mover_bad_bank),
        .bad_vector(mover_bad_vector),
        .idle(mover_idle),
        .cache_base(cache_base),
        .cache_vectors(cache_vectors),
        .move_bank_0(mover_move_bank_0),
        .move_bank_1(mover_move_bank_1),
        .move_bank_2(mover_move_bank_2),
        .move_bank_3(mover_move_bank_3),
        .move_bank_4(mover_move_bank_4),
        .move_bank_5(mover_move_bank_5),
        .move_slot(mover_move_slot),
        .push(mover_push),
        .queue_valid(slice_3_move_valid),
        .pop(mover_pop),
        .copy_0(mover_copy_0),
        .copy_1(mover_copy_1),
        .copy_2(mover_copy_2),
        .copy_3(mover_copy_3),
        .copy_4(mover_copy_4),
        .copy_5(mover_copy_5),
        .copies(mover_copies),
        .copy_slot(mover_copy_slot),
        .store(mover_store),
        .store_address(mover_store_address),
        .stored(ev_writer_vector_taken)
    );

    emb_vector_writer_s4_f0 u_ev_writer (
        .clock(ev_writer_clock),
        .reset(reset),
        .vector_0(slice_0_moved),
        .vector_1(slice_1_moved),
        .vector_2(slice_2_moved),
        .vector_3(slice_3_moved),
        .vector_valid(mover_store),
        .vector_taken(ev_writer_vector_taken),
        .address(mover_store_address),
        .awaddr(awaddr_0),
        .awlen(awlen_0),
        .awvalid(awvalid_0),
        .awready(awready_0),
        .wdata(wdata_0),
        .wlast(wlast_0),
        .wvalid(wvalid_0),
        .wready(wready_0),
        .bresp(bresp_0),
        .bvalid(bvalid_0),
        .failed(ev_writer_failed),
        .clear(begin_),
        .idle(ev_writer_idle)
    );

    emb_vector_writer_s4_f1 u_eo_writer (
        .clock(clock),
        .reset(reset),
        .vector_0(slice_0_result),
        .vector_1(slice_1_result),
        .vector_2(slice_2_result),
        .vector_3(slice_3_result),
        .vector_valid(slice_3_output_valid),
        .vector_taken(eo_writer_vector_taken),
        .address(eo_writer_address),
        .scale_0(forward_output_target[51:20]),
        .awaddr(awaddr_1),
        .awlen(awlen_1),
        .awvalid(awvalid_1),
        .awready(awready_1),
        .wdata(wdata_1),
        .wlast(wlast_1),
        .wvalid(wvalid_1),
        .wready(wready_1),
        .bresp(bresp_1),
        .bvalid(bvalid_1),
        .failed(eo_writer_failed),
        .clear(begin_),
        .idle(eo_writer_idle)
    );

    emb_kernel_slice_b6_a3 u_slice_0 (
        .clock(slice_0_clock),
        .reset(reset),
        .drop_inputs(begin_),
        .load_beat(ev_rdata),
        .load_push(loader_push_0),
        .load_valid(slice_0_load_valid),
        .load_pop(loader_pop),
        .gradient_beat(gradient_reader_beat),
        .gradient_push(gradient_reader_push_0),
        .gradient_valid(slice_0_gradient_valid),
        .gradient_pop(backward_gradient_taken),
        .move_push(mover_push),
        .move_valid(slice_0_move_valid),
        .moved(slice_0_moved),
        .move_pop(mover_pop),
        .output_push(forward_sum_push),
        .output_valid(slice_0_output_valid),
        .result(slice_0_result),
        .output_pop(eo_writer_vector_taken),
        .slot_a_0(forward_slot_a_0),
        .slot_a_1(forward_slot_a_1),
        .slot_a_2(forward_slot_a_2),
        .slot_a_3(forward_slot_a_3),
        .slot_a_4(forward_slot_a_4),
        .slot_a_5(forward_slot_a_5),
        .slot_b_0(forward_slot_b_0),
        .slot_b_1(forward_slot_b_1),
        .slot_b_2(forward_slot_b_2),
        .slot_b_3(forward_slot_b_3),
        .slot_b_4(forward_slot_b_4),
        .slot_b_5(forward_slot_b_5),
        .use_a_0(forward_use_a_0),
        .use_a_1(forward_use_a_1),
        .use_a_2(forward_use_a_2),
        .use_a_3(forward_use_a_3),
        .use_a_4(forward_use_a_4),
        .use_a_5(forward_use_a_5),
        .use_b_0(forward_use_b_0),
        .use_b_1(forward_use_b_1),
        .use_b_2(forward_use_b_2),
        .use_b_3(forward_use_b_3),
        .use_b_4(forward_use_b_4),
        .use_b_5(forward_use_b_5),
        .forward_load_0(slice_0_forward_load_0),
        .forward_load_1(slice_0_forward_load_1),
        .forward_load_2(slice_0_forward_load_2),
        .forward_load_3(slice_0_forward_load_3),
        .forward_load_4(slice_0_forward_load_4),
        .forward_load_5(slice_0_forward_load_5),
        .load_slot(loader_slot),
        .copy_0(mover_copy_0),
        .copy_1(mover_copy_1),
        .copy_2(mover_copy_2),
        .copy_3(mover_copy_3),
        .copy_4(mover_copy_4),
        .copy_5(mover_copy_5),
        .copies(mover_copies),
        .copy_slot(mover_copy_slot),
        .sum_read(forward_sum_read),
        .sum_first(forward_sum_first),
        .sum_keep(forward_sum_keep),
        .sum_write(forward_sum_write),
        .read_0(backward_read_0),
        .read_1(backward_read_1),
        .read_2(backward_read_2),
        .read_3(backward_read_3),
        .read_4(backward_read_4),
        .read_5(backward_read_5),
        .read_slot_0(backward_read_slot_0),
        .read_slot_1(backward_read_slot_1),
        .read_slot_2(backward_read_slot_2),
        .read_slot_3(backward_read_slot_3),
        .read_slot_4(backward_read_slot_4),
        .read_slot_5(backward_read_slot_5),
        .move_bank_0(mover_move_bank_0),
        .move_bank_1(mover_move_bank_1),
        .move_bank_2(mover_move_bank_2),
        .move_bank_3(mover_move_bank_3),
        .move_bank_4(mover_move_bank_4),
        .move_bank_5(mover_move_bank_5),
        .write_0(backward_write_0),
        .write_1(backward_write_1),
        .write_2(backward_write_2),
        .write_3(backward_write_3),
        .write_4(backward_write_4),
        .write_5(backward_write_5),
        .write_slot_0(backward_write_slot_0),
        .write_slot_1(backward_write_slot_1),
        .write_slot_2(backward_write_slot_2),
        .write_slot_3(backward_write_slot_3),
        .write_slot_4(backward_write_slot_4),
        .write_slot_5(backward_write_slot_5),
        .write_load_0(backward_write_load_0),
        .write_load_1(backward_write_load_1),
        .write_load_2(backward_write_load_2),
        .write_load_3(backward_write_load_3),
        .write_load_4(backward_write_load_4),
        .write_load_5(backward_write_load_5)
    );

    emb_kernel_slice_b6_a3 u_slice_1 (
        .clock(clock),
        .reset(reset),
        .drop_inputs(begin_),
        .load_beat(ev_rdata),
        .load_push(loader_push_1),
        .load_valid(slice_1_load_valid),
        .load_pop(loader_pop),
        .gradient_beat(gradient_reader_beat),
        .gradient_push(gradient_reader_push_1),
        .gradient_valid(slice_1_gradient_valid),
        .gradient_pop(backward_gradient_taken),
        .move_push(mover_push),
        .move_valid(slice_1_move_valid),
        .moved(slice_1_moved),
        .move_pop(mover_pop),
        .output_push(forward_sum_push),
        .output_valid(slice_1_output_valid),
        .result(slice_1_result),
        .output_pop(eo_writer_vector_taken),
        .slot_a_0(forward_slot_a_0),
        .slot_a_1(forward_slot_a_1),
        .slot_a_2(forward_slot_a_2),
        .slot_a_3(forward_slot_a_3),
        .slot_a_4(forward_slot_a_4),
        .slot_a_5(forward_slot_a_5),
        .slot_b_0(forward_slot_b_0),
        .slot_b_1(forward_slot_b_1),
        .slot_b_2(forward_slot_b_2),
        .slot_b_3(forward_slot_b_3),
        .slot_b_4(forward_slot_b_4),
        .slot_b_5(forward_slot_b_5),
        .use_a_0(forward_use_a_0),
        .use_a_1(forward_use_a_1),
        .use_a_2(forward_use_a_2),
        .use_a_3(forward_use_a_3),
        .use_a_4(forward_use_a_4),
        .use_a_5(forward_use_a_5),
        .use_b_0(forward_use_b_0),
        .use_b_1(forward_use_b_1),
        .use_b_2(forward_use_b_2),
        .use_b_3(forward_use_b_3),
        .use_b_4(forward_use_b_4),
        .use_b_5(forward_use_b_5),
        .forward_load_0(slice_1_forward_load_0),
        .forward_load_1(slice_1_forward_load_1),
        .forward_load_2(slice_1_forward_load_2),
        .forward_load_3(slice_1_forward_load_3),
        .forward_load_4(slice_1_forward_load_4),
        .forward_load_5(slice_1_forward_load_5),
        .load_slot(loader_slot),
        .copy_0(mover_copy_0),
        .copy_1(mover_copy_1),
        .copy_2(mover_copy_2),
        .copy_3(mover_copy_3),
        .copy_4(mover_copy_4),
        .copy_5(mover_copy_5),
        .copies(mover_copies),
        .copy_slot(mover_copy_slot),
        .sum_read(forward_sum_read),
        .sum_first(forward_sum_first),
        .sum_keep(forward_sum_keep),
        .sum_write(forward_sum_write),
        .read_0(backward_read_0),
        .read_1(backward_read_1),
        .read_2(backward_read_2),
        .read_3(backward_read_3),
        .read_4(backward_read_4),
        .read_5(backward_read_5),
        .read_slot_0(backward_read_slot_0),
        .read_slot_1(backward_read_slot_1),
        .read_slot_2(backward_read_slot_2),
        .read_slot_3(backward_read_slot_3),
        .read_slot_4(backward_read_slot_4),
        .read_slot_5(backward_read_slot_5),
        .move_bank_0(mover_move_bank_0),
        .move_bank_1(mover_move_bank_1),
        .move_bank_2(mover_move_bank_2),
        .move_bank_3(mover_move_bank_3),
        .move_bank_4(mover_move_bank_4),
        .move_bank_5(mover_move_bank_5),
        .write_0(backward_write_0),
        .write_1(backward_write_1),
        .write_2(backward_write_2),
        .write_3(backward_write_3),
        .write_4(backward_write_4),
        .write_5(backward_write_5),
        .write_slot_0(backward_write_slot_0),
        .write_slot_1(backward_write_slot_1),
        .write_slot_2(backward_write_slot_2),
        .write_slot_3(backward_write_slot_3),
        .write_slot_4(backward_write_slot_4),
        .write_slot_5(backward_write_slot_5),
        .write_load_0(backward_write_load_0),
        .write_load_1(backward_write_load_1),
        .write_load_2(backward_write_load_2),
        .write_load_3(backward_write_load_3),
        .write_load_4(backward_write_load_4),
        .write_load_5(backward_write_load_5)
    );

    emb_kernel_slice_b6_a3 u_slice_2 (
        .clock(clock),
        .reset(reset),
        .drop_inputs(begin_),
        .load_beat(ev_rdata),
        .load_push(loader_push_2),
        .load_valid(slice_2_load_valid),
        .load_pop(loader_pop),
        .gradient_beat(gradient_reader_beat),
        .gradient_push(gradient_reader_push_2),
        .gradient_valid(slice_2_gradient_valid),
        .gradient_pop(backward_gradient_taken),
        .move_push(mover_push),
        .move_valid(slice_2_move_valid),
        .moved(slice_2_moved),
        .move_pop(mover_pop),
        .output_push(forward_sum_push),
        .output_valid(slice_2_output_valid),
        .result(slice_2_result),
        .output_pop(eo_writer_vector_taken),
        .slot_a_0(forward_slot_a_0),
        .slot_a_1(forward_slot_a_1),
        .slot_a_2(forward_slot_a_2),
        .slot_a_3(forward_slot_a_3),
        .slot_a_4(forward_slot_a_4),
        .slot_a_5(forward_slot_a_5),
        .slot_b_0(forward_slot_b_0),
        .slot_b_1(forward_slot_b_1),
        .slot_b_2(forward_slot_b_2),
        .slot_b_3(forward_slot_b_3),
        .slot_b_4(forward_slot_b_4),
        .slot_b_5(forward_slot_b_5),
        .use_a_0(forward_use_a_0),
        .use_a_1(forward_use_a_1),
        .use_a_2(forward_use_a_2),
        .use_a_3(forward_use_a_3),
        .use_a_4(forward_use_a_4),
        .use_a_5(forward_use_a_5),
        .use_b_0(forward_use_b_0),
        .use_b_1(forward_use_b_1),
        .use_b_2(forward_use_b_2),
        .use_b_3(forward_use_b_3),
        .use_b_4(forward_use_b_4),
        .use_b_5(forward_use_b_5),
        .forward_load_0(slice_2_forward_load_0),
        .forward_load_1(slice_2_forward_load_1),
        .forward_load_2(slice_2_forward_load_2),
        .forward_load_3(slice_2_forward_load_3),
        .forward_load_4(slice_2_forward_load_4),
        .forward_load_5(slice_2_forward_load_5),
        .load_slot(loader_slot),
        .copy_0(mover_copy_0),
        .copy_1(mover_copy_1),
        .copy_2(mover_copy_2),
        .copy_3(mover_copy_3),
        .copy_4(mover_copy_4),
        .copy_5(mover_copy_5),
        .copies(mover_copies),
        .copy_slot(mover_copy_slot),
        .sum_read(forward_sum_read),
        .sum_first(forward_sum_first),
        .sum_keep(forward_sum_keep),
        .sum_write(forward_sum_write),
        .read_0(backward_read_0),
        .read_1(backward_read_1),
        .read_2(backward_read_2),
        .read_3(backward_read_3),
        .read_4(backward_read_4),
        .read_5(backward_read_5),
        .read_slot_0(backward_read_slot_0),
        .read_slot_1(backward_read_slot_1),
        .read_slot_2(backward_read_slot_2),
        .read_slot_3(backward_read_slot_3),
        .read_slot_4(backward_read_slot_4),
        .read_slot_5(backward_read_slot_5),
        .move_bank_0(mover_move_bank_0),
        .move_bank_1(mover_move_bank_1),
        .move_bank_2(mover_move_bank_2),
        .move_bank_3(mover_move_bank_3),
        .move_bank_4(mover_move_bank_4),
        .move_bank_5(mover_move_bank_5),
        .write_0(backward_write_0),
        .write_1(backward_write_1),
        .write_2(backward_write_2),
        .write_3(backward_write_3),
        .write_4(backward_write_4),
        .write_5(backward_write_5),
        .write_slot_0(backward_write_slot_0),
        .write_slot_1(backward_write_slot_1),
        .write_slot_2(backward_write_slot_2),
        .write_slot_3(backward_write_slot_3),
        .write_slot_4(backward_write_slot_4),
        .write_slot_5(backward_write_slot_5),
        .write_load_0(backward_write_load_0),
        .write_load_1(backward_write_load_1),
        .write_load_2(backward_write_load_2),
        .write_load_3(backward_write_load_3),
        .write_load_4(backward_write_load_4),
        .write_load_5(backward_write_load_5)
    );

    emb_kernel_slice_b6_a3 u_slice_3 (
        .clock(clock),
        .reset(reset),
        .drop_inputs(begin_),
        .load_beat(ev_rdata),
        .load_push(loader_push_3),
        .load_valid(slice_3_load_valid),
        .load_pop(loader_pop),
        .gradient_beat(gradient_reader_beat),
        .gradient_push(gradient_reader_push_3),
        .gradient_valid(slice_3_gradient_valid),
        .gradient_pop(backward_gradient_taken),
        .move_push(mover_push),
        .move_valid(slice_3_move_valid),
        .moved(slice_3_moved),
        .move_pop(mover_pop),
        .output_push(forward_sum_push),
        .output_valid(slice_3_output_valid),
        .result(slice_3_result),
        .output_pop(eo_writer_vector_taken),
        .slot_a_0(forward_slot_a_0),
        .slot_a_1(forward_slot_a_1),
        .slot_a_2(forward_slot_a_2),
        .slot_a_3(forward_slot_a_3),
        .slot_a_4(forward_slot_a_4),
        .slot_a_5(forward_slot_a_5),
        .slot_b_0(forward_slot_b_0),
        .slot_b_1(forward_slot_b_1),
        .slot_b_2(forward_slot_b_2),
        .slot_b_3(forward_slot_b_3),
        .slot_b_4(forward_slot_b_4),
        .slot_b_5(forward_slot_b_5),
        .use_a_0(forward_use_a_0),
        .use_a_1(forward_use_a_1),
        .use_a_2(forward_use_a_2),
        .use_a_3(forward_use_a_3),
        .use_a_4(forward_use_a_4),
        .use_a_5(forward_use_a_5),
        .use_b_0(forward_use_b_0),
        .use_b_1(forward_use_b_1),
        .use_b_2(forward_use_b_2),
        .use_b_3(forward_use_b_3),
        .use_b_4(forward_use_b_4),
        .use_b_5(forward_use_b_5),
        .forward_load_0(slice_3_forward_load_0),
        .forward_load_1(slice_3_forward_load_1),
        .forward_load_2(slice_3_forward_load_2),
        .forward_load_3(slice_3_forward_load_3),
        .forward_load_4(slice_3_forward_load_4),
        .forward_load_5(slice_3_forward_load_5),
        .load_slot(loader_slot),
        .copy_0(mover_copy_0),
        .copy_1(mover_copy_1),
        .copy_2(mover_copy_2),
        .copy_3(mover_copy_3),
        .copy_4(mover_copy_4),
        .copy_5(mover_copy_5),
        .copies(mover_copies),
        .copy_slot(mover_copy_slot),
        .sum_read(forward_sum_read),
        .sum_first(forward_sum_first),
        .sum_keep(forward_sum_keep),
        .sum_write(forward_sum_write),
        .read_0(backward_read_0),
        .read_1(backward_read_1),
        .read_2(backward_read_2),
        .read_3(backward_read_3),
        .read_4(backward_read_4),
        .read_5(backward_read_5),
        .read_slot_0(backward_read_slot_0),
        .read_slot_1(backward_read_slot_1),
        .read_slot_2(backward_read_slot_2),
        .read_slot_3(backward_read_slot_3),
        .read_slot_4(backward_read_slot_4),
        .read_slot_5(backward_read_slot_5),
        .move_bank_0(mover_move_bank_0),
        .move_bank_1(mover_move_bank_1),
        .move_bank_2(mover_move_bank_2),
        .move_bank_3(mover_move_bank_3),
        .move_bank_4(mover_move_bank_4),
        .move_bank_5(mover_move_bank_5),
        .write_0(backward_write_0),
        .write_1(backward_write_1),
        .write_2(backward_write_2),
        .write_3(backward_write_3),
        .write_4(backward_write_4),
        .write_5(backward_write_5),
        .write_slot_0(backward_write_slot_0),
        .write_slot_1(backward_write_slot_1),
        .write_slot_2(backward_write_slot_2),
        .write_slot_3(backward_write_slot_3),
        .write_slot_4(backward_write_slot_4),
        .write_slot_5(backward_write_slot_5),
        .write_load_0(backward_write_load_0),
        .write_load_1(backward_write_load_1),
        .write_load_2(backward_write_load_2),
        .write_load_3(backward_write_load_3),
        .write_load_4(backward_write_load_4),
        .write_load_5(backward_write_load_5)
    );

    always @(posedge clock) begin
        case (state)
            KERNEL_STATE_IDLE: begin
                if (start) begin
                    state <= KERNEL_STATE_RUNNING;
                    reason <= 4'd0;
                    culprit <= 2'd0;
                    stream_failed <= 1'b0;
                end
            end
            KERNEL_STATE_RUNNING: begin
                if (halt) begin
                    state <= KERNEL_STATE_DRAINING;
                    reason <= fault;
                    culprit <= fault_program;
                end else if (over) begin
                    state <= KERNEL_STATE_DRAINING;
                end
            end
            KERNEL_STATE_DRAINING: begin
                if (~(|reason) & (|fault)) begin
                    reason <= fault;
                    culprit <= fault_program;
                end
                if (eo_writer_failed) begin
                    reason <= WRITE_CODE;
                    culprit <= 2'd1;
                end
                if (ev_writer_failed) begin
                    reason <= WRITE_CODE;
                    culprit <= 2'd3;
                end
                if (quiet & reads_idle & forward_idle & ev_writer_idle & eo_writer_idle) begin
                    state <= KERNEL_STATE_ENDED;
                end
            end
            default: begin
                state <= KERNEL_STATE_IDLE;
            end
        endcase
        if (line_bad_0) begin
            stream_failed <= 1'b1;
            if (blames) begin
                culprit <= 2'd0;
            end
        end
        if (line_bad_1) begin
            stream_failed <= 1'b1;
            if (blames) begin
                culprit <= 2'd1;
            end
        end
        if (line_bad_2) begin
            stream_failed <= 1'b1;
            if (blames) begin
                culprit <= 2'd2;
            end
        end
        if (line_bad_3) begin
            stream_failed <= 1'b1;
            if (blames) begin
                culprit <= 2'd3;
            end
        end
        if (line_bad_4) begin
            stream_failed <= 1'b1;
            if (blames) begin
                culprit <= 2'd2;
            end
        end
        if (reset) begin
            state <= KERNEL_STATE_IDLE;
            reason <= 4'd0;
            stream_failed <= 1'b0;
        end
    end

    assign done = state == KERNEL_STATE_ENDED;

    // Begin, stop, end.
    assign begin_ = start & (state == KERNEL_STATE_IDLE);
    assign over = load_words_over & forward_words_over & backward_words_over & move_words_over;

    assign reads_idle =
        load_words_idle &
        forward_words_idle &
        backward_words_idle &
        move_words_idle &
        gradient_reader_idle;

    assign quiet = loader_idle & backward_idle & mover_idle;

    assign stuck =
        quiet &
        ~over &
        (loader_waiting | load_words_over) &
        (forward_waiting | forward_words_over) &
        (backward_waiting | backward_words_over) &
        (mover_waiting | move_words_over);

    assign no_gradient = backward_starved & gradient_reader_over;

    assign fault =
        (loader_bad_bank | forward_bad_bank | backward_bad_bank | mover_bad_bank) ? BANK_CODE :
        forward_bad_bag ? BAG_CODE :
        (loader_bad_vector | mover_bad_vector) ? VECTOR_CODE :
        (loader_failed | stream_failed) ? READ_CODE :
        no_gradient ? GRADIENT_CODE :
        (eo_writer_failed | ev_writer_failed) ? WRITE_CODE :
        stuck ? STUCK_CODE :
        4'd0;

    assign fault_program =
        loader_bad_bank ? 2'd0 :
        forward_bad_bank ? 2'd1 :
        backward_bad_bank ? 2'd2 :
        mover_bad_bank ? 2'd3 :
        forward_bad_bag ? 2'd1 :
        loader_bad_vector ? 2'd0 :
        mover_bad_vector ? 2'd3 :
        loader_failed ? 2'd0 :
        stream_failed ? culprit :
        no_gradient ? 2'd2 :
        eo_writer_failed ? 2'd1 :
        ev_writer_failed ? 2'd3 :
        2'd0;

    assign halt = (state == KERNEL_STATE_RUNNING) & (|fault);
    assign busy = state != KERNEL_STATE_IDLE;
    assign error = reason;
    assign error_program = culprit;
    assign blames = (state == KERNEL_STATE_RUNNING) & ~halt & ~stream_failed;

    // A line that the memory could not read: its words become waits that are never reached.
    assign line_bad_0 = line_valid_0 & line_error_0;
    assign line_bad_1 = line_valid_1 & line_error_1;
    assign line_bad_2 = line_valid_2 & line_error_2;
    assign line_bad_3 = line_valid_3 & line_error_3;
    assign line_bad_4 = line_valid_4 & line_error_4;
    assign load_words_line_data = line_bad_0 ? ONES : line_0;
    assign forward_words_line_data = line_bad_1 ? ONES : line_1;
    assign backward_words_line_data = line_bad_2 ? ONES : line_2;
    assign move_words_line_data = line_bad_3 ? ONES : line_3;

    // Gradients.
    assign gradient_reader_clock = clock;
    assign gradient_reader_stop = (state == KERNEL_STATE_RUNNING) & (halt | over);

    // EVs from the cache.
    assign ev_araddr = loader_araddr;
    assign loader_forward_ready = ~mover_copies;
    assign forward_writing_slot = mover_copies ? mover_copy_slot : loader_slot;
    assign forward_writing_0 = ~mover_copies ? loader_forward_load_0 : mover_copy_0;
    assign forward_writing_1 = ~mover_copies ? loader_forward_load_1 : mover_copy_1;
    assign forward_writing_2 = ~mover_copies ? loader_forward_load_2 : mover_copy_2;
    assign forward_writing_3 = ~mover_copies ? loader_forward_load_3 : mover_copy_3;
    assign forward_writing_4 = ~mover_copies ? loader_forward_load_4 : mover_copy_4;
    assign forward_writing_5 = ~mover_copies ? loader_forward_load_5 : mover_copy_5;

    // EVs to the cache, outputs to memory.
    assign ev_writer_clock = clock;
    assign eo_writer_address = output_base + {36'd0, forward_output_target[19:0], 8'd0};

    // The slices; what the last one has, all have.
    assign slice_0_clock = clock;
    assign slice_0_forward_load_0 = loader_forward_load_0 & ~mover_copies;
    assign slice_0_forward_load_1 = loader_forward_load_1 & ~mover_copies;
    assign slice_0_forward_load_2 = loader_forward_load_2 & ~mover_copies;
    assign slice_0_forward_load_3 = loader_forward_load_3 & ~mover_copies;
    assign slice_0_forward_load_4 = loader_forward_load_4 & ~mover_copies;
    assign slice_0_forward_load_5 = loader_forward_load_5 & ~mover_copies;
    assign slice_1_forward_load_0 = loader_forward_load_0 & ~mover_copies;
    assign slice_1_forward_load_1 = loader_forward_load_1 & ~mover_copies;
    assign slice_1_forward_load_2 = loader_forward_load_2 & ~mover_copies;
    assign slice_1_forward_load_3 = loader_forward_load_3 & ~mover_copies;
    assign slice_1_forward_load_4 = loader_forward_load_4 & ~mover_copies;
    assign slice_1_forward_load_5 = loader_forward_load_5 & ~mover_copies;
    assign slice_2_forward_load_0 = loader_forward_load_0 & ~mover_copies;
    assign slice_2_forward_load_1 = loader_forward_load_1 & ~mover_copies;
    assign slice_2_forward_load_2 = loader_forward_load_2 & ~mover_copies;
    assign slice_2_forward_load_3 = loader_forward_load_3 & ~mover_copies;
    assign slice_2_forward_load_4 = loader_forward_load_4 & ~mover_copies;
    assign slice_2_forward_load_5 = loader_forward_load_5 & ~mover_copies;
    assign slice_3_forward_load_0 = loader_forward_load_0 & ~mover_copies;
    assign slice_3_forward_load_1 = loader_forward_load_1 & ~mover_copies;
    assign slice_3_forward_load_2 = loader_forward_load_2 & ~mover_copies;
    assign slice_3_forward_load_3 = loader_forward_load_3 & ~mover_copies;
    assign slice_3_forward_load_4 = loader_forward_load_4 & ~mover_copies;
    assign slice_3_forward_load_5 = loader_forward_load_5 & ~mover_copies;

    // Bits that the design does not need.
    wire _unused = &{
        slice_0_load_valid,
        slice_0_gradient_valid,
        slice_0_move_valid,
        slice_0_output_valid,
        slice_1_load_valid,
        slice_1_gradient_valid,
        slice_1_move_valid,
        slice_1_output_valid,
        slice_2_load_valid,
        slice_2_gradient_valid,
        slice_2_move_valid,
        slice_2_output_valid,
        1'b0
    };

endmodule

`default_nettype wire
