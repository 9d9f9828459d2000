// Follows the slots of a backward bank from read to write and says whether one is asked for again meanwhile.
// A slot a cycle; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_slot_pipeline_l7 (
    input  wire       clock,
    input  wire       reset,
    input  wire [9:0] asked,
    output wire       busy,
    input  wire [9:0] slot,
    input  wire       update,
    input  wire       load,
    output wire [9:0] write_slot,
    output wire       write,
    output wire       write_load
);

    reg [9:0] slots_0 = 10'd0;
    reg [9:0] slots_1 = 10'd0;
    reg [9:0] slots_2 = 10'd0;
    reg [9:0] slots_3 = 10'd0;
    reg [9:0] slots_4 = 10'd0;
    reg [9:0] slots_5 = 10'd0;
    reg [9:0] slots_6 = 10'd0;
    reg updates_0 = 1'b0;
    reg updates_1 = 1'b0;
    reg updates_2 = 1'b0;
    reg updates_3 = 1'b0;
    reg updates_4 = 1'b0;
    reg updates_5 = 1'b0;
    reg updates_6 = 1'b0;
    reg loads_0 = 1'b0;
    reg loads_1 = 1'b0;
    reg loads_2 = 1'b0;
    reg loads_3 = 1'b0;
    reg loads_4 = 1'b0;
    reg loads_5 = 1'b0;
    reg loads_6 = 1'b0;

    assign busy =
        ((updates_0 | loads_0) & (slots_0 == asked)) |
        ((updates_1 | loads_1) & (slots_1 == asked)) |
        ((updates_2 | loads_2) & (slots_2 == asked)) |
        ((updates_3 | loads_3) & (slots_3 == asked)) |
        ((updates_4 | loads_4) & (slots_4 == asked)) |
        ((updates_5 | loads_5) & (slots_5 == asked)) |
        ((updates_6 | loads_6) & (slots_6 == asked));

    always @(posedge clock) begin
        updates_0 <= update;
        loads_0 <= load;
        if (reset) begin
            updates_0 <= 1'b0;
            loads_0 <= 1'b0;
        end
    end

    assign write_slot = slots_6;
    assign write = updates_6 | loads_6;
    assign write_load = loads_6;

    always @(posedge clock) begin
        updates_1 <= updates_0;
        loads_1 <= loads_0;
        if (reset) begin
            updates_1 <= 1'b0;
            loads_1 <= 1'b0;
        end
    end

    always @(posedge clock) begin
        updates_2 <= updates_1;
        loads_2 <= loads_1;
        if (reset) begin
            updates_2 <= 1'b0;
            loads_2 <= 1'b0;
        end
    end

    always @(posedge clock) begin
        updates_3 <= updates_2;
        loads_3 <= loads_2;
        if (reset) begin
            updates_3 <= 1'b0;
            loads_3 <= 1'b0;
        end
    end

    always @(posedge clock) begin
        updates_4 <= updates_3;
        loads_4 <= loads_3;
        if (reset) begin
            updates_4 <= 1'b0;
            loads_4 <= 1'b0;
        end
    end

    always @(posedge clock) begin
        updates_5 <= updates_4;
        loads_5 <= loads_4;
        if (reset) begin
            updates_5 <= 1'b0;
            loads_5 <= 1'b0;
        end
    end

    always @(posedge clock) begin
        updates_6 <= updates_5;
        loads_6 <= loads_5;
        if (reset) begin
            updates_6 <= 1'b0;
            loads_6 <= 1'b0;
        end
    end

    always @(posedge clock) begin
        slots_0 <= slot;
        slots_1 <= slots_0;
        slots_2 <= slots_1;
        slots_3 <= slots_2;
        slots_4 <= slots_3;
        slots_5 <= slots_4;
        slots_6 <= slots_5;
    end

endmodule

`default_nettype wire
