// Puts the monitors of emb_u200_clocks into every instance of it.
bind emb_u200_clocks emb_u200_clocks_monitors monitors (.*);
