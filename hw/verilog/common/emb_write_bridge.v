// Makes writes over CXL.mem of the write bursts of an AXI4 master, and answers each burst when all of it is
// completed. Two cycles to RwD, one from NDR to B; a line a cycle, 64 under way; stalls when RwD or B do, and
// while a line has a transaction.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_write_bridge (
    input  wire         clock,
    input  wire         reset,
    input  wire [3:0]   awid,
    input  wire [63:0]  awaddr,
    input  wire [7:0]   awlen,
    input  wire [2:0]   awsize,
    input  wire [1:0]   awburst,
    input  wire         awvalid,
    output wire         awready,
    input  wire [511:0] wdata,
    input  wire [63:0]  wstrb,
    input  wire         wvalid,
    output wire         wready,
    output wire [3:0]   bid,
    output wire [1:0]   bresp,
    output wire         bvalid,
    input  wire         bready,
    output wire [6:0]   claim,
    output wire         claims,
    input  wire         granted,
    output wire [6:0]   released,
    output wire         releases,
    output wire [3:0]   rwd_opcode,
    output wire [5:0]   rwd_slot,
    output wire [45:0]  rwd_address,
    output wire [63:0]  rwd_be,
    output wire [511:0] rwd_data,
    output wire         rwd_valid,
    input  wire         rwd_ready,
    input  wire [5:0]   ndr_slot,
    input  wire         ndr_valid
);

    localparam [63:0] ALL_BYTES = 64'hffffffffffffffff;
    localparam [1:0] DECODE_ERROR = 2'd3;
    localparam [1:0] INCR = 2'd1;
    localparam [2:0] LINE_SIZE = 3'd6;
    localparam [3:0] MEM_WR = 4'd1;
    localparam [3:0] MEM_WR_PTL = 4'd2;
    localparam [63:0] ONE = 64'd1;
    localparam [1:0] SLAVE_ERROR = 2'd2;

    reg [7:0] at = 8'd0;
    reg [5:0] next_slot = 6'd0;
    reg [5:0] oldest = 6'd0;
    reg [63:0] here = 64'd0;

    wire [63:0] address;
    wire [45:0] line;
    wire last;
    wire is_plain;
    wire is_beyond;
    wire [1:0] refused;
    wire may_go;
    wire asks;
    wire goes;
    wire [63:0] next_bit;
    wire [63:0] oldest_bit;
    wire [63:0] arrived;
    wire [63:0] completed;
    wire [63:0] freed;
    wire done;
    wire is_response;
    wire leaves;
    wire bursts_in_valid;
    wire [80:0] bursts_out_data;
    wire bursts_out_valid;
    wire bursts_out_ready;
    wire [575:0] data_out_data;
    wire data_out_valid;
    wire writes_in_valid;
    wire writes_in_ready;
    wire [627:0] writes_out_data;
    wire beats_in_ready;
    wire [6:0] beats_out_data;
    wire beats_out_valid;
    wire [5:0] lines_read_address;

    emb_fifo #(.WIDTH(81), .LOG_DEPTH(2)) u_bursts (
        .clock(clock),
        .reset(reset),
        .in_data({awid, awburst, awsize, awlen, awaddr}),
        .in_valid(bursts_in_valid),
        .in_ready(awready),
        .out_data(bursts_out_data),
        .out_valid(bursts_out_valid),
        .out_ready(bursts_out_ready)
    );

    emb_fifo #(.WIDTH(576), .LOG_DEPTH(2)) u_data (
        .clock(clock),
        .reset(reset),
        .in_data({wstrb, wdata}),
        .in_valid(wvalid),
        .in_ready(wready),
        .out_data(data_out_data),
        .out_valid(data_out_valid),
        .out_ready(goes)
    );

    emb_fifo #(.WIDTH(628), .LOG_DEPTH(2)) u_writes (
        .clock(clock),
        .reset(reset),
        .in_data({next_slot, line, data_out_data}),
        .in_valid(writes_in_valid),
        .in_ready(writes_in_ready),
        .out_data(writes_out_data),
        .out_valid(rwd_valid),
        .out_ready(rwd_ready)
    );

    emb_fifo #(.WIDTH(7), .LOG_DEPTH(6)) u_beats (
        .clock(clock),
        .reset(reset),
        .in_data({last, refused, bursts_out_data[80:77]}),
        .in_valid(goes),
        .in_ready(beats_in_ready),
        .out_data(beats_out_data),
        .out_valid(beats_out_valid),
        .out_ready(leaves)
    );

    emb_lut_ram #(.WIDTH(7), .LOG_DEPTH(6)) u_lines (
        .clock(clock),
        .write_enable(asks),
        .write_address(next_slot),
        .write_data(line[6:0]),
        .read_address(lines_read_address),
        .read_data(released)
    );

    always @(posedge clock) begin
        if (goes) begin
            next_slot <= next_slot + 6'd1;
            at <= at + 8'd1;
            if (last) begin
                at <= 8'd0;
            end
        end
        if (leaves) begin
            oldest <= oldest + 6'd1;
        end
        here <= (here & ~freed) | completed;
        if (reset) begin
            at <= 8'd0;
            next_slot <= 6'd0;
            oldest <= 6'd0;
            here <= 64'd0;
        end
    end

    assign freed = leaves ? oldest_bit : 64'd0;

    // Bursts, and their data.
    assign bursts_in_valid = awvalid;

    // A beat after the other.
    assign address = bursts_out_data[63:0];
    assign line = address[51:6] + {38'd0, at};
    assign last = at == bursts_out_data[71:64];

    assign is_plain =
        ~(|bursts_out_data[71:64]) |
        ((bursts_out_data[74:72] == LINE_SIZE) & (bursts_out_data[76:75] == INCR));

    assign is_beyond = |address[63:52];

    assign refused =
        ~is_plain ? SLAVE_ERROR :
        is_beyond ? DECODE_ERROR :
        2'd0;

    assign may_go = bursts_out_valid & data_out_valid & beats_in_ready & writes_in_ready;
    assign claim = line[6:0];
    assign claims = may_go & ~(|refused);
    assign asks = may_go & ~(|refused) & granted;
    assign goes = asks | (may_go & (|refused));
    assign bursts_out_ready = goes & last;

    // M2S RwD.
    assign writes_in_valid = asks;
    assign rwd_data = writes_out_data[511:0];
    assign rwd_be = writes_out_data[575:512];
    assign rwd_address = writes_out_data[621:576];
    assign rwd_slot = writes_out_data[627:622];
    assign rwd_opcode = (writes_out_data[575:512] == ALL_BYTES) ? MEM_WR : MEM_WR_PTL;

    // S2M NDR, in any order.
    assign lines_read_address = ndr_slot;
    assign releases = ndr_valid;
    assign arrived = ndr_valid ? ONE << ndr_slot : 64'd0;
    assign next_bit = ONE << next_slot;
    assign completed = (goes & (|refused)) ? arrived | next_bit : arrived;

    // B behind the last beat of a burst.
    assign oldest_bit = ONE << oldest;
    assign done = |(here & oldest_bit);
    assign is_response = beats_out_data[6];
    assign bvalid = done & is_response;
    assign bid = beats_out_data[3:0];
    assign bresp = beats_out_data[5:4];
    assign leaves = done & (~is_response | bready);

    // Bits that the design does not need.
    wire _unused = &{
        address[5:0],
        beats_out_valid,
        1'b0
    };

endmodule

`default_nettype wire
