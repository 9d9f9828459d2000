// Holds the answers of a DRAM channel back until the latency and bandwidth of a persistent medium allow them.
// Adds 4 cycles to a read and 2 to a write when off. A read and a write of 64 bytes a cycle. Stalls when too
// much is under way, and reads of lines that were just written.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_memory_controller (
    input  wire         clock,
    input  wire         reset,
    input  wire [15:0]  read_latency,
    input  wire [15:0]  write_latency,
    input  wire [16:0]  read_rate,
    input  wire [16:0]  row_write_rate,
    input  wire [16:0]  stream_write_rate,
    input  wire [15:0]  read_after_write_window,
    input  wire [8:0]   s_arid,
    input  wire [63:0]  s_araddr,
    input  wire         s_arvalid,
    output wire         s_arready,
    output wire [8:0]   s_rid,
    output wire [511:0] s_rdata,
    output wire [1:0]   s_rresp,
    output wire         s_rvalid,
    input  wire         s_rready,
    input  wire [63:0]  s_awaddr,
    input  wire         s_awstream,
    input  wire         s_awvalid,
    output wire         s_awready,
    input  wire [511:0] s_wdata,
    input  wire [63:0]  s_wstrb,
    input  wire         s_wpoison,
    input  wire         s_wvalid,
    output wire         s_wready,
    output wire [1:0]   s_bresp,
    output wire         s_bvalid,
    input  wire         s_bready,
    output wire [63:0]  m_araddr,
    output wire         m_arvalid,
    input  wire         m_arready,
    input  wire [511:0] m_rdata,
    input  wire [1:0]   m_rresp,
    input  wire         m_rvalid,
    output wire         m_rready,
    output wire [63:0]  m_awaddr,
    output wire         m_awvalid,
    input  wire         m_awready,
    output wire [511:0] m_wdata,
    output wire [63:0]  m_wstrb,
    output wire         m_wpoison,
    output wire         m_wvalid,
    input  wire         m_wready,
    input  wire [1:0]   m_bresp,
    input  wire         m_bvalid,
    output wire         m_bready
);

    reg [63:0] read_address = 64'd0;
    reg read_at_hand = 1'b0;

    wire read_room;
    wire read_accepted;
    wire read_offered;
    wire read_moves;
    wire read_answer;
    wire read_answered;
    wire write_room;
    wire write_accepted;
    wire write_streams;
    wire write_answer;
    wire write_answered;
    wire read_ids_in_ready;
    wire read_ids_out_valid;
    wire read_addresses_in_ready;
    wire [63:0] read_addresses_out_data;
    wire read_addresses_out_valid;
    wire [513:0] read_lines_in_data;
    wire [513:0] read_lines_out_data;
    wire read_lines_out_valid;
    wire read_gate_ripe;
    wire read_bucket_ready;
    wire write_addresses_in_ready;
    wire [63:0] write_addresses_out_data;
    wire write_lines_in_ready;
    wire [576:0] write_lines_out_data;
    wire write_kinds_in_data;
    wire write_kinds_in_ready;
    wire write_kinds_out_valid;
    wire [1:0] write_responses_in_data;
    wire write_responses_out_valid;
    wire write_gate_ripe;
    wire row_bucket_spend;
    wire row_bucket_ready;
    wire stream_bucket_spend;
    wire stream_bucket_ready;
    wire recent_writes_ready;
    wire recent_writes_blocked;

    emb_fifo #(.WIDTH(9), .LOG_DEPTH(7)) u_read_ids (
        .clock(clock),
        .reset(reset),
        .in_data(s_arid),
        .in_valid(read_accepted),
        .in_ready(read_ids_in_ready),
        .out_data(s_rid),
        .out_valid(read_ids_out_valid),
        .out_ready(read_answered)
    );

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(2)) u_read_addresses (
        .clock(clock),
        .reset(reset),
        .in_data(s_araddr),
        .in_valid(read_accepted),
        .in_ready(read_addresses_in_ready),
        .out_data(read_addresses_out_data),
        .out_valid(read_addresses_out_valid),
        .out_ready(read_moves)
    );

    emb_block_fifo #(.WIDTH(514), .LOG_DEPTH(7)) u_read_lines (
        .clock(clock),
        .reset(reset),
        .in_data(read_lines_in_data),
        .in_valid(m_rvalid),
        .in_ready(m_rready),
        .out_data(read_lines_out_data),
        .out_valid(read_lines_out_valid),
        .out_ready(read_answered)
    );

    emb_latency_gate #(.LOG_DEPTH(7)) u_read_gate (
        .clock(clock),
        .reset(reset),
        .latency(read_latency),
        .enter(read_accepted),
        .leave(read_answered),
        .ripe(read_gate_ripe)
    );

    emb_token_bucket u_read_bucket (
        .clock(clock),
        .reset(reset),
        .rate(read_rate),
        .spend(read_answered),
        .ready(read_bucket_ready)
    );

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(2)) u_write_addresses (
        .clock(clock),
        .reset(reset),
        .in_data(s_awaddr),
        .in_valid(write_accepted),
        .in_ready(write_addresses_in_ready),
        .out_data(write_addresses_out_data),
        .out_valid(m_awvalid),
        .out_ready(m_awready)
    );

    emb_fifo #(.WIDTH(577), .LOG_DEPTH(2)) u_write_lines (
        .clock(clock),
        .reset(reset),
        .in_data({s_wpoison, s_wstrb, s_wdata}),
        .in_valid(write_accepted),
        .in_ready(write_lines_in_ready),
        .out_data(write_lines_out_data),
        .out_valid(m_wvalid),
        .out_ready(m_wready)
    );

    emb_fifo #(.WIDTH(1), .LOG_DEPTH(6)) u_write_kinds (
        .clock(clock),
        .reset(reset),
        .in_data(write_kinds_in_data),
        .in_valid(write_accepted),
        .in_ready(write_kinds_in_ready),
        .out_data(write_streams),
        .out_valid(write_kinds_out_valid),
        .out_ready(write_answered)
    );

    emb_fifo #(.WIDTH(2), .LOG_DEPTH(6)) u_write_responses (
        .clock(clock),
        .reset(reset),
        .in_data(write_responses_in_data),
        .in_valid(m_bvalid),
        .in_ready(m_bready),
        .out_data(s_bresp),
        .out_valid(write_responses_out_valid),
        .out_ready(write_answered)
    );

    emb_latency_gate #(.LOG_DEPTH(6)) u_write_gate (
        .clock(clock),
        .reset(reset),
        .latency(write_latency),
        .enter(write_accepted),
        .leave(write_answered),
        .ripe(write_gate_ripe)
    );

    emb_token_bucket u_row_bucket (
        .clock(clock),
        .reset(reset),
        .rate(row_write_rate),
        .spend(row_bucket_spend),
        .ready(row_bucket_ready)
    );

    emb_token_bucket u_stream_bucket (
        .clock(clock),
        .reset(reset),
        .rate(stream_write_rate),
        .spend(stream_bucket_spend),
        .ready(stream_bucket_ready)
    );

    emb_recent_writes_d64 u_recent_writes (
        .clock(clock),
        .reset(reset),
        .window(read_after_write_window),
        .enter(write_accepted),
        .line(s_awaddr[39:8]),
        .ready(recent_writes_ready),
        .answered(write_answered),
        .look(read_moves),
        .look_line(read_addresses_out_data[39:8]),
        .blocked(recent_writes_blocked)
    );

    always @(posedge clock) begin
        if (read_offered & m_arready) begin
            read_at_hand <= 1'b0;
        end
        if (read_moves) begin
            read_at_hand <= 1'b1;
            read_address <= read_addresses_out_data;
        end
        if (reset) begin
            read_at_hand <= 1'b0;
        end
    end

    // Reads: accepted while there is room for their answers.
    assign read_room = read_ids_in_ready & read_addresses_in_ready;
    assign s_arready = read_room;
    assign read_accepted = s_arvalid & read_room;

    // The read at hand waits for recent writes of its line.
    assign read_offered = read_at_hand & ~recent_writes_blocked;
    assign m_araddr = read_address;
    assign m_arvalid = read_offered;
    assign read_moves = read_addresses_out_valid & (~read_at_hand | (read_offered & m_arready));

    // Lines from the DRAM wait for the latency and the bandwidth of the medium.
    assign read_lines_in_data = {m_rresp, m_rdata};
    assign read_answer = read_lines_out_valid & read_gate_ripe & read_bucket_ready;
    assign read_answered = read_answer & s_rready;
    assign s_rdata = read_lines_out_data[511:0];
    assign s_rresp = read_lines_out_data[513:512];
    assign s_rvalid = read_answer;

    // Writes: address and data are accepted together.
    assign write_room = recent_writes_ready & write_addresses_in_ready & write_lines_in_ready;
    assign s_awready = s_wvalid & write_room;
    assign s_wready = s_awvalid & write_room;
    assign write_accepted = s_awvalid & s_wvalid & write_room;
    assign write_kinds_in_data = s_awstream;

    // The DRAM takes address and data apart.
    assign m_awaddr = write_addresses_out_data;
    assign m_wdata = write_lines_out_data[511:0];
    assign m_wstrb = write_lines_out_data[575:512];
    assign m_wpoison = write_lines_out_data[576];

    // Responses from the DRAM wait for the latency and the bandwidth of the medium.
    assign write_responses_in_data = m_bresp;

    assign write_answer =
        write_responses_out_valid &
        write_gate_ripe &
        ((write_streams & stream_bucket_ready) | (~write_streams & row_bucket_ready));

    assign write_answered = write_answer & s_bready;
    assign s_bvalid = write_answer;
    assign row_bucket_spend = write_answered & ~write_streams;
    assign stream_bucket_spend = write_answered & write_streams;

    // Bits that the design does not need.
    wire _unused = &{
        read_ids_out_valid,
        write_kinds_in_ready,
        write_kinds_out_valid,
        1'b0
    };

endmodule

`default_nettype wire
