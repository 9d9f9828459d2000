// Watches back-invalidate snoops of CXL.mem at a device: S2M BISnp and M2S BIRsp, each a channel of valid and ready. For simulation
// only: it drives nothing but `idle`, and stops the simulation at the first rule that is broken. It looks at nothing before the
// first cycle of a reset, and forgets all in one.
//
// VALID_HELD, PAYLOAD_STABLE, RESET_QUIET, KNOWN: as stream_monitor, on both channels
// OPCODE          no opcode is a reserved one; a snoop of a block is answered for the block
// TAG_REUSED      a tag is not used again before its snoop is answered
// ANSWERED_ONCE   BIRsp answers a snoop that waits for it, which was taken in an earlier cycle
//
// PORT            name in messages
`default_nettype none

module cxl_back_invalidate_monitor #(
    parameter PORT = "back_invalidate"
) (
    input  wire        clock,
    input  wire        reset,
    input  wire        s2m_bisnp_valid,
    input  wire        s2m_bisnp_ready,
    input  wire [3:0]  s2m_bisnp_opcode,
    input  wire [11:0] s2m_bisnp_bi_tag,
    input  wire [45:0] s2m_bisnp_address,
    input  wire        m2s_birsp_valid,
    input  wire        m2s_birsp_ready,
    input  wire [3:0]  m2s_birsp_opcode,
    input  wire [11:0] m2s_birsp_bi_tag,
    output wire        idle
);
    reg armed = 1'b0;
    reg [63:0] cycle = 64'd0;
    // By tag: the reset in which a snoop of it waits, and whether of a block.
    reg [31:0] epoch = 32'd1;
    reg [31:0] epochs [0:4095];
    reg blocks [0:4095];
    reg [31:0] open = 32'd0;
    wire snoop = s2m_bisnp_valid && s2m_bisnp_ready;
    wire answer = m2s_birsp_valid && m2s_birsp_ready;

    assign idle = open == 32'd0;

    task broken(input string channel, input string rule, input string expected, input [15:0] found);
        $fatal(1, "monitor %0s.%0s, cycle %0d: %0s: expected %0s, found %0h", PORT, channel, cycle, rule, expected, found);
    endtask

    stream_monitor #(.PORT({PORT, ".S2M BISnp"}), .WIDTH(62)) snoops (
        .clock(clock),
        .reset(reset),
        .valid(s2m_bisnp_valid),
        .ready(s2m_bisnp_ready),
        .payload({s2m_bisnp_opcode, s2m_bisnp_bi_tag, s2m_bisnp_address})
    );
    stream_monitor #(.PORT({PORT, ".M2S BIRsp"}), .WIDTH(16), .QUIET(0)) answers (
        .clock(clock),
        .reset(reset),
        .valid(m2s_birsp_valid),
        .ready(m2s_birsp_ready),
        .payload({m2s_birsp_opcode, m2s_birsp_bi_tag})
    );

    integer tag;
    initial
        for (tag = 0; tag < 4096; tag = tag + 1)
            epochs[tag] = 32'd0;

    always @(posedge clock) begin
        cycle <= cycle + 64'd1;
        if (reset !== 1'b0) begin
            armed <= armed || reset === 1'b1;
            epoch <= epoch + 32'd1;
            open <= 32'd0;
        end else if (armed) begin
            open <= open + {31'd0, snoop} - {31'd0, answer};
            if (answer)
                epochs[m2s_birsp_bi_tag] <= 32'd0;
            if (snoop) begin
                epochs[s2m_bisnp_bi_tag] <= epoch;
                blocks[s2m_bisnp_bi_tag] <= s2m_bisnp_opcode[2];
            end
            if (s2m_bisnp_valid && (s2m_bisnp_opcode > 4'd6 || s2m_bisnp_opcode == 4'd3))
                broken("S2M BISnp", "OPCODE", "an opcode that is not reserved", {12'd0, s2m_bisnp_opcode});
            if (m2s_birsp_valid && (m2s_birsp_opcode > 4'd6 || m2s_birsp_opcode == 4'd3))
                broken("M2S BIRsp", "OPCODE", "an opcode that is not reserved", {12'd0, m2s_birsp_opcode});
            if (snoop && epochs[s2m_bisnp_bi_tag] == epoch)
                broken("S2M BISnp", "TAG_REUSED", "a tag of which no snoop is unanswered",
                       {4'd0, s2m_bisnp_bi_tag});
            if (m2s_birsp_valid && epochs[m2s_birsp_bi_tag] != epoch)
                broken("M2S BIRsp", "ANSWERED_ONCE", "the tag of a snoop that waits for an answer",
                       {4'd0, m2s_birsp_bi_tag});
            else if (m2s_birsp_valid && blocks[m2s_birsp_bi_tag] != m2s_birsp_opcode[2])
                broken("M2S BIRsp", "OPCODE", "an answer for a block to a snoop of a block, and to no other", {15'd0, m2s_birsp_opcode[2]});
        end
    end
endmodule

`default_nettype wire
