// What the target of the TX buffers promises of one request and one write that the solver chooses. To the DRAM: a read stays until it is taken,
// is of a line of the buffers, and not of the one that is device biased for the whole time; no more than MOST reads are unanswered, so
// that every answer has room. To the host: answers stay until they are taken; the request is answered with data exactly when it is a
// read, once, with what the DRAM answered, poisoned if it answered with an error, or as unmapped; and without data exactly when its
// opcode wants that, once; the write is answered once. What the host keeps is told before, or with, the answer is made.
//
// The buffers have two lines each, and are mapped or not for the whole time; requests are of eight lines from their begin on. The DRAM
// answers in order what it took. The chosen request and the chosen write have tags that no others have.
//
// DUT   the target
// MOST  reads that may be unanswered
// REACH when defined: claim instead, falsely, that this bit of `reached` is never set
module proof (
    input wire       clock,
    input wire       reset,
    input wire       writes_now,
    input wire       to_buffer,
    input wire       requests,
    input wire [3:0] opcode,
    input wire [2:0] snp_type,
    input wire [1:0] meta_field,
    input wire [1:0] meta_value,
    input wire [2:0] line,
    input wire       choose,
    input wire       rwds,
    input wire [3:0] rwd_opcode,
    input wire [1:0] rwd_meta_field,
    input wire [1:0] rwd_meta_value,
    input wire [2:0] rwd_line,
    input wire       choose_write,
    input wire       keep_ready,
    input wire       arready,
    input wire       answers,
    input wire       rdata_bit,
    input wire       rerror,
    input wire       drs_ready,
    input wire       ndr_ready
);
    localparam [45:0] FIRST = 46'h1000;
    (* anyconst *) wire enabled, layout_good, is_biased, biased;
    wire writing = is_biased | writes_now;
    wire new_buffer = is_biased ? biased : to_buffer;

    reg chosen = 1'b0, write_chosen = 1'b0;
    wire this_one = choose & !chosen;
    wire this_write = choose_write & !write_chosen;
    // Reads that the DRAM took and has not answered.
    reg [2:0] asked = 3'd0;
    wire rvalid = answers & asked != 3'd0 & !reset;

    wire req_ready, rwd_ready, ndr_valid, drs_valid, drs_poison, keep_valid, arvalid, read_done, refused;
    wire [2:0] ndr_opcode, drs_opcode;
    wire [15:0] ndr_tag, drs_tag;
    wire [511:0] drs_data;
    wire [45:0] keep;
    wire [63:0] araddr;

    `DUT dut (
        .clock(clock),
        .reset(reset),
        .hdm_base({12'd0, FIRST, 5'd0, enabled}),
        .tx_bytes(32'd128),
        .layout_good(layout_good),
        .writing(writing),
        .new_buffer(new_buffer),
        .cxl_mem_m2s_req_valid(requests),
        .cxl_mem_m2s_req_ready(req_ready),
        .cxl_mem_m2s_req_opcode(opcode),
        .cxl_mem_m2s_req_snp_type(snp_type),
        .cxl_mem_m2s_req_meta_field(meta_field),
        .cxl_mem_m2s_req_meta_value(meta_value),
        .cxl_mem_m2s_req_tag({15'd0, this_one}),
        .cxl_mem_m2s_req_address(FIRST + {43'd0, line}),
        .cxl_mem_m2s_rwd_valid(rwds),
        .cxl_mem_m2s_rwd_ready(rwd_ready),
        .cxl_mem_m2s_rwd_opcode(rwd_opcode),
        .cxl_mem_m2s_rwd_snp_type(3'd0),
        .cxl_mem_m2s_rwd_meta_field(rwd_meta_field),
        .cxl_mem_m2s_rwd_meta_value(rwd_meta_value),
        .cxl_mem_m2s_rwd_tag({14'd0, this_write, 1'b0}),
        .cxl_mem_m2s_rwd_address(FIRST + {43'd0, rwd_line}),
        .cxl_mem_m2s_rwd_poison(1'b0),
        .cxl_mem_m2s_rwd_be(64'd0),
        .cxl_mem_m2s_rwd_data(512'd0),
        .cxl_mem_s2m_ndr_valid(ndr_valid),
        .cxl_mem_s2m_ndr_ready(ndr_ready),
        .cxl_mem_s2m_ndr_opcode(ndr_opcode),
        .cxl_mem_s2m_ndr_tag(ndr_tag),
        .cxl_mem_s2m_drs_valid(drs_valid),
        .cxl_mem_s2m_drs_ready(drs_ready),
        .cxl_mem_s2m_drs_opcode(drs_opcode),
        .cxl_mem_s2m_drs_tag(drs_tag),
        .cxl_mem_s2m_drs_poison(drs_poison),
        .cxl_mem_s2m_drs_data(drs_data),
        .keep(keep),
        .keep_valid(keep_valid),
        .keep_ready(keep_ready),
        .araddr(araddr),
        .arvalid(arvalid),
        .arready(arready),
        .rdata({511'd0, rdata_bit}),
        .rerror(rerror),
        .rvalid(rvalid),
        .read_done(read_done),
        .refused(refused)
    );

    held #(.WIDTH(2)) reads (.clock(clock), .reset(reset), .valid(arvalid), .ready(arready), .payload(araddr[7:6]));
    held #(.WIDTH(6)) drs (
        .clock(clock), .reset(reset), .valid(drs_valid), .ready(drs_ready),
        .payload({drs_opcode, drs_poison, drs_tag[0], drs_data[0]})
    );
    held #(.WIDTH(5)) ndr (
        .clock(clock), .reset(reset), .valid(ndr_valid), .ready(ndr_ready), .payload({ndr_opcode, ndr_tag[1:0]})
    );

    wire takes = requests & req_ready & !reset;
    wire takes_write = rwds & rwd_ready & !reset;
    wire ar = arvalid & arready & !reset;
    wire drs_goes = drs_valid & drs_ready & !reset;
    wire ndr_goes = ndr_valid & ndr_ready & !reset;

    // By the specification of CXL: what an opcode asks for.
    wire is_mapped = enabled & layout_good & line < 3'd4;
    wire is_read = opcode == 4'd1 | opcode == 4'd2;
    wire is_invalidate = opcode == 4'd0 | opcode == 4'd9;
    wire is_completed = is_read & snp_type != 3'd0 | is_invalidate | opcode == 4'd10;
    wire has_meta = meta_field != 2'd3 & meta_value != 2'd0;
    wire keeps = is_mapped & (opcode == 4'd2 | (is_read | is_invalidate) & has_meta);
    wire [2:0] completion = !keeps ? 3'd0 : opcode == 4'd2 | meta_value == 2'd3 ? 3'd1 : 3'd2;

    // Mapped reads that were taken and that the DRAM has not answered; of the chosen request, those before it, and what it is.
    reg [3:0] reads_queued = 4'd0, before_asked = 4'd0, before = 4'd0;
    reg mapped = 1'b0, read = 1'b0, completed = 1'b0, kept = 1'b0, asked_for = 1'b0, came = 1'b0, bit_ = 1'b0, error = 1'b0;
    reg answered = 1'b0, ended = 1'b0, told = 1'b0;
    reg [2:0] its_completion = 3'd0;
    reg [2:0] its_line = 3'd0;
    reg [3:0] unasked = 4'd0;
    wire its_read = chosen & read & mapped & !asked_for & before_asked == 4'd0;
    wire its_data = chosen & read & mapped & !came & before == 4'd0;
    wire counts = takes & is_read & is_mapped;
    // Of the chosen write.
    reg write_ended = 1'b0, conflict = 1'b0;
    reg [2:0] open = 3'd0;
    reg started = 1'b0;
    always @(posedge clock) begin
        started <= 1'b1;
        asked <= asked + ar - rvalid;
        unasked <= unasked + counts - ar;
        reads_queued <= reads_queued + counts - rvalid;
        if (takes & this_one) begin
            chosen <= 1'b1;
            {mapped, read, completed, kept, its_line} <= {is_mapped, is_read, is_completed, keeps, line};
            its_completion <= completion;
            before_asked <= unasked - ar;
            before <= reads_queued - rvalid;
        end
        if (chosen & read & mapped & ar & !asked_for) begin
            before_asked <= before_asked - 4'd1;
            asked_for <= its_read;
        end
        if (chosen & read & mapped & rvalid & !came) begin
            before <= before - 4'd1;
            {came, bit_, error} <= {its_data, rdata_bit, rerror};
        end
        if (drs_goes & drs_tag[0])
            answered <= 1'b1;
        if (ndr_goes & ndr_tag[0])
            ended <= 1'b1;
        if (keep_valid & keep_ready & chosen & keep == {43'd0, its_line})
            told <= 1'b1;
        if (takes_write & this_write)
            {write_chosen, conflict} <= {1'b1, rwd_opcode == 4'd4};
        if (ndr_goes & ndr_tag[1])
            write_ended <= 1'b1;
        if (reset) begin
            {asked, unasked, reads_queued, chosen, write_chosen} <= 13'd0;
            {asked_for, came, answered, ended, told, write_ended} <= 6'd0;
        end
    end

    wire [6:0] reached = {
        drs_goes & drs_tag[0] & drs_poison, drs_goes & drs_tag[0] & drs_opcode == 3'd1, ndr_goes & ndr_tag[0] & ndr_opcode == 3'd1,
        ndr_goes & ndr_tag[0] & !read, ndr_goes & ndr_tag[1], asked == `MOST, is_biased & ar & enabled
    };

`ifdef REACH
    always @* isNeverReached: assert (!reached[`REACH]);
`else
    always @* if (started & !reset) begin
        isWithinTheBound: assert (asked <= `MOST);
        if (arvalid) begin
            isALineOfTheBuffers: assert (enabled && layout_good && araddr < 64'd256 && araddr[5:0] == 6'd0 && unasked != 4'd0);
            if (is_biased)
                isNotDeviceBiased: assert (araddr[7] != biased);
            if (its_read)
                isItsLine: assert (araddr[8:6] == its_line);
        end
        if (drs_valid & drs_tag[0]) begin
            dataComeOnce: assert (chosen & read & !answered);
            if (mapped)
                dataAreTheMemorys: assert (came & drs_opcode == 3'd0 & drs_data[0] == bit_ & drs_poison == error);
            else
                nothingIsThere: assert (drs_opcode == 3'd1 & &drs_data & !drs_poison);
        end
        if (chosen & came & !answered)
            dataAreNotLost: assert (drs_valid);
        if (ndr_valid & ndr_tag[0])
            isCompletedOnce: assert (chosen & completed & !ended & ndr_opcode == its_completion & (told | !kept));
        if (drs_valid & drs_tag[0] & kept)
            isToldBeforeTheData: assert (told);
        if (ndr_valid & ndr_tag[1])
            writeIsCompletedOnce: assert (write_chosen & !write_ended & ndr_opcode == (conflict ? 3'd4 : 3'd0));
        if (keep_valid)
            keepsALineOfTheBuffers: assert (enabled && layout_good && keep < 46'd4);
        readsAreCounted: assert (read_done == drs_goes);
    end
`endif
endmodule
