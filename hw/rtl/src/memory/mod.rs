//! Memories that infer block RAM or LUT RAM.
