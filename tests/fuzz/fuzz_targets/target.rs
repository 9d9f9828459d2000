//! Every target: the program's name says which.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| emberlane_tests::fuzz::run(env!("CARGO_BIN_NAME"), bytes));
