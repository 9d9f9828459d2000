// Judges up to sixteen entries at once. Combinational.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_entry_lanes (
    input  wire [511:0] entries,
    input  wire [15:0]  lanes,
    input  wire [31:0]  limit,
    output wire         bad,
    output wire [15:0]  bad_lanes
);

    wire [31:0] entry_0;
    wire [31:0] entry_1;
    wire [31:0] entry_2;
    wire [31:0] entry_3;
    wire [31:0] entry_4;
    wire [31:0] entry_5;
    wire [31:0] entry_6;
    wire [31:0] entry_7;
    wire [31:0] entry_8;
    wire [31:0] entry_9;
    wire [31:0] entry_10;
    wire [31:0] entry_11;
    wire [31:0] entry_12;
    wire [31:0] entry_13;
    wire [31:0] entry_14;
    wire [31:0] entry_15;
    wire wrong_0;
    wire wrong_1;
    wire wrong_2;
    wire wrong_3;
    wire wrong_4;
    wire wrong_5;
    wire wrong_6;
    wire wrong_7;
    wire wrong_8;
    wire wrong_9;
    wire wrong_10;
    wire wrong_11;
    wire wrong_12;
    wire wrong_13;
    wire wrong_14;
    wire wrong_15;
    wire [15:0] gathered_0;
    wire [15:0] gathered_1;
    wire [15:0] gathered_2;
    wire [15:0] gathered_3;
    wire [15:0] gathered_4;
    wire [15:0] gathered_5;
    wire [15:0] gathered_6;
    wire [15:0] gathered_7;
    wire [15:0] gathered_8;
    wire [15:0] gathered_9;
    wire [15:0] gathered_10;
    wire [15:0] gathered_11;
    wire [15:0] gathered_12;
    wire [15:0] gathered_13;
    wire [15:0] gathered_14;
    wire [15:0] gathered_15;

    assign entry_0 = entries[31:0];
    assign entry_1 = entries[63:32];
    assign entry_2 = entries[95:64];
    assign entry_3 = entries[127:96];
    assign entry_4 = entries[159:128];
    assign entry_5 = entries[191:160];
    assign entry_6 = entries[223:192];
    assign entry_7 = entries[255:224];
    assign entry_8 = entries[287:256];
    assign entry_9 = entries[319:288];
    assign entry_10 = entries[351:320];
    assign entry_11 = entries[383:352];
    assign entry_12 = entries[415:384];
    assign entry_13 = entries[447:416];
    assign entry_14 = entries[479:448];
    assign entry_15 = entries[511:480];
    assign wrong_0 = lanes[0] & (entry_0 >= limit);
    assign wrong_1 = lanes[1] & (entry_1 >= limit);
    assign wrong_2 = lanes[2] & (entry_2 >= limit);
    assign wrong_3 = lanes[3] & (entry_3 >= limit);
    assign wrong_4 = lanes[4] & (entry_4 >= limit);
    assign wrong_5 = lanes[5] & (entry_5 >= limit);
    assign wrong_6 = lanes[6] & (entry_6 >= limit);
    assign wrong_7 = lanes[7] & (entry_7 >= limit);
    assign wrong_8 = lanes[8] & (entry_8 >= limit);
    assign wrong_9 = lanes[9] & (entry_9 >= limit);
    assign wrong_10 = lanes[10] & (entry_10 >= limit);
    assign wrong_11 = lanes[11] & (entry_11 >= limit);
    assign wrong_12 = lanes[12] & (entry_12 >= limit);
    assign wrong_13 = lanes[13] & (entry_13 >= limit);
    assign wrong_14 = lanes[14] & (entry_14 >= limit);
    assign wrong_15 = lanes[15] & (entry_15 >= limit);
    assign gathered_0 = {15'd0, wrong_0};
    assign gathered_1 = {gathered_0[15:2], wrong_1, gathered_0[0]};
    assign gathered_2 = {gathered_1[15:3], wrong_2, gathered_1[1:0]};
    assign gathered_3 = {gathered_2[15:4], wrong_3, gathered_2[2:0]};
    assign gathered_4 = {gathered_3[15:5], wrong_4, gathered_3[3:0]};
    assign gathered_5 = {gathered_4[15:6], wrong_5, gathered_4[4:0]};
    assign gathered_6 = {gathered_5[15:7], wrong_6, gathered_5[5:0]};
    assign gathered_7 = {gathered_6[15:8], wrong_7, gathered_6[6:0]};
    assign gathered_8 = {gathered_7[15:9], wrong_8, gathered_7[7:0]};
    assign gathered_9 = {gathered_8[15:10], wrong_9, gathered_8[8:0]};
    assign gathered_10 = {gathered_9[15:11], wrong_10, gathered_9[9:0]};
    assign gathered_11 = {gathered_10[15:12], wrong_11, gathered_10[10:0]};
    assign gathered_12 = {gathered_11[15:13], wrong_12, gathered_11[11:0]};
    assign gathered_13 = {gathered_12[15:14], wrong_13, gathered_12[12:0]};
    assign gathered_14 = {gathered_13[15], wrong_14, gathered_13[13:0]};
    assign gathered_15 = {wrong_15, gathered_14[14:0]};
    assign bad = |gathered_15;
    assign bad_lanes = gathered_15;

    // Bits that the design does not need.
    wire _unused = &{
        gathered_0[1],
        gathered_1[2],
        gathered_2[3],
        gathered_3[4],
        gathered_4[5],
        gathered_5[6],
        gathered_6[7],
        gathered_7[8],
        gathered_8[9],
        gathered_9[10],
        gathered_10[11],
        gathered_11[12],
        gathered_12[13],
        gathered_13[14],
        gathered_14[15],
        1'b0
    };

endmodule

`default_nettype wire
