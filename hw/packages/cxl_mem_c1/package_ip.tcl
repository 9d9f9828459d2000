# Packages cxl_mem_c1 as an IP: vivado -mode batch -source package_ip.tcl -tclargs FOLDER_OF_IPS
# Made from the exported Verilog by `emberlane export-packages`; changes here are lost.
# The channels of CXL stay ports: Vivado has no interface for them.

set here [file dirname [file normalize [info script]]]
set ips [expr {$argc > 0 ? [file normalize [lindex $argv 0]] : [file join [pwd] ips]}]
set root [file join $ips cxl_mem_c1]

set sources {
    ../../verilog/common/emb_sampler.v
    ../../verilog/common/emb_axi_lite_slave.v
    ../../verilog/common/emb_cxl_mem_registers_c1.v
    ../../verilog/common/emb_cxl_mem_register_file_c1.v
    ../../verilog/common/emb_lut_ram.v
    ../../verilog/common/emb_job_queue.v
    ../../verilog/common/emb_sequencer.v
    ../../verilog/common/emb_job_settings.v
    ../../verilog/common/emb_job_checker.v
    ../../verilog/common/emb_line_multiplier.v
    ../../verilog/common/emb_segment_lanes.v
    ../../verilog/common/emb_segment_checker.v
    ../../verilog/common/emb_fifo.v
    ../../verilog/common/emb_entry_lanes.v
    ../../verilog/common/emb_entry_checker.v
    ../../verilog/common/emb_batch_checker.v
    ../../verilog/common/emb_splitter.v
    ../../verilog/common/emb_round_robin_1.v
    ../../verilog/common/emb_channel_map_c1.v
    ../../verilog/common/emb_block_ram.v
    ../../verilog/common/emb_block_fifo.v
    ../../verilog/common/emb_line_reader_p1.v
    ../../verilog/common/emb_list_reader_l1_p1.v
    ../../verilog/common/emb_round_robin_2.v
    ../../verilog/common/emb_list_reader_l2_p1.v
    ../../verilog/common/emb_round_robin_3.v
    ../../verilog/common/emb_list_reader_l3_p1.v
    ../../verilog/common/emb_list_stream_w128.v
    ../../verilog/common/emb_list_stream_w512.v
    ../../verilog/common/emb_segment_walker.v
    ../../verilog/common/emb_round_robin_8.v
    ../../verilog/common/emb_walker_bank_p1.v
    ../../verilog/common/emb_region_bound.v
    ../../verilog/common/emb_expander.v
    ../../verilog/common/emb_row_cache_d512.v
    ../../verilog/common/emb_occupancy.v
    ../../verilog/common/emb_fp32_leading_zeros.v
    ../../verilog/common/emb_fp32_multiply_partial.v
    ../../verilog/common/emb_fp32_multiply_combine.v
    ../../verilog/common/emb_fp32_multiply_normalise.v
    ../../verilog/common/emb_fp32_round_pack.v
    ../../verilog/common/emb_fp32_multiply.v
    ../../verilog/common/emb_fp32_vector_scale.v
    ../../verilog/common/emb_fp32_add_order.v
    ../../verilog/common/emb_fp32_add_align.v
    ../../verilog/common/emb_fp32_add_significands.v
    ../../verilog/common/emb_fp32_add_normalise.v
    ../../verilog/common/emb_fp32_add.v
    ../../verilog/common/emb_fp32_vector_add.v
    ../../verilog/common/emb_delay.v
    ../../verilog/common/emb_reducer.v
    ../../verilog/common/emb_write_queues_p1.v
    ../../verilog/common/emb_engine_p1.v
    ../../verilog/common/emb_read_port_1.v
    ../../verilog/common/emb_round_robin_6.v
    ../../verilog/common/emb_read_port_6.v
    ../../verilog/common/emb_line_writer.v
    ../../verilog/common/emb_write_port_1_c1.v
    ../../verilog/common/emb_computing_logic_c1.v
    ../../verilog/common/emb_hdm_decoder_c1.v
    ../../verilog/common/emb_tagged_writer_p1_w82.v
    ../../verilog/common/emb_arrivals.v
    ../../verilog/common/emb_round_robin_4.v
    ../../verilog/common/emb_mem_target_c1.v
    ../../verilog/common/emb_flusher_p1.v
    ../../verilog/common/emb_fetcher.v
    ../../verilog/common/emb_dcoh_p1.v
    ../../verilog/common/emb_part_splitter.v
    ../../verilog/common/emb_list_stream_w32_d32.v
    ../../verilog/common/emb_row_walker.v
    ../../verilog/common/emb_part_gatherer_p1.v
    ../../verilog/common/emb_list_reader_l8_p1.v
    ../../verilog/common/emb_read_port_4.v
    ../../verilog/common/emb_round_robin_5.v
    ../../verilog/common/emb_read_port_5.v
    ../../verilog/common/emb_row_gatherer_p1.v
    ../../verilog/common/emb_crc32c_w512.v
    ../../verilog/common/emb_scribe_c1.v
    ../../verilog/common/emb_log_port_4.v
    ../../verilog/common/emb_crc32c_w32.v
    ../../verilog/common/emb_record_writer_c1_p4.v
    ../../verilog/common/emb_log_port_1.v
    ../../verilog/common/emb_record_writer_c1_p1.v
    ../../verilog/common/emb_interlock.v
    ../../verilog/common/emb_checkpointing_logic_c1.v
    ../../verilog/common/emb_line_mux_4.v
    ../../verilog/common/emb_pulse_delay.v
    ../../verilog/common/emb_latency_gate.v
    ../../verilog/common/emb_token_bucket.v
    ../../verilog/common/emb_recent_write.v
    ../../verilog/common/emb_recent_writes_d64.v
    ../../verilog/common/emb_memory_controller.v
    ../../verilog/common/emb_poison_list.v
    ../../verilog/common/emb_patience.v
    ../../verilog/common/emb_memory_port.v
    ../../verilog/common/emb_event_counter_1.v
    ../../verilog/common/emb_event_counter_2.v
    ../../verilog/common/emb_event_counter_6.v
    ../../verilog/common/emb_amount_counter_w33.v
    ../../verilog/cxl_mem/emb_cxl_mem_c1.v
}

# Offset, name, access, value after reset, description, and fields: name, lowest bit, bits, description.
set registers {
    {0x000 IDENTITY read-only 0x454d42455243584c "\"EMBERCXL\", big endian" {
        {VALUE 0 64 ""}
    }}
    {0x008 VERSION read-only 0x10001 "interface version: major in bits 31:16, minor in 15:0" {
        {VALUE 0 32 ""}
    }}
    {0x010 CAPABILITIES read-only 0x0 "what this device was built with" {
        {CHANNELS 0 8 "number of memory channels"}
        {MAX_LENGTH 16 16 "longest vector, FP32 elements"}
    }}
    {0x018 PERSISTENT_BYTES read-only 0x0 "bytes of persistent memory, from DPA 0" {
        {VALUE 0 64 ""}
    }}
    {0x020 SCRATCHPAD read-only 0x8000000000000 "DPA of the volatile scratchpad" {
        {VALUE 0 64 ""}
    }}
    {0x028 SCRATCHPAD_SIZE read-only 0x100000000 "bytes of scratchpad" {
        {VALUE 0 64 ""}
    }}
    {0x030 STATUS read-only 0x0 "state of the device; the interrupt line is high while DONE or FAILED is set and BUSY is not" {
        {BUSY 0 1 "a job runs or waits, or a log is written"}
        {DONE 1 1 "the last job ended well, and, once BUSY is not set, all that it wrote is answered"}
        {FAILED 2 1 "ERROR holds a code; doorbells are ignored until it is cleared"}
    }}
    {0x038 ERROR read-only 0x0 "why FAILED is set (ErrorCode): a job, a record, a doorbell or a decoder; 0: no error" {
        {VALUE 0 8 ""}
    }}
    {0x040 ERROR_POSITION read-only 0x0 "where; its meaning depends on ERROR" {
        {VALUE 0 64 ""}
    }}
    {0x048 POISON read-only 0x0 "what the ports of memory know of poisoned lines" {
        {POISON_OVERFLOW 0 1 "a port has more poisoned lines than places for them: all lines between the first and the last of those without a place read as poisoned; stays until CLEAR_POISON"}
    }}
    {0x100 VECTOR_LENGTH read-write 0x0 "FP32 elements of a vector: a multiple of 16 in 16..=256" {
        {VALUE 0 32 ""}
    }}
    {0x108 LEARNING_RATE read-write 0x0 "learning rate, FP32" {
        {VALUE 0 32 ""}
    }}
    {0x110 POOLING read-write 0x0 "0: sum, 1: mean" {
        {VALUE 0 32 ""}
    }}
    {0x118 DATA_BASE read-write 0x0 "DPA of the data region (embedding tables), in persistent memory; of an accumulation in the scratchpad" {
        {VALUE 0 64 ""}
    }}
    {0x120 DATA_BYTES read-write 0x0 "bytes of the data region" {
        {VALUE 0 64 ""}
    }}
    {0x128 DESCRIPTOR_BASE read-write 0x0 "DPA of the descriptor region (all lists), in the scratchpad" {
        {VALUE 0 64 ""}
    }}
    {0x130 DESCRIPTOR_BYTES read-write 0x0 "bytes of the descriptor region" {
        {VALUE 0 64 ""}
    }}
    {0x138 POOLED_BASE read-write 0x0 "DPA of the pooled region (vector of bag b at b * vector bytes), in the scratchpad" {
        {VALUE 0 64 ""}
    }}
    {0x140 POOLED_BYTES read-write 0x0 "bytes of the pooled region" {
        {VALUE 0 64 ""}
    }}
    {0x148 GRADIENT_BASE read-write 0x0 "DPA of the gradient region (gradient of bag b at b * vector bytes), in the scratchpad" {
        {VALUE 0 64 ""}
    }}
    {0x150 GRADIENT_BYTES read-write 0x0 "bytes of the gradient region" {
        {VALUE 0 64 ""}
    }}
    {0x158 TABLE_COUNT read-write 0x0 "tables of the batch" {
        {VALUE 0 32 ""}
    }}
    {0x160 BAG_COUNT read-write 0x0 "bags of the batch, over all tables" {
        {VALUE 0 32 ""}
    }}
    {0x168 ENTRY_COUNT read-write 0x0 "entries of the batch, over all bags; may be 0 for a lookup" {
        {VALUE 0 32 ""}
    }}
    {0x170 ROW_COUNT read-write 0x0 "unique rows of the batch, over all tables" {
        {VALUE 0 32 ""}
    }}
    {0x178 BAG_DIRECTORY read-write 0x0 "DPA of the lookup's table directory, four words a table: DPA of row 0 (low, high), rows of the table, bags of it in the batch" {
        {VALUE 0 64 ""}
    }}
    {0x180 BAG_OFFSETS read-write 0x0 "DPA of the bags' offsets into INDICES, BAG_COUNT + 1 words" {
        {VALUE 0 64 ""}
    }}
    {0x188 INDICES read-write 0x0 "DPA of the rows to pool, ENTRY_COUNT words" {
        {VALUE 0 64 ""}
    }}
    {0x190 BAG_SCALES read-write 0x0 "DPA of 1/n of each bag, FP32, BAG_COUNT words; read for mean pooling" {
        {VALUE 0 64 ""}
    }}
    {0x198 ROW_DIRECTORY read-write 0x0 "DPA of the update's table directory, four words a table: DPA of row 0 (low, high), rows of the table, unique rows of it in the batch" {
        {VALUE 0 64 ""}
    }}
    {0x1a0 ROW_OFFSETS read-write 0x0 "DPA of the unique rows' offsets into SOURCE_BAGS, ROW_COUNT + 1 words" {
        {VALUE 0 64 ""}
    }}
    {0x1a8 ROWS read-write 0x0 "DPA of the unique rows, ROW_COUNT words" {
        {VALUE 0 64 ""}
    }}
    {0x1b0 SOURCE_BAGS read-write 0x0 "DPA of the bags whose gradients a row takes, ENTRY_COUNT words" {
        {VALUE 0 64 ""}
    }}
    {0x1b8 SOURCE_SCALES read-write 0x0 "DPA of 1/n of each source bag, FP32, ENTRY_COUNT words; read for mean pooling" {
        {VALUE 0 64 ""}
    }}
    {0x1c0 FLUSH_TARGET read-write 0x0 "HPA to which a lookup flushes the pooled vectors, or an accumulation its data region, over CXL.cache, a multiple of 64; bit 0 enables" {
        {VALUE 0 52 ""}
    }}
    {0x1c8 GRADIENT_LINES read-write 0x0 "gradients that are counted, and waited for" {
        {LINES 0 32 "lines that must have arrived in the gradient region over CXL.mem before an update, a stage or an accumulation begins; 0: none. Above 0, and without KEEP, GRADIENT_BYTES is at most 64 MiB, whatever the command"}
        {COUNT_ONLY 32 1 "gradients are counted from now on, but the job does not wait for them, as a lookup does not"}
        {KEEP 33 1 "the job does not wait for gradients; region, lines and count stay those of the job before it"}
    }}
    {0x1d0 PARAMETER_SOURCE read-write 0x0 "HPA of the parameters that are logged" {
        {VALUE 0 52 ""}
    }}
    {0x1d8 PARAMETER_BYTES read-write 0x0 "bytes of the parameters that are logged" {
        {VALUE 0 64 ""}
    }}
    {0x1e0 LOG_BASE read-write 0x0 "DPA of the log region, in persistent memory" {
        {VALUE 0 64 ""}
    }}
    {0x1e8 LOG_BYTES read-write 0x0 "bytes of the log region" {
        {VALUE 0 64 ""}
    }}
    {0x1f0 PARAMETER_LOG read-write 0x0 "DPA of the record of parameters" {
        {VALUE 0 64 ""}
    }}
    {0x1f8 ROW_LOG read-write 0x0 "DPA of the record of rows" {
        {VALUE 0 64 ""}
    }}
    {0x200 BATCH read-write 0x0 "number of the batch, which its records hold" {
        {VALUE 0 64 ""}
    }}
    {0x208 CONFIGURATION read-write 0x0 "tells experiments apart, which records hold" {
        {VALUE 0 32 ""}
    }}
    {0x210 CHECKPOINT read-write 0x0 "what logs take, and which records an update waits for" {
        {AFTER_ROWS 0 1 "an update begins when a record of rows of its BATCH counts"}
        {AFTER_PARAMETERS 1 1 "an update begins when a record of parameters counts whose batch is its BATCH, or at most LAG before it"}
        {STAGED 2 1 "a log of rows takes them from STAGED_BASE, not from the tables"}
        {IN_WINDOW 3 1 "a log of parameters asks for them only while no job works: none is there, or one waits for its inputs"}
        {LAG 16 16 "most batches by which the record of AFTER_PARAMETERS may be older than the update"}
    }}
    {0x218 STAGED_BASE read-write 0x0 "DPA of the staged rows (row of segment s at s * vector bytes), in the scratchpad" {
        {VALUE 0 64 ""}
    }}
    {0x280 DOORBELL write-only 0x0 "posts a job with the settings as they are: 1 lookup, 2 update, 3 log parameters, 4 log rows, 5 stage, 6 accumulate" {
        {VALUE 0 8 ""}
    }}
    {0x288 CLEAR write-only 0x0 "clears status, counters, or what is known of poison" {
        {CLEAR_STATUS 0 1 "write 1: DONE, FAILED, ERROR and ERROR_POSITION become 0, but for what comes in that cycle; a hidden error of a job or a record is then shown: read STATUS again"}
        {CLEAR_COUNTERS 1 1 "write 1: every counter becomes 0"}
        {CLEAR_POISON 2 1 "write 1: no line is poisoned any more; for a host that has written them anew, or gives them up"}
    }}
    {0x2a0 MEDIA_READ_LATENCY read-write 0x0 "emulated medium: cycles from a read to its earliest answer" {
        {VALUE 0 16 ""}
    }}
    {0x2a8 MEDIA_WRITE_LATENCY read-write 0x0 "emulated medium: cycles from a write to its earliest answer, when it is durable" {
        {VALUE 0 16 ""}
    }}
    {0x2b0 MEDIA_READ_RATE read-write 0x0 "emulated medium: reads answered a cycle and channel, in 1/65536 line; 0: no bound" {
        {VALUE 0 17 ""}
    }}
    {0x2b8 MEDIA_ROW_WRITE_RATE read-write 0x0 "emulated medium: row-sized writes answered a cycle and channel, in 1/65536 line; 0: no bound" {
        {VALUE 0 17 ""}
    }}
    {0x2c0 MEDIA_STREAM_WRITE_RATE read-write 0x0 "emulated medium: streaming writes answered a cycle and channel, in 1/65536 line; 0: no bound" {
        {VALUE 0 17 ""}
    }}
    {0x2c8 MEDIA_READ_AFTER_WRITE read-write 0x0 "emulated medium: cycles after a write's answer in which reads of its 256 bytes wait" {
        {VALUE 0 16 ""}
    }}
    {0x2d0 HDM_BASE_0 read-write 0x0 "HPA of DPA 0, a multiple of CHANNELS TiB, the size of the range whatever PERSISTENT_BYTES is; bit 0 commits: persistent memory is served over CXL.mem, unless the range overlaps that of HDM_BASE_1 (DecoderOverlap, unless FAILED is set already; bit 0 is 0 then: read it back)" {
        {VALUE 0 64 ""}
    }}
    {0x2d8 HDM_BASE_1 read-write 0x0 "HPA of the scratchpad, a multiple of SCRATCHPAD_SIZE; bit 0 commits, unless the range overlaps that of HDM_BASE_0 (DecoderOverlap, unless FAILED is set already; bit 0 is 0 then: read it back)" {
        {VALUE 0 64 ""}
    }}
    {0x2e0 LOG_GAP read-write 0x0 "cycles that a channel has between two lines of a record, for each of the two logs; acts at once" {
        {VALUE 0 16 ""}
    }}
    {0x2e8 ROW_CACHE read-write 0x0 "what engines keep of rows in lookups that begin from now on; changes time alone" {
        {ENABLED 0 1 "a line of a row that a lookup has read is kept, and not read again by the same engine as long as it has a place"}
    }}
    {0x300 CYCLES read-only 0x0 "clock cycles since reset or the last clear of counters" {
        {VALUE 0 64 ""}
    }}
    {0x308 BUSY_CYCLES read-only 0x0 "cycles in which a job ran, or a record was written; not those in which a job waited for its inputs" {
        {VALUE 0 64 ""}
    }}
    {0x310 CHECK_CYCLES read-only 0x0 "busy cycles in which a job was not yet found good: it was worked on, but nothing was written" {
        {VALUE 0 64 ""}
    }}
    {0x318 HAZARD_CYCLES read-only 0x0 "cycles in which an operand waited for the sum before it, over all engines" {
        {VALUE 0 64 ""}
    }}
    {0x320 LOOKUPS read-only 0x0 "lookups that ended well" {
        {VALUE 0 64 ""}
    }}
    {0x328 UPDATES read-only 0x0 "updates that ended well" {
        {VALUE 0 64 ""}
    }}
    {0x330 LINES_DIRECTORY read-only 0x0 "scratchpad lines read: table directories" {
        {VALUE 0 64 ""}
    }}
    {0x338 LINES_OFFSET read-only 0x0 "scratchpad lines read: offsets of segments" {
        {VALUE 0 64 ""}
    }}
    {0x340 LINES_SEGMENT read-only 0x0 "scratchpad lines read: unique rows, or bag scales" {
        {VALUE 0 64 ""}
    }}
    {0x348 LINES_ENTRY read-only 0x0 "scratchpad lines read: indices, or source bags" {
        {VALUE 0 64 ""}
    }}
    {0x350 LINES_SCALE read-only 0x0 "scratchpad lines read: source scales" {
        {VALUE 0 64 ""}
    }}
    {0x358 LINES_GRADIENT read-only 0x0 "scratchpad lines read: gradients" {
        {VALUE 0 64 ""}
    }}
    {0x360 LINES_POOLED read-only 0x0 "scratchpad lines written: pooled vectors, staged rows, accumulated rows" {
        {VALUE 0 64 ""}
    }}
    {0x368 MEM_READS read-only 0x0 "CXL.mem: answers with data" {
        {VALUE 0 64 ""}
    }}
    {0x370 MEM_WRITES read-only 0x0 "CXL.mem: writes that memory has answered" {
        {VALUE 0 64 ""}
    }}
    {0x378 GRADIENTS_ARRIVED read-only 0x0 "CXL.mem: lines of the gradient region that have arrived: whole, without poison, answered without an error, and not counted before since a job took gradients" {
        {VALUE 0 64 ""}
    }}
    {0x380 LINES_FLUSHED read-only 0x0 "CXL.cache: lines of pooled vectors, or of accumulated rows, sent to a peer" {
        {VALUE 0 64 ""}
    }}
    {0x388 LINES_LOGGED_PARAMETERS read-only 0x0 "lines of records of parameters that count, headers included; a record adds its lines when it counts, and one that fails adds none" {
        {VALUE 0 64 ""}
    }}
    {0x390 LINES_LOGGED_ROWS read-only 0x0 "lines of records of rows that count, headers included; a record adds its lines when it counts, and one that fails adds none" {
        {VALUE 0 64 ""}
    }}
    {0x398 PARAMETER_RECORDS read-only 0x0 "records of parameters that count" {
        {VALUE 0 64 ""}
    }}
    {0x3a0 ROW_RECORDS read-only 0x0 "records of rows that count" {
        {VALUE 0 64 ""}
    }}
    {0x3a8 STAGES read-only 0x0 "stages that ended well" {
        {VALUE 0 64 ""}
    }}
    {0x3b0 ACCUMULATIONS read-only 0x0 "accumulations that ended well" {
        {VALUE 0 64 ""}
    }}
    {0x3b8 ROW_CACHE_HITS read-only 0x0 "row lines that an engine had kept, and that were read on no channel" {
        {VALUE 0 64 ""}
    }}
    {0x400 CHANNEL_0_READS read-only 0x0 "row lines read on channel 0" {
        {VALUE 0 64 ""}
    }}
    {0x408 CHANNEL_0_WRITES read-only 0x0 "row lines written on channel 0" {
        {VALUE 0 64 ""}
    }}
    {0x410 CHANNEL_1_READS read-only 0x0 "row lines read on channel 1" {
        {VALUE 0 64 ""}
    }}
    {0x418 CHANNEL_1_WRITES read-only 0x0 "row lines written on channel 1" {
        {VALUE 0 64 ""}
    }}
    {0x420 CHANNEL_2_READS read-only 0x0 "row lines read on channel 2" {
        {VALUE 0 64 ""}
    }}
    {0x428 CHANNEL_2_WRITES read-only 0x0 "row lines written on channel 2" {
        {VALUE 0 64 ""}
    }}
    {0x430 CHANNEL_3_READS read-only 0x0 "row lines read on channel 3" {
        {VALUE 0 64 ""}
    }}
    {0x438 CHANNEL_3_WRITES read-only 0x0 "row lines written on channel 3" {
        {VALUE 0 64 ""}
    }}
}

create_project -force cxl_mem_c1 [file join $ips cxl_mem_c1_project] -part xcu200-fsgd2104-2-e
foreach source $sources {
    add_files -norecurse -fileset sources_1 [file normalize [file join $here $source]]
}
set constraints [file join $here out_of_context.xdc]
add_files -norecurse -fileset constrs_1 $constraints
set_property USED_IN {synthesis implementation out_of_context} [get_files $constraints]
set_property top emb_cxl_mem_c1 [current_fileset]
update_compile_order -fileset sources_1

ipx::package_project -root_dir $root -vendor emberlane -library hw -taxonomy /UserIP -import_files -set_current true
set core [ipx::current_core]
set_property name cxl_mem_c1 $core
set_property version 0.1 $core
set_property display_name cxl_mem_c1 $core
set_property description "CXL-MEM with one memory channel" $core

# Interfaces come from the attributes of the ports.
ipx::associate_bus_interfaces -busif s_axil -clock clock $core
ipx::associate_bus_interfaces -busif m_axi_0 -clock clock $core
ipx::associate_bus_interfaces -busif m_axi_scratch_0 -clock clock $core

foreach map [ipx::get_memory_maps -of_objects $core] {
    ipx::remove_memory_map [get_property name $map] $core
}
set map [ipx::add_memory_map cxl_mem $core]
set_property slave_memory_map_ref cxl_mem [ipx::get_bus_interfaces s_axil -of_objects $core]
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
