// Keeps the settings of the job that runs, and picks what its command needs from them. One cycle.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_job_settings (
    input  wire        clock,
    input  wire        reset,
    input  wire [63:0] settings_0,
    input  wire [63:0] settings_1,
    input  wire [63:0] settings_2,
    input  wire [63:0] settings_3,
    input  wire [63:0] settings_4,
    input  wire [63:0] settings_5,
    input  wire [63:0] settings_6,
    input  wire [63:0] settings_7,
    input  wire [63:0] settings_8,
    input  wire [63:0] settings_9,
    input  wire [63:0] settings_10,
    input  wire [63:0] settings_11,
    input  wire [63:0] settings_12,
    input  wire [63:0] settings_13,
    input  wire [63:0] settings_14,
    input  wire [63:0] settings_15,
    input  wire [63:0] settings_16,
    input  wire [63:0] settings_17,
    input  wire [63:0] settings_18,
    input  wire [63:0] settings_19,
    input  wire [63:0] settings_20,
    input  wire [63:0] settings_21,
    input  wire [63:0] settings_22,
    input  wire [63:0] settings_23,
    input  wire [63:0] settings_24,
    input  wire [63:0] settings_25,
    input  wire [63:0] settings_26,
    input  wire [63:0] settings_27,
    input  wire [63:0] settings_28,
    input  wire [63:0] settings_29,
    input  wire [63:0] settings_30,
    input  wire [63:0] settings_31,
    input  wire [63:0] settings_32,
    input  wire [63:0] settings_33,
    input  wire [63:0] settings_34,
    input  wire [63:0] settings_35,
    input  wire        latch,
    input  wire [2:0]  command,
    output wire        is_update,
    output wire        is_stage,
    output wire        is_accumulation,
    output wire        writes_tables,
    output wire        is_row_log,
    output wire        is_parameter_log,
    output wire [31:0] vector_length,
    output wire [4:0]  lines,
    output wire [31:0] rate,
    output wire [31:0] pooling,
    output wire [31:0] fp32_one,
    output wire        uses_segments,
    output wire        uses_scales,
    output wire [63:0] data_base,
    output wire [63:0] data_bytes,
    output wire [63:0] descriptor_base,
    output wire [63:0] descriptor_bytes,
    output wire [63:0] vector_base,
    output wire [63:0] vector_bytes,
    output wire [63:0] result_base,
    output wire [63:0] staged_base,
    output wire [31:0] table_count,
    output wire [31:0] bag_count,
    output wire [31:0] entry_count,
    output wire [31:0] row_count,
    output wire [31:0] segment_count,
    output wire [63:0] directory,
    output wire [63:0] offsets,
    output wire [63:0] segments,
    output wire [63:0] entries,
    output wire [63:0] scales,
    output wire [63:0] gradient_base,
    output wire        needs_gradients,
    output wire [63:0] counted_base,
    output wire [63:0] counted_bytes,
    output wire [31:0] counted_lines,
    output wire        counts_elsewhere,
    output wire        counts_too_much,
    output wire        flush,
    output wire [63:0] flush_target,
    output wire [63:0] parameter_source,
    output wire [63:0] parameter_bytes,
    output wire [63:0] log_base,
    output wire [63:0] log_bytes,
    output wire [63:0] record,
    output wire [63:0] batch,
    output wire [31:0] configuration,
    output wire        after_rows,
    output wire        after_parameters,
    output wire [15:0] lag,
    output wire        staged,
    output wire        in_window
);

    localparam [2:0] ACCUMULATE_VALUE = 3'd6;
    localparam [63:0] MOST_COUNTED = 64'h0000000004000000;
    localparam [31:0] ONE = 32'h3f800000;
    localparam [2:0] PARAMETER_LOG_VALUE = 3'd3;
    localparam [2:0] ROW_LOG_VALUE = 3'd4;
    localparam [31:0] SIGN = 32'h80000000;
    localparam [2:0] STAGE_VALUE = 3'd5;
    localparam [2:0] UPDATE_VALUE = 3'd2;

    reg [63:0] job_0 = 64'd0;
    reg [63:0] job_1 = 64'd0;
    reg [63:0] job_2 = 64'd0;
    reg [63:0] job_3 = 64'd0;
    reg [63:0] job_4 = 64'd0;
    reg [63:0] job_5 = 64'd0;
    reg [63:0] job_6 = 64'd0;
    reg [63:0] job_7 = 64'd0;
    reg [63:0] job_8 = 64'd0;
    reg [63:0] job_9 = 64'd0;
    reg [63:0] job_10 = 64'd0;
    reg [63:0] job_11 = 64'd0;
    reg [63:0] job_12 = 64'd0;
    reg [63:0] job_13 = 64'd0;
    reg [63:0] job_14 = 64'd0;
    reg [63:0] job_15 = 64'd0;
    reg [63:0] job_16 = 64'd0;
    reg [63:0] job_17 = 64'd0;
    reg [63:0] job_18 = 64'd0;
    reg [63:0] job_19 = 64'd0;
    reg [63:0] job_20 = 64'd0;
    reg [63:0] job_21 = 64'd0;
    reg [63:0] job_22 = 64'd0;
    reg [63:0] job_23 = 64'd0;
    reg [63:0] job_24 = 64'd0;
    reg [63:0] job_25 = 64'd0;
    reg [63:0] job_26 = 64'd0;
    reg [63:0] job_27 = 64'd0;
    reg [63:0] job_28 = 64'd0;
    reg [63:0] job_29 = 64'd0;
    reg [63:0] job_30 = 64'd0;
    reg [63:0] job_31 = 64'd0;
    reg [63:0] job_32 = 64'd0;
    reg [63:0] job_33 = 64'd0;
    reg [63:0] job_34 = 64'd0;
    reg [63:0] job_35 = 64'd0;
    reg update = 1'b0;
    reg stage = 1'b0;
    reg accumulation = 1'b0;
    reg row_log = 1'b0;
    reg parameter_log = 1'b0;
    reg [63:0] counted_region_0 = 64'd0;
    reg [63:0] counted_region_1 = 64'd0;
    reg [31:0] lines_counted = 32'd0;
    reg moved = 1'b0;
    reg [64:0] counted_end = 65'd0;

    wire applies;
    wire uses_rows;
    wire mean;
    wire keeps;
    wire counts_here;
    wire [64:0] region_end;
    wire begins_before;
    wire ends_by;
    wire ends_above;

    always @(posedge clock) begin
        if (latch) begin
            update <= command == UPDATE_VALUE;
            stage <= command == STAGE_VALUE;
            accumulation <= command == ACCUMULATE_VALUE;
            row_log <= command == ROW_LOG_VALUE;
            parameter_log <= command == PARAMETER_LOG_VALUE;
        end
    end

    always @(posedge clock) begin
        if (latch & ~keeps) begin
            counted_end <= region_end;
            lines_counted <= settings_25[31:0];
        end
        if (reset) begin
            lines_counted <= 32'd0;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_0 <= settings_0;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_1 <= settings_1;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_2 <= settings_2;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_3 <= settings_3;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_4 <= settings_4;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_5 <= settings_5;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_6 <= settings_6;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_7 <= settings_7;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_8 <= settings_8;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_9 <= settings_9;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_10 <= settings_10;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_11 <= settings_11;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_12 <= settings_12;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_13 <= settings_13;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_14 <= settings_14;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_15 <= settings_15;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_16 <= settings_16;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_17 <= settings_17;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_18 <= settings_18;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_19 <= settings_19;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_20 <= settings_20;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_21 <= settings_21;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_22 <= settings_22;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_23 <= settings_23;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_24 <= settings_24;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_25 <= settings_25;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_26 <= settings_26;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_27 <= settings_27;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_28 <= settings_28;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_29 <= settings_29;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_30 <= settings_30;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_31 <= settings_31;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_32 <= settings_32;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_33 <= settings_33;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_34 <= settings_34;
        end
    end

    always @(posedge clock) begin
        if (latch) begin
            job_35 <= settings_35;
        end
    end

    // What is counted stays when a job keeps it, or counts within the same region.
    assign keeps = settings_25[33];
    assign region_end = {1'b0, settings_9} + {1'b0, settings_10};
    assign begins_before = settings_9 < counted_region_0;
    assign ends_by = region_end[63:0] <= counted_end[63:0];
    assign ends_above = counted_end[64] & ~region_end[64];

    assign counts_here =
        (ends_above & (ends_by | ~begins_before)) |
        (~begins_before & ends_by & ~(counted_end[64] ^ region_end[64]));

    always @(posedge clock) begin
        if (latch & ~keeps) begin
            counted_region_0 <= settings_9;
        end
    end

    always @(posedge clock) begin
        if (latch & ~keeps) begin
            counted_region_1 <= settings_10;
        end
    end

    assign counts_elsewhere = moved;
    assign counted_base = counted_region_0;
    assign counted_bytes = counted_region_1;
    assign counted_lines = lines_counted;

    // Settings by number, in the order of the register map.
    assign applies = update | stage | accumulation;
    assign is_update = applies;
    assign is_stage = stage;
    assign is_accumulation = accumulation;
    assign writes_tables = update;
    assign is_row_log = row_log;
    assign is_parameter_log = parameter_log;
    assign uses_rows = applies | row_log;
    assign fp32_one = ONE;
    assign vector_length = job_0[31:0];
    assign lines = job_0[8:4];
    assign pooling = job_2[31:0];
    assign mean = job_2[0];
    assign data_base = job_3;
    assign data_bytes = job_4;
    assign descriptor_base = job_5;
    assign descriptor_bytes = job_6;
    assign table_count = job_11[31:0];
    assign bag_count = job_12[31:0];
    assign entry_count = job_13[31:0];
    assign row_count = job_14[31:0];
    assign rate = uses_rows ? job_1[31:0] ^ SIGN : ONE;
    assign vector_base = uses_rows ? job_9 : job_7;
    assign vector_bytes = uses_rows ? job_10 : job_8;
    assign segment_count = uses_rows ? job_14[31:0] : job_12[31:0];
    assign directory = uses_rows ? job_19 : job_15;
    assign offsets = uses_rows ? job_20 : job_16;
    assign segments = uses_rows ? job_21 : job_18;
    assign entries = uses_rows ? job_22 : job_17;
    assign uses_segments = uses_rows | mean;
    assign uses_scales = uses_rows & mean;
    assign scales = job_23;
    assign gradient_base = job_9;
    assign result_base = stage ? job_35 : job_7;
    assign staged_base = job_35;
    assign flush = job_24[0] & (~applies | accumulation);
    assign flush_target = job_24;
    assign needs_gradients = applies & ~(|job_25[33:32]);
    assign counts_too_much = (|job_25[31:0]) & ~job_25[33] & (job_10 > MOST_COUNTED);
    assign parameter_source = job_26;
    assign parameter_bytes = job_27;
    assign log_base = job_28;
    assign log_bytes = job_29;
    assign record = row_log ? job_31 : job_30;
    assign batch = job_32;
    assign configuration = job_33[31:0];
    assign after_rows = update & job_34[0];
    assign after_parameters = update & job_34[1];
    assign staged = job_34[2];
    assign in_window = job_34[3];
    assign lag = job_34[31:16];

    always @(posedge clock) begin
        moved <= latch & ~keeps & ~counts_here;
    end

    // Bits that the design does not need.
    wire _unused = &{
        job_0[63:32],
        job_1[63:32],
        job_2[63:32],
        job_11[63:32],
        job_12[63:32],
        job_13[63:32],
        job_14[63:32],
        job_25[63:34],
        job_33[63:32],
        job_34[15:4],
        job_34[63:32],
        1'b0
    };

endmodule

`default_nettype wire
