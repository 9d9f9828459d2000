// Puts the monitors of emb_smartssd into every instance of it.
bind emb_smartssd emb_smartssd_monitors monitors (.*);
