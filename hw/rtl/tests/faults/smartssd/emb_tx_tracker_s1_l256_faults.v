// Holds the write bursts of outputs back until the host holds none of their lines, and snoops those that it
// may hold. Six cycles for a burst of which no line is held; a line a cycle, snooped or not; stalls when all
// lines that it looks at or snoops at a time wait for the oldest one's snoop.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_tx_tracker_s1_l256_faults (
    input  wire        clock,
    input  wire        reset,
    input  wire [63:0] hdm_base,
    output wire        back_invalidate_s2m_bisnp_valid,
    input  wire        back_invalidate_s2m_bisnp_ready,
    output wire [3:0]  back_invalidate_s2m_bisnp_opcode,
    output wire [11:0] back_invalidate_s2m_bisnp_bi_tag,
    output wire [45:0] back_invalidate_s2m_bisnp_address,
    input  wire        back_invalidate_m2s_birsp_valid,
    output wire        back_invalidate_m2s_birsp_ready,
    input  wire [3:0]  back_invalidate_m2s_birsp_opcode,
    input  wire [11:0] back_invalidate_m2s_birsp_bi_tag,
    input  wire [45:0] keep,
    input  wire        keep_valid,
    output wire        keep_ready,
    input  wire        keep_wanted,
    input  wire [63:0] s_awaddr,
    input  wire        s_awvalid,
    output wire        s_awready,
    output wire [63:0] m_awaddr,
    output wire        m_awvalid,
    input  wire        m_awready,
    output wire        snooped,
    input  wire [3:0]  fault_0
);

    localparam [8:0] ALL_LINES = 9'd256;
    localparam [3:0] BISNP_INV = 4'd2;
    localparam [2:0] LAST_LINE = 3'd0;
    localparam [7:0] LAST_SLOT = 8'd255;
    localparam [3:0] NO_SNOOP_0 = 4'd1;
    localparam [3:0] NO_WAIT_0 = 4'd8;
    localparam [255:0] ONE = 256'd1;
    localparam [45:0] TRACKED = 46'h000000020000;

    reg [2:0] at = 3'd0;
    reg [7:0] next_slot = 8'd0;
    reg [7:0] oldest = 8'd0;
    reg [8:0] used = 9'd0;
    reg [255:0] open = 256'd0;
    reg looks = 1'b0;
    reg [45:0] line = 46'd0;
    reg [7:0] slot = 8'd0;
    reg [16:0] line_index = 17'd0;
    reg untracked = 1'b0;
    reg changed = 1'b0;
    reg changed_to = 1'b0;
    reg [2:0] released = 3'd0;

    wire [45:0] this_line;
    wire begins;
    wire last;
    wire finds;
    wire clears;
    wire yields;
    wire sets;
    wire [16:0] kept;
    wire [16:0] this_index;
    wire holds;
    wire [255:0] opened;
    wire [255:0] answered;
    wire [255:0] oldest_bit;
    wire waits;
    wire ends;
    wire whole;
    wire [63:0] bursts_in_data;
    wire [63:0] bursts_out_data;
    wire bursts_out_valid;
    wire looked_at_in_ready;
    wire [63:0] looked_at_out_data;
    wire looked_at_out_valid;
    wire free_in_ready;
    wire snoops_in_ready;
    wire [53:0] snoops_out_data;
    wire snoops_out_valid;
    wire held_a_data;
    wire held_b_enable;
    wire [16:0] held_b_address;
    wire held_b_write_data;
    wire held_b_data;

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(2)) u_bursts (
        .clock(clock),
        .reset(reset),
        .in_data(bursts_in_data),
        .in_valid(s_awvalid),
        .in_ready(s_awready),
        .out_data(bursts_out_data),
        .out_valid(bursts_out_valid),
        .out_ready(last)
    );

    emb_block_fifo #(.WIDTH(64), .LOG_DEPTH(8)) u_looked_at (
        .clock(clock),
        .reset(reset),
        .in_data(bursts_out_data),
        .in_valid(last),
        .in_ready(looked_at_in_ready),
        .out_data(looked_at_out_data),
        .out_valid(looked_at_out_valid),
        .out_ready(whole)
    );

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(2)) u_free (
        .clock(clock),
        .reset(reset),
        .in_data(looked_at_out_data),
        .in_valid(whole),
        .in_ready(free_in_ready),
        .out_data(m_awaddr),
        .out_valid(m_awvalid),
        .out_ready(m_awready)
    );

    emb_block_fifo #(.WIDTH(54), .LOG_DEPTH(8)) u_snoops (
        .clock(clock),
        .reset(reset),
        .in_data({slot, line}),
        .in_valid(finds),
        .in_ready(snoops_in_ready),
        .out_data(snoops_out_data),
        .out_valid(snoops_out_valid),
        .out_ready(back_invalidate_s2m_bisnp_ready)
    );

    emb_dual_port_ram #(.WIDTH(1), .LOG_DEPTH(17)) u_held (
        .clock(clock),
        .a_enable(bursts_out_valid),
        .a_address(this_index),
        .a_data(held_a_data),
        .b_enable(held_b_enable),
        .b_write(1'b1),
        .b_address(held_b_address),
        .b_write_data(held_b_write_data),
        .b_data(held_b_data)
    );

    always @(posedge clock) begin
        looks <= begins;
        if (begins) begin
            at <= at + 3'd1;
            next_slot <= next_slot + 8'd1;
            if (next_slot == LAST_SLOT) begin
                next_slot <= 8'd0;
            end
        end
        if (last) begin
            at <= 3'd0;
        end
        open <= (open | opened) & ~answered;
        if (ends) begin
            oldest <= oldest + 8'd1;
            if (oldest == LAST_SLOT) begin
                oldest <= 8'd0;
            end
            released <= released + 3'd1;
        end
        if (whole) begin
            released <= 3'd0;
        end
        if (begins & ~ends) begin
            used <= used + 9'd1;
        end
        if (ends & ~begins) begin
            used <= used - 9'd1;
        end
        if (reset) begin
            at <= 3'd0;
            next_slot <= 8'd0;
            oldest <= 8'd0;
            used <= 9'd0;
            open <= 256'd0;
            looks <= 1'b0;
            released <= 3'd0;
        end
    end

    always @(posedge clock) begin
        changed <= sets & (kept == this_index);
        if (clears) begin
            changed <= line_index == this_index;
        end
    end

    // What the host may hold is snooped. Its bit is cleared before its turn to be set can come.
    assign holds = changed ? changed_to : held_a_data;
    assign finds = looks & hdm_base[0] & (holds | untracked) & (fault_0 != NO_SNOOP_0);
    assign clears = finds & ~untracked;
    assign keep_ready = ~clears;
    assign yields = keep_wanted & clears;
    assign sets = keep_valid & (keep < TRACKED);
    assign kept = keep[16:0];
    assign held_b_enable = sets | clears;
    assign held_b_address = clears ? line_index : kept;
    assign held_b_write_data = ~clears;

    // Look at the lines of a burst, one a cycle.
    assign bursts_in_data = s_awaddr;
    assign this_line = bursts_out_data[51:6] + {43'd0, at};
    assign begins = bursts_out_valid & (used != ALL_LINES) & ~yields;
    assign last = begins & (at == LAST_LINE);
    assign this_index = this_line[16:0];

    // Snoops.
    assign back_invalidate_s2m_bisnp_valid = snoops_out_valid;
    assign back_invalidate_s2m_bisnp_opcode = BISNP_INV;
    assign back_invalidate_s2m_bisnp_bi_tag = {4'd0, snoops_out_data[53:46]};
    assign back_invalidate_s2m_bisnp_address = snoops_out_data[45:0] + hdm_base[51:6];
    assign back_invalidate_m2s_birsp_ready = 1'b1;
    assign snooped = back_invalidate_m2s_birsp_valid;

    // A burst may go when none of its lines is looked at, or open.
    assign opened = ((fault_0 != NO_WAIT_0) & finds) ? ONE << slot : 256'd0;
    assign answered = back_invalidate_m2s_birsp_valid ? ONE << back_invalidate_m2s_birsp_bi_tag[7:0] : 256'd0;
    assign oldest_bit = ONE << oldest;
    assign waits = (|(open & oldest_bit)) | (looks & (slot == oldest));
    assign ends = (|used) & ~waits & ((released != LAST_LINE) | (free_in_ready & looked_at_out_valid));
    assign whole = ends & (released == LAST_LINE);

    always @(posedge clock) begin
        line <= this_line;
        slot <= next_slot;
        line_index <= this_index;
        untracked <= this_line >= TRACKED;
        changed_to <= ~clears;
    end

    // Bits that the design does not need.
    wire _unused = &{
        hdm_base[5:1],
        hdm_base[63:52],
        back_invalidate_m2s_birsp_opcode,
        back_invalidate_m2s_birsp_bi_tag[11:8],
        looked_at_in_ready,
        snoops_in_ready,
        held_b_data,
        1'b0
    };

endmodule

`default_nettype wire
