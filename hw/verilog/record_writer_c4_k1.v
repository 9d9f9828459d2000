// Writes a stream of lines and a header to the log: the header when all else is answered, done when it is. A
// line a cycle, less the gap; stalls when the line's channel does.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module record_writer_c4_k1 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [63:0]  target,
    input  wire [31:0]  lines,
    input  wire [31:0]  configuration,
    input  wire [63:0]  batch,
    input  wire [31:0]  rows,
    input  wire [31:0]  vector_length,
    input  wire [15:0]  gap,
    input  wire         abort_,
    output wire         idle,
    output wire         waiting,
    output reg          done,
    output reg          failed,
    output wire [63:0]  record,
    output wire [63:0]  record_batch,
    input  wire         line_valid,
    output wire         line_ready,
    input  wire [512:0] line,
    output wire [63:0]  write_address,
    output reg  [511:0] write_data,
    output wire         write_valid_0,
    output wire         write_valid_1,
    output wire         write_valid_2,
    output wire         write_valid_3,
    input  wire         write_ready_0,
    input  wire         write_ready_1,
    input  wire         write_ready_2,
    input  wire         write_ready_3,
    input  wire         written_0,
    input  wire         written_1,
    input  wire         written_2,
    input  wire         written_3,
    input  wire         write_error_0,
    input  wire         write_error_1,
    input  wire         write_error_2,
    input  wire         write_error_3
);

    localparam [63:0] LINE_BYTES = 64'd64;
    localparam [2:0] RECORD_STATE_ANSWER = 3'd6;
    localparam [2:0] RECORD_STATE_HEADER = 3'd5;
    localparam [2:0] RECORD_STATE_IDLE = 3'd0;
    localparam [2:0] RECORD_STATE_PAYLOAD = 3'd1;
    localparam [2:0] RECORD_STATE_SETTLE = 3'd2;
    localparam [2:0] RECORD_STATE_SUM = 3'd3;
    localparam [2:0] RECORD_STATE_SUMMED = 3'd4;

    reg [2:0] state = 3'd0;
    reg [63:0] base = 64'd0;
    reg [31:0] payload = 32'd0;
    reg [31:0] of_configuration = 32'd0;
    reg [63:0] of_batch = 64'd0;
    reg [31:0] of_rows = 32'd0;
    reg [31:0] of_length = 32'd0;
    reg [31:0] left = 32'd0;
    reg [63:0] address = 64'd0;
    reg [15:0] pause = 16'd0;
    reg [31:0] payload_crc = 32'd0;
    reg bad = 1'b0;
    reg [7:0] unanswered_0 = 8'd0;
    reg [7:0] unanswered_1 = 8'd0;
    reg [7:0] unanswered_2 = 8'd0;
    reg [7:0] unanswered_3 = 8'd0;

    wire issues_0;
    wire issues_1;
    wire issues_2;
    wire issues_3;
    wire good;
    wire open;
    reg offers;
    reg channel_ready;
    wire takes;
    reg all_answered;
    wire [511:0] head;
    wire [511:0] header;
    reg [2:0] state_next;
    wire [63:0] map_address;
    wire [3:0] map_select;
    reg crc_clear;
    reg [511:0] crc_line;
    reg crc_line_valid;
    wire [31:0] crc_value;
    wire crc_settled;
    reg [63:0] base_next;
    reg [31:0] payload_next;
    reg [31:0] of_configuration_next;
    reg [63:0] of_batch_next;
    reg [31:0] of_rows_next;
    reg [31:0] of_length_next;
    reg [31:0] left_next;
    reg [63:0] address_next;
    reg [15:0] pause_next;
    reg [31:0] payload_crc_next;
    reg bad_next;

    channel_map_c4 u_map (
        .address(map_address),
        .select(map_select),
        .channel_address(write_address)
    );

    crc32c u_crc (
        .clock(clock),
        .clear(crc_clear),
        .line(crc_line),
        .line_valid(crc_line_valid),
        .value(crc_value),
        .settled(crc_settled)
    );

    always @* begin
        state_next = state;
        base_next = base;
        payload_next = payload;
        of_configuration_next = of_configuration;
        of_batch_next = of_batch;
        of_rows_next = of_rows;
        of_length_next = of_length;
        left_next = left;
        address_next = address;
        pause_next = pause;
        payload_crc_next = payload_crc;
        bad_next = bad;
        if (written_0 & write_error_0) begin
            bad_next = 1'b1;
        end
        if (written_1 & write_error_1) begin
            bad_next = 1'b1;
        end
        if (written_2 & write_error_2) begin
            bad_next = 1'b1;
        end
        if (written_3 & write_error_3) begin
            bad_next = 1'b1;
        end
        crc_clear = 1'b0;
        crc_line = line[511:0];
        crc_line_valid = takes;
        done = 1'b0;
        failed = 1'b0;
        if (|pause) begin
            pause_next = pause - 16'd1;
        end
        case (state)
            RECORD_STATE_IDLE: begin
                crc_clear = 1'b1;
                if (start) begin
                    base_next = target;
                    payload_next = lines;
                    of_configuration_next = configuration;
                    of_batch_next = batch;
                    of_rows_next = rows;
                    of_length_next = vector_length;
                    left_next = lines;
                    address_next = target + LINE_BYTES;
                    bad_next = 1'b0;
                    state_next = RECORD_STATE_PAYLOAD;
                end
            end
            RECORD_STATE_PAYLOAD: begin
                if (takes) begin
                    left_next = left - 32'd1;
                    address_next = address + LINE_BYTES;
                    pause_next = gap;
                    if (line[512]) begin
                        bad_next = 1'b1;
                    end
                end
                if (~(|left)) begin
                    state_next = RECORD_STATE_SETTLE;
                end
                if (abort_) begin
                    bad_next = 1'b1;
                    left_next = 32'd0;
                end
            end
            RECORD_STATE_SETTLE: begin
                payload_crc_next = crc_value;
                if (all_answered & crc_settled) begin
                    crc_clear = 1'b1;
                    address_next = base;
                    state_next = RECORD_STATE_SUM;
                    if (bad) begin
                        failed = 1'b1;
                        state_next = RECORD_STATE_IDLE;
                    end
                end
            end
            RECORD_STATE_SUM: begin
                crc_line = head;
                crc_line_valid = 1'b1;
                state_next = RECORD_STATE_SUMMED;
            end
            RECORD_STATE_SUMMED: begin
                state_next = RECORD_STATE_HEADER;
            end
            RECORD_STATE_HEADER: begin
                if (channel_ready) begin
                    state_next = RECORD_STATE_ANSWER;
                end
            end
            default: begin
                if (all_answered) begin
                    done = ~bad;
                    failed = bad;
                    state_next = RECORD_STATE_IDLE;
                end
            end
        endcase
        if (reset) begin
            state_next = RECORD_STATE_IDLE;
            pause_next = 16'd0;
        end
    end

    // The header: words as in the format; the CRC of itself comes last.
    assign head = {32'd0, payload_crc, 160'd0, of_length, of_rows, payload, of_batch, of_configuration, 96'h00000001454d4245524c4f47};
    assign header = head | {crc_value, 480'd0};

    // A line is offered to its channel, the header to that of the record's first line.
    assign map_address = address;

    always @* begin
        write_data = line[511:0];
        offers = open & line_valid & good;
        if (state == RECORD_STATE_HEADER) begin
            write_data = header;
            offers = 1'b1;
        end
    end

    assign good = ~bad & ~line[512];
    assign open = (state == RECORD_STATE_PAYLOAD) & (|left) & ~(|pause);

    always @* begin
        channel_ready = 1'b0;
        if (map_select[0] & write_ready_0) begin
            channel_ready = 1'b1;
        end
        if (map_select[1] & write_ready_1) begin
            channel_ready = 1'b1;
        end
        if (map_select[2] & write_ready_2) begin
            channel_ready = 1'b1;
        end
        if (map_select[3] & write_ready_3) begin
            channel_ready = 1'b1;
        end
    end

    always @* begin
        all_answered = 1'b1;
        if (|unanswered_0) begin
            all_answered = 1'b0;
        end
        if (|unanswered_1) begin
            all_answered = 1'b0;
        end
        if (|unanswered_2) begin
            all_answered = 1'b0;
        end
        if (|unanswered_3) begin
            all_answered = 1'b0;
        end
    end

    always @(posedge clock) begin
        if (issues_0 & ~written_0) begin
            unanswered_0 <= unanswered_0 + 8'd1;
        end
        if (written_0 & ~issues_0) begin
            unanswered_0 <= unanswered_0 - 8'd1;
        end
        if (reset) begin
            unanswered_0 <= 8'd0;
        end
    end

    assign write_valid_0 = offers & map_select[0];
    assign issues_0 = offers & map_select[0] & write_ready_0;

    always @(posedge clock) begin
        if (issues_1 & ~written_1) begin
            unanswered_1 <= unanswered_1 + 8'd1;
        end
        if (written_1 & ~issues_1) begin
            unanswered_1 <= unanswered_1 - 8'd1;
        end
        if (reset) begin
            unanswered_1 <= 8'd0;
        end
    end

    assign write_valid_1 = offers & map_select[1];
    assign issues_1 = offers & map_select[1] & write_ready_1;

    always @(posedge clock) begin
        if (issues_2 & ~written_2) begin
            unanswered_2 <= unanswered_2 + 8'd1;
        end
        if (written_2 & ~issues_2) begin
            unanswered_2 <= unanswered_2 - 8'd1;
        end
        if (reset) begin
            unanswered_2 <= 8'd0;
        end
    end

    assign write_valid_2 = offers & map_select[2];
    assign issues_2 = offers & map_select[2] & write_ready_2;

    always @(posedge clock) begin
        if (issues_3 & ~written_3) begin
            unanswered_3 <= unanswered_3 + 8'd1;
        end
        if (written_3 & ~issues_3) begin
            unanswered_3 <= unanswered_3 - 8'd1;
        end
        if (reset) begin
            unanswered_3 <= 8'd0;
        end
    end

    assign write_valid_3 = offers & map_select[3];
    assign issues_3 = offers & map_select[3] & write_ready_3;
    assign line_ready = open & (~good | channel_ready);
    assign takes = open & line_valid & (~good | channel_ready);
    assign idle = state == RECORD_STATE_IDLE;
    assign waiting = (state == RECORD_STATE_PAYLOAD) & (|left) & all_answered;
    assign record = base;
    assign record_batch = of_batch;

    always @(posedge clock) begin
        state <= state_next;
        base <= base_next;
        payload <= payload_next;
        of_configuration <= of_configuration_next;
        of_batch <= of_batch_next;
        of_rows <= of_rows_next;
        of_length <= of_length_next;
        left <= left_next;
        address <= address_next;
        pause <= pause_next;
        payload_crc <= payload_crc_next;
        bad <= bad_next;
    end

endmodule

`default_nettype wire
