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

    always @(posedge clock) begin
        if (look) begin
            awaited <= held & (held_line == look_line);
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

endmodule

`default_nettype wire
