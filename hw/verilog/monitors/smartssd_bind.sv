// Puts the monitors of smartssd into every instance of it.
bind smartssd smartssd_monitors monitors (.*);
