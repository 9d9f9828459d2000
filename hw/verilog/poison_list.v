// Remembers up to eight lines whose content is known to be bad. Combinational to look, one cycle to change.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module poison_list (
    input  wire        clock,
    input  wire        reset,
    input  wire [63:0] look,
    output reg         poisoned,
    input  wire [63:0] line,
    input  wire        add,
    input  wire        remove,
    output wire        overflow
);

    reg [63:0] lines_0 = 64'd0;
    reg [63:0] lines_1 = 64'd0;
    reg [63:0] lines_2 = 64'd0;
    reg [63:0] lines_3 = 64'd0;
    reg [63:0] lines_4 = 64'd0;
    reg [63:0] lines_5 = 64'd0;
    reg [63:0] lines_6 = 64'd0;
    reg [63:0] lines_7 = 64'd0;
    reg used_0 = 1'b0;
    reg used_1 = 1'b0;
    reg used_2 = 1'b0;
    reg used_3 = 1'b0;
    reg used_4 = 1'b0;
    reg used_5 = 1'b0;
    reg used_6 = 1'b0;
    reg used_7 = 1'b0;
    reg lost = 1'b0;

    wire known_0;
    wire known_1;
    wire known_2;
    wire known_3;
    wire known_4;
    wire known_5;
    wire known_6;
    wire known_7;
    wire free_0;
    wire free_1;
    wire free_2;
    wire free_3;
    wire free_4;
    wire free_5;
    wire free_6;
    wire first_free_0;
    wire first_free_1;
    wire first_free_2;
    wire first_free_3;
    wire first_free_4;
    wire first_free_5;
    wire first_free_6;
    wire first_free_7;
    reg any_known;
    reg any_free;

    always @(posedge clock) begin
        if (add & ~any_known & ~any_free) begin
            lost <= 1'b1;
        end
        if (reset) begin
            lost <= 1'b0;
        end
    end

    assign overflow = lost;

    always @* begin
        poisoned = 1'b0;
        if (used_0 & (lines_0 == look)) begin
            poisoned = 1'b1;
        end
        if (used_1 & (lines_1 == look)) begin
            poisoned = 1'b1;
        end
        if (used_2 & (lines_2 == look)) begin
            poisoned = 1'b1;
        end
        if (used_3 & (lines_3 == look)) begin
            poisoned = 1'b1;
        end
        if (used_4 & (lines_4 == look)) begin
            poisoned = 1'b1;
        end
        if (used_5 & (lines_5 == look)) begin
            poisoned = 1'b1;
        end
        if (used_6 & (lines_6 == look)) begin
            poisoned = 1'b1;
        end
        if (used_7 & (lines_7 == look)) begin
            poisoned = 1'b1;
        end
    end

    always @* begin
        any_known = 1'b0;
        if (known_0) begin
            any_known = 1'b1;
        end
        if (known_1) begin
            any_known = 1'b1;
        end
        if (known_2) begin
            any_known = 1'b1;
        end
        if (known_3) begin
            any_known = 1'b1;
        end
        if (known_4) begin
            any_known = 1'b1;
        end
        if (known_5) begin
            any_known = 1'b1;
        end
        if (known_6) begin
            any_known = 1'b1;
        end
        if (known_7) begin
            any_known = 1'b1;
        end
    end

    always @* begin
        any_free = 1'b0;
        if (~used_0) begin
            any_free = 1'b1;
        end
        if (~used_1) begin
            any_free = 1'b1;
        end
        if (~used_2) begin
            any_free = 1'b1;
        end
        if (~used_3) begin
            any_free = 1'b1;
        end
        if (~used_4) begin
            any_free = 1'b1;
        end
        if (~used_5) begin
            any_free = 1'b1;
        end
        if (~used_6) begin
            any_free = 1'b1;
        end
        if (~used_7) begin
            any_free = 1'b1;
        end
    end

    always @(posedge clock) begin
        if (add & ~any_known & first_free_0) begin
            used_0 <= 1'b1;
            lines_0 <= line;
        end
        if ((remove & known_0) | reset) begin
            used_0 <= 1'b0;
        end
    end

    assign known_0 = used_0 & (lines_0 == line);
    assign free_0 = ~used_0;
    assign first_free_0 = ~used_0;

    always @(posedge clock) begin
        if (add & ~any_known & first_free_1) begin
            used_1 <= 1'b1;
            lines_1 <= line;
        end
        if ((remove & known_1) | reset) begin
            used_1 <= 1'b0;
        end
    end

    assign known_1 = used_1 & (lines_1 == line);
    assign free_1 = free_0 | ~used_1;
    assign first_free_1 = ~free_0 & ~used_1;

    always @(posedge clock) begin
        if (add & ~any_known & first_free_2) begin
            used_2 <= 1'b1;
            lines_2 <= line;
        end
        if ((remove & known_2) | reset) begin
            used_2 <= 1'b0;
        end
    end

    assign known_2 = used_2 & (lines_2 == line);
    assign free_2 = free_1 | ~used_2;
    assign first_free_2 = ~free_1 & ~used_2;

    always @(posedge clock) begin
        if (add & ~any_known & first_free_3) begin
            used_3 <= 1'b1;
            lines_3 <= line;
        end
        if ((remove & known_3) | reset) begin
            used_3 <= 1'b0;
        end
    end

    assign known_3 = used_3 & (lines_3 == line);
    assign free_3 = free_2 | ~used_3;
    assign first_free_3 = ~free_2 & ~used_3;

    always @(posedge clock) begin
        if (add & ~any_known & first_free_4) begin
            used_4 <= 1'b1;
            lines_4 <= line;
        end
        if ((remove & known_4) | reset) begin
            used_4 <= 1'b0;
        end
    end

    assign known_4 = used_4 & (lines_4 == line);
    assign free_4 = free_3 | ~used_4;
    assign first_free_4 = ~free_3 & ~used_4;

    always @(posedge clock) begin
        if (add & ~any_known & first_free_5) begin
            used_5 <= 1'b1;
            lines_5 <= line;
        end
        if ((remove & known_5) | reset) begin
            used_5 <= 1'b0;
        end
    end

    assign known_5 = used_5 & (lines_5 == line);
    assign free_5 = free_4 | ~used_5;
    assign first_free_5 = ~free_4 & ~used_5;

    always @(posedge clock) begin
        if (add & ~any_known & first_free_6) begin
            used_6 <= 1'b1;
            lines_6 <= line;
        end
        if ((remove & known_6) | reset) begin
            used_6 <= 1'b0;
        end
    end

    assign known_6 = used_6 & (lines_6 == line);
    assign free_6 = free_5 | ~used_6;
    assign first_free_6 = ~free_5 & ~used_6;

    always @(posedge clock) begin
        if (add & ~any_known & first_free_7) begin
            used_7 <= 1'b1;
            lines_7 <= line;
        end
        if ((remove & known_7) | reset) begin
            used_7 <= 1'b0;
        end
    end

    assign known_7 = used_7 & (lines_7 == line);
    assign first_free_7 = ~free_6 & ~used_7;

endmodule

`default_nettype wire
