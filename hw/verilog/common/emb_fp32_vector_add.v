// Sixteen FP32 sums, lane by lane. Latency 5 cycles, one vector a cycle, never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_vector_add (
    input  wire         clock,
    input  wire [511:0] a,
    input  wire [511:0] b,
    output wire [511:0] sum
);

    wire [31:0] lane_0_sum;
    wire [31:0] lane_1_sum;
    wire [31:0] lane_2_sum;
    wire [31:0] lane_3_sum;
    wire [31:0] lane_4_sum;
    wire [31:0] lane_5_sum;
    wire [31:0] lane_6_sum;
    wire [31:0] lane_7_sum;
    wire [31:0] lane_8_sum;
    wire [31:0] lane_9_sum;
    wire [31:0] lane_10_sum;
    wire [31:0] lane_11_sum;
    wire [31:0] lane_12_sum;
    wire [31:0] lane_13_sum;
    wire [31:0] lane_14_sum;
    wire [31:0] lane_15_sum;

    emb_fp32_add u_lane_0 (
        .clock(clock),
        .a(a[31:0]),
        .b(b[31:0]),
        .sum(lane_0_sum)
    );

    emb_fp32_add u_lane_1 (
        .clock(clock),
        .a(a[63:32]),
        .b(b[63:32]),
        .sum(lane_1_sum)
    );

    emb_fp32_add u_lane_2 (
        .clock(clock),
        .a(a[95:64]),
        .b(b[95:64]),
        .sum(lane_2_sum)
    );

    emb_fp32_add u_lane_3 (
        .clock(clock),
        .a(a[127:96]),
        .b(b[127:96]),
        .sum(lane_3_sum)
    );

    emb_fp32_add u_lane_4 (
        .clock(clock),
        .a(a[159:128]),
        .b(b[159:128]),
        .sum(lane_4_sum)
    );

    emb_fp32_add u_lane_5 (
        .clock(clock),
        .a(a[191:160]),
        .b(b[191:160]),
        .sum(lane_5_sum)
    );

    emb_fp32_add u_lane_6 (
        .clock(clock),
        .a(a[223:192]),
        .b(b[223:192]),
        .sum(lane_6_sum)
    );

    emb_fp32_add u_lane_7 (
        .clock(clock),
        .a(a[255:224]),
        .b(b[255:224]),
        .sum(lane_7_sum)
    );

    emb_fp32_add u_lane_8 (
        .clock(clock),
        .a(a[287:256]),
        .b(b[287:256]),
        .sum(lane_8_sum)
    );

    emb_fp32_add u_lane_9 (
        .clock(clock),
        .a(a[319:288]),
        .b(b[319:288]),
        .sum(lane_9_sum)
    );

    emb_fp32_add u_lane_10 (
        .clock(clock),
        .a(a[351:320]),
        .b(b[351:320]),
        .sum(lane_10_sum)
    );

    emb_fp32_add u_lane_11 (
        .clock(clock),
        .a(a[383:352]),
        .b(b[383:352]),
        .sum(lane_11_sum)
    );

    emb_fp32_add u_lane_12 (
        .clock(clock),
        .a(a[415:384]),
        .b(b[415:384]),
        .sum(lane_12_sum)
    );

    emb_fp32_add u_lane_13 (
        .clock(clock),
        .a(a[447:416]),
        .b(b[447:416]),
        .sum(lane_13_sum)
    );

    emb_fp32_add u_lane_14 (
        .clock(clock),
        .a(a[479:448]),
        .b(b[479:448]),
        .sum(lane_14_sum)
    );

    emb_fp32_add u_lane_15 (
        .clock(clock),
        .a(a[511:480]),
        .b(b[511:480]),
        .sum(lane_15_sum)
    );

    assign sum = {lane_15_sum, lane_14_sum, lane_13_sum, lane_12_sum, lane_11_sum, lane_10_sum, lane_9_sum, lane_8_sum, lane_7_sum, lane_6_sum, lane_5_sum, lane_4_sum, lane_3_sum, lane_2_sum, lane_1_sum, lane_0_sum};

endmodule

`default_nettype wire
