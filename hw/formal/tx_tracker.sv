// What the tracker of the TX buffers promises. To the DRAM's port: addresses of bursts go in order, each once, as they were, and stay until they
// are taken; one that has a line which the host holds does not go before a snoop of that line is answered. To the host: a snoop stays until
// it is taken, has a tag that no unanswered one has, and is of a line of a burst that has not gone; a tracked line
// is not snooped more often than it is kept. This is proved of a line that the solver chooses. A keep waits for one cycle at most.
//
// The host answers what it was asked. Lines are four that are tracked and four that are not; the line's bit is the word that the memory
// keeps (one_word_dual_port_ram.sv), which a reset does not clear; but a reset takes the decoder from the host, and with it what it holds.
//
// DUT   the tracker
// BEATS lines of a burst; eight are looked at or snooped at a time
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire [2:0] keep_line,
    input wire       keeps,
    input wire       keep_wanted,
    input wire [2:0] burst_line,
    input wire       bursts,
    input wire       choose,
    input wire       m_awready,
    input wire       snoop_ready,
    input wire       answers,
    input wire [2:0] answer_tag
);
    localparam [45:0] FIRST = 46'h100_0000;
    (* anyconst *) wire enabled;
    (* anyconst *) wire [2:0] line;
    wire [16:0] kept_word;
    wire snoop_valid, keep_ready, s_awready, m_awvalid, snooped, birsp_ready;
    wire [3:0] snoop_opcode;
    wire [11:0] snoop_tag;
    wire [45:0] snoop_address;
    wire [63:0] m_awaddr;

    // Snoops that are not answered.
    reg [7:0] open = 8'd0;
    wire answered = answers & open[answer_tag] & !reset;
    wire [45:0] keep = {28'd0, keep_line[2], 15'd0, keep_line[1:0]};
    wire [2:0] burst = burst_line & ~(3'd`BEATS - 3'd1);

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .hdm_base({12'd0, FIRST, 5'd0, enabled}),
        .back_invalidate_s2m_bisnp_valid(snoop_valid),
        .back_invalidate_s2m_bisnp_ready(snoop_ready),
        .back_invalidate_s2m_bisnp_opcode(snoop_opcode),
        .back_invalidate_s2m_bisnp_bi_tag(snoop_tag),
        .back_invalidate_s2m_bisnp_address(snoop_address),
        .back_invalidate_m2s_birsp_valid(answered),
        .back_invalidate_m2s_birsp_ready(birsp_ready),
        .back_invalidate_m2s_birsp_opcode(4'd0),
        .back_invalidate_m2s_birsp_bi_tag({9'd0, answer_tag}),
        .keep(keep),
        .keep_valid(keeps),
        .keep_ready(keep_ready),
        .keep_wanted(keep_wanted),
        .s_awaddr({40'd0, burst[2], 15'd0, burst[1:0], 6'd0}),
        .s_awvalid(bursts),
        .s_awready(s_awready),
        .m_awaddr(m_awaddr),
        .m_awvalid(m_awvalid),
        .m_awready(m_awready),
        .snooped(snooped),
        .\u_held.chosen (kept_word)
    );

    wire [2:0] gone_line = {m_awaddr[23], m_awaddr[7:6]};
    held #(.WIDTH(3)) addresses (.clock(clock), .reset(reset), .valid(m_awvalid), .ready(m_awready), .payload(gone_line));
    held #(.WIDTH(6)) snoops (
        .clock(clock), .reset(reset), .valid(snoop_valid), .ready(snoop_ready),
        .payload({snoop_tag[2:0], snoop_address[17], snoop_address[1:0]})
    );

    wire takes = bursts & s_awready & !reset;
    wire goes = m_awvalid & m_awready & !reset;
    wire notes = keeps & keep_ready;
    wire is_of_line = (burst & ~(3'd`BEATS - 3'd1)) == (line & ~(3'd`BEATS - 3'd1));
    wire of_line_goes = (gone_line & ~(3'd`BEATS - 3'd1)) == (line & ~(3'd`BEATS - 3'd1));
    wire snoops_line = snoop_valid & snoop_ready & !reset & snoop_address == FIRST + {28'd0, line[2], 15'd0, line[1:0]};
    wire is_kept_word = kept_word == {15'd0, line[1:0]} & !line[2];

    // Bursts under way, and those that have the line; the host holds the line, as far as it was told; how
    // much more often it was kept than snooped.
    reg [7:0] under_way = 8'd0, of_line = 8'd0;
    reg holds = 1'b0;
    reg [3:0] kept_more = 4'd0;
    // A burst that the solver chooses, with the line, while the host holds it and no other burst has it.
    reg chosen = 1'b0, is_snooped = 1'b0, is_answered = 1'b0;
    reg [7:0] before = 8'd0;
    reg [2:0] tag = 3'd0;
    wire its_turn = chosen & before == 8'd0;
    // A keep was wanted and would not have been noted in the cycle before.
    reg waited = 1'b0;
    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        waited <= keep_wanted & !keep_ready;
        under_way <= under_way + takes - goes;
        of_line <= of_line + (takes & is_of_line) - (goes & of_line_goes);
        if (notes & keep_line == line)
            holds <= 1'b1;
        else if (snoops_line)
            holds <= 1'b0;
        if (notes & keep_line == line & !snoops_line & kept_more != 4'd15)
            kept_more <= kept_more + 4'd1;
        if (snoops_line & !(notes & keep_line == line))
            kept_more <= kept_more - 4'd1;
        if (snoop_valid & snoop_ready)
            open[snoop_tag[2:0]] <= 1'b1;
        if (answered)
            open[answer_tag] <= 1'b0;
        if (takes & choose & !chosen & is_of_line & of_line == 8'd0 & enabled & (holds & is_kept_word | line[2])) begin
            {chosen, is_snooped, is_answered} <= 3'b100;
            before <= under_way - goes;
        end
        if (chosen & snoops_line & !is_snooped)
            {is_snooped, tag} <= {1'b1, snoop_tag[2:0]};
        if (chosen & is_snooped & answered & answer_tag == tag)
            is_answered <= 1'b1;
        if (chosen & goes) begin
            before <= before - 8'd1;
            chosen <= !its_turn;
        end
        if (reset) begin
            {under_way, of_line, chosen, holds} <= 18'd0;
            open <= 8'd0;
        end
    end

    wire [4:0] reached = {
        goes & its_turn & !line[2], goes & its_turn & line[2], goes & !enabled, snoops_line & of_line == 8'd2, m_awvalid & open != 8'd0
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        answersAreTaken: assert (birsp_ready && snooped == answered);
        if (waited)
            aKeepWaitsOneCycle: assert (keep_ready);
        if (m_awvalid)
            noBurstComesFromNothing: assert (under_way != 8'd0);
        if (m_awvalid & its_turn)
            isItsAddress: assert (of_line_goes);
        if (m_awvalid & its_turn)
            waitsForTheSnoop: assert (is_answered);
        if (snoop_valid) begin
            hasATagOfItsOwn: assert (!open[snoop_tag[2:0]] && snoop_tag[11:3] == 9'd0 && enabled);
            isOfABurst: assert (under_way != 8'd0);
        end
        if (snoops_line)
            isOfABurstWithTheLine: assert (of_line != 8'd0);
        if (snoops_line & is_kept_word)
            wasKeptSinceItsLastSnoop: assert (kept_more != 4'd0);
    end
`endif
endmodule
