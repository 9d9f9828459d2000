// Splits the rows of a record into its parts and begins one after the other. A part every three cycles; never
// stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_part_splitter (
    input  wire        clock,
    input  wire        reset,
    input  wire        start,
    input  wire [31:0] rows,
    input  wire [4:0]  row_lines,
    output wire        part_start_0,
    output wire        part_start_1,
    output wire        part_start_2,
    output wire        part_start_3,
    output wire [31:0] first_row,
    output wire [63:0] first_byte,
    output wire [31:0] part_rows,
    output wire [31:0] part_lines,
    output wire        idle
);

    localparam [1:0] LAST = 2'd3;
    localparam [1:0] NUMBERS_0 = 2'd0;
    localparam [1:0] NUMBERS_1 = 2'd1;
    localparam [1:0] NUMBERS_2 = 2'd2;
    localparam [1:0] NUMBERS_3 = 2'd3;
    localparam [1:0] PART_STATE_BEGIN = 2'd3;
    localparam [1:0] PART_STATE_IDLE = 2'd0;
    localparam [1:0] PART_STATE_LINES = 2'd2;
    localparam [1:0] PART_STATE_ROWS = 2'd1;

    reg [1:0] state = 2'd0;
    reg [1:0] part = 2'd0;
    reg [31:0] size = 32'd0;
    reg [31:0] left = 32'd0;
    reg [31:0] first = 32'd0;
    reg [31:0] taken = 32'd0;
    reg [31:0] lines = 32'd0;
    reg [63:0] offset = 64'd0;
    reg [42:0] bytes = 43'd0;

    wire [32:0] rounded;
    wire [32:0] lines_sum;
    wire [31:0] multiplier_index;
    wire [42:0] multiplier_offset;

    emb_line_multiplier u_multiplier (
        .index(multiplier_index),
        .lines(row_lines),
        .offset(multiplier_offset)
    );

    always @(posedge clock) begin
        case (state)
            PART_STATE_IDLE: begin
                if (start) begin
                    size <= {1'b0, rounded[32:6], 4'd0};
                    left <= rows;
                    first <= 32'd0;
                    offset <= 64'd0;
                    part <= 2'd0;
                    state <= PART_STATE_ROWS;
                end
            end
            PART_STATE_ROWS: begin
                taken <= size;
                if (left < size) begin
                    taken <= left;
                end
                state <= PART_STATE_LINES;
            end
            PART_STATE_LINES: begin
                bytes <= multiplier_offset;
                lines <= lines_sum[32:1];
                state <= PART_STATE_BEGIN;
            end
            default: begin
                left <= left - taken;
                first <= first + taken;
                offset <= offset + {21'd0, bytes};
                part <= part + 2'd1;
                state <= PART_STATE_ROWS;
                if (part == LAST) begin
                    state <= PART_STATE_IDLE;
                end
            end
        endcase
        if (reset) begin
            state <= PART_STATE_IDLE;
        end
    end

    // A part has a quarter of the rows, rounded up to sixteen.
    assign rounded = {1'b0, rows} + 33'd63;

    // Lines of its rows, and one for every eight of them; one for what is left of eight is the carry out of an extra lowest bit.
    assign multiplier_index = taken;
    assign lines_sum = {multiplier_offset[37:6], 1'b1} + {3'd0, taken[31:3], |taken[2:0]};
    assign part_start_0 = (state == PART_STATE_BEGIN) & (part == NUMBERS_0);
    assign part_start_1 = (state == PART_STATE_BEGIN) & (part == NUMBERS_1);
    assign part_start_2 = (state == PART_STATE_BEGIN) & (part == NUMBERS_2);
    assign part_start_3 = (state == PART_STATE_BEGIN) & (part == NUMBERS_3);
    assign first_row = first;
    assign first_byte = offset;
    assign part_rows = taken;
    assign part_lines = lines;
    assign idle = state == PART_STATE_IDLE;

    // Bits that the design does not need.
    wire _unused = &{
        rounded[5:0],
        lines_sum[0],
        1'b0
    };

endmodule

`default_nettype wire
