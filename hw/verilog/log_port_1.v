// Takes the lines of several writers of a record to one channel, the lowest first, and counts those that are
// not answered. One cycle; a line a cycle, less the gap; stalls when four lines wait.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module log_port_1 (
    input  wire         clock,
    input  wire         reset,
    input  wire [15:0]  gap,
    input  wire [63:0]  in_address_0,
    input  wire [511:0] in_data_0,
    input  wire         in_valid_0,
    output wire         in_ready_0,
    output wire [63:0]  write_address,
    output wire [511:0] write_data,
    output wire         write_valid,
    input  wire         write_ready,
    input  wire         written,
    output wire         answered
);

    reg [15:0] pause = 16'd0;
    reg [7:0] unanswered = 8'd0;

    wire before_0;
    reg [63:0] chosen_address;
    reg [511:0] chosen_data;
    reg offered;
    wire open;
    wire takes;
    wire queue_in_ready;
    wire [575:0] queue_out_data;

    fifo_w576_d4 u_queue (
        .clock(clock),
        .reset(reset),
        .in_data({chosen_address, chosen_data}),
        .in_valid(takes),
        .in_ready(queue_in_ready),
        .out_data(queue_out_data),
        .out_valid(write_valid),
        .out_ready(write_ready)
    );

    always @(posedge clock) begin
        if (|pause) begin
            pause <= pause - 16'd1;
        end
        if (takes) begin
            pause <= gap;
        end
        if (takes & ~written) begin
            unanswered <= unanswered + 8'd1;
        end
        if (written & ~takes) begin
            unanswered <= unanswered - 8'd1;
        end
        if (reset) begin
            pause <= 16'd0;
            unanswered <= 8'd0;
        end
    end

    assign open = queue_in_ready & ~(|pause);

    always @* begin
        chosen_address = 64'd0;
        chosen_data = 512'd0;
        offered = 1'b0;
        if (in_valid_0 & ~before_0) begin
            chosen_address = in_address_0;
            chosen_data = in_data_0;
            offered = 1'b1;
        end
    end

    assign before_0 = 1'b0;
    assign in_ready_0 = open & ~before_0;
    assign takes = offered & open;
    assign write_address = queue_out_data[575:512];
    assign write_data = queue_out_data[511:0];
    assign answered = ~(|unanswered);

endmodule

`default_nettype wire
