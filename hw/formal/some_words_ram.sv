// A memory that keeps its first words, and answers reads of all others with anything. It stands for the exported memory of the same name in
// claims that reach no further than these words.
//
// RAM        name of the module
// RAM_WIDTH  bits of a word
// RAM_LOG    bits of an address
// RAM_KEPT   words that are kept (2 to the power of this)
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
    (* anyseq *) wire [`RAM_WIDTH-1:0] anything;
    reg [`RAM_WIDTH-1:0] kept [0:(1<<`RAM_KEPT)-1];
    wire [`RAM_WIDTH-1:0] found = read_address >> `RAM_KEPT == 0 ? kept[read_address[`RAM_KEPT-1:0]] : anything;

    always @(posedge clock)
        if (write_enable && write_address >> `RAM_KEPT == 0)
            kept[write_address[`RAM_KEPT-1:0]] <= write_data;

`ifdef REGISTERED
    always @(posedge clock)
        if (read_enable)
            read_data <= found;
`else
    assign read_data = found;
`endif
endmodule
