// Writes the parts of a payload and a header to the log: the header when all else is answered, done when it
// is. A line a cycle and part, less the gap at a channel; stalls when a line's channel does.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module record_writer_c4_p1 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [31:0]  kind,
    input  wire [63:0]  target,
    input  wire [31:0]  lines,
    input  wire [31:0]  configuration,
    input  wire [63:0]  batch,
    input  wire [31:0]  rows,
    input  wire [31:0]  vector_length,
    input  wire         part_start_0,
    input  wire [31:0]  part_lines,
    input  wire [15:0]  gap,
    input  wire         cancel,
    output wire         idle,
    output wire         waiting,
    output reg          done,
    output reg          failed,
    output wire [63:0]  record,
    output wire [63:0]  record_batch,
    input  wire         line_valid_0,
    output wire         line_ready_0,
    input  wire [512:0] line_0,
    output wire [63:0]  write_address_0,
    output wire [63:0]  write_address_1,
    output wire [63:0]  write_address_2,
    output wire [63:0]  write_address_3,
    output wire [511:0] write_data_0,
    output wire [511:0] write_data_1,
    output wire [511:0] write_data_2,
    output wire [511:0] write_data_3,
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

    localparam [3:0] CRC_PLACES_0 = 4'd11;
    localparam [63:0] HEADER_BYTES = 64'd64;
    localparam [31:0] MAGIC = 32'h454c4f47;
    localparam [2:0] RECORD_STATE_ANSWER = 3'd6;
    localparam [2:0] RECORD_STATE_COMPOSE = 3'd3;
    localparam [2:0] RECORD_STATE_HEADER = 3'd5;
    localparam [2:0] RECORD_STATE_IDLE = 3'd0;
    localparam [2:0] RECORD_STATE_PAYLOAD = 3'd1;
    localparam [2:0] RECORD_STATE_SETTLE = 3'd2;
    localparam [2:0] RECORD_STATE_SUM = 3'd4;

    reg [2:0] state = 3'd0;
    reg [63:0] base = 64'd0;
    reg [31:0] of_kind = 32'd0;
    reg [31:0] payload = 32'd0;
    reg [31:0] of_configuration = 32'd0;
    reg [63:0] of_batch = 64'd0;
    reg [31:0] of_rows = 32'd0;
    reg [31:0] of_length = 32'd0;
    reg [63:0] part = 64'd0;
    reg bad = 1'b0;
    reg [511:0] head = 512'd0;
    reg [3:0] place = 4'd0;

    reg [63:0] part_target;
    wire [63:0] part_bytes;
    wire discard;
    reg written_all;
    reg lines_to_come;
    reg answered_all;
    reg [31:0] word;
    wire [511:0] header;
    reg [3:0] offer_channel_0;
    reg [63:0] offer_address_0;
    reg [511:0] offer_data_0;
    reg offer_valid_0;
    reg offer_ready_0;
    reg [2:0] state_next;
    wire scribes_0_idle;
    wire scribes_0_waiting;
    wire [31:0] scribes_0_crc;
    wire scribes_0_bad;
    wire [3:0] scribes_0_write_channel;
    wire [63:0] scribes_0_write_address;
    wire [511:0] scribes_0_write_data;
    wire scribes_0_write_valid;
    wire ports_0_in_valid_0;
    wire ports_0_in_ready_0;
    wire ports_0_answered;
    wire ports_1_in_valid_0;
    wire ports_1_in_ready_0;
    wire ports_1_answered;
    wire ports_2_in_valid_0;
    wire ports_2_in_ready_0;
    wire ports_2_answered;
    wire ports_3_in_valid_0;
    wire ports_3_in_ready_0;
    wire ports_3_answered;
    wire [63:0] map_address;
    wire [3:0] map_select;
    wire [63:0] map_channel_address;
    wire sum_clear;
    wire sum_word_valid;
    wire [31:0] sum_value;
    wire sum_settled;
    reg [63:0] base_next;
    reg [31:0] of_kind_next;
    reg [31:0] payload_next;
    reg [31:0] of_configuration_next;
    reg [63:0] of_batch_next;
    reg [31:0] of_rows_next;
    reg [31:0] of_length_next;
    reg bad_next;
    reg [511:0] head_next;
    reg [3:0] place_next;

    scribe_c4 u_scribes_0 (
        .clock(clock),
        .reset(reset),
        .record_start(start),
        .part_start(part_start_0),
        .target(part_target),
        .lines(part_lines),
        .cancel(cancel),
        .discard(discard),
        .idle(scribes_0_idle),
        .waiting(scribes_0_waiting),
        .crc(scribes_0_crc),
        .bad(scribes_0_bad),
        .line_valid(line_valid_0),
        .line_ready(line_ready_0),
        .line(line_0),
        .write_channel(scribes_0_write_channel),
        .write_address(scribes_0_write_address),
        .write_data(scribes_0_write_data),
        .write_valid(scribes_0_write_valid),
        .write_ready(offer_ready_0)
    );

    log_port_1 u_ports_0 (
        .clock(clock),
        .reset(reset),
        .gap(gap),
        .in_address_0(offer_address_0),
        .in_data_0(offer_data_0),
        .in_valid_0(ports_0_in_valid_0),
        .in_ready_0(ports_0_in_ready_0),
        .write_address(write_address_0),
        .write_data(write_data_0),
        .write_valid(write_valid_0),
        .write_ready(write_ready_0),
        .written(written_0),
        .answered(ports_0_answered)
    );

    log_port_1 u_ports_1 (
        .clock(clock),
        .reset(reset),
        .gap(gap),
        .in_address_0(offer_address_0),
        .in_data_0(offer_data_0),
        .in_valid_0(ports_1_in_valid_0),
        .in_ready_0(ports_1_in_ready_0),
        .write_address(write_address_1),
        .write_data(write_data_1),
        .write_valid(write_valid_1),
        .write_ready(write_ready_1),
        .written(written_1),
        .answered(ports_1_answered)
    );

    log_port_1 u_ports_2 (
        .clock(clock),
        .reset(reset),
        .gap(gap),
        .in_address_0(offer_address_0),
        .in_data_0(offer_data_0),
        .in_valid_0(ports_2_in_valid_0),
        .in_ready_0(ports_2_in_ready_0),
        .write_address(write_address_2),
        .write_data(write_data_2),
        .write_valid(write_valid_2),
        .write_ready(write_ready_2),
        .written(written_2),
        .answered(ports_2_answered)
    );

    log_port_1 u_ports_3 (
        .clock(clock),
        .reset(reset),
        .gap(gap),
        .in_address_0(offer_address_0),
        .in_data_0(offer_data_0),
        .in_valid_0(ports_3_in_valid_0),
        .in_ready_0(ports_3_in_ready_0),
        .write_address(write_address_3),
        .write_data(write_data_3),
        .write_valid(write_valid_3),
        .write_ready(write_ready_3),
        .written(written_3),
        .answered(ports_3_answered)
    );

    channel_map_c4 u_map (
        .address(map_address),
        .select(map_select),
        .channel_address(map_channel_address)
    );

    crc32c_w32 u_sum (
        .clock(clock),
        .clear(sum_clear),
        .word(word),
        .word_valid(sum_word_valid),
        .value(sum_value),
        .settled(sum_settled)
    );

    always @* begin
        state_next = state;
        base_next = base;
        of_kind_next = of_kind;
        payload_next = payload;
        of_configuration_next = of_configuration;
        of_batch_next = of_batch;
        of_rows_next = of_rows;
        of_length_next = of_length;
        bad_next = bad;
        head_next = head;
        place_next = place;
        if (scribes_0_bad) begin
            bad_next = 1'b1;
        end
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
        done = 1'b0;
        failed = 1'b0;
        case (state)
            RECORD_STATE_IDLE: begin
                place_next = 4'd0;
                if (start) begin
                    base_next = target;
                    of_kind_next = kind;
                    payload_next = lines;
                    of_configuration_next = configuration;
                    of_batch_next = batch;
                    of_rows_next = rows;
                    of_length_next = vector_length;
                    bad_next = 1'b0;
                    state_next = RECORD_STATE_PAYLOAD;
                end
            end
            RECORD_STATE_PAYLOAD: begin
                if (cancel) begin
                    bad_next = 1'b1;
                end
                if (written_all) begin
                    state_next = RECORD_STATE_SETTLE;
                end
            end
            RECORD_STATE_SETTLE: begin
                if (answered_all) begin
                    state_next = RECORD_STATE_COMPOSE;
                    if (bad) begin
                        failed = 1'b1;
                        state_next = RECORD_STATE_IDLE;
                    end
                end
            end
            RECORD_STATE_COMPOSE: begin
                head_next = {word, head[511:32]};
                place_next = place + 4'd1;
                if (place == 4'd15) begin
                    state_next = RECORD_STATE_SUM;
                end
            end
            RECORD_STATE_SUM: begin
                if (sum_settled) begin
                    state_next = RECORD_STATE_HEADER;
                end
            end
            RECORD_STATE_HEADER: begin
                if (offer_ready_0) begin
                    state_next = RECORD_STATE_ANSWER;
                end
            end
            default: begin
                if (answered_all) begin
                    done = ~bad;
                    failed = bad;
                    state_next = RECORD_STATE_IDLE;
                end
            end
        endcase
        if (reset) begin
            state_next = RECORD_STATE_IDLE;
        end
    end

    always @(posedge clock) begin
        part <= part_target;
        if (part_start_0) begin
            part <= part_target + part_bytes;
        end
    end

    always @* begin
        // The parts, one behind the other.
        part_target = part;
        if (start) begin
            part_target = target + HEADER_BYTES;
        end
    end

    assign part_bytes = {26'd0, part_lines, 6'd0};
    assign discard = bad;

    always @* begin
        written_all = 1'b1;
        if (~scribes_0_idle) begin
            written_all = 1'b0;
        end
    end

    always @* begin
        lines_to_come = 1'b0;
        if (scribes_0_waiting) begin
            lines_to_come = 1'b1;
        end
    end

    // The header goes the way of the first part.
    assign map_address = base;
    assign header = head | {sum_value, 480'd0};

    always @* begin
        offer_channel_0 = scribes_0_write_channel;
        offer_address_0 = scribes_0_write_address;
        offer_data_0 = scribes_0_write_data;
        offer_valid_0 = scribes_0_write_valid;
        if (state == RECORD_STATE_HEADER) begin
            offer_channel_0 = map_select;
            offer_address_0 = map_channel_address;
            offer_data_0 = header;
            offer_valid_0 = 1'b1;
        end
    end

    always @* begin
        // The channels.
        answered_all = 1'b1;
        if (~ports_0_answered) begin
            answered_all = 1'b0;
        end
        if (~ports_1_answered) begin
            answered_all = 1'b0;
        end
        if (~ports_2_answered) begin
            answered_all = 1'b0;
        end
        if (~ports_3_answered) begin
            answered_all = 1'b0;
        end
    end

    always @* begin
        offer_ready_0 = 1'b0;
        if (offer_channel_0[0] & ports_0_in_ready_0) begin
            offer_ready_0 = 1'b1;
        end
        if (offer_channel_0[1] & ports_1_in_ready_0) begin
            offer_ready_0 = 1'b1;
        end
        if (offer_channel_0[2] & ports_2_in_ready_0) begin
            offer_ready_0 = 1'b1;
        end
        if (offer_channel_0[3] & ports_3_in_ready_0) begin
            offer_ready_0 = 1'b1;
        end
    end

    assign ports_0_in_valid_0 = offer_valid_0 & offer_channel_0[0];
    assign ports_1_in_valid_0 = offer_valid_0 & offer_channel_0[1];
    assign ports_2_in_valid_0 = offer_valid_0 & offer_channel_0[2];
    assign ports_3_in_valid_0 = offer_valid_0 & offer_channel_0[3];

    always @* begin
        // The words of the header. Three have their complement behind them. The last is 0 while the CRC is computed.
        word = 32'd0;
        if (place == 4'd0) begin
            word = MAGIC;
        end else if (place == 4'd1) begin
            word = of_kind;
        end else if (place == 4'd2) begin
            word = of_configuration;
        end else if (place == 4'd3) begin
            word = of_batch[63:32];
        end else if (place == 4'd4) begin
            word = of_batch[31:0];
        end else if (place == 4'd5) begin
            word = ~of_batch[31:0];
        end else if (place == 4'd6) begin
            word = payload;
        end else if (place == 4'd7) begin
            word = ~payload;
        end else if (place == 4'd8) begin
            word = of_rows;
        end else if (place == 4'd9) begin
            word = ~of_rows;
        end else if (place == 4'd10) begin
            word = of_length;
        end
        if (place == CRC_PLACES_0) begin
            word = scribes_0_crc;
        end
    end

    assign sum_clear = state == RECORD_STATE_IDLE;
    assign sum_word_valid = state == RECORD_STATE_COMPOSE;
    assign idle = state == RECORD_STATE_IDLE;
    assign waiting = lines_to_come & answered_all;
    assign record = base;
    assign record_batch = of_batch;

    always @(posedge clock) begin
        state <= state_next;
        base <= base_next;
        of_kind <= of_kind_next;
        payload <= payload_next;
        of_configuration <= of_configuration_next;
        of_batch <= of_batch_next;
        of_rows <= of_rows_next;
        of_length <= of_length_next;
        bad <= bad_next;
        head <= head_next;
        place <= place_next;
    end

endmodule

`default_nettype wire
