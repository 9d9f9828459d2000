// Serves CXL.mem reads of the TX buffers; writes are answered and not done. A read a cycle, 32 under way;
// stalls when 32 are, when NDR does, and while the buffer is device biased.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_tx_target (
    input  wire         clock,
    input  wire         reset,
    input  wire [63:0]  hdm_base,
    input  wire [31:0]  tx_bytes,
    input  wire         layout_good,
    input  wire         writing,
    input  wire         new_buffer,
    input  wire         cxl_mem_m2s_req_valid,
    output wire         cxl_mem_m2s_req_ready,
    input  wire [3:0]   cxl_mem_m2s_req_opcode,
    input  wire [2:0]   cxl_mem_m2s_req_snp_type,
    input  wire [1:0]   cxl_mem_m2s_req_meta_field,
    input  wire [1:0]   cxl_mem_m2s_req_meta_value,
    input  wire [15:0]  cxl_mem_m2s_req_tag,
    input  wire [45:0]  cxl_mem_m2s_req_address,
    input  wire         cxl_mem_m2s_rwd_valid,
    output wire         cxl_mem_m2s_rwd_ready,
    input  wire [3:0]   cxl_mem_m2s_rwd_opcode,
    input  wire [2:0]   cxl_mem_m2s_rwd_snp_type,
    input  wire [1:0]   cxl_mem_m2s_rwd_meta_field,
    input  wire [1:0]   cxl_mem_m2s_rwd_meta_value,
    input  wire [15:0]  cxl_mem_m2s_rwd_tag,
    input  wire [45:0]  cxl_mem_m2s_rwd_address,
    input  wire         cxl_mem_m2s_rwd_poison,
    input  wire [63:0]  cxl_mem_m2s_rwd_be,
    input  wire [511:0] cxl_mem_m2s_rwd_data,
    output wire         cxl_mem_s2m_ndr_valid,
    input  wire         cxl_mem_s2m_ndr_ready,
    output wire [2:0]   cxl_mem_s2m_ndr_opcode,
    output wire [1:0]   cxl_mem_s2m_ndr_meta_field,
    output wire [1:0]   cxl_mem_s2m_ndr_meta_value,
    output wire [15:0]  cxl_mem_s2m_ndr_tag,
    output wire [1:0]   cxl_mem_s2m_ndr_dev_load,
    output wire         cxl_mem_s2m_drs_valid,
    input  wire         cxl_mem_s2m_drs_ready,
    output wire [2:0]   cxl_mem_s2m_drs_opcode,
    output wire [1:0]   cxl_mem_s2m_drs_meta_field,
    output wire [1:0]   cxl_mem_s2m_drs_meta_value,
    output wire [15:0]  cxl_mem_s2m_drs_tag,
    output wire         cxl_mem_s2m_drs_poison,
    output wire [1:0]   cxl_mem_s2m_drs_dev_load,
    output wire [511:0] cxl_mem_s2m_drs_data,
    output wire [45:0]  keep,
    output wire         keep_valid,
    input  wire         keep_ready,
    output wire         keep_wanted,
    output wire [63:0]  araddr,
    output wire         arvalid,
    input  wire         arready,
    input  wire [511:0] rdata,
    input  wire         rerror,
    input  wire         rvalid,
    output wire         read_done,
    output wire         refused
);

    localparam [5:0] ALL_READS = 6'd32;
    localparam [3:0] BI_CONFLICT = 4'd4;
    localparam [2:0] CMP = 3'd0;
    localparam [2:0] CMP_E = 3'd2;
    localparam [2:0] CMP_S = 3'd1;
    localparam [1:0] INVALID = 2'd0;
    localparam [3:0] MEM_CLN_EVCT = 4'd10;
    localparam [2:0] MEM_DATA = 3'd0;
    localparam [2:0] MEM_DATA_NXM = 3'd1;
    localparam [3:0] MEM_INV = 4'd0;
    localparam [3:0] MEM_INV_NT = 4'd9;
    localparam [3:0] MEM_RD = 4'd1;
    localparam [3:0] MEM_RD_DATA = 4'd2;
    localparam [1:0] NO_META = 2'd3;
    localparam [1:0] SHARED = 2'd3;

    reg [5:0] open = 6'd0;

    wire [3:0] opcode;
    wire [15:0] tag;
    wire [1:0] meta_field;
    wire [1:0] meta_value;
    wire [45:0] asked_line;
    wire [45:0] written_line;
    wire [45:0] line;
    wire [45:0] lines;
    wire is_read;
    wire is_invalidate;
    wire is_done;
    wire mapped;
    wire second;
    wire waits;
    wire has_meta;
    wire keeps;
    wire [2:0] done_opcode;
    wire read_room;
    wire may_take;
    wire takes;
    wire answers_done;
    wire is_conflict;
    wire [45:0] write_line;
    wire write_keeps;
    wire answers_write;
    wire write_ends;
    wire may_keep;
    wire [1:0] completions;
    wire leaves;
    wire opens;
    wire nxm;
    wire [74:0] requests_in_data;
    wire requests_in_valid;
    wire [74:0] requests_out_data;
    wire requests_out_valid;
    wire [70:0] writes_in_data;
    wire writes_in_valid;
    wire [70:0] writes_out_data;
    wire writes_out_valid;
    wire reads_in_valid;
    wire reads_in_ready;
    wire tags_in_valid;
    wire tags_in_ready;
    wire [15:0] tags_out_data;
    wire tags_out_valid;
    wire tags_out_ready;
    wire unmapped_in_valid;
    wire unmapped_in_ready;
    wire [15:0] unmapped_out_data;
    wire unmapped_out_valid;
    wire unmapped_out_ready;
    wire [529:0] drs_in_data;
    wire drs_in_valid;
    wire drs_in_ready;
    wire [529:0] drs_out_data;
    wire [18:0] ndr_in_data;
    wire ndr_in_valid;
    wire ndr_in_ready;
    wire [18:0] ndr_out_data;
    wire [1:0] turns_grant;
    wire [3:0] turns_chosen;

    emb_fifo #(.WIDTH(75), .LOG_DEPTH(2)) u_requests (
        .clock(clock),
        .reset(reset),
        .in_data(requests_in_data),
        .in_valid(requests_in_valid),
        .in_ready(cxl_mem_m2s_req_ready),
        .out_data(requests_out_data),
        .out_valid(requests_out_valid),
        .out_ready(may_take)
    );

    emb_fifo #(.WIDTH(71), .LOG_DEPTH(2)) u_writes (
        .clock(clock),
        .reset(reset),
        .in_data(writes_in_data),
        .in_valid(writes_in_valid),
        .in_ready(cxl_mem_m2s_rwd_ready),
        .out_data(writes_out_data),
        .out_valid(writes_out_valid),
        .out_ready(write_ends)
    );

    emb_fifo #(.WIDTH(64), .LOG_DEPTH(2)) u_reads (
        .clock(clock),
        .reset(reset),
        .in_data({12'd0, line, 6'd0}),
        .in_valid(reads_in_valid),
        .in_ready(reads_in_ready),
        .out_data(araddr),
        .out_valid(arvalid),
        .out_ready(arready)
    );

    emb_fifo #(.WIDTH(16), .LOG_DEPTH(5)) u_tags (
        .clock(clock),
        .reset(reset),
        .in_data(tag),
        .in_valid(tags_in_valid),
        .in_ready(tags_in_ready),
        .out_data(tags_out_data),
        .out_valid(tags_out_valid),
        .out_ready(tags_out_ready)
    );

    emb_fifo #(.WIDTH(16), .LOG_DEPTH(2)) u_unmapped (
        .clock(clock),
        .reset(reset),
        .in_data(tag),
        .in_valid(unmapped_in_valid),
        .in_ready(unmapped_in_ready),
        .out_data(unmapped_out_data),
        .out_valid(unmapped_out_valid),
        .out_ready(unmapped_out_ready)
    );

    emb_fifo #(.WIDTH(530), .LOG_DEPTH(5)) u_drs (
        .clock(clock),
        .reset(reset),
        .in_data(drs_in_data),
        .in_valid(drs_in_valid),
        .in_ready(drs_in_ready),
        .out_data(drs_out_data),
        .out_valid(cxl_mem_s2m_drs_valid),
        .out_ready(cxl_mem_s2m_drs_ready)
    );

    emb_fifo #(.WIDTH(19), .LOG_DEPTH(3)) u_ndr (
        .clock(clock),
        .reset(reset),
        .in_data(ndr_in_data),
        .in_valid(ndr_in_valid),
        .in_ready(ndr_in_ready),
        .out_data(ndr_out_data),
        .out_valid(cxl_mem_s2m_ndr_valid),
        .out_ready(cxl_mem_s2m_ndr_ready)
    );

    emb_round_robin_2 u_turns (
        .clock(clock),
        .reset(reset),
        .request(completions),
        .advance(ndr_in_ready),
        .grant(turns_grant),
        .chosen(turns_chosen)
    );

    always @(posedge clock) begin
        if (opens & ~leaves) begin
            open <= open + 6'd1;
        end
        if (leaves & ~opens) begin
            open <= open - 6'd1;
        end
        if (reset) begin
            open <= 6'd0;
        end
    end

    // M2S Req.
    assign requests_in_valid = cxl_mem_m2s_req_valid;

    // Where a line lies in the buffers is found out before it waits for its turn.
    assign lines = {20'd0, tx_bytes[31:6]};
    assign asked_line = cxl_mem_m2s_req_address - hdm_base[51:6];
    assign requests_in_data = {asked_line < {lines[44:0], 1'b0}, asked_line >= lines, cxl_mem_m2s_req_meta_value, cxl_mem_m2s_req_meta_field, cxl_mem_m2s_req_snp_type, cxl_mem_m2s_req_opcode, cxl_mem_m2s_req_tag, asked_line};
    assign tag = requests_out_data[61:46];
    assign opcode = requests_out_data[65:62];
    assign meta_field = requests_out_data[70:69];
    assign meta_value = requests_out_data[72:71];
    assign line = requests_out_data[45:0];
    assign second = requests_out_data[73];
    assign mapped = hdm_base[0] & layout_good & requests_out_data[74];
    assign is_read = (opcode == MEM_RD) | (opcode == MEM_RD_DATA);
    assign is_invalidate = (opcode == MEM_INV) | (opcode == MEM_INV_NT);
    assign is_done = (is_read & (|requests_out_data[68:66])) | is_invalidate | (opcode == MEM_CLN_EVCT);
    assign waits = (is_read | is_invalidate) & mapped & writing & (second == new_buffer);
    assign has_meta = (meta_field != NO_META) & (meta_value != INVALID);
    assign keeps = mapped & ((opcode == MEM_RD_DATA) | ((is_read | is_invalidate) & has_meta));

    assign done_opcode =
        ~keeps ? CMP :
        ((opcode == MEM_RD_DATA) | (meta_value == SHARED)) ? CMP_S :
        CMP_E;

    // A host may keep what it writes, too.
    assign write_line = writes_out_data[65:20];
    assign is_conflict = writes_out_data[19:16] == BI_CONFLICT;

    assign write_keeps =
        writes_out_valid &
        ~is_conflict &
        hdm_base[0] &
        layout_good &
        writes_out_data[70] &
        (writes_out_data[67:66] != NO_META) &
        (writes_out_data[69:68] != INVALID);

    assign answers_write = writes_out_valid & (~write_keeps | keep_ready);
    assign may_keep = keep_ready & ~write_keeps;

    // It is taken when there is room for all that follows from it.
    assign read_room = (open != ALL_READS) & reads_in_ready & unmapped_in_ready;
    assign answers_done = requests_out_valid & is_done & ~waits & (~is_read | read_room) & (~keeps | may_keep);

    assign may_take =
        ~waits &
        (~is_read | read_room) &
        (~keeps | may_keep) &
        (~is_done | (turns_grant[0] & ndr_in_ready));

    assign takes = requests_out_valid & may_take;
    assign keep = write_keeps ? write_line : line;
    assign keep_valid = (takes & keeps) | write_keeps;
    assign keep_wanted = (requests_out_valid & keeps & ~waits) | write_keeps;
    assign opens = takes & is_read;
    assign reads_in_valid = takes & is_read & mapped;
    assign tags_in_valid = takes & is_read & mapped;
    assign unmapped_in_valid = takes & is_read & ~mapped;

    // S2M DRS.
    assign tags_out_ready = rvalid;
    assign nxm = unmapped_out_valid & ~rvalid;
    assign unmapped_out_ready = ~rvalid;
    assign drs_in_valid = rvalid | nxm;

    assign drs_in_data =
        ~rvalid ? {nxm, 1'b0, unmapped_out_data, 512'hffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff} :
        {1'b0, rerror, tags_out_data, rdata};

    assign leaves = cxl_mem_s2m_drs_valid & cxl_mem_s2m_drs_ready;
    assign read_done = leaves;
    assign cxl_mem_s2m_drs_data = drs_out_data[511:0];
    assign cxl_mem_s2m_drs_tag = drs_out_data[527:512];
    assign cxl_mem_s2m_drs_poison = drs_out_data[528];
    assign cxl_mem_s2m_drs_opcode = drs_out_data[529] ? MEM_DATA_NXM : MEM_DATA;
    assign cxl_mem_s2m_drs_meta_field = NO_META;
    assign cxl_mem_s2m_drs_meta_value = INVALID;
    assign cxl_mem_s2m_drs_dev_load = 2'd0;

    // M2S RwD.
    assign writes_in_valid = cxl_mem_m2s_rwd_valid;
    assign written_line = cxl_mem_m2s_rwd_address - hdm_base[51:6];
    assign writes_in_data = {written_line < {lines[44:0], 1'b0}, cxl_mem_m2s_rwd_meta_value, cxl_mem_m2s_rwd_meta_field, written_line, cxl_mem_m2s_rwd_opcode, cxl_mem_m2s_rwd_tag};
    assign write_ends = turns_grant[1] & ndr_in_ready;
    assign refused = write_ends & ~is_conflict;

    // S2M NDR.
    assign completions = {answers_write, answers_done};
    assign ndr_in_valid = |turns_grant;
    assign ndr_in_data = turns_grant[1] ? {is_conflict ? 3'd4 : 3'd0, writes_out_data[15:0]} : {done_opcode, tag};
    assign cxl_mem_s2m_ndr_tag = ndr_out_data[15:0];
    assign cxl_mem_s2m_ndr_opcode = ndr_out_data[18:16];
    assign cxl_mem_s2m_ndr_meta_field = NO_META;
    assign cxl_mem_s2m_ndr_meta_value = INVALID;
    assign cxl_mem_s2m_ndr_dev_load = 2'd0;

    // Bits that the design does not need.
    wire _unused = &{
        hdm_base[5:1],
        hdm_base[63:52],
        tx_bytes[5:0],
        cxl_mem_m2s_rwd_snp_type,
        cxl_mem_m2s_rwd_poison,
        cxl_mem_m2s_rwd_be,
        cxl_mem_m2s_rwd_data,
        tags_in_ready,
        tags_out_valid,
        drs_in_ready,
        turns_chosen,
        1'b0
    };

endmodule

`default_nettype wire
