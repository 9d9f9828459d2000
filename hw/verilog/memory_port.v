// Takes reads and writes to an AXI4 port in order, answers reads of poisoned lines with an error, and drops
// answers to what was asked before a reset. No latency; a read and a write a cycle; stalls on the port's
// ready and when 128 are unanswered.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module memory_port (
    input  wire         clock,
    input  wire         reset,
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

    reg [8:0] id = 9'd0;
    reg [8:0] id_before = 9'd0;
    reg is_renewed = 1'b0;
    reg address_taken = 1'b0;
    reg line_taken = 1'b0;
    reg owes_line = 1'b0;
    reg owes_address = 1'b0;
    reg [63:0] kept_address = 64'd0;
    reg is_listed = 1'b0;
    reg poisoning = 1'b0;
    reg [33:0] poisoning_line = 34'd0;

    wire [33:0] read_line;
    wire [33:0] write_line;
    wire read_room;
    wire read_taken;
    wire read_answered;
    wire owes;
    wire may_write;
    wire offers;
    wire whole;
    wire address_goes;
    wire line_goes;
    wire write_taken;
    wire meets_traffic;
    wire write_answered;
    wire [33:0] answered_line;
    wire answered_poison;
    wire answered_bad;
    wire lists;
    wire poison_poisoned_0;
    wire poison_poisoned_1;
    wire [33:0] poison_line;
    wire poison_add;
    wire poison_remove;
    wire reads_in_ready;
    wire [43:0] reads_out_data;
    wire reads_out_valid;
    wire writes_in_ready;
    wire [35:0] writes_out_data;
    wire writes_out_valid;

    poison_list u_poison (
        .clock(clock),
        .look_0(read_line),
        .look_1(reads_out_data[42:9]),
        .poisoned_0(poison_poisoned_0),
        .poisoned_1(poison_poisoned_1),
        .line(poison_line),
        .add(poison_add),
        .remove(poison_remove),
        .clear(clear_poison),
        .overflow(poison_overflow)
    );

    fifo_w44_d128 u_reads (
        .clock(clock),
        .reset(reset),
        .in_data({poison_poisoned_0, read_line, s_arid}),
        .in_valid(read_taken),
        .in_ready(reads_in_ready),
        .out_data(reads_out_data),
        .out_valid(reads_out_valid),
        .out_ready(read_answered)
    );

    fifo_w36_d128 u_writes (
        .clock(clock),
        .reset(reset),
        .in_data({s_wpoison, whole, write_line}),
        .in_valid(write_taken),
        .in_ready(writes_in_ready),
        .out_data(writes_out_data),
        .out_valid(writes_out_valid),
        .out_ready(write_answered)
    );

    always @(posedge clock) begin
        if (address_goes) begin
            address_taken <= 1'b1;
        end
        if (line_goes) begin
            line_taken <= 1'b1;
        end
        if (write_taken) begin
            address_taken <= 1'b0;
            line_taken <= 1'b0;
            is_listed <= 1'b0;
        end
        if (m_awready & ~reset) begin
            owes_address <= 1'b0;
        end
        if (m_wready & ~reset) begin
            owes_line <= 1'b0;
        end
        if (write_answered & answered_poison) begin
            poisoning <= 1'b0;
        end
        if (clear_poison & is_listed & ~offers) begin
            is_listed <= 1'b0;
            poisoning <= 1'b0;
        end
        if (lists & ~reset) begin
            is_listed <= 1'b1;
            poisoning <= 1'b1;
            poisoning_line <= write_line;
        end
        if (reset) begin
            if (meets_traffic) begin
                id <= id + 9'd1;
                id_before <= id;
                is_renewed <= 1'b1;
            end
            address_taken <= 1'b0;
            line_taken <= 1'b0;
            if (address_taken) begin
                owes_line <= 1'b1;
            end
            if (line_taken) begin
                owes_address <= 1'b1;
            end
            is_listed <= 1'b0;
            poisoning <= 1'b0;
        end
    end

    assign poison_line = (lists & ~reset) ? write_line : answered_line;
    assign poison_add = (write_answered & answered_bad) | (lists & ~reset);

    always @(posedge clock) begin
        if (offers) begin
            kept_address <= s_awaddr;
        end
    end

    // Reads.
    assign read_room = reads_in_ready & ~reset;
    assign m_arid = id;
    assign m_araddr = s_araddr;
    assign m_arvalid = s_arvalid & read_room;
    assign s_arready = m_arready & read_room;
    assign read_taken = s_arvalid & m_arready & read_room;
    assign read_line = s_araddr[39:6];
    assign m_rready = 1'b1;
    assign read_answered = m_rvalid & reads_out_valid & ~reset & (~is_renewed | (m_rid == id));
    assign s_rid = reads_out_data[8:0];
    assign s_rdata = m_rdata;
    assign s_rresp = (reads_out_data[43] | poison_poisoned_1) ? m_rresp | ERROR : m_rresp;
    assign s_rvalid = read_answered;

    // Writes: what memory is owed goes first.
    assign owes = owes_line | owes_address;
    assign may_write = writes_in_ready & ~owes & ~reset & (~s_wpoison | is_listed);
    assign offers = s_awvalid & s_wvalid & may_write;
    assign write_line = s_awaddr[39:6];
    assign whole = s_wstrb == ALL_BYTES;
    assign m_awid = owes_address ? id_before : id;
    assign m_awaddr = owes_address ? kept_address : s_awaddr;
    assign m_awvalid = owes_address ? ~reset : offers & ~address_taken;
    assign m_wdata = s_wdata;
    assign m_wstrb = owes_line ? 64'd0 : s_wstrb;
    assign m_wvalid = owes_line ? ~reset : offers & ~line_taken;
    assign address_goes = offers & ~address_taken & m_awready;
    assign line_goes = offers & ~line_taken & m_wready;
    assign write_taken = offers & (address_taken | m_awready) & (line_taken | m_wready);
    assign s_awready = s_wvalid & may_write & (address_taken | m_awready) & (line_taken | m_wready);
    assign s_wready = s_awvalid & may_write & (address_taken | m_awready) & (line_taken | m_wready);

    // Responses to writes.
    assign m_bready = 1'b1;
    assign write_answered = m_bvalid & writes_out_valid & ~reset & (~is_renewed | (m_bid == id));
    assign s_bresp = m_bresp;
    assign s_bvalid = write_answered;

    // Poison: a write that has it is in the list before memory sees it, and until it is answered nothing takes its line out.
    assign answered_line = writes_out_data[33:0];
    assign answered_poison = writes_out_data[35];
    assign answered_bad = answered_poison | m_bresp[1];
    assign lists = s_awvalid & s_wvalid & s_wpoison & ~is_listed & ~poisoning & ~owes & ~write_answered;

    assign poison_remove =
        write_answered &
        ~answered_bad &
        writes_out_data[34] &
        ~(poisoning & (poisoning_line == answered_line));

    // A reset that meets something unanswered takes another ID, and leaves a part of a write as a debt.
    assign meets_traffic = reads_out_valid | writes_out_valid | address_taken | line_taken;

endmodule

`default_nettype wire
