// Pairs results with their addresses and writes them to the scratchpad or a channel. One cycle to the port; a
// line a cycle; stalls when the port at hand does.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module write_crossbar_c1 (
    input  wire         clock,
    input  wire         reset,
    input  wire         suppress,
    input  wire [511:0] result,
    input  wire         result_valid,
    output wire         result_ready,
    input  wire [63:0]  target_address,
    input  wire         target_valid,
    output wire         target_ready,
    output wire [63:0]  awaddr_0,
    output wire [63:0]  awaddr_1,
    output wire         awvalid_0,
    output wire         awvalid_1,
    input  wire         awready_0,
    input  wire         awready_1,
    output wire [511:0] wdata_0,
    output wire [511:0] wdata_1,
    output wire         wvalid_0,
    output wire         wvalid_1,
    input  wire         wready_0,
    input  wire         wready_1,
    input  wire [1:0]   bresp_0,
    input  wire [1:0]   bresp_1,
    input  wire         bvalid_0,
    input  wire         bvalid_1,
    output wire         bready_0,
    output wire         bready_1,
    output reg          idle,
    output reg          fault,
    output reg  [63:0]  fault_address
);

    localparam [63:0] SCRATCHPAD_BASE = 64'h0008000000000000;

    wire here;
    wire in_scratch;
    reg ready;
    wire selected_0;
    wire selected_1;
    wire map_select;
    wire [63:0] map_channel_address;
    wire [63:0] writer_0_in_port_address;
    wire writer_0_in_valid;
    wire writer_0_in_ready;
    wire writer_0_idle;
    wire writer_0_fault;
    wire [63:0] writer_0_fault_address;
    wire writer_1_in_valid;
    wire writer_1_in_ready;
    wire writer_1_idle;
    wire writer_1_fault;
    wire [63:0] writer_1_fault_address;

    channel_map_c1 u_map (
        .address(target_address),
        .select(map_select),
        .channel_address(map_channel_address)
    );

    line_writer u_writer_0 (
        .clock(clock),
        .reset(reset),
        .in_address(target_address),
        .in_port_address(writer_0_in_port_address),
        .in_data(result),
        .in_valid(writer_0_in_valid),
        .in_ready(writer_0_in_ready),
        .awaddr(awaddr_0),
        .awvalid(awvalid_0),
        .awready(awready_0),
        .wdata(wdata_0),
        .wvalid(wvalid_0),
        .wready(wready_0),
        .bresp(bresp_0),
        .bvalid(bvalid_0),
        .bready(bready_0),
        .idle(writer_0_idle),
        .fault(writer_0_fault),
        .fault_address(writer_0_fault_address)
    );

    line_writer u_writer_1 (
        .clock(clock),
        .reset(reset),
        .in_address(target_address),
        .in_port_address(map_channel_address),
        .in_data(result),
        .in_valid(writer_1_in_valid),
        .in_ready(writer_1_in_ready),
        .awaddr(awaddr_1),
        .awvalid(awvalid_1),
        .awready(awready_1),
        .wdata(wdata_1),
        .wvalid(wvalid_1),
        .wready(wready_1),
        .bresp(bresp_1),
        .bvalid(bvalid_1),
        .bready(bready_1),
        .idle(writer_1_idle),
        .fault(writer_1_fault),
        .fault_address(writer_1_fault_address)
    );

    assign in_scratch = target_address >= SCRATCHPAD_BASE;
    assign here = result_valid & target_valid;
    assign selected_0 = in_scratch;
    assign writer_0_in_port_address = target_address - SCRATCHPAD_BASE;
    assign selected_1 = ~in_scratch & map_select;

    always @* begin
        ready = suppress;
        if (selected_0 & writer_0_in_ready) begin
            ready = 1'b1;
        end
        if (selected_1 & writer_1_in_ready) begin
            ready = 1'b1;
        end
    end

    always @* begin
        idle = 1'b1;
        if (~writer_0_idle) begin
            idle = 1'b0;
        end
        if (~writer_1_idle) begin
            idle = 1'b0;
        end
    end

    always @* begin
        fault = 1'b0;
        fault_address = 64'd0;
        if (writer_0_fault) begin
            fault = 1'b1;
            fault_address = writer_0_fault_address;
        end
        if (writer_1_fault) begin
            fault = 1'b1;
            fault_address = writer_1_fault_address;
        end
    end

    assign writer_0_in_valid = here & selected_0 & ~suppress;
    assign writer_1_in_valid = here & selected_1 & ~suppress;
    assign result_ready = here & ready;
    assign target_ready = here & ready;

endmodule

`default_nettype wire
