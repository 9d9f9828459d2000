// Counts the events of every cycle, until clear or reset. The count shows two cycles later.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_event_counter_6 (
    input  wire        clock,
    input  wire        reset,
    input  wire        clear,
    input  wire        event_0,
    input  wire        event_1,
    input  wire        event_2,
    input  wire        event_3,
    input  wire        event_4,
    input  wire        event_5,
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
    wire [3:0] sum_0;
    wire [3:0] sum_1;
    wire [3:0] sum_2;
    wire [3:0] sum_3;
    wire [3:0] sum_4;
    wire [3:0] sum_5;

    always @(posedge clock) begin
        now <= sum_5;
        counted <= counted + {60'd0, now};
        if (reset | clear) begin
            counted <= 64'd0;
            now <= 4'd0;
        end
    end

    assign below_0 = 4'd0;
    assign sum_0 = event_0 ? below_0 ^ ({below_0[2:0], 1'b1} & {below_0[1:0], 2'd3} & {below_0[0], 3'd7}) : below_0;
    assign below_1 = sum_0;
    assign sum_1 = event_1 ? below_1 ^ ({below_1[2:0], 1'b1} & {below_1[1:0], 2'd3} & {below_1[0], 3'd7}) : below_1;
    assign below_2 = sum_1;
    assign sum_2 = event_2 ? below_2 ^ ({below_2[2:0], 1'b1} & {below_2[1:0], 2'd3} & {below_2[0], 3'd7}) : below_2;
    assign below_3 = sum_2;
    assign sum_3 = event_3 ? below_3 ^ ({below_3[2:0], 1'b1} & {below_3[1:0], 2'd3} & {below_3[0], 3'd7}) : below_3;
    assign below_4 = sum_3;
    assign sum_4 = event_4 ? below_4 ^ ({below_4[2:0], 1'b1} & {below_4[1:0], 2'd3} & {below_4[0], 3'd7}) : below_4;
    assign below_5 = sum_4;
    assign sum_5 = event_5 ? below_5 ^ ({below_5[2:0], 1'b1} & {below_5[1:0], 2'd3} & {below_5[0], 3'd7}) : below_5;
    assign count = counted;

endmodule

`default_nettype wire
