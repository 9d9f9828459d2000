// Copies EVs from the SSD, which answers in any order, to the DRAM, a burst each. A beat a cycle; stalls when
// the tag whose turn it is is under way (128 are), and when either port does.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module filler_s4 (
    input  wire         clock,
    input  wire         reset,
    input  wire         clear,
    input  wire [63:0]  from,
    input  wire [63:0]  to,
    input  wire         vector_valid,
    output wire         vector_ready,
    output wire         idle,
    output wire         loaded,
    output wire         read_failed,
    output wire         write_failed,
    output wire [8:0]   arid,
    output wire [63:0]  araddr,
    output wire [7:0]   arlen,
    output wire         arvalid,
    input  wire         arready,
    input  wire [8:0]   rid,
    input  wire [511:0] rdata,
    input  wire [1:0]   rresp,
    input  wire         rvalid,
    output wire         rready,
    output wire [63:0]  awaddr,
    output wire [7:0]   awlen,
    output wire         awvalid,
    input  wire         awready,
    output wire [511:0] wdata,
    output wire         wlast,
    output wire         wvalid,
    input  wire         wready,
    input  wire         berror,
    input  wire         bvalid
);

    localparam [2:0] LAST_BEAT = 3'd3;
    localparam [7:0] LENGTH = 8'd3;
    localparam [8:0] MOST = 9'd255;
    localparam [127:0] ONE = 128'd1;

    reg [6:0] next_tag = 7'd0;
    reg [127:0] busy = 128'd0;
    reg [2:0] beat = 3'd0;
    reg [2:0] sent = 3'd0;
    reg [8:0] open = 9'd0;
    reg bad_read = 1'b0;
    reg bad_write = 1'b0;

    wire [127:0] next_bit;
    wire room;
    wire takes;
    wire comes;
    wire whole;
    wire [6:0] tag;
    reg [127:0] taken;
    reg [127:0] freed;
    wire answered;
    wire reads_in_valid;
    wire reads_in_ready;
    wire [70:0] reads_out_data;
    wire [63:0] targets_read_data;
    wire beats_in_ready;
    wire addresses_in_ready;
    wire [63:0] addresses_out_data;
    reg [6:0] next_tag_next;
    reg [127:0] busy_next;
    reg [2:0] beat_next;
    reg [2:0] sent_next;
    reg [8:0] open_next;
    reg bad_read_next;
    reg bad_write_next;

    fifo_w71_d4 u_reads (
        .clock(clock),
        .reset(reset),
        .in_data({next_tag, from}),
        .in_valid(reads_in_valid),
        .in_ready(reads_in_ready),
        .out_data(reads_out_data),
        .out_valid(arvalid),
        .out_ready(arready)
    );

    lut_ram_w64_d128 u_targets (
        .clock(clock),
        .write_enable(takes),
        .write_address(next_tag),
        .write_data(to),
        .read_address(tag),
        .read_data(targets_read_data)
    );

    fifo_w512_d32 u_beats (
        .clock(clock),
        .reset(reset),
        .in_data(rdata),
        .in_valid(comes),
        .in_ready(beats_in_ready),
        .out_data(wdata),
        .out_valid(wvalid),
        .out_ready(wready)
    );

    fifo_w64_d32 u_addresses (
        .clock(clock),
        .reset(reset),
        .in_data(targets_read_data),
        .in_valid(whole),
        .in_ready(addresses_in_ready),
        .out_data(addresses_out_data),
        .out_valid(awvalid),
        .out_ready(awready)
    );

    always @* begin
        next_tag_next = next_tag;
        beat_next = beat;
        sent_next = sent;
        open_next = open;
        bad_read_next = bad_read;
        bad_write_next = bad_write;
        taken = 128'd0;
        if (takes) begin
            taken = next_bit;
            next_tag_next = next_tag + 7'd1;
        end
        freed = 128'd0;
        if (comes) begin
            beat_next = beat + 3'd1;
            if (rresp[1]) begin
                bad_read_next = 1'b1;
            end
        end
        if (whole) begin
            beat_next = 3'd0;
            freed = ONE << tag;
        end
        busy_next = (busy | taken) & ~freed;
        if (wvalid & wready) begin
            sent_next = sent + 3'd1;
            if (sent == LAST_BEAT) begin
                sent_next = 3'd0;
            end
        end
        if (bvalid & berror) begin
            bad_write_next = 1'b1;
        end
        if (takes & ~answered) begin
            open_next = open + 9'd1;
        end
        if (answered & ~takes) begin
            open_next = open - 9'd1;
        end
        if (clear) begin
            bad_read_next = 1'b0;
            bad_write_next = 1'b0;
        end
        if (reset) begin
            next_tag_next = 7'd0;
            busy_next = 128'd0;
            beat_next = 3'd0;
            sent_next = 3'd0;
            open_next = 9'd0;
            bad_read_next = 1'b0;
            bad_write_next = 1'b0;
        end
    end

    // Ask the SSD.
    assign next_bit = ONE << next_tag;
    assign room = ~(|(busy & next_bit)) & (open != MOST) & ~bad_read & ~bad_write;
    assign takes = vector_valid & room & reads_in_ready;
    assign vector_ready = room & reads_in_ready;
    assign reads_in_valid = vector_valid & room;
    assign araddr = reads_out_data[63:0];
    assign arid = {2'd0, reads_out_data[70:64]};
    assign arlen = LENGTH;

    // Take what comes.
    assign tag = rid[6:0];
    assign rready = beats_in_ready & addresses_in_ready;
    assign comes = rvalid & beats_in_ready & addresses_in_ready;
    assign whole = comes & (beat == LAST_BEAT);

    // Write it: what failed, too, which the cache does not hold then.
    assign awaddr = addresses_out_data;
    assign awlen = LENGTH;
    assign wlast = sent == LAST_BEAT;
    assign answered = bvalid;
    assign loaded = bvalid & ~berror;
    assign read_failed = bad_read;
    assign write_failed = bad_write;
    assign idle = ~(|open);

    always @(posedge clock) begin
        next_tag <= next_tag_next;
        busy <= busy_next;
        beat <= beat_next;
        sent <= sent_next;
        open <= open_next;
        bad_read <= bad_read_next;
        bad_write <= bad_write_next;
    end

    // Bits that the design does not need.
    wire _unused = &{
        rid[8:7],
        rresp[0],
        1'b0
    };

endmodule

`default_nettype wire
