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

    reg [63:0] address = 64'd0;
    reg [511:0] data = 512'd0;
    reg [63:0] strobes = 64'd0;
    reg poison = 1'b0;
    reg [3:0] owner = 4'd0;
    reg address_pending = 1'b0;
    reg data_pending = 1'b0;

    wire [3:0] reading_0;
    wire [3:0] reading_1;
    wire [3:0] reading_2;
    wire [3:0] reading_3;
    wire [3:0] writing_0;
    wire [3:0] writing_1;
    wire [3:0] writing_2;
    wire [3:0] writing_3;
    wire [8:0] read_id;
    wire [63:0] read_address;
    wire room;
    wire taken;
    wire readers_advance;
    wire [3:0] readers_grant;
    wire reads_in_valid;
    wire reads_in_ready;
    wire [72:0] reads_out_data;
    wire [3:0] writers_grant;
    wire unanswered_in_ready;
    wire [3:0] unanswered_out_data;
    wire unanswered_out_valid;

    emb_round_robin_4 u_readers (
        .clock(clock),
        .reset(reset),
        .request(reading_3),
        .advance(readers_advance),
        .grant(readers_grant)
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
        .grant(writers_grant)
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

    always @(posedge clock) begin
        if (writers_grant[0] & room) begin
            address <= s_waddr_0;
            data <= s_wdata_0;
            strobes <= s_wstrb_0;
            poison <= s_wpoison_0;
        end
        if (writers_grant[1] & room) begin
            address <= s_waddr_1;
            data <= s_wdata_1;
            strobes <= s_wstrb_1;
            poison <= s_wpoison_1;
        end
        if (writers_grant[2] & room) begin
            address <= s_waddr_2;
            data <= s_wdata_2;
            strobes <= s_wstrb_2;
            poison <= s_wpoison_2;
        end
        if (writers_grant[3] & room) begin
            address <= s_waddr_3;
            data <= s_wdata_3;
            strobes <= s_wstrb_3;
            poison <= s_wpoison_3;
        end
    end

    always @(posedge clock) begin
        if (m_awready) begin
            address_pending <= 1'b0;
        end
        if (m_wready) begin
            data_pending <= 1'b0;
        end
        if (taken) begin
            owner <= writers_grant;
            address_pending <= 1'b1;
            data_pending <= 1'b1;
        end
        if (reset) begin
            address_pending <= 1'b0;
            data_pending <= 1'b0;
        end
    end

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

    assign read_id =
        readers_grant[3] ? s_arid_3 | NUMBERS_3 :
        readers_grant[2] ? s_arid_2 | NUMBERS_2 :
        readers_grant[1] ? s_arid_1 | NUMBERS_1 :
        readers_grant[0] ? s_arid_0 :
        9'd0;

    assign read_address =
        readers_grant[3] ? s_araddr_3 :
        readers_grant[2] ? s_araddr_2 :
        readers_grant[1] ? s_araddr_1 :
        readers_grant[0] ? s_araddr_0 :
        64'd0;

    assign s_arready_0 = readers_grant[0] & reads_in_ready;
    assign s_rvalid_0 = m_rvalid & ((m_rid & 9'd384) == NUMBERS_0);
    assign s_arready_1 = readers_grant[1] & reads_in_ready;
    assign s_rvalid_1 = m_rvalid & ((m_rid & 9'd384) == NUMBERS_1);
    assign s_arready_2 = readers_grant[2] & reads_in_ready;
    assign s_rvalid_2 = m_rvalid & ((m_rid & 9'd384) == NUMBERS_2);
    assign s_arready_3 = readers_grant[3] & reads_in_ready;
    assign s_rvalid_3 = m_rvalid & ((m_rid & 9'd384) == NUMBERS_3);
    assign reads_in_valid = |readers_grant;
    assign m_araddr = reads_out_data[63:0];
    assign m_arid = reads_out_data[72:64];
    assign s_rid = m_rid & OWN_ID;
    assign s_rline = {m_rresp[1], m_rdata};
    assign m_rready = 1'b1;

    // Writes: the port takes address and data apart.
    assign room = unanswered_in_ready & (~address_pending | m_awready) & (~data_pending | m_wready);
    assign taken = (|writers_grant) & room;
    assign s_wready_0 = writers_grant[0] & room;
    assign s_bvalid_0 = m_bvalid & unanswered_out_data[0];
    assign s_wready_1 = writers_grant[1] & room;
    assign s_bvalid_1 = m_bvalid & unanswered_out_data[1];
    assign s_wready_2 = writers_grant[2] & room;
    assign s_bvalid_2 = m_bvalid & unanswered_out_data[2];
    assign s_wready_3 = writers_grant[3] & room;
    assign s_bvalid_3 = m_bvalid & unanswered_out_data[3];
    assign m_awaddr = address;
    assign m_awsource = owner;
    assign m_awvalid = address_pending;
    assign m_wdata = data;
    assign m_wstrb = strobes;
    assign m_wpoison = poison;
    assign m_wvalid = data_pending;
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
        unanswered_out_valid,
        1'b0
    };

endmodule

`default_nettype wire
