// Puts the monitors of emb_axi_scratchpad_d32768 into every instance of it.
bind emb_axi_scratchpad_d32768 emb_axi_scratchpad_d32768_monitors monitors (.*);
