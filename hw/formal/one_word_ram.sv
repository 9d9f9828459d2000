// A memory that keeps one word, which the solver chooses, and answers reads of all others with anything: what is proved with it is
// true of the whole memory, however deep. It stands for the exported memory of the same name.
//
// RAM        name of the module
// RAM_WIDTH  bits of a word
// RAM_LOG    bits of an address
// REGISTERED when defined: a read answers in the next cycle, with what was there before a write in the same
module `RAM (
    input  wire                  clock,
    input  wire                  write_enable,
    input  wire [`RAM_LOG-1:0]   write_address,
    input  wire [`RAM_WIDTH-1:0] write_data,
`ifdef REGISTERED
    input  wire                  read_enable,
    output reg  [`RAM_WIDTH-1:0] read_data,
`else
    output wire [`RAM_WIDTH-1:0] read_data,
`endif
    input  wire [`RAM_LOG-1:0]   read_address
);
    (* anyconst *) wire [`RAM_LOG-1:0] chosen;
    (* anyseq *) wire [`RAM_WIDTH-1:0] anything;
    reg [`RAM_WIDTH-1:0] kept;
    wire [`RAM_WIDTH-1:0] found = read_address == chosen ? kept : anything;

    always @(posedge clock)
        if (write_enable && write_address == chosen)
            kept <= write_data;

`ifdef REGISTERED
    always @(posedge clock)
        if (read_enable)
            read_data <= found;
`else
    assign read_data = found;
`endif
endmodule
