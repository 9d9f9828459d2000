// Takes line reads of operands, starting lines and lists to the channels and the scratchpad, and the answers
// back. One cycle to the port; a line a cycle and port; a starting line goes before an operand for the same
// channel.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module read_crossbar_c1 (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  operand_address,
    input  wire [5:0]   operand_slot,
    input  wire         operand_valid,
    output reg          operand_ready,
    input  wire [63:0]  start_address,
    input  wire [5:0]   start_slot,
    input  wire         start_valid,
    output reg          start_ready,
    input  wire [63:0]  list_address_0,
    input  wire [63:0]  list_address_1,
    input  wire [63:0]  list_address_2,
    input  wire [63:0]  list_address_3,
    input  wire [63:0]  list_address_4,
    input  wire         list_valid_0,
    input  wire         list_valid_1,
    input  wire         list_valid_2,
    input  wire         list_valid_3,
    input  wire         list_valid_4,
    output wire         list_ready_0,
    output wire         list_ready_1,
    output wire         list_ready_2,
    output wire         list_ready_3,
    output wire         list_ready_4,
    output wire [8:0]   channel_arid_0,
    output wire [63:0]  channel_araddr_0,
    output wire         channel_arvalid_0,
    input  wire         channel_arready_0,
    input  wire [8:0]   channel_rid_0,
    input  wire [511:0] channel_rdata_0,
    input  wire [1:0]   channel_rresp_0,
    input  wire         channel_rvalid_0,
    output wire         channel_rready_0,
    output wire [8:0]   scratch_arid,
    output wire [63:0]  scratch_araddr,
    output wire         scratch_arvalid,
    input  wire         scratch_arready,
    input  wire [8:0]   scratch_rid,
    input  wire [511:0] scratch_rdata,
    input  wire [1:0]   scratch_rresp,
    input  wire         scratch_rvalid,
    output wire         scratch_rready,
    output wire         operand_answer_valid_0,
    output wire         operand_answer_valid_1,
    input  wire         operand_answer_ready_0,
    input  wire         operand_answer_ready_1,
    output wire [5:0]   operand_answer_slot_0,
    output wire [5:0]   operand_answer_slot_1,
    output wire [511:0] operand_answer_data_0,
    output wire [511:0] operand_answer_data_1,
    output wire         operand_answer_error_0,
    output wire         operand_answer_error_1,
    output wire         start_answer_valid_0,
    input  wire         start_answer_ready_0,
    output wire [5:0]   start_answer_slot_0,
    output wire [511:0] start_answer_data_0,
    output wire         start_answer_error_0,
    output wire         list_line_valid_0,
    output wire         list_line_valid_1,
    output wire         list_line_valid_2,
    output wire         list_line_valid_3,
    output wire         list_line_valid_4,
    output wire         list_line_error_0,
    output wire         list_line_error_1,
    output wire         list_line_error_2,
    output wire         list_line_error_3,
    output wire         list_line_error_4,
    output wire [511:0] list_line_data,
    output wire         gradient_asked
);

    localparam [8:0] LIST_IDS_0 = 9'd128;
    localparam [8:0] LIST_IDS_1 = 9'd192;
    localparam [8:0] LIST_IDS_2 = 9'd256;
    localparam [8:0] LIST_IDS_3 = 9'd320;
    localparam [8:0] LIST_IDS_4 = 9'd384;
    localparam [2:0] LIST_KINDS_0 = 3'd2;
    localparam [2:0] LIST_KINDS_1 = 3'd3;
    localparam [2:0] LIST_KINDS_2 = 3'd4;
    localparam [2:0] LIST_KINDS_3 = 3'd5;
    localparam [2:0] LIST_KINDS_4 = 3'd6;
    localparam [63:0] SCRATCHPAD_BASE = 64'h0008000000000000;

    wire [8:0] operand_id;
    wire [8:0] start_id;
    wire operand_in_scratch;
    wire operand_taken_0;
    wire operand_taken_1;
    wire start_taken_0;
    wire operand_wants_0;
    wire start_wants_0;
    reg operand_request;
    wire [4:0] list_request;
    wire [4:0] list_requests_0;
    wire [4:0] list_requests_1;
    wire [4:0] list_requests_2;
    wire [4:0] list_requests_3;
    wire [4:0] list_requests_4;
    reg [63:0] scratch_address;
    reg [8:0] scratch_id;
    wire [2:0] scratch_kind;
    wire operand_map_select;
    wire [63:0] operand_map_channel_address;
    wire start_map_select;
    wire [63:0] start_map_channel_address;
    wire channel_queue_0_clock;
    reg [72:0] channel_queue_0_in_data;
    wire channel_queue_0_in_valid;
    wire channel_queue_0_in_ready;
    wire [72:0] channel_queue_0_out_data;
    wire [72:0] scratch_queue_in_data;
    wire scratch_queue_in_valid;
    wire scratch_queue_in_ready;
    wire [72:0] scratch_queue_out_data;
    wire [5:0] arbiter_grant;

    channel_map_c1 u_operand_map (
        .address(operand_address),
        .select(operand_map_select),
        .channel_address(operand_map_channel_address)
    );

    channel_map_c1 u_start_map (
        .address(start_address),
        .select(start_map_select),
        .channel_address(start_map_channel_address)
    );

    fifo_w73_d16 u_channel_queue_0 (
        .clock(channel_queue_0_clock),
        .reset(reset),
        .in_data(channel_queue_0_in_data),
        .in_valid(channel_queue_0_in_valid),
        .in_ready(channel_queue_0_in_ready),
        .out_data(channel_queue_0_out_data),
        .out_valid(channel_arvalid_0),
        .out_ready(channel_arready_0)
    );

    fifo_w73_d16 u_scratch_queue (
        .clock(clock),
        .reset(reset),
        .in_data(scratch_queue_in_data),
        .in_valid(scratch_queue_in_valid),
        .in_ready(scratch_queue_in_ready),
        .out_data(scratch_queue_out_data),
        .out_valid(scratch_arvalid),
        .out_ready(scratch_arready)
    );

    round_robin_6 u_arbiter (
        .clock(clock),
        .reset(reset),
        .request({list_request, operand_request}),
        .advance(scratch_queue_in_ready),
        .grant(arbiter_grant)
    );

    assign operand_in_scratch = operand_address >= SCRATCHPAD_BASE;
    assign operand_id = {3'd0, operand_slot};
    assign start_id = {3'd1, start_slot};

    // Channels: a queue each; starting lines first.
    assign channel_queue_0_clock = clock;
    assign start_wants_0 = start_valid & start_map_select;
    assign operand_wants_0 = operand_valid & ~operand_in_scratch & operand_map_select;
    assign channel_queue_0_in_valid = start_wants_0 | operand_wants_0;

    always @* begin
        channel_queue_0_in_data = {operand_id, operand_map_channel_address};
        if (start_wants_0) begin
            channel_queue_0_in_data = {start_id, start_map_channel_address};
        end
    end

    assign channel_araddr_0 = channel_queue_0_out_data[63:0];
    assign channel_arid_0 = channel_queue_0_out_data[72:64];

    // Who is taken: the scratchpad is in turn 0 of the operand's places, channel i in place i + 1.
    assign operand_taken_0 = operand_in_scratch & arbiter_grant[0] & scratch_queue_in_ready;
    assign gradient_asked = operand_in_scratch & arbiter_grant[0] & scratch_queue_in_ready;
    assign operand_taken_1 = ~operand_in_scratch & operand_map_select & channel_queue_0_in_ready & ~start_wants_0;
    assign start_taken_0 = start_map_select & channel_queue_0_in_ready;

    always @* begin
        operand_ready = 1'b0;
        if (operand_taken_0) begin
            operand_ready = 1'b1;
        end
        if (operand_taken_1) begin
            operand_ready = 1'b1;
        end
    end

    always @* begin
        start_ready = 1'b0;
        if (start_taken_0) begin
            start_ready = 1'b1;
        end
    end

    always @* begin
        // Scratchpad: operand and lists in turn.
        operand_request = 1'b0;
        if (operand_valid & operand_in_scratch) begin
            operand_request = 1'b1;
        end
    end

    assign list_requests_0 = {4'd0, list_valid_0};
    assign list_request = list_requests_4;
    assign list_requests_1 = {list_requests_0[4:2], list_valid_1, list_requests_0[0]};
    assign list_requests_2 = {list_requests_1[4:3], list_valid_2, list_requests_1[1:0]};
    assign list_requests_3 = {list_requests_2[4], list_valid_3, list_requests_2[2:0]};
    assign list_requests_4 = {list_valid_4, list_requests_3[3:0]};

    always @* begin
        scratch_address = operand_address;
        scratch_id = operand_id;
        if (arbiter_grant[1]) begin
            scratch_address = list_address_0;
            scratch_id = LIST_IDS_0;
        end
        if (arbiter_grant[2]) begin
            scratch_address = list_address_1;
            scratch_id = LIST_IDS_1;
        end
        if (arbiter_grant[3]) begin
            scratch_address = list_address_2;
            scratch_id = LIST_IDS_2;
        end
        if (arbiter_grant[4]) begin
            scratch_address = list_address_3;
            scratch_id = LIST_IDS_3;
        end
        if (arbiter_grant[5]) begin
            scratch_address = list_address_4;
            scratch_id = LIST_IDS_4;
        end
    end

    assign list_ready_0 = arbiter_grant[1] & scratch_queue_in_ready;
    assign list_ready_1 = arbiter_grant[2] & scratch_queue_in_ready;
    assign list_ready_2 = arbiter_grant[3] & scratch_queue_in_ready;
    assign list_ready_3 = arbiter_grant[4] & scratch_queue_in_ready;
    assign list_ready_4 = arbiter_grant[5] & scratch_queue_in_ready;
    assign scratch_queue_in_valid = |arbiter_grant;
    assign scratch_queue_in_data = {scratch_id, scratch_address - SCRATCHPAD_BASE};
    assign scratch_araddr = scratch_queue_out_data[63:0];
    assign scratch_arid = scratch_queue_out_data[72:64];

    // Answers: to whom the ID says.
    assign scratch_kind = scratch_rid[8:6];
    assign operand_answer_valid_0 = scratch_rvalid & (scratch_kind == 3'd0);
    assign operand_answer_slot_0 = scratch_rid[5:0];
    assign operand_answer_data_0 = scratch_rdata;
    assign operand_answer_error_0 = scratch_rresp[1];
    assign scratch_rready = operand_answer_ready_0 | (scratch_kind != 3'd0);
    assign list_line_data = scratch_rdata;
    assign list_line_valid_0 = scratch_rvalid & (scratch_kind == LIST_KINDS_0);
    assign list_line_error_0 = scratch_rvalid & (scratch_kind == LIST_KINDS_0) & scratch_rresp[1];
    assign list_line_valid_1 = scratch_rvalid & (scratch_kind == LIST_KINDS_1);
    assign list_line_error_1 = scratch_rvalid & (scratch_kind == LIST_KINDS_1) & scratch_rresp[1];
    assign list_line_valid_2 = scratch_rvalid & (scratch_kind == LIST_KINDS_2);
    assign list_line_error_2 = scratch_rvalid & (scratch_kind == LIST_KINDS_2) & scratch_rresp[1];
    assign list_line_valid_3 = scratch_rvalid & (scratch_kind == LIST_KINDS_3);
    assign list_line_error_3 = scratch_rvalid & (scratch_kind == LIST_KINDS_3) & scratch_rresp[1];
    assign list_line_valid_4 = scratch_rvalid & (scratch_kind == LIST_KINDS_4);
    assign list_line_error_4 = scratch_rvalid & (scratch_kind == LIST_KINDS_4) & scratch_rresp[1];
    assign operand_answer_valid_1 = channel_rvalid_0 & ~channel_rid_0[6];
    assign operand_answer_slot_1 = channel_rid_0[5:0];
    assign operand_answer_data_1 = channel_rdata_0;
    assign operand_answer_error_1 = channel_rresp_0[1];
    assign start_answer_valid_0 = channel_rvalid_0 & channel_rid_0[6];
    assign start_answer_slot_0 = channel_rid_0[5:0];
    assign start_answer_data_0 = channel_rdata_0;
    assign start_answer_error_0 = channel_rresp_0[1];
    assign channel_rready_0 = (operand_answer_ready_1 & ~channel_rid_0[6]) | (start_answer_ready_0 & channel_rid_0[6]);

    // Bits that the design does not need.
    wire _unused = &{
        channel_rid_0[8:7],
        channel_rresp_0[0],
        scratch_rresp[0],
        list_requests_0[1],
        list_requests_1[2],
        list_requests_2[3],
        list_requests_3[4],
        1'b0
    };

endmodule

`default_nettype wire
