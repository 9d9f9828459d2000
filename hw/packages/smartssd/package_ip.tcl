# Packages smartssd as an IP: vivado -mode batch -source package_ip.tcl -tclargs FOLDER_OF_IPS
# Made from the exported Verilog by `emberlane export-packages`; changes here are lost.
# The channels of CXL stay ports: Vivado has no interface for them.

set here [file dirname [file normalize [info script]]]
set ips [expr {$argc > 0 ? [file normalize [lindex $argv 0]] : [file join [pwd] ips]}]
set root [file join $ips smartssd]

set sources {
    ../../verilog/common/emb_axi_lite_slave.v
    ../../verilog/smartssd/emb_smartssd_registers.v
    ../../verilog/smartssd/emb_iteration_s4.v
    ../../verilog/smartssd/emb_plan_settings.v
    ../../verilog/common/emb_lut_ram.v
    ../../verilog/common/emb_fifo.v
    ../../verilog/smartssd/emb_list_stream_w256_d128.v
    ../../verilog/smartssd/emb_skid_buffer.v
    ../../verilog/smartssd/emb_plan_stream_w256.v
    ../../verilog/common/emb_list_stream_w128.v
    ../../verilog/smartssd/emb_plan_stream_w128.v
    ../../verilog/common/emb_list_stream_w512.v
    ../../verilog/smartssd/emb_gradient_reader_s4.v
    ../../verilog/common/emb_delay.v
    ../../verilog/smartssd/emb_loader_b6_s4.v
    ../../verilog/smartssd/emb_forward_sequencer_b6.v
    ../../verilog/smartssd/emb_slot_pipeline_l6.v
    ../../verilog/smartssd/emb_slot_pipeline_l7.v
    ../../verilog/smartssd/emb_backward_sequencer_b6_a3.v
    ../../verilog/smartssd/emb_mover_b6_s4.v
    ../../verilog/smartssd/emb_vector_writer_s4_f0.v
    ../../verilog/common/emb_fp32_leading_zeros.v
    ../../verilog/common/emb_fp32_multiply_partial.v
    ../../verilog/common/emb_fp32_multiply_combine.v
    ../../verilog/common/emb_fp32_multiply_normalise.v
    ../../verilog/common/emb_fp32_round_pack.v
    ../../verilog/common/emb_fp32_multiply.v
    ../../verilog/common/emb_fp32_vector_scale.v
    ../../verilog/smartssd/emb_vector_writer_s4_f1.v
    ../../verilog/smartssd/emb_operand_ram.v
    ../../verilog/common/emb_fp32_add_order.v
    ../../verilog/common/emb_fp32_add_align.v
    ../../verilog/common/emb_fp32_add_significands.v
    ../../verilog/common/emb_fp32_add_normalise.v
    ../../verilog/common/emb_fp32_add.v
    ../../verilog/common/emb_fp32_vector_add.v
    ../../verilog/smartssd/emb_adder_tree_b6.v
    ../../verilog/smartssd/emb_forward_banks_b6.v
    ../../verilog/common/emb_block_ram.v
    ../../verilog/smartssd/emb_backward_banks_b6_a3.v
    ../../verilog/smartssd/emb_kernel_slice_b6_a3.v
    ../../verilog/smartssd/emb_embedding_kernel_b6_s4.v
    ../../verilog/smartssd/emb_crc32c_w480.v
    ../../verilog/smartssd/emb_mailbox_reader.v
    ../../verilog/smartssd/emb_evictor_s4.v
    ../../verilog/smartssd/emb_filler_s4.v
    ../../verilog/smartssd/emb_cache_agent_s4.v
    ../../verilog/common/emb_round_robin_6.v
    ../../verilog/smartssd/emb_peer_reader_6.v
    ../../verilog/smartssd/emb_tx_settings.v
    ../../verilog/common/emb_round_robin_2.v
    ../../verilog/smartssd/emb_tx_target.v
    ../../verilog/common/emb_block_fifo.v
    ../../verilog/smartssd/emb_dual_port_ram.v
    ../../verilog/smartssd/emb_tx_tracker_s4_l256.v
    ../../verilog/common/emb_round_robin_3.v
    ../../verilog/smartssd/emb_access_counters.v
    ../../verilog/smartssd/emb_burst_read_mux_3.v
    ../../verilog/smartssd/emb_burst_write_mux_3.v
    ../../verilog/common/emb_patience.v
    ../../verilog/smartssd/emb_reset_guard.v
    ../../verilog/common/emb_event_counter_1.v
    ../../verilog/smartssd/emb_smartssd.v
}

# Offset, name, access, value after reset, description, and fields: name, lowest bit, bits, description.
set registers {
    {0x000 IDENTITY read-only 0x454d424552535344 "\"EMBERSSD\", big endian" {
        {VALUE 0 64 ""}
    }}
    {0x008 VERSION read-only 0x10000 "interface version: major in bits 31:16, minor in 15:0" {
        {VALUE 0 32 ""}
    }}
    {0x010 DRAM_SIZE read-only 0x100000000 "bytes of the FPGA's DRAM" {
        {VALUE 0 64 ""}
    }}
    {0x018 CAPABILITIES read-only 0x0 "what this device was built with" {
        {BANKS 0 8 "banks of a side of the kernel"}
        {ELEMENTS 16 16 "FP32 elements of an EV"}
    }}
    {0x020 STATUS read-only 0x0 "state of the device; the interrupt line is high while DONE, FAILED or AGENT_FAILED is set" {
        {BUSY 0 1 "an iteration is under way"}
        {DONE 1 1 "the last iteration ended well; all it wrote is answered"}
        {FAILED 2 1 "ERROR holds a code; doorbells are ignored until it is cleared"}
        {WAITING 3 1 "the iteration waits until PLANS_DONE reaches PLAN"}
        {NEW_BUFFER 4 1 "number of the new TX buffer; the other one is old; 1 after reset"}
        {AGENT_BUSY 8 1 "the mailbox has lines that are not executed, and the agent has not failed"}
        {AGENT_FAILED 9 1 "AGENT_ERROR holds a code; no movement begins"}
    }}
    {0x028 ERROR read-only 0x0 "why the last iteration was refused or stopped" {
        {CODE 0 4 "why (KernelError); 0: no error"}
        {PROGRAM 4 2 "at which program: 0 loads, 1 forward, 2 backward, 3 moves"}
    }}
    {0x030 AGENT_ERROR read-only 0x0 "why the cache agent has stopped (AgentError); 0: no error" {
        {VALUE 0 8 ""}
    }}
    {0x038 AGENT_ERROR_POSITION read-only 0x0 "at which movement of the mailbox" {
        {LINE 0 32 "number of the mailbox line"}
        {MOVEMENT 32 2 "movement of the line; of errors of memory, the next one"}
    }}
    {0x040 LOADS_DONE read-only 0x0 "words that the program of the loads has done, waits not counted" {
        {VALUE 0 32 ""}
    }}
    {0x048 FORWARD_DONE read-only 0x0 "words that the forward program has done, waits not counted" {
        {VALUE 0 32 ""}
    }}
    {0x050 BACKWARD_DONE read-only 0x0 "words that the backward program has done, waits not counted" {
        {VALUE 0 32 ""}
    }}
    {0x058 MOVES_DONE read-only 0x0 "words that the program of the moves has done, waits not counted" {
        {VALUE 0 32 ""}
    }}
    {0x060 MAILBOX_HEAD read-only 0x0 "lines of the mailbox that the device needs no more, since reset, modulo 2^32" {
        {VALUE 0 32 ""}
    }}
    {0x068 PLANS_DONE read-only 0x0 "number of the last plan of which all is answered; 0: none" {
        {VALUE 0 32 ""}
    }}
    {0x100 HDM_BASE read-write 0x0 "HPA of the TX buffers, a multiple of 64; bit 0 commits: they are served over CXL.mem" {
        {VALUE 0 52 ""}
    }}
    {0x108 TX_BYTES read-write 0x0 "bytes of a TX buffer, a multiple of those of an EV; the buffers are at DPA 0 and TX_BYTES" {
        {VALUE 0 32 ""}
    }}
    {0x110 CACHE_BASE read-write 0x0 "DPA of the embedding cache, a multiple of the bytes of an EV, not below the end of the TX buffers" {
        {VALUE 0 32 ""}
    }}
    {0x118 CACHE_VECTORS read-write 0x0 "EVs of the cache, which end within the DRAM" {
        {VALUE 0 32 ""}
    }}
    {0x120 SSD_BASE read-write 0x0 "address of EV 0 on the SSD, a multiple of the bytes of an EV" {
        {VALUE 0 52 ""}
    }}
    {0x128 SSD_VECTORS read-write 0x0 "EVs of the SSD" {
        {VALUE 0 41 ""}
    }}
    {0x130 MAILBOX_BASE read-write 0x0 "HPA of the mailbox, a multiple of 64; taken with the first line" {
        {VALUE 0 52 ""}
    }}
    {0x138 MAILBOX_LINES read-write 0x0 "lines of the mailbox, a power of two; taken with the first line" {
        {VALUE 0 32 ""}
    }}
    {0x140 MAILBOX_TAIL read-write 0x0 "lines that were written to the mailbox since reset, modulo 2^32" {
        {VALUE 0 32 ""}
    }}
    {0x148 LOADS_BASE read-write 0x0 "HPA of the program of the loads, a multiple of 64" {
        {VALUE 0 52 ""}
    }}
    {0x150 FORWARD_BASE read-write 0x0 "HPA of the forward program, a multiple of 64" {
        {VALUE 0 52 ""}
    }}
    {0x158 BACKWARD_BASE read-write 0x0 "HPA of the backward program, a multiple of 64" {
        {VALUE 0 52 ""}
    }}
    {0x160 MOVES_BASE read-write 0x0 "HPA of the program of the moves, a multiple of 64" {
        {VALUE 0 52 ""}
    }}
    {0x168 LOADS_WORDS read-write 0x0 "words of the program of the loads, waits included" {
        {VALUE 0 28 ""}
    }}
    {0x170 FORWARD_WORDS read-write 0x0 "words of the forward program, waits included" {
        {VALUE 0 28 ""}
    }}
    {0x178 BACKWARD_WORDS read-write 0x0 "words of the backward program, waits included" {
        {VALUE 0 28 ""}
    }}
    {0x180 MOVES_WORDS read-write 0x0 "words of the program of the moves, waits included" {
        {VALUE 0 28 ""}
    }}
    {0x188 GRADIENT_BASE read-write 0x0 "HPA of the gradients, a multiple of 64, one behind the other in the order of the backward program" {
        {VALUE 0 52 ""}
    }}
    {0x190 GRADIENTS read-write 0x0 "gradients of the iteration" {
        {VALUE 0 26 ""}
    }}
    {0x198 BAGS read-write 0x0 "bags whose outputs the iteration makes: that of bag b goes to b * EV bytes of the new TX buffer, which holds them all" {
        {VALUE 0 32 ""}
    }}
    {0x1a0 PLAN read-write 0x0 "the kernel starts when PLANS_DONE has reached this" {
        {VALUE 0 32 ""}
    }}
    {0x1a8 COUNT_INDEX read-write 0x0 "EV of the cache whose uses VECTOR_USES reads, 32 cycles later" {
        {VALUE 0 14 ""}
    }}
    {0x280 DOORBELL write-only 0x0 "begins an iteration with the settings as they are: 1 iterate, 2 continue" {
        {VALUE 0 8 ""}
    }}
    {0x288 CLEAR write-only 0x0 "clears status or counters, or lets the agent go on" {
        {CLEAR_STATUS 0 1 "write 1: DONE, FAILED and ERROR become 0, but for what comes in that cycle"}
        {CLEAR_COUNTERS 1 1 "write 1: every counter from CYCLES on becomes 0, but for VECTOR_USES"}
        {CLEAR_AGENT 2 1 "write 1: AGENT_FAILED and AGENT_ERROR become 0, and the agent goes on from the last movement behind which all was answered"}
    }}
    {0x300 CYCLES read-only 0x0 "clock cycles since reset or the last clear of counters" {
        {VALUE 0 64 ""}
    }}
    {0x308 KERNEL_CYCLES read-only 0x0 "cycles in which the kernel executed a plan" {
        {VALUE 0 64 ""}
    }}
    {0x310 WAIT_CYCLES read-only 0x0 "cycles in which an iteration waited for PLAN" {
        {VALUE 0 64 ""}
    }}
    {0x318 AGENT_CYCLES read-only 0x0 "cycles in which the agent had movements to do" {
        {VALUE 0 64 ""}
    }}
    {0x320 FORWARD_HAZARD_CYCLES read-only 0x0 "cycles in which a forward word waited for the adder alone" {
        {VALUE 0 64 ""}
    }}
    {0x328 BACKWARD_HAZARD_CYCLES read-only 0x0 "cycles in which a backward word waited for a slot that was being updated or for an adder, alone" {
        {VALUE 0 64 ""}
    }}
    {0x330 ITERATIONS read-only 0x0 "iterations that ended well" {
        {VALUE 0 64 ""}
    }}
    {0x338 VECTORS_EVICTED read-only 0x0 "EVs that the SSD has taken" {
        {VALUE 0 64 ""}
    }}
    {0x340 VECTORS_LOADED read-only 0x0 "EVs that came from the SSD and that the DRAM has taken" {
        {VALUE 0 64 ""}
    }}
    {0x348 VECTORS_READ read-only 0x0 "EVs that the kernel has asked the cache for" {
        {VALUE 0 64 ""}
    }}
    {0x350 VECTORS_WRITTEN read-only 0x0 "EVs that the kernel has written to the cache" {
        {VALUE 0 64 ""}
    }}
    {0x358 OUTPUTS_WRITTEN read-only 0x0 "outputs that the kernel has written to a TX buffer" {
        {VALUE 0 64 ""}
    }}
    {0x360 LINES_FETCHED read-only 0x0 "CXL.cache: lines that came from the host or a peer" {
        {VALUE 0 64 ""}
    }}
    {0x368 MEM_READS read-only 0x0 "CXL.mem: answers with data" {
        {VALUE 0 64 ""}
    }}
    {0x370 BACK_INVALIDATES read-only 0x0 "CXL.mem: back-invalidate snoops that were answered" {
        {VALUE 0 64 ""}
    }}
    {0x378 WRITES_REFUSED read-only 0x0 "CXL.mem: writes to the TX buffers, which were answered and not done" {
        {VALUE 0 64 ""}
    }}
    {0x380 VECTOR_USES read-only 0x0 "reads and writes by the kernel of EV COUNT_INDEX of the cache since it was loaded; stays at 65535" {
        {VALUE 0 16 ""}
    }}
}

create_project -force smartssd [file join $ips smartssd_project] -part xcku15p-ffva1156-2LV-e
foreach source $sources {
    add_files -norecurse -fileset sources_1 [file normalize [file join $here $source]]
}
set constraints [file join $here out_of_context.xdc]
add_files -norecurse -fileset constrs_1 $constraints
set_property USED_IN {synthesis implementation out_of_context} [get_files $constraints]
set_property top emb_smartssd [current_fileset]
update_compile_order -fileset sources_1

ipx::package_project -root_dir $root -vendor emberlane -library hw -taxonomy /UserIP -import_files -set_current true
set core [ipx::current_core]
set_property name smartssd $core
set_property version 0.1 $core
set_property display_name smartssd $core
set_property description "The SmartSSD's FPGA with NDRec's kernel: six banks a side, EVs of 64 elements" $core

# Interfaces come from the attributes of the ports.
ipx::associate_bus_interfaces -busif s_axil -clock clock $core
ipx::associate_bus_interfaces -busif m_axi_dram -clock clock $core
ipx::associate_bus_interfaces -busif m_axi_ssd -clock clock $core

foreach map [ipx::get_memory_maps -of_objects $core] {
    ipx::remove_memory_map [get_property name $map] $core
}
set map [ipx::add_memory_map smartssd $core]
set_property slave_memory_map_ref smartssd [ipx::get_bus_interfaces s_axil -of_objects $core]
set block [ipx::add_address_block registers $map]
set_property usage register $block
set_property base_address 0 $block
set_property range 4096 $block
set_property width 64 $block
foreach register $registers {
    lassign $register offset name access reset description fields
    set added [ipx::add_register $name $block]
    set_property address_offset $offset $added
    set_property size 64 $added
    set_property access $access $added
    set_property reset_value $reset $added
    set_property description $description $added
    foreach field $fields {
        lassign $field name lsb width description
        set added_field [ipx::add_field $name $added]
        set_property bit_offset $lsb $added_field
        set_property bit_width $width $added_field
        set_property access $access $added_field
        set_property description $description $added_field
    }
}

ipx::create_xgui_files $core
ipx::update_checksums $core
ipx::check_integrity $core
ipx::save_core $core
close_project
