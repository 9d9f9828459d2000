// Counts the events of every cycle, until clear or reset. The count shows two cycles later.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module event_counter_12 (
    input  wire        clock,
    input  wire        reset,
    input  wire        clear,
    input  wire        event_0,
    input  wire        event_1,
    input  wire        event_2,
    input  wire        event_3,
    input  wire        event_4,
    input  wire        event_5,
    input  wire        event_6,
    input  wire        event_7,
    input  wire        event_8,
    input  wire        event_9,
    input  wire        event_10,
    input  wire        event_11,
    output wire [63:0] count
);

    reg [63:0] counted = 64'd0;
    reg [3:0] now = 4'd0;

    wire [3:0] below_0;
    wire [3:0] below_1;
    wire [3:0] below_2;
    wire [3:0] below_3;
    wire [3:0] below_4;
    wire [3:0] below_5;
    wire [3:0] below_6;
    wire [3:0] below_7;
    wire [3:0] below_8;
    wire [3:0] below_9;
    wire [3:0] below_10;
    wire [3:0] below_11;
    reg [3:0] sum_0;
    reg [3:0] sum_1;
    reg [3:0] sum_2;
    reg [3:0] sum_3;
    reg [3:0] sum_4;
    reg [3:0] sum_5;
    reg [3:0] sum_6;
    reg [3:0] sum_7;
    reg [3:0] sum_8;
    reg [3:0] sum_9;
    reg [3:0] sum_10;
    reg [3:0] sum_11;

    always @(posedge clock) begin
        now <= sum_11;
        counted <= counted + {60'd0, now};
        if (reset | clear) begin
            counted <= 64'd0;
            now <= 4'd0;
        end
    end

    assign below_0 = 4'd0;

    always @* begin
        sum_0 = below_0;
        if (event_0) begin
            sum_0 = below_0 + 4'd1;
        end
    end

    assign below_1 = sum_0;

    always @* begin
        sum_1 = below_1;
        if (event_1) begin
            sum_1 = below_1 + 4'd1;
        end
    end

    assign below_2 = sum_1;

    always @* begin
        sum_2 = below_2;
        if (event_2) begin
            sum_2 = below_2 + 4'd1;
        end
    end

    assign below_3 = sum_2;

    always @* begin
        sum_3 = below_3;
        if (event_3) begin
            sum_3 = below_3 + 4'd1;
        end
    end

    assign below_4 = sum_3;

    always @* begin
        sum_4 = below_4;
        if (event_4) begin
            sum_4 = below_4 + 4'd1;
        end
    end

    assign below_5 = sum_4;

    always @* begin
        sum_5 = below_5;
        if (event_5) begin
            sum_5 = below_5 + 4'd1;
        end
    end

    assign below_6 = sum_5;

    always @* begin
        sum_6 = below_6;
        if (event_6) begin
            sum_6 = below_6 + 4'd1;
        end
    end

    assign below_7 = sum_6;

    always @* begin
        sum_7 = below_7;
        if (event_7) begin
            sum_7 = below_7 + 4'd1;
        end
    end

    assign below_8 = sum_7;

    always @* begin
        sum_8 = below_8;
        if (event_8) begin
            sum_8 = below_8 + 4'd1;
        end
    end

    assign below_9 = sum_8;

    always @* begin
        sum_9 = below_9;
        if (event_9) begin
            sum_9 = below_9 + 4'd1;
        end
    end

    assign below_10 = sum_9;

    always @* begin
        sum_10 = below_10;
        if (event_10) begin
            sum_10 = below_10 + 4'd1;
        end
    end

    assign below_11 = sum_10;

    always @* begin
        sum_11 = below_11;
        if (event_11) begin
            sum_11 = below_11 + 4'd1;
        end
    end

    assign count = counted;

endmodule

`default_nettype wire
