// Takes reads and writes to an AXI4 port in order, answers reads of poisoned lines with an error, and offers
// nothing new behind a reset before what was asked before it is answered. No latency; a read and a write a
// cycle; stalls on the port's ready, when 128 are unanswered, and behind a reset.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_memory_port (
    input  wire         clock,
    input  wire         reset,
    input  wire         memory_reset,
    input  wire         clear_poison,
    output wire         poison_overflow,
    input  wire [8:0]   s_arid,
    input  wire [63:0]  s_araddr,
    input  wire         s_arvalid,
    output wire         s_arready,
    output wire [8:0]   s_rid,
    output wire [511:0] s_rdata,
    output wire [1:0]   s_rresp,
    output wire         s_rvalid,
    input  wire [63:0]  s_awaddr,
    input  wire         s_awvalid,
    output wire         s_awready,
    input  wire [511:0] s_wdata,
    input  wire [63:0]  s_wstrb,
    input  wire         s_wpoison,
    input  wire         s_wvalid,
    output wire         s_wready,
    output wire [1:0]   s_bresp,
    output wire         s_bvalid,
    output wire [8:0]   m_arid,
    output wire [63:0]  m_araddr,
    output wire         m_arvalid,
    input  wire         m_arready,
    input  wire [8:0]   m_rid,
    input  wire [511:0] m_rdata,
    input  wire [1:0]   m_rresp,
    input  wire         m_rvalid,
    output wire         m_rready,
    output wire [8:0]   m_awid,
    output wire [63:0]  m_awaddr,
    output wire         m_awvalid,
    input  wire         m_awready,
    output wire [511:0] m_wdata,
    output wire [63:0]  m_wstrb,
    output wire         m_wvalid,
    input  wire         m_wready,
    input  wire [8:0]   m_bid,
    input  wire [1:0]   m_bresp,
    input  wire         m_bvalid,
    output wire         m_bready
);

    localparam [63:0] ALL_BYTES = 64'hffffffffffffffff;
    localparam [1:0] ERROR = 2'd2;

    reg draining = 1'b0;
    reg gave_up = 1'b0;
    reg [8:0] id = 9'd0;
    reg is_renewed = 1'b0;
    reg read_open = 1'b0;
    reg write_open = 1'b0;
    reg [63:0] kept_read = 64'd0;
    reg [63:0] kept_write = 64'd0;
    reg address_taken = 1'b0;
    reg line_taken = 1'b0;
    reg lacks_address = 1'b0;
    reg lacks_line = 1'b0;
    reg is_listed = 1'b0;
    reg mends = 1'b0;
    reg poisoning = 1'b0;
    reg [33:0] poisoning_line = 34'd0;

    wire forgotten;
    wire blocks;
    wire drained;
    wire reading;
    wire [33:0] read_line;
    wire [33:0] write_line;
    wire may_read;
    wire offers_read;
    wire old_read;
    wire read_taken;
    wire read_answered;
    wire whole;
    wire makes_good;
    wire is_mending;
    wire may_write;
    wire offers;
    wire old_write;
    wire address_goes;
    wire line_goes;
    wire both_taken;
    wire write_taken;
    wire write_answered;
    wire [33:0] answered_line;
    wire answered_poison;
    wire answered_bad;
    wire lists;
    wire relists;
    wire poison_poisoned_0;
    wire poison_poisoned_1;
    wire poison_poisoned_2;
    wire [33:0] poison_line;
    wire poison_add;
    wire poison_remove;
    wire reads_reset;
    wire reads_in_ready;
    wire [43:0] reads_out_data;
    wire reads_out_valid;
    wire writes_reset;
    wire [36:0] writes_in_data;
    wire writes_in_ready;
    wire [36:0] writes_out_data;
    wire writes_out_valid;
    wire memory_in_reset_out_bit;
    wire patience_waits;
    wire patience_sign;
    wire patience_over;

    emb_poison_list u_poison (
        .clock(clock),
        .look_0(read_line),
        .look_1(reads_out_data[42:9]),
        .look_2(write_line),
        .poisoned_0(poison_poisoned_0),
        .poisoned_1(poison_poisoned_1),
        .poisoned_2(poison_poisoned_2),
        .line(poison_line),
        .add(poison_add),
        .remove(poison_remove),
        .clear(clear_poison),
        .overflow(poison_overflow)
    );

    emb_fifo #(.WIDTH(44), .LOG_DEPTH(7)) u_reads (
        .clock(clock),
        .reset(reads_reset),
        .in_data({poison_poisoned_0, read_line, s_arid}),
        .in_valid(read_taken),
        .in_ready(reads_in_ready),
        .out_data(reads_out_data),
        .out_valid(reads_out_valid),
        .out_ready(read_answered)
    );

    emb_fifo #(.WIDTH(37), .LOG_DEPTH(7)) u_writes (
        .clock(clock),
        .reset(writes_reset),
        .in_data(writes_in_data),
        .in_valid(write_taken),
        .in_ready(writes_in_ready),
        .out_data(writes_out_data),
        .out_valid(writes_out_valid),
        .out_ready(write_answered)
    );

    emb_sampler u_memory_in_reset (
        .clock(clock),
        .in_bit(memory_reset),
        .out_bit(memory_in_reset_out_bit)
    );

    emb_patience #(.LOG_CYCLES(11)) u_patience (
        .clock(clock),
        .waits(patience_waits),
        .sign(patience_sign),
        .over(patience_over)
    );

    wire poison_add_so_far = write_answered & answered_bad;

    always @(posedge clock) begin
        if (offers_read) begin
            read_open <= 1'b1;
            kept_read <= s_araddr;
        end
        if (read_taken) begin
            read_open <= 1'b0;
        end
        if (address_goes) begin
            address_taken <= 1'b1;
        end
        if (line_goes) begin
            line_taken <= 1'b1;
        end
        if (offers) begin
            write_open <= 1'b1;
            kept_write <= s_awaddr;
            mends <= is_mending;
        end
        if (write_taken) begin
            write_open <= 1'b0;
        end
        if (write_taken & offers) begin
            address_taken <= 1'b0;
            line_taken <= 1'b0;
            is_listed <= 1'b0;
        end
        if (write_answered & answered_poison) begin
            poisoning <= 1'b0;
        end
        if (clear_poison & is_listed & ~offers & ~blocks) begin
            is_listed <= 1'b0;
            poisoning <= 1'b0;
        end
        if (lists) begin
            is_listed <= 1'b1;
            poisoning <= 1'b1;
            poisoning_line <= write_line;
        end
        if (patience_over) begin
            gave_up <= 1'b1;
            lacks_address <= 1'b0;
            lacks_line <= 1'b0;
            if (lacks_address) begin
                address_taken <= 1'b0;
                write_open <= 1'b1;
            end
            if (lacks_line) begin
                line_taken <= 1'b0;
                write_open <= 1'b1;
            end
        end
        if (draining & drained & ~reset) begin
            draining <= 1'b0;
            gave_up <= 1'b0;
            address_taken <= 1'b0;
            line_taken <= 1'b0;
            lacks_address <= 1'b0;
            lacks_line <= 1'b0;
            is_listed <= 1'b0;
            poisoning <= 1'b0;
            if (gave_up) begin
                id <= id + 9'd1;
                is_renewed <= 1'b1;
            end
        end
        if (reset) begin
            draining <= 1'b1;
            lacks_address <= write_open & address_taken;
            lacks_line <= write_open & line_taken;
        end
        if (forgotten) begin
            gave_up <= 1'b0;
            read_open <= 1'b0;
            write_open <= 1'b0;
            address_taken <= 1'b0;
            line_taken <= 1'b0;
        end
    end

    assign poison_line =
        lists ? write_line :
        relists ? poisoning_line :
        answered_line;

    assign poison_add = lists | (relists ? poison_add_so_far | offers | blocks | ~is_listed : poison_add_so_far);
    assign forgotten = reset & memory_in_reset_out_bit;
    assign blocks = reset | draining;
    assign reads_reset = forgotten | patience_over;
    assign writes_reset = forgotten | patience_over;

    // A write that makes a line good is offered while no read is under way.
    assign write_line = s_awaddr[39:6];
    assign whole = s_wstrb == ALL_BYTES;
    assign makes_good = s_awvalid & s_wvalid & whole & ~s_wpoison & poison_poisoned_2;
    assign reading = reads_out_valid | read_open;

    // Reads. One that was offered before a reset is offered again behind it.
    assign may_read = reads_in_ready & ~blocks & (~makes_good | write_open | read_open);
    assign offers_read = s_arvalid & may_read;
    assign m_arid = id;
    assign m_araddr = draining ? kept_read : s_araddr;
    assign m_arvalid = draining ? old_read : offers_read;
    assign old_read = draining & read_open & ~reset;
    assign s_arready = m_arready & may_read;
    assign read_taken = (offers_read | old_read) & m_arready;
    assign read_line = s_araddr[39:6];
    assign m_rready = 1'b1;
    assign read_answered = m_rvalid & reads_out_valid & (~is_renewed | (m_rid == id));
    assign s_rid = reads_out_data[8:0];
    assign s_rdata = m_rdata;
    assign s_rresp = (reads_out_data[43] | poison_poisoned_1) ? m_rresp | ERROR : m_rresp;
    assign s_rvalid = read_answered & ~blocks;

    // Writes. Of one that was offered before a reset, memory gets behind it what it has not taken, with no byte enabled.
    assign may_write = writes_in_ready & ~blocks & (~s_wpoison | is_listed) & (~makes_good | write_open | ~reading);
    assign offers = s_awvalid & s_wvalid & may_write;
    assign old_write = draining & write_open & ~reset;
    assign m_awid = id;
    assign m_awaddr = draining ? kept_write : s_awaddr;
    assign m_wdata = draining ? 512'd0 : s_wdata;
    assign m_wstrb = draining ? 64'd0 : s_wstrb;
    assign m_awvalid = (offers | old_write) & ~address_taken;
    assign m_wvalid = (offers | old_write) & ~line_taken;
    assign address_goes = (offers | old_write) & ~address_taken & m_awready;
    assign line_goes = (offers | old_write) & ~line_taken & m_wready;
    assign both_taken = (address_taken | m_awready) & (line_taken | m_wready);
    assign write_taken = (offers | old_write) & both_taken;
    assign s_awready = s_wvalid & may_write & both_taken;
    assign s_wready = s_awvalid & may_write & both_taken;
    assign is_mending = write_open ? mends : makes_good;

    assign writes_in_data =
        draining ? {is_listed, 2'd0, kept_write[39:6]} :
        {s_wpoison, is_mending, whole, write_line};

    // Responses to writes.
    assign m_bready = 1'b1;
    assign write_answered = m_bvalid & writes_out_valid & (~is_renewed | (m_bid == id));
    assign s_bresp = m_bresp;
    assign s_bvalid = write_answered & ~blocks;

    // Poison: a write that has it is in the list before memory sees it, and until it is answered nothing takes its line out.
    assign answered_line = writes_out_data[33:0];
    assign answered_poison = writes_out_data[36];
    assign answered_bad = answered_poison | m_bresp[1];
    assign lists = s_awvalid & s_wvalid & s_wpoison & ~is_listed & ~poisoning & ~blocks & ~write_answered;

    assign poison_remove =
        write_answered &
        ~answered_bad &
        writes_out_data[34] &
        (writes_out_data[35] | ~reading) &
        ~(poisoning & (poisoning_line == answered_line));

    assign relists = clear_poison & poisoning & ~(write_answered & answered_bad);

    // Behind a reset. A memory of which nothing comes was reset as well: what it was owed and got is the half of a write.
    assign patience_waits = draining & ~reset;

    assign patience_sign =
        m_rvalid |
        m_bvalid |
        (old_read & m_arready) |
        (old_write & ~address_taken & m_awready) |
        (old_write & ~line_taken & m_wready);

    assign drained = ~reading & ~writes_out_valid & ~write_open;

endmodule

`default_nettype wire
