// Files of emb_axi_scratchpad_d32768, for a tool that runs in this folder.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.
emb_ultra_ram.v
emb_lut_ram.v
emb_fifo.v
emb_delay.v
emb_axi_scratchpad_d32768.v
