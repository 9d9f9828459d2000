//! The Emberlane devices in plain Rust arithmetic, without time.
