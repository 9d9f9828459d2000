// CRC-32C of a stream of words. Two cycles; a word a cycle; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_crc32c_w32 (
    input  wire        clock,
    input  wire        clear,
    input  wire [31:0] word,
    input  wire        word_valid,
    output wire [31:0] value,
    output wire        settled
);

    localparam [31:0] ONES = 32'hffffffff;
    localparam [31:0] STATE_BITS_0 = 32'h1f91caf6;
    localparam [31:0] STATE_BITS_1 = 32'h3f2395ec;
    localparam [31:0] STATE_BITS_10 = 32'h74409c60;
    localparam [31:0] STATE_BITS_11 = 32'he88138c1;
    localparam [31:0] STATE_BITS_12 = 32'hce93bb74;
    localparam [31:0] STATE_BITS_13 = 32'h82b6bc1f;
    localparam [31:0] STATE_BITS_14 = 32'h1afcb2c8;
    localparam [31:0] STATE_BITS_15 = 32'h35f96591;
    localparam [31:0] STATE_BITS_16 = 32'h6bf2cb23;
    localparam [31:0] STATE_BITS_17 = 32'hd7e59646;
    localparam [31:0] STATE_BITS_18 = 32'hb05ae67b;
    localparam [31:0] STATE_BITS_19 = 32'h7f240600;
    localparam [31:0] STATE_BITS_2 = 32'h7e472bd8;
    localparam [31:0] STATE_BITS_20 = 32'hfe480c00;
    localparam [31:0] STATE_BITS_21 = 32'he301d2f6;
    localparam [31:0] STATE_BITS_22 = 32'hd9926f1b;
    localparam [31:0] STATE_BITS_23 = 32'hacb514c0;
    localparam [31:0] STATE_BITS_24 = 32'h46fbe377;
    localparam [31:0] STATE_BITS_25 = 32'h8df7c6ee;
    localparam [31:0] STATE_BITS_26 = 32'h047e472b;
    localparam [31:0] STATE_BITS_27 = 32'h08fc8e57;
    localparam [31:0] STATE_BITS_28 = 32'h11f91caf;
    localparam [31:0] STATE_BITS_29 = 32'h23f2395e;
    localparam [31:0] STATE_BITS_3 = 32'hfc8e57b1;
    localparam [31:0] STATE_BITS_30 = 32'h47e472bd;
    localparam [31:0] STATE_BITS_31 = 32'h8fc8e57b;
    localparam [31:0] STATE_BITS_4 = 32'he68d6595;
    localparam [31:0] STATE_BITS_5 = 32'hd28b01dd;
    localparam [31:0] STATE_BITS_6 = 32'hba87c94c;
    localparam [31:0] STATE_BITS_7 = 32'h6a9e586f;
    localparam [31:0] STATE_BITS_8 = 32'hd53cb0de;
    localparam [31:0] STATE_BITS_9 = 32'hb5e8ab4b;
    localparam [31:0] WORD_BITS_0 = 32'h1f91caf6;
    localparam [31:0] WORD_BITS_1 = 32'h3f2395ec;
    localparam [31:0] WORD_BITS_10 = 32'h74409c60;
    localparam [31:0] WORD_BITS_11 = 32'he88138c1;
    localparam [31:0] WORD_BITS_12 = 32'hce93bb74;
    localparam [31:0] WORD_BITS_13 = 32'h82b6bc1f;
    localparam [31:0] WORD_BITS_14 = 32'h1afcb2c8;
    localparam [31:0] WORD_BITS_15 = 32'h35f96591;
    localparam [31:0] WORD_BITS_16 = 32'h6bf2cb23;
    localparam [31:0] WORD_BITS_17 = 32'hd7e59646;
    localparam [31:0] WORD_BITS_18 = 32'hb05ae67b;
    localparam [31:0] WORD_BITS_19 = 32'h7f240600;
    localparam [31:0] WORD_BITS_2 = 32'h7e472bd8;
    localparam [31:0] WORD_BITS_20 = 32'hfe480c00;
    localparam [31:0] WORD_BITS_21 = 32'he301d2f6;
    localparam [31:0] WORD_BITS_22 = 32'hd9926f1b;
    localparam [31:0] WORD_BITS_23 = 32'hacb514c0;
    localparam [31:0] WORD_BITS_24 = 32'h46fbe377;
    localparam [31:0] WORD_BITS_25 = 32'h8df7c6ee;
    localparam [31:0] WORD_BITS_26 = 32'h047e472b;
    localparam [31:0] WORD_BITS_27 = 32'h08fc8e57;
    localparam [31:0] WORD_BITS_28 = 32'h11f91caf;
    localparam [31:0] WORD_BITS_29 = 32'h23f2395e;
    localparam [31:0] WORD_BITS_3 = 32'hfc8e57b1;
    localparam [31:0] WORD_BITS_30 = 32'h47e472bd;
    localparam [31:0] WORD_BITS_31 = 32'h8fc8e57b;
    localparam [31:0] WORD_BITS_4 = 32'he68d6595;
    localparam [31:0] WORD_BITS_5 = 32'hd28b01dd;
    localparam [31:0] WORD_BITS_6 = 32'hba87c94c;
    localparam [31:0] WORD_BITS_7 = 32'h6a9e586f;
    localparam [31:0] WORD_BITS_8 = 32'hd53cb0de;
    localparam [31:0] WORD_BITS_9 = 32'hb5e8ab4b;

    reg [31:0] state = 32'd0;
    reg [31:0] part = 32'd0;
    reg part_valid = 1'b0;

    wire [31:0] of_word_0;
    wire [31:0] of_word_1;
    wire [31:0] of_word_2;
    wire [31:0] of_word_3;
    wire [31:0] of_word_4;
    wire [31:0] of_word_5;
    wire [31:0] of_word_6;
    wire [31:0] of_word_7;
    wire [31:0] of_word_8;
    wire [31:0] of_word_9;
    wire [31:0] of_word_10;
    wire [31:0] of_word_11;
    wire [31:0] of_word_12;
    wire [31:0] of_word_13;
    wire [31:0] of_word_14;
    wire [31:0] of_word_15;
    wire [31:0] of_word_16;
    wire [31:0] of_word_17;
    wire [31:0] of_word_18;
    wire [31:0] of_word_19;
    wire [31:0] of_word_20;
    wire [31:0] of_word_21;
    wire [31:0] of_word_22;
    wire [31:0] of_word_23;
    wire [31:0] of_word_24;
    wire [31:0] of_word_25;
    wire [31:0] of_word_26;
    wire [31:0] of_word_27;
    wire [31:0] of_word_28;
    wire [31:0] of_word_29;
    wire [31:0] of_word_30;
    wire [31:0] of_word_31;
    wire [31:0] of_state_0;
    wire [31:0] of_state_1;
    wire [31:0] of_state_2;
    wire [31:0] of_state_3;
    wire [31:0] of_state_4;
    wire [31:0] of_state_5;
    wire [31:0] of_state_6;
    wire [31:0] of_state_7;
    wire [31:0] of_state_8;
    wire [31:0] of_state_9;
    wire [31:0] of_state_10;
    wire [31:0] of_state_11;
    wire [31:0] of_state_12;
    wire [31:0] of_state_13;
    wire [31:0] of_state_14;
    wire [31:0] of_state_15;
    wire [31:0] of_state_16;
    wire [31:0] of_state_17;
    wire [31:0] of_state_18;
    wire [31:0] of_state_19;
    wire [31:0] of_state_20;
    wire [31:0] of_state_21;
    wire [31:0] of_state_22;
    wire [31:0] of_state_23;
    wire [31:0] of_state_24;
    wire [31:0] of_state_25;
    wire [31:0] of_state_26;
    wire [31:0] of_state_27;
    wire [31:0] of_state_28;
    wire [31:0] of_state_29;
    wire [31:0] of_state_30;
    wire [31:0] of_state_31;

    always @(posedge clock) begin
        part_valid <= word_valid;
        if (part_valid) begin
            state <= of_state_31 ^ part;
        end
        if (clear) begin
            state <= ONES;
            part_valid <= 1'b0;
        end
    end

    assign of_word_0 = {31'd0, ^(word & WORD_BITS_0)};
    assign of_state_0 = {31'd0, ^(state & STATE_BITS_0)};
    assign of_word_1 = {of_word_0[31:2], ^(word & WORD_BITS_1), of_word_0[0]};
    assign of_state_1 = {of_state_0[31:2], ^(state & STATE_BITS_1), of_state_0[0]};
    assign of_word_2 = {of_word_1[31:3], ^(word & WORD_BITS_2), of_word_1[1:0]};
    assign of_state_2 = {of_state_1[31:3], ^(state & STATE_BITS_2), of_state_1[1:0]};
    assign of_word_3 = {of_word_2[31:4], ^(word & WORD_BITS_3), of_word_2[2:0]};
    assign of_state_3 = {of_state_2[31:4], ^(state & STATE_BITS_3), of_state_2[2:0]};
    assign of_word_4 = {of_word_3[31:5], ^(word & WORD_BITS_4), of_word_3[3:0]};
    assign of_state_4 = {of_state_3[31:5], ^(state & STATE_BITS_4), of_state_3[3:0]};
    assign of_word_5 = {of_word_4[31:6], ^(word & WORD_BITS_5), of_word_4[4:0]};
    assign of_state_5 = {of_state_4[31:6], ^(state & STATE_BITS_5), of_state_4[4:0]};
    assign of_word_6 = {of_word_5[31:7], ^(word & WORD_BITS_6), of_word_5[5:0]};
    assign of_state_6 = {of_state_5[31:7], ^(state & STATE_BITS_6), of_state_5[5:0]};
    assign of_word_7 = {of_word_6[31:8], ^(word & WORD_BITS_7), of_word_6[6:0]};
    assign of_state_7 = {of_state_6[31:8], ^(state & STATE_BITS_7), of_state_6[6:0]};
    assign of_word_8 = {of_word_7[31:9], ^(word & WORD_BITS_8), of_word_7[7:0]};
    assign of_state_8 = {of_state_7[31:9], ^(state & STATE_BITS_8), of_state_7[7:0]};
    assign of_word_9 = {of_word_8[31:10], ^(word & WORD_BITS_9), of_word_8[8:0]};
    assign of_state_9 = {of_state_8[31:10], ^(state & STATE_BITS_9), of_state_8[8:0]};
    assign of_word_10 = {of_word_9[31:11], ^(word & WORD_BITS_10), of_word_9[9:0]};
    assign of_state_10 = {of_state_9[31:11], ^(state & STATE_BITS_10), of_state_9[9:0]};
    assign of_word_11 = {of_word_10[31:12], ^(word & WORD_BITS_11), of_word_10[10:0]};
    assign of_state_11 = {of_state_10[31:12], ^(state & STATE_BITS_11), of_state_10[10:0]};
    assign of_word_12 = {of_word_11[31:13], ^(word & WORD_BITS_12), of_word_11[11:0]};
    assign of_state_12 = {of_state_11[31:13], ^(state & STATE_BITS_12), of_state_11[11:0]};
    assign of_word_13 = {of_word_12[31:14], ^(word & WORD_BITS_13), of_word_12[12:0]};
    assign of_state_13 = {of_state_12[31:14], ^(state & STATE_BITS_13), of_state_12[12:0]};
    assign of_word_14 = {of_word_13[31:15], ^(word & WORD_BITS_14), of_word_13[13:0]};
    assign of_state_14 = {of_state_13[31:15], ^(state & STATE_BITS_14), of_state_13[13:0]};
    assign of_word_15 = {of_word_14[31:16], ^(word & WORD_BITS_15), of_word_14[14:0]};
    assign of_state_15 = {of_state_14[31:16], ^(state & STATE_BITS_15), of_state_14[14:0]};
    assign of_word_16 = {of_word_15[31:17], ^(word & WORD_BITS_16), of_word_15[15:0]};
    assign of_state_16 = {of_state_15[31:17], ^(state & STATE_BITS_16), of_state_15[15:0]};
    assign of_word_17 = {of_word_16[31:18], ^(word & WORD_BITS_17), of_word_16[16:0]};
    assign of_state_17 = {of_state_16[31:18], ^(state & STATE_BITS_17), of_state_16[16:0]};
    assign of_word_18 = {of_word_17[31:19], ^(word & WORD_BITS_18), of_word_17[17:0]};
    assign of_state_18 = {of_state_17[31:19], ^(state & STATE_BITS_18), of_state_17[17:0]};
    assign of_word_19 = {of_word_18[31:20], ^(word & WORD_BITS_19), of_word_18[18:0]};
    assign of_state_19 = {of_state_18[31:20], ^(state & STATE_BITS_19), of_state_18[18:0]};
    assign of_word_20 = {of_word_19[31:21], ^(word & WORD_BITS_20), of_word_19[19:0]};
    assign of_state_20 = {of_state_19[31:21], ^(state & STATE_BITS_20), of_state_19[19:0]};
    assign of_word_21 = {of_word_20[31:22], ^(word & WORD_BITS_21), of_word_20[20:0]};
    assign of_state_21 = {of_state_20[31:22], ^(state & STATE_BITS_21), of_state_20[20:0]};
    assign of_word_22 = {of_word_21[31:23], ^(word & WORD_BITS_22), of_word_21[21:0]};
    assign of_state_22 = {of_state_21[31:23], ^(state & STATE_BITS_22), of_state_21[21:0]};
    assign of_word_23 = {of_word_22[31:24], ^(word & WORD_BITS_23), of_word_22[22:0]};
    assign of_state_23 = {of_state_22[31:24], ^(state & STATE_BITS_23), of_state_22[22:0]};
    assign of_word_24 = {of_word_23[31:25], ^(word & WORD_BITS_24), of_word_23[23:0]};
    assign of_state_24 = {of_state_23[31:25], ^(state & STATE_BITS_24), of_state_23[23:0]};
    assign of_word_25 = {of_word_24[31:26], ^(word & WORD_BITS_25), of_word_24[24:0]};
    assign of_state_25 = {of_state_24[31:26], ^(state & STATE_BITS_25), of_state_24[24:0]};
    assign of_word_26 = {of_word_25[31:27], ^(word & WORD_BITS_26), of_word_25[25:0]};
    assign of_state_26 = {of_state_25[31:27], ^(state & STATE_BITS_26), of_state_25[25:0]};
    assign of_word_27 = {of_word_26[31:28], ^(word & WORD_BITS_27), of_word_26[26:0]};
    assign of_state_27 = {of_state_26[31:28], ^(state & STATE_BITS_27), of_state_26[26:0]};
    assign of_word_28 = {of_word_27[31:29], ^(word & WORD_BITS_28), of_word_27[27:0]};
    assign of_state_28 = {of_state_27[31:29], ^(state & STATE_BITS_28), of_state_27[27:0]};
    assign of_word_29 = {of_word_28[31:30], ^(word & WORD_BITS_29), of_word_28[28:0]};
    assign of_state_29 = {of_state_28[31:30], ^(state & STATE_BITS_29), of_state_28[28:0]};
    assign of_word_30 = {of_word_29[31], ^(word & WORD_BITS_30), of_word_29[29:0]};
    assign of_state_30 = {of_state_29[31], ^(state & STATE_BITS_30), of_state_29[29:0]};
    assign of_word_31 = {^(word & WORD_BITS_31), of_word_30[30:0]};
    assign of_state_31 = {^(state & STATE_BITS_31), of_state_30[30:0]};
    assign value = ~state;
    assign settled = ~part_valid;

    always @(posedge clock) begin
        part <= of_word_31;
    end

    // Bits that the design does not need.
    wire _unused = &{
        of_word_0[1],
        of_word_1[2],
        of_word_2[3],
        of_word_3[4],
        of_word_4[5],
        of_word_5[6],
        of_word_6[7],
        of_word_7[8],
        of_word_8[9],
        of_word_9[10],
        of_word_10[11],
        of_word_11[12],
        of_word_12[13],
        of_word_13[14],
        of_word_14[15],
        of_word_15[16],
        of_word_16[17],
        of_word_17[18],
        of_word_18[19],
        of_word_19[20],
        of_word_20[21],
        of_word_21[22],
        of_word_22[23],
        of_word_23[24],
        of_word_24[25],
        of_word_25[26],
        of_word_26[27],
        of_word_27[28],
        of_word_28[29],
        of_word_29[30],
        of_word_30[31],
        of_state_0[1],
        of_state_1[2],
        of_state_2[3],
        of_state_3[4],
        of_state_4[5],
        of_state_5[6],
        of_state_6[7],
        of_state_7[8],
        of_state_8[9],
        of_state_9[10],
        of_state_10[11],
        of_state_11[12],
        of_state_12[13],
        of_state_13[14],
        of_state_14[15],
        of_state_15[16],
        of_state_16[17],
        of_state_17[18],
        of_state_18[19],
        of_state_19[20],
        of_state_20[21],
        of_state_21[22],
        of_state_22[23],
        of_state_23[24],
        of_state_24[25],
        of_state_25[26],
        of_state_26[27],
        of_state_27[28],
        of_state_28[29],
        of_state_29[30],
        of_state_30[31],
        1'b0
    };

endmodule

`default_nettype wire
