// Lets the inside of a device be reset at any time while the memory behind an AXI4 port goes on: takes and
// drops late answers and completes bursts that were begun, with no byte written. No latency; stalls requests
// behind a reset until everything before it is answered, or nothing has come for 32,768 cycles.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_reset_guard (
    input  wire         clock,
    input  wire         reset,
    input  wire         memory_reset,
    input  wire [8:0]   s_awid,
    input  wire [63:0]  s_awaddr,
    input  wire [7:0]   s_awlen,
    input  wire         s_awvalid,
    output wire         s_awready,
    input  wire [511:0] s_wdata,
    input  wire         s_wlast,
    input  wire         s_wvalid,
    output wire         s_wready,
    output wire         s_bvalid,
    input  wire         s_arvalid,
    output wire         s_arready,
    output wire         s_rvalid,
    input  wire         s_rready,
    output wire [8:0]   m_awid,
    output wire [63:0]  m_awaddr,
    output wire [7:0]   m_awlen,
    output wire         m_awvalid,
    input  wire         m_awready,
    output wire [511:0] m_wdata,
    output wire [63:0]  m_wstrb,
    output wire         m_wlast,
    output wire         m_wvalid,
    input  wire         m_wready,
    input  wire         m_bvalid,
    output wire         m_bready,
    output wire         m_arvalid,
    input  wire         m_arready,
    input  wire         m_rlast,
    input  wire         m_rvalid,
    output wire         m_rready
);

    localparam [63:0] ALL_BYTES = 64'hffffffffffffffff;

    reg draining = 1'b0;
    reg gave_up = 1'b0;
    reg was_ahead = 1'b0;
    reg [7:0] sent_before = 8'd0;
    reg [9:0] paid = 10'd0;
    reg [9:0] lacking = 10'd0;
    reg shortened = 1'b0;
    reg [9:0] reads = 10'd0;
    reg [9:0] writes = 10'd0;
    reg [9:0] owed = 10'd0;
    reg ahead = 1'b0;
    reg [7:0] sent = 8'd0;
    reg [8:0] id = 9'd0;
    reg [63:0] address = 64'd0;
    reg [7:0] length = 8'd0;

    wire blocks;
    wire begun;
    wire repeats;
    wire completes;
    wire may_send;
    wire offers;
    wire address_taken;
    wire beat_taken;
    wire last_taken;
    wire opened;
    wire sign;
    wire [7:0] rest;
    wire read_taken;
    wire read_ended;
    wire answered;
    wire clean;
    wire patience_waits;
    wire patience_over;

    emb_patience #(.LOG_CYCLES(15)) u_patience (
        .clock(clock),
        .waits(patience_waits),
        .sign(sign),
        .over(patience_over)
    );

    always @(posedge clock) begin
        if (read_taken & ~read_ended) begin
            reads <= reads + 10'd1;
        end
        if (read_ended & ~read_taken) begin
            reads <= reads - 10'd1;
        end
        if (address_taken & (|lacking)) begin
            lacking <= lacking - 10'd1;
            shortened <= 1'b0;
        end
        if (beat_taken) begin
            sent <= sent + 8'd1;
        end
        if (last_taken) begin
            sent <= 8'd0;
        end
        if (opened & ~last_taken) begin
            ahead <= 1'b0;
            if (~ahead) begin
                owed <= owed + 10'd1;
            end
        end
        if (last_taken & ~opened) begin
            if (|owed) begin
                owed <= owed - 10'd1;
            end else begin
                ahead <= 1'b1;
            end
        end
        if (address_taken & ~answered) begin
            writes <= writes + 10'd1;
        end
        if (answered & ~address_taken) begin
            writes <= writes - 10'd1;
        end
        // Behind a reset. What is counted is not forgotten in it, unless the memory is reset as well.
        if (last_taken & draining & ~was_ahead) begin
            paid <= paid + 10'd1;
        end
        if (clean) begin
            draining <= 1'b0;
        end
        if (patience_over) begin
            reads <= 10'd0;
            writes <= 10'd0;
            if (~gave_up & ~was_ahead) begin
                gave_up <= 1'b1;
                lacking <= paid + owed;
                shortened <= |sent_before;
            end
            if (~gave_up & was_ahead & ~repeats & ~completes) begin
                gave_up <= 1'b1;
                owed <= 10'd1;
                writes <= 10'd1;
                if (|sent_before) begin
                    sent <= rest;
                end
            end
        end
        if (reset) begin
            draining <= 1'b1;
            gave_up <= 1'b0;
            was_ahead <= repeats;
            sent_before <= sent;
            paid <= 10'd0;
            lacking <= 10'd0;
            shortened <= 1'b0;
            if (memory_reset) begin
                reads <= 10'd0;
                writes <= 10'd0;
                owed <= 10'd0;
                ahead <= 1'b0;
                sent <= 8'd0;
            end
        end
    end

    always @(posedge clock) begin
        if (offers) begin
            id <= s_awid;
            address <= s_awaddr;
            length <= s_awlen;
        end
    end

    assign blocks = reset | draining;

    // Reads.
    assign m_arvalid = s_arvalid & ~blocks;
    assign s_arready = m_arready & ~blocks;
    assign s_rvalid = m_rvalid & ~blocks;
    assign m_rready = s_rready | blocks;
    assign read_taken = m_arvalid & m_arready;
    assign read_ended = m_rvalid & m_rready & m_rlast & (|reads);

    // Addresses of writes. One of which beats were taken is offered again behind the reset.
    assign begun = |sent;
    assign repeats = ahead | (begun & ~(|owed));
    assign offers = s_awvalid & ~blocks;
    assign m_awvalid = draining ? (repeats | (|lacking)) & ~reset : offers;
    assign m_awid = draining ? id : s_awid;
    assign m_awaddr = draining ? address : s_awaddr;

    assign m_awlen =
        ~draining ? s_awlen :
        shortened ? length - sent_before :
        length;

    assign s_awready = m_awready & ~blocks;
    assign address_taken = m_awvalid & m_awready;
    assign opened = address_taken & ~(|lacking);

    // Beats, never before their address is offered.
    assign may_send = (|owed) | (offers & ~ahead);
    assign completes = (|owed) | begun;
    assign m_wvalid = draining ? completes & ~reset : s_wvalid & may_send & ~blocks;
    assign m_wlast = draining ? sent == length : s_wlast;
    assign m_wdata = draining ? 512'd0 : s_wdata;
    assign m_wstrb = draining ? 64'd0 : ALL_BYTES;
    assign s_wready = m_wready & may_send & ~blocks;
    assign beat_taken = m_wvalid & m_wready;
    assign last_taken = beat_taken & m_wlast;

    // Answers to writes.
    assign m_bready = 1'b1;
    assign s_bvalid = m_bvalid & ~blocks;
    assign answered = m_bvalid & (|writes);
    assign clean = ~(|reads) & ~(|writes) & ~(|owed) & ~(|lacking) & ~repeats & ~begun;

    // A memory of which nothing comes was reset as well. It has no address of before, and no beat.
    assign patience_waits = draining & ~reset;
    assign sign = m_rvalid | m_bvalid | address_taken | beat_taken;
    assign rest = (length + 8'd1) - sent_before;

endmodule

`default_nettype wire
