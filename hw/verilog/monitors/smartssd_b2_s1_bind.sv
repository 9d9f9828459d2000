// Puts the monitors of smartssd_b2_s1 into every instance of it.
bind smartssd_b2_s1 smartssd_b2_s1_monitors monitors (.*);
