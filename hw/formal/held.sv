// A stream's rule: valid stays until ready, and the payload with it.
module held #(parameter WIDTH = 1) (
    input wire             clock,
    input wire             reset,
    input wire             valid,
    input wire             ready,
    input wire [WIDTH-1:0] payload
);
    reg waiting = 1'b0;
    reg [WIDTH-1:0] kept = 0;
    always @(posedge clock) begin
        waiting <= valid & ~ready & ~reset;
        kept <= payload;
    end
`ifndef REACH
    always @* if (waiting & ~reset) begin
        validStaysUntilReady: assert (valid);
        payloadIsStable: assert (payload == kept);
    end
`endif
endmodule
