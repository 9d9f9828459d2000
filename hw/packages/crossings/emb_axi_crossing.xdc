# Constraints of the paths between the clocks of emb_axi_crossing, for every instance:
#     read_xdc -ref emb_axi_crossing emb_axi_crossing.xdc
# or, in a project: set_property SCOPED_TO_REF emb_axi_crossing [get_files emb_axi_crossing.xdc]; set_property PROCESSING_ORDER LATE [get_files emb_axi_crossing.xdc]
# Made from the exported Verilog by `emberlane export-packages`; changes here are lost.
# set_clock_groups or set_false_path between the same clocks would overrule them: leave those out.
