// Writes 64-byte lines as single-beat AXI4 bursts. One cycle to the port; a line a cycle; stalls on the
// port's ready and when 64 writes are unanswered.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module line_writer (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  in_address,
    input  wire [63:0]  in_port_address,
    input  wire [511:0] in_data,
    input  wire         in_valid,
    output wire         in_ready,
    output wire [63:0]  awaddr,
    output wire         awvalid,
    input  wire         awready,
    output wire [511:0] wdata,
    output wire         wvalid,
    input  wire         wready,
    input  wire [1:0]   bresp,
    input  wire         bvalid,
    output wire         bready,
    output wire         idle,
    output wire         fault,
    output wire [63:0]  fault_address
);

    reg [63:0] port_address = 64'd0;
    reg [511:0] data = 512'd0;
    reg address_pending = 1'b0;
    reg data_pending = 1'b0;

    wire room;
    wire taken;
    wire unanswered_in_ready;
    wire unanswered_out_valid;

    fifo_w64_d64 u_unanswered (
        .clock(clock),
        .reset(reset),
        .in_data(in_address),
        .in_valid(taken),
        .in_ready(unanswered_in_ready),
        .out_data(fault_address),
        .out_valid(unanswered_out_valid),
        .out_ready(bvalid)
    );

    always @(posedge clock) begin
        if (awready) begin
            address_pending <= 1'b0;
        end
        if (wready) begin
            data_pending <= 1'b0;
        end
        if (taken) begin
            port_address <= in_port_address;
            data <= in_data;
            address_pending <= 1'b1;
            data_pending <= 1'b1;
        end
        if (reset) begin
            address_pending <= 1'b0;
            data_pending <= 1'b0;
        end
    end

    assign room = unanswered_in_ready & (~address_pending | awready) & (~data_pending | wready);
    assign taken = in_valid & room;
    assign in_ready = room;
    assign awaddr = port_address;
    assign awvalid = address_pending;
    assign wdata = data;
    assign wvalid = data_pending;
    assign bready = 1'b1;
    assign fault = bvalid & bresp[1];
    assign idle = ~unanswered_out_valid;

    // Bits that the design does not need.
    wire _unused = &{
        bresp[0],
        1'b0
    };

endmodule

`default_nettype wire
