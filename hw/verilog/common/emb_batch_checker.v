// Checks directory, offsets, rows and entries of a batch and ends at the first thing that is wrong. A line of
// offsets and a line of entries a cycle; stalls when a list has no line yet.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_batch_checker (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire         is_update,
    input  wire [4:0]   lines,
    input  wire [31:0]  table_count,
    input  wire [31:0]  segment_count,
    input  wire [31:0]  entry_count,
    input  wire [31:0]  bag_count,
    input  wire [63:0]  data_base,
    input  wire [63:0]  data_end,
    input  wire [127:0] directory_beat,
    input  wire         directory_valid,
    output wire         directory_ready,
    input  wire [511:0] offset_line,
    input  wire         offset_valid,
    output wire         offset_ready,
    input  wire [511:0] row_line,
    input  wire         row_valid,
    output wire         row_ready,
    input  wire [511:0] entry_line,
    input  wire         entry_valid,
    output wire         entry_ready,
    output wire [31:0]  tables_checked,
    output wire         done,
    output wire         failed,
    output wire [7:0]   error,
    output wire [63:0]  error_position
);

    localparam [7:0] ERROR_INDEX = 8'd13;

    wire [31:0] segments_range_end;
    wire [31:0] segments_range_limit;
    wire segments_range_valid;
    wire segments_failed;
    wire [7:0] segments_error;
    wire [63:0] segments_error_position;
    wire ranges_reset;
    wire ranges_in_ready;
    wire [63:0] ranges_out_data;
    wire ranges_out_valid;
    wire entries_range_ready;
    wire entries_failed;
    wire [63:0] entries_error_position;
    wire entries_idle;

    emb_segment_checker u_segments (
        .clock(clock),
        .reset(reset),
        .start(start),
        .is_update(is_update),
        .lines(lines),
        .table_count(table_count),
        .segment_count(segment_count),
        .entry_count(entry_count),
        .bag_count(bag_count),
        .data_base(data_base),
        .data_end(data_end),
        .directory_beat(directory_beat),
        .directory_valid(directory_valid),
        .directory_ready(directory_ready),
        .offset_line(offset_line),
        .offset_valid(offset_valid),
        .offset_ready(offset_ready),
        .row_line(row_line),
        .row_valid(row_valid),
        .row_ready(row_ready),
        .range_end(segments_range_end),
        .range_limit(segments_range_limit),
        .range_valid(segments_range_valid),
        .range_ready(ranges_in_ready),
        .entries_judged(entries_idle),
        .tables_checked(tables_checked),
        .done(done),
        .failed(segments_failed),
        .error(segments_error),
        .error_position(segments_error_position)
    );

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(3)) u_ranges (
        .clock(clock),
        .reset(ranges_reset),
        .in_data({segments_range_limit, segments_range_end}),
        .in_valid(segments_range_valid),
        .in_ready(ranges_in_ready),
        .out_data(ranges_out_data),
        .out_valid(ranges_out_valid),
        .out_ready(entries_range_ready)
    );

    emb_entry_checker u_entries (
        .clock(clock),
        .reset(reset),
        .start(start),
        .range_end(ranges_out_data[31:0]),
        .range_limit(ranges_out_data[63:32]),
        .range_valid(ranges_out_valid),
        .range_ready(entries_range_ready),
        .entry_line(entry_line),
        .entry_valid(entry_valid),
        .entry_ready(entry_ready),
        .failed(entries_failed),
        .error_position(entries_error_position),
        .idle(entries_idle)
    );

    assign ranges_reset = reset | start;

    // A wrong entry stands before any wrong segment that is known: only entries before that are judged.
    assign failed = segments_failed | entries_failed;
    assign error = entries_failed ? ERROR_INDEX : segments_error;
    assign error_position = entries_failed ? entries_error_position : segments_error_position;

endmodule

`default_nettype wire
