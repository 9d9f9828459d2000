// Remembers the line of one write, and whether the read at hand waits for it. Latency: 1 cycle. Throughput:
// one look a cycle. Never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_recent_write (
    input  wire        clock,
    input  wire        reset,
    input  wire        enter,
    input  wire [31:0] line,
    input  wire        free,
    input  wire        look,
    input  wire [31:0] look_line,
    output wire        blocks
);

    reg held = 1'b0;
    reg [31:0] held_line = 32'd0;
    reg awaited = 1'b0;

    wire [32:0] differing;
    wire [10:0] alike;
    wire [11:0] carried;

    always @(posedge clock) begin
        if (look) begin
            awaited <= held & carried[11];
        end
        if (enter) begin
            held <= 1'b1;
            held_line <= line;
        end
        if (free | reset) begin
            held <= 1'b0;
            awaited <= 1'b0;
        end
    end

    assign blocks = awaited;

    // Lines are compared by a carry chain: half the LUTs of a tree, and a table has many places.
    assign differing = {1'b0, held_line ^ look_line};
    assign alike = ~(differing[10:0] | differing[21:11] | differing[32:22]);
    assign carried = {1'b0, alike} + 12'd1;

    // Bits that the design does not need.
    wire _unused = &{
        carried[10:0],
        1'b0
    };

endmodule

`default_nettype wire
