// Lets the inside of a device be reset at any time while the memory behind an AXI4 port goes on: takes and
// drops late answers and completes bursts that were begun, with no byte written. No latency; stalls requests
// behind a reset until everything before it is answered.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module reset_guard (
    input  wire        clock,
    input  wire        reset,
    input  wire        memory_reset,
    input  wire [8:0]  s_awid,
    input  wire [63:0] s_awaddr,
    input  wire [7:0]  s_awlen,
    input  wire        s_awvalid,
    output wire        s_awready,
    input  wire        s_wlast,
    input  wire        s_wvalid,
    output wire        s_wready,
    output wire        s_bvalid,
    input  wire        s_arvalid,
    output wire        s_arready,
    output wire        s_rvalid,
    input  wire        s_rready,
    output wire [8:0]  m_awid,
    output wire [63:0] m_awaddr,
    output wire [7:0]  m_awlen,
    output wire        m_awvalid,
    input  wire        m_awready,
    output wire [63:0] m_wstrb,
    output wire        m_wlast,
    output wire        m_wvalid,
    input  wire        m_wready,
    input  wire        m_bvalid,
    output wire        m_bready,
    output wire        m_arvalid,
    input  wire        m_arready,
    input  wire        m_rlast,
    input  wire        m_rvalid,
    output wire        m_rready
);

    localparam [63:0] ALL_BYTES = 64'hffffffffffffffff;

    reg draining = 1'b0;
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
    wire read_taken;
    wire read_ended;
    wire answered;
    wire clean;

    always @(posedge clock) begin
        if (read_taken & ~read_ended) begin
            reads <= reads + 10'd1;
        end
        if (read_ended & ~read_taken) begin
            reads <= reads - 10'd1;
        end
        if (beat_taken) begin
            sent <= sent + 8'd1;
        end
        if (last_taken) begin
            sent <= 8'd0;
        end
        if (address_taken & ~last_taken) begin
            ahead <= 1'b0;
            if (~ahead) begin
                owed <= owed + 10'd1;
            end
        end
        if (last_taken & ~address_taken) begin
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
        if (clean) begin
            draining <= 1'b0;
        end
        if (reset) begin
            draining <= 1'b1;
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
    assign m_awvalid = draining ? repeats & ~reset : offers;
    assign m_awid = draining ? id : s_awid;
    assign m_awaddr = draining ? address : s_awaddr;
    assign m_awlen = draining ? length : s_awlen;
    assign s_awready = m_awready & ~blocks;
    assign address_taken = m_awvalid & m_awready;

    // Beats, never before their address is offered.
    assign may_send = (|owed) | (offers & ~ahead);
    assign completes = (|owed) | begun;
    assign m_wvalid = draining ? completes & ~reset : s_wvalid & may_send & ~blocks;
    assign m_wlast = draining ? sent == length : s_wlast;
    assign m_wstrb = draining ? 64'd0 : ALL_BYTES;
    assign s_wready = m_wready & may_send & ~blocks;
    assign beat_taken = m_wvalid & m_wready;
    assign last_taken = beat_taken & m_wlast;

    // Answers to writes.
    assign m_bready = 1'b1;
    assign s_bvalid = m_bvalid & ~blocks;
    assign answered = m_bvalid & (|writes);

    // Behind a reset. What is counted is not forgotten in it, unless the memory is reset as well.
    assign clean = ~(|reads) & ~(|writes) & ~(|owed) & ~repeats & ~begun;

endmodule

`default_nettype wire
