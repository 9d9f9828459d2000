// Keeps posted jobs in order, each with its command and settings. One cycle when empty; a job a cycle; takes
// none while sixteen wait.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_job_queue (
    input  wire        clock,
    input  wire        reset,
    input  wire        clear,
    input  wire [2:0]  in_command,
    input  wire [63:0] in_settings_0,
    input  wire [63:0] in_settings_1,
    input  wire [63:0] in_settings_2,
    input  wire [63:0] in_settings_3,
    input  wire [63:0] in_settings_4,
    input  wire [63:0] in_settings_5,
    input  wire [63:0] in_settings_6,
    input  wire [63:0] in_settings_7,
    input  wire [63:0] in_settings_8,
    input  wire [63:0] in_settings_9,
    input  wire [63:0] in_settings_10,
    input  wire [63:0] in_settings_11,
    input  wire [63:0] in_settings_12,
    input  wire [63:0] in_settings_13,
    input  wire [63:0] in_settings_14,
    input  wire [63:0] in_settings_15,
    input  wire [63:0] in_settings_16,
    input  wire [63:0] in_settings_17,
    input  wire [63:0] in_settings_18,
    input  wire [63:0] in_settings_19,
    input  wire [63:0] in_settings_20,
    input  wire [63:0] in_settings_21,
    input  wire [63:0] in_settings_22,
    input  wire [63:0] in_settings_23,
    input  wire [63:0] in_settings_24,
    input  wire [63:0] in_settings_25,
    input  wire [63:0] in_settings_26,
    input  wire [63:0] in_settings_27,
    input  wire [63:0] in_settings_28,
    input  wire [63:0] in_settings_29,
    input  wire [63:0] in_settings_30,
    input  wire [63:0] in_settings_31,
    input  wire [63:0] in_settings_32,
    input  wire [63:0] in_settings_33,
    input  wire [63:0] in_settings_34,
    input  wire [63:0] in_settings_35,
    input  wire        in_valid,
    output wire        in_ready,
    output wire [2:0]  out_command,
    output wire [63:0] out_settings_0,
    output wire [63:0] out_settings_1,
    output wire [63:0] out_settings_2,
    output wire [63:0] out_settings_3,
    output wire [63:0] out_settings_4,
    output wire [63:0] out_settings_5,
    output wire [63:0] out_settings_6,
    output wire [63:0] out_settings_7,
    output wire [63:0] out_settings_8,
    output wire [63:0] out_settings_9,
    output wire [63:0] out_settings_10,
    output wire [63:0] out_settings_11,
    output wire [63:0] out_settings_12,
    output wire [63:0] out_settings_13,
    output wire [63:0] out_settings_14,
    output wire [63:0] out_settings_15,
    output wire [63:0] out_settings_16,
    output wire [63:0] out_settings_17,
    output wire [63:0] out_settings_18,
    output wire [63:0] out_settings_19,
    output wire [63:0] out_settings_20,
    output wire [63:0] out_settings_21,
    output wire [63:0] out_settings_22,
    output wire [63:0] out_settings_23,
    output wire [63:0] out_settings_24,
    output wire [63:0] out_settings_25,
    output wire [63:0] out_settings_26,
    output wire [63:0] out_settings_27,
    output wire [63:0] out_settings_28,
    output wire [63:0] out_settings_29,
    output wire [63:0] out_settings_30,
    output wire [63:0] out_settings_31,
    output wire [63:0] out_settings_32,
    output wire [63:0] out_settings_33,
    output wire [63:0] out_settings_34,
    output wire [63:0] out_settings_35,
    output wire        out_valid,
    input  wire        out_ready
);

    reg [3:0] write_pointer = 4'd0;
    reg [3:0] read_pointer = 4'd0;
    reg occupied = 1'b0;
    reg full = 1'b0;

    wire push;
    wire pop;
    wire [3:0] write_pointer_after;
    wire [3:0] read_pointer_after;

    emb_lut_ram #(.WIDTH(3), .LOG_DEPTH(4)) u_commands (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_command),
        .read_address(read_pointer),
        .read_data(out_command)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_0 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_0),
        .read_address(read_pointer),
        .read_data(out_settings_0)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_1 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_1),
        .read_address(read_pointer),
        .read_data(out_settings_1)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_2 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_2),
        .read_address(read_pointer),
        .read_data(out_settings_2)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_3 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_3),
        .read_address(read_pointer),
        .read_data(out_settings_3)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_4 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_4),
        .read_address(read_pointer),
        .read_data(out_settings_4)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_5 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_5),
        .read_address(read_pointer),
        .read_data(out_settings_5)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_6 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_6),
        .read_address(read_pointer),
        .read_data(out_settings_6)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_7 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_7),
        .read_address(read_pointer),
        .read_data(out_settings_7)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_8 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_8),
        .read_address(read_pointer),
        .read_data(out_settings_8)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_9 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_9),
        .read_address(read_pointer),
        .read_data(out_settings_9)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_10 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_10),
        .read_address(read_pointer),
        .read_data(out_settings_10)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_11 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_11),
        .read_address(read_pointer),
        .read_data(out_settings_11)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_12 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_12),
        .read_address(read_pointer),
        .read_data(out_settings_12)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_13 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_13),
        .read_address(read_pointer),
        .read_data(out_settings_13)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_14 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_14),
        .read_address(read_pointer),
        .read_data(out_settings_14)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_15 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_15),
        .read_address(read_pointer),
        .read_data(out_settings_15)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_16 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_16),
        .read_address(read_pointer),
        .read_data(out_settings_16)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_17 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_17),
        .read_address(read_pointer),
        .read_data(out_settings_17)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_18 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_18),
        .read_address(read_pointer),
        .read_data(out_settings_18)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_19 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_19),
        .read_address(read_pointer),
        .read_data(out_settings_19)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_20 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_20),
        .read_address(read_pointer),
        .read_data(out_settings_20)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_21 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_21),
        .read_address(read_pointer),
        .read_data(out_settings_21)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_22 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_22),
        .read_address(read_pointer),
        .read_data(out_settings_22)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_23 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_23),
        .read_address(read_pointer),
        .read_data(out_settings_23)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_24 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_24),
        .read_address(read_pointer),
        .read_data(out_settings_24)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_25 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_25),
        .read_address(read_pointer),
        .read_data(out_settings_25)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_26 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_26),
        .read_address(read_pointer),
        .read_data(out_settings_26)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_27 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_27),
        .read_address(read_pointer),
        .read_data(out_settings_27)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_28 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_28),
        .read_address(read_pointer),
        .read_data(out_settings_28)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_29 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_29),
        .read_address(read_pointer),
        .read_data(out_settings_29)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_30 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_30),
        .read_address(read_pointer),
        .read_data(out_settings_30)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_31 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_31),
        .read_address(read_pointer),
        .read_data(out_settings_31)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_32 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_32),
        .read_address(read_pointer),
        .read_data(out_settings_32)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_33 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_33),
        .read_address(read_pointer),
        .read_data(out_settings_33)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_34 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_34),
        .read_address(read_pointer),
        .read_data(out_settings_34)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(4)) u_settings_35 (
        .clock(clock),
        .write_enable(push),
        .write_address(write_pointer),
        .write_data(in_settings_35),
        .read_address(read_pointer),
        .read_data(out_settings_35)
    );

    always @(posedge clock) begin
        if (push) begin
            write_pointer <= write_pointer_after;
        end
        if (pop) begin
            read_pointer <= read_pointer_after;
        end
        if (push & ~pop) begin
            occupied <= 1'b1;
            full <= write_pointer_after == read_pointer;
        end
        if (pop & ~push) begin
            full <= 1'b0;
            occupied <= read_pointer_after != write_pointer;
        end
        if (reset | clear) begin
            write_pointer <= 4'd0;
            read_pointer <= 4'd0;
            occupied <= 1'b0;
            full <= 1'b0;
        end
    end

    assign in_ready = ~full;
    assign out_valid = occupied;
    assign push = in_valid & ~full;
    assign pop = out_ready & occupied;
    assign write_pointer_after = write_pointer + 4'd1;
    assign read_pointer_after = read_pointer + 4'd1;

endmodule

`default_nettype wire
