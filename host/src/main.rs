//! The `emberlane` command line.

fn main() {}
