// A delay of any length: each pulse comes again, in order, two cycles later at the earliest and whenever the solver likes. What is proved
// with it is true of the delay of the same name, whatever it is set to.
//
// ANY  name of the module
module `ANY (
    input  wire        clock,
    input  wire        reset,
    input  wire [15:0] delay,
    input  wire        enter,
    output wire        due
);
    (* anyseq *) wire now;
    reg [7:0] waiting = 8'd0;
    reg repeated = 1'b0;
    wire repeats = now & waiting != 8'd0;
    always @(posedge clock) begin
        waiting <= reset ? 8'd0 : waiting + enter - repeats;
        repeated <= repeats & !reset;
    end
    assign due = repeated;
endmodule
