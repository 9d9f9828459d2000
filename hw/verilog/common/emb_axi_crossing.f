// Files of emb_axi_crossing, for a tool that runs in this folder.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.
emb_dual_clock_ram.v
emb_synchroniser.v
emb_reset_handshake.v
emb_async_fifo.v
emb_axi_crossing.v
