// Answers every back-invalidate snoop: nobody holds the line. One cycle; a snoop a cycle; stalls only with
// the device.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_no_copies (
    input  wire        clock,
    input  wire        reset,
    input  wire        back_invalidate_s2m_bisnp_valid,
    output wire        back_invalidate_s2m_bisnp_ready,
    input  wire [3:0]  back_invalidate_s2m_bisnp_opcode,
    input  wire [11:0] back_invalidate_s2m_bisnp_bi_tag,
    input  wire [45:0] back_invalidate_s2m_bisnp_address,
    output wire        back_invalidate_m2s_birsp_valid,
    input  wire        back_invalidate_m2s_birsp_ready,
    output wire [3:0]  back_invalidate_m2s_birsp_opcode,
    output wire [11:0] back_invalidate_m2s_birsp_bi_tag
);

    localparam [3:0] BIRSP_I = 4'd0;

    emb_fifo #(.WIDTH(12), .LOG_DEPTH(2)) u_tags (
        .clock(clock),
        .reset(reset),
        .in_data(back_invalidate_s2m_bisnp_bi_tag),
        .in_valid(back_invalidate_s2m_bisnp_valid),
        .in_ready(back_invalidate_s2m_bisnp_ready),
        .out_data(back_invalidate_m2s_birsp_bi_tag),
        .out_valid(back_invalidate_m2s_birsp_valid),
        .out_ready(back_invalidate_m2s_birsp_ready)
    );

    assign back_invalidate_m2s_birsp_opcode = BIRSP_I;

    // Bits that the design does not need.
    wire _unused = &{
        back_invalidate_s2m_bisnp_opcode,
        back_invalidate_s2m_bisnp_address,
        1'b0
    };

endmodule

`default_nettype wire
