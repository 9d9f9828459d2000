// Remembers the lines of a port that hold poison: four of them, and of more the range that they span.
// Combinational to look, one cycle to change; not reset.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_poison_list (
    input  wire        clock,
    input  wire [33:0] look_0,
    input  wire [33:0] look_1,
    input  wire [33:0] look_2,
    output wire        poisoned_0,
    output wire        poisoned_1,
    output wire        poisoned_2,
    input  wire [33:0] line,
    input  wire        add,
    input  wire        remove,
    input  wire        clear,
    output wire        overflow
);

    reg [33:0] lines_0 = 34'd0;
    reg [33:0] lines_1 = 34'd0;
    reg [33:0] lines_2 = 34'd0;
    reg [33:0] lines_3 = 34'd0;
    reg used_0 = 1'b0;
    reg used_1 = 1'b0;
    reg used_2 = 1'b0;
    reg used_3 = 1'b0;
    reg [33:0] first = 34'd0;
    reg [33:0] last = 34'd0;
    reg spans = 1'b0;

    wire known_0;
    wire known_1;
    wire known_2;
    wire known_3;
    wire free_0;
    wire free_1;
    wire free_2;
    wire free_3;
    wire free_so_far_0;
    wire free_so_far_1;
    wire free_so_far_2;
    wire first_free_0;
    wire first_free_1;
    wire first_free_2;
    wire first_free_3;
    wire any_known;
    wire any_free;

    always @(posedge clock) begin
        if (clear) begin
            spans <= 1'b0;
        end
        if (add & ~any_known & ~any_free) begin
            spans <= 1'b1;
            if (~spans | (line < first)) begin
                first <= line;
            end
            if (~spans | (line > last)) begin
                last <= line;
            end
        end
    end

    assign overflow = spans;

    assign poisoned_0 =
        (spans & (look_0 >= first) & (look_0 <= last)) |
        (used_0 & (lines_0 == look_0)) |
        (used_1 & (lines_1 == look_0)) |
        (used_2 & (lines_2 == look_0)) |
        (used_3 & (lines_3 == look_0));

    assign poisoned_1 =
        (spans & (look_1 >= first) & (look_1 <= last)) |
        (used_0 & (lines_0 == look_1)) |
        (used_1 & (lines_1 == look_1)) |
        (used_2 & (lines_2 == look_1)) |
        (used_3 & (lines_3 == look_1));

    assign poisoned_2 =
        (spans & (look_2 >= first) & (look_2 <= last)) |
        (used_0 & (lines_0 == look_2)) |
        (used_1 & (lines_1 == look_2)) |
        (used_2 & (lines_2 == look_2)) |
        (used_3 & (lines_3 == look_2));

    assign any_known = known_0 | known_1 | known_2 | known_3;
    assign any_free = free_0 | free_1 | free_2 | free_3;

    always @(posedge clock) begin
        used_0 <= ~free_0;
        if (add & ~any_known & first_free_0) begin
            used_0 <= 1'b1;
            lines_0 <= line;
        end
        if (remove & known_0) begin
            used_0 <= 1'b0;
        end
    end

    assign free_0 = ~used_0 | clear;
    assign known_0 = ~free_0 & (lines_0 == line);
    assign free_so_far_0 = free_0;
    assign first_free_0 = free_0;

    always @(posedge clock) begin
        used_1 <= ~free_1;
        if (add & ~any_known & first_free_1) begin
            used_1 <= 1'b1;
            lines_1 <= line;
        end
        if (remove & known_1) begin
            used_1 <= 1'b0;
        end
    end

    assign free_1 = ~used_1 | clear;
    assign known_1 = ~free_1 & (lines_1 == line);
    assign free_so_far_1 = free_so_far_0 | free_1;
    assign first_free_1 = ~free_so_far_0 & free_1;

    always @(posedge clock) begin
        used_2 <= ~free_2;
        if (add & ~any_known & first_free_2) begin
            used_2 <= 1'b1;
            lines_2 <= line;
        end
        if (remove & known_2) begin
            used_2 <= 1'b0;
        end
    end

    assign free_2 = ~used_2 | clear;
    assign known_2 = ~free_2 & (lines_2 == line);
    assign free_so_far_2 = free_so_far_1 | free_2;
    assign first_free_2 = ~free_so_far_1 & free_2;

    always @(posedge clock) begin
        used_3 <= ~free_3;
        if (add & ~any_known & first_free_3) begin
            used_3 <= 1'b1;
            lines_3 <= line;
        end
        if (remove & known_3) begin
            used_3 <= 1'b0;
        end
    end

    assign free_3 = ~used_3 | clear;
    assign known_3 = ~free_3 & (lines_3 == line);
    assign first_free_3 = ~free_so_far_2 & free_3;

endmodule

`default_nettype wire
