// Serves CXL.mem reads and writes of persistent memory and scratchpad. A read and a write a cycle; stalls
// when too many of a port are under way.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_mem_target_c1_faults (
    input  wire         clock,
    input  wire         reset,
    input  wire [21:0]  persistent_gib,
    input  wire [63:0]  hdm_base_0,
    input  wire [63:0]  hdm_base_1,
    input  wire [63:0]  watch_base,
    input  wire [63:0]  watch_bytes,
    output wire         read_done,
    output wire         write_done,
    output wire         watched,
    output wire         unwatched,
    input  wire         forget,
    output wire         counting,
    output wire         poison_overflow,
    input  wire         channel_overflow_0,
    input  wire         scratch_overflow_0,
    input  wire         cxl_mem_m2s_req_valid,
    output wire         cxl_mem_m2s_req_ready,
    input  wire [3:0]   cxl_mem_m2s_req_opcode,
    input  wire [2:0]   cxl_mem_m2s_req_snp_type,
    input  wire [1:0]   cxl_mem_m2s_req_meta_field,
    input  wire [1:0]   cxl_mem_m2s_req_meta_value,
    input  wire [15:0]  cxl_mem_m2s_req_tag,
    input  wire [45:0]  cxl_mem_m2s_req_address,
    input  wire         cxl_mem_m2s_rwd_valid,
    output wire         cxl_mem_m2s_rwd_ready,
    input  wire [3:0]   cxl_mem_m2s_rwd_opcode,
    input  wire [2:0]   cxl_mem_m2s_rwd_snp_type,
    input  wire [1:0]   cxl_mem_m2s_rwd_meta_field,
    input  wire [1:0]   cxl_mem_m2s_rwd_meta_value,
    input  wire [15:0]  cxl_mem_m2s_rwd_tag,
    input  wire [45:0]  cxl_mem_m2s_rwd_address,
    input  wire         cxl_mem_m2s_rwd_poison,
    input  wire [63:0]  cxl_mem_m2s_rwd_be,
    input  wire [511:0] cxl_mem_m2s_rwd_data,
    output wire         cxl_mem_s2m_ndr_valid,
    input  wire         cxl_mem_s2m_ndr_ready,
    output wire [2:0]   cxl_mem_s2m_ndr_opcode,
    output wire [1:0]   cxl_mem_s2m_ndr_meta_field,
    output wire [1:0]   cxl_mem_s2m_ndr_meta_value,
    output wire [15:0]  cxl_mem_s2m_ndr_tag,
    output wire [1:0]   cxl_mem_s2m_ndr_dev_load,
    output wire         cxl_mem_s2m_drs_valid,
    input  wire         cxl_mem_s2m_drs_ready,
    output wire [2:0]   cxl_mem_s2m_drs_opcode,
    output wire [1:0]   cxl_mem_s2m_drs_meta_field,
    output wire [1:0]   cxl_mem_s2m_drs_meta_value,
    output wire [15:0]  cxl_mem_s2m_drs_tag,
    output wire         cxl_mem_s2m_drs_poison,
    output wire [1:0]   cxl_mem_s2m_drs_dev_load,
    output wire [511:0] cxl_mem_s2m_drs_data,
    output wire [63:0]  channel_read_address_0,
    output wire         channel_read_valid_0,
    input  wire         channel_read_ready_0,
    input  wire         channel_answer_valid_0,
    input  wire [512:0] channel_answer_0,
    output wire [63:0]  scratch_read_address_0,
    output wire         scratch_read_valid_0,
    input  wire         scratch_read_ready_0,
    input  wire         scratch_answer_valid_0,
    input  wire [512:0] scratch_answer_0,
    output wire [511:0] write_data,
    output wire [63:0]  write_strobes,
    output wire         write_poison,
    output wire [63:0]  channel_write_address,
    output wire         channel_write_valid_0,
    input  wire         channel_write_ready_0,
    input  wire         channel_written_0,
    input  wire         channel_write_error_0,
    output wire [63:0]  scratch_write_address,
    output wire         scratch_write_valid_0,
    input  wire         scratch_write_ready_0,
    input  wire         scratch_written_0,
    input  wire         scratch_write_error_0,
    input  wire [3:0]   fault_0
);

    localparam [63:0] ALL_BYTES = 64'hffffffffffffffff;
    localparam [2:0] CMP = 3'd0;
    localparam [3:0] LOST_ANSWER_0 = 4'd2;
    localparam [3:0] MEM_CLN_EVCT = 4'd10;
    localparam [2:0] MEM_DATA = 3'd0;
    localparam [2:0] MEM_DATA_NXM = 3'd1;
    localparam [3:0] MEM_INV = 4'd0;
    localparam [3:0] MEM_INV_NT = 4'd9;
    localparam [3:0] MEM_RD = 4'd1;
    localparam [3:0] MEM_RD_DATA = 4'd2;
    localparam [3:0] MEM_WR = 4'd1;
    localparam [3:0] MEM_WR_PTL = 4'd2;
    localparam [63:0] MOST_BYTES = 64'h0000000004000000;
    localparam [511:0] NO_LINE = 512'hffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff;
    localparam [1:0] NO_META = 2'd3;
    localparam [1:0] NO_VALUE = 2'd0;
    localparam [3:0] REPEATED_ANSWER_0 = 4'd3;
    localparam [15:0] TAG_BIT_0 = 16'd1;
    localparam [3:0] WRONG_TAG_0 = 4'd1;

    wire [63:0] read_address;
    wire read_persistent;
    wire read_scratchpad;
    wire [63:0] write_address;
    wire write_persistent;
    wire write_scratchpad;
    wire [3:0] req_opcode;
    wire req_snoops;
    wire [15:0] req_tag;
    wire is_read;
    wire is_done;
    wire read_room;
    wire done_room;
    wire read_taken;
    wire unmapped_read;
    wire [3:0] rwd_opcode;
    wire [15:0] rwd_tag;
    wire rwd_poison;
    wire is_write;
    wire [63:0] strobes;
    wire is_whole;
    wire to_channel;
    wire to_scratch;
    wire to_nothing;
    wire write_taken;
    wire [63:0] watch_offset;
    wire watched_write;
    wire watching;
    wire [81:0] inner_tag;
    wire [511:0] answer_line;
    wire [15:0] answer_tag;
    wire answer_poison;
    wire answer_unmapped;
    wire [2:0] answers;
    wire [3:0] completions;
    wire [15:0] completed_tag;
    wire [81:0] written;
    wire bad;
    wire requests_in_valid;
    wire [70:0] requests_out_data;
    wire requests_out_valid;
    wire requests_out_ready;
    wire writes_in_valid;
    wire [644:0] writes_out_data;
    wire writes_out_valid;
    wire read_decoder_persistent;
    wire read_decoder_scratchpad;
    wire [63:0] read_decoder_device_address;
    wire write_decoder_persistent;
    wire write_decoder_scratchpad;
    wire [63:0] write_decoder_device_address;
    wire channel_reads_in_valid;
    wire channel_reads_in_ready;
    wire [63:0] channel_reads_request_address_0;
    wire [511:0] channel_reads_line_data;
    wire [63:0] channel_reads_line_address;
    wire channel_reads_line_error;
    wire channel_reads_line_valid;
    wire channel_reads_line_ready;
    wire scratch_reads_in_valid;
    wire scratch_reads_in_ready;
    wire [511:0] scratch_reads_line_data;
    wire [63:0] scratch_reads_line_address;
    wire scratch_reads_line_error;
    wire scratch_reads_line_valid;
    wire scratch_reads_line_ready;
    wire channel_tags_in_valid;
    wire channel_tags_in_ready;
    wire [15:0] channel_tags_out_data;
    wire channel_tags_out_valid;
    wire channel_tags_out_ready;
    wire scratch_tags_in_valid;
    wire scratch_tags_in_ready;
    wire [15:0] scratch_tags_out_data;
    wire scratch_tags_out_valid;
    wire scratch_tags_out_ready;
    wire unmapped_tags_in_valid;
    wire unmapped_tags_in_ready;
    wire [15:0] unmapped_tags_out_data;
    wire unmapped_tags_out_valid;
    wire unmapped_tags_out_ready;
    wire channel_writes_in_valid;
    wire channel_writes_in_ready;
    wire [81:0] channel_writes_out_tag;
    wire channel_writes_out_error;
    wire channel_writes_out_valid;
    wire channel_writes_out_ready;
    wire scratch_writes_in_valid;
    wire scratch_writes_in_ready;
    wire [81:0] scratch_writes_out_tag;
    wire scratch_writes_out_error;
    wire scratch_writes_out_valid;
    wire scratch_writes_out_ready;
    wire done_reads_in_valid;
    wire done_reads_in_ready;
    wire [15:0] done_reads_out_data;
    wire done_reads_out_valid;
    wire done_reads_out_ready;
    wire done_writes_in_valid;
    wire done_writes_in_ready;
    wire [15:0] done_writes_out_data;
    wire done_writes_out_valid;
    wire done_writes_out_ready;
    wire arrivals_good;
    wire arrivals_bad;
    wire forgets_out_bit;
    wire [2:0] drs_arbiter_grant;
    wire [3:0] drs_arbiter_chosen;
    wire drs_in_valid;
    wire drs_in_ready;
    wire [529:0] drs_out_data;
    wire [3:0] ndr_arbiter_grant;
    wire [3:0] ndr_arbiter_chosen;
    wire ndr_in_valid;
    wire ndr_in_ready;
    wire [15:0] ndr_out_data;
    wire ndr_out_valid;
    wire ndr_out_ready;

    emb_fifo #(.WIDTH(71), .LOG_DEPTH(2)) u_requests (
        .clock(clock),
        .reset(reset),
        .in_data({cxl_mem_m2s_req_snp_type, cxl_mem_m2s_req_opcode, cxl_mem_m2s_req_tag, read_decoder_scratchpad, read_decoder_persistent, read_decoder_device_address[51:6]}),
        .in_valid(requests_in_valid),
        .in_ready(cxl_mem_m2s_req_ready),
        .out_data(requests_out_data),
        .out_valid(requests_out_valid),
        .out_ready(requests_out_ready)
    );

    emb_fifo #(.WIDTH(645), .LOG_DEPTH(2)) u_writes (
        .clock(clock),
        .reset(reset),
        .in_data({cxl_mem_m2s_rwd_poison, cxl_mem_m2s_rwd_opcode, cxl_mem_m2s_rwd_tag, write_decoder_scratchpad, write_decoder_persistent, write_decoder_device_address[51:6], cxl_mem_m2s_rwd_be, cxl_mem_m2s_rwd_data}),
        .in_valid(writes_in_valid),
        .in_ready(cxl_mem_m2s_rwd_ready),
        .out_data(writes_out_data),
        .out_valid(writes_out_valid),
        .out_ready(write_taken)
    );

    emb_hdm_decoder_c1 u_read_decoder (
        .address(cxl_mem_m2s_req_address),
        .persistent_gib(persistent_gib),
        .base_0(hdm_base_0),
        .base_1(hdm_base_1),
        .persistent(read_decoder_persistent),
        .scratchpad(read_decoder_scratchpad),
        .device_address(read_decoder_device_address)
    );

    emb_hdm_decoder_c1 u_write_decoder (
        .address(cxl_mem_m2s_rwd_address),
        .persistent_gib(persistent_gib),
        .base_0(hdm_base_0),
        .base_1(hdm_base_1),
        .persistent(write_decoder_persistent),
        .scratchpad(write_decoder_scratchpad),
        .device_address(write_decoder_device_address)
    );

    emb_line_reader_p1 #(.LOG_LINES(5)) u_channel_reads (
        .clock(clock),
        .reset(reset),
        .in_address(read_address),
        .in_valid(channel_reads_in_valid),
        .in_ready(channel_reads_in_ready),
        .request_address_0(channel_reads_request_address_0),
        .request_valid_0(channel_read_valid_0),
        .request_ready_0(channel_read_ready_0),
        .answer_valid_0(channel_answer_valid_0),
        .answer_0(channel_answer_0),
        .line_data(channel_reads_line_data),
        .line_address(channel_reads_line_address),
        .line_error(channel_reads_line_error),
        .line_valid(channel_reads_line_valid),
        .line_ready(channel_reads_line_ready)
    );

    emb_line_reader_p1 #(.LOG_LINES(5)) u_scratch_reads (
        .clock(clock),
        .reset(reset),
        .in_address(read_address),
        .in_valid(scratch_reads_in_valid),
        .in_ready(scratch_reads_in_ready),
        .request_address_0(scratch_read_address_0),
        .request_valid_0(scratch_read_valid_0),
        .request_ready_0(scratch_read_ready_0),
        .answer_valid_0(scratch_answer_valid_0),
        .answer_0(scratch_answer_0),
        .line_data(scratch_reads_line_data),
        .line_address(scratch_reads_line_address),
        .line_error(scratch_reads_line_error),
        .line_valid(scratch_reads_line_valid),
        .line_ready(scratch_reads_line_ready)
    );

    emb_fifo #(.WIDTH(16), .LOG_DEPTH(6)) u_channel_tags (
        .clock(clock),
        .reset(reset),
        .in_data(req_tag),
        .in_valid(channel_tags_in_valid),
        .in_ready(channel_tags_in_ready),
        .out_data(channel_tags_out_data),
        .out_valid(channel_tags_out_valid),
        .out_ready(channel_tags_out_ready)
    );

    emb_fifo #(.WIDTH(16), .LOG_DEPTH(6)) u_scratch_tags (
        .clock(clock),
        .reset(reset),
        .in_data(req_tag),
        .in_valid(scratch_tags_in_valid),
        .in_ready(scratch_tags_in_ready),
        .out_data(scratch_tags_out_data),
        .out_valid(scratch_tags_out_valid),
        .out_ready(scratch_tags_out_ready)
    );

    emb_fifo #(.WIDTH(16), .LOG_DEPTH(2)) u_unmapped_tags (
        .clock(clock),
        .reset(reset),
        .in_data(req_tag),
        .in_valid(unmapped_tags_in_valid),
        .in_ready(unmapped_tags_in_ready),
        .out_data(unmapped_tags_out_data),
        .out_valid(unmapped_tags_out_valid),
        .out_ready(unmapped_tags_out_ready)
    );

    emb_tagged_writer_p1_w82 u_channel_writes (
        .clock(clock),
        .reset(reset),
        .in_address(write_address),
        .in_tag(inner_tag),
        .in_valid(channel_writes_in_valid),
        .in_ready(channel_writes_in_ready),
        .port_address(channel_write_address),
        .port_valid_0(channel_write_valid_0),
        .port_ready_0(channel_write_ready_0),
        .answer_valid_0(channel_written_0),
        .answer_error_0(channel_write_error_0),
        .out_tag(channel_writes_out_tag),
        .out_error(channel_writes_out_error),
        .out_valid(channel_writes_out_valid),
        .out_ready(channel_writes_out_ready)
    );

    emb_tagged_writer_p1_w82 u_scratch_writes (
        .clock(clock),
        .reset(reset),
        .in_address(write_address),
        .in_tag(inner_tag),
        .in_valid(scratch_writes_in_valid),
        .in_ready(scratch_writes_in_ready),
        .port_address(scratch_write_address),
        .port_valid_0(scratch_write_valid_0),
        .port_ready_0(scratch_write_ready_0),
        .answer_valid_0(scratch_written_0),
        .answer_error_0(scratch_write_error_0),
        .out_tag(scratch_writes_out_tag),
        .out_error(scratch_writes_out_error),
        .out_valid(scratch_writes_out_valid),
        .out_ready(scratch_writes_out_ready)
    );

    emb_fifo #(.WIDTH(16), .LOG_DEPTH(2)) u_done_reads (
        .clock(clock),
        .reset(reset),
        .in_data(req_tag),
        .in_valid(done_reads_in_valid),
        .in_ready(done_reads_in_ready),
        .out_data(done_reads_out_data),
        .out_valid(done_reads_out_valid),
        .out_ready(done_reads_out_ready)
    );

    emb_fifo #(.WIDTH(16), .LOG_DEPTH(2)) u_done_writes (
        .clock(clock),
        .reset(reset),
        .in_data(rwd_tag),
        .in_valid(done_writes_in_valid),
        .in_ready(done_writes_in_ready),
        .out_data(done_writes_out_data),
        .out_valid(done_writes_out_valid),
        .out_ready(done_writes_out_ready)
    );

    emb_arrivals u_arrivals (
        .clock(clock),
        .reset(reset),
        .line(scratch_writes_out_tag[43:24]),
        .good(arrivals_good),
        .bad(arrivals_bad),
        .forget(forgets_out_bit),
        .counted(watched),
        .lost(unwatched),
        .busy(counting)
    );

    emb_sampler u_forgets (
        .clock(clock),
        .in_bit(forget),
        .out_bit(forgets_out_bit)
    );

    emb_round_robin_3 u_drs_arbiter (
        .clock(clock),
        .reset(reset),
        .request(answers),
        .advance(drs_in_ready),
        .grant(drs_arbiter_grant),
        .chosen(drs_arbiter_chosen)
    );

    emb_fifo #(.WIDTH(530), .LOG_DEPTH(2)) u_drs (
        .clock(clock),
        .reset(reset),
        .in_data({answer_poison, answer_unmapped, answer_tag, answer_line}),
        .in_valid(drs_in_valid),
        .in_ready(drs_in_ready),
        .out_data(drs_out_data),
        .out_valid(cxl_mem_s2m_drs_valid),
        .out_ready(cxl_mem_s2m_drs_ready)
    );

    emb_round_robin_4 u_ndr_arbiter (
        .clock(clock),
        .reset(reset),
        .request(completions),
        .advance(ndr_in_ready),
        .grant(ndr_arbiter_grant),
        .chosen(ndr_arbiter_chosen)
    );

    emb_fifo #(.WIDTH(16), .LOG_DEPTH(2)) u_ndr (
        .clock(clock),
        .reset(reset),
        .in_data(completed_tag),
        .in_valid(ndr_in_valid),
        .in_ready(ndr_in_ready),
        .out_data(ndr_out_data),
        .out_valid(ndr_out_valid),
        .out_ready(ndr_out_ready)
    );

    // M2S Req. An address is decoded before it waits.
    assign requests_in_valid = cxl_mem_m2s_req_valid;
    assign read_address = {12'd0, requests_out_data[45:0], 6'd0};
    assign read_persistent = requests_out_data[46];
    assign read_scratchpad = requests_out_data[47];
    assign req_tag = requests_out_data[63:48];
    assign req_opcode = requests_out_data[67:64];
    assign req_snoops = |requests_out_data[70:68];
    assign is_read = (req_opcode == MEM_RD) | (req_opcode == MEM_RD_DATA);

    assign is_done =
        (is_read & req_snoops) |
        (req_opcode == MEM_INV) |
        (req_opcode == MEM_INV_NT) |
        (req_opcode == MEM_CLN_EVCT);

    assign unmapped_read = ~read_persistent & ~read_scratchpad;

    assign read_room =
        ~is_read |
        (read_persistent & channel_reads_in_ready & channel_tags_in_ready) |
        (read_scratchpad & scratch_reads_in_ready & scratch_tags_in_ready) |
        (unmapped_read & unmapped_tags_in_ready);

    assign done_room = ~is_done | done_reads_in_ready;
    assign read_taken = requests_out_valid & read_room & done_room;
    assign requests_out_ready = read_room & done_room;
    assign done_reads_in_valid = read_taken & is_done;
    assign channel_reads_in_valid = read_taken & is_read & read_persistent;
    assign channel_tags_in_valid = read_taken & is_read & read_persistent;
    assign scratch_reads_in_valid = read_taken & is_read & read_scratchpad;
    assign scratch_tags_in_valid = read_taken & is_read & read_scratchpad;
    assign unmapped_tags_in_valid = read_taken & is_read & unmapped_read;

    // M2S RwD.
    assign writes_in_valid = cxl_mem_m2s_rwd_valid;
    assign write_address = {12'd0, writes_out_data[621:576], 6'd0};
    assign write_persistent = writes_out_data[622];
    assign write_scratchpad = writes_out_data[623];
    assign rwd_tag = writes_out_data[639:624];
    assign rwd_opcode = writes_out_data[643:640];
    assign rwd_poison = writes_out_data[644];
    assign is_write = (rwd_opcode == MEM_WR) | (rwd_opcode == MEM_WR_PTL);
    assign to_channel = is_write & write_persistent;
    assign to_scratch = is_write & write_scratchpad;
    assign to_nothing = is_write & ~write_persistent & ~write_scratchpad;

    assign write_taken =
        ~is_write |
        (to_channel & channel_writes_in_ready) |
        (to_scratch & scratch_writes_in_ready) |
        (to_nothing & done_writes_in_ready);

    assign write_data = writes_out_data[511:0];
    assign strobes = (rwd_opcode != MEM_WR) ? writes_out_data[575:512] : ALL_BYTES;
    assign is_whole = strobes == ALL_BYTES;
    assign write_strobes = strobes;
    assign write_poison = rwd_poison;
    assign inner_tag = {write_address, is_whole, rwd_poison, rwd_tag};
    assign channel_writes_in_valid = writes_out_valid & to_channel;
    assign scratch_writes_in_valid = writes_out_valid & to_scratch;
    assign done_writes_in_valid = writes_out_valid & to_nothing;

    // Memory.
    assign channel_read_address_0 = channel_reads_request_address_0;

    // S2M DRS: lines of channels, of the scratchpad, and of nothing.
    assign answers = {unmapped_tags_out_valid, scratch_reads_line_valid, channel_reads_line_valid};

    wire answer_poison_so_far = drs_arbiter_grant[1] ? scratch_reads_line_error : channel_reads_line_error;

    assign answer_line =
        drs_arbiter_grant[2] ? NO_LINE :
        drs_arbiter_grant[1] ? scratch_reads_line_data :
        channel_reads_line_data;

    assign answer_tag =
        drs_arbiter_grant[2] ? unmapped_tags_out_data :
        drs_arbiter_grant[1] ? scratch_tags_out_data :
        channel_tags_out_data;

    assign answer_poison = answer_poison_so_far & ~drs_arbiter_grant[2];
    assign answer_unmapped = drs_arbiter_grant[2];
    assign channel_reads_line_ready = drs_arbiter_grant[0] & drs_in_ready;
    assign channel_tags_out_ready = drs_arbiter_grant[0] & drs_in_ready;
    assign scratch_reads_line_ready = drs_arbiter_grant[1] & drs_in_ready;
    assign scratch_tags_out_ready = drs_arbiter_grant[1] & drs_in_ready;
    assign unmapped_tags_out_ready = drs_arbiter_grant[2] & drs_in_ready;
    assign drs_in_valid = |drs_arbiter_grant;
    assign read_done = (|drs_arbiter_grant) & drs_in_ready;
    assign cxl_mem_s2m_drs_opcode = drs_out_data[528] ? MEM_DATA_NXM : MEM_DATA;
    assign cxl_mem_s2m_drs_meta_field = NO_META;
    assign cxl_mem_s2m_drs_meta_value = NO_VALUE;
    assign cxl_mem_s2m_drs_tag = drs_out_data[527:512];
    assign cxl_mem_s2m_drs_poison = drs_out_data[529];
    assign cxl_mem_s2m_drs_dev_load = 2'd0;
    assign cxl_mem_s2m_drs_data = drs_out_data[511:0];
    assign poison_overflow = channel_overflow_0 | scratch_overflow_0;

    // S2M NDR: writes that memory has answered, and what needs no memory.
    assign completions = {done_writes_out_valid, done_reads_out_valid, scratch_writes_out_valid, channel_writes_out_valid};
    assign written = ndr_arbiter_grant[1] ? scratch_writes_out_tag : channel_writes_out_tag;

    assign completed_tag =
        ndr_arbiter_grant[3] ? done_writes_out_data :
        ndr_arbiter_grant[2] ? done_reads_out_data :
        written[15:0];

    assign channel_writes_out_ready = ndr_arbiter_grant[0] & ndr_in_ready;
    assign scratch_writes_out_ready = ndr_arbiter_grant[1] & ndr_in_ready;
    assign done_reads_out_ready = ndr_arbiter_grant[2] & ndr_in_ready;
    assign done_writes_out_ready = ndr_arbiter_grant[3] & ndr_in_ready;
    assign write_done = (|ndr_arbiter_grant[1:0]) & ndr_in_ready;

    // A watched line arrives whole and good, and a bad write of it makes it bad again. What region is watched when it is answered counts.
    assign watch_offset = scratch_writes_out_tag[81:18] - watch_base;
    assign watching = (watch_offset < watch_bytes) & (watch_offset < MOST_BYTES);
    assign watched_write = ndr_arbiter_grant[1] & ndr_in_ready & watching & ~reset;
    assign bad = scratch_writes_out_tag[16] | scratch_writes_out_error;
    assign arrivals_good = watched_write & ~bad & scratch_writes_out_tag[17];
    assign arrivals_bad = watched_write & bad;
    assign ndr_in_valid = |ndr_arbiter_grant;
    assign cxl_mem_s2m_ndr_valid = ndr_out_valid & (fault_0 != LOST_ANSWER_0);
    assign ndr_out_ready = (cxl_mem_s2m_ndr_ready | (fault_0 == LOST_ANSWER_0)) & (fault_0 != REPEATED_ANSWER_0);
    assign cxl_mem_s2m_ndr_opcode = CMP;
    assign cxl_mem_s2m_ndr_meta_field = NO_META;
    assign cxl_mem_s2m_ndr_meta_value = NO_VALUE;

    // Faults, for tests.
    assign cxl_mem_s2m_ndr_tag = (fault_0 == WRONG_TAG_0) ? ndr_out_data ^ TAG_BIT_0 : ndr_out_data;
    assign cxl_mem_s2m_ndr_dev_load = 2'd0;

    // Bits that the design does not need.
    wire _unused = &{
        cxl_mem_m2s_req_meta_field,
        cxl_mem_m2s_req_meta_value,
        cxl_mem_m2s_rwd_snp_type,
        cxl_mem_m2s_rwd_meta_field,
        cxl_mem_m2s_rwd_meta_value,
        written[81:16],
        read_decoder_device_address[5:0],
        read_decoder_device_address[63:52],
        write_decoder_device_address[5:0],
        write_decoder_device_address[63:52],
        channel_reads_line_address,
        scratch_reads_line_address,
        channel_tags_out_valid,
        scratch_tags_out_valid,
        channel_writes_out_error,
        drs_arbiter_chosen,
        ndr_arbiter_chosen,
        1'b0
    };

endmodule

`default_nettype wire
