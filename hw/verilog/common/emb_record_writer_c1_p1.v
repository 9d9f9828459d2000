// Writes the parts of a payload and a header to the log: the header when all else is answered, done when it
// is. A line a cycle and part, less the gap at a channel; stalls a part when two of its lines wait for their
// channels.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_record_writer_c1_p1 (
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
    output wire         done,
    output wire         failed,
    output wire [63:0]  record,
    output wire [32:0]  record_lines,
    output wire [63:0]  record_batch,
    input  wire         line_valid_0,
    output wire         line_ready_0,
    input  wire [512:0] line_0,
    output wire [63:0]  write_address_0,
    output wire [511:0] write_data_0,
    output wire         write_valid_0,
    input  wire         write_ready_0,
    input  wire         written_0,
    input  wire         write_error_0
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

    wire [63:0] part_target;
    wire [63:0] part_bytes;
    wire discard;
    wire written_all;
    wire lines_to_come;
    wire answered_all;
    wire [31:0] word;
    wire [511:0] header;
    wire offer_channel_0;
    wire [63:0] offer_address_0;
    wire [511:0] offer_data_0;
    wire offer_valid_0;
    wire offer_ready_0;
    wire scribes_0_idle;
    wire scribes_0_waiting;
    wire [31:0] scribes_0_crc;
    wire scribes_0_bad;
    wire scribes_0_write_channel;
    wire [63:0] scribes_0_write_address;
    wire [511:0] scribes_0_write_data;
    wire scribes_0_write_valid;
    wire ports_0_in_valid_0;
    wire ports_0_in_ready_0;
    wire ports_0_answered;
    wire [63:0] map_address;
    wire map_select;
    wire [3:0] map_number;
    wire [63:0] map_channel_address;
    wire sum_clear;
    wire sum_word_valid;
    wire [31:0] sum_value;
    wire sum_settled;

    emb_scribe_c1 u_scribes_0 (
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

    emb_log_port_1 u_ports_0 (
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

    emb_channel_map_c1 u_map (
        .address(map_address),
        .select(map_select),
        .number(map_number),
        .channel_address(map_channel_address)
    );

    emb_crc32c_w32 u_sum (
        .clock(clock),
        .clear(sum_clear),
        .word(word),
        .word_valid(sum_word_valid),
        .value(sum_value),
        .settled(sum_settled)
    );

    always @(posedge clock) begin
        if (scribes_0_bad) begin
            bad <= 1'b1;
        end
        if (written_0 & write_error_0) begin
            bad <= 1'b1;
        end
        case (state)
            RECORD_STATE_IDLE: begin
                place <= 4'd0;
                if (start) begin
                    base <= target;
                    of_kind <= kind;
                    payload <= lines;
                    of_configuration <= configuration;
                    of_batch <= batch;
                    of_rows <= rows;
                    of_length <= vector_length;
                    bad <= 1'b0;
                    state <= RECORD_STATE_PAYLOAD;
                end
            end
            RECORD_STATE_PAYLOAD: begin
                if (cancel) begin
                    bad <= 1'b1;
                end
                if (written_all) begin
                    state <= RECORD_STATE_SETTLE;
                end
            end
            RECORD_STATE_SETTLE: begin
                if (answered_all) begin
                    state <= RECORD_STATE_COMPOSE;
                    if (bad) begin
                        state <= RECORD_STATE_IDLE;
                    end
                end
            end
            RECORD_STATE_COMPOSE: begin
                head <= {word, head[511:32]};
                place <= place + 4'd1;
                if (place == 4'd15) begin
                    state <= RECORD_STATE_SUM;
                end
            end
            RECORD_STATE_SUM: begin
                if (sum_settled) begin
                    state <= RECORD_STATE_HEADER;
                end
            end
            RECORD_STATE_HEADER: begin
                if (offer_ready_0) begin
                    state <= RECORD_STATE_ANSWER;
                end
            end
            default: begin
                if (answered_all) begin
                    state <= RECORD_STATE_IDLE;
                end
            end
        endcase
        if (reset) begin
            state <= RECORD_STATE_IDLE;
        end
    end

    assign done = (state >= RECORD_STATE_ANSWER) & ~bad & answered_all;

    assign failed =
        ~((state == RECORD_STATE_IDLE) | (state == RECORD_STATE_PAYLOAD) | (state == RECORD_STATE_COMPOSE) | (state == RECORD_STATE_SUM) | (state == RECORD_STATE_HEADER)) &
        bad &
        answered_all;

    always @(posedge clock) begin
        part <= part_target;
        if (part_start_0) begin
            part <= part_target + part_bytes;
        end
    end

    // The parts, one behind the other.
    assign part_target = start ? target + HEADER_BYTES : part;
    assign part_bytes = {26'd0, part_lines, 6'd0};
    assign discard = bad;
    assign written_all = scribes_0_idle;
    assign lines_to_come = scribes_0_waiting;

    // The header goes the way of the first part.
    assign map_address = base;
    assign header = head | {sum_value, 480'd0};
    assign offer_channel_0 = (state == RECORD_STATE_HEADER) ? map_select : scribes_0_write_channel;
    assign offer_address_0 = (state == RECORD_STATE_HEADER) ? map_channel_address : scribes_0_write_address;
    assign offer_data_0 = (state == RECORD_STATE_HEADER) ? header : scribes_0_write_data;
    assign offer_valid_0 = scribes_0_write_valid | (state == RECORD_STATE_HEADER);

    // The channels.
    assign answered_all = ~scribes_0_write_valid & ports_0_answered;
    assign offer_ready_0 = offer_channel_0 & ports_0_in_ready_0;
    assign ports_0_in_valid_0 = offer_valid_0 & offer_channel_0;

    // The words of the header. Three have their complement behind them. The last is 0 while the CRC is computed.
    assign word =
        (place == CRC_PLACES_0) ? scribes_0_crc :
        (place == 4'd0) ? MAGIC :
        (place == 4'd1) ? of_kind :
        (place == 4'd2) ? of_configuration :
        (place == 4'd3) ? of_batch[63:32] :
        (place == 4'd4) ? of_batch[31:0] :
        (place == 4'd5) ? ~of_batch[31:0] :
        (place == 4'd6) ? payload :
        (place == 4'd7) ? ~payload :
        (place == 4'd8) ? of_rows :
        (place == 4'd9) ? ~of_rows :
        (place == 4'd10) ? of_length :
        32'd0;

    assign sum_clear = state == RECORD_STATE_IDLE;
    assign sum_word_valid = state == RECORD_STATE_COMPOSE;
    assign idle = state == RECORD_STATE_IDLE;
    assign waiting = lines_to_come & answered_all;
    assign record = base;
    assign record_lines = {1'b0, payload} + 33'd1;
    assign record_batch = of_batch;

    // Bits that the design does not need.
    wire _unused = &{
        map_number,
        1'b0
    };

endmodule

`default_nettype wire
