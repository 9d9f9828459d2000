// Register slice for payload, valid and ready. Latency: 1 cycle. Throughput: one word a cycle. Stalls its
// input only while it holds two words.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_skid_buffer #(
    parameter WIDTH = 256
) (
    input  wire             clock,
    input  wire             reset,
    input  wire [WIDTH-1:0] in_data,
    input  wire             in_valid,
    output wire             in_ready,
    output wire [WIDTH-1:0] out_data,
    output wire             out_valid,
    input  wire             out_ready
);

    reg [WIDTH-1:0] stage = {WIDTH{1'b0}};
    reg stage_valid = 1'b0;
    reg [WIDTH-1:0] aside = {WIDTH{1'b0}};
    reg aside_valid = 1'b0;

    always @(posedge clock) begin
        if (out_ready | ~stage_valid) begin
            aside_valid <= 1'b0;
            if (aside_valid) begin
                stage <= aside;
                stage_valid <= 1'b1;
            end else begin
                stage <= in_data;
                stage_valid <= in_valid;
            end
        end else if (in_valid) begin
            aside_valid <= 1'b1;
        end
        if (reset) begin
            stage_valid <= 1'b0;
            aside_valid <= 1'b0;
        end
    end

    always @(posedge clock) begin
        if (~aside_valid) begin
            aside <= in_data;
        end
    end

    assign in_ready = ~aside_valid;
    assign out_valid = stage_valid;
    assign out_data = stage;

endmodule

`default_nettype wire
