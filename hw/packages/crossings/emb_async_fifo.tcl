# Adds the constraints of the paths between the clocks of emb_async_fifo to the project that is open, for every instance.
# Made from the exported Verilog by `emberlane export-packages`; changes here are lost.
set crossing [file join [file dirname [file normalize [info script]]] emb_async_fifo.xdc]
add_files -norecurse -fileset constrs_1 $crossing
set_property SCOPED_TO_REF emb_async_fifo [get_files $crossing]
set_property PROCESSING_ORDER LATE [get_files $crossing]
set_property USED_IN implementation [get_files $crossing]
