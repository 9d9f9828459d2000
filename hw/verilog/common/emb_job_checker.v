// Judges a job's settings: lengths, counts, regions, overlaps, lists. At most 42 cycles; ends at the first
// thing that is wrong.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_job_checker (
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
    input  wire        counts_too_much,
    input  wire [63:0] record,
    input  wire [63:0] record_bytes,
    input  wire [63:0] batch_bytes,
    input  wire [63:0] persistent_bytes,
    output wire        done,
    output wire        failed,
    output wire [7:0]  error,
    output wire [63:0] error_position
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
    localparam [63:0] GRADIENT_LINES_POSITION = 64'd456;
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

    wire [63:0] base_position;
    wire [63:0] bytes_position;
    wire [7:0] outside;
    wire inside_;
    wire is_log;
    wire is_last;

    always @(posedge clock) begin
        case (state)
            CHECK_STATE_IDLE: begin
                if (start) begin
                    state <= CHECK_STATE_COUNTS;
                    range <= FIRST_RANGE;
                end
            end
            CHECK_STATE_COUNTS: begin
                state <= CHECK_STATE_IDLE;
                if (is_parameter_log) begin
                    if ((|parameter_bytes) & ~(|parameter_bytes[5:0]) & ~(|parameter_source[5:0]) & ~counts_too_much) begin
                        state <= CHECK_STATE_SELECT;
                    end
                end else if (
                    ~((vector_length == 32'd0) | (vector_length > LONGEST) | (|vector_length[3:0])) &
                    ~(~is_row_log & (pooling > 32'd1)) &
                    (table_count != 32'd0) &
                    ~(~is_row_log & (bag_count == 32'd0)) &
                    ~(is_update & (entry_count == 32'd0)) &
                    ~((is_update | is_row_log) & (row_count == 32'd0)) &
                    ~counts_too_much
                ) begin
                    state <= CHECK_STATE_SELECT;
                end
            end
            CHECK_STATE_SELECT: begin
                state <= CHECK_STATE_COMPARE;
                applies <= 1'b1;
                is_region <= 1'b0;
                is_list <= 1'b0;
                is_overlap <= 1'b0;
                outer_base <= descriptor_base;
                outer_bytes <= descriptor_bytes;
                base <= vector_base;
                bytes <= vector_bytes;
                if (range[0]) begin
                    // data region
                    is_region <= 1'b1;
                    base <= data_base;
                    bytes <= data_bytes;
                    outer_base <= 64'd0;
                    outer_bytes <= persistent_bytes;
                    if (is_accumulation) begin
                        outer_base <= SCRATCHPAD_BASE;
                        outer_bytes <= SCRATCHPAD_BYTES;
                    end
                end else if (is_log) begin
                    if (range[1]) begin
                        // log region
                        is_region <= 1'b1;
                        base <= log_base;
                        bytes <= log_bytes;
                        outer_base <= 64'd0;
                        outer_bytes <= persistent_bytes;
                    end else if (range[2]) begin
                        // log region against data region
                        is_overlap <= 1'b1;
                        base <= log_base;
                        bytes <= log_bytes;
                        outer_base <= data_base;
                        outer_bytes <= data_bytes;
                    end else if (range[3]) begin
                        // descriptor region, for the lists of rows
                        is_region <= 1'b1;
                        applies <= is_row_log;
                        base <= descriptor_base;
                        bytes <= descriptor_bytes;
                        outer_base <= SCRATCHPAD_BASE;
                        outer_bytes <= SCRATCHPAD_BYTES;
                    end else if (range[4]) begin
                        // directory
                        is_list <= 1'b1;
                        applies <= is_row_log;
                        base <= directory;
                        bytes <= {28'd0, table_count, 4'd0};
                    end else if (range[5]) begin
                        // unique rows
                        is_list <= 1'b1;
                        applies <= is_row_log;
                        base <= segments;
                        bytes <= {30'd0, row_count, 2'd0};
                    end else if (range[7]) begin
                        // staged rows
                        is_region <= 1'b1;
                        base <= staged_base;
                        bytes <= staged_bytes;
                        outer_base <= SCRATCHPAD_BASE;
                        outer_bytes <= SCRATCHPAD_BYTES;
                    end else begin
                        // the record
                        is_list <= 1'b1;
                        base <= record;
                        bytes <= record_bytes;
                        outer_base <= log_base;
                        outer_bytes <= log_bytes;
                    end
                end else if (range[1]) begin
                    // descriptor region
                    is_region <= 1'b1;
                    base <= descriptor_base;
                    bytes <= descriptor_bytes;
                    outer_base <= SCRATCHPAD_BASE;
                    outer_bytes <= SCRATCHPAD_BYTES;
                end else if (range[2]) begin
                    // pooled or gradient region
                    is_region <= 1'b1;
                    outer_base <= SCRATCHPAD_BASE;
                    outer_bytes <= SCRATCHPAD_BYTES;
                end else if (range[3]) begin
                    // pooled or gradient region against descriptor region
                    is_overlap <= 1'b1;
                end else if (range[4]) begin
                    // directory: four words a table
                    is_list <= 1'b1;
                    base <= directory;
                    bytes <= {28'd0, table_count, 4'd0};
                end else if (range[5]) begin
                    // offsets: a word a segment, and one
                    is_list <= 1'b1;
                    base <= offsets;
                    bytes <= {30'd0, segment_count, 2'd0} + 64'd4;
                end else if (range[6]) begin
                    // unique rows or bag scales: a word a segment
                    is_list <= 1'b1;
                    applies <= uses_segments;
                    base <= segments;
                    bytes <= {30'd0, segment_count, 2'd0};
                end else if (range[7]) begin
                    // indices or source bags: a word an entry
                    is_list <= 1'b1;
                    applies <= |entry_count;
                    base <= entries;
                    bytes <= {30'd0, entry_count, 2'd0};
                end else if (range[8]) begin
                    // source scales: a word an entry
                    is_list <= 1'b1;
                    applies <= uses_scales;
                    base <= scales;
                    bytes <= {30'd0, entry_count, 2'd0};
                end else if (range[9]) begin
                    // the batch's vectors in their region
                    bytes <= batch_bytes;
                    outer_base <= vector_base;
                    outer_bytes <= vector_bytes;
                end else if (is_accumulation) begin
                    // data region against descriptor region
                    is_overlap <= 1'b1;
                    base <= data_base;
                    bytes <= data_bytes;
                end else begin
                    base <= staged_base;
                    bytes <= staged_bytes;
                    if (range[10]) begin
                        // staged rows
                        is_region <= 1'b1;
                        outer_base <= SCRATCHPAD_BASE;
                        outer_bytes <= SCRATCHPAD_BYTES;
                    end else begin
                        // staged rows against descriptor region, then against gradient region
                        is_overlap <= 1'b1;
                        if (range[12]) begin
                            outer_base <= vector_base;
                            outer_bytes <= vector_bytes;
                        end
                    end
                end
            end
            CHECK_STATE_COMPARE: begin
                state <= CHECK_STATE_JUDGE;
                above <= base >= outer_base;
                fits <= bytes <= outer_bytes;
                lead <= base - outer_base;
                slack <= outer_bytes - bytes;
                if (is_overlap) begin
                    // The lower region must end before the upper one begins: its bytes fit into the distance.
                    fits <= 1'b1;
                    if (base >= outer_base) begin
                        slack <= base - outer_base;
                        lead <= outer_bytes;
                    end else begin
                        slack <= outer_base - base;
                        lead <= bytes;
                    end
                    above <= 1'b1;
                end
            end
            default: begin
                range <= {range[11:0], 1'b0};
                state <= CHECK_STATE_SELECT;
                if (applies) begin
                    if (is_region & (bytes == 64'd0)) begin
                        state <= CHECK_STATE_IDLE;
                    end else if ((is_region | is_list) & (|base[5:0])) begin
                        state <= CHECK_STATE_IDLE;
                    end else if (is_region & (|bytes[5:0])) begin
                        state <= CHECK_STATE_IDLE;
                    end else if (~inside_) begin
                        state <= CHECK_STATE_IDLE;
                    end else if (is_last) begin
                        state <= CHECK_STATE_IDLE;
                    end
                end
            end
        endcase
        if (reset) begin
            state <= CHECK_STATE_IDLE;
        end
    end

    assign done =
        (state >= CHECK_STATE_JUDGE) &
        ~(is_region & (bytes == 64'd0)) &
        ~((is_region | is_list) & (|base[5:0])) &
        ~(is_region & (|bytes[5:0])) &
        inside_ &
        is_last &
        applies;

    assign failed =
        (state != CHECK_STATE_COUNTS) ? (state >= CHECK_STATE_JUDGE) & ((is_region & (bytes == 64'd0)) | ((is_region | is_list) & (|base[5:0])) | (is_region & (|bytes[5:0])) | ~inside_) & applies :
        is_parameter_log ? ~(|parameter_bytes) | (|parameter_bytes[5:0]) | (|parameter_source[5:0]) | counts_too_much :
        (vector_length == 32'd0) | (vector_length > LONGEST) | (|vector_length[3:0]) | (~is_row_log & (pooling > 32'd1)) | (table_count == 32'd0) | (~is_row_log & (bag_count == 32'd0)) | (is_update & (entry_count == 32'd0)) | ((is_update | is_row_log) & (row_count == 32'd0)) | counts_too_much;

    assign error =
        (state == CHECK_STATE_COUNTS) ? (
            is_parameter_log ? (
                ~(|parameter_bytes) ? ERROR_ZERO_LENGTH :
                ((|parameter_bytes[5:0]) | (|parameter_source[5:0])) ? ERROR_MISALIGNED :
                counts_too_much ? ERROR_OUTSIDE_REGION :
                ERROR_ZERO_LENGTH
            ) :
            ((vector_length == 32'd0) | (vector_length > LONGEST) | (|vector_length[3:0])) ? ERROR_VECTOR_LENGTH :
            (~is_row_log & (pooling > 32'd1)) ? ERROR_POOLING :
            ((table_count != 32'd0) & ~(~is_row_log & (bag_count == 32'd0)) & ~(is_update & (entry_count == 32'd0)) & ~((is_update | is_row_log) & (row_count == 32'd0)) & counts_too_much) ? ERROR_OUTSIDE_REGION :
            ERROR_ZERO_LENGTH
        ) :
        ~((state >= CHECK_STATE_JUDGE) & applies & ~(is_region & (bytes == 64'd0))) ? ERROR_ZERO_LENGTH :
        (((is_region | is_list) & (|base[5:0])) | (is_region & (|bytes[5:0]))) ? ERROR_MISALIGNED :
        inside_ ? ERROR_ZERO_LENGTH :
        is_overlap ? ERROR_OVERLAP :
        outside;

    assign error_position =
        (state == CHECK_STATE_COUNTS) ? (
            is_parameter_log ? (
                (~(|parameter_bytes) | (|parameter_bytes[5:0])) ? PARAMETER_BYTES_POSITION :
                |parameter_source[5:0] ? PARAMETER_SOURCE_POSITION :
                counts_too_much ? GRADIENT_LINES_POSITION :
                base_position
            ) :
            ((vector_length == 32'd0) | (vector_length > LONGEST) | (|vector_length[3:0])) ? {32'd0, vector_length} :
            (~is_row_log & (pooling > 32'd1)) ? {32'd0, pooling} :
            (table_count == 32'd0) ? TABLE_COUNT_POSITION :
            (~is_row_log & (bag_count == 32'd0)) ? BAG_COUNT_POSITION :
            (is_update & (entry_count == 32'd0)) ? ENTRY_COUNT_POSITION :
            ((is_update | is_row_log) & (row_count == 32'd0)) ? ROW_COUNT_POSITION :
            counts_too_much ? GRADIENT_LINES_POSITION :
            base_position
        ) :
        ((state >= CHECK_STATE_JUDGE) & applies & ((is_region & (bytes == 64'd0)) | (~((is_region | is_list) & (|base[5:0])) & is_region & (|bytes[5:0])))) ? bytes_position :
        base_position;

    assign is_log = is_row_log | is_parameter_log;

    // Where an error of this range would be reported.
    assign base_position =
        (is_accumulation & range[10]) ? DATA_BASE_POSITION :
        (is_row_log & range[6]) ? ROW_LOG_POSITION :
        ~range[12] ? (
            ~range[11] ? (
                ~range[10] ? (
                    ~range[9] ? (
                        ~range[8] ? (
                            ~range[7] ? (
                                ~range[6] ? (
                                    ~range[5] ? (
                                        ~range[4] ? (
                                            ~range[3] ? (
                                                ~range[2] ? (
                                                    ~range[1] ? (
                                                        ~range[0] ? 64'd0 :
                                                        is_log ? LOG_BASE_POSITIONS_0 :
                                                        is_update ? UPDATE_BASE_POSITIONS_0 :
                                                        LOOKUP_BASE_POSITIONS_0
                                                    ) :
                                                    is_log ? LOG_BASE_POSITIONS_1 :
                                                    is_update ? UPDATE_BASE_POSITIONS_1 :
                                                    LOOKUP_BASE_POSITIONS_1
                                                ) :
                                                is_log ? LOG_BASE_POSITIONS_2 :
                                                is_update ? UPDATE_BASE_POSITIONS_2 :
                                                LOOKUP_BASE_POSITIONS_2
                                            ) :
                                            is_log ? LOG_BASE_POSITIONS_3 :
                                            is_update ? UPDATE_BASE_POSITIONS_3 :
                                            LOOKUP_BASE_POSITIONS_3
                                        ) :
                                        is_log ? LOG_BASE_POSITIONS_4 :
                                        is_update ? UPDATE_BASE_POSITIONS_4 :
                                        LOOKUP_BASE_POSITIONS_4
                                    ) :
                                    is_log ? LOG_BASE_POSITIONS_5 :
                                    is_update ? UPDATE_BASE_POSITIONS_5 :
                                    LOOKUP_BASE_POSITIONS_5
                                ) :
                                is_log ? LOG_BASE_POSITIONS_6 :
                                is_update ? UPDATE_BASE_POSITIONS_6 :
                                LOOKUP_BASE_POSITIONS_6
                            ) :
                            is_log ? LOG_BASE_POSITIONS_7 :
                            is_update ? UPDATE_BASE_POSITIONS_7 :
                            LOOKUP_BASE_POSITIONS_7
                        ) :
                        is_log ? LOG_BASE_POSITIONS_8 :
                        is_update ? UPDATE_BASE_POSITIONS_8 :
                        LOOKUP_BASE_POSITIONS_8
                    ) :
                    is_log ? LOG_BASE_POSITIONS_9 :
                    is_update ? UPDATE_BASE_POSITIONS_9 :
                    LOOKUP_BASE_POSITIONS_9
                ) :
                is_log ? LOG_BASE_POSITIONS_10 :
                is_update ? UPDATE_BASE_POSITIONS_10 :
                LOOKUP_BASE_POSITIONS_10
            ) :
            is_log ? LOG_BASE_POSITIONS_11 :
            is_update ? UPDATE_BASE_POSITIONS_11 :
            LOOKUP_BASE_POSITIONS_11
        ) :
        is_log ? LOG_BASE_POSITIONS_12 :
        is_update ? UPDATE_BASE_POSITIONS_12 :
        LOOKUP_BASE_POSITIONS_12;

    assign bytes_position =
        ~range[12] ? (
            ~range[11] ? (
                ~range[10] ? (
                    ~range[9] ? (
                        ~range[8] ? (
                            ~range[7] ? (
                                ~range[6] ? (
                                    ~range[5] ? (
                                        ~range[4] ? (
                                            ~range[3] ? (
                                                ~range[2] ? (
                                                    ~range[1] ? (
                                                        ~range[0] ? 64'd0 :
                                                        is_log ? LOG_BYTES_POSITIONS_0 :
                                                        is_update ? UPDATE_BYTES_POSITIONS_0 :
                                                        LOOKUP_BYTES_POSITIONS_0
                                                    ) :
                                                    is_log ? LOG_BYTES_POSITIONS_1 :
                                                    is_update ? UPDATE_BYTES_POSITIONS_1 :
                                                    LOOKUP_BYTES_POSITIONS_1
                                                ) :
                                                is_log ? LOG_BYTES_POSITIONS_2 :
                                                is_update ? UPDATE_BYTES_POSITIONS_2 :
                                                LOOKUP_BYTES_POSITIONS_2
                                            ) :
                                            is_log ? LOG_BYTES_POSITIONS_3 :
                                            is_update ? UPDATE_BYTES_POSITIONS_3 :
                                            LOOKUP_BYTES_POSITIONS_3
                                        ) :
                                        is_log ? LOG_BYTES_POSITIONS_4 :
                                        is_update ? UPDATE_BYTES_POSITIONS_4 :
                                        LOOKUP_BYTES_POSITIONS_4
                                    ) :
                                    is_log ? LOG_BYTES_POSITIONS_5 :
                                    is_update ? UPDATE_BYTES_POSITIONS_5 :
                                    LOOKUP_BYTES_POSITIONS_5
                                ) :
                                is_log ? LOG_BYTES_POSITIONS_6 :
                                is_update ? UPDATE_BYTES_POSITIONS_6 :
                                LOOKUP_BYTES_POSITIONS_6
                            ) :
                            is_log ? LOG_BYTES_POSITIONS_7 :
                            is_update ? UPDATE_BYTES_POSITIONS_7 :
                            LOOKUP_BYTES_POSITIONS_7
                        ) :
                        is_log ? LOG_BYTES_POSITIONS_8 :
                        is_update ? UPDATE_BYTES_POSITIONS_8 :
                        LOOKUP_BYTES_POSITIONS_8
                    ) :
                    is_log ? LOG_BYTES_POSITIONS_9 :
                    is_update ? UPDATE_BYTES_POSITIONS_9 :
                    LOOKUP_BYTES_POSITIONS_9
                ) :
                is_log ? LOG_BYTES_POSITIONS_10 :
                is_update ? UPDATE_BYTES_POSITIONS_10 :
                LOOKUP_BYTES_POSITIONS_10
            ) :
            is_log ? LOG_BYTES_POSITIONS_11 :
            is_update ? UPDATE_BYTES_POSITIONS_11 :
            LOOKUP_BYTES_POSITIONS_11
        ) :
        is_log ? LOG_BYTES_POSITIONS_12 :
        is_update ? UPDATE_BYTES_POSITIONS_12 :
        LOOKUP_BYTES_POSITIONS_12;

    // Which range is the last depends on the job.
    assign is_last =
        is_log ? (
            (is_row_log & staged) ? range[7] :
            range[6]
        ) :
        is_accumulation ? range[10] :
        is_stage ? range[12] :
        range[9];

    assign outside = is_region ? ERROR_OUTSIDE_DEVICE : ERROR_OUTSIDE_REGION;

    // base >= outer_base, bytes <= outer_bytes, base - outer_base <= outer_bytes - bytes: nothing wraps.
    assign inside_ = above & fits & (lead <= slack);

    // Bits that the design does not need.
    wire _unused = &{
        parameter_source[63:6],
        1'b0
    };

endmodule

`default_nettype wire
