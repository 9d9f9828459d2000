// Puts the monitors of cxl_mem into every instance of it.
bind cxl_mem cxl_mem_monitors monitors (.*);
