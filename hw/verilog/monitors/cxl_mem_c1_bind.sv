// Puts the monitors of cxl_mem_c1 into every instance of it.
bind cxl_mem_c1 cxl_mem_c1_monitors monitors (.*);
