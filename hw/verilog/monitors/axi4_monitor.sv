// Watches an AXI4 port, its master and its slave. For simulation only: it drives nothing but `idle`, and stops the
// simulation at the first rule that is broken. It looks at nothing before the first two cycles of a reset, which a block
// may sample before it obeys.
//
// VALID_HELD, PAYLOAD_STABLE, RESET_QUIET, KNOWN: as stream_monitor, on every channel; of lines, the bytes that are written
// BURST           AxBURST is INCR
// SIZE            AxSIZE is the width of the port
// ALIGNED         AxADDR is a multiple of the width of the port
// BOUNDARY        a burst does not cross a boundary of 4 KiB
// LOCK            AxLOCK is 0
// WRITE_LAST      WLAST is high in the last beat of a burst and in no other
// READ_LAST       RLAST is high in the last beat of a burst and in no other
// B_AFTER_WRITE   BID names a write whose address and last beat were taken in earlier cycles
// R_AFTER_READ    RID names a read whose address was taken in an earlier cycle; beats of different IDs may alternate
// RESPONSE        no response is EXOKAY
// MOST_READS, MOST_WRITES: no more bursts are unanswered
//
// PORT            name in messages
// ID_BITS, ADDRESS_BITS, DATA_BITS: widths
// LOG_MOST        bursts of a direction that may be unanswered (2 to the power of this)
// ANY_FORM        1 at a slave that takes, or refuses, bursts of any form: BURST, SIZE, ALIGNED, BOUNDARY and LOCK are not looked at
//
// What is under way stays so over `reset`, which is the master's; all of it is forgotten while `slave_reset` is high.
`default_nettype none

module axi4_monitor #(
    parameter PORT = "axi4",
    parameter ID_BITS = 9,
    parameter ADDRESS_BITS = 64,
    parameter DATA_BITS = 512,
    parameter LOG_MOST = 9,
    parameter ANY_FORM = 0
) (
    input  wire                    clock,
    input  wire                    reset,
    input  wire                    slave_reset,
    input  wire [ID_BITS-1:0]      awid,
    input  wire [ADDRESS_BITS-1:0] awaddr,
    input  wire [7:0]              awlen,
    input  wire [2:0]              awsize,
    input  wire [1:0]              awburst,
    input  wire                    awlock,
    input  wire [3:0]              awcache,
    input  wire [2:0]              awprot,
    input  wire [3:0]              awqos,
    input  wire                    awvalid,
    input  wire                    awready,
    input  wire [DATA_BITS-1:0]    wdata,
    input  wire [DATA_BITS/8-1:0]  wstrb,
    input  wire                    wlast,
    input  wire                    wvalid,
    input  wire                    wready,
    input  wire [ID_BITS-1:0]      bid,
    input  wire [1:0]              bresp,
    input  wire                    bvalid,
    input  wire                    bready,
    input  wire [ID_BITS-1:0]      arid,
    input  wire [ADDRESS_BITS-1:0] araddr,
    input  wire [7:0]              arlen,
    input  wire [2:0]              arsize,
    input  wire [1:0]              arburst,
    input  wire                    arlock,
    input  wire [3:0]              arcache,
    input  wire [2:0]              arprot,
    input  wire [3:0]              arqos,
    input  wire                    arvalid,
    input  wire                    arready,
    input  wire [ID_BITS-1:0]      rid,
    input  wire [DATA_BITS-1:0]    rdata,
    input  wire [1:0]              rresp,
    input  wire                    rlast,
    input  wire                    rvalid,
    input  wire                    rready,
    output wire                    idle
);
    localparam LOG_BYTES = $clog2(DATA_BITS / 8);
    localparam ADDRESS_CHANNEL = ID_BITS + ADDRESS_BITS + 25;
    localparam COUNT = LOG_MOST + 1;
    localparam IDS = 1 << ID_BITS;
    localparam MOST = 1 << LOG_MOST;
    localparam [63:0] BOUND = 64'd1 << LOG_MOST;

    reg armed = 1'b0;
    reg was_reset = 1'b0;
    reg [63:0] cycle = 64'd0;

    task broken(input string channel, input string rule, input string text, input [63:0] expected, input [63:0] found);
        $fatal(1, "monitor %0s.%0s, cycle %0d: %0s: %0s: expected %0h, found %0h",
               PORT, channel, cycle, rule, text, expected, found);
    endtask

    // The five channels as streams. Of lines, bytes that nobody looks at may be anything.
    stream_monitor #(.PORT({PORT, ".AW"}), .WIDTH(ADDRESS_CHANNEL)) write_address (
        .clock(clock),
        .reset(reset),
        .valid(awvalid),
        .ready(awready),
        .payload({awid, awaddr, awlen, awsize, awburst, awlock, awcache, awprot, awqos})
    );
    stream_monitor #(
        .PORT({PORT, ".W"}),
        .WIDTH(DATA_BITS + DATA_BITS / 8 + 1),
        .KNOWN_BITS({{(DATA_BITS / 8 + 1){1'b1}}, {DATA_BITS{1'b0}}})
    ) write_data (
        .clock(clock),
        .reset(reset),
        .valid(wvalid),
        .ready(wready),
        .payload({wlast, wstrb, wdata})
    );
    stream_monitor #(.PORT({PORT, ".B"}), .WIDTH(ID_BITS + 2), .QUIET(0)) write_answer (
        .clock(clock),
        .reset(reset),
        .valid(bvalid),
        .ready(bready),
        .payload({bid, bresp})
    );
    stream_monitor #(.PORT({PORT, ".AR"}), .WIDTH(ADDRESS_CHANNEL)) read_address (
        .clock(clock),
        .reset(reset),
        .valid(arvalid),
        .ready(arready),
        .payload({arid, araddr, arlen, arsize, arburst, arlock, arcache, arprot, arqos})
    );
    stream_monitor #(
        .PORT({PORT, ".R"}),
        .WIDTH(DATA_BITS + ID_BITS + 3),
        .KNOWN_BITS({{(ID_BITS + 3){1'b1}}, {DATA_BITS{1'b0}}}),
        .QUIET(0)
    ) read_answer (
        .clock(clock),
        .reset(reset),
        .valid(rvalid),
        .ready(rready),
        .payload({rid, rresp, rlast, rdata})
    );

    // What an address channel asks for.
    task check_address(input string channel, input [11:0] address, input [7:0] length, input [2:0] size,
                       input [1:0] burst, input lock);
        if (burst != 2'd1)
            broken(channel, "BURST", "BURST must be INCR", 64'd1, {62'd0, burst});
        if (size != LOG_BYTES[2:0])
            broken(channel, "SIZE", "SIZE must be the width of the port", {32'd0, LOG_BYTES}, {61'd0, size});
        if (address[LOG_BYTES-1:0] != {LOG_BYTES{1'b0}})
            broken(channel, "ALIGNED", "the address must be a multiple of the width of the port",
                   64'd0, {{(64 - LOG_BYTES){1'b0}}, address[LOG_BYTES-1:0]});
        if ({12'd0, address} + (({16'd0, length} + 24'd1) << size) > 24'd4096)
            broken(channel, "BOUNDARY", "a burst must not cross a boundary of 4 KiB", 64'd4096,
                   {40'd0, {12'd0, address} + (({16'd0, length} + 24'd1) << size)});
        if (lock)
            broken(channel, "LOCK", "LOCK must be 0", 64'd0, {63'd0, lock});
    endtask

    wire aw = awvalid && awready;
    wire w = wvalid && wready;
    wire b = bvalid && bready;
    wire ar = arvalid && arready;
    wire r = rvalid && rready;

    // Bursts of writes in the order of their addresses, which is that of their data: how many addresses and whole bursts were
    // taken, the length and ID of each address, and the last beat of each burst, for data that come before their address.
    reg [31:0] addresses_taken = 32'd0;
    reg [31:0] bursts_taken = 32'd0;
    reg [7:0] write_lengths [0:MOST-1];
    reg [ID_BITS-1:0] write_ids [0:MOST-1];
    reg [7:0] last_beats [0:MOST-1];
    reg [7:0] write_beat = 8'd0;
    reg [31:0] writes_open = 32'd0;
    // Resets of the slave; counts by ID are of one of them.
    reg [31:0] epoch = 32'd1;
    // Whole writes that are unanswered, by ID.
    reg [COUNT-1:0] whole [0:IDS-1];
    reg [31:0] write_epochs [0:IDS-1];
    // Reads, by ID: how many were asked for and answered, the length of each, and the beat of the oldest.
    reg [COUNT-1:0] asked [0:IDS-1];
    reg [COUNT-1:0] answered [0:IDS-1];
    reg [7:0] read_lengths [0:IDS*MOST-1];
    reg [7:0] read_beats [0:IDS-1];
    reg [31:0] read_epochs [0:IDS-1];
    reg [31:0] reads_open = 32'd0;

    integer id;
    integer lane;
    initial
        for (id = 0; id < IDS; id = id + 1) begin
            write_epochs[id] = 32'd0;
            read_epochs[id] = 32'd0;
        end

    // Addresses whose data are not here as a whole; negative: bursts whose address is not here.
    wire signed [31:0] ahead = addresses_taken - bursts_taken;

    // The burst of the beat that is offered, and whether a write is whole now.
    wire address_known = ahead > 0 || (ahead == 0 && aw);
    wire [LOG_MOST-1:0] burst = bursts_taken[LOG_MOST-1:0];
    wire [7:0] length = ahead > 0 ? write_lengths[burst] : awlen;
    wire last = write_beat == length;
    wire completes = (aw && ahead < 0) || (w && wlast && address_known);
    wire [ID_BITS-1:0] completed = ahead > 0 ? write_ids[burst] : awid;
    wire [COUNT-1:0] whole_b = write_epochs[bid] == epoch ? whole[bid] : {COUNT{1'b0}};
    wire [COUNT-1:0] whole_completed = write_epochs[completed] == epoch ? whole[completed] : {COUNT{1'b0}};

    // The reads of the IDs at hand.
    wire asks_first = read_epochs[arid] != epoch;
    wire answers_none = read_epochs[rid] != epoch || asked[rid] == answered[rid];
    wire last_read = read_beats[rid] == read_lengths[{rid, answered[rid][LOG_MOST-1:0]}];

    assign idle = reads_open == 32'd0 && writes_open == 32'd0 && ahead == 0 && write_beat == 8'd0;

    always @(posedge clock) begin
        cycle <= cycle + 64'd1;
        was_reset <= reset === 1'b1;
        if (reset === 1'b1 && was_reset)
            armed <= 1'b1;
        if (slave_reset !== 1'b0)
            epoch <= epoch + 32'd1;
        if (armed && awvalid && ANY_FORM == 0)
            check_address("AW", awaddr[11:0], awlen, awsize, awburst, awlock);
        if (armed && arvalid && ANY_FORM == 0)
            check_address("AR", araddr[11:0], arlen, arsize, arburst, arlock);
    end

    // Writes.
    always @(posedge clock)
        if (slave_reset !== 1'b0) begin
            addresses_taken <= 32'd0;
            bursts_taken <= 32'd0;
            write_beat <= 8'd0;
            writes_open <= 32'd0;
        end else if (armed) begin
            if (aw) begin
                write_lengths[addresses_taken[LOG_MOST-1:0]] <= awlen;
                write_ids[addresses_taken[LOG_MOST-1:0]] <= awid;
                addresses_taken <= addresses_taken + 32'd1;
                if (ahead < 0 && last_beats[addresses_taken[LOG_MOST-1:0]] != awlen)
                    broken("AW", "WRITE_LAST", "data that came before their address must be as long as it says",
                           {56'd0, awlen}, {56'd0, last_beats[addresses_taken[LOG_MOST-1:0]]});
            end
            if (wvalid)
                for (lane = 0; lane < DATA_BITS / 8; lane = lane + 1)
                    if (wstrb[lane] && (^wdata[8*lane+:8]) === 1'bx)
                        broken("W", "KNOWN", "a byte that is written must be known", 64'd0, {56'd0, wdata[8*lane+:8]});
            if (w) begin
                write_beat <= wlast ? 8'd0 : write_beat + 8'd1;
                if (wlast) begin
                    last_beats[burst] <= write_beat;
                    bursts_taken <= bursts_taken + 32'd1;
                end
                if (address_known && (wlast != last || write_beat > length))
                    broken("W", "WRITE_LAST", "WLAST must be high in the last beat of a burst and in no other",
                           {63'd0, last}, {63'd0, wlast});
            end
            if (completes && !(b && bid == completed)) begin
                write_epochs[completed] <= epoch;
                whole[completed] <= whole_completed + 1'b1;
            end
            if (b && !(completes && bid == completed))
                whole[bid] <= whole_b - 1'b1;
            writes_open <= writes_open + {31'd0, aw} - {31'd0, b};
            if (bvalid) begin
                if (whole_b == {COUNT{1'b0}})
                    broken("B", "B_AFTER_WRITE", "a write of BID must be whole and unanswered", 64'd1, 64'd0);
                if (bresp == 2'd1)
                    broken("B", "RESPONSE", "no access is exclusive, so none is answered EXOKAY", 64'd0, 64'd1);
            end
            if (aw && writes_open == MOST)
                broken("AW", "MOST_WRITES", "too many writes are unanswered", BOUND, BOUND + 64'd1);
            if (w && wlast && -ahead == MOST)
                broken("W", "MOST_WRITES", "too many bursts of data are before their addresses",
                       BOUND, BOUND + 64'd1);
        end

    // Reads.
    always @(posedge clock)
        if (slave_reset !== 1'b0)
            reads_open <= 32'd0;
        else if (armed) begin
            if (ar) begin
                read_epochs[arid] <= epoch;
                read_lengths[{arid, asks_first ? {LOG_MOST{1'b0}} : asked[arid][LOG_MOST-1:0]}] <= arlen;
                asked[arid] <= asks_first ? {{(COUNT - 1){1'b0}}, 1'b1} : asked[arid] + 1'b1;
                if (asks_first) begin
                    answered[arid] <= {COUNT{1'b0}};
                    read_beats[arid] <= 8'd0;
                end
            end
            if (r && !answers_none) begin
                read_beats[rid] <= rlast ? 8'd0 : read_beats[rid] + 8'd1;
                if (rlast)
                    answered[rid] <= answered[rid] + 1'b1;
            end
            reads_open <= reads_open + {31'd0, ar} - {31'd0, r && rlast};
            if (rvalid) begin
                if (answers_none)
                    broken("R", "R_AFTER_READ", "a read of RID must be unanswered", 64'd1, 64'd0);
                else if (rlast != last_read)
                    broken("R", "READ_LAST", "RLAST must be high in the last beat of a burst and in no other",
                           {63'd0, last_read}, {63'd0, rlast});
                if (rresp == 2'd1)
                    broken("R", "RESPONSE", "no access is exclusive, so none is answered EXOKAY", 64'd0, 64'd1);
            end
            if (ar && reads_open == MOST)
                broken("AR", "MOST_READS", "too many reads are unanswered", BOUND, BOUND + 64'd1);
        end
endmodule

`default_nettype wire
