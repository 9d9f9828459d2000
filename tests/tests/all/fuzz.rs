//! Every parser, given a hundred thousand malformed inputs: it refuses them, or reads them.

use emberlane_tests::fuzz::Campaign;

#[test]
fn malformed_inputs_are_refused() {
    Campaign::new(100_000).run();
}
