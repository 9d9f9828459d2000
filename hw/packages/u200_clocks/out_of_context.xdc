# Constraints of u200_clocks, synthesised out of context: with the frequency of its FREQ_HZ.
# Made from the exported Verilog by `emberlane export-packages`; changes here are lost.
# In a design, its clock comes from there: do not add this file to it.

create_clock -name clock -period 4.000 [get_ports {clock}]
create_clock -name m_axi_ddr_0_clock -period 3.333 [get_ports {m_axi_ddr_0_clock}]
create_clock -name m_axi_ddr_1_clock -period 3.333 [get_ports {m_axi_ddr_1_clock}]
create_clock -name m_axi_ddr_2_clock -period 3.333 [get_ports {m_axi_ddr_2_clock}]
create_clock -name m_axi_ddr_3_clock -period 3.333 [get_ports {m_axi_ddr_3_clock}]

# Paths between the clocks have constraints of their own, scoped to the modules in which they are: ../crossings/*.tcl adds them.
