// Sixteen FP32 products of a vector and one factor. Latency 4 cycles, one vector a cycle, never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_fp32_vector_scale (
    input  wire         clock,
    input  wire [511:0] vector_,
    input  wire [31:0]  factor,
    output wire [511:0] product
);

    wire [31:0] lane_0_product;
    wire [31:0] lane_1_product;
    wire [31:0] lane_2_product;
    wire [31:0] lane_3_product;
    wire [31:0] lane_4_product;
    wire [31:0] lane_5_product;
    wire [31:0] lane_6_product;
    wire [31:0] lane_7_product;
    wire [31:0] lane_8_product;
    wire [31:0] lane_9_product;
    wire [31:0] lane_10_product;
    wire [31:0] lane_11_product;
    wire [31:0] lane_12_product;
    wire [31:0] lane_13_product;
    wire [31:0] lane_14_product;
    wire [31:0] lane_15_product;

    emb_fp32_multiply u_lane_0 (
        .clock(clock),
        .a(vector_[31:0]),
        .b(factor),
        .product(lane_0_product)
    );

    emb_fp32_multiply u_lane_1 (
        .clock(clock),
        .a(vector_[63:32]),
        .b(factor),
        .product(lane_1_product)
    );

    emb_fp32_multiply u_lane_2 (
        .clock(clock),
        .a(vector_[95:64]),
        .b(factor),
        .product(lane_2_product)
    );

    emb_fp32_multiply u_lane_3 (
        .clock(clock),
        .a(vector_[127:96]),
        .b(factor),
        .product(lane_3_product)
    );

    emb_fp32_multiply u_lane_4 (
        .clock(clock),
        .a(vector_[159:128]),
        .b(factor),
        .product(lane_4_product)
    );

    emb_fp32_multiply u_lane_5 (
        .clock(clock),
        .a(vector_[191:160]),
        .b(factor),
        .product(lane_5_product)
    );

    emb_fp32_multiply u_lane_6 (
        .clock(clock),
        .a(vector_[223:192]),
        .b(factor),
        .product(lane_6_product)
    );

    emb_fp32_multiply u_lane_7 (
        .clock(clock),
        .a(vector_[255:224]),
        .b(factor),
        .product(lane_7_product)
    );

    emb_fp32_multiply u_lane_8 (
        .clock(clock),
        .a(vector_[287:256]),
        .b(factor),
        .product(lane_8_product)
    );

    emb_fp32_multiply u_lane_9 (
        .clock(clock),
        .a(vector_[319:288]),
        .b(factor),
        .product(lane_9_product)
    );

    emb_fp32_multiply u_lane_10 (
        .clock(clock),
        .a(vector_[351:320]),
        .b(factor),
        .product(lane_10_product)
    );

    emb_fp32_multiply u_lane_11 (
        .clock(clock),
        .a(vector_[383:352]),
        .b(factor),
        .product(lane_11_product)
    );

    emb_fp32_multiply u_lane_12 (
        .clock(clock),
        .a(vector_[415:384]),
        .b(factor),
        .product(lane_12_product)
    );

    emb_fp32_multiply u_lane_13 (
        .clock(clock),
        .a(vector_[447:416]),
        .b(factor),
        .product(lane_13_product)
    );

    emb_fp32_multiply u_lane_14 (
        .clock(clock),
        .a(vector_[479:448]),
        .b(factor),
        .product(lane_14_product)
    );

    emb_fp32_multiply u_lane_15 (
        .clock(clock),
        .a(vector_[511:480]),
        .b(factor),
        .product(lane_15_product)
    );

    assign product = {lane_15_product, lane_14_product, lane_13_product, lane_12_product, lane_11_product, lane_10_product, lane_9_product, lane_8_product, lane_7_product, lane_6_product, lane_5_product, lane_4_product, lane_3_product, lane_2_product, lane_1_product, lane_0_product};

endmodule

`default_nettype wire
