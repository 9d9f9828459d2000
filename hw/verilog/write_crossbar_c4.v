// Pairs results with their addresses and writes them to the scratchpad or a channel. One cycle to the port; a
// line a cycle; stalls when the port at hand does.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module write_crossbar_c4 (
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
    output wire [63:0]  awaddr_2,
    output wire [63:0]  awaddr_3,
    output wire [63:0]  awaddr_4,
    output wire         awvalid_0,
    output wire         awvalid_1,
    output wire         awvalid_2,
    output wire         awvalid_3,
    output wire         awvalid_4,
    input  wire         awready_0,
    input  wire         awready_1,
    input  wire         awready_2,
    input  wire         awready_3,
    input  wire         awready_4,
    output wire [511:0] wdata_0,
    output wire [511:0] wdata_1,
    output wire [511:0] wdata_2,
    output wire [511:0] wdata_3,
    output wire [511:0] wdata_4,
    output wire         wvalid_0,
    output wire         wvalid_1,
    output wire         wvalid_2,
    output wire         wvalid_3,
    output wire         wvalid_4,
    input  wire         wready_0,
    input  wire         wready_1,
    input  wire         wready_2,
    input  wire         wready_3,
    input  wire         wready_4,
    input  wire [1:0]   bresp_0,
    input  wire [1:0]   bresp_1,
    input  wire [1:0]   bresp_2,
    input  wire [1:0]   bresp_3,
    input  wire [1:0]   bresp_4,
    input  wire         bvalid_0,
    input  wire         bvalid_1,
    input  wire         bvalid_2,
    input  wire         bvalid_3,
    input  wire         bvalid_4,
    output wire         bready_0,
    output wire         bready_1,
    output wire         bready_2,
    output wire         bready_3,
    output wire         bready_4,
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
    wire selected_2;
    wire selected_3;
    wire selected_4;
    wire [3:0] map_select;
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
    wire writer_2_in_valid;
    wire writer_2_in_ready;
    wire writer_2_idle;
    wire writer_2_fault;
    wire [63:0] writer_2_fault_address;
    wire writer_3_in_valid;
    wire writer_3_in_ready;
    wire writer_3_idle;
    wire writer_3_fault;
    wire [63:0] writer_3_fault_address;
    wire writer_4_in_valid;
    wire writer_4_in_ready;
    wire writer_4_idle;
    wire writer_4_fault;
    wire [63:0] writer_4_fault_address;

    channel_map_c4 u_map (
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

    line_writer u_writer_2 (
        .clock(clock),
        .reset(reset),
        .in_address(target_address),
        .in_port_address(map_channel_address),
        .in_data(result),
        .in_valid(writer_2_in_valid),
        .in_ready(writer_2_in_ready),
        .awaddr(awaddr_2),
        .awvalid(awvalid_2),
        .awready(awready_2),
        .wdata(wdata_2),
        .wvalid(wvalid_2),
        .wready(wready_2),
        .bresp(bresp_2),
        .bvalid(bvalid_2),
        .bready(bready_2),
        .idle(writer_2_idle),
        .fault(writer_2_fault),
        .fault_address(writer_2_fault_address)
    );

    line_writer u_writer_3 (
        .clock(clock),
        .reset(reset),
        .in_address(target_address),
        .in_port_address(map_channel_address),
        .in_data(result),
        .in_valid(writer_3_in_valid),
        .in_ready(writer_3_in_ready),
        .awaddr(awaddr_3),
        .awvalid(awvalid_3),
        .awready(awready_3),
        .wdata(wdata_3),
        .wvalid(wvalid_3),
        .wready(wready_3),
        .bresp(bresp_3),
        .bvalid(bvalid_3),
        .bready(bready_3),
        .idle(writer_3_idle),
        .fault(writer_3_fault),
        .fault_address(writer_3_fault_address)
    );

    line_writer u_writer_4 (
        .clock(clock),
        .reset(reset),
        .in_address(target_address),
        .in_port_address(map_channel_address),
        .in_data(result),
        .in_valid(writer_4_in_valid),
        .in_ready(writer_4_in_ready),
        .awaddr(awaddr_4),
        .awvalid(awvalid_4),
        .awready(awready_4),
        .wdata(wdata_4),
        .wvalid(wvalid_4),
        .wready(wready_4),
        .bresp(bresp_4),
        .bvalid(bvalid_4),
        .bready(bready_4),
        .idle(writer_4_idle),
        .fault(writer_4_fault),
        .fault_address(writer_4_fault_address)
    );

    assign in_scratch = target_address >= SCRATCHPAD_BASE;
    assign here = result_valid & target_valid;
    assign selected_0 = in_scratch;
    assign writer_0_in_port_address = target_address - SCRATCHPAD_BASE;
    assign selected_1 = ~in_scratch & map_select[0];
    assign selected_2 = ~in_scratch & map_select[1];
    assign selected_3 = ~in_scratch & map_select[2];
    assign selected_4 = ~in_scratch & map_select[3];

    always @* begin
        ready = suppress;
        if (selected_0 & writer_0_in_ready) begin
            ready = 1'b1;
        end
        if (selected_1 & writer_1_in_ready) begin
            ready = 1'b1;
        end
        if (selected_2 & writer_2_in_ready) begin
            ready = 1'b1;
        end
        if (selected_3 & writer_3_in_ready) begin
            ready = 1'b1;
        end
        if (selected_4 & writer_4_in_ready) begin
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
        if (~writer_2_idle) begin
            idle = 1'b0;
        end
        if (~writer_3_idle) begin
            idle = 1'b0;
        end
        if (~writer_4_idle) begin
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
        if (writer_2_fault) begin
            fault = 1'b1;
            fault_address = writer_2_fault_address;
        end
        if (writer_3_fault) begin
            fault = 1'b1;
            fault_address = writer_3_fault_address;
        end
        if (writer_4_fault) begin
            fault = 1'b1;
            fault_address = writer_4_fault_address;
        end
    end

    assign writer_0_in_valid = here & selected_0 & ~suppress;
    assign writer_1_in_valid = here & selected_1 & ~suppress;
    assign writer_2_in_valid = here & selected_2 & ~suppress;
    assign writer_3_in_valid = here & selected_3 & ~suppress;
    assign writer_4_in_valid = here & selected_4 & ~suppress;
    assign result_ready = here & ready;
    assign target_ready = here & ready;

endmodule

`default_nettype wire
