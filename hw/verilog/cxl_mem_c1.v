// CXL Type-2 memory expander that pools and updates embedding vectors next to its memory. Registers on
// s_axil, memory channels on m_axi, volatile scratchpad on m_axi_scratch. A line a cycle from every channel.
// Hold reset for 32 cycles.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module cxl_mem_c1 (
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME clock, ASSOCIATED_BUSIF s_axil:m_axi_0:m_axi_scratch_0, ASSOCIATED_RESET reset, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:clock:1.0 clock CLK" *)
    input  wire         clock,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME reset, POLARITY ACTIVE_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:reset:1.0 reset RST" *)
    input  wire         reset,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME irq, SENSITIVITY LEVEL_HIGH" *)
    (* X_INTERFACE_INFO = "xilinx.com:signal:interrupt:1.0 irq INTERRUPT" *)
    output wire         irq,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME s_axil, PROTOCOL AXI4LITE, DATA_WIDTH 64, ADDR_WIDTH 12, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil AWADDR" *)
    input  wire [11:0]  s_axil_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil AWPROT" *)
    input  wire [2:0]   s_axil_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil AWVALID" *)
    input  wire         s_axil_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil AWREADY" *)
    output wire         s_axil_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil WDATA" *)
    input  wire [63:0]  s_axil_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil WSTRB" *)
    input  wire [7:0]   s_axil_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil WVALID" *)
    input  wire         s_axil_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil WREADY" *)
    output wire         s_axil_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil BRESP" *)
    output wire [1:0]   s_axil_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil BVALID" *)
    output wire         s_axil_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil BREADY" *)
    input  wire         s_axil_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil ARADDR" *)
    input  wire [11:0]  s_axil_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil ARPROT" *)
    input  wire [2:0]   s_axil_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil ARVALID" *)
    input  wire         s_axil_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil ARREADY" *)
    output wire         s_axil_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RDATA" *)
    output wire [63:0]  s_axil_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RRESP" *)
    output wire [1:0]   s_axil_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RVALID" *)
    output wire         s_axil_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 s_axil RREADY" *)
    input  wire         s_axil_rready,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_0, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWID" *)
    output wire [8:0]   m_axi_0_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWADDR" *)
    output wire [63:0]  m_axi_0_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWLEN" *)
    output wire [7:0]   m_axi_0_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWSIZE" *)
    output wire [2:0]   m_axi_0_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWBURST" *)
    output wire [1:0]   m_axi_0_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWLOCK" *)
    output wire         m_axi_0_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWCACHE" *)
    output wire [3:0]   m_axi_0_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWPROT" *)
    output wire [2:0]   m_axi_0_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWQOS" *)
    output wire [3:0]   m_axi_0_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWVALID" *)
    output wire         m_axi_0_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 AWREADY" *)
    input  wire         m_axi_0_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 WDATA" *)
    output wire [511:0] m_axi_0_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 WSTRB" *)
    output wire [63:0]  m_axi_0_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 WLAST" *)
    output wire         m_axi_0_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 WVALID" *)
    output wire         m_axi_0_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 WREADY" *)
    input  wire         m_axi_0_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 BID" *)
    input  wire [8:0]   m_axi_0_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 BRESP" *)
    input  wire [1:0]   m_axi_0_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 BVALID" *)
    input  wire         m_axi_0_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 BREADY" *)
    output wire         m_axi_0_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARID" *)
    output wire [8:0]   m_axi_0_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARADDR" *)
    output wire [63:0]  m_axi_0_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARLEN" *)
    output wire [7:0]   m_axi_0_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARSIZE" *)
    output wire [2:0]   m_axi_0_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARBURST" *)
    output wire [1:0]   m_axi_0_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARLOCK" *)
    output wire         m_axi_0_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARCACHE" *)
    output wire [3:0]   m_axi_0_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARPROT" *)
    output wire [2:0]   m_axi_0_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARQOS" *)
    output wire [3:0]   m_axi_0_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARVALID" *)
    output wire         m_axi_0_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 ARREADY" *)
    input  wire         m_axi_0_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 RID" *)
    input  wire [8:0]   m_axi_0_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 RDATA" *)
    input  wire [511:0] m_axi_0_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 RRESP" *)
    input  wire [1:0]   m_axi_0_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 RLAST" *)
    input  wire         m_axi_0_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 RVALID" *)
    input  wire         m_axi_0_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_0 RREADY" *)
    output wire         m_axi_0_rready,
    (* X_INTERFACE_PARAMETER = "XIL_INTERFACENAME m_axi_scratch_0, PROTOCOL AXI4, DATA_WIDTH 512, ADDR_WIDTH 64, ID_WIDTH 9, READ_WRITE_MODE READ_WRITE, FREQ_HZ 250000000" *)
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWID" *)
    output wire [8:0]   m_axi_scratch_0_awid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWADDR" *)
    output wire [63:0]  m_axi_scratch_0_awaddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWLEN" *)
    output wire [7:0]   m_axi_scratch_0_awlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWSIZE" *)
    output wire [2:0]   m_axi_scratch_0_awsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWBURST" *)
    output wire [1:0]   m_axi_scratch_0_awburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWLOCK" *)
    output wire         m_axi_scratch_0_awlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWCACHE" *)
    output wire [3:0]   m_axi_scratch_0_awcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWPROT" *)
    output wire [2:0]   m_axi_scratch_0_awprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWQOS" *)
    output wire [3:0]   m_axi_scratch_0_awqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWVALID" *)
    output wire         m_axi_scratch_0_awvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 AWREADY" *)
    input  wire         m_axi_scratch_0_awready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 WDATA" *)
    output wire [511:0] m_axi_scratch_0_wdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 WSTRB" *)
    output wire [63:0]  m_axi_scratch_0_wstrb,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 WLAST" *)
    output wire         m_axi_scratch_0_wlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 WVALID" *)
    output wire         m_axi_scratch_0_wvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 WREADY" *)
    input  wire         m_axi_scratch_0_wready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 BID" *)
    input  wire [8:0]   m_axi_scratch_0_bid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 BRESP" *)
    input  wire [1:0]   m_axi_scratch_0_bresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 BVALID" *)
    input  wire         m_axi_scratch_0_bvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 BREADY" *)
    output wire         m_axi_scratch_0_bready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARID" *)
    output wire [8:0]   m_axi_scratch_0_arid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARADDR" *)
    output wire [63:0]  m_axi_scratch_0_araddr,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARLEN" *)
    output wire [7:0]   m_axi_scratch_0_arlen,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARSIZE" *)
    output wire [2:0]   m_axi_scratch_0_arsize,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARBURST" *)
    output wire [1:0]   m_axi_scratch_0_arburst,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARLOCK" *)
    output wire         m_axi_scratch_0_arlock,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARCACHE" *)
    output wire [3:0]   m_axi_scratch_0_arcache,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARPROT" *)
    output wire [2:0]   m_axi_scratch_0_arprot,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARQOS" *)
    output wire [3:0]   m_axi_scratch_0_arqos,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARVALID" *)
    output wire         m_axi_scratch_0_arvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 ARREADY" *)
    input  wire         m_axi_scratch_0_arready,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 RID" *)
    input  wire [8:0]   m_axi_scratch_0_rid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 RDATA" *)
    input  wire [511:0] m_axi_scratch_0_rdata,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 RRESP" *)
    input  wire [1:0]   m_axi_scratch_0_rresp,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 RLAST" *)
    input  wire         m_axi_scratch_0_rlast,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 RVALID" *)
    input  wire         m_axi_scratch_0_rvalid,
    (* X_INTERFACE_INFO = "xilinx.com:interface:aximm:1.0 m_axi_scratch_0 RREADY" *)
    output wire         m_axi_scratch_0_rready
);

    localparam [63:0] ALL_BYTES = 64'hffffffffffffffff;
    localparam [1:0] BURST_INCR = 2'd1;
    localparam [2:0] BURST_SIZE = 3'd6;
    localparam [3:0] CACHEABLE = 4'd3;
    localparam [31:0] CAPABILITIES = 32'h01000001;
    localparam [63:0] PERSISTENT_BYTES = 64'h0000010000000000;

    wire [63:0] data_end;
    reg [32:0] segment_words;
    reg [32:0] row_words;
    wire lists_idle;
    wire engines_ready_0;
    reg engines_idle;
    reg read_fault;
    reg [63:0] read_fault_address;
    reg write_fault;
    reg [63:0] write_fault_address;
    wire registers_clock;
    wire [11:0] registers_s_axil_awaddr;
    wire [63:0] registers_settings_0;
    wire [63:0] registers_settings_1;
    wire [63:0] registers_settings_2;
    wire [63:0] registers_settings_3;
    wire [63:0] registers_settings_4;
    wire [63:0] registers_settings_5;
    wire [63:0] registers_settings_6;
    wire [63:0] registers_settings_7;
    wire [63:0] registers_settings_8;
    wire [63:0] registers_settings_9;
    wire [63:0] registers_settings_10;
    wire [63:0] registers_settings_11;
    wire [63:0] registers_settings_12;
    wire [63:0] registers_settings_13;
    wire [63:0] registers_settings_14;
    wire [63:0] registers_settings_15;
    wire [63:0] registers_settings_16;
    wire [63:0] registers_settings_17;
    wire [63:0] registers_settings_18;
    wire [63:0] registers_settings_19;
    wire [63:0] registers_settings_20;
    wire [63:0] registers_settings_21;
    wire [63:0] registers_settings_22;
    wire [63:0] registers_settings_23;
    wire [63:0] registers_settings_24;
    wire [63:0] registers_settings_25;
    wire [63:0] registers_settings_26;
    wire [63:0] registers_settings_27;
    wire [63:0] registers_settings_28;
    wire [63:0] registers_settings_29;
    wire [7:0] registers_doorbell;
    wire registers_doorbell_valid;
    wire registers_clear_status;
    wire registers_clear_counters;
    wire sequencer_latch;
    wire sequencer_update_command;
    wire sequencer_checker_start;
    wire sequencer_batch_start;
    wire sequencer_batch_stop;
    wire sequencer_all_idle;
    wire sequencer_hold;
    wire sequencer_suppress_writes;
    wire sequencer_busy;
    wire sequencer_checking;
    wire sequencer_lookup_done;
    wire sequencer_update_done;
    wire [2:0] sequencer_status;
    wire [7:0] sequencer_error;
    wire [63:0] sequencer_error_position;
    wire [63:0] settings_settings_0;
    wire settings_is_update;
    wire [31:0] settings_vector_length;
    wire [4:0] settings_lines;
    wire [31:0] settings_rate;
    wire [31:0] settings_pooling;
    wire [31:0] settings_fp32_one;
    wire settings_uses_segments;
    wire settings_uses_scales;
    wire [63:0] settings_data_base;
    wire [63:0] settings_data_bytes;
    wire [63:0] settings_descriptor_base;
    wire [63:0] settings_descriptor_bytes;
    wire [63:0] settings_vector_base;
    wire [63:0] settings_vector_bytes;
    wire [31:0] settings_table_count;
    wire [31:0] settings_bag_count;
    wire [31:0] settings_entry_count;
    wire [31:0] settings_row_count;
    wire [31:0] settings_segment_count;
    wire [63:0] settings_directory;
    wire [63:0] settings_offsets;
    wire [63:0] settings_segments;
    wire [63:0] settings_entries;
    wire [63:0] settings_scales;
    wire checker_done;
    wire checker_failed;
    wire [7:0] checker_error;
    wire [63:0] checker_error_position;
    wire [42:0] batch_vectors_offset;
    wire batch_reset;
    wire batch_start;
    wire batch_directory_ready;
    wire batch_offset_ready;
    wire batch_row_ready;
    wire batch_entry_ready;
    wire [31:0] batch_tables_checked;
    wire batch_done;
    wire batch_failed;
    wire [7:0] batch_error;
    wire [63:0] batch_error_position;
    wire splitter_start;
    wire splitter_directory_ready;
    wire splitter_offset_ready;
    wire splitter_segment_ready;
    wire splitter_task_valid;
    wire [63:0] splitter_task_table_base;
    wire [31:0] splitter_task_rows;
    wire [31:0] splitter_task_position;
    wire [127:0] splitter_task_ends;
    wire [127:0] splitter_task_words;
    wire [31:0] splitter_task_segment;
    wire [2:0] splitter_task_count;
    wire splitter_idle;
    wire entry_reader_list_ready_0;
    wire entry_reader_line_valid_0;
    wire [511:0] entry_reader_line_data;
    wire entry_reader_fault;
    wire [63:0] entry_reader_fault_address;
    wire [63:0] entry_reader_request_address_0;
    wire entry_reader_request_valid_0;
    wire row_reader_list_ready_0;
    wire row_reader_line_valid_0;
    wire [511:0] row_reader_line_data;
    wire row_reader_fault;
    wire [63:0] row_reader_fault_address;
    wire [63:0] row_reader_request_address_0;
    wire row_reader_request_valid_0;
    wire offset_reader_list_ready_0;
    wire offset_reader_list_ready_1;
    wire offset_reader_line_valid_0;
    wire offset_reader_line_valid_1;
    wire [511:0] offset_reader_line_data;
    wire offset_reader_fault;
    wire [63:0] offset_reader_fault_address;
    wire [63:0] offset_reader_request_address_0;
    wire offset_reader_request_valid_0;
    wire task_reader_list_ready_0;
    wire task_reader_list_ready_1;
    wire task_reader_list_ready_2;
    wire task_reader_line_valid_0;
    wire task_reader_line_valid_1;
    wire task_reader_line_valid_2;
    wire [511:0] task_reader_line_data;
    wire task_reader_fault;
    wire [63:0] task_reader_fault_address;
    wire [63:0] task_reader_request_address_0;
    wire task_reader_request_valid_0;
    wire [127:0] check_directory_beat;
    wire check_directory_beat_valid;
    wire [63:0] check_directory_request_address;
    wire check_directory_request_valid;
    wire check_directory_idle;
    wire [32:0] check_offsets_words;
    wire [511:0] check_offsets_beat;
    wire check_offsets_beat_valid;
    wire [63:0] check_offsets_request_address;
    wire check_offsets_request_valid;
    wire check_offsets_idle;
    wire [511:0] check_rows_beat;
    wire check_rows_beat_valid;
    wire [63:0] check_rows_request_address;
    wire check_rows_request_valid;
    wire check_rows_idle;
    wire [511:0] check_entries_beat;
    wire check_entries_beat_valid;
    wire [63:0] check_entries_request_address;
    wire check_entries_request_valid;
    wire check_entries_idle;
    wire [127:0] split_directory_beat;
    wire split_directory_beat_valid;
    wire [63:0] split_directory_request_address;
    wire split_directory_request_valid;
    wire split_directory_idle;
    wire [32:0] split_offsets_words;
    wire [127:0] split_offsets_beat;
    wire split_offsets_beat_valid;
    wire [63:0] split_offsets_request_address;
    wire split_offsets_request_valid;
    wire split_offsets_idle;
    wire [127:0] split_segments_beat;
    wire split_segments_beat_valid;
    wire [63:0] split_segments_request_address;
    wire split_segments_request_valid;
    wire split_segments_idle;
    wire dealer_grant;
    wire engine_0_task_valid;
    wire [63:0] engine_0_row_address_0;
    wire engine_0_row_valid_0;
    wire [63:0] engine_0_gradient_address_0;
    wire engine_0_gradient_valid_0;
    wire [63:0] engine_0_list_address_0;
    wire engine_0_list_valid_0;
    wire [63:0] engine_0_out_address_0;
    wire [511:0] engine_0_out_data_0;
    wire engine_0_out_valid_0;
    wire engine_0_entry_line;
    wire engine_0_scale_line;
    wire engine_0_hazard;
    wire engine_0_fault;
    wire [63:0] engine_0_fault_address;
    wire engine_0_idle;
    wire channel_reader_0_clock;
    wire channel_reader_0_request_ready_0;
    wire channel_reader_0_answer_valid_0;
    wire [512:0] channel_reader_0_answer;
    wire [8:0] channel_reader_0_arid;
    wire [63:0] channel_reader_0_araddr;
    wire channel_reader_0_arvalid;
    wire channel_reader_0_rready;
    wire scratch_reader_0_request_ready_0;
    wire scratch_reader_0_request_ready_1;
    wire scratch_reader_0_request_ready_2;
    wire scratch_reader_0_request_ready_3;
    wire scratch_reader_0_request_ready_4;
    wire scratch_reader_0_request_ready_5;
    wire scratch_reader_0_answer_valid_0;
    wire scratch_reader_0_answer_valid_1;
    wire scratch_reader_0_answer_valid_2;
    wire scratch_reader_0_answer_valid_3;
    wire scratch_reader_0_answer_valid_4;
    wire scratch_reader_0_answer_valid_5;
    wire [512:0] scratch_reader_0_answer;
    wire writer_0_in_ready_0;
    wire writer_0_awvalid;
    reg writer_0_awready;
    wire writer_0_wvalid;
    reg writer_0_wready;
    reg [1:0] writer_0_bresp;
    reg writer_0_bvalid;
    wire writer_0_idle;
    wire writer_0_fault;
    wire [63:0] writer_0_fault_address;
    wire controller_0_clock;
    wire controller_0_s_arready;
    wire [8:0] controller_0_s_rid;
    wire [511:0] controller_0_s_rdata;
    wire [1:0] controller_0_s_rresp;
    wire controller_0_s_rvalid;
    wire controller_0_s_awvalid;
    wire controller_0_s_awready;
    wire controller_0_s_wvalid;
    wire controller_0_s_wready;
    wire [1:0] controller_0_s_bresp;
    wire controller_0_s_bvalid;
    wire cycles_clock;
    wire [63:0] cycles_count;
    wire [63:0] busy_cycles_count;
    wire [63:0] check_cycles_count;
    wire [63:0] lookups_count;
    wire [63:0] updates_count;
    wire [63:0] hazard_cycles_count;
    wire [63:0] lines_directory_count;
    wire [63:0] lines_offset_count;
    wire [63:0] lines_segment_count;
    wire [63:0] lines_entry_count;
    wire [63:0] lines_scale_count;
    reg lines_gradient_event_0;
    wire [63:0] lines_gradient_count;
    wire lines_pooled_event_0;
    wire [63:0] lines_pooled_count;
    wire [63:0] channel_reads_0_count;
    wire channel_writes_0_event_0;
    wire [63:0] channel_writes_0_count;

    cxl_mem_register_file_c1 u_registers (
        .clock(registers_clock),
        .reset(reset),
        .s_axil_awaddr(registers_s_axil_awaddr),
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
        .settings_0(registers_settings_0),
        .settings_1(registers_settings_1),
        .settings_2(registers_settings_2),
        .settings_3(registers_settings_3),
        .settings_4(registers_settings_4),
        .settings_5(registers_settings_5),
        .settings_6(registers_settings_6),
        .settings_7(registers_settings_7),
        .settings_8(registers_settings_8),
        .settings_9(registers_settings_9),
        .settings_10(registers_settings_10),
        .settings_11(registers_settings_11),
        .settings_12(registers_settings_12),
        .settings_13(registers_settings_13),
        .settings_14(registers_settings_14),
        .settings_15(registers_settings_15),
        .settings_16(registers_settings_16),
        .settings_17(registers_settings_17),
        .settings_18(registers_settings_18),
        .settings_19(registers_settings_19),
        .settings_20(registers_settings_20),
        .settings_21(registers_settings_21),
        .settings_22(registers_settings_22),
        .settings_23(registers_settings_23),
        .settings_24(registers_settings_24),
        .settings_25(registers_settings_25),
        .settings_26(registers_settings_26),
        .settings_27(registers_settings_27),
        .settings_28(registers_settings_28),
        .settings_29(registers_settings_29),
        .doorbell(registers_doorbell),
        .doorbell_valid(registers_doorbell_valid),
        .clear_status(registers_clear_status),
        .clear_counters(registers_clear_counters),
        .capabilities(CAPABILITIES),
        .persistent_bytes(PERSISTENT_BYTES),
        .status(sequencer_status),
        .error(sequencer_error),
        .error_position(sequencer_error_position),
        .cycles(cycles_count),
        .busy_cycles(busy_cycles_count),
        .check_cycles(check_cycles_count),
        .hazard_cycles(hazard_cycles_count),
        .lookups(lookups_count),
        .updates(updates_count),
        .lines_directory(lines_directory_count),
        .lines_offset(lines_offset_count),
        .lines_segment(lines_segment_count),
        .lines_entry(lines_entry_count),
        .lines_scale(lines_scale_count),
        .lines_gradient(lines_gradient_count),
        .lines_pooled(lines_pooled_count),
        .channel_reads_0(channel_reads_0_count),
        .channel_writes_0(channel_writes_0_count)
    );

    sequencer u_sequencer (
        .clock(clock),
        .reset(reset),
        .doorbell(registers_doorbell),
        .doorbell_valid(registers_doorbell_valid),
        .clear_status(registers_clear_status),
        .latch(sequencer_latch),
        .update_command(sequencer_update_command),
        .checker_start(sequencer_checker_start),
        .checker_done(checker_done),
        .checker_failed(checker_failed),
        .checker_error(checker_error),
        .checker_position(checker_error_position),
        .batch_start(sequencer_batch_start),
        .batch_stop(sequencer_batch_stop),
        .batch_done(batch_done),
        .batch_failed(batch_failed),
        .batch_error(batch_error),
        .batch_position(batch_error_position),
        .all_idle(sequencer_all_idle),
        .read_fault(read_fault),
        .read_fault_address(read_fault_address),
        .write_fault(write_fault),
        .write_fault_address(write_fault_address),
        .hold(sequencer_hold),
        .suppress_writes(sequencer_suppress_writes),
        .busy(sequencer_busy),
        .checking(sequencer_checking),
        .lookup_done(sequencer_lookup_done),
        .update_done(sequencer_update_done),
        .status(sequencer_status),
        .error(sequencer_error),
        .error_position(sequencer_error_position),
        .irq(irq)
    );

    job_settings u_settings (
        .clock(clock),
        .settings_0(settings_settings_0),
        .settings_1(registers_settings_1),
        .settings_2(registers_settings_2),
        .settings_3(registers_settings_3),
        .settings_4(registers_settings_4),
        .settings_5(registers_settings_5),
        .settings_6(registers_settings_6),
        .settings_7(registers_settings_7),
        .settings_8(registers_settings_8),
        .settings_9(registers_settings_9),
        .settings_10(registers_settings_10),
        .settings_11(registers_settings_11),
        .settings_12(registers_settings_12),
        .settings_13(registers_settings_13),
        .settings_14(registers_settings_14),
        .settings_15(registers_settings_15),
        .settings_16(registers_settings_16),
        .settings_17(registers_settings_17),
        .settings_18(registers_settings_18),
        .settings_19(registers_settings_19),
        .settings_20(registers_settings_20),
        .settings_21(registers_settings_21),
        .settings_22(registers_settings_22),
        .settings_23(registers_settings_23),
        .latch(sequencer_latch),
        .update_command(sequencer_update_command),
        .is_update(settings_is_update),
        .vector_length(settings_vector_length),
        .lines(settings_lines),
        .rate(settings_rate),
        .pooling(settings_pooling),
        .fp32_one(settings_fp32_one),
        .uses_segments(settings_uses_segments),
        .uses_scales(settings_uses_scales),
        .data_base(settings_data_base),
        .data_bytes(settings_data_bytes),
        .descriptor_base(settings_descriptor_base),
        .descriptor_bytes(settings_descriptor_bytes),
        .vector_base(settings_vector_base),
        .vector_bytes(settings_vector_bytes),
        .table_count(settings_table_count),
        .bag_count(settings_bag_count),
        .entry_count(settings_entry_count),
        .row_count(settings_row_count),
        .segment_count(settings_segment_count),
        .directory(settings_directory),
        .offsets(settings_offsets),
        .segments(settings_segments),
        .entries(settings_entries),
        .scales(settings_scales)
    );

    job_checker u_checker (
        .clock(clock),
        .reset(reset),
        .start(sequencer_checker_start),
        .is_update(settings_is_update),
        .vector_length(settings_vector_length),
        .pooling(settings_pooling),
        .uses_segments(settings_uses_segments),
        .uses_scales(settings_uses_scales),
        .data_base(settings_data_base),
        .data_bytes(settings_data_bytes),
        .descriptor_base(settings_descriptor_base),
        .descriptor_bytes(settings_descriptor_bytes),
        .vector_base(settings_vector_base),
        .vector_bytes(settings_vector_bytes),
        .table_count(settings_table_count),
        .bag_count(settings_bag_count),
        .entry_count(settings_entry_count),
        .row_count(settings_row_count),
        .segment_count(settings_segment_count),
        .directory(settings_directory),
        .offsets(settings_offsets),
        .segments(settings_segments),
        .entries(settings_entries),
        .scales(settings_scales),
        .batch_bytes({21'd0, batch_vectors_offset}),
        .persistent_bytes(PERSISTENT_BYTES),
        .done(checker_done),
        .failed(checker_failed),
        .error(checker_error),
        .error_position(checker_error_position)
    );

    line_multiplier u_batch_vectors (
        .index(settings_bag_count),
        .lines(settings_lines),
        .offset(batch_vectors_offset)
    );

    batch_checker u_batch (
        .clock(clock),
        .reset(batch_reset),
        .start(batch_start),
        .is_update(settings_is_update),
        .lines(settings_lines),
        .table_count(settings_table_count),
        .segment_count(settings_segment_count),
        .entry_count(settings_entry_count),
        .bag_count(settings_bag_count),
        .data_base(settings_data_base),
        .data_end(data_end),
        .directory_beat(check_directory_beat),
        .directory_valid(check_directory_beat_valid),
        .directory_ready(batch_directory_ready),
        .offset_line(check_offsets_beat),
        .offset_valid(check_offsets_beat_valid),
        .offset_ready(batch_offset_ready),
        .row_line(check_rows_beat),
        .row_valid(check_rows_beat_valid),
        .row_ready(batch_row_ready),
        .entry_line(check_entries_beat),
        .entry_valid(check_entries_beat_valid),
        .entry_ready(batch_entry_ready),
        .tables_checked(batch_tables_checked),
        .done(batch_done),
        .failed(batch_failed),
        .error(batch_error),
        .error_position(batch_error_position)
    );

    splitter u_splitter (
        .clock(clock),
        .reset(reset),
        .start(splitter_start),
        .stop(sequencer_batch_stop),
        .uses_segments(settings_uses_segments),
        .table_count(settings_table_count),
        .tables_checked(batch_tables_checked),
        .segment_count(settings_segment_count),
        .entry_count(settings_entry_count),
        .directory_beat(split_directory_beat),
        .directory_valid(split_directory_beat_valid),
        .directory_ready(splitter_directory_ready),
        .offset_beat(split_offsets_beat),
        .offset_valid(split_offsets_beat_valid),
        .offset_ready(splitter_offset_ready),
        .segment_beat(split_segments_beat),
        .segment_valid(split_segments_beat_valid),
        .segment_ready(splitter_segment_ready),
        .task_valid(splitter_task_valid),
        .task_ready(dealer_grant),
        .task_table_base(splitter_task_table_base),
        .task_rows(splitter_task_rows),
        .task_position(splitter_task_position),
        .task_ends(splitter_task_ends),
        .task_words(splitter_task_words),
        .task_segment(splitter_task_segment),
        .task_count(splitter_task_count),
        .idle(splitter_idle)
    );

    list_reader_l1_p1 u_entry_reader (
        .clock(clock),
        .reset(reset),
        .list_address_0(check_entries_request_address),
        .list_valid_0(check_entries_request_valid),
        .list_ready_0(entry_reader_list_ready_0),
        .line_valid_0(entry_reader_line_valid_0),
        .line_data(entry_reader_line_data),
        .fault(entry_reader_fault),
        .fault_address(entry_reader_fault_address),
        .request_address_0(entry_reader_request_address_0),
        .request_valid_0(entry_reader_request_valid_0),
        .request_ready_0(scratch_reader_0_request_ready_0),
        .answer_valid_0(scratch_reader_0_answer_valid_0),
        .answer_0(scratch_reader_0_answer)
    );

    list_reader_l1_p1 u_row_reader (
        .clock(clock),
        .reset(reset),
        .list_address_0(check_rows_request_address),
        .list_valid_0(check_rows_request_valid),
        .list_ready_0(row_reader_list_ready_0),
        .line_valid_0(row_reader_line_valid_0),
        .line_data(row_reader_line_data),
        .fault(row_reader_fault),
        .fault_address(row_reader_fault_address),
        .request_address_0(row_reader_request_address_0),
        .request_valid_0(row_reader_request_valid_0),
        .request_ready_0(scratch_reader_0_request_ready_1),
        .answer_valid_0(scratch_reader_0_answer_valid_1),
        .answer_0(scratch_reader_0_answer)
    );

    list_reader_l2_p1 u_offset_reader (
        .clock(clock),
        .reset(reset),
        .list_address_0(check_directory_request_address),
        .list_address_1(check_offsets_request_address),
        .list_valid_0(check_directory_request_valid),
        .list_valid_1(check_offsets_request_valid),
        .list_ready_0(offset_reader_list_ready_0),
        .list_ready_1(offset_reader_list_ready_1),
        .line_valid_0(offset_reader_line_valid_0),
        .line_valid_1(offset_reader_line_valid_1),
        .line_data(offset_reader_line_data),
        .fault(offset_reader_fault),
        .fault_address(offset_reader_fault_address),
        .request_address_0(offset_reader_request_address_0),
        .request_valid_0(offset_reader_request_valid_0),
        .request_ready_0(scratch_reader_0_request_ready_2),
        .answer_valid_0(scratch_reader_0_answer_valid_2),
        .answer_0(scratch_reader_0_answer)
    );

    list_reader_l3_p1 u_task_reader (
        .clock(clock),
        .reset(reset),
        .list_address_0(split_directory_request_address),
        .list_address_1(split_offsets_request_address),
        .list_address_2(split_segments_request_address),
        .list_valid_0(split_directory_request_valid),
        .list_valid_1(split_offsets_request_valid),
        .list_valid_2(split_segments_request_valid),
        .list_ready_0(task_reader_list_ready_0),
        .list_ready_1(task_reader_list_ready_1),
        .list_ready_2(task_reader_list_ready_2),
        .line_valid_0(task_reader_line_valid_0),
        .line_valid_1(task_reader_line_valid_1),
        .line_valid_2(task_reader_line_valid_2),
        .line_data(task_reader_line_data),
        .fault(task_reader_fault),
        .fault_address(task_reader_fault_address),
        .request_address_0(task_reader_request_address_0),
        .request_valid_0(task_reader_request_valid_0),
        .request_ready_0(scratch_reader_0_request_ready_3),
        .answer_valid_0(scratch_reader_0_answer_valid_3),
        .answer_0(scratch_reader_0_answer)
    );

    list_stream_w128 u_check_directory (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(settings_directory),
        .words({settings_table_count[30:0], 2'd0}),
        .beat(check_directory_beat),
        .beat_valid(check_directory_beat_valid),
        .beat_ready(batch_directory_ready),
        .request_address(check_directory_request_address),
        .request_valid(check_directory_request_valid),
        .request_ready(offset_reader_list_ready_0),
        .line_valid(offset_reader_line_valid_0),
        .line_data(offset_reader_line_data),
        .idle(check_directory_idle)
    );

    list_stream_w512 u_check_offsets (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(settings_offsets),
        .words(check_offsets_words),
        .beat(check_offsets_beat),
        .beat_valid(check_offsets_beat_valid),
        .beat_ready(batch_offset_ready),
        .request_address(check_offsets_request_address),
        .request_valid(check_offsets_request_valid),
        .request_ready(offset_reader_list_ready_1),
        .line_valid(offset_reader_line_valid_1),
        .line_data(offset_reader_line_data),
        .idle(check_offsets_idle)
    );

    list_stream_w512 u_check_rows (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(settings_segments),
        .words(row_words),
        .beat(check_rows_beat),
        .beat_valid(check_rows_beat_valid),
        .beat_ready(batch_row_ready),
        .request_address(check_rows_request_address),
        .request_valid(check_rows_request_valid),
        .request_ready(row_reader_list_ready_0),
        .line_valid(row_reader_line_valid_0),
        .line_data(row_reader_line_data),
        .idle(check_rows_idle)
    );

    list_stream_w512 u_check_entries (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(settings_entries),
        .words({1'b0, settings_entry_count}),
        .beat(check_entries_beat),
        .beat_valid(check_entries_beat_valid),
        .beat_ready(batch_entry_ready),
        .request_address(check_entries_request_address),
        .request_valid(check_entries_request_valid),
        .request_ready(entry_reader_list_ready_0),
        .line_valid(entry_reader_line_valid_0),
        .line_data(entry_reader_line_data),
        .idle(check_entries_idle)
    );

    list_stream_w128 u_split_directory (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(settings_directory),
        .words({settings_table_count[30:0], 2'd0}),
        .beat(split_directory_beat),
        .beat_valid(split_directory_beat_valid),
        .beat_ready(splitter_directory_ready),
        .request_address(split_directory_request_address),
        .request_valid(split_directory_request_valid),
        .request_ready(task_reader_list_ready_0),
        .line_valid(task_reader_line_valid_0),
        .line_data(task_reader_line_data),
        .idle(split_directory_idle)
    );

    list_stream_w128 u_split_offsets (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(settings_offsets),
        .words(split_offsets_words),
        .beat(split_offsets_beat),
        .beat_valid(split_offsets_beat_valid),
        .beat_ready(splitter_offset_ready),
        .request_address(split_offsets_request_address),
        .request_valid(split_offsets_request_valid),
        .request_ready(task_reader_list_ready_1),
        .line_valid(task_reader_line_valid_1),
        .line_data(task_reader_line_data),
        .idle(split_offsets_idle)
    );

    list_stream_w128 u_split_segments (
        .clock(clock),
        .reset(reset),
        .start(sequencer_batch_start),
        .stop(sequencer_batch_stop),
        .base(settings_segments),
        .words(segment_words),
        .beat(split_segments_beat),
        .beat_valid(split_segments_beat_valid),
        .beat_ready(splitter_segment_ready),
        .request_address(split_segments_request_address),
        .request_valid(split_segments_request_valid),
        .request_ready(task_reader_list_ready_2),
        .line_valid(task_reader_line_valid_2),
        .line_data(task_reader_line_data),
        .idle(split_segments_idle)
    );

    round_robin_1 u_dealer (
        .clock(clock),
        .reset(reset),
        .request(engines_ready_0),
        .advance(splitter_task_valid),
        .grant(dealer_grant)
    );

    engine_p1 u_engine_0 (
        .clock(clock),
        .reset(reset),
        .is_update(settings_is_update),
        .uses_segments(settings_uses_segments),
        .uses_scales(settings_uses_scales),
        .fp32_one(settings_fp32_one),
        .rate(settings_rate),
        .lines(settings_lines),
        .bag_count(settings_bag_count),
        .entries(settings_entries),
        .scales(settings_scales),
        .vector_base(settings_vector_base),
        .hold(sequencer_hold),
        .suppress(sequencer_suppress_writes),
        .task_valid(engine_0_task_valid),
        .task_ready(engines_ready_0),
        .task_table_base(splitter_task_table_base),
        .task_rows(splitter_task_rows),
        .task_position(splitter_task_position),
        .task_ends(splitter_task_ends),
        .task_words(splitter_task_words),
        .task_segment(splitter_task_segment),
        .task_count(splitter_task_count),
        .row_address_0(engine_0_row_address_0),
        .row_valid_0(engine_0_row_valid_0),
        .row_ready_0(channel_reader_0_request_ready_0),
        .row_answer_0(channel_reader_0_answer_valid_0),
        .row_line_0(channel_reader_0_answer),
        .gradient_address_0(engine_0_gradient_address_0),
        .gradient_valid_0(engine_0_gradient_valid_0),
        .gradient_ready_0(scratch_reader_0_request_ready_4),
        .gradient_answer_0(scratch_reader_0_answer_valid_4),
        .list_address_0(engine_0_list_address_0),
        .list_valid_0(engine_0_list_valid_0),
        .list_ready_0(scratch_reader_0_request_ready_5),
        .list_answer_0(scratch_reader_0_answer_valid_5),
        .scratch_line_0(scratch_reader_0_answer),
        .out_address_0(engine_0_out_address_0),
        .out_data_0(engine_0_out_data_0),
        .out_valid_0(engine_0_out_valid_0),
        .out_ready_0(writer_0_in_ready_0),
        .entry_line(engine_0_entry_line),
        .scale_line(engine_0_scale_line),
        .hazard(engine_0_hazard),
        .fault(engine_0_fault),
        .fault_address(engine_0_fault_address),
        .idle(engine_0_idle)
    );

    read_port_1 u_channel_reader_0 (
        .clock(channel_reader_0_clock),
        .reset(reset),
        .request_address_0(engine_0_row_address_0),
        .request_valid_0(engine_0_row_valid_0),
        .request_ready_0(channel_reader_0_request_ready_0),
        .answer_valid_0(channel_reader_0_answer_valid_0),
        .answer(channel_reader_0_answer),
        .arid(channel_reader_0_arid),
        .araddr(channel_reader_0_araddr),
        .arvalid(channel_reader_0_arvalid),
        .arready(controller_0_s_arready),
        .rid(controller_0_s_rid),
        .rdata(controller_0_s_rdata),
        .rresp(controller_0_s_rresp),
        .rvalid(controller_0_s_rvalid),
        .rready(channel_reader_0_rready)
    );

    read_port_6 u_scratch_reader_0 (
        .clock(clock),
        .reset(reset),
        .request_address_0(entry_reader_request_address_0),
        .request_address_1(row_reader_request_address_0),
        .request_address_2(offset_reader_request_address_0),
        .request_address_3(task_reader_request_address_0),
        .request_address_4(engine_0_gradient_address_0),
        .request_address_5(engine_0_list_address_0),
        .request_valid_0(entry_reader_request_valid_0),
        .request_valid_1(row_reader_request_valid_0),
        .request_valid_2(offset_reader_request_valid_0),
        .request_valid_3(task_reader_request_valid_0),
        .request_valid_4(engine_0_gradient_valid_0),
        .request_valid_5(engine_0_list_valid_0),
        .request_ready_0(scratch_reader_0_request_ready_0),
        .request_ready_1(scratch_reader_0_request_ready_1),
        .request_ready_2(scratch_reader_0_request_ready_2),
        .request_ready_3(scratch_reader_0_request_ready_3),
        .request_ready_4(scratch_reader_0_request_ready_4),
        .request_ready_5(scratch_reader_0_request_ready_5),
        .answer_valid_0(scratch_reader_0_answer_valid_0),
        .answer_valid_1(scratch_reader_0_answer_valid_1),
        .answer_valid_2(scratch_reader_0_answer_valid_2),
        .answer_valid_3(scratch_reader_0_answer_valid_3),
        .answer_valid_4(scratch_reader_0_answer_valid_4),
        .answer_valid_5(scratch_reader_0_answer_valid_5),
        .answer(scratch_reader_0_answer),
        .arid(m_axi_scratch_0_arid),
        .araddr(m_axi_scratch_0_araddr),
        .arvalid(m_axi_scratch_0_arvalid),
        .arready(m_axi_scratch_0_arready),
        .rid(m_axi_scratch_0_rid),
        .rdata(m_axi_scratch_0_rdata),
        .rresp(m_axi_scratch_0_rresp),
        .rvalid(m_axi_scratch_0_rvalid),
        .rready(m_axi_scratch_0_rready)
    );

    write_port_1 u_writer_0 (
        .clock(clock),
        .reset(reset),
        .in_address_0(engine_0_out_address_0),
        .in_data_0(engine_0_out_data_0),
        .in_valid_0(engine_0_out_valid_0),
        .in_ready_0(writer_0_in_ready_0),
        .awaddr(m_axi_scratch_0_awaddr),
        .awvalid(writer_0_awvalid),
        .awready(writer_0_awready),
        .wdata(m_axi_scratch_0_wdata),
        .wvalid(writer_0_wvalid),
        .wready(writer_0_wready),
        .bresp(writer_0_bresp),
        .bvalid(writer_0_bvalid),
        .bready(m_axi_scratch_0_bready),
        .idle(writer_0_idle),
        .fault(writer_0_fault),
        .fault_address(writer_0_fault_address)
    );

    memory_controller u_controller_0 (
        .clock(controller_0_clock),
        .reset(reset),
        .read_latency(registers_settings_24[15:0]),
        .write_latency(registers_settings_25[15:0]),
        .read_rate(registers_settings_26[16:0]),
        .row_write_rate(registers_settings_27[16:0]),
        .stream_write_rate(registers_settings_28[16:0]),
        .read_after_write_window(registers_settings_29[15:0]),
        .s_arid(channel_reader_0_arid),
        .s_araddr(channel_reader_0_araddr),
        .s_arvalid(channel_reader_0_arvalid),
        .s_arready(controller_0_s_arready),
        .s_rid(controller_0_s_rid),
        .s_rdata(controller_0_s_rdata),
        .s_rresp(controller_0_s_rresp),
        .s_rvalid(controller_0_s_rvalid),
        .s_rready(channel_reader_0_rready),
        .s_awaddr(m_axi_scratch_0_awaddr),
        .s_awstream(1'b0),
        .s_awvalid(controller_0_s_awvalid),
        .s_awready(controller_0_s_awready),
        .s_wdata(m_axi_scratch_0_wdata),
        .s_wvalid(controller_0_s_wvalid),
        .s_wready(controller_0_s_wready),
        .s_bresp(controller_0_s_bresp),
        .s_bvalid(controller_0_s_bvalid),
        .s_bready(m_axi_scratch_0_bready),
        .m_araddr(m_axi_0_araddr),
        .m_arvalid(m_axi_0_arvalid),
        .m_arready(m_axi_0_arready),
        .m_rdata(m_axi_0_rdata),
        .m_rresp(m_axi_0_rresp),
        .m_rvalid(m_axi_0_rvalid),
        .m_rready(m_axi_0_rready),
        .m_awaddr(m_axi_0_awaddr),
        .m_awvalid(m_axi_0_awvalid),
        .m_awready(m_axi_0_awready),
        .m_wdata(m_axi_0_wdata),
        .m_wvalid(m_axi_0_wvalid),
        .m_wready(m_axi_0_wready),
        .m_bresp(m_axi_0_bresp),
        .m_bvalid(m_axi_0_bvalid),
        .m_bready(m_axi_0_bready)
    );

    event_counter_1 u_cycles (
        .clock(cycles_clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(1'b1),
        .count(cycles_count)
    );

    event_counter_1 u_busy_cycles (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(sequencer_busy),
        .count(busy_cycles_count)
    );

    event_counter_1 u_check_cycles (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(sequencer_checking),
        .count(check_cycles_count)
    );

    event_counter_1 u_lookups (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(sequencer_lookup_done),
        .count(lookups_count)
    );

    event_counter_1 u_updates (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(sequencer_update_done),
        .count(updates_count)
    );

    event_counter_1 u_hazard_cycles (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(engine_0_hazard),
        .count(hazard_cycles_count)
    );

    event_counter_2 u_lines_directory (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(offset_reader_line_valid_0),
        .event_1(task_reader_line_valid_0),
        .count(lines_directory_count)
    );

    event_counter_2 u_lines_offset (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(offset_reader_line_valid_1),
        .event_1(task_reader_line_valid_1),
        .count(lines_offset_count)
    );

    event_counter_2 u_lines_segment (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(row_reader_line_valid_0),
        .event_1(task_reader_line_valid_2),
        .count(lines_segment_count)
    );

    event_counter_6 u_lines_entry (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(entry_reader_line_valid_0),
        .event_1(engine_0_entry_line),
        .event_2(1'b0),
        .event_3(1'b0),
        .event_4(1'b0),
        .event_5(1'b0),
        .count(lines_entry_count)
    );

    event_counter_1 u_lines_scale (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(engine_0_scale_line),
        .count(lines_scale_count)
    );

    event_counter_1 u_lines_gradient (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(lines_gradient_event_0),
        .count(lines_gradient_count)
    );

    event_counter_1 u_lines_pooled (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(lines_pooled_event_0),
        .count(lines_pooled_count)
    );

    event_counter_1 u_channel_reads_0 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(controller_0_s_rvalid),
        .count(channel_reads_0_count)
    );

    event_counter_1 u_channel_writes_0 (
        .clock(clock),
        .reset(reset),
        .clear(registers_clear_counters),
        .event_0(channel_writes_0_event_0),
        .count(channel_writes_0_count)
    );

    // Clock and reset.
    assign registers_clock = clock;
    assign batch_reset = reset | sequencer_batch_stop;

    // Registers.
    assign registers_s_axil_awaddr = s_axil_awaddr;

    // The job: settings, checker, sequencer.
    assign settings_settings_0 = registers_settings_0;
    assign data_end = settings_data_base + settings_data_bytes;

    always @* begin
        // The lists that are read from end to end.
        segment_words = 33'd0;
        if (settings_uses_segments) begin
            segment_words = {1'b0, settings_segment_count};
        end
    end

    always @* begin
        row_words = 33'd0;
        if (settings_is_update) begin
            row_words = {1'b0, settings_segment_count};
        end
    end

    assign check_offsets_words = {1'b0, settings_segment_count} + 33'd1;
    assign split_offsets_words = {1'b0, settings_segment_count} + 33'd1;
    assign lists_idle = check_directory_idle & check_offsets_idle & check_rows_idle & check_entries_idle & split_directory_idle & split_offsets_idle & split_segments_idle;

    // The check of the batch.
    assign batch_start = sequencer_batch_start;

    // The work on the batch: tasks, dealt to the engines in turn.
    assign splitter_start = sequencer_batch_start;

    always @* begin
        engines_idle = 1'b1;
        if (~engine_0_idle | ~writer_0_idle) begin
            engines_idle = 1'b0;
        end
    end

    assign engine_0_task_valid = splitter_task_valid & dealer_grant;

    // Ports: every engine has a place at each; at the scratchpad's, one for gradients and one for lists.
    assign channel_reader_0_clock = clock;

    // What is under way, and what went wrong.
    assign sequencer_all_idle = lists_idle & splitter_idle & engines_idle;

    always @* begin
        read_fault = task_reader_fault;
        read_fault_address = task_reader_fault_address;
        if (offset_reader_fault) begin
            read_fault = 1'b1;
            read_fault_address = offset_reader_fault_address;
        end
        if (row_reader_fault) begin
            read_fault = 1'b1;
            read_fault_address = row_reader_fault_address;
        end
        if (entry_reader_fault) begin
            read_fault = 1'b1;
            read_fault_address = entry_reader_fault_address;
        end
        if (engine_0_fault) begin
            read_fault = 1'b1;
            read_fault_address = engine_0_fault_address;
        end
    end

    always @* begin
        write_fault = 1'b0;
        write_fault_address = 64'd0;
        if (writer_0_fault) begin
            write_fault = 1'b1;
            write_fault_address = writer_0_fault_address;
        end
    end

    // Memory controllers: an update writes to the channels, and a lookup to the scratchpad.
    assign controller_0_clock = clock;
    assign controller_0_s_awvalid = writer_0_awvalid & settings_is_update;
    assign controller_0_s_wvalid = writer_0_wvalid & settings_is_update;

    always @* begin
        if (settings_is_update) begin
            writer_0_awready = controller_0_s_awready;
            writer_0_wready = controller_0_s_wready;
            writer_0_bresp = controller_0_s_bresp;
            writer_0_bvalid = controller_0_s_bvalid;
        end else begin
            writer_0_awready = m_axi_scratch_0_awready;
            writer_0_wready = m_axi_scratch_0_wready;
            writer_0_bresp = m_axi_scratch_0_bresp;
            writer_0_bvalid = m_axi_scratch_0_bvalid;
        end
    end

    // Memory channels.
    assign m_axi_0_awid = 9'd0;
    assign m_axi_0_awlen = 8'd0;
    assign m_axi_0_awsize = BURST_SIZE;
    assign m_axi_0_awburst = BURST_INCR;
    assign m_axi_0_awlock = 1'b0;
    assign m_axi_0_awcache = CACHEABLE;
    assign m_axi_0_awprot = 3'd0;
    assign m_axi_0_awqos = 4'd0;
    assign m_axi_0_wstrb = ALL_BYTES;
    assign m_axi_0_wlast = 1'b1;
    assign m_axi_0_arlen = 8'd0;
    assign m_axi_0_arsize = BURST_SIZE;
    assign m_axi_0_arburst = BURST_INCR;
    assign m_axi_0_arlock = 1'b0;
    assign m_axi_0_arcache = CACHEABLE;
    assign m_axi_0_arprot = 3'd0;
    assign m_axi_0_arqos = 4'd0;
    assign m_axi_0_arid = 9'd0;

    // Scratchpad.
    assign m_axi_scratch_0_awid = 9'd0;
    assign m_axi_scratch_0_awlen = 8'd0;
    assign m_axi_scratch_0_awsize = BURST_SIZE;
    assign m_axi_scratch_0_awburst = BURST_INCR;
    assign m_axi_scratch_0_awlock = 1'b0;
    assign m_axi_scratch_0_awcache = CACHEABLE;
    assign m_axi_scratch_0_awprot = 3'd0;
    assign m_axi_scratch_0_awqos = 4'd0;
    assign m_axi_scratch_0_wstrb = ALL_BYTES;
    assign m_axi_scratch_0_wlast = 1'b1;
    assign m_axi_scratch_0_arlen = 8'd0;
    assign m_axi_scratch_0_arsize = BURST_SIZE;
    assign m_axi_scratch_0_arburst = BURST_INCR;
    assign m_axi_scratch_0_arlock = 1'b0;
    assign m_axi_scratch_0_arcache = CACHEABLE;
    assign m_axi_scratch_0_arprot = 3'd0;
    assign m_axi_scratch_0_arqos = 4'd0;
    assign m_axi_scratch_0_awvalid = writer_0_awvalid & ~settings_is_update;
    assign m_axi_scratch_0_wvalid = writer_0_wvalid & ~settings_is_update;

    // Counters.
    assign cycles_clock = clock;

    always @* begin
        lines_gradient_event_0 = 1'b0;
        if (scratch_reader_0_answer_valid_4) begin
            lines_gradient_event_0 = 1'b1;
        end
    end

    assign lines_pooled_event_0 = writer_0_wvalid & ~settings_is_update & m_axi_scratch_0_wready;
    assign channel_writes_0_event_0 = writer_0_wvalid & settings_is_update & controller_0_s_wready;

    // Bits that the design does not need.
    wire _unused = &{
        m_axi_0_bid,
        m_axi_0_rid,
        m_axi_0_rlast,
        m_axi_scratch_0_bid,
        m_axi_scratch_0_rlast,
        registers_settings_24[63:16],
        registers_settings_25[63:16],
        registers_settings_26[63:17],
        registers_settings_27[63:17],
        registers_settings_28[63:17],
        registers_settings_29[63:16],
        1'b0
    };

endmodule

`default_nettype wire
