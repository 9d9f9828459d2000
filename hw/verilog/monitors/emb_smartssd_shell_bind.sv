// Puts the monitors of emb_smartssd_shell into every instance of it.
bind emb_smartssd_shell emb_smartssd_shell_monitors monitors (.*);
