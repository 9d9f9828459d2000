// Takes a memory channel and a port of the scratchpad to one DDR memory. Two cycles, none back; a read and a
// write a cycle; stalls when the memory does.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_ddr_port_c4 (
    input  wire         clock,
    input  wire         reset,
    input  wire         memory_reset,
    input  wire [8:0]   s_arid_0,
    input  wire [8:0]   s_arid_1,
    input  wire [63:0]  s_araddr_0,
    input  wire [63:0]  s_araddr_1,
    input  wire         s_arvalid_0,
    input  wire         s_arvalid_1,
    output wire         s_arready_0,
    output wire         s_arready_1,
    output wire [8:0]   s_rid,
    output wire [511:0] s_rdata,
    output wire [1:0]   s_rresp,
    output wire         s_rvalid_0,
    output wire         s_rvalid_1,
    input  wire [8:0]   s_awid_0,
    input  wire [8:0]   s_awid_1,
    input  wire [63:0]  s_awaddr_0,
    input  wire [63:0]  s_awaddr_1,
    input  wire         s_awvalid_0,
    input  wire         s_awvalid_1,
    output wire         s_awready_0,
    output wire         s_awready_1,
    input  wire [511:0] s_wdata_0,
    input  wire [511:0] s_wdata_1,
    input  wire [63:0]  s_wstrb_0,
    input  wire [63:0]  s_wstrb_1,
    input  wire         s_wvalid_0,
    input  wire         s_wvalid_1,
    output wire         s_wready_0,
    output wire         s_wready_1,
    output wire [8:0]   s_bid,
    output wire [1:0]   s_bresp,
    output wire         s_bvalid_0,
    output wire         s_bvalid_1,
    output wire [9:0]   m_axi_awid,
    output wire [63:0]  m_axi_awaddr,
    output wire [7:0]   m_axi_awlen,
    output wire [2:0]   m_axi_awsize,
    output wire [1:0]   m_axi_awburst,
    output wire         m_axi_awlock,
    output wire [3:0]   m_axi_awcache,
    output wire [2:0]   m_axi_awprot,
    output wire [3:0]   m_axi_awqos,
    output wire         m_axi_awvalid,
    input  wire         m_axi_awready,
    output wire [511:0] m_axi_wdata,
    output wire [63:0]  m_axi_wstrb,
    output wire         m_axi_wlast,
    output wire         m_axi_wvalid,
    input  wire         m_axi_wready,
    input  wire [9:0]   m_axi_bid,
    input  wire [1:0]   m_axi_bresp,
    input  wire         m_axi_bvalid,
    output wire         m_axi_bready,
    output wire [9:0]   m_axi_arid,
    output wire [63:0]  m_axi_araddr,
    output wire [7:0]   m_axi_arlen,
    output wire [2:0]   m_axi_arsize,
    output wire [1:0]   m_axi_arburst,
    output wire         m_axi_arlock,
    output wire [3:0]   m_axi_arcache,
    output wire [2:0]   m_axi_arprot,
    output wire [3:0]   m_axi_arqos,
    output wire         m_axi_arvalid,
    input  wire         m_axi_arready,
    input  wire [9:0]   m_axi_rid,
    input  wire [511:0] m_axi_rdata,
    input  wire [1:0]   m_axi_rresp,
    input  wire         m_axi_rlast,
    input  wire         m_axi_rvalid,
    output wire         m_axi_rready
);

    localparam [3:0] BUFFERABLE = 4'd3;
    localparam [1:0] INCR = 2'd1;
    localparam [2:0] LINE_SIZE = 3'd6;
    localparam [63:0] NOWHERE = 64'h8000000000000000;
    localparam [63:0] SCRATCHPAD_BASE = 64'h00000003c0000000;

    wire empties;
    wire [63:0] source_read_0;
    wire [63:0] source_read_1;
    wire [63:0] source_write_0;
    wire [63:0] source_write_1;
    wire [8:0] read_id_0;
    wire [8:0] read_id_1;
    wire [8:0] write_id_0;
    wire [8:0] write_id_1;
    wire [63:0] read_address_0;
    wire [63:0] read_address_1;
    wire [63:0] write_address_0;
    wire [63:0] write_address_1;
    wire [73:0] read_0;
    wire [73:0] read_1;
    wire [73:0] write_0;
    wire [73:0] write_1;
    wire write_room;
    wire write_taken;
    wire memory_in_reset_out_bit;
    wire asked_reads_0_clock;
    wire [72:0] asked_reads_0_out_data;
    wire asked_reads_0_out_valid;
    wire asked_reads_0_out_ready;
    wire [72:0] asked_reads_1_out_data;
    wire asked_reads_1_out_valid;
    wire asked_reads_1_out_ready;
    wire [72:0] asked_writes_0_out_data;
    wire asked_writes_0_out_valid;
    wire asked_writes_0_out_ready;
    wire [72:0] asked_writes_1_out_data;
    wire asked_writes_1_out_valid;
    wire asked_writes_1_out_ready;
    wire [575:0] source_lines_0_out_data;
    wire source_lines_0_out_valid;
    wire source_lines_0_out_ready;
    wire [575:0] source_lines_1_out_data;
    wire source_lines_1_out_valid;
    wire source_lines_1_out_ready;
    wire [1:0] read_turns_request;
    wire [1:0] read_turns_grant;
    wire [3:0] read_turns_chosen;
    wire [73:0] reads_in_data;
    wire reads_in_valid;
    wire reads_in_ready;
    wire [73:0] reads_out_data;
    wire [1:0] write_turns_request;
    wire [1:0] write_turns_grant;
    wire [3:0] write_turns_chosen;
    wire [73:0] writes_in_data;
    wire writes_in_ready;
    wire [73:0] writes_out_data;
    wire [575:0] lines_in_data;
    wire lines_in_ready;
    wire [575:0] lines_out_data;

    emb_sampler u_memory_in_reset (
        .clock(clock),
        .in_bit(memory_reset),
        .out_bit(memory_in_reset_out_bit)
    );

    emb_fifo #(.WIDTH(73), .LOG_DEPTH(1)) u_asked_reads_0 (
        .clock(asked_reads_0_clock),
        .reset(empties),
        .in_data({s_arid_0, s_araddr_0}),
        .in_valid(s_arvalid_0),
        .in_ready(s_arready_0),
        .out_data(asked_reads_0_out_data),
        .out_valid(asked_reads_0_out_valid),
        .out_ready(asked_reads_0_out_ready)
    );

    emb_fifo #(.WIDTH(73), .LOG_DEPTH(1)) u_asked_reads_1 (
        .clock(clock),
        .reset(empties),
        .in_data({s_arid_1, s_araddr_1}),
        .in_valid(s_arvalid_1),
        .in_ready(s_arready_1),
        .out_data(asked_reads_1_out_data),
        .out_valid(asked_reads_1_out_valid),
        .out_ready(asked_reads_1_out_ready)
    );

    emb_fifo #(.WIDTH(73), .LOG_DEPTH(1)) u_asked_writes_0 (
        .clock(clock),
        .reset(empties),
        .in_data({s_awid_0, s_awaddr_0}),
        .in_valid(s_awvalid_0),
        .in_ready(s_awready_0),
        .out_data(asked_writes_0_out_data),
        .out_valid(asked_writes_0_out_valid),
        .out_ready(asked_writes_0_out_ready)
    );

    emb_fifo #(.WIDTH(73), .LOG_DEPTH(1)) u_asked_writes_1 (
        .clock(clock),
        .reset(empties),
        .in_data({s_awid_1, s_awaddr_1}),
        .in_valid(s_awvalid_1),
        .in_ready(s_awready_1),
        .out_data(asked_writes_1_out_data),
        .out_valid(asked_writes_1_out_valid),
        .out_ready(asked_writes_1_out_ready)
    );

    emb_fifo #(.WIDTH(576), .LOG_DEPTH(1)) u_source_lines_0 (
        .clock(clock),
        .reset(empties),
        .in_data({s_wstrb_0, s_wdata_0}),
        .in_valid(s_wvalid_0),
        .in_ready(s_wready_0),
        .out_data(source_lines_0_out_data),
        .out_valid(source_lines_0_out_valid),
        .out_ready(source_lines_0_out_ready)
    );

    emb_fifo #(.WIDTH(576), .LOG_DEPTH(1)) u_source_lines_1 (
        .clock(clock),
        .reset(empties),
        .in_data({s_wstrb_1, s_wdata_1}),
        .in_valid(s_wvalid_1),
        .in_ready(s_wready_1),
        .out_data(source_lines_1_out_data),
        .out_valid(source_lines_1_out_valid),
        .out_ready(source_lines_1_out_ready)
    );

    emb_round_robin_2 u_read_turns (
        .clock(clock),
        .reset(empties),
        .request(read_turns_request),
        .advance(reads_in_ready),
        .grant(read_turns_grant),
        .chosen(read_turns_chosen)
    );

    emb_fifo #(.WIDTH(74), .LOG_DEPTH(2)) u_reads (
        .clock(clock),
        .reset(empties),
        .in_data(reads_in_data),
        .in_valid(reads_in_valid),
        .in_ready(reads_in_ready),
        .out_data(reads_out_data),
        .out_valid(m_axi_arvalid),
        .out_ready(m_axi_arready)
    );

    emb_round_robin_2 u_write_turns (
        .clock(clock),
        .reset(empties),
        .request(write_turns_request),
        .advance(write_room),
        .grant(write_turns_grant),
        .chosen(write_turns_chosen)
    );

    emb_fifo #(.WIDTH(74), .LOG_DEPTH(2)) u_writes (
        .clock(clock),
        .reset(empties),
        .in_data(writes_in_data),
        .in_valid(write_taken),
        .in_ready(writes_in_ready),
        .out_data(writes_out_data),
        .out_valid(m_axi_awvalid),
        .out_ready(m_axi_awready)
    );

    emb_fifo #(.WIDTH(576), .LOG_DEPTH(2)) u_lines (
        .clock(clock),
        .reset(empties),
        .in_data(lines_in_data),
        .in_valid(write_taken),
        .in_ready(lines_in_ready),
        .out_data(lines_out_data),
        .out_valid(m_axi_wvalid),
        .out_ready(m_axi_wready)
    );

    assign empties = reset & memory_in_reset_out_bit;

    // What the sources ask for.
    assign asked_reads_0_clock = clock;
    assign source_read_0 = asked_reads_0_out_data[63:0];
    assign read_id_0 = asked_reads_0_out_data[72:64];
    assign source_write_0 = asked_writes_0_out_data[63:0];
    assign write_id_0 = asked_writes_0_out_data[72:64];
    assign source_read_1 = asked_reads_1_out_data[63:0];
    assign read_id_1 = asked_reads_1_out_data[72:64];
    assign source_write_1 = asked_writes_1_out_data[63:0];
    assign write_id_1 = asked_writes_1_out_data[72:64];

    // Where the lines are.
    assign read_address_0 = (source_read_0 >= SCRATCHPAD_BASE) ? source_read_0 | NOWHERE : source_read_0;
    assign read_address_1 = source_read_1 + SCRATCHPAD_BASE;
    assign write_address_0 = (source_write_0 >= SCRATCHPAD_BASE) ? source_write_0 | NOWHERE : source_write_0;
    assign write_address_1 = source_write_1 + SCRATCHPAD_BASE;
    assign read_0 = {1'b0, read_id_0, read_address_0};
    assign write_0 = {1'b0, write_id_0, write_address_0};
    assign read_1 = {1'b1, read_id_1, read_address_1};
    assign write_1 = {1'b1, write_id_1, write_address_1};

    // Reads.
    assign read_turns_request = {asked_reads_1_out_valid, asked_reads_0_out_valid};
    assign reads_in_valid = |read_turns_grant;
    assign reads_in_data = read_turns_grant[1] ? read_1 : read_0;
    assign asked_reads_0_out_ready = read_turns_grant[0] & reads_in_ready;
    assign asked_reads_1_out_ready = read_turns_grant[1] & reads_in_ready;
    assign m_axi_araddr = reads_out_data[63:0];
    assign m_axi_arid = reads_out_data[73:64];
    assign m_axi_arlen = 8'd0;
    assign m_axi_arsize = LINE_SIZE;
    assign m_axi_arburst = INCR;
    assign m_axi_arlock = 1'b0;
    assign m_axi_arcache = BUFFERABLE;
    assign m_axi_arprot = 3'd0;
    assign m_axi_arqos = 4'd0;
    assign m_axi_rready = 1'b1;
    assign s_rid = m_axi_rid[8:0];
    assign s_rdata = m_axi_rdata;
    assign s_rresp = m_axi_rresp;
    assign s_rvalid_0 = m_axi_rvalid & ~m_axi_rid[9];
    assign s_rvalid_1 = m_axi_rvalid & m_axi_rid[9];

    // Writes, each with its line.
    assign write_room = writes_in_ready & lines_in_ready;
    assign write_turns_request = {asked_writes_1_out_valid & source_lines_1_out_valid, asked_writes_0_out_valid & source_lines_0_out_valid};
    assign write_taken = (|write_turns_grant) & write_room;
    assign writes_in_data = write_turns_grant[1] ? write_1 : write_0;
    assign lines_in_data = write_turns_grant[1] ? source_lines_1_out_data : source_lines_0_out_data;
    assign asked_writes_0_out_ready = write_turns_grant[0] & write_room;
    assign source_lines_0_out_ready = write_turns_grant[0] & write_room;
    assign asked_writes_1_out_ready = write_turns_grant[1] & write_room;
    assign source_lines_1_out_ready = write_turns_grant[1] & write_room;
    assign m_axi_awaddr = writes_out_data[63:0];
    assign m_axi_awid = writes_out_data[73:64];
    assign m_axi_awlen = 8'd0;
    assign m_axi_awsize = LINE_SIZE;
    assign m_axi_awburst = INCR;
    assign m_axi_awlock = 1'b0;
    assign m_axi_awcache = BUFFERABLE;
    assign m_axi_awprot = 3'd0;
    assign m_axi_awqos = 4'd0;
    assign m_axi_wdata = lines_out_data[511:0];
    assign m_axi_wstrb = lines_out_data[575:512];
    assign m_axi_wlast = 1'b1;
    assign m_axi_bready = 1'b1;
    assign s_bid = m_axi_bid[8:0];
    assign s_bresp = m_axi_bresp;
    assign s_bvalid_0 = m_axi_bvalid & ~m_axi_bid[9];
    assign s_bvalid_1 = m_axi_bvalid & m_axi_bid[9];

    // Bits that the design does not need.
    wire _unused = &{
        m_axi_rlast,
        read_turns_chosen,
        write_turns_chosen,
        1'b0
    };

endmodule

`default_nettype wire
