// Copies EVs from the SSD, which answers in any order and may interleave bursts, to the DRAM, a burst each;
// drops what did not come well. A beat a cycle; stalls when the place whose turn it is is taken (there are
// 128), and when the DRAM's port does.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_filler_s4 (
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
    input  wire         rlast,
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

    localparam [3:0] ALL_BEATS = 4'd4;
    localparam [3:0] ALL_BUT_ONE = 4'd3;
    localparam [2:0] ALL_ROOM = 3'd4;
    localparam [2:0] LAST_BEAT = 3'd3;
    localparam [6:0] LAST_TAG = 7'd127;
    localparam [7:0] LENGTH = 8'd3;
    localparam [8:0] MOST = 9'd255;
    localparam [127:0] ONE = 128'd1;

    reg [6:0] next_tag = 7'd0;
    reg [127:0] busy = 128'd0;
    reg [127:0] asked = 128'd0;
    reg [127:0] begun = 128'd0;
    reg took = 1'b0;
    reg [6:0] took_tag = 7'd0;
    reg stayed_busy = 1'b0;
    reg followed_busy = 1'b0;
    reg [2:0] at = 3'd0;
    reg [2:0] sent = 3'd0;
    reg [2:0] room = 3'd0;
    reg fetched = 1'b0;
    reg [8:0] open = 9'd0;
    reg bad_read = 1'b0;
    reg bad_write = 1'b0;

    wire next_busy;
    wire [6:0] tag_after;
    wire [127:0] next_bit;
    wire may_take;
    wire takes;
    wire [6:0] tag;
    wire [127:0] tag_bit;
    wire known;
    wire has_begun;
    wire comes;
    wire [3:0] count;
    wire [3:0] count_after;
    wire at_last;
    wire was_spoilt;
    wire is_spoilt;
    wire filled;
    wire spoils;
    wire good;
    wire dropped;
    wire [127:0] whole_bit;
    wire fetches;
    wire empties;
    wire leaves;
    wire [127:0] taken;
    wire [127:0] placed;
    wire [127:0] came;
    wire [127:0] ended;
    wire [127:0] freed;
    wire [127:0] lost;
    wire [8:0] left;
    wire reads_in_valid;
    wire reads_in_ready;
    wire [70:0] reads_out_data;
    wire [63:0] targets_read_data;
    wire [4:0] counts_write_data;
    wire [4:0] counts_read_data;
    wire buffer_write_enable;
    wire [8:0] buffer_write_address;
    wire [8:0] buffer_read_address;
    wire [511:0] buffer_read_data;
    wire whole_in_ready;
    wire [6:0] whole_out_data;
    wire whole_out_valid;
    wire addresses_in_valid;
    wire addresses_in_ready;
    wire beats_in_ready;

    emb_fifo #(.WIDTH(71), .LOG_DEPTH(2)) u_reads (
        .clock(clock),
        .reset(reset),
        .in_data({next_tag, from}),
        .in_valid(reads_in_valid),
        .in_ready(reads_in_ready),
        .out_data(reads_out_data),
        .out_valid(arvalid),
        .out_ready(arready)
    );

    emb_lut_ram #(.WIDTH(64), .LOG_DEPTH(7)) u_targets (
        .clock(clock),
        .write_enable(takes),
        .write_address(next_tag),
        .write_data(to),
        .read_address(whole_out_data),
        .read_data(targets_read_data)
    );

    emb_lut_ram #(.WIDTH(5), .LOG_DEPTH(7)) u_counts (
        .clock(clock),
        .write_enable(comes),
        .write_address(tag),
        .write_data(counts_write_data),
        .read_address(tag),
        .read_data(counts_read_data)
    );

    emb_block_ram #(.WIDTH(512), .LOG_DEPTH(9)) u_buffer (
        .clock(clock),
        .write_enable(buffer_write_enable),
        .write_address(buffer_write_address),
        .write_data(rdata),
        .read_enable(fetches),
        .read_address(buffer_read_address),
        .read_data(buffer_read_data)
    );

    emb_fifo #(.WIDTH(7), .LOG_DEPTH(7)) u_whole (
        .clock(clock),
        .reset(reset),
        .in_data(tag),
        .in_valid(good),
        .in_ready(whole_in_ready),
        .out_data(whole_out_data),
        .out_valid(whole_out_valid),
        .out_ready(empties)
    );

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(2)) u_addresses (
        .clock(clock),
        .reset(reset),
        .in_data(targets_read_data),
        .in_valid(addresses_in_valid),
        .in_ready(addresses_in_ready),
        .out_data(awaddr),
        .out_valid(awvalid),
        .out_ready(awready)
    );

    emb_fifo #(.WIDTH(512), .LOG_DEPTH(2)) u_beats (
        .clock(clock),
        .reset(reset),
        .in_data(buffer_read_data),
        .in_valid(fetched),
        .in_ready(beats_in_ready),
        .out_data(wdata),
        .out_valid(wvalid),
        .out_ready(wready)
    );

    always @(posedge clock) begin
        if (clear) begin
            bad_read <= 1'b0;
            bad_write <= 1'b0;
        end
        if (takes) begin
            next_tag <= tag_after;
        end
        if (rvalid & (~known | spoils)) begin
            bad_read <= 1'b1;
        end
        if (fetches) begin
            at <= at + 3'd1;
        end
        if (empties) begin
            at <= 3'd0;
        end
        fetched <= fetches;
        if (leaves) begin
            sent <= sent + 3'd1;
            if (sent == LAST_BEAT) begin
                sent <= 3'd0;
            end
        end
        if (fetches & ~leaves) begin
            room <= room - 3'd1;
        end
        if (leaves & ~fetches) begin
            room <= room + 3'd1;
        end
        if (bvalid & berror) begin
            bad_write <= 1'b1;
        end
        took <= takes;
        begun <= (begun | came) & ~ended;
        asked <= (asked | taken) & ~ended;
        busy <= (busy | placed) & ~freed & ~lost;
        stayed_busy <= next_busy & ~(empties & (whole_out_data == next_tag)) & ~(dropped & (tag == next_tag));
        followed_busy <= busy[tag_after] & ~(empties & (whole_out_data == tag_after)) & ~(dropped & (tag == tag_after));
        open <= left;
        if (takes & ~dropped) begin
            open <= left + 9'd1;
        end
        if (dropped & ~takes) begin
            open <= left - 9'd1;
        end
        if (reset) begin
            next_tag <= 7'd0;
            busy <= 128'd0;
            asked <= 128'd0;
            begun <= 128'd0;
            took <= 1'b0;
            stayed_busy <= 1'b0;
            followed_busy <= 1'b0;
            at <= 3'd0;
            sent <= 3'd0;
            room <= ALL_ROOM;
            fetched <= 1'b0;
            open <= 9'd0;
            bad_read <= 1'b0;
            bad_write <= 1'b0;
        end
    end

    // Ask the SSD.
    assign next_bit = ONE << next_tag;
    assign next_busy = took ? followed_busy : stayed_busy;
    assign may_take = ~next_busy & (open != MOST) & ~bad_read & ~bad_write;
    assign takes = vector_valid & may_take & reads_in_ready;
    assign vector_ready = may_take & reads_in_ready;
    assign reads_in_valid = vector_valid & may_take;
    assign tag_after = (next_tag == LAST_TAG) ? 7'd0 : next_tag + 7'd1;
    assign araddr = reads_out_data[63:0];
    assign arid = {2'd0, reads_out_data[70:64]};
    assign arlen = LENGTH;
    assign rready = 1'b1;

    // Put together what comes, each EV in its place.
    assign tag = rid[6:0];
    assign tag_bit = ONE << tag;
    assign known = asked[tag] & ~(|rid[8:7]);
    assign comes = rvalid & known;
    assign count = has_begun ? counts_read_data[3:0] : 4'd0;
    assign was_spoilt = counts_read_data[4] & has_begun;
    assign has_begun = begun[tag];
    assign filled = count == ALL_BEATS;
    assign at_last = count == ALL_BUT_ONE;
    assign spoils = rresp[1] | (rlast ^ at_last);
    assign count_after = count + 4'd1;
    assign is_spoilt = was_spoilt | spoils;
    assign counts_write_data = filled ? counts_read_data : {is_spoilt, count_after};
    assign buffer_write_enable = comes & ~filled;
    assign buffer_write_address = {tag, 2'd0} | {5'd0, count};
    assign good = comes & rlast & ~is_spoilt;
    assign dropped = comes & rlast & is_spoilt;

    // Write what is here as a whole.
    assign whole_bit = ONE << whole_out_data;
    assign fetches = whole_out_valid & (|room) & ((|at) | addresses_in_ready);
    assign empties = fetches & (at == LAST_BEAT);
    assign buffer_read_address = {whole_out_data, 2'd0} | {6'd0, at};
    assign addresses_in_valid = fetches & ~(|at);
    assign awlen = LENGTH;
    assign wlast = sent == LAST_BEAT;
    assign leaves = wvalid & wready;
    assign loaded = bvalid & ~berror;
    assign read_failed = bad_read;
    assign write_failed = bad_write;

    // What is under way.
    assign taken = takes ? next_bit : 128'd0;
    assign placed = took ? ONE << took_tag : 128'd0;
    assign came = comes ? tag_bit : 128'd0;
    assign ended = (comes & rlast) ? tag_bit : 128'd0;
    assign freed = empties ? whole_bit : 128'd0;
    assign lost = dropped ? tag_bit : 128'd0;
    assign left = open - {8'd0, bvalid};
    assign idle = ~(|open);

    always @(posedge clock) begin
        took_tag <= next_tag;
    end

    // Bits that the design does not need.
    wire _unused = &{
        rresp[0],
        whole_in_ready,
        beats_in_ready,
        1'b0
    };

endmodule

`default_nettype wire
