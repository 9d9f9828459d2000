// Lets a host have one transaction of a line at a time; lines with the same low bits count as one. No
// latency; a read and a write a cycle; stalls while the line has a transaction.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_line_claims (
    input  wire       clock,
    input  wire       reset,
    input  wire [6:0] line_0,
    input  wire [6:0] line_1,
    input  wire       wants_0,
    input  wire       wants_1,
    output wire       granted_0,
    output wire       granted_1,
    input  wire [6:0] answered_line_0,
    input  wire [6:0] answered_line_1,
    input  wire       answered_0,
    input  wire       answered_1
);

    localparam [127:0] ONE = 128'd1;

    reg [127:0] claimed = 128'd0;
    reg read_was_last = 1'b0;

    wire free_0;
    wire free_1;
    wire [127:0] wanted_0;
    wire [127:0] wanted_1;
    wire [127:0] released_0;
    wire [127:0] released_1;
    wire grants_0;
    wire grants_1;
    wire same;

    always @(posedge clock) begin
        if (grants_0) begin
            read_was_last <= 1'b1;
        end
        if (grants_1) begin
            read_was_last <= 1'b0;
        end
        claimed <= (claimed & ~(released_0 | released_1)) | (~claimed & (wanted_0 | wanted_1));
        if (reset) begin
            claimed <= 128'd0;
            read_was_last <= 1'b0;
        end
    end

    assign free_0 = wants_0 & ~claimed[line_0];
    assign wanted_0 = wants_0 ? ONE << line_0 : 128'd0;
    assign released_0 = answered_0 ? ONE << answered_line_0 : 128'd0;
    assign free_1 = wants_1 & ~claimed[line_1];
    assign wanted_1 = wants_1 ? ONE << line_1 : 128'd0;
    assign released_1 = answered_1 ? ONE << answered_line_1 : 128'd0;
    assign same = wants_0 & wants_1 & (line_0 == line_1);
    assign grants_0 = free_0 & ~(same & read_was_last);
    assign grants_1 = free_1 & (~same | read_was_last);
    assign granted_0 = grants_0;
    assign granted_1 = grants_1;

endmodule

`default_nettype wire
