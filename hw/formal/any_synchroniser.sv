// A synchroniser whose first register takes each bit as it is or as it was one step ago, as the solver likes: a bit that changes just then
// may be seen or not, each for itself. What is proved with it is true of the synchroniser of the same name, whether its registers go
// metastable or not.
//
// ANY   name of the module
// BITS  bits of a word
module `ANY (
    input  wire              clock,
    input  wire [`BITS-1:0] from,
    output wire [`BITS-1:0] to
);
    (* anyseq *) wire [`BITS-1:0] seen;
    reg [`BITS-1:0] before = 0;
    reg [`BITS-1:0] first = 0;
    reg [`BITS-1:0] second = 0;
    assign to = second;
    always @($global_clock) begin
        before <= from;
        if (clock) begin
            first <= (from & seen) | (before & ~seen);
            second <= first;
        end
    end
endmodule
