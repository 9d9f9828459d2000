// Takes the line reads and writes of several sources to one AXI4 port in turn. One cycle to the port, none
// back; a read and a write a cycle; stalls on the port's ready and when 128 writes are unanswered.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_line_mux_4 (
    input  wire         clock,
    input  wire         reset,
    input  wire [8:0]   s_arid_0,
    input  wire [8:0]   s_arid_1,
    input  wire [8:0]   s_arid_2,
    input  wire [8:0]   s_arid_3,
    input  wire [63:0]  s_araddr_0,
    input  wire [63:0]  s_araddr_1,
    input  wire [63:0]  s_araddr_2,
    input  wire [63:0]  s_araddr_3,
    input  wire         s_arvalid_0,
    input  wire         s_arvalid_1,
    input  wire         s_arvalid_2,
    input  wire         s_arvalid_3,
    output wire         s_arready_0,
    output wire         s_arready_1,
    output wire         s_arready_2,
    output wire         s_arready_3,
    output wire [8:0]   s_rid,
    output wire [512:0] s_rline,
    output wire         s_rvalid_0,
    output wire         s_rvalid_1,
    output wire         s_rvalid_2,
    output wire         s_rvalid_3,
    input  wire [63:0]  s_waddr_0,
    input  wire [63:0]  s_waddr_1,
    input  wire [63:0]  s_waddr_2,
    input  wire [63:0]  s_waddr_3,
    input  wire [511:0] s_wdata_0,
    input  wire [511:0] s_wdata_1,
    input  wire [511:0] s_wdata_2,
    input  wire [511:0] s_wdata_3,
    input  wire [63:0]  s_wstrb_0,
    input  wire [63:0]  s_wstrb_1,
    input  wire [63:0]  s_wstrb_2,
    input  wire [63:0]  s_wstrb_3,
    input  wire         s_wpoison_0,
    input  wire         s_wpoison_1,
    input  wire         s_wpoison_2,
    input  wire         s_wpoison_3,
    input  wire         s_wvalid_0,
    input  wire         s_wvalid_1,
    input  wire         s_wvalid_2,
    input  wire         s_wvalid_3,
    output wire         s_wready_0,
    output wire         s_wready_1,
    output wire         s_wready_2,
    output wire         s_wready_3,
    output wire         s_berror,
    output wire         s_bvalid_0,
    output wire         s_bvalid_1,
    output wire         s_bvalid_2,
    output wire         s_bvalid_3,
    output wire [8:0]   m_arid,
    output wire [63:0]  m_araddr,
    output wire         m_arvalid,
    input  wire         m_arready,
    input  wire [8:0]   m_rid,
    input  wire [511:0] m_rdata,
    input  wire [1:0]   m_rresp,
    input  wire         m_rvalid,
    output wire         m_rready,
    output wire [63:0]  m_awaddr,
    output wire [3:0]   m_awsource,
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

    localparam [8:0] NUMBERS_0 = 9'd0;
    localparam [8:0] NUMBERS_1 = 9'd128;
    localparam [8:0] NUMBERS_2 = 9'd256;
    localparam [8:0] NUMBERS_3 = 9'd384;
    localparam [8:0] OWN_ID = 9'd127;
    localparam [1:0] TURNS_1 = 2'd1;
    localparam [1:0] TURNS_2 = 2'd2;
    localparam [1:0] TURNS_3 = 2'd3;

    wire [3:0] reading_0;
    wire [3:0] reading_1;
    wire [3:0] reading_2;
    wire [3:0] reading_3;
    wire [3:0] writing_0;
    wire [3:0] writing_1;
    wire [3:0] writing_2;
    wire [3:0] writing_3;
    wire [1:0] read_turn;
    wire [1:0] write_turn;
    wire [8:0] read_id;
    wire [63:0] read_address;
    wire [63:0] write_address;
    wire [511:0] write_data;
    wire [63:0] write_strobes;
    wire write_poison;
    wire room;
    wire taken;
    wire readers_advance;
    wire [3:0] readers_grant;
    wire [3:0] readers_chosen;
    wire reads_in_valid;
    wire reads_in_ready;
    wire [72:0] reads_out_data;
    wire [3:0] writers_grant;
    wire [3:0] writers_chosen;
    wire unanswered_in_ready;
    wire [3:0] unanswered_out_data;
    wire unanswered_out_valid;
    wire write_addresses_in_ready;
    wire [67:0] write_addresses_out_data;
    wire write_lines_in_ready;
    wire [576:0] write_lines_out_data;

    emb_round_robin_4 u_readers (
        .clock(clock),
        .reset(reset),
        .request(reading_3),
        .advance(readers_advance),
        .grant(readers_grant),
        .chosen(readers_chosen)
    );

    emb_fifo #(.WIDTH(73), .LOG_DEPTH(2)) u_reads (
        .clock(clock),
        .reset(reset),
        .in_data({read_id, read_address}),
        .in_valid(reads_in_valid),
        .in_ready(reads_in_ready),
        .out_data(reads_out_data),
        .out_valid(m_arvalid),
        .out_ready(m_arready)
    );

    emb_round_robin_4 u_writers (
        .clock(clock),
        .reset(reset),
        .request(writing_3),
        .advance(room),
        .grant(writers_grant),
        .chosen(writers_chosen)
    );

    emb_fifo #(.WIDTH(4), .LOG_DEPTH(7)) u_unanswered (
        .clock(clock),
        .reset(reset),
        .in_data(writers_grant),
        .in_valid(taken),
        .in_ready(unanswered_in_ready),
        .out_data(unanswered_out_data),
        .out_valid(unanswered_out_valid),
        .out_ready(m_bvalid)
    );

    emb_fifo #(.WIDTH(68), .LOG_DEPTH(1)) u_write_addresses (
        .clock(clock),
        .reset(reset),
        .in_data({writers_grant, write_address}),
        .in_valid(taken),
        .in_ready(write_addresses_in_ready),
        .out_data(write_addresses_out_data),
        .out_valid(m_awvalid),
        .out_ready(m_awready)
    );

    emb_fifo #(.WIDTH(577), .LOG_DEPTH(1)) u_write_lines (
        .clock(clock),
        .reset(reset),
        .in_data({write_poison, write_strobes, write_data}),
        .in_valid(taken),
        .in_ready(write_lines_in_ready),
        .out_data(write_lines_out_data),
        .out_valid(m_wvalid),
        .out_ready(m_wready)
    );

    // Who wants to read, and who to write.
    assign reading_0 = {3'd0, s_arvalid_0};
    assign writing_0 = {3'd0, s_wvalid_0};
    assign reading_1 = {reading_0[3:2], s_arvalid_1, reading_0[0]};
    assign writing_1 = {writing_0[3:2], s_wvalid_1, writing_0[0]};
    assign reading_2 = {reading_1[3], s_arvalid_2, reading_1[1:0]};
    assign writing_2 = {writing_1[3], s_wvalid_2, writing_1[1:0]};
    assign reading_3 = {s_arvalid_3, reading_2[2:0]};
    assign writing_3 = {s_wvalid_3, writing_2[2:0]};

    // Reads.
    assign readers_advance = reads_in_ready;
    assign read_turn = readers_chosen[1:0];
    assign write_turn = writers_chosen[1:0];
    assign s_arready_0 = readers_grant[0] & reads_in_ready;
    assign s_arready_1 = readers_grant[1] & reads_in_ready;
    assign s_arready_2 = readers_grant[2] & reads_in_ready;
    assign s_arready_3 = readers_grant[3] & reads_in_ready;

    assign read_id =
        (read_turn == TURNS_3) ? s_arid_3 | NUMBERS_3 :
        (read_turn == TURNS_2) ? s_arid_2 | NUMBERS_2 :
        (read_turn == TURNS_1) ? s_arid_1 | NUMBERS_1 :
        s_arid_0;

    assign read_address =
        (read_turn == TURNS_3) ? s_araddr_3 :
        (read_turn == TURNS_2) ? s_araddr_2 :
        (read_turn == TURNS_1) ? s_araddr_1 :
        s_araddr_0;

    assign s_rvalid_0 = m_rvalid & ((m_rid & 9'd384) == NUMBERS_0);
    assign s_rvalid_1 = m_rvalid & ((m_rid & 9'd384) == NUMBERS_1);
    assign s_rvalid_2 = m_rvalid & ((m_rid & 9'd384) == NUMBERS_2);
    assign s_rvalid_3 = m_rvalid & ((m_rid & 9'd384) == NUMBERS_3);
    assign reads_in_valid = |readers_grant;
    assign m_araddr = reads_out_data[63:0];
    assign m_arid = reads_out_data[72:64];
    assign s_rid = m_rid & OWN_ID;
    assign s_rline = {m_rresp[1], m_rdata};
    assign m_rready = 1'b1;

    // Writes: the port takes address and data apart.
    assign room = unanswered_in_ready & write_addresses_in_ready & write_lines_in_ready;
    assign taken = (|writers_grant) & room;

    assign write_address =
        (write_turn == TURNS_3) ? s_waddr_3 :
        (write_turn == TURNS_2) ? s_waddr_2 :
        (write_turn == TURNS_1) ? s_waddr_1 :
        s_waddr_0;

    assign write_data =
        (write_turn == TURNS_3) ? s_wdata_3 :
        (write_turn == TURNS_2) ? s_wdata_2 :
        (write_turn == TURNS_1) ? s_wdata_1 :
        s_wdata_0;

    assign write_strobes =
        (write_turn == TURNS_3) ? s_wstrb_3 :
        (write_turn == TURNS_2) ? s_wstrb_2 :
        (write_turn == TURNS_1) ? s_wstrb_1 :
        s_wstrb_0;

    assign write_poison =
        (write_turn == TURNS_3) ? s_wpoison_3 :
        (write_turn == TURNS_2) ? s_wpoison_2 :
        (write_turn == TURNS_1) ? s_wpoison_1 :
        s_wpoison_0;

    assign s_wready_0 = writers_grant[0] & room;
    assign s_bvalid_0 = m_bvalid & unanswered_out_data[0];
    assign s_wready_1 = writers_grant[1] & room;
    assign s_bvalid_1 = m_bvalid & unanswered_out_data[1];
    assign s_wready_2 = writers_grant[2] & room;
    assign s_bvalid_2 = m_bvalid & unanswered_out_data[2];
    assign s_wready_3 = writers_grant[3] & room;
    assign s_bvalid_3 = m_bvalid & unanswered_out_data[3];
    assign m_awaddr = write_addresses_out_data[63:0];
    assign m_awsource = write_addresses_out_data[67:64];
    assign m_wdata = write_lines_out_data[511:0];
    assign m_wstrb = write_lines_out_data[575:512];
    assign m_wpoison = write_lines_out_data[576];
    assign s_berror = m_bresp[1];
    assign m_bready = 1'b1;

    // Bits that the design does not need.
    wire _unused = &{
        m_rresp[0],
        m_bresp[0],
        reading_0[1],
        reading_1[2],
        reading_2[3],
        writing_0[1],
        writing_1[2],
        writing_2[3],
        readers_chosen[3:2],
        writers_chosen[3:2],
        unanswered_out_valid,
        1'b0
    };

endmodule

`default_nettype wire
