// Puts the monitors of emb_cxl_mem_c1 into every instance of it.
bind emb_cxl_mem_c1 emb_cxl_mem_c1_monitors monitors (.*);
