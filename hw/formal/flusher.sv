// What the flusher promises. To the scratchpad: lines of the region are asked for in order, each once, and a request stays until it is taken. To
// the host: every line of the region is announced, in order, once, to its place in the target, under a slot that no other line has
// that is under way; requests and data stay until they are taken; what the host pulls is sent once, in the order of the pulls, under the
// name that the host gave; of a line that the solver chooses it is what the scratchpad answered, marked if that was an error. It is
// idle when all lines are sent or dropped; a refused line is told in the cycle of the refusal.
//
// The scratchpad answers in order what it was asked. The host answers what was announced, a pull or a drop each. Regions have up to three
// lines. The buffer keeps its first sixteen words (some_words_ram.sv): a claim reaches no further than fifteen cycles.
//
// DUT   the flusher, with one port
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire       starts,
    input wire [1:0] lines,
    input wire       host_ready,
    input wire       responds,
    input wire [3:0] opcode,
    input wire [3:0] slot_bits,
    input wire [1:0] uqid,
    input wire       data_ready,
    input wire       request_ready,
    input wire       answers,
    input wire       answer_bit,
    input wire       answer_error
);
    // Of the region: lines, those asked for, answered, announced, and settled.
    reg [1:0] total = 2'd0, asked = 2'd0, answered = 2'd0, announced = 2'd0, settled = 2'd0;
    wire start = starts & total == settled & !reset;
    wire comes = answers & asked != answered & !reset;
    // Slots that are announced and not answered.
    reg [15:0] open = 16'd0;
    // Of H2D Rsp: WritePull, GO-WritePull, FastGO-WritePull, GO-ERR-WritePull; GO-WritePull-Drop.
    wire is_pull = opcode == 4'd1 | opcode == 4'd5 | opcode == 4'd13 | opcode == 4'd15;
    wire is_drop = opcode == 4'd8;
    wire response = responds & open[slot_bits] & (is_pull | is_drop) & !reset;

    wire idle, sent, failed, asks_host, data_valid, request_valid;
    wire [5:0] slot;
    wire [45:0] announced_line;
    wire [11:0] data_uqid;
    wire [512:0] data_line;
    wire [63:0] address;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .start(start),
        .source(64'h1000),
        .target(64'h8000),
        .lines({62'd0, lines}),
        .idle(idle),
        .sent(sent),
        .failed(failed),
        .request_slot(slot),
        .request_line(announced_line),
        .asks_host(asks_host),
        .host_ready(host_ready),
        .response_valid(response),
        .response_opcode(opcode),
        .response_uqid({10'd0, uqid}),
        .response_slot({2'd0, slot_bits}),
        .data_valid(data_valid),
        .data_ready(data_ready),
        .data_uqid(data_uqid),
        .data_line(data_line),
        .request_address_0(address),
        .request_valid_0(request_valid),
        .request_ready_0(request_ready),
        .answer_valid_0(comes),
        .answer_0({answer_error, 511'd0, answer_bit})
    );

    held #(.WIDTH(2)) reads (.clock(clock), .reset(reset), .valid(request_valid), .ready(request_ready), .payload(address[7:6]));
    held #(.WIDTH(6)) requests (
        .clock(clock), .reset(reset), .valid(asks_host), .ready(host_ready), .payload({slot[3:0], announced_line[1:0]})
    );
    held #(.WIDTH(4)) data (
        .clock(clock), .reset(reset), .valid(data_valid), .ready(data_ready), .payload({data_uqid[1:0], data_line[512], data_line[0]})
    );

    wire asks = request_valid & request_ready & !reset;
    wire announces = asks_host & host_ready & !reset;
    wire sends = data_valid & data_ready & !reset;
    wire pulls = response & is_pull;
    wire drops = response & is_drop;

    // The line that the solver chooses, by its place in the region: its slot, its name at the host, what the scratchpad answered; pulls that are
    // to be sent, and those before its own.
    (* anyconst *) wire [1:0] chosen;
    reg is_here = 1'b0, bit_ = 1'b0, error = 1'b0, is_announced = 1'b0, is_pulled = 1'b0, is_sent = 1'b0;
    reg [3:0] its_slot = 4'd0;
    reg [1:0] name = 2'd0;
    reg [2:0] queued = 3'd0, before = 3'd0;
    wire its_turn = is_pulled & !is_sent & before == 3'd0;
    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        asked <= asked + asks;
        answered <= answered + comes;
        announced <= announced + announces;
        settled <= settled + sends + drops;
        queued <= queued + pulls - sends;
        if (comes & answered == chosen)
            {is_here, bit_, error} <= {1'b1, answer_bit, answer_error};
        if (announces) begin
            open[slot[3:0]] <= 1'b1;
            if (announced == chosen)
                {is_announced, its_slot} <= {1'b1, slot[3:0]};
        end
        if (response) begin
            open[slot_bits] <= 1'b0;
            if (is_announced & slot_bits == its_slot & pulls & !is_pulled) begin
                {is_pulled, name} <= {1'b1, uqid};
                before <= queued - sends;
            end
        end
        if (is_pulled & sends & !is_sent) begin
            before <= before - 3'd1;
            is_sent <= its_turn;
        end
        if (start) begin
            total <= lines;
            {asked, answered, announced, settled} <= 8'd0;
            {is_here, is_announced, is_pulled, is_sent} <= 4'd0;
        end
        if (reset) begin
            {total, asked, answered, announced, settled, queued} <= 13'd0;
            {is_here, is_announced, is_pulled, is_sent} <= 4'd0;
            open <= 16'd0;
        end
    end

    wire [4:0] reached = {
        sends & its_turn & error & chosen == 2'd2, sends & its_turn & bit_ & before == 3'd0 & queued == 3'd2,
        total == 2'd3 & settled == 2'd3, drops & is_announced & slot_bits == its_slot, failed
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        if (request_valid)
            isReadInOrder: assert (asked < total && address == 64'h1000 + {56'd0, asked, 6'd0});
        if (asks_host) begin
            isAnnouncedInOrder: assert (announced < answered && announced_line == 46'h200 + {44'd0, announced});
            hasASlotOfItsOwn: assert (slot[5:4] == 2'd0 && !open[slot[3:0]]);
        end
        dataAreWhatWasPulled: assert (data_valid == (queued != 3'd0) && sent == sends);
        if (data_valid & its_turn)
            dataAreTheLine: assert (is_here && data_uqid == {10'd0, name} && data_line == {error, 511'd0, bit_});
        isIdleWhenAllIsSettled: assert (idle == (settled == total));
        refusalsAreTold: assert (failed == (response & opcode == 4'd15));
    end
`endif
endmodule
