# Constraints of smartssd_shell_b2_s1, synthesised out of context: with the frequency of its FREQ_HZ.
# Made from the exported Verilog by `emberlane export-packages`; changes here are lost.
# In a design, its clock comes from there: do not add this file to it.

create_clock -name clock -period 4.000 [get_ports {clock}]

# All registers have this clock, and all resets are synchronous to clock: there is no false path.
