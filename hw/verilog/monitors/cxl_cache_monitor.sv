// Watches CXL.cache at a device: D2H Req, Rsp and Data, H2D Req, Rsp and Data, each a channel of valid and ready. For simulation
// only: it drives nothing but `idle`, and stops the simulation at the first rule that is broken. It looks at nothing before the
// first cycle of a reset, and forgets all in one: the link is reset with the device.
//
// VALID_HELD, PAYLOAD_STABLE, RESET_QUIET, KNOWN: as stream_monitor, on every channel
// OPCODE          no opcode is a reserved one
// CQID_REUSED     a CQID is not used again before the host has answered its request: with the line if it reads (RdCurr, RdOwn, RdShared,
//                 RdAny), with a pull or a drop if it writes, with GO if neither; RdOwn, RdShared and RdAny wait for GO too
// ANSWERED_ONCE   H2D Data and Rsp answer a request that waits for them, which was taken in an earlier cycle; GO and ExtCmp may come
//                 behind the pull of a write
// UQID_REUSED     a UQID is not used again before what the host asked for under it has come
// PULLED_ONCE     D2H Data go where the host pulled them, once
// SNOOPED_ONCE    D2H Rsp answers a snoop that waits for it, which was taken in an earlier cycle
//
// PORT            name in messages
`default_nettype none

module cxl_cache_monitor #(
    parameter PORT = "cxl_cache"
) (
    input  wire         clock,
    input  wire         reset,
    input  wire         d2h_req_valid,
    input  wire         d2h_req_ready,
    input  wire [4:0]   d2h_req_opcode,
    input  wire [11:0]  d2h_req_cqid,
    input  wire [45:0]  d2h_req_address,
    input  wire         d2h_rsp_valid,
    input  wire         d2h_rsp_ready,
    input  wire [4:0]   d2h_rsp_opcode,
    input  wire [11:0]  d2h_rsp_uqid,
    input  wire         d2h_data_valid,
    input  wire         d2h_data_ready,
    input  wire [11:0]  d2h_data_uqid,
    input  wire         d2h_data_poison,
    input  wire [511:0] d2h_data_data,
    input  wire         h2d_req_valid,
    input  wire         h2d_req_ready,
    input  wire [2:0]   h2d_req_opcode,
    input  wire [11:0]  h2d_req_uqid,
    input  wire [45:0]  h2d_req_address,
    input  wire         h2d_rsp_valid,
    input  wire         h2d_rsp_ready,
    input  wire [3:0]   h2d_rsp_opcode,
    input  wire [11:0]  h2d_rsp_rsp_data,
    input  wire [11:0]  h2d_rsp_cqid,
    input  wire         h2d_data_valid,
    input  wire         h2d_data_ready,
    input  wire [11:0]  h2d_data_cqid,
    input  wire         h2d_data_go_err,
    input  wire         h2d_data_poison,
    input  wire [511:0] h2d_data_data,
    output wire         idle
);
    reg armed = 1'b0;
    reg [63:0] cycle = 64'd0;

    task broken(input string channel, input string rule, input string expected, input [15:0] found);
        $fatal(1, "monitor %0s.%0s, cycle %0d: %0s: expected %0s, found %0h", PORT, channel, cycle, rule, expected, found);
    endtask

    stream_monitor #(.PORT({PORT, ".D2H Req"}), .WIDTH(63)) requests (
        .clock(clock),
        .reset(reset),
        .valid(d2h_req_valid),
        .ready(d2h_req_ready),
        .payload({d2h_req_opcode, d2h_req_cqid, d2h_req_address})
    );
    stream_monitor #(.PORT({PORT, ".D2H Rsp"}), .WIDTH(17)) snoop_answers (
        .clock(clock),
        .reset(reset),
        .valid(d2h_rsp_valid),
        .ready(d2h_rsp_ready),
        .payload({d2h_rsp_opcode, d2h_rsp_uqid})
    );
    // A line may hold what its memory held at power-up.
    stream_monitor #(.PORT({PORT, ".D2H Data"}), .WIDTH(525), .KNOWN_BITS({{13{1'b1}}, {512{1'b0}}})) pulled_lines (
        .clock(clock),
        .reset(reset),
        .valid(d2h_data_valid),
        .ready(d2h_data_ready),
        .payload({d2h_data_uqid, d2h_data_poison, d2h_data_data})
    );
    stream_monitor #(.PORT({PORT, ".H2D Req"}), .WIDTH(61), .QUIET(0)) snoops (
        .clock(clock),
        .reset(reset),
        .valid(h2d_req_valid),
        .ready(h2d_req_ready),
        .payload({h2d_req_opcode, h2d_req_uqid, h2d_req_address})
    );
    stream_monitor #(.PORT({PORT, ".H2D Rsp"}), .WIDTH(28), .QUIET(0)) answers (
        .clock(clock),
        .reset(reset),
        .valid(h2d_rsp_valid),
        .ready(h2d_rsp_ready),
        .payload({h2d_rsp_opcode, h2d_rsp_rsp_data, h2d_rsp_cqid})
    );
    stream_monitor #(.PORT({PORT, ".H2D Data"}), .WIDTH(526), .KNOWN_BITS({{14{1'b1}}, {512{1'b0}}}), .QUIET(0)) lines (
        .clock(clock),
        .reset(reset),
        .valid(h2d_data_valid),
        .ready(h2d_data_ready),
        .payload({h2d_data_cqid, h2d_data_go_err, h2d_data_poison, h2d_data_data})
    );

    // By code: which are reserved, which requests read a line, end with GO and have data pulled, and which answers pull or drop.
    localparam [31:0] REQUESTS = 32'h0001_7ffe, READS = 32'h0000_001e, ENDS = 32'h0001_093c, WRITES = 32'h0000_76c0;
    localparam [31:0] SNOOP_ANSWERS = 32'h0040_80f2;
    localparam [15:0] ANSWERS = 16'hb172, PULLS = 16'ha022, PULLS_OR_DROPS = 16'ha122, GO = 16'h0010, LATER = 16'h0050;

    wire request = d2h_req_valid && d2h_req_ready;
    wire line = h2d_data_valid && h2d_data_ready;
    wire answer = h2d_rsp_valid && h2d_rsp_ready;
    wire pull = answer && PULLS[h2d_rsp_opcode];
    wire pulled = d2h_data_valid && d2h_data_ready;
    wire snoop = h2d_req_valid && h2d_req_ready;
    wire snooped = d2h_rsp_valid && d2h_rsp_ready;

    // By CQID and UQID: the reset in which it was used last; what the request waits for.
    localparam LINE = 0, END = 1, PULL = 2;
    reg [31:0] epoch = 32'd1;
    reg [31:0] line_epochs [0:4095];
    reg [31:0] end_epochs [0:4095];
    reg [31:0] write_epochs [0:4095];
    reg [31:0] pull_epochs [0:4095];
    reg [31:0] snoop_epochs [0:4095];
    reg [31:0] later_epochs [0:4095];
    reg [31:0] open = 32'd0;
    wire [2:0] waits = {write_epochs[d2h_req_cqid] == epoch, end_epochs[d2h_req_cqid] == epoch,
                        line_epochs[d2h_req_cqid] == epoch};
    wire waits_for_line = line_epochs[h2d_data_cqid] == epoch;
    wire waits_for_end = end_epochs[h2d_rsp_cqid] == epoch;
    wire waits_for_pull = write_epochs[h2d_rsp_cqid] == epoch;
    wire may_come_later = later_epochs[h2d_rsp_cqid] == epoch;
    wire [2:0] begins = {WRITES[d2h_req_opcode], ENDS[d2h_req_opcode], READS[d2h_req_opcode]};
    wire ends_line = line && waits_for_line;
    wire ends_pull = answer && waits_for_pull && PULLS_OR_DROPS[h2d_rsp_opcode];
    wire ends_request = answer && waits_for_end && GO[h2d_rsp_opcode];

    assign idle = open == 32'd0;

    function [31:0] number(input flag);
        number = {31'd0, flag};
    endfunction

    integer id;
    initial
        for (id = 0; id < 4096; id = id + 1) begin
            line_epochs[id] = 32'd0;
            end_epochs[id] = 32'd0;
            write_epochs[id] = 32'd0;
            pull_epochs[id] = 32'd0;
            snoop_epochs[id] = 32'd0;
            later_epochs[id] = 32'd0;
        end

    always @(posedge clock) begin
        cycle <= cycle + 64'd1;
        if (reset !== 1'b0) begin
            armed <= armed || reset === 1'b1;
            epoch <= epoch + 32'd1;
            open <= 32'd0;
        end else if (armed) begin
            open <= open + number(request && begins[LINE]) + number(request && begins[END]) + number(request && begins[PULL])
                + number(pull) + number(snoop) - number(ends_line) - number(ends_request) - number(ends_pull)
                - number(pulled) - number(snooped);
            if (ends_line)
                line_epochs[h2d_data_cqid] <= 32'd0;
            if (ends_request)
                end_epochs[h2d_rsp_cqid] <= 32'd0;
            if (ends_pull) begin
                write_epochs[h2d_rsp_cqid] <= 32'd0;
                later_epochs[h2d_rsp_cqid] <= epoch;
            end
            if (pulled)
                pull_epochs[d2h_data_uqid] <= 32'd0;
            if (pull)
                pull_epochs[h2d_rsp_rsp_data] <= epoch;
            if (snooped)
                snoop_epochs[d2h_rsp_uqid] <= 32'd0;
            if (snoop)
                snoop_epochs[h2d_req_uqid] <= epoch;
            if (request) begin
                if (begins[LINE])
                    line_epochs[d2h_req_cqid] <= epoch;
                if (begins[END])
                    end_epochs[d2h_req_cqid] <= epoch;
                if (begins[PULL])
                    write_epochs[d2h_req_cqid] <= epoch;
            end

            if (d2h_req_valid && !REQUESTS[d2h_req_opcode])
                broken("D2H Req", "OPCODE", "an opcode that is not reserved", {11'd0, d2h_req_opcode});
            if (d2h_rsp_valid && !SNOOP_ANSWERS[d2h_rsp_opcode])
                broken("D2H Rsp", "OPCODE", "an opcode that is not reserved", {11'd0, d2h_rsp_opcode});
            if (h2d_req_valid && (h2d_req_opcode == 3'd0 || h2d_req_opcode > 3'd3))
                broken("H2D Req", "OPCODE", "an opcode that is not reserved", {13'd0, h2d_req_opcode});
            if (h2d_rsp_valid && !ANSWERS[h2d_rsp_opcode])
                broken("H2D Rsp", "OPCODE", "an opcode that is not reserved", {12'd0, h2d_rsp_opcode});
            if (request && waits != 3'd0)
                broken("D2H Req", "CQID_REUSED", "a CQID of which no request is unanswered",
                       {4'd0, d2h_req_cqid});
            if (h2d_data_valid && !waits_for_line)
                broken("H2D Data", "ANSWERED_ONCE", "the CQID of a request that waits for a line", {4'd0, h2d_data_cqid});
            if (h2d_rsp_valid && PULLS_OR_DROPS[h2d_rsp_opcode] && !waits_for_pull)
                broken("H2D Rsp", "ANSWERED_ONCE", "the CQID of a request whose data may be pulled",
                       {4'd0, h2d_rsp_cqid});
            if (h2d_rsp_valid && LATER[h2d_rsp_opcode] && !may_come_later && !(waits_for_end && GO[h2d_rsp_opcode]))
                broken("H2D Rsp", "ANSWERED_ONCE", "the CQID of a request that waits for GO or ExtCmp",
                       {4'd0, h2d_rsp_cqid});
            if (pull && pull_epochs[h2d_rsp_rsp_data] == epoch)
                broken("H2D Rsp", "UQID_REUSED", "a UQID whose data have come",
                       {4'd0, h2d_rsp_rsp_data});
            if (snoop && snoop_epochs[h2d_req_uqid] == epoch)
                broken("H2D Req", "UQID_REUSED", "a UQID of which no snoop is unanswered",
                       {4'd0, h2d_req_uqid});
            if (d2h_data_valid && pull_epochs[d2h_data_uqid] != epoch)
                broken("D2H Data", "PULLED_ONCE", "a UQID under which data were pulled", {4'd0, d2h_data_uqid});
            if (d2h_rsp_valid && snoop_epochs[d2h_rsp_uqid] != epoch)
                broken("D2H Rsp", "SNOOPED_ONCE", "the UQID of a snoop that waits for an answer", {4'd0, d2h_rsp_uqid});
        end
    end
endmodule

`default_nettype wire
