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
    reg waits_for_rows = 1'b0;
    reg waits_for_parameters = 1'b0;
    reg [63:0] latest = 64'd0;
    reg [63:0] earliest = 64'd0;
    reg permitted = 1'b0;

    wire [63:0] lag_of_batch;

    always @(posedge clock) begin
        if (rows_done) begin
            rows <= rows_batch;
            rows_count <= 1'b1;
        end
        if (parameters_done) begin
            parameters <= parameters_batch;
            parameters_count <= 1'b1;
        end
        permitted <= (~waits_for_rows | (rows_count & (rows == latest))) & (~waits_for_parameters | (parameters_count & (parameters >= earliest) & (parameters <= latest)));
        if (reset) begin
            permitted <= 1'b0;
            rows_count <= 1'b0;
            parameters_count <= 1'b0;
        end
    end

    always @(posedge clock) begin
        earliest <= 64'd0;
        if (batch >= lag_of_batch) begin
            earliest <= batch - lag_of_batch;
        end
    end

    // Before the first batch there is none: the difference would wrap.
    assign lag_of_batch = {48'd0, lag};
    assign permits = permitted;

    always @(posedge clock) begin
        waits_for_rows <= after_rows;
        waits_for_parameters <= after_parameters;
        latest <= batch;
    end

endmodule

`default_nettype wire
