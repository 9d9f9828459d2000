// Watches CXL.mem at a device: M2S Req and RwD, S2M NDR and DRS, each a channel of valid and ready. For simulation only: it drives
// nothing but `idle`, and stops the simulation at the first rule that is broken. It looks at nothing before the first cycle of a
// reset, and forgets all in one: the link is reset with the device.
//
// VALID_HELD, PAYLOAD_STABLE, RESET_QUIET, KNOWN: as stream_monitor, on every channel
// OPCODE          no opcode is a reserved one
// TAG_REUSED      a tag is not used again before its request is answered
// ANSWERED_ONCE   DRS and NDR answer a request that waits for one, which was taken in an earlier cycle: MemRd and MemRdData wait
//                 for DRS, and for NDR too if SnpType is not No-Op; MemInv, MemInvNT, MemClnEvct and writes for NDR
// COMPLETION      BIConflict is answered with BI-ConflictAck, writes with Cmp, others with Cmp, Cmp-S or Cmp-E
//
// PORT            name in messages
// CONFLICTS       whether the device has back-invalidate snoops, and answers BIConflict
`default_nettype none

module cxl_mem_monitor #(
    parameter PORT = "cxl_mem",
    parameter CONFLICTS = 0
) (
    input  wire         clock,
    input  wire         reset,
    input  wire         m2s_req_valid,
    input  wire         m2s_req_ready,
    input  wire [3:0]   m2s_req_opcode,
    input  wire [2:0]   m2s_req_snp_type,
    input  wire [1:0]   m2s_req_meta_field,
    input  wire [1:0]   m2s_req_meta_value,
    input  wire [15:0]  m2s_req_tag,
    input  wire [45:0]  m2s_req_address,
    input  wire         m2s_rwd_valid,
    input  wire         m2s_rwd_ready,
    input  wire [3:0]   m2s_rwd_opcode,
    input  wire [2:0]   m2s_rwd_snp_type,
    input  wire [1:0]   m2s_rwd_meta_field,
    input  wire [1:0]   m2s_rwd_meta_value,
    input  wire [15:0]  m2s_rwd_tag,
    input  wire [45:0]  m2s_rwd_address,
    input  wire         m2s_rwd_poison,
    input  wire [63:0]  m2s_rwd_be,
    input  wire [511:0] m2s_rwd_data,
    input  wire         s2m_ndr_valid,
    input  wire         s2m_ndr_ready,
    input  wire [2:0]   s2m_ndr_opcode,
    input  wire [1:0]   s2m_ndr_meta_field,
    input  wire [1:0]   s2m_ndr_meta_value,
    input  wire [15:0]  s2m_ndr_tag,
    input  wire [1:0]   s2m_ndr_dev_load,
    input  wire         s2m_drs_valid,
    input  wire         s2m_drs_ready,
    input  wire [2:0]   s2m_drs_opcode,
    input  wire [1:0]   s2m_drs_meta_field,
    input  wire [1:0]   s2m_drs_meta_value,
    input  wire [15:0]  s2m_drs_tag,
    input  wire         s2m_drs_poison,
    input  wire [1:0]   s2m_drs_dev_load,
    input  wire [511:0] s2m_drs_data,
    output wire         idle
);
    reg armed = 1'b0;
    reg [63:0] cycle = 64'd0;

    task broken(input string channel, input string rule, input string expected, input [15:0] found);
        $fatal(1, "monitor %0s.%0s, cycle %0d: %0s: expected %0s, found %0h", PORT, channel, cycle, rule, expected, found);
    endtask

    stream_monitor #(.PORT({PORT, ".M2S Req"}), .WIDTH(73), .QUIET(0)) requests (
        .clock(clock),
        .reset(reset),
        .valid(m2s_req_valid),
        .ready(m2s_req_ready),
        .payload({m2s_req_opcode, m2s_req_snp_type, m2s_req_meta_field, m2s_req_meta_value, m2s_req_tag, m2s_req_address})
    );
    // Of lines, bytes that nobody looks at may be anything.
    stream_monitor #(.PORT({PORT, ".M2S RwD"}), .WIDTH(650), .KNOWN_BITS({{138{1'b1}}, {512{1'b0}}}), .QUIET(0)) writes (
        .clock(clock),
        .reset(reset),
        .valid(m2s_rwd_valid),
        .ready(m2s_rwd_ready),
        .payload({m2s_rwd_opcode, m2s_rwd_snp_type, m2s_rwd_meta_field, m2s_rwd_meta_value, m2s_rwd_tag, m2s_rwd_address,
                  m2s_rwd_poison, m2s_rwd_be, m2s_rwd_data})
    );
    stream_monitor #(.PORT({PORT, ".S2M NDR"}), .WIDTH(25)) completions (
        .clock(clock),
        .reset(reset),
        .valid(s2m_ndr_valid),
        .ready(s2m_ndr_ready),
        .payload({s2m_ndr_opcode, s2m_ndr_meta_field, s2m_ndr_meta_value, s2m_ndr_tag, s2m_ndr_dev_load})
    );
    stream_monitor #(.PORT({PORT, ".S2M DRS"}), .WIDTH(538), .KNOWN_BITS({{26{1'b1}}, {512{1'b0}}})) lines (
        .clock(clock),
        .reset(reset),
        .valid(s2m_drs_valid),
        .ready(s2m_drs_ready),
        .payload({s2m_drs_opcode, s2m_drs_meta_field, s2m_drs_meta_value, s2m_drs_tag, s2m_drs_poison, s2m_drs_dev_load,
                  s2m_drs_data})
    );

    wire request = m2s_req_valid && m2s_req_ready;
    wire write = m2s_rwd_valid && m2s_rwd_ready;
    wire completion = s2m_ndr_valid && s2m_ndr_ready;
    wire line = s2m_drs_valid && s2m_drs_ready;

    // What a request waits for.
    wire reads = m2s_req_opcode == 4'd1 || m2s_req_opcode == 4'd2;
    wire invalidates = m2s_req_opcode == 4'd0 || m2s_req_opcode == 4'd9 || m2s_req_opcode == 4'd10;
    wire request_completes = request && (invalidates || (reads && m2s_req_snp_type != 3'd0));
    wire conflict = m2s_rwd_opcode == 4'd4;
    wire write_completes = write && (!conflict || CONFLICTS != 0);

    // By tag: the reset in which it was used last, whether DRS is to come, and which NDR.
    localparam [1:0] NONE = 2'd0, CMP = 2'd1, ANY_CMP = 2'd2, ACK = 2'd3;
    reg [31:0] epoch = 32'd1;
    reg [31:0] line_epochs [0:65535];
    reg [31:0] completion_epochs [0:65535];
    reg [1:0] completes [0:65535];
    reg [31:0] lines_open = 32'd0;
    reg [31:0] completions_open = 32'd0;
    wire [1:0] awaited = completion_epochs[s2m_ndr_tag] == epoch ? completes[s2m_ndr_tag] : NONE;

    assign idle = lines_open == 32'd0 && completions_open == 32'd0;

    integer tag;
    initial
        for (tag = 0; tag < 65536; tag = tag + 1) begin
            line_epochs[tag] = 32'd0;
            completion_epochs[tag] = 32'd0;
        end

    always @(posedge clock) begin
        cycle <= cycle + 64'd1;
        if (reset !== 1'b0) begin
            armed <= armed || reset === 1'b1;
            epoch <= epoch + 32'd1;
            lines_open <= 32'd0;
            completions_open <= 32'd0;
        end else if (armed) begin
            lines_open <= lines_open + {31'd0, request && reads} - {31'd0, line};
            completions_open <=
                completions_open + {31'd0, request_completes} + {31'd0, write_completes} - {31'd0, completion};
            if (m2s_req_valid && !(m2s_req_opcode <= 4'd4 || (m2s_req_opcode >= 4'd8 && m2s_req_opcode <= 4'd10)))
                broken("M2S Req", "OPCODE", "an opcode that is not reserved", {12'd0, m2s_req_opcode});
            if (m2s_rwd_valid && !(m2s_rwd_opcode == 4'd1 || m2s_rwd_opcode == 4'd2 || conflict))
                broken("M2S RwD", "OPCODE", "an opcode that is not reserved", {12'd0, m2s_rwd_opcode});
            if (s2m_ndr_valid && !(s2m_ndr_opcode <= 3'd2 || s2m_ndr_opcode == 3'd4))
                broken("S2M NDR", "OPCODE", "an opcode that is not reserved", {13'd0, s2m_ndr_opcode});
            if (s2m_drs_valid && s2m_drs_opcode > 3'd1)
                broken("S2M DRS", "OPCODE", "an opcode that is not reserved", {13'd0, s2m_drs_opcode});

            if (line)
                line_epochs[s2m_drs_tag] <= 32'd0;
            if (completion)
                completion_epochs[s2m_ndr_tag] <= 32'd0;
            if (request && reads)
                line_epochs[m2s_req_tag] <= epoch;
            if (request_completes) begin
                completion_epochs[m2s_req_tag] <= epoch;
                completes[m2s_req_tag] <= ANY_CMP;
            end
            if (write_completes) begin
                completion_epochs[m2s_rwd_tag] <= epoch;
                completes[m2s_rwd_tag] <= conflict ? ACK : CMP;
            end

            if (request && (reads || invalidates)
                && (line_epochs[m2s_req_tag] == epoch || completion_epochs[m2s_req_tag] == epoch))
                broken("M2S Req", "TAG_REUSED", "a tag of which nothing is unanswered",
                       m2s_req_tag);
            if (write_completes && (line_epochs[m2s_rwd_tag] == epoch || completion_epochs[m2s_rwd_tag] == epoch
                                    || (request && (reads || invalidates) && m2s_req_tag == m2s_rwd_tag)))
                broken("M2S RwD", "TAG_REUSED", "a tag of which nothing is unanswered",
                       m2s_rwd_tag);
            if (s2m_drs_valid && line_epochs[s2m_drs_tag] != epoch)
                broken("S2M DRS", "ANSWERED_ONCE", "the tag of a read that waits for a line", s2m_drs_tag);
            if (s2m_ndr_valid && awaited == NONE)
                broken("S2M NDR", "ANSWERED_ONCE", "the tag of what waits to be completed", s2m_ndr_tag);
            if (s2m_ndr_valid && awaited == ACK && s2m_ndr_opcode != 3'd4)
                broken("S2M NDR", "COMPLETION", "BI-ConflictAck for BIConflict",
                       {13'd0, s2m_ndr_opcode});
            if (s2m_ndr_valid && awaited == CMP && s2m_ndr_opcode != 3'd0)
                broken("S2M NDR", "COMPLETION", "Cmp for a write", {13'd0, s2m_ndr_opcode});
            if (s2m_ndr_valid && awaited == ANY_CMP && s2m_ndr_opcode == 3'd4)
                broken("S2M NDR", "COMPLETION", "Cmp, Cmp-S or Cmp-E for what is not BIConflict",
                       {13'd0, s2m_ndr_opcode});
        end
    end
endmodule

`default_nettype wire
