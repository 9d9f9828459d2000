// Walks the directory of a batch and the unique rows of a part and hands out the address of each. Two cycles;
// a row a cycle; stalls when a list has no beat or the address is not taken.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_row_walker (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [31:0]  table_count,
    input  wire [31:0]  row_count,
    input  wire [31:0]  first_row,
    input  wire [31:0]  part_rows,
    input  wire [4:0]   lines,
    input  wire [21:0]  persistent_gib,
    input  wire [127:0] directory_beat,
    input  wire         directory_valid,
    output wire         directory_ready,
    input  wire [31:0]  row_beat,
    input  wire         row_valid,
    output wire         row_ready,
    output wire [63:0]  address,
    output wire         address_valid,
    input  wire         address_ready,
    output wire         idle,
    output wire         mismatch
);

    localparam [1:0] WALK_STATE_IDLE = 2'd0;
    localparam [1:0] WALK_STATE_ROWS = 2'd2;
    localparam [1:0] WALK_STATE_TABLE = 2'd1;

    reg [1:0] state = 2'd0;
    reg [31:0] tables_left = 32'd0;
    reg [31:0] rows_left = 32'd0;
    reg [31:0] before_left = 32'd0;
    reg [31:0] part_left = 32'd0;
    reg [31:0] table_left = 32'd0;
    reg [63:0] base = 64'd0;
    reg [63:0] offset = 64'd0;
    reg [63:0] offset_base = 64'd0;
    reg offset_valid = 1'b0;
    reg [64:0] sum = 65'd0;
    reg sum_valid = 1'b0;
    reg [45:0] last = 46'd0;

    wire moves;
    wire takes;
    wire [31:0] segments;
    wire [21:0] last_gib;
    wire [23:0] last_in_gib;
    wire [4:0] lines_behind;
    wire wild;
    wire [42:0] multiplier_offset;

    emb_line_multiplier u_multiplier (
        .index(row_beat),
        .lines(lines),
        .offset(multiplier_offset)
    );

    always @(posedge clock) begin
        case (state)
            WALK_STATE_IDLE: begin
                if (start) begin
                    tables_left <= table_count;
                    rows_left <= row_count;
                    before_left <= first_row;
                    part_left <= part_rows;
                    state <= WALK_STATE_TABLE;
                end
            end
            WALK_STATE_TABLE: begin
                if (~(|tables_left)) begin
                    state <= WALK_STATE_IDLE;
                end else if (directory_valid) begin
                    tables_left <= tables_left - 32'd1;
                    base <= directory_beat[63:0];
                    rows_left <= rows_left - segments;
                    table_left <= segments - before_left;
                    if (segments > rows_left) begin
                        state <= WALK_STATE_IDLE;
                    end else if (segments <= before_left) begin
                        before_left <= before_left - segments;
                    end else begin
                        before_left <= 32'd0;
                        if (|part_left) begin
                            state <= WALK_STATE_ROWS;
                        end
                    end
                end
            end
            default: begin
                if (moves & row_valid) begin
                    table_left <= table_left - 32'd1;
                    part_left <= part_left - 32'd1;
                    if ((table_left == 32'd1) | (part_left == 32'd1)) begin
                        state <= WALK_STATE_TABLE;
                    end
                end
            end
        endcase
        if (moves) begin
            sum <= {1'b0, offset_base} + {1'b0, offset};
            sum_valid <= offset_valid;
            offset <= {21'd0, multiplier_offset};
            offset_base <= base;
            offset_valid <= takes;
        end
        if (reset) begin
            state <= WALK_STATE_IDLE;
            offset_valid <= 1'b0;
            sum_valid <= 1'b0;
        end
    end

    assign takes = (state >= WALK_STATE_ROWS) & moves & row_valid;
    assign directory_ready = (state == WALK_STATE_TABLE) & (|tables_left) & directory_valid;
    assign row_ready = (state >= WALK_STATE_ROWS) & moves;

    assign mismatch =
        ((state == WALK_STATE_TABLE) & (~(|tables_left) ? |rows_left : (segments > rows_left) & directory_valid)) |
        (sum_valid & wild);

    // Two registers on the way: row times lines, and the sum with the table's base.
    assign moves = ~sum_valid | address_ready;
    assign segments = directory_beat[127:96];
    assign address = sum[63:0];

    // No row lies across lines, or begins so near the end of memory that its last line is behind it.
    assign last_gib = persistent_gib - 22'd1;
    assign lines_behind = lines - 5'd1;
    assign last_in_gib = ~{19'd0, lines_behind};
    assign wild = (|sum[5:0]) | (sum[64:6] > {13'd0, last});
    assign address_valid = sum_valid & ~wild;
    assign idle = (state == WALK_STATE_IDLE) & ~offset_valid & ~sum_valid;

    always @(posedge clock) begin
        last <= {last_gib, last_in_gib};
    end

    // Bits that the design does not need.
    wire _unused = &{
        directory_beat[95:64],
        1'b0
    };

endmodule

`default_nettype wire
