// Takes the read bursts of several sources to one AXI4 port in turn. A source gets as many beats as it asked
// for; a burst of another length is an error. One cycle to the port, none back; a burst and a beat a cycle;
// stalls when the port takes no address.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_burst_read_mux_3 (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  s_araddr_0,
    input  wire [63:0]  s_araddr_1,
    input  wire [63:0]  s_araddr_2,
    input  wire [7:0]   s_arlen_0,
    input  wire [7:0]   s_arlen_1,
    input  wire [7:0]   s_arlen_2,
    input  wire         s_arvalid_0,
    input  wire         s_arvalid_1,
    input  wire         s_arvalid_2,
    output wire         s_arready_0,
    output wire         s_arready_1,
    output wire         s_arready_2,
    output wire [511:0] s_rdata,
    output wire         s_rerror,
    output wire         s_rvalid_0,
    output wire         s_rvalid_1,
    output wire         s_rvalid_2,
    output wire [8:0]   m_arid,
    output wire [63:0]  m_araddr,
    output wire [7:0]   m_arlen,
    output wire         m_arvalid,
    input  wire         m_arready,
    input  wire [8:0]   m_rid,
    input  wire [511:0] m_rdata,
    input  wire [1:0]   m_rresp,
    input  wire         m_rlast,
    input  wire         m_rvalid,
    output wire         m_rready
);

    localparam [8:0] NUMBERS_0 = 9'd0;
    localparam [8:0] NUMBERS_1 = 9'd1;
    localparam [8:0] NUMBERS_2 = 9'd2;

    reg [7:0] at_0 = 8'd0;
    reg [7:0] at_1 = 8'd0;
    reg [7:0] at_2 = 8'd0;
    reg overlong_0 = 1'b0;
    reg overlong_1 = 1'b0;
    reg overlong_2 = 1'b0;
    reg short_0 = 1'b0;
    reg short_1 = 1'b0;
    reg short_2 = 1'b0;

    wire [2:0] wants_0;
    wire [2:0] wants_1;
    wire [2:0] wants_2;
    wire comes_0;
    wire comes_1;
    wire comes_2;
    wire given_0;
    wire given_1;
    wire given_2;
    wire filled_0;
    wire filled_1;
    wire filled_2;
    wire bad_end;
    wire [8:0] id;
    wire [63:0] address;
    wire [7:0] length;
    wire [2:0] turns_grant;
    wire [3:0] turns_chosen;
    wire bursts_in_valid;
    wire bursts_in_ready;
    wire [80:0] bursts_out_data;

    emb_round_robin_3 u_turns (
        .clock(clock),
        .reset(reset),
        .request(wants_2),
        .advance(bursts_in_ready),
        .grant(turns_grant),
        .chosen(turns_chosen)
    );

    emb_fifo #(.WIDTH(81), .LOG_DEPTH(2)) u_bursts (
        .clock(clock),
        .reset(reset),
        .in_data({id, length, address}),
        .in_valid(bursts_in_valid),
        .in_ready(bursts_in_ready),
        .out_data(bursts_out_data),
        .out_valid(m_arvalid),
        .out_ready(m_arready)
    );

    assign id =
        turns_grant[2] ? NUMBERS_2 :
        turns_grant[1] ? NUMBERS_1 :
        turns_grant[0] ? NUMBERS_0 :
        9'd0;

    assign address =
        turns_grant[2] ? s_araddr_2 :
        turns_grant[1] ? s_araddr_1 :
        turns_grant[0] ? s_araddr_0 :
        64'd0;

    assign length =
        turns_grant[2] ? s_arlen_2 :
        turns_grant[1] ? s_arlen_1 :
        turns_grant[0] ? s_arlen_0 :
        8'd0;

    assign wants_0 = {2'd0, s_arvalid_0};
    assign s_arready_0 = turns_grant[0] & bursts_in_ready;
    assign wants_1 = {wants_0[2], s_arvalid_1, wants_0[0]};
    assign s_arready_1 = turns_grant[1] & bursts_in_ready;
    assign wants_2 = {s_arvalid_2, wants_1[1:0]};
    assign s_arready_2 = turns_grant[2] & bursts_in_ready;
    assign bursts_in_valid = |turns_grant;
    assign m_araddr = bursts_out_data[63:0];
    assign m_arlen = bursts_out_data[71:64];
    assign m_arid = bursts_out_data[80:72];

    // Beats, as many as were asked for.
    assign m_rready = ~short_0 & ~short_1 & ~short_2;
    assign s_rdata = m_rdata;

    wire bad_end_so_far = (short_0 | (m_rlast ^ filled_0)) & given_0;
    wire bad_end_so_far_2 = given_1 ? bad_end_so_far | short_1 | (m_rlast ^ filled_1) : bad_end_so_far;

    always @(posedge clock) begin
        if (given_0) begin
            at_0 <= at_0 + 8'd1;
            if (filled_0) begin
                at_0 <= 8'd0;
                short_0 <= 1'b0;
            end
        end
        if (comes_0) begin
            overlong_0 <= (filled_0 | overlong_0) & ~m_rlast;
            if (m_rlast & ~filled_0 & ~overlong_0) begin
                short_0 <= 1'b1;
            end
        end
        if (reset) begin
            at_0 <= 8'd0;
            overlong_0 <= 1'b0;
            short_0 <= 1'b0;
        end
        if (given_1) begin
            at_1 <= at_1 + 8'd1;
            if (filled_1) begin
                at_1 <= 8'd0;
                short_1 <= 1'b0;
            end
        end
        if (comes_1) begin
            overlong_1 <= (filled_1 | overlong_1) & ~m_rlast;
            if (m_rlast & ~filled_1 & ~overlong_1) begin
                short_1 <= 1'b1;
            end
        end
        if (reset) begin
            at_1 <= 8'd0;
            overlong_1 <= 1'b0;
            short_1 <= 1'b0;
        end
        if (given_2) begin
            at_2 <= at_2 + 8'd1;
            if (filled_2) begin
                at_2 <= 8'd0;
                short_2 <= 1'b0;
            end
        end
        if (comes_2) begin
            overlong_2 <= (filled_2 | overlong_2) & ~m_rlast;
            if (m_rlast & ~filled_2 & ~overlong_2) begin
                short_2 <= 1'b1;
            end
        end
        if (reset) begin
            at_2 <= 8'd0;
            overlong_2 <= 1'b0;
            short_2 <= 1'b0;
        end
    end

    assign bad_end = given_2 ? bad_end_so_far_2 | short_2 | (m_rlast ^ filled_2) : bad_end_so_far_2;
    assign comes_0 = m_rvalid & m_rready & (m_rid == NUMBERS_0);
    assign given_0 = (comes_0 & ~overlong_0) | short_0;
    assign filled_0 = at_0 == s_arlen_0;
    assign s_rvalid_0 = given_0;
    assign comes_1 = m_rvalid & m_rready & (m_rid == NUMBERS_1);
    assign given_1 = (comes_1 & ~overlong_1) | short_1;
    assign filled_1 = at_1 == s_arlen_1;
    assign s_rvalid_1 = given_1;
    assign comes_2 = m_rvalid & m_rready & (m_rid == NUMBERS_2);
    assign given_2 = (comes_2 & ~overlong_2) | short_2;
    assign filled_2 = at_2 == s_arlen_2;
    assign s_rvalid_2 = given_2;
    assign s_rerror = m_rresp[1] | bad_end;

    // Bits that the design does not need.
    wire _unused = &{
        m_rresp[0],
        wants_0[1],
        wants_1[2],
        turns_chosen,
        1'b0
    };

endmodule

`default_nettype wire
