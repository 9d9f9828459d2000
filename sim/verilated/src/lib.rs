//! The Emberlane devices as Verilated RTL.
