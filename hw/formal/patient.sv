// Stands for a patience that is never over: the memory gives a sign in time.
//
// ANY  name of the module
module `ANY (
    input  wire clock,
    input  wire waits,
    input  wire sign,
    output wire over
);
    assign over = 1'b0;
endmodule
