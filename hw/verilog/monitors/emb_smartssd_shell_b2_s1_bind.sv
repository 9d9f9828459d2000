// Puts the monitors of emb_smartssd_shell_b2_s1 into every instance of it.
bind emb_smartssd_shell_b2_s1 emb_smartssd_shell_b2_s1_monitors monitors (.*);
