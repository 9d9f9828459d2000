// What the expander promises of addresses, whatever the items and the regions are, and whenever its neighbours stall: what it asks for, and
// what it calls inside, are whole lines of their regions; what it does not ask for or call inside, it reports.
//
// DUT   module under proof
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire        clock,
    input wire        reset,
    input wire        is_update,
    input wire        is_stage,
    input wire        is_accumulation,
    input wire [4:0]  lines,
    input wire [63:0] gradient_base,
    input wire [63:0] result_base,
    input wire [63:0] rows_first,
    input wire [63:0] rows_end,
    input wire [63:0] results_first,
    input wire [63:0] results_end,
    input wire        item_valid,
    input wire [63:0] item_table_base,
    input wire [31:0] item_operand,
    input wire [31:0] item_segment,
    input wire [31:0] item_row,
    input wire [69:0] item_control,
    input wire        row_ready,
    input wire        gradient_ready,
    input wire        control_ready,
    input wire        target_ready
);
    wire [63:0] row_address, target_address, outside_address;
    wire        row_valid, target_valid, target_inside, outside;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .is_update(is_update),
        .is_stage(is_stage),
        .is_accumulation(is_accumulation),
        .lines(lines),
        .gradient_base(gradient_base),
        .result_base(result_base),
        .rows_first(rows_first),
        .rows_end(rows_end),
        .results_first(results_first),
        .results_end(results_end),
        .item_valid(item_valid),
        .item_table_base(item_table_base),
        .item_operand(item_operand),
        .item_segment(item_segment),
        .item_row(item_row),
        .item_control(item_control),
        .row_address(row_address),
        .row_valid(row_valid),
        .row_ready(row_ready),
        .gradient_ready(gradient_ready),
        .control_ready(control_ready),
        .target_address(target_address),
        .target_inside(target_inside),
        .target_valid(target_valid),
        .target_ready(target_ready),
        .outside(outside),
        .outside_address(outside_address)
    );

    // Written otherwise than in the block: distances from the ends of a region, which do not wrap, and whole lines by number.
    function lies_in;
        input [63:0] address, first, last;
        lies_in = {1'b0, address} + 65'd1 > {1'b0, first} & {1'b0, address} + 65'd1 <= {1'b0, last}
            & address == {address[63:6], 6'd0};
    endfunction

    reg was_outside = 1'b0;
    always @(posedge clock)
        was_outside <= ~reset & target_valid & ~target_inside;

    // The claims mean little unless these can happen.
    wire [3:0] reached = {
        row_valid & ~is_update,
        row_valid & is_update,
        target_valid & target_inside,
        outside & was_outside
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* begin
        if (row_valid)
            rowsAreReadInTheirRegion: assert (lies_in(row_address, rows_first, rows_end));
        if (target_valid)
            insideIsInside: assert (target_inside == lies_in(target_address, results_first, results_end));
        if (was_outside)
            whatLiesOutsideIsReported: assert (outside);
    end
`endif
endmodule
