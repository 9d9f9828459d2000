// Copies EVs from the DRAM to the SSD, a burst each; writes none that was not read well. A beat a cycle;
// stalls when 64 beats are on their way, when 255 EVs are unanswered, and when either port does.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_evictor_s1 (
    input  wire         clock,
    input  wire         reset,
    input  wire         clear,
    input  wire [63:0]  from,
    input  wire [63:0]  to,
    input  wire         vector_valid,
    output wire         vector_ready,
    output wire         idle,
    output wire         evicted,
    output wire         read_failed,
    output wire         write_failed,
    output wire [63:0]  araddr,
    output wire [7:0]   arlen,
    output wire         arvalid,
    input  wire         arready,
    input  wire [511:0] rdata,
    input  wire         rerror,
    input  wire         rvalid,
    output wire [63:0]  awaddr,
    output wire [7:0]   awlen,
    output wire         awvalid,
    input  wire         awready,
    output wire [511:0] wdata,
    output wire         wlast,
    output wire         wvalid,
    input  wire         wready,
    input  wire [1:0]   bresp,
    input  wire         bvalid
);

    localparam [6:0] ALL_VECTORS = 7'd64;
    localparam [2:0] LAST_BEAT = 3'd0;
    localparam [7:0] LENGTH = 8'd0;
    localparam [7:0] MOST = 8'd255;
    localparam [6:0] ONE = 7'd1;

    reg [6:0] open = 7'd0;
    reg [6:0] reading = 7'd0;
    reg [6:0] whole = 7'd0;
    reg [2:0] beat = 3'd0;
    reg [2:0] sent = 3'd0;
    reg sending = 1'b0;
    reg [7:0] unanswered = 8'd0;
    reg bad_read = 1'b0;
    reg bad_write = 1'b0;

    wire takes;
    wire last;
    wire good;
    wire begins;
    wire leaves;
    wire answered;
    wire room;
    wire reads_in_valid;
    wire reads_in_ready;
    wire targets_reset;
    wire targets_in_ready;
    wire [63:0] targets_out_data;
    wire targets_out_valid;
    wire beats_reset;
    wire beats_in_ready;
    wire beats_out_valid;
    wire beats_out_ready;
    wire addresses_in_ready;

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(2)) u_reads (
        .clock(clock),
        .reset(reset),
        .in_data(from),
        .in_valid(reads_in_valid),
        .in_ready(reads_in_ready),
        .out_data(araddr),
        .out_valid(arvalid),
        .out_ready(arready)
    );

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(6)) u_targets (
        .clock(clock),
        .reset(targets_reset),
        .in_data(to),
        .in_valid(takes),
        .in_ready(targets_in_ready),
        .out_data(targets_out_data),
        .out_valid(targets_out_valid),
        .out_ready(begins)
    );

    emb_fifo #(.WIDTH(512), .LOG_DEPTH(6)) u_beats (
        .clock(clock),
        .reset(beats_reset),
        .in_data(rdata),
        .in_valid(rvalid),
        .in_ready(beats_in_ready),
        .out_data(wdata),
        .out_valid(beats_out_valid),
        .out_ready(beats_out_ready)
    );

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(2)) u_addresses (
        .clock(clock),
        .reset(reset),
        .in_data(targets_out_data),
        .in_valid(begins),
        .in_ready(addresses_in_ready),
        .out_data(awaddr),
        .out_valid(awvalid),
        .out_ready(awready)
    );

    always @(posedge clock) begin
        if (clear) begin
            bad_read <= 1'b0;
            bad_write <= 1'b0;
        end
        if (rvalid) begin
            beat <= beat + 3'd1;
            if (rerror) begin
                bad_read <= 1'b1;
            end
        end
        if (last) begin
            beat <= 3'd0;
        end
        if (sending & wready) begin
            sent <= sent + 3'd1;
        end
        if (leaves) begin
            sent <= 3'd0;
            sending <= 1'b0;
        end
        if (begins) begin
            sending <= 1'b1;
        end
        if (bvalid & bresp[1]) begin
            bad_write <= 1'b1;
        end
        // What is under way.
        if (takes & ~leaves) begin
            open <= open + 7'd1;
        end
        if (leaves & ~takes) begin
            open <= open - 7'd1;
        end
        if (takes & ~last) begin
            reading <= reading + 7'd1;
        end
        if (last & ~takes) begin
            reading <= reading - 7'd1;
        end
        if (good & ~leaves) begin
            whole <= whole + 7'd1;
        end
        if (leaves & ~good) begin
            whole <= whole - 7'd1;
        end
        if (begins & ~answered) begin
            unanswered <= unanswered + 8'd1;
        end
        if (answered & ~begins) begin
            unanswered <= unanswered - 8'd1;
        end
        if (clear) begin
            open <= 7'd0;
        end
        if (reset) begin
            open <= 7'd0;
            reading <= 7'd0;
            whole <= 7'd0;
            beat <= 3'd0;
            sent <= 3'd0;
            sending <= 1'b0;
            unanswered <= 8'd0;
            bad_read <= 1'b0;
            bad_write <= 1'b0;
        end
    end

    assign targets_reset = reset | clear;
    assign beats_reset = reset | clear;
    assign leaves = sending & wready & (sent == LAST_BEAT);

    // Read.
    assign room = (open != ALL_VECTORS) & ~bad_read & ~bad_write;
    assign takes = vector_valid & room & reads_in_ready;
    assign vector_ready = room & reads_in_ready;
    assign reads_in_valid = vector_valid & room;
    assign arlen = LENGTH;
    assign last = rvalid & (beat == LAST_BEAT);
    assign good = last & ~rerror & ~bad_read;

    // Write what is here as a whole.
    assign begins = addresses_in_ready & (unanswered != MOST) & ((~sending & (|whole)) | (leaves & (whole != ONE)));
    assign wvalid = sending;
    assign wlast = sent == LAST_BEAT;
    assign beats_out_ready = sending & wready;
    assign awlen = LENGTH;
    assign answered = bvalid;
    assign evicted = bvalid & ~bresp[1];
    assign read_failed = bad_read;
    assign write_failed = bad_write;
    assign idle = ~(|reading) & ~(|whole) & ~(|unanswered);

    // Bits that the design does not need.
    wire _unused = &{
        bresp[0],
        targets_in_ready,
        targets_out_valid,
        beats_in_ready,
        beats_out_valid,
        1'b0
    };

endmodule

`default_nettype wire
