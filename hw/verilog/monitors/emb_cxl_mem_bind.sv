// Puts the monitors of emb_cxl_mem into every instance of it.
bind emb_cxl_mem emb_cxl_mem_monitors monitors (.*);
