//! AXI4 and AXI4-Lite channels.
