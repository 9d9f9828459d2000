// Takes the read bursts of several sources to one AXI4 port in turn. One cycle to the port, none back; a
// burst and a beat a cycle; stalls when the port takes no address.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module burst_read_mux_3 (
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
    input  wire         m_rvalid
);

    localparam [8:0] NUMBERS_0 = 9'd0;
    localparam [8:0] NUMBERS_1 = 9'd1;
    localparam [8:0] NUMBERS_2 = 9'd2;

    wire [2:0] wants_0;
    wire [2:0] wants_1;
    wire [2:0] wants_2;
    reg [8:0] id;
    reg [63:0] address;
    reg [7:0] length;
    wire [2:0] turns_grant;
    wire bursts_in_valid;
    wire bursts_in_ready;
    wire [80:0] bursts_out_data;

    round_robin_3 u_turns (
        .clock(clock),
        .reset(reset),
        .request(wants_2),
        .advance(bursts_in_ready),
        .grant(turns_grant)
    );

    fifo_w81_d4 u_bursts (
        .clock(clock),
        .reset(reset),
        .in_data({id, length, address}),
        .in_valid(bursts_in_valid),
        .in_ready(bursts_in_ready),
        .out_data(bursts_out_data),
        .out_valid(m_arvalid),
        .out_ready(m_arready)
    );

    always @* begin
        id = 9'd0;
        address = 64'd0;
        length = 8'd0;
        if (turns_grant[0]) begin
            id = NUMBERS_0;
            address = s_araddr_0;
            length = s_arlen_0;
        end
        if (turns_grant[1]) begin
            id = NUMBERS_1;
            address = s_araddr_1;
            length = s_arlen_1;
        end
        if (turns_grant[2]) begin
            id = NUMBERS_2;
            address = s_araddr_2;
            length = s_arlen_2;
        end
    end

    assign wants_0 = {2'd0, s_arvalid_0};
    assign s_arready_0 = turns_grant[0] & bursts_in_ready;
    assign s_rvalid_0 = m_rvalid & (m_rid == NUMBERS_0);
    assign wants_1 = {wants_0[2], s_arvalid_1, wants_0[0]};
    assign s_arready_1 = turns_grant[1] & bursts_in_ready;
    assign s_rvalid_1 = m_rvalid & (m_rid == NUMBERS_1);
    assign wants_2 = {s_arvalid_2, wants_1[1:0]};
    assign s_arready_2 = turns_grant[2] & bursts_in_ready;
    assign s_rvalid_2 = m_rvalid & (m_rid == NUMBERS_2);
    assign bursts_in_valid = |turns_grant;
    assign m_araddr = bursts_out_data[63:0];
    assign m_arlen = bursts_out_data[71:64];
    assign m_arid = bursts_out_data[80:72];
    assign s_rdata = m_rdata;
    assign s_rerror = m_rresp[1];

    // Bits that the design does not need.
    wire _unused = &{
        m_rresp[0],
        wants_0[1],
        wants_1[2],
        1'b0
    };

endmodule

`default_nettype wire
