// Table of the last writes, which blocks a read of a line that was written. Latency: 1 cycle. Throughput: a
// write and a read a cycle. Stalls writes while the table is full.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_recent_writes_d64 (
    input  wire        clock,
    input  wire        reset,
    input  wire [15:0] window,
    input  wire        enter,
    input  wire [31:0] line,
    output wire        ready,
    input  wire        answered,
    input  wire        look,
    input  wire [31:0] look_line,
    output wire        blocked
);

    localparam [7:0] ENTRIES = 8'd64;
    localparam [63:0] ONE = 64'd1;

    reg [5:0] newest = 6'd0;
    reg [5:0] oldest = 6'd0;
    reg [7:0] used = 8'd0;

    wire [63:0] enter_bit;
    wire [63:0] free_bit;
    wire entry_0_blocks;
    wire entry_1_blocks;
    wire entry_2_blocks;
    wire entry_3_blocks;
    wire entry_4_blocks;
    wire entry_5_blocks;
    wire entry_6_blocks;
    wire entry_7_blocks;
    wire entry_8_blocks;
    wire entry_9_blocks;
    wire entry_10_blocks;
    wire entry_11_blocks;
    wire entry_12_blocks;
    wire entry_13_blocks;
    wire entry_14_blocks;
    wire entry_15_blocks;
    wire entry_16_blocks;
    wire entry_17_blocks;
    wire entry_18_blocks;
    wire entry_19_blocks;
    wire entry_20_blocks;
    wire entry_21_blocks;
    wire entry_22_blocks;
    wire entry_23_blocks;
    wire entry_24_blocks;
    wire entry_25_blocks;
    wire entry_26_blocks;
    wire entry_27_blocks;
    wire entry_28_blocks;
    wire entry_29_blocks;
    wire entry_30_blocks;
    wire entry_31_blocks;
    wire entry_32_blocks;
    wire entry_33_blocks;
    wire entry_34_blocks;
    wire entry_35_blocks;
    wire entry_36_blocks;
    wire entry_37_blocks;
    wire entry_38_blocks;
    wire entry_39_blocks;
    wire entry_40_blocks;
    wire entry_41_blocks;
    wire entry_42_blocks;
    wire entry_43_blocks;
    wire entry_44_blocks;
    wire entry_45_blocks;
    wire entry_46_blocks;
    wire entry_47_blocks;
    wire entry_48_blocks;
    wire entry_49_blocks;
    wire entry_50_blocks;
    wire entry_51_blocks;
    wire entry_52_blocks;
    wire entry_53_blocks;
    wire entry_54_blocks;
    wire entry_55_blocks;
    wire entry_56_blocks;
    wire entry_57_blocks;
    wire entry_58_blocks;
    wire entry_59_blocks;
    wire entry_60_blocks;
    wire entry_61_blocks;
    wire entry_62_blocks;
    wire entry_63_blocks;
    wire delay_due;

    emb_recent_write u_entry_0 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[0]),
        .line(line),
        .free(free_bit[0]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_0_blocks)
    );

    emb_recent_write u_entry_1 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[1]),
        .line(line),
        .free(free_bit[1]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_1_blocks)
    );

    emb_recent_write u_entry_2 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[2]),
        .line(line),
        .free(free_bit[2]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_2_blocks)
    );

    emb_recent_write u_entry_3 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[3]),
        .line(line),
        .free(free_bit[3]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_3_blocks)
    );

    emb_recent_write u_entry_4 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[4]),
        .line(line),
        .free(free_bit[4]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_4_blocks)
    );

    emb_recent_write u_entry_5 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[5]),
        .line(line),
        .free(free_bit[5]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_5_blocks)
    );

    emb_recent_write u_entry_6 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[6]),
        .line(line),
        .free(free_bit[6]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_6_blocks)
    );

    emb_recent_write u_entry_7 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[7]),
        .line(line),
        .free(free_bit[7]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_7_blocks)
    );

    emb_recent_write u_entry_8 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[8]),
        .line(line),
        .free(free_bit[8]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_8_blocks)
    );

    emb_recent_write u_entry_9 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[9]),
        .line(line),
        .free(free_bit[9]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_9_blocks)
    );

    emb_recent_write u_entry_10 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[10]),
        .line(line),
        .free(free_bit[10]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_10_blocks)
    );

    emb_recent_write u_entry_11 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[11]),
        .line(line),
        .free(free_bit[11]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_11_blocks)
    );

    emb_recent_write u_entry_12 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[12]),
        .line(line),
        .free(free_bit[12]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_12_blocks)
    );

    emb_recent_write u_entry_13 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[13]),
        .line(line),
        .free(free_bit[13]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_13_blocks)
    );

    emb_recent_write u_entry_14 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[14]),
        .line(line),
        .free(free_bit[14]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_14_blocks)
    );

    emb_recent_write u_entry_15 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[15]),
        .line(line),
        .free(free_bit[15]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_15_blocks)
    );

    emb_recent_write u_entry_16 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[16]),
        .line(line),
        .free(free_bit[16]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_16_blocks)
    );

    emb_recent_write u_entry_17 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[17]),
        .line(line),
        .free(free_bit[17]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_17_blocks)
    );

    emb_recent_write u_entry_18 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[18]),
        .line(line),
        .free(free_bit[18]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_18_blocks)
    );

    emb_recent_write u_entry_19 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[19]),
        .line(line),
        .free(free_bit[19]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_19_blocks)
    );

    emb_recent_write u_entry_20 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[20]),
        .line(line),
        .free(free_bit[20]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_20_blocks)
    );

    emb_recent_write u_entry_21 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[21]),
        .line(line),
        .free(free_bit[21]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_21_blocks)
    );

    emb_recent_write u_entry_22 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[22]),
        .line(line),
        .free(free_bit[22]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_22_blocks)
    );

    emb_recent_write u_entry_23 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[23]),
        .line(line),
        .free(free_bit[23]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_23_blocks)
    );

    emb_recent_write u_entry_24 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[24]),
        .line(line),
        .free(free_bit[24]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_24_blocks)
    );

    emb_recent_write u_entry_25 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[25]),
        .line(line),
        .free(free_bit[25]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_25_blocks)
    );

    emb_recent_write u_entry_26 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[26]),
        .line(line),
        .free(free_bit[26]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_26_blocks)
    );

    emb_recent_write u_entry_27 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[27]),
        .line(line),
        .free(free_bit[27]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_27_blocks)
    );

    emb_recent_write u_entry_28 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[28]),
        .line(line),
        .free(free_bit[28]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_28_blocks)
    );

    emb_recent_write u_entry_29 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[29]),
        .line(line),
        .free(free_bit[29]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_29_blocks)
    );

    emb_recent_write u_entry_30 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[30]),
        .line(line),
        .free(free_bit[30]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_30_blocks)
    );

    emb_recent_write u_entry_31 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[31]),
        .line(line),
        .free(free_bit[31]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_31_blocks)
    );

    emb_recent_write u_entry_32 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[32]),
        .line(line),
        .free(free_bit[32]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_32_blocks)
    );

    emb_recent_write u_entry_33 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[33]),
        .line(line),
        .free(free_bit[33]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_33_blocks)
    );

    emb_recent_write u_entry_34 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[34]),
        .line(line),
        .free(free_bit[34]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_34_blocks)
    );

    emb_recent_write u_entry_35 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[35]),
        .line(line),
        .free(free_bit[35]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_35_blocks)
    );

    emb_recent_write u_entry_36 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[36]),
        .line(line),
        .free(free_bit[36]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_36_blocks)
    );

    emb_recent_write u_entry_37 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[37]),
        .line(line),
        .free(free_bit[37]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_37_blocks)
    );

    emb_recent_write u_entry_38 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[38]),
        .line(line),
        .free(free_bit[38]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_38_blocks)
    );

    emb_recent_write u_entry_39 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[39]),
        .line(line),
        .free(free_bit[39]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_39_blocks)
    );

    emb_recent_write u_entry_40 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[40]),
        .line(line),
        .free(free_bit[40]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_40_blocks)
    );

    emb_recent_write u_entry_41 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[41]),
        .line(line),
        .free(free_bit[41]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_41_blocks)
    );

    emb_recent_write u_entry_42 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[42]),
        .line(line),
        .free(free_bit[42]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_42_blocks)
    );

    emb_recent_write u_entry_43 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[43]),
        .line(line),
        .free(free_bit[43]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_43_blocks)
    );

    emb_recent_write u_entry_44 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[44]),
        .line(line),
        .free(free_bit[44]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_44_blocks)
    );

    emb_recent_write u_entry_45 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[45]),
        .line(line),
        .free(free_bit[45]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_45_blocks)
    );

    emb_recent_write u_entry_46 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[46]),
        .line(line),
        .free(free_bit[46]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_46_blocks)
    );

    emb_recent_write u_entry_47 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[47]),
        .line(line),
        .free(free_bit[47]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_47_blocks)
    );

    emb_recent_write u_entry_48 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[48]),
        .line(line),
        .free(free_bit[48]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_48_blocks)
    );

    emb_recent_write u_entry_49 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[49]),
        .line(line),
        .free(free_bit[49]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_49_blocks)
    );

    emb_recent_write u_entry_50 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[50]),
        .line(line),
        .free(free_bit[50]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_50_blocks)
    );

    emb_recent_write u_entry_51 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[51]),
        .line(line),
        .free(free_bit[51]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_51_blocks)
    );

    emb_recent_write u_entry_52 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[52]),
        .line(line),
        .free(free_bit[52]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_52_blocks)
    );

    emb_recent_write u_entry_53 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[53]),
        .line(line),
        .free(free_bit[53]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_53_blocks)
    );

    emb_recent_write u_entry_54 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[54]),
        .line(line),
        .free(free_bit[54]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_54_blocks)
    );

    emb_recent_write u_entry_55 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[55]),
        .line(line),
        .free(free_bit[55]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_55_blocks)
    );

    emb_recent_write u_entry_56 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[56]),
        .line(line),
        .free(free_bit[56]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_56_blocks)
    );

    emb_recent_write u_entry_57 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[57]),
        .line(line),
        .free(free_bit[57]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_57_blocks)
    );

    emb_recent_write u_entry_58 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[58]),
        .line(line),
        .free(free_bit[58]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_58_blocks)
    );

    emb_recent_write u_entry_59 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[59]),
        .line(line),
        .free(free_bit[59]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_59_blocks)
    );

    emb_recent_write u_entry_60 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[60]),
        .line(line),
        .free(free_bit[60]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_60_blocks)
    );

    emb_recent_write u_entry_61 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[61]),
        .line(line),
        .free(free_bit[61]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_61_blocks)
    );

    emb_recent_write u_entry_62 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[62]),
        .line(line),
        .free(free_bit[62]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_62_blocks)
    );

    emb_recent_write u_entry_63 (
        .clock(clock),
        .reset(reset),
        .enter(enter_bit[63]),
        .line(line),
        .free(free_bit[63]),
        .look(look),
        .look_line(look_line),
        .blocks(entry_63_blocks)
    );

    emb_pulse_delay #(.LOG_DEPTH(6)) u_delay (
        .clock(clock),
        .reset(reset),
        .delay(window),
        .enter(answered),
        .due(delay_due)
    );

    always @(posedge clock) begin
        if (enter) begin
            newest <= newest + 6'd1;
        end
        if (delay_due) begin
            oldest <= oldest + 6'd1;
        end
        if (enter & ~delay_due) begin
            used <= used + 8'd1;
        end
        if (delay_due & ~enter) begin
            used <= used - 8'd1;
        end
        if (reset) begin
            newest <= 6'd0;
            oldest <= 6'd0;
            used <= 8'd0;
        end
    end

    assign enter_bit = enter ? ONE << newest : 64'd0;
    assign free_bit = delay_due ? ONE << oldest : 64'd0;
    assign ready = used != ENTRIES;

    assign blocked =
        entry_0_blocks |
        entry_1_blocks |
        entry_2_blocks |
        entry_3_blocks |
        entry_4_blocks |
        entry_5_blocks |
        entry_6_blocks |
        entry_7_blocks |
        entry_8_blocks |
        entry_9_blocks |
        entry_10_blocks |
        entry_11_blocks |
        entry_12_blocks |
        entry_13_blocks |
        entry_14_blocks |
        entry_15_blocks |
        entry_16_blocks |
        entry_17_blocks |
        entry_18_blocks |
        entry_19_blocks |
        entry_20_blocks |
        entry_21_blocks |
        entry_22_blocks |
        entry_23_blocks |
        entry_24_blocks |
        entry_25_blocks |
        entry_26_blocks |
        entry_27_blocks |
        entry_28_blocks |
        entry_29_blocks |
        entry_30_blocks |
        entry_31_blocks |
        entry_32_blocks |
        entry_33_blocks |
        entry_34_blocks |
        entry_35_blocks |
        entry_36_blocks |
        entry_37_blocks |
        entry_38_blocks |
        entry_39_blocks |
        entry_40_blocks |
        entry_41_blocks |
        entry_42_blocks |
        entry_43_blocks |
        entry_44_blocks |
        entry_45_blocks |
        entry_46_blocks |
        entry_47_blocks |
        entry_48_blocks |
        entry_49_blocks |
        entry_50_blocks |
        entry_51_blocks |
        entry_52_blocks |
        entry_53_blocks |
        entry_54_blocks |
        entry_55_blocks |
        entry_56_blocks |
        entry_57_blocks |
        entry_58_blocks |
        entry_59_blocks |
        entry_60_blocks |
        entry_61_blocks |
        entry_62_blocks |
        entry_63_blocks;

endmodule

`default_nettype wire
