// Puts the monitors of emb_u200 into every instance of it.
bind emb_u200 emb_u200_monitors monitors (.*);
