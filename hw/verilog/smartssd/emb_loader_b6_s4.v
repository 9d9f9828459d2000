// Reads EVs from the cache, a burst each, and has them written to the banks. A beat a cycle; stalls on the
// memory, on waits, and when 32 EVs are under way.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_loader_b6_s4 (
    input  wire         clock,
    input  wire         reset,
    input  wire         start,
    input  wire [127:0] word,
    input  wire         word_valid,
    output wire         word_ready,
    input  wire [31:0]  forward,
    input  wire [31:0]  backward,
    input  wire [31:0]  moves,
    output wire [31:0]  done,
    output wire         waiting,
    output wire         bad_bank,
    output wire         bad_vector,
    output wire         failed,
    output wire         idle,
    input  wire [63:0]  cache_base,
    input  wire [31:0]  cache_vectors,
    output wire [63:0]  araddr,
    output wire [7:0]   arlen,
    output wire         arvalid,
    input  wire         arready,
    input  wire [1:0]   rresp,
    input  wire         rvalid,
    output wire         push_0,
    output wire         push_1,
    output wire         push_2,
    output wire         push_3,
    input  wire         queue_valid,
    output wire         pop,
    output wire [9:0]   slot,
    output wire         forward_load_0,
    output wire         forward_load_1,
    output wire         forward_load_2,
    output wire         forward_load_3,
    output wire         forward_load_4,
    output wire         forward_load_5,
    input  wire         forward_ready,
    output wire         backward_load_0,
    output wire         backward_load_1,
    output wire         backward_load_2,
    output wire         backward_load_3,
    output wire         backward_load_4,
    output wire         backward_load_5
);

    localparam [2:0] LAST_BEAT = 3'd3;
    localparam [7:0] LENGTH = 8'd3;
    localparam [5:0] LIMIT = 6'd32;
    localparam [7:0] NO_BANKS = 8'd192;
    localparam [7:0] ONE = 8'd1;

    reg [5:0] open = 6'd0;
    reg [5:0] under_way = 6'd0;
    reg [2:0] settling = 3'd0;
    reg [31:0] counted = 32'd0;
    reg [2:0] beat = 3'd0;
    reg error = 1'b0;

    wire is_wait;
    wire reached;
    wire [7:0] own_bank;
    wire [31:0] vector_;
    wire fine;
    wire issue;
    wire received;
    wire here;
    wire to_backward;
    wire [7:0] bank;
    wire takes;
    wire settled;
    wire [7:0] at;
    wire [63:0] addresses_in_data;
    wire addresses_in_ready;
    wire places_reset;
    wire places_in_ready;
    wire [13:0] places_out_data;
    wire places_out_valid;
    wire settle_in_data;

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(2)) u_addresses (
        .clock(clock),
        .reset(reset),
        .in_data(addresses_in_data),
        .in_valid(fine),
        .in_ready(addresses_in_ready),
        .out_data(araddr),
        .out_valid(arvalid),
        .out_ready(arready)
    );

    emb_fifo #(.WIDTH(14), .LOG_DEPTH(5)) u_places (
        .clock(clock),
        .reset(places_reset),
        .in_data(word[13:0]),
        .in_valid(issue),
        .in_ready(places_in_ready),
        .out_data(places_out_data),
        .out_valid(places_out_valid),
        .out_ready(takes)
    );

    emb_delay #(.WIDTH(1), .STAGES(6)) u_settle (
        .clock(clock),
        .in_data(settle_in_data),
        .out_data(settled)
    );

    always @(posedge clock) begin
        if (rvalid) begin
            beat <= beat + 3'd1;
            if (rresp[1]) begin
                error <= 1'b1;
            end
        end
        if (received) begin
            beat <= 3'd0;
        end
        if (settled) begin
            counted <= counted + 32'd1;
        end
        if (issue & ~takes) begin
            open <= open + 6'd1;
        end
        if (takes & ~issue) begin
            open <= open - 6'd1;
        end
        if (issue & ~received) begin
            under_way <= under_way + 6'd1;
        end
        if (received & ~issue) begin
            under_way <= under_way - 6'd1;
        end
        if (takes & ~settled) begin
            settling <= settling + 3'd1;
        end
        if (settled & ~takes) begin
            settling <= settling - 3'd1;
        end
        if (start) begin
            open <= 6'd0;
            counted <= 32'd0;
            error <= 1'b0;
        end
        if (reset) begin
            open <= 6'd0;
            under_way <= 6'd0;
            settling <= 3'd0;
            beat <= 3'd0;
            error <= 1'b0;
        end
    end

    assign places_reset = reset | start;

    // Ask for an EV.
    assign is_wait = word[127];
    assign reached = (forward >= word[31:0]) & (backward >= word[63:32]) & (moves >= word[95:64]);
    assign waiting = word_valid & is_wait & ~reached;
    assign own_bank = ONE << word[12:10];
    assign bad_bank = word_valid & ~is_wait & (|(own_bank & NO_BANKS));
    assign vector_ = word[63:32];
    assign bad_vector = word_valid & ~is_wait & (vector_ >= cache_vectors);
    assign fine = word_valid & ~is_wait & ~bad_bank & ~bad_vector & ~error & (open != LIMIT);
    assign issue = fine & addresses_in_ready;
    assign word_ready = issue | (is_wait & reached);
    assign addresses_in_data = cache_base + {24'd0, vector_, 8'd0};
    assign arlen = LENGTH;

    // Deal its beats out to the slices.
    assign at = ONE << beat;
    assign push_0 = rvalid & at[0];
    assign push_1 = rvalid & at[1];
    assign push_2 = rvalid & at[2];
    assign push_3 = rvalid & at[3];
    assign received = rvalid & (beat == LAST_BEAT);
    assign failed = error;

    // Write it.
    assign here = queue_valid & ~error;
    assign to_backward = places_out_data[13];
    assign slot = places_out_data[9:0];
    assign bank = ONE << places_out_data[12:10];
    assign forward_load_0 = here & ~to_backward & bank[0];
    assign backward_load_0 = here & to_backward & bank[0];
    assign forward_load_1 = here & ~to_backward & bank[1];
    assign backward_load_1 = here & to_backward & bank[1];
    assign forward_load_2 = here & ~to_backward & bank[2];
    assign backward_load_2 = here & to_backward & bank[2];
    assign forward_load_3 = here & ~to_backward & bank[3];
    assign backward_load_3 = here & to_backward & bank[3];
    assign forward_load_4 = here & ~to_backward & bank[4];
    assign backward_load_4 = here & to_backward & bank[4];
    assign forward_load_5 = here & ~to_backward & bank[5];
    assign backward_load_5 = here & to_backward & bank[5];
    assign takes = here & (to_backward | forward_ready);
    assign pop = takes;
    assign settle_in_data = takes;
    assign done = counted;
    assign idle = ~(|under_way) & ~(|settling) & (~(|open) | error);

    // Bits that the design does not need.
    wire _unused = &{
        word[126:96],
        rresp[0],
        bank[7:6],
        at[7:4],
        places_in_ready,
        places_out_valid,
        1'b0
    };

endmodule

`default_nettype wire
