// The registers of a device behind AXI4-Lite. Latency: a write takes effect after 2 cycles and is answered
// after 3, a read is answered after 3. Throughput: one write and one read in 4 cycles. Stalls while a
// transfer of the same direction is outstanding.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module cxl_mem_registers_c1 (
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
    input  wire [63:0] unit_driven_0_0,
    input  wire [63:0] unit_driven_0_1,
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
    localparam [63:0] FIXED_VALUE_1 = 64'h0000000000010000;
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
    localparam [63:0] SETTING_RESET_5 = 64'd0;
    localparam [63:0] SETTING_RESET_6 = 64'd0;
    localparam [63:0] SETTING_RESET_7 = 64'd0;
    localparam [63:0] SETTING_RESET_8 = 64'd0;
    localparam [63:0] SETTING_RESET_9 = 64'd0;
    localparam [11:0] UNIT_OFFSET_0_0 = 12'h400;
    localparam [11:0] UNIT_OFFSET_0_1 = 12'h408;

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
    reg act_0 = 1'b0;
    reg act_1 = 1'b0;
    reg [63:0] written = 64'd0;
    reg write_refused = 1'b0;
    reg [63:0] read_value = 64'd0;
    reg read_refused = 1'b0;

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
    wire action_written_0;
    wire action_written_1;
    reg write_known;
    reg [63:0] setting_read_0;
    reg [63:0] setting_read_1;
    reg [63:0] setting_read_2;
    reg [63:0] setting_read_3;
    reg [63:0] setting_read_4;
    reg [63:0] setting_read_5;
    reg [63:0] setting_read_6;
    reg [63:0] setting_read_7;
    reg [63:0] setting_read_8;
    reg [63:0] setting_read_9;
    reg [63:0] setting_read_10;
    reg [63:0] setting_read_11;
    reg [63:0] setting_read_12;
    reg [63:0] setting_read_13;
    reg [63:0] setting_read_14;
    reg [63:0] setting_read_15;
    reg [63:0] setting_read_16;
    reg [63:0] setting_read_17;
    reg [63:0] setting_read_18;
    reg [63:0] setting_read_19;
    reg [63:0] setting_read_20;
    reg [63:0] setting_read_21;
    reg [63:0] setting_read_22;
    reg [63:0] setting_read_23;
    reg [63:0] setting_read_24;
    reg [63:0] setting_read_25;
    reg [63:0] setting_read_26;
    reg [63:0] setting_read_27;
    reg [63:0] setting_read_28;
    reg [63:0] setting_read_29;
    reg [63:0] setting_read_30;
    reg [63:0] setting_read_31;
    reg [63:0] setting_read_32;
    reg [63:0] setting_read_33;
    reg [63:0] setting_read_34;
    reg [63:0] setting_read_35;
    reg [63:0] setting_read_36;
    reg [63:0] setting_read_37;
    reg [63:0] setting_read_38;
    reg [63:0] setting_read_39;
    reg [63:0] setting_read_40;
    reg [63:0] setting_read_41;
    reg [63:0] setting_read_42;
    reg [63:0] setting_read_43;
    reg [63:0] setting_read_44;
    reg [63:0] fixed_read_0;
    reg [63:0] fixed_read_1;
    reg [63:0] fixed_read_2;
    reg [63:0] fixed_read_3;
    reg [63:0] driven_read_0;
    reg [63:0] driven_read_1;
    reg [63:0] driven_read_2;
    reg [63:0] driven_read_3;
    reg [63:0] driven_read_4;
    reg [63:0] driven_read_5;
    reg [63:0] driven_read_6;
    reg [63:0] driven_read_7;
    reg [63:0] driven_read_8;
    reg [63:0] driven_read_9;
    reg [63:0] driven_read_10;
    reg [63:0] driven_read_11;
    reg [63:0] driven_read_12;
    reg [63:0] driven_read_13;
    reg [63:0] driven_read_14;
    reg [63:0] driven_read_15;
    reg [63:0] driven_read_16;
    reg [63:0] driven_read_17;
    reg [63:0] driven_read_18;
    reg [63:0] driven_read_19;
    reg [63:0] driven_read_20;
    reg [63:0] driven_read_21;
    reg [63:0] driven_read_22;
    reg [63:0] driven_read_23;
    reg [63:0] driven_read_24;
    reg [63:0] driven_read_25;
    reg [63:0] driven_read_26;
    reg [63:0] driven_read_27;
    reg [63:0] driven_read_28;
    reg [63:0] unit_read_0_0;
    reg [63:0] unit_read_0_1;
    reg read_known;
    reg [63:0] read_now;
    wire bus_write_strobe;
    wire [11:0] bus_write_address;
    wire [63:0] bus_write_data;
    wire bus_read_strobe;
    wire [11:0] bus_read_address;

    axi_lite_slave u_bus (
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
        .write_data(bus_write_data),
        .write_error(write_refused),
        .read_strobe(bus_read_strobe),
        .read_address(bus_read_address),
        .read_data(read_value),
        .read_error(read_refused)
    );

    always @* begin
        // Writes.
        write_known = 1'b0;
        write_known = write_known | setting_written_0;
        write_known = write_known | setting_written_1;
        write_known = write_known | setting_written_2;
        write_known = write_known | setting_written_3;
        write_known = write_known | setting_written_4;
        write_known = write_known | setting_written_5;
        write_known = write_known | setting_written_6;
        write_known = write_known | setting_written_7;
        write_known = write_known | setting_written_8;
        write_known = write_known | setting_written_9;
        write_known = write_known | setting_written_10;
        write_known = write_known | setting_written_11;
        write_known = write_known | setting_written_12;
        write_known = write_known | setting_written_13;
        write_known = write_known | setting_written_14;
        write_known = write_known | setting_written_15;
        write_known = write_known | setting_written_16;
        write_known = write_known | setting_written_17;
        write_known = write_known | setting_written_18;
        write_known = write_known | setting_written_19;
        write_known = write_known | setting_written_20;
        write_known = write_known | setting_written_21;
        write_known = write_known | setting_written_22;
        write_known = write_known | setting_written_23;
        write_known = write_known | setting_written_24;
        write_known = write_known | setting_written_25;
        write_known = write_known | setting_written_26;
        write_known = write_known | setting_written_27;
        write_known = write_known | setting_written_28;
        write_known = write_known | setting_written_29;
        write_known = write_known | setting_written_30;
        write_known = write_known | setting_written_31;
        write_known = write_known | setting_written_32;
        write_known = write_known | setting_written_33;
        write_known = write_known | setting_written_34;
        write_known = write_known | setting_written_35;
        write_known = write_known | setting_written_36;
        write_known = write_known | setting_written_37;
        write_known = write_known | setting_written_38;
        write_known = write_known | setting_written_39;
        write_known = write_known | setting_written_40;
        write_known = write_known | setting_written_41;
        write_known = write_known | setting_written_42;
        write_known = write_known | setting_written_43;
        write_known = write_known | setting_written_44;
        write_known = write_known | action_written_0;
        write_known = write_known | action_written_1;
    end

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_0) begin
            setting_0 <= bus_write_data & SETTING_MASK_0;
        end
        if (reset) begin
            setting_0 <= SETTING_RESET_0;
        end
    end

    assign settings_0 = setting_0;
    assign setting_written_0 = bus_write_address == SETTING_OFFSET_0;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_1) begin
            setting_1 <= bus_write_data & SETTING_MASK_1;
        end
        if (reset) begin
            setting_1 <= SETTING_RESET_1;
        end
    end

    assign settings_1 = setting_1;
    assign setting_written_1 = bus_write_address == SETTING_OFFSET_1;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_2) begin
            setting_2 <= bus_write_data & SETTING_MASK_2;
        end
        if (reset) begin
            setting_2 <= SETTING_RESET_2;
        end
    end

    assign settings_2 = setting_2;
    assign setting_written_2 = bus_write_address == SETTING_OFFSET_2;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_3) begin
            setting_3 <= bus_write_data;
        end
        if (reset) begin
            setting_3 <= SETTING_RESET_3;
        end
    end

    assign settings_3 = setting_3;
    assign setting_written_3 = bus_write_address == SETTING_OFFSET_3;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_4) begin
            setting_4 <= bus_write_data;
        end
        if (reset) begin
            setting_4 <= SETTING_RESET_4;
        end
    end

    assign settings_4 = setting_4;
    assign setting_written_4 = bus_write_address == SETTING_OFFSET_4;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_5) begin
            setting_5 <= bus_write_data;
        end
        if (reset) begin
            setting_5 <= SETTING_RESET_5;
        end
    end

    assign settings_5 = setting_5;
    assign setting_written_5 = bus_write_address == SETTING_OFFSET_5;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_6) begin
            setting_6 <= bus_write_data;
        end
        if (reset) begin
            setting_6 <= SETTING_RESET_6;
        end
    end

    assign settings_6 = setting_6;
    assign setting_written_6 = bus_write_address == SETTING_OFFSET_6;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_7) begin
            setting_7 <= bus_write_data;
        end
        if (reset) begin
            setting_7 <= SETTING_RESET_7;
        end
    end

    assign settings_7 = setting_7;
    assign setting_written_7 = bus_write_address == SETTING_OFFSET_7;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_8) begin
            setting_8 <= bus_write_data;
        end
        if (reset) begin
            setting_8 <= SETTING_RESET_8;
        end
    end

    assign settings_8 = setting_8;
    assign setting_written_8 = bus_write_address == SETTING_OFFSET_8;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_9) begin
            setting_9 <= bus_write_data;
        end
        if (reset) begin
            setting_9 <= SETTING_RESET_9;
        end
    end

    assign settings_9 = setting_9;
    assign setting_written_9 = bus_write_address == SETTING_OFFSET_9;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_10) begin
            setting_10 <= bus_write_data;
        end
        if (reset) begin
            setting_10 <= SETTING_RESET_10;
        end
    end

    assign settings_10 = setting_10;
    assign setting_written_10 = bus_write_address == SETTING_OFFSET_10;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_11) begin
            setting_11 <= bus_write_data & SETTING_MASK_11;
        end
        if (reset) begin
            setting_11 <= SETTING_RESET_11;
        end
    end

    assign settings_11 = setting_11;
    assign setting_written_11 = bus_write_address == SETTING_OFFSET_11;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_12) begin
            setting_12 <= bus_write_data & SETTING_MASK_12;
        end
        if (reset) begin
            setting_12 <= SETTING_RESET_12;
        end
    end

    assign settings_12 = setting_12;
    assign setting_written_12 = bus_write_address == SETTING_OFFSET_12;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_13) begin
            setting_13 <= bus_write_data & SETTING_MASK_13;
        end
        if (reset) begin
            setting_13 <= SETTING_RESET_13;
        end
    end

    assign settings_13 = setting_13;
    assign setting_written_13 = bus_write_address == SETTING_OFFSET_13;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_14) begin
            setting_14 <= bus_write_data & SETTING_MASK_14;
        end
        if (reset) begin
            setting_14 <= SETTING_RESET_14;
        end
    end

    assign settings_14 = setting_14;
    assign setting_written_14 = bus_write_address == SETTING_OFFSET_14;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_15) begin
            setting_15 <= bus_write_data;
        end
        if (reset) begin
            setting_15 <= SETTING_RESET_15;
        end
    end

    assign settings_15 = setting_15;
    assign setting_written_15 = bus_write_address == SETTING_OFFSET_15;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_16) begin
            setting_16 <= bus_write_data;
        end
        if (reset) begin
            setting_16 <= SETTING_RESET_16;
        end
    end

    assign settings_16 = setting_16;
    assign setting_written_16 = bus_write_address == SETTING_OFFSET_16;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_17) begin
            setting_17 <= bus_write_data;
        end
        if (reset) begin
            setting_17 <= SETTING_RESET_17;
        end
    end

    assign settings_17 = setting_17;
    assign setting_written_17 = bus_write_address == SETTING_OFFSET_17;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_18) begin
            setting_18 <= bus_write_data;
        end
        if (reset) begin
            setting_18 <= SETTING_RESET_18;
        end
    end

    assign settings_18 = setting_18;
    assign setting_written_18 = bus_write_address == SETTING_OFFSET_18;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_19) begin
            setting_19 <= bus_write_data;
        end
        if (reset) begin
            setting_19 <= SETTING_RESET_19;
        end
    end

    assign settings_19 = setting_19;
    assign setting_written_19 = bus_write_address == SETTING_OFFSET_19;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_20) begin
            setting_20 <= bus_write_data;
        end
        if (reset) begin
            setting_20 <= SETTING_RESET_20;
        end
    end

    assign settings_20 = setting_20;
    assign setting_written_20 = bus_write_address == SETTING_OFFSET_20;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_21) begin
            setting_21 <= bus_write_data;
        end
        if (reset) begin
            setting_21 <= SETTING_RESET_21;
        end
    end

    assign settings_21 = setting_21;
    assign setting_written_21 = bus_write_address == SETTING_OFFSET_21;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_22) begin
            setting_22 <= bus_write_data;
        end
        if (reset) begin
            setting_22 <= SETTING_RESET_22;
        end
    end

    assign settings_22 = setting_22;
    assign setting_written_22 = bus_write_address == SETTING_OFFSET_22;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_23) begin
            setting_23 <= bus_write_data;
        end
        if (reset) begin
            setting_23 <= SETTING_RESET_23;
        end
    end

    assign settings_23 = setting_23;
    assign setting_written_23 = bus_write_address == SETTING_OFFSET_23;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_24) begin
            setting_24 <= bus_write_data & SETTING_MASK_24;
        end
        if (reset) begin
            setting_24 <= SETTING_RESET_24;
        end
    end

    assign settings_24 = setting_24;
    assign setting_written_24 = bus_write_address == SETTING_OFFSET_24;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_25) begin
            setting_25 <= bus_write_data & SETTING_MASK_25;
        end
        if (reset) begin
            setting_25 <= SETTING_RESET_25;
        end
    end

    assign settings_25 = setting_25;
    assign setting_written_25 = bus_write_address == SETTING_OFFSET_25;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_26) begin
            setting_26 <= bus_write_data & SETTING_MASK_26;
        end
        if (reset) begin
            setting_26 <= SETTING_RESET_26;
        end
    end

    assign settings_26 = setting_26;
    assign setting_written_26 = bus_write_address == SETTING_OFFSET_26;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_27) begin
            setting_27 <= bus_write_data;
        end
        if (reset) begin
            setting_27 <= SETTING_RESET_27;
        end
    end

    assign settings_27 = setting_27;
    assign setting_written_27 = bus_write_address == SETTING_OFFSET_27;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_28) begin
            setting_28 <= bus_write_data;
        end
        if (reset) begin
            setting_28 <= SETTING_RESET_28;
        end
    end

    assign settings_28 = setting_28;
    assign setting_written_28 = bus_write_address == SETTING_OFFSET_28;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_29) begin
            setting_29 <= bus_write_data;
        end
        if (reset) begin
            setting_29 <= SETTING_RESET_29;
        end
    end

    assign settings_29 = setting_29;
    assign setting_written_29 = bus_write_address == SETTING_OFFSET_29;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_30) begin
            setting_30 <= bus_write_data;
        end
        if (reset) begin
            setting_30 <= SETTING_RESET_30;
        end
    end

    assign settings_30 = setting_30;
    assign setting_written_30 = bus_write_address == SETTING_OFFSET_30;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_31) begin
            setting_31 <= bus_write_data;
        end
        if (reset) begin
            setting_31 <= SETTING_RESET_31;
        end
    end

    assign settings_31 = setting_31;
    assign setting_written_31 = bus_write_address == SETTING_OFFSET_31;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_32) begin
            setting_32 <= bus_write_data;
        end
        if (reset) begin
            setting_32 <= SETTING_RESET_32;
        end
    end

    assign settings_32 = setting_32;
    assign setting_written_32 = bus_write_address == SETTING_OFFSET_32;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_33) begin
            setting_33 <= bus_write_data & SETTING_MASK_33;
        end
        if (reset) begin
            setting_33 <= SETTING_RESET_33;
        end
    end

    assign settings_33 = setting_33;
    assign setting_written_33 = bus_write_address == SETTING_OFFSET_33;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_34) begin
            setting_34 <= bus_write_data & SETTING_MASK_34;
        end
        if (reset) begin
            setting_34 <= SETTING_RESET_34;
        end
    end

    assign settings_34 = setting_34;
    assign setting_written_34 = bus_write_address == SETTING_OFFSET_34;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_35) begin
            setting_35 <= bus_write_data;
        end
        if (reset) begin
            setting_35 <= SETTING_RESET_35;
        end
    end

    assign settings_35 = setting_35;
    assign setting_written_35 = bus_write_address == SETTING_OFFSET_35;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_36) begin
            setting_36 <= bus_write_data & SETTING_MASK_36;
        end
        if (reset) begin
            setting_36 <= SETTING_RESET_36;
        end
    end

    assign settings_36 = setting_36;
    assign setting_written_36 = bus_write_address == SETTING_OFFSET_36;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_37) begin
            setting_37 <= bus_write_data & SETTING_MASK_37;
        end
        if (reset) begin
            setting_37 <= SETTING_RESET_37;
        end
    end

    assign settings_37 = setting_37;
    assign setting_written_37 = bus_write_address == SETTING_OFFSET_37;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_38) begin
            setting_38 <= bus_write_data & SETTING_MASK_38;
        end
        if (reset) begin
            setting_38 <= SETTING_RESET_38;
        end
    end

    assign settings_38 = setting_38;
    assign setting_written_38 = bus_write_address == SETTING_OFFSET_38;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_39) begin
            setting_39 <= bus_write_data & SETTING_MASK_39;
        end
        if (reset) begin
            setting_39 <= SETTING_RESET_39;
        end
    end

    assign settings_39 = setting_39;
    assign setting_written_39 = bus_write_address == SETTING_OFFSET_39;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_40) begin
            setting_40 <= bus_write_data & SETTING_MASK_40;
        end
        if (reset) begin
            setting_40 <= SETTING_RESET_40;
        end
    end

    assign settings_40 = setting_40;
    assign setting_written_40 = bus_write_address == SETTING_OFFSET_40;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_41) begin
            setting_41 <= bus_write_data & SETTING_MASK_41;
        end
        if (reset) begin
            setting_41 <= SETTING_RESET_41;
        end
    end

    assign settings_41 = setting_41;
    assign setting_written_41 = bus_write_address == SETTING_OFFSET_41;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_42) begin
            setting_42 <= bus_write_data;
        end
        if (reset) begin
            setting_42 <= SETTING_RESET_42;
        end
    end

    assign settings_42 = setting_42;
    assign setting_written_42 = bus_write_address == SETTING_OFFSET_42;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_43) begin
            setting_43 <= bus_write_data;
        end
        if (reset) begin
            setting_43 <= SETTING_RESET_43;
        end
    end

    assign settings_43 = setting_43;
    assign setting_written_43 = bus_write_address == SETTING_OFFSET_43;

    always @(posedge clock) begin
        if (bus_write_strobe & setting_written_44) begin
            setting_44 <= bus_write_data & SETTING_MASK_44;
        end
        if (reset) begin
            setting_44 <= SETTING_RESET_44;
        end
    end

    assign settings_44 = setting_44;
    assign setting_written_44 = bus_write_address == SETTING_OFFSET_44;
    assign acts_0 = act_0;
    assign action_written_0 = bus_write_address == ACTION_OFFSET_0;
    assign acts_1 = act_1;
    assign action_written_1 = bus_write_address == ACTION_OFFSET_1;
    assign act_value = written;

    always @* begin
        // Reads: every register is zero unless it is addressed, and all of them are combined.
        read_now = 64'd0;
        read_now = read_now | setting_read_0;
        read_now = read_now | setting_read_1;
        read_now = read_now | setting_read_2;
        read_now = read_now | setting_read_3;
        read_now = read_now | setting_read_4;
        read_now = read_now | setting_read_5;
        read_now = read_now | setting_read_6;
        read_now = read_now | setting_read_7;
        read_now = read_now | setting_read_8;
        read_now = read_now | setting_read_9;
        read_now = read_now | setting_read_10;
        read_now = read_now | setting_read_11;
        read_now = read_now | setting_read_12;
        read_now = read_now | setting_read_13;
        read_now = read_now | setting_read_14;
        read_now = read_now | setting_read_15;
        read_now = read_now | setting_read_16;
        read_now = read_now | setting_read_17;
        read_now = read_now | setting_read_18;
        read_now = read_now | setting_read_19;
        read_now = read_now | setting_read_20;
        read_now = read_now | setting_read_21;
        read_now = read_now | setting_read_22;
        read_now = read_now | setting_read_23;
        read_now = read_now | setting_read_24;
        read_now = read_now | setting_read_25;
        read_now = read_now | setting_read_26;
        read_now = read_now | setting_read_27;
        read_now = read_now | setting_read_28;
        read_now = read_now | setting_read_29;
        read_now = read_now | setting_read_30;
        read_now = read_now | setting_read_31;
        read_now = read_now | setting_read_32;
        read_now = read_now | setting_read_33;
        read_now = read_now | setting_read_34;
        read_now = read_now | setting_read_35;
        read_now = read_now | setting_read_36;
        read_now = read_now | setting_read_37;
        read_now = read_now | setting_read_38;
        read_now = read_now | setting_read_39;
        read_now = read_now | setting_read_40;
        read_now = read_now | setting_read_41;
        read_now = read_now | setting_read_42;
        read_now = read_now | setting_read_43;
        read_now = read_now | setting_read_44;
        read_now = read_now | fixed_read_0;
        read_now = read_now | fixed_read_1;
        read_now = read_now | fixed_read_2;
        read_now = read_now | fixed_read_3;
        read_now = read_now | driven_read_0;
        read_now = read_now | driven_read_1;
        read_now = read_now | driven_read_2;
        read_now = read_now | driven_read_3;
        read_now = read_now | driven_read_4;
        read_now = read_now | driven_read_5;
        read_now = read_now | driven_read_6;
        read_now = read_now | driven_read_7;
        read_now = read_now | driven_read_8;
        read_now = read_now | driven_read_9;
        read_now = read_now | driven_read_10;
        read_now = read_now | driven_read_11;
        read_now = read_now | driven_read_12;
        read_now = read_now | driven_read_13;
        read_now = read_now | driven_read_14;
        read_now = read_now | driven_read_15;
        read_now = read_now | driven_read_16;
        read_now = read_now | driven_read_17;
        read_now = read_now | driven_read_18;
        read_now = read_now | driven_read_19;
        read_now = read_now | driven_read_20;
        read_now = read_now | driven_read_21;
        read_now = read_now | driven_read_22;
        read_now = read_now | driven_read_23;
        read_now = read_now | driven_read_24;
        read_now = read_now | driven_read_25;
        read_now = read_now | driven_read_26;
        read_now = read_now | driven_read_27;
        read_now = read_now | driven_read_28;
        read_now = read_now | unit_read_0_0;
        read_now = read_now | unit_read_0_1;
    end

    always @* begin
        read_known = 1'b0;
        setting_read_0 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_0) begin
            setting_read_0 = setting_0;
            read_known = 1'b1;
        end
        setting_read_1 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_1) begin
            setting_read_1 = setting_1;
            read_known = 1'b1;
        end
        setting_read_2 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_2) begin
            setting_read_2 = setting_2;
            read_known = 1'b1;
        end
        setting_read_3 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_3) begin
            setting_read_3 = setting_3;
            read_known = 1'b1;
        end
        setting_read_4 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_4) begin
            setting_read_4 = setting_4;
            read_known = 1'b1;
        end
        setting_read_5 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_5) begin
            setting_read_5 = setting_5;
            read_known = 1'b1;
        end
        setting_read_6 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_6) begin
            setting_read_6 = setting_6;
            read_known = 1'b1;
        end
        setting_read_7 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_7) begin
            setting_read_7 = setting_7;
            read_known = 1'b1;
        end
        setting_read_8 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_8) begin
            setting_read_8 = setting_8;
            read_known = 1'b1;
        end
        setting_read_9 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_9) begin
            setting_read_9 = setting_9;
            read_known = 1'b1;
        end
        setting_read_10 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_10) begin
            setting_read_10 = setting_10;
            read_known = 1'b1;
        end
        setting_read_11 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_11) begin
            setting_read_11 = setting_11;
            read_known = 1'b1;
        end
        setting_read_12 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_12) begin
            setting_read_12 = setting_12;
            read_known = 1'b1;
        end
        setting_read_13 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_13) begin
            setting_read_13 = setting_13;
            read_known = 1'b1;
        end
        setting_read_14 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_14) begin
            setting_read_14 = setting_14;
            read_known = 1'b1;
        end
        setting_read_15 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_15) begin
            setting_read_15 = setting_15;
            read_known = 1'b1;
        end
        setting_read_16 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_16) begin
            setting_read_16 = setting_16;
            read_known = 1'b1;
        end
        setting_read_17 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_17) begin
            setting_read_17 = setting_17;
            read_known = 1'b1;
        end
        setting_read_18 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_18) begin
            setting_read_18 = setting_18;
            read_known = 1'b1;
        end
        setting_read_19 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_19) begin
            setting_read_19 = setting_19;
            read_known = 1'b1;
        end
        setting_read_20 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_20) begin
            setting_read_20 = setting_20;
            read_known = 1'b1;
        end
        setting_read_21 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_21) begin
            setting_read_21 = setting_21;
            read_known = 1'b1;
        end
        setting_read_22 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_22) begin
            setting_read_22 = setting_22;
            read_known = 1'b1;
        end
        setting_read_23 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_23) begin
            setting_read_23 = setting_23;
            read_known = 1'b1;
        end
        setting_read_24 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_24) begin
            setting_read_24 = setting_24;
            read_known = 1'b1;
        end
        setting_read_25 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_25) begin
            setting_read_25 = setting_25;
            read_known = 1'b1;
        end
        setting_read_26 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_26) begin
            setting_read_26 = setting_26;
            read_known = 1'b1;
        end
        setting_read_27 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_27) begin
            setting_read_27 = setting_27;
            read_known = 1'b1;
        end
        setting_read_28 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_28) begin
            setting_read_28 = setting_28;
            read_known = 1'b1;
        end
        setting_read_29 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_29) begin
            setting_read_29 = setting_29;
            read_known = 1'b1;
        end
        setting_read_30 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_30) begin
            setting_read_30 = setting_30;
            read_known = 1'b1;
        end
        setting_read_31 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_31) begin
            setting_read_31 = setting_31;
            read_known = 1'b1;
        end
        setting_read_32 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_32) begin
            setting_read_32 = setting_32;
            read_known = 1'b1;
        end
        setting_read_33 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_33) begin
            setting_read_33 = setting_33;
            read_known = 1'b1;
        end
        setting_read_34 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_34) begin
            setting_read_34 = setting_34;
            read_known = 1'b1;
        end
        setting_read_35 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_35) begin
            setting_read_35 = setting_35;
            read_known = 1'b1;
        end
        setting_read_36 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_36) begin
            setting_read_36 = setting_36;
            read_known = 1'b1;
        end
        setting_read_37 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_37) begin
            setting_read_37 = setting_37;
            read_known = 1'b1;
        end
        setting_read_38 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_38) begin
            setting_read_38 = setting_38;
            read_known = 1'b1;
        end
        setting_read_39 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_39) begin
            setting_read_39 = setting_39;
            read_known = 1'b1;
        end
        setting_read_40 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_40) begin
            setting_read_40 = setting_40;
            read_known = 1'b1;
        end
        setting_read_41 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_41) begin
            setting_read_41 = setting_41;
            read_known = 1'b1;
        end
        setting_read_42 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_42) begin
            setting_read_42 = setting_42;
            read_known = 1'b1;
        end
        setting_read_43 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_43) begin
            setting_read_43 = setting_43;
            read_known = 1'b1;
        end
        setting_read_44 = 64'd0;
        if (bus_read_address == SETTING_OFFSET_44) begin
            setting_read_44 = setting_44;
            read_known = 1'b1;
        end
        fixed_read_0 = 64'd0;
        if (bus_read_address == FIXED_OFFSET_0) begin
            fixed_read_0 = FIXED_VALUE_0;
            read_known = 1'b1;
        end
        fixed_read_1 = 64'd0;
        if (bus_read_address == FIXED_OFFSET_1) begin
            fixed_read_1 = FIXED_VALUE_1;
            read_known = 1'b1;
        end
        fixed_read_2 = 64'd0;
        if (bus_read_address == FIXED_OFFSET_2) begin
            fixed_read_2 = FIXED_VALUE_2;
            read_known = 1'b1;
        end
        fixed_read_3 = 64'd0;
        if (bus_read_address == FIXED_OFFSET_3) begin
            fixed_read_3 = FIXED_VALUE_3;
            read_known = 1'b1;
        end
        driven_read_0 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_0) begin
            driven_read_0 = driven_0 & DRIVEN_MASK_0;
            read_known = 1'b1;
        end
        driven_read_1 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_1) begin
            driven_read_1 = driven_1;
            read_known = 1'b1;
        end
        driven_read_2 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_2) begin
            driven_read_2 = driven_2 & DRIVEN_MASK_2;
            read_known = 1'b1;
        end
        driven_read_3 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_3) begin
            driven_read_3 = driven_3 & DRIVEN_MASK_3;
            read_known = 1'b1;
        end
        driven_read_4 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_4) begin
            driven_read_4 = driven_4;
            read_known = 1'b1;
        end
        driven_read_5 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_5) begin
            driven_read_5 = driven_5 & DRIVEN_MASK_5;
            read_known = 1'b1;
        end
        driven_read_6 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_6) begin
            driven_read_6 = driven_6;
            read_known = 1'b1;
        end
        driven_read_7 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_7) begin
            driven_read_7 = driven_7;
            read_known = 1'b1;
        end
        driven_read_8 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_8) begin
            driven_read_8 = driven_8;
            read_known = 1'b1;
        end
        driven_read_9 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_9) begin
            driven_read_9 = driven_9;
            read_known = 1'b1;
        end
        driven_read_10 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_10) begin
            driven_read_10 = driven_10;
            read_known = 1'b1;
        end
        driven_read_11 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_11) begin
            driven_read_11 = driven_11;
            read_known = 1'b1;
        end
        driven_read_12 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_12) begin
            driven_read_12 = driven_12;
            read_known = 1'b1;
        end
        driven_read_13 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_13) begin
            driven_read_13 = driven_13;
            read_known = 1'b1;
        end
        driven_read_14 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_14) begin
            driven_read_14 = driven_14;
            read_known = 1'b1;
        end
        driven_read_15 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_15) begin
            driven_read_15 = driven_15;
            read_known = 1'b1;
        end
        driven_read_16 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_16) begin
            driven_read_16 = driven_16;
            read_known = 1'b1;
        end
        driven_read_17 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_17) begin
            driven_read_17 = driven_17;
            read_known = 1'b1;
        end
        driven_read_18 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_18) begin
            driven_read_18 = driven_18;
            read_known = 1'b1;
        end
        driven_read_19 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_19) begin
            driven_read_19 = driven_19;
            read_known = 1'b1;
        end
        driven_read_20 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_20) begin
            driven_read_20 = driven_20;
            read_known = 1'b1;
        end
        driven_read_21 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_21) begin
            driven_read_21 = driven_21;
            read_known = 1'b1;
        end
        driven_read_22 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_22) begin
            driven_read_22 = driven_22;
            read_known = 1'b1;
        end
        driven_read_23 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_23) begin
            driven_read_23 = driven_23;
            read_known = 1'b1;
        end
        driven_read_24 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_24) begin
            driven_read_24 = driven_24;
            read_known = 1'b1;
        end
        driven_read_25 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_25) begin
            driven_read_25 = driven_25;
            read_known = 1'b1;
        end
        driven_read_26 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_26) begin
            driven_read_26 = driven_26;
            read_known = 1'b1;
        end
        driven_read_27 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_27) begin
            driven_read_27 = driven_27;
            read_known = 1'b1;
        end
        driven_read_28 = 64'd0;
        if (bus_read_address == DRIVEN_OFFSET_28) begin
            driven_read_28 = driven_28;
            read_known = 1'b1;
        end
        unit_read_0_0 = 64'd0;
        if (bus_read_address == UNIT_OFFSET_0_0) begin
            unit_read_0_0 = unit_driven_0_0;
            read_known = 1'b1;
        end
        unit_read_0_1 = 64'd0;
        if (bus_read_address == UNIT_OFFSET_0_1) begin
            unit_read_0_1 = unit_driven_0_1;
            read_known = 1'b1;
        end
        if (bus_read_address == ACTION_OFFSET_0) begin
            read_known = 1'b1;
        end
        if (bus_read_address == ACTION_OFFSET_1) begin
            read_known = 1'b1;
        end
    end

    always @(posedge clock) begin
        written <= bus_write_data;
        write_refused <= ~write_known;
        read_value <= read_now;
        read_refused <= ~read_known;
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
