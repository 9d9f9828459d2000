// Memory of lines of 64 bytes on UltraRAM behind an AXI4 slave port; what is outside is answered with an
// error. Latency: read 4 cycles, write 1. Throughput: a beat read and a beat written a cycle. Stalls while 16
// beats or answers are not taken.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_axi_scratchpad_d32768 (
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME clock, ASSOCIATED_BUSIF s_axi, ASSOCIATED_RESET reset, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 clock CLK" *)
    input  wire         clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 reset RST" *)
    input  wire         reset,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axi, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWID" *)
    input  wire [8:0]   s_axi_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWADDR" *)
    input  wire [63:0]  s_axi_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWLEN" *)
    input  wire [7:0]   s_axi_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWSIZE" *)
    input  wire [2:0]   s_axi_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWBURST" *)
    input  wire [1:0]   s_axi_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWLOCK" *)
    input  wire         s_axi_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWCACHE" *)
    input  wire [3:0]   s_axi_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWPROT" *)
    input  wire [2:0]   s_axi_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWQOS" *)
    input  wire [3:0]   s_axi_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWVALID" *)
    input  wire         s_axi_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi AWREADY" *)
    output wire         s_axi_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi WDATA" *)
    input  wire [511:0] s_axi_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi WSTRB" *)
    input  wire [63:0]  s_axi_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi WLAST" *)
    input  wire         s_axi_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi WVALID" *)
    input  wire         s_axi_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi WREADY" *)
    output wire         s_axi_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi BID" *)
    output wire [8:0]   s_axi_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi BRESP" *)
    output wire [1:0]   s_axi_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi BVALID" *)
    output wire         s_axi_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi BREADY" *)
    input  wire         s_axi_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARID" *)
    input  wire [8:0]   s_axi_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARADDR" *)
    input  wire [63:0]  s_axi_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARLEN" *)
    input  wire [7:0]   s_axi_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARSIZE" *)
    input  wire [2:0]   s_axi_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARBURST" *)
    input  wire [1:0]   s_axi_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARLOCK" *)
    input  wire         s_axi_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARCACHE" *)
    input  wire [3:0]   s_axi_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARPROT" *)
    input  wire [2:0]   s_axi_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARQOS" *)
    input  wire [3:0]   s_axi_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARVALID" *)
    input  wire         s_axi_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi ARREADY" *)
    output wire         s_axi_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi RID" *)
    output wire [8:0]   s_axi_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi RDATA" *)
    output wire [511:0] s_axi_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi RRESP" *)
    output wire [1:0]   s_axi_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi RLAST" *)
    output wire         s_axi_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi RVALID" *)
    output wire         s_axi_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axi RREADY" *)
    input  wire         s_axi_rready
);

    localparam [1:0] INCR = 2'd1;
    localparam [4:0] MOST_OPEN = 5'd16;
    localparam [57:0] OUTSIDE = 58'h3ffffffffff8000;
    localparam [1:0] SLAVE_ERROR = 2'd2;
    localparam [2:0] WHOLE = 3'd6;

    reg [11:0] tags_0 = 12'd0;
    reg [11:0] tags_1 = 12'd0;
    reg [7:0] read_beat = 8'd0;
    reg [7:0] write_beat = 8'd0;
    reg write_failed = 1'b0;
    reg [4:0] open = 5'd0;

    wire [57:0] read_line;
    wire read_bad;
    wire read_last;
    wire issue;
    wire taken;
    wire [57:0] write_line;
    wire write_bad;
    wire write_last;
    wire store;
    wire [75:0] read_burst;
    wire [75:0] write_burst;
    wire [11:0] issued_tag;
    wire [11:0] came;
    wire read_refused;
    wire write_refused;
    wire memory_write_enable;
    wire [511:0] memory_read_data;
    wire [75:0] reads_out_data;
    wire reads_out_valid;
    wire reads_out_ready;
    wire [75:0] writes_out_data;
    wire writes_out_valid;
    wire writes_out_ready;
    wire answers_in_ready;
    wire [522:0] answers_out_data;
    wire [9:0] responses_in_data;
    wire responses_in_valid;
    wire responses_in_ready;
    wire [9:0] responses_out_data;
    wire [511:0] line_out_data;

    emb_ultra_ram #(.LOG_DEPTH(15)) u_memory (
        .clock(clock),
        .write_enable(memory_write_enable),
        .write_address(write_line[14:0]),
        .write_data(s_axi_wdata),
        .write_bytes(s_axi_wstrb),
        .read_enable(issue),
        .read_address(read_line[14:0]),
        .read_data(memory_read_data)
    );

    emb_fifo #(.WIDTH(76), .LOG_DEPTH(2)) u_reads (
        .clock(clock),
        .reset(reset),
        .in_data({read_refused, s_axi_arid, s_axi_arlen, s_axi_araddr[63:6]}),
        .in_valid(s_axi_arvalid),
        .in_ready(s_axi_arready),
        .out_data(reads_out_data),
        .out_valid(reads_out_valid),
        .out_ready(reads_out_ready)
    );

    emb_fifo #(.WIDTH(76), .LOG_DEPTH(2)) u_writes (
        .clock(clock),
        .reset(reset),
        .in_data({write_refused, s_axi_awid, s_axi_awlen, s_axi_awaddr[63:6]}),
        .in_valid(s_axi_awvalid),
        .in_ready(s_axi_awready),
        .out_data(writes_out_data),
        .out_valid(writes_out_valid),
        .out_ready(writes_out_ready)
    );

    emb_fifo #(.WIDTH(523), .LOG_DEPTH(4)) u_answers (
        .clock(clock),
        .reset(reset),
        .in_data({came[10:0], line_out_data}),
        .in_valid(came[11]),
        .in_ready(answers_in_ready),
        .out_data(answers_out_data),
        .out_valid(s_axi_rvalid),
        .out_ready(s_axi_rready)
    );

    emb_fifo #(.WIDTH(10), .LOG_DEPTH(4)) u_responses (
        .clock(clock),
        .reset(reset),
        .in_data(responses_in_data),
        .in_valid(responses_in_valid),
        .in_ready(responses_in_ready),
        .out_data(responses_out_data),
        .out_valid(s_axi_bvalid),
        .out_ready(s_axi_bready)
    );

    emb_delay #(.WIDTH(512), .STAGES(1)) u_line (
        .clock(clock),
        .in_data(memory_read_data),
        .out_data(line_out_data)
    );

    always @(posedge clock) begin
        if (issue) begin
            read_beat <= read_beat + 8'd1;
            if (read_last) begin
                read_beat <= 8'd0;
            end
        end
        if (issue & ~taken) begin
            open <= open + 5'd1;
        end
        if (taken & ~issue) begin
            open <= open - 5'd1;
        end
        if (store) begin
            write_beat <= write_beat + 8'd1;
            write_failed <= write_failed | write_bad;
            if (write_last) begin
                write_beat <= 8'd0;
                write_failed <= 1'b0;
            end
        end
        if (reset) begin
            read_beat <= 8'd0;
            write_beat <= 8'd0;
            write_failed <= 1'b0;
            open <= 5'd0;
        end
    end

    // Bursts.
    assign read_refused = (|s_axi_arlen) & ((s_axi_arsize != WHOLE) | (s_axi_arburst != INCR));
    assign write_refused = (|s_axi_awlen) & ((s_axi_awsize != WHOLE) | (s_axi_awburst != INCR));

    // Beats that are read, as long as there is room for their answers.
    assign read_burst = reads_out_data;
    assign read_line = read_burst[57:0] + {50'd0, read_beat};
    assign read_bad = read_burst[75] | (|(read_line & OUTSIDE));
    assign read_last = read_beat == read_burst[65:58];
    assign issue = reads_out_valid & (open != MOST_OPEN);
    assign reads_out_ready = issue & read_last;
    assign issued_tag = {issue, read_bad, read_last, read_burst[74:66]};

    always @(posedge clock) begin
        tags_0 <= issued_tag;
        if (reset) begin
            tags_0 <= 12'd0;
        end
    end

    always @(posedge clock) begin
        tags_1 <= tags_0;
        if (reset) begin
            tags_1 <= 12'd0;
        end
    end

    assign came = tags_1;
    assign s_axi_rdata = answers_out_data[511:0];
    assign s_axi_rid = answers_out_data[520:512];
    assign s_axi_rlast = answers_out_data[521];
    assign s_axi_rresp = answers_out_data[522] ? SLAVE_ERROR : 2'd0;
    assign taken = s_axi_rvalid & s_axi_rready;

    // Beats that are written.
    assign write_burst = writes_out_data;
    assign write_line = write_burst[57:0] + {50'd0, write_beat};
    assign write_bad = write_burst[75] | (|(write_line & OUTSIDE));
    assign write_last = write_beat == write_burst[65:58];
    assign s_axi_wready = writes_out_valid & responses_in_ready;
    assign store = s_axi_wvalid & writes_out_valid & responses_in_ready;
    assign writes_out_ready = store & write_last;
    assign memory_write_enable = store & ~write_bad;
    assign responses_in_data = {write_failed | write_bad, write_burst[74:66]};
    assign responses_in_valid = store & write_last;
    assign s_axi_bid = responses_out_data[8:0];
    assign s_axi_bresp = responses_out_data[9] ? SLAVE_ERROR : 2'd0;

    // Bits that the design does not need.
    wire _unused = &{
        s_axi_awaddr[5:0],
        s_axi_awlock,
        s_axi_awcache,
        s_axi_awprot,
        s_axi_awqos,
        s_axi_wlast,
        s_axi_araddr[5:0],
        s_axi_arlock,
        s_axi_arcache,
        s_axi_arprot,
        s_axi_arqos,
        answers_in_ready,
        1'b0
    };

endmodule

`default_nettype wire
