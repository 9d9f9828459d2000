// The registers of CXL-MEM behind AXI4-Lite. Latency: a write takes effect after 2 cycles and is answered
// after 3, a read is answered after 3. Throughput: one write and one read in 4 cycles. Stalls while a
// transfer of the same direction is outstanding.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_cxl_mem_register_file_c1 (
    input  wire        clock,
    input  wire        reset,
    input  wire [11:0] s_axil_awaddr,
    input  wire [2:0]  s_axil_awprot,
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [63:0] s_axil_wdata,
    input  wire [7:0]  s_axil_wstrb,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    output wire [1:0]  s_axil_bresp,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    input  wire [11:0] s_axil_araddr,
    input  wire [2:0]  s_axil_arprot,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    output wire [63:0] s_axil_rdata,
    output wire [1:0]  s_axil_rresp,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    output wire [63:0] settings_0,
    output wire [63:0] settings_1,
    output wire [63:0] settings_2,
    output wire [63:0] settings_3,
    output wire [63:0] settings_4,
    output wire [63:0] settings_5,
    output wire [63:0] settings_6,
    output wire [63:0] settings_7,
    output wire [63:0] settings_8,
    output wire [63:0] settings_9,
    output wire [63:0] settings_10,
    output wire [63:0] settings_11,
    output wire [63:0] settings_12,
    output wire [63:0] settings_13,
    output wire [63:0] settings_14,
    output wire [63:0] settings_15,
    output wire [63:0] settings_16,
    output wire [63:0] settings_17,
    output wire [63:0] settings_18,
    output wire [63:0] settings_19,
    output wire [63:0] settings_20,
    output wire [63:0] settings_21,
    output wire [63:0] settings_22,
    output wire [63:0] settings_23,
    output wire [63:0] settings_24,
    output wire [63:0] settings_25,
    output wire [63:0] settings_26,
    output wire [63:0] settings_27,
    output wire [63:0] settings_28,
    output wire [63:0] settings_29,
    output wire [63:0] settings_30,
    output wire [63:0] settings_31,
    output wire [63:0] settings_32,
    output wire [63:0] settings_33,
    output wire [63:0] settings_34,
    output wire [63:0] settings_35,
    output wire [63:0] settings_36,
    output wire [63:0] settings_37,
    output wire [63:0] settings_38,
    output wire [63:0] settings_39,
    output wire [63:0] settings_40,
    output wire [63:0] settings_41,
    output wire [63:0] settings_42,
    output wire [63:0] settings_43,
    output wire [63:0] settings_44,
    output wire [63:0] settings_45,
    output wire [7:0]  doorbell,
    output wire        doorbell_valid,
    output wire        clear_status,
    output wire        clear_counters,
    output wire        clear_poison,
    output wire        decoder_refused,
    output wire [63:0] decoder,
    input  wire [31:0] capabilities,
    input  wire [63:0] persistent_bytes,
    input  wire [2:0]  status,
    input  wire [7:0]  error,
    input  wire [63:0] error_position,
    input  wire [63:0] cycles,
    input  wire [63:0] busy_cycles,
    input  wire [63:0] check_cycles,
    input  wire [63:0] hazard_cycles,
    input  wire [63:0] lookups,
    input  wire [63:0] updates,
    input  wire [63:0] lines_directory,
    input  wire [63:0] lines_offset,
    input  wire [63:0] lines_segment,
    input  wire [63:0] lines_entry,
    input  wire [63:0] lines_scale,
    input  wire [63:0] lines_gradient,
    input  wire [63:0] lines_pooled,
    input  wire        poison,
    input  wire [63:0] mem_reads,
    input  wire [63:0] mem_writes,
    input  wire [63:0] gradients_arrived,
    input  wire [63:0] lines_flushed,
    input  wire [63:0] lines_logged_parameters,
    input  wire [63:0] lines_logged_rows,
    input  wire [63:0] parameter_records,
    input  wire [63:0] row_records,
    input  wire [63:0] stages,
    input  wire [63:0] accumulations,
    input  wire [63:0] row_cache_hits,
    input  wire [63:0] channel_reads_0,
    input  wire [63:0] channel_writes_0
);

    localparam [63:0] OFFSET_0 = 64'd720;
    localparam [63:0] OFFSET_1 = 64'd728;
    localparam [63:0] RANGE_MASK = 64'hffffff0000000000;

    reg was_refused = 1'b0;
    reg [63:0] refused_offset = 64'd0;

    wire refuses_0;
    wire refuses_1;
    wire bank_sets_0;
    wire bank_sets_1;
    wire bank_sets_2;
    wire bank_sets_3;
    wire bank_sets_4;
    wire bank_sets_5;
    wire bank_sets_6;
    wire bank_sets_7;
    wire bank_sets_8;
    wire bank_sets_9;
    wire bank_sets_10;
    wire bank_sets_11;
    wire bank_sets_12;
    wire bank_sets_13;
    wire bank_sets_14;
    wire bank_sets_15;
    wire bank_sets_16;
    wire bank_sets_17;
    wire bank_sets_18;
    wire bank_sets_19;
    wire bank_sets_20;
    wire bank_sets_21;
    wire bank_sets_22;
    wire bank_sets_23;
    wire bank_sets_24;
    wire bank_sets_25;
    wire bank_sets_26;
    wire bank_sets_27;
    wire bank_sets_28;
    wire bank_sets_29;
    wire bank_sets_30;
    wire bank_sets_31;
    wire bank_sets_32;
    wire bank_sets_33;
    wire bank_sets_34;
    wire bank_sets_35;
    wire bank_sets_36;
    wire bank_sets_37;
    wire bank_sets_38;
    wire bank_sets_39;
    wire bank_sets_40;
    wire bank_sets_41;
    wire bank_sets_42;
    wire bank_sets_43;
    wire bank_sets_44;
    wire bank_sets_45;
    wire [63:0] bank_setting_value;
    wire bank_acts_1;
    wire [63:0] bank_act_value;

    emb_cxl_mem_registers_c1 u_bank (
        .clock(clock),
        .reset(reset),
        .s_axil_awaddr(s_axil_awaddr),
        .s_axil_awprot(s_axil_awprot),
        .s_axil_awvalid(s_axil_awvalid),
        .s_axil_awready(s_axil_awready),
        .s_axil_wdata(s_axil_wdata),
        .s_axil_wstrb(s_axil_wstrb),
        .s_axil_wvalid(s_axil_wvalid),
        .s_axil_wready(s_axil_wready),
        .s_axil_bresp(s_axil_bresp),
        .s_axil_bvalid(s_axil_bvalid),
        .s_axil_bready(s_axil_bready),
        .s_axil_araddr(s_axil_araddr),
        .s_axil_arprot(s_axil_arprot),
        .s_axil_arvalid(s_axil_arvalid),
        .s_axil_arready(s_axil_arready),
        .s_axil_rdata(s_axil_rdata),
        .s_axil_rresp(s_axil_rresp),
        .s_axil_rvalid(s_axil_rvalid),
        .s_axil_rready(s_axil_rready),
        .settings_0(settings_0),
        .settings_1(settings_1),
        .settings_2(settings_2),
        .settings_3(settings_3),
        .settings_4(settings_4),
        .settings_5(settings_5),
        .settings_6(settings_6),
        .settings_7(settings_7),
        .settings_8(settings_8),
        .settings_9(settings_9),
        .settings_10(settings_10),
        .settings_11(settings_11),
        .settings_12(settings_12),
        .settings_13(settings_13),
        .settings_14(settings_14),
        .settings_15(settings_15),
        .settings_16(settings_16),
        .settings_17(settings_17),
        .settings_18(settings_18),
        .settings_19(settings_19),
        .settings_20(settings_20),
        .settings_21(settings_21),
        .settings_22(settings_22),
        .settings_23(settings_23),
        .settings_24(settings_24),
        .settings_25(settings_25),
        .settings_26(settings_26),
        .settings_27(settings_27),
        .settings_28(settings_28),
        .settings_29(settings_29),
        .settings_30(settings_30),
        .settings_31(settings_31),
        .settings_32(settings_32),
        .settings_33(settings_33),
        .settings_34(settings_34),
        .settings_35(settings_35),
        .settings_36(settings_36),
        .settings_37(settings_37),
        .settings_38(settings_38),
        .settings_39(settings_39),
        .settings_40(settings_40),
        .settings_41(settings_41),
        .settings_42(settings_42),
        .settings_43(settings_43),
        .settings_44(settings_44),
        .settings_45(settings_45),
        .sets_0(bank_sets_0),
        .sets_1(bank_sets_1),
        .sets_2(bank_sets_2),
        .sets_3(bank_sets_3),
        .sets_4(bank_sets_4),
        .sets_5(bank_sets_5),
        .sets_6(bank_sets_6),
        .sets_7(bank_sets_7),
        .sets_8(bank_sets_8),
        .sets_9(bank_sets_9),
        .sets_10(bank_sets_10),
        .sets_11(bank_sets_11),
        .sets_12(bank_sets_12),
        .sets_13(bank_sets_13),
        .sets_14(bank_sets_14),
        .sets_15(bank_sets_15),
        .sets_16(bank_sets_16),
        .sets_17(bank_sets_17),
        .sets_18(bank_sets_18),
        .sets_19(bank_sets_19),
        .sets_20(bank_sets_20),
        .sets_21(bank_sets_21),
        .sets_22(bank_sets_22),
        .sets_23(bank_sets_23),
        .sets_24(bank_sets_24),
        .sets_25(bank_sets_25),
        .sets_26(bank_sets_26),
        .sets_27(bank_sets_27),
        .sets_28(bank_sets_28),
        .sets_29(bank_sets_29),
        .sets_30(bank_sets_30),
        .sets_31(bank_sets_31),
        .sets_32(bank_sets_32),
        .sets_33(bank_sets_33),
        .sets_34(bank_sets_34),
        .sets_35(bank_sets_35),
        .sets_36(bank_sets_36),
        .sets_37(bank_sets_37),
        .sets_38(bank_sets_38),
        .sets_39(bank_sets_39),
        .sets_40(bank_sets_40),
        .sets_41(bank_sets_41),
        .sets_42(bank_sets_42),
        .sets_43(bank_sets_43),
        .sets_44(bank_sets_44),
        .sets_45(bank_sets_45),
        .setting_value(bank_setting_value),
        .refused_0(1'b0),
        .refused_1(1'b0),
        .refused_2(1'b0),
        .refused_3(1'b0),
        .refused_4(1'b0),
        .refused_5(1'b0),
        .refused_6(1'b0),
        .refused_7(1'b0),
        .refused_8(1'b0),
        .refused_9(1'b0),
        .refused_10(1'b0),
        .refused_11(1'b0),
        .refused_12(1'b0),
        .refused_13(1'b0),
        .refused_14(1'b0),
        .refused_15(1'b0),
        .refused_16(1'b0),
        .refused_17(1'b0),
        .refused_18(1'b0),
        .refused_19(1'b0),
        .refused_20(1'b0),
        .refused_21(1'b0),
        .refused_22(1'b0),
        .refused_23(1'b0),
        .refused_24(1'b0),
        .refused_25(1'b0),
        .refused_26(1'b0),
        .refused_27(1'b0),
        .refused_28(1'b0),
        .refused_29(1'b0),
        .refused_30(1'b0),
        .refused_31(1'b0),
        .refused_32(1'b0),
        .refused_33(1'b0),
        .refused_34(1'b0),
        .refused_35(1'b0),
        .refused_36(1'b0),
        .refused_37(1'b0),
        .refused_38(1'b0),
        .refused_39(1'b0),
        .refused_40(1'b0),
        .refused_41(1'b0),
        .refused_42(refuses_0),
        .refused_43(refuses_1),
        .refused_44(1'b0),
        .refused_45(1'b0),
        .driven_0({32'd0, capabilities}),
        .driven_1(persistent_bytes),
        .driven_2({61'd0, status}),
        .driven_3({56'd0, error}),
        .driven_4(error_position),
        .driven_5({63'd0, poison}),
        .driven_6(cycles),
        .driven_7(busy_cycles),
        .driven_8(check_cycles),
        .driven_9(hazard_cycles),
        .driven_10(lookups),
        .driven_11(updates),
        .driven_12(lines_directory),
        .driven_13(lines_offset),
        .driven_14(lines_segment),
        .driven_15(lines_entry),
        .driven_16(lines_scale),
        .driven_17(lines_gradient),
        .driven_18(lines_pooled),
        .driven_19(mem_reads),
        .driven_20(mem_writes),
        .driven_21(gradients_arrived),
        .driven_22(lines_flushed),
        .driven_23(lines_logged_parameters),
        .driven_24(lines_logged_rows),
        .driven_25(parameter_records),
        .driven_26(row_records),
        .driven_27(stages),
        .driven_28(accumulations),
        .driven_29(row_cache_hits),
        .unit_driven_0_0(channel_reads_0),
        .unit_driven_0_1(channel_writes_0),
        .acts_0(doorbell_valid),
        .acts_1(bank_acts_1),
        .act_value(bank_act_value)
    );

    always @(posedge clock) begin
        if (refuses_0) begin
            refused_offset <= OFFSET_0;
        end
        if (refuses_1) begin
            refused_offset <= OFFSET_1;
        end
    end

    // Ranges overlap if their bases agree down to the size of the larger one, as both begin at multiples of their sizes.
    assign refuses_0 =
        bank_sets_42 &
        bank_setting_value[0] &
        settings_43[0] &
        (((bank_setting_value ^ settings_43) & RANGE_MASK) == 64'd0);

    assign refuses_1 =
        bank_sets_43 &
        bank_setting_value[0] &
        settings_42[0] &
        (((bank_setting_value ^ settings_42) & RANGE_MASK) == 64'd0);

    assign decoder_refused = was_refused;
    assign decoder = refused_offset;
    assign doorbell = bank_act_value[7:0];
    assign clear_status = bank_acts_1 & bank_act_value[0];
    assign clear_counters = bank_acts_1 & bank_act_value[1];
    assign clear_poison = bank_acts_1 & bank_act_value[2];

    always @(posedge clock) begin
        was_refused <= (refuses_0 | refuses_1) & ~reset;
    end

    // Bits that the design does not need.
    wire _unused = &{
        bank_sets_0,
        bank_sets_1,
        bank_sets_2,
        bank_sets_3,
        bank_sets_4,
        bank_sets_5,
        bank_sets_6,
        bank_sets_7,
        bank_sets_8,
        bank_sets_9,
        bank_sets_10,
        bank_sets_11,
        bank_sets_12,
        bank_sets_13,
        bank_sets_14,
        bank_sets_15,
        bank_sets_16,
        bank_sets_17,
        bank_sets_18,
        bank_sets_19,
        bank_sets_20,
        bank_sets_21,
        bank_sets_22,
        bank_sets_23,
        bank_sets_24,
        bank_sets_25,
        bank_sets_26,
        bank_sets_27,
        bank_sets_28,
        bank_sets_29,
        bank_sets_30,
        bank_sets_31,
        bank_sets_32,
        bank_sets_33,
        bank_sets_34,
        bank_sets_35,
        bank_sets_36,
        bank_sets_37,
        bank_sets_38,
        bank_sets_39,
        bank_sets_40,
        bank_sets_41,
        bank_sets_44,
        bank_sets_45,
        bank_act_value[63:8],
        1'b0
    };

endmodule

`default_nettype wire
