// Sixteen FP32 lanes that add lines up, segment by segment, in order: operands scaled twice in an update,
// results once in a lookup. 19 cycles from a segment's last operand to its result; a line a cycle; an operand
// waits up to five cycles while the sum that it adds to is in the adder; stalls when 1024 results are not
// taken.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_reducer (
    input  wire         clock,
    input  wire         reset,
    input  wire         is_update,
    input  wire [31:0]  rate,
    input  wire [74:0]  control,
    input  wire         control_valid,
    output wire         control_ready,
    input  wire [511:0] operand,
    input  wire         operand_valid,
    output wire         operand_ready,
    input  wire [511:0] start,
    input  wire         start_valid,
    output wire         start_ready,
    output wire [511:0] result,
    output wire         result_valid,
    input  wire         result_ready,
    output wire         hazard,
    output wire         idle
);

    localparam [10:0] RESULTS_LIMIT = 11'h400;

    reg [10:0] results_used = 11'd0;
    reg [7:0] recent_0 = 8'd0;
    reg [7:0] recent_1 = 8'd0;
    reg [7:0] recent_2 = 8'd0;
    reg [7:0] recent_3 = 8'd0;
    reg [7:0] recent_4 = 8'd0;

    wire [6:0] key;
    wire first;
    wire last;
    wire empty;
    wire from_memory;
    wire [7:0] waits_for;
    wire conflict;
    wire room;
    wire here;
    wire issue;
    wire issue_bits;
    wire [7:0] issued_key;
    wire ends;
    wire taken;
    wire [6:0] sum_key;
    wire sum_valid;
    wire sum_last;
    wire [511:0] operand_scale_vector;
    wire [511:0] operand_scale_product;
    wire [511:0] second_scale_vector;
    wire [31:0] second_scale_factor;
    wire [511:0] second_scale_product;
    wire [511:0] adder_a;
    wire [511:0] adder_b;
    wire [511:0] adder_sum;
    wire sums_write_enable;
    wire [6:0] sums_read_address;
    wire [511:0] sums_read_data;
    wire [511:0] unscaled_delay_in_data;
    wire [511:0] unscaled_delay_out_data;
    wire [511:0] sum_pass_in_data;
    wire [511:0] sum_pass_out_data;
    wire [41:0] control_delay_out_data;
    wire [40:0] sum_delay_out_data;
    wire result_delay_in_data;
    wire result_delay_out_data;
    wire [511:0] results_in_data;
    wire results_in_ready;

    emb_fp32_vector_scale u_operand_scale (
        .clock(clock),
        .vector_(operand_scale_vector),
        .factor(control[42:11]),
        .product(operand_scale_product)
    );

    emb_fp32_vector_scale u_second_scale (
        .clock(clock),
        .vector_(second_scale_vector),
        .factor(second_scale_factor),
        .product(second_scale_product)
    );

    emb_fp32_vector_add u_adder (
        .clock(clock),
        .a(adder_a),
        .b(adder_b),
        .sum(adder_sum)
    );

    emb_lut_ram #(.WIDTH(512), .LOG_DEPTH(7)) u_sums (
        .clock(clock),
        .write_enable(sums_write_enable),
        .write_address(sum_key),
        .write_data(adder_sum),
        .read_address(sums_read_address),
        .read_data(sums_read_data)
    );

    emb_delay #(.WIDTH(512), .STAGES(8)) u_unscaled_delay (
        .clock(clock),
        .in_data(unscaled_delay_in_data),
        .out_data(unscaled_delay_out_data)
    );

    emb_delay #(.WIDTH(512), .STAGES(4)) u_sum_pass (
        .clock(clock),
        .in_data(sum_pass_in_data),
        .out_data(sum_pass_out_data)
    );

    emb_delay #(.WIDTH(42), .STAGES(8)) u_control_delay (
        .clock(clock),
        .in_data({control[74:43], issue_bits, control[8:0]}),
        .out_data(control_delay_out_data)
    );

    emb_delay #(.WIDTH(41), .STAGES(5)) u_sum_delay (
        .clock(clock),
        .in_data({control_delay_out_data[41:8], control_delay_out_data[6:0]}),
        .out_data(sum_delay_out_data)
    );

    emb_delay #(.WIDTH(1), .STAGES(4)) u_result_delay (
        .clock(clock),
        .in_data(result_delay_in_data),
        .out_data(result_delay_out_data)
    );

    emb_block_fifo #(.WIDTH(512), .LOG_DEPTH(10)) u_results (
        .clock(clock),
        .reset(reset),
        .in_data(results_in_data),
        .in_valid(result_delay_out_data),
        .in_ready(results_in_ready),
        .out_data(result),
        .out_valid(result_valid),
        .out_ready(result_ready)
    );

    always @(posedge clock) begin
        if (ends & ~taken) begin
            results_used <= results_used + 11'd1;
        end
        if (taken & ~ends) begin
            results_used <= results_used - 11'd1;
        end
        if (reset) begin
            results_used <= 11'd0;
        end
    end

    // Issue: all inputs are here, the sum is not in the adder, and the result has room.
    assign key = control[6:0];
    assign first = control[7];
    assign last = control[8];
    assign empty = control[9];
    assign from_memory = control[10];
    assign waits_for = {1'b1, key};

    assign conflict =
        ((recent_4 == waits_for) | (recent_3 == waits_for) | (recent_2 == waits_for) | (recent_1 == waits_for)) ? ~first :
        ~first & (recent_0 == waits_for);

    assign room = ~last | (results_used != RESULTS_LIMIT);
    assign here = control_valid & (operand_valid | empty) & (start_valid | ~from_memory);
    assign hazard = here & conflict;
    assign issue = here & ~conflict & room;
    assign control_ready = issue;
    assign operand_ready = issue & ~empty;
    assign start_ready = issue & from_memory;

    // The keys of the last issues: their sums are in the adder.
    assign issued_key = (issue & ~last) ? waits_for : 8'd0;

    always @(posedge clock) begin
        recent_0 <= issued_key;
        if (reset) begin
            recent_0 <= 8'd0;
        end
    end

    always @(posedge clock) begin
        recent_1 <= recent_0;
        if (reset) begin
            recent_1 <= 8'd0;
        end
    end

    always @(posedge clock) begin
        recent_2 <= recent_1;
        if (reset) begin
            recent_2 <= 8'd0;
        end
    end

    always @(posedge clock) begin
        recent_3 <= recent_2;
        if (reset) begin
            recent_3 <= 8'd0;
        end
    end

    always @(posedge clock) begin
        recent_4 <= recent_3;
        if (reset) begin
            recent_4 <= 8'd0;
        end
    end

    // An update scales the operand, twice; a lookup takes it as it is.
    assign operand_scale_vector = empty ? 512'd0 : operand;

    assign unscaled_delay_in_data =
        is_update ? (
            from_memory ? start :
            512'd0
        ) :
        ~empty ? operand :
        512'd0;

    assign second_scale_vector = is_update ? operand_scale_product : adder_sum;
    assign second_scale_factor = is_update ? rate : sum_delay_out_data[40:9];
    assign issue_bits = issue;

    // Add it to the sum so far, or to where the sum starts.
    assign sums_read_address = control_delay_out_data[6:0];

    assign adder_a =
        (is_update & control_delay_out_data[7]) ? unscaled_delay_out_data :
        control_delay_out_data[7] ? 512'd0 :
        sums_read_data;

    assign adder_b = is_update ? second_scale_product : unscaled_delay_out_data;
    assign sum_key = sum_delay_out_data[6:0];
    assign sum_last = sum_delay_out_data[7];
    assign sum_valid = sum_delay_out_data[8];
    assign sums_write_enable = sum_valid & ~sum_last;

    // The last sum of a segment is its result, in a lookup once scaled.
    assign sum_pass_in_data = adder_sum;
    assign result_delay_in_data = sum_valid & sum_last;
    assign results_in_data = is_update ? sum_pass_out_data : second_scale_product;
    assign ends = issue & last;
    assign taken = result_valid & result_ready;
    assign idle = ~(|results_used);

    // Bits that the design does not need.
    wire _unused = &{
        results_in_ready,
        1'b0
    };

endmodule

`default_nettype wire
