// AXI4-Lite slave, 64 data bits, that turns transfers into register strobes. Latency: strobe 1 cycle, answer
// 3 cycles. Throughput: one write and one read in 4 cycles. Stalls while a transfer of the same direction is
// outstanding.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_axi_lite_slave (
    input  wire        clock,
    input  wire        reset,
    input  wire [11:0] s_axil_awaddr,
    input  wire [2:0]  s_axil_awprot,
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [63:0] s_axil_wdata,
    input  wire [7:0]  s_axil_wstrb,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    output wire [1:0]  s_axil_bresp,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    input  wire [11:0] s_axil_araddr,
    input  wire [2:0]  s_axil_arprot,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    output wire [63:0] s_axil_rdata,
    output wire [1:0]  s_axil_rresp,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    output wire        write_strobe,
    output wire [11:0] write_address,
    output wire [63:0] write_data,
    input  wire        write_error,
    output wire        read_strobe,
    output wire [11:0] read_address,
    input  wire [63:0] read_data
);

    reg aw_held = 1'b0;
    reg [11:0] aw_address = 12'd0;
    reg w_held = 1'b0;
    reg [63:0] w_data = 64'd0;
    reg w_whole = 1'b0;
    reg write_pending = 1'b0;
    reg b_valid = 1'b0;
    reg b_error = 1'b0;
    reg ar_held = 1'b0;
    reg [11:0] ar_address = 12'd0;
    reg read_pending = 1'b0;
    reg r_valid = 1'b0;
    reg [63:0] r_data = 64'd0;

    wire write_now;
    wire write_refused;
    wire read_now;
    wire read_refused;

    always @(posedge clock) begin
        if (s_axil_awvalid & ~aw_held) begin
            aw_held <= 1'b1;
            aw_address <= s_axil_awaddr;
        end
        if (s_axil_wvalid & ~w_held) begin
            w_held <= 1'b1;
            w_data <= s_axil_wdata;
            w_whole <= &s_axil_wstrb;
        end
        write_pending <= write_now;
        if (write_pending) begin
            b_valid <= 1'b1;
            b_error <= write_refused | write_error;
        end
        if (b_valid & s_axil_bready) begin
            b_valid <= 1'b0;
            aw_held <= 1'b0;
            w_held <= 1'b0;
        end
        if (s_axil_arvalid & ~ar_held) begin
            ar_held <= 1'b1;
            ar_address <= s_axil_araddr;
        end
        read_pending <= read_now;
        if (read_pending) begin
            r_valid <= 1'b1;
            r_data <= read_data;
            if (read_refused) begin
                r_data <= 64'd0;
            end
        end
        if (r_valid & s_axil_rready) begin
            r_valid <= 1'b0;
            ar_held <= 1'b0;
        end
        if (reset) begin
            aw_held <= 1'b0;
            w_held <= 1'b0;
            write_pending <= 1'b0;
            b_valid <= 1'b0;
            ar_held <= 1'b0;
            read_pending <= 1'b0;
            r_valid <= 1'b0;
        end
    end

    assign s_axil_awready = ~aw_held;
    assign s_axil_wready = ~w_held;
    assign s_axil_bvalid = b_valid;
    assign s_axil_bresp = b_error ? 2'd2 : 2'd0;
    assign write_now = aw_held & w_held & ~write_pending & ~b_valid;
    assign write_refused = ~w_whole | (|aw_address[2:0]);
    assign write_strobe = write_now & ~write_refused;
    assign write_address = aw_address;
    assign write_data = w_data;
    assign s_axil_arready = ~ar_held;
    assign s_axil_rvalid = r_valid;
    assign s_axil_rdata = r_data;
    assign s_axil_rresp = read_refused ? 2'd2 : 2'd0;
    assign read_now = ar_held & ~read_pending & ~r_valid;
    assign read_refused = |ar_address[2:0];
    assign read_strobe = read_now & ~read_refused;
    assign read_address = ar_address;

    // Bits that the design does not need.
    wire _unused = &{
        s_axil_awprot,
        s_axil_arprot,
        1'b0
    };

endmodule

`default_nettype wire
