// Puts the monitors of emb_axi_crossing into every instance of it.
bind emb_axi_crossing emb_axi_crossing_monitors monitors (.*);
