//! Integration tests across the Emberlane crates; see the folder `tests`.
