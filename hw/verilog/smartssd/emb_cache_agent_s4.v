// The embedding cache agent: copies EVs between SSD and DRAM as the mailbox says, evictions before loads,
// plan by plan. A beat a cycle in either direction; stalls between evictions, loads and plans until all is
// answered.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_cache_agent_s4 (
    input  wire         clock,
    input  wire         reset,
    input  wire         layout_good,
    input  wire         clear,
    input  wire [63:0]  cache_base,
    input  wire [31:0]  cache_vectors,
    input  wire [63:0]  ssd_base,
    input  wire [63:0]  ssd_vectors,
    input  wire [63:0]  mailbox_base,
    input  wire [31:0]  mailbox_lines,
    input  wire [31:0]  mailbox_tail,
    output wire [31:0]  mailbox_head,
    output wire [31:0]  plans_done,
    output wire         busy,
    output wire         failed,
    output wire [7:0]   error,
    output wire [31:0]  error_number,
    output wire [1:0]   error_movement,
    output wire         evicted,
    output wire         loaded,
    output wire [31:0]  load_vector,
    output wire         load_valid,
    input  wire         load_ready,
    output wire [63:0]  request_address,
    output wire         request_valid,
    input  wire         request_ready,
    input  wire         line_valid,
    input  wire [511:0] line,
    input  wire         line_error,
    output wire [63:0]  dram_araddr,
    output wire [7:0]   dram_arlen,
    output wire         dram_arvalid,
    input  wire         dram_arready,
    input  wire [511:0] dram_rdata,
    input  wire         dram_rerror,
    input  wire         dram_rvalid,
    output wire [63:0]  dram_awaddr,
    output wire [7:0]   dram_awlen,
    output wire         dram_awvalid,
    input  wire         dram_awready,
    output wire [511:0] dram_wdata,
    output wire         dram_wlast,
    output wire         dram_wvalid,
    input  wire         dram_wready,
    input  wire         dram_berror,
    input  wire         dram_bvalid,
    output wire [8:0]   ssd_arid,
    output wire [63:0]  ssd_araddr,
    output wire [7:0]   ssd_arlen,
    output wire         ssd_arvalid,
    input  wire         ssd_arready,
    input  wire [8:0]   ssd_rid,
    input  wire [511:0] ssd_rdata,
    input  wire [1:0]   ssd_rresp,
    input  wire         ssd_rlast,
    input  wire         ssd_rvalid,
    output wire         ssd_rready,
    output wire [63:0]  ssd_awaddr,
    output wire [7:0]   ssd_awlen,
    output wire         ssd_awvalid,
    input  wire         ssd_awready,
    output wire [511:0] ssd_wdata,
    output wire         ssd_wlast,
    output wire         ssd_wvalid,
    input  wire         ssd_wready,
    input  wire [1:0]   ssd_bresp,
    input  wire         ssd_bvalid
);

    localparam [1:0] AGENT_STATE_DRAIN = 2'd2;
    localparam [1:0] AGENT_STATE_FAILED = 2'd3;
    localparam [1:0] AGENT_STATE_MOVE = 2'd1;
    localparam [1:0] AGENT_STATE_RUN = 2'd0;
    localparam [7:0] CACHE_RANGE_CODE = 8'd5;
    localparam [7:0] DRAM_READ_CODE = 8'd11;
    localparam [7:0] DRAM_WRITE_CODE = 8'd12;
    localparam [1:0] END = 2'd3;
    localparam [1:0] EVICT = 2'd1;
    localparam [7:0] HOST_READ_CODE = 8'd3;
    localparam [1:0] LAST = 2'd2;
    localparam [7:0] LAYOUT_CODE = 8'd1;
    localparam [1:0] LOAD = 2'd2;
    localparam [1:0] NOTHING = 2'd0;
    localparam [15:0] ONE = 16'd1;
    localparam [7:0] ORDER_CODE = 8'd7;
    localparam [7:0] OVERRUN_CODE = 8'd2;
    localparam [7:0] PLAN_ORDER_CODE = 8'd8;
    localparam [7:0] SSD_RANGE_CODE = 8'd6;
    localparam [7:0] SSD_READ_CODE = 8'd9;
    localparam [7:0] SSD_WRITE_CODE = 8'd10;
    localparam [7:0] TORN_CODE = 8'd4;
    localparam [63:0] VECTOR_BYTES = 64'd256;

    reg [1:0] state = 2'd0;
    reg posted = 1'b0;
    reg [63:0] kept_base = 64'd0;
    reg [31:0] kept_lines = 32'd0;
    reg loading = 1'b0;
    reg dirty = 1'b0;
    reg [31:0] plans = 32'd0;
    reg [7:0] reason = 8'd0;
    reg [31:0] failed_number = 32'd0;
    reg [1:0] failed_movement = 2'd0;
    reg [31:0] safe_number = 32'd0;
    reg [31:0] safe_index = 32'd0;
    reg [1:0] safe_movement = 2'd0;
    reg safe_loading = 1'b0;
    reg [15:0] left = 16'd0;
    reg [63:0] ssd_next = 64'd0;
    reg [63:0] dram_next = 64'd0;
    reg [31:0] cached_next = 32'd0;
    reg could = 1'b0;
    reg overran = 1'b0;

    wire [63:0] ring_base;
    wire [31:0] ring_lines;
    wire [1:0] kind;
    wire is_nothing;
    wire is_evict;
    wire is_load;
    wire is_end;
    wire [63:0] ssd;
    wire [42:0] ssd_first;
    wire [42:0] ssd_count;
    wire [42:0] ssd_limit;
    wire [42:0] ssd_sum;
    wire [31:0] cached;
    wire [15:0] count;
    wire quiet;
    wire outside_cache;
    wire outside_ssd;
    wire broken;
    wire is_wrong;
    wire good;
    wire [31:0] ahead;
    wire overrun;
    wire [7:0] found;
    wire halts;
    wire has;
    wire begins;
    wire ends;
    wire takes;
    wire commits;
    wire commits_before;
    wire line_ends;
    wire [31:0] index_after;
    wire hands;
    wire goes_on;
    wire engines_free;
    wire [31:0] next_plan;
    wire mailbox_clock;
    wire mailbox_stop;
    wire [127:0] mailbox_movement;
    wire mailbox_movement_valid;
    wire [31:0] mailbox_number;
    wire [31:0] mailbox_index;
    wire [1:0] mailbox_position;
    wire mailbox_unreadable;
    wire mailbox_torn;
    wire [31:0] mailbox_next_number;
    wire mailbox_idle;
    wire evictor_vector_valid;
    wire evictor_vector_ready;
    wire evictor_idle;
    wire evictor_read_failed;
    wire evictor_write_failed;
    wire [63:0] evictor_araddr;
    wire filler_vector_valid;
    wire filler_vector_ready;
    wire filler_idle;
    wire filler_read_failed;
    wire filler_write_failed;
    wire [8:0] filler_arid;

    emb_mailbox_reader u_mailbox (
        .clock(mailbox_clock),
        .reset(reset),
        .base(ring_base),
        .lines(ring_lines),
        .tail(mailbox_tail),
        .stop(mailbox_stop),
        .restart(goes_on),
        .restart_number(safe_number),
        .restart_index(safe_index),
        .restart_movement(safe_movement),
        .movement(mailbox_movement),
        .movement_valid(mailbox_movement_valid),
        .movement_ready(takes),
        .number(mailbox_number),
        .index(mailbox_index),
        .position(mailbox_position),
        .unreadable(mailbox_unreadable),
        .torn(mailbox_torn),
        .next_number(mailbox_next_number),
        .idle(mailbox_idle),
        .request_address(request_address),
        .request_valid(request_valid),
        .request_ready(request_ready),
        .line_valid(line_valid),
        .line(line),
        .line_error(line_error)
    );

    emb_evictor_s4 u_evictor (
        .clock(clock),
        .reset(reset),
        .clear(goes_on),
        .from(dram_next),
        .to(ssd_next),
        .vector_valid(evictor_vector_valid),
        .vector_ready(evictor_vector_ready),
        .idle(evictor_idle),
        .evicted(evicted),
        .read_failed(evictor_read_failed),
        .write_failed(evictor_write_failed),
        .araddr(evictor_araddr),
        .arlen(dram_arlen),
        .arvalid(dram_arvalid),
        .arready(dram_arready),
        .rdata(dram_rdata),
        .rerror(dram_rerror),
        .rvalid(dram_rvalid),
        .awaddr(ssd_awaddr),
        .awlen(ssd_awlen),
        .awvalid(ssd_awvalid),
        .awready(ssd_awready),
        .wdata(ssd_wdata),
        .wlast(ssd_wlast),
        .wvalid(ssd_wvalid),
        .wready(ssd_wready),
        .bresp(ssd_bresp),
        .bvalid(ssd_bvalid)
    );

    emb_filler_s4 u_filler (
        .clock(clock),
        .reset(reset),
        .clear(goes_on),
        .from(ssd_next),
        .to(dram_next),
        .vector_valid(filler_vector_valid),
        .vector_ready(filler_vector_ready),
        .idle(filler_idle),
        .loaded(loaded),
        .read_failed(filler_read_failed),
        .write_failed(filler_write_failed),
        .arid(filler_arid),
        .araddr(ssd_araddr),
        .arlen(ssd_arlen),
        .arvalid(ssd_arvalid),
        .arready(ssd_arready),
        .rid(ssd_rid),
        .rdata(ssd_rdata),
        .rresp(ssd_rresp),
        .rlast(ssd_rlast),
        .rvalid(ssd_rvalid),
        .rready(ssd_rready),
        .awaddr(dram_awaddr),
        .awlen(dram_awlen),
        .awvalid(dram_awvalid),
        .awready(dram_awready),
        .wdata(dram_wdata),
        .wlast(dram_wlast),
        .wvalid(dram_wvalid),
        .wready(dram_wready),
        .berror(dram_berror),
        .bvalid(dram_bvalid)
    );

    always @(posedge clock) begin
        if (|mailbox_tail) begin
            posted <= 1'b1;
        end
        if (begins) begin
            dirty <= 1'b1;
            state <= AGENT_STATE_MOVE;
            left <= count;
            ssd_next <= ssd_base + {ssd[55:0], 8'd0};
            dram_next <= cache_base + {24'd0, cached, 8'd0};
            cached_next <= cached;
        end
        if (commits_before) begin
            loading <= 1'b1;
            safe_number <= mailbox_number;
            safe_index <= mailbox_index;
            safe_movement <= mailbox_position;
            safe_loading <= 1'b1;
        end
        if (ends) begin
            plans <= next_plan;
            loading <= 1'b0;
            safe_loading <= 1'b0;
            dirty <= 1'b0;
        end
        if (commits) begin
            safe_number <= mailbox_number;
            safe_index <= mailbox_index;
            safe_movement <= mailbox_position + 2'd1;
            if (line_ends) begin
                safe_number <= mailbox_number + 32'd1;
                safe_index <= index_after;
                if (index_after == ring_lines) begin
                    safe_index <= 32'd0;
                end
                safe_movement <= 2'd0;
            end
        end
        if (hands) begin
            left <= left - 16'd1;
            ssd_next <= ssd_next + VECTOR_BYTES;
            dram_next <= dram_next + VECTOR_BYTES;
            cached_next <= cached_next + 32'd1;
            if (left == ONE) begin
                state <= AGENT_STATE_RUN;
            end
        end
        // After an error.
        if (halts) begin
            state <= AGENT_STATE_DRAIN;
            reason <= found;
            failed_number <= mailbox_number;
            failed_movement <= mailbox_position;
        end
        if ((state == AGENT_STATE_DRAIN) & quiet & mailbox_idle) begin
            state <= AGENT_STATE_FAILED;
        end
        if (goes_on) begin
            state <= AGENT_STATE_RUN;
            reason <= 8'd0;
            loading <= safe_loading;
            dirty <= safe_loading;
        end
        if (reset) begin
            state <= AGENT_STATE_RUN;
            posted <= 1'b0;
            loading <= 1'b0;
            dirty <= 1'b0;
            plans <= 32'd0;
            reason <= 8'd0;
            safe_number <= 32'd0;
            safe_index <= 32'd0;
            safe_movement <= 2'd0;
            safe_loading <= 1'b0;
        end
    end

    // The mailbox.
    assign mailbox_clock = clock;
    assign ring_base = posted ? kept_base : mailbox_base;
    assign ring_lines = posted ? kept_lines : mailbox_lines;
    assign ahead = mailbox_tail - safe_number;
    assign overrun = (ahead > ring_lines) | ((mailbox_next_number - safe_number) > ahead);
    assign mailbox_stop = overran | ~could | (state == AGENT_STATE_DRAIN) | (state == AGENT_STATE_FAILED);

    // The movement.
    assign kind = mailbox_movement[57:56];
    assign is_nothing = kind == NOTHING;
    assign is_evict = kind == EVICT;
    assign is_load = kind == LOAD;
    assign is_end = kind == END;
    assign ssd = {24'd0, mailbox_movement[39:0]};
    assign count = mailbox_movement[55:40];
    assign cached = mailbox_movement[95:64];
    assign outside_cache = ~(|count) | (({1'b0, cached} + {17'd0, count}) > {1'b0, cache_vectors});

    // Whether the sum of two numbers exceeds a third: the three are added up to two without carries, so that one carry chain says it.
    assign ssd_first = ssd[42:0];
    assign ssd_count = {27'd0, count};
    assign ssd_limit = ~(ssd_vectors[42:0] & 43'h1ffffffffff);

    assign ssd_sum =
        (ssd_first ^ ssd_count ^ ssd_limit) +
        {(ssd_first[41:0] & ssd_count[41:0]) | (ssd_first[41:0] & ssd_limit[41:0]) | (ssd_count[41:0] & ssd_limit[41:0]), 1'b0};

    assign outside_ssd = ~ssd_sum[42] & ~(|(ssd_vectors & 64'hfffffe0000000000));
    assign next_plan = plans + 32'd1;
    assign quiet = evictor_idle & filler_idle;

    // What is wrong, the first of these; and whether anything is, which does not wait for what is the first.
    assign broken =
        overrun |
        ((mailbox_tail != safe_number) & ~layout_good) |
        filler_write_failed |
        filler_read_failed |
        evictor_write_failed |
        evictor_read_failed;

    assign found =
        evictor_read_failed ? DRAM_READ_CODE :
        evictor_write_failed ? SSD_WRITE_CODE :
        filler_read_failed ? SSD_READ_CODE :
        filler_write_failed ? DRAM_WRITE_CODE :
        ((mailbox_tail != safe_number) & ~layout_good) ? LAYOUT_CODE :
        overrun ? OVERRUN_CODE :
        ((state == AGENT_STATE_RUN) & mailbox_unreadable) ? HOST_READ_CODE :
        ((state == AGENT_STATE_RUN) & mailbox_torn) ? TORN_CODE :
        (has & is_evict & loading) ? ORDER_CODE :
        (has & (is_evict | is_load) & outside_cache) ? CACHE_RANGE_CODE :
        (has & (is_evict | is_load) & outside_ssd) ? SSD_RANGE_CODE :
        (has & is_end & (mailbox_movement[31:0] != next_plan)) ? PLAN_ORDER_CODE :
        8'd0;

    assign has = (state == AGENT_STATE_RUN) & mailbox_movement_valid;
    assign halts = (|found) & ((state == AGENT_STATE_RUN) | (state == AGENT_STATE_MOVE));

    assign is_wrong =
        broken |
        ((state == AGENT_STATE_RUN) & (mailbox_torn | mailbox_unreadable)) |
        (is_end & (mailbox_movement[31:0] != next_plan)) |
        ((is_evict | is_load) & (outside_ssd | outside_cache)) |
        (is_evict & loading);

    assign good = has & ~is_wrong;

    // A movement begins when what it must not overtake is answered.
    assign begins = good & (is_evict | (is_load & (loading | quiet)));
    assign ends = good & is_end & quiet;
    assign takes = begins | ends | (good & is_nothing);
    assign commits = ends | (takes & is_nothing & ~dirty);
    assign commits_before = begins & is_load & ~loading;
    assign line_ends = mailbox_position == LAST;
    assign index_after = mailbox_index + 32'd1;

    // Its EVs are handed on one by one. Of what may be found, what the next movement says cannot stop them.
    assign engines_free = load_ready;
    assign evictor_vector_valid = (state == AGENT_STATE_MOVE) & ~loading & ~broken;
    assign filler_vector_valid = (state == AGENT_STATE_MOVE) & loading & engines_free & ~broken;
    assign load_vector = cached_next;
    assign load_valid = filler_vector_valid & filler_vector_ready;
    assign hands = (evictor_vector_valid & evictor_vector_ready) | (filler_vector_valid & filler_vector_ready);
    assign goes_on = (state == AGENT_STATE_FAILED) & clear;
    assign failed = state == AGENT_STATE_FAILED;
    assign error = reason;
    assign error_number = failed_number;
    assign error_movement = failed_movement;
    assign mailbox_head = safe_number;
    assign plans_done = plans;
    assign busy = (state != AGENT_STATE_FAILED) & (mailbox_tail != safe_number);

    // DRAM.
    assign dram_araddr = evictor_araddr;

    // SSD.
    assign ssd_arid = filler_arid;

    always @(posedge clock) begin
        could <= layout_good;
        overran <= overrun;
        kept_base <= ring_base;
        kept_lines <= ring_lines;
    end

    // Bits that the design does not need.
    wire _unused = &{
        ssd[63:56],
        ssd_sum[41:0],
        mailbox_movement[63:58],
        mailbox_movement[127:96],
        1'b0
    };

endmodule

`default_nettype wire
