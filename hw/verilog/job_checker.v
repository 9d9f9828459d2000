// Judges a job's settings: lengths, counts, regions, overlaps, lists. At most 42 cycles; ends at the first
// thing that is wrong.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module job_checker (
    input  wire        clock,
    input  wire        reset,
    input  wire        start,
    input  wire        is_update,
    input  wire        is_stage,
    input  wire        is_accumulation,
    input  wire        is_row_log,
    input  wire        is_parameter_log,
    input  wire [31:0] vector_length,
    input  wire [31:0] pooling,
    input  wire        uses_segments,
    input  wire        uses_scales,
    input  wire [63:0] data_base,
    input  wire [63:0] data_bytes,
    input  wire [63:0] descriptor_base,
    input  wire [63:0] descriptor_bytes,
    input  wire [63:0] vector_base,
    input  wire [63:0] vector_bytes,
    input  wire [31:0] table_count,
    input  wire [31:0] bag_count,
    input  wire [31:0] entry_count,
    input  wire [31:0] row_count,
    input  wire [31:0] segment_count,
    input  wire [63:0] directory,
    input  wire [63:0] offsets,
    input  wire [63:0] segments,
    input  wire [63:0] entries,
    input  wire [63:0] scales,
    input  wire [63:0] parameter_source,
    input  wire [63:0] parameter_bytes,
    input  wire [63:0] log_base,
    input  wire [63:0] log_bytes,
    input  wire        staged,
    input  wire [63:0] staged_base,
    input  wire [63:0] staged_bytes,
    input  wire [63:0] record,
    input  wire [63:0] record_bytes,
    input  wire [63:0] batch_bytes,
    input  wire [63:0] persistent_bytes,
    output reg         done,
    output reg         failed,
    output reg  [7:0]  error,
    output reg  [63:0] error_position
);

    localparam [63:0] BAG_COUNT_POSITION = 64'd352;
    localparam [2:0] CHECK_STATE_COMPARE = 3'd3;
    localparam [2:0] CHECK_STATE_COUNTS = 3'd1;
    localparam [2:0] CHECK_STATE_IDLE = 3'd0;
    localparam [2:0] CHECK_STATE_JUDGE = 3'd4;
    localparam [2:0] CHECK_STATE_SELECT = 3'd2;
    localparam [63:0] DATA_BASE_POSITION = 64'd280;
    localparam [63:0] ENTRY_COUNT_POSITION = 64'd360;
    localparam [7:0] ERROR_MISALIGNED = 8'd4;
    localparam [7:0] ERROR_OUTSIDE_DEVICE = 8'd5;
    localparam [7:0] ERROR_OUTSIDE_REGION = 8'd7;
    localparam [7:0] ERROR_OVERLAP = 8'd6;
    localparam [7:0] ERROR_POOLING = 8'd2;
    localparam [7:0] ERROR_VECTOR_LENGTH = 8'd1;
    localparam [7:0] ERROR_ZERO_LENGTH = 8'd3;
    localparam [12:0] FIRST_RANGE = 13'd1;
    localparam [63:0] LOG_BASE_POSITIONS_0 = 64'd280;
    localparam [63:0] LOG_BASE_POSITIONS_1 = 64'd480;
    localparam [63:0] LOG_BASE_POSITIONS_10 = 64'd536;
    localparam [63:0] LOG_BASE_POSITIONS_11 = 64'd536;
    localparam [63:0] LOG_BASE_POSITIONS_12 = 64'd536;
    localparam [63:0] LOG_BASE_POSITIONS_2 = 64'd480;
    localparam [63:0] LOG_BASE_POSITIONS_3 = 64'd296;
    localparam [63:0] LOG_BASE_POSITIONS_4 = 64'd408;
    localparam [63:0] LOG_BASE_POSITIONS_5 = 64'd424;
    localparam [63:0] LOG_BASE_POSITIONS_6 = 64'd496;
    localparam [63:0] LOG_BASE_POSITIONS_7 = 64'd536;
    localparam [63:0] LOG_BASE_POSITIONS_8 = 64'd536;
    localparam [63:0] LOG_BASE_POSITIONS_9 = 64'd536;
    localparam [63:0] LOG_BYTES_POSITIONS_0 = 64'd288;
    localparam [63:0] LOG_BYTES_POSITIONS_1 = 64'd488;
    localparam [63:0] LOG_BYTES_POSITIONS_10 = 64'd0;
    localparam [63:0] LOG_BYTES_POSITIONS_11 = 64'd0;
    localparam [63:0] LOG_BYTES_POSITIONS_12 = 64'd0;
    localparam [63:0] LOG_BYTES_POSITIONS_2 = 64'd488;
    localparam [63:0] LOG_BYTES_POSITIONS_3 = 64'd304;
    localparam [63:0] LOG_BYTES_POSITIONS_4 = 64'd0;
    localparam [63:0] LOG_BYTES_POSITIONS_5 = 64'd0;
    localparam [63:0] LOG_BYTES_POSITIONS_6 = 64'd0;
    localparam [63:0] LOG_BYTES_POSITIONS_7 = 64'd0;
    localparam [63:0] LOG_BYTES_POSITIONS_8 = 64'd0;
    localparam [63:0] LOG_BYTES_POSITIONS_9 = 64'd0;
    localparam [31:0] LONGEST = 32'd256;
    localparam [63:0] LOOKUP_BASE_POSITIONS_0 = 64'd280;
    localparam [63:0] LOOKUP_BASE_POSITIONS_1 = 64'd296;
    localparam [63:0] LOOKUP_BASE_POSITIONS_10 = 64'd536;
    localparam [63:0] LOOKUP_BASE_POSITIONS_11 = 64'd536;
    localparam [63:0] LOOKUP_BASE_POSITIONS_12 = 64'd536;
    localparam [63:0] LOOKUP_BASE_POSITIONS_2 = 64'd312;
    localparam [63:0] LOOKUP_BASE_POSITIONS_3 = 64'd312;
    localparam [63:0] LOOKUP_BASE_POSITIONS_4 = 64'd376;
    localparam [63:0] LOOKUP_BASE_POSITIONS_5 = 64'd384;
    localparam [63:0] LOOKUP_BASE_POSITIONS_6 = 64'd400;
    localparam [63:0] LOOKUP_BASE_POSITIONS_7 = 64'd392;
    localparam [63:0] LOOKUP_BASE_POSITIONS_8 = 64'd440;
    localparam [63:0] LOOKUP_BASE_POSITIONS_9 = 64'd312;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_0 = 64'd288;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_1 = 64'd304;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_10 = 64'd0;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_11 = 64'd0;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_12 = 64'd0;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_2 = 64'd320;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_3 = 64'd320;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_4 = 64'd0;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_5 = 64'd0;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_6 = 64'd0;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_7 = 64'd0;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_8 = 64'd0;
    localparam [63:0] LOOKUP_BYTES_POSITIONS_9 = 64'd320;
    localparam [63:0] PARAMETER_BYTES_POSITION = 64'd472;
    localparam [63:0] PARAMETER_SOURCE_POSITION = 64'd464;
    localparam [63:0] ROW_COUNT_POSITION = 64'd368;
    localparam [63:0] ROW_LOG_POSITION = 64'd504;
    localparam [63:0] SCRATCHPAD_BASE = 64'h0008000000000000;
    localparam [63:0] SCRATCHPAD_BYTES = 64'h0000000100000000;
    localparam [63:0] TABLE_COUNT_POSITION = 64'd344;
    localparam [63:0] UPDATE_BASE_POSITIONS_0 = 64'd280;
    localparam [63:0] UPDATE_BASE_POSITIONS_1 = 64'd296;
    localparam [63:0] UPDATE_BASE_POSITIONS_10 = 64'd536;
    localparam [63:0] UPDATE_BASE_POSITIONS_11 = 64'd536;
    localparam [63:0] UPDATE_BASE_POSITIONS_12 = 64'd536;
    localparam [63:0] UPDATE_BASE_POSITIONS_2 = 64'd328;
    localparam [63:0] UPDATE_BASE_POSITIONS_3 = 64'd328;
    localparam [63:0] UPDATE_BASE_POSITIONS_4 = 64'd408;
    localparam [63:0] UPDATE_BASE_POSITIONS_5 = 64'd416;
    localparam [63:0] UPDATE_BASE_POSITIONS_6 = 64'd424;
    localparam [63:0] UPDATE_BASE_POSITIONS_7 = 64'd432;
    localparam [63:0] UPDATE_BASE_POSITIONS_8 = 64'd440;
    localparam [63:0] UPDATE_BASE_POSITIONS_9 = 64'd328;
    localparam [63:0] UPDATE_BYTES_POSITIONS_0 = 64'd288;
    localparam [63:0] UPDATE_BYTES_POSITIONS_1 = 64'd304;
    localparam [63:0] UPDATE_BYTES_POSITIONS_10 = 64'd0;
    localparam [63:0] UPDATE_BYTES_POSITIONS_11 = 64'd0;
    localparam [63:0] UPDATE_BYTES_POSITIONS_12 = 64'd0;
    localparam [63:0] UPDATE_BYTES_POSITIONS_2 = 64'd336;
    localparam [63:0] UPDATE_BYTES_POSITIONS_3 = 64'd336;
    localparam [63:0] UPDATE_BYTES_POSITIONS_4 = 64'd0;
    localparam [63:0] UPDATE_BYTES_POSITIONS_5 = 64'd0;
    localparam [63:0] UPDATE_BYTES_POSITIONS_6 = 64'd0;
    localparam [63:0] UPDATE_BYTES_POSITIONS_7 = 64'd0;
    localparam [63:0] UPDATE_BYTES_POSITIONS_8 = 64'd0;
    localparam [63:0] UPDATE_BYTES_POSITIONS_9 = 64'd336;

    reg [2:0] state = 3'd0;
    reg [12:0] range = 13'd0;
    reg [63:0] base = 64'd0;
    reg [63:0] bytes = 64'd0;
    reg [63:0] outer_base = 64'd0;
    reg [63:0] outer_bytes = 64'd0;
    reg applies = 1'b0;
    reg is_region = 1'b0;
    reg is_list = 1'b0;
    reg is_overlap = 1'b0;
    reg above = 1'b0;
    reg fits = 1'b0;
    reg [63:0] lead = 64'd0;
    reg [63:0] slack = 64'd0;

    reg [63:0] base_position;
    reg [63:0] bytes_position;
    reg [7:0] outside;
    wire inside_;
    wire is_log;
    reg is_last;
    reg [2:0] state_next;
    reg [12:0] range_next;
    reg [63:0] base_next;
    reg [63:0] bytes_next;
    reg [63:0] outer_base_next;
    reg [63:0] outer_bytes_next;
    reg applies_next;
    reg is_region_next;
    reg is_list_next;
    reg is_overlap_next;
    reg above_next;
    reg fits_next;
    reg [63:0] lead_next;
    reg [63:0] slack_next;

    always @* begin
        state_next = state;
        range_next = range;
        base_next = base;
        bytes_next = bytes;
        outer_base_next = outer_base;
        outer_bytes_next = outer_bytes;
        applies_next = applies;
        is_region_next = is_region;
        is_list_next = is_list;
        is_overlap_next = is_overlap;
        above_next = above;
        fits_next = fits;
        lead_next = lead;
        slack_next = slack;
        done = 1'b0;
        failed = 1'b0;
        error = ERROR_ZERO_LENGTH;
        error_position = base_position;
        case (state)
            CHECK_STATE_IDLE: begin
                if (start) begin
                    state_next = CHECK_STATE_COUNTS;
                    range_next = FIRST_RANGE;
                end
            end
            CHECK_STATE_COUNTS: begin
                state_next = CHECK_STATE_IDLE;
                failed = 1'b1;
                if (is_parameter_log) begin
                    if (~(|parameter_bytes)) begin
                        error_position = PARAMETER_BYTES_POSITION;
                    end else if (|parameter_bytes[5:0]) begin
                        error = ERROR_MISALIGNED;
                        error_position = PARAMETER_BYTES_POSITION;
                    end else if (|parameter_source[5:0]) begin
                        error = ERROR_MISALIGNED;
                        error_position = PARAMETER_SOURCE_POSITION;
                    end else begin
                        failed = 1'b0;
                        state_next = CHECK_STATE_SELECT;
                    end
                end else if ((vector_length == 32'd0) | (vector_length > LONGEST) | (|vector_length[3:0])) begin
                    error = ERROR_VECTOR_LENGTH;
                    error_position = {32'd0, vector_length};
                end else if (~is_row_log & (pooling > 32'd1)) begin
                    error = ERROR_POOLING;
                    error_position = {32'd0, pooling};
                end else if (table_count == 32'd0) begin
                    error_position = TABLE_COUNT_POSITION;
                end else if (~is_row_log & (bag_count == 32'd0)) begin
                    error_position = BAG_COUNT_POSITION;
                end else if (is_update & (entry_count == 32'd0)) begin
                    error_position = ENTRY_COUNT_POSITION;
                end else if ((is_update | is_row_log) & (row_count == 32'd0)) begin
                    error_position = ROW_COUNT_POSITION;
                end else begin
                    failed = 1'b0;
                    state_next = CHECK_STATE_SELECT;
                end
            end
            CHECK_STATE_SELECT: begin
                state_next = CHECK_STATE_COMPARE;
                applies_next = 1'b1;
                is_region_next = 1'b0;
                is_list_next = 1'b0;
                is_overlap_next = 1'b0;
                outer_base_next = descriptor_base;
                outer_bytes_next = descriptor_bytes;
                base_next = vector_base;
                bytes_next = vector_bytes;
                if (range[0]) begin
                    // data region
                    is_region_next = 1'b1;
                    base_next = data_base;
                    bytes_next = data_bytes;
                    outer_base_next = 64'd0;
                    outer_bytes_next = persistent_bytes;
                    if (is_accumulation) begin
                        outer_base_next = SCRATCHPAD_BASE;
                        outer_bytes_next = SCRATCHPAD_BYTES;
                    end
                end else if (is_log) begin
                    if (range[1]) begin
                        // log region
                        is_region_next = 1'b1;
                        base_next = log_base;
                        bytes_next = log_bytes;
                        outer_base_next = 64'd0;
                        outer_bytes_next = persistent_bytes;
                    end else if (range[2]) begin
                        // log region against data region
                        is_overlap_next = 1'b1;
                        base_next = log_base;
                        bytes_next = log_bytes;
                        outer_base_next = data_base;
                        outer_bytes_next = data_bytes;
                    end else if (range[3]) begin
                        // descriptor region, for the lists of rows
                        is_region_next = 1'b1;
                        applies_next = is_row_log;
                        base_next = descriptor_base;
                        bytes_next = descriptor_bytes;
                        outer_base_next = SCRATCHPAD_BASE;
                        outer_bytes_next = SCRATCHPAD_BYTES;
                    end else if (range[4]) begin
                        // directory
                        is_list_next = 1'b1;
                        applies_next = is_row_log;
                        base_next = directory;
                        bytes_next = {28'd0, table_count, 4'd0};
                    end else if (range[5]) begin
                        // unique rows
                        is_list_next = 1'b1;
                        applies_next = is_row_log;
                        base_next = segments;
                        bytes_next = {30'd0, row_count, 2'd0};
                    end else if (range[7]) begin
                        // staged rows
                        is_region_next = 1'b1;
                        base_next = staged_base;
                        bytes_next = staged_bytes;
                        outer_base_next = SCRATCHPAD_BASE;
                        outer_bytes_next = SCRATCHPAD_BYTES;
                    end else begin
                        // the record
                        is_list_next = 1'b1;
                        base_next = record;
                        bytes_next = record_bytes;
                        outer_base_next = log_base;
                        outer_bytes_next = log_bytes;
                    end
                end else if (range[1]) begin
                    // descriptor region
                    is_region_next = 1'b1;
                    base_next = descriptor_base;
                    bytes_next = descriptor_bytes;
                    outer_base_next = SCRATCHPAD_BASE;
                    outer_bytes_next = SCRATCHPAD_BYTES;
                end else if (range[2]) begin
                    // pooled or gradient region
                    is_region_next = 1'b1;
                    outer_base_next = SCRATCHPAD_BASE;
                    outer_bytes_next = SCRATCHPAD_BYTES;
                end else if (range[3]) begin
                    // pooled or gradient region against descriptor region
                    is_overlap_next = 1'b1;
                end else if (range[4]) begin
                    // directory: four words a table
                    is_list_next = 1'b1;
                    base_next = directory;
                    bytes_next = {28'd0, table_count, 4'd0};
                end else if (range[5]) begin
                    // offsets: a word a segment, and one
                    is_list_next = 1'b1;
                    base_next = offsets;
                    bytes_next = {30'd0, segment_count, 2'd0} + 64'd4;
                end else if (range[6]) begin
                    // unique rows or bag scales: a word a segment
                    is_list_next = 1'b1;
                    applies_next = uses_segments;
                    base_next = segments;
                    bytes_next = {30'd0, segment_count, 2'd0};
                end else if (range[7]) begin
                    // indices or source bags: a word an entry
                    is_list_next = 1'b1;
                    applies_next = |entry_count;
                    base_next = entries;
                    bytes_next = {30'd0, entry_count, 2'd0};
                end else if (range[8]) begin
                    // source scales: a word an entry
                    is_list_next = 1'b1;
                    applies_next = uses_scales;
                    base_next = scales;
                    bytes_next = {30'd0, entry_count, 2'd0};
                end else if (range[9]) begin
                    // the batch's vectors in their region
                    bytes_next = batch_bytes;
                    outer_base_next = vector_base;
                    outer_bytes_next = vector_bytes;
                end else if (is_accumulation) begin
                    // data region against descriptor region
                    is_overlap_next = 1'b1;
                    base_next = data_base;
                    bytes_next = data_bytes;
                end else begin
                    base_next = staged_base;
                    bytes_next = staged_bytes;
                    if (range[10]) begin
                        // staged rows
                        is_region_next = 1'b1;
                        outer_base_next = SCRATCHPAD_BASE;
                        outer_bytes_next = SCRATCHPAD_BYTES;
                    end else begin
                        // staged rows against descriptor region, then against gradient region
                        is_overlap_next = 1'b1;
                        if (range[12]) begin
                            outer_base_next = vector_base;
                            outer_bytes_next = vector_bytes;
                        end
                    end
                end
            end
            CHECK_STATE_COMPARE: begin
                state_next = CHECK_STATE_JUDGE;
                above_next = base >= outer_base;
                fits_next = bytes <= outer_bytes;
                lead_next = base - outer_base;
                slack_next = outer_bytes - bytes;
                if (is_overlap) begin
                    // The lower region must end before the upper one begins: its bytes fit into the distance.
                    fits_next = 1'b1;
                    if (base >= outer_base) begin
                        slack_next = base - outer_base;
                        lead_next = outer_bytes;
                    end else begin
                        slack_next = outer_base - base;
                        lead_next = bytes;
                    end
                    above_next = 1'b1;
                end
            end
            default: begin
                range_next = {range[11:0], 1'b0};
                state_next = CHECK_STATE_SELECT;
                if (applies) begin
                    if (is_region & (bytes == 64'd0)) begin
                        failed = 1'b1;
                        state_next = CHECK_STATE_IDLE;
                        error_position = bytes_position;
                    end else if ((is_region | is_list) & (|base[5:0])) begin
                        failed = 1'b1;
                        state_next = CHECK_STATE_IDLE;
                        error = ERROR_MISALIGNED;
                    end else if (is_region & (|bytes[5:0])) begin
                        failed = 1'b1;
                        state_next = CHECK_STATE_IDLE;
                        error = ERROR_MISALIGNED;
                        error_position = bytes_position;
                    end else if (~inside_) begin
                        failed = 1'b1;
                        state_next = CHECK_STATE_IDLE;
                        error = outside;
                        if (is_overlap) begin
                            error = ERROR_OVERLAP;
                        end
                    end else if (is_last) begin
                        done = 1'b1;
                        state_next = CHECK_STATE_IDLE;
                    end
                end
            end
        endcase
        if (reset) begin
            state_next = CHECK_STATE_IDLE;
        end
    end

    assign is_log = is_row_log | is_parameter_log;

    always @* begin
        // Where an error of this range would be reported.
        base_position = 64'd0;
        bytes_position = 64'd0;
        if (range[0]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_0;
                bytes_position = LOG_BYTES_POSITIONS_0;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_0;
                bytes_position = UPDATE_BYTES_POSITIONS_0;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_0;
                bytes_position = LOOKUP_BYTES_POSITIONS_0;
            end
        end
        if (range[1]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_1;
                bytes_position = LOG_BYTES_POSITIONS_1;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_1;
                bytes_position = UPDATE_BYTES_POSITIONS_1;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_1;
                bytes_position = LOOKUP_BYTES_POSITIONS_1;
            end
        end
        if (range[2]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_2;
                bytes_position = LOG_BYTES_POSITIONS_2;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_2;
                bytes_position = UPDATE_BYTES_POSITIONS_2;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_2;
                bytes_position = LOOKUP_BYTES_POSITIONS_2;
            end
        end
        if (range[3]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_3;
                bytes_position = LOG_BYTES_POSITIONS_3;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_3;
                bytes_position = UPDATE_BYTES_POSITIONS_3;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_3;
                bytes_position = LOOKUP_BYTES_POSITIONS_3;
            end
        end
        if (range[4]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_4;
                bytes_position = LOG_BYTES_POSITIONS_4;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_4;
                bytes_position = UPDATE_BYTES_POSITIONS_4;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_4;
                bytes_position = LOOKUP_BYTES_POSITIONS_4;
            end
        end
        if (range[5]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_5;
                bytes_position = LOG_BYTES_POSITIONS_5;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_5;
                bytes_position = UPDATE_BYTES_POSITIONS_5;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_5;
                bytes_position = LOOKUP_BYTES_POSITIONS_5;
            end
        end
        if (range[6]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_6;
                bytes_position = LOG_BYTES_POSITIONS_6;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_6;
                bytes_position = UPDATE_BYTES_POSITIONS_6;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_6;
                bytes_position = LOOKUP_BYTES_POSITIONS_6;
            end
        end
        if (range[7]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_7;
                bytes_position = LOG_BYTES_POSITIONS_7;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_7;
                bytes_position = UPDATE_BYTES_POSITIONS_7;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_7;
                bytes_position = LOOKUP_BYTES_POSITIONS_7;
            end
        end
        if (range[8]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_8;
                bytes_position = LOG_BYTES_POSITIONS_8;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_8;
                bytes_position = UPDATE_BYTES_POSITIONS_8;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_8;
                bytes_position = LOOKUP_BYTES_POSITIONS_8;
            end
        end
        if (range[9]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_9;
                bytes_position = LOG_BYTES_POSITIONS_9;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_9;
                bytes_position = UPDATE_BYTES_POSITIONS_9;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_9;
                bytes_position = LOOKUP_BYTES_POSITIONS_9;
            end
        end
        if (range[10]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_10;
                bytes_position = LOG_BYTES_POSITIONS_10;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_10;
                bytes_position = UPDATE_BYTES_POSITIONS_10;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_10;
                bytes_position = LOOKUP_BYTES_POSITIONS_10;
            end
        end
        if (range[11]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_11;
                bytes_position = LOG_BYTES_POSITIONS_11;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_11;
                bytes_position = UPDATE_BYTES_POSITIONS_11;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_11;
                bytes_position = LOOKUP_BYTES_POSITIONS_11;
            end
        end
        if (range[12]) begin
            if (is_log) begin
                base_position = LOG_BASE_POSITIONS_12;
                bytes_position = LOG_BYTES_POSITIONS_12;
            end else if (is_update) begin
                base_position = UPDATE_BASE_POSITIONS_12;
                bytes_position = UPDATE_BYTES_POSITIONS_12;
            end else begin
                base_position = LOOKUP_BASE_POSITIONS_12;
                bytes_position = LOOKUP_BYTES_POSITIONS_12;
            end
        end
        if (is_row_log & range[6]) begin
            base_position = ROW_LOG_POSITION;
        end
        if (is_accumulation & range[10]) begin
            base_position = DATA_BASE_POSITION;
        end
    end

    always @* begin
        // Which range is the last depends on the job.
        is_last = range[9];
        if (is_log) begin
            is_last = range[6];
            if (is_row_log & staged) begin
                is_last = range[7];
            end
        end else if (is_accumulation) begin
            is_last = range[10];
        end else if (is_stage) begin
            is_last = range[12];
        end
    end

    always @* begin
        outside = ERROR_OUTSIDE_REGION;
        if (is_region) begin
            outside = ERROR_OUTSIDE_DEVICE;
        end
    end

    // base >= outer_base, bytes <= outer_bytes, base - outer_base <= outer_bytes - bytes: nothing wraps.
    assign inside_ = above & fits & (lead <= slack);

    always @(posedge clock) begin
        state <= state_next;
        range <= range_next;
        base <= base_next;
        bytes <= bytes_next;
        outer_base <= outer_base_next;
        outer_bytes <= outer_bytes_next;
        applies <= applies_next;
        is_region <= is_region_next;
        is_list <= is_list_next;
        is_overlap <= is_overlap_next;
        above <= above_next;
        fits <= fits_next;
        lead <= lead_next;
        slack <= slack_next;
    end

    // Bits that the design does not need.
    wire _unused = &{
        parameter_source[63:6],
        1'b0
    };

endmodule

`default_nettype wire
