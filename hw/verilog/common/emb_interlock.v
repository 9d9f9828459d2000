// Lets an update begin when the records that it waits for count. Two cycles; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_interlock (
    input  wire        clock,
    input  wire        reset,
    input  wire        rows_done,
    input  wire [63:0] rows_batch,
    input  wire        parameters_done,
    input  wire [63:0] parameters_batch,
    input  wire        after_rows,
    input  wire        after_parameters,
    input  wire [15:0] lag,
    input  wire [63:0] batch,
    output wire        permits
);

    reg [63:0] rows = 64'd0;
    reg rows_count = 1'b0;
    reg [63:0] parameters = 64'd0;
    reg parameters_count = 1'b0;
    reg permitted = 1'b0;

    wire [63:0] behind;

    always @(posedge clock) begin
        if (rows_done) begin
            rows <= rows_batch;
            rows_count <= 1'b1;
        end
        if (parameters_done) begin
            parameters <= parameters_batch;
            parameters_count <= 1'b1;
        end
        permitted <= (~after_rows | (rows_count & (rows == batch))) & (~after_parameters | (parameters_count & (parameters <= batch) & (behind <= {48'd0, lag})));
        if (reset) begin
            permitted <= 1'b0;
            rows_count <= 1'b0;
            parameters_count <= 1'b0;
        end
    end

    // A record of a later batch is not behind: the difference would wrap.
    assign behind = batch - parameters;
    assign permits = permitted;

endmodule

`default_nettype wire
