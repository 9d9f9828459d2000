// The registers of a device behind AXI4-Lite. Latency: a write takes effect after 2 cycles and is answered
// after 3, a read is answered after 3. Throughput: one write and one read in 4 cycles. Stalls while a
// transfer of the same direction is outstanding.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_cxl_mem_registers_c4 (
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
    output wire        sets_0,
    output wire        sets_1,
    output wire        sets_2,
    output wire        sets_3,
    output wire        sets_4,
    output wire        sets_5,
    output wire        sets_6,
    output wire        sets_7,
    output wire        sets_8,
    output wire        sets_9,
    output wire        sets_10,
    output wire        sets_11,
    output wire        sets_12,
    output wire        sets_13,
    output wire        sets_14,
    output wire        sets_15,
    output wire        sets_16,
    output wire        sets_17,
    output wire        sets_18,
    output wire        sets_19,
    output wire        sets_20,
    output wire        sets_21,
    output wire        sets_22,
    output wire        sets_23,
    output wire        sets_24,
    output wire        sets_25,
    output wire        sets_26,
    output wire        sets_27,
    output wire        sets_28,
    output wire        sets_29,
    output wire        sets_30,
    output wire        sets_31,
    output wire        sets_32,
    output wire        sets_33,
    output wire        sets_34,
    output wire        sets_35,
    output wire        sets_36,
    output wire        sets_37,
    output wire        sets_38,
    output wire        sets_39,
    output wire        sets_40,
    output wire        sets_41,
    output wire        sets_42,
    output wire        sets_43,
    output wire        sets_44,
    output wire        sets_45,
    output wire [63:0] setting_value,
    input  wire        refused_0,
    input  wire        refused_1,
    input  wire        refused_2,
    input  wire        refused_3,
    input  wire        refused_4,
    input  wire        refused_5,
    input  wire        refused_6,
    input  wire        refused_7,
    input  wire        refused_8,
    input  wire        refused_9,
    input  wire        refused_10,
    input  wire        refused_11,
    input  wire        refused_12,
    input  wire        refused_13,
    input  wire        refused_14,
    input  wire        refused_15,
    input  wire        refused_16,
    input  wire        refused_17,
    input  wire        refused_18,
    input  wire        refused_19,
    input  wire        refused_20,
    input  wire        refused_21,
    input  wire        refused_22,
    input  wire        refused_23,
    input  wire        refused_24,
    input  wire        refused_25,
    input  wire        refused_26,
    input  wire        refused_27,
    input  wire        refused_28,
    input  wire        refused_29,
    input  wire        refused_30,
    input  wire        refused_31,
    input  wire        refused_32,
    input  wire        refused_33,
    input  wire        refused_34,
    input  wire        refused_35,
    input  wire        refused_36,
    input  wire        refused_37,
    input  wire        refused_38,
    input  wire        refused_39,
    input  wire        refused_40,
    input  wire        refused_41,
    input  wire        refused_42,
    input  wire        refused_43,
    input  wire        refused_44,
    input  wire        refused_45,
    input  wire [63:0] driven_0,
    input  wire [63:0] driven_1,
    input  wire [63:0] driven_2,
    input  wire [63:0] driven_3,
    input  wire [63:0] driven_4,
    input  wire [63:0] driven_5,
    input  wire [63:0] driven_6,
    input  wire [63:0] driven_7,
    input  wire [63:0] driven_8,
    input  wire [63:0] driven_9,
    input  wire [63:0] driven_10,
    input  wire [63:0] driven_11,
    input  wire [63:0] driven_12,
    input  wire [63:0] driven_13,
    input  wire [63:0] driven_14,
    input  wire [63:0] driven_15,
    input  wire [63:0] driven_16,
    input  wire [63:0] driven_17,
    input  wire [63:0] driven_18,
    input  wire [63:0] driven_19,
    input  wire [63:0] driven_20,
    input  wire [63:0] driven_21,
    input  wire [63:0] driven_22,
    input  wire [63:0] driven_23,
    input  wire [63:0] driven_24,
    input  wire [63:0] driven_25,
    input  wire [63:0] driven_26,
    input  wire [63:0] driven_27,
    input  wire [63:0] driven_28,
    input  wire [63:0] driven_29,
    input  wire [63:0] unit_driven_0_0,
    input  wire [63:0] unit_driven_0_1,
    input  wire [63:0] unit_driven_1_0,
    input  wire [63:0] unit_driven_1_1,
    input  wire [63:0] unit_driven_2_0,
    input  wire [63:0] unit_driven_2_1,
    input  wire [63:0] unit_driven_3_0,
    input  wire [63:0] unit_driven_3_1,
    output wire        acts_0,
    output wire        acts_1,
    output wire [63:0] act_value
);

    localparam [11:0] ACTION_OFFSET_0 = 12'd640;
    localparam [11:0] ACTION_OFFSET_1 = 12'd648;
    localparam [63:0] DRIVEN_MASK_0 = 64'h00000000ffffffff;
    localparam [63:0] DRIVEN_MASK_2 = 64'd7;
    localparam [63:0] DRIVEN_MASK_3 = 64'd255;
    localparam [63:0] DRIVEN_MASK_5 = 64'd1;
    localparam [11:0] DRIVEN_OFFSET_0 = 12'd16;
    localparam [11:0] DRIVEN_OFFSET_1 = 12'd24;
    localparam [11:0] DRIVEN_OFFSET_10 = 12'd800;
    localparam [11:0] DRIVEN_OFFSET_11 = 12'd808;
    localparam [11:0] DRIVEN_OFFSET_12 = 12'd816;
    localparam [11:0] DRIVEN_OFFSET_13 = 12'd824;
    localparam [11:0] DRIVEN_OFFSET_14 = 12'd832;
    localparam [11:0] DRIVEN_OFFSET_15 = 12'd840;
    localparam [11:0] DRIVEN_OFFSET_16 = 12'd848;
    localparam [11:0] DRIVEN_OFFSET_17 = 12'd856;
    localparam [11:0] DRIVEN_OFFSET_18 = 12'd864;
    localparam [11:0] DRIVEN_OFFSET_19 = 12'd872;
    localparam [11:0] DRIVEN_OFFSET_2 = 12'd48;
    localparam [11:0] DRIVEN_OFFSET_20 = 12'd880;
    localparam [11:0] DRIVEN_OFFSET_21 = 12'd888;
    localparam [11:0] DRIVEN_OFFSET_22 = 12'd896;
    localparam [11:0] DRIVEN_OFFSET_23 = 12'd904;
    localparam [11:0] DRIVEN_OFFSET_24 = 12'd912;
    localparam [11:0] DRIVEN_OFFSET_25 = 12'd920;
    localparam [11:0] DRIVEN_OFFSET_26 = 12'd928;
    localparam [11:0] DRIVEN_OFFSET_27 = 12'd936;
    localparam [11:0] DRIVEN_OFFSET_28 = 12'd944;
    localparam [11:0] DRIVEN_OFFSET_29 = 12'd952;
    localparam [11:0] DRIVEN_OFFSET_3 = 12'd56;
    localparam [11:0] DRIVEN_OFFSET_4 = 12'd64;
    localparam [11:0] DRIVEN_OFFSET_5 = 12'd72;
    localparam [11:0] DRIVEN_OFFSET_6 = 12'd768;
    localparam [11:0] DRIVEN_OFFSET_7 = 12'd776;
    localparam [11:0] DRIVEN_OFFSET_8 = 12'd784;
    localparam [11:0] DRIVEN_OFFSET_9 = 12'd792;
    localparam [11:0] FIXED_OFFSET_0 = 12'd0;
    localparam [11:0] FIXED_OFFSET_1 = 12'd8;
    localparam [11:0] FIXED_OFFSET_2 = 12'd32;
    localparam [11:0] FIXED_OFFSET_3 = 12'd40;
    localparam [63:0] FIXED_VALUE_0 = 64'h454d42455243584c;
    localparam [63:0] FIXED_VALUE_1 = 64'h0000000000010001;
    localparam [63:0] FIXED_VALUE_2 = 64'h0008000000000000;
    localparam [63:0] FIXED_VALUE_3 = 64'h0000000100000000;
    localparam [63:0] SETTING_MASK_0 = 64'h00000000ffffffff;
    localparam [63:0] SETTING_MASK_1 = 64'h00000000ffffffff;
    localparam [63:0] SETTING_MASK_11 = 64'h00000000ffffffff;
    localparam [63:0] SETTING_MASK_12 = 64'h00000000ffffffff;
    localparam [63:0] SETTING_MASK_13 = 64'h00000000ffffffff;
    localparam [63:0] SETTING_MASK_14 = 64'h00000000ffffffff;
    localparam [63:0] SETTING_MASK_2 = 64'h00000000ffffffff;
    localparam [63:0] SETTING_MASK_24 = 64'h000fffffffffffff;
    localparam [63:0] SETTING_MASK_25 = 64'h00000003ffffffff;
    localparam [63:0] SETTING_MASK_26 = 64'h000fffffffffffff;
    localparam [63:0] SETTING_MASK_33 = 64'h00000000ffffffff;
    localparam [63:0] SETTING_MASK_34 = 64'h00000000ffffffff;
    localparam [63:0] SETTING_MASK_36 = 64'h000000000000ffff;
    localparam [63:0] SETTING_MASK_37 = 64'h000000000000ffff;
    localparam [63:0] SETTING_MASK_38 = 64'h000000000001ffff;
    localparam [63:0] SETTING_MASK_39 = 64'h000000000001ffff;
    localparam [63:0] SETTING_MASK_40 = 64'h000000000001ffff;
    localparam [63:0] SETTING_MASK_41 = 64'h000000000000ffff;
    localparam [63:0] SETTING_MASK_44 = 64'h000000000000ffff;
    localparam [63:0] SETTING_MASK_45 = 64'd1;
    localparam [11:0] SETTING_OFFSET_0 = 12'd256;
    localparam [11:0] SETTING_OFFSET_1 = 12'd264;
    localparam [11:0] SETTING_OFFSET_10 = 12'd336;
    localparam [11:0] SETTING_OFFSET_11 = 12'd344;
    localparam [11:0] SETTING_OFFSET_12 = 12'd352;
    localparam [11:0] SETTING_OFFSET_13 = 12'd360;
    localparam [11:0] SETTING_OFFSET_14 = 12'd368;
    localparam [11:0] SETTING_OFFSET_15 = 12'd376;
    localparam [11:0] SETTING_OFFSET_16 = 12'd384;
    localparam [11:0] SETTING_OFFSET_17 = 12'd392;
    localparam [11:0] SETTING_OFFSET_18 = 12'd400;
    localparam [11:0] SETTING_OFFSET_19 = 12'd408;
    localparam [11:0] SETTING_OFFSET_2 = 12'd272;
    localparam [11:0] SETTING_OFFSET_20 = 12'd416;
    localparam [11:0] SETTING_OFFSET_21 = 12'd424;
    localparam [11:0] SETTING_OFFSET_22 = 12'd432;
    localparam [11:0] SETTING_OFFSET_23 = 12'd440;
    localparam [11:0] SETTING_OFFSET_24 = 12'd448;
    localparam [11:0] SETTING_OFFSET_25 = 12'd456;
    localparam [11:0] SETTING_OFFSET_26 = 12'd464;
    localparam [11:0] SETTING_OFFSET_27 = 12'd472;
    localparam [11:0] SETTING_OFFSET_28 = 12'd480;
    localparam [11:0] SETTING_OFFSET_29 = 12'd488;
    localparam [11:0] SETTING_OFFSET_3 = 12'd280;
    localparam [11:0] SETTING_OFFSET_30 = 12'd496;
    localparam [11:0] SETTING_OFFSET_31 = 12'd504;
    localparam [11:0] SETTING_OFFSET_32 = 12'd512;
    localparam [11:0] SETTING_OFFSET_33 = 12'd520;
    localparam [11:0] SETTING_OFFSET_34 = 12'd528;
    localparam [11:0] SETTING_OFFSET_35 = 12'd536;
    localparam [11:0] SETTING_OFFSET_36 = 12'd672;
    localparam [11:0] SETTING_OFFSET_37 = 12'd680;
    localparam [11:0] SETTING_OFFSET_38 = 12'd688;
    localparam [11:0] SETTING_OFFSET_39 = 12'd696;
    localparam [11:0] SETTING_OFFSET_4 = 12'd288;
    localparam [11:0] SETTING_OFFSET_40 = 12'd704;
    localparam [11:0] SETTING_OFFSET_41 = 12'd712;
    localparam [11:0] SETTING_OFFSET_42 = 12'd720;
    localparam [11:0] SETTING_OFFSET_43 = 12'd728;
    localparam [11:0] SETTING_OFFSET_44 = 12'd736;
    localparam [11:0] SETTING_OFFSET_45 = 12'd744;
    localparam [11:0] SETTING_OFFSET_5 = 12'd296;
    localparam [11:0] SETTING_OFFSET_6 = 12'd304;
    localparam [11:0] SETTING_OFFSET_7 = 12'd312;
    localparam [11:0] SETTING_OFFSET_8 = 12'd320;
    localparam [11:0] SETTING_OFFSET_9 = 12'd328;
    localparam [63:0] SETTING_RESET_0 = 64'd0;
    localparam [63:0] SETTING_RESET_1 = 64'd0;
    localparam [63:0] SETTING_RESET_10 = 64'd0;
    localparam [63:0] SETTING_RESET_11 = 64'd0;
    localparam [63:0] SETTING_RESET_12 = 64'd0;
    localparam [63:0] SETTING_RESET_13 = 64'd0;
    localparam [63:0] SETTING_RESET_14 = 64'd0;
    localparam [63:0] SETTING_RESET_15 = 64'd0;
    localparam [63:0] SETTING_RESET_16 = 64'd0;
    localparam [63:0] SETTING_RESET_17 = 64'd0;
    localparam [63:0] SETTING_RESET_18 = 64'd0;
    localparam [63:0] SETTING_RESET_19 = 64'd0;
    localparam [63:0] SETTING_RESET_2 = 64'd0;
    localparam [63:0] SETTING_RESET_20 = 64'd0;
    localparam [63:0] SETTING_RESET_21 = 64'd0;
    localparam [63:0] SETTING_RESET_22 = 64'd0;
    localparam [63:0] SETTING_RESET_23 = 64'd0;
    localparam [63:0] SETTING_RESET_24 = 64'd0;
    localparam [63:0] SETTING_RESET_25 = 64'd0;
    localparam [63:0] SETTING_RESET_26 = 64'd0;
    localparam [63:0] SETTING_RESET_27 = 64'd0;
    localparam [63:0] SETTING_RESET_28 = 64'd0;
    localparam [63:0] SETTING_RESET_29 = 64'd0;
    localparam [63:0] SETTING_RESET_3 = 64'd0;
    localparam [63:0] SETTING_RESET_30 = 64'd0;
    localparam [63:0] SETTING_RESET_31 = 64'd0;
    localparam [63:0] SETTING_RESET_32 = 64'd0;
    localparam [63:0] SETTING_RESET_33 = 64'd0;
    localparam [63:0] SETTING_RESET_34 = 64'd0;
    localparam [63:0] SETTING_RESET_35 = 64'd0;
    localparam [63:0] SETTING_RESET_36 = 64'd0;
    localparam [63:0] SETTING_RESET_37 = 64'd0;
    localparam [63:0] SETTING_RESET_38 = 64'd0;
    localparam [63:0] SETTING_RESET_39 = 64'd0;
    localparam [63:0] SETTING_RESET_4 = 64'd0;
    localparam [63:0] SETTING_RESET_40 = 64'd0;
    localparam [63:0] SETTING_RESET_41 = 64'd0;
    localparam [63:0] SETTING_RESET_42 = 64'd0;
    localparam [63:0] SETTING_RESET_43 = 64'd0;
    localparam [63:0] SETTING_RESET_44 = 64'd0;
    localparam [63:0] SETTING_RESET_45 = 64'd0;
    localparam [63:0] SETTING_RESET_5 = 64'd0;
    localparam [63:0] SETTING_RESET_6 = 64'd0;
    localparam [63:0] SETTING_RESET_7 = 64'd0;
    localparam [63:0] SETTING_RESET_8 = 64'd0;
    localparam [63:0] SETTING_RESET_9 = 64'd0;
    localparam [11:0] UNIT_OFFSET_0_0 = 12'h400;
    localparam [11:0] UNIT_OFFSET_0_1 = 12'h408;
    localparam [11:0] UNIT_OFFSET_1_0 = 12'h410;
    localparam [11:0] UNIT_OFFSET_1_1 = 12'h418;
    localparam [11:0] UNIT_OFFSET_2_0 = 12'h420;
    localparam [11:0] UNIT_OFFSET_2_1 = 12'h428;
    localparam [11:0] UNIT_OFFSET_3_0 = 12'h430;
    localparam [11:0] UNIT_OFFSET_3_1 = 12'h438;
    localparam [63:0] WITHOUT_BIT_0 = 64'hfffffffffffffffe;

    reg [63:0] setting_0 = 64'd0;
    reg [63:0] setting_1 = 64'd0;
    reg [63:0] setting_2 = 64'd0;
    reg [63:0] setting_3 = 64'd0;
    reg [63:0] setting_4 = 64'd0;
    reg [63:0] setting_5 = 64'd0;
    reg [63:0] setting_6 = 64'd0;
    reg [63:0] setting_7 = 64'd0;
    reg [63:0] setting_8 = 64'd0;
    reg [63:0] setting_9 = 64'd0;
    reg [63:0] setting_10 = 64'd0;
    reg [63:0] setting_11 = 64'd0;
    reg [63:0] setting_12 = 64'd0;
    reg [63:0] setting_13 = 64'd0;
    reg [63:0] setting_14 = 64'd0;
    reg [63:0] setting_15 = 64'd0;
    reg [63:0] setting_16 = 64'd0;
    reg [63:0] setting_17 = 64'd0;
    reg [63:0] setting_18 = 64'd0;
    reg [63:0] setting_19 = 64'd0;
    reg [63:0] setting_20 = 64'd0;
    reg [63:0] setting_21 = 64'd0;
    reg [63:0] setting_22 = 64'd0;
    reg [63:0] setting_23 = 64'd0;
    reg [63:0] setting_24 = 64'd0;
    reg [63:0] setting_25 = 64'd0;
    reg [63:0] setting_26 = 64'd0;
    reg [63:0] setting_27 = 64'd0;
    reg [63:0] setting_28 = 64'd0;
    reg [63:0] setting_29 = 64'd0;
    reg [63:0] setting_30 = 64'd0;
    reg [63:0] setting_31 = 64'd0;
    reg [63:0] setting_32 = 64'd0;
    reg [63:0] setting_33 = 64'd0;
    reg [63:0] setting_34 = 64'd0;
    reg [63:0] setting_35 = 64'd0;
    reg [63:0] setting_36 = 64'd0;
    reg [63:0] setting_37 = 64'd0;
    reg [63:0] setting_38 = 64'd0;
    reg [63:0] setting_39 = 64'd0;
    reg [63:0] setting_40 = 64'd0;
    reg [63:0] setting_41 = 64'd0;
    reg [63:0] setting_42 = 64'd0;
    reg [63:0] setting_43 = 64'd0;
    reg [63:0] setting_44 = 64'd0;
    reg [63:0] setting_45 = 64'd0;
    reg act_0 = 1'b0;
    reg act_1 = 1'b0;
    reg [63:0] written = 64'd0;
    reg write_refused = 1'b0;
    reg [63:0] read_value = 64'd0;

    wire setting_written_0;
    wire setting_written_1;
    wire setting_written_2;
    wire setting_written_3;
    wire setting_written_4;
    wire setting_written_5;
    wire setting_written_6;
    wire setting_written_7;
    wire setting_written_8;
    wire setting_written_9;
    wire setting_written_10;
    wire setting_written_11;
    wire setting_written_12;
    wire setting_written_13;
    wire setting_written_14;
    wire setting_written_15;
    wire setting_written_16;
    wire setting_written_17;
    wire setting_written_18;
    wire setting_written_19;
    wire setting_written_20;
    wire setting_written_21;
    wire setting_written_22;
    wire setting_written_23;
    wire setting_written_24;
    wire setting_written_25;
    wire setting_written_26;
    wire setting_written_27;
    wire setting_written_28;
    wire setting_written_29;
    wire setting_written_30;
    wire setting_written_31;
    wire setting_written_32;
    wire setting_written_33;
    wire setting_written_34;
    wire setting_written_35;
    wire setting_written_36;
    wire setting_written_37;
    wire setting_written_38;
    wire setting_written_39;
    wire setting_written_40;
    wire setting_written_41;
    wire setting_written_42;
    wire setting_written_43;
    wire setting_written_44;
    wire setting_written_45;
    wire action_written_0;
    wire action_written_1;
    wire write_known;
    wire [63:0] setting_read_0;
    wire [63:0] setting_read_1;
    wire [63:0] setting_read_2;
    wire [63:0] setting_read_3;
    wire [63:0] setting_read_4;
    wire [63:0] setting_read_5;
    wire [63:0] setting_read_6;
    wire [63:0] setting_read_7;
    wire [63:0] setting_read_8;
    wire [63:0] setting_read_9;
    wire [63:0] setting_read_10;
    wire [63:0] setting_read_11;
    wire [63:0] setting_read_12;
    wire [63:0] setting_read_13;
    wire [63:0] setting_read_14;
    wire [63:0] setting_read_15;
    wire [63:0] setting_read_16;
    wire [63:0] setting_read_17;
    wire [63:0] setting_read_18;
    wire [63:0] setting_read_19;
    wire [63:0] setting_read_20;
    wire [63:0] setting_read_21;
    wire [63:0] setting_read_22;
    wire [63:0] setting_read_23;
    wire [63:0] setting_read_24;
    wire [63:0] setting_read_25;
    wire [63:0] setting_read_26;
    wire [63:0] setting_read_27;
    wire [63:0] setting_read_28;
    wire [63:0] setting_read_29;
    wire [63:0] setting_read_30;
    wire [63:0] setting_read_31;
    wire [63:0] setting_read_32;
    wire [63:0] setting_read_33;
    wire [63:0] setting_read_34;
    wire [63:0] setting_read_35;
    wire [63:0] setting_read_36;
    wire [63:0] setting_read_37;
    wire [63:0] setting_read_38;
    wire [63:0] setting_read_39;
    wire [63:0] setting_read_40;
    wire [63:0] setting_read_41;
    wire [63:0] setting_read_42;
    wire [63:0] setting_read_43;
    wire [63:0] setting_read_44;
    wire [63:0] setting_read_45;
    wire [63:0] fixed_read_0;
    wire [63:0] fixed_read_1;
    wire [63:0] fixed_read_2;
    wire [63:0] fixed_read_3;
    wire [63:0] driven_read_0;
    wire [63:0] driven_read_1;
    wire [63:0] driven_read_2;
    wire [63:0] driven_read_3;
    wire [63:0] driven_read_4;
    wire [63:0] driven_read_5;
    wire [63:0] driven_read_6;
    wire [63:0] driven_read_7;
    wire [63:0] driven_read_8;
    wire [63:0] driven_read_9;
    wire [63:0] driven_read_10;
    wire [63:0] driven_read_11;
    wire [63:0] driven_read_12;
    wire [63:0] driven_read_13;
    wire [63:0] driven_read_14;
    wire [63:0] driven_read_15;
    wire [63:0] driven_read_16;
    wire [63:0] driven_read_17;
    wire [63:0] driven_read_18;
    wire [63:0] driven_read_19;
    wire [63:0] driven_read_20;
    wire [63:0] driven_read_21;
    wire [63:0] driven_read_22;
    wire [63:0] driven_read_23;
    wire [63:0] driven_read_24;
    wire [63:0] driven_read_25;
    wire [63:0] driven_read_26;
    wire [63:0] driven_read_27;
    wire [63:0] driven_read_28;
    wire [63:0] driven_read_29;
    wire [63:0] unit_read_0_0;
    wire [63:0] unit_read_0_1;
    wire [63:0] unit_read_1_0;
    wire [63:0] unit_read_1_1;
    wire [63:0] unit_read_2_0;
    wire [63:0] unit_read_2_1;
    wire [63:0] unit_read_3_0;
    wire [63:0] unit_read_3_1;
    wire [63:0] read_now;
    wire bus_write_strobe;
    wire [11:0] bus_write_address;
    wire bus_read_strobe;
    wire [11:0] bus_read_address;

    emb_axi_lite_slave u_bus (
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
        .write_strobe(bus_write_strobe),
        .write_address(bus_write_address),
        .write_data(setting_value),
        .write_error(write_refused),
        .read_strobe(bus_read_strobe),
        .read_address(bus_read_address),
        .read_data(read_value)
    );

    // Writes.
    assign write_known =
        setting_written_0 |
        setting_written_1 |
        setting_written_2 |
        setting_written_3 |
        setting_written_4 |
        setting_written_5 |
        setting_written_6 |
        setting_written_7 |
        setting_written_8 |
        setting_written_9 |
        setting_written_10 |
        setting_written_11 |
        setting_written_12 |
        setting_written_13 |
        setting_written_14 |
        setting_written_15 |
        setting_written_16 |
        setting_written_17 |
        setting_written_18 |
        setting_written_19 |
        setting_written_20 |
        setting_written_21 |
        setting_written_22 |
        setting_written_23 |
        setting_written_24 |
        setting_written_25 |
        setting_written_26 |
        setting_written_27 |
        setting_written_28 |
        setting_written_29 |
        setting_written_30 |
        setting_written_31 |
        setting_written_32 |
        setting_written_33 |
        setting_written_34 |
        setting_written_35 |
        setting_written_36 |
        setting_written_37 |
        setting_written_38 |
        setting_written_39 |
        setting_written_40 |
        setting_written_41 |
        setting_written_42 |
        setting_written_43 |
        setting_written_44 |
        setting_written_45 |
        action_written_0 |
        action_written_1;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_0) begin
            setting_0 <= setting_value & SETTING_MASK_0;
            if (refused_0) begin
                setting_0 <= setting_value & SETTING_MASK_0 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_0 <= SETTING_RESET_0;
        end
    end

    assign settings_0 = setting_0;
    assign setting_written_0 = bus_write_address == SETTING_OFFSET_0;
    assign sets_0 = bus_write_strobe & setting_written_0;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_1) begin
            setting_1 <= setting_value & SETTING_MASK_1;
            if (refused_1) begin
                setting_1 <= setting_value & SETTING_MASK_1 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_1 <= SETTING_RESET_1;
        end
    end

    assign settings_1 = setting_1;
    assign setting_written_1 = bus_write_address == SETTING_OFFSET_1;
    assign sets_1 = bus_write_strobe & setting_written_1;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_2) begin
            setting_2 <= setting_value & SETTING_MASK_2;
            if (refused_2) begin
                setting_2 <= setting_value & SETTING_MASK_2 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_2 <= SETTING_RESET_2;
        end
    end

    assign settings_2 = setting_2;
    assign setting_written_2 = bus_write_address == SETTING_OFFSET_2;
    assign sets_2 = bus_write_strobe & setting_written_2;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_3) begin
            setting_3 <= setting_value;
            if (refused_3) begin
                setting_3 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_3 <= SETTING_RESET_3;
        end
    end

    assign settings_3 = setting_3;
    assign setting_written_3 = bus_write_address == SETTING_OFFSET_3;
    assign sets_3 = bus_write_strobe & setting_written_3;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_4) begin
            setting_4 <= setting_value;
            if (refused_4) begin
                setting_4 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_4 <= SETTING_RESET_4;
        end
    end

    assign settings_4 = setting_4;
    assign setting_written_4 = bus_write_address == SETTING_OFFSET_4;
    assign sets_4 = bus_write_strobe & setting_written_4;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_5) begin
            setting_5 <= setting_value;
            if (refused_5) begin
                setting_5 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_5 <= SETTING_RESET_5;
        end
    end

    assign settings_5 = setting_5;
    assign setting_written_5 = bus_write_address == SETTING_OFFSET_5;
    assign sets_5 = bus_write_strobe & setting_written_5;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_6) begin
            setting_6 <= setting_value;
            if (refused_6) begin
                setting_6 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_6 <= SETTING_RESET_6;
        end
    end

    assign settings_6 = setting_6;
    assign setting_written_6 = bus_write_address == SETTING_OFFSET_6;
    assign sets_6 = bus_write_strobe & setting_written_6;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_7) begin
            setting_7 <= setting_value;
            if (refused_7) begin
                setting_7 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_7 <= SETTING_RESET_7;
        end
    end

    assign settings_7 = setting_7;
    assign setting_written_7 = bus_write_address == SETTING_OFFSET_7;
    assign sets_7 = bus_write_strobe & setting_written_7;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_8) begin
            setting_8 <= setting_value;
            if (refused_8) begin
                setting_8 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_8 <= SETTING_RESET_8;
        end
    end

    assign settings_8 = setting_8;
    assign setting_written_8 = bus_write_address == SETTING_OFFSET_8;
    assign sets_8 = bus_write_strobe & setting_written_8;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_9) begin
            setting_9 <= setting_value;
            if (refused_9) begin
                setting_9 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_9 <= SETTING_RESET_9;
        end
    end

    assign settings_9 = setting_9;
    assign setting_written_9 = bus_write_address == SETTING_OFFSET_9;
    assign sets_9 = bus_write_strobe & setting_written_9;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_10) begin
            setting_10 <= setting_value;
            if (refused_10) begin
                setting_10 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_10 <= SETTING_RESET_10;
        end
    end

    assign settings_10 = setting_10;
    assign setting_written_10 = bus_write_address == SETTING_OFFSET_10;
    assign sets_10 = bus_write_strobe & setting_written_10;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_11) begin
            setting_11 <= setting_value & SETTING_MASK_11;
            if (refused_11) begin
                setting_11 <= setting_value & SETTING_MASK_11 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_11 <= SETTING_RESET_11;
        end
    end

    assign settings_11 = setting_11;
    assign setting_written_11 = bus_write_address == SETTING_OFFSET_11;
    assign sets_11 = bus_write_strobe & setting_written_11;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_12) begin
            setting_12 <= setting_value & SETTING_MASK_12;
            if (refused_12) begin
                setting_12 <= setting_value & SETTING_MASK_12 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_12 <= SETTING_RESET_12;
        end
    end

    assign settings_12 = setting_12;
    assign setting_written_12 = bus_write_address == SETTING_OFFSET_12;
    assign sets_12 = bus_write_strobe & setting_written_12;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_13) begin
            setting_13 <= setting_value & SETTING_MASK_13;
            if (refused_13) begin
                setting_13 <= setting_value & SETTING_MASK_13 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_13 <= SETTING_RESET_13;
        end
    end

    assign settings_13 = setting_13;
    assign setting_written_13 = bus_write_address == SETTING_OFFSET_13;
    assign sets_13 = bus_write_strobe & setting_written_13;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_14) begin
            setting_14 <= setting_value & SETTING_MASK_14;
            if (refused_14) begin
                setting_14 <= setting_value & SETTING_MASK_14 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_14 <= SETTING_RESET_14;
        end
    end

    assign settings_14 = setting_14;
    assign setting_written_14 = bus_write_address == SETTING_OFFSET_14;
    assign sets_14 = bus_write_strobe & setting_written_14;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_15) begin
            setting_15 <= setting_value;
            if (refused_15) begin
                setting_15 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_15 <= SETTING_RESET_15;
        end
    end

    assign settings_15 = setting_15;
    assign setting_written_15 = bus_write_address == SETTING_OFFSET_15;
    assign sets_15 = bus_write_strobe & setting_written_15;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_16) begin
            setting_16 <= setting_value;
            if (refused_16) begin
                setting_16 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_16 <= SETTING_RESET_16;
        end
    end

    assign settings_16 = setting_16;
    assign setting_written_16 = bus_write_address == SETTING_OFFSET_16;
    assign sets_16 = bus_write_strobe & setting_written_16;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_17) begin
            setting_17 <= setting_value;
            if (refused_17) begin
                setting_17 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_17 <= SETTING_RESET_17;
        end
    end

    assign settings_17 = setting_17;
    assign setting_written_17 = bus_write_address == SETTING_OFFSET_17;
    assign sets_17 = bus_write_strobe & setting_written_17;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_18) begin
            setting_18 <= setting_value;
            if (refused_18) begin
                setting_18 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_18 <= SETTING_RESET_18;
        end
    end

    assign settings_18 = setting_18;
    assign setting_written_18 = bus_write_address == SETTING_OFFSET_18;
    assign sets_18 = bus_write_strobe & setting_written_18;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_19) begin
            setting_19 <= setting_value;
            if (refused_19) begin
                setting_19 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_19 <= SETTING_RESET_19;
        end
    end

    assign settings_19 = setting_19;
    assign setting_written_19 = bus_write_address == SETTING_OFFSET_19;
    assign sets_19 = bus_write_strobe & setting_written_19;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_20) begin
            setting_20 <= setting_value;
            if (refused_20) begin
                setting_20 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_20 <= SETTING_RESET_20;
        end
    end

    assign settings_20 = setting_20;
    assign setting_written_20 = bus_write_address == SETTING_OFFSET_20;
    assign sets_20 = bus_write_strobe & setting_written_20;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_21) begin
            setting_21 <= setting_value;
            if (refused_21) begin
                setting_21 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_21 <= SETTING_RESET_21;
        end
    end

    assign settings_21 = setting_21;
    assign setting_written_21 = bus_write_address == SETTING_OFFSET_21;
    assign sets_21 = bus_write_strobe & setting_written_21;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_22) begin
            setting_22 <= setting_value;
            if (refused_22) begin
                setting_22 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_22 <= SETTING_RESET_22;
        end
    end

    assign settings_22 = setting_22;
    assign setting_written_22 = bus_write_address == SETTING_OFFSET_22;
    assign sets_22 = bus_write_strobe & setting_written_22;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_23) begin
            setting_23 <= setting_value;
            if (refused_23) begin
                setting_23 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_23 <= SETTING_RESET_23;
        end
    end

    assign settings_23 = setting_23;
    assign setting_written_23 = bus_write_address == SETTING_OFFSET_23;
    assign sets_23 = bus_write_strobe & setting_written_23;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_24) begin
            setting_24 <= setting_value & SETTING_MASK_24;
            if (refused_24) begin
                setting_24 <= setting_value & SETTING_MASK_24 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_24 <= SETTING_RESET_24;
        end
    end

    assign settings_24 = setting_24;
    assign setting_written_24 = bus_write_address == SETTING_OFFSET_24;
    assign sets_24 = bus_write_strobe & setting_written_24;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_25) begin
            setting_25 <= setting_value & SETTING_MASK_25;
            if (refused_25) begin
                setting_25 <= setting_value & SETTING_MASK_25 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_25 <= SETTING_RESET_25;
        end
    end

    assign settings_25 = setting_25;
    assign setting_written_25 = bus_write_address == SETTING_OFFSET_25;
    assign sets_25 = bus_write_strobe & setting_written_25;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_26) begin
            setting_26 <= setting_value & SETTING_MASK_26;
            if (refused_26) begin
                setting_26 <= setting_value & SETTING_MASK_26 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_26 <= SETTING_RESET_26;
        end
    end

    assign settings_26 = setting_26;
    assign setting_written_26 = bus_write_address == SETTING_OFFSET_26;
    assign sets_26 = bus_write_strobe & setting_written_26;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_27) begin
            setting_27 <= setting_value;
            if (refused_27) begin
                setting_27 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_27 <= SETTING_RESET_27;
        end
    end

    assign settings_27 = setting_27;
    assign setting_written_27 = bus_write_address == SETTING_OFFSET_27;
    assign sets_27 = bus_write_strobe & setting_written_27;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_28) begin
            setting_28 <= setting_value;
            if (refused_28) begin
                setting_28 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_28 <= SETTING_RESET_28;
        end
    end

    assign settings_28 = setting_28;
    assign setting_written_28 = bus_write_address == SETTING_OFFSET_28;
    assign sets_28 = bus_write_strobe & setting_written_28;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_29) begin
            setting_29 <= setting_value;
            if (refused_29) begin
                setting_29 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_29 <= SETTING_RESET_29;
        end
    end

    assign settings_29 = setting_29;
    assign setting_written_29 = bus_write_address == SETTING_OFFSET_29;
    assign sets_29 = bus_write_strobe & setting_written_29;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_30) begin
            setting_30 <= setting_value;
            if (refused_30) begin
                setting_30 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_30 <= SETTING_RESET_30;
        end
    end

    assign settings_30 = setting_30;
    assign setting_written_30 = bus_write_address == SETTING_OFFSET_30;
    assign sets_30 = bus_write_strobe & setting_written_30;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_31) begin
            setting_31 <= setting_value;
            if (refused_31) begin
                setting_31 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_31 <= SETTING_RESET_31;
        end
    end

    assign settings_31 = setting_31;
    assign setting_written_31 = bus_write_address == SETTING_OFFSET_31;
    assign sets_31 = bus_write_strobe & setting_written_31;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_32) begin
            setting_32 <= setting_value;
            if (refused_32) begin
                setting_32 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_32 <= SETTING_RESET_32;
        end
    end

    assign settings_32 = setting_32;
    assign setting_written_32 = bus_write_address == SETTING_OFFSET_32;
    assign sets_32 = bus_write_strobe & setting_written_32;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_33) begin
            setting_33 <= setting_value & SETTING_MASK_33;
            if (refused_33) begin
                setting_33 <= setting_value & SETTING_MASK_33 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_33 <= SETTING_RESET_33;
        end
    end

    assign settings_33 = setting_33;
    assign setting_written_33 = bus_write_address == SETTING_OFFSET_33;
    assign sets_33 = bus_write_strobe & setting_written_33;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_34) begin
            setting_34 <= setting_value & SETTING_MASK_34;
            if (refused_34) begin
                setting_34 <= setting_value & SETTING_MASK_34 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_34 <= SETTING_RESET_34;
        end
    end

    assign settings_34 = setting_34;
    assign setting_written_34 = bus_write_address == SETTING_OFFSET_34;
    assign sets_34 = bus_write_strobe & setting_written_34;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_35) begin
            setting_35 <= setting_value;
            if (refused_35) begin
                setting_35 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_35 <= SETTING_RESET_35;
        end
    end

    assign settings_35 = setting_35;
    assign setting_written_35 = bus_write_address == SETTING_OFFSET_35;
    assign sets_35 = bus_write_strobe & setting_written_35;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_36) begin
            setting_36 <= setting_value & SETTING_MASK_36;
            if (refused_36) begin
                setting_36 <= setting_value & SETTING_MASK_36 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_36 <= SETTING_RESET_36;
        end
    end

    assign settings_36 = setting_36;
    assign setting_written_36 = bus_write_address == SETTING_OFFSET_36;
    assign sets_36 = bus_write_strobe & setting_written_36;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_37) begin
            setting_37 <= setting_value & SETTING_MASK_37;
            if (refused_37) begin
                setting_37 <= setting_value & SETTING_MASK_37 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_37 <= SETTING_RESET_37;
        end
    end

    assign settings_37 = setting_37;
    assign setting_written_37 = bus_write_address == SETTING_OFFSET_37;
    assign sets_37 = bus_write_strobe & setting_written_37;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_38) begin
            setting_38 <= setting_value & SETTING_MASK_38;
            if (refused_38) begin
                setting_38 <= setting_value & SETTING_MASK_38 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_38 <= SETTING_RESET_38;
        end
    end

    assign settings_38 = setting_38;
    assign setting_written_38 = bus_write_address == SETTING_OFFSET_38;
    assign sets_38 = bus_write_strobe & setting_written_38;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_39) begin
            setting_39 <= setting_value & SETTING_MASK_39;
            if (refused_39) begin
                setting_39 <= setting_value & SETTING_MASK_39 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_39 <= SETTING_RESET_39;
        end
    end

    assign settings_39 = setting_39;
    assign setting_written_39 = bus_write_address == SETTING_OFFSET_39;
    assign sets_39 = bus_write_strobe & setting_written_39;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_40) begin
            setting_40 <= setting_value & SETTING_MASK_40;
            if (refused_40) begin
                setting_40 <= setting_value & SETTING_MASK_40 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_40 <= SETTING_RESET_40;
        end
    end

    assign settings_40 = setting_40;
    assign setting_written_40 = bus_write_address == SETTING_OFFSET_40;
    assign sets_40 = bus_write_strobe & setting_written_40;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_41) begin
            setting_41 <= setting_value & SETTING_MASK_41;
            if (refused_41) begin
                setting_41 <= setting_value & SETTING_MASK_41 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_41 <= SETTING_RESET_41;
        end
    end

    assign settings_41 = setting_41;
    assign setting_written_41 = bus_write_address == SETTING_OFFSET_41;
    assign sets_41 = bus_write_strobe & setting_written_41;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_42) begin
            setting_42 <= setting_value;
            if (refused_42) begin
                setting_42 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_42 <= SETTING_RESET_42;
        end
    end

    assign settings_42 = setting_42;
    assign setting_written_42 = bus_write_address == SETTING_OFFSET_42;
    assign sets_42 = bus_write_strobe & setting_written_42;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_43) begin
            setting_43 <= setting_value;
            if (refused_43) begin
                setting_43 <= setting_value & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_43 <= SETTING_RESET_43;
        end
    end

    assign settings_43 = setting_43;
    assign setting_written_43 = bus_write_address == SETTING_OFFSET_43;
    assign sets_43 = bus_write_strobe & setting_written_43;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_44) begin
            setting_44 <= setting_value & SETTING_MASK_44;
            if (refused_44) begin
                setting_44 <= setting_value & SETTING_MASK_44 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_44 <= SETTING_RESET_44;
        end
    end

    assign settings_44 = setting_44;
    assign setting_written_44 = bus_write_address == SETTING_OFFSET_44;
    assign sets_44 = bus_write_strobe & setting_written_44;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_45) begin
            setting_45 <= setting_value & SETTING_MASK_45;
            if (refused_45) begin
                setting_45 <= setting_value & SETTING_MASK_45 & WITHOUT_BIT_0;
            end
        end
        if (reset) begin
            setting_45 <= SETTING_RESET_45;
        end
    end

    assign settings_45 = setting_45;
    assign setting_written_45 = bus_write_address == SETTING_OFFSET_45;
    assign sets_45 = bus_write_strobe & setting_written_45;
    assign acts_0 = act_0;
    assign action_written_0 = bus_write_address == ACTION_OFFSET_0;
    assign acts_1 = act_1;
    assign action_written_1 = bus_write_address == ACTION_OFFSET_1;
    assign act_value = written;

    // Reads: every register is zero unless it is addressed, and all of them are combined.
    assign read_now =
        setting_read_0 |
        setting_read_1 |
        setting_read_2 |
        setting_read_3 |
        setting_read_4 |
        setting_read_5 |
        setting_read_6 |
        setting_read_7 |
        setting_read_8 |
        setting_read_9 |
        setting_read_10 |
        setting_read_11 |
        setting_read_12 |
        setting_read_13 |
        setting_read_14 |
        setting_read_15 |
        setting_read_16 |
        setting_read_17 |
        setting_read_18 |
        setting_read_19 |
        setting_read_20 |
        setting_read_21 |
        setting_read_22 |
        setting_read_23 |
        setting_read_24 |
        setting_read_25 |
        setting_read_26 |
        setting_read_27 |
        setting_read_28 |
        setting_read_29 |
        setting_read_30 |
        setting_read_31 |
        setting_read_32 |
        setting_read_33 |
        setting_read_34 |
        setting_read_35 |
        setting_read_36 |
        setting_read_37 |
        setting_read_38 |
        setting_read_39 |
        setting_read_40 |
        setting_read_41 |
        setting_read_42 |
        setting_read_43 |
        setting_read_44 |
        setting_read_45 |
        fixed_read_0 |
        fixed_read_1 |
        fixed_read_2 |
        fixed_read_3 |
        driven_read_0 |
        driven_read_1 |
        driven_read_2 |
        driven_read_3 |
        driven_read_4 |
        driven_read_5 |
        driven_read_6 |
        driven_read_7 |
        driven_read_8 |
        driven_read_9 |
        driven_read_10 |
        driven_read_11 |
        driven_read_12 |
        driven_read_13 |
        driven_read_14 |
        driven_read_15 |
        driven_read_16 |
        driven_read_17 |
        driven_read_18 |
        driven_read_19 |
        driven_read_20 |
        driven_read_21 |
        driven_read_22 |
        driven_read_23 |
        driven_read_24 |
        driven_read_25 |
        driven_read_26 |
        driven_read_27 |
        driven_read_28 |
        driven_read_29 |
        unit_read_0_0 |
        unit_read_0_1 |
        unit_read_1_0 |
        unit_read_1_1 |
        unit_read_2_0 |
        unit_read_2_1 |
        unit_read_3_0 |
        unit_read_3_1;

    assign setting_read_0 = (bus_read_address == SETTING_OFFSET_0) ? setting_0 : 64'd0;
    assign setting_read_1 = (bus_read_address == SETTING_OFFSET_1) ? setting_1 : 64'd0;
    assign setting_read_2 = (bus_read_address == SETTING_OFFSET_2) ? setting_2 : 64'd0;
    assign setting_read_3 = (bus_read_address == SETTING_OFFSET_3) ? setting_3 : 64'd0;
    assign setting_read_4 = (bus_read_address == SETTING_OFFSET_4) ? setting_4 : 64'd0;
    assign setting_read_5 = (bus_read_address == SETTING_OFFSET_5) ? setting_5 : 64'd0;
    assign setting_read_6 = (bus_read_address == SETTING_OFFSET_6) ? setting_6 : 64'd0;
    assign setting_read_7 = (bus_read_address == SETTING_OFFSET_7) ? setting_7 : 64'd0;
    assign setting_read_8 = (bus_read_address == SETTING_OFFSET_8) ? setting_8 : 64'd0;
    assign setting_read_9 = (bus_read_address == SETTING_OFFSET_9) ? setting_9 : 64'd0;
    assign setting_read_10 = (bus_read_address == SETTING_OFFSET_10) ? setting_10 : 64'd0;
    assign setting_read_11 = (bus_read_address == SETTING_OFFSET_11) ? setting_11 : 64'd0;
    assign setting_read_12 = (bus_read_address == SETTING_OFFSET_12) ? setting_12 : 64'd0;
    assign setting_read_13 = (bus_read_address == SETTING_OFFSET_13) ? setting_13 : 64'd0;
    assign setting_read_14 = (bus_read_address == SETTING_OFFSET_14) ? setting_14 : 64'd0;
    assign setting_read_15 = (bus_read_address == SETTING_OFFSET_15) ? setting_15 : 64'd0;
    assign setting_read_16 = (bus_read_address == SETTING_OFFSET_16) ? setting_16 : 64'd0;
    assign setting_read_17 = (bus_read_address == SETTING_OFFSET_17) ? setting_17 : 64'd0;
    assign setting_read_18 = (bus_read_address == SETTING_OFFSET_18) ? setting_18 : 64'd0;
    assign setting_read_19 = (bus_read_address == SETTING_OFFSET_19) ? setting_19 : 64'd0;
    assign setting_read_20 = (bus_read_address == SETTING_OFFSET_20) ? setting_20 : 64'd0;
    assign setting_read_21 = (bus_read_address == SETTING_OFFSET_21) ? setting_21 : 64'd0;
    assign setting_read_22 = (bus_read_address == SETTING_OFFSET_22) ? setting_22 : 64'd0;
    assign setting_read_23 = (bus_read_address == SETTING_OFFSET_23) ? setting_23 : 64'd0;
    assign setting_read_24 = (bus_read_address == SETTING_OFFSET_24) ? setting_24 : 64'd0;
    assign setting_read_25 = (bus_read_address == SETTING_OFFSET_25) ? setting_25 : 64'd0;
    assign setting_read_26 = (bus_read_address == SETTING_OFFSET_26) ? setting_26 : 64'd0;
    assign setting_read_27 = (bus_read_address == SETTING_OFFSET_27) ? setting_27 : 64'd0;
    assign setting_read_28 = (bus_read_address == SETTING_OFFSET_28) ? setting_28 : 64'd0;
    assign setting_read_29 = (bus_read_address == SETTING_OFFSET_29) ? setting_29 : 64'd0;
    assign setting_read_30 = (bus_read_address == SETTING_OFFSET_30) ? setting_30 : 64'd0;
    assign setting_read_31 = (bus_read_address == SETTING_OFFSET_31) ? setting_31 : 64'd0;
    assign setting_read_32 = (bus_read_address == SETTING_OFFSET_32) ? setting_32 : 64'd0;
    assign setting_read_33 = (bus_read_address == SETTING_OFFSET_33) ? setting_33 : 64'd0;
    assign setting_read_34 = (bus_read_address == SETTING_OFFSET_34) ? setting_34 : 64'd0;
    assign setting_read_35 = (bus_read_address == SETTING_OFFSET_35) ? setting_35 : 64'd0;
    assign setting_read_36 = (bus_read_address == SETTING_OFFSET_36) ? setting_36 : 64'd0;
    assign setting_read_37 = (bus_read_address == SETTING_OFFSET_37) ? setting_37 : 64'd0;
    assign setting_read_38 = (bus_read_address == SETTING_OFFSET_38) ? setting_38 : 64'd0;
    assign setting_read_39 = (bus_read_address == SETTING_OFFSET_39) ? setting_39 : 64'd0;
    assign setting_read_40 = (bus_read_address == SETTING_OFFSET_40) ? setting_40 : 64'd0;
    assign setting_read_41 = (bus_read_address == SETTING_OFFSET_41) ? setting_41 : 64'd0;
    assign setting_read_42 = (bus_read_address == SETTING_OFFSET_42) ? setting_42 : 64'd0;
    assign setting_read_43 = (bus_read_address == SETTING_OFFSET_43) ? setting_43 : 64'd0;
    assign setting_read_44 = (bus_read_address == SETTING_OFFSET_44) ? setting_44 : 64'd0;
    assign setting_read_45 = (bus_read_address == SETTING_OFFSET_45) ? setting_45 : 64'd0;
    assign fixed_read_0 = (bus_read_address == FIXED_OFFSET_0) ? FIXED_VALUE_0 : 64'd0;
    assign fixed_read_1 = (bus_read_address == FIXED_OFFSET_1) ? FIXED_VALUE_1 : 64'd0;
    assign fixed_read_2 = (bus_read_address == FIXED_OFFSET_2) ? FIXED_VALUE_2 : 64'd0;
    assign fixed_read_3 = (bus_read_address == FIXED_OFFSET_3) ? FIXED_VALUE_3 : 64'd0;
    assign driven_read_0 = (bus_read_address == DRIVEN_OFFSET_0) ? driven_0 & DRIVEN_MASK_0 : 64'd0;
    assign driven_read_1 = (bus_read_address == DRIVEN_OFFSET_1) ? driven_1 : 64'd0;
    assign driven_read_2 = (bus_read_address == DRIVEN_OFFSET_2) ? driven_2 & DRIVEN_MASK_2 : 64'd0;
    assign driven_read_3 = (bus_read_address == DRIVEN_OFFSET_3) ? driven_3 & DRIVEN_MASK_3 : 64'd0;
    assign driven_read_4 = (bus_read_address == DRIVEN_OFFSET_4) ? driven_4 : 64'd0;
    assign driven_read_5 = (bus_read_address == DRIVEN_OFFSET_5) ? driven_5 & DRIVEN_MASK_5 : 64'd0;
    assign driven_read_6 = (bus_read_address == DRIVEN_OFFSET_6) ? driven_6 : 64'd0;
    assign driven_read_7 = (bus_read_address == DRIVEN_OFFSET_7) ? driven_7 : 64'd0;
    assign driven_read_8 = (bus_read_address == DRIVEN_OFFSET_8) ? driven_8 : 64'd0;
    assign driven_read_9 = (bus_read_address == DRIVEN_OFFSET_9) ? driven_9 : 64'd0;
    assign driven_read_10 = (bus_read_address == DRIVEN_OFFSET_10) ? driven_10 : 64'd0;
    assign driven_read_11 = (bus_read_address == DRIVEN_OFFSET_11) ? driven_11 : 64'd0;
    assign driven_read_12 = (bus_read_address == DRIVEN_OFFSET_12) ? driven_12 : 64'd0;
    assign driven_read_13 = (bus_read_address == DRIVEN_OFFSET_13) ? driven_13 : 64'd0;
    assign driven_read_14 = (bus_read_address == DRIVEN_OFFSET_14) ? driven_14 : 64'd0;
    assign driven_read_15 = (bus_read_address == DRIVEN_OFFSET_15) ? driven_15 : 64'd0;
    assign driven_read_16 = (bus_read_address == DRIVEN_OFFSET_16) ? driven_16 : 64'd0;
    assign driven_read_17 = (bus_read_address == DRIVEN_OFFSET_17) ? driven_17 : 64'd0;
    assign driven_read_18 = (bus_read_address == DRIVEN_OFFSET_18) ? driven_18 : 64'd0;
    assign driven_read_19 = (bus_read_address == DRIVEN_OFFSET_19) ? driven_19 : 64'd0;
    assign driven_read_20 = (bus_read_address == DRIVEN_OFFSET_20) ? driven_20 : 64'd0;
    assign driven_read_21 = (bus_read_address == DRIVEN_OFFSET_21) ? driven_21 : 64'd0;
    assign driven_read_22 = (bus_read_address == DRIVEN_OFFSET_22) ? driven_22 : 64'd0;
    assign driven_read_23 = (bus_read_address == DRIVEN_OFFSET_23) ? driven_23 : 64'd0;
    assign driven_read_24 = (bus_read_address == DRIVEN_OFFSET_24) ? driven_24 : 64'd0;
    assign driven_read_25 = (bus_read_address == DRIVEN_OFFSET_25) ? driven_25 : 64'd0;
    assign driven_read_26 = (bus_read_address == DRIVEN_OFFSET_26) ? driven_26 : 64'd0;
    assign driven_read_27 = (bus_read_address == DRIVEN_OFFSET_27) ? driven_27 : 64'd0;
    assign driven_read_28 = (bus_read_address == DRIVEN_OFFSET_28) ? driven_28 : 64'd0;
    assign driven_read_29 = (bus_read_address == DRIVEN_OFFSET_29) ? driven_29 : 64'd0;
    assign unit_read_0_0 = (bus_read_address == UNIT_OFFSET_0_0) ? unit_driven_0_0 : 64'd0;
    assign unit_read_0_1 = (bus_read_address == UNIT_OFFSET_0_1) ? unit_driven_0_1 : 64'd0;
    assign unit_read_1_0 = (bus_read_address == UNIT_OFFSET_1_0) ? unit_driven_1_0 : 64'd0;
    assign unit_read_1_1 = (bus_read_address == UNIT_OFFSET_1_1) ? unit_driven_1_1 : 64'd0;
    assign unit_read_2_0 = (bus_read_address == UNIT_OFFSET_2_0) ? unit_driven_2_0 : 64'd0;
    assign unit_read_2_1 = (bus_read_address == UNIT_OFFSET_2_1) ? unit_driven_2_1 : 64'd0;
    assign unit_read_3_0 = (bus_read_address == UNIT_OFFSET_3_0) ? unit_driven_3_0 : 64'd0;
    assign unit_read_3_1 = (bus_read_address == UNIT_OFFSET_3_1) ? unit_driven_3_1 : 64'd0;

    always @(posedge clock) begin
        written <= setting_value;
        write_refused <= ~write_known;
        read_value <= read_now;
        act_0 <= bus_write_strobe & action_written_0 & ~reset;
        act_1 <= bus_write_strobe & action_written_1 & ~reset;
    end

    // Bits that the design does not need.
    wire _unused = &{
        bus_read_strobe,
        1'b0
    };

endmodule

`default_nettype wire
