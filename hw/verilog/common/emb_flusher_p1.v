// Sends a region of the scratchpad to a host address over CXL.cache, an ItoMWr a line. A line a cycle, 64
// under way; stalls when D2H channels do or the host does not pull.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_flusher_p1 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [63:0]  source,
    input  wire [63:0]  target,
    input  wire [63:0]  lines,
    output wire         idle,
    output wire         sent,
    output wire         failed,
    output wire         unreadable,
    output wire [63:0]  unreadable_address,
    output wire [5:0]   request_slot,
    output wire [45:0]  request_line,
    output wire         asks_host,
    input  wire         host_ready,
    input  wire         response_valid,
    input  wire [3:0]   response_opcode,
    input  wire [11:0]  response_uqid,
    input  wire [5:0]   response_slot,
    output wire         data_valid,
    input  wire         data_ready,
    output wire [11:0]  data_uqid,
    output wire [512:0] data_line,
    output wire [63:0]  request_address_0,
    output wire         request_valid_0,
    input  wire         request_ready_0,
    input  wire         answer_valid_0,
    input  wire [512:0] answer_0
);

    localparam [3:0] FAST_GO_WRITE_PULL = 4'd13;
    localparam [3:0] GO_ERR_WRITE_PULL = 4'd15;
    localparam [3:0] GO_WRITE_PULL = 4'd5;
    localparam [3:0] GO_WRITE_PULL_DROP = 4'd8;
    localparam [63:0] LINE_BYTES = 64'd64;
    localparam [63:0] ONE = 64'd1;
    localparam [3:0] WRITE_PULL = 4'd1;

    reg [63:0] left = 64'd0;
    reg [63:0] unsent = 64'd0;
    reg [63:0] read_address = 64'd0;
    reg [63:0] write_address = 64'd0;
    reg [5:0] slot = 6'd0;
    reg [63:0] busy = 64'd0;

    wire asks;
    wire takes;
    wire slot_free;
    wire [63:0] allocated;
    wire [63:0] freed;
    wire [63:0] unwanted;
    wire [5:0] pulled_slot;
    wire pull;
    wire dropped;
    wire data_goes;
    wire reader_in_ready;
    wire [511:0] reader_line_data;
    wire reader_line_error;
    wire reader_line_valid;
    wire reader_line_ready;
    wire pulls_in_ready;
    wire [17:0] pulls_out_data;

    emb_line_reader_p1 #(.LOG_LINES(4)) u_reader (
        .clock(clock),
        .reset(reset),
        .in_address(read_address),
        .in_valid(asks),
        .in_ready(reader_in_ready),
        .request_address_0(request_address_0),
        .request_valid_0(request_valid_0),
        .request_ready_0(request_ready_0),
        .answer_valid_0(answer_valid_0),
        .answer_0(answer_0),
        .line_data(reader_line_data),
        .line_address(unreadable_address),
        .line_error(reader_line_error),
        .line_valid(reader_line_valid),
        .line_ready(reader_line_ready)
    );

    emb_lut_ram #(.WIDTH(513), .LOG_DEPTH(6)) u_buffer (
        .clock(clock),
        .write_enable(takes),
        .write_address(slot),
        .write_data({reader_line_error, reader_line_data}),
        .read_address(pulled_slot),
        .read_data(data_line)
    );

    emb_fifo #(.WIDTH(18), .LOG_DEPTH(6)) u_pulls (
        .clock(clock),
        .reset(reset),
        .in_data({response_slot, response_uqid}),
        .in_valid(pull),
        .in_ready(pulls_in_ready),
        .out_data(pulls_out_data),
        .out_valid(data_valid),
        .out_ready(data_ready)
    );

    always @(posedge clock) begin
        if (asks & reader_in_ready) begin
            left <= left - 64'd1;
            read_address <= read_address + LINE_BYTES;
        end
        if (takes) begin
            slot <= slot + 6'd1;
            unsent <= unsent - 64'd1;
            write_address <= write_address + LINE_BYTES;
        end
        busy <= (busy | allocated) & ~(freed | unwanted);
        if (start) begin
            left <= lines;
            unsent <= lines;
            read_address <= source;
            write_address <= target;
        end
        if (reset) begin
            left <= 64'd0;
            unsent <= 64'd0;
            slot <= 6'd0;
            busy <= 64'd0;
        end
    end

    assign allocated = takes ? ONE << slot : 64'd0;

    // Lines are read in order.
    assign asks = |left;

    // A line takes a slot, and its number is the CQID.
    assign slot_free = ~(|((busy >> slot) & ONE));
    assign asks_host = reader_line_valid & slot_free;
    assign takes = reader_line_valid & slot_free & host_ready;
    assign reader_line_ready = slot_free & host_ready;
    assign request_slot = slot;
    assign request_line = write_address[51:6];
    assign unreadable = takes & reader_line_error;

    // The host pulls; there is a place for every pull.
    assign pull =
        response_valid &
        ((response_opcode == WRITE_PULL) | (response_opcode == GO_WRITE_PULL) | (response_opcode == FAST_GO_WRITE_PULL) | (response_opcode == GO_ERR_WRITE_PULL));

    assign dropped = response_valid & (response_opcode == GO_WRITE_PULL_DROP);
    assign failed = response_valid & (response_opcode == GO_ERR_WRITE_PULL);
    assign pulled_slot = pulls_out_data[17:12];
    assign data_uqid = pulls_out_data[11:0];
    assign data_goes = data_valid & data_ready;
    assign sent = data_goes;
    assign freed = data_goes ? ONE << pulled_slot : 64'd0;
    assign unwanted = dropped ? ONE << response_slot : 64'd0;
    assign idle = ~(|unsent) & ~(|busy);

    // Bits that the design does not need.
    wire _unused = &{
        pulls_in_ready,
        1'b0
    };

endmodule

`default_nettype wire
