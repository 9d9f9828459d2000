// Puts the monitors of emb_u200_clocks_c1 into every instance of it.
bind emb_u200_clocks_c1 emb_u200_clocks_c1_monitors monitors (.*);
