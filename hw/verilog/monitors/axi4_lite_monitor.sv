// Watches an AXI4-Lite port, its master and its slave. For simulation only: it drives nothing but `idle`, and stops the
// simulation at the first rule that is broken. It looks at nothing before the first cycle of a reset, and forgets all in one.
//
// VALID_HELD, PAYLOAD_STABLE, RESET_QUIET, KNOWN: as stream_monitor, on every channel
// B_AFTER_WRITE   an answer is to a write whose address and data were taken in earlier cycles
// R_AFTER_READ    an answer is to a read whose address was taken in an earlier cycle
// RESPONSE        no response is EXOKAY
// MOST            no more transfers of a direction are unanswered
//
// PORT            name in messages
// ADDRESS_BITS, DATA_BITS: widths
// MOST            transfers of a direction that may be unanswered
`default_nettype none

module axi4_lite_monitor #(
    parameter PORT = "axi4_lite",
    parameter ADDRESS_BITS = 12,
    parameter DATA_BITS = 64,
    parameter MOST = 1
) (
    input  wire                    clock,
    input  wire                    reset,
    input  wire [ADDRESS_BITS-1:0] awaddr,
    input  wire [2:0]              awprot,
    input  wire                    awvalid,
    input  wire                    awready,
    input  wire [DATA_BITS-1:0]    wdata,
    input  wire [DATA_BITS/8-1:0]  wstrb,
    input  wire                    wvalid,
    input  wire                    wready,
    input  wire [1:0]              bresp,
    input  wire                    bvalid,
    input  wire                    bready,
    input  wire [ADDRESS_BITS-1:0] araddr,
    input  wire [2:0]              arprot,
    input  wire                    arvalid,
    input  wire                    arready,
    input  wire [DATA_BITS-1:0]    rdata,
    input  wire [1:0]              rresp,
    input  wire                    rvalid,
    input  wire                    rready,
    output wire                    idle
);
    reg armed = 1'b0;
    reg [63:0] cycle = 64'd0;
    reg [31:0] addresses = 32'd0;
    reg [31:0] words = 32'd0;
    reg [31:0] reads = 32'd0;
    wire aw = awvalid && awready;
    wire w = wvalid && wready;
    wire b = bvalid && bready;
    wire ar = arvalid && arready;
    wire r = rvalid && rready;

    assign idle = addresses == 32'd0 && words == 32'd0 && reads == 32'd0;

    task broken(input string channel, input string rule, input string expected, input [31:0] found);
        $fatal(1, "monitor %0s.%0s, cycle %0d: %0s: expected %0s, found %0h", PORT, channel, cycle, rule, expected, found);
    endtask

    // A host drives a port as soon as it likes: only answers have to be quiet in reset.
    stream_monitor #(.PORT({PORT, ".AW"}), .WIDTH(ADDRESS_BITS + 3), .QUIET(0)) write_address (
        .clock(clock), .reset(reset), .valid(awvalid), .ready(awready), .payload({awaddr, awprot})
    );
    stream_monitor #(.PORT({PORT, ".W"}), .WIDTH(DATA_BITS + DATA_BITS / 8), .QUIET(0)) write_data (
        .clock(clock), .reset(reset), .valid(wvalid), .ready(wready), .payload({wdata, wstrb})
    );
    stream_monitor #(.PORT({PORT, ".B"}), .WIDTH(2)) write_answer (
        .clock(clock), .reset(reset), .valid(bvalid), .ready(bready), .payload(bresp)
    );
    stream_monitor #(.PORT({PORT, ".AR"}), .WIDTH(ADDRESS_BITS + 3), .QUIET(0)) read_address (
        .clock(clock), .reset(reset), .valid(arvalid), .ready(arready), .payload({araddr, arprot})
    );
    stream_monitor #(.PORT({PORT, ".R"}), .WIDTH(DATA_BITS + 2)) read_answer (
        .clock(clock), .reset(reset), .valid(rvalid), .ready(rready), .payload({rdata, rresp})
    );

    always @(posedge clock) begin
        cycle <= cycle + 64'd1;
        if (reset !== 1'b0) begin
            armed <= armed || reset === 1'b1;
            addresses <= 32'd0;
            words <= 32'd0;
            reads <= 32'd0;
        end else if (armed) begin
            addresses <= addresses + {31'd0, aw} - {31'd0, b};
            words <= words + {31'd0, w} - {31'd0, b};
            reads <= reads + {31'd0, ar} - {31'd0, r};
            if (bvalid && (addresses == 32'd0 || words == 32'd0))
                broken("B", "B_AFTER_WRITE", "an answer when a write is whole and unanswered", 32'd1);
            if (rvalid && reads == 32'd0)
                broken("R", "R_AFTER_READ", "an answer when a read is unanswered", 32'd1);
            if (bvalid && bresp == 2'd1)
                broken("B", "RESPONSE", "no EXOKAY, as no access is exclusive", 32'd1);
            if (rvalid && rresp == 2'd1)
                broken("R", "RESPONSE", "no EXOKAY, as no access is exclusive", 32'd1);
            if ((aw && addresses == MOST) || (w && words == MOST))
                broken("AW", "MOST", "no more writes until one is answered", MOST + 32'd1);
            if (ar && reads == MOST)
                broken("AR", "MOST", "no more reads until one is answered", MOST + 32'd1);
        end
    end
endmodule

`default_nettype wire
