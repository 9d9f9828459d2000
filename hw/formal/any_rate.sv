// A bound of any rate: a line may pass whenever the solver likes, and then may until one does. What is proved with it is true of the bound
// of the same name, whatever it is set to.
//
// ANY  name of the module
module `ANY (
    input  wire        clock,
    input  wire        reset,
    input  wire [16:0] rate,
    input  wire        spend,
    output wire        ready
);
    (* anyseq *) wire now;
    reg waits = 1'b0;
    always @(posedge clock)
        waits <= ready & !spend & !reset;
    assign ready = now | waits;
endmodule
