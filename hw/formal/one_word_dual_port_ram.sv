// The same as one_word_ram.sv of a memory of bits with two ports, of which the second writes. What is read while it is written is anything; it is zero at power-up.
//
// ANY      name of the module
// RAM_LOG  bits of an address
`ifndef RAM_LOG
`define RAM_LOG 17
`endif
module `ANY (
    input  wire                clock,
    input  wire                a_enable,
    input  wire [`RAM_LOG-1:0] a_address,
    output reg                 a_data,
    input  wire                b_enable,
    input  wire                b_write,
    input  wire [`RAM_LOG-1:0] b_address,
    input  wire                b_write_data,
    output wire                b_data
);
    (* anyconst *) wire [`RAM_LOG-1:0] chosen;
    (* anyseq *) wire anything, anything_else;
    reg kept = 1'b0;
    wire writes = b_enable && b_write && b_address == chosen;
    assign b_data = anything_else;
    always @(posedge clock) begin
        if (writes)
            kept <= b_write_data;
        if (a_enable)
            a_data <= a_address == chosen && !writes ? kept : anything;
    end
endmodule
