// Holds the write bursts of outputs back until the host holds none of their lines, and snoops those that it
// may hold. Six cycles for a burst of which no line is held; a line a cycle; stalls when the oldest line's
// snoop is not answered.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module tx_tracker_s1_faults (
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
    input  wire [63:0] s_awaddr,
    input  wire        s_awvalid,
    output wire        s_awready,
    output wire [63:0] m_awaddr,
    output wire        m_awvalid,
    input  wire        m_awready,
    output wire        snooped,
    input  wire [3:0]  fault_0
);

    localparam [6:0] ALL_SLOTS = 7'd64;
    localparam [3:0] BISNP_INV = 4'd2;
    localparam [2:0] LAST_LINE = 3'd0;
    localparam [3:0] NO_SNOOP_0 = 4'd1;
    localparam [3:0] NO_WAIT_0 = 4'd8;
    localparam [63:0] ONE = 64'd1;
    localparam SET = 1'b1;
    localparam [45:0] TRACKED = 46'h000000020000;

    reg [2:0] at = 3'd0;
    reg [5:0] next_slot = 6'd0;
    reg [5:0] oldest = 6'd0;
    reg [6:0] used = 7'd0;
    reg [63:0] open = 64'd0;
    reg looks = 1'b0;
    reg [45:0] line = 46'd0;
    reg [5:0] slot = 6'd0;
    reg [16:0] line_index = 17'd0;
    reg untracked = 1'b0;
    reg [2:0] released = 3'd0;

    wire [45:0] this_line;
    wire begins;
    wire last;
    reg finds;
    wire clears;
    wire misses;
    reg [63:0] opened;
    reg [63:0] found_free;
    reg [63:0] answered;
    wire [63:0] oldest_bit;
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
    wire [51:0] snoops_out_data;
    wire held_a_data;
    reg held_b_enable;
    reg [16:0] held_b_address;
    reg held_b_write_data;
    wire held_b_data;
    reg [2:0] at_next;
    reg [5:0] next_slot_next;
    reg [5:0] oldest_next;
    reg [6:0] used_next;
    reg [63:0] open_next;
    reg looks_next;
    reg [2:0] released_next;

    fifo_w64_d4 u_bursts (
        .clock(clock),
        .reset(reset),
        .in_data(bursts_in_data),
        .in_valid(s_awvalid),
        .in_ready(s_awready),
        .out_data(bursts_out_data),
        .out_valid(bursts_out_valid),
        .out_ready(last)
    );

    fifo_w64_d64 u_looked_at (
        .clock(clock),
        .reset(reset),
        .in_data(bursts_out_data),
        .in_valid(last),
        .in_ready(looked_at_in_ready),
        .out_data(looked_at_out_data),
        .out_valid(looked_at_out_valid),
        .out_ready(whole)
    );

    fifo_w64_d4 u_free (
        .clock(clock),
        .reset(reset),
        .in_data(looked_at_out_data),
        .in_valid(whole),
        .in_ready(free_in_ready),
        .out_data(m_awaddr),
        .out_valid(m_awvalid),
        .out_ready(m_awready)
    );

    fifo_w52_d64 u_snoops (
        .clock(clock),
        .reset(reset),
        .in_data({slot, line}),
        .in_valid(finds),
        .in_ready(snoops_in_ready),
        .out_data(snoops_out_data),
        .out_valid(back_invalidate_s2m_bisnp_valid),
        .out_ready(back_invalidate_s2m_bisnp_ready)
    );

    dual_port_ram_w1_d131072 u_held (
        .clock(clock),
        .a_enable(begins),
        .a_address(this_line[16:0]),
        .a_data(held_a_data),
        .b_enable(held_b_enable),
        .b_write(1'b1),
        .b_address(held_b_address),
        .b_write_data(held_b_write_data),
        .b_data(held_b_data)
    );

    always @* begin
        at_next = at;
        next_slot_next = next_slot;
        oldest_next = oldest;
        used_next = used;
        released_next = released;
        looks_next = begins;
        opened = 64'd0;
        if (begins) begin
            at_next = at + 3'd1;
            next_slot_next = next_slot + 6'd1;
            opened = ONE << next_slot;
        end
        if (last) begin
            at_next = 3'd0;
        end
        open_next = (open | opened) & ~found_free & ~answered;
        if (ends) begin
            oldest_next = oldest + 6'd1;
            released_next = released + 3'd1;
        end
        if (whole) begin
            released_next = 3'd0;
        end
        if (begins & ~ends) begin
            used_next = used + 7'd1;
        end
        if (ends & ~begins) begin
            used_next = used - 7'd1;
        end
        if (reset) begin
            at_next = 3'd0;
            next_slot_next = 6'd0;
            oldest_next = 6'd0;
            used_next = 7'd0;
            open_next = 64'd0;
            looks_next = 1'b0;
            released_next = 3'd0;
        end
    end

    // Look at the lines of a burst, one a cycle.
    assign bursts_in_data = s_awaddr;
    assign this_line = bursts_out_data[51:6] + {43'd0, at};
    assign begins = bursts_out_valid & looked_at_in_ready & (used != ALL_SLOTS);
    assign last = begins & (at == LAST_LINE);

    always @* begin
        // What the host may hold is snooped. Its bit is cleared before its turn to be set can come.
        finds = looks & hdm_base[0] & (held_a_data | untracked);
        if (fault_0 == NO_SNOOP_0) begin
            finds = 1'b0;
        end
    end

    assign misses = looks & ~finds;
    assign clears = finds & ~untracked;
    assign keep_ready = ~clears;

    always @* begin
        held_b_enable = keep_valid & (keep < TRACKED);
        held_b_address = keep[16:0];
        held_b_write_data = SET;
        if (clears) begin
            held_b_enable = 1'b1;
            held_b_address = line_index;
            held_b_write_data = 1'b0;
        end
    end

    assign back_invalidate_s2m_bisnp_opcode = BISNP_INV;
    assign back_invalidate_s2m_bisnp_bi_tag = {6'd0, snoops_out_data[51:46]};
    assign back_invalidate_s2m_bisnp_address = snoops_out_data[45:0] + hdm_base[51:6];
    assign back_invalidate_m2s_birsp_ready = 1'b1;
    assign snooped = back_invalidate_m2s_birsp_valid;

    always @* begin
        // A burst may go when none of its lines is open.
        found_free = 64'd0;
        if (misses) begin
            found_free = ONE << slot;
        end
        if ((fault_0 == NO_WAIT_0) & looks) begin
            found_free = ONE << slot;
        end
    end

    always @* begin
        answered = 64'd0;
        if (back_invalidate_m2s_birsp_valid) begin
            answered = ONE << back_invalidate_m2s_birsp_bi_tag[5:0];
        end
    end

    assign oldest_bit = ONE << oldest;
    assign ends = (|used) & ~(|(open & oldest_bit)) & ((released != LAST_LINE) | (free_in_ready & looked_at_out_valid));
    assign whole = ends & (released == LAST_LINE);

    always @(posedge clock) begin
        line <= this_line;
        slot <= next_slot;
        line_index <= this_line[16:0];
        untracked <= this_line >= TRACKED;
    end

    always @(posedge clock) begin
        at <= at_next;
        next_slot <= next_slot_next;
        oldest <= oldest_next;
        used <= used_next;
        open <= open_next;
        looks <= looks_next;
        released <= released_next;
    end

    // Bits that the design does not need.
    wire _unused = &{
        hdm_base[5:1],
        hdm_base[63:52],
        back_invalidate_m2s_birsp_opcode,
        back_invalidate_m2s_birsp_bi_tag[11:6],
        snoops_in_ready,
        held_b_data,
        1'b0
    };

endmodule

`default_nettype wire
