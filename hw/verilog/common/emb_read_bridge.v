// Makes reads over CXL.mem of the read bursts of an AXI4 master, and answers them in order. Two cycles from
// AR to Req, one from DRS to R; a line a cycle, 64 under way; stalls when Req or R do, and while a line has a
// transaction.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_read_bridge (
    input  wire         clock,
    input  wire         reset,
    input  wire [3:0]   arid,
    input  wire [63:0]  araddr,
    input  wire [7:0]   arlen,
    input  wire [2:0]   arsize,
    input  wire [1:0]   arburst,
    input  wire         arvalid,
    output wire         arready,
    output wire [3:0]   rid,
    output wire [511:0] rdata,
    output wire [1:0]   rresp,
    output wire         rlast,
    output wire         rvalid,
    input  wire         rready,
    output wire [6:0]   claim,
    output wire         claims,
    input  wire         granted,
    output wire [6:0]   released,
    output wire         releases,
    output wire [5:0]   req_slot,
    output wire [45:0]  req_address,
    output wire         req_valid,
    input  wire         req_ready,
    input  wire [2:0]   drs_opcode,
    input  wire [5:0]   drs_slot,
    input  wire         drs_poison,
    input  wire [511:0] drs_data,
    input  wire         drs_valid
);

    localparam [1:0] DECODE_ERROR = 2'd3;
    localparam [1:0] INCR = 2'd1;
    localparam [2:0] LINE_SIZE = 3'd6;
    localparam [2:0] NXM = 3'd1;
    localparam [63:0] ONE = 64'd1;
    localparam [1:0] SLAVE_ERROR = 2'd2;

    reg [7:0] at = 8'd0;
    reg [5:0] next_slot = 6'd0;
    reg [5:0] oldest = 6'd0;
    reg [63:0] here = 64'd0;
    reg oldest_here = 1'b0;

    wire [5:0] oldest_after;
    wire [63:0] address;
    wire [45:0] line;
    wire last;
    wire is_plain;
    wire is_beyond;
    wire [1:0] refused;
    wire may_go;
    wire asks;
    wire goes;
    wire passes;
    wire leaves;
    wire [63:0] next_bit;
    wire [63:0] oldest_bit;
    wire [63:0] arrived;
    wire [63:0] answered;
    wire [63:0] freed;
    wire unmapped;
    wire [513:0] answer;
    wire bursts_in_valid;
    wire [80:0] bursts_out_data;
    wire bursts_out_valid;
    wire bursts_out_ready;
    wire requests_in_valid;
    wire requests_in_ready;
    wire [51:0] requests_out_data;
    wire beats_in_ready;
    wire [6:0] beats_out_data;
    wire beats_out_valid;
    wire buffer_write_enable;

    emb_fifo #(.WIDTH(81), .LOG_DEPTH(2)) u_bursts (
        .clock(clock),
        .reset(reset),
        .in_data({arid, arburst, arsize, arlen, araddr}),
        .in_valid(bursts_in_valid),
        .in_ready(arready),
        .out_data(bursts_out_data),
        .out_valid(bursts_out_valid),
        .out_ready(bursts_out_ready)
    );

    emb_fifo #(.WIDTH(52), .LOG_DEPTH(2)) u_requests (
        .clock(clock),
        .reset(reset),
        .in_data({next_slot, line}),
        .in_valid(requests_in_valid),
        .in_ready(requests_in_ready),
        .out_data(requests_out_data),
        .out_valid(req_valid),
        .out_ready(req_ready)
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

    emb_lut_ram #(.WIDTH(514), .LOG_DEPTH(6)) u_buffer (
        .clock(clock),
        .write_enable(buffer_write_enable),
        .write_address(drs_slot),
        .write_data({drs_poison, unmapped, drs_data}),
        .read_address(oldest),
        .read_data(answer)
    );

    emb_lut_ram #(.WIDTH(7), .LOG_DEPTH(6)) u_lines (
        .clock(clock),
        .write_enable(asks),
        .write_address(next_slot),
        .write_data(line[6:0]),
        .read_address(drs_slot),
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
        here <= (here & ~freed) | answered;
        oldest_here <= oldest_here | (drs_valid & (drs_slot == oldest)) | (passes & (next_slot == oldest));
        if (leaves) begin
            oldest_here <= here[oldest_after] | (drs_valid & (drs_slot == oldest_after)) | (passes & (next_slot == oldest_after));
        end
        if (reset) begin
            at <= 8'd0;
            next_slot <= 6'd0;
            oldest <= 6'd0;
            here <= 64'd0;
            oldest_here <= 1'b0;
        end
    end

    assign freed = leaves ? oldest_bit : 64'd0;

    // Bursts.
    assign bursts_in_valid = arvalid;

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

    assign may_go = bursts_out_valid & beats_in_ready & requests_in_ready;
    assign claim = line[6:0];
    assign claims = may_go & ~(|refused);
    assign asks = may_go & ~(|refused) & granted;
    assign passes = may_go & (|refused);
    assign goes = asks | passes;
    assign bursts_out_ready = goes & last;

    // M2S Req.
    assign requests_in_valid = asks;
    assign req_address = requests_out_data[45:0];
    assign req_slot = requests_out_data[51:46];

    // S2M DRS, in any order.
    assign buffer_write_enable = drs_valid;
    assign unmapped = drs_opcode == NXM;
    assign releases = drs_valid;
    assign arrived = drs_valid ? ONE << drs_slot : 64'd0;
    assign next_bit = ONE << next_slot;
    assign answered = passes ? arrived | next_bit : arrived;

    // R, in order again.
    assign oldest_bit = ONE << oldest;
    assign rvalid = oldest_here;
    assign rid = beats_out_data[3:0];
    assign rlast = beats_out_data[6];
    assign rdata = |beats_out_data[5:4] ? 512'd0 : answer[511:0];

    assign rresp =
        |beats_out_data[5:4] ? beats_out_data[5:4] :
        answer[513] ? SLAVE_ERROR :
        answer[512] ? DECODE_ERROR :
        2'd0;

    assign leaves = oldest_here & rready;
    assign oldest_after = oldest + 6'd1;

    // Bits that the design does not need.
    wire _unused = &{
        address[5:0],
        beats_out_valid,
        1'b0
    };

endmodule

`default_nettype wire
