//! The fabric as a whole.

mod faults;
mod figures;
mod flows;
mod traffic;

pub(crate) use faults::Faults;

/// The seed of a random check: `EMBERLANE_SEED` if set, else `default`. Says so on standard error.
fn seed(check: &str, default: u64) -> u64 {
    let seed = match std::env::var("EMBERLANE_SEED") {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("EMBERLANE_SEED is {text:?}, expected a decimal number")),
        Err(_) => default,
    };
    eprintln!("{check}: EMBERLANE_SEED={seed} replays this run");
    seed
}
