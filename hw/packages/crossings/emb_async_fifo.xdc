# Constraints of the paths between the clocks of emb_async_fifo, for every instance:
#     read_xdc -ref emb_async_fifo emb_async_fifo.xdc
# or, in a project: source emb_async_fifo.tcl, which adds them and says so.
# Made from the exported Verilog by `emberlane export-packages`; changes here are lost.
# set_clock_groups or set_false_path between the same clocks would overrule them: leave those out.

# A word lies in memory for two cycles of out_clock at least before it is read.
set_max_delay -datapath_only -from [get_clocks -of_objects [get_ports {in_clock}]] -to [get_cells {u_memory/read_data_reg[*]}] [get_property PERIOD [get_clocks -of_objects [get_ports {out_clock}]]]

# One bit.
set_max_delay -datapath_only -from [get_clocks -of_objects [get_ports {out_clock}]] -to [get_cells {u_in_side/u_told/first_reg[*]}] [get_property PERIOD [get_clocks -of_objects [get_ports {out_clock}]]]

# One bit.
set_max_delay -datapath_only -from [get_clocks -of_objects [get_ports {out_clock}]] -to [get_cells {u_in_side/u_answer/first_reg[*]}] [get_property PERIOD [get_clocks -of_objects [get_ports {out_clock}]]]

# One bit.
set_max_delay -datapath_only -from [get_clocks -of_objects [get_ports {in_clock}]] -to [get_cells {u_out_side/u_told/first_reg[*]}] [get_property PERIOD [get_clocks -of_objects [get_ports {in_clock}]]]

# One bit.
set_max_delay -datapath_only -from [get_clocks -of_objects [get_ports {in_clock}]] -to [get_cells {u_out_side/u_answer/first_reg[*]}] [get_property PERIOD [get_clocks -of_objects [get_ports {in_clock}]]]

# A pointer in Gray code: its bits arrive within a cycle of the clock with which they change.
# Its top bit is that of the pointer itself, of which synthesis keeps one register.
set_max_delay -datapath_only -from [get_cells {read_gray_reg[*] read_pointer_reg[*]}] -to [get_cells {u_reads_seen/first_reg[*]}] [get_property PERIOD [get_clocks -of_objects [get_ports {out_clock}]]]
set_bus_skew -from [get_cells {read_gray_reg[*] read_pointer_reg[*]}] -to [get_cells {u_reads_seen/first_reg[*]}] [get_property PERIOD [get_clocks -of_objects [get_ports {out_clock}]]]

# A pointer in Gray code: its bits arrive within a cycle of the clock with which they change.
# Its top bit is that of the pointer itself, of which synthesis keeps one register.
set_max_delay -datapath_only -from [get_cells {write_gray_reg[*] write_pointer_reg[*]}] -to [get_cells {u_writes_seen/first_reg[*]}] [get_property PERIOD [get_clocks -of_objects [get_ports {in_clock}]]]
set_bus_skew -from [get_cells {write_gray_reg[*] write_pointer_reg[*]}] -to [get_cells {u_writes_seen/first_reg[*]}] [get_property PERIOD [get_clocks -of_objects [get_ports {in_clock}]]]
