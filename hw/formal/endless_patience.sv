// A patience that is never over: what is proved with it is true as long as the one of the same name is not.
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
